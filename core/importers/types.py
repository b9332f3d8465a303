"""What an importer is and what it hands back."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from core.errors import Problem
from core.importers.sample import Sample
from core.model import Case

Progress = Callable[[int, int | None], None]
"""Called with the records done and, where it is known, how many there are."""


@dataclass(frozen=True, slots=True)
class Detection:
    """How sure an importer is that a file is its own, and why."""

    score: float
    """0 for certainly not, 1 for certainly; in [0, 1]."""
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Imported:
    """What one file brings, and everything that is wrong with it.

    Where there are problems nothing may be stored, unless whoever imports chooses the good
    rows: ``case`` then holds those.
    """

    case: Case
    format: str
    problems: tuple[Problem, ...] = ()
    capability_limits: tuple[str, ...] = ()
    """What the file does not carry, and what that rules out."""
    reasons: tuple[str, ...] = ()
    """Why the file was read in this format."""
    columns: tuple[str, ...] = ()
    """The header of a table; empty for other formats."""
    mapping: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """Our field -> column of the table, as used."""


class Importer(Protocol):
    """Reads one format. Registered by one line in ``core.importers``."""

    @property
    def NAME(self) -> str:
        """Key in IMPORTERS, also what ``--format`` takes."""

    @property
    def READS(self) -> str:
        """What a file of this format looks like, in one line."""

    def detect(self, sample: Sample) -> Detection:
        """Say from the content alone how likely the file is of this format."""

    def read(
        self,
        sample: Sample,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """Read the whole file.

        Raises:
            ImportFailed: Nothing of the file can be used.
        """
