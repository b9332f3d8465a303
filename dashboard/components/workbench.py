"""Graph, inspector and evidence table around one selection; a choice redraws these three and nothing else."""

import streamlit as st

from core.results import ClaimFile
from dashboard import session
from dashboard.charts.theme import lineage_ground
from dashboard.components import failure
from dashboard.components.citation_blocks import ClaimChecks
from dashboard.components.graph import provenance_graph
from dashboard.components.inspector import Deeds, edge_inspector, node_inspector, nothing_chosen
from dashboard.components.plain_text import block, prose
from dashboard.components.table import paged_table
from dashboard.viewmodels.checks import badges, by_item
from dashboard.viewmodels.evidence import evidence_table
from dashboard.viewmodels.graph import GraphOptions, GraphView, Pick, after_pick, graph_view
from dashboard.viewmodels.inspector import edge_view, node_view, saved_words

HEIGHT = 600
"""Of graph and inspector, in pixels; it never changes, so that nothing below them jumps."""
TABLE_HEIGHT = 440


@st.fragment(key="workbench")
def workbench(file: ClaimFile, deeds: Deeds, checks: ClaimChecks) -> None:
    """Draw the three views of the evidence."""
    chosen = session.address("node")
    picture, detail = st.columns((7, 5), gap="small")
    with picture, st.container(border=True, height=HEIGHT, key="graph-frame"), failure.shown():
        _graph(file, chosen, checks)
    with detail, st.container(border=True, height=HEIGHT, key="inspector-frame"), failure.shown():
        _inspector(file, chosen, deeds, checks)
    _evidence(file, chosen, checks)


def _graph(file: ClaimFile, chosen: str | None, checks: ClaimChecks) -> None:
    key = f"graph|{file.uid}"

    def picked() -> None:
        pick = session.picked_node(key)
        if pick is None:
            return
        if pick.kind in ("group", "fold"):
            session.open_groups(file.uid, after_pick(session.opened_groups(file.uid), pick))
        else:
            session.select(None if pick.kind == "claim" else pick.id)

    options = GraphOptions(
        depth=session.value(f"depth|{file.uid}"),
        expanded=session.opened_groups(file.uid),
        selected=_pick(file, chosen),
        checks=badges(checks.lines),
    )
    view = graph_view(file.dossier, file.assessment, options)
    provenance_graph(view, key=key, on_pick=picked, height=HEIGHT - 118)
    _notes(view)


def _pick(file: ClaimFile, chosen: str | None) -> Pick | None:
    if chosen is None:
        return None
    return Pick("edge" if any(edge.key == chosen for edge in file.dossier.edges) else "source", chosen)


def _notes(view: GraphView) -> None:
    marks = " · ".join(f"{entry.mark} = {entry.text}" for entry in view.legend)
    prose([block(marks, "small"), *(block(notice, "small") for notice in view.notices)], key="graph-notes")


def _inspector(file: ClaimFile, chosen: str | None, deeds: Deeds, checks: ClaimChecks) -> None:
    me, status = session.reviewer(), saved_words(session.saved(file.uid), file.assessment)
    edge = edge_view(file.dossier, chosen, file.events, me) if chosen else None
    node = node_view(file.dossier, file.assessment, chosen, file.events, me) if chosen and not edge else None
    if edge is not None:
        edge_inspector(edge, deeds=deeds, status=status)
    elif node is not None:
        node_inspector(node, uid=file.uid, deeds=deeds, status=status, checks=checks)
    else:
        if chosen is not None:
            prose(
                [block("The address names a source this claim does not have:", "caution"), block(chosen)], key="no-node"
            )
        nothing_chosen(file.dossier, deeds.values(), on_pick=session.select)


def _evidence(file: ClaimFile, chosen: str | None, checks: ClaimChecks) -> None:
    colours = {family.letter: lineage_ground(family.letter) for family in file.assessment.lineages}
    view = evidence_table(file.dossier, file.assessment, colours, by_item(checks.lines, file.dossier))
    paged_table(
        view,
        key=f"evidence|{file.uid}",
        name="evidence",
        selected=chosen,
        on_pick=session.select,
        height=TABLE_HEIGHT,
    )
