"""The store that pages, the command line and notebooks work on."""

from dataclasses import dataclass

import sample_data
from core.assessment import summarise
from core.services.importing import import_file
from core.store import Store, open_store


@dataclass(frozen=True, slots=True)
class Workspace:
    """An open store."""

    store: Store


def open_workspace(url: str | None = None) -> Workspace:
    """Open the store at ``url``, at HEADWATER_DATABASE_URL, or in the data directory; make it where there is none.

    Raises:
        DatabaseUnavailable: It cannot be opened, read or written.
        NewerDatabase: It was written by a newer Headwater.
    """
    return Workspace(open_store(url, summarise=summarise))


def demo_workspace(url: str | None = None) -> Workspace:
    """Open the store and see to it that the sample data are in it; labels given meanwhile are kept."""
    workspace = open_workspace(url)
    for resource in sample_data.packages():
        import_file(workspace.store, resource.read_bytes(), resource.name, by="Headwater demo")
    return workspace
