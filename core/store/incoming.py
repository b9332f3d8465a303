"""A case laid out for the tables: one entry per thing, with its key and the digest of what is said of it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import TypeVar

from core.model import Answer, Case, Citation, Claim, Edge, Evidence, Judgement, Source
from core.store import mapping
from core.store.mapping import Columns, row_digest
from core.store.verbatim import key_of

Fact = TypeVar("Fact")


@dataclass(slots=True)
class Entry:
    """One thing of a file, ready to be compared with what is stored."""

    key: str
    id: str
    digest: str
    columns: Columns
    place: int
    """Order in the file."""
    refs: tuple[str | None, ...] = ()
    """Ids of the things it hangs on; each kind says which."""
    text: str | None = None
    """The words whose change calls a label into question."""


def _entry(identifier: str, place: int, columns: Columns, *refs: str | None) -> Entry:
    return Entry(key_of(identifier), identifier, row_digest(*columns.values(), *refs), columns, place, refs)


def _source(source: Source, place: int) -> Entry:
    entry = _entry(source.id, place, mapping.source_columns(source))
    if source.text is not None:
        text = blake2b(source.text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        entry.digest = row_digest(entry.digest, text)
        entry.text = source.text
    return entry


def _answer(answer: Answer, place: int) -> Entry:
    return _entry(answer.id, place, mapping.answer_columns(answer))


def _claim(claim: Claim, place: int) -> Entry:
    return _entry(claim.id, place, mapping.claim_columns(claim), claim.answer_id)


def _evidence(item: Evidence, place: int) -> Entry:
    entry = _entry(item.id, place, mapping.evidence_columns(item), item.claim_id, item.source_id)
    entry.text = item.text
    return entry


def _citation(citation: Citation, place: int) -> Entry:
    return _entry(citation.id, place, mapping.citation_columns(citation), citation.claim_id, citation.source_id)


def _judgement(judgement: Judgement, place: int) -> Entry:
    return _entry(judgement.id, place, mapping.judgement_columns(judgement), judgement.claim_id)


def _edges(edges: Iterable[Edge]) -> Iterator[Entry]:
    """Edges by key; the same edge said again in other words is kept beside the first."""
    said: dict[str, list[Edge]] = {}
    for place, edge in enumerate(edges):
        others = said.setdefault(edge.key, [])
        if edge in others:
            continue
        others.append(edge)
        entry = _entry(edge.key, place, mapping.edge_columns(edge), edge.from_id, edge.to_id)
        if len(others) > 1:
            entry.key = key_of(f"{edge.key}\x1f{len(others)}")
        yield entry


@dataclass(frozen=True, slots=True)
class Incoming:
    """A whole case, each thing once, in the order of the file."""

    answers: list[Entry]
    claims: list[Entry]
    sources: list[Entry]
    evidence: list[Entry]
    citations: list[Entry]
    judgements: list[Entry]
    edges: list[Entry]


def _once(facts: Iterable[Fact], laid_out: Callable[[Fact, int], Entry]) -> list[Entry]:
    found: dict[str, Entry] = {}
    for place, fact in enumerate(facts):
        entry = laid_out(fact, place)
        found.setdefault(entry.key, entry)
    return list(found.values())


def incoming(case: Case, after: Mapping[str, int] | None = None) -> Incoming:
    """Lay out a case that has passed its checks.

    Args:
        case: The case.
        after: How many of each kind the parts of the file before it brought; their places come first.
    """
    laid_out = Incoming(
        answers=_once(case.answers, _answer),
        claims=_once(case.claims, _claim),
        sources=_once(case.sources, _source),
        evidence=_once(case.evidence, _evidence),
        citations=_once(case.citations, _citation),
        judgements=_once(case.judgements, _judgement),
        edges=list(_edges(case.edges)),
    )
    for kind, count in (after or {}).items():
        for entry in getattr(laid_out, kind, ()):
            entry.place += count
    return laid_out
