"""Files read in parts: the same facts as read whole, checked before anything is stored, going on where they stopped."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core import services
from core.errors import ImportFailed, InvalidInput
from core.importers import parts, read
from core.services.streaming import import_large, in_parts


def trace(number, **more):
    page = f"https://{number % 5}.example/"
    shared = {"id": f"shared-{number % 5}", "text": f"Passage {number}.", "metadata": {"source": page}}
    return {"id": f"t{number}", "query": "When?", "answer": f"Answer {number}. And more.", "contexts": [shared], **more}


@pytest.fixture
def workspace(home):
    opened = services.open_workspace()
    yield opened
    opened.store.close()


@pytest.fixture
def small_parts(monkeypatch):
    """Parts of two or three records."""
    whole = parts.parts
    monkeypatch.setattr(parts, "parts", lambda file, name: whole(file, name, 500))
    monkeypatch.setattr(parts, "PART_ROWS", 3)


@pytest.fixture
def write(tmp_path):
    def written(*records, name="night.jsonl", ahead=b""):
        path = tmp_path / name
        path.write_bytes(ahead + b"".join(json.dumps(record).encode() + b"\n" for record in records))
        return path

    return written


def facts(workspace, dataset="night"):
    """Everything stored of a data set, in a form that two imports can be compared by."""
    return [
        (dossier.claim, dossier.answer, dossier.evidence, dossier.sources, dossier.citations)
        for dossier in workspace.store.dossiers(dataset)
    ]


def test_the_parts_of_a_file_together_are_the_file_and_rows_count_from_its_beginning(write):
    path = write(*(trace(number) for number in range(30)), ahead=b"\xef\xbb\xbf")

    with path.open("rb") as file:
        samples = list(parts.parts(file, path.name, 500))

    assert len(samples) > 5
    assert b"\xef\xbb\xbf" + b"".join(sample.data for sample in samples) == path.read_bytes()
    assert list(range(1, 31)) == [record.row for sample in samples for record in sample.document.records]


@pytest.mark.usefixtures("small_parts")
def test_a_file_read_in_parts_is_stored_like_one_read_whole(workspace, write, tmp_path):
    path = write(*(trace(number) for number in range(20)))

    report = import_large(workspace, path, by="me")
    services.import_file(workspace, path.read_bytes(), path.name, by="me", dataset="whole")

    whole = read(path.read_bytes(), path.name).case
    assert (True, 40, 40) == (report.stored, report.counts["claims"], len(whole.claims))
    assert len(whole.sources) == report.counts["sources"]
    assert facts(workspace, "whole") == facts(workspace)


@pytest.mark.usefixtures("small_parts")
def test_a_parquet_table_is_read_in_parts_like_one_read_whole(workspace, tmp_path):
    path = tmp_path / "night.parquet"
    records = [{"user_input": "q", "response": f"Answer {n}.", "retrieved_contexts": [f"P {n}."]} for n in range(10)]
    pq.write_table(pa.Table.from_pylist(records), path)

    assert in_parts(path, least=10)
    report = import_large(workspace, path, by="me")
    services.import_file(workspace, path.read_bytes(), path.name, by="me", dataset="whole")

    assert (True, 10, 4) == (report.stored, report.counts["claims"], len(workspace.store.delivered("night")))
    assert facts(workspace, "whole") == facts(workspace)


@pytest.mark.usefixtures("small_parts")
def test_a_file_that_changes_between_the_passes_is_refused(workspace, write):
    path = write(*(trace(number) for number in range(9)))

    def change(done, total):
        if 2 * done == total:
            os.utime(path, ns=(1, 1))

    with pytest.raises(InvalidInput, match="was changed while it was read"):
        import_large(workspace, path, by="me", progress=change)
    assert () == services.datasets(workspace)


@pytest.mark.usefixtures("small_parts")
def test_a_problem_in_the_last_part_keeps_everything_out_and_names_its_row(workspace, write):
    path = write(*(trace(number) for number in range(20)), trace(20) | {"answer": 7})

    report = import_large(workspace, path, by="me")

    assert (False, [(21, "answer")]) == (report.stored, [(p.row, p.field) for p in report.problems])
    assert () == services.datasets(workspace)
    assert import_large(workspace, path, by="me", good_rows=True).stored


@pytest.mark.usefixtures("small_parts")
def test_an_id_in_two_parts_is_a_problem(workspace, write):
    path = write(*(trace(number) for number in range(10)), trace(0) | {"answer": "Another."})

    report = import_large(workspace, path, by="me")

    assert ["answer 't0' stands in two distant places of the file"] == [p.message for p in report.problems]


@pytest.mark.usefixtures("small_parts")
def test_an_import_that_was_stopped_goes_on_behind_what_is_stored(workspace, write):
    path = write(*(trace(number) for number in range(20)))
    size, calls = path.stat().st_size, []

    def stop(done, total):
        calls.append((done, total))
        if done > 1.5 * size:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_large(workspace, path, by="me", progress=stop)
    stopped = len(facts(workspace))
    report = import_large(workspace, path, by="me")

    assert 0 < stopped < 40
    assert 2 * size == calls[-1][1]
    assert (40, True) == (len(facts(workspace)), report.unchanged > 0)
    assert len(workspace.store.delivered("night")) == len(set(workspace.store.delivered("night")))


@pytest.mark.usefixtures("small_parts")
def test_the_same_file_again_changes_nothing_and_an_older_version_is_not_taken_for_stored(workspace, write):
    path = write(*(trace(number) for number in range(10)))
    import_large(workspace, path, by="me")
    first = facts(workspace)

    again = import_large(workspace, path, by="me")
    import_large(workspace, write(*(trace(number, answer="Changed.") for number in range(10))), by="me")
    import_large(workspace, write(*(trace(number) for number in range(10))), by="me")

    assert (0, 0) == (again.added, again.changed)
    assert first[0][0].text == facts(workspace)[0][0].text


@pytest.mark.usefixtures("small_parts")
def test_what_one_part_knows_of_a_source_another_does_not_take_away(workspace, write):
    told = {"id": "c", "text": "P.", "metadata": {"source": "https://a.example/", "title": "Told"}}
    untold = {"id": "c", "text": "Q.", "metadata": {"source": "https://a.example/"}}
    path = write(trace(0, contexts=[told]), *(trace(number) for number in range(1, 9)), trace(9, contexts=[untold]))

    import_large(workspace, path, by="me")

    titles = {
        source.title for *_, sources, _ in facts(workspace) for source in sources if source.id == "https://a.example/"
    }
    assert {"Told"} == titles


@pytest.mark.usefixtures("small_parts")
def test_one_policy_holds_for_all_parts(workspace, write):
    """A part without citations must not say that retrieved passages count in a file that has some."""
    cited = trace(9) | {"citations": ["shared-4"]}
    path = write(*(trace(number) for number in range(9)), cited)

    import_large(workspace, path, by="me")

    assert "cited" == services.current_policy(workspace, "night").floor


def test_only_large_files_of_records_that_stand_alone_are_read_in_parts(write):
    traces = write(*(trace(number) for number in range(5)))
    package = write({"claim_id": "c", "claim_text": "A."}, {"claim_id": "d", "claim_text": "B."}, name="p.jsonl")
    array = write(name="a.json", ahead=json.dumps([trace(1), trace(2)]).encode())

    assert [True, False, False, False] == [
        in_parts(traces, least=10),
        in_parts(traces),
        in_parts(package, least=10),
        in_parts(array, least=10),
    ]


@pytest.mark.usefixtures("small_parts")
def test_a_file_of_which_nothing_can_be_used_is_refused(workspace, write):
    with pytest.raises(ImportFailed):
        import_large(workspace, write(*(trace(n) | {"answer": 7} for n in range(9))), by="me", format="trace")


@pytest.mark.usefixtures("small_parts")
def test_a_dry_run_stores_nothing(workspace, write):
    report = import_large(workspace, write(*(trace(number) for number in range(9))), by="me", dry_run=True)

    assert (False, 18) == (report.stored, report.counts["claims"])
    assert () == services.datasets(workspace)
