"""A package goes out and comes in again with nothing lost, and whoever changes it is found out."""

import csv
import json
import zipfile
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

import sample_data
from core import services
from core.dossier import claims_of
from core.errors import InvalidInput, UnknownId
from core.exporters.records import NAMES
from core.fingerprint import canonical_json
from core.importers import read
from core.importers.package_schema import RECORDS
from core.model import Case
from core.services import exporting, recomputing
from core.services.exporting import Wanted
from core.states import Dependence, EdgeStatus, Relation
from core.verification.report_reading import report_from_dict

Edit = Callable[[dict[str, Any]], None]
LISTS = tuple(NAMES)
FORMS = ("package", "package-jsonl")


@pytest.fixture(scope="module")
def demo(shared_store: services.Workspace) -> services.Workspace:
    """The sample data, to be read only."""
    return shared_store


@pytest.fixture
def desk(sample_store: services.Workspace) -> services.Workspace:
    """The sample data, to be worked on."""
    return sample_store


@pytest.fixture
def other(tmp_path: Path) -> services.Workspace:
    """An empty store."""
    return services.open_workspace(f"sqlite:///{tmp_path}/other.db")


def content(data: bytes) -> dict[str, Any]:
    """A package without its manifest, order aside."""
    package = json.loads(data)
    del package["manifest"]
    return {key: sorted(map(json.dumps, value)) if key in LISTS else value for key, value in package.items()}


def figures(data: bytes) -> dict[str, Any]:
    return {claim: held for part in json.loads(data)["manifest"]["parts"] for claim, held in part["figures"].items()}


def as_sets(case: Case) -> dict[str, Any]:
    kinds = ("answers", "claims", "evidence", "citations", "sources", "edges", "judgements", "labels")
    return {kind: sorted(map(canonical_json, getattr(case, kind))) for kind in kinds} | {"about": case.about}


def stored(workspace: services.Workspace, data: bytes, name: str) -> None:
    assert services.import_file(workspace, data, name, by="Ann").stored


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("dataset", sample_data.CASES)
def test_a_package_through_the_store_is_the_same_package(other: services.Workspace, dataset: str, form: str) -> None:
    before = next(one for one in sample_data.packages() if one.name == f"{dataset}.json").read_bytes()
    stored(other, before, f"{dataset}.json")

    after = exporting.export(other, Wanted(dataset=dataset), form, by="Ann").data

    first, second = read(before, "a.json").case, read(after, "b.json").case
    assert as_sets(first) == as_sets(second)
    assert first.policy == second.policy


@pytest.mark.parametrize("dataset", sample_data.CASES)
def test_an_export_imported_elsewhere_exports_the_same_again(
    demo: services.Workspace, other: services.Workspace, dataset: str
) -> None:
    """EXP-09."""
    first = exporting.export(demo, Wanted(dataset=dataset), "package", by="Ann")
    stored(other, first.data, first.name)

    second = exporting.export(other, Wanted(dataset=dataset), "package", by="Bo")

    assert content(first.data) == content(second.data)
    assert figures(first.data) == figures(second.data)


def _worked_on(workspace: services.Workspace) -> str:
    """People who differ, a verdict, a drawn edge, a merge, a retraction, something taken back; the claim's uid."""
    uid = sample_data.OPENING_CLAIM

    def label(source: str, state: Dependence, by: str, *, everywhere: bool = True, weight: float | None = None) -> int:
        file = services.claim(workspace, uid)
        held = file.dossier.labels.get(source)
        return services.relabel(
            workspace, uid=uid, source_id=source, state=state, weight=weight, reason="read both", by=by,
            everywhere=everywhere, seen=services.seen_of(file), expected_event=None if held is None else held.event,
        ).number  # fmt: skip

    sources = [item.source_id for item in services.claim(workspace, uid).dossier.evidence]
    label(sources[0], Dependence.INDEPENDENT, "Ann")
    label(sources[0], Dependence.DEPENDENT, "Bo")
    label(sources[1], Dependence.PARTIALLY_DEPENDENT, "Ann", everywhere=False, weight=0.4)
    gone = label(sources[2], Dependence.INDEPENDENT, "Ann")
    services.undo(workspace, gone, by="Ann", reason="the other one was meant")
    file = services.claim(workspace, uid)
    suspected = next(edge for edge in file.dossier.edges if edge.status is EdgeStatus.SUSPECTED)
    services.relabel_edge(
        workspace, uid=uid, edge_key=suspected.key, status=EdgeStatus.REJECTED, reason="own photo", by="Ann",
        seen=services.seen_of(file), expected_event=None,
    )  # fmt: skip
    services.draw_edge(
        workspace, uid=uid, from_id=sources[3], to_id=sources[4], relation=Relation.SHARES_COMMON_PARENT,
        strength=0.5, reason="same desk", by="Bo", seen=services.seen_of(file),
    )  # fmt: skip
    services.merge(workspace, "northwire-quay", [sources[0], sources[6]], by="Bo", reason="one page, two addresses")
    services.set_retracted(workspace, f"northwire-quay:{sources[7]}", True, by="Ann", reason="withdrawn")
    return uid


def test_labels_disputes_verdicts_and_drawn_edges_survive_the_way_out_and_in(
    desk: services.Workspace, other: services.Workspace
) -> None:
    """EXP-09."""
    uid = _worked_on(desk)
    dataset = uid.partition(":")[0]
    first = exporting.export(desk, Wanted(dataset=dataset), "package", by="Ann")
    stored(other, first.data, first.name)

    second = exporting.export(other, Wanted(dataset=dataset), "package", by="Ann")

    assert content(first.data) == content(second.data)
    one, two = services.claim(desk, uid), services.claim(other, uid)
    assert one.assessment.aware == pytest.approx(two.assessment.aware, abs=1e-9)
    assert [label for label in one.dossier.labels.values() if label.disputed] != []
    disputed = {source for source, label in one.dossier.labels.items() if label.disputed}
    assert disputed == {source for source, label in two.dossier.labels.items() if label.disputed}


@pytest.mark.parametrize("form", FORMS)
def test_the_figures_of_a_worked_on_data_set_can_be_computed_anew(desk: services.Workspace, form: str) -> None:
    uid = _worked_on(desk)

    exported = exporting.export(desk, Wanted(dataset=uid.partition(":")[0]), form, by="Ann")

    assert [] == [str(one) for one in recomputing.recompute(exported.data, exported.name)[0].differences]


def test_the_record_of_human_work_is_in_the_manifest(desk: services.Workspace) -> None:
    uid = _worked_on(desk)

    manifest = json.loads(exporting.export(desk, Wanted(claim=uid), "package", by="Ann").data)["manifest"]

    history = [entry for part in manifest["parts"] for entry in part.get("history", ())]
    assert sorted(entry["number"] for entry in history) == [entry["number"] for entry in history]
    assert {"Ann", "Bo"} <= {entry["by"] for entry in history}
    assert any("undoes" in entry for entry in history)


def test_five_checked_claims_are_read_with_as_many_queries_as_one(demo: services.Workspace) -> None:
    """What was checked is read for all claims together, not citation by citation."""
    uids = [one.uid for one in services.claims(demo, dataset="northwire-quay").rows]
    exporting.export(demo, Wanted(dataset="northwire-quay"), "package", by="Ann")
    sent: list[str] = []
    event.listen(demo.store.database.engine, "before_cursor_execute", lambda *words: sent.append(str(words[2])))

    exporting.export(demo, Wanted(uids=tuple(uids[:1])), "package", by="Ann")
    one = len(sent)
    exporting.export(demo, Wanted(uids=tuple(uids)), "package", by="Ann")

    assert (5, one) == (len(uids), len(sent) - one)


def test_one_claim_an_answer_and_a_choice_hold_just_these(demo: services.Workspace) -> None:
    every = [one.uid for one in services.claims(demo, dataset="northwire-quay").rows]
    answer = services.claim(demo, every[0]).dossier.answer
    assert answer is not None
    chosen = (every[3], every[1])

    def claims(wanted: Wanted) -> list[str]:
        package = json.loads(exporting.export(demo, wanted, "package", by="Ann").data)
        return [f"{package['dataset']}:{claim['id']}" for claim in package["claims"]]

    assert [every[0]] == claims(Wanted(claim=every[0]))
    assert list(chosen) == claims(Wanted(uids=chosen))
    assert claims(Wanted(answer=f"northwire-quay:{answer.id}"))[0] == every[0]


def test_a_filtered_list_is_exported_in_its_order_with_its_filter_in_words(demo: services.Workspace) -> None:
    """EXP-01."""
    query = {"has_unknown": True, "order": "eie", "descending": True}
    shown = [one.uid for one in services.claims(demo, **query).rows]
    wanted = Wanted(query=query, words="claims with unknown sources, largest EIE first")  # type: ignore[arg-type]

    text = exporting.export(demo, wanted, "claims-csv", by="Ann").data.decode("utf-8-sig")
    report = exporting.export(demo, wanted, "report", by="Ann").data.decode()

    rows = list(csv.DictReader(StringIO(text, newline="")))
    assert 0 < len(shown) < len(services.claims(demo).rows)
    assert shown == [f"{row['dataset']}:{row['claim_id']}" for row in rows]
    assert {"claims with unknown sources, largest EIE first"} == {row["exported_what"] for row in rows}
    assert "claims with unknown sources, largest EIE first" in report


def test_everything_comes_as_one_package_per_data_set(demo: services.Workspace) -> None:

    exported = exporting.export(demo, Wanted(), "packages", by="Ann")

    results = recomputing.recompute(exported.data, exported.name)
    assert len(sample_data.CASES) == len(results)
    assert all(one.untouched for one in results)
    assert {f"{name}.jsonl" for name in sample_data.CASES} == set(zipfile.ZipFile(BytesIO(exported.data)).namelist())


def test_the_reports_of_checks_are_those_of_the_contract_with_the_citations_they_are_of(
    demo: services.Workspace,
) -> None:
    uid = sample_data.OPENING_CLAIM

    document = json.loads(exporting.export(demo, Wanted(claim=uid), "contract", by="Ann").data)

    reports = [report_from_dict(one["report"]) for one in document["reports"]]
    lines = {line.uid.partition(":")[2]: line for line in services.claim_checks(demo, uid)}
    named = [name for one in document["reports"] for name in one["citations"]]
    statuses = [check.status for report in reports for check in report.checks]
    assert sorted(lines) == sorted(named)
    assert [lines[name].status for name in named] == statuses
    assert "Ann" == document["exported"]["by"]


def test_what_checks_observed_stands_in_report_and_tables(demo: services.Workspace) -> None:
    wanted = Wanted(claim=sample_data.OPENING_CLAIM)

    report = exporting.export(demo, wanted, "report", by="Ann").data.decode()
    with zipfile.ZipFile(BytesIO(exporting.export(demo, wanted, "csv", by="Ann").data)) as archive:
        rows = list(csv.DictReader(StringIO(archive.read("citations.csv").decode("utf-8-sig"), newline="")))

    assert "10 citations, 10 checked" in report
    assert {"grounded"} == {row["status"] for row in rows}
    assert all(row["observed"] and row["verifier"].startswith("headwater") for row in rows)


def test_several_data_sets_in_one_package_are_refused_with_what_to_do(demo: services.Workspace) -> None:

    with pytest.raises(InvalidInput, match='"packages"'):
        exporting.export(demo, Wanted(), "package", by="Ann")


def test_what_is_not_there_is_refused_by_name(demo: services.Workspace) -> None:

    for wanted in (Wanted(claim="northwire-quay:nope"), Wanted(answer="x:y"), Wanted(dataset="nope")):
        with pytest.raises(UnknownId, match=r"nope|y"):
            exporting.export(demo, wanted, "package", by="Ann")


def test_an_empty_store_has_nothing_to_export(other: services.Workspace) -> None:
    with pytest.raises(InvalidInput, match="nothing to export"):
        exporting.export(other, Wanted(), "packages", by="Ann")


def test_the_records_of_a_package_have_the_keys_of_its_schema() -> None:
    """What a reader takes for a field must not be used for anything else."""
    from core.exporters.records import _KEYS

    for kind, keys in _KEYS.items():
        fields = {field.alias or name for name, field in RECORDS[kind].model_fields.items()}
        extra = {"study_id", "doi", "source_type"} if kind == "source" else set()
        assert fields - extra <= keys


CASE = json.dumps(
    {
        "schema": "headwater-evidence-package/1",
        "dataset": "odd",
        "claims": [{"id": "c", "text": "A claim.", "note": {"deep": [1, 2.5, None]}}],
        "sources": [
            {"id": "a", "study_id": "S1", "kind": "thesis", "cites": ["b"], "colour": "blue"},
            {"id": "b", "study_id": "S1", "doi": "10.1/x"},
            {"id": "d", "dependence": "partial", "weight": 0.125},
        ],
        "edges": [{"from": "d", "to": "nowhere", "relation": "invented_by"}],
        "evidence": [
            {"id": "e1", "claim_id": "c", "source_id": "a", "stance": "Entailment"},
            {"id": "e2", "claim_id": "c", "source_id": "b", "stance": "hmm", "state": "retrieved"},
            {"id": "e3", "claim_id": "c", "source_id": "d", "increment": 0.1, "lang": "de"},
        ],
    }
).encode()


@pytest.mark.parametrize("form", FORMS)
def test_words_of_other_files_unknown_keys_and_made_up_nodes_survive(form: str) -> None:
    first = exporting.exported(exporting.of_file(CASE, "odd.json", by="Ann"), form).data

    before, after = read(CASE, "odd.json").case, read(first, "odd.json").case
    assert as_sets(before) == as_sets(after)
    assert [d.edges for d in claims_of(before)] == [d.edges for d in claims_of(after)]


@pytest.mark.parametrize("form", FORMS)
def test_an_untouched_package_is_found_untouched(form: str) -> None:
    exported = exporting.exported(exporting.of_file(CASE, "odd.json", by="Ann"), form)

    (found,) = recomputing.recompute(exported.data, exported.name)

    assert found.untouched
    assert (1, 13) == (found.claims, found.records)


def _label(package: dict[str, Any]) -> None:
    package["labels"][0]["state"] = "independent"


def _weight(package: dict[str, Any]) -> None:
    next(source for source in package["sources"] if "weight" in source)["weight"] = 0.9


def _policy(package: dict[str, Any]) -> None:
    package["policy"]["alpha"] = 0.123


def _text(package: dict[str, Any]) -> None:
    package["evidence"][0]["text"] = "Something else."


def _figure(package: dict[str, Any]) -> None:
    package["manifest"]["parts"][0]["figures"]["c"]["eie"] += 0.5


def _exporter(package: dict[str, Any]) -> None:
    package["manifest"]["exported"]["by"] = "Somebody Else"


def _gone(package: dict[str, Any]) -> None:
    del package["evidence"][1]


def _added(package: dict[str, Any]) -> None:
    package["evidence"].append({"id": "new", "claim_id": "c", "source_id": "a", "text": "More.", "stance": "supports"})


def _twice(package: dict[str, Any]) -> None:
    package["evidence"].append(package["evidence"][0])


LABELLED = json.dumps(
    {
        **json.loads(CASE),
        "labels": [{"source_id": "a", "state": "dependent", "by": "Ann", "at": "2026-01-02T03:04:05Z"}],
    }
).encode()


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (_label, "label 'a everywhere by Ann at 2026-01-02T03:04:05Z' was changed"),
        (_weight, "source 'd' was changed"),
        (_weight, "claim 'c': eie is "),
        (_policy, "the policy was changed"),
        (_policy, "claim 'c': aware is "),
        (_text, "evidence 'e1' was changed"),
        (_figure, "claim 'c': eie is "),
        (_figure, "the manifest itself was changed"),
        (_exporter, "the manifest itself was changed"),
        (_gone, "evidence 'e2' is gone"),
        (_added, "evidence 'new' was added"),
        (_twice, "evidence 'e1' stands in the file more than once"),
    ],
)
def test_one_change_is_named(edit: Edit, named: str) -> None:
    package = json.loads(exporting.exported(exporting.of_file(LABELLED, "odd.json", by="Ann"), "package").data)
    edit(package)

    (found,) = recomputing.recompute(json.dumps(package).encode(), "odd.json")

    assert any(named in str(one) for one in found.differences), [str(one) for one in found.differences]


def test_a_changed_line_of_json_lines_is_named() -> None:
    data = exporting.exported(exporting.of_file(LABELLED, "odd.json", by="Ann"), "package-jsonl").data

    (found,) = recomputing.recompute(data.replace(b'"dependent"', b'"independent"'), "odd.jsonl")

    assert "label" in [one.kind.rstrip("s") for one in found.differences]


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"not json", "not readable as JSON"),
        (b"\xff\xfe", "not UTF-8"),
        (b"[1, 2]", "not an evidence package"),
        (CASE, "has no manifest"),
        (b'{"a": 1, "a": 2}', "stands twice"),
        (b'{"a": NaN}', "NaN is not JSON"),
        (b"[" * 100_000, "not readable as JSON"),
    ],
)
def test_what_cannot_be_checked_is_refused_with_the_reason(data: bytes, why: str) -> None:
    with pytest.raises(InvalidInput, match=why):
        recomputing.recompute(data, "odd.json")


def test_a_zip_without_a_package_is_refused() -> None:
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("readme.txt", "nothing here")

    with pytest.raises(InvalidInput, match="no package in this ZIP"):
        recomputing.recompute(out.getvalue(), "odd.zip")


def test_another_engine_is_said_and_not_taken_for_a_change() -> None:
    package = json.loads(exporting.exported(exporting.of_file(CASE, "odd.json", by="Ann"), "package").data)
    package["manifest"]["exported"]["engine"] = "0"

    (found,) = recomputing.recompute(json.dumps(package).encode(), "odd.json")

    assert "engine version 0" in found.notes[0]
