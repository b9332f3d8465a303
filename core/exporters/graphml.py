"""The provenance graph as GraphML, for graph tools: claims and sources as nodes, dependence and evidence as edges."""

from typing import Any, BinaryIO

from core.exporters.cells import readable
from core.exporters.tables import about
from core.exporters.types import Delivery, Exhibit
from core.wording import title_of


class GraphmlExporter:
    """For Gephi, yEd, Cytoscape, networkx."""

    NAME = "graphml"
    MEDIA = "application/graphml+xml"
    SUFFIX = ".graphml"
    SAYS = "provenance graph as GraphML, for graph tools"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write one graph of all claims; a source that several lean on is one node."""
        import networkx as nx

        graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
        graph.graph.update({readable(key): readable(value) for key, value in about(delivery)})
        for exhibit in delivery.exhibits():
            _add(graph, exhibit)
        nx.write_graphml_xml(graph, out, encoding="utf-8", prettyprint=False)


def _add(graph: Any, exhibit: Exhibit) -> None:
    dossier, found, verdict = exhibit.dossier, exhibit.found, exhibit.decide().verdict
    signed = exhibit.signature

    def named(kind: str, identifier: str) -> str:
        return readable(f"{kind}:{dossier.dataset}:{identifier}")

    claim = named("claim", dossier.claim.id)
    graph.add_node(
        claim,
        **_given(
            kind="claim", label=dossier.claim.text, decision=found.decision.value,
            conclusion=None if verdict is None else verdict.decision.value,
            states=None if verdict is None else " ".join(verdict.states),
            reasons=None if verdict is None else " ".join(dict.fromkeys(one.code for one in verdict.grounds)),
            signed=None if signed is None else signed.decision.value, signed_by=None if signed is None else signed.by,
            signed_at=None if signed is None else signed.at, eie=found.eie, naive=found.naive,
            aware=found.aware, gamma=found.gamma.value, policy=found.policy.name, digest=found.digest,
        ),
    )  # fmt: skip
    for source in dossier.sources:
        label = dossier.labels.get(source.id)
        graph.add_node(
            named("source", source.id),
            **_given(
                kind=source.kind.value, label=title_of(source, source.id), retrieved=source.retrieved,
                publisher=source.publisher, published_at=source.published_at, url=source.url,
                retracted=source.retracted, dependence=None if label is None else label.state.value,
                weight=None if label is None else label.weight, labelled_by=None if label is None else label.by,
            ),
        )  # fmt: skip
    known = {source.id for source in dossier.sources}
    for edge in dossier.edges:
        if edge.from_id in known and edge.to_id in known:
            graph.add_edge(
                named("source", edge.from_id), named("source", edge.to_id), key=f"dependence {edge.relation.value}",
                **_given(
                    kind="dependence", relation=edge.relation.value, status=edge.status.value,
                    strength=edge.strength, probability=edge.probability, rule=edge.rule, note=edge.note,
                ),
            )  # fmt: skip
    for item, figure in zip(dossier.evidence, found.figures, strict=True):
        graph.add_edge(
            named("source", item.source_id), claim, key=readable(f"evidence {item.id}"),
            **_given(
                kind="evidence", stance=item.stance.value, state=item.state.value, text=item.text,
                counted=figure.counted, counted_weight=figure.weight, counted_increment=figure.increment,
                lineage=figure.lineage,
            ),
        )  # fmt: skip


def _given(**values: Any) -> dict[str, Any]:
    return {
        key: readable(value) if isinstance(value, str) else value for key, value in values.items() if value is not None
    }
