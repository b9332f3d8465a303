"""What a verdict on proposals would change, claim by claim, before it is given."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from core.counting import count
from core.errors import InvalidInput
from core.kinship import ProposalLine, Turned
from core.model import Dossier, Edge
from core.proposed import ProposalEffect
from core.services.workspace import Workspace
from core.states import EdgeStatus, Relation
from core.work import BulkChange


def proposal_effect(
    workspace: Workspace,
    lines: Sequence[ProposalLine],
    *,
    status: EdgeStatus,
    relation: Relation | None = None,
    direction: Turned | None = None,
) -> ProposalEffect:
    """The figures of every claim that leans on one of the documents, now and under the verdict; nothing is saved.

    Args:
        workspace: The open store.
        lines: The proposals.
        status: Confirmed, rejected or suspected.
        relation: What they really are; None leaves the relation as it is.
        direction: Which way round; None leaves it as it is.

    Raises:
        InvalidInput: No proposal.
        UnknownId: There is no such data set.
    """
    if not lines:
        raise InvalidInput("choose at least one proposal")
    touched, changes = 0, []
    for dataset in dict.fromkeys(line.dataset for line in lines):
        own = [line for line in lines if line.dataset == dataset]
        wanted = {line.edge_key: _said(line, status, relation, direction) for line in own}
        found, dossiers = workspace.store.leaning_dossiers(
            dataset, {end for line in own for end in (line.from_id, line.to_id)}
        )
        touched += found
        policy = workspace.store.current_policy(dataset)
        for dossier in dossiers:
            before, after = count(dossier, policy), count(_changed(dossier, wanted), policy)
            change = BulkChange(
                f"{dossier.dataset}:{dossier.claim.id}",
                dossier.claim.text,
                before.reading(before.eie),
                after.reading(after.eie),
            )
            if change.before != change.after:
                changes.append(change)
    changes.sort(key=lambda c: (c.before.decision is c.after.decision, -abs(c.after.aware - c.before.aware), c.uid))
    return ProposalEffect(
        tuple(changes), touched, sum(change.before.decision is not change.after.decision for change in changes)
    )


def _said(line: ProposalLine, status: EdgeStatus, relation: Relation | None, direction: Turned | None) -> Edge:
    """The edge as the verdict would have it."""
    ends = (line.to_id, line.from_id) if direction == "to->from" else (line.from_id, line.to_id)
    return Edge(*ends, relation or line.relation, status, probability=line.probability, rule=line.rule)


def _changed(dossier: Dossier, wanted: Mapping[str, Edge]) -> Dossier:
    """The claim under the verdict: each edge in its place, keeping the strength it has."""
    edges = tuple(
        replace(wanted[edge.key], strength=edge.strength) if edge.key in wanted else edge for edge in dossier.edges
    )
    return replace(dossier, edges=edges)
