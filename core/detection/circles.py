"""Circles in a directed graph: groups of nodes each of which leads to every other."""

from collections.abc import Iterable


def circles(edges: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """The groups of two or more nodes that lead to one another, each sorted, in order.

    Tarjan's algorithm with a stack of its own: a chain may be longer than Python recurses.
    """
    following: dict[str, list[str]] = {}
    for start, end in edges:
        following.setdefault(start, []).append(end)
        following.setdefault(end, [])
    number: dict[str, int] = {}
    lowest: dict[str, int] = {}
    open_nodes: list[str] = []
    is_open: set[str] = set()
    found: list[tuple[str, ...]] = []
    for root in sorted(following):
        if root in number:
            continue
        work = [(root, iter(following[root]))]
        while work:
            node, rest = work[-1]
            if node not in number:
                number[node] = lowest[node] = len(number)
                open_nodes.append(node)
                is_open.add(node)
            deeper = None
            for end in rest:
                if end not in number:
                    deeper = end
                    break
                if end in is_open:
                    lowest[node] = min(lowest[node], number[end])
            if deeper is not None:
                work.append((deeper, iter(following[deeper])))
                continue
            work.pop()
            if work:
                above = work[-1][0]
                lowest[above] = min(lowest[above], lowest[node])
            if lowest[node] == number[node]:
                group: list[str] = []
                while not group or group[-1] != node:
                    group.append(open_nodes.pop())
                    is_open.discard(group[-1])
                if len(group) > 1:
                    found.append(tuple(sorted(group)))
    return sorted(found)
