"""Labels in and out as CSV: what was labelled elsewhere comes in whole or not at all, what is here goes out."""

from core.services.workspace import Workspace
from core.work import LabelsReport, Person


def import_labels(
    workspace: Workspace,
    data: bytes,
    name: str,
    *,
    dataset: str | None = None,
    by: Person,
    accept_conflicts: bool = False,
    dry_run: bool = False,
) -> LabelsReport:
    """Enter labels that were given elsewhere, each under the name of who gave it, all of them or none.

    The columns are source_id, claim_id (empty: everywhere), state, weight, reason, by, at, and dataset where the file
    is for several; others are ignored.

    Args:
        workspace: The open store.
        data: The bytes of the file.
        name: Its name, for messages.
        dataset: For rows that name no data set.
        by: Who brings the file; rows without ``by`` are this person's.
        accept_conflicts: Enter labels that differ from what others have said: they become disputes.
        dry_run: Report only.

    Returns:
        The report; where there are conflicts and they are not accepted, nothing was stored.

    Raises:
        ImportFailed: Unknown ids, bad weights, states or times; every problem at once with row and field.
    """
    raise NotImplementedError


def export_labels(workspace: Workspace, dataset: str | None = None) -> bytes:
    """Every labelled source as CSV (UTF-8 with BOM): what counts, whether it is disputed, and one column per person.

    Its first columns are those that ``import_labels`` reads.
    """
    raise NotImplementedError
