"""How far the documents of a claim rest on the same studies, and how many equal items they weigh as much as."""

from collections import defaultdict
from dataclasses import dataclass
from types import MappingProxyType

from core.detection.explanations import CoveredArea, EffectiveSize, corrected_covered_area, effective_size_of_weights
from core.model import Dossier
from core.results import ClaimFile
from core.states import EdgeStatus, SourceKind
from core.wording import title_of

_COUNT = frozenset({EdgeStatus.KNOWN, EdgeStatus.CONFIRMED})


@dataclass(frozen=True, slots=True)
class Overlap:
    """Figures that explain a claim's overlap; they change no score."""

    area: CoveredArea
    size: EffectiveSize
    items: int
    """Counted items whose weights ``size`` is of."""
    titles: MappingProxyType[str, str]
    """Source id -> what to call it."""


def overlap(file: ClaimFile) -> Overlap:
    """The covered area of a claim's documents, pair by pair, and the effective size of its weights.

    A document rests on the primary studies it leads to along links that count.
    """
    dossier = file.dossier
    weights = [figure.weight for figure in file.assessment.figures if figure.counted]
    return Overlap(
        corrected_covered_area(studies_of(dossier)),
        effective_size_of_weights(weights),
        len(weights),
        MappingProxyType({source.id: title_of(source, source.id) for source in dossier.sources}),
    )


def studies_of(dossier: Dossier) -> dict[str, frozenset[str]]:
    """Document with evidence that is no primary study itself -> the primary studies it rests on.

    Primary is a study that leads to no other: a report of a registered trial rests on the registration.
    """
    studies = {source.id for source in dossier.sources if source.kind is SourceKind.STUDY}
    upstream: dict[str, set[str]] = defaultdict(set)
    for edge in dossier.edges:
        if edge.status in _COUNT and not edge.relation.weak:
            upstream[edge.from_id].add(edge.to_id)
    reached = {}
    for document in dict.fromkeys([*(item.source_id for item in dossier.evidence), *studies]):
        seen, waiting = {document}, [document]
        while waiting:
            new = upstream[waiting.pop()] - seen
            seen |= new
            waiting += new
        reached[document] = frozenset(seen & studies)
    primary = frozenset(study for study in studies if reached[study] == {study})
    documents = dict.fromkeys(item.source_id for item in dossier.evidence if item.source_id not in primary)
    return {document: reached[document] & primary for document in documents}
