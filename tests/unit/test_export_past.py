"""A claim leaves as it stood on a past day: figures, labels, signatures and words of that time, and no others."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import sample_data
from core import services
from core.conclusions import Conclusion
from core.errors import InvalidInput, InvalidParameter, UnknownId
from core.services import exporting, recomputing
from core.services.exporting import Wanted
from core.states import Dependence
from dashboard.cli import app

UID = sample_data.OPENING_CLAIM


@pytest.fixture(scope="module")
def desk(shared_store: services.Workspace) -> services.Workspace:
    """The sample data after a label and a signature that came later."""
    return shared_store


@pytest.fixture(scope="module")
def before(desk: services.Workspace) -> str:
    """The moment before anybody worked on the claim here."""
    moment = desk.store.moment()
    file = services.claim(desk, UID)
    source = next(item.source_id for item in file.dossier.evidence if item.source_id not in file.dossier.labels)
    services.relabel(
        desk, uid=UID, source_id=source, state=Dependence.INDEPENDENT, reason="own photographs", by="Ann",
        everywhere=False, seen=services.seen_of(file), expected_event=None,
    )  # fmt: skip
    services.sign(
        desk, kind="claim", uid=UID, decision=Conclusion.ABSTAIN, text="none", reason="too much is open", by="Bo",
        seen={}, expected=None,
    )  # fmt: skip
    return moment


def figures(data: bytes) -> dict[str, object]:
    return dict(json.loads(data)["manifest"]["parts"][0]["figures"]["quay-overtopped"])


def test_the_figures_are_those_of_that_day(desk: services.Workspace, before: str) -> None:
    then = figures(exporting.export(desk, Wanted(claim=UID, as_of=before), "package", by="Ann").data)
    now = figures(exporting.export(desk, Wanted(claim=UID), "package", by="Ann").data)

    stood = services.claim_as_of(desk, UID, before).assessment
    assert (stood.eie, stood.aware, stood.digest) == (then["eie"], then["aware"], then["digest"])
    assert then["digest"] != now["digest"]


def test_later_words_and_signatures_are_left_out_and_the_day_is_written(desk: services.Workspace, before: str) -> None:
    then = exporting.export(desk, Wanted(claim=UID, as_of=before), "report", by="Ann").data.decode()
    now = exporting.export(desk, Wanted(claim=UID), "report", by="Ann").data.decode()

    assert ("own photographs" in now, "too much is open" in now) == (True, True)
    assert ("own photographs" in then, "too much is open" in then) == (False, False)
    assert f"Shown as of {before[:19].replace('T', ' ')} UTC, not as it stands today." in then
    assert "Shown as of" not in now


def test_a_package_of_a_past_day_can_be_computed_anew(desk: services.Workspace, before: str) -> None:
    data = exporting.export(desk, Wanted(claim=UID, as_of=before), "package", by="Ann").data

    (found,) = recomputing.recompute(data, "then.json")

    assert [] == [str(one) for one in found.differences]
    assert before == json.loads(data)["manifest"]["exported"]["as_of"]


@pytest.mark.parametrize("form", [one.name for one in exporting.export_formats() if one.name != "contract"])
def test_every_format_of_a_past_day_can_be_written(desk: services.Workspace, before: str, form: str) -> None:
    assert len(exporting.export(desk, Wanted(claim=UID, as_of=before), form, by="Ann").data) > 200


def test_what_has_no_past_is_refused_in_words(desk: services.Workspace) -> None:
    with pytest.raises(UnknownId):
        exporting.of_store(desk, Wanted(claim=UID, as_of="2001-01-01"), by="Ann")
    with pytest.raises(InvalidParameter, match="ISO 8601"):
        exporting.of_store(desk, Wanted(claim=UID, as_of="yesterday"), by="Ann")
    with pytest.raises(InvalidInput, match="claim by claim"):
        exporting.of_store(desk, Wanted(as_of="2026-01-01"), by="Ann")


def test_the_command_line_takes_a_day(desk: services.Workspace, before: str, tmp_path: Path) -> None:
    out = tmp_path / "then.json"
    words = ["export", UID, "--as-of", before, "--database", desk.store.url, "--out", str(out), "--json"]

    result = CliRunner().invoke(app, words)

    assert (0, 1) == (result.exit_code, json.loads(result.stdout)["claims"])
    assert figures(out.read_bytes())["eie"] == services.claim_as_of(desk, UID, before).assessment.eie
