"""Two reports of one study, trial or data set share it: they are two reports, not two studies.

Read are stated study, trial and data-set ids, and registry numbers in the text (ClinicalTrials.gov, ISRCTN, EudraCT,
PROSPERO, ChiCTR and the like). A text that names more than three registry numbers reviews studies rather than
reporting one, and is left out.
"""

import re
from collections import defaultdict
from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import study_node
from core.states import Relation, SourceKind

NAME = "shared_study"
RELATION = Relation.SHARES_COMMON_PARENT
PROBABILITY = 0.8

_REGISTERED = re.compile(
    r"\b(?:NCT\d{8}|ISRCTN\s?\d{8}|EudraCT[\s:]*\d{4}-\d{6}-\d{2}|CRD\d{11}|ChiCTR[-\w]*\d{6,}|ACTRN\d{14}|"
    r"DRKS\d{8}|jRCT\w?\d{9,}|CTRI/\d{4}/\d{2,3}/\d{6}|PACTR\d{15})\b"
)
_REVIEW = 3
"""Registry numbers from which a text is about several studies."""
_KINDS = {"study": SourceKind.STUDY, "trial": SourceKind.STUDY, "dataset": SourceKind.DATASET}


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per report of a study that two or more documents report, each towards the study."""
    reports: dict[tuple[SourceKind, str], dict[str, Ground]] = defaultdict(dict)
    for document in collection.documents:
        for kind, identifier, ground in _named(collection, document):
            reports[kind, identifier].setdefault(document.id, ground)
    leader = collection.identities.leader
    for (kind, identifier), grounds in sorted(reports.items()):
        if len({leader[document_id] for document_id in grounds}) < 2:
            continue
        node = study_node(identifier, kind)
        known = collection.by_id.get(node.id)
        for document_id, ground in grounds.items():
            if document_id == node.id:
                continue
            yield Finding(
                rule=NAME,
                from_id=document_id,
                to_id=node.id,
                relation=RELATION,
                directed=True,
                probability=PROBABILITY,
                band=prior_band(PROBABILITY),
                evidence=(ground,),
                upstream=node if known is None else None,
            )


def _named(collection: Collection, document: Document) -> Iterator[tuple[SourceKind, str, Ground]]:
    for kind, value in document.ids:
        if kind in _KINDS:
            ground = Ground(NAME, f"states the {kind} id {value}", Span(document.id, "fields", value))
            yield _KINDS[kind], _plain(value), ground
    text = collection.lead(document)
    hits = list(_REGISTERED.finditer(text))
    if not 0 < len({_plain(hit.group()) for hit in hits}) <= _REVIEW:
        return
    for hit in hits:
        span = Span(document.id, "text", hit.group(), hit.start(), hit.end())
        yield SourceKind.STUDY, _plain(hit.group()), Ground(NAME, f"names the registered study {hit.group()}", span)


def _plain(identifier: str) -> str:
    return (
        re.sub(r"\s+", "", identifier.removeprefix("EudraCT").lstrip(": "))
        if "EudraCT" in identifier
        else identifier.strip()
    )
