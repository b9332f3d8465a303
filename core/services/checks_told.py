"""Stored checks in plain words and JSON, for scripts."""

from collections.abc import Callable, Sequence
from pathlib import PurePath
from typing import Any

from core.checked import CitationFilter, CitationLine, VerificationRun
from core.errors import UnknownId
from core.people import Person
from core.services.attachments import attach
from core.services.citations import citation
from core.services.verifying_stored import verify_citations
from core.services.workspace import Workspace


def stored_selection(workspace: Workspace, what: str) -> CitationFilter | list[str]:
    """The citations that a name on a command line means.

    Args:
        workspace: The open store.
        what: A data set, or ``data set:id`` of a claim or citation.

    Raises:
        UnknownId: It names nothing that is stored.
    """
    if ":" not in what:
        if what not in {dataset.name for dataset in workspace.store.datasets()}:
            raise UnknownId("data set", what)
        return CitationFilter(dataset=what)
    try:
        workspace.store.summary(what)
    except UnknownId:
        return [citation(workspace, what).line.uid]
    return CitationFilter(claim_uid=what)


def check_stored(
    workspace: Workspace,
    what: str,
    *,
    by: Person,
    files: Sequence[tuple[str, bytes]] = (),
    progress: Callable[[int, int], bool] | None = None,
) -> dict[str, Any]:
    """Attach files, check the stored citations that ``what`` means, and tell how they stand.

    Raises:
        UnknownId: It names nothing that is stored.
        PermissionDenied: A reader may not.
    """
    wanted = stored_selection(workspace, what)
    dataset = what.partition(":")[0]
    named = [(PurePath(name).name, data) for name, data in files]
    attached = attach(workspace, dataset, named, by=by) if named else ()
    run = verify_citations(workspace, wanted, by=by, progress=progress)
    lines = (
        workspace.store.citation_lines(wanted)
        if isinstance(wanted, CitationFilter)
        else tuple(citation(workspace, uid).line for uid in wanted)
    )
    return {
        "about": what,
        "attached": [
            {"file": one.name, "source_id": one.source_id, "refused": one.refused or None} for one in attached
        ],
        "summary": _summary(run),
        "citations": [_line(line) for line in lines],
    }


def _summary(run: VerificationRun) -> dict[str, Any]:
    return {
        "citations": run.citations,
        **dict(run.by_status),
        "not_checked": run.not_checked,
        "changed": run.changed,
        "claims": run.claims,
    }


def _line(line: CitationLine) -> dict[str, Any]:
    return {
        "id": line.uid,
        "claim_id": line.claim_uid,
        "source_id": line.source_id,
        "status": line.status.value if line.status is not None else None,
        "reason": line.reason.value if line.reason is not None else None,
        "match_method": line.method.value if line.method is not None else None,
        "stale": line.stale,
        "report": line.report,
        "summary": line.summary,
    }
