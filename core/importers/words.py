"""Words of other people's files read as ours: stance, relation, state, kind, label."""

import re
from functools import cache
from types import MappingProxyType

from core.importers.findings import Findings
from core.states import (
    RELATION_WORDS,
    Dependence,
    EdgeStatus,
    EvidenceState,
    Relation,
    SourceKind,
    Stance,
    read_dependence,
)


def _words(**groups: str) -> MappingProxyType[str, str]:
    return MappingProxyType({word: key for key, words in groups.items() for word in words.split()})


STANCE_WORDS = _words(
    supports=(
        "supports supported support supporting supportive entailment entails entailed completely_support "
        "partially_support fully_supported fully_support partially_supported completely_supported agree agrees"
    ),
    refutes=(
        "refutes refuted refute refuting contradicts contradicted contradict contradiction contradicting "
        "contradictory disagree disagrees opposes"
    ),
    neutral=(
        "neutral not_enough_info not_enough_information nei irrelevant unrelated no_evidence "
        "not_enough_evidence undecided discuss discusses"
    ),
    unjudged="unjudged not_judged unlabelled unlabeled unannotated",
)
"""Word of any format -> our stance. What is not listed is unjudged, with a notice."""

STATE_WORDS = _words(
    retrieved="retrieved retrieved_candidate candidate",
    cited="cited citation_proposed",
    verified="verified grounding_verified",
    supported="supported semantically_supported release_approved",
)

KIND_WORDS = _words(
    document="document article paper page web_page webpage report news news_article book blog_post",
    press_release="press_release release",
    wire_story="wire_story wire",
    dataset="dataset data_set",
    study="study trial",
    author="author person",
    publisher="publisher",
    repository="repository",
    model_output="model_output llm_output ai_output",
    common_parent="common_parent",
    unspecified="unspecified",
)


@cache
def plain(word: str) -> str:
    """A word without its dress: ``derivesFrom``, ``Derives from`` and ``derives-from`` are one."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", word.strip())
    return re.sub(r"[\s_\-]+", "_", spaced).casefold()


def stance(word: str | None, findings: Findings, row: int | None) -> tuple[Stance, str | None]:
    """Our stance, and the file's own word where it is not ours; no word at all means support."""
    if word is None:
        return Stance.SUPPORTS, None
    ours = STANCE_WORDS.get(plain(word))
    if ours is None:
        message = "a stance that is not one of ours is read as unjudged"
        findings.count("unknown-stance", message, example=repr(word), row=row, field="stance")
        return Stance.UNJUDGED, word
    return Stance(ours), None if ours == word else word


def state(word: str | None, findings: Findings, row: int | None) -> EvidenceState:
    """How far the evidence has come; a word we do not know is the lowest state."""
    if word is None:
        return EvidenceState.CITED
    ours = STATE_WORDS.get(plain(word))
    if ours is None:
        message = "an evidence state that is not one of ours is read as retrieved, the lowest"
        findings.count("unknown-state", message, example=repr(word), row=row, field="state")
        return EvidenceState.RETRIEVED
    return EvidenceState(ours)


def source_kind(word: str | None, source_type: str | None, retrieved: bool, findings: Findings) -> SourceKind:
    """What a source is; a kind we do not know leaves it a document, or unspecified if not retrieved."""
    default = SourceKind.DOCUMENT if retrieved else SourceKind.UNSPECIFIED
    if source_type is not None and KIND_WORDS.get(plain(source_type)) == "model_output":
        return SourceKind.MODEL_OUTPUT
    if word is None:
        return default
    ours = KIND_WORDS.get(plain(word))
    if ours is None:
        message = f"a kind of source that is not one of ours is read as {default}"
        findings.count("unknown-kind", message, example=repr(word), field="kind")
        return default
    return SourceKind(ours)


def relation(word: str, findings: Findings, row: int | None) -> tuple[Relation, bool, str | None]:
    """The relation, whether the word points the other way, and the word where we cannot read it.

    A word we do not know becomes ``related_to``, which changes no figure: it must not become
    dependence, and the source it stands at stays as unknown as it was.
    """
    ours = RELATION_WORDS.get(plain(word))
    if ours is not None:
        return ours[0], ours[1], None
    message = "a relation that is not one of ours is kept as related_to, which changes no figure"
    findings.count("unknown-relation", message, example=repr(word), row=row, field="relation")
    return Relation.RELATED_TO, False, word


def edge_status(word: str | None) -> EdgeStatus | None:
    """The status, known where none is stated; None where the word is not one of ours."""
    if word is None:
        return EdgeStatus.KNOWN
    key = plain(word)
    return EdgeStatus(key) if key in tuple(EdgeStatus) else None


def label(
    word: str | None, weight: float | None, who: str, findings: Findings, row: int | None
) -> tuple[Dependence | None, float | None]:
    """The label a file states and its weight; what cannot be read is unknown, never independent."""
    if word is None:
        if weight is not None:
            message = "a weight without a dependence label is not used"
            findings.count("weight-without-label", message, example=who, row=row, field="weight")
        return None, None
    state_read, notice = read_dependence(word)
    if notice is not None:
        message = "a dependence label that is empty or not one of ours is read as unknown"
        findings.count("unreadable-label", message, example=f"{who}: {word!r}", row=row, field="dependence")
    if state_read is not Dependence.PARTIALLY_DEPENDENT:
        if weight is not None:
            message = "a weight is used for partially dependent sources only"
            findings.count("weight-not-used", message, example=f"{who} is {state_read}", row=row, field="weight")
        return state_read, None
    if weight is None:
        message = "partially dependent without a weight: give one in [0, 1]; read as unknown meanwhile"
        findings.count("weight-missing", message, example=who, row=row, field="weight")
        return Dependence.UNKNOWN, None
    return state_read, weight
