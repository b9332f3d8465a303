"""Stored checks of citations, and what hangs on them: attachments, histories, judgements, and how good citations are.

A *check in force* is the newest one of a citation. It is *stale* where the artifact that is attached now, or what the
citation asks for, is not what it was made with; a stale check promotes nothing, whatever its status says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from core.attached import Attachment, AttachResult, MatchedBy, PagePicture
from core.figures import Figure
from core.model import Citation, Dossier, Source
from core.verification.records import Check, Report
from core.verification.vocabulary import Advisory, CheckStatus, MatchMethod, Reason

__all__ = [
    "NOT_CHECKED",
    "Advisory",
    "AttachResult",
    "Attachment",
    "Axis",
    "CheckInForce",
    "CheckPoint",
    "CheckStatus",
    "CitationCounts",
    "CitationFile",
    "CitationFilter",
    "CitationLine",
    "CitationQuality",
    "JudgeKind",
    "MatchMethod",
    "MatchedBy",
    "PagePicture",
    "Promote",
    "Reason",
    "RecordedJudgement",
    "StaleSource",
    "VerificationRun",
]

NOT_CHECKED = "not_checked"
"""Stands in filters and counts for citations that no check has been made of."""


class Axis(StrEnum):
    """What a judgement is about. Grounding is not among them: that is what checks say."""

    SUPPORT = "support"
    """Whether the passage carries the claim: supported, unsupported, contradicted."""
    RELEVANCE = "relevance"
    """What the claim does for the question."""
    SYNTHESIS = "synthesis"
    """How the claim came about."""


class JudgeKind(StrEnum):
    """Where a judgement comes from."""

    PERSON = "person"
    """Recorded here."""
    IMPORTED = "imported"
    """Came with the data."""


@dataclass(frozen=True, slots=True)
class CitationLine:
    """One citation in a list, with the check in force."""

    uid: str
    """``data set:citation id``."""
    claim_uid: str
    claim_text: str
    source_id: str
    source_uid: str
    source_title: str
    publisher: str | None
    marker: str | None
    expected_text: str | None
    page: int | None
    element_id: str | None
    status: CheckStatus | None
    """None: never checked."""
    reason: Reason | None
    method: MatchMethod | None
    stale: bool
    """True where the check was made with something else than what would be checked now."""
    checked_at: str | None
    report: int | None
    """Number of the report the check stands in."""
    summary: str
    """One or two plain, neutral sentences about the check."""


@dataclass(frozen=True, slots=True)
class CitationFilter:
    """Which citations; every setting left alone lets everything pass."""

    dataset: str | None = None
    answer_uid: str | None = None
    claim_uid: str | None = None
    source_id: str | None = None
    status: str | None = None
    """A word of ``CheckStatus``, or ``not_checked``."""
    reason: str | None = None
    stale_only: bool = False
    search: str = ""
    """Words that all have to stand in the claim, the source's title, publisher or id, or the expected text."""


@dataclass(frozen=True, slots=True)
class CitationCounts:
    """How many citations a filter lets pass, whatever it says of status, reason and staleness."""

    total: int
    by_status: Mapping[str, int]
    """Every word of ``CheckStatus`` and ``not_checked``, the zeros too."""
    by_reason: Mapping[str, int]
    """Only reasons that occur."""
    stale: int


@dataclass(frozen=True, slots=True)
class CheckPoint:
    """One check of a citation's history."""

    at: str
    by: str
    status: CheckStatus
    reason: Reason | None
    report: int
    verifier: str
    """Name and version."""
    config_digest: str


@dataclass(frozen=True, slots=True)
class RecordedJudgement:
    """What somebody says of meaning: a record of its own that rewrites no check."""

    id: str
    claim_uid: str
    citation_id: str | None
    evidence_id: str | None
    axis: str
    """support, relevance or synthesis; imported ones may carry other words."""
    value: str
    judge: str
    kind: JudgeKind
    model: str | None
    rubric: str
    calibration: str
    reason: str
    at: str
    """Empty where an imported one does not say."""


@dataclass(frozen=True, slots=True)
class CitationFile:
    """All about one citation."""

    line: CitationLine
    citation: Citation
    source: Source
    check: Check | None
    report: Report | None
    history: tuple[CheckPoint, ...]
    """Newest first."""
    judgements: tuple[RecordedJudgement, ...]
    """Of the claim, newest first; those of this citation, its passage, or the claim as a whole."""
    attachment: Attachment | None
    limits: tuple[tuple[str, str], ...]
    """What the source or the citation cannot give, in words, and what would lift it (empty where nothing would)."""


@dataclass(frozen=True, slots=True)
class VerificationRun:
    """What one run over citations did."""

    citations: int
    """How many were asked for."""
    checked: int
    changed: int
    """How many came out otherwise than before, first checks among them."""
    by_status: Mapping[str, int]
    """Of those checked in this run."""
    stopped: bool
    claims: int
    """Claims whose figures were made anew."""

    @property
    def not_checked(self) -> int:
        """Errors, blocked ones, and what a stop left out: none of them is a pass or a fail."""
        blocked = (CheckStatus.ERROR.value, CheckStatus.CAPABILITY_BLOCKED.value)
        return self.citations - self.checked + sum(self.by_status.get(word, 0) for word in blocked)


@dataclass(frozen=True, slots=True)
class CitationQuality:
    """How good the citations of a claim, an answer or a data set are. [TOUCH]"""

    precision: Figure
    """Supporting citations / citations."""
    precision_n: int
    completeness: Figure
    """Supported claims that need evidence / claims that need evidence."""
    completeness_n: int
    judged: int
    """Citations whose support was judged."""
    total: int
    """Citations."""


@dataclass(frozen=True, slots=True)
class StaleSource:
    """A source of which citations were made, or checked, with another version than is attached."""

    source_uid: str
    title: str
    expected: str | None
    """The version that citations or checks were made with."""
    observed: str | None
    """The version there now; None where nothing is attached any more."""
    since: str
    citations: int


@dataclass(frozen=True, slots=True)
class CheckInForce:
    """What a promotion has to know of the newest check of a citation."""

    citation_id: str
    source_id: str
    evidence_id: str | None
    at: str
    status: CheckStatus
    reason: Reason | None
    warnings: tuple[Advisory, ...]
    meaning_open: bool
    """It leaves something to judge before it may be leaned on."""
    source_stale: bool
    """The source was another version than the citation was made with."""
    pinned: bool
    """The citation names a version of its source."""
    bound: bool
    """What was read is bound to a version: an attached file, or a text of which the data name one."""
    stale: bool
    """It was made with something else than what would be checked now."""
    verifier: str


Promote = Callable[[Dossier, Sequence[CheckInForce], Sequence[RecordedJudgement]], Dossier]
"""A claim with the states that its checks and judgements give its evidence."""
