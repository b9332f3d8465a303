"""Facts in and out of the store: importing a case, reading dossiers."""

from collections.abc import Iterator, Mapping

from sqlalchemy import select

from core.deliveries import NOTHING_NOTED, ImportLine, Noted, RememberedMapping, UndoEffect, UndoneImport
from core.model import Case, Dossier
from core.results import Dataset, ImportReport
from core.store import totals
from core.store.batches import gathered, lines, mapping_of
from core.store.identity import claim_named, source_named
from core.store.imports import Delivery, Progress, store_case
from core.store.number_sets import among
from core.store.opened import Opened
from core.store.reach import claims_leaning_on
from core.store.record_tables import ClaimSummaryRow
from core.store.standing_dossiers import StandingReader
from core.store.summaries import CHUNK
from core.store.tables import ClaimRow, DatasetRow, ImportBatchRow, table_of
from core.store.undo_effects import effect_of
from core.store.undoing import undo_batch

_SUMMARY, _CLAIM = table_of(ClaimSummaryRow), table_of(ClaimRow)
_DATASET, _BATCH = table_of(DatasetRow), table_of(ImportBatchRow)


class FactStore(Opened):
    """What imports brought."""

    def import_case(
        self,
        case: Case,
        *,
        file: str,
        file_digest: str,
        format: str,
        by: str,
        progress: Progress | None = None,
        after: Mapping[str, int] | None = None,
        noted: Noted = NOTHING_NOTED,
    ) -> ImportReport:
        """Store a case whole or not at all, and make the summaries of every claim it can move.

        What the data set had and the case has no more is kept with its labels, but leaves the current view. A case that
        says what is stored already changes nothing; its report then counts everything as unchanged.

        Args:
            case: What to store.
            file: Name of the file it is from.
            file_digest: SHA-256 of its bytes.
            format: What it was read as.
            by: Who imports.
            progress: Called with the rows and claims done, and how many there will be.
            after: For a part of a file, how many of each kind the parts before it brought: it adds to the data set, and
                nothing leaves the current view.
            noted: What is kept with the import beside its figures.

        Raises:
            ImportFailed: The case does not hold together, with every fault; nothing was kept.
        """
        delivery = Delivery(case, file, file_digest, format, by, noted, after)
        return store_case(self.database, self.summariser, delivery, self.moment, progress)

    def undo_import(self, batch: int, *, by: str) -> UndoneImport:
        """Take the newest import into a data set back: what it brought ends, what it ended stands again.

        Of a file that was stored in parts all go, whichever of them is named.

        Labels, judgements and reports stay. The undoing is a batch of its own and can be taken back likewise.

        Raises:
            UnknownId: There is no such import.
            StaleVersion: Another import into its data set came after it.
        """
        return undo_batch(self.database, self.summariser, batch, by, self.moment)

    def imports(self, dataset: str | None = None) -> tuple[ImportLine, ...]:
        """Every import into one data set or all, newest first; a file stored in parts is one.

        What detection found is no import.
        """
        with self.database.read() as connection:
            found = gathered(connection)
            return tuple(line for line in lines(connection, found) if dataset in (None, line.dataset))

    def undo_effect(self, batch: int) -> UndoEffect:
        """What taking an import back would remove and restore, and the human work that hangs on it.

        Raises:
            UnknownId: There is no such import.
            StaleVersion: Another import into its data set came after it.
        """
        with self.database.read() as connection:
            return effect_of(connection, batch)

    def remembered_mapping(self, columns: tuple[str, ...]) -> RememberedMapping | None:
        """How the columns of a table with this header, in any order, were mapped last."""
        with self.database.read() as connection:
            return mapping_of(connection, columns)

    def delivered(self, dataset: str) -> tuple[str, ...]:
        """The digests of what was imported into a data set, the newest last."""
        query = select(_BATCH.c.file_digest).join(_DATASET, _DATASET.c.number == _BATCH.c.dataset)
        query = query.where(_DATASET.c.name == dataset).order_by(_BATCH.c.number)
        with self.database.read() as connection:
            return tuple(connection.execute(query).scalars())

    def dossier(self, uid: str) -> Dossier:
        """A claim with all that belongs to it.

        Raises:
            UnknownId: There is no such claim in the current version of its data set.
        """
        with self.database.read() as connection:
            claim = claim_named(connection, uid)
            return StandingReader(connection, self.summariser.promote).read([claim.number])[0]

    def dossiers(self, dataset: str | None = None, *, texts: bool = True) -> Iterator[Dossier]:
        """Every current claim in the order of arrival, read in chunks.

        Args:
            dataset: Only its claims; None for all.
            texts: Whether to load the documents' text, which no figure depends on.
        """
        last = 0
        while True:
            query = select(_SUMMARY.c.claim).where(_SUMMARY.c.claim > last).order_by(_SUMMARY.c.claim).limit(CHUNK)
            if dataset is not None:
                query = query.join(_DATASET, _DATASET.c.number == _SUMMARY.c.dataset).where(_DATASET.c.name == dataset)
            with self.database.read() as connection:
                claims = connection.execute(query).scalars().all()
                if not claims:
                    return
                chunk = StandingReader(connection, self.summariser.promote, texts).read(claims)
            yield from chunk
            last = claims[-1]

    def claims_using(self, dataset: str, source_id: str) -> tuple[str, ...]:
        """uids of the claims whose figures a source can move: by its own passages or from upstream.

        Raises:
            UnknownId: There is no such source.
        """
        with self.database.read() as connection:
            source = source_named(connection, dataset, source_id)
            claims = claims_leaning_on(connection, [source.number])
            query = select(_CLAIM.c.id).where(among(connection, _CLAIM.c.number, claims)).order_by(_CLAIM.c.number)
            return tuple(f"{dataset}:{identifier}" for identifier in connection.execute(query).scalars())

    def datasets(self) -> tuple[Dataset, ...]:
        """Every data set, in the order of arrival."""
        with self.database.read() as connection:
            return totals.datasets(connection)
