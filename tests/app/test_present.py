"""The presentations as pages: outside the navigation, whole on the first run, and with a way back."""

import json
from typing import Any

import pytest
from opened_pages import open_page
from streamlit.testing.v1 import AppTest

from core import services

QUAY = "northwire-quay:quay-overtopped"


def given(app: AppTest) -> list[Any]:
    """What the components of a page were given."""
    return [json.loads(one.proto.json) for one in app.main if one.type == "bidi_component" and one.proto.json]


def badges(app: AppTest) -> list[str]:
    """The decisions that stand in lines of words."""
    blocks = [block for one in given(app) if isinstance(one, dict) for block in one.get("blocks", ())]
    return [part["text"] for block in blocks for part in block.get("parts", ()) if part["style"] == "badge"]


def told(app: AppTest) -> dict[str, Any]:
    """The story that the stage was given."""
    assert [] == [error.value for error in (*app.exception, *app.error)]
    return next(one for one in given(app) if isinstance(one, dict) and "slides" in one)


def test_a_claim_is_told_in_seven_steps(workspace: services.Workspace) -> None:
    story = told(open_page("present", claim=QUAY))

    assert ["claim", "lineage", "evidence", "confidence", "checks", "decision", "change"] == [
        slide["key"] for slide in story["slides"]
    ]
    assert "The answer cites ten sources for this claim." == story["slides"][0]["sentence"]
    assert "Ten sources, about 3 pieces of evidence." == story["slides"][2]["sentence"]


def test_the_decision_is_the_one_at_the_head_of_the_claim(workspace: services.Workspace) -> None:
    slides = {slide["key"]: slide for slide in told(open_page("present", claim=QUAY))["slides"]}

    assert slides["decision"]["data"]["word"] == badges(open_page("claim", claim=QUAY))[0]


@pytest.mark.parametrize("claim", ["households-compensated", "no-rise-in-illness", "lead-below-limit"])
def test_odd_claims_are_told_too(workspace: services.Workspace, claim: str) -> None:
    story = told(open_page("present", claim=f"mixed-claims:{claim}"))

    assert "claim" == story["slides"][0]["key"]
    assert "change" == story["slides"][-1]["key"]


def test_without_a_claim_it_says_what_to_do(empty: services.Workspace) -> None:
    app = open_page("present")

    assert ["No claim is under review yet. Import a file first; its story is told here."] == [
        one.value for one in app.info
    ]


def test_an_unknown_claim_is_a_named_message(workspace: services.Workspace) -> None:
    app = open_page("present", claim="northwire-quay:nothing")

    assert ["Nothing is stored under that id."] == [error.value for error in app.error]


def test_the_scenarios_are_told_with_the_sliders_of_the_address(workspace: services.Workspace) -> None:
    story = told(open_page("present_scenarios", independent="2", dependent="5"))

    assert "Seven sources, about 2 pieces of evidence." == story["slides"][4]["sentence"]
    assert 6 == len(story["slides"])


def test_the_scenarios_without_an_address_are_as_published(workspace: services.Workspace) -> None:
    assert 5 == len(told(open_page("present_scenarios"))["slides"])


@pytest.mark.parametrize("page", ["present", "present_scenarios"])
def test_leaving_leads_to_the_page_it_belongs_to(workspace: services.Workspace, page: str) -> None:
    app = open_page(page)
    app.session_state["present-left"] = True
    app.run()

    assert [] == [error.value for error in app.exception]
    if page == "present":
        assert badges(app)
    else:
        assert ["Scenarios"] == [one.value for one in app.title]
