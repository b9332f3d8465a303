"""The record as a whole in the store: read back, and proved."""

from collections.abc import Callable

from core.store import chain, records
from core.store.opened import Opened
from core.store.records import AuditEvent


class AuditStore(Opened):
    """The record of everything that was done."""

    def audit_events(self, limit: int = 100) -> tuple[AuditEvent, ...]:
        """Imports, policy changes and the like, newest first."""
        with self.database.read() as connection:
            return records.audit_events(connection, limit)

    def verify_chain(self, progress: Callable[[int, int | None], None] | None = None) -> tuple[int, tuple[str, ...]]:
        """Check every entry of the records of labels, decisions and audit.

        Returns:
            How many entries there are, and each changed, missing, added or moved one in words; none where all is well.
        """
        count = 0
        faults: list[str] = []
        with self.database.read() as connection:
            for number, name in enumerate(chain.CHAINS, 1):
                entries, found = chain.verify(connection, name)
                count += entries
                faults += found
                if progress is not None:
                    progress(number, len(chain.CHAINS))
        return count, tuple(faults)
