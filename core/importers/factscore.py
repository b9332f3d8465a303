"""FActScore's labelled answers: sentences, the facts people found in each, and whether they hold.

Answers with markers ``[n]`` come from a search engine whose results were not published: what a marker leads to is not
in the file. A fact has the markers of the sentence it was taken from.
"""

import re
from collections.abc import Mapping
from typing import Any

from core.importers.assembly import Assembly
from core.importers.fields import Fields
from core.importers.record_format import RecordFormat
from core.importers.sentences import markers
from core.importers.traced import Cited, Part, TracedAnswer, put
from core.importers.traced_markers import marked, marked_parts
from core.model import Judgement

_JUDGE = "FActScore annotators"
_FACTS = "human-atomic-facts"


class FactScoreImporter(RecordFormat):
    """Reads the labelled data, one answer a line."""

    NAME = "factscore"
    READS = "FActScore answers: {input, output, topic, annotations[{text, human-atomic-facts[{text, label}]}]}"
    SIGNS = "input, output, topic and annotations"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """An output with its topic and annotations, which may be null."""
        if not isinstance(record.get("output"), str) or not {"input", "topic", "annotations"} <= record.keys():
            return False
        return isinstance(record["annotations"], list | type(None))

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one answer; without annotations its sentences are its claims."""
        before = len(fields.findings.problems)
        text = fields.text("output", needed=True) or ""
        if fields.has("annotations"):
            places = _Places(text)
            parts = [part for sentence in fields.objects("annotations") for part in _facts(sentence, places)]
        else:
            parts = list(marked_parts(text, {}))
        if len(fields.findings.problems) == before:
            question = fields.text("input") or ""
            extra = fields.rest("input", "output", "annotations")
            put(TracedAnswer(f"a{fields.row}", text, tuple(parts), question, (), extra), facts, fields.row)


class _Places:
    """The answer as the annotators read it, without markers and in one line, and where its markers stood."""

    def __init__(self, text: str) -> None:
        self._read = ""
        self._markers: list[tuple[int, str]] = []
        begin = 0
        for marker in markers(text):
            self._read = _in_line(self._read + text[begin : marker.start]).rstrip()
            self._markers.append((len(self._read), marker.text))
            begin = marker.start + len(marker.text)
        self._read = _in_line(self._read + text[begin:])
        self._from = 0

    def cited(self, sentence: str) -> tuple[Cited, ...] | None:
        """What the markers of a sentence cite; None where the answer does not hold it as it stands."""
        wanted = _in_line(sentence).strip()
        start = self._read.find(wanted, self._from)
        start = start if start >= 0 else self._read.find(wanted)
        if start < 0 or not wanted:
            return None
        self._from = start
        end = start + len(wanted)
        # A marker that follows the sentence stands at its end; one of the sentence before, at its beginning.
        return marked("".join(marker for place, marker in self._markers if start < place <= end), {})


def _facts(sentence: Fields, places: _Places) -> list[Part]:
    written = sentence.text("text", needed=True) or ""
    shared = sentence.rest("text", _FACTS, "model-atomic-facts")
    cited = places.cited(written)
    if cited is None and written.strip():
        message = "a sentence stands otherwise in the answer; the markers of its facts are not known"
        sentence.findings.count("sentence-not-found", message, example=repr(written[:60]), row=sentence.row)
    if not sentence.has(_FACTS):
        return [Part(written, cited or (), sentence=written, extra=shared)] if written.strip() else []
    made = []
    for fact in sentence.objects(_FACTS):
        text, label = fact.text("text", needed=True), fact.text("label")
        if text is not None and text.strip():
            judged = (Judgement("", "", "factuality", label, _JUDGE),) if label is not None else ()
            extra: dict[str, Any] = {**shared, **fact.rest("text", "label")}
            made.append(Part(text, cited or (), sentence=written, judgements=judged, extra=extra))
    return made


def _in_line(text: str) -> str:
    return re.sub(r"\s+", " ", text)
