"""The work place: what is asked, what each answer would do to the claim, and what has been said already."""

from collections.abc import Sequence
from typing import Any

from core.results import LabelEvent, Reading
from core.states import Dependence, EdgeStatus
from core.work import Role, Word, WorkItem, WorkKind
from dashboard.viewmodels.deeds import Conflict, Deed, Status
from dashboard.viewmodels.documents import document_view, older_words, shared_words
from dashboard.viewmodels.inspector import event_words, when
from dashboard.viewmodels.numbers import amount, count, percent, share
from dashboard.viewmodels.proposals import rule_words
from dashboard.wording import DECISION, DECISION_SIGN, DEPENDENCE, DEPENDENCE_HELP, EDGE_STATUS, QUICK_REASONS, RELATION

PARTIAL = Dependence.PARTIALLY_DEPENDENT
STATES = (Dependence.INDEPENDENT, Dependence.DEPENDENT, PARTIAL, Dependence.UNKNOWN)
"""In the order of the keys 1 to 4."""

COUNTS = (EdgeStatus.KNOWN, EdgeStatus.CONFIRMED)

HINT = "1 to 4 answer and save at once; the next item follows. The ? key lists every key."

EDGE_ANSWERS = (
    (EdgeStatus.REJECTED, False, "rejected", "There is no such link; nothing flows along it."),
    (EdgeStatus.CONFIRMED, False, "confirmed", "The content comes from upstream."),
    (
        EdgeStatus.CONFIRMED,
        True,
        "confirmed in part",
        "A share of the content comes from upstream; the slider says how much.",
    ),
    (EdgeStatus.SUSPECTED, False, "still suspected", "Looked at, cannot tell; it does not count and widens the range."),
)
"""Status, whether a share is given, name and meaning, in the order of the keys 1 to 4."""


def answer_words(item: WorkItem, deed: Deed) -> str:
    """What a deed says of an item, in words."""
    if item.edge is not None:
        _, partly, name, _ = EDGE_ANSWERS[deed.number - 1]
        return f"{name} {share(deed.weight)}" if partly and deed.weight is not None else name
    state = STATES[deed.number - 1]
    return DEPENDENCE[state] + (f" {share(deed.weight)}" if state is PARTIAL and deed.weight is not None else "")


def done_words(event: LabelEvent, item: WorkItem, deed: Deed, after: Reading, first: Sequence[Word]) -> str:
    """What an answer did: the entry, where it holds, the figures before and after.

    Args:
        event: The entry it became.
        item: The item as it was answered.
        deed: The answer.
        after: The figures it gives.
        first: What others had said, in a blind reading: shown now.
    """
    what = answer_words(item, deed)
    where = "" if event.edge_key is not None else ", everywhere" if event.claim_id is None else ", this claim"
    saved = f"Saved as entry {event.number}: {what}{where}."
    if item.blind:
        others = [f"{word.by} had said {word_says(word)}" for word in first if word.by != event.by]
        return f"{saved} {'; '.join(others) or 'The first reading says the same'}."
    found = item.file.assessment
    was, now = amount(found.eie), amount(after.eie)
    sure, then = percent(found.aware), percent(after.aware)
    if (was, sure, found.decision) == (now, then, after.decision):
        return f"{saved} No figure of this claim moved."
    turned = "" if found.decision is after.decision else f", {DECISION[found.decision]} → {DECISION[after.decision]}"
    return f"{saved} EIE {was} → {now}, confidence {sure} → {then}{turned}."


def question(item: WorkItem) -> str:
    """What is asked, in one line that stays the same from item to item."""
    if item.item.kind is WorkKind.DISPUTE:
        who = " and ".join(sorted({word.by for word in item.words})) or "Reviewers"
        about = "the document on the left" if item.edge is None else "whether left leans on right"
        return f"{who} differ on {about}. What holds?"
    if item.edge is not None:
        asked = f"Does the document on the left really lean on the one on the right ({RELATION[item.edge.relation]})?"
        return f"Second reading. {asked}" if item.blind else asked
    asked = "What does the document on the left rest on?"
    return f"Second reading. {asked} The first answer is shown after yours." if item.blind else asked


def work_data(
    item: WorkItem,
    readings: Sequence[Reading],
    *,
    role: Role,
    weight: float,
    status: Status,
    conflict: Conflict | None,
    has_previous: bool,
    can_undo: bool,
    can_redo: bool,
) -> dict[str, Any]:
    """Plain JSON for the work place.

    Args:
        item: The item in hand.
        readings: The figures for the answers 1 to 4.
        role: What the reviewer may do.
        weight: Own share for a partial answer; of a link, the share that comes from upstream.
        status: What the last deed did.
        conflict: Somebody else's label that stands in the way.
        has_previous: Whether there is an item to go back to.
        can_undo: Whether U takes something back.
        can_redo: Whether Y gives it again.
    """
    found = item.file.assessment
    labels = item.file.dossier.labels
    left = [(p.left_start, p.left_end, n) for n, p in enumerate(item.shared, 1)]
    right = [(p.right_start, p.right_end, n) for n, p in enumerate(item.shared, 1)]
    asked = "in question" if item.edge is None else "downstream"
    other = _stands(item)
    beside = item.right
    return {
        "item": item.item.key,
        "question": question(item),
        "claim": item.file.dossier.claim.text,
        "place": place_words(item),
        "now": _figures(Reading(found.eie, found.gamma.value, found.aware, found.decision)),
        "left": document_view(
            item.left, item.left_text, left, role=asked, label=labels.get(item.left.id), hidden=item.blind
        ).as_data(),
        "right": document_view(
            beside, item.right_text, right, role=other, label=labels.get(beside.id), hidden=False
        ).as_data()
        if beside is not None
        else None,
        "alone": "No other document of this claim shares text with it or stands upstream of it.",
        "beside": _beside(item),
        "grounds": list(item.rule_evidence),
        "choices": [_choice(number, item, reading, readings[3]) for number, reading in enumerate(readings, 1)],
        "weight": weight,
        "weight_name": "Own share" if item.edge is None else "Share from upstream",
        "scope": None if item.edge is not None else _scope(item),
        "relations": _relations(item),
        "relation": item.edge.relation.value if item.edge is not None else "",
        "reasons": list(QUICK_REASONS),
        "words": [_word(word) for word in item.words],
        "history": [event_words(event) for event in item.history],
        "blind": item.blind,
        "answered": _answered(item),
        "may": role.includes(Role.REVIEWER),
        "settles": item.item.kind is WorkKind.DISPUTE and role.includes(Role.ADJUDICATOR),
        "note": _note(item, role),
        "status": {"words": status.words, "tone": status.tone},
        "hint": HINT,
        "conflict": conflict_data(conflict),
        "flagged": item.item.flagged and not item.blind,
        "can": {"previous": has_previous, "undo": can_undo, "redo": can_redo},
    }


def idle_data(title: str, words: str, *, status: Status, has_previous: bool, can_undo: bool, can_redo: bool) -> Any:
    """Plain JSON for the work place when nothing is in hand: why, what to do next, and the way back."""
    return {
        "item": "",
        "empty": {"title": title, "words": words},
        "status": {"words": status.words, "tone": status.tone},
        "can": {"previous": has_previous, "undo": can_undo, "redo": can_redo},
    }


def place_words(item: WorkItem) -> str:
    """Where the claim stands and how much hangs on the document."""
    parts = [item.item.dataset, f"claim {item.item.claim_id}"]
    if item.edge is not None and item.item.rule:
        parts.append(f"rule {rule_words(item.item.rule)}")
    if item.edge is not None and item.item.band:
        parts.append(item.item.band)
    if item.item.assignee:
        parts.append(f"given to {item.item.assignee}")
    return " · ".join(parts)


def conflict_data(conflict: Conflict | None) -> dict[str, str] | None:
    """A conflict in words, with both ways out of it."""
    if conflict is None:
        return None
    return {
        "words": f"Changed meanwhile by {conflict.by} to {conflict.says}; yours ({conflict.mine}) is not saved yet.",
        "keep": f"Keep {conflict.says}",
        "take": f"Take mine: {conflict.mine}",
    }


def _stands(item: WorkItem) -> str:
    """What the document on the right is to the one on the left."""
    other = item.right.id if item.right is not None else None
    edges = [edge for edge in item.file.dossier.edges if (edge.from_id, edge.to_id) == (item.left.id, other)]
    if item.edge is not None or any(edge.status in COUNTS for edge in edges):
        return "upstream"
    if any(edge.status is EdgeStatus.SUSPECTED for edge in edges):
        return "suspected upstream"
    return "most alike" if item.shared else "for comparison"


def _beside(item: WorkItem) -> str:
    """What the two documents share, and which of them is older."""
    if item.right is None:
        return ""
    shared = shared_words([p.left_end - p.left_start for p in item.shared], item.left_text, item.right_text)
    return " ".join(part for part in (shared, older_words(item.left.published_at, item.right.published_at)) if part)


def _figures(reading: Reading) -> dict[str, str]:
    return {
        "eie": amount(reading.eie),
        "gamma": "not defined" if reading.gamma is None else share(reading.gamma),
        "aware": percent(reading.aware),
        "decision": f"{DECISION_SIGN[reading.decision]} {DECISION[reading.decision]}",
        "tone": reading.decision.value,
    }


def _choice(number: int, item: WorkItem, reading: Reading, unknown: Reading) -> dict[str, Any]:
    """One answer: its key, its name, and the figures it would give beside those that nobody has to look for."""
    if item.edge is None:
        state = STATES[number - 1]
        name, meaning = DEPENDENCE[state], DEPENDENCE_HELP[state]
    else:
        _, _, name, meaning = EDGE_ANSWERS[number - 1]
    return {
        **_figures(reading),
        "number": number,
        "name": name,
        "meaning": meaning,
        "turns": reading.decision is not unknown.decision,
        "change": "" if abs(reading.aware - unknown.aware) < 1e-9 else f"{(reading.aware - unknown.aware) * 100:+.1f}",
        "current": not item.blind and _holds(item, number),
    }


def _holds(item: WorkItem, number: int) -> bool:
    """Whether this is what counts now."""
    if item.edge is not None:
        status, partly, _, _ = EDGE_ANSWERS[number - 1]
        given = item.edge.strength is not None and item.edge.event is not None
        return item.edge.status is status and (status is not EdgeStatus.CONFIRMED or partly == given)
    label = item.file.dossier.labels.get(item.left.id)
    return STATES[number - 1] is (label.state if label else Dependence.UNKNOWN)


def _scope(item: WorkItem) -> dict[str, str]:
    claims = item.item.claims
    reach = "used by no other claim" if claims <= 1 else f"moves {count(claims, 'claim')}"
    return {"here": "this claim", "all": f"everywhere this document is used ({reach})"}


def _relations(item: WorkItem) -> list[list[str]]:
    if item.edge is None:
        return []
    return [[relation.value, words] for relation, words in RELATION.items()]


def word_says(word: Word) -> str:
    """What somebody said."""
    what = DEPENDENCE[word.state] if word.state else EDGE_STATUS[word.edge_status] if word.edge_status else "nothing"
    return what if word.weight is None else f"{what} {share(word.weight)}"


def _word(word: Word) -> dict[str, str]:
    then = _figures(word.reading)
    return {
        "by": word.by,
        "what": word_says(word),
        "at": when(word.at) + (" · adjudication" if word.adjudication else ""),
        "reason": f"“{word.reason}”" if word.reason else "no reason given",
        "short": f"alone {then['aware']}, {then['decision']}",
        "figures": f"Alone it gives EIE {then['eie']}, gamma {then['gamma']}, {then['aware']}, {then['decision']}.",
    }


def _answered(item: WorkItem) -> str:
    """What an answered item says at the top; empty for an open one."""
    if item.open:
        return ""
    last: LabelEvent | None = next((event for event in item.history if event.kind != "undo"), None)
    return f"Answered: {event_words(last)}" if last else "Answered."


def _note(item: WorkItem, role: Role) -> str:
    """What the reviewer must know before pressing a key."""
    if not role.includes(Role.REVIEWER):
        return "You are a reader here: look, but labels take a reviewer. An admin gives roles."
    if item.item.kind is WorkKind.DISPUTE:
        if role.includes(Role.ADJUDICATOR):
            return "Your answer settles it and needs a reason; every label stays on record."
        return "An adjudicator settles this; your answer is one more label. Until then the cautious value counts."
    if item.blind:
        return "Your reading counts beside the first; neither is shown to the other before both are given."
    label = item.file.dossier.labels.get(item.left.id)
    if item.edge is None and label is not None and label.outdated:
        return "The text changed after this label was given: please confirm it."
    return ""
