"""``headwater verify --stored``: what is stored, checked from a script."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from dashboard.cli import app

CITED = Path(__file__).resolve().parents[2] / "sample_data" / "artifacts" / "cited" / "northwire-quay" / "notice.html"
NOTICE = "northwire-quay:quay-closes-in-may.notice.cite"


@pytest.fixture
def filled(home: Path, fill_home: Callable[[Path], None]) -> Path:
    """A data directory with the demonstration in it."""
    fill_home(home)
    return home


def run(*arguments: str) -> Any:
    return CliRunner().invoke(app, ["verify", *arguments])


@pytest.mark.usefixtures("filled")
def test_a_file_given_along_is_attached_and_the_citation_checked_against_it() -> None:
    before = run("--stored", NOTICE, "--json", "--fail-on", "ungrounded")
    after = run("--stored", NOTICE, "--attach", str(CITED), "--json", "--fail-on", "ungrounded")

    assert (1, 0) == (before.exit_code, after.exit_code)
    assert "stale" == json.loads(before.stdout)["citations"][0]["status"]
    assert [{"file": "notice.html", "source_id": "notice", "refused": None}] == json.loads(after.stdout)["attached"]
    assert ("grounded", False) == tuple(json.loads(after.stdout)["citations"][0][key] for key in ("status", "stale"))


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(("what", "count"), [("mixed-claims", 29), ("mixed-claims:lead-below-limit", 9), (NOTICE, 1)])
def test_a_data_set_a_claim_and_a_citation_are_known_by_their_ids(what: str, count: int) -> None:
    found = json.loads(run("--stored", what, "--json").stdout)

    assert (count, count) == (len(found["citations"]), found["summary"]["citations"])


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize(
    "arguments",
    [
        ("--stored", "nothing"),
        ("--stored", "mixed-claims:nothing"),
        (),
        ("a.json", "--stored", "mixed-claims"),
        ("a.json", "--attach", "b.pdf"),
        ("--stored", "mixed-claims", "--statement"),
    ],
)
def test_what_is_not_there_or_does_not_go_together_is_a_wrong_use(arguments: tuple[str, ...]) -> None:
    assert 0 != run(*arguments).exit_code
