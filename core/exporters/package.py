"""Evidence packages: our own format, whole, with a manifest that lets anybody recompute every figure."""

import zipfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, BinaryIO, cast

from core.errors import InvalidInput
from core.exporters.manifest import Seal, signed_as_dict
from core.exporters.package_walk import PART, header, walk
from core.exporters.records import KINDS, NAMES
from core.exporters.spool import Sink, Spool
from core.exporters.strict_json import dumped
from core.exporters.types import DatasetFacts, Delivery
from core.package_format import MANIFEST


class PackageExporter:
    """One JSON object: a list per kind of record, one record a line."""

    NAME = "package"
    MEDIA = "application/json"
    SUFFIX = ".json"
    SAYS = "evidence package, one JSON document: to be imported again, or recomputed by somebody else"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the package of one data set."""
        facts = only_dataset(delivery)
        seal = Seal()
        with ExitStack() as opened:
            lists = {name: opened.enter_context(_Lines()) for name in (*NAMES, PART)}
            for name, record in walk(delivery, facts):
                if name == PART:
                    seal.add(record)
                lists[name].add(dumped(record))
            self._put_together(delivery, facts, lists, seal, out)

    def _put_together(
        self, delivery: Delivery, facts: DatasetFacts, lists: Mapping[str, "_Lines"], seal: Seal, out: BinaryIO
    ) -> None:
        _write(out, "{\n")
        for key, value in header(facts).items():
            _write(out, f"{dumped(key)}: {dumped(value)},\n")
        for name in NAMES:
            _write(out, f"{dumped(name)}: [")
            lists[name].copy_to(out)
            _write(out, "],\n")
        exported = _exported(delivery, facts)
        seal.add({"exported": exported})
        _write(out, f'{dumped(MANIFEST)}: {{"exported": {dumped(exported)},\n"parts": [')
        lists[PART].copy_to(out)
        _write(out, f'],\n"sha256": {dumped(seal.hexdigest())}}}\n}}\n')


class PackageLinesExporter:
    """JSON Lines: one record a line, the manifest between them; constant memory however long."""

    NAME = "package-jsonl"
    MEDIA = "application/x-ndjson"
    SUFFIX = ".jsonl"
    SAYS = "evidence package as JSON Lines: the same, one record a line, for large data sets"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the package of one data set."""
        facts = only_dataset(delivery)
        seal = Seal()
        _write(out, dumped({"type": "package", **header(facts)}) + "\n")
        for name, record in walk(delivery, facts):
            if name == PART:
                seal.add(record)
                _write(out, dumped({"type": "package", MANIFEST: record}) + "\n")
            else:
                _write(out, dumped({"type": KINDS[name], **record}) + "\n")
        exported = _exported(delivery, facts)
        seal.add({"exported": exported})
        last = {"exported": exported, "sha256": seal.hexdigest()}
        _write(out, dumped({"type": "package", MANIFEST: last}) + "\n")


class PackagesExporter:
    """A package per data set."""

    NAME = "packages"
    MEDIA = "application/zip"
    SUFFIX = ".zip"
    SAYS = "an evidence package for every data set, in a ZIP"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write one package (JSON Lines) per data set."""
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, facts in delivery.datasets.items():
                alone = replace(delivery, datasets={name: facts})
                with archive.open(zipfile.ZipInfo(f"{name}.jsonl"), "w", force_zip64=True) as member:
                    PackageLinesExporter().write(alone, cast(BinaryIO, member))


def only_dataset(delivery: Delivery) -> DatasetFacts:
    """The one data set of a delivery.

    Raises:
        InvalidInput: There are several, or there is nothing to export.
    """
    if len(delivery.datasets) == 1:
        return next(iter(delivery.datasets.values()))
    if not delivery.datasets:
        raise InvalidInput("there is nothing to export")
    names = ", ".join(sorted(delivery.datasets))
    raise InvalidInput(
        f"an evidence package holds one data set, and these claims are of {len(delivery.datasets)} ({names}); "
        'export one of them, or choose "packages" for a ZIP of one package each'
    )


def _exported(delivery: Delivery, facts: DatasetFacts) -> dict[str, Any]:
    policy = facts.in_force.policy
    return {
        **delivery.imprint.as_dict(),
        "policy": policy.name,
        "policy_origin": facts.in_force.origin,
        "policy_sha256": policy.digest,
        **({} if delivery.rule is None else {"rule": delivery.rule.as_dict()}),
        **({"as_of": delivery.as_of} if delivery.as_of else {}),
        **({"signed": [signed_as_dict(one) for one in reversed(delivery.signed)]} if delivery.signed else {}),
    }


def _write(out: BinaryIO, text: str) -> None:
    out.write(text.encode("utf-8"))


class _Lines(Spool):
    """The entries of one list."""

    def __init__(self) -> None:
        super().__init__()
        self._any = False

    def add(self, line: str) -> None:
        self.kept.write((",\n" if self._any else "\n").encode() + line.encode("utf-8"))
        self._any = True

    def copy_to(self, out: Sink) -> None:
        super().copy_to(out)
        out.write(b"\n" if self._any else b"")
