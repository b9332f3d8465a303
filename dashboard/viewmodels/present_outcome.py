"""How a story ends: confidence, what was checked, the decision, and what would change it."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from core.checked import NOT_CHECKED
from core.conclusions import Conclusion
from core.numbers import amount, count, percent, percent_between, points
from core.results import Assessment, ClaimFile, LabelValue
from core.verification.vocabulary import CheckStatus
from core.wording import CONCLUSION, UNHINDERED, conclusion_words
from dashboard.check_words import CHECK, CHECK_SIGN, CHECK_TONE, GRAVEST, OUTDATED
from dashboard.viewmodels.checks import AGAIN, Tally, looked
from dashboard.viewmodels.evidence import title_of
from dashboard.viewmodels.figures import figure_cards
from dashboard.viewmodels.numbers import TINY
from dashboard.viewmodels.open_questions import moving
from dashboard.viewmodels.present_values import Slide
from dashboard.viewmodels.verdict import VerdictView
from dashboard.wording import CONFIDENCE_ALLOWS, DECISION, DECISION_SIGN, RELATION

MAY_BE = MappingProxyType(
    {
        Conclusion.ANSWER: "It may be answered as it stands.",
        Conclusion.ANSWER_WITH_CAVEAT: "It may be answered, with a caveat.",
        Conclusion.QUALIFY: "It may be stated only with a qualification.",
        Conclusion.ABSTAIN: "It should not be answered as it stands.",
    }
)
"""What a decision means for who asks."""
GROUNDED = "Grounded: the words stand there. Verified: in a version that is known, and nothing is left to look at."
GROUND = CheckStatus.GROUNDED.value
NOT_JUDGED = "Whether the words mean what the claim says, nobody has judged."
MOST_MARKS = 200
"""Citations that are drawn one by one; of more, as many of each kind as is its share."""
MOST_REASONS = 12
PARTS = ("What the evidence supports", "What is missing", "What one would have to assume")


def confidence_slide(found: Assessment) -> Slide:
    """Naive falls to aware, and why."""
    gone = found.naive - found.aware
    naive, aware, prior = percent(found.naive), percent(found.aware), percent(found.policy.prior)
    if not found.items:
        said = f"Nothing counts for it, so confidence stays where it began: {prior}."
    elif gone <= TINY:
        said = f"Counted one by one or by origin, confidence is {aware}: nothing is taken back."
    else:
        said = f"Counted one by one, the sources would make {naive}; knowing where they come from leaves {aware}."
    causes = list(_causes(found)) if gone > TINY else []
    spread = percent_between(found.aware_range)
    notes = [f"The bracket: {spread}, as open questions turn out."] if spread != aware and found.items else []
    if found.gamma.value is None:
        notes.append(f"Gamma is not defined: {found.gamma.reason}.")
    return Slide(
        key="confidence",
        kicker="Confidence",
        sentence=said,
        scene="bars",
        data={
            "bars": [
                {"key": "naive", "label": "Every source counted in full", "value": found.naive, "text": naive},
                {
                    "key": "aware",
                    "label": "Knowing who copied whom",
                    "value": found.aware,
                    "text": aware,
                    "low": found.aware_range.low,
                    "high": found.aware_range.high,
                },
            ],
            "prior": found.policy.prior,
            "before": f"before any evidence {prior}",
            "gone": points(-gone) if gone > TINY else "",
            "why": causes,
        },
        notes=tuple(notes),
        says=f"naive {naive}, aware {aware}, {points(-gone)}; " + "; ".join(causes),
    )


def _causes(found: Assessment) -> Iterator[str]:
    """Why the flat count is too high, as the steps of the aware estimate have it."""
    estimate = next(one for one in found.estimates if one.key == "aware")
    labels = {step.label for step in estimate.steps if step.change < -TINY}
    if "dependence" in labels:
        yield "because sources share an origin, or nobody knows theirs"
    if "scarcity" in labels:
        are, required = "is" if found.items == 1 else "are", amount(float(found.policy.required))
        yield f"because {count(found.items, 'item')} {are} fewer than the {required} asked for"


def checks_slide(file: ClaimFile, checks: Tally, judged: int) -> Slide:
    """How many citations stand in their source, and what nobody has looked at."""
    found, by = looked(checks, file.dossier), dict(checks.by_status or {})
    card = next(c for c in figure_cards(file.assessment, checks.total, found) if c.key == "citations")
    if not checks.total:
        said = "The file names no citations, so there is nothing to check."
    elif not checks.checked:
        said = f"Nobody has checked {'its one citation' if checks.total == 1 else 'any of its citations'} yet."
    else:
        stand = "stands" if found.verified == 1 else "stand"
        said = f"{found.verified:,} of {count(checks.total, 'citation')} verifiably {stand} in the source."
        if by.get(NOT_CHECKED):
            said += f" {by[NOT_CHECKED]:,} nobody has checked."
    notes = []
    if checks.checked and found.verified < checks.grounded:
        notes.append(GROUNDED)
    if checks.checked and not judged:
        notes.append(NOT_JUDGED)
    groups = _groups(by or ({NOT_CHECKED: checks.total} if checks.total else {}), found.verified)
    return Slide(
        key="checks",
        kicker="What was checked",
        sentence=said,
        scene="checks",
        data={"value": card.value, "label": card.label, "groups": groups},
        notes=tuple(notes),
        says="; ".join(f"{group['number']} {group['words']}" for group in groups),
    )


def _groups(by: Mapping[str, int], verified: int) -> list[dict[str, object]]:
    """Citations by status, the good ones first; what is grounded and not verified is apart from what is."""
    total = sum(by.values())
    rest = [key for key in GRAVEST if key not in (GROUND, NOT_CHECKED)]
    found = [
        (CHECK_SIGN[GROUND], "verified", CHECK_TONE[GROUND], verified),
        (CHECK_SIGN[GROUND], f"{CHECK[GROUND]}, not verified", GROUND, by.get(GROUND, 0) - verified),
        *((CHECK_SIGN[key], CHECK[key], CHECK_TONE[key], by.get(key, 0)) for key in rest),
        (CHECK_SIGN["stale"], OUTDATED, CHECK_TONE["stale"], by.get(AGAIN, 0)),
        (CHECK_SIGN[NOT_CHECKED], CHECK[NOT_CHECKED], CHECK_TONE[NOT_CHECKED], by.get(NOT_CHECKED, 0)),
    ]
    return [
        {
            "sign": sign,
            "words": words,
            "tone": tone,
            "number": number,
            "marks": number if total <= MOST_MARKS else max(1, round(number * MOST_MARKS / total)),
        }
        for sign, words, tone, number in found
        if number > 0
    ]


def decision_slide(verdict: VerdictView | str) -> Slide:
    """The decision with its reasons; where it abstains, the three parts of what to say instead."""
    if isinstance(verdict, str):
        return Slide(
            key="decision",
            kicker="The decision",
            sentence="No decision could be made.",
            scene="decision",
            data={"word": "No decision", "tone": "refuse", "states": "", "reasons": [verdict], "parts": []},
            says=verdict,
        )
    decided = next(one for one in Conclusion if verdict.word in (CONCLUSION[one], conclusion_words(one)))
    reasons = [row.cells[1].text for row in verdict.reasons.rows][:MOST_REASONS]
    parts = []
    if decided is Conclusion.ABSTAIN:
        # What is missing stands below; here is what alone forbids an answer.
        reasons = [verdict.short]
        parts = [
            {"title": title, "items": list(items)}
            for title, items in zip(PARTS, (verdict.supports, verdict.missing, verdict.assumptions), strict=True)
            if items
        ]
    return Slide(
        key="decision",
        kicker="The decision",
        sentence=MAY_BE[decided],
        scene="decision",
        data={
            "word": verdict.word,
            "tone": verdict.tone,
            "states": ", ".join(verdict.states),
            "reasons": reasons or [UNHINDERED],
            "parts": parts,
        },
        says=f"{CONCLUSION[decided]}: {verdict.short}",
    )


def change_slide(file: ClaimFile, values: Sequence[LabelValue]) -> Slide:
    """The missing label that matters most, and what each answer to it would make of the claim."""
    kicker = "What would change it"
    first = next(iter(moving(values)), None)
    if first is None:
        said, sign = "Nothing is open: every source that counts has its label.", "no open question"
        if not file.assessment.items:
            said, sign = "Evidence: as long as no source speaks for it, no label can change a figure.", "evidence"
        elif values:
            said, sign = "No single label would change a figure.", "no single label"
        settled = bool(file.assessment.items) and not values
        data = {"arms": [], "sign": f"✓ {sign}" if settled else sign, "good": settled}
        return Slide("change", kicker, said, "fork", data, says=sign)
    question, asks, words = _question(file, first)
    now = percent(file.assessment.aware)
    arms = [
        {
            "label": label,
            "value": reading.aware,
            "text": percent(reading.aware),
            "word": f"{DECISION_SIGN[reading.decision]} {DECISION[reading.decision]}",
            "tone": reading.decision.value,
        }
        for label, reading in zip(words, (first.if_independent, first.if_dependent), strict=True)
    ]
    said = "One missing answer moves confidence most"
    said += ", and alone turns" if first.flips else "; alone it does not turn"
    return Slide(
        key="change",
        kicker=kicker,
        sentence=f"{said} what it allows.",
        scene="fork",
        data={
            "question": question,
            "asks": asks,
            "allows": CONFIDENCE_ALLOWS,
            "now": {"value": file.assessment.aware, "text": f"now {now}"},
            "arms": arms,
        },
        says="; ".join(f"{arm['label']}: {arm['text']}, {arm['word']}" for arm in arms),
    )


def _question(file: ClaimFile, value: LabelValue) -> tuple[str, str, tuple[str, str]]:
    """What is asked about, the question, and both answers in words."""
    sources = {source.id: source for source in file.dossier.sources}
    title = title_of(sources.get(value.source_id), value.source_id)
    edge = next((edge for edge in file.dossier.edges if edge.key == value.edge_key), None)
    if edge is None:
        return title, "Is it independent?", ("If it is independent", "If it depends on others")
    upstream = title_of(sources.get(edge.to_id), edge.to_id)
    return title, f"{RELATION[edge.relation]} {upstream}?", ("If that is wrong", "If that is right")
