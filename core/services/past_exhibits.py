"""A claim as it stood on a past day, to be exported: facts, labels, policy and signatures of that time."""

from types import MappingProxyType

from core.exporters.types import DatasetFacts, DecisionFacts, Delivery, Exhibit, Imprint, PolicyInForce
from core.services.exhibits import Work
from core.services.history import claim_as_of, read_moment
from core.services.judging import judgements
from core.services.spoken import person_name
from core.services.stored_decisions import judgement_of
from core.services.workspace import Workspace

NOT_ASKED = DecisionFacts(None, "the rule is asked about today only; what was signed by then stands below")


def of_past(workspace: Workspace, uid: str, at: str, *, by: str, version: str) -> Delivery:
    """A claim as it stood at a moment, to be exported.

    The checks of citations and the rule's decision are left out: they are about the files and the rule of today. What
    a check had promoted by then shows in the states of the evidence.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        at: ISO 8601; a day without a time means its end.
        by: Who exports.
        version: Of Headwater.

    Raises:
        UnknownId: There was no such claim then.
        InvalidParameter: The moment cannot be read.
    """
    moment = read_moment(at)
    file = claim_as_of(workspace, uid, at)
    dossier, store = file.dossier, workspace.store
    events = tuple(event for event in file.events if event.at <= moment)
    said = (one for one in judgements(workspace, uid) if (one.at or "") <= moment)
    exhibit = Exhibit(
        uid=uid,
        dossier=dossier,
        found=file.assessment,
        labels=Work(reversed(events)).labels_on(
            (source.id for source in dossier.sources), dossier.labels, dossier.claim.id
        ),
        events=events,
        judgements=tuple(judgement_of(one, dossier) for one in said),
        signed=tuple(one for one in store.signatures("claim", uid) if one.at <= moment),
        decide=lambda: NOT_ASKED,
    )
    imprint = Imprint(
        f"claim {uid} as of {moment[:16].replace('T', ' ')} UTC", person_name(by), store.moment(), version
    )
    facts = DatasetFacts(dossier.dataset, PolicyInForce(file.policy, "in force at that time"))
    return Delivery(imprint, MappingProxyType({dossier.dataset: facts}), lambda: iter((exhibit,)), 1, as_of=moment)
