"""Two texts side by side with what parts them, and a quote within its paragraph: stretches of text, cut here.

Offsets are code points, as everywhere in the core; the browser gets ready stretches and counts nothing, so that a
mark cannot slip behind a sign outside the basic plane. [I18-05]
"""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from core.verification.matching.differences import Difference, differences
from core.verification.records import Check

Kind = Literal["plain", "differs", "gap", "quote"]
"""gap: the other text has something here that this one lacks."""
LONGEST = 2_400
"""Characters of one text that are shown; the rest is in the export."""

_LONG = 120
"""Surroundings of more characters were cut somewhere, and not between words."""


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of text as it is written, and how it is marked."""

    text: str
    kind: Kind = "plain"


@dataclass(frozen=True, slots=True)
class Compared:
    """Expected beside observed."""

    expected: tuple[Stretch, ...]
    observed: tuple[Stretch, ...]
    observed_title: str
    """What the right side is: the place cited, or only what comes closest."""
    words: tuple[str, ...]
    """The differences in words, for those who do not see the marks."""


def compared(check: Check | None, expected: str) -> Compared:
    """Put what a citation expects beside what was found."""
    if check is None:
        return Compared(_cut((Stretch(expected),)), (), "Nobody has looked yet", ())
    evidence = check.evidence
    if check.grounded:
        seen = (evidence.quoted or evidence.text or "") if evidence else ""
        title = "In the source" if seen else "In the source: no text was compared"
        return Compared(_cut((Stretch(expected),)), _cut((Stretch(seen),)) if seen else (), title, ())
    if check.hint is not None:
        left, right, words = _apart(expected, check.hint.text, check.hint.differences)
        title = f"What comes closest in the source ({check.hint.likeness:.0f} % alike; no match)"
        return Compared(left, right, title, words)
    seen = (evidence.quoted or evidence.text or "") if evidence else ""
    if not seen:
        return Compared(_cut((Stretch(expected),)), (), "Nothing was found to compare with", ())
    # A long paragraph beside a short quote differs everywhere; marks would only make noise.
    near = len(seen) <= 3 * max(len(expected), 20)
    left, right, words = _apart(expected, seen, differences(expected, seen) if near else ())
    return Compared(left, right, "What stands at the place cited", words)


def _apart(
    expected: str, observed: str, found: Sequence[Difference]
) -> tuple[tuple[Stretch, ...], tuple[Stretch, ...], tuple[str, ...]]:
    fine = [_finer(one) for one in found]
    left = _marked(expected, [one.expected_span for one in fine])
    right = _marked(observed, [one.observed_span for one in fine])
    words = [_words(one) for one in found if one.expected or one.observed]
    if words and unicodedata.normalize("NFKC", expected) == unicodedata.normalize("NFKC", observed):
        words.insert(0, "only the width or form of signs differs; the words are the same")
    return _cut(left), _cut(right), tuple(words[:12])


def _words(one: Difference) -> str:
    if not one.observed:
        return f"the citation says “{one.expected}”, the source does not"
    if not one.expected:
        return f"the source says “{one.observed}”, the citation does not"
    return f"the citation says “{one.expected}”, the source says “{one.observed}”"


def _finer(one: Difference) -> Difference:
    """Within two forms of one word only the signs that differ; numbers stay whole, or 45 against 95 would read as 4."""
    said, there = one.expected, one.observed
    if not said.isalpha() or not there.isalpha():
        return one
    head = next((at for at, (a, b) in enumerate(zip(said, there, strict=False)) if a != b), min(len(said), len(there)))
    rest = min(len(said), len(there)) - head
    tail = next((at for at in range(rest) if said[-1 - at] != there[-1 - at]), rest)
    if 2 * (head + tail) < max(len(said), len(there)):
        return one
    (a, b), (c, d) = one.expected_span, one.observed_span
    return Difference(said[head : len(said) - tail], there[head : len(there) - tail], (a + head, b - tail),
                      (c + head, d - tail), one.flag)  # fmt: skip


def _marked(text: str, spans: Iterable[tuple[int, int]]) -> tuple[Stretch, ...]:
    stretches, done = [], 0
    for start, end in spans:
        if start < done or end > len(text):
            continue
        stretches.append(Stretch(text[done:start]))
        stretches.append(Stretch(text[start:end], "differs") if end > start else Stretch("", "gap"))
        done = end
    stretches.append(Stretch(text[done:]))
    return tuple(one for one in stretches if one.text or one.kind == "gap")


def paragraph(check: Check | None) -> tuple[Stretch, ...]:
    """The quote, or what comes closest, with what stands before and after; empty where there is nothing to show."""
    if check is None:
        return ()
    evidence, hint = check.evidence, check.hint
    if hint is not None and evidence is not None and (evidence.before or evidence.after):
        return _around(evidence.before, hint.text, evidence.after)
    if evidence is None or not evidence.quoted:
        return ()
    before, after = evidence.before, evidence.after
    if not before and not after and evidence.text and evidence.text != evidence.quoted:
        before, _, after = evidence.text.partition(evidence.quoted)
    return _around(before, evidence.quoted, after) if before or after else ()


def _around(before: str, quote: str, after: str) -> tuple[Stretch, ...]:
    if len(before) > _LONG and before[0].islower():
        before = "… " + before.partition(" ")[2]
    if len(after) > _LONG and after[-1].isalpha():
        after = after.rpartition(" ")[0] + " …"
    parts = (Stretch(before), Stretch(quote, "quote"), Stretch(after))
    return tuple(part for part in parts if part.text)


def _cut(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """At most so many characters, cut where nothing is marked as a rule."""
    left, kept = LONGEST, []
    for one in stretches:
        if left <= 0:
            break
        kept.append(one if len(one.text) <= left else Stretch(one.text[:left] + " …", one.kind))
        left -= len(one.text)
    return tuple(kept)
