"""What a provenance graph is made of: nodes, lines, choices; frozen values, made in one place and drawn in another."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.states import Dependence

LIMIT = 60
"""Above this many nodes lineages are drawn as one node each."""

PICKABLE = frozenset({"source", "edge", "claim", "group", "fold"})


@dataclass(frozen=True, slots=True)
class Pick:
    """What the user chose: a source, an edge or the claim; or a group to open, a fold to close again."""

    kind: str
    id: str
    """Source id, edge key, claim id or group id, exactly as in the data."""


@dataclass(frozen=True, slots=True)
class GraphOptions:
    """What the user asked to see. Python keeps it, so that table, inspector and graph agree."""

    depth: int | None = None
    """Upstream steps that are drawn; None draws all."""
    expanded: Collection[str] = frozenset()
    """Ids of the groups that were opened."""
    show_rejected: bool = False
    selected: Pick | None = None
    checks: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Source id -> outcome of its check in words, where one was made."""
    limit: int = LIMIT


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One node of the picture."""

    id: str
    """Unique in the picture; a source, a group and the claim may share an id of the data."""
    pick: Pick
    title: str
    """In full, as the data has it."""
    label: str
    """Cut; it is wrapped where it is drawn, to the room there is."""
    tooltip: str
    shape: str
    kind: str
    """In words: document, press release, claim, 14 sources."""
    note: str = ""
    """Words below the label that no mark may replace: retracted, refutes."""
    letter: str = ""
    lineage: str | None = None
    block: str = ""
    """Nodes of one block stand together."""
    hollow: bool = False
    """True for what nobody retrieved."""
    ring: str = "none"
    """solid, half, dashed or none: its dependence."""
    dependence: Dependence | None = None
    """None for the claim and for groups."""
    label_words: str = ""
    """Dependence and who said so."""
    human: bool = False
    retracted: bool = False
    check: str = ""
    """Outcome of a check in words; empty where none was made."""
    stances: tuple[str, ...] = ()
    sources: int = 0
    """How many sources the node stands for."""
    depends_on: tuple[str, ...] = ()
    """Titles of the nodes it depends on."""


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """One line of the picture: a dependence, or what a source says of the claim."""

    id: str
    pick: Pick
    from_id: str
    to_id: str
    line: str
    """known, confirmed, suspected, rejected, weak; towards the claim supports, refutes, neutral."""
    tooltip: str
    counted: bool = True
    keys: tuple[str, ...] = ()
    """Keys of all edges the line stands for; parallel edges are one line."""


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One mark of the picture and what it says."""

    mark: str
    text: str


@dataclass(frozen=True, slots=True)
class GraphView:
    """All that the graph, its legend and its table show."""

    claim_id: str
    name: str
    """What a screen reader calls the graph."""
    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    legend: tuple[LegendEntry, ...]
    notices: tuple[str, ...]
    """What was grouped, left out or could not be drawn, in words."""
    empty: str
    """Said instead of a picture where the claim has no evidence."""
    steps: int
    """Upstream steps there are, drawn or not: the depth control need not offer more."""
    grouped: bool
    selected: str | None
    """Id of the node or edge that carries the selection; a closed group carries it for its sources."""


@dataclass(frozen=True, slots=True)
class GraphRow:
    """One node as a line of the table beside the graph."""

    id: str
    node: str
    lineage: str
    kind: str
    depends_on: str
    label: str
    stance: str
    selected: bool
    pick: Pick


def read_pick(value: object) -> Pick | None:
    """What the browser sent, if it is a pick; anything else is none."""
    if not isinstance(value, Mapping):
        return None
    kind, identifier = value.get("kind"), value.get("id")
    if isinstance(kind, str) and kind in PICKABLE and isinstance(identifier, str):
        return Pick(kind, identifier)
    return None


def graph_key(name: str) -> str:
    """The key under which a graph of this name keeps its state.

    Streamlit refuses a component whose key holds two underscores in a row, and ids of the data may.

    Examples:
        >>> graph_key("graph|set:a__b")
        'graph|set:a%5F%5Fb'
    """
    return name.replace("%", "%25").replace("_", "%5F")


def after_pick(expanded: Collection[str], pick: Pick) -> frozenset[str]:
    """The opened groups after a pick: a group opens, a fold closes its group, everything else changes nothing."""
    if pick.kind == "group":
        return frozenset(expanded) | {pick.id}
    if pick.kind == "fold":
        return frozenset(expanded) - {pick.id}
    return frozenset(expanded)
