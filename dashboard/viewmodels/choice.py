"""The evidence chosen under a budget: what was taken and what for, what was left out and why, and its package."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from core.bundles.choosing import Choice, Need
from core.bundles.package import EvidencePackage
from core.bundles.types import Passage
from dashboard.viewmodels.bundles import letter, passage_words
from dashboard.viewmodels.numbers import amount, count, percent, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView

STEP = 20
USUAL = 400
"""Tokens a claim's evidence is given where nobody says otherwise."""
LARGEST = 4_000
"""Tokens beyond which nobody would give a claim more."""


class Picked(Protocol):
    """Chosen evidence and its package."""

    @property
    def choice(self) -> Choice:
        """What was taken."""

    @property
    def package(self) -> EvidencePackage:
        """What a generator is given."""

    @property
    def needs(self) -> tuple[Need, ...]:
        """What the answer must be able to rest on."""

    @property
    def counter(self) -> str:
        """How tokens are counted."""


@dataclass(frozen=True, slots=True)
class ChoiceView:
    """The choice in words and tables."""

    sentence: str
    words: tuple[str, ...]
    chosen: TableView
    left_out: TableView
    package: str
    notes: tuple[str, ...]
    cautions: tuple[str, ...]


def whole(found: Picked) -> int:
    """Tokens of everything there is to choose from."""
    return sum(row.tokens for row in (*found.choice.chosen, *found.choice.left_out))


def most(tokens: int) -> int:
    """The largest budget worth asking for, on the slider's steps."""
    return min(LARGEST, max(STEP, -(-tokens // STEP) * STEP))


def budget_of(said: str | None, largest: int) -> int:
    """The budget the address names, else the usual one; never beyond what there is."""
    given = int(said) if said is not None and said.isascii() and said.isdigit() and len(said) < 9 else USUAL
    return min(largest, -(-given // STEP) * STEP)


def choice_view(found: Picked, passages: Sequence[Passage]) -> ChoiceView:
    """What was chosen, what was left out and why."""
    named = {passage.id: passage for passage in passages}
    needs = {need.id: need.text for need in found.needs}
    choice, package = found.choice, found.package
    return ChoiceView(
        sentence=choice.sentence,
        words=_words(choice, needs, whole(found)),
        chosen=_chosen(choice, named, needs),
        left_out=_left_out(choice, named),
        package=package.text,
        notes=(f"{count(package.tokens, 'token')} with the words around the evidence ({package.counter}).",),
        cautions=_cautions(package, named),
    )


def _words(choice: Choice, needs: dict[str, str], everything: int) -> tuple[str, ...]:
    said = [
        f"{choice.tokens:,} of {choice.budget:,} tokens. It supports {percent(choice.objective['support'], 0)} of what "
        f"is needed; repetition costs {share(choice.objective['repetition'])}, "
        f"risk {share(choice.objective['risk'])}. All passages together would be {everything:,}."
    ]
    said.append(
        "No other choice is worth more (branch and bound)."
        if choice.exact
        else f"Chosen step by step: at least {percent(choice.at_least, 0)} of the best choice there could be."
    )
    if choice.unmet:
        said.append("Not supported by half: " + "; ".join(needs.get(one, one) for one in choice.unmet) + ".")
    return tuple(said)


def _chosen(choice: Choice, named: dict[str, Passage], needs: dict[str, str]) -> TableView:
    return TableView(
        "Chosen evidence",
        (
            Column("lineage", "Lineage", "text", 4.5),
            Column("source", "Source", "prose", 18),
            Column("tokens", "Tokens", "number", 5.5),
            Column("support", "Support", "number", 6, "Weighted support of its own, in shares of all needs."),
            Column("per", "Per 100 tokens", "number", 8, "Support for a hundred tokens."),
            Column("gain", "Loss without it", "number", 8, "What the choice would lose without it."),
            Column("carries", "Carries", "wrap", 20, "Needs that no other chosen passage supports better."),
        ),
        tuple(
            Row(
                row.id,
                (
                    Cell(letter(named.get(row.id))),
                    Cell(passage_words(named.get(row.id), row.id), None, "", row.id),
                    Cell(f"{row.tokens:,}", row.tokens),
                    Cell(share(row.support), row.support),
                    Cell(amount(100 * row.per_token, 3), row.per_token),
                    Cell(amount(row.gain, 3), row.gain),
                    Cell("; ".join(needs.get(one, one) for one in row.carries) or "nothing alone"),
                ),
            )
            for row in choice.chosen
        ),
        "Nothing was chosen: no passage earns its tokens under this budget.",
    )


def _left_out(choice: Choice, named: dict[str, Passage]) -> TableView:
    return TableView(
        "Left out",
        (
            Column("lineage", "Lineage", "text", 4.5),
            Column("source", "Source", "prose", 18),
            Column("tokens", "Tokens", "number", 6),
            Column("support", "Support", "number", 6),
            Column("why", "Why it was left out", "wrap", 26),
        ),
        tuple(
            Row(
                row.id,
                (
                    Cell(letter(named.get(row.id))),
                    Cell(passage_words(named.get(row.id), row.id), None, "", row.id),
                    Cell(f"{row.tokens:,}", row.tokens),
                    Cell(share(row.support), row.support),
                    Cell(row.reason),
                ),
            )
            for row in choice.left_out
        ),
        "Nothing was left out.",
    )


def _cautions(package: EvidencePackage, named: dict[str, Passage]) -> tuple[str, ...]:
    said = [
        f"{passage_words(named.get(one), one)} reads like an instruction ({'; '.join(found)}): it stays quoted data."
        for one, found in package.flagged
    ]
    said += [
        f"Conflict, side by side in the package: {', '.join(pro)} for, {', '.join(contra)} against."
        for pro, contra in package.conflicts
    ]
    said += [
        f"Characters that XML cannot hold were replaced in {passage_words(named.get(one), one)}."
        for one in package.replaced
    ]
    return tuple(said)
