"""What checking needs to know: which citations, the facts around them, and what each would be checked with."""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Row, select

from core.checked import CheckInForce, RecordedJudgement
from core.errors import UnknownId
from core.model import Case, Claim
from core.store import mapping
from core.store.identity import split_uid
from core.store.judgements import judgements_of
from core.store.number_sets import among
from core.store.reach import running
from core.store.standing_checks import (
    ATTACHMENT,
    CITATION,
    CLAIM,
    DATASET,
    DOCUMENT,
    PASSAGE,
    SOURCE,
    Standing,
    checks_of,
)
from core.store.tables import AnswerRow, AnswerVersionRow, ClaimVersionRow, DocumentTextRow, table_of
from core.store.verbatim import key_of

_STATEMENT, _TEXT = table_of(ClaimVersionRow), table_of(DocumentTextRow)
_ANSWER, _WORDING = table_of(AnswerRow), table_of(AnswerVersionRow)

BLOCK = 500
"""Citations taken on at once, and the rest of their last source."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """What a citation was when it was taken on: kept with its check, so that a later change makes the check stale."""

    citation: int
    key: str
    claim: int
    source: int
    basis: str
    passage: int | None


@dataclass(frozen=True, slots=True)
class Attached:
    """The file behind a source: the name it was given, and the fingerprint it lies under."""

    name: str
    fingerprint: str


@dataclass(frozen=True, slots=True)
class ClaimCitations:
    """A claim's citations as far as they say how good they are."""

    uid: str
    needs_evidence: bool
    """False only where the data say that it can do without."""
    citations: tuple[tuple[str, str | None], ...]
    """Id of each citation and of the passage it stands for."""
    checks: tuple[CheckInForce, ...]
    judgements: tuple[RecordedJudgement, ...]


@dataclass(frozen=True, slots=True)
class CheckFacts:
    """Citations of one data set with all that checking them needs."""

    dataset: int
    case: Case
    tickets: Mapping[str, Ticket]
    """By citation id."""
    attached: Mapping[str, Attached]
    """By source id."""


def citation_named(connection: Connection, uid: str) -> Row[Any]:
    """A citation of the current version of its data set.

    Raises:
        UnknownId: There is none.
    """
    dataset, identifier = split_uid(uid)
    query = (
        select(CITATION, DATASET.c.name.label("dataset_name"))
        .join(DATASET, DATASET.c.number == CITATION.c.dataset)
        .where(DATASET.c.name == dataset, CITATION.c.key == key_of(identifier), running(CITATION))
    )
    row = connection.execute(query).one_or_none()
    if row is None:
        raise UnknownId("citation", uid)
    return row


def in_blocks(connection: Connection, citations: Collection[int]) -> Iterator[list[int]]:
    """Citations in blocks of one data set each, the citations of a source together."""
    query = select(CITATION.c.number, CITATION.c.dataset, CITATION.c.source)
    query = query.where(among(connection, CITATION.c.number, citations))
    query = query.order_by(CITATION.c.dataset, CITATION.c.source, CITATION.c.claim, CITATION.c.place)
    block: list[int] = []
    last: tuple[int, int] | None = None
    for row in connection.execute(query).all():
        here = row.dataset, row.source
        if last is not None and here != last and (len(block) >= BLOCK or row.dataset != last[0]):
            yield block
            block = []
        block.append(row.number)
        last = here
    if block:
        yield block


def check_facts(connection: Connection, citations: Sequence[int]) -> CheckFacts:
    """The facts around citations of one data set; one that is gone meanwhile is left out."""
    standing = Standing(running)
    query = (
        select(
            CITATION,
            DATASET.c.name.label("dataset_name"),
            CLAIM.c.id.label("claim_id"),
            SOURCE.c.id.label("source_id"),
            ATTACHMENT.c.fingerprint.label("attached"),
            ATTACHMENT.c.name.label("attached_name"),
            standing.basis.label("basis"),
            standing.passage.label("passage"),
        )
        .select_from(standing.around(checked=False))
        .join(DATASET, DATASET.c.number == CITATION.c.dataset)
        .join(CLAIM, CLAIM.c.number == CITATION.c.claim)
        .join(SOURCE, SOURCE.c.number == CITATION.c.source)
        .where(among(connection, CITATION.c.number, citations), running(CITATION))
        .order_by(CITATION.c.source, CITATION.c.claim, CITATION.c.place)
    )
    rows = connection.execute(query).all()
    names = {row.claim: row.claim_id for row in rows}
    sources = {row.source: row.source_id for row in rows}
    attached = {row.source_id: Attached(row.attached_name, row.attached) for row in rows if row.attached is not None}
    return CheckFacts(
        rows[0].dataset if rows else 0,
        Case(
            dataset=rows[0].dataset_name if rows else "",
            citations=tuple(mapping.citation_of(row, row.claim_id, row.source_id) for row in rows),
            **_around(connection, names, sources, {row.evidence_id for row in rows if row.evidence_id is not None}),
        ),
        {row.id: Ticket(row.number, row.key, row.claim, row.source, row.basis, row.passage) for row in rows},
        attached,
    )


def claim_citations(connection: Connection, claims: Sequence[int]) -> list[ClaimCitations]:
    """The citations of claims with their checks in force and what was said of their meaning."""
    statements = (
        select(_STATEMENT.c.claim, _STATEMENT.c.extra, CLAIM.c.id, DATASET.c.name)
        .join(CLAIM, CLAIM.c.number == _STATEMENT.c.claim)
        .join(DATASET, DATASET.c.number == CLAIM.c.dataset)
        .where(among(connection, _STATEMENT.c.claim, claims), running(_STATEMENT))
        .order_by(_STATEMENT.c.claim)
    )
    cited: dict[int, list[tuple[str, str | None]]] = {}
    query = select(CITATION.c.claim, CITATION.c.id, CITATION.c.evidence_id)
    query = query.where(among(connection, CITATION.c.claim, claims), running(CITATION)).order_by(CITATION.c.place)
    for claim, identifier, passage in connection.execute(query):
        cited.setdefault(claim, []).append((identifier, passage))
    checks, said = checks_of(connection, claims, running), judgements_of(connection, claims)
    found = []
    for row in connection.execute(statements).all():
        uid = f"{row.name}:{row.id}"
        needs = json.loads(row.extra).get("needs_evidence") is not False if row.extra else True
        citations = tuple(cited.get(row.claim, ()))
        found.append(ClaimCitations(uid, needs, citations, tuple(checks.get(uid, ())), tuple(said.get(uid, ()))))
    return found


def _around(
    connection: Connection, claims: Mapping[int, str], sources: Mapping[int, str], named: Collection[str]
) -> dict[str, Any]:
    passages = select(PASSAGE).where(among(connection, PASSAGE.c.claim, claims), running(PASSAGE))
    documents = (
        select(DOCUMENT, _TEXT.c.content)
        .join(_TEXT, _TEXT.c.number == DOCUMENT.c.text, isouter=True)
        .where(among(connection, DOCUMENT.c.source, sources), running(DOCUMENT))
    )
    statements = (
        select(_STATEMENT.c.claim, _ANSWER.c.number.label("answer"), _ANSWER.c.id.label("answer_id"))
        .join(_ANSWER, _ANSWER.c.number == _STATEMENT.c.answer)
        .where(among(connection, _STATEMENT.c.claim, claims), running(_STATEMENT))
    )
    answers = {row.claim: (row.answer, row.answer_id) for row in connection.execute(statements)}
    ids = dict(answers.values())
    wordings = select(_WORDING).where(among(connection, _WORDING.c.answer, ids), running(_WORDING))
    return {
        "evidence": tuple(
            mapping.evidence_of(row, claims[row.claim], sources.get(row.source, ""))
            for row in connection.execute(passages)
            if row.id in named
        ),
        "sources": tuple(
            mapping.source_of(row, sources[row.source], row.content) for row in connection.execute(documents)
        ),
        "claims": tuple(
            Claim(claims[number], "", answers[number][1] if number in answers else None) for number in claims
        ),
        "answers": tuple(mapping.answer_of(row, ids[row.answer]) for row in connection.execute(wordings)),
    }
