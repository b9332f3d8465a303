"""Two texts compared: how much of one stands in the other, after everything that means nothing is taken off."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.detection.reuse.frequency import Habits
from core.detection.reuse.passage import aligned_words
from core.detection.reuse.reading import Flags, Reading
from core.detection.reuse.runs import Places, Runs, shared_runs
from core.detection.reuse.shingles import SIZE
from core.detection.reuse.words import Hashes
from core.states import Relation

SHARED = 8
"""Filtered shared 5-grams from which reuse is proposed."""
TELLING = 4
"""Of these, how many must be more than names, titles and numbers."""
CONTAINED = 0.02
"""Share of the shorter text they must be, where the texts are longer than articles."""
ARTICLE_WORDS = 4_000
"""Length up to which one shared passage is enough; codes and statutes share formulas somewhere."""
JACCARD = 0.5
"""Likeness from which two texts are near-duplicates, whatever the other rules say."""
COPIED = 0.3
"""Containment from which one text is taken for a copy rather than for sharing a quotation."""
PASSAGE = 18
"""Aligned words of one passage that two reporters of one event do not reach."""
COMMON_PASSAGE = 30
"""Aligned words from which a passage that is 2 % of the shorter text counts even where more than three documents have
it: ten copies, one spring."""
_FEWER_SHARED, _FEWER_TELLING = 5, 3
"""Shared and telling 5-grams that are enough where a passage lines up that well."""
_QUOTED = 9
"""Telling 5-grams in one run, 13 words: a quotation of one sentence."""
_SCATTERED, _SCATTERED_SHARE = 16, 0.05
"""Telling 5-grams, and their share of the shorter text, that are reuse without lying together: a heavy revision."""
_FOOTER_WORDS, _LATE = 40, 0.6
"""A run that begins behind so much of both texts and ends so near to their ends is a footer."""
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


def overlap(here: Reading, there: Reading, habits: Habits, *, one_host: bool) -> Overlap | None:
    """Compare two texts.

    Proposed are near-duplicates, and texts that share at least 8 5-grams after the filters, 4 of them more than names
    and numbers, which stand in one sentence-long run, line up in one passage, or are many. Of texts longer than
    articles they must be 2 % of the shorter one. Pages of one host share a template: only near-duplicates count there.

    Args:
        here: The first text.
        there: The second text.
        habits: Which of a text's shingles more than three documents of the collection have.
        one_host: Whether both stand on one host.

    Returns:
        What they share; None where it is too little to be proposed. None says nothing about independence.

    Source:
        [HOUSE] lineage detection, "Text reuse"; thresholds measured on labelled web pages and on generated pairs.
    """
    common = np.intersect1d(here.own_words, there.own_words, assume_unique=True)
    if len(common) < _FEWER_SHARED:
        return None
    smaller = min(len(here.own_words), len(there.own_words))
    jaccard = len(common) / (len(here.own_words) + len(there.own_words) - len(common))
    contained = len(common) / smaller
    near = jaccard >= JACCARD and smaller >= _ENOUGH_LEFT
    if one_host and not (near and _near_without_template(here, there, habits)):
        return None
    runs = shared_runs(here.shingles, there.shingles, order=there.order)
    matches = _Matches(here, there, runs)
    if near:
        kept = matches.runs_with(~matches.stock)
        return Overlap(len(common), contained, jaccard, kept if len(kept.lengths) else runs, True)
    counting = _counting(matches, habits(here), contained)
    if counting is None:
        return None
    shared = matches.distinct(counting)
    if shared < CONTAINED * matches.shorter and min(len(here.words), len(there.words)) > ARTICLE_WORDS:
        return None
    return Overlap(shared, contained, jaccard, matches.runs_with(counting), False)


def _near_without_template(here: Reading, there: Reading, habits: Habits) -> bool:
    """Near-duplicates once the template is off: what more than three documents have is taken for it."""
    left, right = (np.unique(reading.shingles[~(habits(reading) | reading.stock)]) for reading in (here, there))
    if min(len(left), len(right)) < _ENOUGH_LEFT:
        return False
    own = np.intersect1d(left, right, assume_unique=True)
    return len(own) / (len(left) + len(right) - len(own)) >= JACCARD


class _Matches:
    """Every shingle of every shared run, with what is to be said of it."""

    def __init__(self, here: Reading, there: Reading, runs: Runs) -> None:
        self.here, self.there, self.runs = here, there, runs
        self.shorter = min(len(here.unique), len(there.unique))
        self.counts = runs.lengths - SIZE + 1
        self.firsts = np.cumsum(self.counts) - self.counts
        inside = np.arange(int(self.counts.sum())) - np.repeat(self.firsts, self.counts)
        self.left: Places = np.repeat(runs.here, self.counts) + inside
        self.right: Places = np.repeat(runs.there, self.counts) + inside
        self.shingles: Hashes = here.shingles[self.left]
        self.stock: Flags = here.stock[self.left] | there.stock[self.right]
        self.dull: Flags = here.dull[self.left] | there.dull[self.right]

    def distinct(self, flags: Flags) -> int:
        """How many different shingles have the flag."""
        return len(np.unique(self.shingles[flags]))

    def per_run(self, flags: Flags) -> npt.NDArray[np.int64]:
        """How many shingles of each run have the flag."""
        if not len(self.counts):
            return np.empty(0, dtype=np.int64)
        return np.asarray(np.add.reduceat(flags.astype(np.int64), self.firsts))

    def runs_with(self, flags: Flags) -> Runs:
        """The runs in which some shingle has the flag."""
        return self._chosen(self.per_run(flags) > 0)

    def of_runs(self, chosen: Flags) -> Flags:
        """A flag on every shingle of the chosen runs."""
        return np.repeat(chosen, self.counts)

    def footers(self) -> Flags:
        """Which runs close both texts: who we are, whom to call."""
        late: Flags = np.ones(len(self.counts), dtype=np.bool_)
        for begin, reading in ((self.runs.here, self.here), (self.runs.there, self.there)):
            words = len(reading.words)
            late &= (begin >= _LATE * words) & (words - begin - self.runs.lengths <= _FOOTER_WORDS)
        return late

    def line_up(self, flags: Flags, enough: int) -> bool:
        """Whether a passage around the runs with the flag lines up in so many words."""
        return aligned_words(self.here, self.there, self.runs_with(flags), enough) >= enough

    def _chosen(self, chosen: Flags) -> Runs:
        return Runs(self.runs.here[chosen], self.runs.there[chosen], self.runs.lengths[chosen])


def _counting(matches: _Matches, habitual: Flags, contained: float) -> Flags | None:
    """The shingles that count as reuse; None where they are too few, or scattered like chance."""
    clean = ~matches.stock
    rare = clean & ~habitual[matches.left]
    if not np.array_equal(clean, rare):
        # What many documents have is a habit of the collection, unless a whole passage of it lines up; a footer
        # stays a footer.
        body = clean if contained >= COPIED else clean & ~matches.of_runs(matches.footers())
        shared = matches.distinct(body)
        enough = (
            shared >= max(SHARED, CONTAINED * matches.shorter) and matches.distinct(body & ~matches.dull) >= TELLING
        )
        if enough and matches.line_up(body, COMMON_PASSAGE):
            return body
    few = int(rare.sum()) * 2 >= int(clean.sum())
    return rare if _is_reuse(matches, rare, few=few) else None


def _is_reuse(matches: _Matches, counting: Flags, *, few: bool) -> bool:
    """Whether what counts is reuse; ``few`` of them are enough only where they are not the rest of a habit."""
    told = counting & ~matches.dull
    shared, telling = matches.distinct(counting), matches.distinct(told)
    if shared < _FEWER_SHARED or telling < _FEWER_TELLING:
        return False
    if shared >= SHARED and telling >= TELLING:
        if telling >= max(_SCATTERED, _SCATTERED_SHARE * matches.shorter):
            return True
        if int(matches.per_run(told).max()) >= _QUOTED:
            return True
    return (few or shared >= SHARED) and matches.line_up(counting, PASSAGE)
