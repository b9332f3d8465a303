"""What can be let out of an answer, what the rule makes of a choice, and the statement in three parts."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.deciding import ClaimVerdict
from core.conclusions import Conclusion
from core.verdicts import ReleasedText, ReleaseItem, SignedDecision
from core.wording import CONCLUSION

RELEASE_REASONS = (
    "as the rule says",
    "read against the sources",
    "the correction settles it",
    "too much is open",
    "sources conflict",
)
"""Reasons for one click; none of them is enough to go against the rule."""


@dataclass(frozen=True, slots=True)
class ReleaseClaim:
    """One claim of what is to be released, with the decision on it."""

    uid: str
    text: str
    verdict: ClaimVerdict | None
    """None where the rule could not be asked."""
    problem: str
    """Why it could not, in words."""
    aware: float
    unknown: int
    """Counted items whose document is unknown."""

    @property
    def conclusion(self) -> Conclusion | None:
        """What the rule says of it."""
        return None if self.verdict is None else self.verdict.decision


@dataclass(frozen=True, slots=True)
class ReleaseFile:
    """Everything a lead sees before signing."""

    item: ReleaseItem
    claims: tuple[ReleaseClaim, ...]
    draft: str
    corrected: str | None
    statement: str
    """What to say instead, in three parts a claim; "" where everything may be said plainly."""
    reasons: tuple[str, ...]
    """Why the rule allows no more, in words."""
    aware: float | None
    """Mean over the claims."""
    policy: str
    policy_digest: str
    rule_digest: str
    signed: tuple[SignedDecision, ...]
    """Newest first."""

    @property
    def newest(self) -> int | None:
        """Number of the newest signature; hand it back as ``expected``."""
        return self.signed[0].number if self.signed else None

    @property
    def left_out(self) -> tuple[ReleaseClaim, ...]:
        """Claims that no answer should carry."""
        return tuple(claim for claim in self.claims if claim.conclusion is Conclusion.ABSTAIN)

    @property
    def qualified(self) -> tuple[ReleaseClaim, ...]:
        """Claims to be stated with a qualification only."""
        return tuple(claim for claim in self.claims if claim.conclusion is Conclusion.QUALIFY)

    def text_of(self, text: ReleasedText) -> str:
        """What would be let out; "" where there is no such text."""
        return {"draft": self.draft, "corrected": self.corrected or "", "statement": self.statement, "none": ""}[text]

    @property
    def has(self) -> tuple[ReleasedText, ...]:
        """The texts there are."""
        found: tuple[ReleasedText, ...] = ("draft",)
        found += ("corrected",) if self.corrected is not None else ()
        found += ("statement",) if self.statement else ()
        return (*found, "none")


_PARTS: tuple[tuple[Conclusion, str], ...] = (
    (Conclusion.ANSWER, "What may be said:"),
    (Conclusion.ANSWER_WITH_CAVEAT, "What may be said with a caveat:"),
    (Conclusion.QUALIFY, "What may be said with a qualification only:"),
    (Conclusion.ABSTAIN, "What is not answered:"),
)


def statement_of(claims: Sequence[ReleaseClaim]) -> str:
    """Claims under what may be done with them; each that may not be said plainly with its three parts.

    Returns:
        "" where every claim may be said plainly, and where the rule could not be asked about one.
    """
    spoken = [claim for claim in claims if claim.verdict is not None and claim.verdict.statement is not None]
    if not spoken or any(claim.verdict is None for claim in claims):
        return ""
    if len(claims) == 1:
        # Named, not asserted: it is what cannot be said as it stands.
        return f"On “{claims[0].text}”\n\n{_three_parts(claims[0])}"
    blocks = []
    for conclusion, title in _PARTS:
        of_it = [claim for claim in claims if claim.conclusion is conclusion]
        if of_it:
            said = (claim.text if conclusion is Conclusion.ANSWER else _with_parts(claim) for claim in of_it)
            blocks.append("\n".join([title, *(f"- {words}" for words in said)]))
    return "\n\n".join(blocks)


def _three_parts(claim: ReleaseClaim) -> str:
    return "" if claim.verdict is None or claim.verdict.statement is None else claim.verdict.statement.text


def _with_parts(claim: ReleaseClaim) -> str:
    # Its first line says what the title above says already.
    parts = _three_parts(claim).split("\n")[1:]
    return "\n".join([f"“{claim.text}”", *(f"  {line}" for line in parts)])


def suggested(file: ReleaseFile) -> tuple[Conclusion, ReleasedText]:
    """What the rule would have signed: its decision, and the text that keeps to it; without a decision, nothing."""
    decision = file.item.conclusion
    if decision is None:
        return Conclusion.ABSTAIN, "none"
    return decision, text_for(file, decision)


def text_for(file: ReleaseFile, decision: Conclusion) -> ReleasedText:
    """The text to let out under a decision, where nobody chooses another."""
    if decision is Conclusion.ABSTAIN:
        return "statement" if file.statement else "none"
    if file.corrected is not None:
        return "corrected"
    return "statement" if decision is Conclusion.QUALIFY and file.statement else "draft"


def against_rule(file: ReleaseFile, decision: Conclusion, text: ReleasedText) -> str:
    """In what a signature would let out more than the rule allows, in words; "" where it keeps to it."""
    said = []
    allowed = file.item.conclusion
    if allowed is None and decision is not Conclusion.ABSTAIN:
        said.append(f"{CONCLUSION[decision]}, where the rule has not decided")
    elif allowed is not None and decision.caution < allowed.caution:
        said.append(f"{CONCLUSION[decision]}, where the rule says {CONCLUSION[allowed]}")
    left_out = len(file.left_out)
    if text == "draft" and left_out and decision is not Conclusion.ABSTAIN and allowed is not Conclusion.ABSTAIN:
        claims = "a claim" if left_out == 1 else f"{left_out} claims"
        said.append(f"the draft, with {claims} that the rule leaves out")
    return "; ".join(said)
