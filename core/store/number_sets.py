"""A set of row numbers as a single parameter, however many there are: queries stay constant in number and in text."""

import json
from collections.abc import Iterable

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Connection,
    Select,
    String,
    any_,
    bindparam,
    func,
    literal,
    select,
)


def among(connection: Connection, column: ColumnElement[int], numbers: Iterable[int]) -> ColumnElement[bool]:
    """The condition that a column holds one of the numbers."""
    if connection.dialect.name == "sqlite":
        return column.in_(listed(connection, numbers))
    return column == any_(literal(list(numbers), ARRAY(BigInteger)))


def listed(connection: Connection, numbers: Iterable[int]) -> Select[tuple[int]]:
    """The numbers as a query of one column, to start another from."""
    if connection.dialect.name == "sqlite":
        values = func.json_each(bindparam(None, json.dumps(list(numbers)), String)).table_valued("value")
        return select(values.c.value)
    return select(func.unnest(literal(list(numbers), ARRAY(BigInteger))).column_valued("value"))
