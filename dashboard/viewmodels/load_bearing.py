"""What would be left if a source were withdrawn, the largest loss first."""

from core.model import Dossier
from core.results import Assessment, Withdrawal
from dashboard.viewmodels.evidence import title_of
from dashboard.viewmodels.numbers import amount, percent, points
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import CONFIDENCE_ALLOWS, DECISION, DECISION_SIGN

COLUMNS = (
    Column("lineage", "", "chip", 2.6),
    Column("source", "If this source were withdrawn"),
    Column("eie", "EIE left", "number", 6),
    Column("loss", "EIE lost", "number", 6),
    Column("items", "Items left", "number", 6.5),
    Column("confidence", "Confidence", "number", 7),
    Column("change", "Change", "number", 7),
    Column("decision", CONFIDENCE_ALLOWS, "word", 9),
)


def load_bearing_table(dossier: Dossier, found: Assessment, colours: dict[str, str]) -> TableView:
    """Every source of the counted graph, retrieved or not, as the withdrawal list orders them."""
    titles = {source.id: title_of(source, source.id) for source in dossier.sources}
    letters = {node: line.letter for line in found.lineages for node in line.nodes}
    return TableView(
        "Load-bearing sources",
        COLUMNS,
        tuple(_row(withdrawal, found, titles, letters, colours) for withdrawal in found.withdrawals),
        "No counted evidence, so nothing to withdraw.",
    )


def load_bearing_summary(found: Assessment) -> str:
    """Which withdrawals would change what confidence allows, in one sentence."""
    if not found.withdrawals:
        return "No counted evidence, so nothing to withdraw."
    turning = [row for row in found.withdrawals if row.decision is not found.decision]
    if turning:
        which = "One source decides" if len(turning) == 1 else f"{len(turning)} sources decide, each on its own,"
        return f"{which} over “{DECISION[found.decision]}”: without it confidence allows something else."
    if found.withdrawals[0].eie < found.eie - 1e-9:
        return f"Confidence allows “{DECISION[found.decision]}”; no single withdrawal changes that."
    return "No single source carries anything that the others do not."


def _row(
    row: Withdrawal, found: Assessment, titles: dict[str, str], letters: dict[str, str], colours: dict[str, str]
) -> Row:
    letter = letters.get(row.source_id, "–")
    title = titles.get(row.source_id, row.source_id)
    word = f"{DECISION_SIGN[row.decision]} {DECISION[row.decision]}"
    if row.decision is not found.decision:
        word = f"{DECISION[found.decision]} → {word}"
    lost = found.eie - row.eie
    return Row(
        row.source_id,
        (
            Cell(letter, letter, colours.get(letter, "")),
            Cell(cut(title, 90), None, "", title),
            Cell(amount(row.eie), row.eie),
            Cell("0" if abs(lost) < 1e-9 else f"−{amount(lost)}", lost),
            Cell(str(row.items), row.items),
            Cell(percent(row.aware), row.aware),
            Cell(points(row.aware - found.aware), row.aware - found.aware),
            Cell(word, None, row.decision.value if row.decision is not found.decision else ""),
        ),
    )
