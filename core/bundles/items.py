"""The counted items of a claim, sorted by what checks, judgements and dates say of them; the unsaid is a heap too."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.model import Dossier, Evidence, Judgement, Source
from core.states import EvidenceState, SourceKind
from core.verification.vocabulary import CheckStatus, ClaimSupport, Reason

INACCESSIBLE = frozenset({Reason.PASSWORD_REQUIRED, Reason.PARSE_FAILED, Reason.NO_TEXT_LAYER, Reason.LIMITS_EXCEEDED})
"""A source that is there and cannot be read. One that nobody attached is "not checked", not inaccessible."""
NO_ACCESS = frozenset({"denied", "inaccessible", "restricted", "forbidden", "paywalled"})
"""Words of a source's ``access`` field that say that it may not be read."""
SUPPORT_AXES = frozenset({"support", "claim_support"})
LOW_AUTHORITY = frozenset({SourceKind.MODEL_OUTPUT})
_DATE = re.compile(r"(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?")

Checked = tuple[CheckStatus, Reason | None]


@dataclass(frozen=True, slots=True)
class Items:
    """Counted items that speak for the claim, by what their checks and judgements say. Each list holds item ids."""

    all: tuple[str, ...] = ()
    grounded: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    """A check says the words do not stand there."""
    unchecked: tuple[str, ...] = ()
    """No check that holds: none was made, it is stale, or it rests on a text that only came with the data."""
    stale: tuple[str, ...] = ()
    """Those that changed, grew old or are undated."""
    changed: tuple[str, ...] = ()
    """The source is not what it was when it was cited or checked."""
    old: tuple[str, ...] = ()
    undated: tuple[str, ...] = ()
    """Age was asked for, and the source has no date that could be read."""
    inaccessible: tuple[str, ...] = ()
    supported: tuple[str, ...] = ()
    contradicted: tuple[str, ...] = ()
    """Judged to say the opposite, or not what the claim says."""
    unjudged: tuple[str, ...] = ()
    without_text: tuple[str, ...] = ()
    low_authority: tuple[str, ...] = ()


def sort_items(
    dossier: Dossier,
    counted: Sequence[Evidence],
    sources: Mapping[str, Source],
    checks: Mapping[str, Checked],
    judgements: Sequence[Judgement],
    today: date | None,
    fresh_days: int | None,
) -> Items:
    """Sort the counted items of a claim.

    Args:
        dossier: The facts; its citations lead from checks to items.
        counted: Items that speak for the claim.
        sources: Source id -> source.
        checks: Citation id -> how its check ended.
        judgements: Of the claim, on support.
        today: Day from which age is counted.
        fresh_days: Age from which a source is stale; None asks no age. Where age is asked, a source without a date is
            stale: nothing shows that it is fresh.

    Source: [ETH] axes apart; [TOUCH] inaccessible, stale and of low authority are states of their own.
    """
    by_source: dict[str, list[Checked]] = {}
    by_item: dict[str, list[Checked]] = {}
    stale_sources: set[str] = set()
    for citation in dossier.citations:
        source = sources.get(citation.source_id)
        stated = (citation.expected_fingerprint, source.fingerprint if source is not None else None)
        if all(stated) and _bare(stated[0]) != _bare(stated[1]):
            stale_sources.add(citation.source_id)
        check = checks.get(citation.id)
        if check is not None and citation.evidence_id is not None:
            by_item.setdefault(citation.evidence_id, []).append(check)
        elif check is not None:
            by_source.setdefault(citation.source_id, []).append(check)
    said = {j.evidence_id: j.value for j in sorted(judgements, key=lambda j: j.at or "") if j.axis in SUPPORT_AXES}
    groups: dict[str, list[str]] = {name: [] for name in Items.__dataclass_fields__}
    for item in counted:
        source = sources.get(item.source_id)
        groups["all"].append(item.id)
        # A check of the item's own citation speaks for the item; one of its source only where the item has none.
        found = by_item.get(item.id) or by_source.get(item.source_id, [])
        groups["inaccessible" if closed(source) else _grounding(item, found)].append(item.id)
        aged = _aged(source, today, fresh_days) if fresh_days is not None and today is not None else ""
        moved = item.source_id in stale_sources or any(status is CheckStatus.STALE for status, _ in found)
        for name in ("stale" if moved or aged else "", "changed" if moved else "", aged):
            if name:
                groups[name].append(item.id)
        word = said.get(item.id, "")
        if word in (ClaimSupport.CONTRADICTED, ClaimSupport.UNSUPPORTED):
            groups["contradicted"].append(item.id)
        elif word == ClaimSupport.SUPPORTED or item.state is EvidenceState.SUPPORTED:
            groups["supported"].append(item.id)
        else:
            groups["unjudged"].append(item.id)
        if not item.text.strip() and not (source is not None and (source.text or "").strip()):
            groups["without_text"].append(item.id)
        if of_low_authority(source):
            groups["low_authority"].append(item.id)
    return Items(**{name: tuple(ids) for name, ids in groups.items()})


def _grounding(item: Evidence, found: Sequence[Checked]) -> str:
    """The worst of what the checks say; grounded only where they took the item to "verified", or its data did.

    A check may find the words in a text that only came with the data, or leave something to look at: such a check
    promotes nothing, and the item's state says so.
    """
    if any(status in (CheckStatus.NOT_FOUND, CheckStatus.MISMATCH) for status, _ in found):
        return "failed"
    if any(status is CheckStatus.ERROR and reason in INACCESSIBLE for status, reason in found):
        return "inaccessible"
    proven = item.state.step >= EvidenceState.VERIFIED.step
    return "grounded" if proven and all(status is CheckStatus.GROUNDED for status, _ in found) else "unchecked"


def _bare(fingerprint: str | None) -> str:
    return (fingerprint or "").removeprefix("sha256:").casefold()


def _aged(source: Source | None, today: date, days: int) -> str:
    """ "old" for a source older than so many days, a date without day or month taken at its earliest; "undated"."""
    found = _DATE.match((source.published_at or "") if source is not None else "")
    if found is None:
        return "undated"
    try:
        published = date(int(found[1]), int(found[2] or 1), int(found[3] or 1))
    except ValueError:
        return "undated"
    return "old" if (today - published).days > days else ""


def closed(source: Source | None) -> bool:
    """Whether the data say that a source may not or cannot be read.

    Source: [TOUCH] section 8, inaccessible under policy; read from the fields ``access`` and ``accessible``.
    """
    if source is None:
        return False
    word = source.extra.get("access")
    denied = isinstance(word, str) and word.strip().casefold() in NO_ACCESS
    return denied or source.extra.get("accessible") is False


def of_low_authority(source: Source | None) -> bool:
    """Whether a source is a model's output, or the data call its authority low (a word, or a number below 0.5).

    Source: [HOUSE] nothing else is guessed of a source's standing.
    """
    if source is None:
        return False
    stated: Any = source.extra.get("authority")
    if isinstance(stated, str) and stated.strip().casefold() == "low":
        return True
    number = isinstance(stated, int | float) and not isinstance(stated, bool)
    return source.kind in LOW_AUTHORITY or (number and stated < 0.5)
