"""What a claim says, piece by piece, and which passage addresses which piece."""

from core.bundles.facets import KAPPA
from core.bundles.types import LEXICAL, Facet, Touch
from dashboard.bundle_words import TOUCH
from dashboard.viewmodels.bundles import Made, letter, passage_words
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut

SIGN = {Touch.DIRECT: "● direct", Touch.INDIRECT: "◐ indirect", Touch.NONE: "·", Touch.CONTRADICTS: "✕ contradicts"}
LEXICAL_WORDS = (
    "Lexical coverage: drafted from words alone. Synonyms and reworded quantities count as missing, and a passage that "
    f"says the opposite in the same words counts as addressing. Agreement with people is fair (kappa about {KAPPA})."
)


def facets_words(made: Made) -> tuple[str, ...]:
    """Who stands behind the facets, and how many are addressed."""
    if not made.facets:
        return ("The claim has no word a facet could be drafted from: coverage and completeness are not defined.",)
    reached = sum(any(touch.addresses for touch in _touches(made, facet).values()) for facet in made.facets)
    direct = sum(Touch.DIRECT in _touches(made, facet).values() for facet in made.facets)
    said = [f"{reached} of {count(len(made.facets), 'facet')} addressed by some passage, {direct} directly."]
    if made.facets_by == LEXICAL:
        said.append(LEXICAL_WORDS)
    elif made.facets_by == "mixed":
        said.append(f"A person stated what is framed or has a name; the rest is drafted. {LEXICAL_WORDS}")
    return tuple(said)


def _touches(made: Made, facet: Facet) -> dict[str, Touch]:
    return {passage.id: made.marks[facet.id, passage.id].touch for passage in made.passages}


def facets_table(made: Made) -> TableView:
    """Every facet with the passages that address it."""
    named = {passage.id: passage for passage in made.passages}
    rows = []
    for facet in made.facets:
        touches = _touches(made, facet)
        by = {
            touch: [passage_words(named[one], one) for one, found in touches.items() if found is touch]
            for touch in Touch
        }
        rows.append(
            Row(
                facet.id,
                (
                    Cell(facet.id),
                    Cell(facet.text, None, "", facet.text),
                    Cell(facet.kind.value),
                    Cell("drafted" if facet.by == LEXICAL else facet.by),
                    *(_names(by[touch]) for touch in (Touch.DIRECT, Touch.INDIRECT)),
                    Cell("–" if any(by[t] for t in Touch if t.addresses) else "no passage addresses it"),
                ),
            )
        )
    return TableView(
        "Facets",
        (
            Column("id", "Facet", "text", 4),
            Column("text", "What the claim says", "wrap", 12),
            Column("kind", "Kind", "text", 6),
            Column("by", "Stated by", "text", 6),
            Column("direct", f"Addressed: {TOUCH[Touch.DIRECT]}", "prose", 18),
            Column("indirect", f"Addressed: {TOUCH[Touch.INDIRECT]}", "prose", 18),
            Column("missing", "Missing", "wrap", 9),
        ),
        tuple(rows),
        "The claim has no facets.",
    )


def _names(names: list[str]) -> Cell:
    if not names:
        return Cell("–", 0)
    return Cell(f"{len(names)}: {'; '.join(names)}", len(names), "", "\n".join(names))


def marks_table(made: Made) -> TableView:
    """Every passage against every facet."""
    return TableView(
        "Passages against facets",
        (
            Column("lineage", "Lineage", "text", 5),
            Column("source", "Source", "text", 16),
            *(Column(facet.id, f"{facet.id} {cut(facet.text, 24)}", "text", 9, facet.text) for facet in made.facets),
        ),
        tuple(
            Row(
                passage.id,
                (
                    Cell(letter(passage)),
                    Cell(passage_words(passage, passage.id), None, "", passage.text),
                    *(
                        Cell(SIGN[mark.touch], mark.touch.value, "", f"{TOUCH[mark.touch]}, by {mark.by}")
                        for mark in (made.marks[facet.id, passage.id] for facet in made.facets)
                    ),
                ),
            )
            for passage in made.passages
        ),
        "No passage was retrieved for this claim.",
    )
