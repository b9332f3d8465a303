"""The list of claims: search, filters and page in the address; a row opens the claim."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, LiteralString

import streamlit as st

from core.conclusions import Conclusion, Sufficiency
from core.results import ClaimSummary, Dataset, Page
from core.states import Decision
from dashboard import session
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.overview import ORDERS, claims_table, page_words
from dashboard.wording import CONCLUSION, CONFIDENCE_ALLOWS, DECISION, SUFFICIENCY, conclusion_words

SIZE = 50
ANY = "any"
ASKED = ("any", "yes", "no")
UNDECIDED = "undecided"
CONCLUSIONS: Mapping[str, str] = {ANY: ANY, **CONCLUSION, UNDECIDED: conclusion_words(None)}
STATES: Mapping[str, str] = {ANY: ANY, **SUFFICIENCY}
ALLOWS: Mapping[str, str] = {ANY: ANY, **DECISION}


@st.fragment(key="claim-list")
def claim_list(
    ask: Callable[..., Page[ClaimSummary]],
    datasets: Sequence[Dataset],
    left_out: Callable[[str | None], None] | None = None,
) -> None:
    """Draw the list; every filter is applied to all claims, not to the page shown.

    Args:
        ask: Gives a page of claims.
        datasets: What there is to choose from.
        left_out: Says how many claims of a data set, or of all, a filter by decision cannot find.
    """
    uid = session.take_opening()
    if uid is not None:
        st.switch_page("../pages/claim.py", query_params={"claim": uid})
    asked = filters(datasets)
    if left_out is not None and asked.keys() & {"conclusion", "state", "undecided"}:
        left_out(asked["dataset"])
    number = max(1, int(session.value("page", 1) or 1))
    page = ask(page=number, size=SIZE, **asked)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        page = ask(page=pages, size=SIZE, **asked)

    def open_claim(row: str) -> None:
        session.remember_queue(summary.uid for summary in page.rows)
        session.open_next(row)

    view = claims_table(page)
    table(view, key="claims", on_pick=open_claim, sortable=False)
    with st.container(horizontal=True, vertical_alignment="center"):
        prose([block(page_words(page), "small")], key="claims-count")
        st.pagination(pages, key="page", bind="query-params")
        download(view, key="claims-csv", name="claims")
        st.page_link(
            "../pages/import.py", label="Export all of these", icon=":material/ios_share:", query_params=_as_address()
        )


def filters(datasets: Sequence[Dataset]) -> dict[str, Any]:
    """The filters and the order, bound to the address; returns the query they ask."""
    search, decision, state, allows = st.columns((5, 2.4, 2.4, 2.2))
    with search:
        words = st.text_input("Search", key="q", bind="query-params", placeholder="words", on_change=_again)
    with decision:
        decided = _word_menu("Decision", CONCLUSIONS, "decision")
    with state:
        stands = _word_menu("State", STATES, "state")
    with allows:
        wanted = _word_menu(CONFIDENCE_ALLOWS, ALLOWS, "allows")
    alert, unknown, dataset, order = st.columns((2.4, 2.4, 3.6, 3.6))
    with alert:
        alerted = st.selectbox("Cluster alert", ASKED, key="alert", bind="query-params", on_change=_again)
    with unknown:
        unknowns = st.selectbox("Has unknowns", ASKED, key="unknown", bind="query-params", on_change=_again)
    with dataset:
        names = [ANY, *(dataset.name for dataset in datasets)]
        name = st.selectbox("Data set", names, key="dataset", bind="query-params", on_change=_again)
    with order:
        by = st.selectbox("Order", list(ORDERS), key="order", bind="query-params", on_change=_again)
    column, descending = ORDERS[by]
    asked = {
        "search": words or "",
        "decision": None if wanted == ANY else Decision(wanted),
        "alert": _yes(alerted),
        "has_unknown": _yes(unknowns),
        "dataset": None if name == ANY else name,
        "order": column,
        "descending": descending,
    }
    if decided == UNDECIDED:
        asked["undecided"] = True
    elif decided != ANY:
        asked["conclusion"] = Conclusion(decided)
    if stands != ANY:
        asked["state"] = Sufficiency(stands)
    return asked


def _word_menu(label: LiteralString, words: Mapping[str, str], key: str) -> str:
    """A menu of words with a place in the address."""
    return st.selectbox(
        label, list(words), format_func=words.__getitem__, key=key, bind="query-params", on_change=_again
    )


def _as_address() -> dict[str, str]:
    """The filters as the export page's address takes them."""
    held = {key: str(session.value(key) or "") for key in ("q", "alert", "unknown", "dataset", "order")}
    for key, words in (("decision", CONCLUSIONS), ("state", STATES), ("allows", ALLOWS)):
        held[key] = words[session.value(key) or ANY]
    return {"what": "a list", **{key: value for key, value in held.items() if value not in ("", ANY)}}


def _yes(word: str) -> bool | None:
    return None if word == ANY else word == "yes"


def _again() -> None:
    session.first_page()
