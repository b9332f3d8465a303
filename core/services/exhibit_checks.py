"""What checks say of a claim's citations, as exports show it, and the reports they stand in."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.checked import NOT_CHECKED, CitationLine
from core.exporters.types import CheckedCitation, CitationReport
from core.verification.exchange import report_as_dict
from core.verification.records import Check, Report
from core.verification.report_reading import report_from_dict
from core.verification.wording import REASON_WORDS

Checked = tuple[tuple[CheckedCitation, ...], tuple[CitationReport, ...]]


def checks_of(lines: Iterable[CitationLine], in_force: Mapping[str, Mapping[str, Any]]) -> Checked:
    """The citations of a claim with the checks in force, in order, and the reports, each with these checks only.

    Args:
        lines: The citations.
        in_force: JSON of the report of each citation that was checked, with its check alone.
    """
    checks = []
    reports: dict[int, tuple[str, list[str], Report]] = {}
    for line in lines:
        found = None if line.report is None else in_force.get(line.uid)
        report = None if found is None else report_from_dict(found)
        checks.append(_checked(line, report))
        if report is None or line.report is None:
            continue
        if line.report in reports:
            source, ids, held = reports[line.report]
            ids.append(checks[-1].citation_id)
            reports[line.report] = source, ids, replace(held, checks=(*held.checks, *report.checks))
        else:
            reports[line.report] = line.source_id, [checks[-1].citation_id], report
    written = tuple(
        CitationReport(source, tuple(ids), MappingProxyType(report_as_dict(report, extended=True)))
        for source, ids, report in reports.values()
    )
    return tuple(checks), written


def _checked(line: CitationLine, report: Report | None) -> CheckedCitation:
    _, _, citation_id = line.uid.partition(":")
    if report is None or line.status is None:
        return CheckedCitation(citation_id, NOT_CHECKED, "", line.summary, "", "", "", "")
    check = report.checks[0]
    return CheckedCitation(
        citation_id=citation_id,
        status=line.status.value,
        reason="" if line.reason is None else REASON_WORDS[line.reason],
        summary=line.summary,
        observed=_observed(check),
        place=_place(check),
        at=line.checked_at or "",
        verifier=f"{report.verifier.name} {report.verifier.version}",
        stale=line.stale,
    )


def _observed(check: Check) -> str:
    if check.evidence is not None and (check.evidence.quoted or check.evidence.text):
        return check.evidence.quoted or check.evidence.text or ""
    return check.hint.text if check.hint is not None else ""


def _place(check: Check) -> str:
    evidence = check.evidence
    if evidence is None:
        return "the closest passage" if check.hint is not None else ""
    if evidence.pages:
        return f"pages {evidence.pages[0]}–{evidence.pages[-1]}"
    if evidence.position is not None:
        return f"page {evidence.position}"
    return evidence.element_id or evidence.page or ""
