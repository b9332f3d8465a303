"""ExpertQA as published: a question, an answer of each system, its claims with their evidence and what experts said.

A piece of evidence is one text: its number, its address, the passage. It belongs to its claim alone. What experts said
of support, correctness and the rest is kept in their words; support is a judgement of meaning, which verifies nothing.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.attribution import cite, reference
from core.importers.fields import Fields
from core.importers.own_keys import own
from core.importers.record_format import RecordFormat
from core.model import Answer, Claim, Judgement

_JUDGE = "experts of ExpertQA"


class ExpertQaImporter(RecordFormat):
    """Reads the published JSON Lines."""

    NAME = "expertqa"
    READS = "ExpertQA: {question, answers{system: {answer_string, claims[{claim_string, evidence[], support}]}}}"
    SIGNS = "question and answers of systems with claims"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A question with an answer of at least one system."""
        answers = record.get("answers")
        if "question" not in record or not isinstance(answers, dict) or not answers:
            return False
        return all(isinstance(answer, dict) and "answer_string" in answer for answer in answers.values())

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one question: the answer of each system with its claims."""
        question = fields.text("question", needed=True) or ""
        shared = fields.rest("question", "answers")
        answers = fields.object("answers", needed=True)
        for system in answers.record if answers is not None else ():
            answer = answers.object(system) if answers is not None else None
            if answer is None:
                continue
            before = len(fields.findings.problems)
            name, text = f"q{fields.row}.{system}", answer.text("answer_string", needed=True)
            corrected, claims = answer.text("revised_answer_string"), list(answer.objects("claims"))
            texts = [(claim, claim.text("claim_string", needed=True), claim.texts("evidence")) for claim in claims]
            if text is None or len(fields.findings.problems) > before:
                continue
            extra = {**shared, "system": system, **answer.rest("answer_string", "revised_answer_string", "claims")}
            facts.answers.add(Answer(name, text, question, corrected, own("answer", extra)), fields.row)
            for number, (claim, stated, evidence) in enumerate(texts, 1):
                if stated is not None and stated.strip():
                    _claim(f"{name}.s{number}", name, claim, stated, evidence, facts)


def _claim(claim_id: str, answer_id: str, claim: Fields, text: str, evidence: list[str], facts: Assembly) -> None:
    extra = claim.rest("claim_string", "evidence", "support")
    facts.claims.add(Claim(claim_id, text, answer_id, sentence=text, extra=own("claim", extra)), claim.row)
    support = claim.record.get("support")
    if support is not None:
        facts.judgements.add(Judgement(f"{claim_id}.support", claim_id, "support", str(support), _JUDGE), claim.row)
    cite(claim_id, text, [reference(written, None) for written in evidence], facts, claim.row)
