"""What is worth labelling first: the unknowns and suspected edges, by what an answer to each would change."""

from collections.abc import Sequence

from core.model import Dossier
from core.results import LabelValue, Reading
from dashboard.viewmodels.evidence import title_of
from dashboard.viewmodels.numbers import TINY, percent
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import DECISION, DECISION_SIGN, RELATION

SHOWN = 7

COLUMNS = (
    Column("question", "Open question", "prose", 14),
    Column("independent", "If independent", "word", 6.6, "The source is independent, or the edge is rejected."),
    Column("dependent", "If dependent", "word", 6.6, "The source is dependent, or the edge is confirmed."),
)


def open_questions_table(dossier: Dossier, values: Sequence[LabelValue]) -> TableView:
    """The most valuable open questions of a claim; those that turn what confidence allows come first."""
    titles = {source.id: title_of(source, source.id) for source in dossier.sources}
    edges = {edge.key: edge for edge in dossier.edges}
    rows = []
    for value in moving(values)[:SHOWN]:
        question = titles.get(value.source_id, value.source_id)
        if value.edge_key is not None and value.edge_key in edges:
            edge = edges[value.edge_key]
            question = f"{question}: {RELATION[edge.relation]} {titles.get(edge.to_id, edge.to_id)}?"
        rows.append(
            Row(
                value.edge_key or value.source_id,
                (
                    Cell(cut(question, 120), None, "", question),
                    _reading(value.if_independent, value.flips),
                    _reading(value.if_dependent, value.flips),
                ),
            )
        )
    return TableView(
        "Open questions of this claim", COLUMNS, tuple(rows), "No open question: no counted source is without a label."
    )


def open_questions_words(values: Sequence[LabelValue]) -> str:
    """How many open questions there are, and how many would turn what confidence allows."""
    flips = sum(value.flips for value in values)
    if not values:
        return "No open question: no counted source of this claim is without a label."
    some = "One open question" if len(values) == 1 else f"{len(values):,} open questions"
    if not moving(values):
        return f"{some}; no answer to a single one would move a figure."
    turning = "none alone turns what it allows" if not flips else f"{flips:,} alone would turn what it allows"
    return f"{some}; {len(moving(values)):,} would move the confidence, {turning}."


def moving(values: Sequence[LabelValue]) -> list[LabelValue]:
    """The questions whose answer changes something."""
    return [value for value in values if value.flips or abs(value.difference) > TINY]


def _reading(reading: Reading, flips: bool) -> Cell:
    words = f"{DECISION_SIGN[reading.decision]} {percent(reading.aware)}"
    return Cell(words, reading.aware, reading.decision.value if flips else "", DECISION[reading.decision])
