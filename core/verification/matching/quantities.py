"""Numbers with their units, compared as numbers. A difference is a flag for a person, never a contradiction.

Everything is Decimal; nothing is rounded. What can be read two ways (1,234 in a text of unknown origin) keeps both
readings, and percent is not percentage points.
"""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum

_SPACE = "[ \u00a0\u2009\u202f]"
_NUMBER = rf"\d{{1,3}}(?:(?:{_SPACE}|[,.'’])\d{{3}})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)?"
_QUANTITY = re.compile(
    rf"(?<![\w.,])(?P<about>(?i:about|around|approximately|approx\.?|roughly|circa|some)|~|≈)?\s?"
    rf"(?P<compare>(?i:at least|at most|more than|less than|over|under|up to|fewer than)|[<>≤≥]=?)?\s?"
    rf"(?P<sign>[-−+±])?(?P<currency>US\$|[$€£¥₹])?\s?(?P<sign2>[-−])?(?P<number>{_NUMBER})"
    rf"(?P<rest>{_SPACE}?(?:(?i:thousand|million|billion|trillion|bn|mn)\b|[MKkB](?!\w)))?"
    rf"(?P<unit>{_SPACE}?(?:%|‰|(?i:percentage{_SPACE}points?|per{_SPACE}?cent|percent|basis{_SPACE}points?)|pp\b|bps?\b|°C|°F|"
    rf"(?:[€£¥₹$])|(?:km|cm|mm|m|kg|mg|g|t|ha|l|h|min|s|days?|hours?|weeks?|months?|years?|tonnes?)(?![\w²³/])))?"
)
_SCALES = {
    "thousand": 3, "k": 3, "million": 6, "m": 6, "mn": 6, "billion": 9, "bn": 9, "b": 9, "trillion": 12,
}  # fmt: skip
_UNITS = {
    "%": ("ratio", "0.01"), "percent": ("ratio", "0.01"), "per cent": ("ratio", "0.01"), "‰": ("ratio", "0.001"),
    "fraction": ("ratio", "1"), "pp": ("points", "1"), "percentage point": ("points", "1"),
    "bp": ("points", "0.01"), "basis point": ("points", "0.01"),
    "km": ("length", "1000"), "m": ("length", "1"), "cm": ("length", "0.01"), "mm": ("length", "0.001"),
    "t": ("mass", "1000"), "tonne": ("mass", "1000"), "kg": ("mass", "1"), "g": ("mass", "0.001"),
    "mg": ("mass", "0.000001"),
    "ha": ("area", "10000"), "l": ("volume", "1"),
    "s": ("time", "1"), "min": ("time", "60"), "h": ("time", "3600"), "hour": ("time", "3600"),
    "day": ("time", "86400"),
    "week": ("time", "604800"), "month": ("month", "1"), "year": ("year", "1"),
    "°c": ("celsius", "1"), "°f": ("fahrenheit", "1"),
}  # fmt: skip


class NumberRelation(StrEnum):
    """How two quantities stand to each other."""

    EQUAL = "equal"
    DIFFERS = "number_differs"
    AMBIGUOUS = "ambiguous_number"
    UNIT_UNKNOWN = "unit_unknown"


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number as written and as read."""

    text: str
    value: Decimal
    """In the base unit of its kind."""
    other: Decimal | None = None
    """The second reading, where the separator allows one."""
    kind: str | None = None
    """length, mass, ratio, points, a currency sign, ...; None where no unit is written."""
    compare: str | None = None
    about: bool = False
    unit: str | None = None
    factor: Decimal = Decimal(1)
    """What one of the unit is in the base unit of its kind."""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class NumberComparison:
    """The verdict on two quantities, with the words for it."""

    relation: NumberRelation
    expected: Quantity | None
    observed: Quantity | None
    explanation: str


def quantities(text: str) -> tuple[Quantity, ...]:
    """Every number of a text with its sign, scale and unit, in order.

    Example:
        >>> [(q.text, f"{q.value:f}", q.kind) for q in quantities("5200 m of pipe, up 7.1 %")]
        [('5200 m', '5200', 'length'), ('7.1 %', '0.071', 'ratio')]
    """
    return tuple(_read(match) for match in _QUANTITY.finditer(text))


def compare_numbers(expected: str, observed: str, *, observed_unit: str | None = None) -> NumberComparison:
    """Compare the first quantity of two texts, such as a cited value and a cell.

    Args:
        observed_unit: Unit of the observed text known from elsewhere, such as a column header; "fraction" for shares.

    Returns:
        ``equal`` only where value and kind agree; ``unit_unknown`` where one side names no unit that the other needs.

    Source: [HOUSE] Decimal, no rounding, percent is not percentage points.
    """
    left, right = quantities(expected), quantities(observed)
    if not left or not right:
        return NumberComparison(
            NumberRelation.AMBIGUOUS, left[0] if left else None, right[0] if right else None, "no number to compare"
        )
    found = right[0]
    if observed_unit is not None and found.kind is None:
        kind, factor = _UNITS.get(observed_unit.casefold(), (observed_unit.casefold(), "1"))
        other = found.other * Decimal(factor) if found.other is not None else None
        found = replace(found, value=found.value * Decimal(factor), other=other, kind=kind)
    return _judge(left[0], found)


def number_differences(expected: str, observed: str) -> tuple[NumberComparison, ...]:
    """Numbers of a claim that its evidence does not have, each with the nearest one of the same kind.

    Returns:
        One entry per number of ``expected`` that no number of ``observed`` equals; () where all are there.
    """
    there = quantities(observed)
    missing = []
    for wanted in quantities(expected):
        verdicts = [_judge(wanted, found) for found in there]
        if any(verdict.relation is NumberRelation.EQUAL for verdict in verdicts):
            continue
        nothing = NumberComparison(NumberRelation.DIFFERS, wanted, None, f"{wanted.text}: no such number")
        ranked = (
            [v for v in verdicts if v.relation is NumberRelation.AMBIGUOUS],
            [v for v in verdicts if v.observed is not None and v.observed.kind == wanted.kind],
            [v for v in verdicts if v.relation is NumberRelation.UNIT_UNKNOWN],
            [nothing],
        )
        missing.append(next(group[0] for group in ranked if group))
    return tuple(missing)


def _judge(expected: Quantity, observed: Quantity) -> NumberComparison:
    def said(relation: NumberRelation, words: str) -> NumberComparison:
        return NumberComparison(relation, expected, observed, words)

    shown = f"{expected.text} / {observed.text}"
    if expected.kind == observed.kind and expected.unit != observed.unit and expected.unit:
        shown += f" (= {(observed.value / expected.factor).normalize():f} {expected.unit})"
    if expected.kind != observed.kind:
        same = expected.value == observed.value
        if None in (expected.kind, observed.kind):
            needs_unit = "ratio" in (expected.kind, observed.kind) or "points" in (expected.kind, observed.kind)
            if needs_unit or same:
                return said(NumberRelation.UNIT_UNKNOWN, f"{shown}: one of them names no unit")
        return said(NumberRelation.DIFFERS, f"{shown}: not the same unit" if same else f"{shown}: another number")
    if (expected.compare or observed.compare) and expected.compare != observed.compare:
        return said(NumberRelation.DIFFERS, f"{shown}: one is a bound")
    if expected.value == observed.value:
        if expected.other != observed.other and None not in (expected.other, observed.other):
            return said(NumberRelation.AMBIGUOUS, f"{shown}: the separators can be read two ways")
        return said(NumberRelation.EQUAL, f"{shown}: the same number")
    readings = {expected.value, expected.other} & {observed.value, observed.other}
    if readings - {None}:
        return said(NumberRelation.AMBIGUOUS, f"{shown}: the separators can be read two ways")
    return said(NumberRelation.DIFFERS, f"{shown}: another number")


def _read(match: re.Match[str]) -> Quantity:
    value, other = _values(match["number"])
    unit = " ".join((match["unit"] or "").split()).casefold()
    unit = re.sub("[\u00a0\u2009\u202f]", " ", unit)
    if unit not in _UNITS and unit.endswith("s"):
        unit = unit[:-1]
    kind, factor = _UNITS.get(unit, (unit or None, "1"))
    currency = match["currency"] or (unit if unit in ("€", "£", "¥", "₹", "$") else None)
    power = _SCALES.get((match["rest"] or "").strip().casefold(), 0)
    if match["currency"] and unit == "m":
        unit, kind, factor, power = "", None, "1", 6
    scale = Decimal(factor).scaleb(power)
    if (match["sign"] or match["sign2"] or "") in ("-", "−") and (match["sign"] or match["sign2"]):
        scale = -scale
    compare = " ".join(match["compare"].split()).casefold() if match["compare"] else None
    return Quantity(
        text=match[0].strip(),
        value=(value * scale).normalize(),
        other=(other * scale).normalize() if other is not None else None,
        kind=currency.casefold() if currency else kind,
        compare=compare or ("±" if match["sign"] == "±" else None),
        about=match["about"] is not None,
        unit=unit or None,
        factor=Decimal(factor),
        start=match.start("number"),
        end=match.end(),
    )


def _values(number: str) -> tuple[Decimal, Decimal | None]:
    """The likelier reading of a number and, where there is one, the other."""
    plain = re.sub("[ \u00a0\u2009\u202f'’]", "", number)
    grouped = plain != number
    commas, points = plain.count(","), plain.count(".")
    if commas and points:
        decimal_sign = max(",", ".", key=plain.rfind)
        group = "," if decimal_sign == "." else "."
        return Decimal(plain.replace(group, "").replace(decimal_sign, ".")), None
    sign = "," if commas else "."
    if commas + points > 1:
        return Decimal(plain.replace(sign, "")), None
    if commas + points == 0:
        return Decimal(plain), None
    whole, decimals = plain.split(sign)
    as_decimal = Decimal(f"{whole}.{decimals}")
    if len(decimals) != 3 or grouped or whole.startswith("0") or len(whole) > 3:
        return as_decimal, None
    as_grouped = Decimal(whole + decimals)
    return (as_grouped, as_decimal) if sign == "," else (as_decimal, as_grouped)
