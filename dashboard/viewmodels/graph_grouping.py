"""Which nodes a provenance graph draws: upstream steps, long chains shortened, lineages as one node each."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

CHAIN = 24
"""A longer run of nodes with one upstream and one downstream each is shortened."""
CHAIN_ENDS = 2
"""Nodes of a shortened run that stay at each end."""

LINEAGE, REST, GAP, BESIDE = "lineage", "rest", "gap", "beside"


@dataclass(frozen=True, slots=True)
class Group:
    """Several sources drawn as one node, or, once opened, the mark that closes them again."""

    id: str
    kind: str
    """lineage, rest (the many small lineages), gap (the middle of a chain) or beside (what does not count)."""
    members: tuple[str, ...]
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Drawn:
    """The outcome: who stands for whom."""

    stands_for: Mapping[str, str]
    """Source id -> id of the group that stands for it; a source without an entry stands for itself."""
    closed: tuple[Group, ...]
    opened: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """What grouping needs to know of a lineage, or of the sources beside all lineages."""

    id: str
    kind: str
    members: tuple[str, ...]
    letter: str = ""
    eie: float = 0.0


def upstream_steps(start: Iterable[str], upstream: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Fewest steps from the evidence to everything upstream of it; 0 for the evidence itself."""
    steps = dict.fromkeys(start, 0)
    queue = list(steps)
    for node in queue:
        for above in upstream.get(node, ()):
            if above not in steps:
                steps[above] = steps[node] + 1
                queue.append(above)
    return steps


def grouped(
    families: Sequence[Family],
    upstream: Mapping[str, Sequence[str]],
    expanded: Collection[str],
    limit: int,
) -> Drawn:
    """Shorten long chains; if more than ``limit`` nodes remain, draw each lineage as one node.

    What the user opened stays open and does not count against the limit: opening one thing never closes another.

    Args:
        families: Every drawn source in exactly one family.
        upstream: Source -> the drawn sources it depends on.
        expanded: Ids of the groups the user opened.
        limit: Number of nodes above which lineages are drawn as one node.
    """
    gaps = _gaps(upstream, {member: family.id for family in families for member in family.members})
    closed = [gap for gap in gaps if gap.id not in expanded]
    opened = [gap for gap in gaps if gap.id in expanded]
    hidden = {member: gap.id for gap in closed for member in gap.members}
    free = {member for gap in opened for member in gap.members}
    shown = sum(1 for family in families for m in family.members if m not in hidden and m not in free) + len(closed)
    if shown <= limit:
        return Drawn(hidden, tuple(closed), tuple(opened))

    stands_for: dict[str, str] = dict(hidden)
    groups: list[Group] = []
    for family in families:
        group = Group(family.id, family.kind, family.members, (family.letter,) if family.letter else ())
        if len(family.members) == 1:
            continue
        if family.id in expanded or not free.isdisjoint(family.members):
            opened.append(group)
            continue
        groups.append(group)
        stands_for.update(dict.fromkeys(family.members, family.id))
    swallowed = set(stands_for.values())
    closed = [gap for gap in closed if gap.id in swallowed] + groups
    _bundle_the_rest(families, closed, opened, stands_for, expanded, limit)
    return Drawn(stands_for, tuple(closed), tuple(opened))


def _bundle_the_rest(
    families: Sequence[Family],
    closed: list[Group],
    opened: list[Group],
    stands_for: dict[str, str],
    expanded: Collection[str],
    limit: int,
) -> None:
    # Sixty lineages are a picture, two hundred are not: the smallest share one node.
    open_ids = {group.id for group in opened}
    single = [f for f in families if f.kind == LINEAGE and f.id not in open_ids]
    if len(single) <= limit:
        return
    single.sort(key=lambda family: (-family.eie, -len(family.members), len(family.letter), family.letter))
    small = single[max(1, limit - 10) :]
    rest = Group(
        REST,
        REST,
        tuple(member for family in small for member in family.members),
        tuple(family.letter for family in small),
    )
    if REST in expanded:
        opened.append(rest)
        return
    gone = {family.id for family in small}
    closed[:] = [group for group in closed if group.id not in gone] + [rest]
    stands_for.update(dict.fromkeys(rest.members, REST))


def _gaps(upstream: Mapping[str, Sequence[str]], family_of: Mapping[str, str]) -> list[Group]:
    """The middles of long chains within one family, in the order of their first node."""
    above = {node: [up for up in upstream.get(node, ()) if up in family_of] for node in family_of}
    below: dict[str, list[str]] = {node: [] for node in family_of}
    for node, ups in above.items():
        for up in ups:
            below[up].append(node)
    links = {node for node in family_of if len(above[node]) == 1 and len(below[node]) == 1}
    starts = [node for node in family_of if node in links and below[node][0] not in links]
    gaps, seen = [], set()
    # A closed circle of links has no start; its smallest id serves.
    for start in [*starts, *sorted(links)]:
        run = []
        node = start
        while node in links and node not in seen:
            seen.add(node)
            run.append(node)
            node = above[node][0]
        run = [node for node in run if family_of[node] == family_of[start]]
        if len(run) > CHAIN:
            middle = tuple(run[CHAIN_ENDS:-CHAIN_ENDS])
            gaps.append(Group(f"{GAP}:{middle[0]}", GAP, middle))
    return gaps
