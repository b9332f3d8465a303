"""What goes into an evidence package, record by record, with the digests and figures that go with it."""

from collections.abc import Iterable, Iterator
from typing import Any

from core.exporters import records
from core.exporters.decision_record import claim_decision_record
from core.exporters.manifest import PARTS, event_as_dict, record_digest, signed_as_dict, stated_figures
from core.exporters.records import NAMES, Record
from core.exporters.types import DatasetFacts, Delivery, Exhibit, Leftovers
from core.model import Answer, Edge, Source, StatedLabel
from core.package_format import SCHEMA, VERSION
from core.states import EdgeStatus

PART = "part"
"""Stands for the name of a list where a part of the manifest is meant."""
BATCH = 500
"""Claims a part of the manifest covers."""

_STANDING = (EdgeStatus.REJECTED, EdgeStatus.SUSPECTED, EdgeStatus.KNOWN, EdgeStatus.CONFIRMED)


def header(facts: DatasetFacts) -> dict[str, Any]:
    """What a package says of its data set."""
    head = {"schema": f"{SCHEMA}/{VERSION}", "dataset": facts.name, "about": facts.about or None}
    return {key: value for key, value in head.items() if value is not None} | {
        "policy": facts.in_force.policy.as_dict()
    }


def walk(delivery: Delivery, facts: DatasetFacts) -> Iterator[tuple[str, Record]]:
    """Every record with the name of its list, each once, and after every few hundred claims a part of the manifest."""
    walking = _Walk()
    walking.digests["header"] = {key: record_digest({key: value}) for key, value in header(facts).items()}
    claims = 0
    for exhibit in delivery.exhibits():
        if exhibit.dossier.dataset != facts.name:
            continue
        yield from walking.claim(exhibit)
        claims += 1
        if claims % BATCH == 0:
            yield PART, walking.part()
    yield from walking.leftovers(delivery.leftovers(facts.name))
    yield PART, walking.part()


class _Walk:
    """Remembers what was written, and what the next part of the manifest says."""

    def __init__(self) -> None:
        self._written: set[tuple[str, str]] = set()
        self._events: set[int] = set()
        self._fresh()

    def _fresh(self) -> None:
        self.digests: dict[str, dict[str, str]] = {}
        self._figures: dict[str, Any] = {}
        self._history: list[dict[str, Any]] = []
        self._decisions: dict[str, Any] = {}
        self._checks: dict[str, Any] = {}
        self._parts: list[Any] = []
        self._signed: list[dict[str, Any]] = []

    def part(self) -> Record:
        """What the manifest says of everything since the part before."""
        part: Record = {"digests": self.digests}
        if self._figures:
            part["figures"] = self._figures
        for name, held in (("history", self._history), ("decisions", self._decisions), ("checks", self._checks)):
            if held:
                part[name] = held
        for name, listed in ((PARTS, self._parts), ("signed", self._signed)):
            if listed:
                part[name] = listed
        self._fresh()
        return part

    def claim(self, exhibit: Exhibit) -> Iterator[tuple[str, Record]]:
        """A claim and everything it leans on that was not written yet."""
        dossier = exhibit.dossier
        yield from self._answers((dossier.answer,) if dossier.answer is not None else ())
        yield from self._all("claims", (records.claim_record(dossier.claim),))
        yield from self._sources(dossier.sources, dossier.edges)
        yield from self._all("evidence", map(records.evidence_record, dossier.evidence))
        yield from self._all("citations", map(records.citation_record, dossier.citations))
        yield from self._all("judgements", map(records.judgement_record, exhibit.judgements))
        yield from self._labels(exhibit.labels)
        self._figures[dossier.claim.id] = stated_figures(exhibit.found)
        told = exhibit.decide()
        if told.verdict is not None:
            self._decisions[dossier.claim.id] = claim_decision_record(told.verdict)
        self._checks |= {name: list(pair) for name, pair in told.checks.items()}
        if told.parts is not None:
            self._parts.append(dict(told.parts))
        self._signed += [signed_as_dict(one) for one in reversed(exhibit.signed)]
        for event in reversed(exhibit.events):
            if event.number not in self._events:
                self._events.add(event.number)
                self._history.append(event_as_dict(event))

    def leftovers(self, left: Leftovers) -> Iterator[tuple[str, Record]]:
        """What no claim leans on."""
        yield from self._answers(left.answers)
        yield from self._sources(left.sources, left.edges)
        yield from self._labels(left.labels)

    def _answers(self, answers: Iterable[Answer]) -> Iterator[tuple[str, Record]]:
        yield from self._all("answers", map(records.answer_record, answers))

    def _sources(self, sources: Iterable[Source], edges: Iterable[Edge]) -> Iterator[tuple[str, Record]]:
        retrieved = {source.id for source in sources if source.retrieved}
        yield from self._all("sources", map(records.source_record, sources))
        yield from self._all("edges", (records.edge_record(edge, edge.to_id in retrieved) for edge in _once(edges)))

    def _labels(self, labels: Iterable[StatedLabel]) -> Iterator[tuple[str, Record]]:
        yield from self._all("labels", map(records.label_record, labels))

    def _all(self, name: str, given: Iterable[Record]) -> Iterator[tuple[str, Record]]:
        for record in given:
            called = NAMES[name](record)
            if (name, called) not in self._written:
                self._written.add((name, called))
                self.digests.setdefault(name, {})[called] = record_digest(record)
                yield name, record


def _once(edges: Iterable[Edge]) -> Iterable[Edge]:
    """One edge per relation of two sources: where a person gave an edge a relation that is stated too, the stronger."""
    kept: dict[tuple[str, str, str], Edge] = {}
    for edge in edges:
        key = (edge.from_id, edge.to_id, edge.relation.value)
        if key not in kept or _strength(edge) > _strength(kept[key]):
            kept[key] = edge
    return kept.values()


def _strength(edge: Edge) -> tuple[int, float]:
    return _STANDING.index(edge.status), 1.0 if edge.strength is None else edge.strength
