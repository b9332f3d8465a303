"""The three chains as one list, newest first, each entry in words."""

import json
from collections.abc import Iterable, Mapping, Sequence
from heapq import merge
from types import MappingProxyType
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Table, func, literal, or_, select

from core.results import LabelEvent, Page
from core.store.chain import CHAINS
from core.store.events import about, event_of, in_words
from core.store.in_force import edge_standing, label_standing
from core.store.lists import check_page
from core.store.number_sets import among
from core.store.policies import policy_of
from core.store.record_tables import AuditEventRow, DecisionRow, LabelEventRow
from core.store.signing import signed_of
from core.store.tables import table_of
from core.wording import signature_words
from core.work import AuditFilter, AuditLine

Chain = Literal["label", "decision", "audit"]
_EVENT, _DECISION, _AUDIT = table_of(LabelEventRow), table_of(DecisionRow), table_of(AuditEventRow)
_TABLES: Mapping[Chain, Table] = {"label": _EVENT, "decision": _DECISION, "audit": _AUDIT}


def list_lines(connection: Connection, wanted: AuditFilter, page: int, size: int) -> Page[AuditLine]:
    """One page of the record; ``since`` and ``until`` are in the notation of the record."""
    check_page(page, size)
    total, found = 0, []
    for place, (chain, table) in enumerate(_TABLES.items()):
        if wanted.chain is not None and wanted.chain != chain:
            continue
        conditions = _conditions(chain, wanted)
        total += int(connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar_one())
        # Times never go back within a chain, so its newest entries are those with the largest numbers.
        query = select(table.c.at, table.c.number).where(*conditions).order_by(table.c.number.desc())
        rows = connection.execute(query.limit(page * size)).all()
        found.append([(row.at, -place, row.number, chain) for row in rows])
    newest = list(merge(*found, reverse=True))[(page - 1) * size : page * size]
    lines = _lines(connection, [(chain, number) for _, _, number, chain in newest])
    return Page(tuple(lines), total, page, size)


def _conditions(chain: Chain, wanted: AuditFilter) -> list[ColumnElement[bool]]:
    table = _TABLES[chain]
    kind = {"label": _EVENT.c.kind, "audit": _AUDIT.c.action}.get(chain)
    found: list[ColumnElement[bool]] = []
    if wanted.kind is not None:
        found.append(literal(wanted.kind == "decision") if kind is None else kind == wanted.kind)
    if wanted.by is not None:
        found.append(table.c.by == wanted.by)
    if wanted.since is not None:
        found.append(table.c.at >= wanted.since)
    if wanted.until is not None:
        found.append(table.c.at <= wanted.until)
    if wanted.dataset is not None:
        found.append(_of_dataset(chain, wanted.dataset))
    if wanted.search.strip():
        columns = (_EVENT.c.source_id, _EVENT.c.claim_id, _EVENT.c.edge_key) if chain == "label" else (table.c.subject,)
        reason = table.c.detail if chain == "audit" else table.c.reason
        found.append(or_(*(column.icontains(wanted.search.strip(), autoescape=True) for column in (*columns, reason))))
    return found


def _of_dataset(chain: Chain, dataset: str) -> ColumnElement[bool]:
    if chain == "label":
        return _EVENT.c.dataset_name == dataset
    subject = _TABLES[chain].c.subject
    return or_(subject == dataset, subject.startswith(f"{dataset}:", autoescape=True))


def _lines(connection: Connection, wanted: Sequence[tuple[Chain, int]]) -> Iterable[AuditLine]:
    rows: dict[tuple[Chain, int], Any] = {}
    for chain, table in _TABLES.items():
        numbers = [number for name, number in wanted if name == chain]
        if numbers:
            found = connection.execute(select(table).where(among(connection, table.c.number, numbers)))
            rows |= {(chain, row.number): row for row in found}
    before = _before(connection, [row for (chain, _), row in rows.items() if chain == "label"])
    for chain, number in wanted:
        yield _line(chain, rows[chain, number], before.get(number, "") if chain == "label" else "")


def _line(chain: Chain, row: Any, before: str) -> AuditLine:
    columns = row._asdict()
    shared = {name: columns[name] for name in ("number", "at", "by", "hash", "previous", "clock")}
    if chain == "label":
        event = event_of(columns)
        subject = " ".join(part for part in (about(event), event.claim_id) if part)
        return AuditLine(
            chain, kind=event.kind, dataset=event.dataset, subject=subject, says=in_words(event), before=before,
            reason=event.reason, seen=event.seen, **shared,
        )  # fmt: skip
    if chain == "decision":
        signed = signed_of(columns)
        dataset = row.subject.partition(":")[0]
        seen = MappingProxyType({**signed.seen, **signed.figures, "released": signed.released})
        return AuditLine(
            chain, kind="decision", dataset=dataset, subject=row.subject, says=signature_words(signed), before="",
            reason=row.reason, seen=seen, **shared,
        )  # fmt: skip
    detail = json.loads(row.detail)
    dataset = row.subject.partition(":")[0] if row.action not in _OF_THE_WORKSPACE else None
    reason = detail.pop("reason", "")
    return AuditLine(
        chain, kind=row.action, dataset=dataset, subject=row.subject, says=_says(row.action, detail), before="",
        reason=reason, seen=MappingProxyType(detail), **shared,
    )  # fmt: skip


_OF_THE_WORKSPACE = ("policy saved", "policy chosen", "rule saved", "role given", "assigned")


def _says(action: str, detail: Mapping[str, Any]) -> str:
    if action == "import":
        counts = (f"{detail[name]:,} {name}" for name in ("added", "changed", "unchanged", "removed") if name in detail)
        return ", ".join(counts)
    if action == "citations checked":
        statuses = (f"{count:,} {status.replace('_', ' ')}" for status, count in detail.get("statuses", {}).items())
        return f"{', '.join(statuses)}; {detail.get('changed', 0):,} came out otherwise than before"
    if action == "files attached":
        return f"{detail.get('files', 0):,} files"
    if action == "meaning judged":
        about = detail.get("citation_id") or detail.get("evidence_id") or "the claim"
        return f"{about}: {detail.get('axis')} {str(detail.get('value')).replace('_', ' ')}"
    if action == "parts stated":
        return f"statement {detail.get('statement')}"
    if action == "detected":
        words = {"new": "proposed", "withdrawn": "withdrawn", "merged": "documents merged"}
        return ", ".join(f"{detail[name]:,} {word}" for name, word in words.items() if name in detail)
    if action == "role given":
        return f"{detail.get('role')} (was {detail.get('before')})"
    if action == "assigned":
        return f"{len(detail.get('keys', ())):,} items"
    return action if detail.get("version") is None else f"version {detail['version']}"


def _before(connection: Connection, rows: Sequence[Any]) -> dict[int, str]:
    """Number of each label event -> what was in force for its target until then."""
    sources = {row.source for row in rows}
    if not sources:
        return {}
    query = select(_EVENT).where(among(connection, _EVENT.c.source, sources)).order_by(_EVENT.c.number)
    events: dict[int, list[LabelEvent]] = {}
    for row in connection.execute(query):
        events.setdefault(row.source, []).append(event_of(row._asdict()))
    alphas = {row.dataset: policy_of(connection, row.dataset).alpha for row in rows}
    found = {}
    for row in rows:
        earlier = [event for event in events[row.source] if event.number < row.number]
        if row.edge_key is not None:
            standing = edge_standing(event for event in earlier if event.edge_key == row.edge_key)
        else:
            standing = label_standing(earlier, row.claim_id, alphas[row.dataset])
        found[row.number] = "" if standing is None else f"{in_words(standing.event)} ({standing.event.by})"
    return found


def people_on_record(connection: Connection) -> tuple[str, ...]:
    """Everybody who has entered something, by name."""
    found: set[str] = set()
    for row in CHAINS.values():
        found.update(connection.execute(select(table_of(row).c.by).distinct()).scalars())
    return tuple(sorted(found, key=lambda name: (name.casefold(), name)))
