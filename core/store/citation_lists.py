"""Pages and counts of citations with the checks in force."""

from collections.abc import Iterable, Sequence
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, FromClause, Row, String, cast, func, or_, select

from core.checked import (
    NOT_CHECKED,
    CheckPoint,
    CheckStatus,
    CitationCounts,
    CitationFilter,
    CitationLine,
    MatchMethod,
    Reason,
    StaleSource,
)
from core.errors import InvalidParameter
from core.results import Page
from core.store.attachments import dataset_named
from core.store.identity import answer_named, claim_named
from core.store.lists import check_page
from core.store.number_sets import among
from core.store.reach import running
from core.store.standing_checks import (
    ATTACHMENT,
    CHECK,
    CITATION,
    CLAIM,
    DATASET,
    DOCUMENT,
    IN_FORCE,
    REPORT,
    SOURCE,
    Standing,
)
from core.store.tables import ClaimVersionRow, ImportBatchRow, table_of
from core.store.verbatim import escaped, key_of

_STATEMENT, _BATCH = table_of(ClaimVersionRow), table_of(ImportBatchRow)
_NEVER_CHECKED = "not checked yet"


def list_citations(connection: Connection, wanted: CitationFilter, page: int, size: int) -> Page[CitationLine]:
    """One page of citations: claims in the order of arrival, and in the order of the file within each.

    Raises:
        InvalidParameter: A page or setting outside its domain.
        UnknownId: There is no such data set, answer or claim.
    """
    check_page(page, size)
    chosen = _chosen(connection, wanted)
    total = connection.execute(select(func.count()).select_from(chosen.subquery())).scalar_one()
    ordered = chosen.order_by(CITATION.c.claim, CITATION.c.place).limit(size).offset((page - 1) * size)
    return Page(tuple(lines_of(connection, connection.execute(ordered).scalars().all())), int(total), page, size)


def citations_chosen(connection: Connection, wanted: CitationFilter) -> list[int]:
    """Numbers of all citations that a filter lets pass.

    Raises:
        InvalidParameter: A setting outside its domain.
        UnknownId: There is no such data set, answer or claim.
    """
    return list(connection.execute(_chosen(connection, wanted)).scalars())


def count_citations(connection: Connection, wanted: CitationFilter) -> CitationCounts:
    """How many citations there are, whatever a filter says of status, reason and staleness.

    Raises:
        UnknownId: There is no such data set, answer or claim.
    """
    among_all = _conditions(connection, wanted)
    base = _base(wanted, documents=True)
    total = int(connection.execute(select(func.count()).select_from(base).where(*among_all)).scalar_one())
    in_force = (IN_FORCE.c.dataset == CITATION.c.dataset) & (IN_FORCE.c.key == CITATION.c.key)
    grouped = select(IN_FORCE.c.status, IN_FORCE.c.reason, func.count()).select_from(base.join(IN_FORCE, in_force))
    grouped = grouped.where(*among_all).group_by(IN_FORCE.c.status, IN_FORCE.c.reason)
    statuses = dict.fromkeys((*(status.value for status in CheckStatus), NOT_CHECKED), 0)
    reasons: dict[str, int] = {}
    for status, reason, count in connection.execute(grouped):
        statuses[status] += count
        if reason is not None:
            reasons[reason] = reasons.get(reason, 0) + count
    statuses[NOT_CHECKED] = total - sum(statuses.values())
    standing = Standing(running)
    around = standing.around(_base(wanted, documents=False), checked=True)
    stale = select(func.count()).select_from(around).where(*among_all, standing.stale)
    return CitationCounts(
        total,
        MappingProxyType(statuses),
        MappingProxyType(dict(sorted(reasons.items()))),
        int(connection.execute(stale).scalar_one()),
    )


def _chosen(connection: Connection, wanted: CitationFilter) -> Any:
    conditions = _conditions(connection, wanted)
    base = _base(wanted, documents=not wanted.stale_only)
    if wanted.status is not None and wanted.status not in (*CheckStatus, NOT_CHECKED):
        raise InvalidParameter("status", wanted.status, "one of " + ", ".join((*CheckStatus, NOT_CHECKED)))
    if wanted.reason is not None and wanted.reason not in tuple(Reason):
        raise InvalidParameter("reason", wanted.reason, "one of " + ", ".join(Reason))
    if wanted.stale_only:
        standing = Standing(running)
        base = standing.around(base, checked=True)
        conditions.append(standing.stale)
    elif wanted.status is not None or wanted.reason is not None:
        in_force = (IN_FORCE.c.dataset == CITATION.c.dataset) & (IN_FORCE.c.key == CITATION.c.key)
        base = base.join(IN_FORCE, in_force, isouter=wanted.status == NOT_CHECKED)
    if wanted.status == NOT_CHECKED:
        conditions.append(IN_FORCE.c.latest.is_(None))
    elif wanted.status is not None:
        conditions.append(IN_FORCE.c.status == wanted.status)
    if wanted.reason is not None:
        conditions.append(IN_FORCE.c.reason == wanted.reason)
    return select(CITATION.c.number).select_from(base).where(*conditions)


def _base(wanted: CitationFilter, *, documents: bool) -> FromClause:
    """The tables that the filter looks at, status, reason and staleness apart; the documents where they are needed."""
    base: FromClause = CITATION
    if wanted.search.strip() or wanted.answer_uid is not None:
        base = base.join(_STATEMENT, (_STATEMENT.c.claim == CITATION.c.claim) & running(_STATEMENT))
    if wanted.search.strip() or wanted.source_id is not None:
        base = base.join(SOURCE, SOURCE.c.number == CITATION.c.source)
    if wanted.search.strip() and documents:
        base = base.join(DOCUMENT, (DOCUMENT.c.source == CITATION.c.source) & running(DOCUMENT), isouter=True)
    return base


def _conditions(connection: Connection, wanted: CitationFilter) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = [running(CITATION)]
    if wanted.dataset is not None:
        found.append(CITATION.c.dataset == dataset_named(connection, wanted.dataset))
    if wanted.claim_uid is not None:
        found.append(CITATION.c.claim == claim_named(connection, wanted.claim_uid).number)
    if wanted.answer_uid is not None:
        found.append(_STATEMENT.c.answer == answer_named(connection, wanted.answer_uid).number)
    if wanted.source_id is not None:
        found.append(SOURCE.c.key == key_of(wanted.source_id))
    looked_in = (_STATEMENT.c.text, CITATION.c.expected_text, SOURCE.c.id, DOCUMENT.c.title, DOCUMENT.c.publisher)
    for word in wanted.search.split():
        pattern = "%" + "".join(f"\\{sign}" if sign in "\\%_" else sign for sign in escaped(word.lower())) + "%"
        found.append(or_(*(func.lower(cast(text, String)).like(pattern, escape="\\") for text in looked_in)))
    return found


def lines_of(connection: Connection, citations: Sequence[int]) -> list[CitationLine]:
    """The lines of citations, in the order asked for."""
    standing = Standing(running)
    query = (
        select(
            *(CITATION.c[name] for name in ("number", "id", "marker", "expected_text", "page", "element_id")),
            CLAIM.c.id.label("claim_id"),
            DATASET.c.name.label("dataset_name"),
            _STATEMENT.c.text.label("claim_text"),
            SOURCE.c.id.label("source_id"),
            DOCUMENT.c.title,
            DOCUMENT.c.publisher,
            *(CHECK.c[name] for name in ("status", "reason", "method", "report", "summary")),
            REPORT.c.at,
            standing.stale.label("stale"),
        )
        .select_from(standing.around(checked=False))
        .join(CLAIM, CLAIM.c.number == CITATION.c.claim)
        .join(_STATEMENT, (_STATEMENT.c.claim == CITATION.c.claim) & running(_STATEMENT))
        .join(DATASET, DATASET.c.number == CITATION.c.dataset)
        .join(SOURCE, SOURCE.c.number == CITATION.c.source)
        .join(REPORT, REPORT.c.number == CHECK.c.report, isouter=True)
        .where(among(connection, CITATION.c.number, citations))
    )
    found = {row.number: _line(row) for row in connection.execute(query)}
    return [found[number] for number in citations if number in found]


def _line(row: Any) -> CitationLine:
    return CitationLine(
        uid=f"{row.dataset_name}:{row.id}",
        claim_uid=f"{row.dataset_name}:{row.claim_id}",
        claim_text=row.claim_text,
        source_id=row.source_id,
        source_uid=f"{row.dataset_name}:{row.source_id}",
        source_title=row.title or "",
        publisher=row.publisher,
        marker=row.marker,
        expected_text=row.expected_text,
        page=row.page,
        element_id=row.element_id,
        status=None if row.status is None else CheckStatus(row.status),
        reason=None if row.reason is None else Reason(row.reason),
        method=None if row.method is None else MatchMethod(row.method),
        stale=bool(row.stale),
        checked_at=row.at,
        report=row.report,
        summary=row.summary if row.status is not None else _NEVER_CHECKED,
    )


def history_of(connection: Connection, dataset: int, key: str) -> tuple[CheckPoint, ...]:
    """Every check of a citation, newest first."""
    query = (
        select(CHECK.c.status, CHECK.c.reason, CHECK.c.report, REPORT.c.at, REPORT.c.by)
        .add_columns(REPORT.c.verifier, REPORT.c.config_digest)
        .join(REPORT, REPORT.c.number == CHECK.c.report)
        .where(CHECK.c.dataset == dataset, CHECK.c.key == key)
        .order_by(CHECK.c.number.desc())
    )
    return tuple(
        CheckPoint(
            row.at,
            row.by,
            CheckStatus(row.status),
            None if row.reason is None else Reason(row.reason),
            row.report,
            row.verifier,
            row.config_digest,
        )
        for row in connection.execute(query)
    )


def stale_in(connection: Connection, dataset: str | None) -> tuple[StaleSource, ...]:
    """Sources with stale checks, most citations first.

    Raises:
        UnknownId: There is no such data set.
    """
    standing = Standing(running)
    query = (
        select(
            DATASET.c.name.label("dataset_name"),
            SOURCE.c.id.label("source_id"),
            DOCUMENT.c.title,
            DOCUMENT.c.fingerprint.label("stated"),
            CHECK.c.status,
            REPORT.c.document_fingerprint,
            REPORT.c.expected_fingerprint,
            ATTACHMENT.c.fingerprint.label("attached"),
            func.coalesce(ATTACHMENT.c.at, _BATCH.c.at).label("since"),
            func.count().label("citations"),
        )
        .select_from(standing.around(checked=True))
        .join(DATASET, DATASET.c.number == CITATION.c.dataset)
        .join(SOURCE, SOURCE.c.number == CITATION.c.source)
        .join(REPORT, REPORT.c.number == CHECK.c.report)
        .join(_BATCH, _BATCH.c.number == DOCUMENT.c.since, isouter=True)
        .where(running(CITATION), standing.stale)
    )
    if dataset is not None:
        query = query.where(CITATION.c.dataset == dataset_named(connection, dataset))
    query = query.group_by(*list(query.selected_columns)[:-1]).order_by(func.max(CHECK.c.number).desc())
    return _by_source(connection.execute(query).all())


def _by_source(rows: Iterable[Row[Any]]) -> tuple[StaleSource, ...]:
    found: dict[str, StaleSource] = {}
    for row in rows:
        uid = f"{row.dataset_name}:{row.source_id}"
        expected = row.expected_fingerprint if row.status == CheckStatus.STALE.value else row.document_fingerprint
        held = found.get(uid)
        found[uid] = StaleSource(
            uid,
            row.title or "",
            held.expected if held is not None else expected,
            row.attached or row.stated,
            row.since or "",
            row.citations + (held.citations if held is not None else 0),
        )
    return tuple(sorted(found.values(), key=lambda source: (-source.citations, source.source_uid)))
