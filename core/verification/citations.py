"""What is to be checked: claims with a place, and the reading of the contract's citation file [ETH]."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from core.errors import InvalidInput
from core.fingerprint import digest
from core.verification.representation import Box
from core.verification.vocabulary import ClaimKind

FINGERPRINT = re.compile(r"sha256:[0-9a-f]{64}\Z")
_CONTRACT_KEYS = frozenset(("page", "element_id", "span_id", "table_id", "cell", "bbox"))
_OWN_KEYS = frozenset(("row", "column", "chars", "prefix", "suffix"))


class InvalidCitations(InvalidInput):
    """A citation file is not one; the message names the claim and what it should have been."""


@dataclass(frozen=True, slots=True)
class Locator:
    """Where a claim says its evidence stands."""

    page: str | None = None
    """Id of the page, or its 1-based position, or the number printed on it."""
    element_id: str | None = None
    span_id: str | None = None
    table_id: str | None = None
    cell: tuple[int, int] | None = None
    """Row and column."""
    bbox: Box | None = None
    row: str | None = None
    """Header of the row; ours."""
    column: str | None = None
    """Header of the column, the lines of a header of several lines joined by " / "; ours."""
    chars: tuple[int, int] | None = None
    """Code points within the element or page named, else within the document; ours."""
    prefix: str = ""
    """Text that stands right before; tells equal places apart; ours."""
    suffix: str = ""

    @property
    def names_table(self) -> bool:
        """Whether it points to a cell of a table."""
        return self.table_id is not None or self.cell is not None or self.row is not None or self.column is not None

    @property
    def names_place(self) -> bool:
        """Whether it points to anything smaller than the source."""
        places = (self.page, self.element_id, self.span_id, self.bbox, self.chars)
        return self.names_table or any(place is not None for place in places)

    def as_dict(self) -> dict[str, Any]:
        """The locator as JSON, with the keys that are set."""
        plain: dict[str, Any] = {
            key: value
            for key in ("page", "element_id", "span_id", "table_id", "row", "column")
            if (value := getattr(self, key)) is not None
        }
        if self.cell is not None:
            plain["cell"] = {"row": self.cell[0], "col": self.cell[1]}
        for key in ("bbox", "chars"):
            if (value := getattr(self, key)) is not None:
                plain[key] = list(value)
        plain.update({key: value for key in ("prefix", "suffix") if (value := getattr(self, key))})
        return plain


NOWHERE = Locator()


@dataclass(frozen=True, slots=True)
class CitedClaim:
    """One thing to check."""

    kind: ClaimKind
    text: str | None = None
    locator: Locator = NOWHERE
    edition_pages: int | None = None
    """How many pages the cited copy has; another count makes its page numbers incomparable."""
    source_date: str | None = None
    """When the source was published, ISO 8601."""
    answer_date: str | None = None
    """When the answer was made; a younger source cannot be its evidence."""

    def as_dict(self) -> dict[str, Any]:
        """The claim as the contract writes it."""
        plain: dict[str, Any] = {"kind": self.kind.value, "citation": self.locator.as_dict()}
        if self.text is not None:
            plain["text"] = self.text
        return plain


@dataclass(frozen=True)
class CitationSet:
    """The claims of one request against one source, with the fingerprint they were made against."""

    claims: tuple[CitedClaim, ...]
    fingerprint: str | None = None
    representation: str | None = None
    """Digest of the representation they were made from; ours."""
    given: Sequence[Any] | None = field(default=None, compare=False, repr=False)
    """The claims as they came, for their digest."""

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the claims as sorted, compact JSON: ``claims_sha256``."""
        return digest(self.given if self.given is not None else [claim.as_dict() for claim in self.claims])


def read_citations(given: object, *, most: int, extended: bool = False) -> CitationSet:
    """Read a citation file: a list of claims, or an object with claims and a fingerprint.

    Args:
        given: The parsed JSON.
        most: Most claims of one run (``limits.max_checks``).
        extended: Take our own locators too (row, column, chars, prefix, suffix).

    Raises:
        InvalidCitations: A claim is not as the contract has it.
    """
    fingerprint = None
    claims = given
    if isinstance(given, Mapping):
        _known(given, ("claims", "document_fingerprint"), "the citation file")
        claims = given.get("claims")
        fingerprint = given.get("document_fingerprint")
        if fingerprint is not None and not (isinstance(fingerprint, str) and FINGERPRINT.match(fingerprint)):
            raise InvalidCitations(f"document_fingerprint must be sha256: and 64 hex digits, got {fingerprint!r}")
    if not isinstance(claims, list) or not claims:
        raise InvalidCitations("citations must be a list of at least one claim, or an object with claims")
    if len(claims) > most:
        raise InvalidCitations(f"at most {most} claims in one run (limits.max_checks), got {len(claims)}")
    read = tuple(read_claim(f"claim {number}", claim, extended) for number, claim in enumerate(claims, start=1))
    return CitationSet(read, fingerprint, given=claims)


def read_claim(where: str, given: object, extended: bool = True) -> CitedClaim:
    """Read one claim as the contract has it.

    Raises:
        InvalidCitations: It is not one; the message begins with ``where``.
    """
    if not isinstance(given, Mapping):
        raise InvalidCitations(f"{where} must be an object, got {given!r}")
    _known(given, ("kind", "text", "citation"), where)
    if given.get("kind") not in tuple(ClaimKind):
        raise InvalidCitations(f"{where}: kind must be one of {', '.join(ClaimKind)}, got {given.get('kind')!r}")
    kind = ClaimKind(given["kind"])
    text = given.get("text")
    if text is not None and not isinstance(text, str):
        raise InvalidCitations(f"{where}: text must be a string, got {text!r}")
    citation = given.get("citation")
    if not isinstance(citation, Mapping):
        raise InvalidCitations(f"{where}: citation must be an object, got {citation!r}")
    locator = _locator(where, citation, extended)
    if kind is ClaimKind.TABLE_CELL or locator.table_id is not None or locator.cell is not None:
        headers = extended and (locator.row is not None or locator.column is not None)
        if not headers and (locator.table_id is None or locator.cell is None):
            raise InvalidCitations(f"{where}: table_cell citation must include table_id and cell")
    targets = (locator.page, locator.element_id, locator.span_id, locator.table_id)
    if locator.bbox is not None and all(target is None for target in targets):
        raise InvalidCitations(f"{where}: citation bbox requires page unless another target locator is present")
    return CitedClaim(kind, text, locator)


def _locator(where: str, given: Mapping[str, Any], extended: bool) -> Locator:
    _known(given, _CONTRACT_KEYS | _OWN_KEYS if extended else _CONTRACT_KEYS, f"{where}: citation")
    texts = {}
    for key in ("page", "element_id", "span_id", "table_id", "row", "column", "prefix", "suffix"):
        value = given.get(key)
        if key == "page" and extended and isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        if value is not None:
            if not isinstance(value, str):
                raise InvalidCitations(f"{where}: {key} must be a string, got {value!r}")
            texts[key] = value
    cell = given.get("cell")
    place = None
    if cell is not None:
        if not isinstance(cell, Mapping) or set(cell) != {"row", "col"} or not all(map(_whole, cell.values())):
            raise InvalidCitations(
                f"{where}: cell must be an object of row and col, whole numbers from 0 on, got {cell!r}"
            )
        place = (cell["row"], cell["col"])
    bbox = given.get("bbox")
    box: Box | None = None
    if bbox is not None:
        if (
            not isinstance(bbox, list)
            or len(bbox) != 4
            or any(isinstance(n, bool) or not isinstance(n, int) for n in bbox)
        ):
            raise InvalidCitations(f"{where}: bbox must be four whole numbers, got {bbox!r}")
        box = (bbox[0], bbox[1], bbox[2], bbox[3])
    chars = given.get("chars")
    span = None
    if chars is not None:
        if not isinstance(chars, list) or len(chars) != 2 or not all(map(_whole, chars)) or chars[0] >= chars[1]:
            raise InvalidCitations(f"{where}: chars must be a start and a later end, got {chars!r}")
        span = (chars[0], chars[1])
    return Locator(cell=place, bbox=box, chars=span, **texts)


def _known(given: Mapping[str, Any], keys: Sequence[str] | frozenset[str], where: str) -> None:
    unknown = [str(key) for key in given if key not in keys]
    if unknown:
        raise InvalidCitations(f"{where} has unknown fields: {', '.join(unknown)}; known are {', '.join(sorted(keys))}")


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
