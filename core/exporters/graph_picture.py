"""The provenance graph of a claim as a picture: places, marks and words; origins on top, the claim below."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.drawing.layout import Box, Layout, laid_out
from core.drawing.lettering import cells, one_line, wrapped
from core.drawing.palette import LINEAGE_COLOURS, lineage_colour
from core.exporters.types import Exhibit
from core.model import Dossier, Edge, Source
from core.numbers import amount, count
from core.results import Assessment
from core.states import Dependence, EdgeStatus, SourceKind, Stance
from core.wording import EDGE_STATUS, KIND, RELATION, STANCE, label_words, title_of

MOST_NODES = 60
"""Above this many sources every lineage is one node, as on the screen."""
MOST_LINEAGES = 60
RADIUS, GROUP_RADIUS = 13, 20
RING, LINE, SIGN = 8, 14, 6.4
LABEL, CLAIM_LINE = 40, 60

_STRONGEST = (EdgeStatus.CONFIRMED, EdgeStatus.KNOWN, EdgeStatus.SUSPECTED, EdgeStatus.REJECTED)
SHAPES = {
    SourceKind.PRESS_RELEASE: "diamond",
    SourceKind.WIRE_STORY: "square",
    SourceKind.DATASET: "drum",
    SourceKind.STUDY: "triangle",
    SourceKind.AUTHOR: "hexagon",
    SourceKind.PUBLISHER: "hexagon",
    SourceKind.REPOSITORY: "hexagon",
    SourceKind.MODEL_OUTPUT: "star",
    SourceKind.COMMON_PARENT: "point",
}
"""Kind of a source -> shape of its node; every other is a disc."""
RINGS = {
    Dependence.INDEPENDENT: "solid",
    Dependence.PARTIALLY_DEPENDENT: "half",
    Dependence.UNKNOWN: "dashed",
    Dependence.DEPENDENT: "none",
}


@dataclass(frozen=True, slots=True)
class Node:
    """One node: a source, a lineage drawn as one, or the claim."""

    id: str
    kind: str
    """source, group or claim."""
    words: tuple[str, ...]
    """The label, line by line."""
    title: str
    """In full, for who points at it or listens to it."""
    shape: str = "disc"
    letter: str = ""
    hue: int | None = None
    """Number of its lineage's colour; None where it is in no counted lineage."""
    hollow: bool = False
    ring: str = "none"
    note: str = ""
    human: bool = False
    struck: bool = False
    check: str = ""
    label_above: bool = False
    x: int = 0
    y: int = 0


@dataclass(frozen=True, slots=True)
class Link:
    """One line: from what depends to what it depends on, or from a source to the claim."""

    from_id: str
    to_id: str
    style: str
    """known, confirmed, suspected, rejected, weak; supports, refutes, neutral."""
    title: str
    faint: bool = False


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything that is drawn, and what it says."""

    name: str
    says: str
    nodes: tuple[Node, ...]
    links: tuple[Link, ...]
    bounds: tuple[int, int, int, int]
    notes: tuple[str, ...] = ()


def graph_picture(exhibit: Exhibit, *, width: float = 960, height: float = 560) -> Picture:
    """The graph of a claim, laid out.

    Args:
        exhibit: The claim.
        width: Width of the canvas it is made for; it grows where it has to.
        height: Its height.
    """
    dossier, found = exhibit.dossier, exhibit.found
    sources = {source.id: source for source in dossier.sources}
    if not sources:
        return Picture(_name(dossier), "No evidence is linked to this claim.", (), (), (0, 0, 1, 1))
    if len(sources) > MOST_NODES:
        nodes, links, notes = _by_lineage(dossier, found)
    else:
        nodes, links, notes = _sources(exhibit, sources), _links(dossier, found, sources), ()
    claim = Node(
        "claim", "claim", tuple(wrapped(one_line(dossier.claim.text, 150), CLAIM_LINE, 3).split("\n")), "Claim", "box"
    )
    placed, bounds = _placed(nodes, claim, links, width, height)
    return Picture(_name(dossier), found.sentence, placed, links, bounds, notes)


def _name(dossier: Dossier) -> str:
    return f"Provenance graph of claim {one_line(dossier.claim.id)}"


def _sources(exhibit: Exhibit, sources: Mapping[str, Source]) -> tuple[Node, ...]:
    dossier, found = exhibit.dossier, exhibit.found
    letters = {node: lineage.letter for lineage in found.lineages for node in lineage.nodes}
    weights: Counter[str] = Counter()
    for figure in found.figures:
        if figure.counted:
            weights[figure.source_id] += figure.weight  # type: ignore[assignment]
    checks = {check.citation_id: check.status for check in exhibit.checks}
    checked: dict[str, str] = {}
    for citation in dossier.citations:
        if (word := checks.get(citation.id, "not_checked")) != "not_checked":
            checked.setdefault(citation.source_id, word)
    stances: dict[str, dict[Stance, None]] = {}
    for item in dossier.evidence:
        stances.setdefault(item.source_id, {})[item.stance] = None
    shown = Counter(one_line(title_of(source, key)).casefold() for key, source in sources.items())
    nodes = []
    for key, source in sorted(sources.items()):
        title = one_line(title_of(source, key)) or key
        repeats = shown[title.casefold()] > 1 and source.publisher
        label = one_line(source.publisher if repeats and source.publisher else title, LABEL)
        letter = letters.get(key)
        state = _dependence(key, dossier, found)
        given = dossier.labels.get(key)
        words = [one_line(title_of(source, key), 200), KIND[source.kind], label_words(given)]
        words.append(f"lineage {letter}" if letter else "in no counted lineage")
        words += [f"{STANCE[stance]} the claim" for stance in stances.get(key, ())]
        if key in weights:
            words.append(f"adds {amount(weights[key])}")
        if not source.retrieved:
            words.append("not retrieved")
        if key in checked:
            words.append(f"citation: {checked[key].replace('_', ' ')}")
        refutes = Stance.REFUTES in stances.get(key, ())
        note = " · ".join(word for word, holds in (("retracted", source.retracted), ("refutes", refutes)) if holds)
        nodes.append(
            Node(
                id=f"s:{key}",
                kind="source",
                words=tuple(wrapped(label).split("\n")),
                title="; ".join(words),
                shape=SHAPES.get(source.kind, "disc"),
                letter=letter or "–",
                hue=hue_of(letter),
                hollow=not source.retrieved,
                ring=RINGS[state],
                note=note,
                human=given is not None and given.by != "import",
                struck=source.retracted,
                check="✓" if checked.get(key) == "grounded" else "!" if key in checked else "",
            )
        )
    return tuple(nodes)


def hue_of(letter: str | None) -> int | None:
    """Number of a lineage's colour."""
    return LINEAGE_COLOURS.index(lineage_colour(letter)) if letter else None


def _dependence(key: str, dossier: Dossier, found: Assessment) -> Dependence:
    """The label's word; where nobody gave one, what the edges that count say."""
    label = dossier.labels.get(key)
    if label is not None and (label.state is not Dependence.UNKNOWN or label.by != "import"):
        return label.state
    strengths: dict[str, float] = {}
    for edge in dossier.edges:
        if edge.from_id == key and not edge.relation.weak and edge.status in _STRONGEST[:2]:
            handed = found.policy.strength_of(edge.relation) if edge.strength is None else edge.strength
            strengths[edge.to_id] = max(handed, strengths.get(edge.to_id, 0.0))
    taken = sum(strengths.values())
    if taken > 1 - 1e-9:
        return Dependence.DEPENDENT
    return Dependence.PARTIALLY_DEPENDENT if taken > 1e-9 else Dependence.UNKNOWN


def edge_words(edge: Edge, names: Mapping[str, str]) -> str:
    """One edge in words: who depends on whom, how, and who says so."""
    parts = [f"{names[edge.from_id]} — {RELATION[edge.relation]} — {names[edge.to_id]}", EDGE_STATUS[edge.status]]
    if edge.probability is not None and edge.status is EdgeStatus.SUSPECTED:
        parts.append(f"probability {edge.probability:.2f}")
    parts += [one_line(text, 160) for text in (edge.rule, edge.note) if text]
    return "; ".join(parts)


def _links(dossier: Dossier, found: Assessment, sources: Mapping[str, Source]) -> tuple[Link, ...]:
    names = {key: one_line(title_of(source, key)) or key for key, source in sources.items()}
    pairs: dict[tuple[str, str], list[Edge]] = {}
    for edge in dossier.edges:
        if edge.from_id != edge.to_id and edge.from_id in sources and edge.to_id in sources:
            pairs.setdefault((edge.from_id, edge.to_id), []).append(edge)
    links = []
    for (lower, upper), edges in sorted(pairs.items()):
        edges.sort(key=lambda edge: (edge.relation.weak, _STRONGEST.index(edge.status)))
        first = edges[0]
        weak = first.relation.weak and first.status is not EdgeStatus.REJECTED
        title = " / ".join(edge_words(edge, names) for edge in edges)
        links.append(Link(f"s:{lower}", f"s:{upper}", "weak" if weak else first.status.value, title))
    counted = {figure.evidence_id for figure in found.figures if figure.counted}
    spoken: dict[tuple[str, Stance], bool] = {}
    for item in dossier.evidence:
        if item.source_id in sources:
            key = (item.source_id, item.stance)
            spoken[key] = spoken.get(key, False) or item.id in counted
    for (source_id, stance), counts in sorted(spoken.items()):
        style = {Stance.SUPPORTS: "supports", Stance.REFUTES: "refutes"}.get(stance, "neutral")
        links.append(Link(f"s:{source_id}", "claim", style, f"{names[source_id]}: {STANCE[stance]}", not counts))
    return tuple(links)


def _by_lineage(dossier: Dossier, found: Assessment) -> tuple[tuple[Node, ...], tuple[Link, ...], tuple[str, ...]]:
    """One node per lineage, the largest first, and one for what does not count."""
    nodes = []
    for lineage in found.lineages[:MOST_LINEAGES]:
        size, eie = count(len(lineage.nodes), "source"), amount(lineage.eie)
        nodes.append(_group(f"g:{lineage.letter}", (size, f"EIE {eie}"), lineage.letter))
    rest = found.lineages[MOST_LINEAGES:]
    if rest:
        eie = amount(sum(lineage.eie for lineage in rest))
        nodes.append(_group("g:rest", (f"{len(rest):,} more lineages", f"EIE {eie}"), ""))
    inside = {node for lineage in found.lineages for node in lineage.nodes}
    outside = [source for source in dossier.sources if source.id not in inside]
    if outside:
        nodes.append(_group("g:outside", ("not counted", count(len(outside), "source")), ""))
    links = tuple(
        Link(node.id, "claim", "neutral" if node.id == "g:outside" else "supports", node.title) for node in nodes
    )
    total = count(len(dossier.sources), "source")
    note = f"{total}: every lineage is drawn as one node; the tables name each source."
    return tuple(nodes), links, (note,)


def _group(identifier: str, words: tuple[str, ...], letter: str) -> Node:
    name = f"lineage {letter}: " if letter else ""
    title = name + ", ".join(words)
    return Node(identifier, "group", words, title, "disc", letter or "+", hue_of(letter or None))


def _placed(
    nodes: Iterable[Node], claim: Node, links: Iterable[Link], width: float, height: float
) -> tuple[tuple[Node, ...], tuple[int, int, int, int]]:
    every = list(nodes)
    hue = {node.id: node.hue for node in every}
    pairs = [
        (link.from_id, link.to_id)
        for link in links
        if link.to_id != "claim"
        and link.style != "rejected"
        and (link.style not in ("suspected", "weak") or hue[link.from_id] == hue[link.to_id])
    ]
    leaning = {lower for lower, _ in pairs}
    origins = {upper for _, upper in pairs} - leaning
    every = [replace(node, label_above=node.id in origins) for node in every]
    longest = max((cells(text) for node in every for text in (*node.words, node.note)), default=0)
    cell = round(max(70, longest * SIGN + 16))
    half = 12 + 9 * len(claim.words)
    layout: Layout = laid_out(
        [_box(node) for node in every],
        pairs,
        Box(claim.id, above=half, below=half),
        cell=cell,
        width=width,
        height=height,
    )
    placed = [replace(node, x=layout.places[node.id][0], y=layout.places[node.id][1]) for node in (*every, claim)]
    left, top, right, bottom = layout.bounds
    reach = round(max(cells(line) for line in claim.words) * SIGN / 2 + 24)
    return tuple(placed), (min(left, -reach), top, max(right, reach), bottom)


def _box(node: Node) -> Box:
    radius = GROUP_RADIUS if node.kind == "group" else RADIUS
    words = LINE * (len(node.words) + bool(node.note))
    half = radius + RING
    above, below = (half + words, half) if node.label_above else (half, half + words)
    block = "" if node.hue is None else node.letter
    return Box(node.id, block, above, below)
