"""Files that stand for sources: kept by the digest of their bytes in one governed folder, found by source id only."""

from collections.abc import Sequence

from core.checked import Attachment, AttachResult
from core.people import Person
from core.services.workspace import Workspace


def attach(
    workspace: Workspace,
    dataset: str,
    files: Sequence[tuple[str, bytes]],
    *,
    by: Person,
    source_id: str | None = None,
) -> tuple[AttachResult, ...]:
    """Attach files to sources of a data set; one result per file, in order.

    Args:
        workspace: The open store.
        dataset: Name of the data set.
        files: Name and bytes of each; a name is a label and is never opened.
        by: Who attaches them.
        source_id: The source of a single file; None matches by the fingerprint the data name, else by the name
            against ids, titles and the last part of addresses, where exactly one source fits.

    Returns:
        A file that was not attached says why in ``refused``.

    Raises:
        InvalidInput: A source is chosen for more than one file.
        UnknownId: There is no such data set or source.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def detach(workspace: Workspace, dataset: str, source_id: str, *, by: Person) -> None:
    """Take the file of a source away; checks made with it become stale, and the reports stay.

    Raises:
        UnknownId: There is no such source, or nothing is attached to it.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError


def attachments(workspace: Workspace, dataset: str) -> tuple[Attachment, ...]:
    """What is attached in a data set, by source.

    Raises:
        UnknownId: There is no such data set.
    """
    raise NotImplementedError
