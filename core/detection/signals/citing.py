"""What the three citing signals share: whether the passage a claim leans on carries the mention."""

import re

from core.detection.bands import prior_band
from core.detection.types import Document, Finding, Ground
from core.model import Source
from core.states import Relation

PROBABILITY = 0.6


def carried(document: Document, words: str) -> bool:
    """Whether a passage in use holds these words; where no passage is known the whole text is in use."""
    if not document.passages:
        return True
    wanted = " ".join(words.split()).casefold()
    return bool(wanted) and any(wanted in re.sub(r"\s+", " ", passage).casefold() for passage in document.passages)


def citing(
    rule: str, document: Document, target: str, evidence: Ground, *, in_use: bool, upstream: Source | None = None
) -> Finding:
    """A document points to another: it cites where the passage in use says so, else it merely links or mentions."""
    return Finding(
        rule=rule,
        from_id=document.id,
        to_id=target,
        relation=Relation.CITES if in_use else Relation.MENTIONS,
        directed=True,
        probability=PROBABILITY,
        band=prior_band(PROBABILITY),
        evidence=(evidence,),
        upstream=upstream,
    )
