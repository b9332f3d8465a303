"""From findings to proposals: one per pair, with all its evidence, and none that is settled already."""

from collections import defaultdict
from collections.abc import Collection as Ids, Iterable, Iterator, Sequence
from dataclasses import replace

from core.detection.calibration import Calibration
from core.detection.circles import circles
from core.detection.settled import Settled
from core.detection.types import FORWARD, UNKNOWN, Finding, Proposal, Rejection, Remark
from core.model import Edge
from core.states import Relation

_TEXT = "text_reuse"
_WEAK_BELOW_TEXT = frozenset({Relation.CITES, Relation.MENTIONS})
"""Relations that shared text outweighs: a paper that cites and copies another has copied it."""


def proposals_of(
    findings: Iterable[Finding], calibration: Calibration, existing: Ids[Edge], rejected: Ids[Rejection]
) -> tuple[tuple[Proposal, ...], tuple[Remark, ...]]:
    """Combine what the rules found.

    Per pair the likeliest explicit signal gives relation and direction, shared text the rest; the probability is that
    of the surest rule, since rules that read one page are no independent witnesses. Pairs that a known or confirmed
    edge joins, and pairs rejected on this very evidence, are left out.

    Returns:
        The proposals, surest first, and remarks on contradictions.
    """
    by_pair: dict[frozenset[str], list[Finding]] = defaultdict(list)
    for finding in findings:
        if finding.from_id != finding.to_id:
            by_pair[frozenset((finding.from_id, finding.to_id))].append(finding)
    settled = Settled(existing)
    no = {rejection.pair: rejection.grounds for rejection in rejected}
    made: dict[frozenset[str], Proposal] = {}
    remarks: list[Remark] = []
    for pair, group in by_pair.items():
        if settled.joins(*sorted(pair)):
            continue
        proposal, contradiction = _combined(group, calibration)
        if (pair in no and proposal.grounds <= no[pair]) or settled.rejects(proposal):
            continue
        if proposal.upstream is not None and settled.names_an_origin(proposal.from_id, proposal.relation):
            continue
        made[pair] = proposal
        if contradiction is not None:
            remarks.append(contradiction)
    _share_parents(made)
    remarks.extend(_open_cycles(made))
    ranked = sorted(made.values(), key=lambda p: (-p.probability, -(p.shared or 0), p.from_id, p.to_id))
    return tuple(ranked), tuple(remarks)


def _combined(group: Sequence[Finding], calibration: Calibration) -> tuple[Proposal, Remark | None]:
    judged = []
    for finding in group:
        probability, band = finding.probability, finding.band
        if finding.rule != _TEXT:
            probability, band = calibration.of_rule(finding.rule, probability, band.basis)
        judged.append((finding, probability, band))
    text = any(finding.rule == _TEXT for finding in group)
    lead = min(
        judged,
        key=lambda row: (
            text and row[0].relation in _WEAK_BELOW_TEXT,
            row[0].relation is Relation.MENTIONS,
            row[0].rule == _TEXT,
            -row[1],
            row[0].rule,
            row[0].from_id,
        ),
    )[0]
    _, probability, band = max(judged, key=lambda row: (row[1], row[0].rule))
    ends = lead.from_id, lead.to_id
    directed = lead.directed
    said = _directions(f for f in group if f.relation not in _WEAK_BELOW_TEXT)
    cited = _directions(group)
    contradiction = None
    if len(said) > 1 or (not said and len(cited) > 1):
        directed = False
        ends = min(ends, ends[::-1])
    elif cited:
        ends, directed = next(iter(said or cited)), True
    if len(said) > 1:
        message = f"{ends[0]} and {ends[1]} each point to the other as the original; which came first is unknown"
        contradiction = Remark("each-claims-the-other", message, ends)
    ranked = sorted(judged, key=lambda row: (row[0] is not lead, -row[1], row[0].rule))
    evidence = tuple(dict.fromkeys(ground for finding, _, _ in ranked for ground in finding.evidence))
    proposal = Proposal(
        from_id=ends[0],
        to_id=ends[1],
        relation=lead.relation,
        direction=FORWARD if directed else UNKNOWN,
        probability=probability,
        band=band,
        rule=lead.rule,
        evidence=evidence,
        upstream=next((f.upstream for f in group if f.upstream is not None), None),
        shared=max((f.shared for f in group if f.shared is not None), default=None),
    )
    return proposal, contradiction


def _directions(group: Iterable[Finding]) -> set[tuple[str, str]]:
    return {(finding.from_id, finding.to_id) for finding in group if finding.directed}


def _share_parents(made: dict[frozenset[str], Proposal]) -> None:
    """Two documents that share words and name one origin share the origin; neither copied the other for all we know."""
    origins: dict[str, set[str]] = defaultdict(set)
    for proposal in made.values():
        if proposal.direction == FORWARD and proposal.rule != _TEXT and proposal.relation not in _WEAK_BELOW_TEXT:
            origins[proposal.from_id].add(proposal.to_id)
    for pair, proposal in list(made.items()):
        if proposal.rule != _TEXT:
            continue
        common = origins[proposal.from_id] & origins[proposal.to_id]
        if common:
            made[pair] = replace(
                proposal, relation=Relation.SHARES_COMMON_PARENT, direction=UNKNOWN, parent_id=min(common)
            )


def _open_cycles(made: dict[frozenset[str], Proposal]) -> Iterator[Remark]:
    """Proposals that run in a circle cannot all say who came first: none of them does."""
    directed = {pair: proposal for pair, proposal in made.items() if proposal.direction == FORWARD}
    for circle in circles((proposal.from_id, proposal.to_id) for proposal in directed.values()):
        inside = set(circle)
        for pair, proposal in directed.items():
            if pair <= inside:
                made[pair] = replace(proposal, direction=UNKNOWN)
        message = f"{', '.join(circle[:10])} point to one another in a circle; which came first is unknown"
        yield Remark("circle", message, circle)
