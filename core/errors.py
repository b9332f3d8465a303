"""Everything Headwater refuses or fails at, in one tree.

HeadwaterError
  InvalidInput                 we refuse to guess
    ImportFailed(problems)       every problem with file, row, field, expected, found
    InvalidParameter             a setting outside its domain
    UnknownId                    nothing is stored under that id
      NoLongerThere                it was, but the newest data no longer has it
  StoreError
    DatabaseUnavailable          cannot be opened, read or written (missing, locked, full, read-only)
    NewerDatabase                written by a newer Headwater
    BrokenChain                  the event log was changed
  StaleVersion                 somebody else changed the thing meanwhile
  Stopped                      somebody stopped it; says what of it stays
  PermissionDenied             the person's role does not allow it
"""

from dataclasses import dataclass


class HeadwaterError(Exception):
    """Base of every error a page or the command line shows as a message."""


class Stopped(HeadwaterError):
    """Somebody stopped the work; the message says what of it stays."""


class InvalidInput(HeadwaterError):
    """The input cannot be used, and guessing would be worse than stopping."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a file: where it is, what was expected, what was found."""

    file: str
    row: int | None
    """1-based record or line number; None where the whole file is meant."""
    field: str | None
    expected: str
    found: str
    message: str

    def __str__(self) -> str:
        where = self.file
        if self.row is not None:
            where += f", row {self.row}"
        if self.field is not None:
            where += f", field {self.field!r}"
        return f"{where}: {self.message} (expected {self.expected}; found {self.found})"


class ImportFailed(InvalidInput):
    """A file was refused; nothing of it was kept."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        count = "1 problem" if len(problems) == 1 else f"{len(problems)} problems"
        super().__init__(f"{count}; first: {problems[0]}" if problems else "the file was refused")


class InvalidParameter(InvalidInput):
    """A setting lies outside its domain."""

    def __init__(self, name: str, value: object, expected: str) -> None:
        self.name, self.value, self.expected = name, value, expected
        super().__init__(f"{name} must be {expected}, got {value!r}")


class UnknownId(InvalidInput):
    """Nothing of that kind is stored under that id."""

    def __init__(self, kind: str, identifier: str) -> None:
        self.kind, self.identifier = kind, identifier
        super().__init__(f"no {kind} with the id {identifier!r}")


class NoLongerThere(UnknownId):
    """It was stored under that id, but the newest version of its data set has it no more."""

    def __init__(self, kind: str, identifier: str, since: str) -> None:
        super().__init__(kind, identifier)
        self.since = since
        self.args = (f"the {kind} {identifier!r} is not in the data any more since {since}; nothing was saved",)


class StoreError(HeadwaterError):
    """The database could not do what was asked."""


class DatabaseUnavailable(StoreError):
    """The database cannot be opened, read or written; the message says why."""


class NewerDatabase(StoreError):
    """The database was written by a newer Headwater and is left untouched."""


class BrokenChain(StoreError):
    """The event log does not add up: a row was changed, removed, added or reordered."""


class StaleVersion(HeadwaterError):
    """The thing was changed by somebody else after it was read.

    ``by`` and ``says`` are who changed it and to what, ``event`` the number of what counts now: hand it back as the
    expected event to put one's own label on top all the same. None where nothing counts any more.
    """

    def __init__(
        self, message: str, *, by: str | None = None, says: str | None = None, event: int | None = None
    ) -> None:
        super().__init__(message)
        self.by, self.says, self.event = by, says, event


class PermissionDenied(HeadwaterError):
    """The person's role does not allow it."""
