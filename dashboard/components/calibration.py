"""Files of labelled outcomes and what they say: fits with intervals, or the plain refusal with its n."""

from collections.abc import Callable, Sequence
from typing import Any, LiteralString

import streamlit as st

from core.bundles.calibrate_cohesion import CohesionFit
from core.bundles.calibrate_risk import RiskFit
from core.bundles.risk import RiskSettings
from core.bundles.risk_coverage import RiskCoverage
from dashboard import session
from dashboard.bundle_words import EMBEDDER, OWN_CURVE, OWN_LIMITS
from dashboard.charts.calibration import coverage_figure, fit_figure
from dashboard.components import failure
from dashboard.components.chart import chart
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.calibration import (
    COHESION_ROWS,
    COVERAGE_ROWS,
    IN_FORCE,
    RISK_ROWS,
    cohesion_fit_view,
    constants_table,
    risk_fit_view,
)
from dashboard.viewmodels.risk_coverage import coverage_view

NOT_STORED = "Nothing of the file is stored, and no constant in force changes by it."
PRECISION = "of a precision of at least"


def _file(part: str, label: LiteralString, rows: str) -> tuple[str, bytes] | None:
    """The file of a part, kept for this session."""
    prose([block(rows, "quiet"), block(NOT_STORED, "small")], key=f"cal-{part}-rows")
    sent = st.file_uploader(label, key=f"cal-{part}-upload", type=["csv", "json", "jsonl"], width=620)
    if sent is not None:
        session.keep(f"cal-{part}", (sent.name, sent.getvalue()))
    kept: tuple[str, bytes] | None = session.value(f"cal-{part}")
    if kept is not None and sent is None:
        with st.container(horizontal=True, vertical_alignment="center", gap="small"):
            prose([block(kept[0], "strong")], key=f"cal-{part}-name")
            st.button("Put away", key=f"cal-{part}-away", type="tertiary", on_click=session.drop, args=(f"cal-{part}",))
    return kept


def constants() -> None:
    """Draw the constants in force and whose they are."""
    prose([block(IN_FORCE, "caution")], key="cal-in-force")
    view = constants_table()
    table(view, key="cal-constants", sortable=False)
    download(view, key="cal-constants-csv", name="constants")
    st.page_link(
        "../pages/proposals.py",
        label="How the rules of lineage fared before people",
        icon=":material/arrow_forward:",
        query_params={"tab": "calibration"},
    )


def _use(key: str, value: Any, *, used: bool) -> None:
    """Offer a fit to the page of bundles, for this session."""
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Use it on the Bundles page, in this session",
            key=f"{key}-use",
            disabled=used,
            on_click=session.keep,
            args=(key, value),
        )
        st.button("Back to what is shipped", key=f"{key}-drop", type="tertiary", disabled=not used,
                  on_click=session.drop, args=(key,))  # fmt: skip
        if used:
            st.page_link("../pages/bundles.py", label="In use on the Bundles page")


@st.fragment(key="cal-risk")
def risk(fit: Callable[[str, bytes], RiskFit]) -> None:
    """Draw the fit of H_base and lambda."""
    kept = _file("risk", "Judged answers", RISK_ROWS)
    if kept is None:
        return
    with failure.shown():
        found = fit(*kept)
        view = risk_fit_view(found)
        prose([block(view.words, "strong"), *(block(note, "caution") for note in view.notes)], key="cal-risk-words")
        picture, figures = st.columns((6, 5), gap="medium")
        with picture:
            chart(fit_figure(view.figure), key="cal-risk-chart", alt="Fitted risk over density with what was observed")
        with figures:
            table(view.listing, key="cal-risk-table", sortable=False)
            curve = (found.base, found.decay)
            _use(OWN_CURVE, curve, used=session.value(OWN_CURVE) == curve)
        table(view.reliability, key="cal-risk-bands", sortable=False)
        download(view.reliability, key="cal-risk-csv", name="reliability")


@st.fragment(key="cal-cohesion")
def cohesion(fit: Callable[[str, bytes, str, float | None], CohesionFit]) -> None:
    """Draw c_min of an embedder."""
    kept = _file("cohesion", "Labelled bundles", COHESION_ROWS)
    left, middle, right = st.columns((2, 2, 2), gap="small", vertical_alignment="bottom")
    with left:
        embedder = st.selectbox("Embedder", list(EMBEDDER), format_func=EMBEDDER.__getitem__, key="cal-embedder")
    with middle:
        rule = st.selectbox("Threshold", ["by Youden", PRECISION], key="cal-rule")
    with right:
        least = st.number_input("Precision", 0.5, 1.0, 0.9, step=0.05, key="cal-precision", disabled=rule != PRECISION)
    if kept is None:
        return
    with failure.shown():
        found = fit(*kept, embedder, float(least) if rule == PRECISION else None)
        view = cohesion_fit_view(found)
        notes = [block(note, "caution") for note in view.notes]
        prose([block(view.words, "strong"), *notes], key="cal-cohesion-words")
        table(view.listing, key="cal-cohesion-table", sortable=False)
        download(view.listing, key="cal-cohesion-csv", name="cohesion")
        limits = {found.embedder: found.limit}
        _use(OWN_LIMITS, limits, used=session.value(OWN_LIMITS) == limits)


@st.fragment(key="cal-coverage")
def coverage(curves: Callable[[str, bytes, RiskSettings], Sequence[RiskCoverage]]) -> None:
    """Draw risk against coverage, and the point of least harm."""
    kept = _file("coverage", "Judged claims", COVERAGE_ROWS)
    usual = RiskSettings()
    columns = st.columns((2, 2, 2), gap="small")
    with columns[0]:
        correct = st.number_input("A correct answer is worth", 0.1, None, usual.correct, step=1.0, key="cal-correct")
    with columns[1]:
        wrong = st.number_input("A wrong answer costs", 0.0, None, usual.wrong, step=5.0, key="cal-wrong")
    with columns[2]:
        refusal = st.number_input("An honest refusal is worth", None, None, usual.refusal, step=1.0, key="cal-refusal")
    if kept is None:
        return
    with failure.shown():
        harm = RiskSettings(correct=float(correct), wrong=float(wrong), refusal=float(refusal))
        view = coverage_view(curves(*kept, harm))
        notes = [block(note, "caution") for note in view.notes]
        prose([block(view.words, "strong"), *notes], key="cal-coverage-words")
        chart(coverage_figure(view), key="cal-coverage-chart", alt="Wrong among the answered by how much is answered")
        table(view.listing, key="cal-coverage-table")
        download(view.listing, key="cal-coverage-csv", name="risk-coverage")
