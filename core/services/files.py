"""Files from disk, read once and refused in words."""

from pathlib import Path

from core.errors import InvalidInput


def read_bytes(path: Path) -> bytes:
    """The bytes of a file.

    Raises:
        InvalidInput: It is missing, a folder, or cannot be read.
    """
    if path.is_dir():
        raise InvalidInput(f"{path}: this is a folder; a file was expected")
    try:
        return path.read_bytes()
    except FileNotFoundError as error:
        raise InvalidInput(f"{path}: there is no such file") from error
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read ({error.strerror})") from error
