"""From credits to findings: who is credited, for which story, and whether that story is at hand."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.publishers import publisher_key
from core.detection.signals.stories import carries, may_be_one_story
from core.detection.types import Document, Finding, Ground
from core.model import Source
from core.states import Relation, SourceKind

_GROUPED = 500
"""Credited documents of one origin that are told apart by their words; later ones join the first story that fits."""


@dataclass(frozen=True, slots=True)
class Credit:
    """A document says whose story it carries."""

    document: Document
    origin: str
    """The credited newsroom, under one name."""
    ground: Ground


def credited(
    collection: Collection,
    credits: Iterable[Credit],
    *,
    rule: str,
    relation: Relation,
    probability: float,
    node: Callable[[str, date | None, int], Source],
) -> Iterator[Finding]:
    """One finding per credited document: upstream is the origin's own document of that story, else a node for it."""
    by_origin: dict[str, list[Credit]] = defaultdict(list)
    for credit in credits:
        by_origin[publisher_key(credit.origin)].append(credit)
    for group in by_origin.values():
        origin = group[0].origin
        own = [document for document in collection.published_by(origin) if document.retrieved]
        nodes = [document for document in collection.documents if _is_node_of(document, origin)]
        told: Counter[date | None] = Counter()
        for story in _stories(collection, group):
            parent = next((one for one in own if carries(collection, story[0].document, one)), None)
            parent = parent or next(
                (node for node in nodes if may_be_one_story(collection, story[0].document, node)), None
            )
            days = [collection.days[c.document.id] for c in story if c.document.id in collection.days]
            day = min(days)[0] if days else None
            told[day] += parent is None
            upstream = node(origin, day, told[day]) if parent is None else None
            target = parent.id if parent is not None else upstream.id if upstream is not None else ""
            for credit in story:
                if credit.document.id == target:
                    continue
                yield Finding(
                    rule=rule,
                    from_id=credit.document.id,
                    to_id=target,
                    relation=relation,
                    directed=True,
                    probability=probability,
                    band=prior_band(probability),
                    evidence=(credit.ground,),
                    upstream=upstream,
                )


def _is_node_of(document: Document, origin: str) -> bool:
    """True for a node of the data that stands for a story of that origin which nobody retrieved."""
    if document.retrieved or document.kind is not SourceKind.WIRE_STORY:
        return False
    return publisher_key(origin) in publisher_key(document.publisher or f"{document.title} {document.id}")


def _stories(collection: Collection, group: Sequence[Credit]) -> list[list[Credit]]:
    stories: list[list[Credit]] = []
    for place, credit in enumerate(group):
        fitting = (
            story
            for story in stories
            if place >= _GROUPED or may_be_one_story(collection, story[0].document, credit.document)
        )
        home = next(fitting, None)
        if home is None:
            stories.append([credit])
        else:
            home.append(credit)
    return stories
