"""One citation in full: what its check says, with what it was compared, how fresh that is, and what would help."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.checked import CheckPoint, CitationFile, CitationLine, RecordedJudgement
from core.verification.citations import Locator
from core.verification.records import Check
from core.verification.vocabulary import Advisory, MatchMethod
from core.verification.wording import REASON_WORDS
from dashboard.check_words import (
    ADVISORY,
    AXIS,
    CHECK,
    CHECK_HELP,
    CHECK_SIGN,
    MATCHED,
    METHOD,
    VALUES,
    key_of,
    place_words,
    status_words,
    tone_of,
)
from dashboard.viewmodels.compared import Compared, Stretch, compared, paragraph
from dashboard.viewmodels.inspector import safe_link, when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView

SAID = ("mismatch", "not_found", "stale", "unsupported_claim_kind")
"""Statuses whose reason says already what they mean."""


@dataclass(frozen=True, slots=True)
class CitationView:
    """Everything on the page of one citation. Texts from outside stand in it as they are written."""

    uid: str
    claim_uid: str
    claim_text: str
    status: str
    tone: str
    summary: str
    """The difference in plain, neutral words."""
    meaning: str
    """What a status of this kind says, and what it does not; empty where the summary says it."""
    method: str
    source: str
    byline: str
    url: str
    link: str | None
    place: str
    """Where the citation points, and where the text was found."""
    beside: Compared
    around: tuple[Stretch, ...]
    advisories: tuple[str, ...]
    qualifiers: str
    folded: str
    versions: TableView
    fresh: str
    stale: bool
    limits: tuple[tuple[str, str], ...]
    history: TableView
    judgements: TableView
    has_page: bool
    """Whether a page of the artifact can be shown as a picture."""


def citation_view(file: CitationFile) -> CitationView:
    """Word one citation."""
    line, check, source = file.line, file.check, file.source
    expected = _expected(file)
    byline = " · ".join(part for part in (source.publisher, source.author, source.published_at, source.id) if part)
    return CitationView(
        uid=line.uid,
        claim_uid=line.claim_uid,
        claim_text=line.claim_text,
        status=status_words(line),
        tone=tone_of(line),
        summary=line.summary,
        meaning="" if key_of(line.status) in SAID else CHECK_HELP[key_of(line.status)],
        method=METHOD[check.method if check is not None else MatchMethod.NONE],
        source=line.source_title or line.source_id,
        byline=byline,
        url=source.url or "",
        link=safe_link(source.url),
        place=_place(line, check),
        beside=compared(check, expected or "The citation states no text."),
        around=paragraph(check),
        advisories=_advisories(check),
        qualifiers=", ".join(f"“{one}”" for one in check.qualifiers) if check is not None else "",
        folded=", ".join(check.folded) if check is not None else "",
        versions=versions_table(file),
        fresh=fresh_words(file),
        stale=line.stale or _stale(file),
        limits=file.limits,
        history=history_table(file.history),
        judgements=judgements_table(file.judgements),
        has_page=check is not None and check.evidence is not None and check.evidence.position is not None,
    )


def _advisories(check: Check | None) -> tuple[str, ...]:
    """What to know beside the status; a word outside the quote is shown by itself."""
    said = dict.fromkeys(check.warnings) if check is not None else {}
    shown = Advisory.QUALIFIER_OUTSIDE_QUOTE if check is not None and check.qualifiers else None
    return tuple(ADVISORY[one] for one in said if one is not shown)


def _expected(file: CitationFile) -> str:
    check = file.check
    return file.line.expected_text or (check.claim.text if check is not None else None) or ""


def _stale(file: CitationFile) -> bool:
    return file.report is not None and file.report.fingerprint_stale


def _place(line: CitationLine, check: Check | None) -> str:
    asked = place_words(line) or (_locator_words(check.claim.locator) if check is not None else "")
    parts = [f"cited: {asked}" if asked else "the citation names no place; the whole source is searched"]
    evidence = check.evidence if check is not None else None
    if evidence is not None:
        if evidence.pages:
            parts.append(f"found on pages {evidence.pages[0]}–{evidence.pages[-1]}")
        elif evidence.position is not None and (evidence.position != line.page or evidence.label):
            printed = f" (printed {evidence.label})" if evidence.label else ""
            parts.append(f"looked at page {evidence.position}{printed}")
        if evidence.chars is not None:
            parts.append(f"characters {evidence.chars[0] + 1:,} to {evidence.chars[1]:,}, counted in code points")
    if check is not None and check.occurrences > 1:
        parts.append(f"it stands there {check.occurrences:,} times")
    return " · ".join(parts)


def _locator_words(locator: Locator) -> str:
    """A place inside a source in the citation's own terms, such as row Tap 3, column Lead."""
    words = {"table_id": "table", "span_id": "span", "bbox": "box", "chars": "characters", "element_id": "element"}
    said = {key: value for key, value in locator.as_dict().items() if key not in ("prefix", "suffix")}
    if locator.cell is not None:
        said["cell"] = f"row {locator.cell[0]}, column {locator.cell[1]}"
    if locator.chars is not None:
        said["chars"] = f"{locator.chars[0] + 1:,} to {locator.chars[1]:,}"
    return ", ".join(f"{words.get(key, key)} {value}" for key, value in said.items())


def fresh_words(file: CitationFile) -> str:
    """Whether what was checked is what was cited, and what is here now."""
    line = file.line
    if line.status is None:
        return "Not checked: nothing to compare yet."
    if _stale(file):
        return "The source here is another version than the one that was cited."
    if line.stale:
        return "The check was made with something else than what is here now: check again."
    if file.citation.expected_fingerprint:
        return "Fresh: the version that was cited is the version that was checked, and it is still here."
    if file.report is not None and file.report.document_fingerprint:
        return "Unchanged since the check. The citation names no version, so that nobody can say which one was cited."
    return "Neither the citation nor the source states a version: a change would go unnoticed."


def versions_table(file: CitationFile) -> TableView:
    """Fingerprints and versions: cited, checked, here now."""
    report, attached = file.report, file.attachment
    facts = [("Cited version", file.citation.expected_fingerprint or "the citation names none")]
    if report is not None:
        facts.append(("Version checked", report.document_fingerprint or "none: the source states no version"))
    if attached is not None:
        facts.append(("File here now", f"{attached.name} · {attached.media} · {attached.size:,} bytes"))
        same = report is not None and report.document_fingerprint == attached.fingerprint
        facts.append(("Its version", "the one that was checked" if same else attached.fingerprint))
        facts.append(("Attached", f"{when(attached.attached_at)} by {attached.by}, {MATCHED[attached.matched_by]}"))
    else:
        text = "the text that came with the data is searched" if file.source.text else "there is nothing to search"
        facts.append(("File here now", f"none attached; {text}"))
    if report is not None:
        parser = f"{report.parser.name} {report.parser.version}"
        facts.append(("Checked", f"{when(file.line.checked_at)} (UTC), report {file.line.report}"))
        facts.append(("Read by", parser))
        facts.append(("Checked by", f"{report.verifier.name} {report.verifier.version}, rules {report.config_version}"))
    return TableView(
        "Versions and fingerprints",
        (Column("name", "", "quiet", 6.4), Column("says", "Versions", "wrap", 18)),
        tuple(Row(name, (Cell(name), Cell(words))) for name, words in facts),
    )


def history_table(points: Sequence[CheckPoint]) -> TableView:
    """Every check that was made of a citation, newest first."""
    return TableView(
        "Checks so far",
        (
            Column("at", "When (UTC)", "quiet", 8),
            Column("status", "Status", "word", 9),
            Column("reason", "Reason", "prose", 15),
            Column("by", "By", "text", 6),
            Column("report", "Report", "number", 4),
            Column("verifier", "Verifier", "quiet", 8),
        ),
        tuple(
            Row(
                f"{point.report}-{number}",
                (
                    Cell(when(point.at), point.at),
                    Cell(f"{CHECK_SIGN[point.status]} {CHECK[point.status]}"),
                    Cell(REASON_WORDS[point.reason] if point.reason else "–"),
                    Cell(point.by),
                    Cell(str(point.report), point.report),
                    Cell(point.verifier, None, "", f"rules {point.config_digest}"),
                ),
            )
            for number, point in enumerate(points)
        ),
        "No check has been made yet.",
    )


def judgements_table(found: Sequence[RecordedJudgement]) -> TableView:
    """What people and models say of meaning; no check is rewritten by it."""
    return TableView(
        "Judgements of meaning",
        (
            Column("axis", "About", "text", 6),
            Column("value", "Judged", "text", 8),
            Column("judge", "By", "text", 8),
            Column("of", "Of", "quiet", 6),
            Column("reason", "Reason", "prose", 13),
            Column("rubric", "Rubric", "prose", 9),
            Column("at", "When (UTC)", "quiet", 8),
        ),
        tuple(
            Row(
                one.id,
                (
                    Cell(AXIS.get(one.axis, one.axis)),  # type: ignore[call-overload]
                    Cell(VALUES.get(one.axis, {}).get(one.value, one.value)),  # type: ignore[call-overload]
                    Cell(one.judge if one.model is None else f"{one.judge}, {one.model}", None, "", one.calibration),
                    Cell("this citation" if one.citation_id else "the passage" if one.evidence_id else "the claim"),
                    Cell(one.reason or "none given", None, "", one.reason),
                    Cell(one.rubric or "none named", None, "", one.rubric),
                    Cell(when(one.at) if one.at else "not stated", one.at),
                ),
            )
            for one in found
        ),
        "Nobody has judged the meaning yet. A grounded quote may still not carry the claim.",
    )


def place_in_list(number: int, of: int) -> str:
    """Where in the list the open citation stands."""
    return f"{number:,} of {count(of, 'citation')} in the list"
