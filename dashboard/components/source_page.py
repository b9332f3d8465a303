"""One source of the registry: what it is, who leans on it, what it leans on, its documents, and its retraction."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import streamlit as st

from core.kinship import RetractionEffect, SourceFile
from dashboard import session
from dashboard.components import failure
from dashboard.components.plain_text import block, line, prose
from dashboard.components.table import download, paged_table, table
from dashboard.viewmodels.source import (
    SourceView,
    addresses_table,
    claims_table,
    claims_words,
    effect_table,
    effect_words,
    members_table,
    neighbours_table,
    source_view,
    versions_table,
)

SIZE = 50
DONE = "source-done"
ASKED = "retraction-asked"


@dataclass(frozen=True, slots=True)
class SourceDeeds:
    """What the page of a source may ask for and do; each deed gives what it did in words, or None where refused."""

    effect: Callable[[bool], RetractionEffect]
    """What retracting it, or taking that back, would change."""
    retract: Callable[[bool, str, int | None], tuple[str, int] | None]
    """Words and the number of the entry."""
    unmerge: Callable[[Sequence[str], str], str | None]
    undo: Callable[[int], str | None]


def claims_page(uid: str) -> str:
    """Where the page of the claims of a source is kept: another source starts at its first."""
    return f"claims-page|{uid}"


def source_page(file: SourceFile, deeds: SourceDeeds, *, pager: str) -> None:
    """Draw a source; a claim opens its page, a neighbour its own.

    Args:
        file: The source.
        deeds: What may be asked for and done.
        pager: Where the page of its claims is kept, as ``claims_page`` names it.
    """
    view = source_view(file)
    _head(view)
    failure.last()
    _done(view, deeds)
    left, right = st.columns((5, 6), gap="medium")
    with left:
        _claims(file, pager)
    with right:
        _retraction(view, deeds)
    _neighbours(file)
    _documents(file, deeds)
    if view.text:
        with st.expander("Text"):
            prose([block(view.text)], key="source-text")
    lines = [block(words, "small") for words in view.history] or [block("Nothing was said of it yet.", "small")]
    prose([block("History", "heading"), *lines], key="source-history")


def _head(view: SourceView) -> None:
    title = [block(view.title, "title")]
    if view.retracted:
        title.append(block("retracted", "badge", tone="refuse"))
    blocks = [line(*title), block(view.byline, "small")]
    if view.url:
        blocks.append(block(view.url, "address", href=view.link))
    blocks += [block(words, "small") for words in view.marks]
    prose(blocks, key="source-head")


def _done(view: SourceView, deeds: SourceDeeds) -> None:
    """What was saved last here, and its way back."""
    kept = session.value(DONE)
    if kept is None or kept[0] != view.uid:
        return
    _, words, number = kept

    def back() -> None:
        said = deeds.undo(number)
        if said is not None:
            session.keep(DONE, (view.uid, said, None))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if number is not None:
            st.button("Undo", key="source-undo", on_click=back)
        prose([block(words, "strong")], key="source-done-words")


def _claims(file: SourceFile, pager: str) -> None:
    prose(
        [line(block("Claims that lean on it", "heading"), block(claims_words(file.claims), "small"))],
        key="source-claims-head",
    )
    view = claims_table(file.claims.rows)

    def open_claim(uid: str) -> None:
        session.remember_queue(row.uid for row in file.claims.rows)
        session.open_next(uid)

    table(view, key="source-claims", on_pick=open_claim, height=340, sortable=False)
    pages = max(1, -(-file.claims.total // file.claims.size))
    with st.container(horizontal=True, vertical_alignment="center"):
        if pages > 1:
            st.pagination(pages, key=pager)
        if view.rows:
            download(view, key="source-claims-csv", name="claims-of-source")


def _retraction(view: SourceView, deeds: SourceDeeds) -> None:
    """First what it would change, then the button that saves it."""
    retracting = not view.retracted
    prose(
        [
            block("Retraction", "heading"),
            block(
                "A retracted source counts nothing and nothing flows through it. See first what that changes."
                if retracting
                else "It is retracted: it counts nothing and nothing flows through it.",
                "small",
            ),
        ],
        key="retraction-head",
    )
    if session.value(ASKED) != view.uid:
        st.button(
            "Show what retracting changes" if retracting else "Show what taking it back changes",
            key="retraction-ask",
            on_click=session.keep,
            args=(ASKED, view.uid),
        )
        return
    with st.spinner("Counting every claim that leans on it"):
        found = deeds.effect(retracting)
    prose([block(effect_words(found, retracting=retracting), "strong")], key="retraction-words")
    if found.claims:
        table(effect_table(found), key="retraction-claims", height=260, on_pick=session.open_next)

    def save() -> None:
        done = deeds.retract(retracting, session.value("retraction-reason") or "", found.expected)
        if done is not None:
            session.keep(DONE, (view.uid, *done))
            session.drop(ASKED)

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        st.text_input("Reason", key="retraction-reason", placeholder="where it was retracted, and why", width=320)
        st.button(
            "Mark retracted" if retracting else "Take the retraction back",
            key="retract",
            type="primary",
            on_click=save,
        )
        st.button("Close", key="retraction-close", type="tertiary", on_click=session.drop, args=(ASKED,))


def _neighbours(file: SourceFile) -> None:
    def open_source(uid: str) -> None:
        session.go(source=uid)

    for column, pairs, upstream in zip(
        st.columns(2, gap="medium"), (file.upstream, file.downstream), (True, False), strict=True
    ):
        with column:
            key = "source-upstream" if upstream else "source-downstream"
            words = "Upstream: it leans on" if upstream else "Downstream: leans on it"
            prose([line(block(words, "heading"), block(f"{len(pairs):,}", "small"))], key=f"{key}-head")
            view = neighbours_table(pairs, upstream=upstream)
            if view.rows:
                paged_table(view, key=key, name=key, selected=None, on_pick=open_source, height=300)
            else:
                table(view, key=key)


def _documents(file: SourceFile, deeds: SourceDeeds) -> None:
    """Every version, address and merged document of it."""
    prose([block("Documents", "heading")], key="source-documents-head")
    if file.members:
        table(members_table(file.members), key="source-members", sortable=False)
        _unmerge(file, deeds)
    table(versions_table(file.versions), key="source-versions", height=260)
    table(addresses_table(file.addresses), key="source-addresses", sortable=False)


def _unmerge(file: SourceFile, deeds: SourceDeeds) -> None:
    titles = {member.id: member.title or member.id for member in file.members}

    def give() -> None:
        said = deeds.unmerge(session.value("unmerge-which") or (), session.value("unmerge-reason") or "")
        if said is not None:
            session.keep(DONE, (file.line.uid, said, None))
            session.drop("unmerge-which", "unmerge-reason")

    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        chosen = st.multiselect(
            "Take out",
            list(titles),
            format_func=lambda one: titles.get(one, one),
            key="unmerge-which",
            placeholder="which of them is a document of its own",
            width=420,
        )
        st.text_input("Reason", key="unmerge-reason", width=260)
        st.button("Take apart", key="unmerge", disabled=not chosen, on_click=give)
