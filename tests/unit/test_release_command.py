"""``headwater release``: the same queue and the same signatures as on the page, for scripts."""

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from core import services
from core.errors import InvalidInput, StaleVersion
from dashboard.cli import app

UID = "citation-circle:size"


@pytest.fixture
def workspace(sample_store: services.Workspace) -> services.Workspace:
    return sample_store


def run(*words: str) -> Any:
    found = CliRunner().invoke(app, ["release", *words], catch_exceptions=False)
    assert 0 == found.exit_code, found.output
    return found.stdout


def as_json(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


def test_the_queue_comes_gravest_first(workspace: services.Workspace) -> None:
    found = as_json("list")

    assert (8, UID, "waiting", "abstain", ["incomplete"]) == (
        found["total"],
        found["lines"][0]["uid"],
        found["lines"][0]["status"],
        found["lines"][0]["decision"],
        found["lines"][0]["states"],
    )
    assert ["abstain", "abstain", *["qualify"] * 6] == [line["decision"] for line in found["lines"]]
    assert ["skerry-ferry:ferry"] == [line["uid"] for line in as_json("list", "--dataset", "skerry-ferry")["lines"]]
    assert f"answer {UID}  waiting  Abstain (none of its claims may be answered)" in run("list")


def test_what_the_rule_says_is_signed_where_nothing_else_is_asked_for(workspace: services.Workspace) -> None:
    made = as_json("sign", "--answer", UID, "--reason", "as the rule says", "--by", "lea")

    assert ("abstain", "statement", "lea", None, 1) == (
        made["decision"],
        made["text"],
        made["by"],
        made["against_rule"],
        made["number"],
    )
    assert made["released"].startswith("On “")
    assert [UID] == [line["uid"] for line in as_json("list", "--status", "signed")["lines"]]
    assert [1] == [one["number"] for one in as_json("history", "--answer", UID)]


def test_going_against_the_rule_takes_a_reason_of_its_own_and_is_marked(workspace: services.Workspace) -> None:
    words = ("sign", "--answer", UID, "--decision", "answer")
    with pytest.raises(InvalidInput, match="goes against the rule"):
        run(*words, "--reason", "as the rule says")

    made = as_json(*words, "--reason", "counted by hand")
    assert ("draft", "Answer, where the rule says Abstain") == (made["text"], made["against_rule"])


def test_a_signature_is_taken_back_and_stays_on_record(workspace: services.Workspace) -> None:
    run("sign", "--answer", UID, "--reason", "x")
    back = as_json("take-back", "--answer", UID, "--reason", "a slip")

    assert (2, 1, True) == (back["number"], back["takes_back"], back["withdrawn"])
    assert 8 == as_json("list")["total"]
    assert "takes back entry 1: nothing is signed" in run("history", "--answer", UID)


def test_what_cannot_be_signed_is_refused_by_name(workspace: services.Workspace) -> None:
    with pytest.raises(InvalidInput, match="one of --answer UID and --claim UID"):
        run("sign", "--reason", "x")
    with pytest.raises(InvalidInput, match="needs a reason"):
        run("sign", "--answer", UID)
    with pytest.raises(InvalidInput, match="nothing is signed"):
        run("take-back", "--answer", UID, "--reason", "x")
    with pytest.raises(StaleVersion):
        run("sign", "--answer", UID, "--reason", "x", "--expect", "9")
