"""Facts to the columns of their tables and back. A round trip gives an equal value.

The ``*_columns`` functions give what a row holds of the fact itself; numbers of other things, versions and batches are
added by who writes the row. ``extra`` is JSON: tuples in it come back as lists.
"""

import json
from collections.abc import Mapping
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from sqlalchemy import Row

from core.model import Answer, Citation, Claim, Edge, Evidence, Judgement, Source
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance

Columns = dict[str, Any]

_NOTHING: MappingProxyType[str, Any] = MappingProxyType({})

# Looking a word up is several times faster than calling the enumeration, and every row has two or three.
_DEPENDENCES = {word.value: word for word in Dependence}
_KINDS = {word.value: word for word in SourceKind}
_RELATIONS = {word.value: word for word in Relation}
_STANCES = {word.value: word for word in Stance}
_STATES = {word.value: word for word in EvidenceState}
_STATUSES = {word.value: word for word in EdgeStatus}


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def json_of(value: object) -> str:
    """Strict JSON with sorted keys.

    Raises:
        ValueError: A number is NaN or infinite.
        TypeError: A value is none of JSON's.
    """
    return json.dumps(value, default=_plain, sort_keys=True, separators=(",", ":"), allow_nan=False, ensure_ascii=False)


def _extra_columns(extra: Mapping[str, Any]) -> str | None:
    return json_of(extra) if extra else None


def _extra(stored: str | None) -> MappingProxyType[str, Any]:
    return MappingProxyType(json.loads(stored)) if stored else _NOTHING


def row_digest(*values: object) -> str:
    """Short digest of plain values: two versions with one digest say the same."""
    return blake2b(json.dumps(values).encode(), digest_size=16).hexdigest()


def source_columns(source: Source) -> Columns:
    """What a document row holds, its text apart."""
    return {
        "title": source.title,
        "kind": source.kind.value,
        "retrieved": source.retrieved,
        "url": source.url,
        "publisher": source.publisher,
        "author": source.author,
        "published_at": source.published_at,
        "dependence": source.dependence.value if source.dependence is not None else None,
        "weight": source.weight,
        "retracted": source.retracted,
        "language": source.language,
        "stated_version": source.version,
        "fingerprint": source.fingerprint,
        "extra": _extra_columns(source.extra),
    }


def source_of(row: Row[Any], identifier: str, text: str | None) -> Source:
    """The source that a document row describes."""
    return Source(
        id=identifier,
        title=row.title,
        kind=_KINDS[row.kind],
        retrieved=row.retrieved,
        url=row.url,
        publisher=row.publisher,
        author=row.author,
        published_at=row.published_at,
        text=text,
        dependence=_DEPENDENCES[row.dependence] if row.dependence is not None else None,
        weight=row.weight,
        retracted=row.retracted,
        language=row.language,
        version=row.stated_version,
        fingerprint=row.fingerprint,
        extra=_extra(row.extra),
    )


def answer_columns(answer: Answer) -> Columns:
    """What an answer's version row holds."""
    return {
        "text": answer.text,
        "question": answer.question,
        "corrected_text": answer.corrected_text,
        "extra": _extra_columns(answer.extra),
    }


def answer_of(row: Row[Any], identifier: str) -> Answer:
    """The answer that a version row describes."""
    return Answer(identifier, row.text, row.question, row.corrected_text, _extra(row.extra))


def claim_columns(claim: Claim) -> Columns:
    """What a claim's version row holds, its answer apart."""
    return {
        "text": claim.text,
        "position": claim.position,
        "sentence": claim.sentence,
        "extra": _extra_columns(claim.extra),
    }


def claim_of(row: Row[Any], identifier: str, answer_id: str | None) -> Claim:
    """The claim that a version row describes."""
    return Claim(identifier, row.text, answer_id, row.position, row.sentence, _extra(row.extra))


def evidence_columns(item: Evidence) -> Columns:
    """What an evidence row holds, claim and source apart."""
    return {
        "text": item.text,
        "stance": item.stance.value,
        "stance_given": item.stance_given,
        "increment": item.increment,
        "rank": item.rank,
        "retrieval_score": item.retrieval_score,
        "state": item.state.value,
        "evidence_set": item.evidence_set,
        "extra": _extra_columns(item.extra),
    }


def evidence_of(row: Row[Any], claim_id: str, source_id: str) -> Evidence:
    """The passage that an evidence row describes."""
    return Evidence(
        id=row.id,
        claim_id=claim_id,
        source_id=source_id,
        text=row.text,
        stance=_STANCES[row.stance],
        stance_given=row.stance_given,
        increment=row.increment,
        rank=row.rank,
        retrieval_score=row.retrieval_score,
        state=_STATES[row.state],
        evidence_set=row.evidence_set,
        extra=_extra(row.extra),
    )


def citation_columns(citation: Citation) -> Columns:
    """What a citation row holds, claim and source apart."""
    return {
        "evidence_id": citation.evidence_id,
        "marker": citation.marker,
        "expected_text": citation.expected_text,
        "expected_fingerprint": citation.expected_fingerprint,
        "page": citation.page,
        "element_id": citation.element_id,
        "extra": _extra_columns(citation.extra),
    }


def citation_of(row: Row[Any], claim_id: str, source_id: str) -> Citation:
    """The citation that a row describes."""
    return Citation(
        id=row.id,
        claim_id=claim_id,
        source_id=source_id,
        evidence_id=row.evidence_id,
        marker=row.marker,
        expected_text=row.expected_text,
        expected_fingerprint=row.expected_fingerprint,
        page=row.page,
        element_id=row.element_id,
        extra=_extra(row.extra),
    )


def edge_columns(edge: Edge) -> Columns:
    """What an edge row holds, both ends apart."""
    return {
        "relation": edge.relation.value,
        "status": edge.status.value,
        "strength": edge.strength,
        "probability": edge.probability,
        "rule": edge.rule,
        "note": edge.note,
    }


def edge_of(row: Row[Any], from_id: str, to_id: str) -> Edge:
    """The edge that a row describes, as the data state it."""
    return Edge(
        from_id=from_id,
        to_id=to_id,
        relation=_RELATIONS[row.relation],
        status=_STATUSES[row.status],
        strength=row.strength,
        probability=row.probability,
        rule=row.rule,
        note=row.note,
    )


def judgement_columns(judgement: Judgement) -> Columns:
    """What a judgement row holds, its claim apart."""
    return {
        "axis": judgement.axis,
        "value": judgement.value,
        "judge": judgement.judge,
        "evidence_id": judgement.evidence_id,
        "model": judgement.model,
        "rubric": judgement.rubric,
        "at": judgement.at,
    }


def judgement_of(row: Row[Any], claim_id: str) -> Judgement:
    """The judgement that a row describes."""
    return Judgement(
        id=row.id,
        claim_id=claim_id,
        axis=row.axis,
        value=row.value,
        judge=row.judge,
        evidence_id=row.evidence_id,
        model=row.model,
        rubric=row.rubric,
        at=row.at,
    )
