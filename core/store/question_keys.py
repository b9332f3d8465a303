"""Keys of open questions: ``data set:claim|source`` for a source, ``data set:claim|~|from|to|relation`` for an edge.

Safe in an address and the same for good. Bars, percent and control signs within an id are written as %XX; an id too
long to index stands as its beginning and digest, like everywhere in the store.
"""

import re
from dataclasses import dataclass

from core.errors import UnknownId
from core.store.verbatim import key_of

EDGE = "~"
_UNSAFE = re.compile("[%|\x00-\x1f\x7f\ud800-\udfff]")
_WRITTEN = re.compile("%([0-9A-F]{2}|u[0-9A-F]{4})")


def _safe(part: str) -> str:
    return _UNSAFE.sub(lambda sign: f"%{ord(sign[0]):02X}" if ord(sign[0]) < 256 else f"%u{ord(sign[0]):04X}", part)


def _plain(part: str) -> str:
    return _WRITTEN.sub(lambda sign: chr(int(sign[1].lstrip("u"), 16)), part)


def source_question(dataset: str, claim_id: str, source_id: str) -> str:
    """The key of the question what a source depends on."""
    return f"{dataset}:{_safe(key_of(claim_id))}|{_safe(key_of(source_id))}"


def edge_question(dataset: str, claim_id: str, edge_key: str) -> str:
    """The key of the question whether an edge holds."""
    parts = (_safe(part) for part in key_of(edge_key).split("\x1f"))
    return "|".join((f"{dataset}:{_safe(key_of(claim_id))}", EDGE, *parts))


def pair_key(one: str, other: str) -> str:
    """What two sources are named by, whichever comes first."""
    return "|".join(_safe(key_of(part)) for part in sorted((one, other)))


@dataclass(frozen=True, slots=True)
class Asked:
    """What a key names: all of it as the store's keys, which are the ids unless they are very long."""

    dataset: str
    claim: str
    source: str | None
    edge: str | None


def read_key(key: str) -> Asked:
    """What a question's key names.

    Raises:
        UnknownId: It is not a key.
    """
    dataset, colon, rest = key.partition(":")
    claim, *parts = (_plain(part) for part in rest.split("|"))
    if colon and len(parts) == 1:
        return Asked(dataset, claim, parts[0], None)
    if colon and len(parts) > 1 and parts[0] == EDGE:
        return Asked(dataset, claim, None, "\x1f".join(parts[1:]))
    raise UnknownId("open question", key)
