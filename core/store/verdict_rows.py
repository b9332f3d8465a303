"""The rows of verdicts: which of them hold, what they say, and how many say what."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, func, select

from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.store.decision_tables import ClaimVerdictRow
from core.store.number_sets import among
from core.store.record_tables import ClaimSummaryRow
from core.store.tables import DatasetRow, table_of
from core.verdicts import ListedVerdict, Tally, tally_of

VERDICT = table_of(ClaimVerdictRow)
_SUMMARY, _DATASET = table_of(ClaimSummaryRow), table_of(DatasetRow)


def row_of(place: Row[Any], verdict: ListedVerdict, rule: str) -> dict[str, Any]:
    """A verdict as it is stored.

    Args:
        place: The claim, its data set and its answer.
        verdict: What the rule says.
        rule: Digest of the rule.
    """
    return {
        "claim": place.claim,
        "dataset": place.dataset,
        "answer": place.answer,
        "conclusion": verdict.conclusion.value,
        "state": verdict.leading.value,
        "states": " ".join(verdict.states),
        "codes": " ".join(verdict.codes),
        "why": verdict.why,
        "rule": rule,
    }


def verdict_of(row: Row[Any]) -> ListedVerdict:
    """A verdict as it was stored."""
    return ListedVerdict(
        conclusion=Conclusion(row.conclusion),
        states=tuple(Sufficiency(word) for word in row.states.split()),
        codes=tuple(ReasonCode(word) for word in row.codes.split()),
        why=row.why,
    )


def forget_verdicts(connection: Connection, claims: Collection[int]) -> None:
    """Let the rule be asked about these claims again."""
    if claims:
        connection.execute(delete(VERDICT).where(among(connection, VERDICT.c.claim, claims)))


def verdicts_of(connection: Connection, claims: Collection[int], rule: str) -> Mapping[int, ListedVerdict]:
    """What the rule says of these claims, as far as it was asked since something changed."""
    query = select(VERDICT).where(among(connection, VERDICT.c.claim, claims), VERDICT.c.rule == rule)
    return {row.claim: verdict_of(row) for row in connection.execute(query)} if claims else {}


def outdated(connection: Connection, rule: str) -> bool:
    """Whether a verdict was made under another rule; asked of both ends of an index, however many there are."""
    ends = connection.execute(select(func.min(VERDICT.c.rule))).scalar()
    last = connection.execute(select(func.max(VERDICT.c.rule))).scalar()
    return not {ends, last} <= {rule, None}


def holding(connection: Connection, rule: str) -> list[ColumnElement[bool]]:
    """The condition that a verdict is of the rule; none where all are, so that counts need look at no row."""
    return [VERDICT.c.rule == rule] if outdated(connection, rule) else []


def undecided(
    connection: Connection,
    rule: str,
    dataset: str | None,
    answers: Collection[int] | None,
    after: int,
    limit: int,
) -> tuple[int, ...]:
    """Numbers of claims without a verdict that holds, in the order of arrival."""
    query = select(_SUMMARY.c.claim).where(_SUMMARY.c.claim > after, without_verdict(rule))
    if dataset is not None:
        query = query.where(_SUMMARY.c.dataset == _number(connection, dataset))
    if answers is not None:
        query = query.where(among(connection, _SUMMARY.c.answer, answers))
    return tuple(connection.execute(query.order_by(_SUMMARY.c.claim).limit(limit)).scalars())


def without_verdict(rule: str) -> ColumnElement[bool]:
    """The condition that a summed up claim has no verdict under a rule."""
    said = select(VERDICT.c.claim).where(VERDICT.c.claim == _SUMMARY.c.claim, VERDICT.c.rule == rule)
    # Asked of the index of rules alone; the rows hold reasons in words and are many pages long.
    return ~said.with_hint(VERDICT, "INDEXED BY claim_verdict_by_rule", "sqlite").exists()


def undecided_count(connection: Connection, rule: str, dataset: str | None = None) -> int:
    """How many claims have no verdict that holds: all of them less those that have one, from indexes alone."""
    said = select(func.count()).select_from(VERDICT).where(*holding(connection, rule))
    if dataset is not None:
        said = said.where(VERDICT.c.dataset == _number(connection, dataset))
    return claims_count(connection, dataset) - int(connection.execute(said).scalar_one())


def claims_count(connection: Connection, dataset: str | None = None) -> int:
    """How many claims there are, decided or not."""
    query = select(func.count()).select_from(_SUMMARY)
    if dataset is not None:
        query = query.where(_SUMMARY.c.dataset == _number(connection, dataset))
    return int(connection.execute(query).scalar_one())


def tally(connection: Connection, rule: str, *, dataset: str | None = None, answer: int | None = None) -> Tally:
    """How many claims the rule puts where, from indexes alone where all verdicts are of this rule."""
    counted = select(func.count()).select_from(_SUMMARY)
    said = select(VERDICT.c.conclusion, VERDICT.c.state, func.count().label("claims"))
    if dataset is not None:
        number = _number(connection, dataset)
        counted, said = counted.where(_SUMMARY.c.dataset == number), said.where(VERDICT.c.dataset == number)
    if answer is not None:
        counted, said = counted.where(_SUMMARY.c.answer == answer), said.where(VERDICT.c.answer == answer)
    # By data set too, for so the index has them: nothing need be sorted.
    said = said.where(*holding(connection, rule)).group_by(VERDICT.c.dataset, VERDICT.c.conclusion, VERDICT.c.state)
    parts = [(Conclusion(row.conclusion), Sufficiency(row.state), row.claims) for row in connection.execute(said)]
    return tally_of(parts, int(connection.execute(counted).scalar_one()))


def tallies(
    connection: Connection, rule: str, claims: Mapping[int, int]
) -> Mapping[int, tuple[Tally, tuple[Sufficiency, ...]]]:
    """Of several answers: how many of their claims the rule puts where, and every state that one of them is in.

    Args:
        connection: Where to look.
        rule: Digest of the rule in force.
        claims: Number of each answer -> how many claims it has.
    """
    query = (
        select(VERDICT.c.answer, VERDICT.c.conclusion, VERDICT.c.state, VERDICT.c.states, func.count().label("claims"))
        .where(among(connection, VERDICT.c.answer, claims), VERDICT.c.rule == rule)
        .group_by(VERDICT.c.answer, VERDICT.c.conclusion, VERDICT.c.state, VERDICT.c.states)
    )
    parts: dict[int, list[Row[Any]]] = {}
    for row in connection.execute(query) if claims else ():
        parts.setdefault(row.answer, []).append(row)
    return {answer: _whole(parts.get(answer, ()), number) for answer, number in claims.items()}


def _whole(rows: Sequence[Row[Any]], claims: int) -> tuple[Tally, tuple[Sufficiency, ...]]:
    held = {Sufficiency(word) for row in rows for word in row.states.split()}
    parts = [(Conclusion(row.conclusion), Sufficiency(row.state), row.claims) for row in rows]
    return tally_of(parts, claims), tuple(sorted(held, key=lambda state: state.gravity))


def _number(connection: Connection, dataset: str) -> int:
    number = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == dataset)).scalar()
    return -1 if number is None else int(number)
