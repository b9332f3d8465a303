"""W3C PROV-JSON: entities as sources, derivations as edges from what was made to what it was made of.

An identifier keeps its prefix; where two namespaces share one, the later takes its full address. Prefixes of the
document hold in its bundles. That an activity used one entity and generated another states no derivation, in PROV
as here.
"""

import json
import warnings
from collections import defaultdict
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from core.importers.assembly import Assembly, extra_of
from core.importers.fields import Fields
from core.importers.prov_own import OWN, own_edge, own_source
from core.importers.record_format import RecordFormat
from core.model import Edge, Source
from core.states import Relation

if TYPE_CHECKING:
    from prov.identifier import QualifiedName
    from prov.model import ProvRecord

_WORDS = """
entity agent activity wasDerivedFrom wasAttributedTo wasGeneratedBy used wasInfluencedBy hadMember alternateOf
specializationOf wasInformedBy wasAssociatedWith actedOnBehalfOf wasStartedBy wasEndedBy wasInvalidatedBy mentionOf
bundle
"""
_MAPS = frozenset(_WORDS.split())
_SUBTYPES = {
    "prov:Quotation": (Relation.COPIED_FROM, "prov:Quotation"),
    "prov:Revision": (Relation.REPUBLISHES, "prov:Revision"),
    "prov:PrimarySource": (Relation.DERIVES_FROM, "prov:PrimarySource"),
}
_RELATIONS = {
    # Kind of record -> (our relation, attribute of the dependent end, attribute of the upstream end).
    "Derivation": (Relation.DERIVES_FROM, "generatedEntity", "usedEntity"),
    "Specialization": (Relation.DERIVES_FROM, "specificEntity", "generalEntity"),
    "Mention": (Relation.DERIVES_FROM, "specificEntity", "generalEntity"),
    "Alternate": (Relation.SHARES_COMMON_PARENT, "alternate1", "alternate2"),
    "Influence": (Relation.RELATED_TO, "influencee", "influencer"),
    "Membership": (Relation.RELATED_TO, "collection", "entity"),
}
_TITLES = ("prov:label", "dct:title", "dcterms:title", "dc:title", "rdfs:label")
_NAMES = ("foaf:name", "prov:label", "schema:name", "rdfs:label", "foaf:givenName")


class ProvJsonImporter(RecordFormat):
    """Reads a PROV-JSON document with its bundles."""

    NAME = "prov-json"
    READS = "W3C PROV-JSON: {prefix, entity, wasDerivedFrom, wasAttributedTo, bundle, …}"
    SIGNS = "the maps of PROV-JSON (entity, wasDerivedFrom, …)"

    def fits(self, record: Mapping[str, Any]) -> bool:
        """Only maps of PROV, and at least one of them."""
        held = _MAPS & record.keys()
        if not held or not record.keys() <= _MAPS | {"prefix"}:
            return False
        return all(isinstance(record[key], dict) for key in held)

    def take(self, fields: Fields, facts: Assembly) -> None:
        """Take one document."""
        # Loaded for such a file only.
        from prov import Error
        from prov.model import ProvDocument

        try:
            with warnings.catch_warnings(record=True) as said:
                warnings.simplefilter("always")
                document = ProvDocument.deserialize(content=json.dumps(fields.record), format="json")
        except (Error, AttributeError, KeyError, TypeError, ValueError) as error:
            expected = "a document as PROV-JSON defines it"
            found = f"{type(error).__name__}: {error}"
            message = "this is not valid PROV-JSON"
            fields.findings.problem(message, expected=expected, found=found[:200], row=fields.row)
            return
        for warning in said:
            message = "something in the document is not as PROV-JSON has it, and is left out"
            fields.findings.count("not-prov", message, example=str(warning.message)[:120], row=fields.row)
        bundles = [("", document.get_records())]
        bundles += [(str(bundle.identifier), bundle.get_records()) for bundle in document.bundles]
        _Graph(facts, fields.row).put([(name, list(records)) for name, records in bundles])
        if not len(facts.sources):
            found = ", ".join(fields.record)
            message = "the document holds no entity and no derivation"
            fields.findings.problem(message, expected="entity or wasDerivedFrom", found=found, row=fields.row)


class _Graph:
    def __init__(self, facts: Assembly, row: int | None) -> None:
        self.facts, self.row = facts, row
        self._taken: dict[str, str] = {}
        self._others: set[str] = set()
        """Ids of agents and activities: they depend on nothing here."""
        self._agents: dict[str, str] = {}
        self._publishers: dict[str, list[str]] = defaultdict(list)

    def put(self, bundles: list[tuple[str, list["ProvRecord"]]]) -> None:
        records = [(bundle, record, _kind(record)) for bundle, held in bundles for record in held]
        for _, record, kind in records:
            if kind in ("Agent", "Activity") and record.identifier is not None:
                self._others.add(self._name(record.identifier))
            if kind == "Agent" and record.identifier is not None:
                name = self._name(record.identifier)
                self._agents.setdefault(name, _first(record, _NAMES) or name)
        for _, record, kind in records:
            if kind == "Attribution":
                self._attribution(record)
        for bundle, record, kind in records:
            if kind == "Entity" and record.identifier is not None:
                if str(getattr(record.identifier, "uri", "")).startswith(OWN) and _is_own_claim(record):
                    # Our own exports name claims too; what a claim leans on is not carried whole.
                    self._others.add(self._name(record.identifier))
                else:
                    self._entity(bundle, record)
        for _, record, kind in records:
            if kind in _RELATIONS:
                self._relation(record, kind)
        unread = sum(1 for _, _, kind in records if kind in ("Usage", "Generation"))
        if unread:
            message = "that an activity used and generated entities states no derivation between them"
            self.facts.findings.count("no-derivation", message, example=f"{unread} records", row=self.row)

    def _entity(self, bundle: str, record: "ProvRecord") -> None:
        name = self._name(record.identifier) if record.identifier is not None else "unnamed"
        held = _held(record)
        if bundle:
            held["bundle"] = bundle
        title, publisher = _first(record, _TITLES) or "", self._publisher(name)
        source = Source(name, title=title, publisher=publisher, extra=extra_of(held))
        if any(key.startswith("hw:") for key in held):
            source = own_source(source, held)
        known = self.facts.sources.get(name)
        if known is None:
            self.facts.sources.add(source, self.row)
            return
        # One entity may be described in several bundles, each with more to say.
        merged = Source(
            name,
            title=known.title or source.title,
            publisher=known.publisher or source.publisher,
            extra=extra_of({**source.extra, **known.extra}),
        )
        self.facts.sources.replace(merged)

    def _publisher(self, name: str) -> str | None:
        named = (self._agents.get(agent, agent) for agent in self._publishers.get(name, ()))
        return ", ".join(dict.fromkeys(named)) or None

    def _attribution(self, record: "ProvRecord") -> None:
        entity, agent = self._end(record, "entity"), self._end(record, "agent")
        if entity is not None and agent is not None:
            self._publishers[entity].append(agent)

    def _relation(self, record: "ProvRecord", kind: str) -> None:
        relation, from_key, to_key = _RELATIONS[kind]
        dependent, upstream = self._end(record, from_key), self._end(record, to_key)
        if dependent is None or upstream is None:
            message = "a relation without both ends states nothing; it is left out"
            self.facts.findings.count("edge-without-end", message, example=kind, row=self.row)
            return
        if kind == "Influence" and {dependent, upstream} & self._others:
            return
        rule = f"prov:{kind}"
        for subtype in map(str, record.get_asserted_types()):
            relation, rule = _SUBTYPES.get(subtype, (relation, rule))
        note = "stated as the primary source" if rule == "prov:PrimarySource" else None
        for end in (dependent, upstream):
            if end not in self.facts.sources:
                # Named only by a relation: known by being pointed to.
                title = f"{end} (not retrieved)"
                source = Source(end, title=title, retrieved=False, publisher=self._publisher(end))
                self.facts.sources.add(source, self.row)
        edge = own_edge(Edge(dependent, upstream, relation, rule=rule, note=note), _held(record))
        self.facts.edge(edge, self.row)

    def _end(self, record: "ProvRecord", attribute: str) -> str | None:
        for key, value in record.formal_attributes:
            if key.localpart == attribute and value is not None:
                return self._name(value)
        return None

    def _name(self, name: "QualifiedName") -> str:
        written, address = str(name), str(getattr(name, "uri", name))
        if address.startswith(OWN) and ":source:" in address:
            written = unquote(address.partition(":source:")[2])
        return written if self._taken.setdefault(written, address) == address else address


def _kind(record: "ProvRecord") -> str:
    return type(record).__name__.removeprefix("Prov")


def _held(record: "ProvRecord") -> dict[str, Any]:
    return {str(key): _plain(value) for key, value in record.extra_attributes}


def _is_own_claim(record: "ProvRecord") -> bool:
    return any(str(getattr(kind, "uri", kind)) in (f"{OWN}Claim", "hw:Claim") for kind in record.get_asserted_types())


def _first(record: "ProvRecord", keys: tuple[str, ...]) -> str | None:
    held = _held(record)
    return next((str(held[key]) for key in keys if held.get(key)), None)


def _plain(value: Any) -> Any:
    """A value of PROV as plain JSON: a literal's words, an address, a number."""
    inner = getattr(value, "value", value)
    return inner if isinstance(inner, str | int | float | bool) else str(inner)
