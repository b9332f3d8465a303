"""The release queue as the database sees it: one line an answer, and one a claim that belongs to none.

Everything a line is ordered and filtered by is worked out in the database: what the rule says from the verdicts kept,
open questions from the queue, and whether a signature still stands from what it was given for.
"""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Connection,
    Integer,
    Select,
    Subquery,
    Table,
    and_,
    case,
    cast,
    func,
    literal,
    or_,
    select,
    union_all,
)

from core.conclusions import Conclusion
from core.store.decision_tables import ClaimVerdictRow
from core.store.filed import claims_signed, standing
from core.store.reach import running
from core.store.record_tables import ClaimSummaryRow
from core.store.search import matches
from core.store.tables import AnswerRow, AnswerVersionRow, ClaimRow, ClaimVersionRow, DatasetRow, table_of
from core.store.work_tables import OpenQuestionRow
from core.verdicts import ReleaseFilter, Subject

_VERDICT, _SUMMARY = table_of(ClaimVerdictRow), table_of(ClaimSummaryRow)
_QUESTION, _DATASET = table_of(OpenQuestionRow), table_of(DatasetRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)
_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)

UNDECIDED = -1
"""Stands for the caution of a line of which a claim is not decided."""


@dataclass(frozen=True, slots=True)
class One:
    """A single answer or claim."""

    kind: Subject
    number: int
    uid: str


@dataclass(frozen=True, slots=True)
class Lines:
    """Which lines there are; the filter's status is left to whoever asks."""

    connection: Connection
    wanted: ReleaseFilter
    rule: str
    """Digest of the rule in force: what another one said counts as undecided."""
    one: One | None = None
    """Only this one; a claim also where it belongs to an answer."""

    def all(self) -> CTE | None:
        """Every line under the filter but its status: kind, number, since, caution, questions, signature, status.

        Returns:
            None where nothing in the words sought can be found.
        """
        answers, claims = self._answers(), self._claims()
        if self.wanted.search.strip():
            found = matches(self.connection, "answer_words", self.wanted.search)
            of_claims = matches(self.connection, "claim_words", self.wanted.search)
            if found is None or of_claims is None:
                return None
            answers = answers.where(_WORDING.c.answer.in_(found))
            claims = claims.where(_STATEMENT.c.claim.in_(of_claims))
        if self.one is None:
            both = union_all(answers, claims).cte("subject")
        else:
            both = (answers if self.one.kind == "answer" else claims).cte("subject")
        lines = select(both, _status(both).label("status"))
        if self.wanted.conclusion is not None:
            lines = lines.where(both.c.caution == self.wanted.conclusion.caution)
        # Worked out once and then put in order: with the order pushed into it, SQLite takes ten times as long.
        return lines.cte("line").prefix_with("MATERIALIZED")

    def _answers(self) -> Select[Any]:
        """Current answers with what the rule says of their claims."""
        said, claims, asked = self._tally(), self._claim_counts(), self._questions()
        signed, agreed, old = self._standing("answer"), self._agreed("answer"), _WORDING.alias("wording_then")
        n, none = func.coalesce(claims.c.claims, 0), literal(0)
        refused, qualified = func.coalesce(said.c.refused, 0), func.coalesce(said.c.qualified, 0)
        caution = case(
            (n == none, Conclusion.ABSTAIN.caution),
            (func.coalesce(said.c.decided, 0) < n, UNDECIDED),
            (refused == n, Conclusion.ABSTAIN.caution),
            (refused + qualified > none, Conclusion.QUALIFY.caution),
            (said.c.caveats > none, Conclusion.ANSWER_WITH_CAVEAT.caution),
            else_=Conclusion.ANSWER.caution,
        )
        other_text = or_(
            and_(signed.c.text == "draft", old.c.text != _WORDING.c.text),
            and_(signed.c.text == "corrected", old.c.corrected_text.is_distinct_from(_WORDING.c.corrected_text)),
        )
        query = (
            select(
                literal("answer").label("kind"),
                _WORDING.c.answer.label("number"),
                _WORDING.c.since,
                caution.label("caution"),
                func.coalesce(asked.c.questions, 0).label("questions"),
                signed.c.signature,
                signed.c.withdrawn,
                n.label("claims"),
                agreed.c.pairs,
                agreed.c.agreed,
                and_(old.c.number != _WORDING.c.number, other_text).label("reads_otherwise"),
            )
            .join(_ANSWER, _ANSWER.c.number == _WORDING.c.answer)
            .outerjoin(said, said.c.answer == _WORDING.c.answer)
            .outerjoin(claims, claims.c.answer == _WORDING.c.answer)
            .outerjoin(asked, asked.c.answer == _WORDING.c.answer)
            .outerjoin(signed, signed.c.number == _WORDING.c.answer)
            .outerjoin(agreed, agreed.c.signature == signed.c.signature)
            .outerjoin(old, and_(old.c.answer == _WORDING.c.answer, old.c.version == signed.c.version))
            .where(running(_WORDING))
        )
        return self._narrowed(query, "answer", _WORDING.c.answer, _ANSWER)

    def _claims(self) -> Select[Any]:
        """Current claims without an answer, with what the rule says of them."""
        signed, agreed, old = self._standing("claim"), self._agreed("claim"), _STATEMENT.alias("statement_then")
        cautions = {conclusion.value: conclusion.caution for conclusion in Conclusion}
        caution = case(cautions, value=_VERDICT.c.conclusion, else_=UNDECIDED)
        asked = select(func.count()).where(_QUESTION.c.open, _QUESTION.c.claim == _STATEMENT.c.claim)
        query = (
            select(
                literal("claim").label("kind"),
                _STATEMENT.c.claim.label("number"),
                _STATEMENT.c.since,
                caution.label("caution"),
                asked.scalar_subquery().label("questions"),
                signed.c.signature,
                signed.c.withdrawn,
                literal(1).label("claims"),
                agreed.c.pairs,
                agreed.c.agreed,
                and_(
                    signed.c.text == "draft", old.c.number != _STATEMENT.c.number, old.c.text != _STATEMENT.c.text
                ).label("reads_otherwise"),
            )
            .join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
            .outerjoin(_VERDICT, and_(_VERDICT.c.claim == _STATEMENT.c.claim, self._in_force()))
            .outerjoin(signed, signed.c.number == _STATEMENT.c.claim)
            .outerjoin(agreed, agreed.c.signature == signed.c.signature)
            .outerjoin(old, and_(old.c.claim == _STATEMENT.c.claim, old.c.version == signed.c.version))
            .where(running(_STATEMENT))
        )
        if self.one is None:
            query = query.where(_STATEMENT.c.answer.is_(None))
        return self._narrowed(query, "claim", _STATEMENT.c.claim, _CLAIM)

    def _narrowed(self, query: Select[Any], kind: Subject, number: ColumnElement[int], table: Table) -> Select[Any]:
        if self.one is not None and self.one.kind == kind:
            query = query.where(number == self.one.number)
        if self.wanted.dataset is None:
            return query
        named = select(_DATASET.c.number).where(_DATASET.c.name == self.wanted.dataset)
        return query.where(table.c.dataset == named.scalar_subquery())

    def _in_force(self) -> ColumnElement[bool]:
        return _VERDICT.c.rule == self.rule

    def _of_answers(self, answer: ColumnElement[int | None]) -> ColumnElement[bool]:
        return answer.is_not(None) if self.one is None else answer == self.one.number

    def _tally(self) -> Subquery:
        """Answer -> how many of its claims are decided, and how many the rule puts where."""
        said = _VERDICT.c.conclusion

        def how_many(conclusion: Conclusion) -> ColumnElement[int]:
            return func.sum(case((said == conclusion.value, 1), else_=0))

        query = select(
            _VERDICT.c.answer,
            func.count().label("decided"),
            how_many(Conclusion.ABSTAIN).label("refused"),
            how_many(Conclusion.QUALIFY).label("qualified"),
            how_many(Conclusion.ANSWER_WITH_CAVEAT).label("caveats"),
        )
        answers = self._of_answers(_VERDICT.c.answer)
        return query.where(answers, self._in_force()).group_by(_VERDICT.c.answer).subquery()

    def _claim_counts(self) -> Subquery:
        query = select(_SUMMARY.c.answer, func.count().label("claims")).where(self._of_answers(_SUMMARY.c.answer))
        return query.group_by(_SUMMARY.c.answer).subquery()

    def _questions(self) -> Subquery:
        query = select(_QUESTION.c.answer, func.count().label("questions"))
        answers = self._of_answers(_QUESTION.c.answer)
        return query.where(_QUESTION.c.open, answers).group_by(_QUESTION.c.answer).subquery()

    def _standing(self, kind: Subject) -> CTE:
        """Read once: flattened into the rest, SQLite would look into every signature again for every answer."""
        query = standing(self.connection, kind, None if self.one is None else self.one.uid)
        return query.cte(f"signed_{kind}").prefix_with("MATERIALIZED")

    def _agreed(self, kind: Subject) -> Subquery:
        """How many claims each newest signature was given over, and of how many the rule still says the same.

        A claim that is not decided now is no change yet; one that left the answer is.
        """
        pairs = claims_signed(self.connection, kind, None if self.one is None else self.one.uid).subquery()
        here = _SUMMARY.c.answer == pairs.c.number if kind == "answer" else _SUMMARY.c.claim == pairs.c.number
        in_full = _VERDICT.c.conclusion.concat(" ").concat(_VERDICT.c.codes)
        same = or_(_VERDICT.c.claim.is_(None), pairs.c.said == _VERDICT.c.conclusion, pairs.c.said == in_full)
        query = (
            select(
                pairs.c.signature,
                func.count().label("pairs"),
                func.sum(cast(and_(_SUMMARY.c.claim.is_not(None), same), Integer)).label("agreed"),
            )
            .outerjoin(_SUMMARY, and_(_SUMMARY.c.claim == pairs.c.claim, here))
            .outerjoin(_VERDICT, and_(_VERDICT.c.claim == _SUMMARY.c.claim, self._in_force()))
            .group_by(pairs.c.signature)
        )
        return query.subquery()


def _status(line: CTE) -> ColumnElement[str]:
    pairs = func.coalesce(line.c.pairs, 0)
    same = and_(pairs == line.c.claims, func.coalesce(line.c.agreed, 0) == pairs)
    return case(
        (or_(line.c.signature.is_(None), line.c.withdrawn == 1), "waiting"),
        (or_(line.c.reads_otherwise.is_(True), ~same), "moved"),
        else_="signed",
    )
