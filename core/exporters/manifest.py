"""What a package says of itself, so that anybody can check it: digests, figures, and a seal over both."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from core.exporters.records import NAMES
from core.figure_values import claim_figures
from core.fingerprint import digest
from core.results import Assessment, LabelEvent
from core.verdicts import SignedDecision

PARTS = "facet_statements"
"""What people state of the parts of claims, in a part of a manifest; an import states it again."""
TOLERANCE = 1e-9
"""Two figures that differ by less are the same."""


def stated_figures(found: Assessment) -> dict[str, Any]:
    """The figures of a claim as a package states them: those of ``headwater score``, and the digest of their facts."""
    return {**claim_figures(found), "digest": found.digest}


def record_digest(record: Mapping[str, Any]) -> str:
    """SHA-256 of a record of a package."""
    return digest(record)


def event_as_dict(event: LabelEvent) -> dict[str, Any]:
    """One entry of the record of human work, as a package keeps it: to be read, not imported."""
    fields = {
        "number": event.number,
        "at": event.at,
        "by": event.by,
        "kind": event.kind,
        "source_id": event.source_id,
        "claim_id": event.claim_id,
        "edge": event.edge_key.split("\x1f") if event.edge_key is not None else None,
        "state": event.state,
        "weight": event.weight,
        "edge_status": event.edge_status,
        "relation": event.relation,
        "strength": event.strength,
        "reason": event.reason or None,
        "undoes": event.undoes,
        "stated_at": event.stated_at,
        "seen": dict(event.seen) or None,
        "sha256": event.hash or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


def signed_as_dict(signed: SignedDecision) -> dict[str, Any]:
    """One signature, as a package keeps it: to be read, not imported."""
    fields = {
        "number": signed.number,
        "at": signed.at,
        "by": signed.by,
        "kind": signed.kind,
        "uid": signed.uid,
        "decision": signed.decision.value,
        "releases": signed.text,
        "released": signed.released or None,
        "reason": signed.reason or None,
        "against_rule": signed.against or None,
        "takes_back": signed.takes_back,
        "withdrawn": signed.withdrawn or None,
        "seen": dict(signed.seen) or None,
        "sha256": signed.hash or None,
    }
    return {key: value for key, value in fields.items() if value is not None}


class Seal:
    """SHA-256 over every digest and figure of a manifest, in the order of the file."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256()

    def add(self, part: Mapping[str, Any]) -> None:
        """Take in one part of a manifest: its digests, figures and history."""
        for line in _lines(part):
            self._hash.update(line.encode("utf-8", "surrogatepass"))

    def hexdigest(self) -> str:
        """The seal as 64 hex digits."""
        return self._hash.hexdigest()


def _lines(part: Mapping[str, Any]) -> Iterator[str]:
    digests = part.get("digests")
    for kind in (*NAMES, "header"):
        held = digests.get(kind) if isinstance(digests, Mapping) else None
        yield from _entries(kind, held)
    for kind in ("figures", "decisions", "checks", "exported"):
        yield from _entries(kind, part.get(kind))
    for kind in ("history", PARTS, "signed"):
        listed = part.get(kind)
        for entry in listed if isinstance(listed, list) else ():
            yield f"{kind}\x1f{digest(entry)}\n"


def _entries(kind: str, held: object) -> Iterable[str]:
    if not isinstance(held, Mapping):
        return
    for name, value in held.items():
        yield f"{kind}\x1f{name}\x1f{value if isinstance(value, str) else digest(value)}\n"
