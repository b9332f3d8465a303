"""Records by id, in the order of the file; a repeat is noticed, a contradiction is a problem."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from core.importers.findings import Findings, shown


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str:
        """Identifier, unique within its kind."""


Kept = TypeVar("Kept")


class Shelf(Generic[Kept]):
    """All records of one kind."""

    def __init__(
        self,
        kind: str,
        findings: Findings,
        key: Callable[[Kept], str],
        name: Callable[[Kept], str],
        complete: Callable[[Kept, Kept], Kept | None] | None = None,
    ) -> None:
        """Make an empty shelf.

        Args:
            kind: What it holds, for messages.
            findings: Where repeats and contradictions are reported.
            key: The key of a record.
            name: What a message calls it.
            complete: Makes one record of two that do not contradict each other, None where they do.
        """
        self.kind = kind
        self.refused: set[str] = set()
        """Ids of records left out for a problem that was reported already."""
        self._findings = findings
        self._key, self._name, self._complete = key, name, complete
        self._kept: dict[str, tuple[Kept, int | None]] = {}

    def add(self, record: Kept, row: int | None) -> bool:
        """Keep a record.

        Returns:
            True where it was new; False for a repeat (noticed) or a contradiction (a problem).
        """
        key = self._key(record)
        if key not in self._kept:
            self._kept[key] = (record, row)
            return True
        kept, first = self._kept[key]
        name = self._name(record)
        both = self._complete(kept, record) if self._complete is not None and kept != record else None
        if both is not None:
            self._kept[key] = (both, first)
            message = f"{self.kind} {name} is in the file twice, in rows {first} and {row}; the two complete each other"
            self._findings.notice("repeat", message, row=row, field="id")
            return False
        if kept == record:
            message = f"the same {self.kind} is in the file more than once; it is counted once"
            self._findings.count("repeat", message, example=f"{name}, rows {first} and {row}", row=row)
            return False
        self._findings.problem(
            f"{self.kind} {name} is in the file twice, in rows {first} and {row}, and the contents differ",
            expected=f"one {self.kind} per id",
            found=f"rows {first} and {row} with the id {name}",
            row=row,
            field="id",
        )
        return False

    def replace(self, record: Kept) -> None:
        """Put a changed record in the place of the one with its key."""
        self._kept[self._key(record)] = (record, self._kept[self._key(record)][1])

    def drop(self, record: Kept) -> None:
        """Take a record out; what points to it is dropped without another problem."""
        key = self._key(record)
        del self._kept[key]
        self.refused.add(key)

    def get(self, key: str) -> Kept | None:
        """The record of that key, None where there is none."""
        found = self._kept.get(key)
        return found[0] if found is not None else None

    def __contains__(self, key: str) -> bool:
        return key in self._kept

    def __len__(self) -> int:
        return len(self._kept)

    def __iter__(self) -> Iterator[Kept]:
        return (record for record, _ in self._kept.values())

    def keys(self) -> Iterator[str]:
        """The keys in the order of the file."""
        return iter(self._kept)

    def rows(self) -> Iterator[tuple[Kept, int | None]]:
        """The records with where they stood."""
        return iter(self._kept.values())


def shelf_by_id(kind: str, findings: Findings, complete: Callable[[Any, Any], Any] | None = None) -> "Shelf[Any]":
    """A shelf for records that have an id."""
    return Shelf(kind, findings, lambda record: str(record.id), lambda record: repr(record.id), complete)


@dataclass(slots=True)
class _Statement:
    fields: dict[str, Any]
    rows: dict[str, int | None]
    row: int | None


class Statements:
    """What many records say in passing about one thing, such as the title of a passage's source."""

    def __init__(self, kind: str, findings: Findings) -> None:
        self.kind = kind
        self._findings = findings
        self._said: dict[str, _Statement] = {}

    def say(self, key: str, fields: Mapping[str, Any], row: int | None) -> None:
        """Take down the fields stated for a key; two different values of one field are a problem."""
        statement = self._said.setdefault(key, _Statement({}, {}, row))
        for field, value in fields.items():
            if value is None:
                continue
            known = statement.fields.setdefault(field, value)
            first = statement.rows.setdefault(field, row)
            if known != value:
                self._findings.problem(
                    f"{self.kind} {key!r} has two values for {field}, in rows {first} and {row}",
                    expected=f"one {field} per {self.kind}",
                    found=f"{shown(known)} and {shown(value)}",
                    row=row,
                    field=field,
                )

    def __iter__(self) -> Iterator[tuple[str, dict[str, Any], int | None]]:
        return ((key, said.fields, said.row) for key, said in self._said.items())

    def __contains__(self, key: str) -> bool:
        return key in self._said
