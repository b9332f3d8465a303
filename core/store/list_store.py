"""Lists and totals of the store, read from the summaries."""

from collections.abc import Callable, Iterable, Sequence

from core.conclusions import Conclusion, Sufficiency
from core.model import Answer
from core.results import AnswerSummary, ClaimSummary, Overview, Page
from core.states import Decision
from core.store import answer_lists, lists, totals
from core.store.identity import claim_named
from core.store.opened import Opened
from core.store.summaries import CHUNK


class ListStore(Opened):
    """What lists and charts show."""

    def claims(
        self,
        *,
        page: int = 1,
        size: int = 50,
        search: str = "",
        decision: Decision | None = None,
        alert: bool | None = None,
        dataset: str | None = None,
        answer_uid: str | None = None,
        has_unknown: bool | None = None,
        order: str = lists.ARRIVAL,
        descending: bool = False,
        rule: str | None = None,
        conclusion: Conclusion | None = None,
        state: Sufficiency | None = None,
        undecided: bool | None = None,
    ) -> Page[ClaimSummary]:
        """One page of claims.

        Args:
            page: 1 for the first; a page after the last is empty.
            size: Rows a page, at most 1,000.
            search: Words that all have to occur in the claim, its answer, or its sources' titles and publishers; the
                last may be the beginning of one.
            decision: Only claims of which confidence alone allows this.
            alert: Only claims with, or without, a cluster alert.
            dataset: Only claims of this data set.
            answer_uid: Only claims of this answer.
            has_unknown: Only claims with, or without, counted items of unknown dependence.
            order: "uid" for the order of arrival, or a figure: items, sources, lineages, eie, gamma, naive, aware,
                inflation, unknown, refuting. An undefined figure comes last in either direction.
            descending: Largest (or last) first.
            rule: Digest of the rule in force: the lines come with its verdicts.
            conclusion: Only claims of which the rule says this.
            state: Only claims that this state leads.
            undecided: Only claims that the rule was not asked about since something changed, or only the others.

        Raises:
            InvalidParameter: A setting outside its domain.
            UnknownId: There is no such answer.
        """
        wanted = lists.Wanted(
            *(page, size, search, decision, alert, dataset, answer_uid, has_unknown, order, descending),
            rule=rule,
            conclusion=conclusion,
            state=state,
            undecided=undecided,
        )
        with self.database.read() as connection:
            return lists.list_claims(connection, wanted)

    def summary(self, uid: str) -> ClaimSummary:
        """A claim's line of the list.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            return lists.summaries_of(connection, [claim_named(connection, uid).number])[0]

    def neighbours(self, uid: str) -> tuple[str | None, str | None]:
        """The claims before and after one in its data set.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            return lists.neighbours(connection, uid)

    def answers(
        self, *, page: int = 1, size: int = 50, search: str = "", dataset: str | None = None, rule: str | None = None
    ) -> Page[AnswerSummary]:
        """One page of answers, in the order of arrival; with what a rule says of their claims.

        Raises:
            InvalidParameter: A setting outside its domain.
        """
        with self.database.read() as connection:
            return answer_lists.list_answers(
                connection, page=page, size=size, search=search, dataset=dataset, rule=rule
            )

    def answer(self, uid: str, rule: str | None = None) -> tuple[Answer, tuple[ClaimSummary, ...]]:
        """An answer and its claims, in their order within it; with what a rule says of them.

        Raises:
            UnknownId: There is no such answer.
        """
        with self.database.read() as connection:
            return answer_lists.answer_with_claims(connection, uid, rule)

    def overview(self, rule: str | None = None) -> Overview:
        """The headline figures of everything under review, each with its own n; with what a rule says."""
        with self.database.read() as connection:
            return totals.overview(connection, rule)

    def scatter(self, limit: int = 2_000) -> tuple[ClaimSummary, ...]:
        """A sample of claims that is even over all of them and the same every time."""
        with self.database.read() as connection:
            return totals.scatter(connection, limit)

    def inflation_counts(self, edges: Sequence[float]) -> tuple[int, ...]:
        """How many claims have an inflation ratio in each bin; a bin has its lower edge, the last one both.

        Raises:
            InvalidParameter: Fewer than two edges, or not in rising order.
        """
        with self.database.read() as connection:
            return totals.inflation_counts(connection, edges)

    def revision(self) -> int:
        """A number that grows with every change of facts, labels, policies or figures: a key for cached pages."""
        with self.database.read() as connection:
            return totals.revision(connection)

    def stale_summaries(self) -> int:
        """How many claims have figures of another engine or policy, or none."""
        with self.database.read() as connection:
            return self.summariser.stale_count(connection)

    def rebuild_summaries(
        self, uids: Iterable[str] | None = None, progress: Callable[[int, int | None], None] | None = None
    ) -> int:
        """Make summaries anew, one transaction a chunk, so that labelling goes on meanwhile; returns how many.

        Args:
            uids: These claims; None for every claim whose summary is missing or of another engine or policy.
            progress: Told after each chunk how many are done, of how many.

        Raises:
            UnknownId: One of the claims does not exist.
        """
        with self.database.read() as connection:
            if uids is None:
                claims = self.summariser.stale(connection)
            else:
                claims = sorted({claim_named(connection, uid).number for uid in uids})
        for start in range(0, len(claims), CHUNK):
            with self.database.write() as connection:
                self.summariser.write(connection, claims[start : start + CHUNK], with_words=True)
            if progress is not None:
                progress(min(start + CHUNK, len(claims)), len(claims))
        return len(claims)
