"""What kind of bundle passages make: by dates and cue words, a heuristic that people may override."""

import re
from collections.abc import Sequence
from enum import StrEnum

from core.bundles.types import Passage


class BundleKind(StrEnum):
    """What the passages of a bundle do together."""

    TEMPORAL = "temporal"
    CAUSAL = "causal"
    COMPARATIVE = "comparative"
    EVIDENTIAL = "evidential"


_CAUSAL = re.compile(
    r"\b(?:because|caus(?:e|ed|es|ing) (?:by|of)?|due to|led to|leads to|result(?:s|ed)? (?:in|from)|therefore|"
    r"consequently|as a result|owing to|triggered|attributed to)\b",
    re.IGNORECASE,
)
_COMPARATIVE = re.compile(
    r"\b(?:than|versus|vs\.?|whereas|compared (?:to|with)|in contrast|unlike|relative to|twice as|half as)\b",
    re.IGNORECASE,
)
_TEMPORAL = re.compile(
    r"\b(?:since|until|before|after|then|later|earlier|formerly|subsequently|meanwhile|finally|"
    r"in (?:1[0-9]|20)\d{2})\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b(?:1[0-9]|20)\d{2}\b")


def kind_of(passages: Sequence[Passage]) -> BundleKind:
    """The kind most passages of a bundle speak for.

    Causal or comparative where at least half of them have such a cue, the more frequent first; temporal where they
    span two or more years of the text or of their sources and at least half have a cue of time; else evidential.

    Source:
        [MARIA] names the types; [HOUSE] the cues. Not measured: shown as a guess, editable.
    """
    if not passages:
        return BundleKind.EVIDENTIAL
    need = (len(passages) + 1) // 2
    causal = sum(bool(_CAUSAL.search(passage.text)) for passage in passages)
    comparative = sum(bool(_COMPARATIVE.search(passage.text)) for passage in passages)
    if max(causal, comparative) >= need:
        return BundleKind.CAUSAL if causal >= comparative else BundleKind.COMPARATIVE
    years = {year for passage in passages for year in _YEAR.findall(passage.text)}
    years |= {passage.date[:4] for passage in passages if passage.date and passage.date[:4].isdigit()}
    if len(years) >= 2 and sum(bool(_TEMPORAL.search(passage.text)) for passage in passages) >= need:
        return BundleKind.TEMPORAL
    return BundleKind.EVIDENTIAL
