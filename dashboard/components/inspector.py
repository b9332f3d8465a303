"""The chosen source or edge in full; all of it is text from outside and drawn as such."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.model import Dossier
from core.results import LabelValue, Reading
from core.states import Dependence, EdgeStatus
from dashboard.charts.theme import lineage_ground
from dashboard.components import failure, reviewer
from dashboard.components.citation_blocks import ClaimChecks, source_citations
from dashboard.components.plain_text import Block, block, line, prose
from dashboard.components.relabel import Choice, relabel_form
from dashboard.components.table import table
from dashboard.viewmodels.inspector import EdgeView, NodeView
from dashboard.viewmodels.numbers import amount, percent
from dashboard.viewmodels.open_questions import moving, open_questions_table, open_questions_words
from dashboard.wording import DECISION

NOTHING = "This claim has no evidence. Import a file that brings some; it is kept under the claim's id."


@dataclass(frozen=True, slots=True)
class Deeds:
    """What the inspector may ask for and do."""

    read: Callable[[str, Dependence, float | None], Reading]
    """The figures of the claim if a source were labelled so."""
    read_edge: Callable[[str, EdgeStatus], Reading]
    """The figures of the claim if an edge had that status."""
    values: Callable[[], Sequence[LabelValue]]
    """What settling each open question would change."""
    save: Callable[[Choice], None]
    judge: Callable[[str, EdgeStatus, int | None], None]
    """Confirm or reject an edge by its key."""
    undo: Callable[[int], None]


def nothing_chosen(dossier: Dossier, values: Sequence[LabelValue], *, on_pick: Callable[[str], None]) -> None:
    """What to do while nothing is chosen, and which open questions are worth it."""
    if not dossier.evidence:
        prose([block("Nothing to choose", "heading"), block(NOTHING, "quiet")], key="inspector-nothing")
        return
    prose(
        [
            block("Choose a source", "heading"),
            block("Click a node or an edge in the graph, or a row of the table below. With the keyboard: Tab to the "
                  "graph or the table, arrow keys to move, Enter to choose.", "quiet"),
            block("Worth a look first", "heading"),
            block(open_questions_words(values), "quiet"),
        ],
        key="inspector-empty",
    )  # fmt: skip
    if moving(values):
        table(open_questions_table(dossier, values), key="open-questions", on_pick=on_pick, sortable=False)


def node_inspector(node: NodeView, *, uid: str, deeds: Deeds, status: str, checks: ClaimChecks) -> None:
    """A source with its passages, label, citations, relations and history, and the relabel form."""
    prose(_about(node), key="inspector-about")
    relabel_form(
        node,
        uid=uid,
        read=lambda state, weight: deeds.read(node.source_id, state, weight),
        save=deeds.save,
        undo=deeds.undo,
        status=status,
    )
    source_citations(checks, node.source_id)
    prose(_relations(node), key="inspector-relations")


def _about(node: NodeView) -> list[Block]:
    title = [block(node.title, "heading")]
    if node.lineage:
        title.insert(0, block(node.lineage, "chip", colour=lineage_ground(node.lineage)))
    blocks = [line(*title), block(node.byline, "small")]
    if node.url:
        blocks.append(block(node.url, "address", href=node.link or ""))
    for passage in node.passages[:3]:
        blocks += [block(passage.text, "passage"), block(passage.about, "small")]
    if len(node.passages) > 3:
        blocks.append(block(f"and {len(node.passages) - 3} more passages in the table", "small"))
    if node.conflict:
        blocks.append(block(node.conflict, "caution"))
    blocks.append(line(block("Label", "quiet"), block(node.label, "strong"), block(node.label_by, "small")))
    return blocks


def _relations(node: NodeView) -> list[Block]:
    blocks = [block("In this claim", "strong")] if node.facts else []
    blocks += [block(fact, "item") for fact in node.facts]
    if node.upstream:
        blocks.append(block("Depends on", "strong"))
        blocks += [block(words, "item") for words in node.upstream]
    if node.downstream:
        blocks.append(block("Others that depend on it", "strong"))
        blocks += [block(words, "item") for words in node.downstream]
    if not node.upstream and not node.downstream:
        blocks.append(block("No edge leads to or from it.", "small"))
    blocks.append(block("History", "strong"))
    blocks += [block(words, "small") for words in node.history] or [block("No label given here yet.", "small")]
    return blocks


def edge_inspector(edge: EdgeView, *, deeds: Deeds, status: str) -> None:
    """An edge with what stands behind it, and its verdict."""
    prose(
        [
            block(edge.source, "heading"),
            block(f"{edge.relation} · {edge.status_words}", "strong"),
            block(edge.target, "heading"),
            *(block(fact, "item") for fact in edge.facts),
        ],
        key="inspector-edge",
    )
    verdicts = [deeds.read_edge(edge.key, status) for status in (EdgeStatus.CONFIRMED, EdgeStatus.REJECTED)]
    confirmed, rejected = (
        f"EIE {amount(then.eie)}, confidence {percent(then.aware)}, {DECISION[then.decision]}" for then in verdicts
    )
    prose([block(f"If confirmed: {confirmed}"), block(f"If rejected: {rejected}")], key="inspector-edge-verdicts")
    reviewer.ask()
    with st.container(horizontal=True):
        for status, label in (
            (EdgeStatus.CONFIRMED, "Confirm"),
            (EdgeStatus.REJECTED, "Reject"),
            (EdgeStatus.SUSPECTED, "Only suspected"),
        ):
            st.button(
                label,
                key=f"edge-{status.value}",
                disabled=edge.status is status,
                on_click=deeds.judge,
                args=(edge.key, status, edge.event),
            )
        if edge.last is not None:
            st.button("Undo the last", key="edge-undo", on_click=deeds.undo, args=(edge.last,))
    failure.last()
    prose([block(status, "small")], key="edge-status")
    prose(
        [block("History", "strong"), *(block(words, "small") for words in edge.history or ("No verdict yet.",))],
        key="inspector-edge-history",
    )
