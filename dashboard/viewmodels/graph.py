"""The provenance graph of a claim: from its facts and figures to what is drawn, and the same as a table."""

from collections.abc import Sequence
from dataclasses import replace

from core.model import Dossier
from core.results import Assessment
from dashboard.viewmodels.graph_facts import GraphFacts, graph_facts
from dashboard.viewmodels.graph_grouping import BESIDE, GAP, LINEAGE, REST, Drawn, Family, grouped, upstream_steps
from dashboard.viewmodels.graph_marks import claim_node, fold_node, group_node, lines_of, source_node
from dashboard.viewmodels.graph_values import (
    GraphEdge,
    GraphNode,
    GraphOptions,
    GraphRow,
    GraphView,
    Pick,
    after_pick,
    read_pick,
)
from dashboard.viewmodels.graph_words import legend
from dashboard.viewmodels.numbers import count

__all__ = [
    "GraphEdge",
    "GraphNode",
    "GraphOptions",
    "GraphRow",
    "GraphView",
    "Pick",
    "after_pick",
    "graph_table",
    "graph_view",
    "read_pick",
]

NO_EVIDENCE = "No evidence is linked to this claim, so there is nothing to draw. Import a file that brings some."


def graph_view(dossier: Dossier, found: Assessment, options: GraphOptions | None = None) -> GraphView:
    """What the provenance graph of a claim shows.

    Args:
        dossier: The facts.
        found: The figures; lineages and their letters come from here.
        options: What the user asked to see; all of it by default.
    """
    options = options or GraphOptions()
    facts = graph_facts(dossier, found, options)
    steps = upstream_steps(sorted(facts.items), facts.upstream)
    shown = sorted(node for node, step in steps.items() if options.depth is None or step <= options.depth)
    inside = set(shown)
    upstream = {node: [up for up in facts.upstream.get(node, ()) if up in inside] for node in shown}
    families = _families(facts, shown)
    drawn = grouped(families, upstream, options.expanded, options.limit)
    lines = lines_of(facts, drawn, inside)
    nodes = _nodes(facts, families, drawn, shown, lines)
    return GraphView(
        claim_id=dossier.claim.id,
        name=f"Provenance graph of claim {dossier.claim.id}",
        nodes=nodes,
        edges=lines if shown else (),
        legend=legend(nodes, lines) if shown else (),
        notices=(*facts.notices, *_left_out(facts, families, drawn, len(steps) - len(shown), options)),
        empty="" if shown else NO_EVIDENCE,
        steps=max(steps.values(), default=0),
        grouped=any(group.kind != GAP for group in drawn.closed + drawn.opened),
        selected=_selected(facts, drawn, nodes, lines, options.selected),
    )


def _families(facts: GraphFacts, shown: Sequence[str]) -> list[Family]:
    """Every shown source in its lineage, or beside all lineages with the reason why it does not count."""
    members: dict[str, list[str]] = {}
    for node in shown:
        letter = facts.letters.get(node)
        beside = "refutes" if facts.refutes(node) else "uncounted"
        members.setdefault(f"{LINEAGE}:{facts.smallest[letter]}" if letter else f"{BESIDE}:{beside}", []).append(node)
    families = []
    for key, nodes in members.items():
        letter = facts.letters.get(nodes[0], "")
        kind = LINEAGE if letter else BESIDE
        families.append(Family(key, kind, tuple(nodes), letter, facts.eie.get(letter, 0.0)))
    return families


def _nodes(
    facts: GraphFacts, families: Sequence[Family], drawn: Drawn, shown: Sequence[str], lines: Sequence[GraphEdge]
) -> tuple[GraphNode, ...]:
    block = {member: family.id for family in families if family.kind == LINEAGE for member in family.members}
    above: dict[str, list[str]] = {}
    for line in lines:
        if line.to_id != facts.claim_node:
            above.setdefault(line.from_id, []).append(line.to_id)
    nodes = [source_node(facts, node, block.get(node, "")) for node in shown if node not in drawn.stands_for]
    nodes += [group_node(facts, group, block.get(group.members[0], "")) for group in drawn.closed]
    nodes += [fold_node(facts, group, block.get(group.members[0], "")) for group in drawn.opened]
    titles = {node.id: node.title for node in nodes}
    leaning = [replace(node, depends_on=tuple(titles[up] for up in above.get(node.id, ()))) for node in nodes]
    return (*leaning, claim_node(facts))


def _left_out(
    facts: GraphFacts, families: Sequence[Family], drawn: Drawn, beyond: int, options: GraphOptions
) -> list[str]:
    """What the picture does not show one by one, in words."""
    said = []
    if beyond:
        steps = count(options.depth or 0, "step")
        said.append(f"{count(beyond, 'source')} further up than {steps} not drawn.")
    whole = [group for group in drawn.closed if group.kind == LINEAGE]
    if whole:
        sources = sum(len(group.members) for group in whole)
        said.append(
            f"{count(sources, 'source')} in {count(len(whole), 'lineage')} are drawn as one node each lineage, "
            f"because the claim has more than {options.limit}; a click or Enter opens one."
        )
    for group in drawn.closed:
        if group.kind == REST:
            said.append(f"{count(len(group.letters), 'small lineage')} share one node.")
        elif group.kind == BESIDE:
            word = "refute the claim" if group.id.endswith("refutes") else "do not count"
            said.append(f"{count(len(group.members), 'source')} that {word} are drawn as one node.")
    chains = [group for group in drawn.closed if group.kind == GAP]
    if chains:
        hidden = sum(len(group.members) for group in chains)
        said.append(f"{count(hidden, 'source')} inside {count(len(chains), 'long chain')} are drawn as “… more …”.")
    return said


def _selected(
    facts: GraphFacts, drawn: Drawn, nodes: Sequence[GraphNode], lines: Sequence[GraphEdge], chosen: Pick | None
) -> str | None:
    """What carries the selection in this picture; a closed group carries it for its sources."""
    if chosen is None:
        return None
    if chosen.kind == "source" and chosen.id in drawn.stands_for:
        return f"g:{drawn.stands_for[chosen.id]}"
    for node in nodes:
        if node.pick == chosen:
            return node.id
    if chosen.kind == "edge":
        for line in lines:
            if chosen.id in line.keys:
                return line.id
        ends = next((pair for pair, edges in facts.pairs.items() if any(e.key == chosen.id for e in edges)), ())
        return next((f"g:{drawn.stands_for[end]}" for end in ends if end in drawn.stands_for), None)
    return None


def graph_table(view: GraphView) -> tuple[GraphRow, ...]:
    """The nodes of the graph as lines of text: what a reader gets who cannot see the picture.

    By lineage, then in the order of the picture; the claim last.
    """
    rows = [
        GraphRow(
            id=node.id,
            node=node.title,
            lineage=node.lineage or "none",
            kind=f"{node.kind}, not retrieved" if node.hollow else node.kind,
            depends_on="; ".join(node.depends_on) or "nothing known",
            label=" · ".join(part for part in (node.label_words, "retracted" if node.retracted else "") if part),
            stance=", ".join(node.stances),
            selected=node.id == view.selected,
            pick=node.pick,
        )
        for node in view.nodes
    ]
    return tuple(sorted(rows, key=_place))


def _place(row: GraphRow) -> tuple[bool, bool, int, str]:
    return (row.pick.kind == "claim", row.lineage == "none", len(row.lineage), row.lineage)
