"""What earlier runs over a stored data set compared, kept beside the store: an index of all texts, and what was found.

Nothing here cannot be made anew: a file that is missing, damaged or of another version only makes the next run longer.
"""

import dataclasses
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO

from core.detection.reuse.index import ReuseIndex
from core.detection.reuse.index_file import load_index, save_index
from core.detection.types import Finding
from core.errors import InvalidInput
from core.fingerprint import digest
from core.services.detecting_resumed import FORMAT, finding_of, read_line

ALL_ANEW = 128
"""Documents up to which all texts are compared in every run: exactly, and in a moment."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which texts a run compares with which."""

    fresh: frozenset[str]
    """Documents that are new or changed since the last run that came to its end."""
    compared: frozenset[str] | None
    """These, and what may share text with them; None for all documents."""
    index: ReuseIndex | None
    """Of all documents, where not all are compared; says what is a habit."""
    again: bool
    """True where an index was there and could not be used."""


class ComparedTexts:
    """The kept work of one data set; one run at a time."""

    def __init__(self, folder: Path, dataset: str) -> None:
        name = digest(["compared texts", dataset])[:32]
        self._index_path = folder / f"{name}.index"
        self._found_path = folder / f"{name}.found"
        self._run_path = folder / f"{name}.run"
        self._index = ReuseIndex()
        self._texts: Mapping[str, str] = {}
        self._plan = Plan(frozenset(), None, None, again=False)
        self._standing: list[Finding] = []
        """Found by earlier runs between documents that did not change."""
        self._found: list[Finding] = []
        """Found by this run, and by the one before it that was stopped."""
        self._file: TextIO | None = None
        self.trouble = ""
        """Why nothing can be kept here; empty where it can."""

    def plan(self, texts: Mapping[str, str]) -> Plan:
        """Which texts to compare.

        Args:
            texts: Id -> text of every document that has one.
        """
        again = False
        try:
            self._index = load_index(self._index_path)
            known = self._read_found()
        except InvalidInput:
            again = self._index_path.exists()
            self._index, known = ReuseIndex(), []
        self._texts = texts
        fresh = frozenset(one for one, text in texts.items() if not self._index.holds(one, text))
        everything = len(texts) <= ALL_ANEW or not len(self._index)
        for one in sorted(fresh):
            self._index.add(one, texts[one])
        if everything:
            self._plan = Plan(fresh, None, None, again)
            return self._plan
        near = set(fresh)
        for one in fresh:
            near.update(candidate.document_id for candidate in self._index.candidates(one, texts[one]))
        still = texts.keys() - fresh
        self._standing = [found for found in known if found.from_id in still and found.to_id in still]
        self._plan = Plan(fresh, frozenset(near & texts.keys()), self._index, again)
        return self._plan

    def begin(self, documents: Sequence[str], texts: str) -> tuple[int, Sequence[Finding]]:
        """How far a run that was stopped came over the very same texts, and all that is found so far."""
        mark = digest([texts, sorted(self._plan.fresh)])
        through = 0
        for row in self._run_rows():
            if "mark" in row:
                through, self._found = (0, []) if row["mark"] == mark else (-1, [])
            elif through >= 0 and "through" in row:
                through = row["through"]
                self._found.extend(finding_of(found) for found in row["found"])
        if through <= 0 or through > len(documents):
            through, self._found = 0, []
            self._discard_run()
            self._write({"mark": mark})
        return through, (*self._standing, *self._found)

    def reached(self, count: int, found: Sequence[Finding]) -> None:
        """Put down that so many documents are compared, and what came of it."""
        self._found.extend(found)
        self._write({"through": count, "found": [dataclasses.asdict(finding) for finding in found]})

    def finish(self) -> None:
        """The run came to its end: what it found stands for the next ones."""
        self._close()
        lines = [{"format": FORMAT}, *(dataclasses.asdict(found) for found in (*self._standing, *self._found))]
        try:
            _replace(self._found_path, "".join(f"{_line(line)}\n" for line in lines))
            save_index(self._index, self._index_path)
            self._run_path.unlink(missing_ok=True)
        except (OSError, InvalidInput) as error:
            self.trouble = str(error)

    def _read_found(self) -> list[Finding]:
        """What stands from earlier runs.

        Raises:
            InvalidInput: There is nothing, or it is of another version.
        """
        try:
            with self._found_path.open(encoding="utf-8", errors="surrogatepass") as file:
                if read_line(file.readline()).get("format") != FORMAT:
                    raise InvalidInput(f"{self._found_path}: of another version")
                return [finding_of(read_line(line)) for line in file]
        except (OSError, UnicodeDecodeError, KeyError, TypeError, ValueError) as error:
            raise InvalidInput(f"{self._found_path}: cannot be read") from error

    def _run_rows(self) -> Iterator[dict[str, Any]]:
        try:
            with self._run_path.open(encoding="utf-8", errors="surrogatepass") as file:
                rows = [read_line(line) for line in file]
        except (OSError, UnicodeDecodeError):
            return
        if rows and rows[0].get("format") == FORMAT:
            yield from rows[1:]

    def _discard_run(self) -> None:
        try:
            self._run_path.unlink(missing_ok=True)
        except OSError as error:
            self.trouble = str(error)

    def _write(self, row: Mapping[str, Any]) -> None:
        if self.trouble:
            return
        try:
            if self._file is None:
                self._run_path.parent.mkdir(parents=True, exist_ok=True)
                self._file = self._run_path.open("a", encoding="utf-8", errors="surrogatepass")
                # A line that was cut off ends here.
                self._file.write(f"{_line({'format': FORMAT})}\n" if self._file.tell() == 0 else "\n")
            self._file.write(f"{_line(row)}\n")
            self._file.flush()
        except OSError as error:
            self.trouble = str(error)

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    @contextmanager
    def running(self) -> Iterator["ComparedTexts"]:
        """Let go of the file at the end, however the run ends."""
        try:
            yield self
        finally:
            self._close()


def _line(row: Mapping[str, Any]) -> str:
    return json.dumps(row, ensure_ascii=False, separators=(",", ":"))


def _replace(path: Path, text: str) -> None:
    """Write a file and put it in its place in one step."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="surrogatepass") as file:
            file.write(text)
        os.replace(name, path)
    finally:
        Path(name).unlink(missing_ok=True)
