"""The user-facing names of everything a check of a citation can say: statuses, methods, advisories, judgements."""

from types import MappingProxyType

from core.checked import NOT_CHECKED, Axis, CitationLine, MatchedBy
from core.verification.vocabulary import (
    Advisory,
    CheckStatus,
    ClaimSupport,
    MatchMethod,
    Relevance,
    Synthesis,
)
from core.verification.wording import STATUS_WORDS

CHECK = MappingProxyType(
    {**{status.value: words for status, words in STATUS_WORDS.items()}, NOT_CHECKED: "not checked"}
)
"""Status as filters and counts write it -> its word; no two are ever merged."""

CHECK_SIGN = MappingProxyType(
    {
        "grounded": "✓",
        "mismatch": "≠",
        "not_found": "?",
        "stale": "↻",
        "unsupported_claim_kind": "–",
        "capability_blocked": "⊘",
        "error": "!",
        NOT_CHECKED: "·",
    }
)
"""A sign beside the word, so that no status is told by its colour alone."""

CHECK_TONE = MappingProxyType(
    {
        "grounded": "answer",
        "mismatch": "refuse",
        "not_found": "refuse",
        "stale": "qualify",
        "unsupported_claim_kind": "qualify",
        "capability_blocked": "qualify",
        "error": "qualify",
        NOT_CHECKED: "",
    }
)
"""The colour of a status; green is for what a check has grounded, and for nothing else."""

CHECK_HELP = MappingProxyType(
    {
        "grounded": "The text stands in the source at the place cited. It says nothing about what the text means.",
        "mismatch": "The place was found, and something else stands there.",
        "not_found": "The whole source was searched, and nothing like the text is in it.",
        "stale": "The citation was made with another version of the source than the one that is here.",
        "unsupported_claim_kind": "What is cited is no text, so that nothing can be compared.",
        "capability_blocked": "The file that is here cannot show what is cited; another form of it might.",
        "error": "Nothing was compared: the source is missing, unreadable, or took longer than is allowed.",
        NOT_CHECKED: "Nobody has looked yet. That says nothing about right or wrong.",
    }
)

CHECK_MANY = MappingProxyType(
    {
        "mismatch": "do not match",
        "stale": "of another version",
        "capability_blocked": "that their source cannot show",
    }
)
"""The words for several, where they are others."""

GRAVEST = (
    "mismatch",
    "not_found",
    "stale",
    "error",
    "capability_blocked",
    "unsupported_claim_kind",
    NOT_CHECKED,
    "grounded",
)
"""Statuses in the order in which one is named for many."""

OUTDATED = "to be checked again"
"""What is said of a check that was made with something else than what is here now."""

METHOD = MappingProxyType(
    {
        MatchMethod.EXACT_TEXT: "the whole text, sign by sign",
        MatchMethod.NORMALIZED_TEXT: "the whole text; spaces, quotation marks and ligatures alike",
        MatchMethod.EXACT_TEXT_CONTAINS: "contained, sign by sign",
        MatchMethod.NORMALIZED_TEXT_CONTAINS: "contained; spaces, quotation marks and ligatures alike",
        MatchMethod.NORMALIZED_DEHYPHENATED: "contained, after joining a word that is split at a line end",
        MatchMethod.TABLE_CELL_LOOKUP: "the cell of a table",
        MatchMethod.BBOX_CONTAINMENT: "a box on the page; nothing was compared",
        MatchMethod.PRESENCE_ONLY: "that the place exists; nothing was compared",
        MatchMethod.NONE: "nothing was compared",
    }
)

ADVISORY = MappingProxyType(
    {
        Advisory.LOW_CONFIDENCE_READING_ORDER: "the order of reading on this page is uncertain",
        Advisory.LOW_CONFIDENCE_TABLE_STRUCTURE: "where the cells of this table begin and end is uncertain",
        Advisory.HIDDEN_TEXT_DETECTED: "the text is there, but cannot be seen on the page",
        Advisory.OFF_PAGE_TEXT_DETECTED: "some text lies outside the page",
        Advisory.LOW_CONTRAST_TEXT_DETECTED: "some text hardly stands out from the page",
        Advisory.ANNOTATIONS_PRESENT: "the file has annotations",
        Advisory.EXTERNAL_LINKS_PRESENT: "the file links to places outside",
        Advisory.IMAGE_ONLY_PAGE: "a page is a picture without text",
        Advisory.UNSUPPORTED_ANNOTATION: "the file has annotations that are not read",
        Advisory.PARTIAL_PARSE: "only a part of the file could be read",
        Advisory.CAPABILITY_LIMITED: "the file cannot show everything that was asked",
        Advisory.OCR_TEXT_LAYER: "the text was recognised from a picture, and may have reading errors",
        Advisory.QUALIFIER_OUTSIDE_QUOTE: "a word right outside the quote may turn it: read the sentence",
        Advisory.NEGATION_OMITTED: "what the quote leaves out contains a negation: read the sentence",
        Advisory.AMBIGUOUS_LOCATION: "the text stands in several places; the first is shown",
        Advisory.AMBIGUOUS_HYPHEN: "a hyphen at a line end can be read in two ways",
        Advisory.UNPINNED_CITATION: "the citation names no version of the source",
        Advisory.REPRESENTATION_CHANGED: "the file is read by another parser than when the citation was made",
        Advisory.SUPERSCRIPT_NEARBY: "raised or lowered signs stand in the text",
        Advisory.PAGE_LABEL_USED: "the page was found by the number printed on it",
        Advisory.PAGES_JOINED: "the text runs over a page break; header and footer were left out",
        Advisory.PAGE_NOT_COMPARABLE: "the edition cited has another number of pages: the page is not confirmed",
        Advisory.FOUND_ELSEWHERE: "the text stands somewhere else in the source",
        Advisory.TYPOGRAPHY_DIFFERS: "only the writing differs, not the words",
        Advisory.NUMBER_DIFFERS: "a number differs",
        Advisory.NAME_DIFFERS: "a name differs",
        Advisory.AMBIGUOUS_NUMBER: "a number can be read in two ways",
        Advisory.MIXED_SCRIPT: "letters of several alphabets are mixed within a word",
        Advisory.SOURCE_NEWER_THAN_ANSWER: "the source is newer than the answer",
        Advisory.INSTRUCTION_LIKE_TEXT: "the source holds text that reads like an instruction to a machine",
    }
)
"""What a reader should know beside a status; none of these turns one."""

AXIS = MappingProxyType({Axis.SUPPORT: "Support", Axis.RELEVANCE: "Relevance", Axis.SYNTHESIS: "Synthesis"})

AXIS_HELP = MappingProxyType(
    {
        Axis.SUPPORT: "Does this passage carry the claim? A quote may be exact and say something else.",
        Axis.RELEVANCE: "What the claim does for the question that was asked.",
        Axis.SYNTHESIS: "How the claim came about from its sources.",
    }
)

VALUES = MappingProxyType(
    {
        Axis.SUPPORT: MappingProxyType(
            {
                ClaimSupport.SUPPORTED.value: "supported",
                ClaimSupport.UNSUPPORTED.value: "not supported",
                ClaimSupport.CONTRADICTED.value: "contradicted",
            }
        ),
        Axis.RELEVANCE: MappingProxyType(
            {
                Relevance.DIRECT_ANSWER.value: "answers it directly",
                Relevance.SUPPORTS_ANSWER.value: "helps to answer it",
                Relevance.BACKGROUND_ONLY.value: "background only",
                Relevance.UNRELATED.value: "unrelated",
            }
        ),
        Axis.SYNTHESIS: MappingProxyType(
            {
                Synthesis.SOURCE_FACT.value: "stated by a source",
                Synthesis.CALCULATED.value: "calculated",
                Synthesis.INFERRED.value: "inferred",
                Synthesis.UNSUPPORTED.value: "from no source",
            }
        ),
    }
)
"""Axis -> value as it is recorded -> its word."""

MATCHED = MappingProxyType(
    {
        MatchedBy.CHOSEN: "chosen by hand",
        MatchedBy.FINGERPRINT: "by its fingerprint",
        MatchedBy.NAME: "by its name",
    }
)


def number_words(key: str, number: int) -> str:
    """How many citations there are of a status."""
    return f"{number:,} {CHECK_MANY.get(key, CHECK[key]) if number != 1 else CHECK[key]}"


def key_of(status: CheckStatus | None) -> str:
    """A status as filters and counts write it."""
    return NOT_CHECKED if status is None else status.value


def sound(line: CitationLine) -> bool:
    """Whether a citation may be shown as grounded: its check is, and still holds."""
    return line.status is CheckStatus.GROUNDED and not line.stale


def outdated(line: CitationLine) -> bool:
    """Whether the check was made with something else than what is here now, whatever it said."""
    return line.stale and line.status is not CheckStatus.STALE


def tone_of(line: CitationLine) -> str:
    """The colour of a citation; a check that has to be made again is never green."""
    return "qualify" if line.stale else CHECK_TONE[key_of(line.status)]


def short_words(line: CitationLine) -> str:
    """Sign and word of a citation's status, or that it has to be looked at again."""
    key = key_of(line.status)
    return f"↻ {OUTDATED}" if outdated(line) else f"{CHECK_SIGN[key]} {CHECK[key]}"


def status_words(line: CitationLine) -> str:
    """Sign and word of a citation's status; where it has to be looked at again, what it was."""
    return f"{short_words(line)}; was: {CHECK[key_of(line.status)]}" if outdated(line) else short_words(line)


def place_words(line: CitationLine) -> str:
    """Where the citation says its text stands."""
    if line.page is not None:
        return f"page {line.page:,}"
    return line.element_id or ""
