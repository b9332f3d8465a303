"""The public contract's citation files and verification reports: what one document is said to hold, and what was found.

Both speak of one document, known by its fingerprint at most. What a report found is somebody else's finding: it is
kept as their judgement, and no citation becomes verified by it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core.importers.assembly import Assembly, extra_of
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import put_source
from core.model import Citation, Claim, Evidence, Judgement, Source
from core.states import EvidenceState

_KINDS = ("quote", "value", "presence", "table_cell", "region", "other")
_STATUSES = ("grounded", "mismatch", "not_found", "stale", "capability_blocked", "unsupported_claim_kind", "error")
_STATEMENT = "https://in-toto.io/Statement/v1"
_PLACES = ("span_id", "table_id", "cell", "bbox", "row", "column", "chars", "prefix", "suffix")
_DOCUMENT = "document"


class ContractCitationsImporter(RecordFormat):
    """Reads a file of citations against one document."""

    NAME = "ethos-citations"
    READS = (
        "citations of the public contract: {document_fingerprint, claims[{kind, text, citation{page, element_id, …}}]}"
    )
    SIGNS = "claims with a kind and the place they cite"

    def __init__(self) -> None:
        self._fingerprint: str | None = None

    def begin(self) -> "ContractCitationsImporter":
        """A reader that knows no fingerprint yet."""
        return ContractCitationsImporter()

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The claims of a file, whose fingerprint holds for them all."""
        claims = record.get("claims")
        if not isinstance(claims, list) or not claims or not all(map(_is_cited, claims)):
            return None
        stated = record.get("document_fingerprint")
        self._fingerprint = stated if isinstance(stated, str) else None
        return claims

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A claim as the contract writes it: it has no id."""
        return _is_cited(record)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one claim with its citation."""
        source_id = self._fingerprint or _DOCUMENT
        put_source(Source(source_id, fingerprint=_plain(self._fingerprint)), facts, fields.row)
        put_cited(fields, f"c{fields.row}", source_id, self._fingerprint, None, facts)


class ContractReportImporter(RecordFormat):
    """Reads a verification report, bare or inside an in-toto statement."""

    NAME = "ethos-report"
    READS = "verification reports of the public contract: {grounding, checks[{id, claim, status, evidence}]}"
    SIGNS = "grounding and checks with a status"

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The reports of an export of many, each beside what it is about."""
        held = record.get("reports")
        if not isinstance(held, list) or not held:
            return None
        reports = [one.get("report") for one in held if isinstance(one, dict)]
        return reports if len(reports) == len(held) and all(isinstance(one, dict) for one in reports) else None

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A report, or a statement about one."""
        report = _report(record)
        checks = report.get("checks")
        if not isinstance(report.get("grounding"), dict) or not isinstance(checks, list):
            return False
        return all(isinstance(check, dict) and "status" in check and "claim" in check for check in checks)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one report: each check is a claim with its citation, and a judgement that is not ours."""
        held = _report(fields.record)
        report = fields if held is fields.record else fields.inside(held, "predicate")
        fingerprint = report.text("document_fingerprint")
        source_id = fingerprint or _DOCUMENT
        put_source(Source(source_id, fingerprint=_plain(fingerprint)), facts, fields.row)
        judge = _judge(report)
        names: set[str] = set()
        for number, check in enumerate(report.objects("checks"), 1):
            name = check.identifier("id") or f"v{number}"
            before = len(fields.findings.problems)
            if name in names:
                check.problem("id", "one check per id", name, f"two checks have the id {name!r}")
            names.add(name)
            status, reason = check.text("status", needed=True), check.text("reason")
            if status is not None and status not in _STATUSES:
                check.problem("status", "one of " + ", ".join(_STATUSES), status)
            claim, found = check.object("claim", needed=True), check.object("evidence")
            seen = found.text("text") if found is not None else None
            if claim is None or len(fields.findings.problems) > before:
                continue
            # Every report numbers its checks anew.
            name = name if name not in facts.claims else f"r{fields.row}.{name}"
            if put_cited(claim, name, source_id, fingerprint, seen, facts):
                value = f"{status}: {reason}" if reason else status or ""
                facts.judgements.add(Judgement(f"{name}.grounding", name, "grounding", value, judge), fields.row)


def put_cited(
    claim: Fields, name: str, source_id: str, fingerprint: str | None, seen: str | None, facts: Assembly
) -> bool:
    """Put one claim of the contract with its citation; False where it was refused.

    Args:
        claim: The claim.
        name: Its id here.
        source_id: The document.
        fingerprint: The version that was cited.
        seen: The text that somebody found there.
        facts: Where to.
    """
    before, row = len(claim.findings.problems), claim.row
    kind, text = claim.text("kind", needed=True), claim.text("text")
    place = claim.object("citation", needed=True)
    if kind is not None and kind not in _KINDS:
        claim.problem("kind", "one of " + ", ".join(_KINDS), kind)
    if kind in ("quote", "value", "table_cell") and (text is None or not text.strip()):
        claim.problem("text", f"the text that a {kind} expects", text)
    page, element = None, None
    extra: dict[str, Any] = {"check_kind": kind}
    if place is not None:
        element = place.text("element_id")
        label = place.identifier("page")
        if label is not None and label.isdigit() and int(label) > 0:
            page = int(label)
        elif label is not None:
            extra["page_label"] = label
        extra |= {key: place.record[key] for key in _PLACES if place.record.get(key) is not None}
    if len(claim.findings.problems) > before:
        return False
    where = ", ".join(f"{key} {value}" for key, value in place.record.items()) if place is not None else "no place"
    facts.claims.add(Claim(name, text or f"{kind} at {where}", extra=extra_of({"kind": kind})), row)
    facts.evidence.add(Evidence(f"{name}.e1", name, source_id, seen or "", state=EvidenceState.CITED), row)
    citation = Citation(
        f"{name}.k1",
        name,
        source_id,
        f"{name}.e1",
        expected_text=text,
        expected_fingerprint=_plain(fingerprint),
        page=page,
        element_id=element,
        extra=extra_of(extra),
    )
    facts.citations.add(citation, row)
    return True


def _is_cited(claim: Any) -> bool:
    return (
        isinstance(claim, dict)
        and isinstance(claim.get("citation"), dict)
        and isinstance(claim.get("kind"), str)
        and {"claim_id", "id", "claim_text", "retrieval"}.isdisjoint(claim)
    )


def _report(record: Mapping[str, Any]) -> Mapping[str, Any]:
    predicate = record.get("predicate")
    return predicate if record.get("_type") == _STATEMENT and isinstance(predicate, dict) else record


def _judge(report: Fields) -> str:
    attestation = report.object("attestation")
    verifier = attestation.object("verifier") if attestation is not None else None
    if verifier is None:
        return "a verifier that is not named"
    named = (verifier.text("name"), verifier.text("version"))
    return " ".join(part for part in named if part) or "a verifier that is not named"


def _plain(fingerprint: str | None) -> str | None:
    return fingerprint.removeprefix("sha256:") if fingerprint is not None else None
