"""What a reader is, and how it refuses."""

from dataclasses import dataclass
from typing import Protocol

from core.errors import HeadwaterError, InvalidInput
from core.verification.representation import Representation
from core.verification.vocabulary import Reason


class Unreadable(HeadwaterError):
    """An artifact cannot be read; the reason is the one its checks will carry."""

    def __init__(self, reason: Reason, message: str) -> None:
        self.reason = reason
        super().__init__(message)


class InvalidSource(InvalidInput):
    """A JSON representation is not what it says it is: an error of whoever made it, not of the document."""


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """How much one artifact may ask for."""

    max_bytes: int = 256 * 1024 * 1024
    max_unpacked: int = 256 * 1024 * 1024
    """All members of an archive together, before any is opened."""
    max_ratio: int = 500
    """Unpacked to packed, for archives above a megabyte unpacked."""
    max_pages: int = 5_000
    max_page_stream: int = 32 * 1024 * 1024
    """Drawing instructions of one page, unpacked."""
    max_text: int = 50_000_000
    """Characters of text."""
    max_cells: int = 1_000_000
    max_depth: int = 200
    """Nesting of markup or JSON."""


@dataclass(frozen=True, slots=True)
class Artifact:
    """The bytes to read, with what is known about them."""

    data: bytes
    fingerprint: str
    """``sha256:`` of the bytes."""
    name: str = ""
    password: str | None = None
    limits: ReadLimits = ReadLimits()


class Reader(Protocol):
    """One reader per format: a module with these two names. Adding one is that file and one line in ``READERS``."""

    NAME: str
    """The format's name in reports and caches."""
    VERSION: str
    """Changes whenever the same bytes could be read differently."""

    def read(self, artifact: Artifact) -> Representation:
        """Read the artifact.

        Raises:
            Unreadable: It cannot be read, or asks for more than the limits allow.
            InvalidSource: A JSON representation is malformed.
        """


def too_much(what: str, allowed: int) -> Unreadable:
    """The refusal of an artifact that asks for too much."""
    return Unreadable(Reason.LIMITS_EXCEEDED, f"{what}; at most {allowed:,} are read")
