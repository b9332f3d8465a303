"""Bytes to text, without guessing: UTF-8, or UTF-16 and UTF-32 that say so by their mark."""

import codecs
import re

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


def decode(data: bytes, name: str) -> str:
    """The text of a file, its byte-order mark taken off and nothing else changed.

    Raises:
        ImportFailed: Empty, not text, or text in an encoding that does not say which it is.
    """
    if not data.strip(b" \t\r\n\x0b\x0c"):
        raise _failed(name, "the file is empty", "records", f"{len(data)} bytes, no text")
    for signature, what in _SIGNATURES:
        if data.startswith(signature):
            raise _failed(name, f"this is {what}, not a file of records", _TEXT, what)
    for mark, codec, label in _MARKS:
        if data.startswith(mark):
            return _checked(_decoded(data[len(mark) :], codec, label, name, len(mark)), name)
    if b"\x00" in data:
        raise _failed(name, *_with_zeros(data))
    return _checked(_decoded(data, "utf-8", "UTF-8", name, 0), name)


def _with_zeros(data: bytes) -> tuple[str, str, str]:
    head = data[:4000]
    even, odd = head[0::2].count(0), head[1::2].count(0)
    half = len(head) // 2
    if half and max(even, odd) > 0.6 * half and min(even, odd) < 0.2 * half:
        message = "this looks like UTF-16 without a byte-order mark"
        return message, "UTF-8, or UTF-16 with a mark", "every other byte is 0"
    return "this is a binary file", _TEXT, f"a zero byte at offset {data.index(0)}"


def _decoded(data: bytes, codec: str, label: str, name: str, skipped: int) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        offset = error.start + skipped
        row = data.count(b"\n", 0, error.start) + 1
        message = f"the bytes are not {label} from offset {offset} on (line {row})"
        if codec == "utf-8":
            message += "; if the file is Latin-1 or Windows-1252, save it as UTF-8 and import it again"
        found = " ".join(f"0x{byte:02X}" for byte in data[error.start : error.start + 2]) + f" at offset {offset}"
        raise ImportFailed((Problem(name, row, None, label, found, message),)) from error


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
