"""Detection over a stored data set: what is proposed is kept, what states one identity is merged."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from core.detection import Detection, Document, detect, document_of
from core.detection.identity.registry import Identity
from core.detection.pages import Page, read_page
from core.errors import InvalidInput
from core.kinship import DetectionRun
from core.model import Edge, Notice
from core.people import Person, Role
from core.proposed import Proposal
from core.services.compared_texts import ComparedTexts, Plan
from core.services.learning import calibration_of
from core.services.permission import allow
from core.services.workspace import Workspace
from core.states import EdgeStatus, Relation
from core.store import FoundLineage, LineageBasis

Progress = Callable[[int, int | None], None]

_WORDS = {
    "address": "the same address",
    "canonical": "the same canonical address",
    "doi": "the same DOI",
    "bytes": "the same bytes",
    "external": "the same identifier",
}
_running: set[tuple[str, str]] = set()


def detect_stored(
    workspace: Workspace,
    dataset: str,
    *,
    by: Person,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> DetectionRun:
    """Look for lineage nobody declared among the documents of a data set, and keep what is proposed.

    Documents that are new or changed since the last run are compared with all others; the index they are matched
    against lies beside the store. Documents that state one identity are merged, on record.

    Args:
        workspace: The open store.
        dataset: Which data set.
        by: Who asked for it.
        progress: Told (steps done, steps in all).
        stop: Asked between steps; True ends the run, and the next one goes on from there.

    Raises:
        UnknownId: There is no such data set.
        InvalidInput: Detection of this data set is running already.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "run detection")
    here = workspace.store.url, dataset
    if here in _running:
        raise InvalidInput(f"detection is running on {dataset} already; wait for it or stop it")
    _running.add(here)
    try:
        return _run(workspace, dataset, name, progress, stop)
    finally:
        _running.discard(here)


def _run(
    workspace: Workspace, dataset: str, by: str, progress: Progress | None, stop: Callable[[], bool] | None
) -> DetectionRun:
    basis = workspace.store.lineage_basis(dataset)
    documents = tuple(document_of(source, passages) for source, passages in basis.documents)
    pages = {document.id: read_page(document.html) for document in documents if document.html is not None}
    with ComparedTexts(workspace.store.folder / "lineage", dataset).running() as kept_texts:
        plan = kept_texts.plan({d.id: text for d in documents if (text := _text(d, pages)).strip()})
        found = detect(
            documents,
            existing=(*basis.edges, *_as_edges(basis.merged)),
            rejected=basis.rejections,
            unmerged=basis.apart,
            progress=progress,
            stop=stop,
            calibration=calibration_of(basis.calibration),
            index=plan.index,
            fresh=None if plan.compared is None else plan.fresh,
            compared=plan.compared,
            today=workspace.store.now().date(),
            pages=pages,
            checkpoint=kept_texts,
        )
        merges = tuple(_merges(found.identities, basis))
        one = _Joined((*basis.merged, *((first, other) for first, other, _ in merges)))
        proposals = tuple(p for p in found.proposals if one.leader(p.from_id) != one.leader(p.to_id))
        about = {"documents": len(documents), "compared": len(plan.fresh), "calibration": found.calibration.version}
        kept = workspace.store.keep_lineage(
            dataset, FoundLineage(tuple(_one_a_pair(proposals)), merges, found.complete, about), by=by
        )
        if found.complete:
            kept_texts.finish()
        trouble = kept_texts.trouble
    return DetectionRun(
        dataset=dataset,
        number=kept.number,
        documents=len(documents),
        compared=len(plan.fresh),
        new=kept.new,
        known=kept.known,
        rejected_before=kept.rejected,
        withdrawn=kept.withdrawn,
        identities=kept.merged,
        notices=tuple(_notices(found, plan, trouble)),
        complete=found.complete,
        calibration=found.calibration.version,
    )


def _text(document: Document, pages: dict[str, Page]) -> str:
    if document.text is not None and document.text.strip():
        return document.text
    return pages[document.id].text if document.id in pages else ""


def _as_edges(merged: Iterable[tuple[str, str]]) -> Iterator[Edge]:
    """Documents that count as one have nothing left to propose between them."""
    return (Edge(one, other, Relation.COPIED_FROM, EdgeStatus.CONFIRMED) for one, other in merged)


class _Joined:
    """Which documents are one by now."""

    def __init__(self, pairs: Iterable[tuple[str, str]]) -> None:
        self._root: dict[str, str] = {}
        for one, other in pairs:
            self.join(one, other)

    def leader(self, document: str) -> str:
        while self._root.setdefault(document, document) != document:
            self._root[document] = self._root[self._root[document]]
            document = self._root[document]
        return document

    def join(self, one: str, other: str) -> None:
        first, second = sorted((self.leader(one), self.leader(other)))
        self._root[second] = first


def _merges(identities: Sequence[Identity], basis: LineageBasis) -> Iterator[tuple[str, str, str]]:
    """Documents to be merged, each with the first of its identity, and what both state.

    A pair that a person took apart stays apart, also where a third document stands between them.
    """
    one = _Joined(basis.merged)
    for identity in identities:
        for merge in identity.merges:
            first, other = sorted((merge.one, merge.other))
            ends = {one.leader(first), one.leader(other)}
            kept_apart = any({one.leader(a) for a in pair} == ends for pair in basis.apart)
            if one.leader(first) == one.leader(other) or kept_apart:
                continue
            one.join(first, other)
            what = _WORDS.get(merge.by.kind, merge.by.kind)
            yield first, other, f"both state {what}: {merge.by.value}"[:1_000]


def _one_a_pair(proposals: Iterable[Proposal]) -> Iterator[Proposal]:
    """The surest of a pair first; a proposal about one document is none."""
    seen: set[frozenset[str]] = set()
    for proposal in proposals:
        if proposal.from_id != proposal.to_id and proposal.pair not in seen:
            seen.add(proposal.pair)
            yield proposal


def _notices(found: Detection, plan: Plan, trouble: str) -> Iterator[Notice]:
    for remark in found.notices:
        yield Notice(remark.code, remark.message)
    if plan.again:
        yield Notice("index-anew", "the index of texts could not be used; all texts were compared anew")
    if trouble:
        yield Notice("index-not-kept", f"what was compared cannot be kept ({trouble}); the next run compares all anew")
