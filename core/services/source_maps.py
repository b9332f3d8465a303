"""Source maps on disk: which file of a folder stands for which source of a package."""

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from types import MappingProxyType

from core.errors import InvalidInput
from core.model import Source
from core.verification.case_citations import fingerprint_of
from core.verification.source_map import SourceMap, SourceMissing, checked_parts, map_of_folder

SOURCE_MAP = "source-map.json"
"""What a source map beside a package is called."""


def source_map_beside(path: Path, case_sources: Iterable[Source]) -> SourceMap | None:
    """The source map of a package on disk: ``source-map.json`` beside it, else the files of a folder named like it.

    Raises:
        InvalidInput: There is a map, and it is malformed.
    """
    given = path.parent / SOURCE_MAP
    if given.is_file():
        return source_map_from(given)
    folder = path.with_suffix("")
    if folder.is_dir():
        return map_of_folder(folder, {source.id: fingerprint_of(source.fingerprint) for source in case_sources})
    return None


def source_map_from(path: Path) -> SourceMap:
    """Read a source map: ``{"folder": "name", "sources": {source id: file}}``, the folder beside the map.

    Raises:
        InvalidInput: It is not one.
    """
    try:
        plain = json.loads(path.read_bytes())
    except (OSError, ValueError, RecursionError) as error:
        raise InvalidInput(f"{path.name}: not readable as JSON") from error
    places = plain.get("sources") if isinstance(plain, Mapping) else None
    if not isinstance(places, Mapping) or not all(isinstance(v, str) for v in places.values()):
        raise InvalidInput(f'{path.name}: "sources" must be an object of source id and file name')
    folder = path.parent
    if (inner := plain.get("folder")) is not None:
        try:
            folder = folder.joinpath(*checked_parts(str(inner)))
        except SourceMissing as error:
            raise InvalidInput(f'{path.name}: "folder" must be a folder beside the map: {error}') from error
    return SourceMap(folder, MappingProxyType(dict(places)))
