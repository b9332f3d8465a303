"""Storing a case: whole or not at all, in one transaction, with the figures of every claim it can move."""

import gc
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType

from sqlalchemy import Connection, func, insert, select, update

from core.deliveries import NOTHING_NOTED, Noted
from core.model import Case, Notice
from core.results import ImportReport
from core.store import chain
from core.store.checking import refuse_faults
from core.store.detected import FORMAT as DETECTION, sweep
from core.store.engine import Database
from core.store.facts import Change, FactWriter
from core.store.incoming import Incoming, incoming
from core.store.mapping import json_of
from core.store.number_sets import among
from core.store.policies import policy_json, policy_of
from core.store.reach import claims_leaning_on
from core.store.record_tables import LabelEventRow
from core.store.search import forget_words, words, write_words
from core.store.stated_labels import Entered, Numbers, enter_stated
from core.store.summaries import Summariser, forget_summaries
from core.store.tables import ClaimRow, ClaimVersionRow, DatasetRow, ImportBatchRow, table_of
from core.store.versions import next_number

Progress = Callable[[int, int | None], None]
"""Called with the rows and claims done, and how many there will be."""

_DATASET, _BATCH, _EVENT = table_of(DatasetRow), table_of(ImportBatchRow), table_of(LabelEventRow)
_CLAIM, _STATEMENT = table_of(ClaimRow), table_of(ClaimVersionRow)


@dataclass(frozen=True, slots=True)
class Delivery:
    """A case with what is known of the file it came from."""

    case: Case
    file: str
    file_digest: str
    """SHA-256 of its bytes."""
    format: str
    by: str
    noted: Noted = NOTHING_NOTED
    """What is kept with the import beside its figures."""
    after: Mapping[str, int] | None = None
    """Of a part of a file: how many of each kind the parts before it brought. It adds to the data set, ending nothing;
    None for a whole file."""


class _Unchanged(Exception):
    """Raised to leave the transaction: the store has it all already."""


def store_case(
    database: Database, summariser: Summariser, delivery: Delivery, clock: Callable[[], str], progress: Progress | None
) -> ImportReport:
    """Store a case.

    Raises:
        ImportFailed: The case does not hold together; nothing was kept.
    """
    refuse_faults(delivery.case, delivery.file)
    with _uncollected():
        laid_out = incoming(delivery.case, delivery.after)
        try:
            with database.write() as connection:
                return _Import(connection, summariser, delivery, clock(), progress).run(laid_out)
        except _Unchanged:
            return _unchanged(database, delivery, laid_out)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Spare the garbage collector: an import makes millions of objects and no circles, and a fifth of its time
    would go into looking for them."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


class _Import:
    """One case on its way in."""

    def __init__(
        self, connection: Connection, summariser: Summariser, delivery: Delivery, at: str, progress: Progress | None
    ) -> None:
        self.connection = connection
        self.summariser = summariser
        self.delivery = delivery
        self.at = at
        self.progress = progress
        self.done = 0
        self.total = 0

    def run(self, laid_out: Incoming) -> ImportReport:
        case = self.delivery.case
        before = self.connection.execute(select(_DATASET).where(_DATASET.c.name == case.dataset)).one_or_none()
        dataset = next_number(self.connection, _DATASET) if before is None else before.number
        policy = None if before is None else policy_of(self.connection, dataset)
        self._expect(laid_out)
        described = self._describe(dataset, before is None)
        batch = self._open_batch(dataset)
        adds = self.delivery.after is not None
        writer = FactWriter(self.connection, dataset, batch, before is None, self._written, adds)
        change = writer.write(laid_out)
        if change.anything:
            change.sources.update(sweep(self.connection, dataset, batch))
        numbers = Numbers(dataset, case.dataset, batch, writer.sources, writer.claims)
        entered = enter_stated(self.connection, case.labels, numbers, self.at)
        same_words = before is not None and (before.about, before.policy) == described
        if same_words and not (change.anything or entered.count):
            raise _Unchanged
        self._words(laid_out, writer)
        forget_summaries(self.connection, change.gone)
        moved = before is not None and policy != policy_of(self.connection, dataset)
        self._summarise(dataset, change, entered, everything=before is None or moved)
        report = _report(self.delivery, laid_out, change, batch, self._notices(change))
        self._close_batch(batch, report, entered.count)
        if self.progress is not None:
            self.progress(self.total, self.total)
        return report

    def _expect(self, laid_out: Incoming) -> None:
        named = len(laid_out.answers) + len(laid_out.claims) + len(laid_out.sources)
        dated = len(laid_out.evidence) + len(laid_out.citations) + len(laid_out.judgements) + len(laid_out.edges)
        self.total = 2 * named + dated + len(laid_out.claims)

    def _written(self, count: int) -> None:
        self.done = min(self.done + count, self.total)
        if self.progress is not None:
            self.progress(self.done, self.total)

    def _describe(self, dataset: int, fresh: bool) -> tuple[str, str | None]:
        case = self.delivery.case
        policy = policy_json(case.policy) if case.policy is not None else None
        row = {
            "format": self.delivery.format,
            "file": self.delivery.file,
            "about": case.about,
            "policy": policy,
            "imported_at": self.at,
        }
        if fresh:
            self.connection.execute(insert(_DATASET), {"number": dataset, "name": case.dataset, **row})
        else:
            self.connection.execute(update(_DATASET).where(_DATASET.c.number == dataset), row)
        return case.about, policy

    def _open_batch(self, dataset: int) -> int:
        batch, case = next_number(self.connection, _BATCH), self.delivery.case
        row = {
            "number": batch,
            "dataset": dataset,
            "file": self.delivery.file,
            "file_digest": self.delivery.file_digest,
            "format": self.delivery.format,
            "by": self.delivery.by,
            "at": self.at,
            "report": None,
            "policy": None if case.policy is None else policy_json(case.policy),
        }
        self.connection.execute(insert(_BATCH), row)
        return batch

    def _words(self, laid_out: Incoming, writer: FactWriter) -> None:
        """Let changed answers be found by their new words, and gone ones no more."""
        changed = writer.change.answers
        found = {
            writer.answers[entry.id]: words(
                entry.id, entry.columns["question"], entry.columns["text"], entry.columns["corrected_text"]
            )
            for entry in laid_out.answers
            if writer.answers[entry.id] in changed
        }
        write_words(self.connection, "answer_words", found)
        forget_words(self.connection, "answer_words", writer.change.gone_answers)

    def _summarise(self, dataset: int, change: Change, entered: Entered, *, everything: bool) -> None:
        query = select(_STATEMENT.c.claim).where(_STATEMENT.c.until.is_(None))
        if everything:
            of_dataset = select(_CLAIM.c.number).where(_CLAIM.c.dataset == dataset)
            claims = set(self.connection.execute(query.where(_STATEMENT.c.claim.in_(of_dataset))).scalars())
        else:
            claims = change.claims | entered.claims
            claims.update(claims_leaning_on(self.connection, change.sources | entered.sources))
            if change.answers:
                query = query.where(among(self.connection, _STATEMENT.c.answer, change.answers))
                claims.update(self.connection.execute(query).scalars())
        self.summariser.write(self.connection, sorted(claims - change.gone), with_words=True, written=self._written)

    def _notices(self, change: Change) -> tuple[Notice, ...]:
        found = []
        if change.removed:
            parts = ", ".join(f"{count} {kind}" for kind, count in change.gone_by_kind.items())
            message = f"no longer in this file: {parts}; kept with every label, but out of the current view"
            found.append(Notice("removed", message))
        if change.reworded:
            labelled = select(func.count(_EVENT.c.source.distinct()))
            labelled = labelled.where(among(self.connection, _EVENT.c.source, change.reworded))
            count = self.connection.execute(labelled).scalar_one()
            if count:
                message = (
                    f"labelled sources whose text is no longer what was read: {count}; please confirm their labels"
                )
                found.append(Notice("reworded", message))
        return tuple(found)

    def _close_batch(self, batch: int, report: ImportReport, labels: int) -> None:
        figures = {name: getattr(report, name) for name in ("added", "changed", "unchanged", "removed")}
        noted = self.delivery.noted.as_detail()
        detail = json_of({**figures, **noted, "labels": labels, "counts": dict(report.counts), "batch": batch})
        self.connection.execute(update(_BATCH).where(_BATCH.c.number == batch), {"report": detail})
        entry = {"at": self.at, "by": self.delivery.by, "action": "import", "detail": detail}
        chain.append(self.connection, "audit", {**entry, "subject": report.dataset})


def _report(
    delivery: Delivery, laid_out: Incoming, change: Change, batch: int | None, notices: tuple[Notice, ...]
) -> ImportReport:
    kinds = ("answers", "claims", "evidence", "citations", "sources", "edges", "judgements")
    return ImportReport(
        file=delivery.file,
        format=delivery.format,
        dataset=delivery.case.dataset,
        counts=MappingProxyType({kind: len(getattr(laid_out, kind)) for kind in kinds}),
        added=change.added,
        changed=change.changed,
        unchanged=change.unchanged,
        notices=delivery.case.notices + notices,
        stored=True,
        batch=batch,
        removed=change.removed,
    )


def _unchanged(database: Database, delivery: Delivery, laid_out: Incoming) -> ImportReport:
    """The report of a file whose content is stored already, under the batch that brought it."""
    with database.read() as connection:
        query = select(func.max(_BATCH.c.number)).join(_DATASET, _DATASET.c.number == _BATCH.c.dataset)
        own = (_DATASET.c.name == delivery.case.dataset, _BATCH.c.format != DETECTION)
        batch = connection.execute(query.where(*own)).scalar()
    report = _report(delivery, laid_out, Change(), batch, ())
    return replace(report, unchanged=sum(report.counts.values()))
