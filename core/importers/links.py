"""References between the records of a file: found, made up with a notice, or a problem."""

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from core.importers.findings import a_record, listed
from core.importers.near_ids import NearIds
from core.importers.shelves import Shelf
from core.model import Answer, Claim, Source
from core.states import SourceKind

if TYPE_CHECKING:
    from core.importers.assembly import Assembly

MADE = MappingProxyType({"placeholder": True})
"""Marks, in ``extra``, what exists only because something names it: a later file may define it."""


class Links:
    """Resolves what the facts of an assembly point to."""

    def __init__(self, facts: "Assembly") -> None:
        self.facts = facts
        self.findings = facts.findings

    def resolve(self) -> None:
        """Make every reference lead somewhere, or drop the record with a problem."""
        self._answers()
        self._claims()
        self._sources_of_evidence()
        self._evidence()
        self._upstream()
        self._labels()

    def _answers(self) -> None:
        claims, answers = self.facts.claims, self.facts.answers
        named = {claim.answer_id for claim in claims if claim.answer_id is not None}
        missing = sorted(named - set(answers.keys()))
        if not missing:
            return
        if len(answers) == 0 and not answers.refused:
            message = "claims name answers that the file does not hold; they are kept under their ids, without text"
            self.findings.count("answers-not-in-file", message, example=listed(missing), field="answer_id")
            for identifier in missing:
                answers.add(Answer(identifier, "", extra=MADE), None)
            return
        self._dangling(claims, "answer_id", "answer", answers)
        for claim in [claim for claim in claims if claim.answer_id in missing]:
            claims.replace(replace(claim, answer_id=None))

    def _claims(self) -> None:
        facts, claims = self.facts, self.facts.claims
        shelves: tuple[Shelf[Any], ...] = (facts.evidence, facts.citations, facts.judgements, facts.labels)
        if len(claims) == 0 and not claims.refused:
            named = dict.fromkeys(
                record.claim_id for shelf in shelves for record in shelf if record.claim_id is not None
            )
            if named:
                message = "the file names claims that it does not hold; they are kept under their ids, without text"
                self.findings.count("claims-not-in-file", message, example=listed(list(named)), field="claim_id")
            for identifier in named:
                claims.add(Claim(identifier, f"{identifier} (text not in this file)", extra=MADE), None)
            return
        for shelf in shelves:
            self._dangling(shelf, "claim_id", "claim", claims, drop=True)

    def _sources_of_evidence(self) -> None:
        sources = self.facts.sources
        missing = dict.fromkeys(item.source_id for item in self.facts.evidence if item.source_id not in sources)
        if not missing:
            return
        near = NearIds(sources.keys())
        for identifier in missing:
            hint = near.hint(identifier)
            message = "evidence names sources that the file does not describe; they are kept under their ids"
            if hint is None:
                self.findings.count("source-not-described", message, example=repr(identifier), field="source_id")
            else:
                message = f"{identifier!r} is named by evidence but not described; similar id {hint!r}"
                self.findings.notice("source-not-described", message, field="source_id")
        for identifier in missing:
            sources.add(Source(identifier, extra=MADE), None)

    def _evidence(self) -> None:
        for shelf in (self.facts.citations, self.facts.judgements):
            self._dangling(shelf, "evidence_id", "evidence", self.facts.evidence, drop=True)

    def _upstream(self) -> None:
        sources = self.facts.sources
        ends = (end for edge in self.facts.edges for end in (edge.from_id, edge.to_id))
        missing = dict.fromkeys(end for end in ends if end not in sources)
        missing.update(dict.fromkeys(parent for parent in self.facts.parents.values() if parent not in sources))
        cited = dict.fromkeys(
            citation.source_id
            for citation in self.facts.citations
            if citation.source_id not in sources and citation.source_id not in missing
        )
        self._placeholders(missing, "an edge", "undefined-upstream")
        self._placeholders(cited, "a citation", "undefined-citation-target")

    def _placeholders(self, missing: dict[str, None], who: str, code: str) -> None:
        sources = self.facts.sources
        near = NearIds(sources.keys()) if missing else None
        for identifier in missing:
            hint = near.hint(identifier) if near is not None else None
            if hint is not None:
                message = f"{identifier!r} is not defined; similar id {hint!r}; it is kept as not retrieved"
                self.findings.notice(code, message)
            else:
                message = f"{who} leads to a source that is not defined; it is kept as not retrieved"
                self.findings.count(code, message, example=repr(identifier))
        for identifier in missing:
            sources.add(
                Source(
                    identifier,
                    title=f"{identifier} (not retrieved)",
                    kind=SourceKind.UNSPECIFIED,
                    retrieved=False,
                    extra=MADE,
                ),
                None,
            )

    def _labels(self) -> None:
        self._dangling(self.facts.labels, "source_id", "source", self.facts.sources, drop=True)

    def _dangling(self, shelf: Shelf[Any], field: str, kind: str, known: Shelf[Any], *, drop: bool = False) -> None:
        near: NearIds | None = None
        gone = []
        for record, row in shelf.rows():
            target = getattr(record, field)
            if target is None or target in known:
                continue
            gone.append(record)
            if target in known.refused:
                continue
            near = near or NearIds(known.keys())
            hint = near.hint(target)
            similar = f"; similar id {hint!r}" if hint is not None else ""
            self.findings.problem(
                f"{a_record(shelf.kind)} names the {kind} {target!r}, which the file does not hold{similar}",
                expected=f"the id of a {kind} in the file",
                found=repr(target),
                row=row,
                field=field,
            )
        if drop:
            for record in gone:
                shelf.drop(record)
