"""The sample files show every way a check can end, and promote only what stands in an attached file."""

import json
from pathlib import Path

import pytest

import sample_data
from core import services
from core.checked import NOT_CHECKED, CheckStatus, CitationFilter, CitationLine
from core.states import EvidenceState

EXPECTED = json.loads(sample_data.expectations().read_text("utf-8"))["datasets"]
CHECKED = [dataset for dataset in sample_data.CASES if "checks" in EXPECTED[dataset]]


@pytest.fixture(scope="module")
def demo(shared_store: services.Workspace) -> services.Workspace:
    """The demonstration."""
    return shared_store


def lines(demo: services.Workspace, dataset: str) -> dict[str, CitationLine]:
    found = demo.store.citation_lines(CitationFilter(dataset=dataset))
    return {line.uid.partition(":")[2]: line for line in found}


@pytest.mark.parametrize("dataset", CHECKED)
def test_a_case_yields_its_checks(demo: services.Workspace, dataset: str) -> None:
    expected, found = EXPECTED[dataset]["checks"], lines(demo, dataset)
    counts = services.citation_counts(demo, CitationFilter(dataset=dataset)).by_status
    ended = {
        name: [line.status, line.reason] for name, line in found.items() if line.status is not CheckStatus.GROUNDED
    }

    assert expected["counts"] == {word: count for word, count in counts.items() if count}
    assert expected["not_grounded"] == ended
    assert expected["stale"] == [name for name, line in found.items() if line.stale]


@pytest.mark.parametrize("dataset", CHECKED)
def test_only_what_stands_in_an_attached_file_is_verified(demo: services.Workspace, dataset: str) -> None:
    verified = [
        item.id
        for dossier in demo.store.dossiers(dataset)
        for item in dossier.evidence
        if item.state.step >= EvidenceState.VERIFIED.step
    ]

    assert sorted(EXPECTED[dataset]["checks"]["verified"]) == sorted(verified)


def test_every_status_shows(demo: services.Workspace) -> None:
    counts = services.citation_counts(demo).by_status

    assert {*(word.value for word in CheckStatus), NOT_CHECKED} == {word for word, count in counts.items() if count}


def test_a_second_start_changes_nothing(demo: services.Workspace) -> None:
    before = demo.store.revision()
    services.fill_demo(demo)

    assert before == demo.store.revision()


def test_the_files_are_named_like_their_sources_and_stay_small() -> None:
    for dataset in CHECKED:
        case = json.loads((Path(str(sample_data.__path__[0])) / f"{dataset}.json").read_text("utf-8"))
        ids = {source["id"] for source in case["sources"]}
        files = (*sample_data.artifacts(dataset), *sample_data.artifacts_before(dataset))

        assert set() == {file.name.rpartition(".")[0] for file in files} - ids
        assert sum(len(file.read_bytes()) for file in files) < 100_000
