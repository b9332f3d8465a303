"""The head of the claim page: where the claim stands, what is said of it, and what to be careful about."""

from dataclasses import dataclass

from core.results import Assessment, ClaimFile
from dashboard.viewmodels.checks import NOTHING, Tally, looked
from dashboard.viewmodels.figures import FigureCard, figure_cards
from dashboard.viewmodels.numbers import amount, percent
from dashboard.wording import DECISION, DECISION_SIGN


@dataclass(frozen=True, slots=True)
class ClaimView:
    """Everything above the graph. Texts from outside are ``text``, ``context`` and ``question``."""

    uid: str
    place: str
    """Data set, answer and position, in words."""
    text: str
    context: str
    """The sentence of the answer the claim was taken from; empty where it is the same."""
    question: str
    sentence: str
    decision: str
    """answer, qualify or refuse: the key of its colour."""
    decision_word: str
    reasons: tuple[str, ...]
    cards: tuple[FigureCard, ...]
    cautions: tuple[str, ...]
    notices: tuple[str, ...]
    alert: str
    """The cluster alert in words; empty where none fires."""
    answer_uid: str | None
    previous: str | None
    next: str | None
    policy: str


def claim_view(file: ClaimFile, checks: Tally = NOTHING) -> ClaimView:
    """Word the head of the claim page."""
    found, dossier = file.assessment, file.dossier
    claim, answer = dossier.claim, dossier.answer
    context = claim.sentence or ""
    return ClaimView(
        uid=file.uid,
        place=_place(file),
        text=claim.text,
        context="" if context.strip() == claim.text.strip() else context,
        question=answer.question if answer else "",
        sentence=found.sentence,
        decision=found.decision.value,
        decision_word=f"{DECISION_SIGN[found.decision]} {DECISION[found.decision]}",
        reasons=found.reasons,
        cards=figure_cards(found, len(dossier.citations), looked(checks, dossier)),
        cautions=tuple(caution.text for caution in found.cautions),
        notices=tuple(notice.message for notice in found.notices),
        alert=alert_words(found) if found.alert else "",
        answer_uid=f"{dossier.dataset}:{answer.id}" if answer else None,
        previous=file.previous,
        next=file.next,
        policy=f"policy {file.policy.name}",
    )


def alert_words(found: Assessment) -> str:
    """Why the cluster alert fires, in this claim's numbers."""
    return (
        f"Cluster alert: {found.items:,} items, but only {amount(found.eie)} pieces of evidence "
        f"(at most {percent(found.policy.alert_share)} of the items)."
    )


def _place(file: ClaimFile) -> str:
    claim, answer = file.dossier.claim, file.dossier.answer
    parts = [file.dossier.dataset] if file.dossier.dataset else []
    if answer:
        parts.append(f"answer {answer.id}")
    number = f"claim {file.number} of {file.of}" if file.number and file.of else f"claim {claim.id}"
    return " · ".join([*parts, number])
