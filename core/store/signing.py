"""Signatures in the record of decisions: appended with what was seen and let out, read back, never changed.

What the store itself has to find again (number and version of what was signed, what the rule said of each claim) lies
beside the figures seen, as ``filed``: in signs that either database can look into.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, select

from core.conclusions import Conclusion
from core.errors import InvalidInput, StaleVersion, UnknownId
from core.store import chain
from core.store.events import remember_reviewer
from core.store.identity import Found, answer_named, claim_named, split_uid
from core.store.mapping import json_of
from core.store.number_sets import named
from core.store.reach import running
from core.store.record_tables import DecisionRow
from core.store.said import Said
from core.store.tables import AnswerVersionRow, ClaimRow, ClaimVersionRow, DatasetRow, table_of
from core.store.verbatim import escaped, key_of, unescaped
from core.verdicts import ReleasedText, SignedDecision, Subject

_DECISION, _DATASET = table_of(DecisionRow), table_of(DatasetRow)
_CLAIM, _STATEMENT, _WORDING = table_of(ClaimRow), table_of(ClaimVersionRow), table_of(AnswerVersionRow)

FILED = "filed"
_ABSTAINED = "refuse"
"""What an abstention was called in the first records."""


@dataclass(frozen=True, slots=True)
class Signature:
    """What somebody signs."""

    kind: Subject
    uid: str
    decision: Conclusion
    text: ReleasedText = "none"
    released: str = ""
    """The text let out, as it was read; "" where nothing is."""
    rule: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Claim uid -> what the rule said of it: the decision, with the codes of its reasons where these are let out."""
    against: str = ""
    """In what it goes beyond what the rule allowed, in words."""


def append(connection: Connection, given: Signature, said: Said, expected: int | None) -> SignedDecision:
    """Enter a signature.

    Raises:
        UnknownId: It is not in the current version of its data set.
        InvalidInput: There is no reason.
        StaleVersion: Somebody signed it meanwhile, or the text reads otherwise than the one that was seen.
    """
    if not said.reason.strip():
        raise InvalidInput("a decision needs a reason")
    found = (claim_named if given.kind == "claim" else answer_named)(connection, given.uid)
    _refuse_stale(connection, given.kind, given.uid, expected)
    version = _version_read(connection, given, found)
    filed = {
        "number": found.number,
        "version": version,
        "text": given.text,
        "released": given.released,
        "against": given.against,
        "withdrawn": 0,
        "claims": _numbered(connection, found.dataset, given.rule),
    }
    return _enter(connection, given.kind, given.uid, given.decision, said, {**said.seen, FILED: filed})


def take_back(connection: Connection, kind: Subject, uid: str, said: Said, expected: int) -> SignedDecision:
    """Enter that the newest signature does not count: the one before it counts again, as it was given, or none does.

    Raises:
        UnknownId: It is not in the current version of its data set.
        StaleVersion: Another signature than ``expected`` is the newest.
    """
    found = (claim_named if kind == "claim" else answer_named)(connection, uid)
    _refuse_stale(connection, kind, uid, expected)
    query = select(_DECISION).where(_DECISION.c.subject_key == key_of(uid), _DECISION.c.kind == kind)
    rows = connection.execute(query.order_by(_DECISION.c.number.desc()).limit(2)).all()
    nothing = {"number": found.number, "text": "none", "released": "", "against": "", "withdrawn": 1, "claims": {}}
    before = seen_of(rows[1].seen) if len(rows) > 1 else {FILED: nothing}
    decision = conclusion_of(rows[1].decision) if len(rows) > 1 else Conclusion.ABSTAIN
    filed = {**before.get(FILED, nothing), "takes_back": expected}
    return _enter(connection, kind, uid, decision, said, {**before, **said.seen, FILED: filed})


def _enter(
    connection: Connection, kind: Subject, uid: str, decision: Conclusion, said: Said, seen: Mapping[str, Any]
) -> SignedDecision:
    row = {
        "at": said.at,
        "by": said.by,
        "kind": kind,
        "subject": uid,
        "subject_key": key_of(uid),
        "decision": Conclusion(decision).value,
        "reason": said.reason,
        "seen": _kept(seen),
    }
    remember_reviewer(connection, said.by, said.at)
    return signed_of(chain.append(connection, "decision", row))


def _refuse_stale(connection: Connection, kind: Subject, uid: str, expected: int | None) -> None:
    newest = next(iter(signatures_on(connection, kind, uid, 1)), None)
    if (None if newest is None else newest.number) == expected:
        return
    if newest is None:
        raise StaleVersion(f"nothing is signed here yet, and signature {expected} was expected; nothing was saved")
    says = f"{newest.decision.replace('_', ' ')}, signed as entry {newest.number}"
    raise StaleVersion(
        f"{newest.by} signed this meanwhile: {says}; nothing was saved", by=newest.by, says=says, event=newest.number
    )


def _version_read(connection: Connection, given: Signature, found: Found) -> int:
    """The current version, where the text to be let out is the one that was read."""
    if given.kind == "claim":
        query = select(_STATEMENT).where(_STATEMENT.c.claim == found.number, running(_STATEMENT))
        row = connection.execute(query).one()
        texts = {"draft": row.text}
    else:
        row = connection.execute(select(_WORDING).where(_WORDING.c.answer == found.number, running(_WORDING))).one()
        texts = {"draft": row.text, "corrected": row.corrected_text}
    if given.text in ("draft", "corrected"):
        if texts.get(given.text) is None:
            raise InvalidInput(f"there is no {given.text} text to let out")
        if texts[given.text] != given.released:
            raise StaleVersion(f"the {given.text} text reads otherwise by now; read it again. Nothing was saved.")
    return int(row.version)


def _numbered(connection: Connection, dataset: int, rule: Mapping[str, str]) -> dict[str, str]:
    """What the rule said, by the number of the claim."""
    keys = {key_of(split_uid(uid)[1]): uid for uid in rule}
    query = select(_CLAIM.c.number, _CLAIM.c.key).where(_CLAIM.c.dataset == dataset)
    query = query.where(named(connection, _CLAIM.c.key, keys))
    numbers = {row.key: row.number for row in connection.execute(query)} if keys else {}
    for key, uid in keys.items():
        if key not in numbers:
            raise UnknownId("claim", uid)
    return {str(numbers[key]): rule[uid] for key, uid in keys.items()}


def signatures_on(connection: Connection, kind: Subject, uid: str, limit: int | None = None) -> list[SignedDecision]:
    """Every signature on a claim or an answer, newest first."""
    query = select(_DECISION).where(_DECISION.c.subject_key == key_of(uid), _DECISION.c.kind == kind)
    rows = connection.execute(query.order_by(_DECISION.c.number.desc()).limit(limit))
    return [signed_of(row._asdict()) for row in rows]


def signed_of(row: Mapping[str, Any]) -> SignedDecision:
    """An entry of the record as a signature."""
    seen = seen_of(row["seen"])
    filed = seen.pop(FILED, {})
    nothing: ReleasedText = "none"
    return SignedDecision(
        number=row["number"],
        at=row["at"],
        by=row["by"],
        kind=row["kind"],
        uid=row["subject"],
        decision=conclusion_of(row["decision"]),
        text=filed.get("text", nothing),
        reason=row["reason"],
        seen=MappingProxyType(seen),
        released=filed.get("released", ""),
        against=filed.get("against", ""),
        takes_back=filed.get("takes_back"),
        withdrawn=bool(filed.get("withdrawn", 0)),
        hash=row["hash"],
    )


def conclusion_of(word: str) -> Conclusion:
    """A decision as the record has it."""
    return Conclusion.ABSTAIN if word == _ABSTAINED else Conclusion(word)


def _kept(seen: Mapping[str, Any]) -> str:
    """The figures seen as they are stored: PostgreSQL looks into no JSON that holds NUL or a lone surrogate.

    Raises:
        InvalidInput: They are not values of JSON.
    """
    try:
        return json.dumps(_walked(json.loads(json_of(dict(seen))), escaped), sort_keys=True, separators=(",", ":"))
    except (TypeError, ValueError) as error:
        raise InvalidInput(f"the figures seen cannot be kept: {error}") from error


def seen_of(stored: str) -> dict[str, Any]:
    """The figures seen as they were given."""
    found: dict[str, Any] = _walked(json.loads(stored), unescaped)
    return found


def _walked(value: Any, turn: Any) -> Any:
    if isinstance(value, str):
        return turn(value)
    if isinstance(value, dict):
        return {turn(key): _walked(item, turn) for key, item in value.items()}
    return [_walked(item, turn) for item in value] if isinstance(value, list) else value
