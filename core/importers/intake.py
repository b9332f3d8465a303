"""One record at a time: validated against the package schema, made a fact, handed to the assembly."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from pydantic import ValidationError

from core.importers.assembly import Assembly
from core.importers.facts import FACTS, RELATION_KEYS, mention
from core.importers.field_types import RecordContext
from core.importers.findings import Findings, a_record, shown
from core.importers.package_schema import RECORDS, EvidenceRecord, PackageRecord, SourceRecord

_ALIASES = {kind: {f"{kind}_id": "id", f"{kind}_text": "text"} for kind in ("answer", "claim", "evidence")} | {
    "source": {"source_id": "id", "lang": "language"},
    "citation": {"citation_id": "id"},
    "judgement": {"judgement_id": "id"},
    "edge": {},
    "label": {},
}
_REQUIRED = {
    kind: tuple(field.alias or name for name, field in model.model_fields.items() if field.is_required())
    for kind, model in RECORDS.items()
}


_UNNAMED: Mapping[str, str] = MappingProxyType({})
_OF_SOURCE = frozenset(("title", "url", "publisher", "author", "published_at", "retracted", "language")) | frozenset(
    ("dependence", "weight", "study_id", "doi", "source_type")
)
"""Keys that speak of the source even where they stand in the record of a passage."""


class Intake:
    """Takes records of the package schema from any format that can be put in its words."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.assembly = Assembly(findings)
        self._context = RecordContext(findings)

    def take(
        self,
        kind: str,
        record: Mapping[str, Any],
        row: int | None,
        *,
        named: Mapping[str, str] = _UNNAMED,
        prefix: str = "",
    ) -> PackageRecord | None:
        """Validate one record and keep its facts.

        Args:
            kind: Key of RECORDS.
            record: The record, in the keys of the schema or their aliases.
            row: Where it stands.
            named: Our key -> what the file calls it, for messages.
            prefix: List of the package the record stands in, for messages.

        Returns:
            The validated record; None where it has problems, all of which were reported.
        """
        if kind == "evidence":
            record = self._apart(record, row, named, prefix)
        valid = self._valid(kind, record, row, named, prefix)
        if isinstance(valid, EvidenceRecord) and valid.text is None and valid.model_extra:
            self._perhaps_text(valid.model_extra, row)
        if valid is not None:
            FACTS[kind](valid, self.assembly, row)
        return valid

    def _apart(
        self, record: Mapping[str, Any], row: int | None, named: Mapping[str, str], prefix: str
    ) -> Mapping[str, Any]:
        """The record of a passage without what it says of its source and its claim, which is taken down."""
        of_source = [key for key in record if key in _OF_SOURCE or key in RELATION_KEYS]
        if not of_source and "claim_text" not in record:
            return record
        rest = {key: value for key, value in record.items() if key not in of_source and key != "claim_text"}
        source_id, claim_id = rest.get("source_id"), rest.get("claim_id")
        if of_source and source_id is not None:
            stated = {"id": source_id, **{key: record[key] for key in of_source}}
            source = self._valid("source", stated, row, named, prefix)
            if isinstance(source, SourceRecord):
                mention(source, self.assembly, row)
        if isinstance(record.get("claim_text"), str) and isinstance(claim_id, str | int):
            self.assembly.said_of_claims.say(str(claim_id), {"text": record["claim_text"]}, row)
        return rest

    def _perhaps_text(self, extra: Mapping[str, Any], row: int | None) -> None:
        key = guess_keys("evidence", ["text"], [key for key, value in extra.items() if isinstance(value, str)]).get(
            "text"
        )
        if key is not None:
            message = "evidence without a text has a key that may be it; map it to 'text' if it is"
            self.findings.count("text-under-another-name", message, example=repr(key), row=row, field=key)

    def _valid(
        self, kind: str, record: Mapping[str, Any], row: int | None, named: Mapping[str, str], prefix: str
    ) -> PackageRecord | None:
        self._context.row, self._context.kind = row, kind
        try:
            return RECORDS[kind].model_validate(canonical(kind, record), context=self._context)
        except ValidationError as error:
            self._report(kind, record, error, row, named, prefix)
            return None

    def finish(self) -> None:
        """Say which ids were written both as a number and as text."""
        context = self._context
        for kind, identifier in sorted(context.numeric_ids & context.text_ids):
            message = f"the {kind} id {identifier} is written as a number and as text; both are read as one id"
            self.findings.notice("number-and-text-id", message, field="id")

    def _report(
        self,
        kind: str,
        record: Mapping[str, Any],
        error: ValidationError,
        row: int | None,
        named: Mapping[str, str],
        prefix: str,
    ) -> None:
        missing = []
        for detail in error.errors(include_url=False, include_input=False):
            field = str(detail["loc"][0]) if detail["loc"] else ""
            if detail["type"] == "missing":
                missing.append(field)
                continue
            context = detail.get("ctx", {})
            name = named.get(field, _as_written(kind, record, field))
            expected, found = str(context.get("expected", detail["msg"])), str(context.get("found", ""))
            found = found or shown(record.get(name))
            message = f"{name} of {_whose(kind, record)} must be {expected}"
            self.findings.problem(message, expected=expected, found=found, row=row, field=f"{prefix}{name}")
        if missing:
            self._report_missing(kind, record, missing, row, named, prefix)
        identifier = canonical(kind, record).get("id")
        shelf = getattr(self.assembly, _SHELVES[kind])
        if isinstance(identifier, str | int):
            shelf.refused.add(str(identifier))

    def _report_missing(
        self,
        kind: str,
        record: Mapping[str, Any],
        missing: list[str],
        row: int | None,
        named: Mapping[str, str],
        prefix: str,
    ) -> None:
        if kind == "evidence" and not {"text", "evidence_text"} & record.keys():
            missing = [*missing, "text"]
        names = [named.get(field, full_name(kind, field)) for field in missing]
        spare = [str(key) for key in record if key not in RECORDS[kind].model_fields]
        message = f"{a_record(kind)} lacks {', '.join(names)}"
        guesses = guess_keys(kind, missing, spare)
        if guesses:
            message += "; perhaps " + ", ".join(f"{key!r} is {field}" for field, key in guesses.items())
        found = ", ".join(str(key) for key in record) or "no keys"
        self.findings.problem(
            message,
            expected=", ".join(names),
            found=found,
            row=row,
            field=f"{prefix}{names[0]}" if prefix else names[0],
        )


_SHELVES = {
    "answer": "answers",
    "claim": "claims",
    "source": "sources",
    "edge": "edges",
    "evidence": "evidence",
    "citation": "citations",
    "judgement": "judgements",
    "label": "labels",
}

_NEAR = {
    "id": ("id", "uid", "key", "_id"),
    "claim_id": ("claim", "claimid", "statement_id", "cid"),
    "source_id": ("src", "source", "doc", "doc_id", "docid", "document", "document_id", "url"),
    "answer_id": ("answer", "answerid"),
    "text": ("passage", "quote", "content", "body", "snippet", "context", "statement", "claim", "sentence", "data"),
    "from": ("source", "from_id", "src", "child", "subject"),
    "to": ("target", "to_id", "dst", "parent", "object"),
    "relation": ("type", "label", "kind", "rel", "predicate"),
    "state": ("label", "dependence", "value"),
    "by": ("author", "user", "who", "judge"),
    "at": ("date", "time", "when", "timestamp"),
    "judge": ("by", "annotator", "author"),
    "axis": ("kind", "type", "name"),
    "value": ("label", "score", "verdict"),
}


def guess_keys(kind: str, missing: list[str], spare: list[str]) -> dict[str, str]:
    """Which of the keys a record has may stand for the ones it lacks: our key -> theirs."""
    plain = {key.casefold().replace("-", "_"): key for key in spare}
    guesses: dict[str, str] = {}
    for field in missing:
        wanted = (full_name(kind, field), *_NEAR.get(field, ()))
        guess = next((plain[name] for name in wanted if name in plain and plain[name] not in guesses.values()), None)
        if guess is not None:
            guesses[full_name(kind, field)] = guess
    return guesses


def canonical(kind: str, record: Mapping[str, Any]) -> Mapping[str, Any]:
    """The record in the keys of the schema: ``claim_id`` of a claim is its ``id``."""
    renames = {old: new for old, new in _ALIASES[kind].items() if old in record and new not in record}
    if not renames:
        return record
    return {renames.get(key, key): value for key, value in record.items()}


def full_name(kind: str, field: str) -> str:
    """The name of a key that says whose it is: claim_id for the id of a claim."""
    return f"{kind}_id" if field == "id" and kind in _ALIASES and f"{kind}_id" in _ALIASES[kind] else field


def required(kind: str) -> tuple[str, ...]:
    """The keys a record of that kind must have, in full."""
    return tuple(full_name(kind, field) for field in _REQUIRED[kind])


def _as_written(kind: str, record: Mapping[str, Any], field: str) -> str:
    if field in record:
        return field
    return next((old for old, new in _ALIASES[kind].items() if new == field and old in record), field)


def _whose(kind: str, record: Mapping[str, Any]) -> str:
    identifier = canonical(kind, record).get("id")
    if isinstance(identifier, str | int) and not isinstance(identifier, bool) and identifier != "":
        return f"{kind} {str(identifier)[:60]!r}"
    return a_record(kind)
