"""AVeriTeC: claims that people checked by questions, each answer with the page it was found on.

An answer is evidence in the annotators' words; the page's own words are not in the file. A question that could not
be answered has no source and is no evidence. The data set is not ours to pass on: bring your own copy.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.documents import is_address
from core.importers.fields import Fields
from core.importers.own_keys import own
from core.importers.record_format import RecordFormat
from core.importers.traced import put_source
from core.model import Claim, Evidence, Judgement, Source
from core.policy import Policy
from core.states import Stance

_STANCES = {"supported": Stance.SUPPORTS, "refuted": Stance.REFUTES}
_JUDGE = "AVeriTeC annotators"


class AveritecImporter(RecordFormat):
    """Reads a split of the data set."""

    NAME = "averitec"
    READS = "AVeriTeC claims: {claim, label, questions[{question, answers[{answer, source_url}]}]}"
    SIGNS = "claim, label and questions with answers"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A claim with its questions."""
        questions = record.get("questions")
        if "claim" not in record or "label" not in record or not isinstance(questions, list):
            return False
        return all(isinstance(question, dict) and "question" in question for question in questions)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one claim."""
        before, row = len(fields.findings.problems), fields.row
        text, label = fields.text("claim", needed=True), fields.text("label", needed=True)
        name = fields.identifier("claim_id", "id") or f"c{row}"
        found = [
            (question.text("question") or "", answer)
            for question in fields.objects("questions")
            for answer in question.objects("answers")
        ]
        if text is not None and not text.strip():
            fields.problem("claim", "a text that is not blank", text)
        passages = [passage for asked, answer in found if (passage := _passage(asked, answer, row, facts)) is not None]
        if text is None or label is None or len(fields.findings.problems) > before:
            return
        extra = fields.rest("claim", "claim_id", "id", "questions")
        if not facts.claims.add(Claim(name, text, extra=own("claim", extra)), row):
            return
        facts.judgements.add(Judgement(f"{name}.verdict", name, "factuality", label, _JUDGE), row)
        towards = _STANCES.get(label.casefold(), Stance.UNJUDGED)
        for number, (source, answer, places) in enumerate(passages, 1):
            put_source(source, facts, row)
            item = Evidence(
                f"{name}.e{number}",
                name,
                source.id,
                answer,
                stance=towards,
                stance_given=label if towards.value != label else None,
                extra=own("evidence", places),
            )
            facts.evidence.add(item, row)

    def finish(self, facts: Assembly) -> None:
        """Say how verdicts are counted."""
        facts.policy = Policy(name="averitec", stances="all")
        facts.stance_stated = True
        message = "evidence counts for the annotators' verdict on its claim, supporting or refuting"
        facts.findings.notice("every-stance-counts", message)


def _passage(asked: str, answer: Fields, row: int | None, facts: Assembly) -> tuple[Source, str, dict[str, Any]] | None:
    text, url = answer.text("answer") or "", answer.text("source_url")
    if url is None or not url.strip():
        message = "an answer without a source is no evidence"
        facts.findings.count("answer-without-source", message, example=f"row {row}", row=row, field="source_url")
        return None
    source = Source(url, url=url if is_address(url) else None)
    return source, text, {"question": asked, **answer.rest("answer", "source_url")}
