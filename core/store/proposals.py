"""Proposals read and judged: lists with their menus, one with its evidence, verdicts on any number of them."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, Select, func, or_, select

from core.errors import InvalidInput, InvalidParameter, UnknownId
from core.kinship import ProposalCounts, ProposalFilter, ProposalLine, Turned
from core.model import Edge
from core.proposed import Band, Proposal
from core.results import LabelEvent, Page
from core.states import EdgeStatus, Relation
from core.store.edge_events import append_verdict, turn_round
from core.store.events import UNSEEN, Expected, Recorded, event_of, undo
from core.store.lineage_tables import ProposalRow
from core.store.lists import check_page
from core.store.proposal_rows import proposal_of, turned_round
from core.store.reach import claims_moved_by, running
from core.store.record_tables import LabelEventRow
from core.store.said import Said
from core.store.tables import DatasetRow, DocumentRow, EdgeRow, SourceRow, table_of
from core.store.verbatim import key_of
from core.work import BANDS, Choice

_PROPOSAL, _EDGE, _DATASET = table_of(ProposalRow), table_of(EdgeRow), table_of(DatasetRow)
_EVENT = table_of(LabelEventRow)
_FROM, _TO = table_of(SourceRow).alias("start"), table_of(SourceRow).alias("target")
_HERE, _THERE = table_of(DocumentRow).alias("here"), table_of(DocumentRow).alias("there")

STATUSES = ("open", "confirmed", "rejected")


@dataclass(frozen=True, slots=True)
class GivenProposal:
    """A verdict on one proposal."""

    key: str
    status: EdgeStatus | None
    """None takes the verdict in force back."""
    relation: Relation | None = None
    direction: Turned | None = None
    expected: Expected = UNSEEN
    seen: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))


def _joined(*columns: Any) -> Select[Any]:
    """Current proposals with both ends; an end that has no document any more leaves the list with its edge."""
    return (
        select(*columns)
        .select_from(_PROPOSAL)
        .join(_EDGE, _EDGE.c.number == _PROPOSAL.c.edge)
        .join(_DATASET, _DATASET.c.number == _PROPOSAL.c.dataset)
        .join(_FROM, _FROM.c.number == _PROPOSAL.c.source)
        .join(_TO, _TO.c.number == _PROPOSAL.c.upstream)
        .join(_HERE, (_HERE.c.source == _PROPOSAL.c.source) & _HERE.c.until.is_(None))
        .join(_THERE, (_THERE.c.source == _PROPOSAL.c.upstream) & _THERE.c.until.is_(None))
        .where(running(_EDGE))
    )


_LINE = (
    _PROPOSAL,
    _DATASET.c.name,
    _EDGE.c.id.label("edge_id"),
    _FROM.c.id.label("from_id"),
    _TO.c.id.label("to_id"),
    _HERE.c.title.label("from_title"),
    _THERE.c.title.label("to_title"),
)


def conditions(wanted: ProposalFilter) -> dict[str, ColumnElement[bool]]:
    """What a filter asks for, by its setting.

    Raises:
        InvalidParameter: A setting outside its domain.
    """
    found: dict[str, ColumnElement[bool]] = {}
    if wanted.status is not None:
        if wanted.status not in STATUSES:
            raise InvalidParameter("status", wanted.status, "one of " + ", ".join(STATUSES))
        found["status"] = _PROPOSAL.c.status == wanted.status
    if wanted.dataset is not None:
        found["dataset"] = _DATASET.c.name == wanted.dataset
    if wanted.rule is not None:
        found["rule"] = _PROPOSAL.c.rules.contains(f"|{wanted.rule}|", autoescape=True)
    if wanted.band is not None:
        names = [name for _, name in BANDS]
        if wanted.band not in names:
            raise InvalidParameter("band", wanted.band, "one of " + ", ".join(names))
        found["band"] = _PROPOSAL.c.band == wanted.band
    if wanted.source_id is not None:
        key = key_of(wanted.source_id)
        found["source"] = or_(_FROM.c.key == key, _TO.c.key == key)
    if wanted.search.strip():
        columns = (_FROM.c.id, _TO.c.id, _HERE.c.title, _THERE.c.title)
        found["search"] = or_(*(column.icontains(wanted.search.strip(), autoescape=True) for column in columns))
    return found


def list_proposals(
    connection: Connection, wanted: ProposalFilter, page: int, size: int
) -> Page[tuple[ProposalLine, Proposal]]:
    """One page of proposals with their evidence, the surest first."""
    check_page(page, size)
    asked = conditions(wanted).values()
    total = int(connection.execute(_joined(func.count()).where(*asked)).scalar_one())
    query = _joined(*_LINE).where(*asked)
    query = query.order_by(_PROPOSAL.c.probability.desc(), _PROPOSAL.c.shared.desc().nulls_last(), _PROPOSAL.c.edge)
    rows = connection.execute(query.limit(size).offset((page - 1) * size)).all()
    found = tuple(proposal_of(row, row.from_id, row.to_id) for row in rows)
    return Page(tuple(zip(lines_of(connection, rows), found, strict=True)), total, page, size)


def count_proposals(connection: Connection, wanted: ProposalFilter) -> ProposalCounts:
    """How many a filter lets pass, and its menus; each menu counts under all other settings."""
    asked = conditions(wanted)

    def menu(column: ColumnElement[Any], *leave: str) -> dict[str, int]:
        query = _joined(column, func.count()).where(*(c for name, c in asked.items() if name not in leave))
        return {value: int(n) for value, n in connection.execute(query.group_by(column).order_by(column))}

    by_rules = menu(_PROPOSAL.c.rules, "rule")
    by_rule: dict[str, int] = {}
    for rules, count in by_rules.items():
        for rule in rules.strip("|").split("|"):
            by_rule[rule] = by_rule.get(rule, 0) + count
    bands = menu(_PROPOSAL.c.band, "band")
    return ProposalCounts(
        total=int(connection.execute(_joined(func.count()).where(*asked.values())).scalar_one()),
        by_rule=MappingProxyType(dict(sorted(by_rule.items()))),
        by_band=MappingProxyType({name: bands[name] for _, name in BANDS if name in bands}),
        by_status=MappingProxyType({**dict.fromkeys(STATUSES, 0), **menu(_PROPOSAL.c.status, "status")}),
        datasets=tuple(Choice(name, name, n) for name, n in menu(_DATASET.c.name, "dataset").items()),
    )


def lines_of(connection: Connection, rows: Sequence[Row[Any]]) -> tuple[ProposalLine, ...]:
    """Rows as lines. Every claim that leans on the first document leans on the second through the edge itself."""
    moved = claims_moved_by(connection, {row.upstream for row in rows})
    return tuple(
        ProposalLine(
            key=f"{row.name}:{row.pair}",
            dataset=row.name,
            from_id=row.from_id,
            from_title=row.from_title,
            to_id=row.to_id,
            to_title=row.to_title,
            relation=Relation(row.relation),
            direction=row.direction,
            probability=row.probability,
            band=Band(row.band, row.low, row.high, row.n, row.basis),
            rule=row.rule,
            rules=tuple(row.rules.strip("|").split("|")),
            shared=row.shared,
            status=row.status,
            claims=moved.get(row.upstream, 0),
            detected_at=row.at,
            decided_by=row.decided_by,
            decided_at=row.decided_at,
            expected_event=row.event,
            edge_key=row.edge_id,
            disputed=row.disputed,
        )
        for row in rows
    )


def _row(connection: Connection, key: str) -> Row[Any]:
    dataset, _, pair = key.partition(":")
    query = _joined(*_LINE).where(_DATASET.c.name == dataset, _PROPOSAL.c.pair == pair)
    row = connection.execute(query.order_by(_PROPOSAL.c.edge.desc()).limit(1)).one_or_none()
    if row is None:
        raise UnknownId("proposal", key)
    return row


def proposal_named(
    connection: Connection, key: str
) -> tuple[ProposalLine, Proposal, tuple[LabelEvent, ...], Collection[int]]:
    """One proposal: its line, its evidence, all verdicts ever on its edge, newest first, and the numbers of its ends.

    Raises:
        UnknownId: There is no such proposal.
    """
    row = _row(connection, key)
    said = select(_EVENT).where(_EVENT.c.source == row.source, _EVENT.c.edge_key == row.edge_id)
    events = connection.execute(said.order_by(_EVENT.c.number.desc())).all()
    line = lines_of(connection, [row])[0]
    history = tuple(event_of(event._asdict()) for event in events)
    return line, proposal_of(row, row.from_id, row.to_id), history, (row.source, row.upstream)


def judge(connection: Connection, given: GivenProposal, said: Said) -> list[Recorded]:
    """Enter a verdict on a proposal.

    Raises:
        UnknownId: There is no such proposal.
        InvalidInput: It is to be taken back and is open.
        StaleVersion: Another verdict is in force than the one the reviewer saw.
    """
    row = _row(connection, given.key)
    verdict: dict[str, Any] = {"dataset": row.name, "edge_key": row.edge_id, "said": said}
    verdict["expected_event"] = given.expected
    if given.status is None:
        return _taken_back(connection, row, given, said, verdict)
    if given.direction == "to->from":
        turned = Edge(row.to_id, row.from_id, given.relation or Relation(row.relation))
        rejected = append_verdict(connection, status=EdgeStatus.REJECTED, **verdict)
        return [rejected, turn_round(connection, row.name, turned, said)]
    return [append_verdict(connection, status=given.status, relation=given.relation, **verdict)]


def _taken_back(
    connection: Connection, row: Row[Any], given: GivenProposal, said: Said, verdict: Mapping[str, Any]
) -> list[Recorded]:
    """One's own verdict is undone, somebody else's is set against "suspected"; an edge turned round goes with it."""
    if row.event is None:
        raise InvalidInput(f"{row.from_id} and {row.to_id}: this proposal is open; there is nothing to take back")
    by = connection.execute(select(_EVENT.c.by).where(_EVENT.c.number == row.event)).scalar_one()
    if by == said.by and not row.disputed and given.expected in (UNSEEN, row.event):
        recorded = [undo(connection, row.event, said=said)]
    else:
        recorded = [append_verdict(connection, status=EdgeStatus.SUSPECTED, **verdict)]
    for key, found in turned_round(connection, row.source, row.upstream).items():
        if found.event.by == said.by:
            recorded.append(undo(connection, found.event.number, said=said))
        else:
            other = {**verdict, "edge_key": key, "expected_event": UNSEEN}
            recorded.append(append_verdict(connection, status=EdgeStatus.REJECTED, **other))
    return recorded
