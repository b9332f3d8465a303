"""``headwater demo``: the dashboard on the sample data, apart from the user's own."""

import os
import sys

import platformdirs

from dashboard.commands.server import DEFAULT_PORT, THIS_MACHINE, Address, Port, run


def demo(port: Port = DEFAULT_PORT, address: Address = THIS_MACHINE) -> None:
    """Open the dashboard on the sample data; your own data is not touched."""
    from core import services

    os.environ.setdefault("HEADWATER_HOME", str(platformdirs.user_data_path("headwater", appauthor=False) / "demo"))
    if os.environ.pop("HEADWATER_DATABASE_URL", None):
        print("The demo leaves HEADWATER_DATABASE_URL alone and keeps its own file.", file=sys.stderr)
    services.demo_workspace()
    run(port, address, about="sample data")
