"""Starting, feeding and ending the reading process."""

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from types import TracebackType
from typing import Any

from core.verification.coding import BrokenCoding, decode, decode_tables
from core.verification.grounding.types import Artifact, InvalidSource, Unreadable
from core.verification.reading.worker import ANSWER, HEADER
from core.verification.representation import Representation, Table
from core.verification.vocabulary import Reason

_ROOT = Path(__file__).resolve().parents[3]
_TASKS_PER_PROCESS = 500
"""After so many files a fresh process takes over: libraries leak."""
_KEPT = ("PATH", "LANG", "LC_ALL", "SYSTEMROOT", "TEMP", "TMP", "LD_LIBRARY_PATH")
"""What the reading process sees of the environment; no address of a database, no key."""


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """What one file may cost."""

    memory: int = 1536 * 1024 * 1024
    """Address space of the reading process in bytes, libraries included."""
    seconds: int = 30
    """Processor time of one file."""
    wall_clock: float = 60.0
    """Seconds from handing over a file to its answer."""


def memory_is_limited() -> bool:
    """Whether this system can hold the reading process to a memory limit."""
    return sys.platform not in ("win32", "darwin")


class ReadingProcess:
    """One warm process that reads files; made on first use, replaced when it dies. Safe to use from several threads."""

    def __init__(self, limits: ProcessLimits | None = None) -> None:
        self._limits = limits or ProcessLimits()
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._done = 0

    def __enter__(self) -> "ReadingProcess":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Id of the running process, if one runs."""
        return self._process.pid if self._process is not None else None

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def read(self, artifact: Artifact, format: str | None = None) -> Representation:
        """Read an artifact.

        Raises:
            Unreadable: It cannot be read, or costs more than it may.
            InvalidSource: A JSON representation is malformed.
        """
        answer = self._ask(artifact, {"task": "read", "format": format})
        try:
            return decode(self._expect(answer, b"R"))
        except BrokenCoding as error:
            raise Unreadable(Reason.PARSE_FAILED, f"the reading process answered nonsense: {error}") from error

    def tables(self, artifact: Artifact, page: int) -> tuple[Table, ...]:
        """The tables of one page.

        Raises:
            Unreadable: As for :meth:`read`.
        """
        answer = self._expect(self._ask(artifact, {"task": "tables", "page": page}), b"T")
        try:
            return decode_tables(json.loads(answer))
        except (ValueError, TypeError, IndexError) as error:
            raise Unreadable(Reason.PARSE_FAILED, "the reading process answered nonsense") from error

    def picture(self, artifact: Artifact, page: int, scale: float = 1.5) -> bytes:
        """One page of a PDF as a PNG."""
        return self._expect(self._ask(artifact, {"task": "picture", "page": page, "scale": scale}), b"P")

    def boxes(self, artifact: Artifact, page: int, start: int, end: int) -> list[list[int]]:
        """The boxes around a stretch of a page's text, one a line."""
        answer = self._ask(artifact, {"task": "boxes", "page": page, "start": start, "end": end})
        found: list[list[int]] = json.loads(self._expect(answer, b"B"))
        return found

    def _expect(self, answer: bytes, kind: bytes) -> bytes:
        if answer[:1] == kind:
            return answer[1:]
        if answer[:1] == b"I":
            raise InvalidSource(str(json.loads(answer[1:])))
        if answer[:1] == b"U":
            reason, message = json.loads(answer[1:])
            raise Unreadable(Reason(reason), message)
        raise Unreadable(Reason.PARSE_FAILED, "the reading process answered nonsense")

    def _ask(self, artifact: Artifact, order: Mapping[str, Any]) -> bytes:
        whole = json.dumps(
            {
                **order,
                "fingerprint": artifact.fingerprint,
                "name": artifact.name,
                "password": artifact.password,
                "limits": asdict(artifact.limits),
            }
        ).encode()
        if len(artifact.data) > artifact.limits.max_bytes:
            note = f"the file has {len(artifact.data):,} bytes; at most {artifact.limits.max_bytes:,} are read"
            raise Unreadable(Reason.LIMITS_EXCEEDED, note)
        with self._lock:
            process = self._running()
            assert process.stdin is not None
            try:
                process.stdin.write(HEADER.pack(len(whole), len(artifact.data)) + whole)
                process.stdin.write(artifact.data)
                process.stdin.flush()
            except (BrokenPipeError, OSError):
                pass  # It died; what it died of is told by how it ended.
            try:
                answer = self._answers.get(timeout=self._limits.wall_clock)
            except Empty:
                self._end()
                note = f"reading it takes longer than {self._limits.wall_clock:g} seconds"
                raise Unreadable(Reason.LIMITS_EXCEEDED, note) from None
            if answer is None:
                raise self._died()
            self._done += 1
            return answer

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is not None and (self._done >= _TASKS_PER_PROCESS or self._process.poll() is not None):
            self._end()
        if self._process is None:
            self._start()
        assert self._process is not None
        return self._process

    def _start(self) -> None:
        settings = json.dumps(
            {"memory": self._limits.memory if memory_is_limited() else None, "seconds": self._limits.seconds}
        )
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        environment["PYTHONPATH"] = str(_ROOT)
        environment["PYTHONDONTWRITEBYTECODE"] = "1"
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "core.verification.reading.worker", settings],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            close_fds=True,
        )
        self._answers = SimpleQueue()
        self._done = 0
        threading.Thread(target=_listen, args=(self._process, self._answers), daemon=True).start()

    def _died(self) -> Unreadable:
        process = self._process
        code = None
        if process is not None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                code = process.wait(5)
        self._end()
        if code is not None and code == -getattr(signal, "SIGXCPU", 0):
            note = f"reading it takes more than {self._limits.seconds} seconds of processor time"
            return Unreadable(Reason.LIMITS_EXCEEDED, note)
        if code is not None and code == -getattr(signal, "SIGKILL", 0):
            return Unreadable(Reason.LIMITS_EXCEEDED, "the reading process was ended by the system")
        return Unreadable(Reason.PARSE_FAILED, "the file made its reader fail")

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close() if stream is process.stdin else None
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(0.2)
        if process.poll() is None:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()


def _listen(process: subprocess.Popen[bytes], answers: "SimpleQueue[bytes | None]") -> None:
    """Pass on the answers of one process; None when it has ended."""
    stream = process.stdout
    assert stream is not None
    try:
        while len(header := stream.read(ANSWER.size)) == ANSWER.size:
            (size,) = ANSWER.unpack(header)
            answer = stream.read(size)
            if len(answer) != size:
                break
            answers.put(answer)
    except (OSError, ValueError):
        pass  # The process was ended from the other side.
    answers.put(None)
