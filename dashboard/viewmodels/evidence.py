"""The evidence of a claim as a table: one row per item, in the order that explains the figures."""

import re
from collections.abc import Mapping
from types import MappingProxyType

from core.model import Dossier, Evidence, Label, Source
from core.results import Assessment, ItemFigure
from core.states import EvidenceState
from core.wording import label_words as label_words, title_of as title_of
from dashboard.viewmodels.checks import SourceChecks
from dashboard.viewmodels.numbers import amount, share
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import NOT_CHECKED, STANCE, STATE

COLUMNS = (
    Column("lineage", "", "chip", 2.6, "Lineage: sources with one letter hang together upstream."),
    Column("source", "Source", "text", 14, "Title, or the id where there is no title."),
    Column("publisher", "Publisher", "quiet", 7),
    Column("date", "Date", "quiet", 7, "As written in the data."),
    Column("stance", "Stance", "text", 6),
    Column("label", "Label, by whom", "text", 9.5),
    Column("weight", "Weight", "number", 4.8, "What this item adds to EIE; the weights add up to it."),
    Column("increment", "Increment", "number", 6.2, "Support of this item before any discount."),
    Column("verification", "Citation", "word", 9.5, "What the checks of its citations say, the gravest first."),
    Column("state", "State", "quiet", 8.6, "How far this item has come, and why it does not count."),
)

NO_CHECKS: Mapping[str, SourceChecks] = MappingProxyType({})


def _day(published: str) -> str:
    """The day of a date in the common form; anything else as it is written."""
    return published[:10] if re.match(r"\d{4}-\d\d-\d\d(?:[T ]|$)", published) else cut(published, 30)


def _label_hint(label: Label | None) -> str:
    return "" if label is None else " · ".join(part for part in (label_words(label), label.at, label.reason) if part)


def evidence_table(
    dossier: Dossier,
    found: Assessment,
    colours: Mapping[str, str],
    checks: Mapping[str, SourceChecks] = NO_CHECKS,
) -> TableView:
    """Counted items first, by lineage and weight; then the others with the reason why they do not count.

    Args:
        dossier: The facts.
        found: The figures.
        colours: Lineage letter -> colour of its chip.
        checks: Evidence id -> what the checks of its citations say.
    """
    sources = {source.id: source for source in dossier.sources}
    cited = {citation.evidence_id or citation.source_id for citation in dossier.citations}
    pairs = sorted(zip(dossier.evidence, found.figures, strict=True), key=lambda pair: _order(pair[0], pair[1]))
    rows = tuple(_row(item, figure, sources, dossier, cited, colours, checks.get(item.id)) for item, figure in pairs)
    return TableView(
        "Evidence of this claim",
        COLUMNS,
        rows,
        "No evidence: nothing was retrieved or cited for this claim. Import a file that brings some.",
    )


def _order(item: Evidence, figure: ItemFigure) -> tuple[bool, int, str, float, int, str]:
    letter = figure.lineage or "~"
    return (not figure.counted, len(letter), letter, -figure.weight, item.rank or 10**9, item.id)


def _row(
    item: Evidence,
    figure: ItemFigure,
    sources: dict[str, Source],
    dossier: Dossier,
    cited: set[str],
    colours: Mapping[str, str],
    checks: SourceChecks | None,
) -> Row:
    source = sources.get(item.source_id)
    title = title_of(source, item.source_id)
    published = (source.published_at or "") if source else ""
    label = dossier.labels.get(item.source_id)
    letter = figure.lineage or "–"
    known = item.id in cited or item.source_id in cited
    state = STATE[item.state] if figure.counted else "not counted"
    return Row(
        item.source_id,
        (
            Cell(letter, letter, colours.get(letter, ""), "in no counted lineage" if not figure.lineage else ""),
            Cell(cut(title, 90), None, "", title),
            Cell(cut(source.publisher or "–" if source else "–", 40)),
            Cell(_day(published) or "–", published, "", published),
            Cell(STANCE[item.stance], None, "", f"the file says {item.stance_given!r}" if item.stance_given else ""),
            Cell(label_words(label), None, "", _label_hint(label)),
            Cell(share(figure.weight) if figure.counted else "–", figure.weight if figure.counted else None),
            Cell(amount(figure.increment, 3), figure.increment),
            _citation(checks, known),
            Cell(state, None, "", _state_hint(item, figure, checks)),
        ),
    )


def _citation(checks: SourceChecks | None, known: bool) -> Cell:
    if checks is not None:
        return Cell(f"{checks.sign} {checks.words}", checks.words, checks.tone, checks.hint)
    return Cell("not checked" if known else "not cited", None, "", NOT_CHECKED if known else "")


def _state_hint(item: Evidence, figure: ItemFigure, checks: SourceChecks | None) -> str:
    if figure.why_not:
        return f"{STATE[item.state]}: {figure.why_not}"
    if checks is not None and checks.tone == "answer" and item.state.step < EvidenceState.VERIFIED.step:
        return "Grounded, not verified: what was read has no known version, or something about it asks for a look."
    return ""
