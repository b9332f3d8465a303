"""The ``headwater`` command: every command is a function in :mod:`dashboard.commands`."""

import sys

import typer

from core.errors import HeadwaterError
from dashboard.commands import COMMANDS

UNUSABLE = 2
"""Exit code for a usage error or for input that cannot be used."""

app = typer.Typer(
    name="headwater",
    help="Review the evidence behind an AI answer: where it comes from and how many independent lineages it has.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    # A command that is a Python keyword is a function with an underscore after it.
    app.command(command.__name__.rstrip("_").replace("_", "-"))(command)


@app.callback()
def _headwater() -> None:
    """Keeps the command names, however few commands there are."""


def main() -> None:
    """Run one command; a refused request is one message on standard error, not a traceback."""
    try:
        app()
    except HeadwaterError as error:
        print(f"headwater: {error}", file=sys.stderr)
        sys.exit(UNUSABLE)
