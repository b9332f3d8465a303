"""Checking citations against their sources: one source with a citation file, or a package with all of its citations."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.fingerprint import digest_bytes
from core.model import Case, Source
from core.services.reading import read_whole
from core.services.source_maps import source_map_beside, source_map_from
from core.verification.case_citations import SourceRequest, fingerprint_of, requests_of
from core.verification.citations import CitationSet, read_citations
from core.verification.config import CONTRACT, HEADWATER, VerificationConfig, config_from_dict
from core.verification.exchange import report_as_dict
from core.verification.failures import failed_report
from core.verification.grounding import CONTRACT_FORMATS
from core.verification.grounding.text import represent
from core.verification.grounding.types import Artifact, InvalidSource, Unreadable
from core.verification.index import SourceIndex
from core.verification.proof import proof_status
from core.verification.reading.cache import DirectoryCache, NoCache
from core.verification.reading.process import ReadingProcess
from core.verification.reading.reader import ArtifactReader
from core.verification.records import Check, Report
from core.verification.representation import Representation
from core.verification.source_map import SourceMap, SourceMissing
from core.verification.verifiers import Progress, verifier_for
from core.verification.vocabulary import CapabilityLimit, CheckStatus, Reason


@dataclass(frozen=True, slots=True)
class SourceReport:
    """The report of one source, and which citations its checks stand for."""

    source_id: str
    citation_ids: tuple[str, ...]
    report: Report


@dataclass(frozen=True, slots=True)
class PackageVerification:
    """Every citation of a package, checked."""

    case: Case
    reports: tuple[SourceReport, ...]

    def checks(self) -> dict[str, tuple[Check, Report]]:
        """Citation id -> its check, with the report it stands in."""
        return {
            citation: (check, item.report)
            for item in self.reports
            for citation, check in zip(item.citation_ids, item.report.checks, strict=False)
        }


def reader_in(folder: Path | None = None) -> ArtifactReader:
    """A reader of artifacts with a process of its own.

    Args:
        folder: Where representations are remembered; None remembers them only while it lives.
    """
    return ArtifactReader(ReadingProcess(), DirectoryCache(folder) if folder is not None else NoCache())


def verify_source(
    data: bytes,
    name: str,
    citations: object,
    reader: ArtifactReader,
    *,
    grounding: str | None = None,
    config: object | None = None,
    password: str | None = None,
    progress: Progress | None = None,
) -> Report:
    """Check a citation file against one source.

    Args:
        data: The bytes of the source.
        name: Its file name.
        citations: The parsed citation file.
        grounding: Format of the source; None recognises it.
        config: A parsed verification config; None takes the contract's for representations made by others and ours
            for artifacts we read ourselves.

    Raises:
        InvalidInput: Citations, config or a JSON representation are malformed.
    """
    artifact = Artifact(data, "sha256:" + digest_bytes(data), name, password)
    settings = config_from_dict(config) if config is not None else None
    if settings is not None:
        verifier_for(settings)
    try:
        source = reader.read(artifact, grounding)
    except Unreadable as error:
        settings = settings or HEADWATER
        request = read_citations(citations, most=settings.max_checks, extended=settings.house is not None)
        identity = verifier_for(settings).identity
        return failed_report(identity, settings, request, error.reason, str(error), artifact.fingerprint)
    settings = settings or (CONTRACT if source.format in CONTRACT_FORMATS else HEADWATER)
    request = read_citations(citations, most=settings.max_checks, extended=settings.house is not None)
    return _verified(source, artifact, request, reader, settings, progress)


def verify_package(
    data: bytes,
    name: str,
    reader: ArtifactReader,
    *,
    sources: SourceMap | None = None,
    config: object | None = None,
    progress: Progress | None = None,
) -> PackageVerification:
    """Check all citations of a file of claims against their sources.

    Args:
        data: The bytes of the package, in any format the import reads.
        name: Its file name.
        sources: What lies where; a source that is not in it is checked by the text the package gives, or not at all.
        config: A parsed verification config; None takes ours.

    Raises:
        InvalidInput: The package or the config is malformed.
    """
    settings = config_from_dict(config) if config is not None else HEADWATER
    return verify_case(read_whole(data, name).case, reader, sources=sources, config=settings, progress=progress)


def verify_package_file(
    data: bytes, path: Path, reader: ArtifactReader, *, sources: Path | None = None, config: object | None = None
) -> PackageVerification:
    """Check a package on disk, with the artifacts its source map names.

    Args:
        sources: The source map; None looks for one beside the package.

    Raises:
        InvalidInput: The package, the map or the config is malformed.
    """
    case = read_whole(data, path.name).case
    found = source_map_from(sources) if sources is not None else source_map_beside(path, case.sources)
    settings = config_from_dict(config) if config is not None else HEADWATER
    return verify_case(case, reader, sources=found, config=settings)


def verify_case(
    case: Case,
    reader: ArtifactReader,
    *,
    sources: SourceMap | None = None,
    config: VerificationConfig = HEADWATER,
    progress: Progress | None = None,
) -> PackageVerification:
    """Check all citations of imported facts; a run that is stopped keeps what it has checked."""
    settings = config
    requests = requests_of(case)
    total = sum(len(request.citation_ids) for request in requests)
    done = 0
    reports = []
    for request in requests:
        before = done

        def counted(number: int, _: int, before: int = before) -> bool:
            return progress is None or progress(before + number, total)

        report = verify_request(request, reader, sources, settings, counted)
        reports.append(SourceReport(request.source_id, request.citation_ids, report))
        done += len(request.citation_ids)
        if len(report.checks) < len(request.citation_ids):
            break
    return PackageVerification(case, tuple(reports))


def verify_request(
    request: SourceRequest,
    reader: ArtifactReader,
    sources: SourceMap | None,
    config: VerificationConfig = HEADWATER,
    progress: Progress | None = None,
) -> Report:
    """Check the citations of one source: against its artifact, else against the text the facts hold for it."""
    identity = verifier_for(config).identity

    def failed(reason: Reason, note: str, fingerprint: str | None = None) -> Report:
        return failed_report(identity, config, request.citations, reason, note, fingerprint)

    if sources is not None and sources.holds(request.source_id):
        try:
            located = sources.locate(request.source_id)
        except SourceMissing as error:
            return failed(Reason.SOURCE_MISSING, str(error))
        artifact = Artifact(located.data, located.fingerprint, located.name)
        try:
            source = reader.read(artifact)
        except Unreadable as error:
            return failed(error.reason, str(error), artifact.fingerprint)
        except InvalidSource as error:
            return failed(Reason.PARSE_FAILED, str(error), artifact.fingerprint)
        return _verified(source, artifact, request.citations, reader, config, progress)
    if request.source is None or request.source.text is None:
        return failed(Reason.SOURCE_MISSING, "neither an artifact nor a text is known for this source")
    given = text_of_package(request.source)
    return verifier_for(config).verify(SourceIndex(given, config), request.citations, progress)


def text_of_package(source: Source) -> Representation:
    """The text that came with the facts, as a source: bound to a version only where the facts state one."""
    stated = fingerprint_of(source.fingerprint)
    found = represent(source.text or "", stated)
    return Representation(
        format=found.format,
        parser=found.parser,
        capabilities=found.capabilities,
        artifact=stated,
        text=found.text,
        elements=found.elements,
        limits=(*found.limits, CapabilityLimit.TEXT_FROM_PACKAGE),
    )


def package_as_dict(found: PackageVerification) -> dict[str, Any]:
    """What ``headwater verify PACKAGE --json`` prints."""
    checks = found.checks()
    of_claim: dict[str, list[tuple[Check, Report]]] = {}
    unreached: set[str] = set()
    rows = []
    for citation in found.case.citations:
        if citation.id not in checks:
            unreached.add(citation.claim_id)
            continue
        check, report = checks[citation.id]
        of_claim.setdefault(citation.claim_id, []).append((check, report))
        rows.append(
            {
                "id": citation.id,
                "claim_id": citation.claim_id,
                "source_id": citation.source_id,
                "check_id": check.id,
                "status": check.status.value,
                "reason": check.reason.value if check.reason is not None else None,
                "match_method": check.method.value,
                "warnings": [warning.value for warning in check.warnings],
            }
        )
    statuses = [row["status"] for row in rows]
    unchecked = (CheckStatus.ERROR.value, CheckStatus.CAPABILITY_BLOCKED.value)
    return {
        "dataset": found.case.dataset,
        "summary": {
            "citations": len(rows),
            **{status.value: statuses.count(status.value) for status in CheckStatus},
            "not_checked": sum(statuses.count(status) for status in unchecked),
        },
        "claims": [
            {"id": claim, "proof_status": proof_status(pairs, complete=claim not in unreached).value}
            for claim, pairs in of_claim.items()
        ],
        "citations": rows,
        "reports": [
            {
                "source_id": item.source_id,
                "citation_ids": list(item.citation_ids),
                "report": report_as_dict(item.report, extended=True),
            }
            for item in found.reports
        ],
    }


def _verified(
    source: Representation,
    artifact: Artifact,
    citations: CitationSet,
    reader: ArtifactReader,
    config: VerificationConfig,
    progress: Callable[[int, int], bool] | None,
) -> Report:
    most = config.house.max_tables_pages if config.house is not None else 0
    source = reader.with_tables(source, artifact, citations.claims, most_pages=most)
    return verifier_for(config).verify(SourceIndex(source, config), citations, progress)
