"""Grounding sources: one reader per format, each a module; adding one is that file and a line here."""

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from types import MappingProxyType

from core.verification.grounding.recognition import recognise, required
from core.verification.grounding.types import Artifact
from core.verification.representation import Representation, Table


@dataclass(frozen=True, slots=True)
class Entry:
    """Where a reader lives; it is imported when first needed, because most bring a large library."""

    module: str
    version: str
    library: str | None = None
    """Distribution whose version decides how the bytes are read."""

    def read(self, artifact: Artifact) -> Representation:
        """Read an artifact with it."""
        reader: Callable[[Artifact], Representation] = import_module(f"{__name__}.{self.module}").read
        return reader(artifact)


READERS = MappingProxyType(
    {
        "pdf": Entry("pdf", "1", "pypdfium2"),
        "html": Entry("markup", "1", "lxml"),
        "markdown": Entry("markdown", "1", "markdown-it-py"),
        "text": Entry("text", "1"),
        "docx": Entry("word", "1", "python-docx"),
        "xlsx": Entry("sheets", "1", "openpyxl"),
        "csv": Entry("delimited", "1"),
        "grounding-json": Entry("grounding_json", "1.0.0"),
        "native-document": Entry("native_document", "1.0.0"),
        "opendataloader-json": Entry("opendataloader", "0.1.0"),
    }
)
"""Format -> reader."""

CONTRACT_FORMATS = ("grounding-json", "native-document", "opendataloader-json")
"""Representations made by others: checked by the contract's own rules unless a config says otherwise."""


def read(artifact: Artifact, format: str | None = None) -> Representation:
    """Read an artifact, of a format named or recognised.

    Raises:
        Unreadable: It cannot be read; the reason is the one its checks carry.
        InvalidSource: A JSON representation is malformed.
    """
    name = required(format, tuple(READERS)) if format is not None else recognise(artifact)
    return READERS[name].read(artifact)


def read_tables_of_page(artifact: Artifact, position: int) -> tuple[Table, ...]:
    """The tables of one page of a PDF; other formats have theirs from the start."""
    tables: Callable[[Artifact, int], tuple[Table, ...]] = import_module(f"{__name__}.pdf_tables").read_tables
    return tables(artifact, position)
