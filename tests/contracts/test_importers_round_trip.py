"""What came in in any format leaves as an evidence package and comes back: the same facts, the same figures."""

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
