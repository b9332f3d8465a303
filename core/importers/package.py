"""The evidence package: one JSON object, JSON Lines with types, or bare records told by their keys."""

from collections.abc import Iterator, Mapping
from typing import Any

from core.errors import ImportFailed
from core.importers.dataset_names import choose_dataset
from core.importers.findings import Findings, shown
from core.importers.inside_claims import InsideClaims
from core.importers.intake import Intake
from core.importers.limits import capability_limits
from core.importers.package_header import PackageHeader
from core.importers.package_schema import LISTS
from core.importers.recognition import is_package, kind_of, nearest_kind
from core.importers.sample import Sample
from core.importers.strict_json import Refused, screen
from core.importers.types import Detection, Imported, Progress
from core.package_format import SCHEMA, VERSION

Placed = tuple[str | None, Any, int | None, str]
"""(list of the package or None, record, row, prefix for messages)."""


class PackageImporter:
    """Reads our own format in all its forms."""

    NAME = "package"
    READS = f"an evidence package ({SCHEMA}/{VERSION}), or claims, sources and evidence as JSON or JSON Lines"

    def detect(self, sample: Sample) -> Detection:
        """Sure for a stated schema; else as sure as the keys of the first records are telling."""
        records = sample.head()
        if not records:
            if sample.document is not None and not sample.document.problems:
                return Detection(0.05, ("JSON, but no objects in it",))
            return Detection(0.0, ("not JSON records",))
        first = records[0]
        if str(first.get("schema", "")).startswith(SCHEMA):
            return Detection(1.0, (f"states the schema {first['schema']}",))
        if is_package(first):
            lists = [key for key in LISTS if isinstance(first.get(key), list)]
            return Detection(0.8 if lists else 0.3, ("one object with " + (", ".join(lists) or "a schema of its own"),))
        if sample.container is not None and not any("type" in record for record in records):
            return Detection(0.2, ("rows of a table, which has a format of its own",))
        kinds = [kind_of(record) for record in records]
        known = [kind for kind in kinds if kind is not None]
        if known:
            score = (
                0.9
                if any("type" in record or kind == "traced" for record, kind in zip(records, kinds, strict=True))
                else 0.7
            )
            return Detection(score * len(known) / len(kinds), ("records of " + ", ".join(sorted(set(known))),))
        near = nearest_kind(first)
        if near is not None:
            return Detection(0.2, (f"the first record resembles one of {near[0]}",))
        return Detection(0.05, (f"JSON with the keys {', '.join(list(first)[:6])}",))

    def read(
        self,
        sample: Sample,
        *,
        dataset: str | None = None,
        mapping: Mapping[str, str] | None = None,
        progress: Progress | None = None,
    ) -> Imported:
        """Read a package; see ``Importer.read``."""
        reading = _Reading(sample, mapping or {})
        return reading.imported(dataset, progress, self.detect(sample).reasons)


class _Reading:
    def __init__(self, sample: Sample, mapping: Mapping[str, str]) -> None:
        self.sample = sample
        self.findings = Findings(sample.name)
        self.intake = Intake(self.findings)
        self.header = PackageHeader(self.findings)
        self.inside = InsideClaims(self.intake, self.findings)
        self.renames = {theirs: ours for ours, theirs in mapping.items()}

    def imported(self, dataset: str | None, progress: Progress | None, reasons: tuple[str, ...]) -> Imported:
        document = self.sample.document
        if document is None:
            self.findings.problem(
                "this is not JSON", expected=PackageImporter.READS, found=shown(self.sample.text[:40])
            )
            raise ImportFailed(tuple(self.findings.problems))
        document.report(self.findings)
        total, done = self._total(), 0
        for listed_in, record, row, prefix in self._placed():
            self._record(listed_in, record, row, prefix, faulty=document.faulty)
            done += 1
            if progress is not None and done % 1000 == 0:
                progress(done, total)
        if progress is not None:
            progress(done, total)
        if done == 0 and not self.findings.problems:
            self.findings.problem("the file holds no records", expected=PackageImporter.READS, found=document.framing)
        return self._finished(dataset, reasons)

    def _finished(self, dataset: str | None, reasons: tuple[str, ...]) -> Imported:
        self.intake.finish()
        facts = self.intake.assembly
        if not (
            len(facts.claims) or len(facts.sources) or len(facts.evidence) or len(facts.answers) or len(facts.edges)
        ):
            if not self.findings.problems:
                self.findings.problem("the file holds no records", expected=PackageImporter.READS, found="none")
            raise ImportFailed(tuple(self.findings.problems))
        self.header.apply(facts)
        case = facts.case(choose_dataset(dataset, self.header.dataset, self.sample.name, self.findings))
        problems = tuple(self.findings.problems)
        return Imported(case, PackageImporter.NAME, problems, capability_limits(case, facts.stance_stated), reasons)

    def _total(self) -> int:
        records = self.sample.document.records if self.sample.document is not None else ()
        packages = [record.value for record in records if is_package(record.value)]
        listed = sum(len(held) for value in packages for key in LISTS if isinstance(held := value.get(key), list))
        return len(records) + listed

    def _placed(self) -> Iterator[Placed]:
        document = self.sample.document
        for record in document.records if document is not None else ():
            if not is_package(record.value):
                yield None, record.value, record.row, ""
                continue
            yield "", {key: value for key, value in record.value.items() if key not in LISTS}, None, ""
            for key in LISTS:
                listed = record.value.get(key)
                if isinstance(listed, list):
                    for row, inner in enumerate(listed, 1):
                        yield key, inner, row, f"{key}."
                elif listed is not None:
                    yield key, Refused(f"{key} must be a list", "a list of records", shown(listed), key), None, ""

    def _record(self, listed_in: str | None, record: Any, row: int | None, prefix: str, *, faulty: bool) -> None:
        if (faulty or isinstance(record, Refused)) and not screen(record, self.findings, row, prefix):
            return
        if listed_in == "":
            self.header.take(record)
            return
        if listed_in == "edges" and isinstance(record, list):
            record = self._edge_of_list(record, row)
        if listed_in in ("sources", "nodes") and not isinstance(record, dict):
            record = {"id": record}
        if not isinstance(record, dict):
            if record is not None or listed_in != "edges":
                self.findings.problem(
                    "a record must be an object",
                    expected="an object",
                    found=shown(record),
                    row=row,
                    field=prefix[:-1] or None,
                )
            return
        if self.renames:
            record = {self.renames.get(key, key): value for key, value in record.items()}
        kind = LISTS[listed_in] if listed_in else kind_of(record)
        self._take(kind, record, row, prefix)

    def _take(self, kind: str | None, record: dict[str, Any], row: int | None, prefix: str) -> None:
        if "type" in record and record["type"] == kind and not prefix:
            record = {key: value for key, value in record.items() if key != "type"}
        if kind is None:
            self._unrecognised(record, row)
        elif kind == "package":
            self.header.take(record)
        elif kind == "policy":
            self.header.policy_record(record)
        elif kind == "traced":
            self.inside.traced(record, row)
        elif kind == "claim":
            self.inside.claim(self.header.without_settings(record), row, prefix)
        else:
            self.intake.take(kind, record, row, prefix=prefix)

    def _edge_of_list(self, ends: list[Any], row: int | None) -> dict[str, Any] | None:
        if len(ends) == 3:
            return {"from": ends[0], "relation": ends[1], "to": ends[2]}
        if len(ends) == 2:
            message = "an edge of two ids states no relation; it is kept as related_to, which changes no figure"
            self.findings.count("relation-missing", message, example=shown(ends), row=row, field="relation")
            return {"from": ends[0], "relation": "related_to", "to": ends[1]}
        expected = "an object, or [from, relation, to]"
        self.findings.problem(
            "an edge must have two ends", expected=expected, found=shown(ends), row=row, field="edges"
        )
        return None

    def _unrecognised(self, record: dict[str, Any], row: int | None) -> None:
        near = nearest_kind(record)
        if near is not None and near[1]:
            self.intake.take(near[0], record, row)
            return
        keys = ", ".join(str(key) for key in record) or "no keys"
        expected = "claim_id and claim_text, source_id, or evidence_id with claim_id and source_id; or a type"
        self.findings.problem("this record is of no known kind", expected=expected, found=keys, row=row)
