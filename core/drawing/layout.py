"""Places for the nodes of a provenance graph: origins on top, the claim at the bottom, lineages side by side.

Pure arithmetic on sizes and links: no drawing, no chance, no recursion. The same graph gets the same places
whatever the order of its rows, so that a relabel moves nothing.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from core.drawing.layering import connected, layers_of, ordered, reversed_of
from core.drawing.shelves import Part, Section, Shelf, shelved

GAP = 24
"""Free height between two rows, for the lines to be seen."""
LAYER_GAP = 14
"""More of it above a row that depends on the one before."""
FOOT_GAP = 34


@dataclass(frozen=True, slots=True)
class Box:
    """What the layout needs to know of a node: who it is, with whom it stands, how much room it takes."""

    id: str
    block: str = ""
    above: float = 18
    """Room above its centre."""
    below: float = 18
    """Room below its centre, its label included."""
    rank: int = 0
    """Smaller ones come first among nodes that stand alone; equal ones go by id."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Places in pixels at full size."""

    places: dict[str, tuple[int, int]]
    rows: dict[str, int]
    """Number of the row a node stands in, 0 on top; what the keyboard moves along."""
    bounds: tuple[int, int, int, int]
    """Left, top, right, bottom, labels included."""


def laid_out(
    boxes: Iterable[Box],
    links: Iterable[tuple[str, str]],
    foot: Box | None = None,
    *,
    cell: float = 104,
    width: float = 680,
    height: float = 480,
) -> Layout:
    """Place every box; what depends stands below what it depends on, and circles stand in one row.

    Args:
        boxes: The nodes; their order does not matter.
        links: (from, to), from depends on to; links to unknown boxes are left out.
        foot: The claim, below everything.
        cell: Width a node takes, its label included.
        width: Width of the canvas the picture is made for.
        height: Its height.
    """
    nodes = sorted(boxes, key=lambda box: (box.rank, box.id))
    number = {box.id: n for n, box in enumerate(nodes)}
    pairs = sorted({(number[a], number[b]) for a, b in links if a in number and b in number and a != b})
    upstream: list[list[int]] = [[] for _ in nodes]
    for node, up in pairs:
        upstream[node].append(up)
    parts, singles = _parts(nodes, upstream, pairs)
    room = sum(box.above + box.below for box in nodes) / len(nodes) + GAP + LAYER_GAP / 2 if nodes else GAP
    shelves = shelved(parts, singles, cell=cell, row=room, width=width, height=height)
    across: dict[int, float] = {}
    row_of: dict[int, int] = {}
    starts: set[int] = set()
    first = 0
    for shelf in shelves:
        _place_shelf(shelf, upstream, cell, first, across, row_of, starts)
        first += shelf.rows
    gaps = [0 if row == 0 else GAP + LAYER_GAP * (row in starts) for row in range(first)]
    return _measured(nodes, across, row_of, gaps, foot, cell)


def _parts(
    nodes: Sequence[Box], upstream: Sequence[Sequence[int]], pairs: Sequence[tuple[int, int]]
) -> tuple[list[Part], list[int]]:
    """What hangs together, each with its blocks side by side, and the nodes that stand alone."""
    layer = layers_of(upstream)
    below = reversed_of(upstream)
    parts, singles = [], []
    for members in connected(len(nodes), pairs):
        if len(members) == 1:
            singles.append(members[0])
            continue
        rows: list[list[int]] = [[] for _ in range(max(layer[node] for node in members) + 1)]
        for node in members:
            rows[layer[node]].append(node)
        rows = ordered([row for row in rows if row], upstream, below)
        names = {node: nodes[node].block for node in members}
        sums: dict[str, list[float]] = {}
        for row in rows:
            for place, node in enumerate(row):
                sums.setdefault(names[node], []).append((place + 0.5) / len(row))
        blocks = sorted(sums, key=lambda name: (sum(sums[name]) / len(sums[name]), name))
        parts.append(Part([[[node for node in row if names[node] == name] for row in rows] for name in blocks]))
    return parts, singles


def _place_shelf(
    shelf: Shelf,
    upstream: Sequence[Sequence[int]],
    cell: float,
    first: int,
    across: dict[int, float],
    row_of: dict[int, int],
    starts: set[int],
) -> None:
    below = reversed_of(upstream)
    left = 0.0
    mine: list[int] = []
    for section in shelf.sections:
        for block in section.blocks:
            places = _spread(block, section.cap, upstream, below, cell)
            low = min(places.values())
            for node, x in places.items():
                across[node] = left + x - low
            mine += places
            left += max(places.values()) - low + cell
        top = first + shelf.rows - section.rows if section.sinks else first
        starts |= {top + sum(section.depths[:n]) for n in range(1, len(section.depths))}
        _rows_of(section, top, row_of)
    for number, node in enumerate(shelf.singles):
        row, column = divmod(number, shelf.columns)
        # Every other row stands half a cell to the side: lines to the claim pass between the nodes.
        across[node] = left + (column + 0.5 * (row % 2)) * cell
        row_of[node] = first + shelf.rows - (len(shelf.singles) - 1) // shelf.columns - 1 + row
        mine.append(node)
    middle = (min(across[node] for node in mine) + max(across[node] for node in mine)) / 2
    for node in mine:
        across[node] -= middle


def _rows_of(section: Section, first: int, row_of: dict[int, int]) -> None:
    for block in section.blocks:
        start = first
        for row, depth in zip(block, section.depths, strict=True):
            lines = -(-len(row) // section.cap)
            for place, node in enumerate(row):
                row_of[node] = start + place % lines
            start += depth


def _spread(
    block: Sequence[Sequence[int]],
    cap: int,
    upstream: Sequence[Sequence[int]],
    below: Sequence[Sequence[int]],
    cell: float,
) -> dict[int, float]:
    """Places across for the rows of one block: parents over their children, never closer than a cell.

    A wrapped row is one order over several lines: neighbours stand on different lines and share the cell.
    """
    x: dict[int, float] = {}
    gaps = [cell / max(1, -(-len(row) // cap)) for row in block]
    for row, gap in zip(block, gaps, strict=True):
        for place, node in enumerate(row):
            x[node] = (place - (len(row) - 1) / 2) * gap
    rows = list(zip(block, gaps, strict=True))
    for turn in range(6):
        neighbours = upstream if turn % 2 == 0 else below
        for row, gap in rows if turn % 2 == 0 else reversed(rows):
            wanted = []
            for node in row:
                known = [x[other] for other in neighbours[node] if other in x]
                wanted.append(sum(known) / len(known) if known else x[node])
            for node, spot in zip(row, kept_apart(wanted, gap), strict=True):
                x[node] = spot
    return x


def kept_apart(wanted: Sequence[float], gap: float) -> list[float]:
    """The places nearest to the wanted ones, in the same order and at least a gap apart (least squares).

    Examples:
        >>> kept_apart([0.0, 0.0, 10.0], 4.0)
        [-2.0, 2.0, 10.0]
    """
    pools: list[tuple[float, int]] = []
    for number, place in enumerate(wanted):
        total, size = place - number * gap, 1
        while pools and pools[-1][0] / pools[-1][1] > total / size:
            before, members = pools.pop()
            total, size = total + before, size + members
        pools.append((total, size))
    flat = [total / size for total, size in pools for _ in range(size)]
    return [place + number * gap for number, place in enumerate(flat)]


def _measured(
    nodes: Sequence[Box],
    across: dict[int, float],
    row_of: dict[int, int],
    gaps: Sequence[int],
    foot: Box | None,
    cell: float,
) -> Layout:
    rows = len(gaps)
    above, below = [0.0] * rows, [0.0] * rows
    for node, row in row_of.items():
        above[row] = max(above[row], nodes[node].above)
        below[row] = max(below[row], nodes[node].below)
    heights, bottom = [], 0.0
    for row, gap in enumerate(gaps):
        heights.append(bottom + gap + above[row])
        bottom += gap + above[row] + below[row]
    places = {nodes[n].id: (round(x), round(heights[row_of[n]])) for n, x in across.items()}
    numbers = {nodes[n].id: row for n, row in row_of.items()}
    left = min((x for x, _ in places.values()), default=0) - cell / 2
    right = max((x for x, _ in places.values()), default=0) + cell / 2
    if foot is not None:
        bottom += (FOOT_GAP if rows else 0) + foot.above
        places[foot.id] = (0, round(bottom))
        numbers[foot.id] = rows
        bottom += foot.below
    return Layout(places, numbers, (round(left), 0, round(right), round(bottom)))
