"""Lineage in the store: what detection proposes, what people say of it, and documents that are one."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from core.proposed import Proposal
from core.results import LabelEvent
from core.store import chain, detected, lineage_basis, merging, proposals
from core.store.detected import LineageWriter, sweep
from core.store.events import Recorded
from core.store.lineage_basis import LineageBasis
from core.store.mapping import json_of
from core.store.proposals import GivenProposal
from core.store.reach import claims_leaning_on
from core.store.said import Said
from core.store.work_store import WorkStore


@dataclass(frozen=True, slots=True)
class FoundLineage:
    """What a run of detection found."""

    proposals: Sequence[Proposal]
    merges: Sequence[tuple[str, str, str]]
    """Pairs of ids that state one identity, with what both state."""
    complete: bool
    about: Mapping[str, Any]
    """What else the record says of the run: values of JSON."""


@dataclass(frozen=True, slots=True)
class KeptLineage:
    """What a run of detection changed."""

    number: int
    new: int
    known: int
    rejected: int
    withdrawn: int
    merged: int


class LineageStore(WorkStore):
    """Proposals, merges, retractions."""

    def lineage_basis(self, dataset: str) -> LineageBasis:
        """All that detection reads of a data set.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            return lineage_basis.read(connection, dataset)

    def keep_lineage(self, dataset: str, found: FoundLineage, *, by: str) -> KeptLineage:
        """Keep what a run found, whole or not at all, and update every claim it moves.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.write() as connection:
            number = lineage_basis.dataset_named(connection, dataset)
            at = self.moment()
            batch = detected.open_batch(connection, number, by, at)
            recorded = [
                one
                for first, other, because in found.merges
                for one in merging.merge_declared(connection, dataset, first, other, Said(by, at, because, {}))
            ]
            touched = merging.follow(connection, recorded)
            kept = LineageWriter(connection, number, batch, at).write(found.proposals, found.complete)
            touched |= kept.sources | sweep(connection, number, batch)
            figures = {"new": kept.new, "known": kept.known, "withdrawn": kept.withdrawn, "merged": len(recorded)}
            detail = {**found.about, **figures, "complete": found.complete, "batch": batch}
            entry = {"at": at, "by": by, "action": "detected", "subject": dataset, "detail": json_of(detail)}
            chain.append(connection, "audit", entry)
            self._renew(connection, touched)
            return KeptLineage(batch, kept.new, kept.known, kept.rejected, kept.withdrawn, len(recorded))

    def _renew(self, connection: Connection, sources: Collection[int]) -> None:
        """Make anew what the lists hold of every claim that leans on sources, the words they are found by too."""
        self.summariser.write(connection, claims_leaning_on(connection, sources), with_words=True)

    def judge_proposals(self, given: Sequence[GivenProposal], *, by: str, reason: str) -> tuple[LabelEvent, ...]:
        """Enter verdicts on proposals, all or none, in their order.

        Raises:
            UnknownId: There is no such proposal.
            StaleVersion: For one of them another verdict is in force than the reviewer saw.
        """
        with self.database.write() as connection:
            recorded: list[Recorded] = []
            for one in given:
                said = Said(by, self.moment(), reason, one.seen)
                recorded += proposals.judge(connection, one, said)
            return self._follow(connection, recorded)

    def merge(self, dataset: str, ids: Sequence[str], *, by: str, reason: str) -> tuple[LabelEvent, ...]:
        """Enter that documents are one, and update every claim it moves.

        Raises:
            UnknownId: There is no such source.
            InvalidInput: Fewer than two, or they are one already.
        """
        with self.database.write() as connection:
            return self._follow(
                connection, merging.merge(connection, dataset, ids, Said(by, self.moment(), reason, {}))
            )

    def unmerge(self, dataset: str, ids: Sequence[str], *, by: str, reason: str) -> tuple[LabelEvent, ...]:
        """Take documents out of what they were merged with, and update every claim it moves.

        Raises:
            UnknownId: There is no such source.
            InvalidInput: One of them is not merged.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            return self._follow(connection, merging.unmerge(connection, dataset, ids, said))
