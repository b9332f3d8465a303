"""What came in in any format leaves as an evidence package and comes back: the same facts, the same figures."""

import json
from pathlib import Path

import pytest

from core import services
from core.assessment import assess
from core.dossier import claims_of
from core.importers import read
from core.policy import Policy
from core.services.exporting import Wanted, export

FILES = Path(__file__).parent / "import_files"
VARIANTS = sorted(path for path in FILES.glob("*/*") if path.stem != "bad")
FIGURES = ("eie", "gamma", "naive", "aware", "inflation")


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    opened = services.open_workspace(f"sqlite:///{tmp_path_factory.mktemp('round-trip') / 'store.db'}")
    yield opened
    opened.store.close()


def facts(case):
    """The facts of a case by kind and id, without what an import of another format adds of its own."""
    kinds = ("answers", "claims", "evidence", "citations", "sources", "judgements")
    return {kind: {fact.id: fact for fact in getattr(case, kind)} for kind in kinds}


def figures(case):
    policy = case.policy or Policy()
    found = {dossier.claim.id: assess(dossier, policy) for dossier in claims_of(case)}
    return {
        f"{claim} {name}": getattr(value, "value", value)
        for claim, assessment in found.items()
        for name in FIGURES
        if (value := getattr(assessment, name)) is not None
    }


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_file_of_any_format_leaves_as_a_package_and_comes_back_the_same(workspace, path):
    dataset = f"{path.parent.name}-{path.stem}".replace("_", "-")
    data = path.read_bytes()
    case = read(data, path.name, dataset=dataset).case
    report = services.import_file(workspace, data, path.name, by="me", dataset=dataset)
    assert report.stored

    package = export(workspace, Wanted(dataset=dataset), "package", by="me")
    back = read(package.data, package.name)

    assert () == back.problems
    assert facts(case) == facts(back.case)
    assert sorted(edge.key for edge in case.edges) == sorted(edge.key for edge in back.case.edges)
    assert figures(case) == pytest.approx(figures(back.case), abs=1e-9)


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    opened = services.open_workspace(f"sqlite:///{tmp_path_factory.mktemp('demo') / 'store.db'}")
    services.fill_demo(opened)
    yield opened
    opened.store.close()


def graph(case):
    """The sources and the edges between them, with everything that a figure depends on."""
    named = {(s.id, s.kind, s.retrieved, s.publisher, s.url, s.published_at) for s in case.sources}
    return named, {(e.from_id, e.to_id, e.relation, e.status, e.strength, e.probability) for e in case.edges}


def test_the_graph_of_a_data_set_leaves_as_prov_and_comes_back_the_same(demo):
    for dataset in services.datasets(demo):
        package = export(demo, Wanted(dataset=dataset.name), "package", by="me")
        prov = export(demo, Wanted(dataset=dataset.name), "prov", by="me")

        whole, back = read(package.data, package.name).case, read(prov.data, prov.name)
        assert ("prov-json", ()) == (back.format, back.problems)
        led_to = {end for edge in back.case.edges for end in (edge.from_id, edge.to_id)}
        leant_on = {item.source_id for item in whole.evidence} | led_to
        named, edges = graph(whole)
        # What no claim leans on is not drawn in PROV.
        assert {source for source in named if source[0] in leant_on} <= graph(back.case)[0]
        assert {edge for edge in edges if edge[3] != "rejected" and {edge[0], edge[1]} <= led_to} == graph(back.case)[1]


def test_the_reports_of_a_data_set_leave_as_the_contract_writes_them_and_come_back_as_judgements(demo):
    reports = export(demo, Wanted(dataset="northwire-quay"), "contract", by="me")

    back = read(reports.data, reports.name)

    assert ("ethos-report", ()) == (back.format, back.problems)
    checks = sum(len(one["report"]["checks"]) for one in json.loads(reports.data)["reports"])
    assert checks == len(back.case.judgements) == len(back.case.citations)
