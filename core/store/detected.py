"""What a run of detection leaves among the facts: suspected edges with their evidence, and nodes nobody retrieved.

They are versions under a batch of their own, so that any past day can be read. No import ends them because its file
does not state them; they end when their evidence is gone, when one of their ends is, or when a file states the edge.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Row, func, insert, or_, select, update

from core.model import Source
from core.proposed import Proposal
from core.store.lineage_tables import ProposalRow
from core.store.mapping import edge_columns, row_digest, source_columns
from core.store.number_sets import among
from core.store.proposal_rows import edge_of, proposal_columns, settle_edges
from core.store.tables import DocumentRow, EdgeRow, ImportBatchRow, SourceRow, table_of
from core.store.verbatim import key_of
from core.store.versions import insert_rows, next_number

_EDGE, _DOCUMENT, _SOURCE = table_of(EdgeRow), table_of(DocumentRow), table_of(SourceRow)
_PROPOSAL, _BATCH = table_of(ProposalRow), table_of(ImportBatchRow)

FORMAT = "detection"
"""What a batch is marked with that no file brought."""


def open_batch(connection: Connection, dataset: int, by: str, at: str) -> int:
    """A batch for what a run finds; its policy is that of the data before it."""
    number = next_number(connection, _BATCH)
    before = select(_BATCH.c.policy).where(_BATCH.c.dataset == dataset).order_by(_BATCH.c.number.desc()).limit(1)
    row = {"number": number, "dataset": dataset, "file": FORMAT, "file_digest": "", "format": FORMAT, "by": by}
    row |= {"at": at, "report": None, "policy": connection.execute(before).scalar()}
    connection.execute(insert(_BATCH), row)
    return number


def sweep(connection: Connection, dataset: int, batch: int) -> set[int]:
    """End what a detection brought and the data no longer bear: edges that lost an end, nodes that lost their edges.

    Returns:
        The sources that lost an edge.
    """
    here = select(_DOCUMENT.c.source).where(_DOCUMENT.c.until.is_(None))
    own = (_EDGE.c.dataset == dataset, _EDGE.c.detected.is_not(None), _EDGE.c.until.is_(None))
    lost = select(_EDGE.c.number, _EDGE.c.source).where(
        *own, or_(_EDGE.c.source.not_in(here), _EDGE.c.upstream.not_in(here))
    )
    rows = connection.execute(lost).all()
    _end(connection, [row.number for row in rows], batch)
    of_dataset = select(_SOURCE.c.number).where(_SOURCE.c.dataset == dataset)
    named = select(_EDGE.c.upstream).where(_EDGE.c.dataset == dataset, _EDGE.c.until.is_(None))
    alone = (
        _DOCUMENT.c.detected.is_not(None),
        _DOCUMENT.c.until.is_(None),
        _DOCUMENT.c.source.in_(of_dataset),
        _DOCUMENT.c.source.not_in(named),
    )
    connection.execute(update(_DOCUMENT).where(*alone).values(until=batch))
    adopt(connection, dataset)
    return {row.source for row in rows}


def adopt(connection: Connection, dataset: int) -> None:
    """Give the evidence back to edges that stand again under another number, after an import was taken back."""
    query = select(_EDGE.c.number, _EDGE.c.key).where(
        _EDGE.c.dataset == dataset,
        _EDGE.c.detected.is_not(None),
        _EDGE.c.until.is_(None),
        _EDGE.c.number.not_in(select(_PROPOSAL.c.edge)),
    )
    for number, key in connection.execute(query).all():
        before = select(_PROPOSAL).join(_EDGE, _EDGE.c.number == _PROPOSAL.c.edge)
        before = before.where(_EDGE.c.dataset == dataset, _EDGE.c.key == key).order_by(_EDGE.c.number.desc()).limit(1)
        row = connection.execute(before).one()._asdict()
        connection.execute(insert(_PROPOSAL), {**row, "edge": number})
        settle_edges(connection, [number])


def _end(connection: Connection, edges: Sequence[int], batch: int) -> None:
    if edges:
        connection.execute(update(_EDGE).where(among(connection, _EDGE.c.number, edges)).values(until=batch))


@dataclass(slots=True)
class Kept:
    """What a run changed."""

    batch: int
    new: int = 0
    known: int = 0
    rejected: int = 0
    """Pairs that people said no to and that stay so."""
    withdrawn: int = 0
    sources: set[int] = field(default_factory=set)
    """Sources whose edges are others than before."""


class LineageWriter:
    """Sets what a run proposes against what is kept, inside the caller's transaction."""

    def __init__(self, connection: Connection, dataset: int, batch: int, at: str) -> None:
        self.connection = connection
        self.dataset = dataset
        self.batch = batch
        self.at = at
        self.kept = Kept(batch)
        query = select(_SOURCE.c.id, _SOURCE.c.number).join(_DOCUMENT, _DOCUMENT.c.source == _SOURCE.c.number)
        query = query.where(_SOURCE.c.dataset == dataset, _DOCUMENT.c.until.is_(None))
        self.numbers = {identifier: number for identifier, number in connection.execute(query)}
        ours = select(_EDGE.c.key, func.max(_EDGE.c.version)).where(_EDGE.c.dataset == dataset).group_by(_EDGE.c.key)
        self.versions = {key: version for key, version in connection.execute(ours)}
        stated = select(_EDGE.c.key, _EDGE.c.number).where(
            _EDGE.c.dataset == dataset, _EDGE.c.until.is_(None), _EDGE.c.detected.is_(None)
        )
        self.stated = {key: number for key, number in connection.execute(stated)}
        self.number = next_number(connection, _EDGE)
        self.place = next_number(connection, _EDGE, "place")
        self.edges: list[dict[str, Any]] = []
        self.rows: list[dict[str, Any]] = []
        self.ended: list[int] = []
        self.attached: list[int] = []

    def write(self, proposals: Iterable[Proposal], complete: bool) -> Kept:
        """Keep proposals.

        Args:
            proposals: One per pair.
            complete: Whether the run looked at everything: then open proposals it did not make are withdrawn.
        """
        held = self._held()
        wanted = list(proposals)
        self._nodes(proposal.upstream for proposal in wanted if proposal.upstream is not None)
        for proposal in wanted:
            if proposal.from_id in self.numbers and proposal.to_id in self.numbers:
                columns = proposal_columns(proposal)
                self._keep(proposal, columns, held.pop(columns["pair"], None))
        for row in held.values():
            self._leave(row, complete)
        _end(self.connection, self.ended, self.batch)
        insert_rows(self.connection, _EDGE, self.edges)
        insert_rows(self.connection, _PROPOSAL, self.rows)
        settle_edges(self.connection, [*self.attached, *(row["edge"] for row in self.rows)])
        return self.kept

    def _held(self) -> dict[str, Row[Any]]:
        """The current proposals by pair, with their edges."""
        query = (
            select(_PROPOSAL, _EDGE.c.id.label("edge_id"), _EDGE.c.detected)
            .join(_EDGE, _EDGE.c.number == _PROPOSAL.c.edge)
            .where(_PROPOSAL.c.dataset == self.dataset, _EDGE.c.until.is_(None))
        )
        return {row.pair: row for row in self.connection.execute(query)}

    def _nodes(self, nodes: Iterable[Source]) -> None:
        """Nodes that signals name and the data do not have."""
        fresh = {node.id: node for node in nodes if node.id not in self.numbers}
        number, document = next_number(self.connection, _SOURCE), next_number(self.connection, _DOCUMENT)
        sources: list[dict[str, Any]] = []
        documents: list[dict[str, Any]] = []
        for place, node in enumerate(fresh.values()):
            query = select(_SOURCE.c.number).where(_SOURCE.c.dataset == self.dataset, _SOURCE.c.key == key_of(node.id))
            known = self.connection.execute(query).scalar()
            if known is None:
                known = number + len(sources)
                sources.append({"number": known, "dataset": self.dataset, "key": key_of(node.id), "id": node.id})
            columns = source_columns(node)
            version = select(func.coalesce(func.max(_DOCUMENT.c.version), 0)).where(_DOCUMENT.c.source == known)
            documents.append(
                {
                    **columns,
                    "number": document + place,
                    "source": known,
                    "text": None,
                    "version": int(self.connection.execute(version).scalar_one()) + 1,
                    "digest": row_digest(FORMAT, *columns.values()),
                    "since": self.batch,
                    "until": None,
                    "text_since": self.batch,
                    "detected": self.batch,
                }
            )
            self.numbers[node.id] = known
        insert_rows(self.connection, _SOURCE, sources)
        insert_rows(self.connection, _DOCUMENT, documents)

    def _keep(self, proposal: Proposal, columns: Mapping[str, Any], held: Row[Any] | None) -> None:
        edge = edge_of(proposal)
        if held is not None and held.status == "confirmed":
            self.kept.known += 1
            return
        before = set() if held is None else set(json.loads(held.grounds))
        on_new = held is None or not proposal.grounds <= before
        if held is not None and not on_new and held.status == "rejected":
            self.kept.rejected += 1
            return
        if on_new:
            self.kept.new += 1
        else:
            self.kept.known += 1
        if held is not None and not on_new and held.edge_id == edge.key and _same(held, columns):
            return
        if held is not None:
            self._replace(held)
        source, upstream = self.numbers[proposal.from_id], self.numbers[proposal.to_id]
        self.kept.sources.add(source)
        attached = self.stated.get(key_of(edge.key))
        number = attached if attached is not None else self.number
        if attached is None:
            since = self.batch if held is None or on_new or held.detected is None else held.detected
            self._edge(proposal, source, upstream, since)
        else:
            self.attached.append(attached)
        row = {**columns, "edge": number, "dataset": self.dataset, "source": source, "upstream": upstream}
        row |= {"at": self.at if held is None or on_new else held.at, "status": "open", "event": None}
        self.rows.append({**row, "decided_by": None, "decided_at": None, "disputed": False})

    def _replace(self, held: Row[Any]) -> None:
        """Make room for other evidence on a pair; an edge of the data stays as it is."""
        if held.detected is None:
            self.connection.execute(_PROPOSAL.delete().where(_PROPOSAL.c.edge == held.edge))
        else:
            self.ended.append(held.edge)
        self.kept.sources.add(held.source)

    def _edge(self, proposal: Proposal, source: int, upstream: int, since: int) -> None:
        edge = edge_of(proposal)
        columns, key = edge_columns(edge), key_of(edge.key)
        self.versions[key] = self.versions.get(key, 0) + 1
        self.edges.append(
            {
                **columns,
                "number": self.number,
                "dataset": self.dataset,
                "key": key,
                "id": edge.key,
                "version": self.versions[key],
                "digest": row_digest(FORMAT, *columns.values()),
                "since": self.batch,
                "until": None,
                "source": source,
                "upstream": upstream,
                "place": self.place,
                "detected": since,
            }
        )
        self.number += 1
        self.place += 1

    def _leave(self, row: Row[Any], complete: bool) -> None:
        """A proposal of an earlier run that this one did not make."""
        if row.status == "rejected":
            self.kept.rejected += 1
        elif not complete or row.status == "confirmed" or row.event is not None:
            self.kept.known += 1
        else:
            self.kept.withdrawn += 1
            self._replace(row)


_COMPARED = ("relation", "direction", "probability", "band", "low", "high", "n", "basis", "rule", "shared", "parent")


def _same(held: Row[Any], columns: Mapping[str, Any]) -> bool:
    """Whether a proposal says what is kept, to the last figure."""
    return held.grounds == columns["grounds"] and all(getattr(held, name) == columns[name] for name in _COMPARED)
