"""Labels of the provenance graph: short, wrapped, and harmless whatever the title."""

import pytest

from core.drawing.lettering import LINE_LENGTH, LINES, cells, one_line, wrapped
from dashboard.viewmodels.graph_words import LABEL_LENGTH


def short_label(title: str) -> str:
    """A title as it stands beside a node."""
    return wrapped(one_line(title, LABEL_LENGTH))


TITLES = [
    "Harbour Daily",
    "A very long report title that goes on about silt, eels, quays, ferries and the weather of a whole decade",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft",
    "中央気象台は本日、港の閉鎖について発表しましたがその理由は明らかにされていません",
    "مرفأ المدينة يغلق أبوابه في شهر مايو حتى إشعار آخر",
    "A" * 10_000,
    "a " * 10_000,
    "e\u0301" * 60,
    "\U0001f469\u200d\U0001f52c studies the tides of the lower Orrin and beyond",
]


@pytest.mark.parametrize("title", TITLES)
def test_a_label_keeps_to_its_room(title: str) -> None:
    lines = short_label(title).split("\n")

    assert len(lines) <= LINES
    assert max(map(cells, lines)) <= LINE_LENGTH + 1
    assert sum(map(cells, lines)) <= LABEL_LENGTH + 1


def test_a_short_title_is_left_as_it_is() -> None:
    assert "Harbour Daily" == short_label("Harbour Daily")


def test_a_cut_title_ends_in_an_ellipsis() -> None:
    assert short_label(TITLES[1]).endswith("…")


def test_spaces_line_ends_and_controls_are_evened_out() -> None:
    assert "a b c" == short_label(" a\n\tb\u00a0\x00\x07c ")


def test_a_direction_override_does_not_reach_the_label() -> None:
    assert "abc def" == short_label("\u202eabc\u202c \u2067def\u2069")


def test_joiners_inside_words_and_signs_are_kept() -> None:
    assert "می\u200cشود" == short_label("می\u200cشود")


def test_an_empty_title_is_an_empty_label() -> None:
    assert "" == short_label(" \n ")


def test_a_combining_mark_takes_no_room() -> None:
    assert 3 == cells("ae\u0301o")


def test_one_line_is_cut_at_a_word() -> None:
    assert "the quay closes…" == one_line("the quay closes in May", 18)
