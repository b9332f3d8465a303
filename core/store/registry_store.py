"""The source registry in the store, the lists of proposals, and what verdicts taught."""

from collections.abc import Sequence

from core.kinship import ProposalCounts, ProposalFilter, ProposalLine, SourceFile, SourceFilter, SourceLine
from core.model import Source
from core.proposed import Proposal
from core.results import LabelEvent, Page
from core.store import lineage_basis, merging, proposals, source_files, source_lists, verdicts
from core.store.lineage_store import LineageStore
from core.store.said import Said
from core.store.verdicts import Verdicts
from core.store.work_store import audited


class RegistryStore(LineageStore):
    """Sources as they count, and proposals as lists show them."""

    def proposals(
        self, wanted: ProposalFilter, *, page: int = 1, size: int = 50
    ) -> Page[tuple[ProposalLine, Proposal]]:
        """One page of proposals with their evidence, the surest first.

        Raises:
            InvalidParameter: A page or setting outside its domain.
        """
        with self.database.read() as connection:
            return proposals.list_proposals(connection, wanted, page, size)

    def proposal_counts(self, wanted: ProposalFilter) -> ProposalCounts:
        """How many proposals a filter lets pass, and what its menus offer.

        Raises:
            InvalidParameter: A setting outside its domain.
        """
        with self.database.read() as connection:
            return proposals.count_proposals(connection, wanted)

    def proposal(self, key: str) -> tuple[ProposalLine, Proposal, tuple[LabelEvent, ...]]:
        """A proposal with its evidence, and all verdicts there ever were on its edge, newest first.

        Raises:
            UnknownId: There is no such proposal.
        """
        with self.database.read() as connection:
            line, proposal, history, _ = proposals.proposal_named(connection, key)
            return line, proposal, history

    def documents(self, dataset: str, ids: Sequence[str]) -> dict[str, tuple[Source, tuple[str, ...]]]:
        """Current sources by id with the passages used from them, each by itself; one that is gone is left out.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            return lineage_basis.documents_named(connection, dataset, ids)

    def sources(
        self, wanted: SourceFilter, *, page: int = 1, size: int = 50, order: str = "title", descending: bool = False
    ) -> Page[SourceLine]:
        """One page of the registry.

        Raises:
            InvalidParameter: A page or setting outside its domain.
        """
        with self.database.read() as connection:
            return source_lists.list_sources(connection, wanted, page, size, order, descending)

    def source_file(self, uid: str, *, page: int = 1, size: int = 50) -> SourceFile:
        """A source with everything around it, its addresses left out; merged documents are one.

        Raises:
            UnknownId: There is no such source.
        """
        with self.database.read() as connection:
            return source_files.source_file(connection, uid, page, size)

    def set_retracted(
        self, uid: str, retracted: bool, *, by: str, reason: str, expected: int | None
    ) -> tuple[LabelEvent, ...]:
        """Enter that a source is retracted or not, and update every claim it moves.

        Raises:
            UnknownId: There is no such source.
            InvalidInput: It says so already, or there is no reason.
            StaleVersion: Somebody has said something else than ``expected`` meanwhile.
        """
        dataset, _, identifier = uid.partition(":")
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            recorded = merging.set_retracted(connection, dataset, identifier, retracted, said, expected)
            return self._follow(connection, recorded)

    def verdicts(self, dataset: str | None = None) -> Verdicts:
        """What people said of proposals, of one data set or of all.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            return verdicts.read(connection, dataset)

    def calibration(self, dataset: str | None = None) -> str | None:
        """Settings of the calibration in force, as JSON; None where nobody has asked for one.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.read() as connection:
            number = None if dataset is None else lineage_basis.dataset_named(connection, dataset)
            return lineage_basis.calibration_of(connection, number)

    def save_calibration(
        self, dataset: str | None, *, settings: str, version: str, verdict_count: int, notice: str, by: str
    ) -> None:
        """Keep a calibration, on record; from then on it is in force.

        Raises:
            UnknownId: There is no such data set.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), notice, {})
            verdicts.save_calibration(connection, dataset, settings, version, verdict_count, said)
            detail = {"version": version, "verdicts": verdict_count}
            audited(connection, said, "calibration refitted", dataset or "every data set", detail)
