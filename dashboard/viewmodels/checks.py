"""What the checks say on the pages of claims and answers: per source, and as one count with its n."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.checked import NOT_CHECKED, CitationLine
from core.headline import Looked, verified_citations
from core.model import Dossier
from core.quality_words import quality_words as quality_words
from core.verification.vocabulary import CheckStatus
from dashboard.check_words import (
    CHECK,
    CHECK_SIGN,
    GRAVEST,
    OUTDATED,
    key_of,
    number_words,
    outdated,
    place_words,
    sound,
    status_words,
    tone_of,
)

BEFORE_OUTDATED = 2
"""Statuses that are graver than a check that has to be made again."""
GROUNDED = CheckStatus.GROUNDED.value
AGAIN = "again"
"""Stands in a tally for checks that have to be made again."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many citations a claim has, and what is known of them."""

    total: int = 0
    grounded: int = 0
    """With a check that still holds."""
    sound: frozenset[str] = frozenset()
    """Those themselves, by uid."""
    by_status: Mapping[str, int] | None = None
    """How many of each status; those that have to be checked again are apart."""

    @property
    def checked(self) -> int:
        """Citations that somebody has looked at."""
        return self.total - (self.by_status or {}).get(NOT_CHECKED, 0) if self.by_status is not None else 0


NOTHING = Tally()
"""Of a claim whose citations were not asked for."""


@dataclass(frozen=True, slots=True)
class SourceChecks:
    """The checks of one source's citations in one cell."""

    words: str
    tone: str
    hint: str
    sign: str


@dataclass(frozen=True, slots=True)
class CitationBlock:
    """One citation in the inspector."""

    uid: str
    marker: str
    status: str
    tone: str
    summary: str
    expected: str
    place: str


def tally(lines: Sequence[CitationLine]) -> Tally:
    """Count the citations of a claim."""
    by_status: dict[str, int] = {}
    for line in lines:
        key = AGAIN if outdated(line) else key_of(line.status)
        by_status[key] = by_status.get(key, 0) + 1
    grounded = frozenset(line.uid for line in lines if sound(line))
    return Tally(len(lines), len(grounded), grounded, by_status)


def tally_words(found: Tally) -> str:
    """What is not grounded, in words."""
    if not found.total:
        return "the file names no citations"
    if not found.checked:
        return f"{found.total:,} cited, none looked at"
    by = dict(found.by_status or {})
    parts = [number_words(key, by[key]) for key in GRAVEST if by.get(key) and key != GROUNDED]
    if by.get(AGAIN):
        parts.append(f"{by[AGAIN]:,} {OUTDATED}")
    return ", ".join(parts) if parts else "every one stands in its source"


def tally_short(found: Tally) -> str:
    """The same in a few words: what failed by name, what was not compared as a number."""
    by = dict(found.by_status or {})
    failed = [number_words(key, by[key]) for key in ("mismatch", "not_found") if by.get(key)]
    rest = found.total - found.grounded - sum(by.get(key, 0) for key in ("mismatch", "not_found"))
    if (not failed and not rest) or not found.checked:
        return tally_words(found)
    return ", ".join([*failed, *([f"{rest:,} open"] if rest else [])])


def looked(found: Tally, dossier: Dossier) -> Looked:
    """The count as the figures take it; what is grounded and not verified yet is said."""
    prefix = f"{dossier.dataset}:"
    verified = verified_citations(dossier, {uid.removeprefix(prefix) for uid in found.sound})
    rest = tally_short(found)
    if verified < found.grounded:
        rest = f"{found.grounded:,} grounded" + ("" if found.grounded == found.total else f"; {rest}")
    return Looked(found.checked, verified, rest)


def by_source(lines: Sequence[CitationLine]) -> dict[str, SourceChecks]:
    """Source id -> what the checks of its citations say; the gravest is named, the number of grounded ones with it."""
    grouped: dict[str, list[CitationLine]] = {}
    for line in lines:
        grouped.setdefault(line.source_id, []).append(line)
    return {source: together(group) for source, group in grouped.items()}


def together(group: Sequence[CitationLine]) -> SourceChecks:
    """Several citations in one cell."""
    worst = min(group, key=_gravity)
    key = key_of(worst.status)
    words = OUTDATED if outdated(worst) else CHECK[key]
    if len(group) > 1:
        grounded = sum(sound(line) for line in group)
        words = f"{words} ×{len(group)}" if _same(group) else f"{words} · {grounded} of {len(group)} grounded"
    hint = "\n".join(f"{line.marker or line.uid}: {status_words(line)}. {line.summary}" for line in group[:8])
    return SourceChecks(words, tone_of(worst), hint, "↻" if outdated(worst) else CHECK_SIGN[key])


def _gravity(line: CitationLine) -> float:
    at = GRAVEST.index(key_of(line.status))
    return BEFORE_OUTDATED - 0.5 if outdated(line) and at >= BEFORE_OUTDATED else at


def _same(group: Sequence[CitationLine]) -> bool:
    return len({(line.status, outdated(line)) for line in group}) == 1


def by_item(lines: Sequence[CitationLine], dossier: Dossier) -> dict[str, SourceChecks]:
    """Evidence id -> what the checks of its citations say; a citation that names no passage is of all of its source."""
    named = {f"{dossier.dataset}:{citation.id}": citation.evidence_id for citation in dossier.citations}
    found = {}
    for item in dossier.evidence:
        own = [line for line in lines if named.get(line.uid) == item.id]
        group = own or [line for line in lines if line.source_id == item.source_id and named.get(line.uid) is None]
        if group:
            found[item.id] = together(group)
    return found


def badges(lines: Sequence[CitationLine]) -> dict[str, str]:
    """Source id -> the word the graph's badge stands for; a source that no check has looked at has no badge."""
    return {
        source: checks.words
        for source, checks in by_source([line for line in lines if line.status is not None]).items()
    }


def citation_blocks(lines: Sequence[CitationLine], source_id: str) -> tuple[CitationBlock, ...]:
    """The citations of a claim that point to one source."""
    return tuple(
        CitationBlock(
            line.uid,
            line.marker or "",
            status_words(line),
            tone_of(line),
            line.summary,
            line.expected_text or "",
            place_words(line),
        )
        for line in lines
        if line.source_id == source_id
    )
