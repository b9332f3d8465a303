"""Nodes and lines of the provenance graph, each with its marks and its words."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace

from core.states import Dependence, Stance
from dashboard.viewmodels.evidence import label_words
from dashboard.viewmodels.graph_facts import GraphFacts, is_human
from dashboard.viewmodels.graph_grouping import GAP, LINEAGE, REST, Drawn, Group
from dashboard.viewmodels.graph_values import GraphEdge, GraphNode, Pick
from dashboard.viewmodels.graph_words import LABEL_LENGTH, RING, SHAPE, byline, edge_words, one_line
from dashboard.viewmodels.numbers import amount, count
from dashboard.wording import DEPENDENCE, KIND, STANCE

SEPARATOR = "\x1f"
_WEIGHT = {"confirmed": 0, "known": 1, "suspected": 2, "weak": 3, "rejected": 4}
CLAIM_LENGTH = 110


def claim_node(facts: GraphFacts) -> GraphNode:
    """The claim itself, below everything."""
    return GraphNode(
        id=facts.claim_node,
        pick=Pick("claim", facts.claim_id),
        title=facts.claim_text,
        label=one_line(facts.claim_text or facts.claim_id, CLAIM_LENGTH),
        tooltip=f"Claim\n{one_line(facts.claim_text, 400)}",
        shape="box",
        kind="claim",
    )


def source_node(facts: GraphFacts, source_id: str, block: str) -> GraphNode:
    """One source."""
    source, label = facts.sources[source_id], facts.labels.get(source_id)
    state = facts.dependence[source_id]
    letter = facts.letters.get(source_id)
    stances = facts.stances(source_id)
    note = [word for word, holds in (("retracted", source.retracted), ("refutes", Stance.REFUTES in stances)) if holds]
    said = label_words(label)
    if state is not Dependence.UNKNOWN and (label is None or label.state is Dependence.UNKNOWN):
        said = f"{DEPENDENCE[state]} by its edges · no label"
    return GraphNode(
        id=f"s:{source_id}",
        pick=Pick("source", source_id),
        title=facts.titles[source_id],
        label=one_line(facts.names[source_id], LABEL_LENGTH),
        note=" · ".join(note),
        tooltip="\n".join(_tooltip(facts, source_id, said)),
        shape=SHAPE[source.kind],
        kind=KIND[source.kind],
        letter=letter or "–",
        lineage=letter,
        block=block,
        hollow=not source.retrieved,
        ring=RING[state],
        dependence=state,
        label_words=said,
        human=is_human(label),
        retracted=source.retracted,
        check=facts.checks.get(source_id, ""),
        stances=tuple(STANCE[stance] for stance in stances),
        sources=1,
    )


def _tooltip(facts: GraphFacts, source_id: str, said: str) -> list[str]:
    source, items = facts.sources[source_id], facts.items.get(source_id, ())
    letter = facts.letters.get(source_id)
    lines = [one_line(facts.titles[source_id], 240), byline(source)]
    lines.append(f"lineage {letter}" if letter else "in no counted lineage")
    lines.append(said)
    if not source.retrieved:
        lines.append("not retrieved: known only from what points to it")
    if source.retracted:
        lines.append("retracted: it counts nothing and hands nothing down")
    elif source_id in facts.leaning:
        lines.append("leans on a retracted source")
    for stance in facts.stances(source_id):
        own = [figure for item, figure in items if item.stance is stance]
        weight = sum(figure.weight for figure in own if figure is not None and figure.counted)
        counted = any(figure is not None and figure.counted for figure in own)
        tail = f", weight {amount(weight)}" if counted else ", not counted"
        lines.append(f"{count(len(own), 'passage')}: {STANCE[stance]}{tail}")
    if source_id in facts.checks:
        lines.append(f"check: {facts.checks[source_id]}")
    return lines


def group_node(facts: GraphFacts, group: Group, block: str) -> GraphNode:
    """Several sources as one node that opens when picked."""
    size = count(len(group.members), "source")
    eie = amount(sum(facts.eie.get(letter, 0.0) for letter in group.letters))
    letter = group.letters[0] if group.kind == LINEAGE else ""
    if group.kind == LINEAGE:
        title = f"{letter} · {size} · EIE {eie}"
        label = f"{size}\nEIE {eie}"
    elif group.kind == REST:
        title = f"{count(len(group.letters), 'more lineage')} · {size} · EIE {eie}"
        label = f"{len(group.letters):,} more lineages\nEIE {eie}"
    elif group.kind == GAP:
        letter = facts.letters.get(group.members[0], "")
        title = f"… {len(group.members):,} more in this chain …"
        label = f"… {len(group.members):,} more …"
    else:
        word = "refutes" if group.id.endswith("refutes") else "not counted"
        title = f"{word} · {size}"
        label = f"{word}\n{size}"
    origins = [facts.names[m] for m in group.members if not facts.upstream.get(m)] if group.kind == LINEAGE else []
    lines = [title, f"leads back to {'; '.join(origins[:3])}" if origins else "", "Click or Enter opens it."]
    stances = dict.fromkeys(stance for member in group.members for stance in facts.stances(member))
    return GraphNode(
        id=f"g:{group.id}",
        pick=Pick("group", group.id),
        title=title,
        label=label,
        tooltip="\n".join(line for line in lines if line),
        shape="dot",
        kind=size,
        letter=letter or ("…" if group.kind == GAP else "–" if group.kind != REST else "+"),
        lineage=letter or None,
        block=block or f"g:{group.id}",
        stances=tuple(STANCE[stance] for stance in stances),
        sources=len(group.members),
    )


def fold_node(facts: GraphFacts, group: Group, block: str) -> GraphNode:
    """The mark that closes an opened group again."""
    letter = facts.letters.get(group.members[0], "")
    name = {LINEAGE: f"lineage {letter}", GAP: "chain", REST: "lineages"}.get(group.kind, "these sources")
    return GraphNode(
        id=f"f:{group.id}",
        pick=Pick("fold", group.id),
        title=f"Close {name}",
        label=f"close {letter}".strip() if group.kind == LINEAGE else "close",
        tooltip=f"Draw the {count(len(group.members), 'source')} as one node again.",
        shape="square",
        kind="control",
        letter="−",
        lineage=letter or None,
        block=block or f"f:{group.id}",
    )


def lines_of(facts: GraphFacts, drawn: Drawn, shown: Collection[str]) -> tuple[GraphEdge, ...]:
    """Every line between the nodes that are drawn; what runs between two groups is one line."""
    lines: dict[str, GraphEdge] = {}
    between: Counter[str] = Counter()
    for source_id, target in facts.pairs:
        if source_id not in shown or target not in shown:
            continue
        here, there = _stand_in(drawn, source_id), _stand_in(drawn, target)
        if here == there:
            continue
        key = f"e:{here}{SEPARATOR}{there}"
        line = _dependence_line(facts, key, (source_id, target), (here, there))
        between[key] += 1
        if key not in lines or _WEIGHT[line.line] < _WEIGHT[lines[key].line]:
            lines[key] = line
    for key, number in between.items():
        if number > 1:
            lines[key] = replace(lines[key], tooltip=f"{count(number, 'dependence')} between these two.")
    for source_id in facts.items:
        for stance in facts.stances(source_id) if source_id in shown else ():
            line = _evidence_line(facts, source_id, _stand_in(drawn, source_id), stance)
            if line.id not in lines or line.counted:
                lines[line.id] = line
    return tuple(lines[key] for key in sorted(lines))


def _stand_in(drawn: Drawn, source_id: str) -> str:
    group = drawn.stands_for.get(source_id)
    return f"s:{source_id}" if group is None else f"g:{group}"


def _dependence_line(facts: GraphFacts, key: str, pair: tuple[str, str], ends: tuple[str, str]) -> GraphEdge:
    edges = facts.pairs[pair]
    strongest = edges[0]
    group = next((end.removeprefix("g:") for end in ends if end.startswith("g:")), None)
    return GraphEdge(
        id=key,
        pick=Pick("edge", strongest.key) if group is None else Pick("group", group),
        from_id=ends[0],
        to_id=ends[1],
        line="weak" if strongest.relation.weak and strongest.status != "rejected" else strongest.status.value,
        tooltip="\n".join(edge_words(edge, facts.names) for edge in edges),
        keys=tuple(edge.key for edge in edges),
    )


def _evidence_line(facts: GraphFacts, source_id: str, node: str, stance: Stance) -> GraphEdge:
    own = [figure for item, figure in facts.items[source_id] if item.stance is stance]
    line = {Stance.SUPPORTS: "supports", Stance.REFUTES: "refutes"}.get(stance, "neutral")
    grouped = node.startswith("g:")
    words = f"{STANCE[stance]} the claim" if stance in (Stance.SUPPORTS, Stance.REFUTES) else STANCE[stance]
    return GraphEdge(
        id=f"v:{node}{SEPARATOR}{line}",
        pick=Pick("group", node.removeprefix("g:")) if grouped else Pick("source", source_id),
        from_id=node,
        to_id=facts.claim_node,
        line=line,
        tooltip=f"{'these sources' if grouped else facts.names[source_id]}: {words}",
        counted=any(figure is not None and figure.counted for figure in own),
    )
