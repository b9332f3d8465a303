"""Dates as written, read as the span of days they may mean."""

import re
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime

_PARTIAL = re.compile(r"^(\d{4})(?:-(\d{1,2}))?$")
_ISO_DAY = re.compile(r"^(\d{4})-(\d{2})-(\d{2})(?![\d])")

Days = tuple[date, date]


def days_of(written: str | None) -> Days | None:
    """The first and last day a written date may mean, in UTC; None where it cannot be read.

    A day without a zone may be a day earlier or later elsewhere; who compares allows for that.
    """
    if written is None or not (text := written.strip()):
        return None
    partial = _PARTIAL.match(text)
    if partial is not None:
        return _partial(int(partial[1]), int(partial[2]) if partial[2] else None)
    try:
        moment = datetime.fromisoformat(text)
        day = (moment.astimezone(UTC) if moment.tzinfo else moment).date()
    except ValueError:
        return _day_or_mail_date(text)
    except OverflowError:
        return None
    return day, day


def _partial(year: int, month: int | None) -> Days | None:
    try:
        if month is None:
            return date(year, 1, 1), date(year, 12, 31)
        following = date(year + month // 12, month % 12 + 1, 1)
        return date(year, month, 1), following - timedelta(days=1)
    except ValueError:
        return None


def _day_or_mail_date(text: str) -> Days | None:
    lead = _ISO_DAY.match(text)
    try:
        if lead is not None:
            day = date(int(lead[1]), int(lead[2]), int(lead[3]))
        else:
            moment = parsedate_to_datetime(text)
            day = (moment.astimezone(UTC) if moment.tzinfo else moment).date()
    except (ValueError, IndexError, TypeError, OverflowError):
        return None
    return day, day


def later_of(one: Days | None, other: Days | None) -> int | None:
    """0 where the first is later by more than a day, 1 where the second is, None where neither can be said."""
    if one is None or other is None:
        return None
    margin = timedelta(days=1)
    if one[0] - other[1] > margin:
        return 0
    if other[0] - one[1] > margin:
        return 1
    return None
