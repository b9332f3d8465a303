"""Labelled outcomes and what they say: fits with intervals, or the plain refusal with its n, and the way into force."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, LiteralString, Protocol

import streamlit as st

from core.bundles.calibrate_cohesion import CohesionFit
from core.bundles.calibrate_risk import RiskFit, TooFewOutcomes
from core.bundles.risk import RiskSettings
from core.bundles.risk_coverage import RiskCoverage
from core.verdicts import Outcome
from dashboard import session
from dashboard.bundle_words import EMBEDDER
from dashboard.charts.calibration import coverage_figure, fit_figure
from dashboard.components import failure, reviewer
from dashboard.components.chart import chart
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.calibration import (
    COHESION_ROWS,
    COVERAGE_ROWS,
    RISK_ROWS,
    STORED_BUNDLES,
    STORED_NONE,
    cohesion_fit_view,
    known_words,
    risk_fit_view,
    rule_record_words,
)
from dashboard.viewmodels.risk_coverage import coverage_view
from dashboard.viewmodels.rule import changes_words

NOT_STORED = "Nothing of the file is stored, and no constant in force changes by it alone."
PRECISION = "of a precision of at least"
STORE, FILE = "this store", "a file"


class Judged(Protocol):
    """Every claim of this store whose outcome is known, with its figures."""

    @property
    def claims(self) -> Sequence[object]:
        """Those that were measured."""

    @property
    def complete(self) -> bool:
        """Whether all were."""

    @property
    def false_answers(self) -> int:
        """Let out by the rule, and wrong."""

    @property
    def needless_abstentions(self) -> int:
        """Held back by the rule, and right."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not in them."""


@dataclass(frozen=True, slots=True)
class Stored:
    """What is known of outcomes in this store."""

    known: Sequence[Outcome]
    measured: Callable[[], Judged | None]
    """The claims with their figures; None while they are measured, and then how far it is stands on the page."""
    again: Callable[[], None]


Fit = RiskFit | CohesionFit


@dataclass(frozen=True, slots=True)
class Use:
    """How a fit comes into force."""

    of_fit: Callable[[Fit], Mapping[str, Any]]
    """The settings that a fit gives."""
    words: Callable[[Fit, str], str]
    """What a fit of something rests on."""
    number: int
    saved: bool
    """The version in force was put there in this session."""
    differences: Callable[[Mapping[str, Any]], Sequence[tuple[str, Any, Any]]]
    put: Callable[[Mapping[str, Any], str], None]
    try_: Callable[[Mapping[str, Any]], None]


def _source(part: str, *, stored: bool) -> str:
    """Where outcomes come from: the file that was given, else this store where it knows any."""
    key = f"cal-{part}-from"
    given = session.value(f"cal-{part}") is not None
    session.start(key, STORE if stored and not given else FILE)
    chosen = st.segmented_control("Outcomes from", [STORE, FILE], required=True, key=key)
    return chosen or FILE


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


def _judged(part: str, stored: Stored) -> Judged | None:
    """The claims of this store with their outcomes, or what to do to have some."""
    prose([block(known_words(stored.known), "quiet")], key=f"cal-{part}-known")
    if not stored.known:
        prose([block(STORED_NONE, "small")], key=f"cal-{part}-none")
        return None
    found = stored.measured()
    if found is not None and not found.complete:
        st.button("Measure all of them", key=f"cal-{part}-again", on_click=stored.again)
    return found


@contextmanager
def _few() -> Iterator[None]:
    """Say plainly that there is too little to fit: nobody did anything wrong."""
    try:
        yield
    except TooFewOutcomes as error:
        said = f"Too few to fit: {error.have}; needed are {error.need}. Nothing is drawn from so little."
        prose([block(said, "caution")], key="cal-few")


def _use(part: str, found: Fit, origin: str, use: Use) -> None:
    """Put a fit in force as a new version of the rule, or see first what it would change."""
    settings, why = use.of_fit(found), use.words(found, origin)
    changes = use.differences(settings)
    if not changes:
        said = f"In force now, as version {use.number}." if use.saved else "These are the values in force."
        prose([block(said, "strong")], key=f"cal-{part}-held")
        return
    key = f"cal-{part}-why|{why}"
    prose([block(f"Would change: {changes_words(changes)}", "small")], key=f"cal-{part}-would")
    st.text_input("Why", why, key=key, max_chars=4_000)
    reviewer.ask()

    def put() -> None:
        # What was typed last is in the session only: the button was drawn before.
        use.put(settings, str(session.value(key) or ""))

    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("Use this from now on", key=f"cal-{part}-use", type="primary", on_click=put)
        st.button("See what it would change", key=f"cal-{part}-try", on_click=use.try_, args=(settings,))


def risk(fit: Callable[[str, bytes], RiskFit], stored: Stored, fit_stored: Callable[[Any], RiskFit], use: Use) -> None:
    """Draw the fit of H_base and lambda."""
    if _source("risk", stored=bool(stored.known)) == STORE:
        with failure.shown(), _few():
            judged = _judged("risk", stored)
            if judged is not None:
                _risk(fit_stored(judged), STORE, use)
        return
    kept = _file("risk", "Judged answers", RISK_ROWS)
    if kept is not None:
        with failure.shown(), _few():
            _risk(fit(*kept), kept[0], use)


@st.fragment(key="cal-risk")
def _risk(found: RiskFit, origin: str, use: Use) -> None:
    view = risk_fit_view(found)
    prose([block(view.words, "strong"), *(block(note, "caution") for note in view.notes)], key="cal-risk-words")
    picture, figures = st.columns((6, 5), gap="medium")
    with picture:
        chart(fit_figure(view.figure), key="cal-risk-chart", alt="Fitted risk over density with what was observed")
    with figures:
        table(view.listing, key="cal-risk-table", sortable=False)
        _use("risk", found, origin, use)
    table(view.reliability, key="cal-risk-bands", sortable=False)
    download(view.reliability, key="cal-risk-csv", name="reliability")


def cohesion(
    fit: Callable[[str, bytes, str, float | None], CohesionFit],
    fit_stored: Callable[[str, float | None], CohesionFit],
    use: Use,
) -> None:
    """Draw c_min of an embedder."""
    source = _source("cohesion", stored=False)
    kept = _file("cohesion", "Labelled bundles", COHESION_ROWS) if source == FILE else None
    if source == STORE:
        prose([block(STORED_BUNDLES, "quiet")], key="cal-cohesion-known")
    left, middle, right = st.columns((2, 2, 2), gap="small", vertical_alignment="bottom")
    with left:
        embedder = st.selectbox("Embedder", list(EMBEDDER), format_func=EMBEDDER.__getitem__, key="cal-embedder")
    with middle:
        rule = st.selectbox("Threshold", ["by Youden", PRECISION], key="cal-rule")
    with right:
        least = st.number_input("Precision", 0.5, 1.0, 0.9, step=0.05, key="cal-precision", disabled=rule != PRECISION)
    precision = float(least) if rule == PRECISION else None
    if source == FILE and kept is None:
        return
    with failure.shown(), _few():
        found = fit(*kept, embedder, precision) if kept is not None else fit_stored(embedder, precision)
        view = cohesion_fit_view(found)
        notes = [block(note, "caution") for note in view.notes]
        prose([block(view.words, "strong"), *notes], key="cal-cohesion-words")
        table(view.listing, key="cal-cohesion-table", sortable=False)
        download(view.listing, key="cal-cohesion-csv", name="cohesion")
        _use("cohesion", found, kept[0] if kept is not None else STORE, use)


def coverage(
    curves: Callable[[str, bytes, RiskSettings], Sequence[RiskCoverage]],
    stored: Stored,
    curves_stored: Callable[[Any, RiskSettings], Sequence[RiskCoverage]],
    held: RiskSettings,
) -> None:
    """Draw risk against coverage, and the point of least harm by the values in force or others."""
    source = _source("coverage", stored=bool(stored.known))
    kept = _file("coverage", "Judged claims", COVERAGE_ROWS) if source == FILE else None
    columns = st.columns((2, 2, 2), gap="small")
    with columns[0]:
        correct = st.number_input("A correct answer is worth", 0.1, None, held.correct, step=1.0, key="cal-correct")
    with columns[1]:
        wrong = st.number_input("A wrong answer costs", 0.0, None, held.wrong, step=5.0, key="cal-wrong")
    with columns[2]:
        refusal = st.number_input("An honest refusal is worth", None, None, held.refusal, step=1.0, key="cal-refusal")
    with failure.shown():
        harm = RiskSettings(correct=float(correct), wrong=float(wrong), refusal=float(refusal))
        if kept is not None:
            _coverage(curves(*kept, harm), ())
        elif source == STORE:
            judged = _judged("coverage", stored)
            if judged is not None:
                record = rule_record_words(len(judged.claims), judged.false_answers, judged.needless_abstentions)
                _coverage(curves_stored(judged, harm), (record, *judged.notes))


@st.fragment(key="cal-coverage")
def _coverage(found: Sequence[RiskCoverage], more: Sequence[str]) -> None:
    view = coverage_view(found)
    said = [block(view.words, "strong"), *(block(words) for words in more[:1])]
    prose([*said, *(block(note, "caution") for note in (*more[1:], *view.notes))], key="cal-coverage-words")
    chart(coverage_figure(view), key="cal-coverage-chart", alt="Wrong among the answered by how much is answered")
    table(view.listing, key="cal-coverage-table")
    download(view.listing, key="cal-coverage-csv", name="risk-coverage")
