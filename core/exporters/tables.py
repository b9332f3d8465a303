"""Claims as tables: what each column means, and the rows; CSV, XLSX and Parquet write the same ones."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Literal

from core.exporters.types import Delivery, Exhibit
from core.model import Source
from core.results import LabelEvent

Kind = Literal["text", "number", "whole", "flag"]
Value = str | float | int | bool | None


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name and what its cells hold."""

    name: str
    kind: Kind = "text"


@dataclass(frozen=True, slots=True)
class Table:
    """A table that claims fill row by row."""

    name: str
    columns: tuple[Column, ...]
    rows: Callable[[Exhibit], Iterator[tuple[Value, ...]]]
    key: int | None = None
    """Number of the columns at the beginning that name a row, where several claims may bring the same one."""


def _columns(text: str) -> tuple[Column, ...]:
    """Columns of a short notation: ``name`` for text, ``name:number`` for another kind."""
    kinds: dict[str, Kind] = {"number": "number", "whole": "whole", "flag": "flag"}
    parts = (word.partition(":") for word in text.split())
    return tuple(Column(name, kinds.get(kind, "text")) for name, _, kind in parts)


def _claims(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    dossier, found = exhibit.dossier, exhibit.found
    told = exhibit.decide()
    verdict = told.verdict
    signed = exhibit.signature
    yield (
        dossier.dataset, dossier.claim.id, dossier.claim.text, dossier.claim.answer_id,
        None if verdict is None else verdict.decision.value,
        None if verdict is None else " ".join(verdict.states),
        None if verdict is None else " ".join(dict.fromkeys(ground.code for ground in verdict.grounds)),
        told.why_not if verdict is None else "; ".join(verdict.holding) or None,
        None if signed is None else signed.decision.value, None if signed is None else signed.by,
        None if signed is None else signed.at, found.decision.value, "; ".join(found.reasons), found.sentence,
        found.items, found.sources, len(found.lineages), found.eie, found.eie_range.low, found.eie_range.high,
        found.gamma.value, found.gamma.reason or None, found.scarcity.value, found.dependence.value, found.raw,
        found.naive, found.aware, found.aware_range.low, found.aware_range.high, found.bayesian,
        found.source_discounted, found.inflation.value, found.inflation.reason or None, found.unknown_share.value,
        found.alert, len(dossier.citations), sum(check.status == "grounded" for check in exhibit.checks),
        sum(check.status != "not_checked" for check in exhibit.checks), found.policy.name, found.digest,
    )  # fmt: skip


def _evidence(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    dossier, found = exhibit.dossier, exhibit.found
    sources = {source.id: source for source in dossier.sources}
    for item, figure in zip(dossier.evidence, found.figures, strict=True):
        source = sources.get(item.source_id, Source(item.source_id))
        label = dossier.labels.get(item.source_id)
        yield (
            dossier.dataset, dossier.claim.id, dossier.claim.text, item.id, item.source_id, source.title,
            source.publisher, source.published_at, source.url, item.text, item.stance.value, item.increment,
            item.rank, item.retrieval_score, item.state.value, item.evidence_set,
            None if label is None else label.state.value, None if label is None else label.weight,
            None if label is None else label.by, figure.counted, figure.why_not or None,
            figure.weight if figure.counted else None, figure.increment, figure.lineage,
        )  # fmt: skip


def _sources(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    for source in exhibit.dossier.sources:
        yield (
            exhibit.dossier.dataset, source.id, source.title, source.kind.value, source.retrieved, source.publisher,
            source.author, source.published_at, source.url,
            None if source.dependence is None else source.dependence.value, source.weight, source.retracted,
            source.language, source.version, source.fingerprint,
        )  # fmt: skip


def _edges(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    for edge in exhibit.dossier.edges:
        yield (
            exhibit.dossier.dataset, edge.from_id, edge.to_id, edge.relation.value, edge.status.value, edge.strength,
            edge.probability, edge.rule, edge.note,
        )  # fmt: skip


def _lineages(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    for family in exhibit.found.lineages:
        yield (
            exhibit.dossier.dataset, exhibit.dossier.claim.id, family.letter, family.eie, len(family.items),
            "; ".join(family.nodes), "; ".join(family.origins), family.circular, family.vouched,
        )  # fmt: skip


def _citations(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    checks = {check.citation_id: check for check in exhibit.checks}
    for citation in exhibit.dossier.citations:
        check = checks.get(citation.id)
        yield (
            exhibit.dossier.dataset, exhibit.dossier.claim.id, citation.id, citation.source_id, citation.evidence_id,
            citation.marker, citation.expected_text, citation.page, citation.element_id,
            "not_checked" if check is None else check.status, None if check is None else check.reason or None,
            None if check is None else check.summary, None if check is None else check.observed or None,
            None if check is None else check.stale, None if check is None else check.at,
            None if check is None else check.verifier,
        )  # fmt: skip


def _history(exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
    for event in exhibit.events:
        yield (exhibit.dossier.dataset, event.number, *_event(event))


def _event(event: LabelEvent) -> tuple[Value, ...]:
    upstream = None if event.edge_key is None else event.edge_key.split("\x1f")[1:2]
    return (
        event.at, event.by, event.kind, event.source_id, upstream[0] if upstream else None, event.claim_id,
        None if event.state is None else event.state.value, event.weight,
        None if event.edge_status is None else event.edge_status.value,
        None if event.relation is None else event.relation.value, event.strength, event.reason or None, event.undoes,
        event.hash or None,
    )  # fmt: skip


TABLES: Mapping[str, Table] = MappingProxyType(
    {
        table.name: table
        for table in (
            Table(
                "claims",
                _columns(
                    "dataset claim_id claim_text answer_id conclusion states reason_codes conclusion_reasons "
                    "signed signed_by signed_at decision reasons sentence items:whole sources:whole "
                    "lineages:whole eie:number eie_low:number eie_high:number gamma:number gamma_undefined "
                    "scarcity:number dependence:number raw_increment:number naive:number aware:number "
                    "aware_low:number aware_high:number bayesian_independence:number source_discounted:number "
                    "inflation_ratio:number inflation_ratio_undefined unknown_share:number alert:flag "
                    "citations:whole citations_grounded:whole citations_checked:whole policy digest"
                ),
                _claims,
            ),
            Table(
                "evidence",
                _columns(
                    "dataset claim_id claim_text evidence_id source_id title publisher published_at url text stance "
                    "increment:number rank:whole retrieval_score:number state evidence_set dependence "
                    "weight:number labelled_by counted:flag not_counted_because counted_weight:number "
                    "counted_increment:number lineage"
                ),
                _evidence,
            ),
            Table(
                "sources",
                _columns(
                    "dataset source_id title kind retrieved:flag publisher author published_at url dependence "
                    "weight:number retracted:flag language version fingerprint"
                ),
                _sources,
                key=2,
            ),
            Table(
                "edges",
                _columns("dataset from to relation status strength:number probability:number rule note"),
                _edges,
                key=4,
            ),
            Table(
                "lineages",
                _columns("dataset claim_id lineage eie:number items:whole nodes origins circular:flag vouched:flag"),
                _lineages,
            ),
            Table(
                "citations",
                _columns(
                    "dataset claim_id citation_id source_id evidence_id marker expected_text page:whole element_id "
                    "status reason summary observed stale:flag checked_at verifier"
                ),
                _citations,
            ),
            Table(
                "history",
                _columns(
                    "dataset entry:whole at by kind source_id upstream_id claim_id state weight:number edge_status "
                    "relation strength:number reason undoes:whole sha256"
                ),
                _history,
                key=2,
            ),
        )
    }
)
"""Name of a table -> the table, in the order they are written."""


class Rows:
    """The rows of tables, each once, whatever claims bring them."""

    def __init__(self) -> None:
        self._seen: dict[str, set[tuple[Value, ...]]] = {name: set() for name in TABLES}

    def of(self, table: Table, exhibit: Exhibit) -> Iterator[tuple[Value, ...]]:
        """The rows a claim adds to a table."""
        seen = self._seen[table.name]
        for row in table.rows(exhibit):
            if table.key is not None:
                if row[: table.key] in seen:
                    continue
                seen.add(row[: table.key])
            yield row


def about(delivery: Delivery) -> tuple[tuple[str, str], ...]:
    """What an export says of itself: who, when, versions, and the policy of every data set."""
    lines: list[tuple[str, str]] = [*delivery.imprint.as_dict().items(), ("claims", str(delivery.claims))]
    if delivery.as_of:
        lines.append(("shown as of", delivery.as_of))
    if delivery.rule is not None:
        lines += [("rule of decisions", delivery.rule.words), ("rule sha256", delivery.rule.digest)]
        lines += [(f"rule: {key}", _written(value)) for key, value in delivery.rule.settings.items()]
    for facts in delivery.datasets.values():
        policy = facts.in_force.policy
        lines += [
            (f"{facts.name}: policy", f"{policy.name} ({facts.in_force.origin})"),
            (f"{facts.name}: policy sha256", policy.digest),
        ]
        for key, value in policy.as_dict().items():
            if key != "name":
                lines.append((f"{facts.name}: {key}", _written(value)))
    return tuple(lines)


def _written(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {share:g}" for name, share in value.items())
    return str(value)
