"""What the rule says of stored claims, kept for lists: found, counted, made anew, and never of something that moved."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, insert, select

from core.store import verdict_rows
from core.store.decidable import Decidable, DecidableChunk, read_decidable
from core.store.export_store import numbers_of
from core.store.identity import answer_named, claim_named
from core.store.number_sets import among
from core.store.opened import Opened
from core.store.record_tables import ClaimSummaryRow
from core.store.summaries import turn_page
from core.store.tables import table_of
from core.store.totals import revision
from core.store.verdict_rows import VERDICT
from core.verdicts import ListedVerdict, Tally

_SUMMARY = table_of(ClaimSummaryRow)

Made = Sequence[tuple[Decidable, ListedVerdict]]
"""Claims as they were read, with what the rule says of each."""


class VerdictStore(Opened):
    """The rule's verdicts. ``rule`` is everywhere the digest of the rule in force: a verdict under another is none."""

    def decidable(self, claims: Sequence[str] | Sequence[int]) -> DecidableChunk:
        """Claims, by uid or number, with everything a verdict on them rests on.

        Raises:
            UnknownId: A claim named by uid does not exist.
        """
        with self.database.read() as connection:
            uids = [claim for claim in claims if isinstance(claim, str)]
            numbers = [claim for claim in claims if isinstance(claim, int)] + numbers_of(connection, uids)
            return read_decidable(connection, numbers, self.summariser.promote)

    def undecided(
        self,
        rule: str,
        *,
        dataset: str | None = None,
        answer_uids: Sequence[str] | None = None,
        after: int = 0,
        limit: int,
    ) -> tuple[int, ...]:
        """Numbers of claims without a verdict under a rule, in the order of arrival.

        Args:
            rule: Digest of the rule in force.
            dataset: Only of this data set.
            answer_uids: Only of these answers.
            after: Only numbers beyond this one.
            limit: At most so many.

        Raises:
            UnknownId: There is no such answer.
        """
        with self.database.read() as connection:
            answers = None
            if answer_uids is not None:
                answers = [answer_named(connection, uid).number for uid in answer_uids]
            return verdict_rows.undecided(connection, rule, dataset, answers, after, limit)

    def undecided_count(self, rule: str, dataset: str | None = None) -> int:
        """How many claims have no verdict under a rule."""
        with self.database.read() as connection:
            return verdict_rows.undecided_count(connection, rule, dataset)

    def keep_verdicts(self, made: Made, *, rule: str, seen: int, wait: bool = True) -> int:
        """Keep verdicts of claims that have not moved since they were read; returns how many were kept.

        Args:
            made: Claims as they were read, with their verdicts.
            rule: Digest of the rule they were made under.
            seen: Revision of the store at which the claims were read.
            wait: Whether to wait for another writer; if not, nothing is kept while somebody writes.
        """
        if not made:
            return 0
        with self.database.write() if wait else self.database.write_if_free() as connection:
            if connection is None:
                return 0
            standing = self._standing(connection, made, seen)
            numbers = [claim.number for claim, _ in standing]
            places = {row.claim: row for row in connection.execute(_places(connection, numbers))}
            rows = [
                verdict_rows.row_of(places[claim.number], verdict, rule)
                for claim, verdict in standing
                if claim.number in places
            ]
            verdict_rows.forget_verdicts(connection, numbers)
            if rows:
                connection.execute(insert(VERDICT), rows)
                turn_page(connection)
            return len(rows)

    def _standing(self, connection: Connection, made: Made, seen: int) -> Made:
        """Those that rest on what is still so."""
        if revision(connection) == seen:
            return made
        now = read_decidable(connection, [claim.number for claim, _ in made], self.summariser.promote)
        fresh = {claim.number: claim for claim in now.claims}
        return [(claim, verdict) for claim, verdict in made if fresh.get(claim.number) == claim]

    def kept_verdict(self, uid: str, rule: str) -> ListedVerdict | None:
        """What a rule was found to say of a claim, if nothing moved since.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            number = claim_named(connection, uid).number
            return verdict_rows.verdicts_of(connection, [number], rule).get(number)

    def tally(self, rule: str, *, dataset: str | None = None, answer_uid: str | None = None) -> Tally:
        """How many claims the rule puts where.

        Raises:
            UnknownId: There is no such answer.
        """
        with self.database.read() as connection:
            answer = None if answer_uid is None else answer_named(connection, answer_uid).number
            return verdict_rows.tally(connection, rule, dataset=dataset, answer=answer)


def _places(connection: Connection, claims: Sequence[int]) -> Any:
    query = select(_SUMMARY.c.claim, _SUMMARY.c.dataset, _SUMMARY.c.answer)
    return query.where(among(connection, _SUMMARY.c.claim, claims))
