"""Closed form of the flow where every document has at most one upstream, for many scenarios at once."""

import numpy as np
from numpy.typing import NDArray

from core.lineage.graph import Lineage

Scenarios = NDArray[np.float64]
"""Shape (nodes, scenarios)."""


def forest_eie(lineage: Lineage, own: Scenarios, alive: Scenarios) -> NDArray[np.float64]:
    """EIE of a forest per scenario, without solving a flow.

    Formula:
        D(n) = [carries evidence] + sum of pull(child)
        pull(n) = min(share * credit(upstream), max(0, min(capacity(n), D(n)) - own(n)))
        EIE = sum of min(own(n), capacity(n), D(n))

    Args:
        lineage: A lineage with ``forest`` true.
        own: Own content, shape (nodes, scenarios), in [0, 1].
        alive: 1 where the node takes part, 0 where it is retracted; same shape.

    Returns:
        EIE per scenario, shape (scenarios,), >= 0.

    Source:
        [HOUSE] scoring, "Speed": closed form for any forest.
    """
    count, scenarios = own.shape
    credit = np.empty_like(own)
    for n, ups in enumerate(lineage.upstream):
        row = own[n]
        if ups:
            u, share = ups[0]
            row = np.minimum(1.0, row + share * credit[u])
        credit[n] = row * alive[n]
    demand = np.zeros_like(own)
    total = np.zeros(scenarios)
    for n in range(count - 1, -1, -1):
        need = demand[n]
        if lineage.carries[n]:
            need = need + 1.0
            capacity = alive[n]
        else:
            capacity = credit[n] * lineage.pull[n]
        need = np.minimum(need, capacity) * alive[n]
        given = np.minimum(own[n], need)
        total += given
        if lineage.upstream[n]:
            u, share = lineage.upstream[n][0]
            demand[u] += np.minimum(share * credit[u], need - given)
    return total
