"""The ways in for a pipeline: a watched folder, standard input, and a function that takes Python objects."""

import dataclasses
import io
import json
import os
import socket
import subprocess
import sys
import time
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from uuid import UUID

import pandas as pd
import pytest

from core import services
from core.errors import InvalidInput, InvalidParameter, StoreError
from core.services import inbox as inbox_module
from core.services.inbox import Inbox
from core.services.streaming import in_parts

TRACE = {"question": "When?", "answer": "In 1904.", "contexts": ["Built in 1904."]}
LINE = json.dumps(TRACE) + "\n"


@pytest.fixture
def workspace(empty_store):
    return empty_store


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "inbox"
    made.mkdir()
    return made


def looks(inbox, workspace, times=2):
    """What happened in so many looks."""
    return [delivered for _ in range(times) for delivered in inbox.look(workspace)]


def claims(workspace):
    return services.claims(workspace, page=1, size=50).total


def report(path):
    return json.loads(path.with_name(path.name + ".report.json").read_text("utf-8"))


def test_a_file_is_taken_in_once_it_has_stopped_changing_and_its_report_stands_beside_it(workspace, folder):
    path = folder / "night.jsonl"
    path.write_text(LINE)
    inbox = Inbox(folder)

    assert [] == list(inbox.look(workspace))
    delivered = list(inbox.look(workspace))

    assert ["night.jsonl"] == [done.name for done in delivered]
    assert 1 == claims(workspace)
    assert ("trace", "night", True, 1) == tuple(report(path)[key] for key in ("format", "dataset", "stored", "claims"))


def test_a_file_that_is_still_growing_waits(workspace, folder):
    path = folder / "slow.jsonl"
    inbox = Inbox(folder)
    for number in range(3):
        with path.open("a") as file:
            file.write(json.dumps(TRACE | {"answer": f"Answer {number}."}) + "\n")
        os.utime(path, ns=(number, number + 1))
        assert [] == list(inbox.look(workspace))

    assert 1 == len(looks(inbox, workspace, 1))
    assert 3 == claims(workspace)


def test_nothing_is_done_twice_in_this_run_or_the_next(workspace, folder):
    (folder / "a.jsonl").write_text(LINE)
    first = Inbox(folder)

    assert (1, 0) == (len(looks(first, workspace)), len(looks(first, workspace, 3)))
    assert 0 == len(looks(Inbox(folder), workspace, 3))


def test_a_file_that_was_only_touched_is_not_done_again_and_one_that_changed_is(workspace, folder):
    path = folder / "a.jsonl"
    path.write_text(LINE)
    looks(Inbox(folder), workspace)
    os.utime(path, ns=(5, 5))

    assert [] == looks(Inbox(folder), workspace, 3)
    path.write_text(json.dumps(TRACE | {"answer": "In 1931."}) + "\n")
    assert 1 == len(looks(Inbox(folder), workspace, 3))
    assert 1 == claims(workspace)


def test_a_half_written_file_is_refused_plainly_and_taken_in_when_it_is_whole(workspace, folder):
    path = folder / "a.json"
    path.write_text('{"question": "When?", "answer": "In 19')
    inbox = Inbox(folder)

    refused = looks(inbox, workspace)

    assert "refused, 1 problem; first:" in refused[0].message
    assert (False, 0) == (report(path)["stored"], claims(workspace))
    assert "truncated" in report(path)["problems"][0]["message"]
    path.write_text(LINE)
    looks(inbox, workspace, 3)
    assert (True, 1) == (report(path)["stored"], claims(workspace))


@pytest.mark.parametrize("name", [".hidden.jsonl", "a.jsonl.part", "a.tmp", "a.crdownload", "a.jsonl.report.json"])
def test_hidden_and_unfinished_files_and_reports_are_left_alone(workspace, folder, name):
    (folder / name).write_text(LINE)

    assert [] == looks(Inbox(folder), workspace, 3)


def test_folders_and_links_in_the_inbox_are_not_followed(workspace, folder, tmp_path):
    outside = tmp_path / "outside.jsonl"
    outside.write_text(LINE)
    (folder / "link.jsonl").symlink_to(outside)
    (folder / "inner").mkdir()
    (folder / "inner" / "deep.jsonl").write_text(LINE)

    assert [] == looks(Inbox(folder), workspace, 3)


def test_a_report_is_never_written_through_a_link(workspace, folder, tmp_path):
    victim = tmp_path / "victim.txt"
    victim.write_text("untouched")
    (folder / "a.jsonl").write_text(LINE)
    (folder / ".a.jsonl.report.json.tmp").symlink_to(victim)
    (folder / "a.jsonl.report.json").symlink_to(victim)

    looks(Inbox(folder), workspace)

    assert "untouched" == victim.read_text()
    assert report(folder / "a.jsonl")["stored"]


def test_names_with_odd_letters_are_names_and_nothing_else(workspace, folder):
    path = folder / "..; rm -rf $(x) `y` ü%2e%2e.jsonl"
    path.write_text(LINE)

    assert [path.name] == [done.name for done in looks(Inbox(folder), workspace)] or path.name.startswith(".")


def test_a_database_that_fails_is_said_once_and_the_file_is_tried_again(workspace, folder, monkeypatch):
    path = folder / "a.jsonl"
    path.write_text(LINE)
    inbox = Inbox(folder)
    good = inbox_module.import_file

    def full(*_args, **_named):
        raise StoreError("the disk is full")

    monkeypatch.setattr(inbox_module, "import_file", full)
    failed = looks(inbox, workspace, 5)
    monkeypatch.setattr(inbox_module, "import_file", good)
    done = looks(inbox, workspace, 1)

    assert ["could not be stored (the disk is full); it is tried again"] == [delivered.message for delivered in failed]
    assert [True] == [delivered.report.stored for delivered in done]


def test_a_large_file_is_taken_in_by_parts(workspace, folder, monkeypatch):
    (folder / "large.jsonl").write_text("".join(json.dumps(TRACE | {"id": f"t{n}"}) + "\n" for n in range(9)))
    monkeypatch.setattr(inbox_module, "in_parts", lambda path: in_parts(path, least=10))

    looks(Inbox(folder), workspace)

    assert (True, 9) == (report(folder / "large.jsonl")["stored"], claims(workspace))
    assert [] == looks(Inbox(folder), workspace, 3)


def test_an_inbox_that_is_no_folder_is_refused(tmp_path):
    with pytest.raises(InvalidInput):
        Inbox(tmp_path / "nowhere")


def command(home, *arguments, data=None):
    environment = {key: value for key, value in os.environ.items() if not key.startswith("HEADWATER_")}
    return subprocess.run(
        [sys.executable, "-m", "dashboard", *arguments],
        input=data,
        capture_output=True,
        env=environment | {"HEADWATER_HOME": str(home)},
        cwd=Path(__file__).resolve().parents[2],
        check=False,
    )


def test_standard_input_is_a_data_set_of_its_own_named_by_its_content(home):
    first = json.loads(command(home, "import", "-", "--json", data=LINE.encode()).stdout)
    again = json.loads(command(home, "import", "-", "--json", data=LINE.encode()).stdout)

    assert (True, "trace") == (first["stored"], first["format"])
    assert first["dataset"].startswith("stdin-")
    assert (first["dataset"], 0, 0) == (again["dataset"], again["added"], again["changed"])


def test_an_empty_standard_input_is_refused(home):
    result = command(home, "import", "-", data=b"")

    assert 2 == result.returncode
    assert b"the file is empty" in result.stderr


def test_the_server_takes_in_what_is_written_while_it_runs(home, folder):
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("HEADWATER_", "STREAMLIT_"))}
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    server = subprocess.Popen(
        [sys.executable, "-m", "dashboard", "serve", "--port", port, "--inbox", str(folder)],
        env=environment | {"HEADWATER_HOME": str(home)},
        cwd=Path(__file__).resolve().parents[2],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    try:
        (folder / "a.jsonl").write_text(LINE)
        give_up = time.monotonic() + 60
        while not (folder / "a.jsonl.report.json").exists() and time.monotonic() < give_up:
            time.sleep(0.1)
    finally:
        server.terminate()
        said, _ = server.communicate(timeout=20)

    assert report(folder / "a.jsonl")["stored"], said
    assert b"inbox: a.jsonl: read as trace into the data set a: 1 answers" in said


def test_an_import_is_taken_back_by_the_number_its_report_names(home):
    stored = json.loads(command(home, "import", "-", "--json", data=LINE.encode()).stdout)

    undone = command(home, "undo-import", str(stored["batch"]), "--json")
    again = command(home, "undo-import", "99")

    assert (stored["batch"], stored["added"]) == tuple(json.loads(undone.stdout)[key] for key in ("undone", "removed"))
    assert (2, b"no import with the id '99'") == (again.returncode, again.stderr.strip().removeprefix(b"headwater: "))


class Kind(StrEnum):
    DOCUMENT = "Document"


class Model:
    """Stands for an object of a library that dumps itself."""

    def __init__(self, **values):
        self.values = values

    def model_dump(self, *, mode):
        assert "json" == mode
        return self.values


@dataclasses.dataclass
class Response:
    response: str
    source_nodes: list
    metadata: dict


def test_the_output_of_a_chain_is_taken_as_it_is(workspace):
    document = Model(page_content="Built in 1904.", metadata={"source": "weir.pdf"}, type=Kind.DOCUMENT)
    output = {"input": "When?", "context": (document,), "answer": "In 1904."}

    stored = services.import_case(workspace, output, name="support", by="pipeline")

    assert (True, "langchain", 1) == (stored.stored, stored.format, stored.counts["claims"])
    assert stored.dataset.startswith("support-")


def test_a_response_that_is_a_dataclass_is_taken_as_it_is(workspace):
    node = Model(node={"id_": "n1", "text": "Built in 1904.", "metadata": {"file_name": "w.txt"}}, score=0.5)

    stored = services.import_case(workspace, Response("In 1904 [1].", [node], {}), by="pipeline")

    assert ("llamaindex", 1) == (stored.format, stored.counts["citations"])


def test_a_data_frame_of_spans_is_taken_as_it_is(workspace):
    frame = pd.DataFrame(
        {
            "name": ["chain", "retrieve"],
            "parent_id": [None, "a"],
            "start_time": [datetime(2026, 3, 1, tzinfo=UTC)] * 2,
            "context.trace_id": ["t1", "t1"],
            "attributes.openinference.span.kind": ["CHAIN", "RETRIEVER"],
            "attributes.output.value": ["In 1904.", None],
            "attributes.retrieval.documents": [None, [{"document.id": "c1", "document.content": "Built in 1904."}]],
            "attributes.llm.token_count.total": [float("nan"), 7.0],
        },
        index=pd.Index(["a", "b"], name="context.span_id"),
    )

    stored = services.import_case(workspace, frame, by="pipeline")

    assert ("openinference", 1, 1) == (stored.format, stored.counts["claims"], stored.counts["evidence"])


def test_the_same_records_again_change_nothing_and_others_are_a_data_set_of_their_own(workspace):
    first = services.import_case(workspace, TRACE, by="pipeline")
    again = services.import_case(workspace, TRACE, by="pipeline")
    other = services.import_case(workspace, TRACE | {"answer": "In 1931."}, by="pipeline")

    assert (first.dataset, 0) == (again.dataset, again.added)
    assert first.dataset != other.dataset
    assert 2 == claims(workspace)


def test_a_named_data_set_holds_its_newest_delivery(workspace):
    services.import_case(workspace, TRACE, by="pipeline", dataset="live")
    services.import_case(workspace, TRACE | {"answer": "In 1931."}, by="pipeline", dataset="live")

    assert 1 == claims(workspace)


def test_values_a_pipeline_holds_are_written_as_json_has_them(workspace):
    record = TRACE | {"id": UUID(int=1), "at": datetime(2026, 3, 1, 8, tzinfo=UTC), "score": float("nan")}

    stored = services.import_case(workspace, [record], by="pipeline")

    assert stored.stored


@pytest.mark.parametrize("value", [object(), b"bytes", {"a": io.BytesIO}])
def test_an_object_that_is_no_record_is_refused_by_its_kind(workspace, value):
    with pytest.raises(InvalidParameter):
        services.import_case(workspace, value, by="pipeline")


def test_an_import_that_is_stopped_leaves_nothing_behind(workspace):
    def stop(done, total):
        raise KeyboardInterrupt

    for data in (LINE.encode(), "".join(json.dumps(TRACE | {"answer": f"{n}."}) + "\n" for n in range(2000)).encode()):
        with pytest.raises(KeyboardInterrupt):
            services.import_file(workspace, data, "f.jsonl", by="me", progress=stop)

    assert () == services.datasets(workspace)


@pytest.mark.parametrize("where", ["README.md", "core/services/client.py"])
def test_the_example_in_the_documentation_runs_as_it_stands(workspace, where, capsys):
    written = (Path(__file__).resolve().parents[2] / where).read_text("utf-8")
    begin = written.index("from core import services\n\nworkspace = services.open_workspace()")
    example = written[begin:].split("```")[0].split('"""')[0]
    document = Model(page_content="Built in 1904.", metadata={"source": "weir.pdf"}, type="Document")
    node = Model(node={"id_": "n1", "text": "Built in 1904.", "metadata": {}}, score=0.5)
    span = {
        "name": "chain",
        "context": {"trace_id": "t", "span_id": "s"},
        "attributes": {"openinference.span.kind": "CHAIN", "output.value": "In May."},
    }

    class Stands:
        def invoke(self, asked):
            return {"input": asked["input"], "context": [document], "answer": "In 1904."}

        def query(self, question):
            return Response("In 1904 [1].", [node], {})

        def get_spans_dataframe(self):
            return pd.DataFrame([span])

    stands, client = Stands(), Stands()
    client.spans = stands
    names = {"chain": stands, "query_engine": stands, "client": client, "spans": [span], "question": "When?"}

    exec(compile(example, where, "exec"), names)
    names["workspace"].store.close()

    assert ["langchain", "llamaindex", "openinference"] == [dataset.format for dataset in services.datasets(workspace)]
    assert 13 >= len([line for line in example.splitlines() if line.strip()])
