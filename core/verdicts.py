"""What lists and leads see of decisions: the rule's verdict on stored claims, and what somebody signed for release.

A verdict is derived: it follows from facts, checks, judgements and the rule in force, and is made anew when one of them
changes. What a person signs is an event; it keeps the figures that stood on the screen.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal

from core.conclusions import Conclusion, ReasonCode, Sufficiency

Subject = Literal["claim", "answer"]
ReleasedText = Literal["draft", "corrected", "statement", "none"]
"""What a signature lets out: the draft as it came, the corrected text, the three-part statement, or nothing."""


@dataclass(frozen=True, slots=True)
class ListedVerdict:
    """What the rule in force says of one stored claim, as lists keep it."""

    conclusion: Conclusion
    states: tuple[Sufficiency, ...]
    """The gravest first."""
    codes: tuple[ReasonCode, ...]
    """The gravest first; () for a plain answer."""
    why: str
    """The reasons that hold it where it is, in words; "" for a plain answer."""

    @property
    def leading(self) -> Sufficiency:
        """The gravest state."""
        return self.states[0]


@dataclass(frozen=True, slots=True)
class Tally:
    """How many claims the rule puts where."""

    conclusions: Mapping[str, int]
    """Every ``Conclusion`` -> claims, 0 where none."""
    states: Mapping[str, int]
    """Every ``Sufficiency`` -> claims that it leads."""
    undecided: int
    """Claims the rule has not been asked about since something changed."""

    @property
    def claims(self) -> int:
        """All of them, decided or not."""
        return sum(self.conclusions.values()) + self.undecided

    @property
    def decided(self) -> int:
        """Those the rule was asked about."""
        return sum(self.conclusions.values())

    def with_(self, verdicts: Iterable[ListedVerdict]) -> "Tally":
        """The same after the rule was asked about some of the undecided."""
        conclusions, states = Counter(self.conclusions), Counter(self.states)
        undecided = self.undecided
        for verdict in verdicts:
            conclusions[verdict.conclusion.value] += 1
            states[verdict.leading.value] += 1
            undecided -= 1
        return Tally(MappingProxyType(dict(conclusions)), MappingProxyType(dict(states)), undecided)


def tally_of(decided: Iterable[tuple[Conclusion, Sufficiency, int]], claims: int) -> Tally:
    """Count claims.

    Args:
        decided: What the rule says, the state that leads, and how many claims; each may come several times.
        claims: All of them, decided or not.
    """
    conclusions: Counter[Conclusion] = Counter(dict.fromkeys(Conclusion, 0))
    states: Counter[Sufficiency] = Counter(dict.fromkeys(Sufficiency, 0))
    for conclusion, state, number in decided:
        conclusions[conclusion] += number
        states[state] += number
    undecided = claims - sum(conclusions.values())
    return Tally(
        MappingProxyType({conclusion.value: number for conclusion, number in conclusions.items()}),
        MappingProxyType({state.value: number for state, number in states.items()}),
        undecided,
    )


NOTHING_DECIDED = tally_of((), 0)
"""Of no claim at all."""


@dataclass(frozen=True, slots=True)
class RuleVersion:
    """One version of the settings that decisions and bundles are made with; the newest is in force."""

    number: int
    """0 for the one that comes with the product."""
    at: str
    by: str
    reason: str
    settings: Mapping[str, Any]
    """Plain values, as ``core.services.decision_rule.rule_from_data`` reads them."""
    digest: str
    """Of engine and settings: a verdict made under another is stale."""


@dataclass(frozen=True, slots=True)
class StatedFacet:
    """A part of a claim that evidence has to address, as somebody states it."""

    id: str
    text: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class FacetStatement:
    """What somebody states of a claim's parts and of how passages touch them; the newest of a claim is in force."""

    number: int
    uid: str
    at: str
    by: str
    reason: str
    facets: tuple[StatedFacet, ...] | None
    """None goes back to the draft."""
    marks: tuple[tuple[str, str, str], ...]
    """(facet id, passage id, direct / indirect / none / contradicts)."""
    kinds: Mapping[str, str]
    """Passage ids of a bundle, sorted and joined by a blank -> the type somebody gave it."""
    coherent: Mapping[str, bool] = field(default_factory=lambda: MappingProxyType({}))
    """The same of a bundle -> whether somebody says that its passages are about one thing."""
    lapsed: bool = False
    """The claim reads otherwise by now: what was stated of its parts holds no more."""


OUTCOME_AXIS = "outcome"
"""Axis of the judgements that say how a claim turned out. It is about the claim, and moves no other axis."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Whether a claim turned out right, as somebody found later; the newest word of each person counts."""

    uid: str
    wrong: bool
    by: str
    at: str
    reason: str
    answered: bool | None = None
    """Whether it had been signed for release by then; None where nobody signed anything."""


@dataclass(frozen=True, slots=True)
class SignedDecision:
    """What a lead decided about an answer or a claim, with the figures seen; an event of the record."""

    number: int
    at: str
    by: str
    kind: Subject
    uid: str
    decision: Conclusion
    text: ReleasedText
    reason: str
    seen: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """The verdict, the states, the reasons and the figures on the screen, with the digests of policy and rule."""
    released: str = ""
    """The text that was let out, as it was; "" where nothing was."""
    against: str = ""
    """In what it goes beyond what the rule allowed, in words; "" where it does not."""
    takes_back: int | None = None
    """The signature that this one takes back."""
    withdrawn: bool = False
    """True where nothing stands any more: the only signature was taken back."""
    hash: str = ""

    @property
    def figures(self) -> Mapping[str, Any]:
        """The single values among what was seen, with what was let out and in what that goes beyond the rule."""
        plain = {name: value for name, value in self.seen.items() if isinstance(value, str | int | float)}
        more = {"releases": self.text, "against_rule": self.against, "takes_back": self.takes_back}
        return MappingProxyType(plain | {name: value for name, value in more.items() if value not in ("", None)})


RELEASES: Mapping[Conclusion, tuple[ReleasedText, ...]] = MappingProxyType(
    {
        Conclusion.ANSWER: ("draft", "corrected"),
        Conclusion.ANSWER_WITH_CAVEAT: ("draft", "corrected", "statement"),
        Conclusion.QUALIFY: ("draft", "corrected", "statement"),
        Conclusion.ABSTAIN: ("statement", "none"),
    }
)
"""Decision -> what it can let out: who abstains lets no answer out, and who answers lets one out."""

ReleaseStatus = Literal["waiting", "moved", "signed"]
"""moved: signed, but what the rule says, or the text that was let out, has changed since."""


@dataclass(frozen=True, slots=True)
class ReleaseItem:
    """One line of the release queue: an answer, or a claim that belongs to none."""

    kind: Subject
    uid: str
    dataset: str
    text: str
    question: str
    status: ReleaseStatus
    conclusion: Conclusion | None
    """What the rule says; None where one of its claims is not decided."""
    states: tuple[Sufficiency, ...]
    tally: Tally
    why: str
    corrected: bool
    """Somebody corrected the text."""
    open_questions: int
    """Unknown dependencies that hang on it."""
    waiting_since: str
    signed: SignedDecision | None


@dataclass(frozen=True, slots=True)
class ReleaseFilter:
    """Which lines of the release queue are wanted."""

    status: ReleaseStatus | None = "waiting"
    dataset: str | None = None
    conclusion: Conclusion | None = None
    search: str = ""


@dataclass(frozen=True, slots=True)
class ReleaseCounts:
    """How many lines there are of each kind."""

    waiting: int
    moved: int
    signed: int


@dataclass(frozen=True, slots=True)
class DecisionDay:
    """Decisions signed on one day (UTC), by what was decided."""

    day: str
    conclusions: Mapping[str, int]
    """Every ``Conclusion`` -> signatures."""
