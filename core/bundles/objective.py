"""The objective of a choice under a budget, its best choice, a greedy one, and a bound on the best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

EXACT_UP_TO = 20
_SOME = 1e-12

Numbers = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Problem:
    """Support is submodular, what is taken off is modular or supermodular: their difference is submodular."""

    weights: Numbers
    """(h,), summing to 1."""
    support: Numbers
    """(n, h)."""
    costs: Counts
    lineages: Counts
    risks: Numbers
    budget: int
    repeated: float
    risky: float

    def cover(self, rows: Sequence[int]) -> Numbers:
        """The best support of each need."""
        if not len(rows):
            return np.zeros(self.support.shape[1])
        return np.asarray(self.support[list(rows)].max(axis=0), dtype=np.float64)

    def repetition(self, rows: Sequence[int]) -> float:
        """Support that passages of one lineage repeat."""
        chosen = list(rows)
        total = 0.0
        for lineage in np.unique(self.lineages[chosen]) if chosen else ():
            of = [row for row in chosen if self.lineages[row] == lineage]
            if len(of) > 1:
                total += float(self.weights @ (self.support[of].sum(axis=0) - self.support[of].max(axis=0)))
        return total

    def value(self, rows: Sequence[int]) -> float:
        """What a choice is worth."""
        risk = float(self.risks[list(rows)].sum()) if len(rows) else 0.0
        return float(self.weights @ self.cover(rows)) - self.repeated * self.repetition(rows) - self.risky * risk

    def _relaxed(self, cover: Numbers, rows: Sequence[int], room: int) -> float:
        """The most that options could add to a cover if they could be taken in parts and none repeated another."""
        if not len(rows):
            return 0.0
        left = list(rows)
        gains = np.maximum(self.support[left] - cover, 0.0) @ self.weights - self.risky * self.risks[left]
        costs = self.costs[left]
        good = (gains > 0) & (costs <= room)
        gains, costs = gains[good], costs[good]
        free = costs == 0
        total = float(gains[free].sum())
        gains, costs = gains[~free], costs[~free]
        order = np.argsort(-gains / costs, kind="stable")
        gains, costs = gains[order], costs[order]
        spent = np.cumsum(costs)
        whole = int(np.searchsorted(spent, room, side="right"))
        total += float(gains[:whole].sum())
        if whole < len(gains):
            before = int(spent[whole - 1]) if whole else 0
            total += float(gains[whole]) * (room - before) / float(costs[whole])
        return total

    def bound(self, rows: Sequence[int]) -> float:
        """No choice within the budget is worth more than this.

        For any set Z the support of the best choice is at most that of Z and what its members add to it; what they
        take off is at least their own risk. The least such figure over the beginnings of ``rows`` is taken.
        """
        everything = range(len(self.costs))
        bounds = [float(self.weights.sum())]
        for length in range(len(rows) + 1):
            cover = self.cover(rows[:length])
            bounds.append(float(self.weights @ cover) + self._relaxed(cover, everything, self.budget))
        return min(bounds)

    def greedily(self) -> tuple[int, ...]:
        """By gain a token, then without what earns nothing; or the best single option, where that is worth more."""
        rows: list[int] = []
        while True:
            best = self._next(rows)
            if best is None:
                break
            rows.append(best)
            rows = self._pruned(rows)
        affordable = [row for row in range(len(self.costs)) if self.costs[row] <= self.budget]
        single = max(affordable, key=lambda row: (self.value([row]), -row), default=None)
        if single is not None and self.value([single]) > max(self.value(rows), 0.0) + _SOME:
            rows = [single]
        return tuple(rows)

    def _next(self, rows: list[int]) -> int | None:
        """The affordable option with the largest gain a token, if any gains."""
        room = self.budget - int(self.costs[rows].sum())
        taken = set(rows)
        left = [row for row in range(len(self.costs)) if row not in taken and self.costs[row] <= room]
        if not left:
            return None
        gains = np.maximum(self.support[left] - self.cover(rows), 0.0) @ self.weights - self.risky * self.risks[left]
        if rows:
            gains = gains - self.repeated * np.array([self._repeats(row, rows) for row in left])
        rates = gains / np.maximum(self.costs[left], 1)
        best = int(np.argmax(rates))
        return left[best] if gains[best] > _SOME else None

    def _repeats(self, row: int, rows: Sequence[int]) -> float:
        """What an option would add to the repetition."""
        of = [other for other in rows if self.lineages[other] == self.lineages[row]]
        if not of:
            return 0.0
        return float(self.weights @ np.minimum(self.support[row], self.support[of].max(axis=0)))

    def _pruned(self, rows: list[int]) -> list[int]:
        """Without options whose loss costs nothing, the worst first."""
        kept = list(rows)
        while len(kept) > 1:
            whole = self.value(kept)
            without = [(self.value([other for other in kept if other != row]), n) for n, row in enumerate(kept)]
            best, n = max(without)
            if best < whole - _SOME:
                break
            del kept[n]
        return kept

    def exactly(self) -> tuple[int, ...]:
        """The best choice, by branch and bound; of equal ones a smaller set."""
        worth = self.support @ self.weights - self.risky * self.risks
        order = sorted(range(len(self.costs)), key=lambda row: (-worth[row] / max(1, int(self.costs[row])), row))
        order = [row for row in order if worth[row] > 0 and self.costs[row] <= self.budget]
        best_rows = list(self.greedily())
        best = self.value(best_rows)
        stack: list[tuple[int, list[int], int]] = [(0, [], self.budget)]
        while stack:
            depth, rows, room = stack.pop()
            cover = self.cover(rows)
            here = self.value(rows)
            if here > best + _SOME:
                best, best_rows = here, rows
            if depth == len(order) or here + self._relaxed(cover, order[depth:], room) <= best + _SOME:
                continue
            row = order[depth]
            stack.append((depth + 1, rows, room))
            if self.costs[row] <= room:
                stack.append((depth + 1, [*rows, row], room - int(self.costs[row])))
        pruned = self._pruned(sorted(best_rows))
        return tuple(pruned if len(pruned) != 1 or self.value(pruned) > _SOME else ())
