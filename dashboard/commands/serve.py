"""``headwater serve``: the dashboard on the user's own data."""

import sys

from core.errors import HeadwaterError
from dashboard.commands.server import DEFAULT_PORT, THIS_MACHINE, Address, Port, run


def serve(port: Port = DEFAULT_PORT, address: Address = THIS_MACHINE) -> None:
    """Open the dashboard on your own data (HEADWATER_HOME or HEADWATER_DATABASE_URL)."""
    _bring_up_to_date()
    run(port, address, about="your data")


def _bring_up_to_date() -> None:
    """Make figures and queue of an older database anew before the first page asks for them."""
    from core import services

    try:
        services.open_workspace(progress=_say).store.close()
    except HeadwaterError as error:
        # The pages say the same to whoever opens them, and why.
        print(f"headwater: {error}", file=sys.stderr)


def _say(done: int, total: int | None) -> None:
    print(f"making figures and queue anew: {done:,} of {total:,} claims", file=sys.stderr)
