"""Generative search engines under review, as published: statements of their responses, the pages they cite, verdicts.

Two files: one row per statement and cited page, with the page's text; and one per response, with its citations. The
positions of a citation count in the response, never in the page; the text that people copied out of a page to explain
their verdict is theirs, not the response's.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import address_source
from core.importers.fields import Fields
from core.importers.inside_claims import passage_id
from core.importers.own_keys import own
from core.importers.record_format import RecordFormat
from core.importers.traced import Cited, Part, TracedAnswer, put, put_source
from core.model import Answer, Citation, Claim, Evidence, Judgement
from core.states import EvidenceState, Stance

_JUDGE = "annotators of the data set"
_ROW = frozenset(("query", "response", "statement", "source_url", "source_supports_statement"))
_RESPONSE = frozenset(("query", "response", "citations", "statements_to_citation_texts"))
_STANCES = {"complete_support": Stance.SUPPORTS, "partial_support": Stance.SUPPORTS, "no_support": Stance.NEUTRAL}


class GenerativeSearchImporter(RecordFormat):
    """Reads both of its files."""

    NAME = "generative-search"
    READS = "generative search: {query, response, statement, source_url, source_text, source_supports_statement}"
    SIGNS = "statements of a response with the pages they cite"
    GROUPED = True

    def group(self, record: Mapping[str, Any]) -> str | None:
        """The response that a statement is from."""
        return _name(record) if self.fits(record) else None

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A statement with a page and a verdict, or a response with its citations."""
        return _ROW <= record.keys() or _RESPONSE <= record.keys()

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one record of either file."""
        if _ROW <= fields.record.keys():
            _statement(fields, facts)
        else:
            _response(fields, facts)


def _name(record: Mapping[str, Any]) -> str:
    return "a-" + passage_id(f"{record.get('query')}\x1f{record.get('response')}").removeprefix("passage-")


def _statement(fields: Fields, facts: Assembly) -> None:
    before, row = len(fields.findings.problems), fields.row
    query, response = fields.text("query", needed=True) or "", fields.text("response", needed=True)
    text, url = fields.text("statement", needed=True), fields.text("source_url", needed=True)
    verdict, page = fields.text("source_supports_statement", needed=True), fields.text("source_text") or ""
    title, date = fields.text("source_title", "source_content_title"), fields.text("source_date")
    author = fields.text("source_author")
    if text is not None and not text.strip():
        fields.problem("statement", "a text that is not blank", text)
    if response is None or text is None or url is None or verdict is None or len(fields.findings.problems) > before:
        return
    answer_id = _name(fields.record)
    if answer_id not in facts.answers:
        facts.answers.add(Answer(answer_id, response, query), row)
    claim_id = f"{answer_id}.{passage_id(text).removeprefix('passage-')}"
    if claim_id not in facts.claims:
        facts.claims.add(Claim(claim_id, text, answer_id, sentence=text), row)
    source = replace(address_source(url, title=title, published_at=date), author=author)
    put_source(source, facts, row)
    number = 1 + sum(1 for n in range(1, 1000) if f"{claim_id}.e{n}" in facts.evidence)
    evidence_id = f"{claim_id}.e{number}"
    known = ("query", "response", "statement", "source_url", "source_text", "source_title", "source_date")
    extra = own("evidence", {**fields.rest(*known, "source_supports_statement", "source_author")})
    stance = _STANCES.get(verdict, Stance.UNJUDGED)
    facts.stance_stated = True
    facts.evidence.add(
        Evidence(
            evidence_id, claim_id, url, page, stance, verdict, rank=number, state=EvidenceState.CITED, extra=extra
        ),
        row,
    )
    facts.citations.add(Citation(f"{claim_id}.k{number}", claim_id, url, evidence_id), row)
    judgement = Judgement(f"{claim_id}.support{number}", claim_id, "support", verdict, _JUDGE, evidence_id)
    facts.judgements.add(judgement, row)


def _response(fields: Fields, facts: Assembly) -> None:
    before = len(fields.findings.problems)
    query, text = fields.text("query", needed=True) or "", fields.text("response", needed=True)
    name = fields.identifier("id") or _name(fields.record)
    targets: dict[str, str] = {}
    for citation in fields.objects("citations"):
        marker, link = citation.text("text", needed=True), citation.text("link_target", needed=True)
        if marker is not None and link is not None:
            targets.setdefault(marker, link)
    statements = fields.object("statements_to_citation_texts", needed=True)
    cited = {} if statements is None else {stated: statements.texts(stated) for stated in statements.record}
    annotation = fields.object("annotation")
    judged = annotation.object("statement_to_annotation") if annotation is not None else None
    if text is None or len(fields.findings.problems) > before:
        return
    parts = tuple(_part(stated, markers, targets, judged) for stated, markers in cited.items() if stated.strip())
    extra = fields.rest("id", "query", "response", "citations", "statements_to_citation_texts", "annotation")
    put(TracedAnswer(name, text, parts, query, extra=extra), facts, fields.row)


def _part(stated: str, markers: list[str], targets: Mapping[str, str], judged: Fields | None) -> Part:
    made = tuple(
        Cited(source=address_source(targets[marker]), marker=marker)
        if marker in targets
        else Cited(missing=marker, marker=marker)
        for marker in markers
    )
    verdict = judged.object(stated) if judged is not None else None
    word = verdict.text("statement_supported") if verdict is not None else None
    judgements = () if word is None else (Judgement("", "", "support", word, _JUDGE),)
    return Part(
        stated,
        made,
        stated,
        judgements=judgements,
        extra={} if verdict is None else verdict.rest("statement_supported"),
    )
