"""A claim over time: what happened, the figures from then on, and what turned what confidence allows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from core.results import ClaimFile
from core.work import HistoryPoint
from dashboard.viewmodels.evidence import label_words, title_of
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import amount, count, percent, share_of
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import CONFIDENCE_ALLOWS, DECISION, DECISION_SIGN


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of the chart."""

    at: str
    when: str
    what: str
    eie: float
    naive: float
    aware: float
    decision: str
    turned: bool


@dataclass(frozen=True, slots=True)
class HistoryView:
    """A claim's past, oldest first."""

    moments: tuple[Moment, ...]
    words: str
    turns: tuple[str, ...]
    """Each turn of what confidence allows: when, from what to what, by what."""


def history_view(points: Sequence[HistoryPoint]) -> HistoryView:
    """Word the past of a claim; points come newest first."""
    past = tuple(reversed(points))
    moments = tuple(
        Moment(
            point.at,
            when(point.at),
            f"{point.what} · {point.by}",
            point.eie,
            point.naive,
            point.aware,
            point.decision.value,
            point.decision_changed,
        )
        for point in past
    )
    turns = tuple(
        f"{when(after.at)}: {DECISION[before.decision]} → {DECISION[after.decision]}, by {after.what} ({after.by})"
        for before, after in pairwise(past)
        if after.decision is not before.decision
    )
    moved = sum(point.changed for point in past)
    words = (
        f"{count(len(past), 'entry', 'entries')}; the figures moved {count(moved, 'time')}, "
        f"what confidence allows {count(len(turns), 'time')}."
        if past
        else "Nothing is on record for this claim."
    )
    return HistoryView(moments, words, turns)


def history_table(points: Sequence[HistoryPoint]) -> TableView:
    """Every entry that concerns the claim, newest first."""
    return TableView(
        "History of this claim",
        (
            Column("at", "When (UTC)", "quiet", 9),
            Column("what", "What", "prose", 20),
            Column("by", "By", "text", 8),
            Column("reason", "Reason", "prose", 14),
            Column("eie", "EIE", "number", 5),
            Column("aware", "Aware", "number", 6),
            Column("decision", CONFIDENCE_ALLOWS, "word", 8, "From then on; in colour where it turned."),
        ),
        tuple(
            Row(
                f"{number}|{point.at}",
                (
                    Cell(when(point.at), point.at, "", point.at),
                    Cell(cut(point.what, 160), None, "", point.what),
                    Cell(point.by),
                    Cell(cut(point.reason, 160) or "–", None, "", point.reason),
                    Cell(amount(point.eie), point.eie),
                    Cell(percent(point.aware), point.aware),
                    Cell(
                        f"{DECISION_SIGN[point.decision]} {DECISION[point.decision]}",
                        None,
                        point.decision.value if point.decision_changed else "",
                    ),
                ),
            )
            for number, point in enumerate(points)
        ),
        "Nothing is on record for this claim.",
    )


def then_table(then: ClaimFile, now: ClaimFile) -> TableView:
    """The figures of a past moment beside those of today."""
    past, today = then.assessment, now.assessment
    pairs = (
        (CONFIDENCE_ALLOWS, DECISION[past.decision], DECISION[today.decision]),
        ("Items / sources", f"{past.items:,} / {past.sources:,}", f"{today.items:,} / {today.sources:,}"),
        ("EIE", amount(past.eie), amount(today.eie)),
        ("Gamma", share_of(past.gamma), share_of(today.gamma)),
        ("Naive", percent(past.naive), percent(today.naive)),
        ("Aware", percent(past.aware), percent(today.aware)),
        ("Policy", then.policy.name, now.policy.name),
    )
    return TableView(
        "Figures then and now",
        (Column("figure", "Figure", "quiet", 9), Column("then", "Then", "word", 10), Column("now", "Now", "text", 10)),
        tuple(
            Row(name, (Cell(name), Cell(before, None, "" if before == after else "qualify"), Cell(after)))
            for name, before, after in pairs
        ),
    )


def labels_table(then: ClaimFile, now: ClaimFile) -> TableView:
    """Every document whose label is another today than it was then."""
    titles = {source.id: title_of(source, source.id) for source in (*then.dossier.sources, *now.dossier.sources)}
    rows = []
    for source_id, title in titles.items():
        before = label_words(then.dossier.labels.get(source_id))
        after = label_words(now.dossier.labels.get(source_id))
        if before != after:
            rows.append(Row(source_id, (Cell(cut(title, 90), None, "", title), Cell(before), Cell(after))))
    return TableView(
        "Labels then and now",
        (
            Column("source", "Source", "prose", 16),
            Column("then", "Label then", "text", 11),
            Column("now", "Label now", "text", 11),
        ),
        tuple(rows),
        "Every label was the same as today.",
    )


def moment_at(view: HistoryView, asked: str | None) -> int:
    """The last step that is not after a moment; the newest where none is asked for."""
    if not asked:
        return len(view.moments) - 1
    before = [number for number, moment in enumerate(view.moments) if moment.at[: len(asked)] <= asked]
    return before[-1] if before else 0
