"""One answer: the decision on it with its reasons, its text with each claim marked, and who signed what."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from core.bundles.deciding import decide_from_tally
from core.checked import CitationLine, CitationQuality
from core.conclusions import Conclusion
from core.results import AnswerFile, ClaimSummary
from core.verdicts import SignedDecision, tally_of
from dashboard.viewmodels.answer_text import Span, answer_stretches
from dashboard.viewmodels.checks import Tally, quality_words, tally, tally_words
from dashboard.viewmodels.compared import Stretch
from dashboard.viewmodels.numbers import amount, count, percent
from dashboard.viewmodels.quotations import quotations, quotations_table
from dashboard.viewmodels.release import SignatureView, compared_texts, named, signature_views
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import CONCLUSION_TONE, SUFFICIENCY, UNHINDERED, conclusion_words


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One answer under review."""

    uid: str
    question: str
    spans: tuple[Span, ...]
    word: str
    """The decision on it."""
    tone: str
    states: tuple[str, ...]
    why: str
    words: str
    decisions: tuple[tuple[str, str], ...]
    """How many claims each decision has: its tone, and in words."""
    left_out: tuple[str, ...]
    """The words of the claims that no answer should carry."""
    qualified: tuple[str, ...]
    """Those that are to be stated with a qualification."""
    draft: tuple[Stretch, ...]
    """The two texts with what parts them marked."""
    corrected: tuple[Stretch, ...]
    """() where nobody corrected it."""
    differences: str
    signed: tuple[SignatureView, ...]
    """Newest first."""
    listing: TableView
    unplaced: str
    """Claims whose words are not in the text, in words; empty where all are."""
    flaws: tuple[str, ...] = ()
    """Markers that lead nowhere, in words."""
    quotations: TableView | None = None
    """What the text puts between quotation marks; None where it does not."""
    citations: str = ""
    """What the checks of its citations say, in words."""
    quality: tuple[str, ...] = ()
    """Citation precision and completeness, each with its n."""


def answer_view(
    file: AnswerFile,
    sentences: Mapping[str, str],
    lines: Sequence[CitationLine] = (),
    quality: CitationQuality | None = None,
    sources: Callable[[Sequence[str]], Mapping[str, str]] | None = None,
    signed: Sequence[SignedDecision] = (),
) -> AnswerView:
    """The answer's text in stretches, each claim found in it marked with its number and decision.

    Args:
        file: The answer and its claims.
        sentences: Claim uid -> the sentence of the answer it was taken from, where the data says so.
        lines: The citations of the answer with their checks.
        quality: How good they are, as far as somebody judged.
        sources: Looks for quoted words in the texts of the answer's sources.
        signed: What leads signed of it, newest first.
    """
    text = answer_stretches(file.answer.text, file.claims, sentences, lines)
    decided = [claim.verdict for claim in file.claims if claim.verdict is not None]
    together = tally_of([(one.conclusion, one.leading, 1) for one in decided], len(file.claims))
    conclusion, states, reasons = decide_from_tally(together, [state for one in decided for state in one.states])
    draft, corrected, differences = compared_texts(file.answer.text, file.answer.corrected_text)
    quoted = quotations(file.answer.text, lines, sources)
    checks = tally(lines)
    return AnswerView(
        uid=file.uid,
        question=file.answer.question,
        spans=text.spans,
        word=conclusion_words(conclusion),
        tone="" if conclusion is None else CONCLUSION_TONE[conclusion],
        states=tuple(SUFFICIENCY[state] for state in states),
        why="; ".join(reasons) or UNHINDERED,
        words=count(len(file.claims), "claim"),
        decisions=tuple(
            (CONCLUSION_TONE[one], f"{conclusion_words(one)} {together.conclusions[one.value]}") for one in Conclusion
        ),
        left_out=named(_with(file.claims, Conclusion.ABSTAIN)),
        qualified=named(_with(file.claims, Conclusion.QUALIFY)),
        draft=draft,
        corrected=corrected,
        differences=differences,
        signed=signature_views(signed),
        listing=_claims(file.claims, lines),
        unplaced=(
            f"{count(text.unplaced, 'claim')} of {len(file.claims)} stand in other words in the text; see the list."
            if text.unplaced
            else ""
        ),
        flaws=text.flaws,
        quotations=quotations_table(quoted) if quoted else None,
        citations=f"{checks.grounded:,} of {count(checks.total, 'citation')} grounded: {tally_words(checks)}"
        if checks.checked
        else tally_words(checks),
        quality=quality_words(quality) if quality is not None and quality.total else (),
    )


def _with(claims: Sequence[ClaimSummary], conclusion: Conclusion) -> list[str]:
    return [one.text for one in claims if one.verdict is not None and one.verdict.conclusion is conclusion]


def _claims(claims: tuple[ClaimSummary, ...], lines: Sequence[CitationLine]) -> TableView:
    return TableView(
        "Claims of this answer",
        (
            Column("number", "", "quiet", 2.4, "Number in the text"),
            Column("claim", "Claim", "prose", 22),
            Column("decision", "Decision", "word", 8.4),
            Column("reason", "Leading reason", "prose", 15),
            Column("items", "Items", "number", 4.4),
            Column("lineages", "Lineages", "number", 5.6),
            Column("eie", "EIE", "number", 4.4),
            Column("naive", "Naive", "number", 5),
            Column("aware", "Aware", "number", 5),
            Column("unknown", "Unknown", "number", 5.6),
            Column("citations", "Grounded", "text", 6.2, "Citations that stand in their source, of how many."),
            Column("alert", "Alert", "text", 4.4),
        ),
        tuple(
            _claim_row(number, claim, tally([line for line in lines if line.claim_uid == claim.uid]))
            for number, claim in enumerate(claims, 1)
        ),
        "No claim was taken from this answer.",
    )


def _claim_row(number: int, claim: ClaimSummary, checks: Tally) -> Row:
    verdict = claim.verdict
    if verdict is None:
        decision, reason = Cell(conclusion_words(None)), Cell("the rule was not asked since something changed")
    else:
        tone = CONCLUSION_TONE[verdict.conclusion]
        decision = Cell(conclusion_words(verdict.conclusion), verdict.conclusion.caution, tone)
        reason = Cell(cut(verdict.why, 160) or UNHINDERED, None, "", verdict.why)
    return Row(
        claim.uid,
        (
            Cell(str(number), number),
            Cell(cut(claim.text, 200), None, "", claim.text),
            decision,
            reason,
            Cell(str(claim.items), claim.items),
            Cell(str(claim.lineages), claim.lineages),
            Cell(amount(claim.eie), claim.eie),
            Cell(percent(claim.naive), claim.naive),
            Cell(percent(claim.aware), claim.aware),
            Cell(str(claim.unknown), claim.unknown),
            Cell(_grounded(checks), None, "", tally_words(checks)),
            Cell("alert" if claim.alert else ""),
        ),
        claim_link(claim.uid),
    )


def _grounded(checks: Tally) -> str:
    if not checks.checked:
        return "not checked" if checks.total else "none"
    return f"{checks.grounded:,} of {checks.total:,}"
