"""Which passages to show under a budget of tokens: the most support, the least repetition and risk.

The best choice itself for up to 20 candidates; beyond that a greedy choice beside a bound on the best one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from core.bundles.naming import count
from core.bundles.objective import EXACT_UP_TO, Problem
from core.errors import InvalidParameter

MET = 0.5
"""Support from which a need counts as met."""
_SOME = 1e-12


@dataclass(frozen=True, slots=True)
class Need:
    """Something the answer must be able to rest on."""

    id: str
    text: str = ""
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Option:
    """A passage that may be chosen."""

    id: str
    tokens: int
    """What it costs as it is written into the package."""
    support: Mapping[str, float]
    """Need id -> how far it supports it, in [0, 1]; missing is 0."""
    lineage: str = ""
    """Empty: a lineage of its own."""
    risk: float = 0.0
    """In [0, 1]."""
    name: str = ""
    """What a reader calls it; empty takes its id."""


@dataclass(frozen=True, slots=True)
class ChoiceSettings:
    """What repetition and risk weigh against support."""

    repetition: float = 1.0
    """lambda: at 1, a second passage of a lineage is never worth what the first one says already."""
    risk: float = 0.25
    """rho, what a passage of risk 1 costs, in shares of all needs."""
    exact_up_to: int = EXACT_UP_TO

    def __post_init__(self) -> None:
        for name, value in (("lambda", self.repetition), ("rho", self.risk)):
            if not (np.isfinite(value) and value >= 0):
                raise InvalidParameter(name, value, "a number >= 0")
        if not 0 <= self.exact_up_to <= EXACT_UP_TO:
            raise InvalidParameter("exact_up_to", self.exact_up_to, f"a whole number from 0 to {EXACT_UP_TO}")


@dataclass(frozen=True, slots=True)
class Chosen:
    """A passage that was taken, and what for."""

    id: str
    tokens: int
    support: float
    """Weighted support of its own, in shares of all needs."""
    gain: float
    """What the choice would lose without it."""
    per_token: float
    """Support a token."""
    carries: tuple[str, ...]
    """Needs that no other chosen passage supports better."""


@dataclass(frozen=True, slots=True)
class NotChosen:
    """A passage that was left out, and why."""

    id: str
    tokens: int
    support: float
    reason: str
    """In words, with the name of what was chosen instead."""
    instead: tuple[str, ...] = ()
    """Ids of chosen passages of its lineage, where that is the reason."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The evidence to show."""

    chosen: tuple[Chosen, ...]
    """The largest gain first."""
    left_out: tuple[NotChosen, ...]
    tokens: int
    budget: int
    value: float
    """Of the objective, needs weighing 1 together."""
    bound: float
    """The best choice is worth no more than this; the value itself where the choice is exact."""
    exact: bool
    unmet: tuple[str, ...]
    """Needs that the chosen passages do not support by half."""
    objective: Mapping[str, float]
    """support, repetition and risk of the choice, before their weights."""
    sentence: str

    @property
    def at_least(self) -> float:
        """The share of the best choice that is certain, in [0, 1]."""
        return 1.0 if self.bound <= _SOME else min(1.0, max(0.0, self.value / self.bound))


def choose(
    needs: Sequence[Need], options: Sequence[Option], budget: int, settings: ChoiceSettings | None = None
) -> Choice:
    """Choose the evidence that supports most under a budget.

    Formula:
        max over Z of sum over h of w_h * max over z in Z of support(h, z) - lambda * redundancy(Z) - rho * risk(Z),
        sum of tokens <= budget; redundancy(Z) = per lineage, the support its passages repeat:
        sum over z of s(z) - sum over h of w_h * max over z of support(h, z)

    Exact by branch and bound for up to 20 options; beyond, greedy by gain a token against the best single option, then
    everything dropped that earns nothing.

    Args:
        needs: Weights are scaled to sum to 1.
        options: Candidates with their cost.
        budget: Tokens, >= 0.
        settings: lambda, rho and the switch to greedy.

    Returns:
        Chosen, left out with the reason, the bound, and which needs stay unmet. Nothing is chosen that earns nothing.

    Raises:
        InvalidParameter: A negative budget, a weight not above 0, a support or risk outside [0, 1], a negative cost, or
            an id that stands twice.

    Source:
        [TOUCH] the objective; [HOUSE] redundancy by lineage: independent sources that agree are no repetition;
        [KHULLER] greedy by gain a unit of cost; [LESKOVEC] the bound.
    """
    settings = settings or ChoiceSettings()
    if isinstance(budget, bool) or not isinstance(budget, int) or budget < 0:
        raise InvalidParameter("budget", budget, "a whole number of tokens >= 0")
    problem = _problem(needs, options, budget, settings)
    exact = len(options) <= settings.exact_up_to
    rows = problem.exactly() if exact else problem.greedily()
    value = problem.value(rows)
    return Choice(
        chosen=_chosen(problem, rows, needs, options),
        left_out=_left_out(problem, rows, options),
        tokens=int(problem.costs[list(rows)].sum()),
        budget=budget,
        value=value,
        bound=value if exact else max(value, problem.bound(rows)),
        exact=exact,
        unmet=tuple(need.id for n, need in enumerate(needs) if float(problem.cover(rows)[n]) < MET - _SOME),
        objective=MappingProxyType(
            {
                "support": float(problem.weights @ problem.cover(rows)),
                "repetition": problem.repetition(rows),
                "risk": float(problem.risks[list(rows)].sum()),
            }
        ),
        sentence=_sentence(len(rows), len(options)),
    )


def _problem(needs: Sequence[Need], options: Sequence[Option], budget: int, settings: ChoiceSettings) -> Problem:
    for name, ids in (("need", [need.id for need in needs]), ("passage", [option.id for option in options])):
        if len(set(ids)) != len(ids):
            twice = next(i for i in ids if ids.count(i) > 1)
            raise InvalidParameter(f"id of a {name}", twice, "an id that stands once")
    for need in needs:
        if not (np.isfinite(need.weight) and need.weight > 0):
            raise InvalidParameter("weight of a need", need.weight, "a number > 0")
    for option in options:
        if option.tokens < 0:
            raise InvalidParameter("tokens", option.tokens, "a whole number >= 0")
        for name, value in (("risk", option.risk), *((f"support for {h}", s) for h, s in option.support.items())):
            if not 0.0 <= value <= 1.0:
                raise InvalidParameter(name, value, "a number in [0, 1]")
    weights = np.array([need.weight for need in needs], dtype=np.float64)
    names = {lineage: n for n, lineage in enumerate(dict.fromkeys(_lineage(option) for option in options))}
    support = np.array(
        [[option.support.get(need.id, 0.0) for need in needs] for option in options], dtype=np.float64
    ).reshape(len(options), len(needs))
    return Problem(
        weights=weights / weights.sum() if len(weights) else weights,
        support=support,
        costs=np.array([option.tokens for option in options], dtype=np.int64),
        lineages=np.array([names[_lineage(option)] for option in options], dtype=np.int64),
        risks=np.array([option.risk for option in options], dtype=np.float64),
        budget=budget,
        repeated=settings.repetition,
        risky=settings.risk,
    )


def _lineage(option: Option) -> str:
    return option.lineage or f"\x1f{option.id}"


def _chosen(
    problem: Problem, rows: Sequence[int], needs: Sequence[Need], options: Sequence[Option]
) -> tuple[Chosen, ...]:
    whole, cover = problem.value(rows), problem.cover(rows)
    found = []
    for row in rows:
        mine: npt.NDArray[np.float64] = problem.support[row]
        support = float(problem.weights @ mine)
        found.append(
            Chosen(
                id=options[row].id,
                tokens=options[row].tokens,
                support=support,
                gain=whole - problem.value([other for other in rows if other != row]),
                per_token=support / max(1, options[row].tokens),
                carries=tuple(need.id for n, need in enumerate(needs) if mine[n] > 0 and mine[n] >= cover[n] - _SOME),
            )
        )
    return tuple(sorted(found, key=lambda chosen: (-chosen.gain, chosen.id)))


def _left_out(problem: Problem, rows: Sequence[int], options: Sequence[Option]) -> tuple[NotChosen, ...]:
    taken = set(rows)
    left = problem.budget - int(problem.costs[list(rows)].sum())
    lineages = {_lineage(options[row]): options[row] for row in rows}
    found = []
    for row, option in enumerate(options):
        if row in taken:
            continue
        support = float(problem.weights @ problem.support[row])
        gain = problem.value([*rows, row]) - problem.value(rows)
        instead: tuple[str, ...] = ()
        if support <= _SOME:
            reason = "supports nothing that is needed"
        elif gain <= _SOME and _lineage(option) in lineages:
            said = lineages[_lineage(option)]
            instead = (said.id,)
            reason = f"repeats {said.name or said.id}, of the same lineage"
        elif gain <= _SOME and problem.risky * option.risk >= support:
            reason = "its risk outweighs its support"
        elif gain <= _SOME:
            reason = "adds nothing to what is chosen"
        elif option.tokens > problem.budget:
            reason = f"{_tokens(option)} not fit the budget of {problem.budget:,}"
        elif option.tokens > left:
            reason = f"{_tokens(option)} not fit beside what was chosen ({left:,} left)"
        else:
            reason = "others give more for their tokens"
        found.append(NotChosen(option.id, option.tokens, support, reason, instead))
    return tuple(found)


def _tokens(option: Option) -> str:
    return f"{count(option.tokens, 'token')} {'does' if option.tokens == 1 else 'do'}"


_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def _sentence(chosen: int, of: int) -> str:
    if not of:
        return "There is no passage to choose from."
    all_of = _NUMBERS[of] if of < len(_NUMBERS) else str(of)
    some = (_NUMBERS[chosen] if chosen < len(_NUMBERS) else str(chosen)).capitalize()
    if not chosen:
        return (
            f"None of these {all_of} passages carries the claim." if of > 1 else "The passage does not carry the claim."
        )
    return f"{some} of these {all_of} passages {'carries' if chosen == 1 else 'carry'} the claim."
