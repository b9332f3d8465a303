"""Effective independent evidence of one lineage as a maximum flow, with the share of each document."""

from collections.abc import Sequence

import numpy as np

from core.lineage.content import credits
from core.lineage.graph import Lineage

SCALE = 1_000_000_000
"""scipy wants 32-bit integers: capacities are at most 1, so 1e9 fits."""
NOTHING = 1e-12
"""Residual capacities below this are rounding."""


def document_weights(lineage: Lineage, own: Sequence[float], retracted: Sequence[bool]) -> list[float]:
    """Increase of the flow when each evidence node joins, per node; they add up to the EIE.

    Documents join upstream first (``lineage.order``); each is joined to the sink and the flow
    is augmented by searching back from it. A node found to have no way back to any content
    stays so, hence every node is given up at most once and long chains cost linear time.

    Args:
        lineage: The lineage.
        own: Own content per node, in [0, 1].
        retracted: Nodes taken out of the network.

    Returns:
        One weight per node of the lineage, in [0, 1]; 0 for nodes without evidence.

    Source:
        [HOUSE] scoring, "EIE as a flow", steps 5 to 7; [MENGER] distinct paths as a flow.
    """
    count = len(lineage.ids)
    credit = credits(lineage, own, retracted)
    left = list(own)
    # Arc 2i leads forward, arc 2i + 1 is its reverse; node n enters at 2n and leaves at 2n + 1.
    head: list[int] = []
    room: list[float] = []
    leaving: list[list[int]] = [[] for _ in range(2 * count)]

    def connect(tail: int, tip: int, capacity: float) -> None:
        leaving[tail].append(len(head))
        leaving[tip].append(len(head) + 1)
        head.extend((tip, tail))
        room.extend((capacity, 0.0))

    for n in range(count):
        if retracted[n]:
            left[n] = 0.0
            continue
        connect(2 * n, 2 * n + 1, 1.0 if lineage.carries[n] else credit[n] * lineage.pull[n])
        for u, share in lineage.upstream[n]:
            if not retracted[u] and share * credit[u] > NOTHING:
                connect(2 * u + 1, 2 * n, share * credit[u])
    dead = [False] * (2 * count)
    weights = [0.0] * count
    for n in lineage.order:
        if not retracted[n]:
            weights[n] = _join(2 * n + 1, leaving, head, room, left, dead)
    return weights


def _join(
    goal: int,
    leaving: list[list[int]],
    head: list[int],
    room: list[float],
    left: list[float],
    dead: list[bool],
) -> float:
    """Push up to one unit from any content that is left to ``goal``; return how much arrived."""
    arrived = 0.0
    while arrived < 1.0 - NOTHING and not dead[goal]:
        toward = {goal: -1}
        queue = [goal]
        source = -1
        for node in queue:
            if not node & 1 and left[node >> 1] > NOTHING:
                source = node
                break
            for arc in leaving[node]:
                before = head[arc]
                if room[arc ^ 1] > NOTHING and before not in toward and not dead[before]:
                    toward[before] = arc ^ 1
                    queue.append(before)
        if source < 0:
            for node in queue:
                dead[node] = True
            break
        push = min(left[source >> 1], 1.0 - arrived)
        node = source
        while node != goal:
            push = min(push, room[toward[node]])
            node = head[toward[node]]
        node = source
        while node != goal:
            arc = toward[node]
            room[arc] -= push
            room[arc ^ 1] += push
            node = head[arc]
        left[source >> 1] -= push
        arrived += push
    return arrived


class LargeFlow:
    """The flow of one large lineage by scipy; the network is laid out once, only its data change."""

    def __init__(self, lineage: Lineage) -> None:
        # Loaded here: most claims never need it, and it doubles the time a command takes to start.
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import maximum_flow

        self._solve = maximum_flow
        self._lineage = lineage
        count = len(lineage.ids)
        source, sink = 2 * count, 2 * count + 1
        tails, tips = [], []
        for n in range(count):
            tails += [source, 2 * n]
            tips += [2 * n, 2 * n + 1]
        for n in range(count):
            if lineage.carries[n]:
                tails.append(2 * n + 1)
                tips.append(sink)
        self._share = np.array([share for ups in lineage.upstream for _, share in ups])
        self._up = np.array([u for ups in lineage.upstream for u, _ in ups], dtype=np.int64)
        self._down = np.array([n for n, ups in enumerate(lineage.upstream) for _ in ups], dtype=np.int64)
        tails += (2 * self._up + 1).tolist()
        tips += (2 * self._down).tolist()
        self._carries = np.array(lineage.carries)
        self._pull = np.array(lineage.pull)
        order = np.arange(1, len(tails) + 1, dtype=np.int32)
        self._network = coo_array(
            (order, (np.array(tails), np.array(tips))), shape=(2 * count + 2, 2 * count + 2), dtype=np.int32
        ).tocsr()
        self._place = self._network.data.copy() - 1
        self._source, self._sink = source, sink

    def eie(self, own: Sequence[float], retracted: Sequence[bool]) -> float:
        """Maximum flow of the lineage, in units of one independent item, to about 1e-9 per arc.

        Source:
            [HOUSE] scoring, "EIE as a flow", step 6; [DINIC] solver.
        """
        alive = ~np.array(retracted)
        credit = np.array(credits(self._lineage, own, retracted))
        capacity = np.where(self._carries, 1.0, credit * self._pull) * alive
        pair = np.empty(2 * len(alive))
        pair[0::2] = np.array(own) * alive
        pair[1::2] = capacity
        values = np.concatenate(
            [pair, (1.0 * alive)[self._carries], self._share * credit[self._up] * alive[self._up] * alive[self._down]]
        )
        self._network.data = np.rint(values * SCALE).astype(np.int32)[self._place]
        return float(self._solve(self._network, self._source, self._sink).flow_value) / SCALE
