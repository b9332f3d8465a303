"""What the pages of lineage change: each a use case under the reviewer's name; a refusal is kept for the page."""

from collections.abc import Callable, Mapping, Sequence

from core import services
from core.errors import HeadwaterError
from core.kinship import RefitReport, Turned
from core.results import LabelEvent
from core.services import lineage
from core.states import Relation
from dashboard import caching, running, session
from dashboard.components import reviewer

DETECTION = "detection"
"""The name of the run."""


def detect(dataset: str) -> None:
    """Look for undeclared lineage in a data set, beside the page."""
    who = reviewer.name()
    workspace = caching.workspace()
    running.start(
        DETECTION,
        lambda tell, stop: lineage.detect_stored(workspace, dataset, by=who, progress=tell, stop=stop),
        about=dataset,
        by=who,
    )


def confirm(
    keys: Sequence[str],
    expected: Mapping[str, int | None],
    reason: str,
    relation: Relation | None = None,
    direction: Turned | None = None,
) -> tuple[LabelEvent, ...] | None:
    """Confirm proposals, all or none; None where it was refused."""
    return _kept(
        lambda: lineage.confirm(
            caching.workspace(),
            keys,
            by=reviewer.name(),
            reason=reason,
            relation=relation,
            direction=direction,
            expected=expected,
        )
    )


def reject(keys: Sequence[str], expected: Mapping[str, int | None], reason: str) -> tuple[LabelEvent, ...] | None:
    """Reject proposals, all or none; None where it was refused."""
    return _kept(
        lambda: lineage.reject(caching.workspace(), keys, by=reviewer.name(), reason=reason, expected=expected)
    )


def reopen(keys: Sequence[str], expected: Mapping[str, int | None], reason: str) -> tuple[LabelEvent, ...] | None:
    """Take verdicts back, all or none; None where it was refused."""
    return _kept(
        lambda: lineage.reopen(caching.workspace(), keys, by=reviewer.name(), reason=reason, expected=expected)
    )


def merge(dataset: str, ids: Sequence[str], reason: str) -> tuple[LabelEvent, ...] | None:
    """Say that documents are one; None where it was refused."""
    return _kept(lambda: lineage.merge(caching.workspace(), dataset, ids, by=reviewer.name(), reason=reason))


def unmerge(dataset: str, ids: Sequence[str], reason: str) -> tuple[LabelEvent, ...] | None:
    """Take documents out of what they were merged into; None where it was refused."""
    return _kept(lambda: lineage.unmerge(caching.workspace(), dataset, ids, by=reviewer.name(), reason=reason))


def set_retracted(uid: str, retracted: bool, reason: str, expected: int | None) -> LabelEvent | None:
    """Say that a source is retracted, or that it is not; None where it was refused."""
    done = _kept(
        lambda: (
            lineage.set_retracted(
                caching.workspace(), uid, retracted, by=reviewer.name(), reason=reason, expected=expected
            ),
        )
    )
    return done[0] if done else None


def undo(number: int) -> LabelEvent | None:
    """Take back an entry by appending its undoing; None where it was refused."""
    done = _kept(lambda: (services.undo(caching.workspace(), number, by=reviewer.name()),))
    return done[0] if done else None


def refit(dataset: str | None) -> RefitReport | None:
    """Learn from the verdicts; None where it was refused."""
    try:
        return lineage.refit(caching.workspace(), dataset, by=reviewer.name())
    except HeadwaterError as error:
        session.fail(error)
        return None


def _kept(do: Callable[[], tuple[LabelEvent, ...]]) -> tuple[LabelEvent, ...] | None:
    try:
        return do()
    except HeadwaterError as error:
        session.fail(error)
        return None
