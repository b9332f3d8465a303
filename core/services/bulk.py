"""One label for many sources, or one verdict for many edges: shown first, then all given or none."""

from collections.abc import Mapping
from typing import Any

from core.results import LabelEvent
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus
from core.work import BulkPreview, BulkTargets, Person


def bulk_preview(
    workspace: Workspace,
    *,
    targets: BulkTargets,
    state: Dependence | None = None,
    weight: float | None = None,
    status: EdgeStatus | None = None,
) -> BulkPreview:
    """What a label (``state``) for sources or a verdict (``status``) for edges would change, everywhere they are used.

    Raises:
        InvalidInput: Targets and label do not fit, or no target is found.
        InvalidParameter: The weight is outside [0, 1].
        UnknownId: There is no such data set, claim, lineage or item.
    """
    raise NotImplementedError


def bulk_relabel(
    workspace: Workspace,
    *,
    targets: BulkTargets,
    state: Dependence | None = None,
    weight: float | None = None,
    status: EdgeStatus | None = None,
    reason: str,
    by: Person,
    expected: Mapping[str, int | None],
    seen: Mapping[str, Any] | None = None,
) -> tuple[LabelEvent, ...]:
    """Give the label or verdict to every target of ``expected``, all of them or none.

    Args:
        workspace: The open store.
        targets: As for the preview.
        state: For sources.
        weight: Own share of partially dependent sources, in [0, 1].
        status: For edges.
        reason: Why, in the reviewer's words; kept with every event.
        by: Who.
        expected: ``BulkPreview.expected``, or the part of it that the reviewer left ticked.
        seen: Figures on the screen; the number of targets and of claims is added.

    Raises:
        StaleVersion: One of them was changed meanwhile; it is named, and nothing was saved.
        PermissionDenied: A reader may not.
    """
    raise NotImplementedError
