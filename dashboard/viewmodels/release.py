"""What a lead sees of an answer before signing: its texts, its claims, what may be let out, and who signed what."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from core.conclusions import Conclusion
from core.releasable import RELEASE_REASONS, ReleaseClaim, ReleaseFile, against_rule, suggested, text_for
from core.verdicts import RELEASES, ReleasedText, SignedDecision
from core.wording import RELEASED, UNHINDERED, signature_words
from dashboard.viewmodels.compared import Stretch
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count, percent
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import CONCLUSION, CONCLUSION_SIGN, CONCLUSION_TONE, SUFFICIENCY, conclusion_words

LONGEST_COMPARED = 12_000
"""Characters of a text up to which its differences are marked; beyond, marking takes longer than reading."""
MOST_NAMED = 8
_PIECE = re.compile(r"\w+\s*|[^\w\s]\s*|\s+")

TEXTS: Mapping[ReleasedText, str] = {
    "draft": "Draft",
    "corrected": "Corrected text",
    "statement": "Statement in three parts",
    "none": "Nothing",
}


@dataclass(frozen=True, slots=True)
class SignatureView:
    """One signature in words."""

    says: str
    who: str
    reason: str
    seen: str
    against: bool
    released: str
    """The text it lets out; "" where nothing."""


@dataclass(frozen=True, slots=True)
class ReleaseView:
    """One line in hand."""

    title: str
    about: str
    word: str
    tone: str
    states: tuple[str, ...]
    why: str
    status: str
    """How it stands with signatures, in words."""
    status_tone: str
    draft: tuple[Stretch, ...]
    corrected: tuple[Stretch, ...]
    """() where nobody corrected it."""
    differences: str
    """How far the two texts are apart, in words."""
    claims: TableView
    statement: str
    left_out: tuple[str, ...]
    """Texts of the claims that are to be left out."""
    qualified: tuple[str, ...]
    facts: tuple[str, ...]
    history: tuple[SignatureView, ...]


def release_view(file: ReleaseFile, quality: Sequence[str] = ()) -> ReleaseView:
    """A line with all that is to be read before it is signed.

    Args:
        file: What there is.
        quality: Citation precision and completeness, in words.
    """
    item = file.item
    draft, corrected, differences = compared_texts(file.draft, file.corrected)
    status, tone = _status(file)
    questions = f"{count(item.open_questions, 'open question')} on which it hangs"
    facts = [*quality, questions]
    if file.aware is not None:
        facts.append(f"mean aware confidence {percent(file.aware)} over {count(len(file.claims), 'claim')}")
    return ReleaseView(
        title=item.question or ("Claim without an answer" if item.kind == "claim" else "Answer without a question"),
        about=f"{item.uid} · here since {when(item.waiting_since)}",
        word=conclusion_words(item.conclusion),
        tone="" if item.conclusion is None else CONCLUSION_TONE[item.conclusion],
        states=tuple(SUFFICIENCY[state] for state in item.states),
        why="; ".join(file.reasons) or UNHINDERED,
        status=status,
        status_tone=tone,
        draft=draft,
        corrected=corrected,
        differences=differences,
        claims=claims_table(file.claims),
        statement=file.statement,
        left_out=named([claim.text for claim in file.left_out]),
        qualified=named([claim.text for claim in file.qualified]),
        facts=tuple(facts),
        history=signature_views(file.signed),
    )


def _status(file: ReleaseFile) -> tuple[str, str]:
    standing = file.signed[0] if file.signed else None
    if standing is None or standing.withdrawn:
        return "waits for a signature", ""
    said = f"signed {CONCLUSION[standing.decision]} by {standing.by}, {when(standing.at)}"
    if standing.against:
        said += f", against the rule ({standing.against})"
    if file.item.status == "moved":
        return f"{said}; what the rule says, or the text, has changed since", "qualify"
    return said, "refuse" if standing.against else "answer"


def compared_texts(draft: str, corrected: str | None) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...], str]:
    """Both texts with the words that differ marked; nothing of either is lost."""
    if corrected is None:
        return (Stretch(draft),), (), "Nobody corrected it."
    if corrected == draft:
        return (Stretch(draft),), (Stretch(corrected),), "The corrected text is the draft as it came."
    if max(len(draft), len(corrected)) > LONGEST_COMPARED:
        return (Stretch(draft),), (Stretch(corrected),), "The texts differ; they are too long to mark where."
    left, right = _PIECE.findall(draft), _PIECE.findall(corrected)
    one: list[Stretch] = []
    other: list[Stretch] = []
    places = 0
    for tag, a, b, c, d in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        kind: Any = "plain" if tag == "equal" else "differs"
        places += tag != "equal"
        one.append(Stretch("".join(left[a:b]), kind) if a < b else Stretch("", "gap"))
        other.append(Stretch("".join(right[c:d]), kind) if c < d else Stretch("", "gap"))
    return tuple(one), tuple(other), f"They differ in {count(places, 'place')}."


def named(claims: Sequence[str]) -> tuple[str, ...]:
    """Claims by their words; of many the first, for all stand in the table."""
    said = [cut(text, 240) for text in claims[:MOST_NAMED]]
    more = len(claims) - len(said)
    return (*said, *([f"and {more:,} more, in the table"] if more else ()))


def claims_table(claims: Sequence[ReleaseClaim]) -> TableView:
    """Each claim with its decision and the reason that leads."""
    return TableView(
        "Claims",
        (
            Column("number", "", "quiet", 2.3),
            Column("claim", "Claim", "prose", 14),
            Column("decision", "Decision", "word", 8),
            Column("reason", "Leading reason", "prose", 13),
            Column("aware", "Aware", "number", 4.2),
        ),
        tuple(_claim_row(number, claim) for number, claim in enumerate(claims, 1)),
        "No claim was taken from it, so nothing of it can be checked.",
    )


def _claim_row(number: int, claim: ReleaseClaim) -> Row:
    verdict = claim.verdict
    if verdict is None:
        decision, reasons = Cell(conclusion_words(None)), [claim.problem]
    else:
        decision = Cell(conclusion_words(verdict.decision), verdict.decision.caution, CONCLUSION_TONE[verdict.decision])
        reasons = [ground.text for ground in verdict.grounds]
    return Row(
        claim.uid,
        (
            Cell(str(number), number),
            Cell(cut(claim.text, 200), None, "", claim.text),
            decision,
            Cell(cut(reasons[0], 200) if reasons else UNHINDERED, None, "", "\n".join(reasons)),
            Cell(percent(claim.aware), claim.aware),
        ),
        claim_link(claim.uid),
    )


def signature_views(signed: Sequence[SignedDecision]) -> tuple[SignatureView, ...]:
    """Signatures with who, when, why, and what was seen; newest first."""
    return tuple(
        SignatureView(
            says=f"Entry {one.number:,}: {signature_words(one)}",
            who=f"{one.by} · {when(one.at)} UTC",
            reason=one.reason,
            seen=seen_words(one.seen),
            against=bool(one.against),
            released="" if one.withdrawn else one.released,
        )
        for one in signed
    )


def seen_words(seen: Mapping[str, Any]) -> str:
    """What stood on the screen when it was signed; anything may stand in an old record."""
    said = []
    rule = seen.get("rule")
    if "rule" in seen:
        known = isinstance(rule, str) and rule in tuple(Conclusion)
        said.append(f"rule: {CONCLUSION[Conclusion(rule)]}" if known else "rule: not decided")
    states = seen.get("states")
    if isinstance(states, list) and states:
        said.append(", ".join(str(state).replace("_", " ") for state in states))
    reasons = seen.get("reasons")
    if isinstance(reasons, list) and reasons:
        said.append("; ".join(str(reason) for reason in reasons))
    aware = seen.get("aware")
    if isinstance(aware, int | float) and not isinstance(aware, bool):
        said.append(f"aware {percent(aware)}")
    if isinstance(seen.get("policy"), str):
        said.append(f"policy {seen['policy']}")
    for name in ("policy_digest", "rule_digest", "text_digest"):
        if isinstance(seen.get(name), str):
            said.append(f"{name.replace('_', ' ')} {seen[name][:12]}")
    return " · ".join(said)


def claim_words(seen: Mapping[str, Any]) -> str:
    """What the rule said of one claim when its answer was signed."""
    rule = seen.get("rule")
    known = isinstance(rule, str) and rule in tuple(Conclusion)
    said = [f"{seen.get('uid', '')}: {CONCLUSION[Conclusion(rule)] if known else 'not decided'}"]
    codes = seen.get("codes")
    if isinstance(codes, list) and codes:
        said.append(", ".join(str(code).replace("_", " ") for code in codes))
    return "; ".join(said)


def form_data(file: ReleaseFile, *, may: bool, note: str) -> dict[str, Any]:
    """What the form offers: four decisions, the texts that go with each, and what goes against the rule."""
    decision, _ = suggested(file)
    has = file.has
    return {
        "decisions": [
            {
                "value": one.value,
                "number": number,
                "words": f"{CONCLUSION_SIGN[one]} {CONCLUSION[one]}",
                "tone": CONCLUSION_TONE[one],
                "rule": one is file.item.conclusion,
                "texts": [text for text in RELEASES[one] if text in has],
                "text": text_for(file, one),
            }
            for number, one in enumerate(Conclusion, 1)
        ],
        "texts": {text: {"name": TEXTS[text], "words": file.text_of(text)} for text in has},
        "against": {
            f"{one.value} {text}": words
            for one in Conclusion
            for text in RELEASES[one]
            if text in has and (words := against_rule(file, one, text))
        },
        "decision": decision.value,
        "reasons": list(RELEASE_REASONS),
        "may": may,
        "note": note,
        "name": f"released-{re.sub(r'[^A-Za-z0-9._-]+', '-', file.item.uid)[:80]}",
    }


def signed_words(made: SignedDecision) -> str:
    """What has just been signed."""
    let_out = "nothing is released" if made.text == "none" else f"{RELEASED[made.text]} is released"
    said = f"Signed as entry {made.number:,}: {CONCLUSION[made.decision]}, {let_out}."
    return f"{said} Marked: against the rule." if made.against else said
