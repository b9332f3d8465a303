"""Files too large to be held at once: read in parts, checked whole before anything is stored, stored part by part.

The first pass reads every part and stores nothing: all problems are known before the first row is written. The second
stores a part at a time, each in a transaction of its own. Stopped in between, the parts that were stored stay; the same
import again goes on behind them.
"""

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import ImportFailed, InvalidInput, Problem
from core.fingerprint import digest as digest_of
from core.importers import recognised
from core.importers.dataset_names import dataset_slug
from core.importers.parts import PART_BYTES, Cut, Parts, cut_of, parts_of
from core.importers.sample import Sample
from core.importers.types import Imported, Importer
from core.model import Claim
from core.results import ImportReport, Preview
from core.services.files import read_bytes
from core.services.importing import store_file
from core.services.mapping_memory import Columns, columns_for
from core.services.permission import allow
from core.services.reading import preview_of, tables_of
from core.services.seen_parts import SeenParts
from core.services.workspace import Workspace
from core.work import Person, Role

STREAM_FROM = 64 * 1024 * 1024
"""Bytes from which on a file is read in parts where its format allows it."""

Progress = Callable[[int, int | None], None]
"""Called with the bytes done and how many there are, over both passes; what it raises stops the import."""


def in_parts(
    path: Path, format: str | None = None, mapping: Mapping[str, str] | None = None, *, least: int = STREAM_FROM
) -> bool:
    """Whether a file is so large, and of such a format, that it is read in parts.

    Raises:
        ImportFailed: Its beginning is of no format we know.
    """
    try:
        if not path.is_file() or path.stat().st_size < least:
            return False
        first, importer = _first(path, format)
        return cut_of(path, first, importer, mapping) is not None
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read ({error.strerror})") from error


def _first(path: Path, format: str | None) -> tuple[Sample, Importer]:
    """The first part of a file, and who reads it."""
    first = next(parts_of(path), None)
    if first is None:
        raise ImportFailed((Problem(path.name, None, None, "records", "none", "the file is empty"),))
    return first[0], recognised(first[0], format)


def import_large(
    workspace: Workspace,
    path: Path,
    *,
    by: Person,
    name: str | None = None,
    format: str | None = None,
    dataset: str | None = None,
    mapping: Mapping[str, str] | None = None,
    good_rows: bool = False,
    dry_run: bool = False,
    progress: Progress | None = None,
) -> ImportReport:
    """Import a large file in the memory of one part; see ``import_file`` for what it reports.

    What an older version of the data set had and this file has not is kept: a part cannot tell what another part has.

    Raises:
        ImportFailed: Nothing of it can be used.
        InvalidInput: It cannot be read in parts.
        PermissionDenied: A reader may not.
    """
    person = allow(workspace, by, Role.REVIEWER, "import files")
    # An upload lies under another name than it came with.
    name = name or path.name
    try:
        first, importer = _first(path, format)
        columns = columns_for(workspace, importer, first, mapping)
        cut = cut_of(path, first, importer, columns.mapping)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read ({error.strerror})") from error
    if cut is None and columns.remembered is not None and mapping is None:
        # Its columns refer to one another, as they were mapped before.
        return store_file(workspace, read_bytes(path), name, person, format, dataset, None, good_rows, dry_run)
    if cut is None:
        raise InvalidInput(f"{path}: a file of the format {importer.NAME} is read whole, not in parts")
    large = _Large(path, name, dataset or dataset_slug(name), importer, cut, columns, progress)
    seen = large.looked_through()
    report = seen.report(large.dataset, importer.NAME, columns.notices)
    if dry_run or (seen.problems and not good_rows):
        return report
    stored = large.stored(workspace, person, seen)
    return dataclasses.replace(
        report,
        stored=True,
        added=stored["added"],
        changed=stored["changed"],
        unchanged=stored["unchanged"],
        batch=stored["batch"] or None,
    )


@dataclass(slots=True)
class _Large:
    path: Path
    name: str
    dataset: str
    importer: Importer
    cut: Cut
    columns: Columns
    progress: Progress | None
    state: tuple[int, int] = (0, 0)

    def __post_init__(self) -> None:
        self.state = self._state()

    def _state(self) -> tuple[int, int]:
        """Size and time of change: both passes must read the same file."""
        state = self.path.stat()
        return state.st_size, state.st_mtime_ns

    def _parts(self) -> Parts:
        try:
            yield from self.cut.parts(PART_BYTES)
        except OSError as error:
            raise InvalidInput(f"{self.path}: cannot be read ({error.strerror})") from error

    def _read(self, sample: Sample) -> Imported:
        return self.importer.read(sample, dataset=self.dataset, mapping=self.columns.mapping)

    def looked_through(self) -> SeenParts:
        """Read every part and store nothing."""
        seen = SeenParts(self.name)
        for sample, share in self._parts():
            try:
                seen.take(self._read(sample))
            except ImportFailed as error:
                seen.take_problems(error.problems)
            self._say(share)
        with self.path.open("rb") as file:
            seen.digest = self._known_by(hashlib.file_digest(file, "sha256").hexdigest())
        if not any(seen.counts.values()):
            raise ImportFailed(tuple(seen.problems))
        return seen

    def _known_by(self, digest: str) -> str:
        """What the file is known by as it is read now: its parts are others under another format or mapping."""
        mapping = sorted((self.columns.mapping or {}).items())
        return digest_of([digest, self.importer.NAME, [list(pair) for pair in mapping], PART_BYTES])

    def stored(self, workspace: Workspace, person: str, seen: SeenParts) -> Counter[str]:
        """Store every part that is not stored yet."""
        if self._state() != self.state:
            raise InvalidInput(f"{self.path}: the file was changed while it was read; nothing of it was stored")
        after, figures, loose = Counter[str](), Counter[str](), 0
        before = self._stored_before(workspace, seen.digest)
        for number, (sample, share) in enumerate(self._parts(), 1):
            name = _part_digest(seen.digest, number)
            try:
                case = self._read(sample).case
            except ImportFailed:
                continue
            counts = {table: len(rows) for table, rows in tables_of(case).items()}
            if name in before:
                figures["unchanged"] += sum(counts.values())
            else:
                case = dataclasses.replace(case, policy=seen.policy, claims=_behind(case.claims, loose))
                report = workspace.store.import_case(
                    case,
                    file=self.name,
                    file_digest=name,
                    format=self.importer.NAME,
                    by=person,
                    after=after,
                    noted=dataclasses.replace(self.columns.noted, part_of=seen.digest),
                )
                figures.update(added=report.added, changed=report.changed, unchanged=report.unchanged)
                figures["batch"] = report.batch or 0
            after.update(counts)
            loose += sum(1 for claim in case.claims if claim.answer_id is None)
            self._say(1 + share)
        return figures

    def _stored_before(self, workspace: Workspace, digest: str) -> frozenset[str]:
        """The parts of this very file that are stored and not overtaken by another file."""
        delivered = workspace.store.delivered(self.dataset)
        own = {_part_digest(digest, number) for number in range(1, len(delivered) + 1)}
        found = set()
        for name in reversed(delivered):
            if name not in own:
                break
            found.add(name)
        return frozenset(found)

    def _say(self, share: float) -> None:
        if self.progress is not None:
            self.progress(round(share * self.state[0]), 2 * self.state[0])


def _behind(claims: tuple[Claim, ...], loose: int) -> tuple[Claim, ...]:
    """Claims of a part, those of no answer placed behind the ones that the parts before it brought."""
    return tuple(
        dataclasses.replace(claim, position=claim.position + loose) if claim.answer_id is None and loose else claim
        for claim in claims
    )


def _part_digest(digest: str, number: int) -> str:
    """What one part of a file is known by."""
    return hashlib.sha256(f"{digest}:{number}".encode()).hexdigest()


def preview_large(
    path: Path, name: str, *, format: str | None = None, mapping: Mapping[str, str] | None = None
) -> Preview:
    """The first rows of a large file as they would be stored, and the report of its first part alone.

    Raises:
        ImportFailed: Nothing of it can be used.
    """
    first, importer = _first(path, format)
    return preview_of(importer.read(first, dataset=dataset_slug(name), mapping=mapping), name)
