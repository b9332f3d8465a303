"""Dependence detectors: the lineage nobody declared, proposed with its evidence. They never say independent."""

from core.detection.calibration import Calibration
from core.detection.detecting import Detection, detect
from core.detection.detectors import DETECTORS
from core.detection.documents import document_of, documents_of
from core.detection.reuse.index import ReuseIndex
from core.detection.types import Detector, Document, Finding, Ground, Proposal, Rejection, Remark, Span

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
