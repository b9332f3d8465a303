"""What a text check found, put into words and places: the quote with its surroundings, or what comes closest."""

import re
from dataclasses import dataclass, replace

from core.verification.citations import CitedClaim
from core.verification.config import HouseRules, TextNormalization
from core.verification.index import SourceIndex
from core.verification.locating import Place
from core.verification.matching.context import NO_CONTEXT, Context, reads_like_an_instruction, surroundings
from core.verification.matching.differences import Hint, closest
from core.verification.matching.finding import Found, NotFound, find
from core.verification.matching.names import mixed_scripts
from core.verification.matching.profiles import Normalized, folded, normalized_text
from core.verification.page_breaks import Joined
from core.verification.records import Evidence
from core.verification.representation import HIDDEN, RAISED, RAISED_NUMBER
from core.verification.vocabulary import Advisory, CheckStatus, MatchMethod, Reason

_UNREADABLE = re.compile("[\x00-\x08\x0b\x0e-\x1f\ufffd\ue000-\uf8ff]")
_HINT_CHARS = 400_000
"""Longest target in which a closest passage is looked for."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a text check ended."""

    status: CheckStatus
    reason: Reason | None = None
    method: MatchMethod = MatchMethod.NONE
    evidence: Evidence | None = None
    warnings: tuple[Advisory, ...] = ()
    hint: Hint | None = None
    qualifiers: tuple[str, ...] = ()
    folded: tuple[str, ...] = ()
    occurrences: int = 0
    elsewhere: tuple[str, ...] = ()
    note: str = ""


def accept(index: SourceIndex, place: Place, found: Found, rules: HouseRules) -> Outcome:
    """The outcome of a text that was found: grounded, unless a number in it shows raised digits."""
    spans, base = found.spans, place.start
    text = place.text or ""
    if base is not None and index.has(RAISED_NUMBER):
        spans = tuple(span for span in spans if not index.marked(RAISED_NUMBER, base + span[0], base + span[1]))
        if not spans:
            first = found.spans[0]
            evidence = placed(index, place, base + first[0], base + first[1], text[slice(*first)])
            return Outcome(
                CheckStatus.MISMATCH, Reason.SUPERSCRIPT_IN_SPAN, found.method, evidence, occurrences=len(found.spans)
            )
    start, end = spans[0]
    around = surroundings(text, start, end, rules.context_chars)
    warnings = list(found.advisories)
    if around.qualifiers:
        warnings.append(Advisory.QUALIFIER_OUTSIDE_QUOTE)
    if len(spans) > 1:
        warnings.append(Advisory.AMBIGUOUS_LOCATION)
    if base is not None:
        warnings += _marked(index, base + start, base + end)
        parts = tuple((base + a, base + b) for a, b in found.parts)
        places = tuple((base + a, base + b) for a, b in spans)
        evidence = placed(index, place, base + start, base + end, text[start:end], around, places, parts)
    else:
        evidence = replace(
            of_place(place),
            quoted=text[start:end],
            places=spans,
            parts=found.parts,
            before=around.before,
            after=around.after,
        )
    if evidence.pages:
        warnings.append(Advisory.PAGES_JOINED)
    if mixed_scripts(text[start:end]):
        warnings.append(Advisory.MIXED_SCRIPT)
    literal = found.method in (MatchMethod.EXACT_TEXT, MatchMethod.EXACT_TEXT_CONTAINS)
    return Outcome(
        CheckStatus.GROUNDED,
        None,
        found.method,
        evidence,
        tuple(dict.fromkeys(warnings)) if len(warnings) > 1 else tuple(warnings),
        qualifiers=around.qualifiers,
        folded=() if literal else folded(text[start:end], index.config.text_normalization),
        occurrences=len(spans),
    )


def _marked(index: SourceIndex, start: int, end: int) -> list[Advisory]:
    warnings = []
    if index.marked(HIDDEN, start, end):
        ocr = Advisory.OCR_TEXT_LAYER in index.representation.warnings
        warnings.append(Advisory.OCR_TEXT_LAYER if ocr else Advisory.HIDDEN_TEXT_DETECTED)
    if index.marked(RAISED, start, end):
        warnings.append(Advisory.SUPERSCRIPT_NEARBY)
    return warnings


def of_place(place: Place) -> Evidence:
    """The place itself as evidence."""
    page = place.page
    return Evidence(
        text=place.text if place.scope not in ("page", "document") else None,
        page=place.page_id,
        box=place.box,
        position=page.position if page else None,
        label=page.label if page else None,
    )


def placed(
    index: SourceIndex,
    place: Place,
    start: int,
    end: int,
    quoted: str,
    around: Context = NO_CONTEXT,
    places: tuple[tuple[int, int], ...] = (),
    parts: tuple[tuple[int, int], ...] = (),
) -> Evidence:
    """A stretch of the text as evidence, with its page, box, element and surroundings."""
    page, last = index.page_of(start), index.page_of(max(start, end - 1))
    element = index.element_of(start, end)
    wider = (
        place.text if place.scope in ("element", "span", "cell") else element.text if element is not None else quoted
    )
    return Evidence(
        text=wider,
        page=page.id if page else place.page_id,
        box=index.box(start, end, page.id if page else None) or (place.box if place.scope == "element" else None),
        quoted=quoted,
        chars=(start, end),
        position=page.position if page else None,
        label=page.label if page else None,
        pages=(page.position, last.position) if page and last and page is not last else (),
        before=around.before,
        after=around.after,
        places=places,
        parts=parts,
        element_id=element.id if element is not None else None,
    )


def across(index: SourceIndex, joined: Joined, rules: HouseRules) -> Outcome:
    """A quote that begins on one page and ends on the next, running headers and footers left out."""
    left, right, method = joined
    text = index.representation.text
    if any(index.marked(RAISED_NUMBER, *part) for part in (left, right)):
        return Outcome(CheckStatus.MISMATCH, Reason.SUPERSCRIPT_IN_SPAN, method)
    first, last = index.page_of(left[0]), index.page_of(right[0])
    around = surroundings(text, left[0], right[1], rules.context_chars)
    warnings = [Advisory.PAGES_JOINED]
    if around.qualifiers:
        warnings.append(Advisory.QUALIFIER_OUTSIDE_QUOTE)
    for part in (left, right):
        warnings += _marked(index, *part)
    assert first is not None and last is not None
    evidence = Evidence(
        text=text[slice(*left)] + " " + text[slice(*right)],
        page=first.id,
        box=index.box(*left, first.id),
        quoted=text[slice(*left)] + " " + text[slice(*right)],
        chars=left,
        parts=(left, right),
        position=first.position,
        label=first.label,
        pages=(first.position, last.position),
        before=around.before,
        after=around.after,
    )
    return Outcome(
        CheckStatus.GROUNDED, None, method, evidence, tuple(dict.fromkeys(warnings)), qualifiers=around.qualifiers,
        occurrences=1,
    )  # fmt: skip


def refuse(index: SourceIndex, claim: CitedClaim, place: Place, why: NotFound, rules: HouseRules) -> Outcome:
    """The outcome of a text that was not found: why, what comes closest, and where else it stands."""
    expected = claim.text or ""
    text = place.text or ""
    base = place.start
    reason = why.reason
    warnings = list(why.advisories)
    split = reason in (Reason.BOUNDARY_SPLIT, Reason.NUMBER_SPLIT) and base is not None and why.near is not None
    cut = why.near or (0, 0)
    if split and index.marked(RAISED_NUMBER, (base or 0) + cut[0], (base or 0) + cut[1]):
        reason = Reason.SUPERSCRIPT_IN_SPAN
    near = None
    if why.near is not None and base is not None:
        near = placed(index, place, base + why.near[0], base + why.near[1], text[slice(*why.near)])
    elif why.near is not None:
        near = replace(of_place(place), quoted=text[slice(*why.near)])
    hint, note = None, ""
    absent = near is None and reason in (Reason.TEXT_MISMATCH, Reason.QUOTE_TOO_SHORT)
    if absent and len(text) <= _HINT_CHARS and (reason is Reason.TEXT_MISMATCH or _UNREADABLE.search(text)):
        hint = closest(expected, _normal(index, place), rules.hint_cutoff, text)
    if hint is not None and hint.differences and all(_UNREADABLE.search(d.observed) for d in hint.differences):
        note = "characters of the source were lost when its text was extracted"
        return Outcome(
            CheckStatus.CAPABILITY_BLOCKED,
            Reason.TEXT_LAYER_UNRELIABLE,
            evidence=of_place(place),
            warnings=(Advisory.CAPABILITY_LIMITED,),
            hint=hint,
            note=note,
        )
    if reason is Reason.QUOTE_TOO_SHORT:
        hint = None
    if hint is not None and _same_in_print(expected, hint.text):
        warnings.append(Advisory.TYPOGRAPHY_DIFFERS)
        note = "only the writing differs, not the words: a dash, an ellipsis, the width of a letter"
    elif hint is not None:
        warnings += [difference.flag for difference in hint.differences if difference.flag is not None]
    elsewhere = _elsewhere(index, claim, place, rules, short=reason is Reason.QUOTE_TOO_SHORT) if absent else ()
    if elsewhere:
        warnings.append(Advisory.FOUND_ELSEWHERE)
        reason = Reason.LOCATOR_CONFLICT if place.scope == "page" else reason
    if reads_like_an_instruction(text):
        warnings.append(Advisory.INSTRUCTION_LIKE_TEXT)
    status = CheckStatus.MISMATCH
    if place.scope == "document" and reason is Reason.TEXT_MISMATCH and hint is None and near is None:
        status = CheckStatus.NOT_FOUND
    return Outcome(
        status,
        reason,
        MatchMethod.NONE if status is CheckStatus.NOT_FOUND else MatchMethod.NORMALIZED_TEXT_CONTAINS,
        near or (closest_place(index, place, hint, rules) if hint is not None else of_place(place)),
        tuple(dict.fromkeys(warnings)),
        hint=hint,
        occurrences=why.places,
        elsewhere=elsewhere,
        note=note,
    )


def closest_place(index: SourceIndex, place: Place, hint: Hint, rules: HouseRules) -> Evidence:
    """Where the closest passage stands, for the reader: its page, box and surroundings; it quotes nothing."""
    around = surroundings(place.text or "", hint.start, hint.end, rules.context_chars)
    evidence = replace(of_place(place), before=around.before, after=around.after)
    if place.start is None or place.scope not in ("page", "document"):
        return evidence
    start, end = place.start + hint.start, place.start + hint.end
    page = index.page_of(start)
    if page is None:
        return evidence
    box = index.box(start, end, page.id) or evidence.box
    return replace(evidence, page=page.id, position=page.position, label=page.label, box=box)


def _same_in_print(expected: str, observed: str) -> bool:
    """Whether two texts differ only in what the opt-in profile folds."""
    fold = TextNormalization.TYPOGRAPHIC_V1
    return normalized_text(expected, fold) == normalized_text(observed, fold)


def _normal(index: SourceIndex, place: Place) -> Normalized:
    text = place.text or ""
    if place.start is not None and index.representation.flat:
        return index.haystack(place.start, place.start + len(text)).normal
    return index.loose(text).normal


def _elsewhere(
    index: SourceIndex, claim: CitedClaim, place: Place, rules: HouseRules, *, short: bool
) -> tuple[str, ...]:
    """Where the text does stand, if not at the place cited: pages by position, else elements by id."""
    source = index.representation
    if place.scope == "document" or not source.flat or not source.text:
        return ()
    if short:
        # Too short to be recognised inside a text, but it may be the whole of another page.
        pages = (p for p in source.pages if p.end - p.start <= 4 * len(claim.text or ""))
        found = (p for p in pages if isinstance(find(claim.text or "", index.haystack(p.start, p.end), rules), Found))
        return tuple(str(page.position) for page in found)
    outcome = find(claim.text or "", index.haystack(0, len(source.text)), rules)
    if not isinstance(outcome, Found):
        return ()
    names: dict[str, None] = {}
    for start, end in outcome.spans[:20]:
        page = index.page_of(start)
        element = index.element_of(start, end)
        name = str(page.position) if page is not None else element.id if element is not None else None
        if name is not None:
            names[name] = None
    return tuple(names)
