"""The decision on a claim: states, reasons with their codes, and the three parts of what to say instead."""

from dataclasses import dataclass

from core.bundles.deciding import ClaimVerdict
from core.verdicts import ListedVerdict
from dashboard.viewmodels.numbers import amount, count, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import CONCLUSION, CONCLUSION_TONE, SUFFICIENCY, UNHINDERED, conclusion_words

ASKS = (
    "A decision asks confidence, checks, judgements, conflicts, age, access and both gates, and allows only as much as "
    "every reason does."
)


@dataclass(frozen=True, slots=True)
class VerdictInShort:
    """The decision in a line."""

    word: str
    tone: str
    states: tuple[str, ...]
    short: str


@dataclass(frozen=True, slots=True)
class VerdictView(VerdictInShort):
    """The decision in words."""

    reasons: TableView
    supports: tuple[str, ...]
    missing: tuple[str, ...]
    assumptions: tuple[str, ...]
    text: str
    """The three parts as one text to copy; empty for a plain answer."""
    facts: str


def verdict_view(verdict: ClaimVerdict) -> VerdictView:
    """What may be done with the claim, and why not more."""
    spoken = verdict.statement
    return VerdictView(
        word=conclusion_words(verdict.decision),
        tone=CONCLUSION_TONE[verdict.decision],
        states=tuple(SUFFICIENCY[state] for state in verdict.states),
        short="; ".join(verdict.holding) or UNHINDERED,
        reasons=_reasons(verdict),
        supports=spoken.supports if spoken else (),
        missing=spoken.missing if spoken else (),
        assumptions=spoken.assumptions if spoken else (),
        text=spoken.text if spoken else "",
        facts=_facts(verdict),
    )


def kept_view(verdict: ListedVerdict) -> VerdictInShort:
    """What the rule was found to say of a claim, as lists keep it."""
    return VerdictInShort(
        word=conclusion_words(verdict.conclusion),
        tone=CONCLUSION_TONE[verdict.conclusion],
        states=tuple(SUFFICIENCY[state] for state in verdict.states),
        short=verdict.why or UNHINDERED,
    )


def _reasons(verdict: ClaimVerdict) -> TableView:
    return TableView(
        "Reasons",
        (
            Column("allows", "Allows at most", "word", 9),
            Column("text", "Reason", "wrap", 30),
            Column("state", "State", "text", 9),
            Column("code", "Code", "quiet", 14),
        ),
        tuple(
            Row(
                ground.code.value,
                (
                    Cell(CONCLUSION[ground.allows], ground.allows.caution, CONCLUSION_TONE[ground.allows]),
                    Cell(ground.text),
                    Cell(SUFFICIENCY[ground.state] if ground.state is not None else "–"),
                    Cell(ground.code.value),
                ),
            )
            for ground in verdict.grounds
        ),
        "No reason holds this claim back.",
    )


def _facts(verdict: ClaimVerdict) -> str:
    found = verdict.findings
    items = found.items
    said = [
        f"{count(found.retrieved, 'passage')} known, {len(items.all)} count for it, {len(found.against)} against",
        f"lineages {found.lineages_for} for, {found.lineages_against} against",
        f"EIE {amount(found.eie)}, confidence held {share(found.held)}",
        f"{len(items.grounded)} grounded, {len(items.failed)} failed, {len(items.unchecked)} without a holding check",
        f"{len(items.supported)} judged to support it, {len(items.unjudged)} unjudged",
    ]
    for name, signal in (("context sufficiency", found.sufficiency), ("generator's confidence", found.generator)):
        if signal is None:
            said.append(f"{name}: nobody said")
        else:
            by = signal.calibrated_by or "not calibrated"
            said.append(f"{name} {amount(signal.value)} against {amount(signal.threshold)} ({by})")
    return " · ".join(said)
