"""What is said instead of a claim or beside it: what is supported, what is missing, what one would have to assume."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.findings import Findings
from core.bundles.reasons import Ground
from core.conclusions import Conclusion, ReasonCode

_ASSUMPTIONS = {
    ReasonCode.NOTHING_RETRIEVED: "that evidence exists which nobody has retrieved",
    ReasonCode.NOTHING_COUNTED: "that passages count which the policy does not count",
    ReasonCode.ONLY_REFUTED: "that what speaks against it is wrong, and that evidence for it exists",
    ReasonCode.INACCESSIBLE: "that the sources say what is attributed to them",
    ReasonCode.PARTLY_INACCESSIBLE: "that the sources nobody can read do not say otherwise",
    ReasonCode.NOTHING_INDEPENDENT: "that at least one source did not take it from another",
    ReasonCode.MORE_AGAINST: "that the sources against it are wrong",
    ReasonCode.CONFLICT: "that one side of the conflict is wrong, and which",
    ReasonCode.SAME_LINEAGE_BOTH_SIDES: "that one reading of the source on both sides is right",
    ReasonCode.NOT_GROUNDED: "that the cited words stand somewhere else",
    ReasonCode.PARTLY_GROUNDED: "that the citations that failed do not matter",
    ReasonCode.NOT_CHECKED: "that the citations stand in their sources",
    ReasonCode.NOT_SUPPORTED: "that the judgements of the passages are wrong",
    ReasonCode.PARTLY_SUPPORTED: "that the passages judged not to support it do not matter",
    ReasonCode.SUPPORT_NOT_JUDGED: "that the passages mean what the claim says",
    ReasonCode.STALE: "that the sources still say what they said when they were cited",
    ReasonCode.PARTLY_STALE: "that the changed sources still say it",
    ReasonCode.LOW_AUTHORITY: "that a model's output may be relied on",
    ReasonCode.CONFIDENCE_TOO_LOW: "that the sources are more independent of each other than is known",
    ReasonCode.CONFIDENCE_BELOW_ANSWER: "that the sources are more independent of each other than is known",
    ReasonCode.SINGLE_LINEAGE: "that the one lineage it rests on is right",
    ReasonCode.CLUSTER_ALERT: "that many copies make one origin no less right",
    ReasonCode.TEXT_NOT_HELD: "that the passages say what is attributed to them",
    ReasonCode.REFUSE_DENSITY: "that what the passages leave open is as the claim says",
    ReasonCode.DENSITY_OPEN: "that the passages do not contradict each other",
    ReasonCode.REFUSE_COHESION: "that the passages speak of the same thing",
    ReasonCode.DENSITY_CAVEAT: "that indirect support is support",
    ReasonCode.CONTRADICTIONS_NOT_JUDGED: "that the passages do not contradict each other",
    ReasonCode.INCOMPLETE_COVERAGE: "the parts that no passage addresses",
    ReasonCode.CONTEXT_INSUFFICIENT: "that the context suffices although it was judged not to",
    ReasonCode.GENERATOR_UNCERTAIN: "that the generator is right although it is unsure",
}


@dataclass(frozen=True, slots=True)
class Statement:
    """Three parts, each a list of short sentences that quote nothing from outside but the claim's own parts."""

    supports: tuple[str, ...]
    missing: tuple[str, ...]
    assumptions: tuple[str, ...]
    text: str
    """The three parts as one text."""


def statement(found: Findings, said: Sequence[Ground], decision: Conclusion) -> Statement:
    """What the sources support, what is missing, and which assumptions the claim would need.

    Args:
        found: What is known of the claim.
        said: The reasons that hold it back.
        decision: What they allow.

    Source: [TOUCH] section 8: more useful than fluent invention or a featureless refusal.
    """
    supports = [f"{facet!r} is supported by {', '.join(items)}" for facet, items in found.supported_facets]
    if not supports and found.items.all:
        supports = [f"{len(found.items.all)} items are cited for it; none holds a part of it word for word"]
    if not supports:
        supports = ["nothing of this claim"]
    missing = [f"no passage addresses {facet!r}" for facet in found.missing_facets] if found.retrieved else []
    missing += [ground.text for ground in said if ground.allows.caution >= Conclusion.QUALIFY.caution]
    if not missing:
        missing = [ground.text for ground in said]
    assumptions = list(dict.fromkeys(_ASSUMPTIONS[ground.code] for ground in said))
    opening = {
        Conclusion.ABSTAIN: "The sources do not allow an answer.",
        Conclusion.QUALIFY: "The sources allow a qualified statement only.",
    }.get(decision, "The sources allow an answer with a caveat.")
    text = "\n".join(
        [
            opening,
            f"What they support: {'; '.join(supports)}.",
            f"What is missing: {'; '.join(missing)}.",
            f"What one would have to assume: {'; '.join(assumptions)}.",
        ]
    )
    return Statement(tuple(supports), tuple(missing), tuple(assumptions), text)
