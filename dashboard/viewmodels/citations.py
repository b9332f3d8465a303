"""The list of citations: which part of it the address asks for, its counts in words, its rows and menus."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import LiteralString
from urllib.parse import quote

from core.checked import NOT_CHECKED, CitationCounts, CitationFilter, CitationLine, StaleSource, VerificationRun
from core.results import Page
from core.verification.vocabulary import CheckStatus, Reason
from core.verification.wording import REASON_WORDS
from dashboard.check_words import (
    CHECK,
    CHECK_SIGN,
    CHECK_TONE,
    key_of,
    number_words,
    place_words,
    short_words,
    status_words,
    tone_of,
)
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut

ORDER = (
    "grounded",
    "mismatch",
    "not_found",
    "stale",
    "capability_blocked",
    "error",
    "unsupported_claim_kind",
    NOT_CHECKED,
)
"""Statuses in the order in which the page names them."""

SETTINGS = ("status", "reason", "dataset", "outdated", "q", "claim", "answer", "source")
"""What of the address narrows the list."""

COLUMNS = (
    Column("status", "Status", "word", 10, "What the newest check says; a word for each outcome, none merged."),
    Column("says", "What the check found", "prose", 17),
    Column("expected", "Text expected", "prose", 17, "What the citation says stands in the source."),
    Column("source", "Source", "prose", 12),
    Column("place", "Place", "quiet", 5.6, "Page or element that the citation names."),
    Column("claim", "Claim", "prose", 14),
    Column("checked", "Checked (UTC)", "quiet", 11.5),
)

STALE_COLUMNS = (
    Column("source", "Source", "text", 16),
    Column("citations", "Citations", "number", 5.5),
    Column("expected", "Version that was cited or checked", "quiet", 17),
    Column("observed", "Version that is here now", "quiet", 17),
    Column("since", "Since (UTC)", "quiet", 9),
)


@dataclass(frozen=True, slots=True)
class CitationsView:
    """What the address asks for, and in which words the page says so."""

    wanted: CitationFilter
    active: tuple[str, ...]
    """Settings without a menu in sight, in words."""
    refused: tuple[str, ...]
    """Settings of the address that cannot be used, and why."""


def citations_view(address: Mapping[str, str]) -> CitationsView:
    """Read the address; what cannot be used is refused by name and lets everything pass."""
    refused = []
    status, reason = address.get("status"), address.get("reason")
    if status is not None and status not in CHECK:
        refused.append(f"status: expected one of {', '.join(CHECK)}; found {status!r}")
        status = None
    if reason is not None and reason not in set(Reason):
        refused.append(f"reason: expected one of {', '.join(Reason)}; found {reason!r}")
        reason = None
    outdated = address.get("outdated")
    if outdated not in (None, "yes"):
        refused.append(f"outdated: expected yes; found {outdated!r}")
    wanted = CitationFilter(
        dataset=address.get("dataset"),
        answer_uid=address.get("answer"),
        claim_uid=address.get("claim"),
        source_id=address.get("source"),
        status=status,
        reason=reason,
        stale_only=outdated == "yes",
        search=address.get("q", ""),
    )
    named = (("answer", wanted.answer_uid), ("claim", wanted.claim_uid), ("source", wanted.source_id))
    active = tuple(f"{name}: {value}" for name, value in named if value)
    return CitationsView(wanted, active, tuple(refused))


def part_labels(counts: CitationCounts, chosen: str | None) -> dict[str, LiteralString]:
    """What one click narrows the list to: every status that occurs, with how many there are."""
    labels: dict[str, LiteralString] = {"all": f"All {counts.total:,}"}
    for key in ORDER:
        number = counts.by_status.get(key, 0)
        if number or key == chosen:
            labels[key] = f"{CHECK_SIGN[key]} {CHECK[key]} {number:,}"
    return labels


def outcome_words(counts: CitationCounts) -> tuple[tuple[str, str, str], ...]:
    """Status, its colour, and sign, word and number of every status that occurs."""
    return tuple(
        (key, CHECK_TONE[key], f"{CHECK_SIGN[key]} {CHECK[key]} {number:,}")
        for key in ORDER
        if (number := counts.by_status.get(key, 0))
    )


def counts_words(counts: CitationCounts) -> str:
    """The counts as a sentence; what was not compared is named apart from what passed and what failed."""
    if not counts.total:
        return "No citation matches."
    parts = [f"{counts.by_status.get('grounded', 0):,} of {count(counts.total, 'citation')} grounded", _left(counts)]
    if counts.stale:
        parts.append(f"{counts.stale:,} stale: of another version than is here, or to be checked again")
    return " · ".join(part for part in parts if part)


def _left(counts: CitationCounts) -> str:
    """What no comparison was made of, by what stands in the way; neither passed nor failed."""
    by = counts.by_status
    names = ("error", "capability_blocked", NOT_CHECKED)
    left = {key: by.get(key, 0) for key in names if by.get(key, 0)}
    if not left:
        return ""
    parts = [
        f"{number:,} never looked at" if key == NOT_CHECKED else number_words(key, number)
        for key, number in left.items()
    ]
    late = counts.by_reason.get(Reason.LIMITS_EXCEEDED.value, 0)
    if late and "error" in left:
        parts[0] += f" ({late:,} took more time or memory than is allowed)"
    return f"{sum(left.values()):,} not checked: {', '.join(parts)}"


def reasons_menu(counts: CitationCounts, chosen: str | None) -> dict[str, str]:
    """Reason -> how the menu shows it; the most frequent first."""
    found = sorted(counts.by_reason.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = {reason: f"{REASON_WORDS[Reason(reason)]} ({number:,})" for reason, number in found}
    if chosen is not None and chosen not in shown:
        shown[chosen] = f"{REASON_WORDS[Reason(chosen)]} (0)"
    return shown


def citation_link(uid: str) -> str:
    """Address of a citation, relative to any other page."""
    return f"citations?citation={quote(uid, safe='')}"


def citations_table(page: Page[CitationLine]) -> TableView:
    """One page of citations."""
    return TableView(
        "Citations",
        COLUMNS,
        tuple(_row(line) for line in page.rows),
        "No citation matches. Take a filter off, or import a file that brings citations.",
    )


def _row(line: CitationLine) -> Row:
    title = line.source_title or line.source_id
    whole = " · ".join(part for part in (title, line.publisher, line.source_id) if part)
    return Row(
        line.uid,
        (
            Cell(short_words(line), ORDER.index(key_of(line.status)), tone_of(line), status_words(line)),
            Cell(cut(line.summary, 200), None, "", line.summary),
            Cell(cut(line.expected_text or "no text stated", 200), None, "", line.expected_text or ""),
            Cell(cut(title, 80), None, "", whole),
            Cell(place_words(line) or "–"),
            Cell(cut(line.claim_text, 160), None, "", line.claim_text),
            Cell(when(line.checked_at) if line.checked_at else "never", line.checked_at or ""),
        ),
        citation_link(line.uid),
    )


def stale_table(found: tuple[StaleSource, ...]) -> TableView:
    """Sources of which another version was cited or checked than is here."""
    return TableView(
        "Stale sources",
        STALE_COLUMNS,
        tuple(
            Row(
                one.source_uid,
                (
                    Cell(cut(one.title or one.source_uid, 90), None, "", one.source_uid),
                    Cell(f"{one.citations:,}", one.citations),
                    Cell(one.expected or "none stated", None, "", one.expected or ""),
                    Cell(one.observed or "nothing is attached any more", None, "", one.observed or ""),
                    Cell(when(one.since), one.since),
                ),
            )
            for one in found
        ),
        "No source is stale: what was cited and checked is what is here.",
    )


def lines_words(page: Page[CitationLine]) -> str:
    """Which part of the list is shown."""
    if not page.total:
        return "no citation"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {first + len(page.rows) - 1:,} of {count(page.total, 'citation')}"


def run_words(run: VerificationRun) -> str:
    """What a run did; what it could not compare, and what a stop left out, is neither passed nor failed."""
    head = f"Stopped: {run.checked:,} of {count(run.citations, 'citation')} checked" if run.stopped else (
        f"{count(run.checked, 'citation')} checked"
    )  # fmt: skip
    known = {status.value for status in CheckStatus}
    outcomes = [number_words(key, run.by_status[key]) for key in ORDER if key in known and run.by_status.get(key, 0)]
    parts = [head + (": " + ", ".join(outcomes) if outcomes else "")]
    if run.not_checked:
        parts.append(f"{run.not_checked:,} not checked")
    parts.append(f"{run.changed:,} came out otherwise than before" if run.changed else "none came out otherwise")
    return "; ".join(parts) + "."
