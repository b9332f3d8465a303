"""How much is open under a filter, and what its menus offer, each entry with how many it would show."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Integer, func, select

from core.store.number_sets import among
from core.store.queue import Wanted
from core.store.reach import running
from core.store.tables import AnswerRow, AnswerVersionRow, DatasetRow, table_of
from core.store.work_tables import OpenQuestionRow
from core.work import BANDS, Choice, QueueCounts, WorkKind

_QUESTION, _DATASET = table_of(OpenQuestionRow), table_of(DatasetRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)

MENU = 200
"""Entries a menu has at most, those with most open questions."""
SHOWN = 120
"""Characters of an answer that its entry shows."""


def count_questions(connection: Connection, wanted: Wanted) -> QueueCounts:
    """The counts under a filter; each menu is counted under all other settings."""
    person = wanted.filter.reviewer
    kinds = _grouped(connection, _QUESTION.c.kind, wanted.all_but("kind"))
    whole = _total(connection, wanted.all_but())
    return QueueCounts(
        open=whole[0],
        flips=whole[1],
        disputes=kinds.get(WorkKind.DISPUTE.value, 0),
        second_readings=kinds.get(WorkKind.SECOND_READING.value, 0),
        mine=0 if person is None else _one(connection, [*wanted.all_but("assignee"), _QUESTION.c.assignee == person]),
        skipped=_skipped(connection, wanted),
        kinds=tuple(
            Choice(kind.value, kind.value.replace("_", " "), kinds[kind]) for kind in WorkKind if kind in kinds
        ),
        datasets=_datasets(connection, wanted),
        answers=_answers(connection, wanted),
        publishers=_menu(connection, _QUESTION.c.publisher, wanted.all_but("publisher")),
        rules=_menu(connection, _QUESTION.c.rule, wanted.all_but("rule")),
        bands=_bands(connection, wanted),
        assignees=_menu(connection, _QUESTION.c.assignee, wanted.all_but("assignee")),
    )


def _total(connection: Connection, conditions: Sequence[ColumnElement[bool]]) -> tuple[int, int]:
    flips = func.coalesce(func.sum(_QUESTION.c.flips.cast(Integer)), 0)
    row = connection.execute(select(func.count(), flips).select_from(_QUESTION).where(*conditions)).one()
    return int(row[0]), int(row[1])


def _one(connection: Connection, conditions: Sequence[ColumnElement[bool]]) -> int:
    return int(connection.execute(select(func.count()).select_from(_QUESTION).where(*conditions)).scalar_one())


def _skipped(connection: Connection, wanted: Wanted) -> int:
    """What the reviewer has put aside among all that the filter would let pass."""
    if wanted.filter.reviewer is None:
        return 0
    everything = _one(connection, wanted.all_but("skipped"))
    shown = _one(connection, wanted.all_but())
    return shown if wanted.filter.skipped else everything - shown


def _grouped(
    connection: Connection, column: ColumnElement[Any], conditions: Sequence[ColumnElement[bool]]
) -> dict[Any, int]:
    query = select(column, func.count().label("n")).where(*conditions, column.is_not(None)).group_by(column)
    rows = connection.execute(query.order_by(func.count().desc(), column).limit(MENU))
    return {value: int(count) for value, count in rows}


def _menu(
    connection: Connection, column: ColumnElement[Any], conditions: Sequence[ColumnElement[bool]]
) -> tuple[Choice, ...]:
    return tuple(Choice(value, value, count) for value, count in _grouped(connection, column, conditions).items())


def _bands(connection: Connection, wanted: Wanted) -> tuple[Choice, ...]:
    found = _grouped(connection, _QUESTION.c.band, wanted.all_but("band"))
    return tuple(Choice(name, name, found[name]) for _, name in BANDS if name in found)


def _datasets(connection: Connection, wanted: Wanted) -> tuple[Choice, ...]:
    found = _grouped(connection, _QUESTION.c.dataset, wanted.all_but("dataset", "answer"))
    rows = connection.execute(select(_DATASET.c.number, _DATASET.c.name).order_by(_DATASET.c.number))
    return tuple(Choice(name, name, found[number]) for number, name in rows if number in found)


def _answers(connection: Connection, wanted: Wanted) -> tuple[Choice, ...]:
    found = _grouped(connection, _QUESTION.c.answer, wanted.all_but("answer"))
    query = (
        select(_WORDING.c.answer, _WORDING.c.question, _WORDING.c.text, _ANSWER.c.id, _DATASET.c.name)
        .join(_ANSWER, _ANSWER.c.number == _WORDING.c.answer)
        .join(_DATASET, _DATASET.c.number == _ANSWER.c.dataset)
        .where(among(connection, _WORDING.c.answer, found), running(_WORDING))
    )
    rows = {row.answer: row for row in connection.execute(query)}
    return tuple(
        Choice(f"{row.name}:{row.id}", _short(row.question or row.text), count)
        for number, count in found.items()
        if (row := rows.get(number)) is not None
    )


def _short(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
