"""The History tab: labels and figures over time, and a slider back to any moment."""

from collections.abc import Callable
from dataclasses import dataclass

import streamlit as st

from core.results import ClaimFile
from core.work import HistoryPoint
from dashboard import session
from dashboard.charts.history import history_figure
from dashboard.components.chart import chart
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.exports import TakeAway
from dashboard.viewmodels.history import history_table, history_view, labels_table, moment_at, then_table


@dataclass(frozen=True, slots=True)
class Past:
    """What the tab may ask for."""

    points: Callable[[str], tuple[HistoryPoint, ...]]
    """What happened to a claim, newest first."""
    as_of: Callable[[str, str], ClaimFile]
    """A claim as it stood at a moment."""
    report: Callable[[str, str], TakeAway]
    """Its report of that moment."""


def history(file: ClaimFile, past: Past) -> None:
    """Draw the steps, the moment chosen, and every entry."""
    points = past.points(file.uid)
    view = history_view(points)
    turns = [block(words, "item") for words in view.turns] or [
        block("What confidence allows has never turned.", "small")
    ]
    prose([block(view.words, "strong"), *turns], key="history-words")
    if not view.moments:
        return
    at = moment_at(view, session.address("at"))
    picture, then = st.columns((6, 5), gap="medium")
    with picture:
        chart(history_figure(view, at), key="history-chart", alt="Confidence and EIE of this claim from entry to entry")
        if len(view.moments) > 1:
            # Several entries of one minute would be one place of the slider.
            names = [f"{number} · {moment.when}" for number, moment in enumerate(view.moments, 1)]
            _slider(file.uid, names, [moment.at for moment in view.moments], at)
    with then:
        moment = view.moments[at]
        prose(
            [block(f"As of {moment.when} UTC", "heading"), block(f"after {moment.what}", "small")], key="history-then"
        )
        stood = past.as_of(file.uid, moment.at)
        table(then_table(stood, file), key="history-figures", sortable=False)
        table(labels_table(stood, file), key="history-labels", height=180)
        if at < len(view.moments) - 1:
            report = past.report(file.uid, moment.at)
            st.download_button(
                "Report of this moment (HTML)",
                report.make,
                file_name=report.name,
                mime=report.media,
                key=f"history-report|{file.uid}|{moment.at}",
                on_click="ignore",
                icon=":material/description:",
            )
    listing = history_table(points)
    table(listing, key="history-table", height=420)
    download(listing, key="history-csv", name="history")


def _slider(uid: str, names: list[str], moments: list[str], at: int) -> None:
    key = f"history-at|{uid}"
    session.put(key, at)

    def moved() -> None:
        chosen = int(session.value(key))
        session.write_address(at=None if chosen == len(moments) - 1 else moments[chosen])

    st.select_slider(
        "As of (entry and time, UTC)",
        range(len(moments)),
        format_func=lambda number: names[number],
        key=key,
        on_change=moved,
    )
