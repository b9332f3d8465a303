"""One run over a collection: every rule, then one proposal a pair."""

from collections.abc import Callable, Collection as Ids, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from core.detection.calibration import SHIPPED, Calibration
from core.detection.collection import Collection
from core.detection.combining import proposals_of
from core.detection.detectors import DETECTORS
from core.detection.documents import documents_of
from core.detection.identity.registry import Identity
from core.detection.observations import observed
from core.detection.pages import Page
from core.detection.reuse.index import ReuseIndex
from core.detection.types import Document, Finding, Proposal, Rejection, Remark
from core.detection.work import Checkpoint, Progress, Work
from core.model import Case, Edge

_TEXT = "text_reuse"
_ONE_DOCUMENT = frozenset({"same_page", "archive_copy"})


@dataclass(frozen=True, slots=True)
class Detection:
    """What a run found. What is not among the proposals is unknown, not independent."""

    proposals: tuple[Proposal, ...]
    """One per pair, the surest first."""
    notices: tuple[Remark, ...]
    """What was left out, what contradicts itself, what is flagged."""
    identities: tuple[Identity, ...] = ()
    """Documents that are one by what they state; each is proposed too, until it is merged."""
    complete: bool = True
    """False where the run was stopped: then what is missing was not looked at."""
    calibration: Calibration = SHIPPED
    """What the bands were made with."""


def detect(
    case_or_documents: Case | Sequence[Document],
    *,
    existing: Ids[Edge] = (),
    rejected: Ids[Rejection] = (),
    unmerged: Ids[frozenset[str]] = (),
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
    calibration: Calibration = SHIPPED,
    index: ReuseIndex | None = None,
    fresh: Ids[str] | None = None,
    compared: Ids[str] | None = None,
    today: date | None = None,
    pages: Mapping[str, Page] | None = None,
    checkpoint: Checkpoint | None = None,
) -> Detection:
    """Propose the lineage that nobody declared.

    Args:
        case_or_documents: A case, whose edges count as existing, or documents with an id each.
        existing: Edges in force. Pairs that a known or confirmed one joins are not proposed.
        rejected: Pairs a person said no to, with the evidence it was said to. They come back on new evidence only.
        unmerged: Pairs a person said are not one document.
        progress: Told (steps done, steps in all).
        stop: Asked between steps; True ends the run with what there is.
        calibration: Turns shared text and verdicts into bands.
        index: A reuse index of more documents than these; what is a habit there is one here.
        fresh: Ids of new documents: only pairs with one of them are compared by text.
        compared: Ids of the documents that may share text with a new one, these among them; None: all.
        today: The day of the run; dates of publication after it are not believed.
        pages: Document id -> its page, where its HTML was read before.
        checkpoint: Where a long comparison is put down, so that a later run goes on from it.

    Returns:
        Proposals, one per pair, each with all its evidence, and notices. Nothing in it says independent.

    Raises:
        InvalidInput: Two documents have one id.
    """
    if isinstance(case_or_documents, Case):
        existing = (*case_or_documents.edges, *existing)
        documents: Sequence[Document] = documents_of(case_or_documents)
    else:
        documents = case_or_documents
    texts = len(documents) if compared is None else len(compared)
    work = Work(progress, stop, total=2 * texts + len(DETECTORS))
    collection = Collection(
        documents,
        today=today,
        unmerged=unmerged,
        calibration=calibration,
        work=work,
        index=index,
        fresh=fresh,
        compared=compared,
        pages=pages,
        checkpoint=checkpoint,
    )
    findings: list[Finding] = []
    remarks: list[Remark] = list(observed(collection))
    for detector in DETECTORS.values():
        if work.step():
            break
        for said in detector.find(collection):
            if isinstance(said, Remark):
                remarks.append(said)
            else:
                findings.append(said)
    leader = collection.identities.leader
    proposals, contradictions = proposals_of(_one_a_document(findings, leader), calibration, existing, rejected)
    remarks.extend(contradictions)
    if work.stopped:
        remarks.append(Remark("stopped", "the run was stopped; what it did not reach was not looked at"))
    return Detection(proposals, tuple(remarks), collection.identities.groups, not work.stopped, calibration)


def _one_a_document(findings: Iterable[Finding], leader: Mapping[str, str]) -> list[Finding]:
    """Documents under several ids share text with others once, and with themselves not at all."""
    kept: list[Finding] = []
    best: dict[frozenset[str], Finding] = {}
    for finding in findings:
        if finding.rule != _TEXT:
            kept.append(finding)
            continue
        pair = frozenset(leader.get(end, end) for end in (finding.from_id, finding.to_id))
        known = best.get(pair)
        if len(pair) == 2 and (known is None or (finding.shared or 0) > (known.shared or 0)):
            best[pair] = finding
    return kept + list(best.values())
