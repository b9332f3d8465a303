"""The queue says what is open, how much it moves, and which part of it the address asks for."""

from dataclasses import replace

import pytest

from core.results import Page
from core.work import Choice, QueueCounts, QueueFilter, QueueItem, WorkKind
from dashboard.viewmodels.queue import (
    menu,
    moves,
    nothing_words,
    place_words,
    queue_rows,
    queue_view,
    view_labels,
)
from dashboard.viewmodels.trail import LONGEST, Trail

ITEM = QueueItem(
    key="harbour:c3|forum",
    kind=WorkKind.SOURCE,
    uid="harbour:c3",
    dataset="harbour",
    claim_id="c3",
    claim_text="The quay closes in May.",
    source_id="forum",
    source_title="<b>Seen</b> at the quay",
    publisher="Mooring Lines",
    edge_key=None,
    other_source_id=None,
    flips=True,
    difference=-0.125,
    rule=None,
    band=None,
    waiting_since="2026-03-01T08:00:00Z",
    assignee=None,
    flagged=False,
    claims=3,
)
COUNTS = QueueCounts(open=42, flips=7, disputes=2, second_readings=1, mine=0, skipped=4)


def test_an_address_without_settings_asks_for_everything_of_the_reviewer() -> None:
    view = queue_view({}, "ana")

    assert ("all", QueueFilter(reviewer="ana"), (), ()) == (view.show, view.wanted, view.active, view.refused)


@pytest.mark.parametrize(
    ("show", "wanted"),
    [
        ("flips", QueueFilter(reviewer="ana", flips_only=True)),
        ("disputes", QueueFilter(reviewer="ana", kind=WorkKind.DISPUTE)),
        ("second", QueueFilter(reviewer="ana", kind=WorkKind.SECOND_READING)),
        ("mine", QueueFilter(reviewer="ana", assignee="ana")),
        ("skipped", QueueFilter(reviewer="ana", skipped=True)),
    ],
)
def test_a_part_of_the_queue_is_one_word_of_the_address(show: str, wanted: QueueFilter) -> None:
    view = queue_view({"show": show}, "ana")

    assert (wanted, QueueFilter(reviewer="ana")) == (view.wanted, view.base)


def test_every_filter_of_the_address_is_applied_and_named() -> None:
    address = {"publisher": "Echo", "rule": "wire credit", "band": "likely", "kind": "edge", "age": "7"}
    view = queue_view(address | {"assignee": "nobody", "dataset": "harbour", "answer": "harbour:a12"}, None)

    assert view.wanted == QueueFilter(
        dataset="harbour",
        answer_uid="harbour:a12",
        publisher="Echo",
        rule="wire credit",
        band="likely",
        min_age_days=7.0,
        assignee="",
        kind=WorkKind.EDGE,
    )
    assert {"publisher: Echo", "kind: suspected link", "waiting at least: a week"} <= set(view.active)


@pytest.mark.parametrize(("name", "value"), [("show", "everything"), ("kind", "claim"), ("age", "-3")])
def test_a_setting_that_cannot_be_used_is_refused_by_name_and_hides_nothing(name: str, value: str) -> None:
    view = queue_view({name: value}, None)

    assert 1 == len(view.refused)
    assert view.refused[0].startswith(f"{name}: expected")
    assert QueueFilter() == view.wanted


def test_the_parts_say_how_much_they_hold() -> None:
    labels = view_labels(COUNTS)

    assert ("All 42", "Turning 7", "Skipped 4") == (labels["all"], labels["flips"], labels["skipped"])


def test_a_menu_keeps_what_the_address_asks_for_where_nothing_is_open_for_it() -> None:
    shown = menu((Choice("Echo", "Echo", 3),), "Gone Gazette")

    assert {"Echo": "Echo (3)", "Gone Gazette": "Gone Gazette (0)"} == shown


def test_a_line_says_how_far_it_moves_the_confidence_whichever_way() -> None:
    (row,) = queue_rows((ITEM,), {ITEM.key})

    assert ("12.5 pts", True, True) == (row["moves"], row["flips"], row["ticked"])
    assert "<b>Seen</b> at the quay" == row["title"]
    assert "used by 3 claims" in row["hint"]
    assert "no move" == moves(replace(ITEM, difference=0.0))


def test_a_line_names_what_is_not_an_unknown_source() -> None:
    (row,) = queue_rows((replace(ITEM, kind=WorkKind.DISPUTE, assignee="ben", flagged=True),))

    assert ("dispute", "for ben · second opinion asked") == (row["kind"], row["note"])


def test_the_place_in_the_queue_is_said() -> None:
    assert "51 to 51 of 51 open" == place_words(Page((ITEM,), 51, 2, 50))
    assert "nothing open" == place_words(Page((), 0, 1, 50))


def test_an_empty_queue_says_why_and_what_to_do_next() -> None:
    nothing = replace(COUNTS, open=0, flips=0)

    assert "Take a filter off to see the rest." == nothing_words(queue_view({"rule": "x"}, None), COUNTS)[1]
    assert "Nobody disagrees." == nothing_words(queue_view({"show": "disputes"}, None), COUNTS)[0]
    assert "Everything is answered but what you skipped." == nothing_words(queue_view({}, None), nothing)[0]
    assert "Import a file" in nothing_words(queue_view({}, None), replace(nothing, skipped=0))[1]


def test_going_back_and_forth_shows_the_same_items() -> None:
    way = Trail().to("a").to("b").to("c")

    assert ("b", "a") == (way.back().current, way.back().back().current)
    assert "a" == way.back().back().back().current
    assert "c" == way.back().onward().current
    assert ("b", "c") == (way.back().back().onward().current, way.back().following)


def test_another_item_from_the_middle_leaves_what_lay_ahead() -> None:
    way = Trail().to("a").to("b").back().to("x")

    assert (("a", "x"), "x", None) == (way.keys, way.current, way.following)
    assert way == way.to("x")


def test_nothing_in_hand_has_no_way_back() -> None:
    assert (None, None, None) == (Trail().current, Trail().previous, Trail().back().current)


def test_a_long_way_forgets_its_beginning() -> None:
    way = Trail()
    for number in range(LONGEST + 5):
        way = way.to(str(number))

    assert (LONGEST, str(LONGEST + 4)) == (len(way.keys), way.current)
