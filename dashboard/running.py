"""Long work beside the pages: it goes on in a thread, says how far it is, and can be stopped.

A run belongs to the process, not to a session: whoever opens the page sees it, also after a reload.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from core.errors import HeadwaterError

Progress = Callable[[int, int | None], None]
Work = Callable[[Progress, Callable[[], bool]], Any]
"""Gets what to tell progress to and what to ask whether it should stop; gives the result."""


@dataclass(slots=True)
class Run:
    """One piece of long work: how far it is, and what came of it."""

    about: str
    """What it works on, as text."""
    by: str
    done: int = 0
    of: int | None = None
    """Steps in all, where known."""
    result: Any = None
    error: HeadwaterError | None = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _over: threading.Event = field(default_factory=threading.Event)

    @property
    def stopping(self) -> bool:
        """Whether somebody asked it to stop."""
        return self._stop.is_set()

    @property
    def over(self) -> bool:
        """Whether it has ended, well or not."""
        return self._over.is_set()

    def tell(self, done: int, of: int | None) -> None:
        """Say how far it is."""
        self.done, self.of = done, of

    def stop(self) -> None:
        """Ask it to stop at the next step; what was done until then is kept."""
        self._stop.set()

    def wait(self, seconds: float) -> bool:
        """Wait for its end; False where it takes longer."""
        return self._over.wait(seconds)

    def work(self, what: Work) -> None:
        """Do it; what was refused is kept for the page to say, anything else goes to the log."""
        try:
            self.result = what(self.tell, self._stop.is_set)
        except HeadwaterError as error:
            self.error = error
        finally:
            self._over.set()


_RUNS: dict[str, Run] = {}
_LOCK = threading.Lock()


def start(name: str, what: Work, *, about: str, by: str) -> Run:
    """Begin a run; while one of that name is under way it is that one, and nothing new begins.

    Args:
        name: Kind of work, one run each.
        what: The work.
        about: What it works on.
        by: Who asked for it.
    """
    with _LOCK:
        found = _RUNS.get(name)
        if found is not None and not found.over:
            return found
        run = _RUNS[name] = Run(about, by)
    threading.Thread(target=run.work, args=(what,), name=f"headwater {name}", daemon=True).start()
    return run


def current(name: str) -> Run | None:
    """The run of that name, under way or over, until it is put away."""
    return _RUNS.get(name)


def put_away(name: str) -> None:
    """Forget a run that is over: its outcome was read."""
    with _LOCK:
        found = _RUNS.get(name)
        if found is not None and found.over:
            del _RUNS[name]
