"""``headwater bundles``, ``decide``, ``calibrate`` and ``doctor``: what scripts rely on."""

import json
import os
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

import sample_data
from core import services
from core.services.deciding import decide_file
from dashboard import cli

PACKAGE = next(path for path in sample_data.packages() if path.stem == "citation-circle")
CLAIM = "founded-1764"
HALLUCINATED = [18, 10, 8, 5, 3, 2, 1, 1]


@dataclass(frozen=True)
class Done:
    """How a command ended."""

    returncode: int
    stdout: str
    stderr: str


Headwater = Callable[..., Done]


@pytest.fixture
def headwater(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Headwater:
    """The command, run in this process, on a data directory of its own."""
    for name in [name for name in os.environ if name.startswith("HEADWATER_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))

    def run(*arguments: object) -> Done:
        monkeypatch.setattr(sys, "argv", ["headwater", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        said = capsys.readouterr()
        return Done(int(ended.value.code or 0), said.out, said.err)

    return run


def test_bundles_prints_one_json_document_with_every_part(headwater: Headwater) -> None:
    done = headwater("bundles", PACKAGE, "--claim", CLAIM, "--budget", "300", "--json")
    found = json.loads(done.stdout)
    bundle = found["bundles"][0]

    assert (0, "") == (done.returncode, done.stderr)
    assert {"coverage", "consistency", "completeness", "density", "density_range", "cohesion", "gates"} <= set(bundle)
    assert {"verdict", "fired", "risk", "risk_label"} <= set(bundle["gates"])
    assert ("hashed-ngrams-v1", 0.19) == (found["embedder"]["id"], found["cohesion_limit"]["value"])
    assert found["evidence"]["choice"]["tokens"] <= 300
    assert ElementTree.fromstring(found["evidence"]["package"]["text"]).find("conflict") is not None


def test_a_package_can_be_printed_alone(headwater: Headwater) -> None:
    done = headwater("bundles", PACKAGE, "--claim", CLAIM, "--budget", "300", "--package")

    assert "evidence_package" == ElementTree.fromstring(done.stdout).tag


def test_facets_from_a_file_take_the_place_of_the_draft(headwater: Headwater, tmp_path: Path) -> None:
    (tmp_path / "facets.json").write_text(json.dumps([{"id": "year", "text": "1764", "weight": 2}]))
    done = headwater("bundles", PACKAGE, "--claim", CLAIM, "--facets", tmp_path / "facets.json", "--json")

    assert ["year"] == [facet["id"] for facet in json.loads(done.stdout)["facets"]]


def test_decide_prints_claims_and_answers_with_states_and_reasons(headwater: Headwater) -> None:
    done = headwater("decide", PACKAGE, "--json")
    found = json.loads(done.stdout)
    claim = found["claims"][0]

    assert (0, "") == (done.returncode, done.stderr)
    assert ["policy", "summary", "claims", "answers"] == list(found)
    assert (CLAIM, "abstain", "conflicting") == (claim["id"], claim["decision"], claim["states"][0])
    assert {"code", "allows", "state", "text", "passages"} == set(claim["reasons"][0])
    assert {"supports", "missing", "assumptions", "text"} == set(claim["statement"])
    assert found["answers"][0]["draft"]
    assert 4 == sum(found["summary"]["decisions"].values())


def test_a_decision_can_be_a_gate_for_scripts(headwater: Headwater) -> None:
    assert 1 == headwater("decide", PACKAGE, "--fail-on", "abstain", "--json").returncode


def test_stored_claims_and_answers_are_decided_like_those_of_a_file(headwater: Headwater, tmp_path: Path) -> None:
    assert 0 == headwater("import", PACKAGE, "--json").returncode
    stored = json.loads(headwater("decide", "--claim", f"citation-circle:{CLAIM}", "--json").stdout)
    of_file = json.loads(headwater("decide", PACKAGE, "--no-check", "--json").stdout)
    bundles = json.loads(headwater("bundles", "--claim", f"citation-circle:{CLAIM}", "--json").stdout)
    file_bundles = json.loads(headwater("bundles", PACKAGE, "--claim", CLAIM, "--json").stdout)

    assert of_file["claims"][0]["decision"] == stored["claims"][0]["decision"]
    assert of_file["claims"][0]["states"] == stored["claims"][0]["states"]
    assert file_bundles["bundles"] == bundles["bundles"]


def test_bundles_of_a_stored_claim_follow_the_rule_and_the_parts_in_force(headwater: Headwater) -> None:
    assert 0 == headwater("import", PACKAGE, "--json").returncode
    workspace, uid = services.open_workspace(), f"citation-circle:{CLAIM}"
    services.save_rule(workspace, {"own_limits": {"hashed-ngrams-v1": 0.9}}, by="ann", reason="strict", expected=0)
    services.state_facets(workspace, uid, facets=[{"id": "when", "text": "in 1764"}], by="ann", expected=None)
    found = json.loads(headwater("bundles", "--claim", uid, "--json").stdout)
    paper = json.loads(headwater("bundles", "--claim", uid, "--profile", "paper-0.65", "--json").stdout)

    made = services.claim_bundles(workspace, uid)
    assert [list(one.passages) for one in made.construction.bundles] == [one["passages"] for one in found["bundles"]]
    assert "in 1764" in json.dumps(found) and "in 1764" in json.dumps(paper)
    assert "own calibration" in json.dumps(found) and "paper-0.65" in json.dumps(paper)


def test_calibrate_risk_prints_the_fit(headwater: Headwater, tmp_path: Path) -> None:
    rows = [{"density": n / 10, "n": 50, "k": k} for n, k in enumerate(HALLUCINATED, 1)]
    (tmp_path / "outcomes.json").write_text(json.dumps(rows))
    done = headwater("calibrate", "risk", tmp_path / "outcomes.json", "--json")
    found = json.loads(done.stdout)

    assert 0 == done.returncode
    assert (0.5404, 4.3518) == (round(found["h_base"], 4), round(found["lambda"], 4))


def test_a_fit_is_put_in_force_from_the_command_line(headwater: Headwater, tmp_path: Path) -> None:
    rows = [{"density": n / 10, "n": 50, "k": k} for n, k in enumerate(HALLUCINATED, 1)]
    (tmp_path / "outcomes.json").write_text(json.dumps(rows))
    arguments = ("calibrate", "risk", tmp_path / "outcomes.json", "--put-in-force", "--by", "ann", "--json")
    done = headwater(*arguments, "--reason", "our own year")

    assert (0, 1) == (done.returncode, json.loads(done.stdout)["version"])
    (version, _) = services.rule_versions(services.open_workspace())
    assert ("ann", "our own year", "H (yours)", 0.5404) == (
        version.by,
        version.reason,
        version.settings["label"],
        round(version.settings["h_base"], 4),
    )
    again = headwater(*arguments)
    assert (2, "") == (again.returncode, again.stdout)
    assert "in force already" in again.stderr


def test_a_limit_put_in_force_says_what_it_rests_on_and_keeps_the_others(headwater: Headwater, tmp_path: Path) -> None:
    services.save_rule(services.open_workspace(), {"own_limits": {"mine": 0.3}}, by="ann", reason="ours", expected=0)
    rows = [{"cohesion": n / 50, "coherent": n >= 20, "question": f"q{n % 25}"} for n in range(50)]
    (tmp_path / "bundles.json").write_text(json.dumps(rows))
    done = headwater("calibrate", "cohesion", tmp_path / "bundles.json", "--put-in-force", "--json")

    assert (0, 2) == (done.returncode, json.loads(done.stdout)["version"])
    version = services.rule_in_force(services.open_workspace())
    assert {"mine": 0.3, "hashed-ngrams-v1": 0.39} == dict(version.settings["own_limits"])
    assert "fit of bundles.json: 50 bundles, 30 coherent, 25 questions" == version.reason


def test_stored_outcomes_are_measured_and_too_few_are_refused(headwater: Headwater) -> None:
    assert 0 == headwater("import", PACKAGE, "--json").returncode
    few = headwater("calibrate", "risk", "--stored", "--json")
    assert (2, "") == (few.returncode, few.stdout)
    assert "too few outcomes to fit: 0 outcomes" in few.stderr

    workspace = services.open_workspace()
    services.record_outcome(workspace, f"citation-circle:{CLAIM}", wrong=True, by="ann")
    found = json.loads(headwater("calibrate", "coverage", "--stored", "--json").stdout)
    assert {"aware", "naive", "density", "risk"} <= {curve["signal"] for curve in found["curves"]}
    assert (0, []) == (found["needless_abstentions"], found["disputed"])
    assert "aware: area" in headwater("calibrate", "coverage", "--stored").stdout
    assert "0 bundles" in headwater("calibrate", "cohesion", "--stored").stderr


@pytest.mark.parametrize("what", ["cohesion", "risk"])
def test_ten_outcomes_are_refused_in_words(headwater: Headwater, what: str, tmp_path: Path) -> None:
    rows = [{"density": 0.1, "hallucinated": True, "cohesion": n / 10, "coherent": n > 4} for n in range(10)]
    (tmp_path / "few.json").write_text(json.dumps(rows))
    done = headwater("calibrate", what, tmp_path / "few.json", "--json")

    assert (2, "") == (done.returncode, done.stdout)
    assert "too few outcomes to fit: 10" in done.stderr


def test_doctor_names_every_embedder_and_makes_no_database(headwater: Headwater, tmp_path: Path) -> None:
    done = headwater("doctor", "--json")
    found = json.loads(done.stdout)

    assert 0 == done.returncode
    assert found["ok"]
    assert ["hashed", "semantic", "transformers", "http"] == [row["name"] for row in found["embedders"]]
    assert "ok" == found["embedders"][0]["state"]
    assert "not set up" == found["database"][0]["state"]
    assert not (tmp_path / "home").exists()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("bundles",), "give FILE, or --claim"),
        (("bundles", PACKAGE), "the file has 4 claims; name one with --claim"),
        (("bundles", PACKAGE, "--claim", "nobody"), "no claim with the id 'nobody'"),
        (("bundles", PACKAGE, "--claim", CLAIM, "--embedder", "glove"), "embedder must be one of hashed, semantic"),
        (("bundles", PACKAGE, "--claim", CLAIM, "--embedder", "http"), "HEADWATER_EMBEDDINGS_URL"),
        (("bundles", PACKAGE, "--claim", CLAIM, "--profile", "0.65"), "cohesion profile must be paper-0.65"),
        (("bundles", PACKAGE, "--claim", CLAIM, "--linkage", "single"), "linkage must be one of average, ward"),
        (("bundles", PACKAGE, "--claim", CLAIM, "--budget", "-1"), "budget must be a whole number of tokens >= 0"),
        (("bundles", PACKAGE, "--claim", CLAIM, "--package"), "--package needs --budget"),
        (("decide",), "give one of FILE, --claim UID and --answer UID"),
        (("decide", PACKAGE, "--fail-on", "answer"), '--fail-on must be "abstain" or "qualify"'),
        (("calibrate", "risk", "missing.json"), "there is no such file"),
        (("calibrate", "risk"), "give either a file of labelled outcomes or --stored"),
        (("calibrate", "risk", "a.json", "--stored"), "give either a file of labelled outcomes or --stored"),
        (("calibrate", "coverage", "--stored", "--put-in-force"), "coverage fits nothing"),
    ],
)
def test_a_request_that_cannot_be_met_is_one_message(
    headwater: Headwater, arguments: tuple[object, ...], says: str
) -> None:
    done = headwater(*arguments)

    assert (2, "") == (done.returncode, done.stdout)
    assert says in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("bound", [True, False])
def test_a_text_proves_a_citation_only_where_the_file_names_its_version(bound: bool) -> None:
    text = "Backups are retained for 90 days."
    sources = [
        {"id": f"s{n}", "title": f"Policy {n}", "text": f"{text} Version {n}.", "dependence": "independent"}
        | ({"fingerprint": f"sha256:{n:064x}"} if bound else {})
        for n in (1, 2)
    ]
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "bound",
        "claims": [{"id": "c", "text": text}],
        "sources": sources,
        "evidence": [{"id": f"e{n}", "claim_id": "c", "source_id": f"s{n}", "text": text} for n in (1, 2)],
        "citations": [
            {"id": f"k{n}", "claim_id": "c", "source_id": f"s{n}", "evidence_id": f"e{n}", "expected_text": text}
            for n in (1, 2)
        ],
    }
    found = decide_file(json.dumps(package).encode(), "bound.json")["claims"][0]

    assert (2 if bound else 0) == found["figures"]["grounded"]
    assert bound != ("nothing_checked" in [reason["code"] for reason in found["reasons"]])
