"""What is said instead of a claim or beside it: what is supported, what is missing, what one would have to assume."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.findings import Findings
from core.bundles.ground import Ground
from core.bundles.naming import count, joined, named, quoted
from core.bundles.types import LEXICAL
from core.conclusions import Conclusion, ReasonCode

_MISSING = {
    ReasonCode.NOTHING_RETRIEVED: "any evidence",
    ReasonCode.NOTHING_COUNTED: "a passage that counts for it",
    ReasonCode.ONLY_REFUTED: "a passage that speaks for it and counts",
    ReasonCode.INACCESSIBLE: "a source that can be read",
    ReasonCode.PARTLY_INACCESSIBLE: "sight of the source of {named}",
    ReasonCode.NOTHING_INDEPENDENT: "a source that did not take it from another",
    ReasonCode.MORE_AGAINST: "independent evidence for it that outweighs what speaks against it",
    ReasonCode.CONFLICT: "agreement between independent sources",
    ReasonCode.SAME_LINEAGE_BOTH_SIDES: "what the lineage cited for and against it really says",
    ReasonCode.NOT_GROUNDED: "a cited text that stands in its source",
    ReasonCode.PARTLY_GROUNDED: "the cited words in the source of {named}",
    ReasonCode.NOT_CHECKED: "a check of {named} against the source that holds",
    ReasonCode.NOTHING_CHECKED: "a check that proves that its passages stand in their sources",
    ReasonCode.NOT_SUPPORTED: "a passage that means what it says",
    ReasonCode.PARTLY_SUPPORTED: "support in {named}",
    ReasonCode.SUPPORT_NOT_JUDGED: "a judgement whether {named} means what it says",
    ReasonCode.NOTHING_JUDGED: "a judgement that a passage means what it says",
    ReasonCode.LITTLE_ESTABLISHED: "independent passages that were checked, judged to support it and found fresh",
    ReasonCode.STALE: "a source as it stands today",
    ReasonCode.PARTLY_STALE: "the source of {named} as it stands today",
    ReasonCode.LOW_AUTHORITY: "sources of more than low authority",
    ReasonCode.CONFIDENCE_TOO_LOW: "independent evidence enough for a qualified statement",
    ReasonCode.CONFIDENCE_BELOW_ANSWER: "independent evidence enough for an answer",
    ReasonCode.SINGLE_LINEAGE: "a further independent lineage",
    ReasonCode.CLUSTER_ALERT: "independent evidence in proportion to the number of passages",
    ReasonCode.TEXT_NOT_HELD: "the text of its passages",
    ReasonCode.REFUSE_DENSITY: "passages that speak about the claim as a whole",
    ReasonCode.DENSITY_OPEN: "a judgement whether its passages contradict each other",
    ReasonCode.REFUSE_COHESION: "passages that speak of the same thing",
    ReasonCode.DENSITY_CAVEAT: "direct support, free of contradiction, for every part of it",
    ReasonCode.CONTRADICTIONS_NOT_JUDGED: "a judgement whether its passages contradict each other",
    ReasonCode.INCOMPLETE_COVERAGE: "passages on the parts that none addresses",
    ReasonCode.CONTEXT_INSUFFICIENT: "context that suffices",
    ReasonCode.GENERATOR_UNCERTAIN: "confidence of the generator in its own words",
}
"""What would have to be there: noun phrases that follow "What is missing:"."""

_ASSUMPTIONS = {
    ReasonCode.NOTHING_RETRIEVED: "that evidence exists which nobody has retrieved",
    ReasonCode.NOTHING_COUNTED: "that passages may be relied on which the policy does not count",
    ReasonCode.ONLY_REFUTED: "that what speaks against it is wrong, and that evidence for it exists",
    ReasonCode.INACCESSIBLE: "that the sources say what is attributed to them",
    ReasonCode.PARTLY_INACCESSIBLE: "that the sources nobody can read do not say otherwise",
    ReasonCode.NOTHING_INDEPENDENT: "that at least one source did not take it from another",
    ReasonCode.MORE_AGAINST: "that the sources against it are wrong",
    ReasonCode.CONFLICT: "that one side of the conflict is wrong, and which",
    ReasonCode.SAME_LINEAGE_BOTH_SIDES: "that the lineage cited on both sides speaks for it",
    ReasonCode.NOT_GROUNDED: "that the cited words stand somewhere else",
    ReasonCode.PARTLY_GROUNDED: "that the citations that failed do not matter",
    ReasonCode.NOT_CHECKED: "that what was not checked stands in its source too",
    ReasonCode.NOTHING_CHECKED: "that its passages stand in their sources",
    ReasonCode.NOT_SUPPORTED: "that the judgements of its passages are wrong",
    ReasonCode.PARTLY_SUPPORTED: "that the passages judged not to support it do not matter",
    ReasonCode.SUPPORT_NOT_JUDGED: "that the passages nobody judged do not say otherwise",
    ReasonCode.NOTHING_JUDGED: "that its passages mean what it says",
    ReasonCode.LITTLE_ESTABLISHED: "that what was not checked, not judged or not fresh holds as well",
    ReasonCode.STALE: "that the sources still say what they said when they were cited",
    ReasonCode.PARTLY_STALE: "that the stale sources still say it",
    ReasonCode.LOW_AUTHORITY: "that sources of low authority may be relied on",
    ReasonCode.CONFIDENCE_TOO_LOW: "that its sources are more independent of each other than is known",
    ReasonCode.CONFIDENCE_BELOW_ANSWER: "that its sources are more independent of each other than is known",
    ReasonCode.SINGLE_LINEAGE: "that the lineage it rests on is right",
    ReasonCode.CLUSTER_ALERT: "that what was repeated many times was right where it began",
    ReasonCode.TEXT_NOT_HELD: "that its passages say what is attributed to them",
    ReasonCode.REFUSE_DENSITY: "that what its passages leave open is as the claim says",
    ReasonCode.DENSITY_OPEN: "that its passages do not contradict each other",
    ReasonCode.REFUSE_COHESION: "that its passages speak of the same thing",
    ReasonCode.DENSITY_CAVEAT: "that what its best bundle leaves open is as the claim says",
    ReasonCode.CONTRADICTIONS_NOT_JUDGED: "that its passages do not contradict each other",
    ReasonCode.INCOMPLETE_COVERAGE: "that the parts no passage addresses are as the claim says",
    ReasonCode.CONTEXT_INSUFFICIENT: "that the context suffices although it was judged not to",
    ReasonCode.GENERATOR_UNCERTAIN: "that the generator is right although it is unsure",
}
_OPENING = {
    Conclusion.ABSTAIN: "The sources do not allow an answer.",
    Conclusion.QUALIFY: "The sources allow a qualified statement only.",
    Conclusion.ANSWER_WITH_CAVEAT: "The sources allow an answer with a caveat.",
}
_AT_ONCE = 4
"""Parts of the claim that are listed; the others are counted."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Three parts, each a list of short phrases; from outside they quote titles and the claim's own parts, no more."""

    supports: tuple[str, ...]
    missing: tuple[str, ...]
    assumptions: tuple[str, ...]
    text: str
    """The three parts as one plain text."""


def statement(found: Findings, said: Sequence[Ground], decision: Conclusion) -> Statement:
    """What the sources support, what is missing, and which assumptions the claim would need.

    Args:
        found: What is known of the claim.
        said: The reasons that hold it back.
        decision: What they allow; with "answer" there is nothing to state.

    Source: [TOUCH] section 8: more useful than fluent invention or a featureless refusal.
    """
    supports = _supports(found)
    missing = [f"a passage on {quoted(facet)}" for facet in found.missing_facets[:_AT_ONCE]] if found.retrieved else []
    if missing and len(found.missing_facets) > _AT_ONCE:
        missing.append(f"a passage on {count(len(found.missing_facets) - _AT_ONCE, 'further part')} of it")
    gravest = [ground for ground in said if ground.allows.caution >= Conclusion.QUALIFY.caution] or list(said)
    missing += [
        _MISSING[ground.code].format(named=named(ground.items, found.names))
        for ground in gravest
        if not (missing and ground.code is ReasonCode.INCOMPLETE_COVERAGE)
    ]
    missing = list(dict.fromkeys(missing))
    assumptions = list(dict.fromkeys(_ASSUMPTIONS[ground.code] for ground in said))
    text = "\n".join(
        [
            _OPENING[decision],
            f"What they support: {'; '.join(supports)}.",
            f"What is missing: {'; '.join(missing)}.",
            f"What one would have to assume: {'; '.join(assumptions)}.",
        ]
    )
    return Statement(tuple(supports), tuple(missing), tuple(assumptions), text)


def _supports(found: Findings) -> list[str]:
    """What was judged, then which parts of the claim stand where; what failed or was judged otherwise is not named."""
    items, said = found.items, []
    judged = [item for item in items.supported if item not in {*items.failed, *items.inaccessible}]
    if judged:
        was = "was" if len(judged) == 1 else "were"
        said.append(f"{named(judged, found.names)} {was} judged to support it")
    by_items: dict[tuple[str, ...], list[str]] = {}
    for facet, carriers in found.supported_facets:
        by_items.setdefault(carriers, []).append(quoted(facet))
    how = "word for word" if found.facets_by == LEXICAL else "directly"
    for carriers, facets in by_items.items():
        more = len(facets) - _AT_ONCE
        parts = facets if more < 2 else [*facets[:_AT_ONCE], f"{more} more parts"]
        said.append(f"{joined(parts)} {how} in {named(carriers, found.names, 1)}")
    if not said and items.all:
        cited = f"{count(len(items.all), 'passage')} {'is' if len(items.all) == 1 else 'are'} cited for it"
        said.append(f"{cited}; nothing that can be relied on holds a part of it {how}")
    return said or ["nothing of this claim"]
