"""The sources of a claim as cards that gather: all alike, then in the graph, then one stack for each family."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.drawing.palette import LINEAGE_COLOURS, lineage_colour
from core.model import Dossier, Source
from core.numbers import amount, count
from core.results import Assessment
from core.states import Stance
from dashboard.viewmodels.evidence import title_of
from dashboard.viewmodels.graph_values import GraphNode, GraphView
from dashboard.viewmodels.graph_words import one_line

MOST_CARDS = 200
"""Sources that are drawn one by one; of more, an even choice."""
MOST_STACKS = 10
"""Families with a stack of their own; the others share one."""
MOST_NODES = 40
"""Above this many nodes every family of the graph is one node: on a wall the letters must be read."""
NAME = 48

COUNTED, AGAINST, ASIDE = "counted", "against", "aside"


@dataclass(frozen=True, slots=True)
class Card:
    """One source."""

    id: str
    name: str
    title: str
    role: str
    """counted, against or aside (it does not count)."""
    letter: str
    hue: int | None


@dataclass(frozen=True, slots=True)
class Cards:
    """The sources that carry passages of a claim, in the order in which they were found."""

    drawn: tuple[Card, ...]
    roles: Mapping[str, int]
    """Role -> how many sources there are, drawn or not."""

    @property
    def total(self) -> int:
        """All of them."""
        return sum(self.roles.values())

    def number(self, role: str) -> int:
        """How many sources have a role."""
        return self.roles.get(role, 0)

    def as_data(self) -> tuple[dict[str, Any], ...]:
        """The drawn ones for the browser."""
        return tuple(
            {"name": c.name, "title": c.title, "role": c.role, "letter": c.letter, "hue": c.hue} for c in self.drawn
        )

    @classmethod
    def of(cls, dossier: Dossier, found: Assessment) -> "Cards":
        """The cards of a claim."""
        sources = {source.id: source for source in dossier.sources}
        roles = _roles(dossier, found, sources)
        letters = {node: lineage.letter for lineage in found.lineages for node in lineage.nodes}
        chosen = _even(list(roles), MOST_CARDS)
        names = _names(chosen, sources)
        cards = tuple(
            Card(
                id=key,
                name=names[key],
                title=one_line(title_of(sources.get(key), key), 300),
                role=roles[key],
                letter=letters.get(key, "–") if roles[key] == COUNTED else "–",
                hue=hue_of(letters.get(key)) if roles[key] == COUNTED else None,
            )
            for key in chosen
        )
        every = list(roles.values())
        return cls(cards, {role: every.count(role) for role in (COUNTED, AGAINST, ASIDE)})


def hue_of(letter: str | None) -> int | None:
    """Number of a family's colour."""
    return LINEAGE_COLOURS.index(lineage_colour(letter)) if letter else None


def _roles(dossier: Dossier, found: Assessment, sources: Mapping[str, Source]) -> dict[str, str]:
    roles: dict[str, str] = {}
    for item, figure in zip(dossier.evidence, found.figures, strict=True):
        source = sources.get(item.source_id)
        refutes = item.stance is Stance.REFUTES and not (source is not None and source.retracted)
        role = COUNTED if figure.counted else AGAINST if refutes else ASIDE
        rank = (ASIDE, AGAINST, COUNTED)
        roles[item.source_id] = max(roles.get(item.source_id, ASIDE), role, key=rank.index)
    return roles


def _even(keys: Sequence[str], most: int) -> list[str]:
    if len(keys) <= most:
        return list(keys)
    return [keys[number * len(keys) // most] for number in range(most)]


def _names(keys: Sequence[str], sources: Mapping[str, Source]) -> dict[str, str]:
    """Short names that tell the sources apart: publishers where each has its own, else titles."""
    held = (sources.get(key) for key in keys)
    publishers = [source.publisher or "" if source is not None else "" for source in held]
    if all(publishers) and len({one_line(name).casefold() for name in publishers}) == len(keys):
        return {key: one_line(name, NAME) for key, name in zip(keys, publishers, strict=True)}
    return {key: one_line(title_of(sources.get(key), key), NAME) or key for key in keys}


def drawn_graph(graph: GraphView, places: Mapping[str, tuple[int, int]], cards: Cards) -> dict[str, Any]:
    """Nodes and lines of the provenance graph without the claim, and which cards each node stands for."""
    nodes = [node for node in graph.nodes if node.pick.kind in ("source", "group")]
    number = {node.id: n for n, node in enumerate(nodes)}
    lines = [
        [number[line.from_id], number[line.to_id], line.line]
        for line in graph.edges
        if line.keys and line.line != "rejected" and line.from_id in number and line.to_id in number
    ]
    firm = [(lower, upper) for lower, upper, kind in lines if kind not in ("suspected", "weak")]
    origins = {upper for _, upper in firm} - {lower for lower, _ in firm}
    members = _members(nodes, cards)
    drawn = [
        {
            "x": places[node.id][0],
            "y": places[node.id][1],
            "letter": node.letter,
            "hue": hue_of(node.lineage),
            "hollow": node.hollow,
            "ring": node.ring,
            "struck": node.retracted,
            "against": "refutes" in node.note,
            "title": one_line(node.title, 300),
            "name": one_line(node.label, NAME) if n in origins else "",
            "cards": members[n],
        }
        for n, node in enumerate(nodes)
    ]
    return {"nodes": drawn, "lines": lines, "marks": _marks(nodes, lines)}


def _members(nodes: Sequence[GraphNode], cards: Cards) -> list[list[int]]:
    """Node by node, the cards that go there; a card of a group goes to the node of its family."""
    own = {node.pick.id: n for n, node in enumerate(nodes) if node.pick.kind == "source"}
    groups = [(n, node) for n, node in enumerate(nodes) if node.pick.kind == "group"]
    of_letter = {node.lineage: n for n, node in reversed(groups) if node.lineage}
    rest = next((n for n, node in groups if node.letter == "+"), None)
    beside = {AGAINST: "refutes", ASIDE: "uncounted"}
    members: list[list[int]] = [[] for _ in nodes]
    for number, card in enumerate(cards.drawn):
        place = own.get(card.id)
        if place is None and card.role == COUNTED:
            place = of_letter.get(card.letter, rest)
        elif place is None:
            place = next((n for n, node in groups if node.pick.id.endswith(beside[card.role])), None)
        if place is not None:
            members[place].append(number)
    return members


def _marks(nodes: Sequence[GraphNode], lines: Sequence[Sequence[Any]]) -> list[str]:
    """What the marks of the picture say, as far as they occur."""
    kinds = {kind for _, _, kind in lines}
    said = [("one letter, one family", any(node.lineage for node in nodes))]
    said += [("a line leads up to where it comes from", bool(kinds - {"suspected", "weak"}))]
    said += [("dashed: suspected", bool(kinds & {"suspected", "weak"}))]
    said += [("hollow: nobody retrieved it", any(node.hollow for node in nodes))]
    said += [("dashed circle: against it", any("refutes" in node.note for node in nodes))]
    said += [("struck: retracted", any(node.retracted for node in nodes))]
    words = [word for word, occurs in said if occurs]
    return [" · ".join(words)] if words else []


def stacks(found: Assessment, cards: Cards) -> list[dict[str, Any]]:
    """One stack for each family that carries counted passages, the one that counts most first."""
    sources: dict[str, set[str]] = {}
    for figure in found.figures:
        if figure.counted and figure.lineage:
            sources.setdefault(figure.lineage, set()).add(figure.source_id)
    families = [lineage for lineage in found.lineages if lineage.letter in sources]
    own = families if len(families) <= MOST_STACKS else families[: MOST_STACKS - 1]
    rest = families[len(own) :]
    drawn = [
        {
            "letter": lineage.letter,
            "hue": hue_of(lineage.letter),
            "size": count(len(sources[lineage.letter]), "source"),
            "counts": f"counts {amount(lineage.eie)}",
            "cards": _of(cards, {lineage.letter}),
        }
        for lineage in own
    ]
    if rest:
        letters = {lineage.letter for lineage in rest}
        drawn.append(
            {
                "letter": "+",
                "hue": None,
                "size": f"{len(rest):,} more",
                "counts": f"count {amount(sum(lineage.eie for lineage in rest))}",
                "cards": _of(cards, letters),
            }
        )
    return drawn


def _of(cards: Cards, letters: set[str]) -> list[int]:
    return [n for n, card in enumerate(cards.drawn) if card.role == COUNTED and card.letter in letters]
