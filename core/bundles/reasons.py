"""Each finding turned into the reason it gives, in words; what is not known gives a reason too."""

from collections.abc import Iterator
from dataclasses import dataclass

from core.bundles.findings import Findings
from core.bundles.gates import Gate
from core.conclusions import ALLOWS, Conclusion, ReasonCode, Sufficiency
from core.errors import InvalidParameter
from core.policy import Policy, in_unit

_SOME = 1e-9


@dataclass(frozen=True, slots=True)
class DecisionSettings:
    """What a plain answer asks for, beside the thresholds of the policy [HOUSE]."""

    lineages: int = 2
    """Independent lineages from which a claim may be answered plainly."""
    complete_from: float = 0.6
    """Coverage from which the evidence counts as complete; drafted facets see words only, so it is below 1."""

    def __post_init__(self) -> None:
        if isinstance(self.lineages, bool) or not isinstance(self.lineages, int) or self.lineages < 1:
            raise InvalidParameter("lineages to answer", self.lineages, "a whole number >= 1")
        in_unit("complete_from", self.complete_from)


@dataclass(frozen=True, slots=True)
class Ground:
    """A reason, in words, with the most it allows."""

    code: ReasonCode
    text: str

    @property
    def allows(self) -> Conclusion:
        """The most a decision may be while this holds."""
        return ALLOWS[self.code][0]

    @property
    def state(self) -> Sufficiency | None:
        """The state of the evidence it stands for, if any."""
        return ALLOWS[self.code][1]


def grounds(found: Findings, policy: Policy, settings: DecisionSettings) -> tuple[Ground, ...]:
    """Every reason that holds a claim back, the gravest first.

    Source: [TOUCH] section 8, states apart; [ETH] fail closed: what was not checked or judged never promotes.
    """
    said = [*_evidence(found), *_sides(found)]
    if found.items.all:
        said += [*_checks(found), *_judgements(found), *_confidence(found, policy, settings)]
        said += [*_bundles(found), *_coverage(found, settings)]
    said += _signals(found)
    return tuple(sorted(said, key=lambda ground: -ground.allows.caution))


def _evidence(found: Findings) -> Iterator[Ground]:
    items = found.items
    if not found.retrieved:
        yield Ground(ReasonCode.NOTHING_RETRIEVED, "nothing was retrieved for this claim")
    elif not items.all and found.against:
        yield Ground(ReasonCode.ONLY_REFUTED, f"nothing counted speaks for it, {_n(found.against)} against it")
    elif not items.all:
        yield Ground(ReasonCode.NOTHING_COUNTED, f"none of the {found.retrieved} passages counts for it")
    elif len(items.inaccessible) == len(items.all):
        yield Ground(ReasonCode.INACCESSIBLE, "none of its sources can be read")
    elif items.inaccessible:
        yield Ground(ReasonCode.PARTLY_INACCESSIBLE, f"{_n(items.inaccessible)} of its sources cannot be read")


def _sides(found: Findings) -> Iterator[Ground]:
    if found.lineages_for and found.lineages_against:
        yield Ground(
            ReasonCode.CONFLICT,
            f"independent lineages disagree: {found.lineages_for} for it, {found.lineages_against} against it",
        )
    elif found.contradicting:
        named = "; ".join(f"{left} and {right}" for left, right in found.contradicting[:3])
        yield Ground(ReasonCode.CONFLICT, f"passages of different lineages were judged to contradict: {named}")
    if found.items.all and found.refuting_eie > found.eie + _SOME:
        yield Ground(
            ReasonCode.MORE_AGAINST,
            f"more independent evidence against it ({found.refuting_eie:.3g}) than for it ({found.eie:.3g})",
        )
    if found.shared_lineages:
        yield Ground(ReasonCode.SAME_LINEAGE_BOTH_SIDES, "one lineage is cited both for and against it")


def _checks(found: Findings) -> Iterator[Ground]:
    items = found.items
    if items.failed and not items.grounded and not items.unchecked:
        yield Ground(ReasonCode.NOT_GROUNDED, "no citation that was checked stands in its source")
    elif items.failed:
        yield Ground(ReasonCode.PARTLY_GROUNDED, f"{_n(items.failed)} cited text does not stand in its source")
    if items.unchecked:
        yield Ground(ReasonCode.NOT_CHECKED, f"{_n(items.unchecked)} of {len(items.all)} items not checked")
    if items.stale and len(items.stale) == len(items.all):
        yield Ground(ReasonCode.STALE, "every source changed after it was cited, grew old, or has no date")
    elif items.stale:
        yield Ground(ReasonCode.PARTLY_STALE, f"{_n(items.stale)} of {len(items.all)} items is stale")


def _judgements(found: Findings) -> Iterator[Ground]:
    items = found.items
    if items.contradicted and not items.supported and not items.unjudged:
        yield Ground(ReasonCode.NOT_SUPPORTED, "every passage was judged not to support it")
    elif items.contradicted:
        yield Ground(ReasonCode.PARTLY_SUPPORTED, f"{_n(items.contradicted)} judged not to support it")
    if items.unjudged:
        yield Ground(
            ReasonCode.SUPPORT_NOT_JUDGED, f"nobody judged whether {len(items.unjudged)} of {len(items.all)} support it"
        )
    if items.low_authority and len(items.low_authority) == len(items.all):
        yield Ground(ReasonCode.LOW_AUTHORITY, "every source is a model's output or of low authority")


def _confidence(found: Findings, policy: Policy, settings: DecisionSettings) -> Iterator[Ground]:
    if found.eie <= _SOME:
        yield Ground(ReasonCode.NOTHING_INDEPENDENT, "nothing independent is left")
        return
    if found.held < policy.qualify_at - 1e-12:
        yield Ground(ReasonCode.CONFIDENCE_TOO_LOW, f"confidence {found.held:.3f} is below {policy.qualify_at:.2f}")
    elif found.held < policy.answer_at - 1e-12:
        yield Ground(ReasonCode.CONFIDENCE_BELOW_ANSWER, f"confidence {found.held:.3f} is below {policy.answer_at:.2f}")
    if found.lineages_for < settings.lineages:
        yield Ground(
            ReasonCode.SINGLE_LINEAGE,
            f"independent lineages for it: {found.lineages_for}; a plain answer asks for {settings.lineages}",
        )
    if found.alert:
        yield Ground(ReasonCode.CLUSTER_ALERT, "many items stand on little independent evidence")


def _bundles(found: Findings) -> Iterator[Ground]:
    leading = found.leading
    if leading is None:
        yield Ground(ReasonCode.TEXT_NOT_HELD, "nothing that counts for it has a text here, so nothing can be measured")
        return
    held, consistent = leading.gates, leading.density.consistency
    said = "; ".join(held.reasons)
    open_pairs = bool(consistent.total) and not consistent.complete
    if held.verdict is Gate.REFUSE_DENSITY and held.settled:
        yield Ground(ReasonCode.REFUSE_DENSITY, said)
    elif held.verdict is Gate.REFUSE_DENSITY:
        yield Ground(ReasonCode.DENSITY_OPEN, said)
    elif held.verdict is Gate.ANSWER_WITH_CAVEAT and not open_pairs:
        # One passage has no pair that could be judged: what it leaves open is a caveat all the same.
        yield Ground(ReasonCode.DENSITY_CAVEAT, said)
    if Gate.REFUSE_COHESION in (held.verdict, held.verdict_high):
        yield Ground(ReasonCode.REFUSE_COHESION, said)
    if open_pairs:
        yield Ground(
            ReasonCode.CONTRADICTIONS_NOT_JUDGED,
            f"{consistent.judged} of {consistent.total} pairs of passages judged for contradiction",
        )


def _coverage(found: Findings, settings: DecisionSettings) -> Iterator[Ground]:
    covered = found.coverage.value
    if covered is not None and covered < settings.complete_from - 1e-12 and found.leading is not None:
        named = ", ".join(repr(facet) for facet in found.missing_facets[:3])
        yield Ground(ReasonCode.INCOMPLETE_COVERAGE, f"not addressed: {named} ({found.facets_by})")


def _signals(found: Findings) -> Iterator[Ground]:
    for code, signal, name in (
        (ReasonCode.CONTEXT_INSUFFICIENT, found.sufficiency, "context sufficiency"),
        (ReasonCode.GENERATOR_UNCERTAIN, found.generator, "the generator's confidence"),
    ):
        if signal is not None and not signal.holds:
            by = signal.calibrated_by or "not calibrated"
            yield Ground(code, f"{name} {signal.value:.2f} is below {signal.threshold:.2f} ({by})")


def _n(ids: tuple[str, ...]) -> str:
    return f"{len(ids)} ({', '.join(ids[:3])}{', …' if len(ids) > 3 else ''})"
