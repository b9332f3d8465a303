"""Holding a package to its manifest: every record against its digest, every figure computed anew."""

import json
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any

from core import ENGINE_VERSION
from core.assessment import assess
from core.dossier import claims_of
from core.errors import ImportFailed, InvalidInput
from core.exporters.manifest import TOLERANCE, Seal, record_digest, stated_figures
from core.exporters.records import KINDS, NAMES
from core.importers import read
from core.package_format import MANIFEST
from core.policy import Policy
from core.services.recomputed_decisions import DecidedAgain

LARGEST = 4_000_000_000
"""Bytes that are unpacked at most."""
_UNCOMPARED = frozenset(("digest",))
"""The digest of a claim's facts says nothing that the digests of its records do not."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not as the manifest says."""

    kind: str
    """What it is of: a list of the package, header, manifest, figures, or file."""
    name: str
    """Which one."""
    field: str
    """Which figure or setting; empty where the whole record is meant."""
    stated: Any
    found: Any
    message: str

    def __str__(self) -> str:
        return self.message


@dataclass(frozen=True, slots=True)
class Recomputed:
    """What came of a check."""

    file: str
    claims: int
    records: int
    differences: tuple[Difference, ...]
    exported: Mapping[str, Any]
    """What the manifest says of the export: who, when, versions."""
    notes: tuple[str, ...] = ()

    @property
    def untouched(self) -> bool:
        """True where nothing differs."""
        return not self.differences

    def as_dict(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "file": self.file,
            "untouched": self.untouched,
            "claims": self.claims,
            "records": self.records,
            "exported": dict(self.exported),
            "notes": list(self.notes),
            "differences": [
                {"kind": d.kind, "name": d.name, "field": d.field, "stated": d.stated, "found": d.found,
                 "message": d.message}
                for d in self.differences
            ],
        }  # fmt: skip


def recompute(data: bytes, name: str) -> tuple[Recomputed, ...]:
    """Check a package, or every package of a ZIP.

    Returns:
        One result per package.

    Raises:
        InvalidInput: The file cannot be read, or no manifest is in it.
    """
    if not zipfile.is_zipfile(BytesIO(data)):
        return (_one(data, name),)
    found = []
    with zipfile.ZipFile(BytesIO(data)) as archive:
        members = [member for member in archive.infolist() if member.filename.endswith((".json", ".jsonl"))]
        if sum(member.file_size for member in members) > LARGEST:
            raise InvalidInput(f"{name}: the packages in it are larger than {LARGEST:,} bytes when unpacked")
        for member in members:
            found.append(_one(archive.read(member), f"{name}/{member.filename}"))
    if not found:
        raise InvalidInput(f"{name}: there is no package in this ZIP")
    return tuple(found)


@dataclass(slots=True)
class _Written:
    """A package as it stands in the file."""

    header: dict[str, Any] = field(default_factory=dict)
    records: dict[str, list[dict[str, Any]]] = field(default_factory=lambda: {name: [] for name in NAMES})
    parts: list[dict[str, Any]] = field(default_factory=list)
    exported: dict[str, Any] = field(default_factory=dict)
    seal: str | None = None

    def manifest(self, held: object) -> None:
        """Take in a piece of the manifest."""
        if not isinstance(held, dict):
            return
        self.parts += [part for part in held.get("parts", ()) if isinstance(part, dict)]
        if "digests" in held or "figures" in held:
            self.parts.append(held)
        self.exported |= held.get("exported") or {}
        self.seal = held.get("sha256", self.seal)


def _one(data: bytes, name: str) -> Recomputed:
    written = _written(data, name)
    if not written.parts:
        raise InvalidInput(f"{name}: this package has no manifest, so there is nothing to hold it to")
    differences = [*_digests(written), *_sealed(written)]
    claims, figures, notes = _figures(data, name, written)
    engine = written.exported.get("engine")
    if engine != ENGINE_VERSION:
        notes.append(f"written with engine version {engine}, computed anew with {ENGINE_VERSION}: figures may differ")
    count = sum(len(held) for held in written.records.values())
    return Recomputed(name, claims, count, tuple([*differences, *figures]), written.exported, tuple(notes))


def _written(data: bytes, name: str) -> _Written:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(f"{name}: this is not UTF-8 text (byte {error.start:,})") from error
    written = _Written()
    kinds = {kind: listed for listed, kind in KINDS.items()}
    for value in _values(text, name):
        if not isinstance(value, dict):
            raise InvalidInput(f"{name}: this is not an evidence package")
        kind = value.get("type")
        if kind in kinds:
            written.records[kinds[kind]].append({key: held for key, held in value.items() if key != "type"})
            continue
        written.manifest(value.get(MANIFEST))
        for listed in NAMES:
            written.records[listed] += [record for record in value.get(listed) or () if isinstance(record, dict)]
        left_out = {*NAMES, MANIFEST, "type"}
        written.header |= {key: held for key, held in value.items() if key not in left_out}
    return written


def _values(text: str, name: str) -> Iterator[Any]:
    """The one JSON value of a text, or one per line."""
    try:
        try:
            yield json.loads(text, parse_constant=_refused, object_pairs_hook=_once)
            return
        except json.JSONDecodeError as error:
            # Text after the first value is how a file of many lines begins.
            if error.msg != "Extra data":
                raise
        for line in text.splitlines():
            if line.strip():
                yield json.loads(line, parse_constant=_refused, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise InvalidInput(f"{name}: not readable as JSON ({error})") from error


def _refused(word: str) -> None:
    raise ValueError(f"{word} is not JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
    return found


def _digests(written: _Written) -> Iterator[Difference]:
    stated: dict[str, dict[str, str]] = {name: {} for name in (*NAMES, "header")}
    for part in written.parts:
        for kind, held in (part.get("digests") or {}).items():
            stated.setdefault(kind, {}).update(held)
    for key in dict.fromkeys([*stated["header"], *written.header]):
        here = record_digest({key: written.header[key]}) if key in written.header else None
        yield from _compared("header", key, stated["header"].get(key), here)
    for kind in NAMES:
        here_of: dict[str, str] = {}
        for record in written.records[kind]:
            called, made = NAMES[kind](record), record_digest(record)
            if called in here_of:
                message = f"{_said(kind, called)} stands in the file more than once"
                yield Difference(kind, called, "", None, None, message)
            here_of[called] = made
        for called in dict.fromkeys([*stated[kind], *here_of]):
            yield from _compared(kind, called, stated[kind].get(called), here_of.get(called))


def _compared(kind: str, called: str, stated: str | None, here: str | None) -> Iterator[Difference]:
    if stated == here:
        return
    if stated is None:
        message = f"{_said(kind, called)} was added after the export"
    elif here is None:
        message = f"{_said(kind, called)} is gone: the manifest names it"
    else:
        message = f"{_said(kind, called)} was changed after the export"
    yield Difference(kind, called, "", stated, here, message)


def _said(kind: str, called: str) -> str:
    return f"the {called}" if kind == "header" else f"{KINDS[kind]} {called!r}"


def _sealed(written: _Written) -> Iterator[Difference]:
    seal = Seal()
    for part in written.parts:
        seal.add(part)
    seal.add({"exported": written.exported})
    if written.seal != seal.hexdigest():
        message = "the manifest itself was changed after the export: its seal does not fit"
        yield Difference("manifest", "sha256", "", written.seal, seal.hexdigest(), message)


def _figures(data: bytes, name: str, written: _Written) -> tuple[int, list[Difference], list[str]]:
    stated: dict[str, Any] = {}
    for part in written.parts:
        stated |= part.get("figures") or {}
    try:
        imported = read(data, name, format="package")
        problems = imported.problems
    except ImportFailed as error:
        return 0, [Difference("file", name, p.field or "", p.expected, p.found, str(p)) for p in error.problems], []
    found = [Difference("file", name, p.field or "", p.expected, p.found, str(p)) for p in problems]
    policy = imported.case.policy or Policy()
    again = DecidedAgain(written.parts, written.exported, imported.case.judgements)
    count = 0
    for dossier in claims_of(imported.case):
        count += 1
        claim = dossier.claim.id
        made = assess(dossier, policy)
        found += [_difference("decisions", *one) for one in again.compared(dossier, made)]
        if claim in stated:
            found += list(_differing(claim, "", stated.pop(claim), stated_figures(made)))
        else:
            message = f"claim {claim!r} has no figures in the manifest"
            found.append(Difference("figures", claim, "", None, None, message))
    for claim in stated:
        message = f"claim {claim!r} has figures in the manifest and is not in the package"
        found.append(Difference("figures", claim, "", None, None, message))
    found += [_difference("decisions", *one) for one in again.left()]
    return count, found, again.notes


def _difference(kind: str, claim: str, path: str, stated: Any, anew: Any, message: str) -> Difference:
    return Difference(kind, claim, path, stated, anew, message)


def _differing(claim: str, path: str, stated: Any, anew: Any) -> Iterator[Difference]:
    if isinstance(stated, dict) and isinstance(anew, dict):
        for key in dict.fromkeys([*anew, *stated]):
            if key not in _UNCOMPARED:
                yield from _differing(claim, f"{path}.{key}" if path else key, stated.get(key), anew.get(key))
    elif isinstance(stated, list) and isinstance(anew, list) and len(stated) == len(anew):
        for number, (one, other) in enumerate(zip(stated, anew, strict=True)):
            yield from _differing(claim, f"{path}[{number}]", one, other)
    elif not _same(stated, anew):
        message = f"claim {claim!r}: {path} is {anew!r}, the package says {stated!r}"
        yield Difference("figures", claim, path, stated, anew, message)


def _same(stated: Any, anew: Any) -> bool:
    numbers = [isinstance(value, int | float) and not isinstance(value, bool) for value in (stated, anew)]
    if all(numbers):
        return bool(abs(stated - anew) <= TOLERANCE)
    return bool(stated == anew)
