"""The queue in the store: what is open, in the order of value, and who it is for."""

from collections.abc import Collection, Iterable

from core.model import Dossier
from core.results import LabelEvent, Page
from core.store import queue, queue_counts, targets, work_orders
from core.store.opened import Opened
from core.store.said import Said
from core.store.work_orders import Second
from core.store.work_store import audited
from core.work import QueueCounts, QueueFilter, QueueItem


class QueueStore(Opened):
    """Open questions over all claims."""

    def questions(self, wanted: QueueFilter, *, page: int = 1, size: int = 50) -> Page[QueueItem]:
        """One page of open questions: those that flip a decision first, then by size of difference, then by key.

        Raises:
            InvalidParameter: A page or setting outside its domain.
            UnknownId: There is no such answer.
        """
        with self.database.read() as connection:
            found = queue.wanted_of(connection, wanted, self.now())
            return queue.list_questions(connection, found, page, size)

    def question(self, key: str) -> tuple[QueueItem | None, bool]:
        """A question by its key, None where it never was one, and whether it is open."""
        with self.database.read() as connection:
            found = queue.questions_of(connection, [key])
            return (found[0] if found else None), queue.is_open(connection, key)

    def question_after(self, wanted: QueueFilter, after: str | None, skipped: Collection[str] = ()) -> str | None:
        """Key of the open question that follows one, open or answered, in the order of value; past the last the first.

        Raises:
            InvalidParameter: A setting outside its domain.
            UnknownId: There is no such answer.
        """
        with self.database.read() as connection:
            found = queue.wanted_of(connection, wanted, self.now())
            return queue.following(connection, found, after, skipped)

    def question_counts(self, wanted: QueueFilter) -> QueueCounts:
        """How much is open under a filter, and what its menus offer.

        Raises:
            InvalidParameter: A setting outside its domain.
            UnknownId: There is no such answer.
        """
        with self.database.read() as connection:
            found = queue.wanted_of(connection, wanted, self.now())
            return queue_counts.count_questions(connection, found)

    def target_of(self, key: str) -> tuple[str, str, str | None]:
        """Claim uid, source id and, for an edge, its key, of the question with this key.

        Raises:
            UnknownId: The key names nothing.
            NoLongerThere: The newest data no longer have it.
        """
        with self.database.read() as connection:
            return targets.target_of(connection, key)

    def blind_dossier(self, uid: str, source_id: str, edge_key: str | None) -> Dossier:
        """A claim as if nobody had ever said anything about one source or edge.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            return targets.blind_dossier(connection, uid, source_id, edge_key)

    def target_events(
        self, uid: str, source_id: str, edge_key: str | None
    ) -> tuple[tuple[LabelEvent, ...], tuple[LabelEvent, ...]]:
        """Everything said of a source or edge that holds for a claim, and everybody's latest word; newest first.

        Raises:
            UnknownId: There is no such claim or source.
        """
        with self.database.read() as connection:
            events = targets.target_events(connection, uid, source_id, edge_key)
        latest = targets.latest_words(events, uid.partition(":")[2])
        return tuple(reversed(events)), tuple(latest)

    def skip(self, key: str, *, by: str) -> None:
        """Put a question aside for one person.

        Raises:
            UnknownId: There is no such question.
        """
        with self.database.write() as connection:
            work_orders.skip(connection, key, by, self.moment())

    def unskip(self, keys: Iterable[str] | None, *, by: str) -> int:
        """Take back what a person has put aside, all of it for None; returns how many."""
        with self.database.write() as connection:
            return work_orders.unskip(connection, keys, by)

    def assign(self, keys: Iterable[str], *, to: str | None, by: str) -> int:
        """Give questions to somebody or nobody, on record; returns how many.

        Raises:
            UnknownId: One of them does not exist.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), "", {})
            given = work_orders.assign(connection, keys, to, said)
            if given:
                audited(connection, said, "assigned", to or "nobody", {"keys": given})
            return len(given)

    def ask_second_opinion(self, key: str, *, by: str, reason: str) -> None:
        """Ask somebody else to read a question's target without knowing what was said, on record.

        Raises:
            UnknownId: There is no such question.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            claim = work_orders.ask_second_opinion(connection, key, said)
            audited(connection, said, "second opinion asked", key, {})
            self.summariser.write(connection, [claim])

    def withdraw_second_opinion(self, key: str, *, by: str) -> None:
        """Take back one's own request, on record.

        Raises:
            InvalidInput: One has not asked.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), "", {})
            claim = work_orders.withdraw_second_opinion(connection, key, said)
            audited(connection, said, "second opinion withdrawn", key, {})
            self.summariser.write(connection, [claim])

    def second_opinion(self, key: str) -> Second | None:
        """Who waits for a second reading, and who has read already; None where nobody waits."""
        with self.database.read() as connection:
            return work_orders.waiting(connection, key)
