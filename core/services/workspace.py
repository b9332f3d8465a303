"""The store that pages, the command line and notebooks work on."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from core.assessment import appraise, summarise
from core.errors import InvalidParameter
from core.store import Store, open_store
from core.store.engine import database_url
from core.verification.dossier_states import with_states


@dataclass(frozen=True, slots=True)
class Workspace:
    """An open store, and whether the people who use it have roles."""

    store: Store
    team: bool = False
    """True where roles count; False on one's own machine, where whoever uses it may do everything."""
    admins: frozenset[str] = frozenset()
    """Who is an admin in a team without having been given the role."""


def open_workspace(
    url: str | None = None, *, team: bool | None = None, progress: Callable[[int, int | None], None] | None = None
) -> Workspace:
    """Open the store at ``url``, at HEADWATER_DATABASE_URL, or in the data directory; made where there is none.

    Figures in lists and the queue of open questions are made anew where an older engine made them.

    Args:
        url: Which database.
        team: Whether roles count; None asks HEADWATER_TEAM (1 or 0). Pages with a login say True.
            HEADWATER_ADMINS names the first admins, separated by commas.
        progress: Told how many claims are made anew, of how many.

    Raises:
        DatabaseUnavailable: It cannot be opened, read or written.
        NewerDatabase: It was written by a newer Headwater.
    """
    if team is None:
        team = _switch("HEADWATER_TEAM")
    named = os.environ.get("HEADWATER_ADMINS", "").split(",")
    admins = frozenset(name.strip() for name in named if name.strip())
    workspace = Workspace(open_store(url, summarise=summarise, appraise=appraise, promote=with_states), team, admins)
    if workspace.store.stale_summaries():
        workspace.store.rebuild_summaries(progress=progress)
    return workspace


def store_exists(url: str | None = None) -> bool:
    """Whether there is a store to open, and none would be made; of a server it is taken for granted.

    Raises:
        DatabaseUnavailable: The address cannot be read.
    """
    found = database_url(url)
    return found.get_backend_name() != "sqlite" or Path(str(found.database)).exists()


def _switch(name: str) -> bool:
    """Whether a variable switches something on.

    Raises:
        InvalidParameter: It says neither yes nor no.
    """
    word = os.environ.get(name, "").strip().casefold()
    if word not in ("", "0", "1", "no", "yes", "false", "true", "off", "on"):
        raise InvalidParameter(name, word, "1 or 0")
    return word in ("1", "yes", "true", "on")
