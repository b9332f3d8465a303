"""Bytes to text, without guessing: UTF-8, or UTF-16 and UTF-32 that say so by their mark."""

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path

from core.errors import ImportFailed, Problem

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le", "UTF-32"),
    (codecs.BOM_UTF32_BE, "utf-32-be", "UTF-32"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)

_SIGNATURES = (
    (b"PK\x05\x06", "an empty zip archive"),
    (b"PK\x03\x04", "a zip archive (or an office file, which is one inside)"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"BZh", "a bzip2 archive"),
    (b"\xfd7zXZ\x00", "an xz archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"\x28\xb5\x2f\xfd", "a zstandard archive"),
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"PAR1", "a Parquet table"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd0\xcf\x11\xe0", "an old Office document"),
)

_MARKUP = re.compile(r"\s*(?>(?:<!--.*?-->\s*)*)<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_XML = re.compile(r"\s*<\?xml\b", re.IGNORECASE)
_TEXT = "text: JSON, JSON Lines, or a table"


_CHUNK = 1024 * 1024


def decode(data: bytes, name: str, rows_before: int = 0, bytes_before: int = 0) -> str:
    """The text of a file, its byte-order mark taken off and nothing else changed.

    Args:
        data: The bytes.
        name: What the file is called.
        rows_before: Lines of the same file before these bytes.
        bytes_before: Bytes of the same file before these.

    Raises:
        ImportFailed: Empty, not text, or text in an encoding that does not say which it is.
    """
    codec, label, mark = refuse_other(data, name)
    try:
        return _checked(data[mark:].decode(codec), name)
    except UnicodeDecodeError as error:
        row, start = data.count(b"\n", 0, error.start) + 1 + rows_before, error.start + mark
        raise _not_text(data[start : start + 2], start + bytes_before, row, codec, label, name) from error


def refuse_other(head: bytes, name: str) -> tuple[str, str, int]:
    """Codec of a text that begins so, its name in words, and the length of its byte-order mark.

    Raises:
        ImportFailed: It is no text.
    """
    if not head.strip(b" \t\r\n\x0b\x0c"):
        raise _failed(name, "the file is empty", "records", f"{len(head)} bytes, no text")
    for signature, what in _SIGNATURES:
        if head.startswith(signature):
            raise _failed(name, f"this is {what}, not a file of records", _TEXT, what)
    for mark, codec, label in _MARKS:
        if head.startswith(mark):
            return codec, label, len(mark)
    if b"\x00" in head:
        raise _failed(name, *_with_zeros(head))
    return "utf-8", "UTF-8", 0


def text_lines(path: Path, piece: int | None = None) -> Iterator[tuple[str, int]]:
    """The lines of a text file one after the other, their ends as they stand there, each with the bytes read so far.

    Args:
        path: The file.
        piece: Characters to read at once, wherever lines end; None reads by lines.

    Raises:
        ImportFailed: It is no text, or breaks off being any.
        OSError: It cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_CHUNK)
        codec, label, mark = refuse_other(head, path.name)
        _checked(head[mark:].decode(codec, "ignore"), path.name)
        file.seek(mark)
        try:
            with io.TextIOWrapper(file, codec, newline="") as lines:
                for line in lines if piece is None else iter(lambda: lines.read(piece), ""):
                    if "\x00" in line:
                        raise _failed(path.name, "this is a binary file", _TEXT, "the character U+0000")
                    yield line, file.tell()
        except UnicodeDecodeError as error:
            raise _broken_at(path, codec, label, mark) from error


def _broken_at(path: Path, codec: str, label: str, mark: int) -> ImportFailed:
    """Where in a file the bytes end to be text."""
    decoder = codecs.getincrementaldecoder(codec)()
    with path.open("rb") as file:
        file.seek(mark)
        row, done = 1, mark
        while True:
            chunk, held = file.read(_CHUNK), decoder.getstate()[0]
            try:
                row += decoder.decode(chunk, final=not chunk).count("\n")
            except UnicodeDecodeError as error:
                data = held + chunk
                row += data.count(b"\n", 0, error.start)
                offset = done - len(held) + error.start
                return _not_text(data[error.start : error.start + 2], offset, row, codec, label, path.name)
            done += len(chunk)


def _with_zeros(data: bytes) -> tuple[str, str, str]:
    head = data[:4000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half and max(even, odd) > 0.6 * half and min(even, odd) < 0.2 * half:
        message = "this looks like UTF-16 without a byte-order mark"
        return message, "UTF-8, or UTF-16 with a mark", "every other byte is 0"
    return "this is a binary file", _TEXT, f"a zero byte at offset {data.index(0)}"


def _not_text(found: bytes, offset: int, row: int, codec: str, label: str, name: str) -> ImportFailed:
    message = f"the bytes are not {label} from offset {offset} on (line {row})"
    if codec == "utf-8":
        message += "; if the file is Latin-1 or Windows-1252, save it as UTF-8 and import it again"
    said = " ".join(f"0x{byte:02X}" for byte in found) + f" at offset {offset}"
    return ImportFailed((Problem(name, row, None, label, said, message),))


def _checked(text: str, name: str) -> str:
    if not text.strip():
        raise _failed(name, "the file is empty", "records", "blanks only")
    if "\x00" in text:
        raise _failed(name, "this is a binary file", _TEXT, f"the character U+0000 at position {text.index(chr(0))}")
    if _MARKUP.match(text):
        raise _failed(name, "this is a web page, perhaps a login or error page saved as a file", _TEXT, "HTML")
    if _XML.match(text):
        raise _failed(name, "this is an XML document", _TEXT, "XML")
    return text


def _failed(name: str, message: str, expected: str, found: str) -> ImportFailed:
    return ImportFailed((Problem(name, None, None, expected, found, message),))
