"""Dependence detectors: the lineage nobody declared, proposed with its evidence. They never say independent.

To add one: write the module (its docstring is the help text), import it and add one line to ``_MODULES``.
"""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Collection as Ids
from datetime import date
from types import MappingProxyType

from core.detection import text_reuse
from core.detection.calibration import SHIPPED, Calibration
from core.detection.detecting import Detection, run
from core.detection.documents import document_of, documents_of
from core.detection.pages import Page
from core.detection.reuse.index import ReuseIndex
from core.detection.signals import (
    archive_copy,
    article_number,
    cross_domain_canonical,
    doi_mention,
    git_fork,
    hyperlink,
    language_edition,
    model_output,
    originally_published,
    outlet_mention,
    press_release,
    same_newsroom,
    same_page,
    shared_study,
    stated_origin,
    structured_origin,
    wire_credit,
)
from core.detection.types import Detector, Document, Finding, Ground, Proposal, Rejection, Remark, Span
from core.detection.work import Checkpoint, Progress
from core.model import Case, Edge

_MODULES: tuple[Detector, ...] = (
    same_page,
    archive_copy,
    cross_domain_canonical,
    originally_published,
    wire_credit,
    stated_origin,
    structured_origin,
    press_release,
    git_fork,
    shared_study,
    language_edition,
    article_number,
    same_newsroom,
    hyperlink,
    doi_mention,
    outlet_mention,
    model_output,
    text_reuse,
)

DETECTORS: MappingProxyType[str, Detector] = MappingProxyType({module.NAME: module for module in _MODULES})
"""Name -> detector, in the order in which they are shown."""


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
    return run(
        case_or_documents,
        DETECTORS,
        existing=existing,
        rejected=rejected,
        unmerged=unmerged,
        progress=progress,
        stop=stop,
        calibration=calibration,
        index=index,
        fresh=fresh,
        compared=compared,
        today=today,
        pages=pages,
        checkpoint=checkpoint,
    )


__all__ = [
    "DETECTORS",
    "detect",
    "document_of",
    "documents_of",
    "Calibration",
    "Detection",
    "Detector",
    "Document",
    "Finding",
    "Ground",
    "Proposal",
    "Rejection",
    "Remark",
    "ReuseIndex",
    "Span",
]
