"""Text and HTML files of a folder as documents."""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from w3lib.encoding import html_to_unicode

from core.detection.documents import document_of
from core.detection.pages import Page, read_page
from core.detection.types import Document, Remark
from core.errors import InvalidInput
from core.fingerprint import digest_bytes
from core.model import Source
from core.services.detecting_resumed import Kept

PAGES = frozenset({".html", ".htm", ".xhtml"})
TEXTS = frozenset({".txt", ".text", ".md", ".markdown", ""})
LARGEST = 64 * 1024 * 1024
"""Bytes; a larger file is left out, and that is said."""
_LISTED = 10

Progress = Callable[[int, int | None], None]


@dataclass(frozen=True, slots=True)
class Folder:
    """What was read of a folder."""

    documents: tuple[Document, ...]
    pages: dict[str, Page]
    notices: tuple[Remark, ...]
    complete: bool


def is_page(path: Path) -> bool:
    """True for a text or HTML file by its name."""
    return path.suffix.lower() in PAGES | (TEXTS - {""})


def read_folder(
    root: Path,
    earlier: Kept,
    progress: Progress | None,
    stop: Callable[[], bool] | None,
    *,
    only: Sequence[Path] | None = None,
) -> Folder:
    """Read the text and HTML files of a folder and of the folders in it; hidden ones and links are left out.

    Args:
        root: The folder. A document's id is its path from here, with slashes.
        earlier: Pages read by an earlier run; a file that did not change since is not read again.
        progress: Told (files done, files in all).
        stop: Asked between files.
        only: These files instead of all.

    Raises:
        InvalidInput: The folder holds no text or HTML file.
    """
    files = list(only) if only is not None else sorted(_files(root))
    usable = [path for path in files if path.suffix.lower() in PAGES | TEXTS]
    if not usable:
        raise InvalidInput(f"{root}: no text or HTML file in this folder")
    left_out = [path for path in files if path.suffix.lower() not in PAGES | TEXTS]
    documents: list[Document] = []
    pages: dict[str, Page] = {}
    unread: list[tuple[str, str]] = [(path.relative_to(root).as_posix(), "neither text nor HTML") for path in left_out]
    complete = True
    for count, path in enumerate(usable, start=1):
        if stop is not None and stop():
            complete = False
            break
        name = path.relative_to(root).as_posix()
        try:
            document, page = _read(path, name, earlier)
        except (OSError, UnicodeDecodeError, ValueError) as error:
            unread.append((name, str(error).split(":")[0] if isinstance(error, UnicodeDecodeError) else str(error)))
        else:
            documents.append(document)
            pages[name] = page
        if progress is not None:
            progress(count, len(usable))
    return Folder(tuple(documents), pages, tuple(_left_out(unread)), complete)


def _files(root: Path) -> Iterator[Path]:
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        for name in sorted(names):
            path = Path(folder) / name
            if not name.startswith(".") and path.is_file() and not path.is_symlink():
                yield path


def _read(path: Path, name: str, earlier: Kept) -> tuple[Document, Page]:
    status = path.stat()
    if status.st_size > LARGEST:
        raise ValueError(f"larger than {LARGEST // 1024 // 1024} MB")
    mark = f"{status.st_size}-{status.st_mtime_ns}"
    known = earlier.page(name, mark)
    if known is None:
        data = path.read_bytes()
        known = digest_bytes(data), _page(path, data)
        earlier.keep(name, mark, *known)
    fingerprint, page = known
    # Small files may be alike byte for byte without being one document.
    stated = fingerprint if status.st_size >= 1_000 and path.suffix.lower() in PAGES else None
    document = document_of(Source(id=name, title=page.title, text=page.text, fingerprint=stated))
    return document, page


def _page(path: Path, data: bytes) -> Page:
    if path.suffix.lower() in PAGES:
        _, source = html_to_unicode(None, data)
        return read_page(source)
    if b"\x00" in data[:4_096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise ValueError("not a text file")
    codec = "utf-16" if data.startswith((b"\xff\xfe", b"\xfe\xff")) else "utf-8-sig"
    return Page(text=data.decode(codec))


def _left_out(unread: Sequence[tuple[str, str]]) -> Iterator[Remark]:
    by_reason: dict[str, list[str]] = {}
    for name, reason in unread:
        by_reason.setdefault(reason, []).append(name)
    for reason, names in MappingProxyType(by_reason).items():
        shown = ", ".join(names[:_LISTED]) + (f" and {len(names) - _LISTED} more" if len(names) > _LISTED else "")
        yield Remark("not-read", f"not read: {len(names)} ({reason}): {shown}")
