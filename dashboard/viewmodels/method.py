"""The Method page, from the code's own docstrings, references and defaults."""

from collections.abc import Sequence

from core.policy import Policy
from core.references import Reference
from core.results import FormulaEntry
from dashboard.viewmodels.policy import setting_words
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import SETTING, SETTING_HELP

ORIGIN = {
    "prior": "[HOUSE] our default; each regime and data set carries its own",
    "increment": "[HOUSE] our default; each regime and data set carries its own",
    "k": "[HOUSE] our default; [KON] uses 10 and 12 in the regimes",
    "alpha": "[KON] 0.5 in the main runs",
    "stances": "[HOUSE]",
    "floor": "[HOUSE]",
    "strengths": "[HOUSE] 1 unless the importer or an analyst states another",
    "alert_items": "[HOUSE]",
    "alert_share": "[HOUSE]",
    "answer_at": "[HOUSE] not calibrated on anybody's outcomes",
    "qualify_at": "[HOUSE] not calibrated on anybody's outcomes",
}

CAUTIONS = (
    "Scarcity is not dependence: 1 / gamma is 10 for ten copies and also for one honest lone source at K = 10. "
    "Both factors are shown.",
    "Repetition still pays: with a fixed K the formula multiplies gamma by all increments, so more copies raise the "
    "aware confidence, and once EIE reaches K copies are credited in full. Source-discounted, which a confirmed copy "
    "never raises, stands beside it.",
    "At alpha 1 unknown is being treated as independent, and the guard is off.",
    "Knowing who copied whom does not make the origin independent: a lineage nobody has vouched for counts alpha.",
    "Refuting evidence is scored beside the claim and never mixed in.",
)

LIMITS = (
    "Confidence here is a bookkeeping of stated support, not a probability that the claim is true.",
    "Prior, increment, K and the thresholds of confidence are settings, not measurements. H is the article's curve, "
    "fitted to other people's questions, and no probability of your system.",
    "A provenance graph shows the dependence somebody stated or confirmed; what nobody stated is unknown.",
    "A citation that stands in its source is grounded; that says nothing about whether the passage supports the claim.",
    "Drafted facets see words only and agree with people only fairly; contradictions are people's to judge.",
    "Retrieval scores never change a score.",
)

GLOSSARY = (
    ("claim", "One atomic statement of an answer."),
    ("evidence item", "One distinct passage that speaks for a claim; mentions of the same passage are one item."),
    ("source", "A document, or an upstream entity nobody retrieved: a release, a data set, a wire story."),
    ("lineage", "All sources of a claim that hang together upstream; named by a letter."),
    ("origin", "A source with nothing upstream of it."),
    ("EIE", "Effective independent evidence: the most distinct credited content the documents carry at once."),
    ("gamma", "min(1, EIE / K): the share of the raw support that is earned."),
    ("K", "The independent evidence at which support counts in full."),
    ("alpha", "The weight of a document whose dependence nobody knows."),
    ("scarcity, dependence", "The two factors of gamma: too few items, and shared lineages."),
    ("inflation", "Raw support over credited support, 1 / gamma."),
    ("naive, aware", "Confidence with every item in full, and damped by gamma."),
    ("floor", "The evidence state from which an item counts."),
    ("bundle", "Passages about one thing, with how densely they answer for the claim."),
    ("facet", "One thing a claim says that evidence has to address."),
    ("cohesion", "Mean cosine of a bundle's pairs; it sees topics, not contradictions, and differs by embedder."),
    ("density", "Mean of coverage, consistency and completeness; an interval while contradictions are unjudged."),
    ("H", "A rate of hallucination as a curve over density: the article's, or fitted to your own outcomes."),
    ("cluster alert", "Many items on little independent evidence."),
)


def formula_modules(entries: Sequence[FormulaEntry]) -> tuple[str, ...]:
    """The modules that state formulas, in order."""
    return tuple(dict.fromkeys(entry.module for entry in entries))


def formulas_table(entries: Sequence[FormulaEntry]) -> TableView:
    """Every formula with its source."""
    return TableView(
        "Formulas",
        (
            Column("name", "Function", "quiet", 11),
            Column("summary", "What it says", "wrap", 20),
            Column("formula", "Formula", "wrap", 30),
            Column("source", "Source", "wrap", 18),
        ),
        tuple(
            Row(
                f"{entry.module}.{entry.name}",
                (
                    Cell(entry.name, None, "", f"{entry.module}.{entry.name}"),
                    Cell(entry.summary, None, "", entry.summary),
                    Cell(entry.formula, None, "", entry.formula),
                    Cell(" ".join(entry.source.split()), None, "", entry.source),
                ),
            )
            for entry in entries
        ),
    )


def references_table(references: Sequence[Reference]) -> TableView:
    """Where each formula is published."""
    return TableView(
        "Sources",
        (
            Column("key", "Key", "text", 6),
            Column("title", "Title", "wrap", 28),
            Column("author", "Author", "text", 12),
            Column("year", "Year", "number", 5),
            Column("note", "For what", "wrap", 26),
        ),
        tuple(
            Row(
                reference.key,
                (
                    Cell(f"[{reference.key}]"),
                    Cell(reference.title, None, "", reference.title),
                    Cell(reference.author),
                    Cell(str(reference.year) if reference.year else "–", reference.year),
                    Cell(reference.note, None, "", reference.note),
                ),
            )
            for reference in references
        ),
    )


def defaults_table() -> TableView:
    """Every default with its origin; [HOUSE] is our own choice."""
    values = Policy().as_dict()
    return TableView(
        "Defaults",
        (
            Column("setting", "Setting", "text", 13),
            Column("value", "Default", "text", 8),
            Column("meaning", "Meaning", "wrap", 30),
            Column("origin", "Origin", "wrap", 22),
        ),
        tuple(
            Row(
                name,
                (
                    Cell(SETTING[name]),
                    Cell(setting_words(name, values[name])),
                    Cell(SETTING_HELP[name], None, "", SETTING_HELP[name]),
                    Cell(ORIGIN[name]),
                ),
            )
            for name in values
            if name in ORIGIN
        ),
    )


def glossary_table() -> TableView:
    """The words used here, one meaning each."""
    return TableView(
        "Glossary",
        (Column("word", "Word", "text", 10), Column("meaning", "Meaning", "wrap", 50)),
        tuple(Row(word, (Cell(word), Cell(meaning))) for word, meaning in GLOSSARY),
    )
