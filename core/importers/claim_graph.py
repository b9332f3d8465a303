"""Claims written as bare graphs: policy, nodes, edges and items, the form of the golden cases."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from core.errors import ImportFailed, InvalidParameter, Problem
from core.importers.findings import Findings, shown
from core.importers.sample import Sample
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy, policy_from_dict
from core.states import EdgeStatus, Relation, read_dependence


def _as_id(value: Any) -> Any:
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


Id = Annotated[str, BeforeValidator(_as_id), Field(min_length=1)]
Unit = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False, strict=True)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="ignore", populate_by_name=True)


class NodePart(_Part):
    """A document or an upstream entity with its state."""

    id: Id
    state: str | None = None
    weight: Unit | None = None
    retracted: bool = False


class EdgePart(_Part):
    """``from`` depends on ``to``; ``to`` is always the upstream node."""

    from_id: Id = Field(alias="from")
    to: Id
    relation: Relation = Relation.DERIVES_FROM
    status: EdgeStatus = EdgeStatus.KNOWN
    strength: Unit | None = None
    probability: Unit | None = None


class ItemPart(_Part):
    """One passage that speaks for the claim and the node it hangs on."""

    id: Id
    node: Id
    increment: Annotated[float, Field(ge=0, lt=0.5, allow_inf_nan=False, strict=True)] | None = None
    rank: Annotated[int, Field(strict=True)] | None = None


class GraphPart(_Part):
    """One claim."""

    id: Id
    policy: dict[str, float | int | str | Literal["all"]] = Field(default_factory=dict)
    nodes: list[NodePart] = Field(default_factory=list)
    edges: list[EdgePart] = Field(default_factory=list)
    items: list[ItemPart] = Field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ClaimGraph:
    """A claim and the policy it is to be scored with."""

    id: str
    dossier: Dossier
    policy: Policy


def read_claim_graphs(data: bytes, name: str) -> tuple[ClaimGraph, ...]:
    """Read claims written as graphs, one JSON object a line.

    Raises:
        ImportFailed: Anything in the file cannot be used; every problem is named at once.
    """
    document = Sample(data, name).document
    findings = Findings(name)
    if document is None:
        found = "text that begins with neither [ nor {"
        raise ImportFailed((Problem(name, None, None, "one JSON object a line", found, "this is not JSON"),))
    document.report(findings)
    graphs: list[ClaimGraph] = []
    for record in document.clean(findings):
        graphs.extend(_read(record.value, record.row, findings))
    if findings.problems:
        raise ImportFailed(tuple(findings.problems))
    return tuple(graphs)


def _read(value: Any, row: int, findings: Findings) -> Iterator[ClaimGraph]:
    try:
        part = GraphPart.model_validate(value)
        policy = policy_from_dict(part.policy)
    except ValidationError as error:
        for fault in error.errors():
            field = ".".join(str(step) for step in fault["loc"]) or None
            findings.problem(
                "a claim graph needs another value here",
                expected=fault["msg"],
                found=shown(fault["input"]),
                row=row,
                field=field,
            )
        return
    except InvalidParameter as error:
        findings.problem(
            "the policy cannot be used",
            expected=error.expected,
            found=shown(error.value),
            row=row,
            field=f"policy.{error.name}",
        )
        return
    yield ClaimGraph(part.id, _dossier(part), policy)


def _dossier(part: GraphPart) -> Dossier:
    stated = {node.id: node for node in part.nodes}
    ends = [end for edge in part.edges for end in (edge.from_id, edge.to)]
    ids = dict.fromkeys([*stated, *(item.node for item in part.items), *ends])
    return Dossier(
        claim=Claim(part.id, part.id),
        evidence=tuple(
            Evidence(item.id, part.id, item.node, increment=item.increment, rank=item.rank) for item in part.items
        ),
        sources=tuple(Source(id, retracted=id in stated and stated[id].retracted) for id in ids),
        edges=tuple(
            Edge(
                edge.from_id,
                edge.to,
                edge.relation,
                edge.status,
                strength=edge.strength,
                probability=edge.probability if edge.status is EdgeStatus.SUSPECTED else None,
            )
            for edge in part.edges
        ),
        labels=_labels(stated),
    )


def _labels(stated: Mapping[str, NodePart]) -> MappingProxyType[str, Label]:
    return MappingProxyType(
        {
            id: Label(read_dependence(node.state)[0], node.weight)
            for id, node in stated.items()
            if node.state is not None
        }
    )
