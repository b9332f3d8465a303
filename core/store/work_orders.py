"""What people arrange among themselves: put aside, hand out, ask for a second reading."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from core.errors import InvalidInput, UnknownId
from core.store.record_tables import LabelEventRow
from core.store.said import Said
from core.store.tables import table_of
from core.store.verbatim import key_of
from core.store.work_tables import AssignmentRow, OpenQuestionRow, ReadRow, SecondOpinionRow, SkippedRow
from core.work import WorkKind

_QUESTION, _ASSIGNMENT, _OPINION = table_of(OpenQuestionRow), table_of(AssignmentRow), table_of(SecondOpinionRow)
_READ, _SKIPPED, _EVENT = table_of(ReadRow), table_of(SkippedRow), table_of(LabelEventRow)


def _question(connection: Connection, key: str) -> Row[Any]:
    row = connection.execute(select(_QUESTION).where(_QUESTION.c.key == key)).one_or_none()
    if row is None:
        raise UnknownId("open question", key)
    return row


def skip(connection: Connection, key: str, person: str, at: str) -> None:
    """Put a question aside for one person."""
    _question(connection, key)
    mine = (_SKIPPED.c.person == key_of(person)) & (_SKIPPED.c.key == key)
    connection.execute(delete(_SKIPPED).where(mine))
    connection.execute(insert(_SKIPPED), {"person": key_of(person), "key": key, "at": at})


def unskip(connection: Connection, keys: Iterable[str] | None, person: str) -> int:
    """Take back what a person has put aside."""
    statement = delete(_SKIPPED).where(_SKIPPED.c.person == key_of(person))
    if keys is not None:
        statement = statement.where(_SKIPPED.c.key.in_(list(keys)))
    return connection.execute(statement).rowcount


def assign(connection: Connection, keys: Iterable[str], to: str | None, said: Said) -> list[str]:
    """Give questions to somebody or nobody; returns the keys of those that had another."""
    given = []
    for key in dict.fromkeys(keys):
        row = _question(connection, key)
        if row.assignee == to:
            continue
        connection.execute(delete(_ASSIGNMENT).where(_ASSIGNMENT.c.key == key))
        if to is not None:
            order = {"key": key, "claim": row.claim, "assignee": to, "by": said.by, "at": said.at}
            connection.execute(insert(_ASSIGNMENT), order)
        connection.execute(update(_QUESTION).where(_QUESTION.c.key == key).values(assignee=to))
        given.append(key)
    return given


def ask_second_opinion(connection: Connection, key: str, said: Said) -> int:
    """Note who asks; returns the number of the claim, whose questions are then to be worked out anew."""
    row = _question(connection, key)
    newest = connection.execute(select(func.coalesce(func.max(_EVENT.c.number), 0))).scalar_one()
    connection.execute(delete(_OPINION).where(_OPINION.c.key == key))
    asked = {"key": key, "claim": row.claim, "source": row.source, "after": newest}
    connection.execute(insert(_OPINION), {**asked, "by": said.by, "at": said.at, "reason": said.reason})
    return int(row.claim)


def withdraw_second_opinion(connection: Connection, key: str, said: Said) -> int:
    """Forget that somebody asked; returns the number of the claim.

    Raises:
        InvalidInput: It was not this person.
    """
    row = connection.execute(select(_OPINION).where(_OPINION.c.key == key)).one_or_none()
    if row is None or row.by != said.by:
        raise InvalidInput("there is no second opinion of yours to withdraw here")
    connection.execute(delete(_OPINION).where(_OPINION.c.key == key))
    return int(row.claim)


@dataclass(frozen=True, slots=True)
class Second:
    """A second reading that is still waited for."""

    by: str
    reason: str
    read: frozenset[str]
    """Keys of the names of who knows what has been said, the one who asked among them."""

    def blind_to(self, person: str) -> bool:
        """Whether a person must not be shown what was said."""
        return key_of(person) not in self.read


def waiting(connection: Connection, key: str) -> Second | None:
    """The second reading that a question waits for."""
    query = select(_OPINION.c.by, _OPINION.c.reason).join(_QUESTION, _QUESTION.c.key == _OPINION.c.key)
    kinds = (WorkKind.SECOND_READING.value, WorkKind.DISPUTE.value)
    still = (_QUESTION.c.open, _QUESTION.c.flagged, _QUESTION.c.kind.in_(kinds))
    row = connection.execute(query.where(_OPINION.c.key == key, *still)).one_or_none()
    if row is None:
        return None
    people = connection.execute(select(_READ.c.person).where(_READ.c.key == key)).scalars()
    return Second(row.by, row.reason, frozenset(people))
