"""W3C PROV-JSON: who made what of what, in the words of the recommendation; what only Headwater knows stands beside."""

from collections.abc import Mapping
from typing import Any, BinaryIO
from urllib.parse import quote

from core.exporters.strict_json import dumped
from core.exporters.types import Delivery, Exhibit
from core.model import Edge, Source
from core.states import EdgeStatus, Relation
from core.wording import title_of

NAMESPACE = "urn:headwater:"
_SUBTYPES = {
    Relation.COPIED_FROM: "prov:Quotation",
    Relation.EXCERPT_OF: "prov:Quotation",
    Relation.REPUBLISHES: "prov:Revision",
    Relation.SYNDICATES: "prov:Revision",
}
_COUNTED = (EdgeStatus.KNOWN, EdgeStatus.CONFIRMED)


class ProvExporter:
    """For archives and provenance tools."""

    NAME = "prov"
    MEDIA = "application/json"
    SUFFIX = ".json"
    SAYS = "W3C PROV-JSON: sources, derivations, publishers, and the assessment as an activity"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write one document.

        A dependence that counts is a derivation; one that is only suspected, or a mere mention, is an influence, which
        claims less; a rejected one is left out.
        """
        document = _Document(delivery)
        for exhibit in delivery.exhibits():
            document.add(exhibit)
        out.write(dumped(document.as_dict(), indent=1).encode("utf-8"))


class _Document:
    def __init__(self, delivery: Delivery) -> None:
        imprint = delivery.imprint
        self._parts: dict[str, dict[str, Any]] = {
            "prefix": {
                "hw": NAMESPACE,
                **{f"s{n}": f"{NAMESPACE}{name}:source:" for n, name in enumerate(delivery.datasets)},
                **{f"c{n}": f"{NAMESPACE}{name}:claim:" for n, name in enumerate(delivery.datasets)},
                **{f"p{n}": f"{NAMESPACE}{name}:publisher:" for n, name in enumerate(delivery.datasets)},
            }
        }
        self._related: set[tuple[str, str]] = set()
        self._number = {name: number for number, name in enumerate(delivery.datasets)}
        self._digest = {name: facts.in_force.policy.digest for name, facts in delivery.datasets.items()}
        self._put(
            "agent",
            "hw:software",
            {"prov:type": _name("prov:SoftwareAgent"), "prov:label": f"Headwater {imprint.version}"},
        )
        self._put("agent", "hw:exporter", {"prov:type": _name("prov:Person"), "prov:label": imprint.by})
        about = {"prov:label": imprint.what, "hw:engine": imprint.engine, "hw:version": imprint.version}
        if delivery.rule is not None:
            about |= {"hw:rule": delivery.rule.words, "hw:ruleSha256": delivery.rule.digest}
        self._put("activity", "hw:export", {"prov:startTime": imprint.at, "prov:endTime": imprint.at, **about})
        for agent in ("hw:software", "hw:exporter"):
            self._relate("wasAssociatedWith", {"prov:activity": "hw:export", "prov:agent": agent})

    def as_dict(self) -> dict[str, Any]:
        """The document."""
        return self._parts

    def _put(self, kind: str, name: str, attributes: Mapping[str, Any]) -> None:
        given = {key: value for key, value in attributes.items() if value is not None}
        self._parts.setdefault(kind, {}).setdefault(name, given)

    def _relate(self, kind: str, attributes: Mapping[str, Any]) -> None:
        held = self._parts.setdefault(kind, {})
        given = {key: value for key, value in attributes.items() if value is not None}
        said = kind, dumped(given)
        if said not in self._related:
            self._related.add(said)
            held[f"_:{kind}{len(held) + 1}"] = given

    def add(self, exhibit: Exhibit) -> None:
        """Take in one claim."""
        dossier, found, verdict = exhibit.dossier, exhibit.found, exhibit.decide().verdict
        signed = exhibit.signature
        number = self._number[dossier.dataset]
        claim = f"c{number}:{_local(dossier.claim.id)}"
        figures = {
            "hw:eie": found.eie, "hw:naive": found.naive, "hw:aware": found.aware, "hw:gamma": found.gamma.value,
            "hw:conclusion": None if verdict is None else verdict.decision.value,
            "hw:states": None if verdict is None else " ".join(verdict.states),
            "hw:reasons": None if verdict is None else " ".join(dict.fromkeys(one.code for one in verdict.grounds)),
            "hw:signed": None if signed is None else signed.decision.value,
            "hw:signedBy": None if signed is None else signed.by,
            "hw:signedAt": None if signed is None else signed.at,
            "hw:decision": found.decision.value, "hw:sentence": found.sentence, "hw:policy": found.policy.name,
            "hw:policySha256": self._digest[dossier.dataset], "hw:digest": found.digest,
        }  # fmt: skip
        self._put("entity", claim, {"prov:type": _name("hw:Claim"), "prov:label": dossier.claim.text, **figures})
        self._relate("wasGeneratedBy", {"prov:entity": claim, "prov:activity": "hw:export"})
        names = {source.id: f"s{number}:{_local(source.id)}" for source in dossier.sources}
        for source in dossier.sources:
            self._source(source, names[source.id], number, exhibit)
        for edge in dossier.edges:
            if edge.from_id in names and edge.to_id in names:
                self._edge(edge, names)
        for item, figure in zip(dossier.evidence, found.figures, strict=True):
            if item.source_id in names:
                spoken = {"hw:stance": item.stance.value, "hw:weight": figure.weight if figure.counted else None}
                ends = {"prov:influencee": claim, "prov:influencer": names[item.source_id]}
                self._relate("wasInfluencedBy", {**ends, "hw:evidence": item.id, **spoken})

    def _source(self, source: Source, name: str, number: int, exhibit: Exhibit) -> None:
        label = exhibit.dossier.labels.get(source.id)
        self._put(
            "entity",
            name,
            {
                "prov:label": title_of(source, source.id),
                "hw:kind": source.kind.value,
                "hw:retrieved": source.retrieved,
                "hw:url": source.url,
                "hw:publishedAt": source.published_at,
                "hw:dependence": None if label is None else label.state.value,
                "hw:ownShare": None if label is None else label.weight,
                "hw:labelledBy": None if label is None else label.by,
                "hw:retracted": source.retracted or None,
                "hw:fingerprint": source.fingerprint,
            },
        )
        self._relate("used", {"prov:activity": "hw:export", "prov:entity": name})
        if source.publisher:
            agent = f"p{number}:{_local(source.publisher)}"
            self._put("agent", agent, {"prov:label": source.publisher})
            self._relate("wasAttributedTo", {"prov:entity": name, "prov:agent": agent})

    def _edge(self, edge: Edge, names: Mapping[str, str]) -> None:
        if edge.status is EdgeStatus.REJECTED:
            return
        about = {
            "hw:relation": edge.relation.value,
            "hw:status": edge.status.value,
            "hw:strength": edge.strength,
            "hw:probability": edge.probability,
            "hw:rule": edge.rule,
            "hw:note": edge.note,
        }
        lower, upper = names[edge.from_id], names[edge.to_id]
        if edge.status not in _COUNTED or edge.relation.weak:
            self._relate("wasInfluencedBy", {"prov:influencee": lower, "prov:influencer": upper, **about})
            return
        subtype = _SUBTYPES.get(edge.relation)
        typed = {"prov:type": _name(subtype)} if subtype is not None else {}
        ends = {"prov:generatedEntity": lower, "prov:usedEntity": upper}
        self._relate("wasDerivedFrom", {**ends, **typed, **about})


def _name(word: str) -> dict[str, str]:
    """A qualified name as a value."""
    return {"$": word, "type": "prov:QUALIFIED_NAME"}


def _local(identifier: str) -> str:
    """An id as the local part of a qualified name."""
    return quote(identifier.encode("utf-8", "replace"), safe="")
