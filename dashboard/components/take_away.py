"""Files to take away, made when a button is pressed; what cannot be had says why."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.results import ClaimFile, Dataset
from dashboard import session
from dashboard.components import failure
from dashboard.components.claim_list import filters
from dashboard.components.plain_text import block, prose
from dashboard.viewmodels.exports import PEOPLE, PROGRAMS, Offer, about_claim
from dashboard.viewmodels.numbers import count

LABELS = {
    "report": "Review report (HTML)",
    "xlsx": "Tables (Excel)",
    "png": "Graph (PNG)",
    "waterfall-png": "Waterfall (PNG)",
    "svg": "Graph (SVG)",
    "waterfall-svg": "Waterfall (SVG)",
    "claims-csv": "Claims (CSV)",
    "package": "Evidence package (JSON)",
    "package-jsonl": "Evidence package (JSON Lines)",
    "packages": "A package per data set (ZIP)",
    "csv": "All tables (CSV, ZIP)",
    "parquet": "All tables (Parquet, ZIP)",
    "png-zip": "Graphs (PNG, ZIP)",
    "svg-zip": "Graphs (SVG, ZIP)",
    "graphml": "Graph (GraphML)",
    "prov": "Provenance (PROV-JSON)",
    "contract": "Check reports (JSON)",
}
ICONS = {"report": ":material/description:", "xlsx": ":material/table:", "png": ":material/account_tree:"}

CHARTS = "Every chart on a page has a camera in its corner, which saves it as PNG in the colours of the screen."

EVERYTHING, DATASET, ANSWER, CLAIM, LISTED = WHAT = ("everything", "a data set", "an answer", "a claim", "a list")


def report_tab(file: ClaimFile, offered: Callable[[str], Offer]) -> None:
    """The Report tab of a claim: everything on it as one file, and the same for programs."""
    prose(
        [
            block("Take this claim away", "heading"),
            block(
                "The report is one file that opens without a network and prints well: sentence, decision, graph, "
                "lineages, figures with their formulas, checks, label history, policy and digests. "
                "The package holds the same as data; “headwater recompute” makes every figure and decision of it anew."
            ),
        ],
        key="report-words",
    )
    files(offered(file.uid), key="report", programs=("package", "csv", "graphml", "prov", "contract"))
    prose([block(words, "small") for words in about_claim(file)], key="report-digest")


def files(offer: Offer, *, key: str, programs: Sequence[str] = PROGRAMS) -> None:
    """A button per file: first what people read, then what programs read."""
    for name, formats in (("people", PEOPLE), ("programs", programs)):
        # A key says whose file it is: pressing a button that was drawn for other claims must not give theirs.
        with st.container(horizontal=True, key=f"{key}-{name}"):
            for format in formats:
                file = offer.files[format]
                if file.refused:
                    continue
                st.download_button(
                    LABELS[format],
                    file.make,
                    file_name=file.name,
                    mime=file.media,
                    key=f"{key}|{format}|{offer.words}",
                    on_click="ignore",
                    type="primary" if format == "report" else "secondary",
                    icon=ICONS.get(format),
                )
    refused = dict.fromkeys(offer.files[format].refused for format in (*PEOPLE, *programs))
    said = (CHARTS, *(words for words in refused if words))
    prose([block(words, "small") for words in said], key=f"{key}-refused")


def take_away(
    datasets: Sequence[Dataset],
    *,
    everything: Callable[[], Offer],
    dataset: Callable[[str], Offer],
    answer: Callable[[str], Offer],
    claim: Callable[[str], Offer],
    listed: Callable[[Mapping[str, Any]], Offer],
) -> None:
    """Choose what to take away, and in which format."""
    if not datasets:
        st.caption("Nothing is under review yet, so there is nothing to export.")
        return
    left, right = st.columns((1, 3), vertical_alignment="bottom")
    with left:
        what = st.selectbox("Export", WHAT, key="what", bind="query-params")
    with failure.shown():
        offer = None
        if what == EVERYTHING:
            offer = everything()
        elif what == LISTED:
            offer = listed(filters(datasets))
        else:
            with right:
                named = _named(what, datasets)
            if named:
                offer = {DATASET: dataset, ANSWER: answer, CLAIM: claim}[what](named)
        if offer is not None:
            prose([block(f"{offer.words} · {count(offer.claims, 'claim')}", "quiet")], key="export-words")
            files(offer, key="export")


def _named(what: str, datasets: Sequence[Dataset]) -> str:
    if what == DATASET:
        return str(st.selectbox("Data set", [one.name for one in datasets], key="export-dataset"))
    if what == CLAIM:
        held = session.last_opened() or ""
        return st.text_input("Claim", held, key="of", bind="query-params", placeholder="data set:claim id").strip()
    return st.text_input("Answer", key="of-answer", bind="query-params", placeholder="data set:answer id").strip()
