"""What a verification leaves behind: checks and reports. Immutable; a new run is a new report."""

from dataclasses import dataclass, field
from typing import Any

from core.verification.citations import CitedClaim
from core.verification.matching.differences import Hint
from core.verification.representation import Box, Capabilities, Parser
from core.verification.vocabulary import (
    Advisory,
    CapabilityLimit,
    CheckStatus,
    MatchMethod,
    Reason,
)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found at the place a citation points to."""

    text: str | None = None
    page: str | None = None
    """Id of the page."""
    box: Box | None = None
    crop_ref: str | None = None
    # Ours.
    quoted: str | None = None
    """The source's own characters where the text was found; ``text`` is the whole target where that is an element."""
    chars: tuple[int, int] | None = None
    """Code points in the representation's text."""
    parts: tuple[tuple[int, int], ...] = ()
    """The parts around an ellipsis."""
    places: tuple[tuple[int, int], ...] = ()
    """Every place in the target where it stands."""
    position: int | None = None
    """1-based position of the page."""
    label: str | None = None
    """The number printed on the page."""
    pages: tuple[int, ...] = ()
    """Positions of all pages, where the text runs over a page break."""
    before: str = ""
    after: str = ""
    element_id: str | None = None


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome for one claim."""

    id: str
    claim: CitedClaim
    status: CheckStatus
    reason: Reason | None = None
    method: MatchMethod = MatchMethod.NONE
    evidence: Evidence | None = None
    warnings: tuple[Advisory, ...] = ()
    semantic_unverified: bool = False
    # Ours.
    hint: Hint | None = None
    """The closest passage where nothing was found; never a match."""
    qualifiers: tuple[str, ...] = ()
    """Words around the quote that may turn it."""
    folded: tuple[str, ...] = ()
    """Characters of the source that count as others under the profile in use."""
    occurrences: int = 0
    """How often the text stands in the target."""
    elsewhere: tuple[str, ...] = ()
    """Pages or elements where the text does stand, if not at the place cited."""
    still_occurs: bool | None = None
    """Of a stale check: whether the text stands in the present version; it promotes nothing."""
    note: str = ""
    """The difference in plain words, such as what stands in the cell."""

    @property
    def grounded(self) -> bool:
        """True for the one status that may promote."""
        return self.status is CheckStatus.GROUNDED


@dataclass(frozen=True, slots=True)
class Verifier:
    """Who checked."""

    name: str
    version: str


@dataclass(frozen=True, slots=True)
class Report:
    """All checks of one request against one source, with everything needed to repeat it."""

    verifier: Verifier
    config_version: str
    config_digest: str
    claims_digest: str
    parser: Parser
    capabilities: Capabilities
    checks: tuple[Check, ...]
    document_fingerprint: str | None = None
    expected_fingerprint: str | None = None
    """What the citations were made against."""
    representation: str | None = None
    """Digest of the representation that was searched."""
    fingerprint_stale: bool = False
    capability_limits: tuple[CapabilityLimit, ...] = ()
    unsupported_claim_kinds: tuple[str, ...] = ()
    warnings: tuple[Advisory, ...] = ()
    schema_version: str = "1.0.0"
    stopped: bool = False
    """The run ended before its last claim: what was checked stands, but the request as a whole is not proved."""
    extra: Any = field(default=None, compare=False, repr=False)
    """Fields of an imported report that have no place here, kept for the export."""

    @property
    def all_evidence_grounded(self) -> bool:
        """The contract's gate: a supported check exists, all are grounded, none needs a judgement, nothing is stale."""
        supported = [check for check in self.checks if check.status is not CheckStatus.UNSUPPORTED_CLAIM_KIND]
        return (
            bool(supported)
            and not self.stopped
            and not self.fingerprint_stale
            and not self.unsupported_claim_kinds
            and all(check.grounded for check in supported)
            and not any(check.semantic_unverified for check in self.checks)
        )
