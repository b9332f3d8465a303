"""The facts of a claim arranged for drawing: names, merged edges, dependence, and what could not be used."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from core.model import Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.results import Assessment, ItemFigure
from core.states import Dependence, EdgeStatus, EvidenceState, Stance
from dashboard.viewmodels.evidence import title_of
from dashboard.viewmodels.graph_values import GraphOptions
from dashboard.viewmodels.graph_words import one_line
from dashboard.viewmodels.numbers import count
from dashboard.wording import STATE

_STRONGEST = {
    EdgeStatus.CONFIRMED: 0,
    EdgeStatus.KNOWN: 1,
    EdgeStatus.SUSPECTED: 2,
    EdgeStatus.REJECTED: 3,
}


@dataclass(frozen=True, slots=True)
class GraphFacts:
    """One claim, ready to be drawn. Source ids are those of the data."""

    claim_id: str
    claim_text: str
    sources: Mapping[str, Source]
    titles: Mapping[str, str]
    """Source id -> its title in full, or its id."""
    names: Mapping[str, str]
    """Source id -> what stands beside the node: its title, or its publisher where titles repeat."""
    items: Mapping[str, tuple[tuple[Evidence, ItemFigure | None], ...]]
    """Source id -> its evidence."""
    pairs: Mapping[tuple[str, str], tuple[Edge, ...]]
    """(from, to) -> the edges between them, strongest first."""
    upstream: Mapping[str, tuple[str, ...]]
    labels: Mapping[str, Label]
    dependence: Mapping[str, Dependence]
    letters: Mapping[str, str]
    """Source id -> letter of its lineage; a source without one does not count."""
    eie: Mapping[str, float]
    smallest: Mapping[str, str]
    """Letter -> smallest id of the lineage: it names the lineage where a relabel may change the letter."""
    leaning: frozenset[str]
    """Sources that lean on a retracted one."""
    checks: Mapping[str, str]
    notices: tuple[str, ...]

    @property
    def claim_node(self) -> str:
        """Id of the claim in the picture."""
        return f"c:{self.claim_id}"

    def stances(self, source_id: str) -> tuple[Stance, ...]:
        """How the passages of a source stand to the claim, each stance once."""
        return tuple(dict.fromkeys(item.stance for item, _ in self.items.get(source_id, ())))

    def refutes(self, source_id: str) -> bool:
        """Whether a passage of the source refutes the claim."""
        return Stance.REFUTES in self.stances(source_id)


def graph_facts(dossier: Dossier, found: Assessment, options: GraphOptions) -> GraphFacts:
    """Arrange a dossier for drawing; what cannot be drawn is left out and said."""
    notices: list[str] = []
    sources: dict[str, Source] = {}
    repeated: list[str] = []
    for source in dossier.sources:
        if source.id in sources:
            repeated.append(source.id)
        sources.setdefault(source.id, source)
    if repeated:
        notices.append(f"Repeated source id, drawn once: {_some(repeated)}.")
    items = _items(dossier, found, sources, notices)
    pairs = _pairs(dossier, sources, options.show_rejected, notices)
    upstream: dict[str, list[str]] = {}
    for source_id, target in sorted(pairs):
        upstream.setdefault(source_id, []).append(target)
    titles = {key: title_of(source, key) for key, source in sources.items()}
    return GraphFacts(
        claim_id=dossier.claim.id,
        claim_text=dossier.claim.text,
        sources=sources,
        titles=titles,
        names=_names(sources, titles),
        items={key: tuple(carried) for key, carried in items.items()},
        pairs=pairs,
        upstream={key: tuple(ups) for key, ups in upstream.items()},
        labels=dossier.labels,
        dependence={key: _dependence(key, dossier.labels.get(key), upstream, pairs, found.policy) for key in sources},
        letters={node: lineage.letter for lineage in found.lineages for node in lineage.nodes},
        smallest={lineage.letter: min(lineage.nodes) for lineage in found.lineages},
        eie={lineage.letter: lineage.eie for lineage in found.lineages},
        leaning=found.upstream_retracted,
        checks={key: word for key in items if (word := options.checks.get(key) or _state(items[key]))},
        notices=tuple(notices),
    )


def _items(
    dossier: Dossier, found: Assessment, sources: Mapping[str, Source], notices: list[str]
) -> dict[str, list[tuple[Evidence, ItemFigure | None]]]:
    figures = {figure.evidence_id: figure for figure in found.figures}
    items: dict[str, list[tuple[Evidence, ItemFigure | None]]] = {}
    lost = []
    for item in dossier.evidence:
        if item.source_id in sources:
            items.setdefault(item.source_id, []).append((item, figures.get(item.id)))
        else:
            lost.append(item.source_id)
    if lost:
        notices.append(f"{count(len(lost), 'passage')} without a source, not drawn: {_some(lost)}.")
    return items


def _pairs(
    dossier: Dossier, sources: Mapping[str, Source], rejected: bool, notices: list[str]
) -> dict[tuple[str, str], tuple[Edge, ...]]:
    pairs: dict[tuple[str, str], list[Edge]] = {}
    dangling, to_itself = [], []
    for edge in dossier.edges:
        if edge.status is EdgeStatus.REJECTED and not rejected:
            continue
        if edge.from_id == edge.to_id:
            to_itself.append(edge.from_id)
        elif edge.from_id not in sources or edge.to_id not in sources:
            dangling.append(edge.to_id if edge.from_id in sources else edge.from_id)
        else:
            pairs.setdefault((edge.from_id, edge.to_id), []).append(edge)
    if dangling:
        notices.append(f"{count(len(dangling), 'edge')} to nothing, not drawn: {_some(dangling)}.")
    if to_itself:
        notices.append(f"{count(len(to_itself), 'edge')} from a source to itself, not drawn: {_some(to_itself)}.")
    return {
        pair: tuple(sorted(edges, key=lambda edge: (edge.relation.weak, _STRONGEST[edge.status], edge.relation)))
        for pair, edges in pairs.items()
    }


def _names(sources: Mapping[str, Source], titles: Mapping[str, str]) -> dict[str, str]:
    # Copies of one story share its headline; their publishers tell them apart.
    shown = Counter(one_line(title).casefold() for title in titles.values())
    names = {}
    for key, source in sources.items():
        title = one_line(titles[key]) or key
        repeats = shown[one_line(titles[key]).casefold()] > 1
        names[key] = one_line(source.publisher) if repeats and source.publisher else title
    return names


def _dependence(
    key: str,
    label: Label | None,
    upstream: Mapping[str, Sequence[str]],
    pairs: Mapping[tuple[str, str], tuple[Edge, ...]],
    policy: Policy,
) -> Dependence:
    """The label's word; where nobody gave one, what the edges that count say."""
    if label is not None and (label.state is not Dependence.UNKNOWN or is_human(label)):
        return label.state
    taken = 0.0
    for target in upstream.get(key, ()):
        strengths = [
            policy.strength_of(edge.relation) if edge.strength is None else edge.strength
            for edge in pairs[key, target]
            if edge.status in (EdgeStatus.KNOWN, EdgeStatus.CONFIRMED) and not edge.relation.weak
        ]
        taken += max(strengths, default=0.0)
    if taken > 1 - 1e-9:
        return Dependence.DEPENDENT
    return Dependence.PARTIALLY_DEPENDENT if taken > 1e-9 else Dependence.UNKNOWN


def is_human(label: Label | None) -> bool:
    """Whether a person, not the import, gave the label."""
    return label is not None and label.by != "import"


def _state(carried: Sequence[tuple[Evidence, ItemFigure | None]]) -> str:
    best = max((item.state for item, _ in carried), key=lambda state: state.step)
    return STATE[best] if best.step >= EvidenceState.VERIFIED.step else ""


def _some(ids: Sequence[str]) -> str:
    different = list(dict.fromkeys(ids))
    shown = ", ".join(repr(one_line(key, 40)) for key in different[:3])
    return shown if len(different) <= 3 else f"{shown} and {len(different) - 3:,} more"
