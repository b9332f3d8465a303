"""How far people agree, each figure with its n, or the reason why there is none."""

from core.results import Figure
from core.work import Agreement
from dashboard.viewmodels.numbers import amount, count
from dashboard.viewmodels.overview import Tile
from dashboard.viewmodels.tables import Cell, Column, Row, TableView

KAPPA = (
    "Agreement beyond chance of two people over the same documents: 1 is full, 0 what chance alone would give, "
    "below 0 less than chance. With more than two people the mean over their pairs."
)
ALPHA = (
    "Agreement beyond chance of any number of people, readings may be missing: 1 is full, 0 what chance would give. "
    "All four labels are taken as equally far apart."
)


def agreement_tiles(found: Agreement) -> tuple[Tile, ...]:
    """Kappa, alpha, and over how many they are."""
    over = f"over {count(found.n, 'document')}, {count(found.words, 'reading')}"
    return (
        _figure("kappa", "Cohen's kappa", found.kappa, over, KAPPA),
        _figure("alpha", "Krippendorff's alpha", found.alpha, over, ALPHA),
        Tile("people", "People", f"{len(found.people):,}", "who have read what another has read too", ""),
        Tile("disputed", "Disputed", f"{found.disputed:,}", f"of {found.n:,}; nobody has settled them yet", ""),
    )


def _figure(key: str, label: str, figure: Figure, over: str, help_: str) -> Tile:
    if figure.value is None:
        return Tile(key, label, "not defined", figure.reason or "no two people have read the same", help_)
    return Tile(key, label, amount(figure.value, 3), over, help_)


def pairs_table(found: Agreement) -> TableView:
    """Every two people who have read the same."""
    return TableView(
        "Agreement by pair",
        (
            Column("first", "One", "text", 12),
            Column("second", "Other", "text", 12),
            Column("n", "Read by both", "number", 8),
            Column("agreed", "Same label", "number", 8),
            Column("kappa", "Kappa", "number", 8),
            Column("reason", "", "quiet", 20),
        ),
        tuple(
            Row(
                f"{pair.first}|{pair.second}",
                (
                    Cell(pair.first),
                    Cell(pair.second),
                    Cell(f"{pair.n:,}", pair.n),
                    Cell(f"{pair.agreed:,}", pair.agreed),
                    Cell("n. d." if pair.kappa.value is None else amount(pair.kappa.value, 3), pair.kappa.value),
                    Cell(pair.kappa.reason),
                ),
            )
            for pair in found.pairs
        ),
        "No two people have read the same document yet. F asks for a second opinion; somebody else then reads it.",
    )


def agreement_words(found: Agreement) -> str:
    """What the figures are over, in one sentence."""
    if not found.n:
        return "No document has been read by two people yet."
    blind = "given without knowing the first" if found.blind_only else "blind or not"
    return (
        f"{count(found.n, 'document')} read by at least two of {count(len(found.people), 'person', 'people')}, {blind}."
    )
