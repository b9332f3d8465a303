"""LangSmith runs: retriever runs hold the documents, the root run the question and the answer."""

from collections.abc import Mapping, Sequence
from typing import Any

from core.importers.assembly import Assembly
from core.importers.fields import Fields
from core.importers.langchain import (
    ANSWERS,
    DOCUMENTS,
    QUESTIONS,
    opened_documents,
    passage_of,
    take_message,
    unwrapped,
)
from core.importers.record_format import RecordFormat
from core.importers.traced import Passage, TracedAnswer, put, split


class LangSmithImporter(RecordFormat):
    """Reads exported runs: JSON Lines, an array, or an object with runs."""

    NAME = "langsmith"
    READS = "LangSmith runs: {id, run_type, inputs, outputs, parent_run_id}, alone, as a list or under runs"
    SIGNS = "run_type, inputs and outputs"

    def __init__(self) -> None:
        self._runs: dict[str, Fields] = {}
        self._parents: dict[str, str | None] = {}

    def begin(self) -> "LangSmithImporter":
        """A reader without runs."""
        return LangSmithImporter()

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The runs of an export under one key."""
        runs = record.get("runs")
        return runs if isinstance(runs, list) and "run_type" not in record else None

    def fits(self, record: Mapping[str, Any]) -> bool:
        """A run says of which type it is."""
        return (
            isinstance(record.get("run_type"), str) and "id" in record and ("inputs" in record or "outputs" in record)
        )

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Keep a run, and the runs inside it, until all are known."""
        name = fields.identifier("id", needed=True)
        if name is None:
            return
        if name in self._runs:
            fields.problem("id", "one run per id", name, f"two runs have the id {name!r}")
            return
        self._runs[name] = fields
        self._parents[name] = fields.identifier("parent_run_id")
        for child in fields.objects("child_runs"):
            if child.identifier("parent_run_id") is None:
                child = fields.inside({**child.record, "parent_run_id": name}, child.path)
            self.take(child, facts)

    def finish(self, facts: Assembly) -> None:
        """Put every root run with the documents that were retrieved below it."""
        retrieved: dict[str, list[Passage]] = {}
        for name, fields in self._runs.items():
            if fields.record.get("run_type") == "retriever" and (outputs := fields.object("outputs")) is not None:
                found = [passage_of(document, rank, facts) for rank, document in enumerate(_documents(outputs), 1)]
                retrieved.setdefault(self._root(name), []).extend(found)
        roots = [name for name in self._runs if self._root(name) == name]
        for name in roots:
            self._answer(name, self._runs[name], tuple(retrieved.get(name, ())), facts)

    def _root(self, name: str) -> str:
        seen = {name}
        while (parent := self._parents.get(name)) is not None and parent in self._runs and parent not in seen:
            seen.add(parent)
            name = parent
        # Where runs in between were left out of the export, the trace still names the first of them.
        trace = self._runs[name].identifier("trace_id")
        return trace if trace is not None and trace in self._runs and self._parents.get(trace) is None else name

    def _answer(self, name: str, fields: Fields, passages: tuple[Passage, ...], facts: Assembly) -> None:
        before = len(fields.findings.problems)
        inputs, outputs = fields.object("inputs"), fields.object("outputs")
        if fields.record.get("run_type") == "retriever":
            message = "a retriever run without a chain has no answer; its documents are not read"
            fields.findings.count("run-without-answer", message, example=repr(name), row=fields.row)
            return
        if outputs is None:
            message = "a root run has no outputs (it failed or is still going on); it is left out"
            fields.findings.count("run-without-answer", message, example=repr(name), row=fields.row)
            return
        given = inputs.record if inputs is not None else {}
        question = next((given[key] for key in QUESTIONS if isinstance(given.get(key), str)), "")
        passages = passages or tuple(
            passage_of(document, rank, facts) for rank, document in enumerate(_documents(outputs), 1)
        )
        held = outputs.record.get(outputs.key(*ANSWERS) or "")
        if isinstance(held, dict):
            message_fields = outputs.inside(unwrapped(held), f"{outputs.key(*ANSWERS)}")
            take_message(message_fields, facts, name, question, passages)
            return
        text = outputs.text(*ANSWERS, needed=True)
        if text is None or len(fields.findings.problems) > before:
            return
        extra = {key: fields.record[key] for key in ("name", "trace_id", "start_time") if fields.record.get(key)}
        put(TracedAnswer(name, text, split(text)[1], question, passages, extra), facts, fields.row)


def _documents(outputs: Fields) -> list[Fields]:
    return list(opened_documents(outputs)) if outputs.has(*DOCUMENTS) else []
