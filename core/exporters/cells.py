"""Cells that no spreadsheet takes for a formula or chokes on."""

import re

from core.exporters.tables import Value

FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""A cell of text that begins with one of these may run in a spreadsheet."""
_UNREADABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def readable(text: str) -> str:
    """Text without the signs that XML and workbooks cannot hold; each is shown as one that says so."""
    return _UNREADABLE.sub("�", text)


def safe_text(text: str) -> str:
    """Text as a cell: with an apostrophe before what would run, and no sign that a file cannot hold.

    Examples:
        >>> safe_text("=1+1"), safe_text("'=1"), safe_text("plain")
        ("'=1+1", "''=1", 'plain')
    """
    kept = readable(text)
    bare = kept.lstrip(" '")
    if bare.startswith(FORMULA_SIGNS) or kept.startswith(FORMULA_SIGNS):
        return f"'{kept}"
    return kept


def cell(value: Value) -> str | float | int:
    """A value as a cell of CSV: numbers to their last digit, nothing where there is none."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return safe_text(value) if isinstance(value, str) else value
