"""Reports for sources that cannot be opened or read: every check carries the reason, none is grounded."""

from core.verification.citations import CitationSet
from core.verification.config import VerificationConfig
from core.verification.index import SourceIndex
from core.verification.records import Check, Report, Verifier
from core.verification.representation import Capabilities, Parser, Representation
from core.verification.verifiers import report_of
from core.verification.vocabulary import Advisory, CheckStatus, Reason

_BLOCKED = (Reason.NO_TEXT_LAYER, Reason.PASSWORD_REQUIRED)
"""Reasons that a better copy would lift; the others are errors."""


def failed_report(
    verifier: Verifier,
    config: VerificationConfig,
    citations: CitationSet,
    reason: Reason,
    note: str,
    fingerprint: str | None = None,
) -> Report:
    """A report in which every check failed for one reason.

    Args:
        reason: Why, such as ``source_missing``, ``parse_failed``, ``password_required`` or ``limits_exceeded``.
        note: The same in plain words.
        fingerprint: ``sha256:`` of the artifact, where there are bytes.
    """
    nothing = Representation(
        format="none",
        parser=Parser("none", "0"),
        capabilities=Capabilities(fingerprint=fingerprint is not None),
        artifact=fingerprint,
    )
    status = CheckStatus.CAPABILITY_BLOCKED if reason in _BLOCKED else CheckStatus.ERROR
    warnings = (Advisory.CAPABILITY_LIMITED,) if reason in _BLOCKED else ()
    checks = tuple(
        Check(f"v{number:04d}", claim, status, reason, warnings=warnings, note=note)
        for number, claim in enumerate(citations.claims, start=1)
    )
    return report_of(verifier, SourceIndex(nothing, config), citations, checks)
