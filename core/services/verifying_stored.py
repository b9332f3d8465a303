"""Checking stored citations: reports that stay, checks in force that move on, figures made anew."""

import json
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from types import MappingProxyType

from core.checked import CitationFilter, VerificationRun
from core.fingerprint import digest_bytes
from core.people import Person, Role
from core.services.artifact_folder import ArtifactFolder, artifact_folder
from core.services.permission import allow
from core.services.verifying import reader_in, verify_request
from core.services.workspace import Workspace
from core.store import CheckFacts, NewCheck, NewReport
from core.verification.case_citations import SourceRequest, requests_of
from core.verification.config import HEADWATER
from core.verification.exchange import report_as_dict
from core.verification.reading.cache import DirectoryCache
from core.verification.reading.reader import ArtifactReader
from core.verification.records import Report
from core.verification.wording import describe

Progress = Callable[[int, int], bool]
"""Called with the citations done and how many there are; False stops."""


def verify_citations(
    workspace: Workspace,
    wanted: CitationFilter | Sequence[str],
    *,
    by: Person,
    progress: Progress | None = None,
) -> VerificationRun:
    """Check citations against what is attached to their sources, or the text the data hold.

    Args:
        workspace: The open store.
        wanted: A filter, or uids of citations.
        by: Who asks for it.
        progress: Called with the citations done and how many there are; False stops, and what was checked stays.

    Raises:
        UnknownId: There is no such citation, answer or claim.
        PermissionDenied: A reader may not.
    """
    person = allow(workspace, by, Role.REVIEWER, "check citations")
    return check_blocks(workspace, workspace.store.citation_blocks(wanted), person, progress)


def check_blocks(
    workspace: Workspace, blocks: Sequence[Sequence[int]], by: str, progress: Progress | None = None
) -> VerificationRun:
    """Check citations block by block; each block's reports are kept before the next is taken on."""
    folder = artifact_folder(workspace)
    run = _Run(sum(len(block) for block in blocks), progress)
    with closing(reader_in(folder.readings)) as reader:
        for block in blocks:
            facts = workspace.store.check_facts(block)
            reports = _check_block(facts, folder, reader, run)
            if reports:
                changed, claims = workspace.store.keep_reports(facts.case.dataset, reports, by=by)
                run.changed += changed
                run.claims += claims
            if run.stopped:
                break
    DirectoryCache(folder.readings).trim()
    return VerificationRun(
        run.total, run.checked, run.changed, MappingProxyType(run.by_status), run.stopped, run.claims
    )


@dataclass(slots=True)
class _Run:
    """How far a run has come."""

    total: int
    progress: Progress | None
    done: int = 0
    checked: int = 0
    changed: int = 0
    claims: int = 0
    by_status: dict[str, int] = field(default_factory=dict)
    stopped: bool = False

    def went_on(self, within: int) -> bool:
        """Say how far it is; False where it is to stop."""
        if self.progress is not None and not self.progress(self.done + within, self.total):
            self.stopped = True
        return not self.stopped


def _check_block(facts: CheckFacts, folder: ArtifactFolder, reader: ArtifactReader, run: _Run) -> list[NewReport]:
    sources = folder.sources(facts.attached)
    found = []
    for request in requests_of(facts.case):
        before = run.done
        report = verify_request(request, reader, sources, HEADWATER, lambda number, _: run.went_on(number))
        run.done = before + len(request.citation_ids)
        if not report.checks:
            break
        found.append(_new_report(request, report, facts))
        run.checked += len(report.checks)
        for check in report.checks:
            run.by_status[check.status.value] = run.by_status.get(check.status.value, 0) + 1
        # A source that cannot be read is reported as a whole, without a word in between.
        if run.stopped or not run.went_on(0):
            break
    return found


def _new_report(request: SourceRequest, report: Report, facts: CheckFacts) -> NewReport:
    plain = report_as_dict(report, extended=True)
    # The same as report_digest, without making the report plain a second time.
    digest = digest_bytes(_json(plain).encode("utf-8", "surrogatepass"))
    contents = plain.pop("checks")
    tickets = [facts.tickets[identifier] for identifier in request.citation_ids]
    checks = tuple(
        NewCheck(
            ticket=ticket,
            status=check.status,
            reason=check.reason,
            method=check.method,
            warnings=check.warnings,
            meaning_open=check.semantic_unverified,
            summary=describe(check),
            content=_json(content),
        )
        for ticket, check, content in zip(tickets, report.checks, contents, strict=False)
    )
    return NewReport(
        dataset=facts.dataset,
        source=tickets[0].source,
        verifier=f"{report.verifier.name} {report.verifier.version}",
        config_digest=report.config_digest,
        document_fingerprint=report.document_fingerprint,
        expected_fingerprint=report.expected_fingerprint,
        source_stale=report.fingerprint_stale,
        stopped=report.stopped,
        digest=digest,
        content=_json(plain),
        checks=checks,
    )


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
