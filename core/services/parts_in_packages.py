"""What a package states of the parts of its claims, stated again where the package is imported."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from core.errors import HeadwaterError
from core.exporters.manifest import PARTS
from core.model import Notice
from core.numbers import count
from core.package_format import MANIFEST
from core.people import Person
from core.services.parts_travel import take_parts
from core.services.workspace import Workspace

CODE = "stated_parts"


def take_stated_parts(workspace: Workspace, dataset: str, data: bytes, *, by: Person) -> tuple[Notice, ...]:
    """State again what a package states of the parts of its claims; the facts are stored already and stay.

    Args:
        workspace: The open store, with the claims in it.
        dataset: Under which name they are stored.
        data: The bytes of the package.
        by: Who imports it.

    Returns:
        How many statements came along, and each that could not be stated, with the reason.
    """
    if PARTS.encode() not in data:
        return ()
    new = same = 0
    refused = []
    for row in stated_in(data):
        try:
            one, other = take_parts(workspace, dataset, (row,), by=by)
        except (HeadwaterError, KeyError, TypeError, ValueError) as error:
            refused.append(
                Notice(CODE, f"what is stated of the parts of claim {row.get('claim_id')!r} was left: {error}")
            )
            continue
        new, same = new + one, same + other
    if not new + same:
        return tuple(refused)
    said = f"{count(new, 'statement')} of the parts of claims stated again, {same:,} stood already"
    return (Notice(CODE, said), *refused)


def stated_in(data: bytes) -> list[Mapping[str, Any]]:
    """The statements in the manifest of a package, JSON or JSON Lines, in the order of the file."""
    found: list[Mapping[str, Any]] = []
    for value in _values(data.decode("utf-8-sig", "replace")):
        manifest = value.get(MANIFEST) if isinstance(value, dict) else None
        if not isinstance(manifest, dict):
            continue
        for part in (manifest, *(manifest.get("parts") or ())):
            rows = part.get(PARTS) if isinstance(part, dict) else None
            found += [row for row in rows or () if isinstance(row, dict)]
    return found


def _values(text: str) -> Iterator[Any]:
    try:
        yield json.loads(text)
        return
    except ValueError:
        # Many lines, each an object of its own.
        lines = text.splitlines()
    for line in lines:
        if PARTS in line:
            yield json.loads(line)
