"""Attribution sets in one form (ExpertQA, HAGRID, generative search, AttributedQA): a claim, its references, a label.

References carry their number and, in some sets, an address before the passage: ``[3] https://…``; in others the
address stands in a list of its own, or the title of the page in the first line. People judged whether the references
support the claim: a judgement of meaning, which verifies nothing.
"""

import re
from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import is_address
from core.importers.fields import Fields
from core.importers.inside_claims import passage_id
from core.importers.own_keys import own
from core.importers.record_format import RecordFormat
from core.importers.sentences import markers
from core.importers.traced import put_source
from core.model import Answer, Citation, Claim, Evidence, Extra, Judgement, Source
from core.states import EvidenceState

_KEYS = frozenset(("question", "claim", "references", "attribution_label"))
_NUMBERED = re.compile(r"\[(\d{1,3})\] ?(?:(https?://\S+)(?:\n\n|\s|$))?")
_TITLED = re.compile(r"Title: (?P<title>[^\n]*)\n(?:Section: (?P<section>[^\n]*)\n)?\n?")
_JUDGE = "annotators of the data set"


class AttributionImporter(RecordFormat):
    """Reads the sets as one file of claims, one a line."""

    NAME = "attribution"
    READS = "attribution sets: {question, claim, response, references[], citation_links[], attribution_label, id}"
    SIGNS = "question, claim, references and attribution_label"

    def __init__(self) -> None:
        self._answers: dict[tuple[str, str], str] = {}

    def begin(self) -> "AttributionImporter":
        """A reader that has met no answer yet."""
        return AttributionImporter()

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A claim with its references and a label."""
        return _KEYS <= record.keys() and isinstance(record.get("references"), list)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one claim."""
        findings, before, row = fields.findings, len(fields.findings.problems), fields.row
        claim_id = fields.identifier("id") or f"c{row}"
        text = fields.text("claim", needed=True)
        label = fields.text("attribution_label", needed=True)
        references = _references(fields)
        if text is None or not text.strip():
            if text is not None:
                fields.problem("claim", "a text that is not blank", text)
            return
        if len(findings.problems) > before:
            return
        answer_id = self._answer(fields, facts)
        extra = fields.rest("id", "claim", "question", "response", "references", "attribution_label")
        if not facts.claims.add(
            Claim(claim_id, text, answer_id, sentence=fields.text("claim_raw_string"), extra=_kept(extra)), row
        ):
            return
        judgement = Judgement(f"{claim_id}.support", claim_id, "support", label or "", _JUDGE)
        facts.judgements.add(judgement, row)
        cite(claim_id, text, references, facts, row)

    def _answer(self, fields: Fields, facts: Assembly) -> str | None:
        response, question = fields.text("response"), fields.text("question") or ""
        if response is None:
            return None
        key = (question, response)
        if key not in self._answers:
            self._answers[key] = f"a{len(self._answers) + 1}"
            facts.answers.add(Answer(self._answers[key], response, question), fields.row)
        return self._answers[key]


Reference = tuple[int | None, Source, str]
"""Its number as written, its source, the passage."""


def _references(fields: Fields) -> list[Reference]:
    links = fields.texts("citation_links")
    written = fields.texts("references")
    if links and len(links) != len(written):
        message = f"there are {len(links)} citation_links for {len(written)} references"
        fields.problem("citation_links", f"{len(written)} addresses", links, message)
        return []
    return [reference(text, links[place] if links else None) for place, text in enumerate(written)]


def reference(written: str, link: str | None) -> Reference:
    """A reference as such sets write it: its number, its address or title, the passage."""
    number, url, text = None, link, written
    if (match := _NUMBERED.match(written)) is not None:
        number, url, text = int(match.group(1)), match.group(2) or link, written[match.end() :]
    title = ""
    if (match := _TITLED.match(text)) is not None:
        title, text = match.group("title"), text[match.end() :]
    identifier = url or title or passage_id(text)
    return number, Source(identifier, title=title, url=url if url and is_address(url) else None), text


def cite(claim_id: str, text: str, references: list[Reference], facts: Assembly, row: int | None) -> None:
    """Put the references of a claim; a marker without one leads to nothing, and is kept as a citation that does."""
    numbers = {number for number, _, _ in references if number is not None}
    for place, (number, source, passage) in enumerate(references, 1):
        put_source(source, facts, row)
        evidence_id = f"{claim_id}.e{place}"
        item = Evidence(evidence_id, claim_id, source.id, passage, rank=place, state=EvidenceState.CITED)
        facts.evidence.add(item, row)
        marker = f"[{number}]" if number is not None else None
        citation = Citation(f"{claim_id}.k{place}", claim_id, source.id, evidence_id, marker)
        facts.citations.add(citation, row)
    named = dict.fromkeys(number for marker in markers(text) for number in marker.numbers)
    for place, number in enumerate((number for number in named if number not in numbers), len(references) + 1):
        citation = Citation(f"{claim_id}.k{place}", claim_id, f"{claim_id} [{number}]", marker=f"[{number}]")
        facts.citations.add(citation, row)


def _kept(extra: dict[str, Any]) -> Extra:
    return own("claim", {key: value for key, value in extra.items() if value not in ("", [])})
