"""Verifiers: who checks, under which rules. Adding one is a class and a line in ``VERIFIERS``."""

from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Protocol

from core import ENGINE_VERSION
from core.verification.checks import check
from core.verification.citations import CitationSet, CitedClaim
from core.verification.config import CONTRACT, HEADWATER, InvalidConfig, VerificationConfig
from core.verification.index import SourceIndex
from core.verification.records import Check, Report, Verifier as Identity
from core.verification.representation import Capabilities, Representation
from core.verification.vocabulary import Advisory, CapabilityLimit, CheckStatus, ClaimKind, CoordinateOrigin, Reason

FAULTS = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    RecursionError,
    TypeError,
    ValueError,
)
"""What a fault in our own code raises."""

Progress = Callable[[int, int], bool]
"""Called with checks done and checks to do; False stops the run."""


class Verifier(Protocol):
    """One way of checking citations."""

    @property
    def identity(self) -> Identity:
        """Name and version, as reports state them."""

    @property
    def config(self) -> VerificationConfig:
        """The config where none is given."""

    def verify(self, index: SourceIndex, citations: CitationSet, progress: Progress | None = None) -> Report:
        """Check every claim of a request against one source."""


class Rules:
    """Checks by the rules a config states; the contract's and ours differ in nothing else."""

    def __init__(self, name: str, config: VerificationConfig) -> None:
        self._identity = Identity(name, ENGINE_VERSION)
        self._config = config

    @property
    def identity(self) -> Identity:
        """Name and version."""
        return self._identity

    @property
    def config(self) -> VerificationConfig:
        """The config where none is given."""
        return self._config

    def verify(self, index: SourceIndex, citations: CitationSet, progress: Progress | None = None) -> Report:
        """Check every claim; a run that is stopped keeps the checks it has made.

        Source: [ETH] report shape and gate.
        """
        made = tuple(_checked(index, citations, progress))
        return report_of(self._identity, index, citations, made)


def _checked(index: SourceIndex, citations: CitationSet, progress: Progress | None) -> Iterator[Check]:
    total = len(citations.claims)
    for number, claim in enumerate(citations.claims, start=1):
        yield _one(index, number, claim, citations)
        if progress is not None and not progress(number, total):
            return


def _one(index: SourceIndex, number: int, claim: CitedClaim, citations: CitationSet) -> Check:
    """One check; a fault of ours ends it as an error, and the others go on.

    Source: [ETH] fail closed: an error never promotes.
    """
    try:
        return check(index, number, claim, citations)
    except FAULTS as error:
        note = f"the check ended in {type(error).__name__}; nothing was compared"
        return Check(f"v{number:04d}", claim, CheckStatus.ERROR, Reason.CHECK_FAILED, note=note)


def report_of(identity: Identity, index: SourceIndex, citations: CitationSet, checks: tuple[Check, ...]) -> Report:
    """Put checks of one source into a report: its limits, what is unsupported, whether the source is stale."""
    source, config = index.representation, index.config
    limits = capability_limits(source, config)
    unsupported = dict.fromkeys(
        made.claim.kind.value for made in checks if made.status is CheckStatus.UNSUPPORTED_CLAIM_KIND
    )
    pinned, present = citations.fingerprint, source.fingerprint
    stale = config.require_fingerprint_match and None not in (pinned, present) and pinned != present
    warnings = ((Advisory.CAPABILITY_LIMITED,) if limits else ()) + (source.warnings if config.house else ())
    return Report(
        verifier=identity,
        config_version=config.config_version,
        config_digest=config.digest,
        claims_digest=citations.digest,
        parser=source.parser,
        capabilities=source.capabilities,
        checks=checks,
        document_fingerprint=present,
        expected_fingerprint=pinned,
        representation=source.digest,
        fingerprint_stale=stale,
        capability_limits=limits,
        unsupported_claim_kinds=tuple(unsupported),
        warnings=tuple(dict.fromkeys(warnings)),
        schema_version=config.schema_version,
        stopped=len(checks) < len(citations.claims),
    )


def capability_limits(source: Representation, config: VerificationConfig) -> tuple[CapabilityLimit, ...]:
    """What a source cannot give that this config may ask for, in the contract's order, then ours.

    Source: [ETH] capability limits.
    """
    can: Capabilities = source.capabilities
    limits = []
    if not can.fingerprint and config.require_fingerprint_match:
        limits.append(CapabilityLimit.MISSING_FINGERPRINT)
    if not can.spans:
        limits.append(CapabilityLimit.MISSING_SPANS)
    if not can.char_offsets:
        limits.append(CapabilityLimit.MISSING_CHAR_OFFSETS)
    if not can.tables and ClaimKind.TABLE_CELL in config.claim_kinds:
        limits.append(CapabilityLimit.MISSING_TABLES)
    if can.coordinate_origin is CoordinateOrigin.UNKNOWN:
        limits.append(CapabilityLimit.UNKNOWN_COORDINATE_ORIGIN)
    if config.include_crops and not can.crop_support:
        limits.append(CapabilityLimit.MISSING_CROP_SUPPORT)
    if config.house is not None:
        limits += [limit for limit in source.limits if limit not in limits]
    return tuple(limits)


VERIFIERS = MappingProxyType(
    {
        "headwater": Rules("headwater", HEADWATER),
        "contract": Rules("headwater-contract", CONTRACT),
    }
)
"""Name -> verifier."""


def verifier_for(config: VerificationConfig) -> Rules:
    """The verifier a config belongs to: the house's where it states rules of the house, else the contract's.

    Raises:
        InvalidConfig: The config names one of our normalisations without the rules of the house, or the reverse.
    """
    ours = config.text_normalization.value.startswith(("safe", "typographic"))
    if config.house is None and ours:
        raise InvalidConfig(f"text_normalization {config.text_normalization.value} needs the headwater rules")
    if config.house is not None and config.text_normalization.value in ("none",):
        raise InvalidConfig("the headwater rules need a text_normalization other than none")
    base = VERIFIERS["headwater" if config.house is not None else "contract"]
    return Rules(base.identity.name, config)
