"""Reports as the contract writes them [ETH], bare or as the predicate of an in-toto statement.

The strict form has the contract's fields and no others. The extended form adds ours under ``headwater``, at the report
and at each check, so that a reader of the contract finds everything where it expects it.
"""

from dataclasses import asdict
from typing import Any

from core.fingerprint import digest
from core.verification.records import Check, Report

STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://docushell.com/ethos/grounding/v1"
_PARSER = ("name", "version", "adapter", "adapter_version")


def report_as_dict(report: Report, *, extended: bool = False) -> dict[str, Any]:
    """The report as JSON.

    Args:
        extended: Add the attestation and our own fields.
    """
    parser = {key: value for key in _PARSER if (value := getattr(report.parser, key)) is not None}
    capabilities = asdict(report.capabilities)
    capabilities["coordinate_origin"] = report.capabilities.coordinate_origin.value
    plain: dict[str, Any] = {
        "schema_version": report.schema_version,
        "verification_config_sha256": report.config_digest,
        "grounding": {"parser": parser, "capabilities": capabilities},
        "capability_limits": [limit.value for limit in report.capability_limits],
        "fingerprint_stale": report.fingerprint_stale,
        "all_evidence_grounded": report.all_evidence_grounded,
        "checks": [_check(check, extended) for check in report.checks],
        "unsupported_claim_kinds": list(report.unsupported_claim_kinds),
        "warnings": [warning.value for warning in report.warnings],
    }
    if report.document_fingerprint is not None:
        plain["document_fingerprint"] = report.document_fingerprint
    if extended:
        plain["attestation"] = {
            "verifier": asdict(report.verifier),
            "config_version": report.config_version,
            "claims_sha256": report.claims_digest,
        }
        plain["headwater"] = {
            "expected_fingerprint": report.expected_fingerprint,
            "representation": report.representation,
            "stopped": report.stopped,
            "parser_options": dict(report.parser.options),
        }
    return plain


def report_digest(report: Report) -> str:
    """SHA-256 of the extended report: its identity, and what any later change of it would break."""
    return digest(report_as_dict(report, extended=True))


def as_statement(report: Report, subject: str) -> dict[str, Any]:
    """The report inside an in-toto statement about the artifact it checked.

    Args:
        subject: What the artifact is called.
    """
    digest = (report.document_fingerprint or "").removeprefix("sha256:")
    return {
        "_type": STATEMENT,
        "subject": [{"name": subject, "digest": {"sha256": digest}}],
        "predicateType": PREDICATE,
        "predicate": report_as_dict(report, extended=True),
    }


def _check(check: Check, extended: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": check.id,
        "claim": check.claim.as_dict(),
        "status": check.status.value,
        "match_method": check.method.value,
        "semantic_unverified": check.semantic_unverified,
        "warnings": [warning.value for warning in check.warnings],
    }
    if check.reason is not None:
        plain["reason"] = check.reason.value
    if check.evidence is not None:
        evidence = check.evidence
        found = {"text": evidence.text, "page": evidence.page, "crop_ref": evidence.crop_ref}
        plain["evidence"] = {key: value for key, value in found.items() if value is not None}
        if evidence.box is not None:
            plain["evidence"]["bbox"] = list(evidence.box)
    if extended and (ours := _own(check)):
        plain["headwater"] = ours
    return plain


def _own(check: Check) -> dict[str, Any]:
    """Our fields of a check, those that say something."""
    ours: dict[str, Any] = {
        "note": check.note,
        "occurrences": check.occurrences,
        "qualifiers": list(check.qualifiers),
        "folded": list(check.folded),
        "elsewhere": list(check.elsewhere),
    }
    said = {} if check.still_occurs is None else {"still_occurs": check.still_occurs}
    if check.hint is not None:
        ours["hint"] = {
            "text": check.hint.text,
            "likeness": check.hint.likeness,
            "chars": [check.hint.start, check.hint.end],
            "differences": [[d.expected, d.observed, d.flag and d.flag.value] for d in check.hint.differences],
        }
    if check.evidence is not None:
        evidence = check.evidence
        ours["evidence"] = {
            key: value
            for key, value in {
                "quoted": evidence.quoted,
                "chars": list(evidence.chars) if evidence.chars else None,
                "parts": [list(part) for part in evidence.parts],
                "places": [list(place) for place in evidence.places] if len(evidence.places) > 1 else [],
                "position": evidence.position,
                "label": evidence.label,
                "pages": list(evidence.pages),
                "before": evidence.before,
                "after": evidence.after,
                "element_id": evidence.element_id,
            }.items()
            if value not in (None, [], "")
        }
    return {key: value for key, value in ours.items() if value not in (None, [], "", 0, {})} | said
