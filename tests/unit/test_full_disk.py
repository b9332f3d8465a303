"""A disk that fills up while something is stored: said in words, nothing half done, and the store works on afterwards.

Where this user may mount, the data directory is a disk of four megabytes that really is full. Elsewhere the process may
write no file beyond that size, which ends a write in the same place with another error.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from core import services
from core.errors import HeadwaterError, InvalidInput, StoreError
from core.services.inbox import Inbox
from core.services.whole_files import write_whole

SIZE = 4 * 1024 * 1024
ROOT = Path(__file__).resolve().parents[2]

LIMITED = f"""
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, ({SIZE}, {SIZE}))
from dashboard.cli import main
sys.argv = ["headwater", *sys.argv[1:]]
main()
"""


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of four megabytes; skipped, and said so, where this user may not mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    try:
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", place], check=True, capture_output=True, timeout=30
        )
    except (OSError, subprocess.SubprocessError) as error:
        pytest.skip(f"no small disk can be mounted here: {error}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "-l", place], check=True, capture_output=True, timeout=30)


def traces(path: Path, count: int, words: int) -> Path:
    records = [
        {"id": f"t{n}", "query": "When?", "answer": "In May.", "contexts": [f"{'It was May. ' * words}{n}"]}
        for n in range(count)
    ]
    path.write_text(json.dumps(records), "utf-8")
    return path


def headwater(home: Path, *words: object, code: str | None = None) -> subprocess.CompletedProcess[str]:
    start = ["-m", "dashboard"] if code is None else ["-c", code]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("HEADWATER_")}
    return subprocess.run(
        [sys.executable, *start, *map(str, words)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        env=environment | {"HEADWATER_HOME": str(home)},
    )


def claims_in(home: Path) -> int:
    workspace = services.open_workspace(f"sqlite:///{home / 'headwater.db'}")
    try:
        return services.claims(workspace, page=1, size=1).total
    finally:
        workspace.store.close()


def test_an_import_that_fills_the_disk_is_refused_in_words_and_leaves_what_was_there(
    disk: Path, tmp_path: Path
) -> None:
    home = disk / "home"
    small, big = traces(tmp_path / "small.json", 1, 1), traces(tmp_path / "big.json", 3000, 200)
    other = traces(tmp_path / "other.json", 2, 1)
    assert 0 == headwater(home, "import", small).returncode

    full = headwater(home, "import", big)

    assert 2 == full.returncode
    assert "the disk is full; nothing was saved" in full.stderr
    assert "Traceback" not in full.stderr
    assert 1 == claims_in(home)
    assert 0 == headwater(home, "import", other).returncode
    assert 3 == claims_in(home)
    assert 0 == headwater(home, "audit", "verify").returncode


def test_an_import_beyond_what_a_process_may_write_is_refused_in_words_too(tmp_path: Path) -> None:
    pytest.importorskip("resource", reason="this system knows no limit for the size of a file")
    home = tmp_path / "home"
    small, big = traces(tmp_path / "small.json", 1, 1), traces(tmp_path / "big.json", 3000, 200)
    assert 0 == headwater(home, "import", small).returncode

    full = headwater(home, "import", big, code=LIMITED)

    assert 2 == full.returncode
    assert "nothing was saved" in full.stderr
    assert "Traceback" not in full.stderr
    assert 1 == claims_in(home)
    assert 0 == headwater(home, "import", traces(tmp_path / "other.json", 2, 1)).returncode
    assert 3 == claims_in(home)


def test_an_artifact_that_does_not_fit_is_refused_and_nothing_of_it_stays(disk: Path) -> None:
    workspace = services.open_workspace(f"sqlite:///{disk / 'home' / 'headwater.db'}")
    data = json.dumps({"id": "t1", "query": "q", "answer": "In May.", "contexts": ["It was May."]}).encode()
    services.import_file(workspace, data, "night.json", by="me")
    source = next(iter(workspace.store.dossiers("night"))).sources[0].id

    with pytest.raises(StoreError, match="No space left on device"):
        services.attach(workspace, "night", [("page.txt", b"x" * SIZE)], source_id=source, by="me")

    assert [] == [path.name for path in (disk / "home" / "artifacts").iterdir()]
    assert () == services.attachments(workspace, "night")
    (result,) = services.attach(workspace, "night", [("page.txt", b"It was May.")], source_id=source, by="me")
    assert source == result.source_id
    workspace.store.close()


def test_an_export_that_does_not_fit_leaves_the_older_one_as_it_was(disk: Path) -> None:
    path = disk / "report.html"
    path.write_bytes(b"older")

    with pytest.raises(InvalidInput, match=r"cannot be written \(No space left on device\); nothing was left there"):
        write_whole(path, lambda out: out.write(b"x" * SIZE * 2))

    assert b"older" == path.read_bytes()
    assert ["report.html"] == [found.name for found in disk.iterdir()]


def test_a_large_import_that_fills_the_disk_keeps_whole_parts_and_goes_on_when_there_is_room(
    disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from core.services import streaming

    monkeypatch.setattr(streaming, "PART_BYTES", 100_000)
    path = tmp_path / "night.jsonl"
    passages = [f"{'It was May. ' * 200}{n}" for n in range(2000)]
    records = [{"id": f"t{n}", "query": "q", "answer": "In May.", "contexts": [p]} for n, p in enumerate(passages)]
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    small = services.open_workspace(f"sqlite:///{disk / 'home' / 'headwater.db'}")

    with pytest.raises(HeadwaterError, match="the disk is full"):
        streaming.import_large(small, path, by="me")
    kept = services.claims(small, page=1, size=1).total
    parts = services.imports(small)[0].parts
    small.store.close()

    assert 0 < kept < 2000
    assert 0 < parts
    (tmp_path / "room").mkdir()
    for name in (disk / "home").iterdir():
        if name.is_file():
            (tmp_path / "room" / name.name).write_bytes(name.read_bytes())
    roomy = services.open_workspace(f"sqlite:///{tmp_path / 'room' / 'headwater.db'}")
    report = streaming.import_large(roomy, path, by="me")
    assert (True, 2000) == (report.stored, services.claims(roomy, page=1, size=1).total)
    assert kept <= report.unchanged
    roomy.store.close()


def test_scattered_rows_that_find_no_room_to_come_together_are_refused_in_words(
    disk: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    path = tmp_path / "night.csv"
    rows = (f"c{n % 2000},Claim {n % 2000}.,s,{'Passage ' * 50}{n}\r\n" for n in range(20_000))
    path.write_text("claim_id,claim,source,passage\r\n" + "".join(rows), "utf-8", newline="")
    code = (
        "import sys; from core import services; from core.services.streaming import import_large; "
        "from pathlib import Path; from core.errors import InvalidInput\n"
        "try:\n import_large(services.open_workspace(), Path(sys.argv[1]), by='me')\n"
        "except InvalidInput as error:\n sys.exit(str(error))"
    )
    monkeypatch.setenv("SQLITE_TMPDIR", str(disk))

    run = headwater(tmp_path / "home", path, code=code)

    assert 1 == run.returncode
    assert "there is no room in the temporary folder to bring it together" in run.stderr
    assert 0 == claims_in(tmp_path / "home")


def read_only(disk: Path) -> None:
    subprocess.run(["mount", "-o", "remount,ro", disk], check=True, capture_output=True, timeout=30)


def test_a_data_directory_that_may_only_be_read_is_said_plainly(disk: Path, tmp_path: Path) -> None:
    home = disk / "home"
    assert 0 == headwater(home, "import", traces(tmp_path / "a.json", 1, 1)).returncode
    read_only(disk)

    refused = headwater(home, "import", traces(tmp_path / "b.json", 2, 1))
    fresh = headwater(disk / "new", "import", traces(tmp_path / "b.json", 2, 1))

    assert (2, 2) == (refused.returncode, fresh.returncode)
    for run in (refused, fresh):
        assert run.stderr.splitlines()[-1].startswith("headwater: ")
        assert "Traceback" not in run.stderr


def test_a_file_in_an_inbox_that_may_only_be_read_is_taken_in_and_its_report_is_missed(disk: Path, home: Path) -> None:
    traces(disk / "night.json", 1, 1)
    read_only(disk)
    workspace = services.open_workspace()

    inbox = Inbox(disk)
    found = [one for _ in range(4) for one in inbox.look(workspace)]

    assert ["night.json"] == [one.name for one in found]
    assert "the report cannot be written beside it (Read-only file system)" in found[0].message
    assert 1 == services.claims(workspace, page=1, size=1).total
    assert ["night.json"] == [path.name for path in disk.iterdir()]
    workspace.store.close()
