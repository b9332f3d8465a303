"""Facts as the records of an evidence package; what a reader takes for granted is left out."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from core.exporters.strict_json import plain
from core.model import Answer, Citation, Claim, Edge, Evidence, Judgement, Source, StatedLabel
from core.states import RELATION_WORDS, EdgeStatus, EvidenceState, Relation

Record = dict[str, Any]

_KEYS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        kind: frozenset((*words.split(), "type", "schema"))
        for kind, words in {
            "answer": "id text question corrected_text answer_id answer_text",
            "claim": "id text answer_id sentence evidence contexts citations sources edges claim_id claim_text "
            "prior increment k K alpha stances floor",
            "source": "id title kind retrieved url publisher author published_at text dependence weight retracted "
            "language version fingerprint source_id",
            "evidence": "id claim_id source_id text stance stance_given increment rank retrieval_score state "
            "evidence_set evidence_id evidence_text claim_text title url publisher author published_at retracted "
            "language dependence weight study_id doi source_type",
            "citation": "id claim_id source_id evidence_id marker expected_text expected_fingerprint page element_id "
            "citation_id",
        }.items()
    }
)
"""Keys that a reader takes for a field of the record, so that nothing else may stand under them."""
_NO_RELATIONS = frozenset(("references", "quotes", "part_of", "source_of", "mentions"))
_RELATIONS = frozenset(word.replace("_", "") for word in RELATION_WORDS.keys() - _NO_RELATIONS)
"""Keys that state an edge where they stand in the record of a source or a passage."""


def answer_record(answer: Answer) -> Record:
    """An answer."""
    return _with_extra(
        "answer",
        {
            "id": answer.id,
            "text": answer.text,
            "question": answer.question or None,
            "corrected_text": answer.corrected_text,
        },
        answer.extra,
    )


def claim_record(claim: Claim) -> Record:
    """A claim; its place in the answer is its place in the file."""
    fields = {"id": claim.id, "text": claim.text, "answer_id": claim.answer_id, "sentence": claim.sentence}
    return _with_extra("claim", fields, claim.extra)


def source_record(source: Source) -> Record:
    """A source with the label that the data give it."""
    extra = dict(source.extra)
    word = extra.pop("kind", None)
    fields = {
        "id": source.id,
        "title": source.title or None,
        "kind": word if isinstance(word, str) else source.kind.value,
        "retrieved": None if source.retrieved else False,
        "url": source.url,
        "publisher": source.publisher,
        "author": source.author,
        "published_at": source.published_at,
        "text": source.text,
        "dependence": source.dependence,
        "weight": source.weight,
        "retracted": source.retracted or None,
        "language": source.language,
        "version": source.version,
        "fingerprint": source.fingerprint,
    }
    return _with_extra("source", fields, extra)


def edge_record(edge: Edge, upstream_retrieved: bool) -> Record:
    """An edge with the status in force.

    Args:
        edge: The edge.
        upstream_retrieved: Whether the end upstream is a document. Where two documents share a parent, a reader would
            hang both on a node of their own; naming the parent keeps the edge as it is.
    """
    shares = edge.relation is Relation.SHARES_COMMON_PARENT and upstream_retrieved
    return _given(
        {
            "from": edge.from_id,
            "to": edge.to_id,
            "relation": edge.relation,
            "status": None if edge.status is EdgeStatus.KNOWN else edge.status,
            "strength": edge.strength,
            "probability": edge.probability,
            "rule": edge.rule,
            "note": edge.note,
            "parent": edge.to_id if shares else None,
        }
    )


def edge_name(record: Mapping[str, Any]) -> str:
    """What a digest or a message calls an edge."""
    return f"{record.get('from')} {record.get('relation')} {record.get('to')}"


def evidence_record(item: Evidence) -> Record:
    """A passage."""
    fields = {
        "id": item.id,
        "claim_id": item.claim_id,
        "source_id": item.source_id,
        "text": item.text or None,
        "stance": item.stance,
        "stance_given": item.stance_given,
        "increment": item.increment,
        "rank": item.rank,
        "retrieval_score": item.retrieval_score,
        "state": None if item.state is EvidenceState.CITED else item.state,
        "evidence_set": item.evidence_set,
    }
    return _with_extra("evidence", fields, item.extra)


def citation_record(citation: Citation) -> Record:
    """A citation."""
    fields = {
        "id": citation.id,
        "claim_id": citation.claim_id,
        "source_id": citation.source_id,
        "evidence_id": citation.evidence_id,
        "marker": citation.marker,
        "expected_text": citation.expected_text,
        "expected_fingerprint": citation.expected_fingerprint,
        "page": citation.page,
        "element_id": citation.element_id,
    }
    return _with_extra("citation", fields, citation.extra)


def judgement_record(judgement: Judgement) -> Record:
    """A judgement that came with the data."""
    return _given(
        {
            "id": judgement.id,
            "claim_id": judgement.claim_id,
            "axis": judgement.axis,
            "value": judgement.value,
            "judge": judgement.judge,
            "evidence_id": judgement.evidence_id,
            "model": judgement.model,
            "rubric": judgement.rubric,
            "at": judgement.at,
        }
    )


def label_record(label: StatedLabel) -> Record:
    """A label that a person gave."""
    return _given(
        {
            "source_id": label.source_id,
            "state": label.state,
            "by": label.by,
            "at": label.at,
            "claim_id": label.claim_id,
            "weight": label.weight,
            "reason": label.reason or None,
        }
    )


def label_name(record: Mapping[str, Any]) -> str:
    """What a digest or a message calls a label: whose word on which source, where and since when."""
    where = f"in {record['claim_id']}" if record.get("claim_id") is not None else "everywhere"
    return f"{record.get('source_id')} {where} by {record.get('by')} at {record.get('at')}"


def _by_id(record: Mapping[str, Any]) -> str:
    return str(record.get("id"))


NAMES: Mapping[str, Callable[[Mapping[str, Any]], str]] = MappingProxyType(
    {
        "answers": _by_id,
        "claims": _by_id,
        "sources": _by_id,
        "edges": edge_name,
        "evidence": _by_id,
        "citations": _by_id,
        "judgements": _by_id,
        "labels": label_name,
    }
)
"""List of a package -> what one of its records is called; in the order they are written."""

KINDS = MappingProxyType(
    {name: "judgement" if name == "judgements" else name.removesuffix("s") for name in NAMES} | {"evidence": "evidence"}
)
"""List of a package -> the word its records have as ``type`` in JSON Lines."""


def _given(fields: Mapping[str, Any]) -> Record:
    return {key: plain(value) for key, value in fields.items() if value is not None}


def _with_extra(kind: str, fields: Mapping[str, Any], extra: Mapping[str, Any]) -> Record:
    """The record with what has no place of its own beside it; what would be misread there stands under ``extra``."""
    record = _given(fields)
    apart = {}
    for key, value in extra.items():
        if key in _KEYS[kind] or (kind in ("source", "evidence") and _undressed(key) in _RELATIONS):
            apart[key] = plain(value)
        else:
            record[key] = plain(value)
    if apart:
        held = record.get("extra")
        record["extra"] = {**held, **apart} if isinstance(held, dict) else apart
    return record


def _undressed(key: str) -> str:
    return key.translate({ord(sign): None for sign in "_- "}).casefold()
