"""The lists' own table: one row of figures a claim, and the words it is found by.

Figures come from the function the store was given; the store only keeps them, with the engine and policy they are of.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update

from core.checked import Promote
from core.model import Dossier
from core.policy import Policy
from core.results import ClaimSummary
from core.store.number_sets import among
from core.store.policies import policy_of
from core.store.queue_values import Appraise, Place, QuestionWriter
from core.store.reach import running
from core.store.record_tables import ClaimSummaryRow, LedgerRow, SummaryBasisRow
from core.store.search import forget_words, words, write_words
from core.store.standing_dossiers import StandingReader
from core.store.tables import ClaimRow, ClaimVersionRow, DatasetRow, table_of
from core.store.verdict_rows import forget_verdicts
from core.store.versions import next_number
from core.store.work_tables import OpenQuestionRow

Summarise = Callable[[Iterable[Dossier], Policy], Iterable[ClaimSummary]]
"""The figures of claims under a policy, one for one in the same order."""

CHUNK = 500
"""Claims read and summed up at once."""

_SUMMARY, _BASIS, _LEDGER = table_of(ClaimSummaryRow), table_of(SummaryBasisRow), table_of(LedgerRow)
_QUESTION = table_of(OpenQuestionRow)
_CLAIM, _STATEMENT, _DATASET = table_of(ClaimRow), table_of(ClaimVersionRow), table_of(DatasetRow)


@dataclass(frozen=True, slots=True)
class Summariser:
    """Makes summaries with one engine."""

    summarise: Summarise
    engine: str
    """Its version: figures made with another are stale."""
    appraise: Appraise | None = None
    """Makes figures and says what the open questions are worth; None keeps no queue."""
    promote: Promote | None = None
    """Gives evidence the states that checks and judgements allow; None leaves those of the data."""

    def write(
        self,
        connection: Connection,
        claims: Sequence[int],
        *,
        with_words: bool = False,
        written: Callable[[int], None] | None = None,
    ) -> None:
        """Make the summaries of these claims anew; a claim that is gone loses its summary, each the rule's verdict.

        Args:
            claims: Numbers of claims of any data set.
            with_words: Also make anew the words they are found by; a label changes none.
            written: Told after each chunk how many claims are done.
        """
        for start in range(0, len(claims), CHUNK):
            chunk = claims[start : start + CHUNK]
            self._chunk(connection, chunk, with_words)
            if written is not None:
                written(len(chunk))
        turn_page(connection)

    def _chunk(self, connection: Connection, claims: Sequence[int], with_words: bool) -> None:
        query = select(_STATEMENT.c.claim, _STATEMENT.c.answer, _CLAIM.c.dataset)
        query = query.join(_CLAIM, _CLAIM.c.number == _STATEMENT.c.claim)
        query = query.where(among(connection, _STATEMENT.c.claim, claims), running(_STATEMENT))
        places = {row.claim: row for row in connection.execute(query)}
        connection.execute(delete(_SUMMARY).where(among(connection, _SUMMARY.c.claim, claims)))
        forget_verdicts(connection, claims)
        present = sorted(places)
        reader = StandingReader(connection, self.promote, texts=False)
        dossiers = dict(zip(present, reader.read(present), strict=True))
        questions = None if self.appraise is None else QuestionWriter(connection, self.appraise, claims, reader)
        rows = []
        for dataset in sorted({row.dataset for row in places.values()}):
            own = [number for number in present if places[number].dataset == dataset]
            policy = policy_of(connection, dataset)
            basis = self.basis(connection, policy)
            spots = [Place(number, dataset, places[number].answer) for number in own]
            if questions is None:
                made = self.summarise((dossiers[number] for number in own), policy)
            else:
                made = (questions.add(spot, dossiers[spot.claim], policy) for spot in spots)
            for spot, figures in zip(spots, made, strict=True):
                place = {"claim": spot.claim, "dataset": dataset, "answer": spot.answer, "basis": basis}
                rows.append({**place, **_columns(figures, len(dossiers[spot.claim].evidence))})
        if rows:
            connection.execute(_SUMMARY.insert(), rows)
        if questions is not None:
            questions.keep()
        if with_words:
            forget_words(connection, "claim_words", claims)
            write_words(connection, "claim_words", {number: words_of(dossiers[number]) for number in present})

    def basis(self, connection: Connection, policy: Policy) -> int:
        """The number of this engine with this policy."""
        query = select(_BASIS.c.number).where(_BASIS.c.engine == self.engine, _BASIS.c.policy_digest == policy.digest)
        number: int | None = connection.execute(query).scalar()
        if number is None:
            number = next_number(connection, _BASIS)
            row = {"number": number, "engine": self.engine, "policy_digest": policy.digest}
            connection.execute(insert(_BASIS), row)
        return number

    def _fitting(self, connection: Connection, dataset: int) -> Select[tuple[int]]:
        """The basis that a data set's summaries should have; none where there is none yet."""
        policy = policy_of(connection, dataset)
        return select(_BASIS.c.number).where(_BASIS.c.engine == self.engine, _BASIS.c.policy_digest == policy.digest)

    def stale(self, connection: Connection) -> list[int]:
        """Current claims whose summary is missing or was made with another engine or policy, in order."""
        found: list[int] = []
        for dataset in connection.execute(select(_DATASET.c.number)).scalars().all():
            basis = _SUMMARY.c.basis
            query = (
                select(_CLAIM.c.number)
                .join(_STATEMENT, _STATEMENT.c.claim == _CLAIM.c.number)
                .join(_SUMMARY, _SUMMARY.c.claim == _CLAIM.c.number, isouter=True)
                .where(_CLAIM.c.dataset == dataset, running(_STATEMENT))
                .where(basis.is_(None) | basis.not_in(self._fitting(connection, dataset)))
            )
            found += connection.execute(query).scalars()
        return sorted(found)

    def stale_count(self, connection: Connection) -> int:
        """How many claims are stale, from indexes alone."""
        current = connection.execute(select(func.count()).select_from(_STATEMENT).where(running(_STATEMENT)))
        summed_up = connection.execute(select(func.count()).select_from(_SUMMARY))
        count = int(current.scalar_one()) - int(summed_up.scalar_one())
        for dataset in connection.execute(select(_DATASET.c.number)).scalars().all():
            other = _SUMMARY.c.basis.not_in(self._fitting(connection, dataset))
            query = select(func.count()).select_from(_SUMMARY).where(_SUMMARY.c.dataset == dataset, other)
            count += int(connection.execute(query).scalar_one())
        return count


def words_of(dossier: Dossier) -> list[str]:
    """The words a claim is found by: its own, its answer's, and its sources' titles and publishers."""
    answer = dossier.answer
    named = (part for source in dossier.sources for part in (source.title, source.publisher))
    given = (answer.question, answer.text, answer.corrected_text) if answer is not None else ()
    return words(dossier.claim.id, dossier.claim.text, *given, *named)


def forget_summaries(connection: Connection, claims: Iterable[int]) -> None:
    """Take claims out of the lists."""
    gone = list(claims)
    if gone:
        connection.execute(delete(_SUMMARY).where(among(connection, _SUMMARY.c.claim, gone)))
        connection.execute(delete(_QUESTION).where(among(connection, _QUESTION.c.claim, gone)))
        forget_verdicts(connection, gone)
        forget_words(connection, "claim_words", gone)


def _columns(figures: ClaimSummary, evidence: int) -> dict[str, Any]:
    spread = blake2b(figures.uid.encode("utf-8", "surrogatepass"), digest_size=4).digest()
    return {
        "evidence": evidence,
        "items": figures.items,
        "sources": figures.sources,
        "lineages": figures.lineages,
        "eie": figures.eie,
        "gamma": figures.gamma,
        "naive": figures.naive,
        "aware": figures.aware,
        "inflation": figures.inflation,
        "unknown": figures.unknown,
        "refuting": figures.refuting,
        "alert": figures.alert,
        "decision": figures.decision.value,
        "bucket": int.from_bytes(spread) >> 1,
    }


def turn_page(connection: Connection) -> None:
    """Let who keeps a copy of the lists know that it is old."""
    turned = update(_LEDGER).where(_LEDGER.c.name == "figures").values(count=_LEDGER.c.count + 1)
    if connection.execute(turned).rowcount == 0:
        connection.execute(insert(_LEDGER), {"name": "figures", "count": 1, "hash": ""})
