"""The lineages of a claim and what each of its items carries."""

from collections.abc import Mapping, Sequence

from core.counting import Counted, spanning_items
from core.dossier import why_not_counted
from core.lineage.content import originless
from core.model import Dossier, Evidence
from core.results import ItemFigure, LineageFigure
from core.scoring.sentence import Family
from core.states import Dependence, SourceKind

VOUCHED = (Dependence.INDEPENDENT, Dependence.PARTIALLY_DEPENDENT)


def lineage_figures(counted: Counted) -> tuple[LineageFigure, ...]:
    """The lineages, largest EIE first, then most documents, then smallest id; lettered in that order."""
    items: dict[str, list[str]] = {}
    for item in spanning_items(counted.dossier, counted.policy):
        items.setdefault(item.source_id, []).append(item.id)
    ranked = sorted(
        zip(counted.lineages, counted.found, strict=True),
        key=lambda pair: (-round(pair[1], 9), -len(pair[0].ids), min(pair[0].ids)),
    )
    figures = []
    for number, (lineage, eie) in enumerate(ranked):
        origins = lineage.origins
        state = dict(zip(lineage.ids, lineage.vertices, strict=True))
        figures.append(
            LineageFigure(
                letter=letters(number),
                eie=eie,
                items=tuple(sorted(item for node in lineage.ids for item in items.get(node, ()))),
                nodes=lineage.ids,
                origins=origins,
                circular=bool(originless(lineage, counted.policy.alpha)),
                vouched=bool(origins)
                and all(state[node].state in VOUCHED and not state[node].retracted for node in origins),
            )
        )
    return tuple(figures)


def item_figures(
    counted: Counted, weights: Mapping[str, float], families: Sequence[LineageFigure]
) -> tuple[ItemFigure, ...]:
    """One figure per evidence item of the dossier, counted or not."""
    policy, dossier = counted.policy, counted.dossier
    letter = {node: family.letter for family in families for node in family.nodes}
    retracted = {source.id for source in dossier.sources if source.retracted}
    figures = []
    for item in dossier.evidence:
        why_not = why_not_counted(item, policy, item.source_id in retracted)
        figures.append(
            ItemFigure(
                evidence_id=item.id,
                source_id=item.source_id,
                counted=not why_not,
                why_not=why_not,
                weight=weights.get(item.id, 0.0),
                increment=policy.increment if item.increment is None else item.increment,
                lineage=letter.get(item.source_id),
            )
        )
    return tuple(figures)


def letters(number: int) -> str:
    """0 -> A, 25 -> Z, 26 -> AA: the letter of a lineage."""
    name = ""
    number += 1
    while number:
        number, place = divmod(number - 1, 26)
        name = chr(ord("A") + place) + name
    return name


def family_of(figure: LineageFigure, counted: Sequence[Evidence], dossier: Dossier) -> Family:
    """What the sentence needs to know of a lineage."""
    sources = {source.id: source for source in dossier.sources}
    nodes = set(figure.nodes)
    documents = {item.source_id for item in counted if item.source_id in nodes}

    def state(node: str) -> Dependence:
        label = dossier.labels.get(node)
        if label is None or (label.state is Dependence.PARTIALLY_DEPENDENT and label.weight is None):
            return Dependence.UNKNOWN
        return label.state

    return Family(
        documents=len(documents),
        origins=tuple(sources[n].kind if n in sources else SourceKind.UNSPECIFIED for n in figure.origins),
        origin_states=tuple(state(node) for node in figure.origins),
        origin_retracted=bool(figure.origins) and all(n in sources and sources[n].retracted for n in figure.origins),
        own_state=state(figure.nodes[0]),
        lone=len(figure.nodes) == 1,
    )
