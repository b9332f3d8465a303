"""The store that pages, the command line and notebooks work on."""

from dataclasses import dataclass

from core.assessment import summarise
from core.store import Store, open_store


@dataclass(frozen=True, slots=True)
class Workspace:
    """An open store."""

    store: Store


def open_workspace(url: str | None = None) -> Workspace:
    """Open the store at ``url``, at HEADWATER_DATABASE_URL, or in the data directory; made where there is none.

    Figures in lists that an older engine made are made anew.

    Raises:
        DatabaseUnavailable: It cannot be opened, read or written.
        NewerDatabase: It was written by a newer Headwater.
    """
    workspace = Workspace(open_store(url, summarise=summarise))
    if workspace.store.stale_summaries():
        workspace.store.rebuild_summaries()
    return workspace
