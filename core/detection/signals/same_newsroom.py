"""Two pieces of one newsroom on one stated story are editions of one report.

Read are the publisher (feeds and editions of one house counted once, legal forms aside) and the story the data names.
Without a stated story, two pieces of one newsroom say nothing about each other.
"""

from collections import defaultdict
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.signals.first_of_group import each_against_the_first
from core.detection.types import Document, Finding, Remark, Span
from core.states import Relation

NAME = "same_newsroom"
RELATION = Relation.SHARES_COMMON_PARENT
PROBABILITY = 0.7


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per further piece of a newsroom on a story, each towards the first."""
    groups: dict[tuple[str, str], list[Document]] = defaultdict(list)
    for document in collection.documents:
        family, story = collection.family(document.id), document.fields.get("story")
        if family is not None and story is not None and document.retrieved:
            groups[family, story].append(document)
    yield from each_against_the_first(
        collection,
        groups,
        rule=NAME,
        relation=RELATION,
        probability=PROBABILITY,
        says=lambda shared: f"both are {shared[0]} on the story {shared[1]}",
        read=lambda document, _: _span(collection, document),
    )


def _span(collection: Collection, document: Document) -> Span:
    name = collection.publisher(document) or collection.site(document.id) or ""
    return Span(document.id, "publisher", name, 0, len(name)) if document.publisher else Span(document.id, "url", name)
