"""Files too large to be held at once: read in parts, checked whole before anything is stored, stored part by part.

The first pass reads every part and stores nothing: all problems are known before the first row is written. The second
stores a part at a time, each in a transaction of its own. Stopped in between, the parts that were stored stay; the same
import again goes on behind them.
"""

import dataclasses
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from core.errors import ImportFailed, InvalidInput, Problem
from core.importers import recognised
from core.importers.dataset_names import dataset_slug
from core.importers.known_ids import KnownIds
from core.importers.parts import PART_BYTES, Cut, Parts, cut_of, parts_of
from core.importers.sample import Sample
from core.importers.types import Imported, Importer
from core.model import Answer, Case, Claim, Evidence, Notice
from core.policy import Policy
from core.results import ImportReport
from core.services.permission import allow
from core.services.reading import TABLES, tables_of
from core.services.workspace import Workspace
from core.states import EvidenceState
from core.work import Person, Role

STREAM_FROM = 64 * 1024 * 1024
"""Bytes from which on a file is read in parts where its format allows it."""
MOST_PROBLEMS = 10_000
"""Problems kept of a file that is read in parts; how many more there are is said."""

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
        return _cut(path, format, mapping)[1] is not None
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read ({error.strerror})") from error


def _cut(path: Path, format: str | None, mapping: Mapping[str, str] | None) -> tuple[Importer, Cut | None]:
    first = next(parts_of(path), None)
    if first is None:
        raise ImportFailed((Problem(path.name, None, None, "records", "none", "the file is empty"),))
    importer = recognised(first[0], format)
    return importer, cut_of(path, first[0], importer, mapping)


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
    name = name or path.name
    large = _Large(path, name, format, dataset or dataset_slug(name), mapping, progress)
    seen = large.looked_through()
    report = seen.report(large)
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
class _Seen:
    """What the first pass found."""

    file: str
    counts: Counter[str] = field(default_factory=Counter)
    problems: list[Problem] = field(default_factory=list)
    unsaid: int = 0
    notices: dict[str, Notice] = field(default_factory=dict)
    said_in: Counter[str] = field(default_factory=Counter)
    limits: tuple[str, ...] | None = None
    policy: Policy | None = None
    digest: str = ""
    columns: tuple[str, ...] = ()
    mapping: Mapping[str, str] = field(default_factory=dict)
    _named: dict[str, KnownIds] = field(default_factory=dict)
    """Kind of thing -> the ids met so far: an id may stand in one part only."""
    _sources: KnownIds = field(default_factory=KnownIds)

    def take(self, imported: Imported) -> None:
        case = imported.case
        self.columns, self.mapping = imported.columns, imported.mapping
        self.counts.update({table: len(rows) for table, rows in tables_of(case).items()})
        # A source may be met in many parts, and is one.
        self._sources.add(source.id for source in case.sources)
        self.counts["sources"] = len(self._sources)
        self.take_problems(imported.problems)
        self.take_problems(tuple(self._repeats(case)))
        for notice in case.notices:
            self.notices.setdefault(notice.code, notice)
            self.said_in[notice.code] += 1
        limits = imported.capability_limits
        self.limits = limits if self.limits is None else tuple(limit for limit in self.limits if limit in limits)
        # One part with citations makes the whole file one with citations.
        if self.policy is None or self.policy.floor is EvidenceState.RETRIEVED:
            self.policy = case.policy if case.evidence or self.policy is None else self.policy

    def _repeats(self, case: Case) -> Iterator[Problem]:
        kinds: dict[str, tuple[Answer | Claim | Evidence, ...]] = {"answer": case.answers}
        if self.columns or not case.answers:
            # Rows name their claims themselves; elsewhere a claim is named after its answer.
            kinds["claim"] = case.claims
        if "evidence_id" in self.mapping:
            kinds["evidence item"] = case.evidence
        for kind, things in kinds.items():
            for repeated in self._named.setdefault(kind, KnownIds()).add(thing.id for thing in things):
                message = f"{kind} {repeated!r} stands in two distant places of the file"
                yield Problem(self.file, None, "id", f"one {kind} per id", repr(repeated), message)

    def take_problems(self, problems: tuple[Problem, ...]) -> None:
        """Note the problems of a part of which nothing can be used."""
        room = MOST_PROBLEMS - len(self.problems)
        self.problems += problems[:room]
        self.unsaid += max(0, len(problems) - room)

    def report(self, large: "_Large") -> ImportReport:
        notices = [
            notice
            if self.said_in[code] == 1
            else dataclasses.replace(
                notice, message=f"{notice.message} (in {self.said_in[code]} parts of the file; of the first)"
            )
            for code, notice in self.notices.items()
        ]
        if self.unsaid:
            notices.append(Notice("more-problems", f"{self.unsaid:,} more problems are not listed"))
        return ImportReport(
            file=large.name,
            format=large.importer.NAME,
            dataset=large.dataset,
            counts=MappingProxyType({table: self.counts[table] for table in TABLES}),
            problems=tuple(self.problems),
            notices=tuple(notices),
            capability_limits=self.limits or (),
        )


class _Large:
    def __init__(
        self,
        path: Path,
        name: str,
        format: str | None,
        dataset: str,
        mapping: Mapping[str, str] | None,
        progress: Progress | None,
    ) -> None:
        self.path, self.name, self.dataset, self.mapping, self.progress = path, name, dataset, mapping, progress
        self.state = self._state()
        try:
            self.importer, cut = _cut(path, format, mapping)
        except OSError as error:
            raise InvalidInput(f"{path}: cannot be read ({error.strerror})") from error
        if cut is None:
            raise InvalidInput(f"{path}: a file of the format {self.importer.NAME} is read whole, not in parts")
        self.cut = cut

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
        return self.importer.read(sample, dataset=self.dataset, mapping=self.mapping)

    def looked_through(self) -> _Seen:
        """Read every part and store nothing."""
        seen = _Seen(self.name)
        for sample, share in self._parts():
            try:
                seen.take(self._read(sample))
            except ImportFailed as error:
                seen.take_problems(error.problems)
            self._say(share)
        with self.path.open("rb") as file:
            seen.digest = hashlib.file_digest(file, "sha256").hexdigest()
        if not any(seen.counts.values()):
            raise ImportFailed(tuple(seen.problems))
        return seen

    def stored(self, workspace: Workspace, person: str, seen: _Seen) -> Counter[str]:
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
                    case, file=self.name, file_digest=name, format=self.importer.NAME, by=person, after=after
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
