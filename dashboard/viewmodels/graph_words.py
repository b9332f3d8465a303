"""The words of the provenance graph: short labels, tooltips, marks and the legend."""

from collections.abc import Iterable
from types import MappingProxyType

from core.drawing.lettering import cells as cells, one_line as one_line, wrapped as wrapped
from core.model import Edge, Source
from core.states import Dependence, EvidenceState, SourceKind
from dashboard.check_words import CHECK, CHECK_SIGN, OUTDATED
from dashboard.viewmodels.graph_values import GraphEdge, GraphNode, LegendEntry
from dashboard.wording import DEPENDENCE, EDGE_STATUS, KIND, RELATION, STATE

LABEL_LENGTH = 40
"""Characters of a title that stand beside a node; the whole title is in the tooltip and the table."""

SHAPE = MappingProxyType(
    {
        SourceKind.DOCUMENT: "dot",
        SourceKind.UNSPECIFIED: "dot",
        SourceKind.PRESS_RELEASE: "diamond",
        SourceKind.WIRE_STORY: "square",
        SourceKind.DATASET: "database",
        SourceKind.STUDY: "triangle",
        SourceKind.AUTHOR: "hexagon",
        SourceKind.PUBLISHER: "hexagon",
        SourceKind.REPOSITORY: "hexagon",
        SourceKind.MODEL_OUTPUT: "star",
        SourceKind.COMMON_PARENT: "triangleDown",
    }
)
"""Shape of a node by its kind, in the names vis-network uses."""

_SHAPE_MARKS = MappingProxyType(
    {
        "dot": ("●", "document"),
        "diamond": ("◆", "press release"),
        "square": ("■", "wire story"),
        "database": ("⛁", "data set"),
        "triangle": ("▲", "study"),
        "hexagon": ("⬢", "author, publisher or repository"),
        "star": ("✸", "model output"),
        "triangleDown": ("▼", "common parent"),
    }
)

RING = MappingProxyType(
    {
        Dependence.INDEPENDENT: "solid",
        Dependence.DEPENDENT: "none",
        Dependence.PARTIALLY_DEPENDENT: "half",
        Dependence.UNKNOWN: "dashed",
    }
)
"""Outline of a node by its dependence, so that it can be told without colour."""

_RING_MARKS = MappingProxyType(
    {
        "solid": ("ring", DEPENDENCE[Dependence.INDEPENDENT]),
        "none": ("no ring", DEPENDENCE[Dependence.DEPENDENT]),
        "half": ("half a ring", DEPENDENCE[Dependence.PARTIALLY_DEPENDENT]),
        "dashed": ("dashed ring", DEPENDENCE[Dependence.UNKNOWN]),
    }
)

_LINE_MARKS = MappingProxyType(
    {
        "known": ("line", "depends on what is above"),
        "confirmed": ("line with ✓", "dependence confirmed by a person"),
        "suspected": ("dashed line", "suspected dependence"),
        "rejected": ("dotted line with ✕", "rejected dependence"),
        "weak": ("dotted line", "mentions or links; changes no figure"),
        "supports": ("pale line", "speaks for the claim"),
        "refutes": ("dash-dotted line with a bar", "refutes the claim"),
        "neutral": ("pale dotted line", "neither for nor against, or not judged"),
    }
)

CHECK_MARKS = MappingProxyType(
    {
        STATE[EvidenceState.VERIFIED]: "✓",
        STATE[EvidenceState.SUPPORTED]: "✓",
        OUTDATED: CHECK_SIGN["stale"],
        **{CHECK[key]: sign for key, sign in CHECK_SIGN.items()},
    }
)
"""Outcome of a check in words -> the mark drawn on the node; the word stands in the tooltip and the table."""


def check_mark(words: str) -> str:
    """The mark of an outcome; of several citations together that of the one that is named."""
    named = words.partition(" · ")[0].partition(" ×")[0]
    return CHECK_MARKS.get(named, "•") if words else ""


def byline(source: Source) -> str:
    """Kind, publisher and date, as far as the data gives them."""
    parts = [KIND[source.kind], source.publisher, source.published_at]
    return " · ".join(one_line(part, 60) for part in parts if part)


def edge_words(edge: Edge, names: dict[str, str]) -> str:
    """One edge in words: who depends on whom, how, who says so, and the evidence for it."""
    parts = [f"{names[edge.from_id]} — {RELATION[edge.relation]} — {names[edge.to_id]}"]
    state = EDGE_STATUS[edge.status]
    if edge.probability is not None and edge.status == "suspected":
        state += f", probability {edge.probability:.2f}"
    parts.append(state + (f" · {one_line(edge.rule, 60)}" if edge.rule else ""))
    if edge.note:
        parts.append(one_line(edge.note, 160))
    return "\n".join(parts)


def legend(nodes: Iterable[GraphNode], lines: Iterable[GraphEdge]) -> tuple[LegendEntry, ...]:
    """What the marks of a picture mean; only those that occur in it."""
    every = tuple(nodes)
    sources = [node for node in every if node.pick.kind == "source"]
    rings, drawn = {node.ring for node in sources}, {line.line for line in lines}
    shapes = {node.shape for node in sources}
    entries = []
    if any(node.lineage for node in every):
        entries.append(LegendEntry("letter and colour", "lineage"))
    if any(node.hollow for node in sources):
        entries.append(LegendEntry("hollow", "not retrieved"))
    entries += [LegendEntry(*mark) for ring, mark in _RING_MARKS.items() if ring in rings]
    entries += [LegendEntry(*mark) for line, mark in _LINE_MARKS.items() if line in drawn]
    if any(node.human for node in sources):
        entries.append(LegendEntry("lock", "labelled by a person"))
    if any(node.check for node in sources):
        entries.append(LegendEntry("badge", "outcome of a check; its word is in the tooltip"))
    if any(node.pick.kind == "group" for node in every):
        entries.append(LegendEntry("double disc", "several sources; click or Enter opens it"))
    if shapes - {"dot"}:
        entries += [LegendEntry(*mark) for shape, mark in _SHAPE_MARKS.items() if shape in shapes]
    return tuple(entries)


def legend_text(entries: Iterable[LegendEntry]) -> str:
    """The legend on one line."""
    return " · ".join(f"{entry.mark} = {entry.text}" for entry in entries)
