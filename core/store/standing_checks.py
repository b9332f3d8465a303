"""The newest check of each citation, and whether it is still of what would be checked now.

A check remembers what it was made with: the version of the citation, the attachment or the text of the data that was
read, and the passage that was looked for. Where any of these is another now, the check is stale; no row is touched
for that, so nothing can be forgotten.
"""

import json
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    String,
    Table,
    and_,
    case,
    cast,
    func,
    or_,
    select,
    type_coerce,
)

from core.checked import Advisory, CheckInForce, CheckStatus, Reason
from core.store.check_tables import AttachmentRow, CheckInForceRow, CitationCheckRow, ReportRow
from core.store.number_sets import among
from core.store.tables import CitationRow, ClaimRow, DatasetRow, DocumentRow, EvidenceRow, SourceRow, table_of
from core.store.verbatim import Verbatim

CITATION, CHECK, IN_FORCE = table_of(CitationRow), table_of(CitationCheckRow), table_of(CheckInForceRow)
ATTACHMENT, REPORT = table_of(AttachmentRow), table_of(ReportRow)
DOCUMENT, PASSAGE, SOURCE = table_of(DocumentRow), table_of(EvidenceRow), table_of(SourceRow)
CLAIM, DATASET = table_of(ClaimRow), table_of(DatasetRow)

_OF_CITATION = (IN_FORCE.c.dataset == CITATION.c.dataset) & (IN_FORCE.c.key == CITATION.c.key)

Running = Callable[[Table], ColumnElement[bool]]
"""Which versions of facts count."""


@dataclass(frozen=True, slots=True)
class Upto:
    """The newest entries of the records of verification at a moment."""

    check: int
    attachment: int
    judgement: int


NOTHING_YET = Upto(0, 0, 0)
"""Before the first of all of them."""


class Standing:
    """The tables that say how a citation stands, joined; and the columns that follow from them."""

    def __init__(self, running: Running, upto: Upto | None = None) -> None:
        self._running, self._upto = running, upto
        read = "text " + cast(DOCUMENT.c.text, String) + " " + func.coalesce(cast(DOCUMENT.c.fingerprint, String), "")
        basis = func.coalesce(ATTACHMENT.c.fingerprint, read, "")
        unstated = func.coalesce(cast(CITATION.c.expected_text, String), "") == ""
        earlier = CITATION.alias()
        asked = select(earlier.c.digest).where(earlier.c.number == CHECK.c.citation).correlate(CHECK).scalar_subquery()
        self.basis: ColumnElement[str] = type_coerce(basis, Verbatim)
        """What would be read now: the fingerprint of the attachment, else which text the data have, else nothing."""
        self.passage: ColumnElement[int | None] = case((unstated, PASSAGE.c.text_since), else_=None)
        """The batch that brought the passage that would be looked for; None where the citation states a text."""
        self.stale: ColumnElement[bool] = or_(
            CHECK.c.status == CheckStatus.STALE.value,
            # Another version can ask for the same, where an import was taken back or a file came again.
            and_(CHECK.c.citation != CITATION.c.number, asked != CITATION.c.digest),
            cast(CHECK.c.basis, String) != basis,
            func.coalesce(CHECK.c.passage, -1) != func.coalesce(self.passage, -1),
        )

    def around(self, citations: FromClause = CITATION, *, checked: bool) -> FromClause:
        """Citations with their source's document, attachment, passage and check.

        Args:
            citations: What to start from; holds the table of citations.
            checked: Leave out what was never checked.
        """
        given = ATTACHMENT.alias()
        attached = select(func.max(given.c.number)).where(given.c.source == CITATION.c.source)
        if self._upto is None:
            citations = citations.join(
                IN_FORCE,
                _OF_CITATION,
                isouter=not checked,
            )
            latest: ColumnElement[Any] = IN_FORCE.c.latest
        else:
            attached = attached.where(given.c.number <= self._upto.attachment)
            other = CHECK.alias()
            newest = select(func.max(other.c.number)).where(
                other.c.dataset == CITATION.c.dataset,
                other.c.key == CITATION.c.key,
                other.c.number <= self._upto.check,
            )
            latest = newest.correlate(CITATION).scalar_subquery()
        named = (PASSAGE.c.dataset == CITATION.c.dataset) & (PASSAGE.c.key == CITATION.c.evidence_id)
        return (
            citations.join(CHECK, CHECK.c.number == latest, isouter=not checked)
            .join(DOCUMENT, (DOCUMENT.c.source == CITATION.c.source) & self._running(DOCUMENT), isouter=True)
            .join(ATTACHMENT, ATTACHMENT.c.number == attached.correlate(CITATION).scalar_subquery(), isouter=True)
            .join(PASSAGE, named & self._running(PASSAGE), isouter=True)
        )


def reports_in_force(connection: Connection, chosen: ColumnElement[bool]) -> dict[str, Mapping[str, Any]]:
    """JSON of the report each check in force stands in, with that check alone, by the uid of its citation.

    Args:
        connection: An open transaction.
        chosen: Which citations.
    """
    query = (
        select(DATASET.c.name, CITATION.c.id, REPORT.c.content, CHECK.c.content.label("check"))
        .select_from(CITATION)
        .join(IN_FORCE, _OF_CITATION)
        .join(CHECK, CHECK.c.number == IN_FORCE.c.latest)
        .join(REPORT, REPORT.c.number == CHECK.c.report)
        .join(DATASET, DATASET.c.number == CITATION.c.dataset)
        .where(chosen)
    )
    return {
        f"{row.name}:{row.id}": MappingProxyType(json.loads(row.content) | {"checks": [json.loads(row.check)]})
        for row in connection.execute(query)
    }


def checks_of(
    connection: Connection, claims: Collection[int], running: Running, upto: Upto | None = None
) -> dict[str, list[CheckInForce]]:
    """The newest check of every citation of these claims that has one, by the claim's uid."""
    standing = Standing(running, upto)
    query = (
        select(
            *(CITATION.c[name] for name in ("id", "evidence_id")),
            CLAIM.c.id.label("claim_id"),
            DATASET.c.name.label("dataset_name"),
            *(CHECK.c[name] for name in ("status", "reason", "warnings", "meaning_open", "source_stale", "pinned")),
            SOURCE.c.id.label("source_id"),
            REPORT.c.at,
            REPORT.c.verifier,
            REPORT.c.document_fingerprint.is_not(None).label("bound"),
            standing.stale.label("stale"),
        )
        .select_from(standing.around(checked=True))
        .join(SOURCE, SOURCE.c.number == CITATION.c.source)
        .join(REPORT, REPORT.c.number == CHECK.c.report)
        .join(CLAIM, CLAIM.c.number == CITATION.c.claim)
        .join(DATASET, DATASET.c.number == CITATION.c.dataset)
        .where(among(connection, CITATION.c.claim, claims), running(CITATION))
        .order_by(CITATION.c.place)
    )
    found: dict[str, list[CheckInForce]] = {}
    for row in connection.execute(query):
        found.setdefault(f"{row.dataset_name}:{row.claim_id}", []).append(
            CheckInForce(
                citation_id=row.id,
                source_id=row.source_id,
                evidence_id=row.evidence_id,
                at=row.at,
                status=CheckStatus(row.status),
                reason=None if row.reason is None else Reason(row.reason),
                warnings=tuple(Advisory(word) for word in json.loads(row.warnings)),
                meaning_open=row.meaning_open,
                source_stale=row.source_stale,
                pinned=row.pinned,
                bound=row.bound,
                stale=bool(row.stale),
                verifier=row.verifier,
            )
        )
    return found
