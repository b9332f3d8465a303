"""The reading process: takes one artifact after the other from its standard input, under limits it sets itself.

It dies on what it does not expect; the process that started it says so and starts another. It can write no file, and
sees nothing of the environment but what it needs to import its libraries.
"""

import contextlib
import json
import logging
import os
import struct
import sys
from dataclasses import fields
from typing import Any, BinaryIO

from core.verification.coding import encode, encode_tables
from core.verification.grounding import read, read_tables_of_page
from core.verification.grounding.types import Artifact, InvalidSource, ReadLimits, Unreadable
from core.verification.vocabulary import Reason

HEADER = struct.Struct(">II")
"""Length of the JSON order and of the bytes that follow it; both big-endian."""
ANSWER = struct.Struct(">I")


def main() -> None:
    """Serve until the standard input ends."""
    source, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # A library that prints must not speak into the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    logging.disable(logging.CRITICAL)
    settings = json.loads(sys.argv[1])
    _limit(settings.get("memory"))
    while (header := _exactly(source, HEADER.size)) is not None:
        order_size, data_size = HEADER.unpack(header)
        order = json.loads(_exactly(source, order_size) or b"{}")
        data = _exactly(source, data_size) or b""
        _allow_seconds(settings.get("seconds"))
        answer = _answer(order, data)
        answers.write(ANSWER.pack(len(answer)) + answer)
        answers.flush()


def _answer(order: dict[str, Any], data: bytes) -> bytes:
    limits = ReadLimits(**{f.name: order["limits"][f.name] for f in fields(ReadLimits)})
    artifact = Artifact(data, order["fingerprint"], order["name"], order["password"], limits)
    try:
        if order["task"] == "read":
            return b"R" + encode(read(artifact, order["format"]))
        if order["task"] == "tables":
            tables = read_tables_of_page(artifact, order["page"])
            return b"T" + json.dumps(encode_tables(tables)).encode()
        if order["task"] == "picture":
            from core.verification.grounding.pdf_pictures import picture

            return b"P" + picture(artifact, order["page"], order["scale"])
        from core.verification.grounding.pdf_pictures import boxes

        return b"B" + json.dumps(boxes(artifact, order["page"], order["start"], order["end"])).encode()
    except Unreadable as error:
        return b"U" + json.dumps([error.reason, str(error)]).encode()
    except InvalidSource as error:
        return b"I" + json.dumps(str(error)).encode()
    except MemoryError:
        return b"U" + json.dumps([Reason.LIMITS_EXCEEDED, "reading it needs more memory than is allowed"]).encode()
    except RecursionError:
        return b"U" + json.dumps([Reason.PARSE_FAILED, "the file is nested without end"]).encode()


def _exactly(source: BinaryIO, size: int) -> bytes | None:
    data = source.read(size)
    return data if len(data) == size else None


def _limit(memory: int | None) -> None:
    """Set what the process may use for good; systems without such limits have the wall clock alone."""
    with contextlib.suppress(ImportError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
        if memory is not None and sys.platform != "darwin":
            # macOS does not hold processes to an address space.
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _allow_seconds(seconds: int | None) -> None:
    """Give the next task its processor time, counted from now."""
    with contextlib.suppress(ImportError):
        import resource

        if seconds is not None:
            used = resource.getrusage(resource.RUSAGE_SELF)
            allowed = int(used.ru_utime + used.ru_stime) + 1 + seconds
            hard = resource.getrlimit(resource.RLIMIT_CPU)[1]
            resource.setrlimit(resource.RLIMIT_CPU, (allowed, hard))


if __name__ == "__main__":
    main()
