"""What scripts rely on: one JSON document on standard output, notices on standard error, exit codes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import sample_data

PACKAGE = sample_data.packages()[0]
GOLDEN = Path(__file__).parent.parent / "golden" / "lineage.jsonl"


def headwater(*arguments, home=None):
    environment = {"HEADWATER_HOME": str(home)} if home else None
    return subprocess.run(
        [sys.executable, "-m", "dashboard", *map(str, arguments)],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=None if environment is None else {**os.environ, **environment},
    )


def test_score_prints_one_json_document_and_nothing_else():
    done = headwater("score", PACKAGE, "--json")
    found = json.loads(done.stdout)

    assert done.returncode == 0
    assert list(found) == ["policy", "summary", "claims"]
    assert found["claims"][0]["id"] == "quay-overtopped"
    assert found["claims"][0]["eie"] == pytest.approx(3.0)
    assert found["summary"]["claims"] == 5


def test_settings_on_the_command_line_change_the_policy():
    found = json.loads(headwater("score", PACKAGE, "--k", "all", "--alpha", "1", "--prior", "0.1", "--json").stdout)

    assert (found["policy"]["k"], found["policy"]["alpha"], found["policy"]["prior"]) == ("all", 1.0, 0.1)


def test_golden_claims_come_one_a_line():
    done = headwater("score", "--golden", GOLDEN)
    lines = [json.loads(line) for line in done.stdout.splitlines()]

    assert done.returncode == 0
    assert len(lines) == 98
    assert list(lines[0]) == ["id", "result"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("score", "missing.json"), "there is no such file"),
        (("score", PACKAGE, "--k", "0"), 'k must be a number > 0, or "all"'),
        (("score", PACKAGE, "--alpha", "nan"), "alpha must be a number in [0, 1]"),
        (("score", PACKAGE, "--prior", "1.5"), "prior must be a number in [0, 1]"),
        (("score", PACKAGE, "--increment", "0.5"), "increment must be a number in [0, 0.5)"),
        (("score",), "give one of FILE, --golden CASES.jsonl, and --claim UID"),
    ],
)
def test_input_that_cannot_be_used_is_exit_2_with_its_name(arguments, says):
    done = headwater(*arguments)

    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr


def test_an_import_reports_what_it_found_and_a_second_one_changes_nothing(tmp_path):
    first = json.loads(headwater("import", PACKAGE, "--json", home=tmp_path).stdout)
    second = json.loads(headwater("import", PACKAGE, "--json", home=tmp_path).stdout)

    assert (first["format"], first["claims"], first["answers"], first["stored"]) == ("package", 5, 1, True)
    assert (second["added"], second["changed"]) == (0, 0)
    assert second["unchanged"] == first["added"]


def test_a_dry_run_stores_nothing(tmp_path):
    report = json.loads(headwater("import", PACKAGE, "--dry-run", "--json", home=tmp_path).stdout)

    assert (report["claims"], report["stored"]) == (5, False)
    assert list(tmp_path.iterdir()) == []


def test_a_broken_file_is_refused_with_file_row_and_what_was_expected(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text('{"claims": [', "utf-8")
    done = headwater("import", broken, "--json", home=tmp_path / "home")
    (problem,) = json.loads(done.stdout)["problems"]

    assert done.returncode == 2
    assert (problem["file"], problem["row"], problem["expected"]) == ("broken.json", 1, "a complete JSON record")
