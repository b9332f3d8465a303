"""Decisions over time: what was signed on each day, by what was decided, with the numbers as a table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from core.conclusions import Conclusion
from core.verdicts import DecisionDay
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import CONCLUSION, conclusion_words


@dataclass(frozen=True, slots=True)
class DecisionsView:
    """Signatures a day; days without any are there too, so that a gap is seen as one."""

    days: tuple[str, ...]
    series: tuple[tuple[Conclusion, tuple[int, ...]], ...]
    """Every decision with its number on each day."""
    words: str
    numbers: TableView


def decisions_view(found: Sequence[DecisionDay]) -> DecisionsView:
    """What was signed, from the first day to the last."""
    by_day = {one.day: one.conclusions for one in found}
    days = _all_days(found[0].day, found[-1].day) if found else ()
    series = tuple((one, tuple(by_day.get(day, {}).get(one.value, 0) for day in days)) for one in Conclusion)
    signed = sum(sum(numbers) for _, numbers in series)
    words = f"{count(signed, 'signature')} on {count(len(found), 'day')}; slips that were taken back are left out"
    return DecisionsView(days, series, words if found else "", _table(found))


def _all_days(first: str, last: str) -> tuple[str, ...]:
    start, end = date.fromisoformat(first), date.fromisoformat(last)
    return tuple((start + timedelta(days=n)).isoformat() for n in range((end - start).days + 1))


def _table(found: Sequence[DecisionDay]) -> TableView:
    return TableView(
        "Decisions over time",
        (
            Column("day", "Day (UTC)", "text", 8),
            *(
                Column(one.value, conclusion_words(one), "number", 9, f"Signed: {CONCLUSION[one]}.")
                for one in Conclusion
            ),
            Column("all", "All", "number", 4),
        ),
        tuple(
            Row(
                one.day,
                (
                    Cell(one.day, one.day),
                    *(Cell(f"{one.conclusions[c.value]:,}", one.conclusions[c.value]) for c in Conclusion),
                    Cell(f"{sum(one.conclusions.values()):,}", sum(one.conclusions.values())),
                ),
            )
            for one in reversed(found)
        ),
        "Nothing is signed yet.",
    )
