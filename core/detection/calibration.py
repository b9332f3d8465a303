"""From shared text to a probability, and from the analysts' verdicts to a better one."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from types import MappingProxyType

import numpy as np

from core.detection.bands import band_name, prior_band, shifted, wilson
from core.detection.types import Band, Basis
from core.errors import InvalidParameter
from core.fingerprint import digest

ENOUGH = 30
"""Verdicts from which a curve is fitted; below it there are too few to say."""
OF_EITHER = 5
"""Confirmed and rejected verdicts that must be among them."""
ENOUGH_FOR_A_RULE = 20
"""Verdicts on one rule from which its expert prior gives way."""
_BINS = (0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class BandCount:
    """Judged pairs with so many shared 5-grams, and how many of them were dependent."""

    least: int
    most: int | None
    """None: and more."""
    confirmed: int
    n: int


@dataclass(frozen=True, slots=True)
class Curve:
    """logit p = intercept + slope · ln(1 + k), fitted on verdicts."""

    intercept: float
    slope: float
    n: int

    def at(self, shared: int) -> float:
        """The probability at k shared 5-grams."""
        return 1 / (1 + math.exp(-(self.intercept + self.slope * math.log1p(shared))))


@dataclass(frozen=True, slots=True)
class RuleCount:
    """Verdicts on one rule."""

    rule: str
    confirmed: int
    n: int

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of its precision."""
        return wilson(self.confirmed, self.n)

    @property
    def enough(self) -> bool:
        """False: too few to say."""
        return self.n >= ENOUGH_FOR_A_RULE


SHIPPED_BANDS = (BandCount(0, 4, 7, 88), BandCount(5, 7, 4, 16), BandCount(8, 11, 5, 9), BandCount(12, None, 73, 75))
"""188 hand-labelled pairs of web pages and short answers, 89 of them dependent; one annotator."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """How shared text and rules are turned into bands; its version tells an earlier figure from a later one."""

    bands: tuple[BandCount, ...] = SHIPPED_BANDS
    base: float = 89 / 188
    """Share of dependent pairs where the bands were counted."""
    prevalence: float = 89 / 188
    """Share of dependent pairs assumed among the candidates here; said wherever a band is shown."""
    curve: Curve | None = None
    rules: Mapping[str, RuleCount] = field(default_factory=lambda: MappingProxyType({}))
    basis: Basis = "measured"

    def __post_init__(self) -> None:
        for name, value in (("prevalence", self.prevalence), ("base", self.base)):
            if not (isinstance(value, float) and 0.0 < value < 1.0):
                raise InvalidParameter(name, value, "a number in (0, 1)")

    @property
    def version(self) -> str:
        """Equal for equal settings."""
        return digest([self.bands, self.base, self.prevalence, self.curve, self.rules])[:12]

    def of_text(self, shared: int) -> tuple[float, Band]:
        """Probability and band of a pair that shares so many 5-grams.

        Args:
            shared: k, distinct shared 5-grams after the filters, >= 0.

        Returns:
            The probability in [0, 1] and its band: the 95 % interval of the count behind it, at this prevalence.
        """
        count = next(band for band in reversed(self.bands) if shared >= band.least)
        low, high = wilson(count.confirmed, count.n)
        point = self.curve.at(shared) if self.curve is not None else (count.confirmed / count.n if count.n else 0.5)
        point, low, high = (shifted(value, self.base, self.prevalence) for value in (point, low, high))
        return point, Band(band_name(point), min(low, point), max(high, point), count.n, self.basis)

    def of_rule(self, rule: str, prior: float, basis: Basis = "expert prior") -> tuple[float, Band]:
        """Probability and band of an explicit signal: its expert prior until there are verdicts enough."""
        count = self.rules.get(rule)
        if basis == "declared" or count is None or not count.enough:
            return prior, prior_band(prior, basis)
        share = count.confirmed / count.n
        low, high = count.interval
        return share, Band(band_name(share), low, high, count.n, "refitted")

    def with_prevalence(self, prevalence: float) -> "Calibration":
        """The same calibration for candidates of whom another share is dependent."""
        return replace(self, prevalence=prevalence)


SHIPPED = Calibration()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A person confirmed or rejected a proposal."""

    rule: str
    confirmed: bool
    probability: float
    """As it was shown."""
    shared: int | None = None
    """Shared 5-grams; None for rules that do not read text."""


@dataclass(frozen=True, slots=True)
class Bin:
    """Proposals shown with a probability in this range, and how many held."""

    low: float
    high: float
    n: int
    mean: float | None
    observed: float | None
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Refit:
    """What verdicts teach."""

    calibration: Calibration
    """The new one, or the old one where there are too few verdicts."""
    reliability: tuple[Bin, ...]
    rules: tuple[RuleCount, ...]
    notice: str
    """What was done, or why it was not."""


def refit(verdicts: Sequence[Verdict], previous: Calibration = SHIPPED) -> Refit:
    """Learn from the analysts' verdicts.

    Formula: logit p = a + b · ln(1 + k), by penalised maximum likelihood (ridge 0.01 on b).

    Args:
        verdicts: Every confirmation and rejection so far.
        previous: Kept where there are fewer than 30 verdicts on text, or fewer than 5 of either kind.

    Source:
        [HOUSE] lineage detection, "Calibration".
    """
    rules = rule_counts(verdicts)
    read = [(verdict.shared, verdict.confirmed) for verdict in verdicts if verdict.shared is not None]
    yes = sum(confirmed for _, confirmed in read)
    calibration = replace(previous, rules=MappingProxyType({count.rule: count for count in rules}))
    if len(read) < ENOUGH or min(yes, len(read) - yes) < OF_EITHER:
        notice = (
            f"too few to say: {len(read)} verdicts on shared text, {yes} confirmed "
            f"({ENOUGH} are needed, {OF_EITHER} of either kind)"
        )
        return Refit(calibration, reliability(verdicts), rules, notice)
    curve = _fit([shared for shared, _ in read], [confirmed for _, confirmed in read])
    if curve.slope <= 0:
        notice = f"not used: in {len(read)} verdicts more shared text did not make dependence likelier"
        return Refit(calibration, reliability(verdicts), rules, notice)
    share = yes / len(read)
    bands = tuple(
        BandCount(
            band.least,
            band.most,
            sum(c for k, c in read if k >= band.least and (band.most is None or k <= band.most)),
            sum(k >= band.least and (band.most is None or k <= band.most) for k, _ in read),
        )
        for band in previous.bands
    )
    calibration = replace(calibration, bands=bands, base=share, prevalence=share, curve=curve, basis="refitted")
    return Refit(calibration, reliability(verdicts), rules, f"fitted on {len(read)} verdicts, {yes} confirmed")


def rule_counts(verdicts: Iterable[Verdict]) -> tuple[RuleCount, ...]:
    """Verdicts by rule, by name."""
    counts: dict[str, list[int]] = {}
    for verdict in verdicts:
        count = counts.setdefault(verdict.rule, [0, 0])
        count[0] += verdict.confirmed
        count[1] += 1
    return tuple(RuleCount(rule, confirmed, n) for rule, (confirmed, n) in sorted(counts.items()))


def reliability(verdicts: Iterable[Verdict]) -> tuple[Bin, ...]:
    """Shown probability against what came of it, in six bins with Wilson intervals; an empty bin says nothing."""
    rows = list(verdicts)
    bins = []
    for low, high in pairwise(_BINS):
        inside = [v for v in rows if low <= v.probability < high or (high == 1.0 and v.probability == 1.0)]
        confirmed, n = sum(v.confirmed for v in inside), len(inside)
        mean = math.fsum(v.probability for v in inside) / n if n else None
        bins.append(Bin(low, high, n, mean, confirmed / n if n else None, wilson(confirmed, n)))
    return tuple(bins)


def _fit(shared: Sequence[int], confirmed: Sequence[bool]) -> Curve:
    """Newton's method on two parameters; the ridge keeps separable data finite."""
    x = np.log1p(np.array(shared, dtype=np.float64))
    y = np.array(confirmed, dtype=np.float64)
    design = np.stack((np.ones_like(x), x))
    ridge = np.diag([1e-6, 0.01])
    weights = np.zeros(2)
    for _ in range(100):
        p = 1 / (1 + np.exp(-np.clip(weights @ design, -30, 30)))
        gradient = design @ (y - p) - ridge @ weights
        hessian = (design * (p * (1 - p))) @ design.T + ridge
        step = np.linalg.solve(hessian, gradient)
        weights = weights + np.clip(step, -5, 5)
        if float(np.abs(step).max()) < 1e-10:
            break
    return Curve(float(weights[0]), float(weights[1]), len(x))
