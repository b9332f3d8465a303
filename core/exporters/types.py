"""What is exported, and what an exporter is."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, BinaryIO, Protocol

from core import ENGINE_VERSION
from core.bundles.deciding import ClaimVerdict
from core.checked import CitationQuality
from core.model import Answer, Dossier, Edge, Judgement, Source, StatedLabel
from core.policy import Policy
from core.results import Assessment, LabelEvent
from core.verdicts import SignedDecision


@dataclass(frozen=True, slots=True)
class Imprint:
    """Who exported what, when, and with which versions: stands in every export."""

    what: str
    """The claims in words, with the filter where one was set."""
    by: str
    at: str
    """UTC, ISO 8601."""
    version: str
    """Of Headwater."""
    engine: str = ENGINE_VERSION

    def as_dict(self) -> dict[str, str]:
        """Plain values."""
        return {
            "product": "Headwater",
            "version": self.version,
            "engine": self.engine,
            "what": self.what,
            "by": self.by,
            "at": self.at,
        }


@dataclass(frozen=True, slots=True)
class PolicyInForce:
    """The settings of a data set's figures, and where they come from."""

    policy: Policy
    origin: str
    """In words: version 3, the data set's own, the defaults."""


@dataclass(frozen=True, slots=True)
class RuleFacts:
    """The rule that decisions were made with: which version, who put it in force, and its settings."""

    number: int
    """0 for the one that comes with the product."""
    at: str
    by: str
    reason: str
    digest: str
    settings: Mapping[str, Any]
    day: str | None = None
    """The day the age of sources was counted from, where the rule asks for it."""

    @property
    def words(self) -> str:
        """Which version it is, in words."""
        if self.number == 0:
            return "version 0, as it comes with Headwater"
        return f"version {self.number}, put in force by {self.by} on {self.at[:10]}"

    def as_dict(self) -> dict[str, Any]:
        """Plain values, enough to decide everything anew."""
        said = {"number": self.number, "at": self.at, "by": self.by, "reason": self.reason, "sha256": self.digest}
        return {**said, "settings": dict(self.settings), "day": self.day}


@dataclass(frozen=True, slots=True)
class DecisionFacts:
    """What the rule says of a claim, and what it was told beside the facts."""

    verdict: ClaimVerdict | None
    why_not: str = ""
    """Why there is no verdict, in words."""
    checks: Mapping[str, tuple[str, str | None]] = field(default_factory=lambda: MappingProxyType({}))
    """Citation id -> status and reason of the check in force."""
    parts: Mapping[str, Any] | None = None
    """What somebody states of the claim's parts, as plain values."""


UNDECIDED = DecisionFacts(None, "nobody asked the rule")


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """What the check in force says of one citation."""

    citation_id: str
    status: str
    """The word of the status; not_checked where no check was made."""
    reason: str
    summary: str
    """In plain words."""
    observed: str
    """The source's own text where it was found, or the closest passage; empty where there is none."""
    place: str
    at: str
    verifier: str
    """Name and version."""
    stale: bool = False


@dataclass(frozen=True, slots=True)
class CitationReport:
    """The report of one verification run over one source, as the contract writes it."""

    source_id: str
    citation_ids: tuple[str, ...]
    """In the order of the report's checks."""
    report: MappingProxyType[str, Any]


@dataclass(frozen=True, slots=True)
class Exhibit:
    """One claim as it is exported: facts, figures, and what people and checks said."""

    uid: str
    dossier: Dossier
    found: Assessment
    labels: tuple[StatedLabel, ...] = ()
    """Everybody's latest word on the claim's sources that nobody took back: what counts, and what disputes it."""
    events: tuple[LabelEvent, ...] = ()
    """The record behind it, newest first; empty for a file."""
    judgements: tuple[Judgement, ...] = ()
    checks: tuple[CheckedCitation, ...] = ()
    reports: tuple[CitationReport, ...] = ()
    signed: tuple[SignedDecision, ...] = ()
    """What leads signed about the claim, newest first."""
    decide: Callable[[], DecisionFacts] = field(default=lambda: UNDECIDED, compare=False)
    """Asks the rule, for those who write what it says; a picture does not."""

    @property
    def signature(self) -> SignedDecision | None:
        """The signature that stands; None where nobody signed, or it was taken back."""
        return standing(self.signed)


def standing(signed: Sequence[SignedDecision]) -> SignedDecision | None:
    """The signature that stands among those on a claim or an answer, newest first."""
    return signed[0] if signed and not signed[0].withdrawn else None


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What a data set holds that no claim leans on."""

    answers: tuple[Answer, ...] = ()
    sources: tuple[Source, ...] = ()
    edges: tuple[Edge, ...] = ()
    labels: tuple[StatedLabel, ...] = ()


def nothing_left(dataset: str) -> Leftovers:
    """What an export holds beside its claims where it holds some claims only."""
    return Leftovers()


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """What holds for a data set as a whole."""

    name: str
    in_force: PolicyInForce
    about: str = ""


@dataclass(frozen=True, slots=True)
class Delivery:
    """Everything one export is made of; claims are read as they are written."""

    imprint: Imprint
    datasets: Mapping[str, DatasetFacts]
    exhibits: Callable[[], Iterator[Exhibit]]
    """The claims in the order asked for; can be walked more than once."""
    claims: int
    """How many there are."""
    leftovers: Callable[[str], Leftovers] = nothing_left
    """By data set; nothing unless whole data sets are exported."""
    answer: Answer | None = None
    """Set where one answer is exported."""
    rule: RuleFacts | None = None
    """The rule in force."""
    quality: Callable[[], CitationQuality | None] = field(default=lambda: None)
    """How good the citations of the answer, or of the one claim, are; None where nobody can say."""
    signed: tuple[SignedDecision, ...] = ()
    """What leads signed about the answer, newest first."""
    as_of: str = ""
    """The moment the claims are shown as of, where it lies in the past."""


class Exporter(Protocol):
    """Writes claims in one format."""

    NAME: str
    """As the command line and the page call it."""
    MEDIA: str
    SUFFIX: str
    SAYS: str
    """What it is for, in a few plain words."""

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write everything.

        Raises:
            InvalidInput: The format cannot hold what is asked for; the message says what can.
        """
