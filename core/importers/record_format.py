"""What formats made of JSON records have in common: how sure one is of a file, and how it is read to its end."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from core.errors import ImportFailed
from core.importers.assembly import Assembly
from core.importers.dataset_names import choose_dataset
from core.importers.fields import Fields
from core.importers.findings import Findings, shown
from core.importers.limits import capability_limits
from core.importers.sample import Sample
from core.importers.strict_json import Document
from core.importers.types import Detection, Imported, Progress

Inner = tuple[Mapping[str, Any], int]
"""A record and the row it stands in."""


class RecordFormat(ABC):
    """An importer of records; a format says which records are its own and what each of them brings."""

    NAME = ""
    READS = ""
    SIGNS = ""
    """What tells a record of this format, for the reasons of a detection."""
    GROUPED = False
    """Whether ``group`` tells which records belong together, so that a large file can be read in parts."""

    @abstractmethod
    def fits(self, record: Mapping[str, Any]) -> bool:
        """Whether a record is one of this format."""

    def inner(self, record: Mapping[str, Any]) -> Sequence[Any] | None:
        """The records inside one that only holds them; None for a record of its own."""
        return None

    def group(self, record: Mapping[str, Any]) -> str | None:
        """What a record belongs to with others; None where it stands alone."""
        return None

    @abstractmethod
    def take(self, fields: Fields, facts: Assembly) -> None:
        """Put what a record brings into the facts, and every problem of it into their findings."""

    def finish(self, facts: Assembly) -> None:  # noqa: B027 - most formats have nothing to add
        """Put what only all records together tell into the facts."""

    def document(self, sample: Sample) -> Document | None:
        """The records of a file, None where it has none."""
        return sample.document

    def begin(self) -> "RecordFormat":
        """The reader of one file; a format that keeps something between records makes a new one."""
        return self

    def detect(self, sample: Sample) -> Detection:
        """As sure as the share of the first records that have this format's signs."""
        records = [value for value, _ in islice(self._records(sample), 20)]
        fitting = [record for record in records if isinstance(record, dict) and self.fits(record)]
        if not fitting:
            return Detection(0.0, (f"no records with {self.SIGNS}",))
        reason = f"{len(fitting)} of the first {len(records)} records have {self.SIGNS}"
        return Detection(0.95 * len(fitting) / len(records), (reason,))

    def read(
        self,
        sample: Sample,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """Read the whole file; see ``Importer.read``."""
        findings = Findings(sample.name)
        facts = Assembly(findings)
        reader = self.begin()
        reader.read_into(sample, facts, progress)
        reader.finish(facts)
        if not (len(facts.claims) or len(facts.sources)):
            if not findings.problems:
                findings.problem("the file holds nothing of this format", expected=self.READS, found="none")
            raise ImportFailed(tuple(findings.problems))
        case = facts.case(choose_dataset(dataset, None, sample.name, findings))
        problems = tuple(findings.problems)
        limits = capability_limits(case, facts.stance_stated)
        return Imported(case, self.NAME, problems, limits, self.detect(sample).reasons)

    def read_into(self, sample: Sample, facts: Assembly, progress: Progress | None) -> None:
        """Take every record of a file."""
        findings = facts.findings
        document = self.document(sample)
        if document is None:
            return
        document.report(findings)
        done = 0
        for outer in document.clean(findings):
            inner = self.inner(outer.value) if isinstance(outer.value, dict) else None
            held = [(value, row) for row, value in enumerate(inner, 1)] if inner is not None else None
            for value, row in held if held is not None else [(outer.value, outer.row)]:
                done += 1
                self._one(value, row, facts)
                if progress is not None and done % 1000 == 0:
                    progress(done, None)
        if progress is not None:
            progress(done, done)

    def _one(self, value: Any, row: int, facts: Assembly) -> None:
        if isinstance(value, dict) and self.fits(value):
            self.take(Fields(value, facts.findings, row), facts)
            return
        message = f"this is not a record of the format {self.NAME}"
        facts.findings.problem(message, expected=self.SIGNS, found=shown(value), row=row)

    def _records(self, sample: Sample) -> Iterator[tuple[Any, int]]:
        document = self.document(sample)
        for outer in document.records if document is not None else ():
            inner = self.inner(outer.value) if isinstance(outer.value, dict) else None
            if inner is None:
                yield outer.value, outer.row
            else:
                yield from ((value, row) for row, value in enumerate(inner, 1))
