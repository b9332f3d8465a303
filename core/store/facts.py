"""The facts of an import: identities keep their number, everything said of them is a version."""

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Connection, select

from core.store.completing import complete
from core.store.incoming import Entry, Incoming
from core.store.number_sets import among, named
from core.store.tables import (
    AnswerRow,
    AnswerVersionRow,
    Base,
    CitationRow,
    ClaimRow,
    ClaimVersionRow,
    DocumentRow,
    DocumentTextRow,
    EdgeRow,
    EvidenceRow,
    JudgementRow,
    SourceRow,
    table_of,
)
from core.store.versions import (
    Difference,
    Held,
    Shelf,
    compare,
    end_versions,
    insert_rows,
    move_versions,
    next_number,
)

ANSWERS = Shelf("answers", AnswerVersionRow, "answer", AnswerRow, ("answer", "extra"))
CLAIMS = Shelf("claims", ClaimVersionRow, "claim", ClaimRow, ("claim", "extra", "answer"))
DOCUMENTS = Shelf("sources", DocumentRow, "source", SourceRow, ("source", "text", "text_since", "extra"))
EVIDENCE = Shelf("evidence", EvidenceRow, "key", None, ("place", "claim", "text_since"))
CITATIONS = Shelf("citations", CitationRow, "key", None, ("place", "claim"))
JUDGEMENTS = Shelf("judgements", JudgementRow, "key", None, ("place", "claim"))
EDGES = Shelf("edges", EdgeRow, "key", None, ("place", "source"))


@dataclass(slots=True)
class Change:
    """What an import did to the facts, and whose figures that can move."""

    added: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    claims: set[int] = field(default_factory=set)
    sources: set[int] = field(default_factory=set)
    answers: set[int] = field(default_factory=set)
    gone: set[int] = field(default_factory=set)
    """Claims that the newest file no longer has."""
    gone_answers: set[int] = field(default_factory=set)
    gone_by_kind: dict[str, int] = field(default_factory=dict)
    reworded: set[int] = field(default_factory=set)
    """Sources whose text, or the text of a passage of theirs, is another than before."""

    moved: bool = False
    """Something that says the same stands at another place of the file."""

    @property
    def anything(self) -> bool:
        return bool(self.added or self.changed or self.removed or self.moved)

    def count(self, kind: str, found: Difference) -> Difference:
        self.added += found.added
        self.changed += found.changed
        self.unchanged += found.unchanged
        self.removed += len(found.gone)
        self.moved = self.moved or bool(found.moved)
        if found.gone:
            self.gone_by_kind[kind] = len(found.gone)
        return found


Written = Callable[[int], None]


class FactWriter:
    """Writes one case under one batch, inside the caller's transaction."""

    def __init__(
        self,
        connection: Connection,
        dataset: int,
        batch: int,
        fresh: bool,
        written: Written | None,
        adds: bool = False,
    ) -> None:
        self.connection = connection
        self.dataset = dataset
        self.batch = batch
        self.fresh = fresh
        """A data set the store has not seen: nothing to compare with."""
        self.written = written
        self.adds = adds
        """A part of a file: what it does not name stays, and what it says nothing of stays as it is."""
        self.change = Change()
        self.answers: dict[str | None, int] = {}
        self.claims: dict[str | None, int] = {}
        self.sources: dict[str | None, int] = {}

    def write(self, case: Incoming) -> Change:
        """Store everything that is new or different, and end what the case no longer has.

        Of a part of a file nothing ends.
        """
        self.answers = self._identities(AnswerRow, case.answers)
        self.claims = self._identities(ClaimRow, case.claims)
        self.sources = self._identities(SourceRow, case.sources)
        # A claim that this file only names keeps its words, and the answer it is from stays with it.
        kept = self._claims(case.claims)
        self._answers(case.answers, {before.others[2] for before in kept})
        self._documents(case.sources)
        self._evidence(case.evidence)
        self._edges(case.edges)

        def cited(entry: Entry) -> dict[str, Any]:
            return {"claim": self.claims[entry.refs[0]], "source": self.sources[entry.refs[1]]}

        self._said(self._dated(CITATIONS, case.citations, cited))
        self._said(self._dated(JUDGEMENTS, case.judgements, lambda entry: {"claim": self.claims[entry.refs[0]]}))
        return self.change

    def _said(self, found: Difference) -> None:
        """Remember the claims of citations and judgements that changed: how far their evidence has come can move."""
        self.change.claims.update(self.claims[entry.refs[0]] for entry, _ in found.fresh)
        self.change.claims.update(before.others[1] for before in found.ended)

    def _identities(self, row: type[Base], entries: list[Entry]) -> dict[str | None, int]:
        """Id -> number; things never seen before get the next numbers, in the order of the file."""
        table = table_of(row)
        known: dict[str, int] = {}
        if not self.fresh:
            query = select(table.c.key, table.c.number).where(table.c.dataset == self.dataset)
            if self.adds:
                query = query.where(named(self.connection, table.c.key, [entry.key for entry in entries]))
            known = {key: number for key, number in self.connection.execute(query)}
        number = next_number(self.connection, table)
        rows = []
        for entry in entries:
            if entry.key not in known:
                known[entry.key] = number
                rows.append({"number": number, "dataset": self.dataset, "key": entry.key, "id": entry.id})
                number += 1
        insert_rows(self.connection, table, rows, self.written)
        return {entry.id: known[entry.key] for entry in entries}

    def _compare(
        self,
        shelf: Shelf,
        entries: Iterable[tuple[Any, Entry]],
        place: int | None = None,
        staying: Container[Any] = (),
    ) -> Difference:
        extra = shelf.others.index("extra") if "extra" in shelf.others else None
        entries = list(entries)
        keys = [key for key, _ in entries] if self.adds else None
        held = {} if self.fresh else shelf.held(self.connection, self.dataset, keys)
        found = self.change.count(shelf.kind, compare(held, entries, place, extra, staying))
        end_versions(self.connection, shelf.table, found.ended, self.batch)
        if place is not None:
            move_versions(self.connection, shelf.table, found.moved)
        return found

    def _version(self, number: int, entry: Entry, before: Held | None) -> dict[str, Any]:
        return {
            **entry.columns,
            "number": number,
            "version": before.version + 1 if before else 1,
            "digest": entry.digest,
            "since": self.batch,
            "until": None,
        }

    def _insert(
        self, shelf: Shelf, found: Difference, more: Callable[[Entry, Held | None], dict[str, Any]]
    ) -> list[dict[str, Any]]:
        first = next_number(self.connection, shelf.table)
        rows = [
            {**self._version(number, entry, before), **more(entry, before)}
            for number, (entry, before) in enumerate(found.fresh, first)
        ]
        insert_rows(self.connection, shelf.table, rows, self.written)
        return rows

    def _answers(self, entries: list[Entry], staying: set[Any]) -> None:
        numbers = self.answers
        found = self._compare(ANSWERS, ((numbers[entry.id], entry) for entry in entries), staying=staying)
        rows = self._insert(ANSWERS, found, lambda entry, _: {"answer": numbers[entry.id]})
        self.change.answers.update(row["answer"] for row in rows)
        self.change.gone_answers.update(before.others[0] for before in found.gone)

    def _claims(self, entries: list[Entry]) -> list[Held]:
        numbers = self.claims
        found = self._compare(CLAIMS, ((numbers[entry.id], entry) for entry in entries))

        def more(entry: Entry, _: Held | None) -> dict[str, Any]:
            answer = entry.refs[0]
            return {"claim": numbers[entry.id], "answer": None if answer is None else self.answers[answer]}

        rows = self._insert(CLAIMS, found, more)
        self.change.claims.update(row["claim"] for row in rows)
        self.change.gone.update(before.others[0] for before in found.gone)
        return found.kept

    def _documents(self, entries: list[Entry]) -> None:
        numbers = self.sources
        if self.adds and not self.fresh:
            complete(self.connection, entries, numbers)
        found = self._compare(DOCUMENTS, ((numbers[entry.id], entry) for entry in entries))
        texts = table_of(DocumentTextRow)
        stored = self._texts(texts.c.content, [before.others[1] for _, before in found.fresh if before])
        number = next_number(self.connection, texts)
        contents: list[dict[str, Any]] = []
        places: dict[str, tuple[int | None, int]] = {}
        for entry, before in found.fresh:
            old, since = (before.others[1], before.others[2]) if before else (None, self.batch)
            if before is not None and entry.text == (None if old is None else stored[old]):
                places[entry.key] = old, since
            elif entry.text is None:
                places[entry.key] = None, self.batch
            else:
                contents.append({"number": number + len(contents), "content": entry.text})
                places[entry.key] = contents[-1]["number"], self.batch
        insert_rows(self.connection, texts, contents)

        def more(entry: Entry, _: Held | None) -> dict[str, Any]:
            text, since = places[entry.key]
            return {"source": numbers[entry.id], "text": text, "text_since": since}

        rows = self._insert(DOCUMENTS, found, more)
        self._note_reworded(rows)
        self.change.sources.update(row["source"] for row in rows)
        self.change.sources.update(before.others[0] for before in found.gone)

    def _texts(self, column: Column[str], numbers: Iterable[int | None]) -> dict[int, str]:
        wanted = [number for number in numbers if number is not None]
        if not wanted:
            return {}
        number = column.table.c.number
        rows = self.connection.execute(select(number, column).where(among(self.connection, number, wanted)))
        return {found: text for found, text in rows}

    def _evidence(self, entries: list[Entry]) -> None:
        found = self._compare(EVIDENCE, ((entry.key, entry) for entry in entries), place=0)
        texts = self._texts(EVIDENCE.table.c.text, [before.number for _, before in found.fresh if before])

        def more(entry: Entry, before: Held | None) -> dict[str, Any]:
            same = before is not None and texts[before.number] == entry.text
            return {
                **self._dated_columns(entry),
                "claim": self.claims[entry.refs[0]],
                "source": self.sources[entry.refs[1]],
                "text_since": before.others[2] if before is not None and same else self.batch,
            }

        rows = self._insert(EVIDENCE, found, more)
        self._note_reworded(rows)
        self.change.claims.update(row["claim"] for row in rows)
        self.change.claims.update(before.others[1] for before in found.ended)

    def _note_reworded(self, rows: Iterable[dict[str, Any]]) -> None:
        """Remember the sources of rows that follow another version with another text."""
        self.change.reworded.update(
            row["source"] for row in rows if row["version"] > 1 and row["text_since"] == self.batch
        )

    def _edges(self, entries: list[Entry]) -> None:
        sources = self.sources
        found = self._dated(
            EDGES, entries, lambda entry: {"source": sources[entry.refs[0]], "upstream": sources[entry.refs[1]]}
        )
        self.change.sources.update(sources[entry.refs[0]] for entry, _ in found.fresh)
        self.change.sources.update(before.others[1] for before in found.ended)

    def _dated_columns(self, entry: Entry) -> dict[str, Any]:
        return {"dataset": self.dataset, "key": entry.key, "id": entry.id, "place": entry.place}

    def _dated(self, shelf: Shelf, entries: list[Entry], refs: Callable[[Entry], dict[str, Any]]) -> Difference:
        found = self._compare(shelf, ((entry.key, entry) for entry in entries), place=0)
        self._insert(shelf, found, lambda entry, _: {**self._dated_columns(entry), **refs(entry)})
        return found
