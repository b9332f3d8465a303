"""Checks in plain, neutral words: what was expected, what stands there, and what would lift a limit."""

from types import MappingProxyType

from core.verification.records import Check
from core.verification.vocabulary import CapabilityLimit, CheckStatus, MatchMethod, Reason

STATUS_WORDS = MappingProxyType(
    {
        CheckStatus.GROUNDED: "grounded",
        CheckStatus.NOT_FOUND: "not found",
        CheckStatus.MISMATCH: "does not match",
        CheckStatus.STALE: "another version",
        CheckStatus.UNSUPPORTED_CLAIM_KIND: "cannot be checked literally",
        CheckStatus.CAPABILITY_BLOCKED: "source cannot show it",
        CheckStatus.ERROR: "could not be checked",
    }
)
"""Status -> the words for it."""

REASON_WORDS = MappingProxyType(
    {
        Reason.MISSING_LOCATOR: "the citation says nothing about where to look",
        Reason.MISSING_REQUIRED_TEXT: "the citation states no text to look for",
        Reason.UNSUPPORTED_CLAIM_KIND: "this kind of claim cannot be checked by comparing text",
        Reason.STALE_FINGERPRINT: "the citation was made against another version of the source",
        Reason.MISSING_SOURCE_FINGERPRINT: "the citation names a version; the source declares none",
        Reason.MISSING_CITATION_FINGERPRINT: "the source declares a version; the citation names none",
        Reason.MISSING_SPAN_CAPABILITY: "the citation points to a span; the source has none",
        Reason.MISSING_TABLE_CAPABILITY: "the citation points to a table cell; the source has no table structure",
        Reason.UNKNOWN_COORDINATE_ORIGIN: "the citation points to a box; the source does not say where boxes begin",
        Reason.ELEMENT_NOT_FOUND: "the source has no element of that name",
        Reason.SPAN_NOT_FOUND: "the source has no such span",
        Reason.PAGE_NOT_FOUND: "the source has no such page",
        Reason.BBOX_NOT_FOUND: "no element of that page lies around the box",
        Reason.LOCATOR_CONFLICT: "the places named in the citation contradict each other or the text",
        Reason.MISSING_PAGE_FOR_BBOX: "the citation gives a box and no page",
        Reason.MISSING_TABLE_CELL_LOCATOR: "the citation does not name one cell: a table with row and column is needed",
        Reason.TABLE_NOT_FOUND: "the source has no such table",
        Reason.TABLE_CELL_NOT_FOUND: "the table has no such cell",
        Reason.TEXT_MISMATCH: "the place exists and says something else",
        Reason.SOURCE_MISSING: "no artifact of this source can be opened",
        Reason.PARSE_FAILED: "the artifact cannot be read",
        Reason.NO_TEXT_LAYER: "there is no text to read, such as in a scan",
        Reason.TEXT_LAYER_UNRELIABLE: "characters of the source were lost when its text was extracted",
        Reason.REPRESENTATION_CHANGED: "the same file, read by another parser than when the citation was made",
        Reason.QUOTE_TOO_SHORT: "the quote is too short to be recognised inside a larger text",
        Reason.BOUNDARY_SPLIT: "the text stands there only as part of a longer word",
        Reason.NUMBER_SPLIT: "the text stands there only as part of a longer number",
        Reason.SUPERSCRIPT_IN_SPAN: "a number there is printed with raised digits, so that it reads differently",
        Reason.BIDI_CONTROL: "hidden signs change the direction of reading there",
        Reason.TABLE_HEADER_AMBIGUOUS: "the row or column named in the citation is not the only one of that name",
        Reason.FORMULA_NOT_CACHED: "the cell holds a formula whose value was never saved",
        Reason.AMBIGUOUS_LOCATION: "the text stands in several places and the citation does not say which",
        Reason.PASSWORD_REQUIRED: "the artifact is protected by a password",
        Reason.LIMITS_EXCEEDED: "reading the artifact would cost more than is allowed",
        Reason.CHECK_FAILED: "the check itself failed, so that nothing is known",
    }
)
"""Reason -> what it means."""

REMEDIES = MappingProxyType(
    {
        Reason.SOURCE_MISSING: "attach the file to the source",
        Reason.PARSE_FAILED: "attach an undamaged copy",
        Reason.NO_TEXT_LAYER: "attach a copy with a text layer, for instance after text recognition",
        Reason.TEXT_LAYER_UNRELIABLE: "extract the text again, or attach another format of the source",
        Reason.PASSWORD_REQUIRED: "attach a copy without a password",
        Reason.LIMITS_EXCEEDED: "attach a smaller file, or name the page",
        Reason.CHECK_FAILED: "check again with a newer Headwater",
        Reason.STALE_FINGERPRINT: "attach the version that was cited, or make the citation anew",
        Reason.REPRESENTATION_CHANGED: "make the citation anew from the present reading",
        Reason.MISSING_SOURCE_FINGERPRINT: "attach the artifact itself",
        Reason.MISSING_TABLE_CAPABILITY: "attach a format with tables",
        Reason.MISSING_SPAN_CAPABILITY: "cite the page or the element",
        Reason.UNKNOWN_COORDINATE_ORIGIN: "cite the element instead of a box",
        Reason.QUOTE_TOO_SHORT: "cite the whole sentence, or the element",
        Reason.AMBIGUOUS_LOCATION: "name the element, or what stands before and after",
        Reason.TABLE_HEADER_AMBIGUOUS: "name the cell by table, row and column number, or by all lines of the header",
        Reason.FORMULA_NOT_CACHED: "open and save the file in a spreadsheet program",
        Reason.MISSING_REQUIRED_TEXT: "state the text the source is to hold",
        Reason.MISSING_LOCATOR: "say where in the source to look",
    }
)
"""Reason -> what would lift it; reasons without an entry are findings, not limits."""

LIMIT_REMEDIES = MappingProxyType(
    {
        CapabilityLimit.MISSING_FINGERPRINT: "attach the file itself",
        CapabilityLimit.MISSING_TABLES: "attach a format with tables",
        CapabilityLimit.MISSING_PAGES: "attach a PDF",
        CapabilityLimit.MISSING_CROP_SUPPORT: "attach a PDF",
        CapabilityLimit.NO_TEXT_LAYER: "attach a copy with a text layer, for instance after text recognition",
        CapabilityLimit.TEXT_FROM_PACKAGE: "attach the file itself",
    }
)
"""Limit -> what would lift it; those without an entry belong to the format."""

LIMIT_WORDS = MappingProxyType(
    {
        CapabilityLimit.MISSING_FINGERPRINT: "no version: a change of the source would go unnoticed",
        CapabilityLimit.MISSING_SPANS: "no spans",
        CapabilityLimit.MISSING_CHAR_OFFSETS: "no character offsets",
        CapabilityLimit.MISSING_TABLES: "no table structure",
        CapabilityLimit.UNKNOWN_COORDINATE_ORIGIN: "boxes without a known origin, or no boxes",
        CapabilityLimit.MISSING_CROP_SUPPORT: "no pictures of its pages",
        CapabilityLimit.MISSING_STRUCTURE: "no headings and roles",
        CapabilityLimit.MISSING_PAGES: "no pages",
        CapabilityLimit.NO_TEXT_LAYER: "no text",
        CapabilityLimit.TEXT_FROM_PACKAGE: "the text came with the data; the artifact itself was not read",
        CapabilityLimit.FOOTNOTES_NOT_READ: "headers, footers and notes are not read",
        CapabilityLimit.UNLIMITED_MEMORY: "read without a memory limit on this system; time and size are limited",
    }
)
"""Limit -> what is missing."""


def describe(check: Check) -> str:
    """One or two sentences about a check.

    Returns:
        For a grounded check where it stands; else the reason, with what stands there against what is cited.
    """
    if check.grounded:
        return _found(check)
    sentence = REASON_WORDS[check.reason] if check.reason is not None else STATUS_WORDS[check.status]
    if check.status is CheckStatus.NOT_FOUND and check.reason is Reason.TEXT_MISMATCH:
        sentence = "the text does not stand in the source, and nothing there is like it"
    parts = [sentence[:1].upper() + sentence[1:] + "."]
    if check.note:
        parts.append(check.note[:1].upper() + check.note[1:] + ".")
    elif check.hint is not None:
        parts.append(_against(check))
    if check.elsewhere and not all(name in check.note for name in check.elsewhere):
        what = "page" if all(name.isdigit() for name in check.elsewhere) else "place"
        plural = "s" if len(check.elsewhere) > 1 else ""
        parts.append(f"It does stand on {what}{plural} {', '.join(check.elsewhere[:5])}.")
    if check.status is CheckStatus.STALE and check.still_occurs is not None:
        parts.append(
            "The text still stands there." if check.still_occurs else "The text does not stand there any more."
        )
    return " ".join(parts)


def _found(check: Check) -> str:
    where = _where(check)
    if check.method in (MatchMethod.PRESENCE_ONLY, MatchMethod.BBOX_CONTAINMENT):
        return f"The place exists{where}; nothing was compared."
    how = " after joining a word at a line end" if check.method is MatchMethod.NORMALIZED_DEHYPHENATED else ""
    often = f", {check.occurrences} times" if check.occurrences > 1 else ""
    outside = f" Right outside the quote: {', '.join(map(_quoted, check.qualifiers))}." if check.qualifiers else ""
    return f"Stands{where}{how}{often}.{outside}"


def _where(check: Check) -> str:
    evidence = check.evidence
    if evidence is None:
        return " there"
    if evidence.pages:
        return f" on pages {evidence.pages[0]}–{evidence.pages[-1]}"
    if evidence.position is not None:
        label = f" (printed {evidence.label})" if evidence.label and evidence.label != str(evidence.position) else ""
        return f" on page {evidence.position}{label}"
    return f" on {evidence.page}" if evidence.page else " there"


def _against(check: Check) -> str:
    hint = check.hint
    assert hint is not None
    where = _where(check) if check.evidence is not None and check.evidence.position is not None else ""
    named = [d for d in hint.differences if d.expected or d.observed][:3]
    if not named:
        return f"The closest passage{where} reads “{hint.text}”."
    said = "; ".join(f"the source says {_quoted(d.observed)}, the citation {_quoted(d.expected)}" for d in named)
    return f"In the closest passage{where} {said}."


def _quoted(words: str) -> str:
    return f"“{words}”" if words else "nothing"
