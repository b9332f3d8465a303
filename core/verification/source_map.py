"""From a source id to the one artifact it stands for, inside one governed folder. [ETH]

An id is a name, never a path: what a model writes is looked up, not opened. Only the map says where an artifact lies,
and a place outside the folder, a link out of it, a device or an address is treated as if nothing were there.
"""

import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath, PureWindowsPath
from types import MappingProxyType

from core.errors import HeadwaterError
from core.fingerprint import digest_bytes

_ADDRESS = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$) *(?:\..*)?\Z", re.IGNORECASE)


class SourceMissing(HeadwaterError):
    """No artifact stands behind a source id; the message says which rule was met, never a path of the machine."""


@dataclass(frozen=True, slots=True)
class Located:
    """An artifact as found: its bytes are read once, and what was hashed is what is parsed."""

    source_id: str
    name: str
    """Its place in the folder."""
    data: bytes
    fingerprint: str
    """``sha256:`` of the bytes."""


@dataclass(frozen=True)
class SourceMap:
    """A folder and what in it stands for which source."""

    folder: Path
    places: Mapping[str, str]
    """Source id -> place in the folder, parts divided by "/"."""
    max_bytes: int = 256 * 1024 * 1024

    def locate(self, source_id: str) -> Located:
        """Find and read the artifact of a source.

        Raises:
            SourceMissing: The id is not in the map, or its place is not a plain file inside the folder.
        """
        place = self.places.get(source_id)
        if place is None:
            raise SourceMissing("no artifact is attached to this source")
        parts = checked_parts(place)
        data = _read_inside(self.folder, parts, self.max_bytes)
        return Located(source_id, "/".join(parts), data, "sha256:" + digest_bytes(data))

    def holds(self, source_id: str) -> bool:
        """Whether something is attached to a source; whether it can be opened is another question."""
        return source_id in self.places


def map_of_folder(folder: Path, source_ids: Mapping[str, str | None]) -> SourceMap:
    """A map by what the files of a folder are: their name without ending equals the id, or their bytes the fingerprint.

    Args:
        folder: The governed folder; only files right in it count.
        source_ids: Source id -> the fingerprint the data states for it, or None.
    """
    places: dict[str, str] = {}
    by_name: dict[str, list[str]] = {}
    by_fingerprint: dict[str, str] = {}
    wanted = {fingerprint for fingerprint in source_ids.values() if fingerprint}
    for name in sorted(os.listdir(folder)) if folder.is_dir() else []:
        try:
            parts = checked_parts(name)
            if wanted:
                by_fingerprint.setdefault(
                    "sha256:" + digest_bytes(_read_inside(folder, parts, 256 * 1024 * 1024)), name
                )
        except SourceMissing:
            continue
        by_name.setdefault(name, []).append(name)
        by_name.setdefault(name.rpartition(".")[0], []).append(name)
    for source_id, fingerprint in source_ids.items():
        named = by_name.get(source_id, [])
        if fingerprint in by_fingerprint:
            places[source_id] = by_fingerprint[fingerprint or ""]
        elif len(named) == 1:
            places[source_id] = named[0]
    return SourceMap(folder, MappingProxyType(places))


def checked_parts(place: str) -> tuple[str, ...]:
    """The parts of a place that is one inside a folder, on every system.

    Raises:
        SourceMissing: It is empty, absolute, an address, climbs out, or names a device.
    """
    if not place or "\0" in place or any(ord(sign) < 32 for sign in place):
        raise SourceMissing("the place of the artifact is no file name")
    if _ADDRESS.match(place) or PureWindowsPath(place).drive or PureWindowsPath(place).root:
        raise SourceMissing("the place of the artifact is an address or an absolute path")
    if PurePosixPath(place).is_absolute() or place.startswith("~"):
        raise SourceMissing("the place of the artifact is an absolute path")
    parts = tuple(place.replace("\\", "/").split("/"))
    if any(part in ("", ".", "..") for part in parts):
        raise SourceMissing("the place of the artifact leaves its folder")
    if any(_DEVICE.match(part.rstrip(" .")) for part in parts):
        raise SourceMissing("the place of the artifact names a device")
    return parts


def _read_inside(folder: Path, parts: tuple[str, ...], most: int) -> bytes:
    """Open part by part without following links, and read only what is a plain file."""
    path = folder.joinpath(*parts)
    try:
        root = folder.resolve(strict=True)
        if not path.resolve(strict=True).is_relative_to(root):
            raise SourceMissing("the place of the artifact leads out of its folder")
        walked = folder
        for part in parts:
            walked = walked / part
            if walked.is_symlink():
                raise SourceMissing("the place of the artifact is a link")
        if not stat.S_ISREG(os.lstat(path).st_mode):
            raise SourceMissing("the place of the artifact is no plain file")
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(path, flags), "rb") as file:
            status = os.fstat(file.fileno())
            if not stat.S_ISREG(status.st_mode):
                raise SourceMissing("the place of the artifact is no plain file")
            if status.st_size > most:
                raise SourceMissing(f"the artifact is larger than {most:,} bytes")
            return file.read(most + 1)
    except (OSError, RuntimeError, ValueError) as error:
        raise SourceMissing("no file stands at the place of the artifact") from error
