"""A formula with its source, as a quiet note."""

from dashboard.components.plain_text import block, prose


def formula_note(formula: str, filled: str, source: str, *, key: str) -> None:
    """Draw the formula, the same with numbers, and where it comes from."""
    prose([block(formula, "small"), block(filled, "strong"), block(source, "small")], key=key)
