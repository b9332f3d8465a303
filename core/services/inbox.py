"""A folder that pipelines write into: every whole file in it is imported once, and a report is put beside it.

A file is whole when its size and time have not changed between two looks. What was done stands in the report's own
file, so that nothing is done twice, in this run or the next; a file that changes is done again, as the newest version
of its data set. Only files of the folder itself are read: no folders in it, no links, nothing that is hidden or named
as unfinished.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from io import BufferedReader
from pathlib import Path
from typing import Any

from core.errors import ImportFailed, InvalidInput, PermissionDenied, StoreError
from core.fingerprint import digest_bytes
from core.results import ImportReport
from core.services.importing import import_file
from core.services.reading import refused, report_as_json
from core.services.streaming import import_large, in_parts
from core.services.workspace import Workspace
from core.work import Person

REPORT = ".report.json"
"""Ending of a report's name: it stands beside its file."""
UNFINISHED = (".part", ".partial", ".tmp", ".temp", ".crdownload", ".download", ".swp")
"""Endings that programs give to a file they are still writing."""

Look = tuple[int, int]
"""Size and time of change, in nanoseconds."""


@dataclass(frozen=True, slots=True)
class Delivered:
    """What became of one file."""

    name: str
    report: ImportReport | None
    """None where the file could not be read or stored just now; it is tried again."""
    message: str


class Inbox:
    """Looks at a folder as often as it is asked to."""

    def __init__(self, folder: Path, *, by: Person = "inbox") -> None:
        """Watch a folder.

        Raises:
            InvalidInput: It is no folder, or cannot be read.
        """
        if not folder.is_dir():
            raise InvalidInput(f"{folder}: there is no such folder to take files from")
        self.folder = folder
        self.by = by
        self._seen: dict[str, Look] = {}
        self._done: dict[str, Look] = {}
        self._said: dict[str, str] = {}

    def look(self, workspace: Workspace) -> Iterator[Delivered]:
        """Import every file that has become whole since the last look, in the order of their names.

        Raises:
            InvalidInput: The folder is gone or cannot be read.
        """
        seen: dict[str, Look] = {}
        for name, look in self._files():
            seen[name] = look
            if self._seen.get(name) != look or self._done.get(name) == look:
                continue
            if self._reported(name, look):
                self._done[name] = look
                continue
            delivered = self._deliver(workspace, name, look)
            if delivered is not None:
                yield delivered
        self._seen = seen

    def _files(self) -> list[tuple[str, Look]]:
        found = []
        try:
            with os.scandir(self.folder) as entries:
                for entry in entries:
                    plain = entry.name.casefold()
                    if plain.startswith(".") or plain.endswith((REPORT, *UNFINISHED)):
                        continue
                    try:
                        state = entry.stat(follow_symlinks=False)
                    except OSError:
                        continue  # Taken away since the folder was listed.
                    if stat.S_ISREG(state.st_mode):
                        found.append((entry.name, (state.st_size, state.st_mtime_ns)))
        except OSError as error:
            raise InvalidInput(f"{self.folder}: the folder cannot be read ({error.strerror})") from error
        return sorted(found)

    def _deliver(self, workspace: Workspace, name: str, look: Look) -> Delivered | None:
        path = self.folder / name
        try:
            if in_parts(path):
                digest, report = _digest_of(path), import_large(workspace, path, by=self.by)
            else:
                data, read_at = _read(path)
                if read_at != look:
                    return None
                digest, report = digest_bytes(data), import_file(workspace, data, name, by=self.by)
        except OSError as error:
            return self._once(name, f"cannot be read ({error.strerror}); it is tried again")
        except ImportFailed as error:
            digest, report = _digest_of(path), refused(name, error)
        except (InvalidInput, PermissionDenied, StoreError) as error:
            return self._once(name, f"could not be stored ({error}); it is tried again")
        self._done[name] = look
        kept = self._note(name, look, digest, report)
        return Delivered(name, report, _words(report) + kept)

    def _once(self, name: str, message: str) -> Delivered | None:
        """What hinders a file, said when it first does and not at every look."""
        if self._said.get(name) == message:
            return None
        self._said[name] = message
        return Delivered(name, None, message)

    def _note(self, name: str, look: Look, digest: str, report: ImportReport) -> str:
        """Put the report beside its file; whole or not at all."""
        plain = {"size": look[0], "changed_ns": look[1], "sha256": digest, **report_as_json(report)}
        target = self.folder / (name + REPORT)
        unfinished = self.folder / f".{name}{REPORT}.tmp"
        try:
            unfinished.unlink(missing_ok=True)
            # Made anew, never written through a link that somebody put there.
            with unfinished.open("x", encoding="utf-8") as file:
                json.dump(plain, file, ensure_ascii=False, allow_nan=False, indent=1)
            unfinished.replace(target)
        except OSError as error:
            return f"; the report cannot be written beside it ({error.strerror}), so a restart looks at it again"
        return f"; {target.name} says more"

    def _reported(self, name: str, look: Look) -> bool:
        """Whether a report beside the file is about the file as it is now."""
        target = self.folder / (name + REPORT)
        try:
            if target.is_symlink():
                return False
            noted: Any = json.loads(target.read_bytes())
        except (OSError, ValueError, RecursionError):
            return False
        if not isinstance(noted, dict) or noted.get("size") != look[0]:
            return False
        if noted.get("changed_ns") == look[1]:
            return True
        try:
            return bool(noted.get("sha256") == _digest_of(self.folder / name))
        except OSError:
            return False


def _digest_of(path: Path) -> str:
    with _opened(path) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _opened(path: Path) -> BufferedReader:
    """A file that is no link, open for reading."""
    return open(os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)), "rb")


def _read(path: Path) -> tuple[bytes, Look]:
    """The bytes of a file that is no link, and what it looked like behind the last of them."""
    with _opened(path) as file:
        data = file.read()
        state = os.fstat(file.fileno())
    return data, (state.st_size, state.st_mtime_ns)


def _words(report: ImportReport) -> str:
    if not report.stored:
        count = len(report.problems)
        return f"refused, {count} problem{'s' if count != 1 else ''}; first: {report.problems[0]}"
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.counts.items() if count)
    return f"read as {report.format} into the data set {report.dataset}: {counts}"
