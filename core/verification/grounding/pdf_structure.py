"""The gate before a PDF is rendered: its structure, its encryption, and how much its pages unpack to.

pypdf reads this part because it stops at limits, where a renderer would first fill the memory.
"""

import io
import struct
import zlib

from pypdf import PdfReader
from pypdf.errors import DependencyError, LimitReachedError, PyPdfError
from pypdf.generic import ArrayObject, StreamObject

from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.vocabulary import Reason

MAGIC = b"%PDF-"
_DAMAGE = (
    PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, AssertionError, NotImplementedError,
    OverflowError, struct.error, zlib.error, EOFError,
)  # fmt: skip
"""What the library raises, by name, on files that break its assumptions."""


def gate(artifact: Artifact) -> int:
    """Check a PDF before anything of it is rendered.

    Returns:
        The number of its pages; 0 where only the renderer can tell, because the file is encrypted.

    Raises:
        Unreadable: It is no PDF, has no pages, or asks for more than the limits allow.
    """
    if MAGIC not in artifact.data[:1024]:
        raise Unreadable(Reason.PARSE_FAILED, "not a PDF: it does not begin like one")
    try:
        reader = PdfReader(io.BytesIO(artifact.data), strict=False)
        if reader.is_encrypted and not _opened(reader, artifact.password):
            return 0
        count = len(reader.pages)
        if not count:
            raise Unreadable(Reason.PARSE_FAILED, "the PDF has no pages")
        if count > artifact.limits.max_pages:
            raise too_much(f"the PDF has {count:,} pages", artifact.limits.max_pages)
        for number in range(count):
            _measured(reader.pages[number].get("/Contents"), number + 1, artifact)
    except LimitReachedError as error:
        raise Unreadable(Reason.LIMITS_EXCEEDED, f"the PDF unpacks to more than is read: {error}") from error
    except RecursionError as error:
        raise Unreadable(Reason.PARSE_FAILED, "the PDF refers to itself without end") from error
    except _DAMAGE as error:
        raise Unreadable(Reason.PARSE_FAILED, f"the PDF is damaged: {error}") from error
    return count


def _opened(reader: PdfReader, password: str | None) -> bool:
    try:
        return bool(reader.decrypt(password or ""))
    except (DependencyError, NotImplementedError):
        return False


def _measured(contents: object, number: int, artifact: Artifact) -> None:
    """Unpack the drawing instructions of a page, only to see how long they are."""
    contents = getattr(contents, "get_object", lambda: None)()
    parts = list(contents) if isinstance(contents, ArrayObject) else [contents]
    total = 0
    for part in parts:
        stream = part.get_object() if part is not None else None
        if isinstance(stream, StreamObject):
            total += len(stream.get_data())
            if total > artifact.limits.max_page_stream:
                raise too_much(f"page {number} unpacks to {total:,} bytes", artifact.limits.max_page_stream)
