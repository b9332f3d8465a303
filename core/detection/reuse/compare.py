"""Two texts compared: how much of one stands in the other, after everything that means nothing is taken off."""

from dataclasses import dataclass

import numpy as np

from core.detection.reuse.frequency import Frequency
from core.detection.reuse.passage import aligned_words
from core.detection.reuse.reading import Reading
from core.detection.reuse.runs import Runs, shared_runs
from core.detection.reuse.shingles import SIZE
from core.detection.reuse.words import Hashes
from core.states import Relation

SHARED = 8
"""Filtered shared 5-grams from which reuse is proposed."""
TELLING = 4
"""Of these, how many must be more than names, titles and numbers."""
CONTAINED = 0.02
"""Share of the shorter text they must be, where the texts are longer than articles."""
ARTICLE_WORDS = 6_000
"""Length up to which one shared passage is enough; codes and statutes share formulas somewhere."""
JACCARD = 0.5
"""Likeness from which two texts are near-duplicates, whatever the other rules say."""
COPIED = 0.3
"""Containment from which one text is taken for a copy rather than for sharing a quotation."""
COMMON = 3
"""Documents with a 5-gram up to which it tells something; in more it is a habit of the collection."""
PASSAGE = 18
"""Aligned words of one passage that two reporters of one event do not reach."""
_FEWER_SHARED, _FEWER_TELLING = 5, 3
"""Shared and telling 5-grams that are enough where a passage lines up that well."""
_QUOTED = 9
"""Telling 5-grams in one run, 13 words: a quotation of one sentence."""
_SCATTERED, _SCATTERED_SHARE = 16, 0.05
"""Telling 5-grams, and their share of the shorter text, that are reuse without lying together: a heavy revision."""
_LONG_RUN = 25
"""Words from which a run is a passage of its own even where more than three documents have it."""
_FOOTER_WORDS = 40
_ENOUGH_LEFT = 15
"""Shingles that must be left of either text before likeness is called likeness."""


@dataclass(frozen=True, slots=True)
class Overlap:
    """What two texts share."""

    shared: int
    """Distinct 5-grams in both, after the filters."""
    containment: float
    """Share of the shorter text that stands in the other, stock phrases aside; habits of the collection count here."""
    jaccard: float
    """Likeness of the whole texts, stock phrases aside."""
    runs: Runs
    """The runs that hold them, longest first."""
    near_duplicate: bool

    @property
    def relation(self) -> Relation:
        """A copy from a containment of 0.3 on; below it the two share a quotation or statement."""
        copied = self.near_duplicate or self.containment >= COPIED
        return Relation.COPIED_FROM if copied else Relation.SHARES_COMMON_PARENT


def overlap(here: Reading, there: Reading, frequency: Frequency, *, one_host: bool) -> Overlap | None:
    """Compare two texts.

    Proposed are near-duplicates, and texts that share at least 8 5-grams after the filters, 4 of them more than names
    and numbers, which stand in one sentence-long run, line up in one passage, or are many. Of texts longer than
    articles they must be 2 % of the shorter one. Pages of one host share a template: only near-duplicates count there.

    Args:
        here: The first text.
        there: The second text.
        frequency: In how many documents of the collection a shingle stands.
        one_host: Whether both stand on one host.

    Returns:
        What they share; None where it is too little to be proposed. None says nothing about independence.

    Source:
        [HOUSE] lineage detection, "Text reuse"; thresholds measured on labelled web pages.
    """
    common = np.intersect1d(here.own_words, there.own_words, assume_unique=True)
    if len(common) < _FEWER_SHARED:
        return None
    union = len(here.own_words) + len(there.own_words) - len(common)
    jaccard = len(common) / union
    contained = len(common) / min(len(here.own_words), len(there.own_words))
    if one_host:
        return _on_one_host(here, there, frequency, common, jaccard, contained)
    near = jaccard >= JACCARD and min(len(here.own_words), len(there.own_words)) >= _ENOUGH_LEFT
    if not near and len(np.intersect1d(here.telling, there.telling, assume_unique=True)) < _FEWER_TELLING:
        return None
    runs = shared_runs(here.shingles, there.shingles)
    kept, counting = _filtered(here, there, runs, frequency, contained)
    if near:
        return Overlap(len(common), contained, jaccard, kept if len(kept.lengths) else runs, True)
    share = len(counting) / min(len(here.unique), len(there.unique))
    if share < CONTAINED and min(len(here.words), len(there.words)) > ARTICLE_WORDS:
        return None
    return (
        Overlap(len(counting), contained, jaccard, kept, False)
        if _is_reuse(here, there, kept, counting, share)
        else None
    )


def _is_reuse(here: Reading, there: Reading, runs: Runs, counting: Hashes, share: float) -> bool:
    telling = len(np.intersect1d(np.intersect1d(counting, here.telling), there.telling))
    if len(counting) < _FEWER_SHARED or telling < _FEWER_TELLING:
        return False
    if len(counting) >= SHARED and telling >= TELLING:
        if telling >= _SCATTERED and share >= _SCATTERED_SHARE:
            return True
        if _longest_quotation(here, there, runs) >= _QUOTED:
            return True
    return aligned_words(here, there, runs) >= PASSAGE


def _longest_quotation(here: Reading, there: Reading, runs: Runs) -> int:
    """Telling shingles in the run that has most of them."""
    best = 0
    for begin, other, length in zip(*(part.tolist() for part in runs), strict=True):
        count = length - SIZE + 1
        if count <= best:
            break
        dull = here.dull[begin : begin + count] | there.dull[other : other + count]
        best = max(best, int((~dull).sum()))
    return best


def _on_one_host(
    here: Reading, there: Reading, frequency: Frequency, common: Hashes, jaccard: float, contained: float
) -> Overlap | None:
    """Near-duplicates once the template is off: what more than three documents have is taken for it."""
    if jaccard < JACCARD:
        return None
    left = _rare(here, frequency), _rare(there, frequency)
    if min(len(left[0]), len(left[1])) < _ENOUGH_LEFT:
        return None
    own = np.intersect1d(*left, assume_unique=True)
    if len(own) / (len(left[0]) + len(left[1]) - len(own)) < JACCARD:
        return None
    return Overlap(len(common), contained, jaccard, shared_runs(here.shingles, there.shingles), True)


def _rare(reading: Reading, frequency: Frequency) -> Hashes:
    return np.unique(reading.shingles[(frequency(reading.shingles) <= COMMON) & ~reading.stock])


def _filtered(here: Reading, there: Reading, runs: Runs, frequency: Frequency, contained: float) -> tuple[Runs, Hashes]:
    """The runs of which something is left, and the distinct shingles left in them."""
    kept: list[int] = []
    left: list[Hashes] = []
    for number, (begin, other, length) in enumerate(zip(*(part.tolist() for part in runs), strict=True)):
        count = length - SIZE + 1
        shingles = here.shingles[begin : begin + count]
        clean = ~(here.stock[begin : begin + count] | there.stock[other : other + count])
        if not clean.any():
            continue
        habitual = frequency(shingles) > COMMON
        if habitual.any() and not (
            length >= _LONG_RUN and clean.mean() >= 0.5 and not _is_footer(here, there, begin, other, length, contained)
        ):
            clean &= ~habitual
        if clean.any():
            kept.append(number)
            left.append(shingles[clean])
    rows = np.array(kept, dtype=np.int64)
    shingles = np.unique(np.concatenate(left)) if left else np.empty(0, dtype=np.uint64)
    return Runs(runs.here[rows], runs.there[rows], runs.lengths[rows]), shingles


def _is_footer(here: Reading, there: Reading, begin: int, other: int, length: int, contained: float) -> bool:
    """True for what closes both texts and is little of either: who we are, whom to call."""
    if contained >= COPIED:
        return False
    ends = len(here.words) - (begin + length), len(there.words) - (other + length)
    late = begin >= 0.6 * len(here.words) and other >= 0.6 * len(there.words)
    return late and max(ends) <= _FOOTER_WORDS
