"""``headwater decide --stored``: the rule asked about stored claims, as scripts rely on it."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sample_data
from core import services
from dashboard import cli

Run = Callable[..., tuple[int, str, str]]
CIRCLE = next(path for path in sample_data.packages() if path.stem == "citation-circle")
KEYS = {"decided", "claims", "decisions", "states", "undecided"}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """The command, on a data directory of its own that holds one case."""
    for name in [name for name in os.environ if name.startswith("HEADWATER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))
    workspace = services.open_workspace()
    services.import_file(workspace, CIRCLE.read_bytes(), CIRCLE.name, by="ana")
    workspace.store.close()

    def headwater(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["headwater", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return int(ended.value.code or 0), said.out, said.err

    return headwater


def test_what_is_undecided_is_decided_once_and_counted(run: Run) -> None:
    code, out, err = run("decide", "--stored", "--json")
    first = json.loads(out)
    again = json.loads(run("decide", "--stored", "--dataset", "citation-circle", "--json")[1])

    assert (0, "4 of 4 claims decided\n") == (code, err)
    assert set(first) == KEYS
    assert (4, 4, 0) == (first["decided"], first["claims"], first["undecided"])
    assert 4 == sum(first["decisions"].values()) == sum(first["states"].values())
    assert first | {"decided": 0} == again


def test_the_counts_are_those_of_the_claims_decided_one_by_one(run: Run) -> None:
    tally = json.loads(run("decide", "--stored", "--json")[1])
    single = [
        json.loads(run("decide", "--claim", f"citation-circle:{claim['id']}", "--json")[1])["claims"][0]["decision"]
        for claim in json.loads(CIRCLE.read_text("utf-8"))["claims"]
    ]

    assert {name: single.count(name) for name in tally["decisions"]} == tally["decisions"]


def test_a_stored_claim_is_decided_under_the_rule_in_force_and_options_are_only_tried(run: Run) -> None:
    workspace = services.open_workspace()
    services.save_rule(workspace, {"profile": "paper-0.65"}, by="ana", reason="the article's", expected=0)
    workspace.store.close()
    codes = {reason["code"] for reason in _claim(run)["reasons"]}
    tried = {reason["code"] for reason in _claim(run, "--embedder", "hashed")["reasons"]}

    assert ({"density_caveat"}, set()) == (codes & {"density_caveat"}, tried & {"density_caveat"})


def _claim(run: Run, *options: str) -> dict[str, list[dict[str, str]]]:
    found: dict[str, list[dict[str, str]]] = json.loads(
        run("decide", "--claim", "citation-circle:procession-1811", *options, "--json")[1]
    )["claims"][0]
    return found


def test_in_words_it_is_one_line(run: Run) -> None:
    code, out, _ = run("decide", "--stored")

    assert 0 == code
    assert out.startswith("4 claims decided now. Of 4: ")
    assert 1 == out.count("\n")


def test_a_claim_with_too_little_ends_with_1_where_that_is_asked(run: Run) -> None:
    tally = json.loads(run("decide", "--stored", "--json")[1])

    assert tally["decisions"]["abstain"] > 0
    assert 1 == run("decide", "--stored", "--fail-on", "abstain")[0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("decide", "--stored", "--claim", "citation-circle:founded-1764"), "give one of FILE"),
        (("decide", "--stored", "--embedder", "hashed"), "--stored takes"),
        (("decide", "--stored", "--dataset", "nope"), "nope"),
        (("decide", str(CIRCLE), "--dataset", "citation-circle"), "--dataset needs --stored"),
        (("decide",), "give one of FILE"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_one_message(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run(*arguments)

    assert (2, "") == (code, out)
    assert message in err
    assert 1 == err.count("\n")
