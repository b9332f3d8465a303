"""What a first reading of a large file finds, part by part, before anything of it is stored."""

import dataclasses
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from core.errors import Problem
from core.importers.known_ids import KnownIds
from core.importers.types import Imported
from core.model import Answer, Case, Claim, Evidence, Notice
from core.policy import Policy
from core.results import ImportReport
from core.services.reading import TABLES, tables_of
from core.states import EvidenceState

MOST_PROBLEMS = 10_000
"""Problems kept of a file that is read in parts; how many more there are is said."""


@dataclass(slots=True)
class SeenParts:
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
        """Note what a part brings."""
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
        self.problems += (dataclasses.replace(problem, file=self.file) for problem in problems[:room])
        self.unsaid += max(0, len(problems) - room)

    def report(self, dataset: str, format: str, said: tuple[Notice, ...]) -> ImportReport:
        """What the whole file brings.

        Args:
            dataset: The data set it goes to.
            format: What it was read as.
            said: Notices of the whole file.
        """
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
            file=self.file,
            format=format,
            dataset=dataset,
            counts=MappingProxyType({table: self.counts[table] for table in TABLES}),
            problems=tuple(self.problems),
            notices=(*notices, *said),
            capability_limits=self.limits or (),
        )
