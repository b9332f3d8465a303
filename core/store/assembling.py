"""From rows to dossiers: one reading of sources, edges and events, shared by all claims that were read with them."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from sqlalchemy import Row

from core.model import Answer, Dossier, Edge, Label
from core.policy import Policy
from core.results import LabelEvent
from core.states import EdgeStatus, Relation
from core.store import mapping
from core.store.events import event_of
from core.store.in_force import edge_standing, judged, label_of, label_standing, most_cautious, stated_label
from core.store.marks import leaders, together, with_retraction

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
        links: Sequence[tuple[int, int]],
        policy: Callable[[int], Policy],
    ) -> None:
        self.policy = policy
        self.documents = documents
        self.batches = {row.number: row.batch for rows in events.values() for row in rows}
        self.events = {number: [event_of(row._asdict()) for row in rows] for number, rows in events.items()}
        self.sources = {number: mapping.source_of(row, row.id, row.content) for number, row in documents.items()}
        for number in self.events.keys() & self.sources.keys():
            self.sources[number] = with_retraction(self.sources[number], self.events[number])
        self.stated = {number: label for number, source in self.sources.items() if (label := stated_label(source))}
        self.leaders = leaders(links, {number: row.id for number, row in documents.items()}) if links else {}
        self.members: dict[int, list[int]] = {}
        self._merge()
        self.upstream: dict[int, list[int]] = {}
        self.edges: dict[int, list[Edge]] = {}
        for number, rows in edges.items():
            leader = self._leader(number)
            self.upstream.setdefault(leader, []).extend(self._leader(row.upstream) for row in rows)
            self.edges.setdefault(leader, []).extend(self._edges_of(number, rows))
        for row in drawn:
            self._draw(row)
        self.alphas: dict[int, float] = {}

    def _leader(self, number: int) -> int:
        """The document that stands for one."""
        return self.leaders.get(number, number)

    def _merge(self) -> None:
        """Let documents that are one share their facts and what was said of any of them."""
        for member, leader in self.leaders.items():
            self.members.setdefault(leader, []).append(member)
        for leader, members in self.members.items():
            members.sort(key=lambda number: (number != leader, self.documents[number].id))
            whole = together([self.sources[member] for member in members])
            said = sorted((e for member in members for e in self.events.get(member, ())), key=lambda e: e.number)
            label = most_cautious(label for member in members if (label := self.stated.get(member)))
            if label is not None:
                self.stated[leader] = label
            for member in members:
                self.sources[member] = whole
                self.events[member] = said

    def dossier(
        self, row: Row[Any], answer: Answer | None, evidence: Sequence[Row[Any]], citations: Sequence[Row[Any]]
    ) -> Dossier:
        """One claim's share of what was read."""
        reached = self._reached(self._leader(item.source) for item in evidence)
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
            citations=tuple(mapping.citation_of(item, row.id, self._cited(item)) for item in citations),
            labels=MappingProxyType(labels),
            dataset=row.dataset_name,
        )

    def _cited(self, citation: Row[Any]) -> str:
        source = self.sources.get(citation.source)
        return citation.source_id if source is None else source.id

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
        return self.stated.get(number)

    def _alpha(self, dataset: int) -> float:
        if dataset not in self.alphas:
            self.alphas[dataset] = self.policy(dataset).alpha
        return self.alphas[dataset]

    def _outdated(self, number: int, event: LabelEvent, evidence: Sequence[Row[Any]]) -> bool:
        """Whether the document, or a passage of it for this claim, has another text than the reviewer read."""
        read = self.batches[event.number]
        members = self.members.get(number) or (number,)
        passages = (row for row in evidence if row.source in members)
        documents = (self.documents[member] for member in members)
        return any(row.version > 1 and row.text_since > read for row in (*documents, *passages))

    def _edges_of(self, number: int, rows: Iterable[Row[Any]]) -> list[Edge]:
        verdicts: dict[str, list[LabelEvent]] = {}
        for event in self.events.get(number, ()):
            if event.edge_key is not None:
                verdicts.setdefault(event.edge_key, []).append(event)
        edges = []
        for row in rows:
            if number != row.upstream and self._leader(number) == self._leader(row.upstream):
                continue
            edge = mapping.edge_of(row, self.documents[number].id, self.documents[row.upstream].id)
            said = verdicts.get(edge.key, ()) if verdicts else ()
            found = edge_standing(event for event in said if self.batches[event.number] >= (row.detected or 0))
            edges.append(self._between(edge if found is None else judged(edge, found), number, row.upstream))
        return edges

    def _between(self, edge: Edge, source: int, upstream: int) -> Edge:
        """The edge between the documents that stand for its ends."""
        if source not in self.leaders and upstream not in self.leaders:
            return edge
        ends = self.sources[source].id, self.sources[upstream].id
        if ends == (edge.from_id, edge.to_id):
            return edge
        return replace(edge, from_id=ends[0], to_id=ends[1], stated_ends=(edge.from_id, edge.to_id))

    def _draw(self, row: Row[Any]) -> None:
        """Add an edge that people drew, unless it was taken back or the data state it by now."""
        leader, upper = self._leader(row.source), self._leader(row.upstream)
        stated = self.edges.setdefault(leader, [])
        if any(edge.key == row.id for edge in stated) or leader == upper:
            return
        found = edge_standing(event for event in self.events.get(row.source, ()) if event.edge_key == row.id)
        if found is None:
            return
        ends = self.documents[row.source].id, self.documents[row.upstream].id
        drawn = Edge(*ends, Relation(row.relation), EdgeStatus.CONFIRMED, rule=DRAWN)
        stated.append(self._between(judged(drawn, found), row.source, row.upstream))
        self.upstream.setdefault(leader, []).append(upper)
