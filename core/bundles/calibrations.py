"""From which cohesion on passages are about one thing: per embedder, as measured, or as a named profile."""

from collections.abc import Mapping
from types import MappingProxyType

from core.bundles.gates import UNCALIBRATED, CohesionLimit
from core.errors import InvalidParameter

PAPER_PROFILE = "paper-0.65"
PAPER_LIMIT = 0.65

SHIPPED: Mapping[str, float] = MappingProxyType(
    {"hashed-ngrams-v1": 0.19, "use-multilingual-v3": 0.32, "minilm-l6-v2-int8": 0.42}
)
"""Embedder id -> c_min as shipped: English biomedical question bundles (28 questions, 169 snippets). Use your own."""


def cohesion_limit(embedder: str, profile: str | None = None, own: Mapping[str, float] | None = None) -> CohesionLimit:
    """The limit of an embedder: the team's own calibration, the shipped one, or none.

    Args:
        embedder: Its id.
        profile: "paper-0.65" takes the article's figure, whatever the embedder; None takes what was calibrated.
        own: Embedder id -> the team's own c_min.

    Returns:
        A limit without a value where nobody calibrated the embedder: it refuses nothing then.

    Raises:
        InvalidParameter: No such profile, or an own value outside [-1, 1].

    Source:
        [HOUSE] 0.65 means nothing for another embedder than the article's [MARIA].
    """
    if profile is not None:
        if profile != PAPER_PROFILE:
            raise InvalidParameter("cohesion profile", profile, PAPER_PROFILE)
        return CohesionLimit(PAPER_LIMIT, PAPER_PROFILE)
    if own and embedder in own:
        value = own[embedder]
        if isinstance(value, bool) or not isinstance(value, int | float) or not -1.0 <= value <= 1.0:
            raise InvalidParameter("c_min", value, "a number in [-1, 1]")
        return CohesionLimit(float(value), "own calibration")
    if embedder in SHIPPED:
        return CohesionLimit(SHIPPED[embedder], "shipped calibration")
    return CohesionLimit(None, UNCALIBRATED)
