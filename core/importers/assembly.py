"""Facts of one file put together into a case, whatever format they came in."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from core.importers.findings import Findings
from core.importers.kinship import common_parents, studies
from core.importers.links import Links
from core.importers.oddities import report_oddities
from core.importers.shelves import Shelf, Statements, shelf_by_id
from core.model import (
    Answer,
    Case,
    Citation,
    Claim,
    Edge,
    Evidence,
    Judgement,
    Source,
    StatedLabel,
)
from core.policy import Policy
from core.states import EvidenceState


class Assembly:
    """Takes facts one by one, in the order of the file, and makes the case of them."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.answers: Shelf[Answer] = shelf_by_id("answer", findings)
        self.claims: Shelf[Claim] = shelf_by_id("claim", findings)
        self.sources: Shelf[Source] = shelf_by_id("source", findings, _completed)
        self.evidence: Shelf[Evidence] = shelf_by_id("evidence", findings)
        self.citations: Shelf[Citation] = shelf_by_id("citation", findings)
        self.judgements: Shelf[Judgement] = shelf_by_id("judgement", findings)
        self.edges: Shelf[Edge] = Shelf("edge", findings, lambda edge: edge.key, _edge_name)
        self.labels: Shelf[StatedLabel] = Shelf("label", findings, _label_key, lambda label: repr(label.source_id))
        self.said_of_answers = Statements("answer", findings)
        self.said_of_claims = Statements("claim", findings)
        """Claims named in passing by their evidence, such as the rows of a table."""
        self.said_of_sources = Statements("source", findings)
        self.parents: dict[str, str] = {}
        """Key of a shares_common_parent edge -> the parent it names."""
        self.studies: dict[str, str] = {}
        """Source id -> the study it reports."""
        self.stance_stated = False
        """True where the file says for any passage how it stands to its claim."""
        self.about = ""
        self.policy: Policy | None = None
        self.floor_stated = False
        """True where the file itself says from which state evidence counts."""

    def edge(self, edge: Edge, row: int | None, parent: str | None = None) -> None:
        """Take an edge; one to itself is ignored, one stated twice counts once."""
        if edge.from_id == edge.to_id:
            message = "a source that depends on itself says nothing; the edge is ignored"
            self.findings.count("self-edge", message, example=repr(edge.from_id), row=row, field="to")
            return
        known = self.edges.get(edge.key)
        if known is not None and replace(known, note=edge.note, rule=edge.rule) == edge:
            message = "the same edge is in the file more than once; it is counted once"
            self.findings.count("repeat", message, example=_edge_name(edge), row=row)
            return
        self.edges.add(edge, row)
        if parent is not None:
            self.parents.setdefault(edge.key, parent)

    def case(self, dataset: str) -> Case:
        """Resolve every reference, report what is odd, and freeze the result."""
        self._from_statements()
        links = Links(self)
        links.resolve()
        edges = common_parents(
            studies(tuple(self.edges), self.studies, self.sources), self.parents, self.sources, self.findings
        )
        claims = _in_order(self.claims)
        evidence = tuple(self.evidence)
        report_oddities(claims, evidence, tuple(self.sources), self.findings)
        return Case(
            dataset=dataset,
            answers=tuple(self.answers),
            claims=claims,
            evidence=evidence,
            citations=tuple(self.citations),
            sources=tuple(self.sources),
            edges=edges,
            judgements=tuple(self.judgements),
            labels=tuple(self.labels),
            policy=self._policy(evidence),
            notices=self.findings.notices(),
            about=self.about,
        )

    def _from_statements(self) -> None:
        for key, fields, row in self.said_of_answers:
            if key not in self.answers and key not in self.answers.refused:
                self.answers.add(Answer(**{"id": key, "text": "", **fields}), row)
        for key, fields, row in self.said_of_claims:
            if key not in self.claims and key not in self.claims.refused and "text" in fields:
                self.claims.add(Claim(id=key, **fields), row)
        for key, fields, row in self.said_of_sources:
            defined = self.sources.get(key)
            if defined is None:
                self.sources.add(Source(id=key, **fields), row)
                continue
            for field, value in fields.items():
                if field != "extra" and getattr(defined, field) not in (None, "", value):
                    message = f"a passage gives another {field} than the record of its source, which holds"
                    self.findings.count("other-statement", message, example=repr(key), row=row, field=field)

    def _policy(self, evidence: Iterable[Evidence]) -> Policy | None:
        states = {item.state for item in evidence}
        if self.floor_stated or states != {EvidenceState.RETRIEVED} or len(self.citations):
            return self.policy
        self.findings.notice("no-citations", "this format names no citations; retrieved passages count")
        return (self.policy or Policy(name="retrieved passages count")).with_(floor=EvidenceState.RETRIEVED)


def extra_of(fields: Mapping[str, Any] | None) -> MappingProxyType[str, Any]:
    """The fields of a record that have no place of their own."""
    return MappingProxyType(dict(fields) if fields else {})


def _in_order(claims: Iterable[Claim]) -> tuple[Claim, ...]:
    positions: dict[str | None, int] = defaultdict(int)
    placed = []
    for claim in claims:
        placed.append(
            claim
            if claim.position == positions[claim.answer_id]
            else replace(claim, position=positions[claim.answer_id])
        )
        positions[claim.answer_id] += 1
    return tuple(placed)


def _completed(one: Source, other: Source) -> Source | None:
    """One source of two records of it; None where they contradict each other."""
    blank = Source(one.id)
    fields: dict[str, Any] = {}
    for name in Source.__dataclass_fields__:
        first, second, missing = getattr(one, name), getattr(other, name), getattr(blank, name)
        if name == "extra":
            if any(first.get(key, value) != value for key, value in second.items()):
                return None
            fields[name] = MappingProxyType({**first, **second})
        elif first != second and missing not in (first, second):
            return None
        else:
            fields[name] = second if first == missing else first
    return Source(**fields)


def _edge_name(edge: Edge) -> str:
    return f"{edge.from_id!r} {edge.relation} {edge.to_id!r}"


def _label_key(label: StatedLabel) -> str:
    return "\x1f".join((label.source_id, label.claim_id or "", label.by, label.at))
