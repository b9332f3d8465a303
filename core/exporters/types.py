"""What is exported, and what an exporter is."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, BinaryIO, Protocol

from core import ENGINE_VERSION
from core.model import Answer, Dossier, Edge, Judgement, Source, StatedLabel
from core.policy import Policy
from core.results import Assessment, LabelEvent


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
class Decided:
    """What somebody decided about a claim, with the figures they saw."""

    at: str
    by: str
    decision: str
    reason: str
    seen: Mapping[str, Any]


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
    decided: tuple[Decided, ...] = ()
    """Newest first."""


@dataclass(frozen=True, slots=True)
class Leftovers:
    """What a data set holds that no claim leans on."""

    answers: tuple[Answer, ...] = ()
    sources: tuple[Source, ...] = ()
    edges: tuple[Edge, ...] = ()
    labels: tuple[StatedLabel, ...] = ()


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
    leftovers: Callable[[str], Leftovers] = field(default=lambda dataset: Leftovers())
    """By data set; nothing unless whole data sets are exported."""
    answer: Answer | None = None
    """Set where one answer is exported."""


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
