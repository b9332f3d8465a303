"""How much is open under a filter, and what its menus offer, each entry with how many it would show."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Connection, func, select

from core.store.number_sets import among
from core.store.queue import Wanted, count_of, skipped_by
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
    menus = _Menus(connection, wanted)
    kinds = menus.of(_QUESTION.c.kind, "kind")
    mine = [*wanted.all_but("assignee"), _QUESTION.c.assignee == person]
    return QueueCounts(
        open=count_of(connection, wanted, wanted.all_but()),
        flips=count_of(connection, wanted, [*wanted.all_but(), _QUESTION.c.flips]),
        disputes=kinds.get(WorkKind.DISPUTE.value, 0),
        second_readings=kinds.get(WorkKind.SECOND_READING.value, 0),
        mine=0 if person is None else count_of(connection, wanted, mine),
        skipped=0 if person is None else _skipped(connection, wanted, person),
        kinds=tuple(
            Choice(kind.value, kind.value.replace("_", " "), kinds[kind]) for kind in WorkKind if kind in kinds
        ),
        datasets=_datasets(connection, menus.of(_QUESTION.c.dataset, "dataset", "answer")),
        answers=_answers(connection, menus.of(_QUESTION.c.answer, "answer")),
        publishers=_choices(menus.of(_QUESTION.c.publisher, "publisher")),
        rules=_choices(menus.of(_QUESTION.c.rule, "rule")),
        bands=_bands(menus.of(_QUESTION.c.band, "band")),
        assignees=_choices(menus.of(_QUESTION.c.assignee, "assignee")),
    )


def _skipped(connection: Connection, wanted: Wanted, person: str) -> int:
    """What the reviewer has put aside among all that the other settings would let pass."""
    aside = _QUESTION.c.key.in_(skipped_by(person))
    query = select(func.count()).select_from(_QUESTION).where(*wanted.all_but("skipped"), aside)
    return int(connection.execute(query).scalar_one())


@dataclass(frozen=True, slots=True)
class _Menus:
    connection: Connection
    wanted: Wanted

    def of(self, column: ColumnElement[Any], *settings: str) -> dict[Any, int]:
        """Value -> open questions that have it, most first, under all settings but those named."""
        query = select(column, func.count()).where(*self.wanted.all_but(*settings), column.is_not(None))
        query = query.group_by(column)
        found = {value: int(count) for value, count in self.connection.execute(query)}
        if self.wanted.hidden is not None:
            for value, count in self.connection.execute(query.where(_QUESTION.c.key.in_(self.wanted.hidden))):
                found[value] -= int(count)
        most = sorted((item for item in found.items() if item[1]), key=lambda item: (-item[1], str(item[0])))
        return dict(most[:MENU])


def _choices(found: dict[Any, int]) -> tuple[Choice, ...]:
    return tuple(Choice(value, value, count) for value, count in found.items())


def _bands(found: dict[Any, int]) -> tuple[Choice, ...]:
    return tuple(Choice(name, name, found[name]) for _, name in BANDS if name in found)


def _datasets(connection: Connection, found: dict[Any, int]) -> tuple[Choice, ...]:
    rows = connection.execute(select(_DATASET.c.number, _DATASET.c.name).order_by(_DATASET.c.number))
    return tuple(Choice(name, name, found[number]) for number, name in rows if number in found)


def _answers(connection: Connection, found: dict[Any, int]) -> tuple[Choice, ...]:
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
