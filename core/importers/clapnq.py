"""CLAP NQ: a question, a passage of Wikipedia in sentences, and answers with the sentences that ground them.

An answer is one claim: its annotators chose the sentences for the answer as a whole. Each chosen sentence is a
citation whose text must stand in the passage; nothing else is claimed of it.
"""

from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.traced import Cited, Part, Passage, TracedAnswer, put
from core.model import Source


class ClapNqImporter(RecordFormat):
    """Reads the published JSON Lines."""

    NAME = "clapnq"
    READS = "CLAP NQ: {id, input, passages[{title, text, sentences[]}], output[{answer, selected_sentences[]}]}"
    SIGNS = "input, passages with sentences, and output"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A question with the passages it is to be answered from, and answers."""
        return (
            isinstance(record.get("input"), str)
            and isinstance(record.get("passages"), list)
            and isinstance(record.get("output"), list)
        )

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one question; each of its answers has the same passages."""
        before = len(fields.findings.problems)
        name, question = fields.identifier("id", needed=True), fields.text("input", needed=True) or ""
        passages, texts = list[Passage](), list[str]()
        for rank, passage in enumerate(fields.objects("passages", needed=True), 1):
            title, text = passage.text("title", needed=True), passage.text("text", needed=True)
            if title is not None and text is not None:
                extra = passage.rest("title", "text", "sentences")
                passages.append(Passage(Source(title, title=title, publisher="Wikipedia"), text, rank, None, extra))
                texts.append(text)
        outputs = [
            (output, output.text("answer") or "", output.texts("selected_sentences"))
            for output in fields.objects("output", needed=True)
        ]
        if name is None or len(fields.findings.problems) > before:
            return
        shared = fields.rest("id", "input", "passages", "output")
        for number, (output, answer, chosen) in enumerate(outputs, 1):
            cited = tuple(Cited(_place(sentence, texts), expected_text=sentence) for sentence in chosen)
            parts = (Part(answer, cited),) if answer.strip() else ()
            extra = {**shared, **output.rest("answer", "selected_sentences")}
            own = name if len(outputs) == 1 else f"{name}.a{number}"
            put(TracedAnswer(own, answer, parts, question, tuple(passages), extra), facts, fields.row)


def _place(sentence: str, texts: list[str]) -> int | None:
    """The passage a sentence was chosen from: the one that holds it, else the first."""
    holding = next((place for place, text in enumerate(texts) if sentence in text), 0)
    return holding if texts else None
