"""The words for every state, on the screen and in what is exported: said once, here."""

import re
from types import MappingProxyType

from core.conclusions import Conclusion, Sufficiency
from core.model import Label, Source
from core.numbers import share
from core.states import Decision, Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from core.verdicts import SignedDecision

DEPENDENCE = MappingProxyType(
    {
        Dependence.INDEPENDENT: "independent",
        Dependence.DEPENDENT: "dependent",
        Dependence.PARTIALLY_DEPENDENT: "partial",
        Dependence.UNKNOWN: "unknown",
    }
)

STANCE = MappingProxyType(
    {
        Stance.SUPPORTS: "supports",
        Stance.REFUTES: "refutes",
        Stance.NEUTRAL: "neutral",
        Stance.UNJUDGED: "not judged",
    }
)

STATE = MappingProxyType(
    {
        EvidenceState.RETRIEVED: "retrieved",
        EvidenceState.CITED: "cited",
        EvidenceState.VERIFIED: "grounding verified",
        EvidenceState.SUPPORTED: "supported",
    }
)

NOT_CHECKED = "not yet checked"
"""What is said of a citation that no check has looked at; never "0 verified"."""

EDGE_STATUS = MappingProxyType(
    {
        EdgeStatus.KNOWN: "known",
        EdgeStatus.CONFIRMED: "confirmed",
        EdgeStatus.SUSPECTED: "suspected",
        EdgeStatus.REJECTED: "rejected",
    }
)

RELATION = MappingProxyType(
    {
        Relation.COPIED_FROM: "copied from",
        Relation.REPUBLISHES: "republishes",
        Relation.SYNDICATES: "syndicates",
        Relation.DERIVES_FROM: "derives from",
        Relation.CITES: "cites",
        Relation.SHARES_COMMON_PARENT: "shares a common parent",
        Relation.EXCERPT_OF: "excerpt of",
        Relation.MENTIONS: "mentions",
        Relation.LINKS_TO: "links to",
        Relation.RELATED_TO: "related to",
    }
)

KIND = MappingProxyType(
    {
        SourceKind.DOCUMENT: "document",
        SourceKind.PRESS_RELEASE: "press release",
        SourceKind.WIRE_STORY: "wire story",
        SourceKind.DATASET: "data set",
        SourceKind.STUDY: "study",
        SourceKind.AUTHOR: "author",
        SourceKind.PUBLISHER: "publisher",
        SourceKind.REPOSITORY: "repository",
        SourceKind.MODEL_OUTPUT: "model output",
        SourceKind.COMMON_PARENT: "common parent",
        SourceKind.UNSPECIFIED: "unspecified source",
    }
)

DECISION = MappingProxyType({Decision.ANSWER: "Answer", Decision.QUALIFY: "Qualify", Decision.REFUSE: "Refuse"})

DECISION_SIGN = MappingProxyType({Decision.ANSWER: "●", Decision.QUALIFY: "◐", Decision.REFUSE: "○"})
"""A shape beside the word, so that none is told by its colour alone."""

CONFIDENCE_ALLOWS = "Confidence allows"
"""What the three words above stand under: confidence is one of the things a decision asks."""

CONCLUSION = MappingProxyType(
    {
        Conclusion.ANSWER: "Answer",
        Conclusion.ANSWER_WITH_CAVEAT: "Answer with a caveat",
        Conclusion.QUALIFY: "Qualify",
        Conclusion.ABSTAIN: "Abstain",
    }
)

CONCLUSION_SIGN = MappingProxyType(
    {
        Conclusion.ANSWER: "●",
        Conclusion.ANSWER_WITH_CAVEAT: "◕",
        Conclusion.QUALIFY: "◐",
        Conclusion.ABSTAIN: "○",
    }
)

CONCLUSION_TONE = MappingProxyType(
    {
        Conclusion.ANSWER: "answer",
        Conclusion.ANSWER_WITH_CAVEAT: "qualify",
        Conclusion.QUALIFY: "qualify",
        Conclusion.ABSTAIN: "refuse",
    }
)
"""The key of its colour; the sign tells apart what shares one."""

UNHINDERED = "nothing holds it back"
"""Why a decision is a plain answer."""

SUFFICIENCY = MappingProxyType(
    {
        Sufficiency.NO_EVIDENCE: "no evidence",
        Sufficiency.INACCESSIBLE: "inaccessible",
        Sufficiency.CONFLICTING: "conflicting",
        Sufficiency.STALE: "stale",
        Sufficiency.INCOMPLETE: "incomplete",
        Sufficiency.LOW_AUTHORITY: "low authority",
        Sufficiency.GENERATOR_UNCERTAIN: "generator uncertain",
        Sufficiency.SUFFICIENT: "sufficient",
    }
)

ESTIMATOR = MappingProxyType(
    {
        "naive": "Naive",
        "bayesian": "Bayesian independence",
        "source_discounted": "Source-discounted",
        "aware": "Dependence-aware",
    }
)

_SCHEME = re.compile(r"^https?://(?:www\.)?", re.IGNORECASE)


def conclusion_words(conclusion: Conclusion | None) -> str:
    """A decision as its sign and word; what nobody asked the rule about is not decided yet."""
    return "not decided yet" if conclusion is None else f"{CONCLUSION_SIGN[conclusion]} {CONCLUSION[conclusion]}"


RELEASED = MappingProxyType(
    {
        "draft": "the draft as it came",
        "corrected": "the corrected text",
        "statement": "the three-part statement",
        "none": "nothing",
    }
)
"""What a signature lets out."""


def signature_words(signed: SignedDecision) -> str:
    """A signature in words: the decision, what it lets out, and in what it goes beyond the rule."""
    if signed.takes_back is not None:
        held = "nothing is signed" if signed.withdrawn else f"{CONCLUSION[signed.decision]} counts again"
        return f"takes back entry {signed.takes_back}: {held}"
    said = f"{CONCLUSION[signed.decision]}; releases {RELEASED[signed.text]}"
    return f"{said}; against the rule: {signed.against}" if signed.against else said


def title_of(source: Source | None, identifier: str) -> str:
    """What to call a source: its title, else its id; of an address, what follows the part all addresses share."""
    named = source.title.strip() if source else ""
    return named or _SCHEME.sub("", identifier) or identifier


def label_words(label: Label | None) -> str:
    """The label in force and who said so; a source nobody labelled is unknown."""
    if label is None:
        return "unknown · no label"
    word = DEPENDENCE[label.state]
    if label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is not None:
        word = f"{word} {share(label.weight)}"
    return f"{word} · {label.by}"
