"""Rows of a table taken as claims, passages, sources and edges."""

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from core.importers.findings import Findings, shown
from core.importers.inside_claims import passage_id
from core.importers.intake import Intake
from core.importers.strict_json import screen
from core.importers.trace_table import list_in

_NUMBERS = frozenset(("increment", "rank", "retrieval_score", "strength", "probability"))
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+")
_FLAGS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_OF_CLAIM = ("claim_id", "claim_text", "sentence", "answer_id", "answer_text", "question")
_OF_PASSAGE = ("evidence_id", "text", "contexts", "source_id", "url", "title")
_PASSAGE_KEYS = frozenset(("stance", "increment", "rank", "retrieval_score", "state", "evidence_set"))
_SOURCE_KEYS = frozenset(
    ("title", "url", "publisher", "author", "published_at", "dependence", "weight", "retracted", "language")
) | frozenset(("study_id", "doi", "source_type"))

Cells = dict[str, Any]
"""Our field -> the cell, without the empty ones; columns of no field under their own name."""


class TableRows:
    """Takes one row after the other."""

    def __init__(self, mapping: Mapping[str, str], findings: Findings) -> None:
        self.mapping = mapping
        self.findings = findings
        self.intake = Intake(findings)
        self._named = {_OUR_NAME.get(field, field): column for field, column in mapping.items()}
        self._fields = {column: field for field, column in mapping.items()}
        self._passages: Counter[str] = Counter()

    def take(self, columns: tuple[str, ...], cells: tuple[str, ...], row: int) -> None:
        """Take a row as what its columns say it is."""
        filled: Cells = {}
        rest: dict[str, str] = {}
        for column, cell in zip(columns, cells, strict=False):
            if not cell.strip():
                continue
            field = self._fields.get(column)
            if field is None:
                rest[column] = cell
            else:
                filled[field] = self._value(field, cell, row)
        if "from" in self.mapping and "to" in self.mapping:
            self.intake.take("edge", {**rest, **filled}, row, named=self._named)
        elif "claim_id" in self.mapping or "claim_text" in self.mapping:
            self._claim(filled, rest, row)
        else:
            named = {**self._named, "id": self.mapping.get("source_id", "source_id")}
            self.intake.take("source", {**rest, **filled}, row, named=named)

    def _value(self, field: str, cell: str, row: int) -> Any:
        written = cell.strip()
        if field == "retracted":
            return _FLAGS.get(written.casefold(), cell)
        if field not in _NUMBERS:
            return cell
        if _DECIMAL_COMMA.fullmatch(written):
            message = "a number with a decimal comma is read with a point"
            self.findings.count("decimal-comma", message, example=written, row=row, field=self.mapping[field])
            written = written.replace(",", ".")
        if not _NUMBER.fullmatch(written):
            return cell
        number = float(written)
        return int(number) if field == "rank" and number.is_integer() else number

    def _claim(self, filled: Cells, rest: dict[str, str], row: int) -> None:
        text = filled.get("claim_text")
        claim_id = filled.get("claim_id") or (f"claim-{passage_id(text)[8:]}" if text else None)
        if claim_id is None:
            wanted = [self.mapping[field] for field in ("claim_id", "claim_text") if field in self.mapping]
            message, expected = "the row names no claim", "a claim in " + " or ".join(wanted)
            self.findings.problem(message, expected=expected, found="an empty cell", row=row, field=wanted[0])
            return
        said = {"text": text, "sentence": filled.get("sentence"), "answer_id": self._answer(filled, row)}
        self.intake.assembly.said_of_claims.say(claim_id, said, row)
        passages = self._texts(filled, row)
        if passages is None:
            return
        shared = {key: filled[key] for key in filled if key in _PASSAGE_KEYS or key in _SOURCE_KEYS}
        for text, own in passages:
            self._passages[claim_id] += 1
            record = {
                **rest,
                **shared,
                "id": filled.get("evidence_id") if len(passages) == 1 else None,
                "claim_id": claim_id,
                "source_id": filled.get("source_id")
                or filled.get("url")
                or filled.get("title")
                or passage_id(text or ""),
                "text": text,
                **own,
            }
            if record["id"] is None:
                record["id"] = f"{claim_id}.e{self._passages[claim_id]}"
            self.intake.take("evidence", record, row, named=self._named)
        if not passages and rest:
            message = "columns of no field are kept with the passages; a row without one loses them"
            self.findings.count("columns-not-kept", message, example=", ".join(rest), row=row)

    def _answer(self, filled: Cells, row: int) -> str | None:
        text, question = filled.get("answer_text"), filled.get("question")
        answer_id = filled.get("answer_id")
        if answer_id is None and text is None:
            return None
        answer_id = answer_id or f"answer-{passage_id(text or '')[8:]}"
        if text is not None or question is not None:
            self.intake.assembly.said_of_answers.say(answer_id, {"text": text, "question": question}, row)
        return str(answer_id)

    def _texts(self, filled: Cells, row: int) -> list[tuple[str | None, Cells]] | None:
        """The passages of a row, each with what is its own; None where a cell was refused."""
        if "contexts" in filled:
            texts = self._list("contexts", filled["contexts"], row, must="[")
            names = self._list("context_ids", filled["context_ids"], row, must="[") if "context_ids" in filled else None
            if texts is None or (names is None and "context_ids" in filled):
                return None
            if names is not None and len(names) != len(texts):
                expected, found = f"{len(texts)} ids", f"{len(names)}"
                message, field = "there are not as many ids as passages", self.mapping["context_ids"]
                self.findings.problem(message, expected=expected, found=found, row=row, field=field)
                return None
            sources = names or [passage_id(text) for text in texts]
            return [
                (text, {"state": "retrieved", "rank": rank, "source_id": source})
                for rank, (text, source) in enumerate(zip(texts, sources, strict=True), 1)
            ]
        if not any(field in filled for field in _OF_PASSAGE):
            return []
        if "text" not in filled:
            return [(None, {})]
        texts = self._list("text", filled["text"], row, must='["')
        return None if texts is None else [(text, {}) for text in texts]

    def _list(self, field: str, cell: str, row: int, *, must: str) -> list[str] | None:
        """The texts of a cell that holds a JSON list; a cell that begins like one and is none is refused."""
        written = cell.strip()
        if not (written.startswith(must) or re.match(r"\[\s*['\"]", written) or written == "[]"):
            return [cell]
        column = self.mapping[field]
        texts = list_in(written, column)
        if isinstance(texts, list) and all(isinstance(text, str) for text in texts):
            read = [str(text) for text in texts]
            return read if screen(read, self.findings, row, column) else None
        message = f"column {column!r} holds something that begins like a list and cannot be read as a list of texts"
        expected = 'a list of texts such as ["first passage", "second passage"]'
        self.findings.problem(message, expected=expected, found=shown(written), row=row, field=column)
        return None


_OUR_NAME = {"evidence_id": "id"}
