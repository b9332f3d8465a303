"""The presentation of the scenarios: the published regimes one after the other, the sliders, then side by side."""

from dataclasses import replace

import pytest

from core import services
from core.results import Assessment
from dashboard.presenting import read_setup
from dashboard.viewmodels.present_scenarios import YOURS, scenario_story
from dashboard.viewmodels.present_values import Story
from dashboard.viewmodels.scenarios import Setup, setup_of

REGIMES = services.regimes()
FIRST = setup_of(REGIMES[0])


def assessed(setup: Setup) -> Assessment:
    return services.regime_of(**setup.as_dict())


def story(setup: Setup = FIRST) -> Story:
    return scenario_story(REGIMES, assessed, setup=setup, title=REGIMES[0].title)


def test_the_four_regimes_come_one_after_the_other_and_then_side_by_side() -> None:
    assert [
        ("Fully independent", "Ten sources, about 10 pieces of evidence."),
        ("Duplicated cascade", "Ten sources, about 1 piece of evidence."),
        ("Common-parent echo chamber", "Twelve sources, about 3 pieces of evidence."),
        ("Mixed ecosystem", "Eighteen sources, about 7.7 pieces of evidence."),
        ("Side by side", "The lists look alike; what they are worth does not."),
    ] == [(slide.kicker, slide.sentence) for slide in story().slides]


def test_the_figures_are_those_the_article_prints() -> None:
    rows = story().slides[-1].data["rows"]
    printed = [(regime.published["naive"], regime.published["aware"]) for regime in REGIMES]

    assert printed == [(round(row["naive"], 2), round(row["aware"], 2)) for row in rows]
    assert ["10 of 10", "1 of 10", "3 of 12", "7.7 of 18"] == [row["eie_text"] for row in rows]


@pytest.mark.parametrize("number", range(4))
def test_tiles_are_filled_as_far_as_their_sources_count(number: int) -> None:
    setup = setup_of(REGIMES[number])
    tiles = story().slides[number].data["tiles"]

    assert setup.items == len(tiles)
    assert pytest.approx(assessed(setup).eie) == sum(tile["fill"] for tile in tiles)
    assert [0.0] * setup.dependent == [tile["fill"] for tile in tiles if tile["kind"] == "dependent"]
    assert [setup.partial_weight] * setup.partial == [tile["fill"] for tile in tiles if tile["kind"] == "partial"]
    assert [setup.alpha] * setup.unknown == [tile["fill"] for tile in tiles if tile["kind"] == "unknown"]


def test_sliders_that_stand_elsewhere_have_a_step_and_a_row_of_their_own() -> None:
    told = story(replace(FIRST, independent=2, dependent=5))

    assert YOURS == told.slides[4].kicker
    assert "Seven sources, about 2 pieces of evidence." == told.slides[4].sentence
    assert "2 of 7" == told.slides[-1].data["rows"][-1]["eie_text"]


def test_no_source_at_all_is_a_scenario_too() -> None:
    told = story(replace(FIRST, independent=0))

    assert "No source at all: confidence stays at the prior." == told.slides[4].sentence
    assert [] == told.slides[4].data["tiles"]


def test_its_address_says_where_the_sliders_stand() -> None:
    setup = replace(FIRST, unknown=3, alpha=0.25)

    assert setup == read_setup(story(setup).address, FIRST)


@pytest.mark.parametrize("value", ["", "many", "nan", "-1", "41", "1e9"])
def test_a_value_outside_its_slider_is_left_alone(value: str) -> None:
    assert FIRST == read_setup({"independent": value, "k": "0", "increment": "0.5"}, FIRST)
