"""Verdicts on proposals: one in hand with its evidence and its effect, or many together."""

from collections.abc import Callable, Sequence

import streamlit as st

from core.kinship import ProposalFile, ProposalLine, ProposalStatus, Turned
from core.states import EdgeStatus, Relation
from core.work import BulkChange
from dashboard import kin_asking, kin_deeds, session
from dashboard.components import failure
from dashboard.components.papers import papers
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.bulk import changes_table
from dashboard.viewmodels.proposal import (
    ProposalView,
    done_words,
    effect_words,
    grounds_table,
    proposal_view,
    together_table,
    unknown_ways,
)
from dashboard.viewmodels.proposals import either_way
from dashboard.viewmodels.tables import cut
from dashboard.wording import QUICK_REASONS, RELATION

AS_PROPOSED: Turned = "from->to"
TURNED: Turned = "to->from"
WAYS = {AS_PROPOSED: "the left one leans on the right one", TURNED: "the right one leans on the left one"}
DONE = "proposals-done"


def one_proposal(
    file: ProposalFile, *, previous: str | None, following: str | None, on_pick: Callable[[str | None], None]
) -> None:
    """The proposal in hand: what is suspected, the verdict and its effect, both documents, every reason.

    Args:
        file: The proposal.
        previous: Key of the one before it in the list.
        following: Key of the one after it.
        on_pick: Takes another one in hand; None the first of the list.
    """
    view, now = proposal_view(file), file.line
    said = session.value(DONE)
    failure.last()
    prose(
        [
            block(said or view.state, "strong" if said else "small"),
            line(block(cut(view.left_title, 100), "heading")),
            line(block(view.says), block(cut(view.right_title, 90), "heading")),
            block(view.facts, "small"),
        ],
        key="proposal-head",
    )
    relation, direction, ready = _retype(now)
    _verdict(now, relation, direction, ready, previous, following, on_pick)
    status = EdgeStatus.REJECTED if now.status == "confirmed" else EdgeStatus.CONFIRMED
    changes: Sequence[BulkChange] = ()
    with failure.shown():
        found = kin_asking.effect([now], status, relation, direction)
        prose([block(effect_words(found, status), "strong")], key="proposal-effect")
        changes = found.changes
    papers(view.left, view.right, alone="The newest data no longer have the other document.", key="proposal-papers")
    prose([block(view.beside or "No text was compared.", "small")], key="proposal-beside")
    if changes:
        table(changes_table(changes), key="proposal-changes", height=300, on_pick=session.open_next)
    _reasons(view)


def _retype(now: ProposalLine) -> tuple[Relation | None, Turned | None, bool]:
    """What the link really is, where the reviewer says it is another; False where the way round must be chosen."""
    which, way = st.columns((2, 3), gap="small")
    with which:
        relation = st.selectbox(
            "The link is",
            list(Relation),
            index=list(Relation).index(now.relation),
            format_func=RELATION.__getitem__,
            key=f"retype|{now.key}",
        )
    said = None if relation is now.relation else relation
    if relation is Relation.SHARES_COMMON_PARENT:
        return said, None, True
    with way:
        direction = st.selectbox(
            "Which way round",
            list(WAYS),
            index=None if either_way(now) and now.status == "open" else 0,
            format_func=WAYS.__getitem__,
            placeholder="nobody could tell: say which before you confirm",
            key=f"way|{now.key}",
        )
    return said, direction if direction == TURNED or either_way(now) else None, direction is not None


def _verdict(
    now: ProposalLine,
    relation: Relation | None,
    direction: Turned | None,
    ready: bool,
    previous: str | None,
    following: str | None,
    on_pick: Callable[[str | None], None],
) -> None:
    """Reason and buttons; one that is given leads to the next of the list."""
    reason = f"proposal-reason|{now.key}"
    keys, expected = (now.key,), {now.key: now.expected_event}

    def give(status: ProposalStatus) -> None:
        why = session.value(reason) or ""
        if status == "confirmed":
            done = kin_deeds.confirm(keys, expected, why, relation, direction)
        elif status == "rejected":
            done = kin_deeds.reject(keys, expected, why)
        else:
            done = kin_deeds.reopen(keys, expected, why)
        if done is None:
            return
        if status != "open":
            on_pick(following or previous)
        session.keep(DONE, done_words(status, 1, [event.number for event in done]))

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.selectbox(
            "Reason",
            QUICK_REASONS,
            index=None,
            accept_new_options=True,
            placeholder="choose, or type",
            key=reason,
            width=260,
        )
        st.button(
            "Confirm",
            key="proposal-confirm",
            type="primary",
            shortcut="y",
            disabled=not ready or (now.status == "confirmed" and relation is None and direction is None),
            on_click=give,
            args=("confirmed",),
        )
        st.button(
            "Reject",
            key="proposal-reject",
            shortcut="n",
            disabled=now.status == "rejected",
            on_click=give,
            args=("rejected",),
        )
        if now.status != "open":
            st.button("Open again", key="proposal-reopen", shortcut="o", on_click=give, args=("open",))
        st.button(
            "Previous", key="proposal-previous", type="tertiary", shortcut="k", disabled=previous is None,
            on_click=on_pick, args=(previous,),
        )  # fmt: skip
        st.button(
            "Next", key="proposal-next", type="tertiary", shortcut="j", disabled=following is None,
            on_click=on_pick, args=(following,),
        )  # fmt: skip


def _reasons(view: ProposalView) -> None:
    """What the rules read, and what was said before."""
    prose([block("Evidence", "strong")], key="proposal-evidence-head")
    table(grounds_table(view), key="proposal-grounds", sortable=False)
    if view.history:
        prose([block("History", "strong"), *(block(words, "small") for words in view.history)], key="proposal-history")


def together(lines: Sequence[ProposalLine], *, on_close: Callable[[], None], on_done: Callable[[], None]) -> None:
    """One verdict for many: what it would change first, then for all or none."""
    failure.last()
    prose([block("Decide together", "heading")], key="together-head")
    verdicts = {EdgeStatus.CONFIRMED: "Confirm", EdgeStatus.REJECTED: "Reject"}
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        status = st.segmented_control(
            "Verdict", list(verdicts), format_func=verdicts.__getitem__, default=EdgeStatus.CONFIRMED,
            required=True, key="together-verdict",
        )  # fmt: skip
        st.selectbox(
            "Reason",
            QUICK_REASONS,
            index=None,
            accept_new_options=True,
            placeholder="choose, or type",
            key="together-reason",
            width=260,
        )
    confirming = status == EdgeStatus.CONFIRMED
    with failure.shown():
        found = kin_asking.effect(lines, status)
        unsure = unknown_ways(lines) if confirming else ""
        words = [block(effect_words(found, status, len(lines)), "strong")]
        prose([*words, *([block(unsure, "caution")] if unsure else [])], key="together-effect")

    def give() -> None:
        keys, expected = [one.key for one in lines], {one.key: one.expected_event for one in lines}
        deed = kin_deeds.confirm if confirming else kin_deeds.reject
        done = deed(keys, expected, session.value("together-reason") or "")
        if done is None:
            return
        said: ProposalStatus = "confirmed" if confirming else "rejected"
        on_done()
        session.keep(DONE, done_words(said, len(lines), [event.number for event in done]))

    with st.container(horizontal=True, gap="small"):
        st.button(
            f"Confirm {len(lines):,}" if confirming else f"Reject {len(lines):,}",
            key="together-give",
            type="primary",
            on_click=give,
        )
        st.button("Back to one by one", key="together-close", type="tertiary", on_click=on_close)
    table(together_table(lines), key="together-lines", height=300)
    with failure.shown():
        changes = changes_table(kin_asking.effect(lines, status).changes)
        table(changes, key="together-changes", height=360, on_pick=session.open_next)
        download(changes, key="together-csv", name="proposals-effect")
