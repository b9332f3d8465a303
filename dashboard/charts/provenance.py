"""The provenance graph as a pyvis network, and as the plain data the browser draws it from."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pyvis.network import Network

from dashboard.charts.layout import Box, Layout, laid_out
from dashboard.charts.theme import LINEAGE_COLOURS, UNPLACED_COLOUR, lineage_colour
from dashboard.viewmodels.graph_values import GraphEdge, GraphNode, GraphView
from dashboard.viewmodels.graph_words import CHECK_MARKS, cells

DARK_COLOURS = ("#5ba3e6", "#e5692f", "#3fd39a", "#e88bb4", "#f2dc62", "#a48bff", "#a9e3f5", "#b5685a")
"""The lineage colours for a dark ground, in the same order of hues; dark letters on each have a contrast of 4.5."""
DARK_UNPLACED = "#9aa3b2"

PALETTE = MappingProxyType(
    {
        "light": {"lineage": list(LINEAGE_COLOURS), "none": UNPLACED_COLOUR},
        "dark": {"lineage": list(DARK_COLOURS), "none": DARK_UNPLACED},
    }
)

RADIUS, GROUP_RADIUS = 13, 19
RING, LINE, NOTE_LINE = 8, 14, 14
"""Room in pixels for the ring, one line of a label, one line of words below it."""
NARROW, WIDE = 66, 106
"""Least and greatest width of a node with its label."""
SIGN = 6.4
"""Width of one sign of a label, as the layout takes it; the browser measures and cuts what is wider."""

_DASHES: Mapping[str, Any] = MappingProxyType(
    {"suspected": [6, 4], "rejected": [2, 4], "weak": [2, 4], "refutes": [9, 3, 2, 3], "neutral": [1, 4]}
)
_MARKS = MappingProxyType({"confirmed": "✓", "rejected": "✕"})


def cell_width(view: GraphView) -> int:
    """Room across for one node: enough for the longest line of any label, within limits."""
    longest = max((cells(line) for node in view.nodes[:-1] for line in _lines(node)), default=0)
    return round(min(WIDE, max(NARROW, longest * SIGN + 14)))


def _lines(node: GraphNode) -> list[str]:
    return [*node.label.split("\n"), *([node.note] if node.note else [])]


def provenance_layout(view: GraphView, *, width: float = 680, height: float = 480) -> Layout:
    """Where the nodes stand on a canvas of this size."""
    leans, origins = _leaning(view)
    boxes = [_box(node, node.id in origins) for node in view.nodes[:-1]]
    # A rejected edge is shown where it falls: showing it must not move the others.
    links = [(edge.from_id, edge.to_id) for edge in view.edges if edge.keys and edge.line != "rejected"]
    links += _tied_folds(view, leans)
    foot = Box(_claim(view).id, above=12 + 9 * (_claim(view).label.count("\n") + 1), below=12 + 9 * 2)
    return laid_out(boxes, links, foot, cell=cell_width(view), width=width, height=height)


def _claim(view: GraphView) -> GraphNode:
    return view.nodes[-1]


def _leaning(view: GraphView) -> tuple[set[str], set[str]]:
    """Nodes that depend on another, and origins: nodes that others depend on and that depend on none."""
    lines = [edge for edge in view.edges if edge.keys and edge.line != "rejected"]
    leans = {edge.from_id for edge in lines}
    return leans, {edge.to_id for edge in lines} - leans


def _box(node: GraphNode, origin: bool) -> Box:
    radius = GROUP_RADIUS if node.pick.kind == "group" else RADIUS
    words = LINE * (node.label.count("\n") + 1) + (NOTE_LINE if node.note else 0)
    half = radius + RING
    above, below = (half + words, half) if origin else (half, half + words)
    return Box(node.id, node.block, above, below, rank=_rank(node))


def _rank(node: GraphNode) -> int:
    """Closed lineages stand in the order of their letters; single sources never move when letters change."""
    if node.pick.kind != "group":
        return 0
    number = 0
    for sign in node.lineage or "":
        number = number * 27 + ord(sign) - 64
    return 1 + (number if node.lineage else 10**6)


def _tied_folds(view: GraphView, leans: set[str]) -> list[tuple[str, str]]:
    # The mark that closes a lineage hangs above its origins, as if they depended on it.
    folds = {node.block: node.id for node in view.nodes if node.pick.kind == "fold"}
    return [
        (node.id, folds[node.block])
        for node in view.nodes
        if node.block in folds and node.pick.kind != "fold" and node.id not in leans
    ]


def provenance_network(view: GraphView, layout: Layout) -> Network:
    """The graph as a pyvis network with fixed places; physics is off.

    Lines run from what depends to what it depends on, parallel and opposite ones included: hence ``directed``.
    """
    network = Network(height="540px", width="100%", directed=True, cdn_resources="in_line")
    network.toggle_physics(False)
    _, origins = _leaning(view)
    for node in view.nodes:
        x, y = layout.places[node.id]
        network.add_node(node.id, x=x, y=y, **_node_options(node, node.id in origins, layout.rows[node.id]))
    for edge in view.edges:
        level = layout.places[edge.from_id][1] <= layout.places[edge.to_id][1]
        network.add_edge(edge.from_id, edge.to_id, **_edge_options(edge, level))
    return network


def _node_options(node: GraphNode, origin: bool, row: int) -> dict[str, Any]:
    options: dict[str, Any] = {
        # pyvis writes the id where a label is empty.
        "label": node.label or " ",
        "title": node.tooltip,
        "shape": node.shape,
        "color": lineage_colour(node.lineage),
        "size": GROUP_RADIUS if node.pick.kind == "group" else RADIUS,
        "pick": {"kind": node.pick.kind, "id": node.pick.id},
        "row": row,
    }
    if node.pick.kind == "claim":
        return options | {"margin": 11}
    optional = {
        "letter": node.letter,
        "hue": _hue(node.lineage),
        "hollow": node.hollow,
        "ring": "" if node.ring == "none" else node.ring,
        "note": node.note,
        "human": node.human,
        "struck": node.retracted,
        "mark": CHECK_MARKS.get(node.check, "•") if node.check else "",
        "labelAbove": origin,
    }
    return options | {
        key: value for key, value in optional.items() if value is not None and value != "" and value is not False
    }


def _hue(letter: str | None) -> int | None:
    return LINEAGE_COLOURS.index(lineage_colour(letter)) if letter else None


def _edge_options(edge: GraphEdge, level: bool) -> dict[str, Any]:
    options: dict[str, Any] = {"id": edge.id, "title": edge.tooltip, "line": edge.line}
    if edge.keys:
        # A line leads up to what it depends on; only where it cannot, an arrow says which end depends.
        options |= {"pick": {"kind": edge.pick.kind, "id": edge.pick.id}, "arrows": "to" if level else ""}
        if level:
            options["level"] = True
    else:
        options["arrows"] = "to" if edge.line == "refutes" else ""
    if edge.line in _DASHES:
        options["dashes"] = _DASHES[edge.line]
    if edge.line in _MARKS:
        options["label"] = _MARKS[edge.line]
    if not edge.counted:
        options["faint"] = True
    return options


def provenance_data(view: GraphView, *, width: float = 680, height: float = 480) -> dict[str, Any]:
    """All the browser needs to draw the graph: plain JSON, every text in it data.

    Args:
        view: What to show.
        width: Width of the canvas the picture is laid out for; it is fitted to the real one.
        height: Its height.
    """
    layout = provenance_layout(view, width=width, height=height)
    network = provenance_network(view, layout)
    options = json.loads(network.options.to_json())
    # vis-network complains about an empty configurator.
    options.pop("configure", None)
    return {
        "name": view.name,
        "nodes": network.nodes,
        "edges": network.edges,
        "options": options,
        "palette": dict(PALETTE),
        "bounds": list(layout.bounds),
        "cell": cell_width(view),
        "selected": view.selected,
        "empty": view.empty,
    }
