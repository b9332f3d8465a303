"""Layers of a directed graph: what depends stands below what it depends on; circles share a layer.

Everything works on small whole numbers and without recursion: a chain may be thousands long.
"""

from collections.abc import Sequence

Adjacency = Sequence[Sequence[int]]


def components(upstream: Adjacency) -> list[list[int]]:
    """Strongly connected components, upstream first (Tarjan, with its stack spelled out)."""
    size = len(upstream)
    index, low = [0] * size, [0] * size
    on_stack = bytearray(size)
    stack: list[int] = []
    found: list[list[int]] = []
    counter = 0
    for root in range(size):
        if index[root]:
            continue
        counter += 1
        index[root] = low[root] = counter
        stack.append(root)
        on_stack[root] = 1
        work = [(root, 0)]
        while work:
            node, place = work.pop()
            ups = upstream[node]
            while place < len(ups):
                up = ups[place]
                place += 1
                if not index[up]:
                    work.append((node, place))
                    counter += 1
                    index[up] = low[up] = counter
                    stack.append(up)
                    on_stack[up] = 1
                    work.append((up, 0))
                    break
                if on_stack[up]:
                    low[node] = min(low[node], index[up])
            else:
                if low[node] == index[node]:
                    cut = stack.index(node) if len(stack) < 8 else _last(stack, node)
                    members = stack[cut:]
                    del stack[cut:]
                    for member in members:
                        on_stack[member] = 0
                    found.append(sorted(members))
                if work:
                    above = work[-1][0]
                    low[above] = min(low[above], low[node])
    return found


def _last(stack: list[int], node: int) -> int:
    place = len(stack) - 1
    while stack[place] != node:
        place -= 1
    return place


def layers_of(upstream: Adjacency) -> list[int]:
    """Layer of every node, 0 on top: one below the lowest thing it depends on.

    A node that depends on nothing is drawn down to just above the first thing that depends on it,
    so that no line is longer than it need be.
    """
    layer = [0] * len(upstream)
    circle = [0] * len(upstream)
    for number, members in enumerate(components(upstream)):
        for member in members:
            circle[member] = number
        outside = [layer[up] + 1 for member in members for up in upstream[member] if circle[up] != number]
        deepest = max(outside, default=0)
        for member in members:
            layer[member] = deepest
    below = reversed_of(upstream)
    for node, ups in enumerate(upstream):
        if not ups and below[node]:
            layer[node] = max(0, min(layer[down] for down in below[node]) - 1)
    return layer


def reversed_of(upstream: Adjacency) -> list[list[int]]:
    """Node -> what depends on it."""
    below: list[list[int]] = [[] for _ in upstream]
    for node, ups in enumerate(upstream):
        for up in ups:
            below[up].append(node)
    return below


def connected(size: int, links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Parts that hang together, whatever the direction; largest first, then by smallest member."""
    parent = list(range(size))

    def find(node: int) -> int:
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    for one, other in links:
        a, b = find(one), find(other)
        if a != b:
            parent[max(a, b)] = min(a, b)
    parts: dict[int, list[int]] = {}
    for node in range(size):
        parts.setdefault(find(node), []).append(node)
    return sorted(parts.values(), key=lambda members: (-len(members), members[0]))


def ordered(rows: list[list[int]], upstream: Adjacency, below: Adjacency, sweeps: int = 4) -> list[list[int]]:
    """The same rows, each in an order with few crossings: barycentres, downwards and upwards in turn."""
    best, fewest = rows, None
    small = sum(map(len, rows)) <= 240
    place: dict[int, float] = {}
    for row in rows:
        _number(row, place)
    current = [list(row) for row in rows]
    for turn in range(2 * sweeps):
        downwards = turn % 2 == 0
        neighbours = upstream if downwards else below
        for row in current if downwards else reversed(current):
            key = {node: _middle(neighbours[node], place, place[node]) for node in row}
            row.sort(key=lambda node: (key[node], place[node]))
            _number(row, place)
        if small:
            crossings = _crossings(current, upstream, place)
            if fewest is None or crossings < fewest:
                best, fewest = [list(row) for row in current], crossings
            if not crossings:
                break
    return best if small else current


def _number(row: Sequence[int], place: dict[int, float]) -> None:
    # Places run from 0 to 1, so that rows of different length compare.
    for number, node in enumerate(row):
        place[node] = (number + 0.5) / len(row)


def _middle(neighbours: Sequence[int], place: dict[int, float], otherwise: float) -> float:
    known = [place[node] for node in neighbours if node in place]
    return sum(known) / len(known) if known else otherwise


def _crossings(rows: Sequence[Sequence[int]], upstream: Adjacency, place: dict[int, float]) -> int:
    total = 0
    for row in rows:
        ends = [(place[up], place[node]) for node in row for up in upstream[node] if up in place]
        ends.sort()
        for number, (_, here) in enumerate(ends):
            total += sum(1 for _, other in ends[:number] if other > here)
    return total
