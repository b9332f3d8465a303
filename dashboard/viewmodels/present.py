"""The story of a claim for people who look at it from a distance: one sentence and one picture a step."""

from collections.abc import Mapping, Sequence

from core.numbers import amount, between, count
from core.results import Assessment, ClaimFile, LabelValue
from core.scoring.sentence import in_words
from core.states import EvidenceState
from dashboard.viewmodels.checks import Tally
from dashboard.viewmodels.claim import alert_words
from dashboard.viewmodels.graph_values import GraphView
from dashboard.viewmodels.present_outcome import change_slide, checks_slide, confidence_slide, decision_slide
from dashboard.viewmodels.present_pictures import AGAINST, ASIDE, COUNTED, Cards, drawn_graph, stacks
from dashboard.viewmodels.present_values import Slide, Story
from dashboard.viewmodels.verdict import VerdictView


def claim_story(
    file: ClaimFile,
    *,
    checks: Tally,
    judged: int,
    verdict: VerdictView | str,
    values: Sequence[LabelValue],
    graph: GraphView,
    places: Mapping[str, tuple[int, int]],
) -> Story:
    """Sources, who copied whom, pieces of evidence, confidence, checks, decision, and what would change it.

    Args:
        file: The claim; every number is one that its page shows.
        checks: Its citations, counted.
        judged: How many of them somebody judged by their meaning.
        verdict: The decision in words, or why none could be made.
        values: What settling each open question would change, the most valuable first.
        graph: Its provenance graph as it is drawn on its page.
        places: Node of the graph -> where it stands.
    """
    cards = Cards.of(file.dossier, file.assessment)
    slides = [_claim(file, cards)]
    if file.assessment.items:
        slides.append(_lineage(file, cards, graph, places))
        slides.append(_evidence(file.assessment, cards))
    slides.append(confidence_slide(file.assessment))
    if file.dossier.evidence or checks.total:
        slides.append(checks_slide(file, checks, judged))
    slides.append(decision_slide(verdict))
    slides.append(change_slide(file, values))
    return Story(
        name="Presentation of a claim",
        about=file.dossier.claim.text,
        address={"claim": file.uid},
        slides=tuple(slides),
        cards=cards.as_data(),
    )


def _claim(file: ClaimFile, cards: Cards) -> Slide:
    found, against, aside = file.assessment, cards.number(AGAINST), cards.number(ASIDE)
    said = _cited(file)
    if against:
        number = in_words(against)
        speak = f"{'more ' if found.items else ''}{'speaks' if against == 1 else 'speak'}"
        said += f" {number[:1].upper()}{number[1:]} {speak} against it."
    notes = [f"{count(aside, 'more source')} {'does' if aside == 1 else 'do'} not count."] if aside else []
    if cards.total > len(cards.drawn):
        notes.append(f"{len(cards.drawn):,} of {cards.total:,} sources are drawn.")
    return Slide(
        key="claim",
        kicker="The claim",
        hero=file.dossier.claim.text,
        sentence=said,
        scene="cards",
        data={"none": "" if cards.drawn else "no source"},
        notes=tuple(notes),
        says=f"{count(cards.number(COUNTED), 'equal card')}, one for each source that counts",
    )


def _cited(file: ClaimFile) -> str:
    """How many sources count for the claim, as a flat list of citations would have it."""
    found = file.assessment
    if not found.items:
        return "No source speaks for this claim."
    sources = f"{in_words(found.sources)} {'source' if found.sources == 1 else 'sources'}"
    if found.items != found.sources:
        sources = f"{in_words(found.items)} passages from {sources}"
    if found.policy.floor.step < EvidenceState.CITED.step:
        return f"{sources[0].upper()}{sources[1:]} {'was' if found.items == 1 else 'were'} found for this claim."
    if file.dossier.answer is not None:
        return f"The answer cites {sources} for this claim."
    return f"{sources[0].upper()}{sources[1:]} {'is' if found.items == 1 else 'are'} cited for this claim."


def _lineage(file: ClaimFile, cards: Cards, graph: GraphView, places: Mapping[str, tuple[int, int]]) -> Slide:
    picture = drawn_graph(graph, places, cards)
    return Slide(
        key="lineage",
        kicker="Who copied whom",
        sentence=_tail(file.assessment),
        scene="graph",
        data=picture,
        notes=tuple(picture["marks"]),
        says="; ".join(f"{row['title']}: family {row['letter']}" for row in picture["nodes"][:60]),
    )


def _tail(found: Assessment) -> str:
    """The reasons of the claim's sentence as a sentence of their own."""
    said = found.sentence.partition(": ")[2]
    if found.sources == 1 and found.items == 1 and said.startswith("one "):
        said = "it " + said.removeprefix("one ")
    return said[:1].upper() + said[1:]


def _evidence(found: Assessment, cards: Cards) -> Slide:
    drawn = stacks(found, cards)
    said = f"{found.sentence.partition(': ')[0]}."
    low, high = amount(found.eie_range.low), amount(found.eie_range.high)
    notes = [] if low == high else [f"{between(found.eie_range).capitalize()}, as open questions turn out."]
    if found.alert:
        notes.append(alert_words(found))
    return Slide(
        key="evidence",
        kicker="How much evidence that is",
        sentence=said,
        scene="stacks",
        data={"stacks": drawn},
        notes=tuple(notes),
        says="; ".join(f"family {one['letter']}: {one['size']}, {one['counts']}" for one in drawn),
    )
