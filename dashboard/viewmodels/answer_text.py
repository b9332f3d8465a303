"""An answer's text in stretches: claims marked by their decision, citation markers by what their checks say."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from core.checked import CitationLine
from core.results import ClaimSummary
from core.verification.markers import Marker, Resolved, resolve
from dashboard.check_words import key_of, sound
from dashboard.viewmodels.checks import together
from dashboard.viewmodels.numbers import count
from dashboard.wording import CONCLUSION_TONE, conclusion_words

_BETWEEN = re.compile(r"[\s\[\],;]*")
NOWHERE = "no such source"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of the answer's text; ``mark`` follows it where a claim or a run of markers ends there."""

    text: str
    mark: str = ""
    tone: str = ""
    pick: str = ""
    """The citation that a click opens, of a marker."""
    hint: str = ""
    sign: str = ""
    """Stands behind a marker."""


@dataclass(frozen=True, slots=True)
class AnswerText:
    """The stretches, and what does not fit."""

    spans: tuple[Span, ...]
    unplaced: int
    """Claims whose words are not in the text."""
    flaws: tuple[str, ...]
    """Markers that lead nowhere and citations that no marker leads to, in words."""


@dataclass(slots=True)
class _Cut:
    """One thing that happens at a place of the text."""

    start: int
    end: int
    order: int
    span: Span


@dataclass(frozen=True, slots=True)
class _Place:
    """Where the words of a claim stand."""

    start: int
    end: int
    number: int
    claim: ClaimSummary = field(compare=False)


def answer_stretches(
    text: str, claims: Sequence[ClaimSummary], sentences: Mapping[str, str], lines: Sequence[CitationLine] = ()
) -> AnswerText:
    """Cut an answer's text after each claim and at each citation marker; nothing of the text is lost or renumbered."""
    places = _places(text, claims, sentences)
    numbered: dict[str, list[CitationLine]] = {}
    for line in lines:
        numbered.setdefault(_number(line.marker), []).append(line)
    numbered.pop("", None)
    found = (
        resolve(text, {number: group[0].source_id for number, group in numbered.items()}) if numbered else Resolved(())
    )
    cuts = [_claim_cut(place) for place in places]
    for run in _runs(text, found.markers):
        groups = [_meant(marker, numbered.get(marker.text, ()), places) for marker in run]
        cuts += _run_cuts(text, run, groups)
    spans, done = [], 0
    for cut in sorted(cuts, key=lambda one: (one.start, one.end, one.order)):
        if cut.start < done and cut.end > cut.start:
            continue
        before = text[done : max(done, cut.start)]
        if cut.end > cut.start:
            spans += [Span(before)] if before else []
            spans.append(cut.span)
        else:
            spans.append(Span(before, cut.span.mark, cut.span.tone, hint=cut.span.hint))
        done = max(done, cut.end)
    if done < len(text) or not spans:
        spans.append(Span(text[done:]))
    return AnswerText(tuple(spans), len(claims) - len(places), _flaws(found, lines, text))


def _places(text: str, claims: Sequence[ClaimSummary], sentences: Mapping[str, str]) -> list[_Place]:
    places = []
    for number, claim in enumerate(claims, 1):
        for words in (claim.text.strip().rstrip("."), sentences.get(claim.uid, "").strip()):
            at = text.find(words) if words else -1
            if at >= 0:
                places.append(_Place(at, at + len(words), number, claim))
                break
    return sorted(places, key=lambda place: (place.end, place.number))


def _claim_cut(place: _Place) -> _Cut:
    verdict = place.claim.verdict
    mark = f"{place.number} {conclusion_words(None if verdict is None else verdict.conclusion)}"
    tone = "" if verdict is None else CONCLUSION_TONE[verdict.conclusion]
    return _Cut(place.end, place.end, place.number, Span("", mark, tone))


def _number(marker: str | None) -> str:
    return (marker or "").strip().strip("[](){}^ ")


def _runs(text: str, markers: Sequence[Marker]) -> list[list[Marker]]:
    """Markers that follow each other with nothing between them but brackets."""
    runs: list[list[Marker]] = []
    for marker in markers:
        last = runs[-1][-1] if runs else None
        same = last is not None and last.start == marker.start
        if last is not None and (same or _BETWEEN.fullmatch(text, last.end, marker.start)):
            runs[-1].append(marker)
        else:
            runs.append([marker])
    return runs


def _meant(marker: Marker, group: Sequence[CitationLine], places: Sequence[_Place]) -> Sequence[CitationLine]:
    """The citations a marker stands for: those of the claim it follows or stands in, else all of its number."""
    inside = {place.claim.uid for place in places if place.start <= marker.start < place.end}
    ended = [place.end for place in places if place.end <= marker.start]
    if not inside and ended:
        inside = {place.claim.uid for place in places if place.end == max(ended)}
    return [line for line in group if line.claim_uid in inside] or group


def _run_cuts(text: str, run: Sequence[Marker], groups: Sequence[Sequence[CitationLine]]) -> list[_Cut]:
    cuts = []
    written: dict[tuple[int, int], list[tuple[Marker, Sequence[CitationLine]]]] = {}
    for marker, group in zip(run, groups, strict=True):
        written.setdefault((marker.start, marker.end), []).append((marker, group))
    for (start, end), members in written.items():
        group = [line for _, lines in members for line in lines]
        lost = [marker.text for marker, lines in members if not lines]
        if lost or not group:
            hint = f"{', '.join(lost)}: {NOWHERE}"
            pick, tone, sign = group[0].uid if group else "", "refuse", "✕"
        else:
            checks = together(group)
            pick, tone, sign = group[0].uid, checks.tone, checks.sign
            hint = f"{group[0].source_title or group[0].source_id}\n{checks.hint}"
        cuts.append(_Cut(start, end, 0, Span(text[start:end], "", tone, pick, hint, sign)))
    last = max(end for _, end in written)
    cuts.append(_Cut(last + 1, last + 1, 10**6, Span("", *_summary(run, groups))))
    return cuts


def _summary(run: Sequence[Marker], groups: Sequence[Sequence[CitationLine]]) -> tuple[str, str]:
    """What the checks of a run of markers say, in words: of one its status, of many how many are grounded."""
    lines = [line for group in groups for line in group]
    lost = sum(not group for group in groups)
    if len(run) == 1:
        if lost:
            return NOWHERE, "refuse"
        checks = together(lines)
        return checks.words, checks.tone
    grounded = sum(bool(group) and all(sound(line) for line in group) for group in groups)
    failed = sum(any(key_of(line.status) in ("mismatch", "not_found") for line in group) for group in groups)
    words = f"{grounded} of {len(run)} grounded" + (f", {lost} {NOWHERE}" if lost else "")
    if grounded == len(run):
        return words, "answer"
    return words, "refuse" if failed or lost else "qualify" if any(line.status for line in lines) else ""


def _flaws(found: Resolved, lines: Sequence[CitationLine], text: str) -> tuple[str, ...]:
    flaws = []
    lost = tuple(dict.fromkeys(marker.text for marker in found.markers if marker.source_id is None))
    if lost:
        flaws.append(f"No such source: {', '.join(f'[{number}]' for number in lost)}.")
    if found.unsupported_sentences:
        quoted = "; ".join(f"“{text[start:end].strip()}”" for start, end in found.unsupported_sentences[:3])
        flaws.append(f"Nothing stands behind {count(len(found.unsupported_sentences), 'sentence')}: {quoted}")
    shown = {marker.text for marker in found.markers}
    idle = tuple(dict.fromkeys(n for line in lines if (n := _number(line.marker)) and n not in shown))
    if idle and found.markers:
        flaws.append(f"Listed, but not in the text: {', '.join(f'[{number}]' for number in idle)}.")
    return tuple(flaws)
