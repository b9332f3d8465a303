"""Files that stand for sources, and pictures of their pages."""

from dataclasses import dataclass
from enum import StrEnum


class MatchedBy(StrEnum):
    """How a file found its source."""

    CHOSEN = "chosen"
    """Somebody said which source it is."""
    FINGERPRINT = "fingerprint"
    """Its bytes are the ones that the data, or a citation, name."""
    NAME = "name"
    """Its name is the source's id, title, or the last part of its address, and of no other source."""


@dataclass(frozen=True, slots=True)
class Attachment:
    """The file that stands for a source now."""

    dataset: str
    source_id: str
    name: str
    """What the file was called: a label, never a place."""
    fingerprint: str
    """``sha256:`` of its bytes."""
    size: int
    """Bytes."""
    media: str
    """The format by its content: pdf, html, docx, xlsx, csv, markdown, text, …"""
    attached_at: str
    by: str
    matched_by: MatchedBy


@dataclass(frozen=True, slots=True)
class AttachResult:
    """What became of one file."""

    name: str
    source_id: str | None
    attachment: Attachment | None
    refused: str
    """Why it was not attached; empty where it was."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A page of an attached PDF, with the boxes around the text that was found."""

    png: bytes
    width: int
    height: int
    boxes: tuple[tuple[int, int, int, int], ...]
    """x0, y0, x1, y1 from the top left, in pixels of the picture; empty where nothing was found."""
    page: int
    """1-based position."""
    label: str
    """The number printed on the page; empty where there is none."""
