"""Reading apart: limits that hold, a process that comes back, a cache nobody believes blindly, a governed folder."""

import io
import os
import sys
import threading
import zipfile
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path

import pytest

from core.verification.citations import CitedClaim, Locator
from core.verification.coding import BrokenCoding, decode, encode
from core.verification.grounding import read
from core.verification.grounding.types import Artifact, InvalidSource, ReadLimits, Unreadable
from core.verification.reading.cache import DirectoryCache, NoCache
from core.verification.reading.process import ProcessLimits, ReadingProcess, memory_is_limited
from core.verification.reading.reader import ArtifactReader
from core.verification.representation import Representation, Table
from core.verification.source_map import SourceMap, SourceMissing, checked_parts, map_of_folder
from core.verification.vocabulary import ClaimKind, Reason


def artifact(data: bytes, name: str = "a.txt", password: str | None = None) -> Artifact:
    return Artifact(data, "sha256:" + sha256(data).hexdigest(), name, password)


@pytest.fixture(scope="module")
def process() -> Iterator[ReadingProcess]:
    with ReadingProcess() as made:
        yield made


def test_the_process_reads_what_the_reader_reads(process: ReadingProcess) -> None:
    given = artifact("# Title\n\nSome words, ümlauts and 𝟘.\n".encode(), "a.md")

    assert read(given) == process.read(given)


def test_a_refusal_crosses_the_process_with_its_reason(process: ReadingProcess) -> None:
    with pytest.raises(Unreadable) as refused:
        process.read(artifact(b"no pdf", "a.pdf"))
    with pytest.raises(InvalidSource, match="opendataloader-json adapter: missing 'tool' object"):
        process.read(artifact(b"{}", "a.json"), "opendataloader-json")

    assert Reason.PARSE_FAILED is refused.value.reason


def test_several_threads_share_one_process(process: ReadingProcess) -> None:
    texts = [f"Text number {n} of many." for n in range(12)]
    found: dict[str, str] = {}

    def one(text: str) -> None:
        found[text] = process.read(artifact(text.encode())).text

    threads = [threading.Thread(target=one, args=(text,)) for text in texts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert {text: text for text in texts} == found


@pytest.mark.skipif(sys.platform == "win32", reason="signals end the process another way there")
def test_a_process_that_dies_is_an_error_and_the_next_file_is_read() -> None:
    with ReadingProcess() as process:
        process.read(artifact(b"first words"))
        assert process._process is not None
        os.kill(process._process.pid, 9)
        process._process.wait()

        assert "second words" == process.read(artifact(b"second words")).text


class Asleep(ReadingProcess):
    """A reading process that reads nothing: it only waits."""

    def _start(self) -> None:
        import subprocess
        from queue import SimpleQueue

        self._process = subprocess.Popen(
            [sys.executable, "-c", "import time, sys; sys.stdin.buffer.read(1); time.sleep(60)"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        )  # fmt: skip
        self._answers = SimpleQueue()


def test_a_reader_that_hangs_is_ended_by_the_wall_clock() -> None:
    with Asleep(ProcessLimits(wall_clock=0.3)) as process, pytest.raises(Unreadable) as refused:
        process.read(artifact(b"words"))

    assert Reason.LIMITS_EXCEEDED is refused.value.reason
    assert process._process is None


class Dying(ReadingProcess):
    """A reading process that ends at once."""

    def _start(self) -> None:
        import subprocess
        from queue import SimpleQueue

        from core.verification.reading.process import _listen

        self._process = subprocess.Popen(
            [sys.executable, "-c", "raise SystemExit(3)"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._answers = SimpleQueue()
        threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()


def test_a_reader_that_crashes_is_an_error_of_the_file() -> None:
    with Dying() as process, pytest.raises(Unreadable) as refused:
        process.read(artifact(b"words"))

    assert (Reason.PARSE_FAILED, "the file made its reader fail") == (refused.value.reason, str(refused.value))


@pytest.mark.skipif(not memory_is_limited(), reason="no memory limit for a process on this system")
def test_a_file_that_needs_too_much_memory_is_refused() -> None:
    cells = "x,\n" * 400_000

    with ReadingProcess(ProcessLimits(memory=140 * 1024 * 1024)) as process, pytest.raises(Unreadable) as refused:
        process.read(artifact(cells.encode(), "a.csv"))

    assert refused.value.reason in (Reason.LIMITS_EXCEEDED, Reason.PARSE_FAILED)


@pytest.mark.skipif(sys.platform == "win32", reason="no processor limit for a process there")
def test_a_file_that_needs_too_much_processor_time_is_refused() -> None:
    deep = "<div>" * 200 + "word <b>x</b> " * 400_000

    with ReadingProcess(ProcessLimits(seconds=0)) as process, pytest.raises(Unreadable) as refused:
        process.read(artifact(deep.encode(), "a.html"))

    assert Reason.LIMITS_EXCEEDED is refused.value.reason


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="peak memory is read from /proc")
def test_a_small_archive_of_a_gigabyte_is_refused_in_little_memory() -> None:
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("word/document.xml", "w") as member,
    ):
        for _ in range(64):
            member.write(b"\0" * (16 * 1024 * 1024))

    with ReadingProcess() as process:
        with pytest.raises(Unreadable) as refused:
            process.read(artifact(stream.getvalue(), "a.docx"))
        assert process._process is not None
        status = Path(f"/proc/{process._process.pid}/status").read_text()

    peak = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmHWM"))
    assert len(stream.getvalue()) < 1_100_000
    assert Reason.LIMITS_EXCEEDED is refused.value.reason
    assert peak < 500 * 1024


def test_the_process_sees_no_secret_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_DATABASE_URL", "postgresql://secret")

    with ReadingProcess() as process:
        process.read(artifact(b"words"))
        if Path("/proc").is_dir():
            assert process._process is not None
            environment = Path(f"/proc/{process._process.pid}/environ").read_bytes()
            assert b"secret" not in environment


def test_a_process_is_replaced_after_many_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("core.verification.reading.process._TASKS_PER_PROCESS", 1)

    with ReadingProcess() as process:
        process.read(artifact(b"first"))
        first = process._process
        process.read(artifact(b"second"))

        assert first is not process._process


# Remembering.


class Counting:
    """Reads in this process and counts how often."""

    def __init__(self) -> None:
        self.reads = self.table_reads = 0

    def read(self, given: Artifact, format: str | None = None) -> Representation:
        self.reads += 1
        return read(given, format)

    def tables(self, given: Artifact, page: int) -> tuple[Table, ...]:
        self.table_reads += 1
        return ()

    def close(self) -> None:
        """Nothing to end."""


def test_a_second_look_costs_no_reading_and_a_second_life_neither(tmp_path: Path) -> None:
    counting = Counting()
    given = artifact(b"words to remember")

    first = ArtifactReader(counting, DirectoryCache(tmp_path))
    again = [first.read(given), first.read(given)]
    later = ArtifactReader(counting, DirectoryCache(tmp_path)).read(given)

    assert 1 == counting.reads
    assert again[0] == again[1] == later


def test_other_bytes_another_format_or_name_are_another_reading(tmp_path: Path) -> None:
    counting = Counting()
    reader = ArtifactReader(counting, DirectoryCache(tmp_path))

    for given, format in (
        (artifact(b"words"), None),
        (artifact(b"words!"), None),
        (artifact(b"words", "a.md"), None),
        (artifact(b"words"), "csv"),
    ):
        reader.read(given, format)

    assert 4 == counting.reads


def test_what_a_password_opened_is_not_kept_on_disk_nor_served_without_it(tmp_path: Path) -> None:
    counting = Counting()
    reader = ArtifactReader(counting, DirectoryCache(tmp_path))

    reader.read(artifact(b"words", password="right"))
    reader.read(artifact(b"words", password="right"))
    reader.read(artifact(b"words", password="wrong"))

    assert 2 == counting.reads
    assert [] == [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize("damage", [b"", b"x", b"\0" * 400])
def test_a_damaged_cache_is_read_anew(tmp_path: Path, damage: bytes) -> None:
    given = artifact(b"words to remember")
    ArtifactReader(Counting(), DirectoryCache(tmp_path)).read(given)
    (kept,) = [path for path in tmp_path.rglob("*") if path.is_file()]
    kept.write_bytes(damage)
    counting = Counting()

    found = ArtifactReader(counting, DirectoryCache(tmp_path)).read(given)

    assert (1, "words to remember") == (counting.reads, found.text)


def test_a_cache_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    found = ArtifactReader(Counting(), DirectoryCache(tmp_path / "file" / "cache")).read(artifact(b"words"))

    assert "words" == found.text


def test_the_oldest_goes_when_the_cache_is_full(tmp_path: Path) -> None:
    cache = DirectoryCache(tmp_path, most_bytes=100)
    for number in range(4):
        cache.put(str(number), os.urandom(60))

    cache.trim()

    assert cache.size() <= 100
    assert NoCache().get("x") is None


def test_only_cited_pages_of_a_pdf_are_read_for_tables() -> None:
    from core.verification.representation import Capabilities, Page, Parser

    counting = Counting()
    source = Representation(
        "pdf", Parser("t", "1"), Capabilities(tables=True), tables_on_demand=True,
        pages=tuple(Page(f"page-{n}", n) for n in range(1, 41)),
    )  # fmt: skip
    reader = ArtifactReader(counting)

    def asked(*claims: CitedClaim, most: int = 20) -> int:
        before = counting.table_reads
        reader.with_tables(source, artifact(b"x"), claims, most_pages=most)
        return counting.table_reads - before

    cell = ClaimKind.TABLE_CELL
    assert 0 == asked(CitedClaim(ClaimKind.QUOTE, "x", Locator(page="3")))
    assert 1 == asked(CitedClaim(cell, "x", Locator(page="3", row="a", column="b")))
    assert 1 == asked(CitedClaim(cell, "x", Locator(table_id="p7t2", cell=(0, 0))))
    assert 0 == asked(CitedClaim(cell, "x", Locator(table_id="p70t2", cell=(0, 0))))
    assert 0 == asked(CitedClaim(cell, "x", Locator(row="a", column="b")))
    assert 40 == asked(CitedClaim(cell, "x", Locator(row="a", column="b")), most=40)


def test_a_representation_survives_its_coding() -> None:
    given = artifact(
        "# Title\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n\ud800 and words".encode("utf-8", "surrogatepass"), "a.md"
    )
    source = read(given)

    assert source == decode(encode(source))
    assert source.digest == decode(encode(source)).digest


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"null", b'{"text": 1}', b"\xff"])
def test_nonsense_is_no_representation(data: bytes) -> None:
    with pytest.raises(BrokenCoding):
        decode(data)


# The governed folder.


@pytest.mark.parametrize(
    "place",
    ["", ".", "..", "../a.txt", "a/../../b", "/etc/hostname", "//server/share", "\\\\server\\share", "C:\\a.txt", "c:a",
     "a\\..\\..\\b", "file:///a", "https://x.example/a", "data:,x", "~/a", "a//b", "a/./b", "CON", "con.txt", "sub/NUL",
     "aux .txt", "com1", "LPT9.md", "a\0b", "a\nb", "conin$"],
)  # fmt: skip
def test_a_place_outside_a_folder_is_no_place(place: str) -> None:
    with pytest.raises(SourceMissing):
        checked_parts(place)


@pytest.mark.parametrize("place", ["a.txt", "sub/a.txt", "console.txt", "a..b", "with space.pdf", "ümlaut.txt"])
def test_a_plain_place_is_taken(place: str) -> None:
    assert tuple(place.split("/")) == checked_parts(place)


def test_an_artifact_is_read_once_and_bound_to_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_bytes(b"words")

    located = SourceMap(tmp_path, {"s": "sub/a.txt"}).locate("s")

    assert (b"words", "sha256:" + sha256(b"words").hexdigest()) == (located.data, located.fingerprint)


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_links_folders_and_pipes_are_no_artifacts(tmp_path: Path) -> None:
    outside = tmp_path / "outside.txt"
    outside.write_text("secret")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "inside.txt").write_text("words")
    (folder / "out").symlink_to(outside)
    (folder / "in").symlink_to(folder / "inside.txt")
    (folder / "deep").symlink_to(tmp_path)
    (folder / "dir").mkdir()
    os.mkfifo(folder / "pipe")
    sources = SourceMap(folder, {name: name for name in ("out", "in", "dir", "pipe", "gone", "deep/outside.txt")})

    for name in sources.places:
        with pytest.raises(SourceMissing):
            sources.locate(name)


def test_an_artifact_above_the_size_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x" * 100)

    with pytest.raises(SourceMissing, match="larger"):
        SourceMap(tmp_path, {"s": "a.txt"}, max_bytes=10).locate("s")


def test_a_folder_is_mapped_by_name_and_by_fingerprint(tmp_path: Path) -> None:
    (tmp_path / "s1.txt").write_bytes(b"one")
    (tmp_path / "other.bin").write_bytes(b"two")
    (tmp_path / "twice.txt").write_bytes(b"3")
    (tmp_path / "twice.md").write_bytes(b"4")

    sources = map_of_folder(
        tmp_path, {"s1": None, "s2": "sha256:" + sha256(b"two").hexdigest(), "twice": None, "gone": None}
    )

    assert {"s1": "s1.txt", "s2": "other.bin"} == dict(sources.places)
    assert (True, False) == (sources.holds("s1"), sources.holds("twice"))


def test_limits_are_part_of_what_is_asked() -> None:
    given = Artifact(b"x" * 100, "sha256:" + "0" * 64, "a.txt", None, ReadLimits(max_bytes=10))

    with ReadingProcess() as process, pytest.raises(Unreadable) as refused:
        process.read(given)

    assert Reason.LIMITS_EXCEEDED is refused.value.reason


def test_a_reader_is_closed_with_its_process() -> None:
    process = ReadingProcess()
    with closing(ArtifactReader(process)) as reader:
        reader.read(artifact(b"words"))

    assert process._process is None
