"""The record as a list: filters and page in the address; a row shows the whole entry."""

from collections.abc import Callable, Sequence
from datetime import date
from typing import LiteralString

import streamlit as st

from core.results import Dataset, Page
from core.work import AuditFilter, AuditLine
from dashboard import session
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.audit import (
    AuditView,
    audit_table,
    audit_view,
    entries_words,
    entry_table,
    is_day,
    line_id,
)
from dashboard.wording import CHAIN

SIZE = 50
ANY = "any"
CHAINS = {ANY: "any", **CHAIN}


@st.fragment(key="audit-list")
def audit_list(
    ask: Callable[[AuditFilter, int, int], Page[AuditLine]], people: Sequence[str], datasets: Sequence[Dataset]
) -> None:
    """Draw the filters, one page, and the chosen entry."""
    view = audit_view(session.addressed())
    _filters(view, people, datasets)
    if view.refused:
        prose([block(f"From the address, {words}", "caution") for words in view.refused], key="audit-refused")
    number = max(1, int(session.value("page", 1) or 1))
    page = ask(view.wanted, number, SIZE)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = ask(view.wanted, pages, SIZE)
    chosen = session.value("audit-entry")
    listing = audit_table(page.rows)
    table(
        listing,
        key="audit",
        selected=chosen,
        on_pick=lambda row: session.keep("audit-entry", row),
        height=520,
        sortable=False,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        prose([block(entries_words(page), "small")], key="audit-count")
        st.pagination(pages, key="page", bind="query-params")
        download(listing, key="audit-csv", name="audit")
    entry = next((one for one in page.rows if line_id(one) == chosen), None)
    if entry is not None:
        table(entry_table(entry), key="audit-entry-table", sortable=False)


def _filters(view: AuditView, people: Sequence[str], datasets: Sequence[Dataset]) -> None:
    words, chain, who, dataset, since, until = st.columns((3, 2.6, 2.6, 2.6, 2.8, 2.8), gap="small")
    wanted = view.wanted
    with words:
        session.put("audit-q", wanted.search)
        st.text_input(
            "Search", key="audit-q", placeholder="part of an id or reason", on_change=_write, args=("q", "audit-q")
        )
    with chain:
        session.put("audit-chain", wanted.chain or ANY)
        st.selectbox(
            "Record of", list(CHAINS), format_func=CHAINS.__getitem__, key="audit-chain", on_change=_write,
            args=("chain", "audit-chain"),
        )  # fmt: skip
    with who:
        _menu("By", "by", list(people), wanted.by)
    with dataset:
        _menu("Data set", "dataset", [one.name for one in datasets], wanted.dataset)
    with since:
        _day_field("From", "since", wanted.since)
    with until:
        _day_field("To", "until", wanted.until)


def _menu(label: LiteralString, name: str, options: list[str], chosen: str | None) -> None:
    key = f"audit-{name}"
    if chosen and chosen not in options:
        options = [*options, chosen]
    session.put(key, chosen or ANY)
    st.selectbox(label, [ANY, *options], key=key, on_change=_write, args=(name, key))


def _day_field(label: LiteralString, name: str, chosen: str | None) -> None:
    key = f"audit-{name}"
    session.put(key, date.fromisoformat(chosen) if chosen and is_day(chosen) else None)
    st.date_input(label, value=None, key=key, format="YYYY-MM-DD", on_change=_write, args=(name, key))


def _write(name: str, key: str) -> None:
    value = session.value(key)
    words = value.isoformat() if isinstance(value, date) else value
    session.write_address(**{name: None if words in (None, "", ANY) else words})
    session.first_page()
