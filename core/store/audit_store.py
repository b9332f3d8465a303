"""The record as a whole in the store: read back, and proved."""

from collections.abc import Callable
from types import MappingProxyType

from core.results import Page
from core.store import audit_lines, chain, records
from core.store.opened import Opened
from core.store.records import AuditEvent
from core.work import AuditFilter, AuditLine, ChainReport


class AuditStore(Opened):
    """The record of everything that was done."""

    def audit_events(self, limit: int = 100) -> tuple[AuditEvent, ...]:
        """Imports, policy changes and the like, newest first."""
        with self.database.read() as connection:
            return records.audit_events(connection, limit)

    def audit_lines(self, wanted: AuditFilter, *, page: int = 1, size: int = 50) -> Page[AuditLine]:
        """One page of the whole record, newest first; times of the filter are in the notation of the record.

        Raises:
            InvalidParameter: A page outside its domain.
        """
        with self.database.read() as connection:
            return audit_lines.list_lines(connection, wanted, page, size)

    def people_on_record(self) -> tuple[str, ...]:
        """Everybody who has entered something, by name."""
        with self.database.read() as connection:
            return audit_lines.people_on_record(connection)

    def chain_report(self, progress: Callable[[int, int | None], None] | None = None) -> ChainReport:
        """Check every entry of the records of labels, decisions and audit.

        Args:
            progress: Told how many entries are checked, of how many.
        """
        faults: list[str] = []
        done = 0
        with self.database.read() as connection:
            heads = chain.heads(connection)
            total = sum(count for count, _ in heads.values())

            def checked(more: int) -> None:
                nonlocal done
                done += more
                if progress is not None:
                    progress(done, max(done, total))

            entries = 0
            for name in chain.CHAINS:
                count, found = chain.verify(connection, name, checked)
                entries += count
                faults += found
        return ChainReport(entries, tuple(faults), MappingProxyType(heads))

    def verify_chain(self, progress: Callable[[int, int | None], None] | None = None) -> tuple[int, tuple[str, ...]]:
        """How many entries there are, and each changed, missing, added or moved one in words; as ``chain_report``."""
        report = self.chain_report(progress)
        return report.entries, report.faults
