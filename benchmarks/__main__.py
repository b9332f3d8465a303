"""Run the benchmarks named on the command line, or all of them, and print one table."""

import importlib
import pkgutil
import sys

from rich.console import Console
from rich.table import Table

import benchmarks

NOT_MEASURED = {"rows", "__main__"}


def main(wanted: list[str]) -> int:
    """Print targets beside what was measured; 1 where a target is missed."""
    names = sorted(found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name not in NOT_MEASURED)
    unknown = set(wanted) - set(names)
    if unknown:
        print(f"no benchmark {', '.join(sorted(unknown))}; there are {', '.join(names)}", file=sys.stderr)
        return 2
    table = Table("Area", "What", "Target", "Measured", "Holds")
    missed = 0
    for name in wanted or names:
        print(f"measuring {name} ...", file=sys.stderr)
        for row in importlib.import_module(f"benchmarks.{name}").rows():
            missed += row.holds is False
            table.add_row(row.area, row.what, row.target, row.measured, {True: "yes", False: "NO", None: ""}[row.holds])
    Console(width=140).print(table)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
