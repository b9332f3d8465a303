"""Conflict candidates: places where two passages may contradict each other, for a person to judge. Never a score.

Measured on people's labels, such rules find at most one real contradiction in ten at usable precision.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import combinations

from core.bundles.stop_words import STOP_WORDS
from core.bundles.types import Passage
from core.bundles.words import fold, stem
from core.verification.matching.quantities import Quantity, quantities

SHARED = 0.5
"""Share of the shorter sentence's content words that both must have before they are compared at all."""
MOST_SENTENCES = 60
MOST_PAIRS = 1_000


class Signal(StrEnum):
    """What may be a contradiction."""

    NUMBER_MISMATCH = "number_mismatch"
    DATE_MISMATCH = "date_mismatch"
    NEGATION_FLIP = "negation_flip"
    ANTONYM = "antonym"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a passage."""

    passage_id: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two stretches to look at, and what caught the eye."""

    signal: Signal
    left: Span
    right: Span


_NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot|denied|denies|deny)\b|n't\b", re.IGNORECASE)
_DATE = re.compile(
    r"\b(?:\d{4}-\d{2}-\d{2}|\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december)(?: \d{4})?|(?:january|february|march|april|may|june|july|august|september|october|november|december)"
    r"(?: \d{1,2},?)? \d{4}|(?:1[0-9]|20)\d{2})\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_SENTENCE = re.compile(r"[^.!?\n]+(?:\.(?=\d)[^.!?\n]*)*[.!?]*")
_PAIRS = """
approve reject;accept refuse;accept reject;increase decrease;rise fall;rose fell;up down;gain lose;win lose;won lost;
open close;start end;begin end;allow forbid;allow ban;permit prohibit;legal illegal;safe dangerous;safe unsafe;
effective ineffective;true false;confirm deny;succeed fail;success failure;more fewer;more less;higher lower;
before after;alive dead;present absent;include exclude;buy sell;support oppose;agree disagree;hot cold;large small;
early late;first last;male female;possible impossible;available unavailable;known unknown;enable disable;
strengthen weaken;improve worsen;rich poor;guilty innocent;positive negative;increase reduce;raise cut;grow shrink
"""
_ANTONYMS = frozenset(
    frozenset(stem(word) for word in pair.split()) for pair in " ".join(_PAIRS.split()).replace("; ", ";").split(";")
)


def conflict_candidates(passages: Sequence[Passage]) -> tuple[Candidate, ...]:
    """Places where two passages may contradict each other.

    Only sentences that share half of the shorter one's content words are compared.

    Args:
        passages: Of one bundle.

    Returns:
        Candidates by pair of passages, at most one a signal and pair; never to be counted as contradictions.

    Source: [HOUSE] number, date, negation and antonym signals, with their spans.
    """
    if len(passages) < 2:
        return ()
    read = [list(_sentences(passage))[:MOST_SENTENCES] for passage in passages]
    found: list[Candidate] = []
    for n, (left, right) in enumerate(combinations(read, 2)):
        if n >= MOST_PAIRS:
            break
        found.extend(_compare(left, right))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Sentence:
    passage_id: str
    start: int
    text: str
    stems: frozenset[str]

    def span(self, start: int, end: int) -> Span:
        return Span(self.passage_id, self.start + start, self.start + end, self.text[start:end])

    @property
    def whole(self) -> Span:
        return self.span(0, len(self.text))


def _sentences(passage: Passage) -> Iterator[_Sentence]:
    for match in _SENTENCE.finditer(passage.text):
        words = _WORD.findall(fold(match[0]))
        stems = frozenset(stem(word) for word in words if word not in STOP_WORDS)
        if stems:
            yield _Sentence(passage.id, match.start(), match[0], stems)


def _compare(left: Sequence[_Sentence], right: Sequence[_Sentence]) -> Iterator[Candidate]:
    seen: set[Signal] = set()
    for one in left:
        for other in right:
            if len(one.stems & other.stems) < SHARED * min(len(one.stems), len(other.stems)):
                continue
            for candidate in _signals(one, other):
                if candidate.signal not in seen:
                    seen.add(candidate.signal)
                    yield candidate


def _signals(one: _Sentence, other: _Sentence) -> Iterator[Candidate]:
    left, right = _NEGATION.search(one.text), _NEGATION.search(other.text)
    if (left is None) != (right is None):
        yield Candidate(
            Signal.NEGATION_FLIP,
            one.span(*left.span()) if left else one.whole,
            other.span(*right.span()) if right else other.whole,
        )
    only_left, only_right = one.stems - other.stems, other.stems - one.stems
    if any(frozenset((a, b)) in _ANTONYMS for a in only_left for b in only_right):
        yield Candidate(Signal.ANTONYM, one.whole, other.whole)
    dates = list(_DATE.finditer(one.text)), list(_DATE.finditer(other.text))
    texts = [{fold(match[0]) for match in side} for side in dates]
    if texts[0] and texts[1] and not texts[0] & texts[1]:
        yield Candidate(Signal.DATE_MISMATCH, one.span(*dates[0][0].span()), other.span(*dates[1][0].span()))
    yield from _numbers(one, other, dates[0], dates[1])


def _numbers(
    one: _Sentence, other: _Sentence, left_dates: list[re.Match[str]], right_dates: list[re.Match[str]]
) -> Iterator[Candidate]:
    left = _quantities(one.text, left_dates)
    right = _quantities(other.text, right_dates)
    for kind in {q.kind for q in left} & {q.kind for q in right}:
        ours, theirs = [q for q in left if q.kind == kind], [q for q in right if q.kind == kind]
        if {q.value for q in ours}.isdisjoint({q.value for q in theirs}):
            yield Candidate(
                Signal.NUMBER_MISMATCH,
                one.span(ours[0].start, ours[0].end),
                other.span(theirs[0].start, theirs[0].end),
            )
            return


def _quantities(text: str, dates: list[re.Match[str]]) -> list[Quantity]:
    taken = [match.span() for match in dates]
    return [q for q in _read(text) if not any(start <= q.start < end for start, end in taken)]


@lru_cache(maxsize=4_096)
def _read(text: str) -> tuple[Quantity, ...]:
    """The quantities of a sentence, read once: it is held against every other of its bundle."""
    return tuple(quantities(text))
