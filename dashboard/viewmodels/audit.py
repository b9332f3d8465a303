"""The record: its lines, one entry in full, whether it is whole, and claims as they stood on a past day."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import quote

from core.record import AuditFilter, AuditLine, ChainReport
from core.results import ClaimFile, Page
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import amount, count, percent
from dashboard.viewmodels.release import claim_words, seen_words
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import CHAIN, DECISION, DECISION_SIGN

DAY = re.compile(r"\d{4}-\d\d-\d\d")

COLUMNS = (
    Column("number", "Entry", "text", 6.5),
    Column("at", "When (UTC)", "quiet", 11.5),
    Column("by", "By", "text", 10),
    Column("kind", "What", "text", 9),
    Column("says", "Says", "prose", 16),
    Column("before", "Before", "quiet", 8.5),
    Column("subject", "About", "prose", 15),
    Column("reason", "Reason", "prose", 14),
)


@dataclass(frozen=True, slots=True)
class AuditView:
    """What the address asks for; settings that cannot be used are named."""

    wanted: AuditFilter
    refused: tuple[str, ...]


def audit_view(address: Mapping[str, str]) -> AuditView:
    """Read the address."""
    refused = []
    chain = address.get("chain")
    if chain is not None and chain not in CHAIN:
        refused.append(f"chain: expected one of {', '.join(CHAIN)}; found {chain!r}")
        chain = None
    days: dict[str, str | None] = {}
    for name in ("since", "until"):
        written = address.get(name)
        days[name] = written if written is None or is_day(written) else None
        if written is not None and days[name] is None:
            refused.append(f"{name}: expected a day such as 2026-03-31; found {written!r}")
    wanted = AuditFilter(
        chain=chain,  # type: ignore[arg-type]
        by=address.get("by"),
        dataset=address.get("dataset"),
        since=days["since"],
        until=days["until"],
        search=address.get("q", ""),
    )
    return AuditView(wanted, tuple(refused))


def is_day(written: str) -> bool:
    """Whether a text names a day that there is."""
    if not DAY.fullmatch(written):
        return False
    try:
        datetime.fromisoformat(written)
    except ValueError:
        return False
    return True


def audit_table(lines: Sequence[AuditLine]) -> TableView:
    """One page of the record, newest first."""
    return TableView(
        "The record",
        COLUMNS,
        tuple(
            Row(
                line_id(line),
                (
                    Cell(f"{line.chain} {line.number:,}", line.number),
                    Cell(when(line.at), line.at, "", line.at),
                    Cell(cut(line.by, 40), None, "", line.by),
                    Cell(line.kind),
                    Cell(cut(line.says, 160), None, "", line.says),
                    Cell(cut(line.before, 60) or "–", None, "", line.before),
                    Cell(cut(line.subject, 160), None, "", line.subject),
                    Cell(cut(line.reason, 160) or "–", None, "", line.reason),
                ),
            )
            for line in lines
        ),
        "No entry matches. Take a filter off; every label, import and policy makes an entry.",
    )


def entries_words(page: Page[AuditLine]) -> str:
    """Which part of the record is shown."""
    if not page.total:
        return "no entry"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {first + len(page.rows) - 1:,} of {count(page.total, 'entry', 'entries')}"


def line_id(line: AuditLine) -> str:
    """What names an entry in the table and the address."""
    return f"{line.chain} {line.number}"


def line_facts(line: AuditLine) -> tuple[tuple[str, str], ...]:
    """One entry in full, as pairs of a name and what it says."""
    facts = [
        ("Entry", f"{line.number:,} of {CHAIN[line.chain]}"),
        ("When", f"{line.at} (UTC)"),
        ("By", line.by),
        ("What", line.kind),
        ("Says", line.says),
        ("Before", line.before or "nothing"),
        ("About", " · ".join(part for part in (line.dataset or "", line.subject) if part)),
        ("Reason", line.reason or "none given"),
    ]
    if line.clock:
        facts.append(("Clock", f"it had gone back to {line.clock}; the entry keeps the order of the record"))
    if line.chain == "decision":
        facts += _signed_facts(line)
    elif line.seen:
        facts.append(("Seen", ", ".join(f"{name} {value}" for name, value in line.seen.items())))
    facts += [("Hash", line.hash), ("Follows", line.previous)]
    return tuple(facts)


def _signed_facts(line: AuditLine) -> list[tuple[str, str]]:
    """What stood on a lead's screen, claim by claim, and what was let out."""
    facts = [("Seen", seen_words(line.seen) or "nothing is on record")]
    claims = line.seen.get("claims")
    if isinstance(claims, list):
        facts += [("Claim", claim_words(claim)) for claim in claims if isinstance(claim, Mapping)]
    if line.seen.get("against_rule"):
        facts.append(("Against the rule", str(line.seen["against_rule"])))
    if line.seen.get("released"):
        facts.append(("Released", str(line.seen["released"])))
    return facts


def entry_table(line: AuditLine) -> TableView:
    """One entry in full."""
    return TableView(
        "The entry in full",
        (Column("name", "", "quiet", 6), Column("says", "The entry in full", "wrap", 46)),
        tuple(Row(str(n), (Cell(name), Cell(words))) for n, (name, words) in enumerate(line_facts(line))),
    )


def report_words(report: ChainReport) -> tuple[str, str]:
    """Whether the record is whole, and where its heads are."""
    heads = "; ".join(
        f"{CHAIN.get(name, name)}: {count(number, 'entry', 'entries')}, the last sealed {head}"
        for name, (number, head) in report.heads.items()
        if number
    )
    if report.whole:
        return f"The record is whole: {count(report.entries, 'entry', 'entries')}, each as it was written.", heads
    return f"{count(len(report.faults), 'fault')} in {count(report.entries, 'entry', 'entries')}.", heads


def faults_table(report: ChainReport) -> TableView:
    """Every fault by name."""
    return TableView(
        "Faults of the record",
        (Column("fault", "What is wrong", "wrap", 40),),
        tuple(Row(str(number), (Cell(fault),)) for number, fault in enumerate(report.faults)),
        "Nothing is wrong.",
    )


def replay_table(pairs: Sequence[tuple[ClaimFile | None, ClaimFile]], day: str) -> TableView:
    """Claims as they stood at the end of a day beside how they stand now.

    Args:
        pairs: Each claim then (None where there was none yet) and now.
        day: The day.
    """
    return TableView(
        f"Claims at the end of {day}",
        (
            Column("claim", "Claim", "prose", 26),
            Column("then", "Then", "word", 8),
            Column("now", "Now", "word", 8),
            Column("eie", "EIE then → now", "text", 9),
            Column("aware", "Aware then → now", "text", 11),
        ),
        tuple(_replayed(then, now, day) for then, now in pairs),
        "No claim has these words.",
    )


def _replayed(then: ClaimFile | None, now: ClaimFile, day: str) -> Row:
    today, text = now.assessment, now.dossier.claim.text
    link = f"{claim_link(now.uid)}&tab=history&at={quote(day, safe='')}"
    claim = Cell(cut(text, 160), None, "", text)
    present = Cell(f"{DECISION_SIGN[today.decision]} {DECISION[today.decision]}", None, today.decision.value)
    if then is None:
        return Row(now.uid, (claim, Cell("not there yet"), present, Cell("–"), Cell("–")), link)
    past = then.assessment
    return Row(
        now.uid,
        (
            claim,
            Cell(f"{DECISION_SIGN[past.decision]} {DECISION[past.decision]}", None, past.decision.value),
            present,
            Cell(f"{amount(past.eie)} → {amount(today.eie)}", past.eie),
            Cell(f"{percent(past.aware)} → {percent(today.aware)}", past.aware),
        ),
        link,
    )
