"""What was imported, what taking it back would do, and how the columns of a table were mapped before."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from core.fingerprint import digest


@dataclass(frozen=True, slots=True)
class ImportLine:
    """One import of the record: a file, whole or in parts, or the undoing of one."""

    batch: int
    """Its number; of a file in parts, that of the last one."""
    dataset: str
    file: str
    format: str
    by: str
    at: str
    """UTC, ISO 8601."""
    counts: Mapping[str, int]
    """What the file held: answers, claims, evidence, citations, sources, edges, judgements."""
    added: int
    changed: int
    removed: int
    """What the data set had and the file had no more."""
    parts: int = 1
    """Transactions it was stored in."""
    undoes: int | None = None
    """The import that this one took back."""
    undone_by: int | None = None
    """The undoing that took this one back, where that stands."""
    newest: bool = False
    """Whether nothing came into its data set after it, so that it can be taken back."""


@dataclass(frozen=True, slots=True)
class UndoEffect:
    """What taking an import back would do."""

    line: ImportLine
    removed: Mapping[str, int]
    """Kind -> things that would leave the current view."""
    restored: Mapping[str, int]
    """Kind -> things that would stand again as they stood before."""
    kept: Mapping[str, int]
    """Kind of human work -> how much of it hangs on what would leave; all of it stays on record."""


@dataclass(frozen=True, slots=True)
class UndoneImport:
    """What taking an import back did."""

    batch: int
    """The undoing's own number: taken back in its turn, the import stands again."""
    undone: int
    dataset: str
    removed: int
    """Things that the import brought and nothing stood for before it."""
    restored: int
    """Things that stand again as they stood before it."""


@dataclass(frozen=True, slots=True)
class RememberedMapping:
    """How somebody mapped the columns of a table with the same header."""

    mapping: Mapping[str, str]
    """Our field -> column; an empty column where the field was left out on purpose."""
    by: str
    at: str
    batch: int


@dataclass(frozen=True, slots=True)
class Noted:
    """What is kept with an import beside its figures."""

    part_of: str | None = None
    """SHA-256 of the whole file of which this is a part."""
    columns: tuple[str, ...] = ()
    """The header of a table whose mapping somebody chose."""
    mapping: Mapping[str, str] = field(default_factory=dict)

    def as_detail(self) -> dict[str, object]:
        """As keys of the import's report."""
        found: dict[str, object] = {} if self.part_of is None else {"part_of": self.part_of}
        if self.columns:
            found |= {"headers": headers_digest(self.columns), "columns": [*self.columns], "mapping": {**self.mapping}}
        return found


NOTHING_NOTED = Noted()


def headers_digest(columns: tuple[str, ...]) -> str:
    """What a set of columns is known by, in whatever order they stand."""
    return digest(sorted(columns))
