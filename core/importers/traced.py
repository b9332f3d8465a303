"""An answer with what was retrieved for it and what it cites, put into facts the same way for every format.

Every claim of an answer has all passages retrieved for the answer as candidates. A passage that the claim cites is
cited, the others stay retrieved: what was retrieved is never promoted. Passages of one document hang on one source.
A citation that leads to nothing in the file leads to a placeholder that was not retrieved.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.importers.assembly import Assembly, extra_of
from core.importers.own_keys import own
from core.importers.sentences import Stretch, sentences
from core.model import Answer, Citation, Claim, Evidence, Judgement, Source
from core.states import EvidenceState, Stance

Pairs = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage that was retrieved, and the source it stands in."""

    source: Source
    text: str = ""
    rank: int | None = None
    """Place in the retrieval, 1 first."""
    score: float | None = None
    extra: Pairs = field(default_factory=dict)
    """Locators and metadata, as the file has them."""
    stance: Stance = Stance.SUPPORTS
    stance_given: str | None = None


@dataclass(frozen=True, slots=True)
class Cited:
    """One citation of a claim."""

    passage: int | None = None
    """Which of the answer's passages, counted from 0; None where it is none of them."""
    source: Source | None = None
    """What it points to where that is no passage of the file."""
    missing: str | None = None
    """What it names where the file holds no such thing."""
    marker: str | None = None
    expected_text: str | None = None
    fingerprint: str | None = None
    page: int | None = None
    """Page by position, 1 first."""
    extra: Pairs = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """A claim of an answer."""

    text: str
    cited: tuple[Cited, ...] = ()
    sentence: str | None = None
    name: str | None = None
    """The claim's id where the file gives one."""
    judgements: tuple[Judgement, ...] = ()
    """One per axis; their ids and the claim's are set here."""
    extra: Pairs = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class TracedAnswer:
    """One answer, its claims in their order, and the passages retrieved for it."""

    id: str
    text: str
    parts: tuple[Part, ...]
    question: str = ""
    passages: tuple[Passage, ...] = ()
    extra: Pairs = field(default_factory=dict)
    corrected_text: str | None = None


def split(text: str) -> tuple[tuple[Stretch, ...], tuple[Part, ...]]:
    """The sentences of an answer, and each as a claim without citations."""
    stretches = sentences(text)
    return stretches, tuple(Part(part.text, sentence=part.text) for part in stretches)


def put(traced: TracedAnswer, facts: Assembly, row: int | None) -> None:
    """Put an answer, its claims, passages and citations into the facts."""
    answer = Answer(traced.id, traced.text, traced.question, traced.corrected_text, own("answer", traced.extra))
    facts.answers.add(answer, row)
    if not traced.parts:
        message = "an answer without any text has no claims"
        facts.findings.count("answer-without-claims", message, example=repr(traced.id), row=row)
    passages, place = _distinct(traced, facts, row)
    for passage in passages:
        put_source(passage.source, facts, row)
    for number, part in enumerate(traced.parts, 1):
        claim_id = part.name or f"{traced.id}.s{number}"
        facts.claims.add(
            Claim(claim_id, part.text, traced.id, number - 1, part.sentence, own("claim", part.extra)), row
        )
        for judgement in part.judgements:
            named = replace(judgement, id=f"{claim_id}.{judgement.axis}", claim_id=claim_id)
            facts.judgements.add(named, row)
        _evidence(claim_id, part, passages, place, facts, row)
        _citations(claim_id, traced.id, part, place, facts, row)


def put_source(source: Source, facts: Assembly, row: int | None) -> None:
    """Put a source into the facts; one that is there is completed, and stays as it was first described."""
    known = facts.sources.get(source.id)
    if known is None:
        facts.sources.add(source, row)
        return
    if known == source:
        return
    blank = Source(source.id)
    filled: dict[str, Any] = {}
    for name in Source.__dataclass_fields__:
        old, new, missing = getattr(known, name), getattr(source, name), getattr(blank, name)
        if name == "extra":
            filled[name] = extra_of({**new, **old})
        elif old == missing != new:
            filled[name] = new
        elif new not in (missing, old) and name != "retrieved":
            message = f"the {name} of a source differs between its passages; the first is kept"
            facts.findings.count("other-statement", message, example=repr(source.id), row=row, field=name)
    facts.sources.replace(replace(known, **{**filled, "retrieved": known.retrieved or source.retrieved}))


def _distinct(traced: TracedAnswer, facts: Assembly, row: int | None) -> tuple[list[Passage], dict[int, int]]:
    """The passages, each once, and place in the answer -> place among them."""
    kept: dict[tuple[str, str, str], int] = {}
    passages: list[Passage] = []
    place: dict[int, int] = {}
    for number, passage in enumerate(traced.passages):
        key = (passage.source.id, passage.text, repr(sorted(passage.extra.items(), key=lambda pair: pair[0])))
        if key in kept:
            message = "a passage was retrieved more than once for one answer; it is counted once"
            facts.findings.count("repeated-passage", message, example=repr(passage.source.id), row=row)
        else:
            kept[key] = len(passages)
            passages.append(passage)
        place[number] = kept[key]
    return passages, place


def _evidence(
    claim_id: str, part: Part, passages: list[Passage], place: dict[int, int], facts: Assembly, row: int | None
) -> None:
    cited = {place[citation.passage] for citation in part.cited if citation.passage is not None}
    for number, passage in enumerate(passages):
        item = Evidence(
            id=f"{claim_id}.e{number + 1}",
            claim_id=claim_id,
            source_id=passage.source.id,
            text=passage.text,
            stance=passage.stance,
            stance_given=passage.stance_given,
            rank=passage.rank,
            retrieval_score=passage.score,
            state=EvidenceState.CITED if number in cited else EvidenceState.RETRIEVED,
            extra=own("evidence", passage.extra),
        )
        facts.evidence.add(item, row)


def _citations(
    claim_id: str, answer_id: str, part: Part, place: dict[int, int], facts: Assembly, row: int | None
) -> None:
    made: list[Citation] = []
    of_citation: dict[tuple[str, str], str] = {}
    for cited in part.cited:
        source_id, evidence_id = _target(claim_id, answer_id, cited, place, facts)
        if cited.source is not None:
            put_source(cited.source, facts, row)
            text = cited.expected_text or ""
            evidence_id = of_citation.setdefault((source_id, text), f"{claim_id}.c{len(of_citation) + 1}")
            if evidence_id not in facts.evidence:
                # The file holds no passage of the source: what is cited is known by its citation alone.
                facts.evidence.add(Evidence(evidence_id, claim_id, source_id, text), row)
        citation = Citation(
            id="",
            claim_id=claim_id,
            source_id=source_id,
            evidence_id=evidence_id,
            marker=cited.marker,
            expected_text=cited.expected_text,
            expected_fingerprint=cited.fingerprint,
            page=cited.page,
            extra=own("citation", cited.extra),
        )
        if citation not in made:
            made.append(citation)
            facts.citations.add(replace(citation, id=f"{claim_id}.k{len(made)}"), row)


def _target(
    claim_id: str, answer_id: str, cited: Cited, place: dict[int, int], facts: Assembly
) -> tuple[str, str | None]:
    """The source a citation leads to, and the evidence it stands for where that is a passage of the answer."""
    if cited.source is not None:
        return cited.source.id, None
    if cited.passage is None:
        return f"{answer_id} {cited.missing or 'unnamed'}", None
    evidence_id = f"{claim_id}.e{place[cited.passage] + 1}"
    item = facts.evidence.get(evidence_id)
    return (item.source_id if item is not None else evidence_id), evidence_id
