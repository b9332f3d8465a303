"""From rows to dossiers: one reading of sources, edges and events, shared by all claims that were read with them."""

from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import Row

from core.model import Answer, Dossier, Edge, Label
from core.policy import Policy
from core.results import LabelEvent
from core.states import EdgeStatus, Relation
from core.store import mapping
from core.store.events import event_of
from core.store.in_force import edge_standing, judged, label_of, label_standing, stated_label

DRAWN = "drawn by a person"
"""Rule of an edge that no data state."""


class Assembly:
    """What the claims of one read have in common: sources, edges and the events on them."""

    def __init__(
        self,
        documents: dict[int, Row[Any]],
        edges: dict[int, list[Row[Any]]],
        drawn: Sequence[Row[Any]],
        events: dict[int, list[Row[Any]]],
        policy: Callable[[int], Policy],
    ) -> None:
        self.policy = policy
        self.documents = documents
        self.sources = {number: mapping.source_of(row, row.id, row.content) for number, row in documents.items()}
        self.batches = {row.number: row.batch for rows in events.values() for row in rows}
        self.events = {number: [event_of(row._asdict()) for row in rows] for number, rows in events.items()}
        self.upstream = {number: [row.upstream for row in rows] for number, rows in edges.items()}
        self.edges = {number: self._edges_of(number, rows) for number, rows in edges.items()}
        for row in drawn:
            self._draw(row)
        self.alphas: dict[int, float] = {}

    def dossier(
        self, row: Row[Any], answer: Answer | None, evidence: Sequence[Row[Any]], citations: Sequence[Row[Any]]
    ) -> Dossier:
        """One claim's share of what was read."""
        reached = self._reached(item.source for item in evidence)
        labels = {}
        for number in reached:
            label = self._label(number, row, evidence)
            if label is not None:
                labels[self.sources[number].id] = label
        return Dossier(
            claim=mapping.claim_of(row, row.id, answer.id if answer is not None else None),
            answer=answer,
            evidence=tuple(mapping.evidence_of(item, row.id, self.sources[item.source].id) for item in evidence),
            sources=tuple(self.sources[number] for number in reached),
            edges=tuple(edge for number in reached for edge in self.edges.get(number, ())),
            citations=tuple(mapping.citation_of(item, row.id, item.source_id) for item in citations),
            labels=MappingProxyType(labels),
            dataset=row.dataset_name,
        )

    def _reached(self, starts: Iterable[int]) -> list[int]:
        """The sources of the evidence, then everything upstream of them, each once."""
        found = dict.fromkeys(starts)
        queue = list(found)
        for number in queue:
            for upper in self.upstream.get(number, ()):
                if upper not in found:
                    found[upper] = None
                    queue.append(upper)
        return queue

    def _label(self, number: int, claim: Row[Any], evidence: Sequence[Row[Any]]) -> Label | None:
        events = self.events.get(number)
        if events:
            found = label_standing(events, claim.id, self._alpha(claim.dataset))
            if found is not None:
                return label_of(found, self._outdated(number, found.event, evidence))
        return stated_label(self.sources[number])

    def _alpha(self, dataset: int) -> float:
        if dataset not in self.alphas:
            self.alphas[dataset] = self.policy(dataset).alpha
        return self.alphas[dataset]

    def _outdated(self, number: int, event: LabelEvent, evidence: Sequence[Row[Any]]) -> bool:
        """Whether the document, or a passage of it for this claim, has another text than the reviewer read."""
        read = self.batches[event.number]
        passages = (row for row in evidence if row.source == number)
        return any(row.version > 1 and row.text_since > read for row in (self.documents[number], *passages))

    def _edges_of(self, number: int, rows: Iterable[Row[Any]]) -> list[Edge]:
        verdicts: dict[str, list[LabelEvent]] = {}
        for event in self.events.get(number, ()):
            if event.edge_key is not None:
                verdicts.setdefault(event.edge_key, []).append(event)
        edges = []
        for row in rows:
            edge = mapping.edge_of(row, self.sources[number].id, self.sources[row.upstream].id)
            found = edge_standing(verdicts.get(edge.key, ())) if verdicts else None
            edges.append(edge if found is None else judged(edge, found))
        return edges

    def _draw(self, row: Row[Any]) -> None:
        """Add an edge that people drew, unless it was taken back or the data state it by now."""
        stated = self.edges.setdefault(row.source, [])
        if any(edge.key == row.id for edge in stated):
            return
        found = edge_standing(event for event in self.events.get(row.source, ()) if event.edge_key == row.id)
        if found is None:
            return
        ends = self.sources[row.source].id, self.sources[row.upstream].id
        drawn = Edge(*ends, Relation(row.relation), EdgeStatus.CONFIRMED, rule=DRAWN)
        stated.append(judged(drawn, found))
        self.upstream.setdefault(row.source, []).append(row.upstream)
