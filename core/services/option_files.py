"""How bundles are made, as a command line or a form says it."""

import json
from pathlib import Path

from core.bundles.clustering import Linkage
from core.bundles.construction import BundleSettings
from core.bundles.facets import facets_from_data
from core.bundles.types import Facet
from core.errors import InvalidInput, InvalidParameter
from core.services.bundling import BundleOptions
from core.services.files import read_bytes

EDITED = "file"
"""Who stated facets that came in a file and name nobody."""


def bundle_options(
    *,
    embedder: str,
    profile: str | None = None,
    linkage: str = Linkage.AVERAGE.value,
    most: int = 10,
    facets: Path | None = None,
) -> BundleOptions:
    """The options as written.

    Raises:
        InvalidParameter: A word or number outside its domain.
        InvalidInput: The file of facets cannot be read.
    """
    if linkage not in tuple(Linkage):
        raise InvalidParameter("linkage", linkage, "one of " + ", ".join(Linkage))
    return BundleOptions(
        embedder=embedder,
        profile=profile,
        settings=BundleSettings(linkage=Linkage(linkage), most=most),
        facets=_facets(facets) if facets is not None else None,
    )


def _facets(path: Path) -> tuple[Facet, ...]:
    try:
        rows = json.loads(read_bytes(path))
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{path}: not readable as JSON ({error})") from error
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise InvalidInput(f"{path}: expected a list of objects with a text each")
    return facets_from_data(rows, by=EDITED)
