"""``python -m dashboard`` is ``headwater``."""

from dashboard.cli import main

main()
