"""What must hold of any texts, and how often generated copies and generated reports are told apart."""

import random

import numpy as np
from hypothesis import given, settings, strategies as st

from core.detection import Document, detect
from core.detection.dates import days_of
from core.detection.identity.addresses import read_address
from core.detection.reuse.compare import overlap
from core.detection.reuse.reading import Reading
from core.detection.reuse.runs import shared_runs
from core.detection.reuse.shingles import fingerprints_of, shingles_of
from core.detection.reuse.words import located_words, numbers_of, words_of
from core.detection.signals.wires import credit_in_metadata, credits_in
from core.detection.testing import Prose, two_reports

WORDS = st.lists(st.sampled_from(["the", "quay", "of", "a", "harbour", "closes", "for", "one", "year"]), max_size=60)
TEXTS = st.text(max_size=400)


def once(reading: Reading) -> np.ndarray:  # type: ignore[type-arg]
    """No habits: every shingle stands in these two texts only."""
    return np.zeros(len(reading.shingles), dtype=np.bool_)


def shingled(words: list[str]) -> np.ndarray:  # type: ignore[type-arg]
    return shingles_of(numbers_of(words))


@given(TEXTS)
def test_located_words_stand_where_they_are_said_to(text: str) -> None:
    starts, ends = located_words(text)

    assert words_of(text) == [text[start:end] for start, end in zip(starts, ends, strict=True)]
    assert all(end > start for start, end in zip(starts, ends, strict=True))


@given(WORDS, WORDS)
def test_every_run_stands_in_both_texts_and_cannot_be_longer(here: list[str], there: list[str]) -> None:
    runs = shared_runs(shingled(here), shingled(there))
    covered: set[int] = set()
    for begin, other, length in zip(*(part.tolist() for part in runs), strict=True):
        assert 5 <= length
        assert here[begin : begin + length] == there[other : other + length]
        starts = set(range(begin, begin + length - 4))
        assert not starts & covered
        covered |= starts


@given(WORDS, WORDS)
def test_a_text_without_any_run_shares_no_five_words(here: list[str], there: list[str]) -> None:
    runs = shared_runs(shingled(here), shingled(there))
    fives = {tuple(here[n : n + 5]) for n in range(len(here) - 4)} & {
        tuple(there[n : n + 5]) for n in range(len(there) - 4)
    }

    assert bool(fives) == bool(len(runs.lengths))


@given(WORDS)
def test_fingerprints_are_shingles_of_the_text(words: list[str]) -> None:
    shingles = shingled(words)

    assert set(fingerprints_of(shingles).tolist()) <= set(shingles.tolist())
    assert (len(shingles) > 0) == (len(fingerprints_of(shingles)) > 0)


@given(st.integers(0, 10_000), st.integers(30, 200))
@settings(max_examples=30, deadline=None)
def test_two_texts_are_compared_alike_from_either_side(seed: int, length: int) -> None:
    made = Prose(seed)
    passage = made.text(length)
    one, other = (made.inside(made.text(200), passage) for _ in range(2))
    found = [
        overlap(Reading("a", here), Reading("b", there), once, one_host=False)
        for here, there in ((one, other), (other, one))
    ]

    assert found[0] is not None and found[1] is not None
    assert (found[0].shared, found[0].jaccard) == (found[1].shared, found[1].jaccard)


@given(st.lists(st.text(max_size=200), max_size=5), st.lists(st.text(max_size=60), min_size=5, max_size=5))
@settings(max_examples=60, deadline=None)
def test_no_input_makes_a_run_fail_or_a_proposal_without_evidence(texts: list[str], urls: list[str]) -> None:
    documents = [
        Document(str(n), text=text, url=urls[n], published_at=urls[-n - 1], html=f"<p>{text}</p>" if n % 2 else None)
        for n, text in enumerate(texts)
    ]
    for proposal in detect(documents).proposals:
        assert proposal.evidence
        assert proposal.from_id != proposal.to_id
        assert 0.0 <= proposal.probability <= 1.0


@given(st.text(max_size=300))
def test_reading_an_address_twice_changes_nothing(raw: str) -> None:
    found = read_address(raw)
    if found.key is not None:
        again = read_address(found.canonical)
        assert (found.key, found.canonical) == (again.key, again.canonical)


@given(st.text(max_size=120))
def test_any_text_is_a_date_or_none(written: str) -> None:
    days = days_of(written)

    assert days is None or days[0] <= days[1]


@given(st.text(max_size=300))
def test_any_text_is_searched_for_credits(text: str) -> None:
    for credit in credits_in(text):
        assert 0 <= credit.start < credit.end <= len(text)
    credit_in_metadata(text)


def test_a_wire_paragraph_with_a_fifth_of_its_words_changed_is_found_in_nine_of_ten_pairs() -> None:
    made = Prose(11)
    found = 0
    for _ in range(200):
        wire = made.text(60)
        article = made.inside(made.text(3_000), made.edited(wire, 0.2))
        found += overlap(Reading("article", article), Reading("wire", wire), once, one_host=False) is not None

    assert 180 <= found


def test_a_wire_paragraph_changed_and_shared_by_two_long_articles_is_found_in_nine_of_ten_pairs() -> None:
    made = Prose(12)
    found = 0
    for _ in range(200):
        wire = made.text(60)
        one, other = made.inside(made.text(3_000), made.edited(wire, 0.2)), made.inside(made.text(3_000), wire)
        found += overlap(Reading("a", one), Reading("b", other), once, one_host=False) is not None

    assert 180 <= found


def test_two_independent_reports_of_one_event_are_not_proposed_in_ninety_nine_of_a_hundred_pairs() -> None:
    chance = random.Random(13)
    proposed = 0
    for _ in range(1_000):
        one, other = two_reports(chance)
        proposed += overlap(Reading("a", one), Reading("b", other), once, one_host=False) is not None

    assert proposed <= 10


def test_unrelated_long_articles_are_not_proposed() -> None:
    made = Prose(14)
    articles = [Document(f"d{number}", text=made.text(3_000)) for number in range(40)]

    assert () == detect(articles).proposals
