"""The published regimes and the sliders that move away from them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType

from core.figures import SweepPoint
from core.policy import ALL
from core.results import Assessment, Regime
from core.states import Dependence
from dashboard.viewmodels.numbers import count, percent, ratio
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import ESTIMATOR

COLUMNS = ("naive", "bayesian", "source_discounted", "aware", "inflation")
SWEPT = MappingProxyType({"alpha": "alpha", "K": "k", "prior": "prior", "increment": "increment"})
"""Word of a sweep -> the setting it moves."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What the sliders say: documents per label and the settings."""

    independent: int
    unknown: int
    dependent: int
    partial: int
    partial_weight: float
    increment: float
    prior: float
    k: float
    alpha: float

    @property
    def items(self) -> int:
        """N, all of them."""
        return self.independent + self.unknown + self.dependent + self.partial

    def as_dict(self) -> dict[str, int | float]:
        """Field -> value."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class SweepView:
    """Confidence by each estimator as one setting moves."""

    setting: str
    lines: tuple[tuple[str, str, tuple[tuple[float, float], ...]], ...]
    """Key of the estimator, its name, its points."""
    at: float
    """Where the sliders stand."""


def setup_of(regime: Regime) -> Setup:
    """The sliders of a published regime."""
    labels = Counter(label.state for label in regime.dossier.labels.values())
    weights = [
        label.weight
        for label in regime.dossier.labels.values()
        if label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is not None
    ]
    documents = len({item.source_id for item in regime.dossier.evidence})
    given = sum(labels[state] for state in Dependence if state is not Dependence.UNKNOWN)
    policy = regime.policy
    stated = next((item.increment for item in regime.dossier.evidence if item.increment is not None), None)
    return Setup(
        independent=labels[Dependence.INDEPENDENT],
        unknown=documents - given,
        dependent=labels[Dependence.DEPENDENT],
        partial=labels[Dependence.PARTIALLY_DEPENDENT],
        partial_weight=weights[0] if weights else 0.4,
        increment=policy.increment if stated is None else stated,
        prior=policy.prior,
        k=float(documents if policy.required == ALL else policy.required),
        alpha=policy.alpha,
    )


def regime_table(found: Sequence[tuple[Regime, Assessment]]) -> TableView:
    """Every printed figure beside ours; they agree to the two decimals that are printed."""
    rows = []
    for regime, assessment in found:
        ours = figures_of(assessment)
        pairs = [(ours[name], regime.published[name]) for name in COLUMNS]
        rows.append(
            Row(
                regime.key,
                (
                    Cell(regime.title),
                    *(Cell(_beside(mine, printed), mine) for mine, printed in pairs),
                    Cell(agreement(pairs)),
                ),
            )
        )
    names = ("Naive", "Bayesian", "Source-discounted", "Dependence-aware", "Inflation")
    return TableView(
        "The four published regimes, ours and as printed",
        (
            Column("regime", "Ours / as printed", "text", 15),
            *(Column(key, name, "number", 9) for key, name in zip(COLUMNS, names, strict=True)),
            Column("agree", "Agreement", "quiet", 9),
        ),
        tuple(rows),
    )


def figures_of(found: Assessment) -> Mapping[str, float | None]:
    """The five figures the article prints."""
    return {
        "naive": found.naive,
        "bayesian": found.bayesian,
        "source_discounted": found.source_discounted,
        "aware": found.aware,
        "inflation": found.inflation.value,
    }


def _beside(mine: float | None, printed: float) -> str:
    return f"{'n. d.' if mine is None else f'{mine:.2f}'} / {printed:.2f}"


def agreement(pairs: Sequence[tuple[float | None, float]]) -> str:
    """How many of the printed figures ours round to."""
    same = sum(1 for mine, printed in pairs if mine is not None and abs(mine - printed) <= 0.005 + 1e-9)
    return f"{same} of {len(pairs)} agree"


def setup_words(setup: Setup) -> str:
    """What the sliders say, in one line."""
    parts = [
        f"{number} {word}"
        for number, word in (
            (setup.independent, "independent"),
            (setup.unknown, "unknown"),
            (setup.dependent, "dependent"),
            (setup.partial, f"partial at {setup.partial_weight:g}"),
        )
        if number
    ]
    return f"{count(setup.items, 'item')}: {', '.join(parts) or 'none'}; K {setup.k:g}, alpha {setup.alpha:g}"


def sweep_values(setting: str, setup: Setup) -> tuple[float, ...]:
    """The values a sweep tries, within the setting's domain."""
    if setting == "k":
        most = max(20, 2 * setup.items)
        return tuple(float(value) for value in range(1, most + 1))
    top = {"alpha": 1.0, "prior": 1.0, "increment": 0.3}[setting]
    return tuple(top * step / 40 for step in range(41))


def sweep_view(setting: str, points: Sequence[SweepPoint], at: float) -> SweepView:
    """One line per estimator."""
    return SweepView(
        setting,
        tuple(
            (key, ESTIMATOR[key], tuple((float(point.value), float(getattr(point, key))) for point in points))
            for key in ("naive", "bayesian", "source_discounted", "aware")
        ),
        at,
    )


FEVER_PRINTED = MappingProxyType(
    {
        "mean_naive": 0.268,
        "mean_aware": 0.229,
        "mean_inflation": 2.72,
        "mean_duplicate_fraction": 0.084,
        "alerts": 0.016,
    }
)
"""What [KON] prints for an unknown sample of 500 FEVER claims: a neighbourhood, not a target."""


def run_table(summary: Mapping[str, float | int | None]) -> TableView:
    """Means of a run over a file, beside the article's."""
    claims = int(summary["claims"] or 0)
    alerts = int(summary["alerts"] or 0)
    written = (
        ("Mean naive", "mean_naive", percent, int(summary["claims_with_evidence"] or 0)),
        ("Mean aware", "mean_aware", percent, int(summary["claims_with_evidence"] or 0)),
        ("Mean inflation", "mean_inflation", ratio, int(summary["claims_with_inflation"] or 0)),
        ("Mean duplicate share", "mean_duplicate_fraction", percent, int(summary["claims_with_items"] or 0)),
    )
    rows = []
    for label, key, write, over in written:
        value = summary[key]
        rows.append(
            Row(
                key,
                (
                    Cell(label),
                    Cell("not defined" if value is None else f"{value:.6f}", value),
                    Cell("" if value is None else write(value)),
                    Cell(f"over {over:,} of {count(claims, 'claim')}"),
                    Cell(f"{FEVER_PRINTED[key]:g}"),
                ),
            )
        )
    rows.append(
        Row(
            "alerts",
            (
                Cell("Cluster alerts"),
                Cell(str(alerts), alerts),
                Cell(percent(alerts / claims) if claims else "not defined"),
                Cell(f"of {count(claims, 'claim')}"),
                Cell(percent(FEVER_PRINTED["alerts"])),
            ),
        )
    )
    return TableView(
        "Figures of the run",
        (
            Column("figure", "Figure", "text", 11),
            Column("exact", "Exact", "number", 8),
            Column("value", "Rounded", "number", 8),
            Column("over", "Over", "quiet", 12),
            Column("article", "Article, another sample", "number", 10),
        ),
        tuple(rows),
    )
