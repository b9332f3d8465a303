"""What a reader makes of an artifact: text, places and tables, bound to the bytes and to the reader.

Offsets are code points into ``Representation.text``. Boxes are whole hundredths of a point, ``(x0, y0, x1, y1)``,
counted from ``Capabilities.coordinate_origin``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from core.fingerprint import digest
from core.verification.vocabulary import Advisory, CapabilityLimit, CoordinateOrigin

Box = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Parser:
    """Who read the artifact, with every option that could change the outcome."""

    name: str
    version: str
    adapter: str | None = None
    adapter_version: str | None = None
    options: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a source can be asked for; what is missing blocks the checks that need it."""

    spans: bool = False
    char_offsets: bool = False
    tables: bool = False
    fingerprint: bool = False
    coordinate_origin: CoordinateOrigin = CoordinateOrigin.UNKNOWN
    crop_support: bool = False


@dataclass(frozen=True, slots=True)
class Page:
    """One page: its position, what is printed on it as its number, and its stretch of the text."""

    id: str
    position: int
    """1-based."""
    width: int = 0
    height: int = 0
    rotation: int = 0
    label: str | None = None
    """The printed number as the file declares it, such as "iv"."""
    start: int = 0
    end: int = 0
    image_only: bool = False
    """There is a picture and no text: a scan nobody has read."""


@dataclass(frozen=True, slots=True)
class Element:
    """A paragraph, heading, list item or cell block, in reading order."""

    id: str
    kind: str
    text: str | None = None
    page: str | None = None
    box: Box | None = None
    start: int | None = None
    end: int | None = None
    path: str | None = None
    """Where it stands in the file's own terms: an XPath, a line range."""


@dataclass(frozen=True, slots=True)
class Span:
    """A run of text with a box: a line of a PDF, or what a foreign parser calls a span."""

    id: str
    text: str
    page: str | None = None
    box: Box | None = None
    element: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table, over one or more rows and columns, counted as its table counts."""

    row: int
    col: int
    text: str | None
    """As shown; None where a formula was never computed."""
    row_span: int = 1
    col_span: int = 1
    box: Box | None = None
    value: str | None = None
    """The stored value where it differs from what is shown: 0.125 shown as 12.5%."""
    formula: str | None = None

    def covers(self, row: int, col: int) -> bool:
        """Whether the cell stands at that row and column."""
        return self.row <= row < self.row + self.row_span and self.col <= col < self.col + self.col_span


@dataclass(frozen=True, slots=True)
class Table:
    """A table; its header rows and columns name the others."""

    id: str
    cells: tuple[Cell, ...]
    page: str | None = None
    box: Box | None = None
    header_rows: int = 1
    header_cols: int = 1
    caption: str | None = None


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of the text that shows differently from how it reads."""

    kind: str
    """``raised_number``, ``raised`` or ``hidden``, as named below."""
    start: int
    end: int


RAISED_NUMBER = "raised_number"
"""A run of digits of which some are set smaller or off the baseline: 102 that shows as 10²."""
RAISED = "raised"
"""Other raised or lowered signs: the 2 of CO₂."""
HIDDEN = "hidden"
"""Not visible on the page: drawn without ink, in the colour of the page, or switched off."""


@dataclass(frozen=True)
class Representation:
    """An artifact as read: immutable, and bound to its bytes by ``artifact``."""

    format: str
    parser: Parser
    capabilities: Capabilities
    artifact: str | None = None
    """``sha256:`` of the artifact's bytes; None where the bytes were never seen."""
    declared: str | None = None
    """The fingerprint a foreign representation declares for itself; it goes before the computed one."""
    text: str = ""
    pages: tuple[Page, ...] = ()
    elements: tuple[Element, ...] = ()
    spans: tuple[Span, ...] = ()
    tables: tuple[Table, ...] = ()
    marks: tuple[Mark, ...] = ()
    """In the order of their start."""
    warnings: tuple[Advisory, ...] = ()
    limits: tuple[CapabilityLimit, ...] = ()
    """Limits of this reading beyond what ``capabilities`` says."""
    flat: bool = True
    """The text of pages or document is one stream to search; False where only elements carry text."""
    title: str | None = None
    tables_on_demand: bool = False
    """Tables are read page by page when a citation points into one; ``tables`` holds those read so far."""

    @property
    def fingerprint(self) -> str | None:
        """What a citation pins: the declared fingerprint, else that of the artifact's bytes."""
        if not self.capabilities.fingerprint:
            return None
        return self.declared or self.artifact

    @cached_property
    def digest(self) -> str:
        """Fingerprint of the representation: same bytes read by another parser, version or options differ."""
        parser = self.parser
        return "sha256:" + digest(
            {
                "artifact": self.artifact or self.declared,
                "format": self.format,
                "parser": [parser.name, parser.version, parser.adapter, parser.adapter_version],
                "options": dict(parser.options),
            }
        )

    def with_tables(self, tables: tuple[Table, ...]) -> "Representation":
        """The same reading with more tables of it."""
        known = {table.id for table in self.tables}
        added = tuple(table for table in tables if table.id not in known)
        return replace(self, tables=self.tables + added)
