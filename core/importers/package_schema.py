"""The evidence package, schema ``headwater-evidence-package/1``: our own file format, written down.

One JSON object (``Package``), or JSON Lines with the record's kind in the key ``type``. Keys
not named here are kept verbatim beside the record. Identifiers are text; a whole number is
taken digit by digit. Every record may write ``<kind>_id`` for ``id`` (``claim_id``), and
claims, answers and evidence ``<kind>_text`` for ``text``.
"""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, Field

from core.importers.field_types import (
    DateText,
    FilledText,
    Flag,
    Id,
    Increment,
    Items,
    Label,
    Rank,
    Score,
    Text,
    Unit,
    Weight,
    Word,
)
from core.package_format import SCHEMA, VERSION


class PackageRecord(BaseModel):
    """One record of a package; unknown keys are kept."""

    model_config = ConfigDict(extra="allow", populate_by_name=False, hide_input_in_errors=True)

    kind: ClassVar[str]


class AnswerRecord(PackageRecord):
    """A generated answer whose claims are under review."""

    kind: ClassVar[str] = "answer"

    id: Id = Field(description="Identifier, unique among the answers of the data set.")
    text: Text = Field(description="The answer as it was generated, verbatim.")
    question: Text | None = Field(None, description="What was asked.")
    corrected_text: Text | None = Field(None, description="The answer as a person or tool corrected it.")


class ClaimRecord(PackageRecord):
    """One atomic statement, with its evidence inside or in a list of its own."""

    kind: ClassVar[str] = "claim"

    id: Id = Field(description="Identifier, unique among the claims of the data set.")
    text: FilledText = Field(description="The statement, verbatim.")
    answer_id: Id | None = Field(None, description="The answer it was taken from.")
    sentence: Text | None = Field(None, description="The sentence of the answer it was taken from, verbatim.")
    evidence: Items | None = Field(None, description="Evidence records of this claim; claim_id is implied.")
    contexts: Items | None = Field(
        None, description="Retrieved passages, as texts or as {id, text, url, …}: candidates, never citations."
    )
    citations: Items | None = Field(None, description="Citation records of this claim; claim_id is implied.")
    sources: Items | None = Field(None, description="Source records, as in the package.")
    edges: Items | None = Field(None, description="Edge records, as in the package.")


class SourceRecord(PackageRecord):
    """A document, or an upstream entity nobody retrieved.

    A relation word as a key (``derives_from``, ``syndicates``, ``translation_of``, …) with an id
    or a list of ids states edges from this source.
    """

    kind: ClassVar[str] = "source"

    id: Id = Field(description="Identifier, unique among the sources of the data set.")
    title: Text | None = Field(None, description="Title, verbatim.")
    kind_of_source: Word | None = Field(None, alias="kind", description="What it is: document, press_release, …")
    retrieved: Flag | None = Field(None, description="False where it is known only by being pointed to. Default true.")
    url: Text | None = Field(None, description="Address, verbatim; never opened.")
    publisher: Text | None = Field(None, description="Who published it.")
    author: Text | None = Field(None, description="Who wrote it.")
    published_at: DateText | None = Field(None, description="Date as written, zone and all.")
    text: Text | None = Field(None, description="The document's text, verbatim.")
    dependence: Word | None = Field(
        None, description="independent, dependent, partially_dependent or unknown; anything else is unknown."
    )
    weight: Weight | None = Field(None, description="Own share of a partially dependent source, in [0, 1].")
    retracted: Flag | None = Field(None, description="True where it was retracted. Default false.")
    language: Text | None = Field(None, description="Language code.")
    version: Label | None = Field(None, description="Version of the document.")
    fingerprint: Text | None = Field(None, description="SHA-256 of the document's bytes.")
    study_id: Id | None = Field(None, description="The study it reports; reports of one study share it.")
    doi: Text | None = Field(None, description="Digital object identifier; equal ones are reported, not merged.")
    source_type: Word | None = Field(None, description="model_output for text made by a model.")


class EdgeRecord(PackageRecord):
    """``from`` depends on ``to``."""

    kind: ClassVar[str] = "edge"

    from_id: Id = Field(alias="from", description="The dependent source.")
    to_id: Id = Field(alias="to", description="The source upstream of it.")
    relation: Word = Field(description="copied_from, republishes, syndicates, derives_from, cites, …")
    status: Word | None = Field(None, description="known (default), confirmed, suspected or rejected.")
    strength: Unit | None = Field(None, description="Share of the content handed down, in [0, 1].")
    probability: Unit | None = Field(None, description="How likely a suspected edge is, in [0, 1].")
    rule: Text | None = Field(None, description="Rule or person that stated it.")
    note: Text | None = Field(None, description="The evidence for it, in words.")
    parent: Id | None = Field(None, description="For shares_common_parent: the id of the parent the two share.")


class EvidenceRecord(PackageRecord):
    """One passage of a source, with its stance towards a claim."""

    kind: ClassVar[str] = "evidence"

    id: Id = Field(description="Identifier, unique among the evidence of the data set.")
    claim_id: Id = Field(description="The claim it speaks to.")
    source_id: Id = Field(description="The source it stands in.")
    text: Text | None = Field(None, description="The passage, verbatim.")
    stance: Word | None = Field(None, description="supports (default), refutes, neutral or unjudged.")
    stance_given: Text | None = Field(None, description="The word that stance is our reading of.")
    increment: Increment | None = Field(None, description="Support of this item, 0 <= increment < 0.5.")
    rank: Rank | None = Field(None, description="Place in the retrieval, 1 first.")
    retrieval_score: Score | None = Field(None, description="A ranking signal; it never changes a score.")
    state: Word | None = Field(None, description="retrieved, cited (default), verified or supported.")
    evidence_set: Label | None = Field(None, description="Alternative set it belongs to.")


class CitationRecord(PackageRecord):
    """What an answer proposes as proof."""

    kind: ClassVar[str] = "citation"

    id: Id = Field(description="Identifier, unique among the citations of the data set.")
    claim_id: Id = Field(description="The claim it is to prove.")
    source_id: Id = Field(description="The source it points to.")
    evidence_id: Id | None = Field(None, description="The evidence it stands for.")
    marker: Label | None = Field(None, description="The marker in the answer, such as [3].")
    expected_text: Text | None = Field(None, description="The text the source is said to hold, verbatim.")
    expected_fingerprint: Text | None = Field(None, description="Fingerprint of the version that was cited.")
    page: Rank | None = Field(None, description="Page, by position, 1 first.")
    element_id: Label | None = Field(None, description="Element of the document.")


class JudgementRecord(PackageRecord):
    """A semantic judgement by a person or a model."""

    kind: ClassVar[str] = "judgement"

    id: Id = Field(description="Identifier, unique among the judgements of the data set.")
    claim_id: Id = Field(description="The claim judged.")
    axis: FilledText = Field(
        description="What was judged: support, factuality, relevance, synthesis, context_sufficiency, "
        "generator_confidence, …; contradiction:ID holds the passage against passage ID of the same claim."
    )
    value: Label = Field(description="The judgement.")
    judge: FilledText = Field(description="Who or what judged.")
    evidence_id: Id | None = Field(None, description="The evidence judged against the claim.")
    model: Text | None = Field(None, description="Model and version, where a model judged.")
    rubric: Text | None = Field(None, description="The instructions judged by.")
    at: DateText | None = Field(None, description="When.")


class LabelRecord(PackageRecord):
    """A dependence label a person gave elsewhere."""

    kind: ClassVar[str] = "label"

    source_id: Id = Field(description="The source labelled.")
    state: Word = Field(description="independent, dependent, partially_dependent or unknown.")
    by: FilledText = Field(description="Who gave it.")
    at: DateText = Field(description="When.")
    claim_id: Id | None = Field(None, description="The one claim it holds for; missing: everywhere.")
    weight: Weight | None = Field(None, description="Own share of a partially dependent source, in [0, 1].")
    reason: Text | None = Field(None, description="Why.")


class Package(BaseModel):
    """A whole evidence package. Every list may be missing."""

    model_config = ConfigDict(extra="allow", title="Evidence package")

    schema_: str = Field(f"{SCHEMA}/{VERSION}", alias="schema", description="Name and version of this schema.")
    dataset: str | None = Field(None, description="Data set the ids live in: lower case, digits, '.', '_', '-'.")
    about: str | None = Field(None, description="What the data set shows.")
    policy: dict[str, Any] | None = Field(None, description="Settings: name, prior, increment, k, alpha, floor, …")
    answers: list[AnswerRecord] = []
    claims: list[ClaimRecord] = []
    sources: list[SourceRecord] = []
    edges: list[EdgeRecord] = []
    evidence: list[EvidenceRecord] = []
    citations: list[CitationRecord] = []
    judgements: list[JudgementRecord] = []
    labels: list[LabelRecord] = []


RECORDS: dict[str, type[PackageRecord]] = {
    model.kind: model
    for model in (
        AnswerRecord,
        ClaimRecord,
        SourceRecord,
        EdgeRecord,
        EvidenceRecord,
        CitationRecord,
        JudgementRecord,
        LabelRecord,
    )
}
"""Kind -> its record, in the order the kinds are read."""

LISTS = {
    "answers": "answer",
    "claims": "claim",
    "sources": "source",
    "nodes": "source",
    "edges": "edge",
    "evidence": "evidence",
    "citations": "citation",
    "judgements": "judgement",
    "labels": "label",
}
"""List of a package -> the kind of its records; ``nodes`` is read like ``sources``."""


def json_schema() -> dict[str, Any]:
    """The schema as a JSON Schema document (draft 2020-12)."""
    return Package.model_json_schema(by_alias=True)
