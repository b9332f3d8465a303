"""From an artifact to its representation: out of memory, out of the cache, or out of the reading process."""

import json
import threading
from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version
from typing import Protocol

from core.fingerprint import canonical_json, digest
from core.verification.citations import CitedClaim
from core.verification.coding import BrokenCoding, decode, decode_tables, encode, encode_tables
from core.verification.grounding import READERS
from core.verification.grounding.types import Artifact, Unreadable
from core.verification.reading.cache import Cache, NoCache
from core.verification.reading.process import memory_is_limited
from core.verification.representation import Representation, Table
from core.verification.vocabulary import CapabilityLimit, ClaimKind

_IN_MEMORY = 16


class Process(Protocol):
    """What reads artifacts: the reading process, or in tests the readers themselves."""

    def read(self, artifact: Artifact, format: str | None = None) -> Representation:
        """Read an artifact."""

    def tables(self, artifact: Artifact, page: int) -> tuple[Table, ...]:
        """The tables of one page."""

    def close(self) -> None:
        """End whatever reads."""


class ArtifactReader:
    """Reads every artifact once. Safe to use from several threads."""

    def __init__(self, process: Process, cache: Cache | None = None) -> None:
        self._process = process
        self._cache = cache or NoCache()
        self._recent: OrderedDict[str, Representation] = OrderedDict()
        self._lock = threading.Lock()

    def close(self) -> None:
        """End the reading process; a later read starts another."""
        self._process.close()

    def read(self, artifact: Artifact, format: str | None = None) -> Representation:
        """The representation of an artifact.

        Raises:
            Unreadable: It cannot be read.
            InvalidSource: A JSON representation is malformed.
        """
        key = _key(artifact, format)
        with self._lock:
            found = self._recent.get(key)
        if found is None:
            found = self._remembered(artifact, key)
        if found is None:
            found = self._process.read(artifact, format)
            if artifact.password is None:
                # What a password protects is not written to disk in the clear.
                self._cache.put(key, encode(found))
        with self._lock:
            self._recent[key] = found
            self._recent.move_to_end(key)
            while len(self._recent) > _IN_MEMORY:
                self._recent.popitem(last=False)
        if not memory_is_limited():
            return replace(found, limits=(*found.limits, CapabilityLimit.UNLIMITED_MEMORY))
        return found

    def with_tables(
        self, source: Representation, artifact: Artifact, claims: Iterable[CitedClaim], *, most_pages: int
    ) -> Representation:
        """The representation with the tables of the pages that claims point into; only PDF reads them on demand.

        Where the tables of a page cannot be read, the representation says it has none: such checks are blocked, not
        answered.
        """
        if not source.tables_on_demand:
            return source
        pages = _pages_with_tables(source, claims, most_pages)
        tables: list[Table] = []
        for page in pages:
            try:
                tables += self._tables(artifact, page)
            except Unreadable:
                return replace(source, capabilities=replace(source.capabilities, tables=False))
        return source.with_tables(tuple(tables)) if tables else source

    def _remembered(self, artifact: Artifact, key: str) -> Representation | None:
        kept = self._cache.get(key) if artifact.password is None else None
        if kept is None:
            return None
        try:
            found = decode(kept)
        except BrokenCoding:
            return None
        return found if found.artifact == artifact.fingerprint else None

    def _tables(self, artifact: Artifact, page: int) -> tuple[Table, ...]:
        key = f"{_key(artifact, 'pdf')} tables {page} {_library('pdfplumber')}"
        kept = self._cache.get(key) if artifact.password is None else None
        if kept is not None:
            try:
                return decode_tables(json.loads(kept))
            except (ValueError, TypeError, IndexError):
                pass  # Kept by an older version; it is read again.
        tables = self._process.tables(artifact, page)
        if artifact.password is None:
            self._cache.put(key, json.dumps(encode_tables(tables)).encode())
        return tables


def _pages_with_tables(source: Representation, claims: Iterable[CitedClaim], most: int) -> list[int]:
    by_name = {page.id: page.position for page in source.pages}
    by_label = {page.label: page.position for page in source.pages if page.label}
    wanted: dict[int, None] = {}
    anywhere = False
    for claim in claims:
        locator = claim.locator
        if claim.kind is not ClaimKind.TABLE_CELL and not locator.names_table:
            continue
        if locator.table_id is not None and (page := _page_of_table(locator.table_id)) is not None:
            wanted[page] = None
        elif locator.page is not None:
            name = locator.page.strip()
            positions = [
                by_name.get(name),
                int(name) if name.isascii() and name.isdigit() else None,
                by_label.get(name),
            ]
            wanted.update({position: None for position in positions if position is not None})
        else:
            anywhere = True
    if anywhere and len(source.pages) <= most:
        wanted.update({page.position: None for page in source.pages})
    return [position for position in wanted if 1 <= position <= len(source.pages)]


def _page_of_table(identity: str) -> int | None:
    """The page in the name of a table we named ourselves, such as p12t1."""
    page, found, number = identity.removeprefix("p").partition("t")
    if identity.startswith("p") and found and page.isascii() and page.isdigit() and number.isdigit() and len(page) < 6:
        return int(page)
    return None


def _key(artifact: Artifact, format: str | None) -> str:
    entries = {format: READERS[format]} if format is not None and format in READERS else READERS
    return canonical_json(
        {
            "artifact": artifact.fingerprint,
            "format": format,
            "name": artifact.name.rpartition(".")[2].lower() if "." in artifact.name else "",
            # Whoever does not know the password must not be served what was read with it.
            "password": None if artifact.password is None else digest(artifact.password),
            "readers": {name: [entry.version, _library(entry.library)] for name, entry in entries.items()},
        }
    )


@lru_cache
def _library(name: str | None) -> str | None:
    try:
        return version(name) if name is not None else None
    except PackageNotFoundError:
        return None
