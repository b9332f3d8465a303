"""From bytes to text, the same way for every format: byte order mark, declaration, UTF-8, then Windows-1252."""

import codecs

from core.verification.grounding.types import Unreadable
from core.verification.vocabulary import Reason

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def decode(data: bytes, declared: str | None = None) -> tuple[str, str]:
    """Decode bytes.

    Args:
        data: The bytes of a text.
        declared: The encoding the document names for itself.

    Returns:
        The text without its byte order mark, and the encoding used.

    Raises:
        Unreadable: The bytes are not text.
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _strictly(data, name).removeprefix("\ufeff"), name
    if declared is not None:
        try:
            name = codecs.lookup(declared).name
            return data.decode(name), name
        except (LookupError, UnicodeDecodeError):
            pass  # A wrong declaration is common; what the bytes are decides.
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    if b"\0" in data[:4096]:
        raise Unreadable(Reason.PARSE_FAILED, "the file is binary, not text")
    return data.decode("cp1252", "replace"), "cp1252"


def _strictly(data: bytes, name: str) -> str:
    try:
        return data.decode(name)
    except UnicodeDecodeError as error:
        raise Unreadable(Reason.PARSE_FAILED, f"the file says {name} and is not: {error.reason}") from error
