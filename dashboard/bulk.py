"""In bulk: one answer for many documents or links, with the list of what will change before it does."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core import services
from core.errors import HeadwaterError
from core.states import Dependence
from core.work import BulkPreview, BulkTargets, QueueFilter
from dashboard import asking, caching, session
from dashboard.components import failure, reviewer
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.bulk import (
    LABELS,
    VERDICTS,
    changes_table,
    is_edges,
    label_of,
    preview_words,
    targets_table,
    ticked_targets,
)
from dashboard.viewmodels.queue import menu
from dashboard.wording import DEPENDENCE, EDGE_STATUS, QUICK_REASONS

TICKED = "What is ticked"
PUBLISHER = "A publisher"
LINEAGE = "A lineage"
RULE = "A rule"
WAYS = (TICKED, PUBLISHER, LINEAGE, RULE)


@st.fragment(key="bulk")
def bulk() -> None:
    """Choose the many and the answer, see what it would change, give it to all or to none."""
    done = session.take("bulk-done")
    if done is not None:
        st.success("Saved, all of it.")
        prose([block(done)], key="bulk-done-words")
    failure.last()
    left, right = st.columns((5, 6), gap="large")
    with left:
        targets, edges = _targets()
        answer = _answer(edges) if targets is not None else None
    with right:
        if targets is None or answer is None:
            st.caption("Choose what to label: the list of everything that would change stands here before it does.")
            return
        preview = asking.bulk_preview(targets, **answer)
        prose([block(preview_words(preview), "strong")], key="bulk-words")
        kept = _leave_out(preview)
        _give(targets, answer, preview, kept)
    _what_changes(preview)


def _targets() -> tuple[BulkTargets | None, bool]:
    """What is to be labelled, and whether it is links."""
    ticked = session.value("ticked", ())
    if session.value("bulk-how") == "ticked":
        session.put("bulk-way", TICKED)
        session.drop("bulk-how")
    session.start("bulk-way", TICKED if ticked else PUBLISHER)
    way = st.radio("Which", WAYS, key="bulk-way", horizontal=True)
    open_only = st.toggle("Leave alone what people have labelled already", value=True, key="bulk-open")
    if way == TICKED:
        found = ticked_targets(ticked, open_only=open_only)
        if found is None:
            st.caption(
                "Ticked are documents as well as links, or several data sets: tick one kind of one data set."
                if ticked
                else "Nothing is ticked: tick lines of the queue under One by one."
            )
        return found, is_edges(ticked) is True
    names = [dataset.name for dataset in caching.datasets()]
    name = st.selectbox("Data set", names, key="bulk-dataset")
    if way == LINEAGE:
        return _lineage(name, open_only), False
    counts = asking.queue_counts(QueueFilter(dataset=name))
    choices = menu(counts.rules if way == RULE else counts.publishers, None)
    if not choices:
        st.caption("Nothing is open there.")
        return None, False
    chosen = st.selectbox(
        "Rule" if way == RULE else "Publisher",
        list(choices),
        format_func=choices.__getitem__,
        key=f"bulk-{way == RULE}",
    )
    if way == RULE:
        return BulkTargets(dataset=name, rule=chosen, open_only=open_only), True
    return BulkTargets(dataset=name, publisher=chosen, open_only=open_only), False


def _lineage(name: str, open_only: bool) -> BulkTargets | None:
    words = st.text_input("Claim", key="bulk-claim", placeholder="words of the claim")
    page = caching.claims(page=1, size=20, search=words or "", dataset=name)
    if not page.rows:
        st.caption("No claim has these words.")
        return None
    texts = {row.uid: row.text for row in page.rows}
    uid = st.selectbox("of these", list(texts), format_func=lambda one: texts.get(one, one), key="bulk-uid")
    families = {family.letter: family for family in caching.claim(uid).assessment.lineages}
    if not families:
        st.caption("This claim has no lineage.")
        return None
    letter = st.selectbox("Lineage", list(families), key=f"bulk-letter|{uid}")
    return BulkTargets(dataset=name, lineage=(uid, letter), open_only=open_only)


def _answer(edges: bool) -> dict[str, object]:
    """The label or verdict."""
    if edges:
        verdict = st.radio(
            "Verdict", list(VERDICTS), format_func=EDGE_STATUS.__getitem__, key="bulk-verdict", horizontal=True
        )
        return label_of(verdict, None)
    state = st.radio("Label", list(LABELS), format_func=DEPENDENCE.__getitem__, key="bulk-label", horizontal=True)
    weight = None
    if state is Dependence.PARTIALLY_DEPENDENT:
        weight = st.slider("Own share", 0.0, 1.0, 0.5, step=0.05, key="bulk-weight")
    return label_of(state, weight)


def _leave_out(preview: BulkPreview) -> frozenset[str]:
    titles = {target.edge_key or target.source_id: target.title or target.source_id for target in preview.targets}
    left_out = st.multiselect(
        "Leave out", list(titles), format_func=lambda one: titles.get(one, one), key="bulk-out", placeholder="none"
    )
    return frozenset(titles) - frozenset(left_out)


def _give(targets: BulkTargets, answer: Mapping[str, Any], preview: BulkPreview, kept: frozenset[str]) -> None:
    st.selectbox(
        "Reason", QUICK_REASONS, index=None, accept_new_options=True, placeholder="choose, or type", key="bulk-reason"
    )

    def give() -> None:
        expected = {key: event for key, event in preview.expected.items() if key in kept}
        try:
            events = services.bulk_relabel(
                caching.workspace(),
                targets=targets,
                reason=session.value("bulk-reason") or "",
                by=reviewer.name(),
                expected=expected,
                **answer,
            )
        except HeadwaterError as error:
            session.fail(error)
            return
        numbers = [event.number for event in events]
        session.keep(
            "bulk-done", f"{len(events):,} entries, {min(numbers)} to {max(numbers)}." if numbers else "Nothing to do."
        )
        session.drop("ticked", "bulk-out")

    st.button(f"Give this answer to {len(kept):,}", type="primary", key="bulk-give", disabled=not kept, on_click=give)


def _what_changes(preview: BulkPreview) -> None:
    left, right = st.columns((4, 7), gap="small")
    with left:
        targets = targets_table(preview)
        table(targets, key="bulk-targets", height=420)
        download(targets, key="bulk-targets-csv", name="bulk-targets")
    with right:
        changes = changes_table(preview.claims)
        table(changes, key="bulk-changes", height=420)
        download(changes, key="bulk-changes-csv", name="bulk-changes")
