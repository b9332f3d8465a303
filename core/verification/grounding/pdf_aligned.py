"""Tables without rulings: consecutive lines of numbers whose columns are parted by white space from top to bottom."""

import re
from itertools import pairwise

from core.verification.grounding.pdf_words import Bounds, Word
from core.verification.representation import Cell

_NUMERIC = re.compile(r"[(\[]?[-+−–—±<>~≈$€£¥]*(?:\d[\d.,:/–-]*|—|–|-|n/?a|N/?A|\.\.)[%‰)*†‡\]⁰-⁹¹²³ᵃ-ᵛ]*\Z")
_LEAST_ROWS = 3
_RIVER = 2.5
"""Least width, in points, of the white space between two columns."""
_MOST_HEADERS = 4

Line = list[Word]
Found = tuple[Bounds, tuple[tuple[Cell, Bounds], ...], int]


def aligned_tables(words: list[Word]) -> list[Found]:
    """Find tables in the words of a page that lie in no ruled one.

    Returns:
        Bounds, cells with theirs, and the number of header rows of each.
    """
    lines = _lines(words)
    found = []
    for start, stop in _runs(lines):
        table = _table(lines, start, stop)
        if table is not None:
            found.append(table)
    return found


def _lines(words: list[Word]) -> list[Line]:
    lines: list[Line] = []
    for word in sorted(words, key=lambda word: (word.middle[1], word.bounds[0])):
        if lines and abs(_level(lines[-1]) - word.middle[1]) < 0.5 * max(4.0, _height(word)):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [sorted(line, key=lambda word: word.bounds[0]) for line in lines]


def _level(line: Line) -> float:
    return sum(word.middle[1] for word in line) / len(line)


def _height(word: Word) -> float:
    return word.bounds[3] - word.bounds[1]


def _data(line: Line) -> bool:
    """A line of figures: at least two, and no more words than figures beside its name."""
    figures = sum(_NUMERIC.match(word.text) is not None for word in line)
    named = 0
    for word in line:
        if _NUMERIC.match(word.text):
            break
        named += 1
    return figures >= 2 and figures >= 0.6 * (len(line) - named)


def _runs(lines: list[Line]) -> list[tuple[int, int]]:
    """Stretches of lines of figures that follow one another at an even pace."""
    runs = []
    start: int | None = None
    for number, line in enumerate([*lines, []]):
        follows = number > 0 and line and _level(line) - _level(lines[number - 1]) < 3.2 * max(map(_height, line))
        if line and _data(line) and (start is None or follows):
            start = number if start is None else start
            continue
        if start is not None and number - start >= _LEAST_ROWS:
            runs.append((start, number))
        start = number if line and _data(line) else None
    return runs


def _table(lines: list[Line], start: int, stop: int) -> Found | None:
    body = lines[start:stop]
    columns = _columns(body)
    if len(columns) < 2:
        return None
    headers = _headers(lines, start, columns)
    rows: list[list[tuple[int, int, Line]]] = [*headers, *(_cells(line, columns) for line in body)]
    cells: list[tuple[Cell, Bounds]] = []
    for row, groups in enumerate(rows):
        for column, span, group in groups:
            text = " ".join(word.text for word in group)
            cells.append((Cell(row, column, text, 1, span), _around(group)))
    header_rows = len(headers) + _first_row_is_header(body[0], columns, bool(headers))
    cells = _raised_stub(cells, header_rows)
    bounds = _around([word for line in [*lines[start - len(headers) : start], *body] for word in line])
    return bounds, tuple(cells), header_rows


def _columns(body: list[Line]) -> list[tuple[float, float]]:
    """The stretches between the rivers that no word of any line crosses."""
    taken: list[tuple[float, float]] = []
    for left, right in sorted((word.bounds[0], word.bounds[2]) for line in body for word in line):
        if taken and left - taken[-1][1] < _RIVER:
            taken[-1] = (taken[-1][0], max(taken[-1][1], right))
        else:
            taken.append((left, right))
    return taken


def _cells(line: Line, columns: list[tuple[float, float]]) -> list[tuple[int, int, Line]]:
    groups: dict[int, Line] = {}
    for word in line:
        middle = word.middle[0]
        column = min(range(len(columns)), key=lambda number: _distance(middle, columns[number]))
        groups.setdefault(column, []).append(word)
    return [(column, 1, group) for column, group in sorted(groups.items())]


def _headers(lines: list[Line], start: int, columns: list[tuple[float, float]]) -> list[list[tuple[int, int, Line]]]:
    """Lines above the figures whose phrases each stand over columns, from the topmost down."""
    headers: list[list[tuple[int, int, Line]]] = []
    for number in range(start - 1, max(-1, start - 1 - _MOST_HEADERS), -1):
        line = lines[number]
        if _level(lines[number + 1]) - _level(line) > 2.6 * max(map(_height, line)):
            break
        spans = _over_columns(line, columns)
        if spans is None:
            break
        headers.insert(0, spans)
    return headers


def _over_columns(line: Line, columns: list[tuple[float, float]]) -> list[tuple[int, int, Line]] | None:
    phrases: list[Line] = []
    for word in line:
        if phrases and word.bounds[0] - phrases[-1][-1].bounds[2] < 1.2 * _height(word):
            phrases[-1].append(word)
        else:
            phrases.append([word])
    spans: list[tuple[int, int, Line]] = []
    for phrase in phrases:
        left, right = phrase[0].bounds[0], phrase[-1].bounds[2]
        under = [number for number, column in enumerate(columns) if left < column[1] and column[0] < right]
        if not under:
            return None
        if under[0] == 0 and len(under) > 1:
            return None
        spans.append((under[0], len(under), phrase))
    if all(column == 0 for column, _, _ in spans):
        return None
    if any(left[0] + left[1] > right[0] for left, right in pairwise(spans)):
        return None
    return _centred(spans, columns)


def _centred(spans: list[tuple[int, int, Line]], columns: list[tuple[float, float]]) -> list[tuple[int, int, Line]]:
    """A phrase centred over more columns than it touches stands over all of them."""
    wider = []
    for place, (column, span, phrase) in enumerate(spans):
        least = spans[place - 1][0] + spans[place - 1][1] if place else min(1, column)
        most = spans[place + 1][0] if place + 1 < len(spans) else len(columns)
        middle = (phrase[0].bounds[0] + phrase[-1].bounds[2]) / 2
        best = (column, span)
        if column > 0:
            for first in range(column, least - 1, -1):
                for last in range(column + span, most + 1):
                    left, right = columns[first][0], columns[last - 1][1]
                    if abs((left + right) / 2 - middle) <= 0.06 * (right - left) + 2 and last - first > best[1]:
                        best = (first, last - first)
        wider.append((best[0], best[1], phrase))
    if any(left[0] + left[1] > right[0] for left, right in pairwise(wider)):
        return spans
    return wider


def _first_row_is_header(line: Line, columns: list[tuple[float, float]], under_header: bool) -> int:
    cells = _cells(line, columns)
    years = [re.fullmatch(r"(?:19|20)\d\d", " ".join(w.text for w in group)) for column, _, group in cells if column]
    if years and all(years):
        return 1
    return int(under_header and len({column for column, _, _ in cells}) >= len(columns) - 1)


def _raised_stub(cells: list[tuple[Cell, Bounds]], header_rows: int) -> list[tuple[Cell, Bounds]]:
    """The name of the first column stands beside the last header line and belongs to all of them."""
    named = [pair for pair in cells if pair[0].col == 0 and pair[0].row < header_rows]
    if len(named) != 1 or named[0][0].row == 0:
        return cells
    cell, bounds = named[0]
    raised = Cell(0, 0, cell.text, cell.row + 1, cell.col_span)
    return [(raised, bounds) if pair is named[0] else pair for pair in cells]


def _distance(value: float, stretch: tuple[float, float]) -> float:
    return max(stretch[0] - value, value - stretch[1], 0.0)


def _around(words: list[Word]) -> Bounds:
    return (
        min(word.bounds[0] for word in words),
        min(word.bounds[1] for word in words),
        max(word.bounds[2] for word in words),
        max(word.bounds[3] for word in words),
    )
