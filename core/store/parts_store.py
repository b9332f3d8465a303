"""What people state of a claim's parts in the store: only added to, the newest of a claim in force."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, Row, insert, select

from core.errors import StaleVersion
from core.fingerprint import digest
from core.store.decision_tables import FacetStatementRow
from core.store.events import remember_reviewer
from core.store.identity import claim_named
from core.store.mapping import json_of
from core.store.number_sets import among
from core.store.opened import Opened
from core.store.reach import running
from core.store.said import Said
from core.store.tables import ClaimRow, ClaimVersionRow, DatasetRow, table_of
from core.store.versions import next_number
from core.store.work_store import audited
from core.verdicts import FacetStatement, StatedFacet

_STATEMENT, _CLAIM, _VERSION = table_of(FacetStatementRow), table_of(ClaimRow), table_of(ClaimVersionRow)
_DATASET = table_of(DatasetRow)


@dataclass(frozen=True, slots=True)
class NewStatement:
    """What is stated of a claim's parts."""

    uid: str
    facets: tuple[StatedFacet, ...] | None
    marks: tuple[tuple[str, str, str], ...]
    kinds: Mapping[str, str]
    coherent: Mapping[str, bool]


class PartsStore(Opened):
    """What somebody says of what evidence has to address, and of how it does."""

    def state_facets(self, new: NewStatement, *, by: str, reason: str, expected: int | None) -> FacetStatement:
        """Put a statement in force for a claim and make its figures anew; the rule's verdict on it goes.

        Args:
            new: What is stated.
            by: Who.
            reason: Why.
            expected: Number of the statement that was seen in force; None for none.

        Raises:
            UnknownId: There is no such claim.
            StaleVersion: Another statement is in force than the one that was seen.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            claim = claim_named(connection, new.uid)
            _refuse_stale(connection, claim.number, expected)
            text = connection.execute(
                select(_VERSION.c.text).where(_VERSION.c.claim == claim.number, running(_VERSION))
            ).scalar_one()
            content = {
                "facets": None if new.facets is None else [[part.id, part.text, part.weight] for part in new.facets],
                "marks": [list(mark) for mark in new.marks],
                "kinds": dict(new.kinds),
                "coherent": dict(new.coherent),
                "of": digest(text),
            }
            number = next_number(connection, _STATEMENT)
            row = {"number": number, "at": said.at, "by": said.by, "reason": said.reason}
            row |= {"dataset": claim.dataset, "claim": claim.number, "content": json_of(content)}
            connection.execute(insert(_STATEMENT), row)
            remember_reviewer(connection, said.by, said.at)
            audited(connection, said, "parts stated", new.uid, {"statement": number, "digest": digest(content)})
            self.summariser.write(connection, [claim.number])
            return statements_of(connection, [claim.number])[new.uid][0]

    def facet_statements(self, uid: str) -> tuple[FacetStatement, ...]:
        """Everything stated of a claim's parts, newest first.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            claim = claim_named(connection, uid)
            return tuple(statements_of(connection, [claim.number]).get(uid, ()))

    def statements_in_force(self, dataset: str | None = None) -> tuple[FacetStatement, ...]:
        """The newest statement of every current claim that has one, by claim in the order of arrival."""
        with self.database.read() as connection:
            query = select(_STATEMENT.c.claim).distinct().join(_VERSION, _VERSION.c.claim == _STATEMENT.c.claim)
            query = query.where(running(_VERSION))
            if dataset is not None:
                query = query.join(_DATASET, _DATASET.c.number == _STATEMENT.c.dataset)
                query = query.where(_DATASET.c.name == dataset)
            claims = sorted(connection.execute(query).scalars())
            return tuple(said[0] for said in statements_of(connection, claims).values())


def _refuse_stale(connection: Connection, claim: int, expected: int | None) -> None:
    query = select(_STATEMENT.c.number, _STATEMENT.c.by).where(_STATEMENT.c.claim == claim)
    newest = connection.execute(query.order_by(_STATEMENT.c.number.desc()).limit(1)).one_or_none()
    if (None if newest is None else newest.number) != expected:
        by = None if newest is None else newest.by
        raise StaleVersion(
            "there is no statement of its parts any more; nothing was saved"
            if newest is None
            else f"its parts were stated anew meanwhile by {by} (statement {newest.number}); nothing was saved",
            by=by,
            says=None if newest is None else f"statement {newest.number}",
            event=None if newest is None else newest.number,
        )


def statements_of(connection: Connection, claims: Sequence[int]) -> dict[str, list[FacetStatement]]:
    """Uid -> the statements of a claim, newest first."""
    query = (
        select(_STATEMENT, _CLAIM.c.id.label("claim_id"), _DATASET.c.name.label("dataset_name"), _VERSION.c.text)
        .join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
        .join(_DATASET, _DATASET.c.number == _CLAIM.c.dataset)
        .join(_VERSION, _VERSION.c.claim == _CLAIM.c.number)
        .where(among(connection, _STATEMENT.c.claim, claims), running(_VERSION))
        .order_by(_STATEMENT.c.claim, _STATEMENT.c.number.desc())
    )
    found: dict[str, list[FacetStatement]] = {}
    for row in connection.execute(query):
        said = _statement(row)
        found.setdefault(said.uid, []).append(said)
    return found


def _statement(row: Row[Any]) -> FacetStatement:
    content = json.loads(row.content)
    facets = content["facets"]
    return FacetStatement(
        number=row.number,
        uid=f"{row.dataset_name}:{row.claim_id}",
        at=row.at,
        by=row.by,
        reason=row.reason,
        facets=None if facets is None else tuple(StatedFacet(*part) for part in facets),
        marks=tuple((facet, passage, touch) for facet, passage, touch in content["marks"]),
        kinds=MappingProxyType(content["kinds"]),
        coherent=MappingProxyType(content["coherent"]),
        lapsed=content["of"] != digest(row.text),
    )
