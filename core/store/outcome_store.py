"""Outcomes in the store: which claims turned out right or wrong, in everybody's newest word."""

from dataclasses import dataclass

from sqlalchemy import Connection, select

from core.store.check_tables import RecordedJudgementRow
from core.store.identity import claim_named
from core.store.judgements import judgements_of
from core.store.number_sets import among, named
from core.store.opened import Opened
from core.store.reach import running
from core.store.record_tables import DecisionRow
from core.store.tables import AnswerRow, ClaimRow, ClaimVersionRow, DatasetRow, JudgementRow, table_of
from core.store.verbatim import key_of
from core.verdicts import OUTCOME_AXIS

_RECORDED, _IMPORTED, _DECISION = table_of(RecordedJudgementRow), table_of(JudgementRow), table_of(DecisionRow)
_CLAIM, _VERSION, _ANSWER = table_of(ClaimRow), table_of(ClaimVersionRow), table_of(AnswerRow)
_DATASET = table_of(DatasetRow)
_HELD_BACK = ("abstain", "refuse")


@dataclass(frozen=True, slots=True)
class OutcomeWord:
    """What somebody found out about a claim."""

    uid: str
    value: str
    by: str
    at: str
    reason: str
    answered: bool | None
    """Whether the newest signature before that let the claim or its answer out; None where nobody signed."""


class OutcomeStore(Opened):
    """What is known of how claims turned out."""

    def outcome_words(self, *, dataset: str | None = None, claim_uid: str | None = None) -> tuple[OutcomeWord, ...]:
        """Every word on the outcome of current claims, by claim in the order of arrival, oldest first.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            claims = [claim_named(connection, claim_uid).number] if claim_uid else _judged(connection, dataset)
            said = judgements_of(connection, claims)
            signed = _signatures(connection, claims)
            return tuple(
                OutcomeWord(uid, one.value, one.judge, one.at, one.reason, _answered(signed.get(uid, []), one.at))
                for uid, words in said.items()
                for one in words
                if one.axis == OUTCOME_AXIS
            )


def _judged(connection: Connection, dataset: str | None) -> list[int]:
    found: set[int] = set()
    for table, more in ((_RECORDED, ()), (_IMPORTED, (running(_IMPORTED),))):
        query = select(table.c.claim).distinct().join(_VERSION, _VERSION.c.claim == table.c.claim)
        query = query.where(table.c.axis == OUTCOME_AXIS, running(_VERSION), *more)
        if dataset is not None:
            query = query.join(_CLAIM, _CLAIM.c.number == table.c.claim)
            query = query.join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset).where(_DATASET.c.name == dataset)
        found.update(connection.execute(query).scalars())
    return sorted(found)


def _signatures(connection: Connection, claims: list[int]) -> dict[str, list[tuple[str, str]]]:
    """Claim uid -> (when, what) was decided about it or its answer, oldest first."""
    query = (
        select(_CLAIM.c.id, _DATASET.c.name, _ANSWER.c.id.label("answer_id"))
        .join(_VERSION, _VERSION.c.claim == _CLAIM.c.number)
        .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
        .join(_ANSWER, _ANSWER.c.number == _VERSION.c.answer, isouter=True)
        .where(among(connection, _CLAIM.c.number, claims), running(_VERSION))
    )
    of_subject: dict[tuple[str, str], list[str]] = {}
    for row in connection.execute(query):
        uid = f"{row.name}:{row.id}"
        of_subject.setdefault(("claim", uid), []).append(uid)
        if row.answer_id is not None:
            of_subject.setdefault(("answer", f"{row.name}:{row.answer_id}"), []).append(uid)
    found: dict[str, list[tuple[str, str]]] = {}
    keys = sorted({key_of(subject) for _, subject in of_subject})
    signed = select(_DECISION.c.kind, _DECISION.c.subject, _DECISION.c.at, _DECISION.c.decision)
    signed = signed.where(named(connection, _DECISION.c.subject_key, keys)).order_by(_DECISION.c.number)
    for kind, subject, at, decision in connection.execute(signed):
        for uid in of_subject.get((kind, subject), ()):
            found.setdefault(uid, []).append((at, decision))
    return found


def _answered(signed: list[tuple[str, str]], at: str) -> bool | None:
    before = [decision for when, decision in signed if not at or when <= at]
    return None if not before else before[-1] not in _HELD_BACK
