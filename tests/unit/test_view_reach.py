"""How far something reaches, in words."""

import pytest

from dashboard.viewmodels.reach import reach_words


@pytest.mark.parametrize(
    ("moved", "touched", "decisions", "words"),
    [
        (0, 0, 0, "moves no figure: no claim leans on it."),
        (0, 1, 0, "moves no figure of the one claim that leans on it."),
        (0, 1_200, 0, "moves no figure of any of the 1,200 claims that lean on it."),
        (1, 1, 0, "moves the figures of the one claim that leans on it; what confidence allows would change for none."),
        (2, 2, 0, "moves the figures of both claims that lean on it; what confidence allows would change for none."),
        (3, 3, 1, "moves the figures of all 3 claims that lean on it; what confidence allows would change for 1."),
        (
            2,
            1_200,
            2,
            "moves the figures of 2 of the 1,200 claims that lean on it; what confidence allows would change for 2.",
        ),
    ],
)
def test_a_reach_is_said_in_a_sentence(moved: int, touched: int, decisions: int, words: str) -> None:
    assert words == reach_words(moved=moved, touched=touched, decisions=decisions, upon="it")
