"""What the checks of a claim or request amount to: proof status, and why it is not more. [ETH]"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from core.verification.records import Check, Report
from core.verification.vocabulary import Advisory, CheckStatus, ProofLimitation, ProofStatus


@dataclass(frozen=True, slots=True)
class ProofSummary:
    """A report in one line."""

    status: ProofStatus
    request_certified: bool
    reusable: tuple[str, ...]
    """Ids of checks another answer may lean on."""
    needs_review: tuple[str, ...]
    limitations: tuple[ProofLimitation, ...]

    def as_dict(self) -> dict[str, Any]:
        """The summary as the contract writes it."""
        return {
            "proof_status": self.status.value,
            "request_certified": self.request_certified,
            "reusable_grounded_check_ids": list(self.reusable),
            "needs_review_check_ids": list(self.needs_review),
            "proof_limitations": [limitation.value for limitation in self.limitations],
        }


def reusable(check: Check, report: Report) -> bool:
    """Whether a check may be leaned on: grounded, nothing left to judge, and the source not stale.

    Source: [ETH] reusable grounded checks.
    """
    return check.grounded and not check.semantic_unverified and not report.fingerprint_stale


def summarise(report: Report) -> ProofSummary:
    """Sum up a report.

    Returns:
        ``verified`` where the gate holds, ``partially_verified`` where at least one check may be reused, else
        ``unverified``; a report without checks is ``unverified``.

    Source: [ETH] proof status.
    """
    good = tuple(check.id for check in report.checks if reusable(check, report))
    rest = tuple(check.id for check in report.checks if not reusable(check, report))
    certified = report.all_evidence_grounded
    status = ProofStatus.VERIFIED if certified else ProofStatus.PARTIALLY_VERIFIED if good else ProofStatus.UNVERIFIED
    limited = bool(report.capability_limits) or any(
        Advisory.CAPABILITY_LIMITED in warnings for warnings in (report.warnings, *(c.warnings for c in report.checks))
    )
    found = {
        ProofLimitation.CAPABILITY_LIMITED: limited,
        ProofLimitation.STALE_FINGERPRINT: report.fingerprint_stale,
        ProofLimitation.UNSUPPORTED_CLAIM_KIND: bool(report.unsupported_claim_kinds),
        ProofLimitation.NON_GROUNDED_CHECKS: any(not check.grounded for check in report.checks),
        ProofLimitation.SEMANTIC_UNVERIFIED: any(check.semantic_unverified for check in report.checks),
    }
    return ProofSummary(status, certified, good, rest, tuple(name for name, holds in found.items() if holds))


def proof_status(checks: Iterable[tuple[Check, Report]], *, complete: bool = True) -> ProofStatus:
    """The proof status of one claim whose citations point to several sources, each with its own report.

    Args:
        checks: The checks of its citations, each with the report it stands in.
        complete: False where a citation of the claim was not reached.

    Source: [ETH] proof status, over the checks of one claim.
    """
    pairs = tuple(checks)
    supported = [(made, report) for made, report in pairs if made.status is not CheckStatus.UNSUPPORTED_CLAIM_KIND]
    good = [made for made, report in supported if reusable(made, report)]
    if complete and supported and len(good) == len(pairs):
        return ProofStatus.VERIFIED
    return ProofStatus.PARTIALLY_VERIFIED if good else ProofStatus.UNVERIFIED
