"""Keeping reports: each is a row that stays, its checks with it, and the newest check of a citation moves on."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, bindparam, func, insert, select, update

from core.checked import Advisory, CheckStatus, MatchMethod, Reason
from core.store.check_facts import Ticket
from core.store.number_sets import among
from core.store.said import Said
from core.store.standing_checks import CHECK, CITATION, IN_FORCE, REPORT
from core.store.tables import ImportBatchRow, table_of
from core.store.versions import insert_rows, next_number

_BATCH = table_of(ImportBatchRow)

_MOVES = ("citation", "status", "reason", "warnings", "meaning_open", "source_stale", "basis", "passage")
"""Where one of these is another than before, the states of the claim's evidence can be others."""


@dataclass(frozen=True, slots=True)
class NewCheck:
    """A check to be kept."""

    ticket: Ticket
    status: CheckStatus
    reason: Reason | None
    method: MatchMethod
    warnings: tuple[Advisory, ...]
    meaning_open: bool
    summary: str
    content: str
    """JSON."""


@dataclass(frozen=True, slots=True)
class NewReport:
    """A report to be kept, of one source."""

    dataset: int
    source: int
    verifier: str
    config_digest: str
    document_fingerprint: str | None
    expected_fingerprint: str | None
    source_stale: bool
    stopped: bool
    digest: str
    content: str
    """JSON of all but the checks."""
    checks: tuple[NewCheck, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What keeping some reports did."""

    changed: int
    """Citations whose status or reason is another than before, first checks among them."""
    claims: frozenset[int]
    """Claims whose evidence can have other states now."""
    newest: int
    """Number of the last check."""


def keep_reports(connection: Connection, reports: Sequence[NewReport], said: Said) -> Kept:
    """Keep reports of one data set, inside a writer's transaction."""
    first, number = next_number(connection, REPORT), next_number(connection, CHECK)
    batches: dict[int, int] = {}
    reported: list[dict[str, Any]] = []
    checked: list[dict[str, Any]] = []
    for place, report in enumerate(reports, first):
        if report.dataset not in batches:
            newest = select(func.max(_BATCH.c.number)).where(_BATCH.c.dataset == report.dataset)
            batches[report.dataset] = connection.execute(newest).scalar_one()
        reported.append(_report_row(place, report, batches[report.dataset], said))
        for check in report.checks:
            checked.append(_check_row(number + len(checked), place, report, check))
    tickets = {check.ticket.citation: check.ticket for report in reports for check in report.checks}
    before = _before(connection, list(tickets))
    insert_rows(connection, REPORT, reported)
    insert_rows(connection, CHECK, checked)
    changed, moved = 0, set()
    for row in checked:
        held = before.get(row["citation"])
        changed += held is None or (held["status"], held["reason"]) != (row["status"], row["reason"])
        if held is None or any(held[name] != row[name] for name in _MOVES):
            moved.add(tickets[row["citation"]].claim)
    _move_on(connection, checked, before)
    return Kept(changed, frozenset(moved), number + len(checked) - 1)


def _report_row(number: int, report: NewReport, batch: int, said: Said) -> dict[str, Any]:
    same = ("dataset", "source", "verifier", "config_digest", "document_fingerprint", "expected_fingerprint")
    return {
        "number": number,
        "at": said.at,
        "by": said.by,
        **{name: getattr(report, name) for name in (*same, "stopped", "digest", "content")},
        "batch": batch,
    }


def _check_row(number: int, report_number: int, report: NewReport, check: NewCheck) -> dict[str, Any]:
    ticket = check.ticket
    return {
        "number": number,
        "report": report_number,
        "dataset": report.dataset,
        "key": ticket.key,
        "citation": ticket.citation,
        "status": check.status.value,
        "reason": None if check.reason is None else check.reason.value,
        "method": check.method.value,
        "warnings": json.dumps([warning.value for warning in check.warnings]),
        "meaning_open": check.meaning_open,
        "source_stale": report.source_stale,
        "pinned": report.expected_fingerprint is not None,
        "basis": ticket.basis,
        "passage": ticket.passage,
        "summary": check.summary,
        "content": check.content,
    }


def _before(connection: Connection, citations: Sequence[int]) -> dict[int, dict[str, Any]]:
    """The checks in force until now, by the citation's number of today."""
    query = (
        select(CITATION.c.number.label("asked"), CHECK)
        .join(IN_FORCE, (IN_FORCE.c.dataset == CITATION.c.dataset) & (IN_FORCE.c.key == CITATION.c.key))
        .join(CHECK, CHECK.c.number == IN_FORCE.c.latest)
        .where(among(connection, CITATION.c.number, citations))
    )
    return {row.asked: row._asdict() for row in connection.execute(query)}


def _move_on(connection: Connection, checked: Sequence[dict[str, Any]], before: dict[int, dict[str, Any]]) -> None:
    fresh, known = [], []
    for row in checked:
        entry = {name: row[name] for name in ("dataset", "key", "status", "reason")} | {"latest": row["number"]}
        if row["citation"] in before:
            known.append({f"to_{name}": value for name, value in entry.items()})
        else:
            fresh.append(entry)
    if known:
        statement = (
            update(IN_FORCE)
            .where(IN_FORCE.c.dataset == bindparam("to_dataset"), IN_FORCE.c.key == bindparam("to_key"))
            .values({name: bindparam(f"to_{name}") for name in ("latest", "status", "reason")})
        )
        connection.execute(statement, known)
    if fresh:
        connection.execute(insert(IN_FORCE), fresh)
