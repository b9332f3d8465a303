"""The provenance graph as a pyvis network, and as the plain data the browser draws it from."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from pyvis.network import Network

from core.drawing.layout import Box, Layout, laid_out
from dashboard.charts.theme import LINEAGE_COLOURS, LINEAGE_COLOURS_DARK, UNPLACED_COLOUR, lineage_colour
from dashboard.viewmodels.graph_values import GraphEdge, GraphNode, GraphView
from dashboard.viewmodels.graph_words import cells, check_mark, wrapped

DARK_UNPLACED = "#9aa3b2"

PALETTE = MappingProxyType(
    {
        "light": {"lineage": list(LINEAGE_COLOURS), "none": UNPLACED_COLOUR},
        "dark": {"lineage": list(LINEAGE_COLOURS_DARK), "none": DARK_UNPLACED},
    }
)

RADIUS, GROUP_RADIUS = 13, 19
RING, LINE, NOTE_LINE = 8, 14, 14
"""Room in pixels for the ring, one line of a label, one line of words below it."""
NARROW = 66
"""Least width of a node with its label."""
WRAPPINGS = ((16, 3), (23, 2))
"""Places in a line and lines of a label."""
CLAIM_LINE = 44
FEW = 300
"""Up to this many nodes it is worth trying every wrapping."""
SIGN = 6.4
"""Width of one sign of a label, as the layout takes it; the browser measures and cuts what is wider."""

_DASHES: Mapping[str, Any] = MappingProxyType(
    {"suspected": [6, 4], "rejected": [2, 4], "weak": [2, 4], "refutes": [9, 3, 2, 3], "neutral": [1, 4]}
)
_MARKS = MappingProxyType({"confirmed": "✓", "rejected": "✕"})


@dataclass(frozen=True, slots=True)
class Picture:
    """Where everything stands, and how its words are wrapped to fit there."""

    layout: Layout
    labels: Mapping[str, str]
    cell: int
    """Width of a node with its label."""
    origins: frozenset[str]
    """Nodes that others depend on and that depend on none: nothing comes in from above, so the label goes there."""


def picture_of(view: GraphView, *, width: float = 680, height: float = 480) -> Picture:
    """The picture that can be shown largest on a canvas: narrow labels of three lines or wide ones of two.

    Args:
        view: What to show.
        width: Width of the canvas.
        height: Its height.
    """
    wrappings = WRAPPINGS if len(view.nodes) <= FEW else WRAPPINGS[:1]
    pictures = [_wrapped_picture(view, line, lines, width, height) for line, lines in wrappings]
    return max(pictures, key=lambda picture: round(_scale(picture.layout, width, height), 2))


def _scale(layout: Layout, width: float, height: float) -> float:
    left, top, right, bottom = layout.bounds
    return min(1.0, width / (right - left), height / (bottom - top))


def _wrapped_picture(view: GraphView, line: int, lines: int, width: float, height: float) -> Picture:
    *nodes, claim = view.nodes
    labels = {node.id: wrapped(node.label, line, lines) for node in nodes}
    labels[claim.id] = wrapped(claim.label, CLAIM_LINE, 3)
    longest = max((cells(text) for node in nodes for text in [*labels[node.id].split("\n"), node.note]), default=0)
    cell = round(min(line * SIGN + 6, max(NARROW, longest * SIGN + 14)))
    links = _links(view)
    leans = {below for below, _ in links}
    origins = frozenset(above for _, above in links) - leans
    boxes = [_box(node, labels[node.id], node.id in origins) for node in nodes]
    half = 12 + 9 * (labels[claim.id].count("\n") + 1)
    layout = laid_out(
        boxes,
        links + _tied_folds(view, leans),
        Box(claim.id, above=half, below=half),
        cell=cell,
        width=width,
        height=height,
    )
    return Picture(layout, MappingProxyType(labels), cell, origins)


def _links(view: GraphView) -> list[tuple[str, str]]:
    """The lines that decide who stands above whom.

    A rejected edge is shown where it falls: showing it must not move the others. Nor does a mere suspicion
    pull two lineages together.
    """
    block = {node.id: node.block for node in view.nodes}
    return [
        (edge.from_id, edge.to_id)
        for edge in view.edges
        if edge.keys
        and edge.line != "rejected"
        and (edge.line not in ("suspected", "weak") or block[edge.from_id] == block[edge.to_id])
    ]


def _box(node: GraphNode, label: str, origin: bool) -> Box:
    radius = GROUP_RADIUS if node.pick.kind == "group" else RADIUS
    words = LINE * (label.count("\n") + 1) + (NOTE_LINE if node.note else 0)
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


def provenance_network(view: GraphView, picture: Picture) -> Network:
    """The graph as a pyvis network with fixed places; physics is off.

    Lines run from what depends to what it depends on, parallel and opposite ones included: hence ``directed``.
    """
    network = Network(height="540px", width="100%", directed=True, cdn_resources="in_line")
    network.toggle_physics(False)
    layout = picture.layout
    for node in view.nodes:
        x, y = layout.places[node.id]
        network.add_node(node.id, x=x, y=y, row=layout.rows[node.id], **_node_options(node, picture))
    for edge in view.edges:
        level = layout.places[edge.from_id][1] <= layout.places[edge.to_id][1]
        network.add_edge(edge.from_id, edge.to_id, **_edge_options(edge, level))
    return network


def _node_options(node: GraphNode, picture: Picture) -> dict[str, Any]:
    options: dict[str, Any] = {
        # pyvis writes the id where a label is empty.
        "label": picture.labels[node.id] or " ",
        "title": node.tooltip,
        "shape": node.shape,
        "color": lineage_colour(node.lineage),
        "size": GROUP_RADIUS if node.pick.kind == "group" else RADIUS,
        "pick": {"kind": node.pick.kind, "id": node.pick.id},
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
        "mark": check_mark(node.check),
        "labelAbove": node.id in picture.origins,
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
    picture = picture_of(view, width=width, height=height)
    network = provenance_network(view, picture)
    options = json.loads(network.options.to_json())
    # vis-network complains about an empty configurator.
    options.pop("configure", None)
    return {
        "name": view.name,
        "nodes": network.nodes,
        "edges": network.edges,
        "options": options,
        "palette": dict(PALETTE),
        "bounds": list(picture.layout.bounds),
        "cell": picture.cell,
        "selected": view.selected,
        "empty": view.empty,
    }
