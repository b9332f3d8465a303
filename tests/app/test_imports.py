"""The import half of its page: mapping remembered, a file stored beside the page and stopped, imports taken back."""

import json
import threading
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import services
from dashboard import import_deeds, running

ROOT = Path(__file__).resolve().parents[2]
TABLE = b"Aussage;Laden;Zitat\r\nThe weir is old.;shop 1;Built in 1904.\r\n"
TRACE = json.dumps({"id": "t1", "query": "When?", "answer": "In May.", "contexts": ["It was May."]}).encode()
CHOSEN = {"claim_text": "Aussage", "source_id": "Laden", "text": "Zitat"}


@pytest.fixture
def workspace(empty: services.Workspace) -> services.Workspace:
    running._RUNS.clear()
    return empty


def page(**kept: object) -> AppTest:
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=120)
    app.switch_page(str(ROOT / "pages" / "import.py"))
    app.session_state["reviewer"] = "ann"
    for key, value in kept.items():
        app.session_state[key.replace("_", "-")] = value
    return app.run()


def said(app: AppTest) -> str:
    found = []
    for element in app.main:
        proto = getattr(element, "proto", None)
        found.append(
            proto.json if element.type == "bidi_component" and proto.json else str(getattr(element, "value", ""))
        )
    return " ".join(found)


def test_a_file_is_stored_and_its_report_stays_on_the_page(workspace: services.Workspace) -> None:
    app = page(file=("night.json", TRACE))

    app.button(key="import-go").click().run()

    assert [] == [error.value for error in app.exception]
    assert "Stored in data set night: " in said(app)
    assert [("ann", "night.json")] == [(line.by, line.file) for line in services.imports(workspace)]
    assert "file" not in app.session_state
    assert running.current(import_deeds.run_name("ann")) is None


def test_a_table_comes_up_as_it_was_mapped_and_says_by_whom_and_when(workspace: services.Workspace) -> None:
    services.import_file(workspace, TABLE, "a.csv", by="ann", mapping=CHOSEN)
    day = services.imports(workspace)[0].at[:10]

    app = page(file=("b.csv", TABLE), import_format="csv")
    columns = "Aussage|Laden|Zitat"

    assert f"As you mapped these columns on {day}" in said(app)
    assert "Aussage" == app.selectbox(key=f"column|{columns}|claim_text").value
    assert "It brings 1 claim, 1 source, 1 evidence item." in said(app)

    app.selectbox(key=f"column|{columns}|text").set_value("–").run()
    app.button(key="import-go").click().run()

    kept = services.remembered_mapping(workspace, ("Aussage", "Laden", "Zitat"))
    assert kept is not None
    assert {"claim_text": "Aussage", "source_id": "Laden"} == dict(kept.mapping)


def test_a_suggested_field_can_be_left_out(workspace: services.Workspace) -> None:
    app = page(file=("a.csv", b"claim,source,passage\nA.,s,P.\n"))

    app.selectbox(key="column|claim|source|passage|text").set_value("–").run()
    app.button(key="import-go").click().run()

    assert [""] == [item.text for item in next(iter(workspace.store.dossiers("a"))).evidence]


def test_taking_an_import_back_says_first_what_leaves_and_what_stays(workspace: services.Workspace) -> None:
    services.import_file(workspace, TRACE, "night.json", by="bob")
    case = next(iter(workspace.store.dossiers("night")))
    services.relabel(
        workspace,
        uid="night:t1.s1",
        source_id=case.sources[0].id,
        state="independent",
        by="ann",
        everywhere=True,
        seen={},
        expected_event=None,
    )

    app = page(import_chosen="1")

    words = said(app)
    assert "Leaves the current view: 1 answer, 1 claim, 1 source, 1 evidence item." in words
    assert "Hangs on what leaves, and stays on record: 1 label." in words
    assert app.button(key="undo-go").disabled

    app.checkbox(key="undo-sure-1").check().run()
    app.button(key="undo-go").click().run()

    assert "Import 1 into night (as import 2): 4 facts left the current view, 0 stand again" in said(app)
    assert [2, 1] == [line.batch for line in services.imports(workspace)]
    assert ("ann", 2) == (services.imports(workspace)[0].by, services.imports(workspace)[1].undone_by)
    assert () == tuple(workspace.store.dossiers("night"))
    assert 1 == len(workspace.store.label_events(dataset="night"))


def test_an_import_that_others_followed_says_what_to_take_back_first(workspace: services.Workspace) -> None:
    services.import_file(workspace, TRACE, "night.json", by="bob")
    services.import_file(workspace, TRACE.replace(b"May", b"June"), "night.json", by="bob")

    app = page(import_chosen="1")

    assert "take back what came into night after it" in said(app)
    assert not [button for button in app.button if button.key == "undo-go"]


def test_an_import_that_is_stopped_leaves_nothing_and_says_so(
    workspace: services.Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = threading.Event(), threading.Event()
    whole = services.import_file

    def slow(*args: object, progress: object, **options: object) -> object:
        begun.set()
        go_on.wait(30)
        return whole(*args, progress=progress, **options)

    monkeypatch.setattr(services, "import_file", slow)
    monkeypatch.setattr(import_deeds, "SOON", 0.01)
    app = page(file=("night.json", TRACE))
    app.button(key="import-go").click().run()
    assert begun.wait(30)
    app.run()
    assert app.button(key="import-go").disabled
    run = running.current(import_deeds.run_name("ann"))
    assert run is not None

    run.stop()
    go_on.set()
    assert run.wait(30)
    app.run()

    assert "night.json: nothing of it was stored" in said(app)
    assert () == services.imports(workspace)
    assert "file" in app.session_state
    assert not app.button(key="import-go").disabled


def test_a_large_upload_is_read_in_parts_from_disk_and_taken_away_afterwards(
    workspace: services.Workspace, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_deeds, "STREAM_FROM", 10)
    monkeypatch.setattr(import_deeds, "in_parts", lambda path, *rest: True)
    lines = b"".join(TRACE.replace(b"t1", f"t{n}".encode()) + b"\n" for n in range(3))

    app = page(file=("night.jsonl", lines))

    assert "So far its first part alone" in said(app)
    assert 1 == len(list((home / "uploads").iterdir()))

    app.button(key="import-go").click().run()

    assert [("night", "night.jsonl", 3)] == [
        (line.dataset, line.file, line.counts["answers"]) for line in services.imports(workspace)
    ]
    assert [] == list((home / "uploads").iterdir())


@pytest.mark.parametrize("data", [TABLE, TRACE])
def test_a_file_in_hand_and_a_chosen_import_ask_for_one_name(workspace: services.Workspace, data: bytes) -> None:
    """The first of the files is refused before anybody is asked; the second has a place for the name."""
    services.import_file(workspace, TRACE, "night.json", by="bob")

    app = page(file=("b.csv", data), import_chosen="1", reviewer=None)

    assert [] == [error.value for error in app.exception]
    assert 1 == len([field for field in app.text_input if field.key == "reviewer-name"])


def test_every_problem_of_a_file_is_in_the_csv_and_the_first_are_shown(workspace: services.Workspace) -> None:
    bad = b"".join(TRACE.replace(b'"In May."', b"7").replace(b"t1", f"t{n}".encode()) + b"\n" for n in range(1000))

    app = page(file=("bad.jsonl", TRACE + b"\n" + bad))

    assert "1,000 problems; nothing is stored unless you choose the good rows." in said(app)
    assert "The first 100 of 1,000 rows; the CSV holds all." in said(app)
    assert "Import the good rows" == app.button(key="import-go").label
