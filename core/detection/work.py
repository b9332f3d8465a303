"""A long run reported and stopped: how far it is, and whether somebody asked it to end."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from core.detection.types import Finding

Progress = Callable[[int, int | None], None]


class Checkpoint(Protocol):
    """Where a long comparison is put down, so that a later run goes on from it."""

    def begin(self, documents: Sequence[str], texts: str) -> tuple[int, Sequence["Finding"]]:
        """What an earlier run over the very same texts did: documents compared, and what it found; (0, ()) for none.

        Args:
            documents: The ids in the order in which they are compared.
            texts: A digest of their texts.
        """

    def reached(self, count: int, found: Sequence["Finding"]) -> None:
        """So many documents are compared; these findings are new since the last call."""


class Work:
    """Counts steps. Nothing is reported where nobody listens."""

    def __init__(
        self, progress: Progress | None = None, stop: Callable[[], bool] | None = None, total: int | None = None
    ) -> None:
        self._progress = progress
        self._stop = stop
        self.total = total
        self.done = 0
        self.stopped = False

    def step(self) -> bool:
        """One step is done; True where the work is to end here."""
        self.done += 1
        if self._progress is not None:
            self._progress(self.done, self.total)
        if self._stop is not None and self._stop():
            self.stopped = True
        return self.stopped
