"""A text that takes a statement from a named outlet cites that outlet's piece.

Read are "told OUTLET", "according to OUTLET", "as OUTLET reported", where the whole name is that of a publisher at
hand or of a news agency: "told the Guardian Business" is not the Guardian. It counts as citing where the passage a
claim leans on says so; elsewhere it is a mention, which changes no figure.
"""

import re
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.identity.publishers import publisher_key
from core.detection.signals.citing import PROBABILITY as CITING, carried, citing
from core.detection.signals.names import NAME_PATTERN, trimmed
from core.detection.signals.stories import carries
from core.detection.signals.wires import WIRE_OF
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import wire_node
from core.model import Source
from core.states import Relation

NAME = "outlet_mention"
RELATION = Relation.CITES
PROBABILITY = CITING

_TAKEN_FROM = re.compile(
    r"(?i:\b(?:told|according to|reported by|first reported (?:by|in)|citing|quoted by|in an interview with|"
    rf"speaking to|in a report by|obtained by|seen by)\s+)(?P<name>{NAME_PATTERN})"
)
_SAYS = re.compile(r"\s+(?:first\s+)?(?:reported|reports)\b")
_BEFORE = re.compile(rf"(?<![\w.-])(?P<name>{NAME_PATTERN})$")
_LONGEST_NAME = 80
_ONE_WORD_NAMES = frozenset({"AP", "AFP", "UPI", "Reuters", "dpa", "Bloomberg", "TASS", "Xinhua", "Interfax"})


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per document and outlet."""
    for document in collection.documents:
        text = collection.lead(document)
        seen: set[str] = set()
        for name, start, end in _named(text):
            target, upstream = _outlet(collection, document, name)
            if target is None or target in seen:
                continue
            seen.add(target)
            quote = text[start:end]
            ground = Ground(NAME, f"takes a statement from {name}", Span(document.id, "text", quote, start, end))
            yield citing(NAME, document, target, ground, in_use=carried(document, quote), upstream=upstream)


def _named(text: str) -> Iterator[tuple[str, int, int]]:
    """Every name a statement is taken from, with where that is said."""
    for found in _TAKEN_FROM.finditer(text):
        yield trimmed(found["name"]), found.start(), found.end()
    # The verb is looked for first: names begin at every capital letter.
    for verb in _SAYS.finditer(text):
        begin = max(0, verb.start() - _LONGEST_NAME)
        found_name = _BEFORE.search(text[begin : verb.start()])
        if found_name is not None:
            yield trimmed(found_name["name"]), begin + found_name.start(), verb.end()


def _outlet(collection: Collection, document: Document, name: str) -> tuple[str | None, Source | None]:
    key = publisher_key(name)
    if key == collection.family(document.id) or key == publisher_key(document.publisher or ""):
        return None, None
    theirs = [one for one in collection.published_by(name) if one.id != document.id]
    fitting = next((one for one in theirs if carries(collection, document, one)), None)
    if fitting is not None:
        return fitting.id, None
    leader = collection.identities.leader
    if len({leader[one.id] for one in theirs}) == 1:
        return theirs[0].id, None
    wire = WIRE_OF.get(name)
    if wire is not None and (" " in name or name in _ONE_WORD_NAMES):
        days = collection.days.get(document.id)
        node = wire_node(wire, days[0] if days is not None else None)
        return node.id, node
    return None, None
