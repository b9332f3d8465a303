"""Checking stored citations: reports that stay, checks in force that move on, figures made anew."""

from collections.abc import Callable, Sequence

from core.checked import CitationFilter, VerificationRun
from core.people import Person
from core.services.workspace import Workspace


def verify_citations(
    workspace: Workspace,
    wanted: CitationFilter | Sequence[str],
    *,
    by: Person,
    progress: Callable[[int, int], bool] | None = None,
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
    raise NotImplementedError
