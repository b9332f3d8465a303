"""What the steps of the database's history are written in: columns by their kind, and tables that only grow.

A step says the same for ever: what stands here is added to, never changed.
"""

from collections.abc import Iterable
from typing import Any

import sqlalchemy as sa
from alembic import op


def whole(name: str, target: str | None = None, null: bool = False, key: bool = False) -> sa.Column[int]:
    """A whole number, which may name a row of another table or be the key."""
    kind = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    keys = () if target is None else (sa.ForeignKey(f"{target}.number"),)
    more: dict[str, Any] = {"primary_key": True, "autoincrement": False} if key else {"nullable": null}
    return sa.Column(name, kind, *keys, **more)


def texts(*names: str, null: bool = False) -> list[sa.Column[str]]:
    """Columns of text from outside."""
    return [sa.Column(name, sa.Text(), nullable=null) for name in names]


def words(*names: str, null: bool = False) -> list[sa.Column[str]]:
    """Columns of our own words."""
    return [sa.Column(name, sa.String(), nullable=null) for name in names]


def append_only(tables: Iterable[str], *, numbered: bool = True) -> None:
    """Have the database refuse to change or delete an entry.

    Args:
        tables: Their names.
        numbered: Also refuse, in SQLite, an entry that does not follow the last: INSERT OR REPLACE would delete
            without asking the other triggers.
    """
    sqlite = op.get_bind().dialect.name == "sqlite"
    for table in tables:
        if sqlite:
            _sqlite(table, numbered)
        else:
            _postgresql(table)


def _sqlite(table: str, numbered: bool) -> None:
    for change in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_refuses_{change.lower()} BEFORE {change} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only'); END"
        )
    if numbered:
        op.execute(
            f"CREATE TRIGGER {table}_follows BEFORE INSERT ON {table} "
            f"WHEN NEW.number IS NOT (SELECT coalesce(max(number), 0) + 1 FROM {table}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: an entry has to follow the last'); END"
        )


def _postgresql(table: str) -> None:
    op.execute(
        f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE ON {table} "
        "FOR EACH ROW EXECUTE FUNCTION headwater_append_only()"
    )
    op.execute(
        f"CREATE TRIGGER {table}_refuses_truncate BEFORE TRUNCATE ON {table} "
        "FOR EACH STATEMENT EXECUTE FUNCTION headwater_append_only()"
    )
