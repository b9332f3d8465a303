"""The rules of the detectors: what each reads, how sure it may be, and how its proposals fared before people."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.detection.bands import wilson
from core.detection.calibration import ENOUGH, ENOUGH_FOR_A_RULE, OF_EITHER
from core.kinship import RefitReport, RuleRecord
from core.proposed import Measured
from core.states import Relation
from dashboard.viewmodels.numbers import count, percent
from dashboard.viewmodels.proposals import rule_words
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import RELATION

TOO_FEW = "too few to say"

PRIORS = (
    "The probabilities of explicit signals are expert priors, set before anything was measured; that of shared text "
    "was measured on 188 pairs by one annotator. They stay so until verdicts given here replace them: from "
    f"{ENOUGH_FOR_A_RULE} verdicts a rule's own share counts instead of its prior, and from {ENOUGH} verdicts on "
    f"shared text, {OF_EITHER} of either kind among them, the curve is fitted anew."
)

NO_RULE_SAYS = "No rule ever says that two documents are independent: what nothing is found on stays unknown."


MEASURED = (
    "On other people's documents of known lineage, and on made-up pages with their look-alikes: those were written "
    "with the rules, so they say that the rules do what they claim, not how the web is. make bench measures them again."
)


class RuleText(Protocol):
    """A rule as the detectors tell it."""

    @property
    def name(self) -> str:
        """Its name."""

    @property
    def help(self) -> str:
        """Its help text: one sentence, then what is read."""

    @property
    def relation(self) -> Relation:
        """What it proposes."""

    @property
    def probability(self) -> float | None:
        """Its expert prior, where it has one."""

    @property
    def basis(self) -> str:
        """Where the probability comes from."""


@dataclass(frozen=True, slots=True)
class ReliabilityPoint:
    """Proposals shown with about one probability, and how many of them held."""

    shown: float
    """Mean probability shown."""
    observed: float
    low: float
    high: float
    """95 % interval of ``observed``."""
    n: int


@dataclass(frozen=True, slots=True)
class ReliabilityView:
    """Probability shown against what people said, over all rules."""

    points: tuple[ReliabilityPoint, ...]
    words: str


def rules_table(rules: Sequence[RuleText]) -> TableView:
    """Every rule with its help text."""
    return TableView(
        "Rules of the detectors",
        (
            Column("rule", "Rule", "text", 12),
            Column("says", "What it says", "wrap", 20),
            Column("reads", "What it reads, and what not", "wrap", 34),
            Column("relation", "Proposes", "quiet", 12.5),
            Column("prior", "Probability", "text", 8),
        ),
        tuple(_rule(rule) for rule in rules),
    )


def _rule(rule: RuleText) -> Row:
    first, _, rest = rule.help.partition("\n\n")
    if rule.probability is not None:
        prior = percent(rule.probability, 0)
    else:
        prior = "measured" if rule.name == "text_reuse" else "only flagged"
    return Row(
        rule.name,
        (
            Cell(rule_words(rule.name)),
            Cell(" ".join(first.split())),
            Cell(" ".join(rest.split())),
            Cell(RELATION[rule.relation] if prior != "only flagged" else "nothing"),
            Cell(prior, rule.probability, "", rule.basis),
        ),
    )


def measured_table(measured: Sequence[Measured]) -> TableView:
    """How often the rules were right on documents whose lineage is known."""
    columns = (
        Column("what", "What was tried", "wrap", 34),
        Column("promised", "Promised", "quiet", 10),
        Column("measured", "Share right, 95 % interval, n", "wrap", 30),
    )
    lines = (
        Row(str(number), (Cell(one.what.replace("_", " ")), Cell(one.promised or "–"), Cell(one.measured)))
        for number, one in enumerate(measured)
    )
    return TableView("How often the rules were right", columns, tuple(lines))


def records_table(records: Sequence[RuleRecord]) -> TableView:
    """How every rule's proposals fared: precision with its interval, or that there are too few to say."""
    return TableView(
        "How the rules fared before people",
        (
            Column("rule", "Rule", "text", 11),
            Column("open", "Open", "number", 5),
            Column("n", "Judged", "number", 5.5, "Confirmed and rejected proposals that this rule led."),
            Column("confirmed", "Confirmed", "number", 6.5),
            Column("precision", "Precision", "number", 6.5, "Confirmed of judged."),
            Column("interval", "95 % interval", "text", 8.5, "Wilson score interval."),
            Column("says", "In words", "text", 12),
            Column("prior", "Expert prior", "number", 7),
            Column("recall", "Recall", "text", 7, "Of the pairs people confirmed or drew, how many it named."),
        ),
        tuple(_record(record) for record in records),
        "No rule has proposed anything yet.",
    )


def _record(record: RuleRecord) -> Row:
    judged = record.precision is not None
    low, high = record.interval
    return Row(
        record.rule,
        (
            Cell(rule_words(record.rule), None, "", record.help),
            Cell(f"{record.open:,}", record.open),
            Cell(f"{record.n:,}", record.n),
            Cell(f"{record.confirmed:,}", record.confirmed),
            Cell(percent(record.precision) if record.precision is not None else "–", record.precision),
            Cell(f"{percent(low, 0)} to {percent(high, 0)}" if judged else "–", low if judged else None),
            Cell(record_words(record)),
            Cell(percent(record.prior, 0) if record.prior is not None else "–", record.prior),
            Cell(f"{record.named:,} of {record.of:,}" if record.of else "–", record.named if record.of else None),
        ),
    )


def record_words(record: RuleRecord) -> str:
    """Whether a rule's precision says anything, and against its prior what."""
    if record.n == 0:
        return "not judged yet"
    if not record.enough:
        return f"{TOO_FEW}: {record.n} of {ENOUGH_FOR_A_RULE}"
    low, high = record.interval
    if record.prior is None:
        return "enough to say"
    if high < record.prior:
        return "does worse than its prior"
    return "does better than its prior" if low > record.prior else "agrees with its prior"


def reliability_view(records: Sequence[RuleRecord]) -> ReliabilityView:
    """Probability shown against what people said, all rules together; an empty bin says nothing."""
    sums: dict[tuple[float, float], list[float]] = {}
    for record in records:
        for one in record.bins:
            if one.n and one.mean is not None and one.observed is not None:
                held = sums.setdefault((one.low, one.high), [0.0, 0.0, 0.0])
                held[0] += one.n
                held[1] += one.mean * one.n
                held[2] += one.observed * one.n
    points = []
    for _, (n, shown, confirmed) in sorted(sums.items()):
        low, high = wilson(round(confirmed), int(n))
        points.append(ReliabilityPoint(shown / n, confirmed / n, low, high, int(n)))
    judged = sum(point.n for point in points)
    if not judged:
        return ReliabilityView((), "Nothing was judged yet: how far the probabilities hold cannot be said.")
    words = f"{count(judged, 'verdict')}; the bars are 95 % Wilson intervals."
    return ReliabilityView(tuple(points), words if judged >= ENOUGH else f"{words} {TOO_FEW.capitalize()} much.")


def refit_words(report: RefitReport) -> str:
    """What the verdicts taught."""
    versions = f"Calibration {report.version}" + (f", before {report.previous}" if report.changed else ", as before")
    return f"{report.notice[:1].upper()}{report.notice[1:]}. {versions}. The next run of detection uses it."
