"""Large uploads on disk while they are looked at and imported: named by their content, never by what they came as."""

from pathlib import Path
from typing import BinaryIO

from core.errors import InvalidInput
from core.fingerprint import digest_bytes
from core.services.whole_files import write_whole
from core.services.workspace import Workspace

FOLDER = "uploads"


def put_upload(workspace: Workspace, data: bytes) -> Path:
    """Put an upload beside the database; the same bytes lie there once.

    Raises:
        InvalidInput: The folder cannot be written, or the disk is full; nothing is left behind.
    """
    path = _place(workspace, data)
    if not path.exists():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InvalidInput(f"{path.parent}: the folder cannot be made ({error.strerror})") from error
        write_whole(path, lambda out: _write(data, out))
    return path


def drop_upload(workspace: Workspace, data: bytes) -> None:
    """Take an upload away again."""
    _place(workspace, data).unlink(missing_ok=True)


def _write(data: bytes, out: BinaryIO) -> None:
    out.write(data)


def _place(workspace: Workspace, data: bytes) -> Path:
    return workspace.store.folder / FOLDER / digest_bytes(data)
