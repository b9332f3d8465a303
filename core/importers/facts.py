"""Validated records of the package schema made into facts."""

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from core.importers import words
from core.importers.assembly import Assembly, extra_of
from core.importers.findings import shown
from core.importers.package_schema import (
    AnswerRecord,
    CitationRecord,
    ClaimRecord,
    EdgeRecord,
    EvidenceRecord,
    JudgementRecord,
    LabelRecord,
    PackageRecord,
    SourceRecord,
)
from core.model import Answer, Citation, Claim, Edge, Evidence, Judgement, Source, StatedLabel
from core.states import RELATION_WORDS, Dependence, EdgeStatus

RELATION_KEYS = frozenset(RELATION_WORDS) - {"references", "quotes", "part_of", "source_of", "mentions"}
"""Relation words that state edges as keys of a source; the others hold other things as often as not."""


def _answer(record: AnswerRecord, facts: Assembly, row: int | None) -> None:
    extra = extra_of(record.model_extra)
    facts.answers.add(Answer(record.id, record.text, record.question or "", record.corrected_text, extra), row)


def _claim(record: ClaimRecord, facts: Assembly, row: int | None) -> None:
    extra = extra_of(record.model_extra)
    claim = Claim(record.id, record.text, record.answer_id, 0, record.sentence, extra)
    facts.claims.add(claim, row)


def source_from(record: SourceRecord, facts: Assembly, row: int | None) -> Source:
    """The source a record states; its study and the edges it states by relation words are taken too."""
    extra = dict(record.model_extra or {})
    related = [(key, extra.pop(key)) for key in list(extra) if words.plain(key) in RELATION_KEYS]
    for key in ("study_id", "doi", "source_type"):
        stated = getattr(record, key)
        if stated is not None:
            extra[key] = stated
    retrieved = record.retrieved is not False
    kind = words.source_kind(record.kind_of_source, record.source_type, retrieved, facts.findings)
    if record.kind_of_source is not None and words.plain(record.kind_of_source) != kind:
        extra["kind"] = record.kind_of_source
    dependence, weight = words.label(record.dependence, record.weight, f"source {record.id!r}", facts.findings, row)
    if record.study_id is not None:
        facts.studies.setdefault(record.id, record.study_id)
    for key, upstream in related:
        _edges_of_source(record.id, key, upstream, facts, row)
    return Source(
        id=record.id,
        title=record.title or "",
        kind=kind,
        retrieved=retrieved,
        url=record.url,
        publisher=record.publisher,
        author=record.author,
        published_at=record.published_at,
        text=record.text,
        dependence=dependence,
        weight=weight,
        retracted=record.retracted is True,
        language=record.language,
        version=record.version,
        fingerprint=record.fingerprint,
        extra=extra_of(extra),
    )


def _source(record: SourceRecord, facts: Assembly, row: int | None) -> None:
    facts.sources.add(source_from(record, facts, row), row)


def mention(record: SourceRecord, facts: Assembly, row: int | None) -> None:
    """Take down what the record of a passage says of its source."""
    source = source_from(record, facts, row)
    blank = Source(source.id)
    fields = {
        field: getattr(source, field)
        for field in source.__dataclass_fields__
        if getattr(source, field) != getattr(blank, field)
    }
    facts.said_of_sources.say(source.id, fields, row)


def _edges_of_source(source_id: str, key: str, upstream: Any, facts: Assembly, row: int | None) -> None:
    relation, inverse, _ = words.relation(key, facts.findings, row)
    for target in upstream if isinstance(upstream, list) else [upstream]:
        if target in (None, ""):
            continue
        if isinstance(target, bool) or not isinstance(target, str | int) or not str(target).strip():
            facts.findings.problem(
                f"{key} of source {source_id!r} must name sources",
                expected="an id or a list of ids",
                found=shown(target),
                row=row,
                field=key,
            )
            continue
        ends = (str(target), source_id) if inverse else (source_id, str(target))
        facts.edge(Edge(*ends, relation), row)


def _edge(record: EdgeRecord, facts: Assembly, row: int | None) -> None:
    status = words.edge_status(record.status)
    if status is None:
        facts.findings.problem(
            "the status of an edge must be one of ours: only known and confirmed edges count",
            expected=", ".join(EdgeStatus),
            found=shown(record.status),
            row=row,
            field="status",
        )
        return
    relation, inverse, unread = words.relation(record.relation, facts.findings, row)
    note = record.note
    if unread is not None:
        note = f"stated as {unread!r}" + (f": {note}" if note else "")
    ends = (record.to_id, record.from_id) if inverse else (record.from_id, record.to_id)
    edge = Edge(*ends, relation, status, record.strength, record.probability, record.rule, note)
    facts.edge(edge, row, record.parent)
    _not_kept("edge", record, facts, row)


def _evidence(record: EvidenceRecord, facts: Assembly, row: int | None) -> None:
    stance, given = words.stance(record.stance, facts.findings, row)
    facts.stance_stated |= record.stance is not None
    item = Evidence(
        id=record.id,
        claim_id=record.claim_id,
        source_id=record.source_id,
        text=record.text or "",
        stance=stance,
        stance_given=record.stance_given or given,
        increment=record.increment,
        rank=record.rank,
        retrieval_score=record.retrieval_score,
        state=words.state(record.state, facts.findings, row),
        evidence_set=record.evidence_set,
        extra=extra_of(record.model_extra),
    )
    facts.evidence.add(item, row)


def _citation(record: CitationRecord, facts: Assembly, row: int | None) -> None:
    citation = Citation(
        id=record.id,
        claim_id=record.claim_id,
        source_id=record.source_id,
        evidence_id=record.evidence_id,
        marker=record.marker,
        expected_text=record.expected_text,
        expected_fingerprint=record.expected_fingerprint,
        page=record.page,
        element_id=record.element_id,
        extra=extra_of(record.model_extra),
    )
    facts.citations.add(citation, row)


def _judgement(record: JudgementRecord, facts: Assembly, row: int | None) -> None:
    judgement = Judgement(
        id=record.id,
        claim_id=record.claim_id,
        axis=record.axis,
        value=record.value,
        judge=record.judge,
        evidence_id=record.evidence_id,
        model=record.model,
        rubric=record.rubric,
        at=record.at,
    )
    facts.judgements.add(judgement, row)
    _not_kept("judgement", record, facts, row)


def _label(record: LabelRecord, facts: Assembly, row: int | None) -> None:
    who = f"the label of source {record.source_id!r}"
    state, weight = words.label(record.state, record.weight, who, facts.findings, row)
    label = StatedLabel(
        source_id=record.source_id,
        state=state or Dependence.UNKNOWN,
        by=record.by,
        at=record.at,
        claim_id=record.claim_id,
        weight=weight,
        reason=record.reason or "",
    )
    facts.labels.add(label, row)
    _not_kept("label", record, facts, row)


def _not_kept(kind: str, record: PackageRecord, facts: Assembly, row: int | None) -> None:
    if record.model_extra:
        message = f"keys of the {kind} records that have no place are not kept"
        facts.findings.count("keys-not-kept", message, example=", ".join(record.model_extra), row=row)


FACTS: MappingProxyType[str, Callable[[Any, Assembly, int | None], None]] = MappingProxyType(
    {
        "answer": _answer,
        "claim": _claim,
        "source": _source,
        "edge": _edge,
        "evidence": _evidence,
        "citation": _citation,
        "judgement": _judgement,
        "label": _label,
    }
)
"""Kind of a validated record -> the function that makes it a fact."""
