"""Writing a file whole or not at all: beside its place under another name, and into its place when it is done."""

import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO

from core.errors import InvalidInput


def write_whole(path: Path, write: Callable[[BinaryIO], None]) -> None:
    """Write a file; where that fails nothing is left behind, and what was there before stays.

    Args:
        path: Where to.
        write: Writes the content.

    Raises:
        InvalidInput: The place cannot be written: a folder, a read-only one, a full disk.
    """
    if path.is_dir():
        raise InvalidInput(f"{path}: this is a folder; name a file in it")
    beside = path.with_name(f".{path.name[:80]}.{secrets.token_hex(4)}.part")
    try:
        with beside.open("xb") as out:
            write(out)
            out.flush()
            os.fsync(out.fileno())
        beside.replace(path)
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be written ({error.strerror or error}); nothing was left there") from error
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
