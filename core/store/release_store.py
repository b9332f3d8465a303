"""Release in the store: signatures entered and read back, and the queue of what leads have to decide."""

from collections.abc import Mapping, Sequence
from datetime import UTC, timedelta
from types import MappingProxyType
from typing import Any

from sqlalchemy import BigInteger, Connection, Row, and_, func, literal, null, select

from core.conclusions import Conclusion, Sufficiency
from core.errors import UnknownId
from core.listed import Page
from core.store import signing
from core.store.decision_tables import ClaimVerdictRow
from core.store.filed import claims_signed, filed
from core.store.identity import answer_named, claim_named
from core.store.lists import check_page
from core.store.number_sets import among
from core.store.opened import Opened
from core.store.reach import running
from core.store.record_tables import ClaimSummaryRow, DecisionRow
from core.store.release_lines import UNDECIDED, Lines, One
from core.store.said import Said
from core.store.signing import Signature
from core.store.tables import (
    AnswerRow,
    AnswerVersionRow,
    ClaimRow,
    ClaimVersionRow,
    DatasetRow,
    ImportBatchRow,
    table_of,
)
from core.verdicts import (
    DecisionDay,
    ReleaseCounts,
    ReleaseFilter,
    ReleaseItem,
    SignedDecision,
    Subject,
    tally_of,
)

_DECISION, _VERDICT, _SUMMARY = table_of(DecisionRow), table_of(ClaimVerdictRow), table_of(ClaimSummaryRow)
_DATASET, _BATCH = table_of(DatasetRow), table_of(ImportBatchRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)
_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)
_KINDS: tuple[Subject, ...] = ("answer", "claim")
_BY_CAUTION = {conclusion.caution: conclusion for conclusion in Conclusion}


class ReleaseStore(Opened):
    """What leads signed, and what waits for them."""

    def sign(
        self, given: Signature, *, reason: str, by: str, seen: Mapping[str, Any], expected: int | None
    ) -> SignedDecision:
        """Enter what somebody decided about a claim or an answer, with the figures seen.

        Args:
            given: The decision, and what it lets out.
            reason: Why.
            by: Who.
            seen: The figures on the screen.
            expected: Number of the newest signature that was seen; None where there was none.

        Raises:
            UnknownId: It is not in the current version of its data set.
            InvalidInput: There is no reason, or nobody stands behind it.
            StaleVersion: Somebody signed it meanwhile, or the text reads otherwise than the one that was seen.
        """
        with self.database.write() as connection:
            return signing.append(connection, given, Said(by, self.moment(), reason, seen), expected)

    def take_back(self, kind: Subject, uid: str, *, reason: str, by: str, expected: int) -> SignedDecision:
        """Enter that the newest signature does not count: the one before it counts again, or none does.

        Raises:
            UnknownId: It is not in the current version of its data set.
            StaleVersion: Another signature than ``expected`` is the newest.
        """
        with self.database.write() as connection:
            return signing.take_back(connection, kind, uid, Said(by, self.moment(), reason, {}), expected)

    def signatures(self, kind: Subject, uid: str) -> tuple[SignedDecision, ...]:
        """Every signature on a claim or an answer, newest first."""
        with self.database.read() as connection:
            return tuple(signing.signatures_on(connection, kind, uid))

    def release_queue(self, wanted: ReleaseFilter, rule: str, *, page: int = 1, size: int = 50) -> Page[ReleaseItem]:
        """One page of the queue: the gravest decision first, then most open questions, then the oldest.

        What the rule says of an answer comes as its tally and states; the reasons are for the rule itself to word.

        Args:
            wanted: Which lines.
            rule: Digest of the rule in force.
            page: 1 for the first; a page after the last is empty.
            size: Rows a page, at most 1,000.

        Raises:
            InvalidParameter: A page outside its domain.
        """
        check_page(page, size)
        with self.database.read() as connection:
            line = Lines(connection, wanted, rule).all()
            if line is None:
                return Page((), 0, page, size)
            query = select(line)
            counted = select(func.count()).select_from(line)
            if wanted.status is not None:
                of_status = line.c.status == wanted.status
                query, counted = query.where(of_status), counted.where(of_status)
            order = (line.c.caution.desc(), line.c.questions.desc(), line.c.since, line.c.kind, line.c.number)
            rows = connection.execute(query.order_by(*order).limit(size).offset((page - 1) * size)).all()
            total = int(connection.execute(counted).scalar_one())
            return Page(_items(connection, rows, rule), total, page, size)

    def release_item(self, kind: Subject, uid: str, rule: str) -> ReleaseItem:
        """One line, whatever its status; a claim of an answer has one too, though the queue lists its answer.

        Raises:
            UnknownId: It is not in the current version of its data set.
        """
        with self.database.read() as connection:
            named = claim_named if kind == "claim" else answer_named
            found = named(connection, uid)
            line = Lines(connection, ReleaseFilter(None), rule, One(kind, found.number, uid)).all()
            if line is None:
                raise UnknownId(kind, uid)
            return _items(connection, connection.execute(select(line)).all(), rule)[0]

    def release_counts(self, wanted: ReleaseFilter, rule: str) -> ReleaseCounts:
        """How many lines there are of each status, whatever the filter says of these."""
        with self.database.read() as connection:
            line = Lines(connection, wanted, rule).all()
            if line is None:
                return ReleaseCounts(0, 0, 0)
            rows = connection.execute(select(line.c.status, func.count()).group_by(line.c.status))
            found = {status: int(number) for status, number in rows}
            return ReleaseCounts(**{status: found.get(status, 0) for status in ("waiting", "moved", "signed")})

    def undecided_under_signatures(self, rule: str, limit: int) -> tuple[str, ...]:
        """Claims that a signature was given over and that the rule has not been asked about since something changed."""
        with self.database.read() as connection:
            found: list[str] = []
            for kind in _KINDS:
                pairs = claims_signed(connection, kind).subquery()
                query = (
                    select(_DATASET.c.name, _CLAIM.c.id)
                    .select_from(pairs)
                    .join(_SUMMARY, _SUMMARY.c.claim == pairs.c.claim)
                    .join(_CLAIM, _CLAIM.c.number == pairs.c.claim)
                    .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
                    .outerjoin(_VERDICT, and_(_VERDICT.c.claim == pairs.c.claim, _VERDICT.c.rule == rule))
                    .where(_VERDICT.c.claim.is_(None))
                )
                found += [f"{name}:{id}" for name, id in connection.execute(query.limit(limit - len(found)))]
            return tuple(dict.fromkeys(found))

    def decision_days(self, days: int) -> tuple[DecisionDay, ...]:
        """What was signed on each of the last days on which anything was, oldest first; slips taken back left out."""
        since = (self.now().astimezone(UTC) - timedelta(days=days)).isoformat(timespec="microseconds")
        with self.database.read() as connection:
            query = select(
                _DECISION.c.number,
                func.substr(_DECISION.c.at, 1, 10).label("day"),
                _DECISION.c.decision,
                filed(connection, "takes_back", BigInteger()).label("takes_back"),
            )
            rows = connection.execute(query.where(_DECISION.c.at >= since).order_by(_DECISION.c.number)).all()
        back = {row.takes_back for row in rows}
        found: dict[str, dict[str, int]] = {}
        for row in rows:
            if row.takes_back is None and row.number not in back:
                day = found.setdefault(row.day, dict.fromkeys((c.value for c in Conclusion), 0))
                day[signing.conclusion_of(row.decision).value] += 1
        return tuple(DecisionDay(day, MappingProxyType(conclusions)) for day, conclusions in found.items())


def _items(connection: Connection, rows: Sequence[Row[Any]], rule: str) -> tuple[ReleaseItem, ...]:
    """Lines in full, in their order."""
    facts = _answer_facts(connection, [row.number for row in rows if row.kind == "answer"])
    facts |= _claim_facts(connection, [row.number for row in rows if row.kind == "claim"])
    said = _said(connection, rows, rule)
    numbers = {row.signature for row in rows if row.signature is not None}
    query = select(_DECISION).where(among(connection, _DECISION.c.number, numbers))
    signed = {row.number: signing.signed_of(row._asdict()) for row in connection.execute(query)} if numbers else {}
    return tuple(
        _item(row, facts[row.kind, row.number], said.get((row.kind, row.number), ()), signed.get(row.signature))
        for row in rows
    )


def _item(row: Row[Any], facts: Any, said: Sequence[Row[Any]], signed: SignedDecision | None) -> ReleaseItem:
    states = {Sufficiency(state) for one in said for state in one.states.split()}
    if len(states) > 1:
        states.discard(Sufficiency.SUFFICIENT)
    return ReleaseItem(
        kind=row.kind,
        uid=f"{facts.name}:{facts.id}",
        dataset=facts.name,
        text=facts.text,
        question=facts.question,
        status=row.status,
        conclusion=None if row.caution == UNDECIDED else _BY_CAUTION[row.caution],
        states=tuple(sorted(states, key=lambda state: state.gravity)),
        tally=tally_of([(Conclusion(one.conclusion), Sufficiency(one.state), one.n) for one in said], row.claims),
        why=said[0].why if row.kind == "claim" and said else "",
        corrected=facts.corrected_text is not None,
        open_questions=row.questions,
        waiting_since=facts.at,
        signed=signed,
    )


def _answer_facts(connection: Connection, numbers: Sequence[int]) -> dict[tuple[str, int], Any]:
    query = (
        select(
            _WORDING.c.answer, _WORDING.c.text, _WORDING.c.question, _WORDING.c.corrected_text, _ANSWER.c.id,
            _DATASET.c.name, _BATCH.c.at,
        )
        .join(_ANSWER, _ANSWER.c.number == _WORDING.c.answer)
        .join(_DATASET, _DATASET.c.number == _ANSWER.c.dataset)
        .join(_BATCH, _BATCH.c.number == _WORDING.c.since)
        .where(among(connection, _WORDING.c.answer, numbers), running(_WORDING))
    )  # fmt: skip
    return {("answer", row.answer): row for row in connection.execute(query)} if numbers else {}


def _claim_facts(connection: Connection, numbers: Sequence[int]) -> dict[tuple[str, int], Any]:
    query = (
        select(
            _STATEMENT.c.claim, _STATEMENT.c.text, literal("").label("question"), null().label("corrected_text"),
            _CLAIM.c.id, _DATASET.c.name, _BATCH.c.at,
        )
        .join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
        .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
        .join(_BATCH, _BATCH.c.number == _STATEMENT.c.since)
        .where(among(connection, _STATEMENT.c.claim, numbers), running(_STATEMENT))
    )  # fmt: skip
    return {("claim", row.claim): row for row in connection.execute(query)} if numbers else {}


def _said(connection: Connection, rows: Sequence[Row[Any]], rule: str) -> dict[tuple[str, int], list[Row[Any]]]:
    """What the rule says of the claims of these lines, like verdicts together."""
    found: dict[tuple[str, int], list[Row[Any]]] = {}
    v = _VERDICT.c
    for kind, subject in (("answer", v.answer), ("claim", v.claim)):
        numbers = [row.number for row in rows if row.kind == kind]
        if not numbers:
            continue
        why = v.why if kind == "claim" else literal("").label("why")
        query = select(subject.label("number"), v.conclusion, v.state, v.states, why, func.count().label("n"))
        query = query.where(among(connection, subject, numbers), v.rule == rule)
        grouped = (subject, v.conclusion, v.state, v.states, *((v.why,) if kind == "claim" else ()))
        for row in connection.execute(query.group_by(*grouped)):
            found.setdefault((kind, row.number), []).append(row)
    return found
