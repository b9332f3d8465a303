"""KILT: an input, answers, and for each the stretches of Wikipedia pages that show it.

Where the answers are verdicts (its FEVER task) the input is the claim, else each answer is one. Paragraphs and
characters count from 0, the end character is exclusive; several answers may share their provenance.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.fields import Fields
from core.importers.own_keys import own
from core.importers.record_format import RecordFormat
from core.importers.traced import put_source
from core.importers.words import stance
from core.model import Answer, Claim, Evidence, Source
from core.policy import Policy
from core.states import Stance

_VERDICTS = ("SUPPORTS", "REFUTES", "NOT ENOUGH INFO")
_PLACES = (
    "section",
    "start_paragraph_id",
    "start_character",
    "end_paragraph_id",
    "end_character",
    "bleu_score",
    "meta",
)


class KiltImporter(RecordFormat):
    """Reads one task, one input a line."""

    NAME = "kilt"
    READS = "KILT: {id, input, output[{answer, provenance[{wikipedia_id, title, start_paragraph_id, …}]}]}"
    SIGNS = "id, input and output with answers and provenance"

    def __init__(self) -> None:
        self._verdicts = False

    def begin(self) -> "KiltImporter":
        """A reader that has met no verdict yet."""
        return KiltImporter()

    def fits(self, record: Mapping[str, Any]) -> bool:
        """An input with a list of outputs in this form."""
        output = record.get("output")
        if "passages" in record:
            # Data sets that build on KILT and bring their passages along are another format.
            return False
        if "id" not in record or not isinstance(record.get("input"), str) or not isinstance(output, list) or not output:
            return False
        return all(isinstance(item, dict) and ("provenance" in item or "answer" in item) for item in output)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one input."""
        before = len(fields.findings.problems)
        name, asked = fields.identifier("id", needed=True), fields.text("input", needed=True)
        if name is None or asked is None or not asked.strip():
            if asked is not None and name is not None:
                fields.problem("input", "a text that is not blank", asked)
            return
        outputs = list(fields.objects("output"))
        given = [output.text("answer") for output in outputs]
        pages = [[_passage(stretch) for stretch in output.objects("provenance")] for output in outputs]
        if len(fields.findings.problems) > before:
            return
        extra = fields.rest("id", "input", "output")
        if any(answer in _VERDICTS for answer in given):
            self._verdicts = True
            verdict = next(answer for answer in given if answer in _VERDICTS)
            facts.claims.add(Claim(name, asked, extra=own("claim", {**extra, "label": verdict})), fields.row)
            towards, word = stance(verdict, fields.findings, fields.row)
            _put(name, [stretch for stretches in pages for stretch in stretches], towards, word, facts, fields.row)
            return
        self._answers(name, asked, given, pages, facts, fields)

    def _answers(
        self,
        name: str,
        asked: str,
        given: list[str | None],
        pages: list[list[tuple[Source, dict[str, Any]]]],
        facts: Assembly,
        fields: Fields,
    ) -> None:
        filled = [
            (answer, stretches) for answer, stretches in zip(given, pages, strict=True) if answer and answer.strip()
        ]
        whole = filled[0][0] if filled else ""
        extra = fields.rest("id", "input", "output")
        facts.answers.add(Answer(name, whole, asked, extra=own("answer", extra)), fields.row)
        loose = [
            stretch
            for answer, stretches in zip(given, pages, strict=True)
            if not (answer and answer.strip())
            for stretch in stretches
        ]
        for number, (answer, stretches) in enumerate(filled, 1):
            claim_id = f"{name}.s{number}"
            facts.claims.add(Claim(claim_id, answer, name, number - 1), fields.row)
            _put(claim_id, [*stretches, *loose], Stance.SUPPORTS, None, facts, fields.row)

    def finish(self, facts: Assembly) -> None:
        """Say how verdicts are counted."""
        if self._verdicts:
            facts.policy = Policy(name="kilt", stances="all")
            facts.stance_stated = True
            message = "evidence counts for the annotators' verdict, supporting or refuting"
            facts.findings.notice("every-stance-counts", message)


def _passage(stretch: Fields) -> tuple[Source, dict[str, Any]]:
    page = stretch.identifier("wikipedia_id", needed=True) or "unnamed"
    places = {key: stretch.record[key] for key in _PLACES if stretch.record.get(key) is not None}
    for key in ("start_paragraph_id", "start_character", "end_paragraph_id", "end_character"):
        # Some data sets write -1 for a place that is not known.
        stretch.whole(key, least=-1)
    title = stretch.text("title") or ""
    publisher = "Wikipedia" if "wikipedia_id" in stretch.record else None
    return Source(page, title=title, publisher=publisher), places


def _put(
    claim_id: str,
    stretches: list[tuple[Source, dict[str, Any]]],
    towards: Stance,
    word: str | None,
    facts: Assembly,
    row: int | None,
) -> None:
    seen: list[tuple[str, dict[str, Any]]] = []
    for source, places in stretches:
        if (source.id, places) in seen:
            continue
        seen.append((source.id, places))
        put_source(source, facts, row)
        name = f"{claim_id}.e{len(seen)}"
        facts.evidence.add(
            Evidence(name, claim_id, source.id, stance=towards, stance_given=word, extra=own("evidence", places)), row
        )
