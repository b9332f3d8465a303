"""What stands inside the record of a claim: its evidence, contexts, citations, sources and edges."""

import hashlib
from collections.abc import Mapping
from typing import Any

from core.importers.findings import Findings, shown
from core.importers.intake import Intake, canonical
from core.importers.package_schema import ClaimRecord

_LISTS = (("sources", "source"), ("edges", "edge"), ("evidence", "evidence"), ("citations", "citation"))


class InsideClaims:
    """Takes claims whole, and retrievals with their citation."""

    def __init__(self, intake: Intake, findings: Findings) -> None:
        self.intake = intake
        self.findings = findings

    def claim(self, record: Mapping[str, Any], row: int | None, prefix: str = "") -> None:
        """Take a claim and every record inside it."""
        claim = self.intake.take("claim", record, row, prefix=prefix)
        if not isinstance(claim, ClaimRecord):
            return
        for key, kind in _LISTS:
            for number, inner in enumerate(getattr(claim, key) or (), 1):
                inner = self._implied(kind, inner, claim.id, number)
                if inner is None:
                    expected, found = "an object", shown(getattr(claim, key)[number - 1])
                    message = f"{key} of claim {claim.id!r} must hold objects"
                    self.findings.problem(message, expected=expected, found=found, row=row, field=f"{prefix}{key}")
                    continue
                self.intake.take(kind, inner, row, prefix=f"{prefix}{key}.")
        for number, context in enumerate(claim.contexts or (), 1):
            self._context(claim.id, number, context, row, f"{prefix}contexts")

    def _implied(self, kind: str, inner: Any, claim_id: str, number: int) -> Mapping[str, Any] | None:
        if kind == "edge" and isinstance(inner, list) and len(inner) == 3:
            return {"from": inner[0], "relation": inner[1], "to": inner[2]}
        if not isinstance(inner, dict):
            return None
        if kind not in ("evidence", "citation"):
            return inner
        given = dict(canonical(kind, inner))
        if kind == "evidence" and given.get("source_id") is None:
            given["source_id"] = given.get("url") or given.get("id") or f"source of {claim_id}.e{number}"
            message = "a passage that names no source is taken as a source of its own"
            self.findings.count("source-not-named", message, example=shown(given["source_id"]), field="source_id")
            self._own_source(given["source_id"], None)
        given.setdefault("claim_id", claim_id)
        given.setdefault("id", f"{claim_id}.{kind[0]}{number}")
        return given

    def _context(self, claim_id: str, number: int, context: Any, row: int | None, field: str) -> None:
        if isinstance(context, str):
            context = {"text": context}
        if not isinstance(context, dict):
            message = f"the contexts of claim {claim_id!r} must be texts or objects"
            expected = "a text, or an object with a text"
            self.findings.problem(message, expected=expected, found=shown(context), row=row, field=field)
            return
        given = dict(context)
        name = given.pop("source_id", None) or given.pop("id", None) or given.get("url")
        if name is None:
            name = passage_id(str(given.get("text", "")))
            self._own_source(name, row)
        given["source_id"] = name
        given |= {"id": f"{claim_id}.x{number}", "claim_id": claim_id, "state": "retrieved"}
        given.setdefault("rank", number)
        self.intake.take("evidence", given, row, prefix=f"{field}.")

    def _own_source(self, source_id: Any, row: int | None) -> None:
        if isinstance(source_id, str | int):
            self.intake.assembly.said_of_sources.say(str(source_id), {}, row)

    def traced(self, record: Mapping[str, Any], row: int | None) -> None:
        """Take a claim with the retrieval that found a passage and the citation that is to prove it."""
        retrieval, citation = record.get("retrieval") or {}, record.get("citation") or {}
        outer = {key: value for key, value in record.items() if key not in ("retrieval", "citation")}
        if not isinstance(retrieval, dict) or not isinstance(citation, dict):
            message, expected = "retrieval and citation must be objects", "an object"
            wrong = retrieval if not isinstance(retrieval, dict) else citation
            self.findings.problem(message, expected=expected, found=shown(wrong), row=row)
            return
        claim_id = outer.get("claim_id", outer.get("id"))
        if isinstance(claim_id, str | int) and isinstance(outer.get("claim_text"), str) and len(outer) == 2:
            self.intake.assembly.said_of_claims.say(str(claim_id), {"text": outer["claim_text"]}, row)
        elif self.intake.take("claim", outer, row) is None:
            return
        chunk = retrieval.get("chunk_id") or citation.get("element_id") or citation.get("source_id")
        source_id = citation.get("source_id") or retrieval.get("source_id") or chunk
        evidence_id = f"{claim_id}/{chunk}"
        passage = {
            **{key: value for key, value in retrieval.items() if key != "source_id"},
            "id": evidence_id,
            "claim_id": claim_id,
            "source_id": source_id,
            "state": "cited" if citation else "retrieved",
        }
        if self.intake.take("evidence", passage, row, prefix="retrieval.") is None or not citation:
            return
        proof = {"id": f"{evidence_id}#citation", "claim_id": claim_id, "evidence_id": evidence_id, **citation}
        self.intake.take("citation", proof, row, prefix="citation.")


def passage_id(text: str) -> str:
    """An id for a passage that has none: equal texts have equal ids, whatever their order."""
    return "passage-" + hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).hexdigest()
