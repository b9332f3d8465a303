"""What a spreadsheet shows of a stored number; formats beyond the plain ones show the stored value."""

import re
from datetime import date, datetime, time
from decimal import ROUND_HALF_UP, Decimal

_PLAIN = re.compile(r"(?P<before>[^0#?]*)(?P<digits>[#0?,]*0(?:\.(?P<decimals>0+))?|#)(?P<after>[^0#?]*)\Z")
_LITERAL = re.compile(r'"([^"]*)"|\\(.)|_.|\*.|\[\$([^\]-]*)[^\]]*\]|\[[^\]]*\]')


def shown(value: object, number_format: str) -> str:
    """The text of a cell as its format shows it.

    Example:
        >>> shown(0.125, "0.0%"), shown(1234567.891, "#,##0.00"), shown("007", "General")
        ('12.5%', '1,234,567.89', '007')
    """
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, datetime):
        return value.date().isoformat() if value.time() == time() else value.isoformat(sep=" ")
    if isinstance(value, date | time):
        return value.isoformat()
    if not isinstance(value, int | float):
        return str(value)
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not number.is_finite():
        return str(value)
    sections = number_format.split(";")
    section = sections[1] if len(sections) > 1 and number < 0 else sections[0]
    cleaned = _LITERAL.sub(lambda m: m[1] or m[2] or m[3] or "", section)
    match = _PLAIN.match(cleaned)
    if match is None or cleaned in ("General", "@") or re.search(r"[EeyYmMdDhHsS/?]", _LITERAL.sub("", section)):
        return _general(number)
    percent = cleaned.count("%")
    scaled = number.scaleb(2 * percent)
    places = len(match["decimals"] or "")
    rounded = scaled.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    digits = f"{abs(rounded):{',' if ',' in match['digits'] else ''}.{places}f}"
    whole = match["digits"].split(".")[0].replace(",", "").count("0")
    if whole > 1 and "," not in match["digits"]:
        left, dot, right = digits.partition(".")
        digits = left.zfill(whole) + dot + right
    sign = "-" if rounded < 0 and section is sections[0] else ""
    return f"{sign}{match['before']}{digits}{match['after']}".strip()


def _general(number: Decimal) -> str:
    plain = number.normalize()
    return f"{plain:f}" if abs(plain) < Decimal("1e21") else str(plain)
