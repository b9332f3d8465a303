"""``headwater export`` and ``headwater recompute``: whole files or none, refusals in words, exit codes for scripts."""

import errno
import json
import subprocess
import sys
from pathlib import Path
from typing import BinaryIO

import pytest
from typer.testing import CliRunner

import sample_data
from core.errors import InvalidInput
from core.services.whole_files import write_whole
from dashboard.cli import app

QUAY = next(one for one in sample_data.packages() if one.name == "northwire-quay.json")
RUN = CliRunner()


@pytest.fixture
def quay(tmp_path: Path) -> Path:
    path = tmp_path / "northwire-quay.json"
    path.write_bytes(QUAY.read_bytes())
    return path


def run(*words: object) -> tuple[int, str]:
    result = RUN.invoke(app, [str(word) for word in words])
    return result.exit_code, result.stdout


def test_a_file_is_exported_without_a_database_into_a_folder_under_our_name(quay: Path, home: Path) -> None:
    code, said = run("export", quay, "--format", "report", "--out", quay.parent)

    (report,) = quay.parent.glob("headwater-northwire-quay-report-*.html")
    assert (0, True) == (code, str(report) in said.replace("\n", ""))
    assert not home.exists()


def test_an_untouched_package_exits_0_and_a_changed_one_1_naming_what_differs(quay: Path) -> None:
    out = quay.parent / "out.json"
    assert 0 == run("export", quay, "--out", out)[0]

    untouched = run("recompute", out)
    out.write_text(out.read_text("utf-8").replace('"alpha": 0.5', '"alpha": 0.6'), "utf-8")
    changed, said = run("recompute", out)

    assert (0, True) == (untouched[0], "untouched" in untouched[1])
    assert (1, True) == (changed, "the policy was changed after the export" in said)


def test_recompute_prints_one_json_document(quay: Path) -> None:
    out = quay.parent / "out.jsonl"
    run("export", quay, "--format", "package-jsonl", "--out", out)

    code, said = run("recompute", out, "--json")

    found = json.loads(said)
    assert (0, True, []) == (code, found["untouched"], found["packages"][0]["differences"])


def test_one_claim_of_a_file_can_be_named(quay: Path) -> None:
    out = quay.parent / "one.json"

    code, said = run("export", quay, "--claim", "quay-overtopped", "--out", out, "--json")

    assert (0, 1) == (code, json.loads(said)["claims"])
    assert ["quay-overtopped"] == [claim["id"] for claim in json.loads(out.read_bytes())["claims"]]


def test_stored_claims_data_sets_and_everything_are_named_by_what_they_are(tmp_path: Path) -> None:
    from core import services

    database = f"sqlite:///{tmp_path}/a.db"
    workspace = services.open_workspace(database)
    services.import_file(workspace, QUAY.read_bytes(), "northwire-quay.json", by="Ann")
    answer = next(iter(json.loads(QUAY.read_bytes())["answers"]))["id"]

    found = {}
    for what in ("everything", "northwire-quay", "northwire-quay:quay-overtopped", f"northwire-quay:{answer}"):
        code, said = run("export", what, "--database", database, "--out", tmp_path / "out.json", "--json")
        found[what] = (code, json.loads(said)["claims"] if code == 0 else said)

    assert [(0, 5), (0, 5), (0, 1)] == list(found.values())[:3]
    assert 0 == found[f"northwire-quay:{answer}"][0]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("nowhere.json",), "no file, data set, claim or answer with the id 'nowhere.json'"),
        ((), "give a file"),
        (("FILE", "--format", "docx"), "format must be one of report"),
        (("FILE", "--claim", "nope"), "no claim with the id 'nope'"),
        (("FILE", "--answer", "nope"), "no answer with the id 'nope'"),
        (("FILE", "--claim", "a", "--answer", "b"), "one of --claim and --answer"),
        (("FILE", "--out", "FILE/below"), "cannot be written"),
        (("FILE", "--out", "/dev/full/x"), "cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_refused_in_words(quay: Path, home: Path, words: tuple[str, ...], why: str) -> None:
    arguments = [word.replace("FILE", str(quay)) for word in words]

    found = subprocess.run(
        [sys.executable, "-c", "from dashboard.cli import main; main()", "export", *arguments],
        capture_output=True, text=True, check=False, cwd=Path(__file__).resolve().parents[2],
    )  # fmt: skip

    assert (2, True) == (found.returncode, why in found.stderr), found.stderr
    assert "Traceback" not in found.stderr
    assert [quay.name] == [path.name for path in quay.parent.iterdir() if path.is_file()]


def test_a_disk_that_fills_up_leaves_nothing_behind_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("the old one", "utf-8")

    def write(out: BinaryIO) -> None:
        out.write(b"half of the new one")
        raise OSError(errno.ENOSPC, "No space left on device")

    with pytest.raises(InvalidInput, match="No space left on device"):
        write_whole(path, write)

    assert ["report.html"] == [one.name for one in tmp_path.iterdir()]
    assert "the old one" == path.read_text("utf-8")


def test_a_folder_that_may_not_be_written_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever may do everything can write to a read-only folder, so the refusal comes from the system's stand-in."""

    def refuse(self: Path, *arguments: object, **more: object) -> BinaryIO:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)

    with pytest.raises(InvalidInput, match=r"cannot be written \(Permission denied\); nothing was left there"):
        write_whole(tmp_path / "report.html", lambda out: None)

    assert [] == list(tmp_path.iterdir())


def test_an_export_that_is_stopped_leaves_nothing_behind_and_what_was_there_stays(tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text("the old one", "utf-8")

    def write(out: BinaryIO) -> None:
        out.write(b"half of the new one")
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_whole(path, write)

    assert [("report.html", "the old one")] == [(one.name, one.read_text("utf-8")) for one in tmp_path.iterdir()]


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ('"state": "dependent"', '"state": "independent"', "label "),
        ('"weight": 0.5', '"weight": 0.25', "was changed after the export"),
        ('"alpha": 0.5', '"alpha": 0.6', "the policy was changed after the export"),
        ("high water", "low water", "was changed after the export"),
        ('"lineages": ', '"lineages": 1', "the manifest itself was changed after the export"),
        ('"conclusion": "qualify"', '"conclusion": "answer"', "decision is 'qualify', the package says 'answer'"),
    ],
)
def test_recompute_exits_1_and_names_what_was_changed(quay: Path, before: str, after: str, named: str) -> None:
    package = json.loads(quay.read_bytes())
    package["labels"] = [
        {"source_id": package["sources"][0]["id"], "state": "dependent", "by": "Ann", "at": "2026-03-01T10:00:00Z"}
    ]
    package["sources"][1] |= {"dependence": "partially_dependent", "weight": 0.5}
    quay.write_text(json.dumps(package), "utf-8")
    out = quay.parent / "out.json"
    assert 0 == run("export", quay, "--out", out)[0]
    assert 0 == run("recompute", out)[0]
    text = out.read_text("utf-8")
    assert before in text

    out.write_text(text.replace(before, after, 1), "utf-8")
    code, said = run("recompute", out)

    assert (1, True) == (code, named in said), said


def test_an_export_that_is_refused_half_way_leaves_nothing_behind(quay: Path) -> None:
    out = quay.parent / "graph.svg"

    code, _ = run("export", quay, "--format", "svg", "--out", out)

    assert 1 == code or 2 == code
    assert [quay.name] == [one.name for one in quay.parent.iterdir()]


def test_every_format_is_listed_with_what_it_is_for() -> None:
    code, said = run("export", "--formats")

    assert 0 == code
    assert {"report", "package", "xlsx", "graphml", "prov"} <= {line.split()[0] for line in said.splitlines()}
