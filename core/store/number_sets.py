"""A set of row numbers or keys as one parameter, however many there are: queries stay constant in number and text."""

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
    type_coerce,
)

from core.store.verbatim import escaped


def among(connection: Connection, column: ColumnElement[int], numbers: Iterable[int]) -> ColumnElement[bool]:
    """The condition that a column holds one of the numbers."""
    if connection.dialect.name == "sqlite":
        return column.in_(listed(connection, numbers))
    return column == any_(literal(list(numbers), ARRAY(BigInteger)))


def named(connection: Connection, column: ColumnElement[str], keys: Iterable[str]) -> ColumnElement[bool]:
    """The condition that a column of verbatim text holds one of the keys."""
    texts = [escaped(key) for key in keys]
    if connection.dialect.name == "sqlite":
        values = func.json_each(bindparam(None, json.dumps(texts), String)).table_valued("value")
        return column.in_(select(values.c.value))
    return type_coerce(column, String) == any_(literal(texts, ARRAY(String)))


def listed(connection: Connection, numbers: Iterable[int]) -> Select[tuple[int]]:
    """The numbers as a query of one column, to start another from."""
    if connection.dialect.name == "sqlite":
        values = func.json_each(bindparam(None, json.dumps(list(numbers)), String)).table_valued("value")
        return select(values.c.value)
    return select(func.unnest(literal(list(numbers), ARRAY(BigInteger))).column_valued("value"))
