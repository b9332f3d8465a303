"""``headwater detect``: packages and folders, one JSON document, stopped and taken up again."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import sample_data
from core import services
from core.detection.testing import Prose
from core.errors import ImportFailed, InvalidInput
from core.services.detecting import detect_path, detection_as_dict, rules
from dashboard.commands import detect

KEYS = ["from", "to", "relation", "direction", "probability", "band", "rule"]


def headwater(*arguments: object) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "dashboard", *map(str, arguments)], capture_output=True, text=True, encoding="utf-8"
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two copies in different formats, one bystander, and files that are no documents."""
    made = Prose(1)
    story = made.text(200)
    root = tmp_path / "pages"
    (root / "deep").mkdir(parents=True)
    (root / "a.txt").write_text(story, "utf-8")
    (root / "deep" / "b.html").write_text(f"<html><body><nav>Home</nav><article><p>{story}</p></article></body></html>")
    (root / "c.md").write_text(made.text(200), "utf-8")
    (root / "picture.png").write_bytes(b"\x89PNG\r\n")
    (root / "binary.txt").write_bytes(b"\x00\x01\x02" * 100)
    (root / "latin.txt").write_bytes("Straße über den Fluß".encode("latin-1"))
    (root / ".hidden.txt").write_text(story, "utf-8")
    return root


def proposals(path: Path, **given: object) -> list[dict[str, object]]:
    return list(detection_as_dict(detect_path(path, **given))["proposals"])  # type: ignore[arg-type]


def test_a_folder_is_read_and_one_json_document_comes_out(folder: Path) -> None:
    done = headwater("detect", folder, "--json")
    found = json.loads(done.stdout)

    assert 0 == done.returncode
    (proposal,) = found["proposals"]
    assert KEYS == list(proposal)[: len(KEYS)]
    assert {"a.txt", "deep/b.html"} == {proposal["from"], proposal["to"]}
    assert "copied_from" == proposal["relation"]
    first = proposal["evidence"][0]
    assert first["here"]["text"] and first["there"]["text"]
    assert "unknown is not independent" in done.stderr


def test_files_that_cannot_be_read_are_named(folder: Path) -> None:
    notices = " ".join(notice.message for notice in detect_path(folder).notices)

    for name in ("picture.png", "binary.txt", "latin.txt"):
        assert name in notices
    assert ".hidden.txt" not in notices


def test_a_package_is_read_and_its_known_edges_are_not_proposed() -> None:
    package = sample_data.packages()[0]
    path = Path(str(package))
    known = {
        frozenset((edge["from"], edge["to"]))
        for edge in json.loads(path.read_bytes())["edges"]
        if edge.get("status", "known") in {"known", "confirmed"}
    }

    assert [] == [row for row in proposals(path) if frozenset((row["from"], row["to"])) in known]


def test_without_json_it_is_told_in_lines(folder: Path) -> None:
    done = headwater("detect", folder)

    assert 0 == done.returncode
    assert done.stdout.startswith(
        "a.txt -- deep/b.html\n  copied_from, near certain (0.91 to 0.99, n=75), text_reuse\n"
    )
    assert done.stdout.endswith("1 proposal; every other pair stays unknown.\n")


@pytest.mark.parametrize(
    ("name", "error"), [("missing.json", InvalidInput), ("empty", InvalidInput), ("broken.json", ImportFailed)]
)
def test_what_cannot_be_used_is_refused_in_words(tmp_path: Path, name: str, error: type[Exception]) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "broken.json").write_text("{")

    with pytest.raises(error):
        detect_path(tmp_path / name)
    assert 2 == headwater("detect", tmp_path / name, "--json").returncode


def test_every_rule_is_told_with_its_help_text() -> None:
    told = {rule.name: rule for rule in rules()}

    assert ("expert prior", 0.95) == (told["cross_domain_canonical"].basis, told["cross_domain_canonical"].probability)
    assert "measured" == told["text_reuse"].basis
    assert all(rule.help for rule in told.values())


def test_a_single_page_is_read_by_itself(folder: Path) -> None:
    assert [] == proposals(folder / "deep" / "b.html")


def test_only_a_folder_can_be_put_down(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="only a run over a folder"):
        detect_path(folder / "a.txt", kept=tmp_path / "run")


def test_a_second_run_takes_up_what_the_first_put_down_and_says_the_same(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "run"
    first = proposals(folder, kept=kept)
    size = kept.stat().st_size

    assert first == proposals(folder, kept=kept)
    # A new line to end what may have been cut off, and nothing else.
    assert kept.stat().st_size <= size + 2


def test_a_changed_file_is_read_again(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "run"
    assert 1 == len(proposals(folder, kept=kept))
    (folder / "a.txt").write_text(Prose(9).text(150), "utf-8")

    assert [] == proposals(folder, kept=kept)


def stop_after(steps: int) -> Callable[[], bool]:
    asked = [0]

    def stop() -> bool:
        asked[0] += 1
        return asked[0] > steps

    return stop


@pytest.mark.parametrize("steps", [1, 2, 4, 6, 30, 40, 45])
def test_a_run_stopped_anywhere_gives_the_same_in_the_end(tmp_path: Path, steps: int) -> None:
    made = Prose(2)
    story = made.text(100)
    root = tmp_path / "pages"
    root.mkdir()
    for number in range(8):
        (root / f"{number}.txt").write_text(made.inside(made.text(100), story), "utf-8")
    whole = proposals(root)
    stopped = detect_path(root, kept=tmp_path / "run", stop=stop_after(steps))

    assert len(stopped.proposals) <= len(whole)
    assert whole == proposals(root, kept=tmp_path / "run")


def test_a_line_cut_off_in_the_middle_is_passed_over(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "run"
    first = proposals(folder, kept=kept)
    data = kept.read_bytes()
    kept.write_bytes(data[: len(data) * 2 // 3])

    assert first == proposals(folder, kept=kept)


def test_a_file_that_is_no_run_is_refused(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "other").write_text('{"format": "something else"}\n')

    with pytest.raises(InvalidInput, match="not a run of this version"):
        detect_path(folder, kept=tmp_path / "other")
    with pytest.raises(InvalidInput, match="cannot be used"):
        detect_path(folder, kept=tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="interrupts are sent by signal here")
def test_an_interrupt_ends_the_run_with_what_there_is(tmp_path: Path) -> None:
    made = Prose(3)
    root = tmp_path / "pages"
    root.mkdir()
    story = made.text(2_000)
    for number in range(100):
        (root / f"{number:03}.txt").write_text(made.edited(story, 0.1), "utf-8")
    command = [sys.executable, "-m", "dashboard", "detect", str(root), "--index", str(tmp_path / "run"), "--json"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8")
    try:
        give_up = time.monotonic() + 60
        while not (tmp_path / "run").exists() or (tmp_path / "run").stat().st_size < 100_000:
            assert time.monotonic() < give_up and process.poll() is None
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()

    assert 130 == process.returncode
    assert json.loads(out)["complete"] is False
    assert "the same command goes on" in err


def test_a_stored_data_set_is_detected_and_its_proposals_are_kept(
    home: Path, folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (folder / "a.txt").read_text("utf-8")
    sources = [{"id": name, "url": f"https://{name}.example/1", "text": text} for name in ("one", "two")]
    evidence = [{"id": f"e-{name}", "claim_id": "c", "source_id": name} for name in ("one", "two")]
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "set",
        "claims": [{"id": "c", "text": "It closes."}],
    }
    workspace = services.open_workspace()
    data = json.dumps({**package, "sources": sources, "evidence": evidence}).encode()
    services.import_file(workspace, data, "set.json", by="ann")

    detect(dataset="set", as_json=True)
    first = json.loads(capsys.readouterr().out)
    detect(dataset="set", as_json=True)
    again = json.loads(capsys.readouterr().out)
    detect(dataset="set")

    assert [("set:one|two", "open")] == [(found["key"], found["status"]) for found in first["proposals"]]
    assert KEYS == list(first["proposals"][0])[: len(KEYS)]
    assert ((1, 0), (0, 1)) == tuple((found["run"]["new"], found["run"]["known"]) for found in (first, again))
    assert "set: 0 new, 1 as before" in capsys.readouterr().out
    assert 1 == services.proposals(workspace).total
    workspace.store.close()


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"dataset": "set", "path": Path("x")},
        {"dataset": "set", "index": Path("x")},
        {"path": Path("x"), "database": "sqlite:///x"},
    ],
)
def test_what_to_detect_is_said_once(given: dict[str, object]) -> None:
    with pytest.raises(InvalidInput):
        detect(**given)  # type: ignore[arg-type]
