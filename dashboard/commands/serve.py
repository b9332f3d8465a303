"""``headwater serve``: the dashboard on the user's own data."""

from dashboard.commands.server import DEFAULT_PORT, THIS_MACHINE, Address, Port, run


def serve(port: Port = DEFAULT_PORT, address: Address = THIS_MACHINE) -> None:
    """Open the dashboard on your own data (HEADWATER_HOME or HEADWATER_DATABASE_URL)."""
    run(port, address, about="your data")
