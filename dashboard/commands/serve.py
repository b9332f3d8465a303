"""``headwater serve``: the dashboard on the user's own data."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from core.errors import HeadwaterError
from dashboard.commands.inbox import watch
from dashboard.commands.server import DEFAULT_PORT, THIS_MACHINE, Address, Port, run

Inbox = Annotated[
    Path | None,
    typer.Option(help="Import every whole file that is written into this folder, once, with a report beside it."),
]
By = Annotated[str, typer.Option(help="Who imports what comes by the inbox, as the record shows it.")]


def serve(
    port: Port = DEFAULT_PORT, address: Address = THIS_MACHINE, inbox: Inbox = None, inbox_by: By = "inbox"
) -> None:
    """Open the dashboard on your own data (HEADWATER_HOME or HEADWATER_DATABASE_URL)."""
    _bring_up_to_date()
    if inbox is not None:
        watch(inbox, inbox_by)
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
