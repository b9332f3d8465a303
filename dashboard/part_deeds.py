"""What a click on a claim's parts or outcome changes: kept unsaved in the session until it is a statement on record."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from core import ENGINE_VERSION, services
from core.errors import HeadwaterError
from core.verdicts import FacetStatement, Outcome
from dashboard import caching, session
from dashboard.components import reviewer
from dashboard.viewmodels.part_edits import Parts, parts_of, read_edit

OUTCOME_SAID = "outcome-said"


@dataclass(frozen=True, slots=True)
class Unsaved:
    """Changes of a claim's parts that are not on record."""

    parts: Parts
    base: int | None
    """The statement in force when they were begun."""
    seq: int = 0
    """Number of the last change the grid told."""


def _key(uid: str) -> str:
    return f"parts|{uid}"


def history(uid: str) -> tuple[FacetStatement, ...]:
    """Everything stated of a claim's parts, newest first; read once per state of the store."""
    facts = (ENGINE_VERSION, caching.workspace().store.revision(), uid)
    made = caching.once("statements", facts, lambda: services.facet_history(caching.workspace(), uid))
    return cast("tuple[FacetStatement, ...]", made)


def in_force(uid: str) -> FacetStatement | None:
    """The newest statement."""
    return next(iter(history(uid)), None)


def unsaved(uid: str) -> Unsaved | None:
    """What is changed and not saved; None where nothing is."""
    kept = session.value(_key(uid))
    return Unsaved(Parts(*kept[0]), kept[1], kept[2]) if kept is not None else None


def shown(uid: str) -> Parts:
    """What the page shows: the changes not saved yet, else what is in force."""
    held = unsaved(uid)
    return held.parts if held is not None else parts_of(in_force(uid))


def turn(uid: str) -> int:
    """How often everything edited was put away: the grid then takes what Python says."""
    return int(session.value(f"parts-turn|{uid}", 0))


def change(uid: str, parts: Parts, seq: int | None = None) -> None:
    """Keep changes; where they lead back to what is in force, nothing is unsaved any more."""
    held, said = unsaved(uid), in_force(uid)
    base = held.base if held is not None else said.number if said is not None else None
    number = seq if seq is not None else held.seq if held is not None else 0
    if parts == parts_of(said) and seq is None:
        session.drop(_key(uid))
        return
    session.keep(_key(uid), ((parts.facets, parts.marks, parts.kinds, parts.coherent), base, number))


def edited(uid: str, claim: str, sent: Mapping[str, Any]) -> None:
    """Keep what the grid told."""
    seq = sent.get("seq")
    change(uid, read_edit(sent, claim, shown(uid)), seq if isinstance(seq, int) and 0 <= seq < 2**53 else 0)


def take_up(uid: str, parts: Parts) -> None:
    """Put other parts in place of what is edited: an earlier statement, or the draft."""
    change(uid, parts)
    _turned(uid)


def discard(uid: str) -> None:
    """Forget what is not saved."""
    session.drop(_key(uid), f"parts-reason|{uid}")
    _turned(uid)


def _turned(uid: str) -> None:
    session.keep(f"parts-turn|{uid}", turn(uid) + 1)


def save(uid: str, seen: int | None) -> None:
    """Put what is unsaved on record, in place of the statement that stands on the screen."""
    held = unsaved(uid)
    if held is None:
        return
    parts = held.parts
    facets = (
        None
        if parts.facets is None
        else [dict(zip(("id", "text", "weight"), one, strict=True)) for one in parts.facets]
    )
    try:
        said = services.state_facets(
            caching.workspace(),
            uid,
            facets=facets,
            marks=parts.marks,
            kinds=dict(parts.kinds),
            coherent=dict(parts.coherent),
            by=reviewer.name(),
            reason=session.value(f"parts-reason|{uid}") or "",
            expected=seen,
        )
    except HeadwaterError as error:
        session.fail(error)
        return
    discard(uid)
    session.keep("parts-saved", (uid, said.number))


def just_saved(uid: str) -> int | None:
    """Number of the statement that was saved last in this session, where it is this claim's."""
    kept = session.value("parts-saved")
    return kept[1] if kept is not None and kept[0] == uid else None


def outcomes(uid: str) -> tuple[Outcome, ...]:
    """Each person's word on how a claim turned out; read once per state of the store."""
    facts = (ENGINE_VERSION, caching.workspace().store.revision(), uid)
    made = caching.once("outcomes", facts, lambda: services.claim_outcomes(caching.workspace(), uid))
    return cast("tuple[Outcome, ...]", made)


def say_outcome(uid: str, wrong: bool | None, reason: str) -> None:
    """Record how a claim turned out, or take one's word back."""
    try:
        services.record_outcome(caching.workspace(), uid, wrong=wrong, by=reviewer.name(), reason=reason)
    except HeadwaterError as error:
        session.fail(error)
