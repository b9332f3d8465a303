"""How the dashboard is started: Streamlit's own server, with settings a user's configuration cannot weaken."""

import os
import socket
import sys
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from core.errors import InvalidInput

APP = Path(__file__).resolve().parent.parent / "app.py"

Port = Annotated[int, typer.Option(envvar="HEADWATER_PORT", min=1, max=65535, help="Port to listen on.")]
Address = Annotated[
    str, typer.Option(envvar="HEADWATER_ADDRESS", help="Address to listen on; the default is this machine only.")
]

DEFAULT_PORT = 8501
THIS_MACHINE = "127.0.0.1"

SETTINGS = (
    "--server.headless=true",
    "--server.fileWatcherType=none",
    # A closed tab gives its memory back soon; a reload or a short break of the line still finds its session.
    "--server.disconnectedSessionTTL=10",
    # A bare expression in a page would be drawn as markup.
    "--runner.magicEnabled=false",
    "--browser.gatherUsageStats=false",
    "--client.toolbarMode=minimal",
    # Error text may quote a passage; Streamlit would offer it to search engines as a link.
    "--client.showErrorDetails=none",
    "--client.showErrorLinks=false",
    "--logger.hideWelcomeMessage=true",
)

DRAWN_WITH = ("pandas", "plotly.graph_objects", "pyvis.network", "core.services")


def arguments(port: int, address: str) -> list[str]:
    """The command line of Streamlit that starts the dashboard."""
    return ["run", str(APP), f"--server.port={port}", f"--server.address={address}", *SETTINGS]


def run(port: int, address: str, *, about: str) -> None:
    """Serve until interrupted; the address goes to standard error before the first page is drawn."""
    _require_free(port, address)
    shown = f"[{address}]" if ":" in address else address
    print(f"Headwater ({about}): http://{shown}:{port}\nCtrl+C ends it.", file=sys.stderr, flush=True)
    if address not in {THIS_MACHINE, "::1", "localhost"}:
        print("There is no login: whoever reaches this address can read and relabel.", file=sys.stderr, flush=True)
    _load_ahead()

    from streamlit.web.cli import main as streamlit

    streamlit(arguments(port, address), prog_name="streamlit")


def _require_free(port: int, address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((address, port))
        except OSError as error:
            reason = error.strerror or error
            raise InvalidInput(
                f"cannot listen on {address} port {port}: {reason}; choose another with HEADWATER_PORT or --port"
            ) from error


def _load_ahead() -> None:
    """Import what every page draws with, so that the first visitor does not wait for it."""
    for name in DRAWN_WITH:
        import_module(name)
