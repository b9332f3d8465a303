"""Figures that explain overlap. They are shown beside a claim and change no score."""

from core.detection.explanations.cca import CoveredArea, PairArea, corrected_covered_area
from core.detection.explanations.jury import effective_jurors, majority_right
from core.detection.explanations.kish import EffectiveSize, effective_size_of_matrix, effective_size_of_weights
from core.detection.explanations.wrong_values import SharedWrong, Stated, shared_wrong_values

__all__ = [
    "CoveredArea",
    "EffectiveSize",
    "PairArea",
    "SharedWrong",
    "Stated",
    "corrected_covered_area",
    "effective_jurors",
    "effective_size_of_matrix",
    "effective_size_of_weights",
    "majority_right",
    "shared_wrong_values",
]
