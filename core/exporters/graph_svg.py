"""A provenance graph as SVG: shapes by kind, colour and letter by lineage, words for everything."""

import math
from collections.abc import Iterable

from core.drawing.lettering import cells
from core.drawing.palette import LINEAGE_COLOURS, LINEAGE_COLOURS_DARK, UNPLACED_COLOUR
from core.exporters.graph_picture import GROUP_RADIUS, LINE, RADIUS, RING, SIGN, Link, Node, Picture
from core.exporters.markup import Markup, join, tag

MARGIN = 16
SPACE = "http://www.w3.org/2000/svg"

_LIGHT = "".join(f"--h{number}:{colour};" for number, colour in enumerate(LINEAGE_COLOURS))
_DARK = "".join(f"--h{number}:{colour};" for number, colour in enumerate(LINEAGE_COLOURS_DARK))
COLOURS = f"{_LIGHT}--none:{UNPLACED_COLOUR};--paper:#fff;--ink:#1b1f27;--quiet:#5b6472;--line:#727b89;--on:#fff;"
DARK_COLOURS = f"{_DARK}--none:#9aa3b2;--paper:#14181f;--ink:#e8ebf0;--quiet:#a5adba;--line:#8c95a3;--on:#000;"
"""Custom properties of both themes; what holds the graph sets them."""

STYLE = (
    ".g text{font:12px system-ui,sans-serif;fill:var(--ink);text-anchor:middle}"
    ".g .halo{paint-order:stroke;stroke:var(--paper);stroke-width:4px;stroke-linejoin:round}"
    ".g .letter{font-weight:600;fill:var(--on)}.g .hollow .letter{fill:var(--hue)}"
    ".g .note,.g .quiet{fill:var(--quiet);font-size:11px}"
    ".g .body{fill:var(--hue);stroke:var(--hue);stroke-width:2}.g .hollow .body{fill:var(--paper)}"
    ".g .ring{fill:none;stroke:var(--hue);stroke-width:2}"
    ".g .badge{fill:var(--paper);stroke:var(--ink);stroke-width:1.2}.g .sign{font-size:10px;font-weight:700}"
    ".g .strike{stroke:var(--ink);stroke-width:2}"
    ".g .claim rect{fill:var(--paper);stroke:var(--ink);stroke-width:1.5}"
    ".g .link{fill:none;stroke:var(--line);stroke-width:1.6}.g .tip{fill:var(--line)}"
    ".g .supports,.g .neutral{stroke-opacity:.45;stroke-width:1.2}.g .faint{stroke-opacity:.25}"
    ".g .suspected{stroke-dasharray:6 4}.g .rejected,.g .weak{stroke-dasharray:2 4}"
    ".g .refutes{stroke-dasharray:9 3 2 3}.g .neutral{stroke-dasharray:1 4}"
    + "".join(f".g .hue{number}{{--hue:var(--h{number})}}" for number in range(len(LINEAGE_COLOURS)))
    + ".g .hue{--hue:var(--none)}"
)
"""Rules for everything inside a graph, in classes only."""


def graph_svg(picture: Picture, name: str, *, alone: bool = False, about: Iterable[str] = ()) -> Markup:
    """The picture as an SVG element.

    Args:
        picture: What to draw.
        name: Beginning of its ids, unique in the document.
        alone: Whether it is a document of its own, with its colours and style in it.
        about: Lines that say where it comes from.
    """
    left, top, right, bottom = picture.bounds
    box = (left - MARGIN, top - MARGIN, right - left + 2 * MARGIN, bottom - top + 2 * MARGIN)
    places = {node.id: node for node in picture.nodes}
    says = " ".join((picture.says, *picture.notes, *about))
    style = None
    if alone:
        scheme = f"@media(prefers-color-scheme:dark){{.g{{{DARK_COLOURS}}}}}"
        style = tag("style", Markup(f".g{{{COLOURS}}}{scheme}{STYLE}.g{{background:var(--paper)}}"))
    return tag(
        "svg",
        tag("title", picture.name, id=f"{name}-t"),
        tag("desc", says, id=f"{name}-d"),
        style,
        tag("g", *(_link(link, places) for link in picture.links)),
        tag("g", *(_node(node) for node in picture.nodes)),
        class_="g",
        role="img",
        aria_labelledby=f"{name}-t {name}-d",
        viewBox=" ".join(map(str, box)),
        width=box[2],
        height=box[3],
        xmlns=SPACE if alone else None,
    )


def _node(node: Node) -> Markup:
    if node.kind == "claim":
        return _claim(node)
    radius = GROUP_RADIUS if node.kind == "group" else RADIUS
    hue = "hue" if node.hue is None else f"hue{node.hue}"
    parts: list[object] = [tag("title", node.title), _body(node, radius)]
    if node.kind == "group":
        parts.append(tag("circle", class_="ring", cx=node.x, cy=node.y, r=radius + 4))
    parts += [_ring(node, radius), tag("text", node.letter, class_="letter", x=node.x, y=node.y + 4)]
    if node.struck:
        reach = radius + 3
        line = {"x1": node.x - reach, "y1": node.y + reach, "x2": node.x + reach, "y2": node.y - reach}
        parts.append(tag("line", class_="strike", **line))
    parts += [_lock(node, radius) if node.human else None, _badge(node, radius) if node.check else None]
    lines = [(word, "halo") for word in node.words] + ([(node.note, "halo note")] if node.note else [])
    start = node.y - radius - RING - LINE * len(lines) + 11 if node.label_above else node.y + radius + RING + 11
    parts += [
        tag("text", word, class_=kind, x=node.x, y=start + LINE * number) for number, (word, kind) in enumerate(lines)
    ]
    return tag("g", *parts, class_=f"{hue} hollow" if node.hollow else hue)


def _claim(node: Node) -> Markup:
    height = 24 + 17 * (len(node.words) - 1)
    width = claim_width(node)
    top = node.y - height / 2
    words = (tag("text", line, x=node.x, y=round(top + 16 + 17 * n)) for n, line in enumerate(node.words))
    box = tag("rect", x=node.x - width / 2, y=top, width=width, height=height, rx=4)
    return tag("g", tag("title", node.title), box, *words, class_="claim")


def claim_width(node: Node) -> int:
    """Width of the claim's box."""
    return round(max(cells(line) for line in node.words) * SIGN * 1.05 + 28)


def _body(node: Node, radius: int) -> Markup:
    x, y, r = node.x, node.y, radius
    if node.shape == "square":
        side = 2 * r - 3
        return tag("rect", class_="body", x=x - side / 2, y=y - side / 2, width=side, height=side)
    if node.shape == "drum":
        return tag(
            "path", class_="body", d=f"M{x - r} {y - 9}a{r} 5 0 0 1 {2 * r} 0v18a{r} 5 0 0 1 {-2 * r} 0z"
        )  # fmt: skip
    corners = {"diamond": (4, 0.0, 1.2), "triangle": (3, 0.0, 1.35), "point": (3, math.pi, 1.35)}
    corners |= {"hexagon": (6, math.pi / 6, 1.1)}
    if node.shape in corners:
        number, turn, size = corners[node.shape]
        return _polygon([(turn + 2 * math.pi * n / number, r * size) for n in range(number)], x, y)
    if node.shape == "star":
        return _polygon([(math.pi * n / 8, r * (1.25 if n % 2 == 0 else 0.95)) for n in range(16)], x, y)
    return tag("circle", class_="body", cx=x, cy=y, r=r)


def _polygon(corners: list[tuple[float, float]], x: int, y: int) -> Markup:
    points = (f"{x + size * math.sin(angle):.1f},{y - size * math.cos(angle):.1f}" for angle, size in corners)
    return tag("polygon", class_="body", points=" ".join(points))


def _ring(node: Node, radius: int) -> Markup | None:
    reach = radius + 5
    if node.ring == "half":
        return tag("path", class_="ring", d=f"M{node.x} {node.y - reach}a{reach} {reach} 0 0 1 0 {2 * reach}")
    if node.ring == "none" or node.kind == "group":
        return None
    dashes = "3 4" if node.ring == "dashed" else None
    return tag("circle", class_="ring", cx=node.x, cy=node.y, r=reach, stroke_dasharray=dashes)


def _lock(node: Node, radius: int) -> Markup:
    x, y = node.x + radius + 1, node.y - radius - 1
    shackle = tag("path", d=f"M{x - 2.5} {y - 1}v-2a2.5 2.5 0 0 1 5 0v2", fill="none", stroke="currentColor")
    body = tag("rect", x=x - 3.5, y=y - 1, width=7, height=5.5, fill="currentColor")
    return tag("g", tag("circle", class_="badge", cx=x, cy=y, r=7.5), shackle, body)


def _badge(node: Node, radius: int) -> Markup:
    x, y = node.x + radius + 1, node.y + radius + 1
    return join(
        tag("circle", class_="badge", cx=x, cy=y, r=7.5), tag("text", node.check, class_="sign", x=x, y=y + 3.5)
    )


def _link(link: Link, places: dict[str, Node]) -> Markup | None:
    start, end = places.get(link.from_id), places.get(link.to_id)
    if start is None or end is None:
        return None
    to_claim = end.kind == "claim"
    x1, y1, x2, y2 = float(start.x), float(start.y), float(end.x), float(end.y)
    if to_claim:
        y2 -= 12 + 17 * (len(end.words) - 1) / 2 + 1
    if to_claim:
        # Lines spread along the claim, so that each can be followed.
        half = claim_width(end) / 2 - 12
        x2 += max(-half, min(half, 0.55 * (x1 - x2)))
    if y1 == y2:
        aside = math.copysign(RADIUS + 6, x2 - x1)
        x1, x2 = x1 + aside, x2 - aside
        bend = min(60.0, 0.25 * abs(x2 - x1))
        path = f"M{x1:.1f} {y1:.1f}Q{(x1 + x2) / 2:.1f} {y1 - bend:.1f} {x2:.1f} {y2:.1f}"
    else:
        down = math.copysign(RADIUS + 6, y2 - y1)
        y1, y2 = y1 + down, y2 - (0 if to_claim else down)
        middle = (y1 + y2) / 2
        path = f"M{x1:.1f} {y1:.1f}C{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
    classes = f"link {link.style}" + (" faint" if link.faint else "")
    parts: list[object] = [tag("title", link.title), tag("path", class_=classes, d=path)]
    mark = {"confirmed": "✓", "rejected": "✕"}.get(link.style)
    if mark:
        parts.append(tag("text", mark, class_="halo", x=round((x1 + x2) / 2), y=round((y1 + y2) / 2) + 4))
    if not to_claim and start.y <= end.y:
        # Where the line cannot lead up, a tip says which end depends.
        parts.append(tag("circle", class_="tip", cx=f"{x2:.1f}", cy=f"{y2:.1f}", r=3.5))
    return tag("g", *parts)


def legend(picture: Picture) -> tuple[tuple[str, str], ...]:
    """The marks that occur in a picture, each with what it says."""
    nodes = [node for node in picture.nodes if node.kind == "source"]
    styles = {link.style for link in picture.links}
    marks = [
        ("letter and colour", "lineage", any(node.hue is not None for node in picture.nodes)),
        ("hollow", "not retrieved", any(node.hollow for node in nodes)),
        ("ring", "independent", any(node.ring == "solid" for node in nodes)),
        ("half a ring", "partly independent", any(node.ring == "half" for node in nodes)),
        ("dashed ring", "unknown", any(node.ring == "dashed" for node in nodes)),
        ("no ring", "dependent", any(node.ring == "none" for node in nodes)),
        ("lock", "labelled by a person", any(node.human for node in nodes)),
        ("badge", "citation checked: ✓ grounded, ! not", any(node.check for node in nodes)),
        ("stroke through", "retracted", any(node.struck for node in nodes)),
        ("line", "depends on what is above", "known" in styles),
        ("line with ✓", "dependence confirmed by a person", "confirmed" in styles),
        ("dashed line", "suspected dependence", "suspected" in styles),
        ("dotted line with ✕", "rejected dependence", "rejected" in styles),
        ("dotted line", "mentions or links; changes no figure", "weak" in styles),
        ("pale line", "speaks for the claim", "supports" in styles),
        ("dash-dotted line", "refutes the claim", "refutes" in styles),
    ]
    shapes = {node.shape for node in nodes}
    kinds = [
        *(("disc", "document", "disc"), ("diamond", "press release", "diamond"), ("square", "wire story", "square")),
        *(("drum", "data set", "drum"), ("triangle", "study", "triangle"), ("star", "model output", "star")),
        *(("hexagon", "author, publisher or repository", "hexagon"), ("triangle down", "common parent", "point")),
    ]
    marks += [(mark, says, shape in shapes and len(shapes) > 1) for mark, says, shape in kinds]
    return tuple((mark, says) for mark, says, occurs in marks if occurs)
