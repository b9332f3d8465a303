"""Facets of a claim: drafted from its words, edited by people, and marked against passages.

The draft sees words only. Measured against people's labels its verdicts agree fairly (kappa about 0.4): synonyms and
reworded quantities count as missing, and a passage that says the opposite in the same words counts as addressing.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from core.bundles.stop_words import STOP_WORDS
from core.bundles.types import LEXICAL, Facet, FacetKind, Mark, Marks, Passage, Touch
from core.bundles.words import TOKEN, Words, alike, fold, number_of, stem, words_in
from core.errors import InvalidParameter

MOST_WORDS = 3
"""Content words of one drafted facet."""
MOST_FACETS = 40
"""Facets drafted for one claim; a longer text is no atomic claim."""
KAPPA = 0.4
"""Agreement of drafted marks with people's, as measured (229 sub-claims, 1,115 facets: 0.395)."""


def draft_facets(claim: str) -> tuple[Facet, ...]:
    """The facets a claim's words suggest: numbers with their unit, names, groups of up to three content words.

    Args:
        claim: The claim's text.

    Returns:
        Facets in the order of the text with the ids f1, f2, …; () where the text has no content word.

    Source:
        [HOUSE] a draft to be edited; [MARIA] speaks of the facets of a claim and does not say how they are found.

    Examples:
        >>> [(facet.text, facet.kind.value) for facet in draft_facets("Backups are retained for 90 days.")]
        [('Backups', 'term'), ('retained', 'term'), ('90 days', 'number')]
    """
    chunks: list[list[tuple[str, bool]]] = [[]]
    starts = True
    for token in TOKEN.findall(claim):
        folded = fold(token)
        number = number_of(folded) is not None
        word = token[0].isalnum()
        if not word or (folded in STOP_WORDS and not number):
            _close(chunks)
        else:
            named = number or (token[0].isupper() and not starts)
            if chunks[-1] and (len(chunks[-1]) >= MOST_WORDS or _parts(chunks[-1], token, named)):
                _close(chunks)
            chunks[-1].append((token, named))
        starts = token in (".", "!", "?", ":")
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], Facet] = {}
    for chunk in chunks:
        if chunk:
            made = _facet([token for token, _ in chunk], any(named for _, named in chunk))
            found.setdefault((made.lemmas, made.numbers), made)
    return tuple(
        Facet(f"f{n}", made.text, made.kind, made.lemmas, made.numbers)
        for n, made in enumerate(list(found.values())[:MOST_FACETS], 1)
    )


def _close(chunks: list[list[tuple[str, bool]]]) -> None:
    if chunks[-1]:
        chunks.append([])


def _parts(chunk: list[tuple[str, bool]], token: str, named: bool) -> bool:
    """Whether a facet ends before this token: names and plain words part, a number takes its unit along."""
    last, last_named = chunk[-1]
    if number_of(fold(last)) is not None:
        return len(chunk) >= MOST_WORDS or (len(chunk) == 1 and token[0].isdigit())
    if number_of(fold(token)) is not None:
        # "15 January 2024" stays one; a number after a plain word begins its own facet.
        return not (len(chunk) > 1 and number_of(fold(chunk[0][0])) is not None)
    if named and not last_named and len(chunk) == 1 and last[0].isupper():
        # The first word of a sentence is capital in any case: before a name it belongs to it.
        return False
    return named != last_named or number_of(fold(chunk[0][0])) is not None


def _facet(tokens: Sequence[str], named: bool) -> Facet:
    folded = [fold(token) for token in tokens]
    numbers = tuple(number for token in folded if (number := number_of(token)) is not None)
    lemmas = tuple(stem(token) for token in folded if number_of(token) is None)
    kind = FacetKind.NUMBER if numbers else FacetKind.ENTITY if named else FacetKind.TERM
    return Facet("", " ".join(tokens), kind, lemmas, numbers)


def facet_of(identifier: str, text: str, *, by: str, weight: float = 1.0) -> Facet:
    """A facet as a person or an import states it: its words are read, its text kept.

    Raises:
        InvalidParameter: The text has no word or number, or the weight is not above 0.

    Source:
        [HOUSE] a person's facet is matched by the same rule as a drafted one until a person marks it.
    """
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not (math.isfinite(weight) and weight > 0):
        raise InvalidParameter("weight of a facet", weight, "a number > 0")
    tokens = [token for token in TOKEN.findall(text) if token[0].isalnum()]
    content = [token for token in tokens if fold(token) not in STOP_WORDS or number_of(fold(token)) is not None]
    if not tokens:
        raise InvalidParameter("text of a facet", text, "at least one word or number")
    made = _facet(content or tokens, any(token[0].isupper() for token in content))
    return Facet(identifier, text, made.kind, made.lemmas, made.numbers, by, float(weight))


def facets_from_data(rows: Iterable[Mapping[str, Any]], *, by: str) -> tuple[Facet, ...]:
    """Facets from plain values, as an editor or a file holds them: ``{"id", "text", "weight", "by"}`` each.

    Raises:
        InvalidParameter: A row has no text, an id stands twice, or a weight is not above 0.

    Source:
        [HOUSE] the editable form of the draft.
    """
    found: dict[str, Facet] = {}
    for number, row in enumerate(rows, 1):
        text = row.get("text")
        if not isinstance(text, str):
            raise InvalidParameter("text of a facet", text, "a text")
        identifier = str(row.get("id") or f"f{number}")
        if identifier in found:
            raise InvalidParameter("id of a facet", identifier, "an id that stands once")
        found[identifier] = facet_of(identifier, text, by=str(row.get("by") or by), weight=row.get("weight", 1.0))
    return tuple(found.values())


def facets_as_data(facets: Iterable[Facet]) -> list[dict[str, Any]]:
    """Facets as plain values, to edit and to read back.

    Source: [HOUSE] the editable form of the draft.
    """
    return [
        {"id": facet.id, "text": facet.text, "kind": facet.kind.value, "weight": facet.weight, "by": facet.by}
        for facet in facets
    ]


def draft_touch(facet: Facet, words: Words) -> Touch:
    """How a passage touches a facet by its words alone.

    Addressed: all of the facet's numbers and at least half of its stems are there. Direct: its words stand in the
    passage in this order, one after the other. "Contradicts" is never drafted.

    Source: [HOUSE] rule and figures as measured; direct or indirect is people's to say.
    """
    return _touch(facet, words, words_in(facet.text).running, [alike(lemma, words.stems) for lemma in facet.lemmas])


def _touch(facet: Facet, words: Words, running: str, meant: Sequence[frozenset[str]]) -> Touch:
    if not all(number in words.numbers for number in facet.numbers):
        return Touch.NONE
    if meant and 2 * sum(not same.isdisjoint(words.stems) for same in meant) < len(meant):
        return Touch.NONE
    return Touch.DIRECT if running in words.running else Touch.INDIRECT


def marks_of(facets: Sequence[Facet], passages: Sequence[Passage], stated: Iterable[Mark] = ()) -> Marks:
    """Every facet against every passage: the stated mark where there is one, else the draft.

    Args:
        facets: Of the claim.
        passages: Whose text, with its title, is read.
        stated: Marks by people or imports; the last one on a pair counts. Marks on other ids change nothing.

    Source: [HOUSE] a person's mark always counts before the draft.
    """
    read = {passage.id: words_in(f"{passage.title}\n{passage.text}") for passage in passages}
    known = frozenset[str]().union(*(words.stems for words in read.values()))
    found: Marks = {}
    for facet in facets:
        running, meant = words_in(facet.text).running, [alike(lemma, known) for lemma in facet.lemmas]
        for passage in passages:
            touch = _touch(facet, read[passage.id], running, meant)
            found[facet.id, passage.id] = Mark(facet.id, passage.id, touch, LEXICAL)
    for mark in stated:
        if (mark.facet_id, mark.passage_id) in found:
            found[mark.facet_id, mark.passage_id] = mark
    return found
