"""The citations of imported facts as requests: one per source and cited version, in the order of the facts."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.model import Answer, Case, Citation, Evidence, Source
from core.verification.citations import FINGERPRINT, CitationSet, CitedClaim, InvalidCitations, read_claim
from core.verification.vocabulary import ClaimKind

_LOCATORS = ("span_id", "table_id", "cell", "bbox", "row", "column", "chars", "prefix", "suffix")


@dataclass(frozen=True, slots=True)
class SourceRequest:
    """The citations that point to one version of one source."""

    source_id: str
    source: Source | None
    """None where the facts hold no such source."""
    citations: CitationSet
    citation_ids: tuple[str, ...]
    """In the order of the claims of ``citations``."""
    problems: Mapping[str, str]
    """Citation id -> why its place could not be understood."""


def requests_of(case: Case) -> tuple[SourceRequest, ...]:
    """Group the citations of a case by source and by the version they were made against."""
    sources = {source.id: source for source in case.sources}
    evidence = {item.id: item for item in case.evidence}
    answers = {answer.id: answer for answer in case.answers}
    answer_of = {claim.id: answers.get(claim.answer_id or "") for claim in case.claims}
    groups: dict[tuple[str, str | None, str | None], list[Citation]] = {}
    for citation in case.citations:
        made_from = citation.extra.get("expected_representation")
        key = (citation.source_id, fingerprint_of(citation.expected_fingerprint), made_from if made_from else None)
        groups.setdefault(key, []).append(citation)
    requests = []
    for (source_id, fingerprint, representation), members in groups.items():
        claims, problems = [], {}
        source = sources.get(source_id)
        for citation in members:
            passage = evidence.get(citation.evidence_id or "")
            try:
                claims.append(cited_claim(citation, passage, source, answer_of.get(citation.claim_id)))
            except InvalidCitations as error:
                problems[citation.id] = str(error)
                claims.append(CitedClaim(ClaimKind.QUOTE))
        requests.append(
            SourceRequest(
                source_id,
                source,
                CitationSet(tuple(claims), fingerprint, representation),
                tuple(citation.id for citation in members),
                problems,
            )
        )
    return tuple(requests)


def cited_claim(
    citation: Citation, passage: Evidence | None = None, source: Source | None = None, answer: Answer | None = None
) -> CitedClaim:
    """One citation as a claim to check.

    Its text is what it expects, else the passage it stands for. A citation with neither is checked as a quote without
    text, which is an error: that a source exists proves nothing about a claim.

    Raises:
        InvalidCitations: Its further locators are not what they should be.
    """
    extra = citation.extra
    text = citation.expected_text or (passage.text if passage is not None and passage.text.strip() else None)
    given: dict[str, Any] = {key: extra[key] for key in _LOCATORS if extra.get(key) is not None}
    if citation.page is not None:
        given["page"] = str(citation.page)
    elif isinstance(extra.get("page_label"), str):
        given["page"] = extra["page_label"]
    if citation.element_id is not None:
        given["element_id"] = citation.element_id
    tabular = any(key in given for key in ("table_id", "cell", "row", "column"))
    kind = extra.get("check_kind") or (ClaimKind.TABLE_CELL if tabular else ClaimKind.QUOTE)
    read = read_claim(
        f"citation {citation.id}", {"kind": str(kind), "citation": given, **({"text": text} if text else {})}
    )
    pages = extra.get("edition_pages")
    asked = answer.extra.get("as_of") if answer is not None else None
    return CitedClaim(
        read.kind,
        read.text,
        read.locator,
        edition_pages=pages if isinstance(pages, int) and not isinstance(pages, bool) else None,
        source_date=source.published_at if source is not None else None,
        answer_date=asked if isinstance(asked, str) else None,
    )


def fingerprint_of(stated: str | None) -> str | None:
    """A stated fingerprint in the one form that is compared; what is no SHA-256 stays as it is and matches nothing."""
    if stated is None or not stated.strip():
        return None
    plain = stated.strip().lower()
    with_name = plain if plain.startswith("sha256:") else f"sha256:{plain}"
    return with_name if FINGERPRINT.match(with_name) else stated.strip()
