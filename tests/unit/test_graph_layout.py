"""Places of the provenance graph: origins above, the claim below, nothing on top of anything else."""

import random
from collections import defaultdict
from itertools import pairwise

import pytest

from core.drawing.layering import components, connected, layers_of, ordered, reversed_of
from core.drawing.layout import Box, Layout, kept_apart, laid_out

CLAIM = Box("claim", above=20, below=20)
CELL = 104


def boxes(count: int, **fields: object) -> list[Box]:
    return [Box(f"n{number:04d}", below=48, **fields) for number in range(count)]  # type: ignore[arg-type]


def links(*pairs: tuple[int, int]) -> list[tuple[str, str]]:
    return [(f"n{below:04d}", f"n{above:04d}") for below, above in pairs]


def tree(count: int, children: int) -> list[tuple[str, str]]:
    return links(*((number, (number - 1) // children) for number in range(1, count)))


def overlaps(layout: Layout, nodes: list[Box]) -> list[tuple[str, str]]:
    """Nodes whose boxes, labels included, cover each other."""
    rows: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for box in nodes:
        rows[layout.places[box.id][1]].append((layout.places[box.id][0], box.id))
    across = [
        (one[1], two[1]) for row in rows.values() for one, two in pairwise(sorted(row)) if two[0] - one[0] < CELL - 1
    ]
    by_row = sorted(rows)
    down = [(str(one), str(two)) for one, two in pairwise(by_row) if two - one < 18 + 48]
    return across + down


CASES = {
    "one": (1, []),
    "three": (3, links((1, 0), (2, 0))),
    "twelve of one": (13, links(*((n, 0) for n in range(1, 13)))),
    "forty of one": (41, links(*((n, 0) for n in range(1, 41)))),
    "tree": (40, tree(40, 3)),
    "singles": (60, []),
    "twenty lineages": (200, links(*((n, n - n % 10) for n in range(200) if n % 10))),
}


@pytest.mark.parametrize("name", CASES)
def test_no_node_covers_another(name: str) -> None:
    count, pairs = CASES[name]
    nodes = boxes(count)

    assert [] == overlaps(laid_out(nodes, pairs, CLAIM, cell=CELL), nodes)


@pytest.mark.parametrize("name", CASES)
def test_what_depends_stands_below_what_it_depends_on(name: str) -> None:
    count, pairs = CASES[name]
    places = laid_out(boxes(count), pairs, CLAIM).places

    assert [] == [(a, b) for a, b in pairs if places[a][1] <= places[b][1]]


@pytest.mark.parametrize("name", CASES)
def test_the_claim_stands_below_everything_in_the_middle(name: str) -> None:
    count, pairs = CASES[name]
    layout = laid_out(boxes(count), pairs, CLAIM)
    x, y = layout.places["claim"]
    left, _, right, _ = layout.bounds

    assert y > max(place[1] for key, place in layout.places.items() if key != "claim")
    assert abs(x - (left + right) / 2) <= 1


def test_twelve_nodes_of_one_row_wrap_into_two_staggered_lines() -> None:
    count, pairs = CASES["twelve of one"]
    places = laid_out(boxes(count), pairs, CLAIM).places
    lines = sorted({places[f"n{n:04d}"][1] for n in range(1, 13)})

    assert 2 == len(lines)
    assert set() == {places[f"n{n:04d}"] for n in range(1, 13)} & {
        (x, lines[1]) for x, y in places.values() if y == lines[0]
    }


@pytest.mark.parametrize("name", CASES)
def test_the_order_of_rows_moves_nothing(name: str) -> None:
    count, pairs = CASES[name]
    nodes = boxes(count)
    chance = random.Random(3)
    turned = chance.sample(nodes, len(nodes)), chance.sample(pairs, len(pairs))

    assert laid_out(nodes, pairs, CLAIM) == laid_out(*turned, CLAIM)


def test_lineages_stand_side_by_side() -> None:
    nodes = [Box(f"n{n:04d}", block="left" if n < 5 else "right") for n in range(10)]
    pairs = links((1, 0), (2, 0), (3, 0), (4, 1), (6, 5), (7, 5), (8, 5), (9, 6), (7, 2))
    places = laid_out(nodes, pairs, CLAIM).places
    left = [places[f"n{n:04d}"][0] for n in range(5)]
    right = [places[f"n{n:04d}"][0] for n in range(5, 10)]

    assert max(left) < min(right) or max(right) < min(left)


def test_a_parent_stands_over_the_middle_of_its_children() -> None:
    places = laid_out(boxes(4), links((1, 0), (2, 0), (3, 0)), CLAIM).places

    assert places["n0000"][0] == sum(places[f"n{n:04d}"][0] for n in (1, 2, 3)) / 3


def test_a_circle_stands_in_one_row() -> None:
    places = laid_out(boxes(3), links((0, 1), (1, 0), (2, 0)), CLAIM).places

    assert places["n0000"][1] == places["n0001"][1] < places["n0002"][1]


def test_a_chain_of_five_thousand_is_folded_into_columns() -> None:
    nodes = boxes(5000)
    layout = laid_out(nodes, links(*((n + 1, n) for n in range(4999))), CLAIM)
    left, top, right, bottom = layout.bounds

    assert 5001 == len(set(layout.places.values()))
    assert 0.5 < (right - left) / (bottom - top) < 4


def test_a_circle_of_five_thousand_is_placed() -> None:
    layout = laid_out(boxes(5000), links(*((n, (n + 1) % 5000) for n in range(5000))), CLAIM)

    assert 5001 == len(set(layout.places.values()))


def test_a_large_random_graph_is_placed_without_two_nodes_in_one_place() -> None:
    chance = random.Random(5)
    pairs = links(*((n, chance.randrange(n)) for n in range(1, 2000) for _ in range(2)))

    assert 2001 == len(set(laid_out(boxes(2000), pairs, CLAIM).places.values()))


def test_links_to_unknown_nodes_and_to_itself_are_left_out() -> None:
    alone = laid_out(boxes(1), [], CLAIM)

    assert alone == laid_out(boxes(1), [("n0000", "ghost"), ("n0000", "n0000")], CLAIM)


def test_without_nodes_only_the_claim_is_placed() -> None:
    assert {"claim": (0, 20)} == laid_out([], [], CLAIM).places


def test_rows_are_numbered_from_the_top() -> None:
    layout = laid_out(boxes(3), links((1, 0), (2, 1)), CLAIM)

    assert {"n0000": 0, "n0001": 1, "n0002": 2, "claim": 3} == layout.rows


def test_places_wanted_by_two_are_shared_around_their_middle() -> None:
    assert [-5.0, 5.0, 40.0] == kept_apart([0.0, 0.0, 40.0], 10.0)


def test_components_come_upstream_first() -> None:
    assert [[3], [0, 1], [2]] == components([[1], [0, 3], [1], []])


def test_a_layer_is_one_below_the_deepest_upstream() -> None:
    assert [0, 1, 2, 1] == layers_of([[], [0], [1, 3], []])


def test_parts_are_found_whatever_the_direction() -> None:
    assert [[0, 2, 3], [1, 4], [5]] == connected(6, [(0, 2), (3, 2), (4, 1)])


def test_sweeps_take_a_crossing_out() -> None:
    upstream = [[], [], [1], [0]]

    assert [[0, 1], [3, 2]] in (
        ordered([[0, 1], [2, 3]], upstream, reversed_of(upstream)),
        [row[::-1] for row in ordered([[0, 1], [2, 3]], upstream, reversed_of(upstream))],
    )
