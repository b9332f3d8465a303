"""The closed words of the decision: states of the evidence, conclusions, and reasons with what each allows at most."""

from enum import StrEnum
from types import MappingProxyType


class Sufficiency(StrEnum):
    """How the evidence stands to the claim, the gravest first. Several can hold; the gravest leads. [TOUCH]"""

    NO_EVIDENCE = "no_evidence"
    INACCESSIBLE = "inaccessible"
    CONFLICTING = "conflicting"
    STALE = "stale"
    INCOMPLETE = "incomplete"
    LOW_AUTHORITY = "low_authority"
    GENERATOR_UNCERTAIN = "generator_uncertain"
    SUFFICIENT = "sufficient"

    @property
    def gravity(self) -> int:
        """0 for the gravest."""
        return list(Sufficiency).index(self)


class Conclusion(StrEnum):
    """What may be done with a claim, the most first."""

    ANSWER = "answer"
    ANSWER_WITH_CAVEAT = "answer_with_caveat"
    QUALIFY = "qualify"
    ABSTAIN = "abstain"

    @property
    def caution(self) -> int:
        """0 for a plain answer up to 3 for none."""
        return list(Conclusion).index(self)


class ReasonCode(StrEnum):
    """Why a decision is not more than it is; the codes never change their meaning."""

    NOTHING_RETRIEVED = "nothing_retrieved"
    NOTHING_COUNTED = "nothing_counted"
    ONLY_REFUTED = "only_refuted"
    INACCESSIBLE = "inaccessible"
    PARTLY_INACCESSIBLE = "partly_inaccessible"
    NOTHING_INDEPENDENT = "nothing_independent"
    MORE_AGAINST = "more_against"
    CONFLICT = "conflict"
    SAME_LINEAGE_BOTH_SIDES = "same_lineage_both_sides"
    NOT_GROUNDED = "not_grounded"
    PARTLY_GROUNDED = "partly_grounded"
    NOT_CHECKED = "not_checked"
    NOTHING_CHECKED = "nothing_checked"
    NOT_SUPPORTED = "not_supported"
    PARTLY_SUPPORTED = "partly_supported"
    SUPPORT_NOT_JUDGED = "support_not_judged"
    NOTHING_JUDGED = "nothing_judged"
    LITTLE_ESTABLISHED = "little_established"
    STALE = "stale"
    PARTLY_STALE = "partly_stale"
    LOW_AUTHORITY = "low_authority"
    CONFIDENCE_TOO_LOW = "confidence_too_low"
    CONFIDENCE_BELOW_ANSWER = "confidence_below_answer"
    SINGLE_LINEAGE = "single_lineage"
    CLUSTER_ALERT = "cluster_alert"
    TEXT_NOT_HELD = "text_not_held"
    REFUSE_DENSITY = "refuse_density"
    DENSITY_OPEN = "density_open"
    REFUSE_COHESION = "refuse_cohesion"
    DENSITY_CAVEAT = "density_caveat"
    CONTRADICTIONS_NOT_JUDGED = "contradictions_not_judged"
    INCOMPLETE_COVERAGE = "incomplete_coverage"
    CONTEXT_INSUFFICIENT = "context_insufficient"
    GENERATOR_UNCERTAIN = "generator_uncertain"


_ABSTAIN, _QUALIFY, _CAVEAT = Conclusion.ABSTAIN, Conclusion.QUALIFY, Conclusion.ANSWER_WITH_CAVEAT

ALLOWS = MappingProxyType(
    {
        ReasonCode.NOTHING_RETRIEVED: (_ABSTAIN, Sufficiency.NO_EVIDENCE),
        ReasonCode.NOTHING_COUNTED: (_ABSTAIN, Sufficiency.NO_EVIDENCE),
        ReasonCode.ONLY_REFUTED: (_ABSTAIN, Sufficiency.NO_EVIDENCE),
        ReasonCode.INACCESSIBLE: (_ABSTAIN, Sufficiency.INACCESSIBLE),
        ReasonCode.PARTLY_INACCESSIBLE: (_CAVEAT, None),
        ReasonCode.NOTHING_INDEPENDENT: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.MORE_AGAINST: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.CONFLICT: (_QUALIFY, Sufficiency.CONFLICTING),
        ReasonCode.SAME_LINEAGE_BOTH_SIDES: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.NOT_GROUNDED: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.PARTLY_GROUNDED: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.NOT_CHECKED: (_CAVEAT, None),
        ReasonCode.NOTHING_CHECKED: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.NOT_SUPPORTED: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.PARTLY_SUPPORTED: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.SUPPORT_NOT_JUDGED: (_CAVEAT, None),
        ReasonCode.NOTHING_JUDGED: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.LITTLE_ESTABLISHED: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.STALE: (_QUALIFY, Sufficiency.STALE),
        ReasonCode.PARTLY_STALE: (_CAVEAT, None),
        ReasonCode.LOW_AUTHORITY: (_QUALIFY, Sufficiency.LOW_AUTHORITY),
        ReasonCode.CONFIDENCE_TOO_LOW: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.CONFIDENCE_BELOW_ANSWER: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.SINGLE_LINEAGE: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.CLUSTER_ALERT: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.TEXT_NOT_HELD: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.REFUSE_DENSITY: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.DENSITY_OPEN: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.REFUSE_COHESION: (_ABSTAIN, Sufficiency.INCOMPLETE),
        ReasonCode.DENSITY_CAVEAT: (_CAVEAT, None),
        ReasonCode.CONTRADICTIONS_NOT_JUDGED: (_CAVEAT, None),
        ReasonCode.INCOMPLETE_COVERAGE: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.CONTEXT_INSUFFICIENT: (_QUALIFY, Sufficiency.INCOMPLETE),
        ReasonCode.GENERATOR_UNCERTAIN: (_QUALIFY, Sufficiency.GENERATOR_UNCERTAIN),
    }
)
"""Reason -> (the most it allows, the state it stands for).

Only a caveat stands for no state: a claim is called sufficient where it may be answered, and nowhere else.
"""
