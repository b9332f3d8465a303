"""How an answer that its format does not split is split, and which markers its sentences hold."""

from itertools import pairwise

import pytest

from core.importers.sentences import markers, sentences, touching

SPLIT = {
    "The weir holds. It is old.": ["The weir holds.", "It is old."],
    "Dr. Orr met J. Elm in the U.S. They built it.": ["Dr. Orr met J. Elm in the U.S.", "They built it."],
    "The U.S. Army built it.": ["The U.S. Army built it."],
    "It cost 3.5 m. Nobody paid.": ["It cost 3.5 m.", "Nobody paid."],
    "It holds [1]. It is old.[2] So what? [3][4] Fine!": ["It holds [1].", "It is old.[2]", "So what? [3][4]", "Fine!"],
    "Built, e.g. by Elm. Then raised.": ["Built, e.g. by Elm.", "Then raised."],
    "- one\n- two\n\nThree": ["- one", "- two", "Three"],
    "1. First point.\n2. Second point.": ["1. First point.", "2. Second point."],
    "“It holds.” So he said.": ["“It holds.”", "So he said."],
    "它很旧。它还在。": ["它很旧。", "它还在。"],
    "See weir.example for more. it says so.": ["See weir.example for more. it says so."],
    "  blank around  ": ["blank around"],
    "Wait... what? Yes.": ["Wait... what?", "Yes."],
    "": [],
    " \n ": [],
}


@pytest.mark.parametrize("text", SPLIT)
def test_sentences_end_where_a_reader_sees_them_end(text):
    assert SPLIT[text] == [part.text for part in sentences(text)]


@pytest.mark.parametrize("text", SPLIT)
def test_a_sentence_is_a_stretch_of_the_text_letter_by_letter(text):
    parts = sentences(text)

    assert [part.text for part in parts] == [text[part.start : part.end] for part in parts]
    assert all(one.end <= other.start for one, other in pairwise(parts))


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("[1]", [(1,)]),
        ("[0]", [(0,)]),
        ("[1][2]", [(1,), (2,)]),
        ("[1, 3; 5]", [(1, 3, 5)]),
        ("[2-4]", [(2, 3, 4)]),
        ("[2–4, 9]", [(2, 3, 4, 9)]),
        ("[^7^]", [(7,)]),
        ("[2019] [a] [] [1.5]", []),
        ("[9-2]", []),
        ("[1-400]", []),
    ],
)
def test_markers_name_the_numbers_that_are_written(text, numbers):
    assert numbers == [marker.numbers for marker in markers(text)]


def test_a_place_between_two_sentences_belongs_to_the_one_before_it():
    parts = sentences(" One.  Two. ")

    assert [[0], [0], [1], [1], [0, 1]] == [
        touching(parts, 0, 0),
        touching(parts, 6, 7),
        touching(parts, 7, 8),
        touching(parts, 12, 12),
        touching(parts, 0, 12),
    ]
