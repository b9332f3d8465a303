"""What a file is, by its first bytes and its content; its name only decides between kinds of plain text."""

import io
import json
import re
import zipfile

from core.verification.grounding.archive import OLE, ZIP
from core.verification.grounding.pdf_structure import MAGIC
from core.verification.grounding.types import Artifact, InvalidSource, Unreadable
from core.verification.vocabulary import Reason

_BY_NAME = {
    "md": "markdown", "markdown": "markdown", "csv": "csv", "tsv": "csv", "txt": "text", "text": "text",
    "html": "html", "htm": "html", "xhtml": "html",
}  # fmt: skip
_BINARY_NAMES = {"pdf": "a PDF", "docx": "a Word file", "xlsx": "an Excel file"}
_HTML = re.compile(rb"<!doctype\s+html|<html[\s>]|<head[\s>]|<body[\s>]|<(?:p|div|table|h1|ul)[\s>]", re.IGNORECASE)
_JSON_SAMPLE = 64 * 1024


def recognise(artifact: Artifact) -> str:
    """Name the format of an artifact.

    Raises:
        Unreadable: It is of no format we read, or not what its name says.
    """
    data = artifact.data
    if len(data) > artifact.limits.max_bytes:
        note = f"the file has {len(data):,} bytes; at most {artifact.limits.max_bytes:,} are read"
        raise Unreadable(Reason.LIMITS_EXCEEDED, note)
    if not data.strip():
        raise Unreadable(Reason.NO_TEXT_LAYER, "the file is empty")
    extension = artifact.name.rpartition(".")[2].lower() if "." in artifact.name else ""
    found = _by_content(data, extension)
    named = _BINARY_NAMES.get(extension)
    if named is not None and found != extension:
        raise Unreadable(Reason.PARSE_FAILED, f"the file is named like {named} and is not one")
    return found


def _by_content(data: bytes, extension: str) -> str:
    if MAGIC in data[:1024]:
        return "pdf"
    if data.startswith(OLE):
        return "xlsx" if "Workbook".encode("utf-16-le") in data or extension == "xlsx" else "docx"
    if data.startswith(ZIP):
        return _office(data)
    if data.lstrip()[:1] in (b"{", b"[") and extension not in ("md", "txt", "csv"):
        found = _json(data)
        if found is not None:
            return found
    if extension in _BY_NAME:
        return _BY_NAME[extension]
    if _HTML.search(data[:4096]):
        return "html"
    if b"\0" in data[:4096] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise Unreadable(Reason.PARSE_FAILED, "a binary file of a kind we do not read")
    return "text"


def _office(data: bytes) -> str:
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError) as error:
        raise Unreadable(Reason.PARSE_FAILED, f"the archive is damaged: {error}") from error
    if "word/document.xml" in names:
        return "docx"
    if "xl/workbook.xml" in names:
        return "xlsx"
    raise Unreadable(Reason.PARSE_FAILED, "an archive that is neither a Word nor an Excel file")


def _json(data: bytes) -> str | None:
    """The kind of JSON representation, by its keys; None where it is no object we know."""
    if len(data) <= _JSON_SAMPLE:
        try:
            keys = set(json.loads(data)) if data.lstrip()[:1] == b"{" else set()
        except (ValueError, RecursionError):
            keys = set()
    else:
        keys = {match.decode("utf-8", "replace") for match in re.findall(rb'"([^"\\]{1,40})"\s*:', data)[:100_000]}
    if b'"ethos.grounding.v1"' in data[:_JSON_SAMPLE] or {"artifact_type", "coordinate_system"} <= keys:
        return "grounding-json"
    if {"payload", "fingerprint", "parser"} <= keys:
        return "native-document"
    if {"file name", "number of pages", "kids"} <= keys or {"tool", "pages", "elements"} <= keys:
        return "opendataloader-json"
    return None


def required(name: str, known: tuple[str, ...]) -> str:
    """A format asked for by name.

    Raises:
        InvalidSource: There is no such format.
    """
    if name not in known:
        raise InvalidSource(f"grounding must be one of {', '.join(known)}, got {name!r}")
    return name
