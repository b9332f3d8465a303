"""How the parts of a graph share the canvas: rows wrapped, tall parts folded into columns, parts on shelves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

FOOT = 90
"""Height kept for the claim."""
ENOUGH = 0.85
"""Shrinking down to this is not felt; a flat row of single nodes is worth it."""
FOLDED = 0.5
"""A folded part must fit this much better than an upright one: in its later columns what depends may stand above."""


@dataclass(frozen=True, slots=True)
class Part:
    """Nodes that hang together: block by block, row by row; every block has a list for every row."""

    blocks: list[list[list[int]]]

    @property
    def widest(self) -> list[int]:
        """Per block, the length of its longest row."""
        return [max(map(len, rows)) for rows in self.blocks]


@dataclass(frozen=True, slots=True)
class Section:
    """A part, or one column of a folded part, with its rows wrapped."""

    blocks: list[list[list[int]]]
    cap: int
    """Nodes that stand side by side in a block before its row wraps."""
    depths: list[int]
    """Per row, how many lines it takes once wrapped."""
    sinks: bool
    """True stands on the floor of its shelf, False hangs from its top (a column of a folded part)."""

    @property
    def rows(self) -> int:
        """Lines it takes in all."""
        return sum(self.depths)

    @property
    def columns(self) -> int:
        """Cells it is wide; a wrapped row is spread evenly over its lines."""
        return sum(max(-(-len(row) // max(1, -(-len(row) // self.cap))) for row in rows) for rows in self.blocks)


@dataclass(frozen=True, slots=True)
class Shelf:
    """Sections side by side, and single nodes in a bank at their right."""

    sections: list[Section]
    singles: list[int]
    columns: int
    """Cells the bank is wide; 0 without one."""
    rows: int

    @property
    def width(self) -> int:
        """Cells it is wide in all."""
        return sum(section.columns for section in self.sections) + self.columns


def shelved(
    parts: Sequence[Part], singles: Sequence[int], *, cell: float, row: float, width: float, height: float
) -> list[Shelf]:
    """The arrangement that needs the least shrinking to fit the canvas; of equal ones the flattest.

    Args:
        parts: What hangs together, largest first.
        singles: Nodes without neighbours.
        cell: Width of a node with its label.
        row: Height of a row with the gap to the next.
        width: Width of the canvas.
        height: Its height.
    """
    best: list[Shelf] = []
    best_key = (-1.0, 0, 0, 0)
    for columns in _widths(sum(len(r) for part in parts for rows in part.blocks for r in rows) + len(singles)):
        tallest = max(5, round(columns * cell * (height - FOOT) / width / row))
        for fold in (0, tallest):
            shelves = _arranged(parts, singles, columns, fold)
            across = max((shelf.width for shelf in shelves), default=1) * cell
            down = sum(shelf.rows for shelf in shelves) * row + FOOT
            fit = min(ENOUGH, width / across, height / down) * (FOLDED if fold else 1.0)
            banks = sum(-(-len(shelf.singles) // shelf.columns) for shelf in shelves if shelf.singles)
            key = (round(fit, 2), -sum(shelf.rows for shelf in shelves), -banks, -columns)
            if key > best_key:
                best, best_key = shelves, key
    return best


def _widths(nodes: int) -> Iterator[int]:
    columns = 4.0
    while columns < 8 or columns * columns < 6 * nodes:
        yield int(columns)
        columns = max(columns + 1, columns * 1.2)


def _arranged(parts: Sequence[Part], singles: Sequence[int], columns: int, fold: int) -> list[Shelf]:
    shelves: list[Shelf] = []
    current: list[Section] = []
    for part in parts:
        sections = _sections(part, columns, fold)
        wide = sum(section.columns for section in sections)
        if current and sum(section.columns for section in current) + wide > columns:
            shelves.append(_shelf(current))
            current = []
        current += sections
    if not singles:
        return [*shelves, _shelf(current)] if current else shelves
    if not current:
        return [*shelves, _bank([], singles, columns)]
    left = columns - sum(section.columns for section in current)
    if left > 0 and -(-len(singles) // left) <= max(1, max(section.rows for section in current)):
        return [*shelves, _bank(current, singles, left)]
    return [*shelves, _shelf(current), _bank([], singles, columns)]


def _shelf(sections: list[Section]) -> Shelf:
    return Shelf(sections, [], 0, max(section.rows for section in sections))


def _bank(sections: list[Section], singles: Sequence[int], room: int) -> Shelf:
    lines = -(-len(singles) // room)
    columns = -(-len(singles) // lines)
    return Shelf(sections, list(singles), columns, max([lines, *(section.rows for section in sections)]))


def _sections(part: Part, columns: int, fold: int) -> list[Section]:
    cap = _cap(part.widest, columns)
    depths = [max(-(-len(row) // cap) for row in rows) for rows in zip(*part.blocks, strict=True)]
    if not fold or sum(depths) <= fold:
        return [Section(part.blocks, cap, depths, True)]
    sections, start, lines = [], 0, 0
    for number, depth in enumerate(depths):
        if lines and lines + depth > fold:
            sections.append(_column(part, cap, depths, start, number))
            start, lines = number, 0
        lines += depth
    return [*sections, _column(part, cap, depths, start, len(depths))]


def _column(part: Part, cap: int, depths: list[int], start: int, stop: int) -> Section:
    blocks = [rows[start:stop] for rows in part.blocks]
    return Section([rows for rows in blocks if any(rows)], cap, depths[start:stop], False)


def _cap(widest: Sequence[int], columns: int) -> int:
    """The longest row that lets all blocks stand side by side, if there is one."""
    low, high = 1, max(widest)
    while low < high:
        middle = (low + high + 1) // 2
        if sum(min(middle, size) for size in widest) <= columns:
            low = middle
        else:
            high = middle - 1
    return max(low, min(2, max(widest)))
