"""Each finding turned into the reason it gives, in words; what is not known gives a reason too."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.bundles.findings import Findings
from core.bundles.gates import Gate
from core.bundles.ground import Ground as Ground
from core.bundles.item_reasons import check_reasons, evidence_reasons, freshness_reasons, judgement_reasons
from core.bundles.naming import below, count, joined, named, one_line, quoted
from core.bundles.signals import Signal
from core.bundles.types import LEXICAL
from core.conclusions import ReasonCode
from core.errors import InvalidParameter
from core.policy import Policy, in_unit

_SOME = 1e-9


@dataclass(frozen=True, slots=True)
class DecisionSettings:
    """What a plain answer asks for, beside the thresholds of the policy [HOUSE]."""

    lineages: int = 2
    """Independent lineages from which a claim may be answered: that many must have been checked and judged, too."""
    complete_from: float = 0.6
    """Coverage from which the evidence counts as complete; drafted facets see words only, so it is below 1."""

    def __post_init__(self) -> None:
        if isinstance(self.lineages, bool) or not isinstance(self.lineages, int) or self.lineages < 1:
            raise InvalidParameter("lineages to answer", self.lineages, "a whole number >= 1")
        in_unit("complete_from", self.complete_from)


def grounds(found: Findings, policy: Policy, settings: DecisionSettings) -> tuple[Ground, ...]:
    """Every reason that holds a claim back, the gravest first.

    Where nothing was checked, or nothing judged, nothing is established: that is a state of the evidence and no mere
    caveat. Where enough lineages are established, what was not checked or judged beside them is a caveat.

    Source: [TOUCH] section 8, states apart; [ETH] fail closed: what was not checked or judged never promotes.
    """
    said = [*evidence_reasons(found), *_sides(found)]
    if found.items.all:
        said += [*check_reasons(found), *freshness_reasons(found), *judgement_reasons(found)]
        said += [*_confidence(found, policy), *_lineages(found, settings)]
        said += [*_bundles(found), *_coverage(found, settings)]
    said += _signals(found)
    return tuple(sorted(said, key=lambda ground: -ground.allows.caution))


def _sides(found: Findings) -> Iterator[Ground]:
    if found.lineages_for and found.lineages_against:
        yield Ground(
            ReasonCode.CONFLICT,
            f"independent lineages disagree: {found.lineages_for} for it, {found.lineages_against} against it",
            found.against,
        )
    elif found.contradicting:
        pairs = [" and ".join(named([end], found.names) for end in pair) for pair in found.contradicting]
        more = f"; and {count(len(pairs) - 3, 'more pair')}" if len(pairs) > 3 else ""
        yield Ground(
            ReasonCode.CONFLICT,
            f"passages of different lineages were judged to contradict each other: {'; '.join(pairs[:3])}{more}",
            tuple(dict.fromkeys(end for pair in found.contradicting for end in pair)),
        )
    if found.items.all and found.refuting_eie > found.eie + _SOME:
        yield Ground(
            ReasonCode.MORE_AGAINST,
            f"more independent evidence speaks against it (EIE {found.refuting_eie:.3g}) than for it "
            f"(EIE {max(found.eie, 0.0):.3g})",
            found.against,
        )
    if found.shared_lineages:
        one = "one lineage is" if found.shared_lineages == 1 else f"{found.shared_lineages} lineages are"
        yield Ground(ReasonCode.SAME_LINEAGE_BOTH_SIDES, f"{one} cited both for and against it")


def _confidence(found: Findings, policy: Policy) -> Iterator[Ground]:
    if found.eie <= _SOME:
        yield Ground(ReasonCode.NOTHING_INDEPENDENT, "no independent evidence for it is left (EIE 0)")
        return
    if found.held < policy.qualify_at - 1e-12:
        text = f"confidence {below(found.held, policy.qualify_at)}, the least for a qualified statement"
        yield Ground(ReasonCode.CONFIDENCE_TOO_LOW, text)
    elif found.held < policy.answer_at - 1e-12:
        text = f"confidence {below(found.held, policy.answer_at)}, the least for an answer"
        yield Ground(ReasonCode.CONFIDENCE_BELOW_ANSWER, text)
    if found.alert:
        whole = count(len(found.items.all), "passage")
        text = f"{whole} for it stand on EIE {found.eie:.3g} of independent evidence"
        yield Ground(ReasonCode.CLUSTER_ALERT, text)


def _lineages(found: Findings, settings: DecisionSettings) -> Iterator[Ground]:
    """Whether enough lineages speak for it; then whether enough of them are established, and by sources of standing."""
    items, asked = found.items, settings.lineages
    every = bool(items.low_authority) and len(items.low_authority) == len(items.all)
    if every:
        alone = "its only source is a model's output or of low authority"
        several = "all of its sources are models' output or of low authority"
        yield Ground(ReasonCode.LOW_AUTHORITY, alone if len(items.all) == 1 else several, items.low_authority)
    if found.eie <= _SOME:
        return
    if found.lineages_for < asked:
        text = f"{_only(found.lineages_for, 'speaks', 'speak')} independently for it; an answer asks for {asked}"
        yield Ground(ReasonCode.SINGLE_LINEAGE, text)
    elif found.established < asked:
        # Where a whole axis is empty its own reason says so already.
        if items.grounded and items.supported:
            text = (
                f"{_only(found.established, 'for it was', 'for it were')} checked, judged to support it and found fresh"
            )
            text = f"{text}; an answer asks for {asked}"
            yield Ground(ReasonCode.LITTLE_ESTABLISHED, text)
    elif found.of_standing < asked and not every:
        text = f"{_only(found.of_standing, 'for it rests', 'for it rest')} on more than sources of low authority"
        text = f"{text}; an answer asks for {asked}"
        yield Ground(ReasonCode.LOW_AUTHORITY, text, items.low_authority)


def _only(lineages: int, one: str, several: str) -> str:
    """So few lineages, with the verb that goes with their number."""
    subject = "no lineage" if not lineages else "only one lineage" if lineages == 1 else f"only {lineages} lineages"
    return f"{subject} {one if lineages < 2 else several}"


def _bundles(found: Findings) -> Iterator[Ground]:
    leading = found.leading
    if leading is None:
        yield Ground(ReasonCode.TEXT_NOT_HELD, "no passage that counts for it has a text here, so nothing is measured")
        return
    held, consistent = leading.gates, leading.density.consistency
    open_pairs = bool(consistent.total) and not consistent.complete
    best = "in its best bundle, "
    if held.verdict is Gate.REFUSE_DENSITY and held.settled:
        yield Ground(ReasonCode.REFUSE_DENSITY, best + "; ".join(held.why_density), leading.passages)
    elif held.verdict is Gate.REFUSE_DENSITY:
        yield Ground(ReasonCode.DENSITY_OPEN, best + "; ".join(held.why_density), leading.passages)
    elif held.verdict is Gate.ANSWER_WITH_CAVEAT and not open_pairs:
        # One passage has no pair that could be judged: what it leaves open is a caveat all the same.
        yield Ground(ReasonCode.DENSITY_CAVEAT, best + "; ".join(held.why_caveat), leading.passages)
    if held.why_cohesion:
        yield Ground(ReasonCode.REFUSE_COHESION, best + "; ".join(held.why_cohesion), leading.passages)
    if open_pairs:
        yield Ground(
            ReasonCode.CONTRADICTIONS_NOT_JUDGED, _open_pairs(consistent.judged, consistent.total), leading.passages
        )


def _open_pairs(judged: int, total: int) -> str:
    if total == 1:
        return "nobody has judged whether the two passages of its best bundle contradict each other"
    if not judged:
        return f"nobody has judged whether the passages of its best bundle contradict each other ({total} pairs)"
    was = "was" if judged == 1 else "were"
    return f"only {judged} of the {total} pairs in its best bundle {was} judged for contradiction"


def _coverage(found: Findings, settings: DecisionSettings) -> Iterator[Ground]:
    covered = found.coverage.value
    if covered is not None and covered < settings.complete_from - 1e-12 and found.leading is not None:
        parts = [quoted(facet) for facet in found.missing_facets[:4]]
        more = len(found.missing_facets) - 3
        listed = f"{', '.join(parts[:3])} or {more} more" if more > 1 else joined(parts, "or")
        by = " (by words alone)" if found.facets_by == LEXICAL else ""
        yield Ground(
            ReasonCode.INCOMPLETE_COVERAGE,
            f"coverage {below(covered, settings.complete_from)}: no passage for it addresses {listed}{by}",
        )


def _signals(found: Findings) -> Iterator[Ground]:
    for code, signal, name in (
        (ReasonCode.CONTEXT_INSUFFICIENT, found.sufficiency, "the context was judged to suffice with"),
        (ReasonCode.GENERATOR_UNCERTAIN, found.generator, "the generator is sure of itself with"),
    ):
        if signal is not None and not signal.holds:
            yield Ground(code, f"{name} {_held(signal)}")


def _held(signal: Signal) -> str:
    by = f"calibration: {one_line(signal.calibrated_by)}" if signal.calibrated_by else "not calibrated"
    value, limit = below(signal.value, signal.threshold).split(" is below ")
    return f"{value} only, below its threshold of {limit} ({by})"
