"""Files read in parts: the same facts as read whole, checked before anything is stored, going on where they stopped."""

import json
import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from core import services
from core.errors import ImportFailed, InvalidInput
from core.importers import array_parts, parquet_rows, parts, read
from core.importers.grouping import Groups, Item
from core.importers.known_ids import KnownIds
from core.services import streaming
from core.services.streaming import import_large, in_parts


def trace(number, **more):
    page = f"https://{number % 5}.example/"
    shared = {"id": f"shared-{number % 5}", "text": f"Passage {number}.", "metadata": {"source": page}}
    return {"id": f"t{number}", "query": "When?", "answer": f"Answer {number}. And more.", "contexts": [shared], **more}


@pytest.fixture
def workspace(empty_store):
    return empty_store


@pytest.fixture
def small_parts(monkeypatch):
    """Parts of two or three records."""
    monkeypatch.setattr(streaming, "PART_BYTES", 500)
    monkeypatch.setattr(parquet_rows, "PART_ROWS", 3)


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


def test_only_large_files_of_records_that_stand_alone_are_read_in_parts(workspace, write):
    traces = write(*(trace(number) for number in range(5)))
    package = write({"claim_id": "c", "claim_text": "A."}, {"claim_id": "d", "claim_text": "B."}, name="p.jsonl")
    array = write(name="a.json", ahead=json.dumps([trace(1), trace(2)]).encode())
    edges = write(name="edges.csv", ahead=b"from,to,relation\na,b,copied_from\n")

    assert [True, False, False, True, False] == [
        in_parts(traces, least=10),
        in_parts(traces),
        in_parts(package, least=10),
        in_parts(array, least=10),
        in_parts(edges, least=10),
    ]
    with pytest.raises(InvalidInput, match="a file of the format package is read whole, not in parts"):
        import_large(workspace, package, by="me")


@pytest.mark.usefixtures("small_parts")
def test_a_file_of_which_nothing_can_be_used_is_refused(workspace, write):
    with pytest.raises(ImportFailed):
        import_large(workspace, write(*(trace(n) | {"answer": 7} for n in range(9))), by="me", format="trace")


@pytest.mark.usefixtures("small_parts")
def test_a_dry_run_stores_nothing(workspace, write):
    report = import_large(workspace, write(*(trace(number) for number in range(9))), by="me", dry_run=True)

    assert (False, 18) == (report.stored, report.counts["claims"])
    assert () == services.datasets(workspace)


def table(*rows, columns="claim_id,claim,source,passage", end="\r\n"):
    return end.join([columns, *rows, ""])


GROUPED = [f'c{n // 3},Claim {n // 3}.,s{n % 4},"Passage {n},\nin two ""lines""."' for n in range(60)]


def like_whole(workspace, path, dataset="night", **options):
    """Import in parts and whole, and compare what is stored."""
    assert in_parts(path, options.get("format"), options.get("mapping"), least=10)
    report = import_large(workspace, path, by="me", **options)
    whole = services.import_file(
        workspace, path.read_bytes(), path.name, by="me", dataset=f"{dataset}-whole", **options
    )
    assert (True, (), ()) == (report.stored, report.problems, whole.problems)
    assert len(workspace.store.delivered(dataset)) > 1
    assert dict(whole.counts) == dict(report.counts)
    assert facts(workspace, f"{dataset}-whole") == facts(workspace, dataset)
    return report


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_table_is_read_in_parts_like_one_read_whole(workspace, write, encoding, end):
    path = write(name="night.csv", ahead=table(*GROUPED, end=end).encode(encoding))

    report = like_whole(workspace, path)

    assert (20, 60, 4) == tuple(report.counts[kind] for kind in ("claims", "evidence", "sources"))


@pytest.mark.usefixtures("small_parts")
def test_rows_of_one_claim_anywhere_in_a_table_come_together(workspace, write):
    rows = [f"c{n % 7},Claim {n % 7}.,s{n % 4},Passage {n}." for n in range(70)]
    path = write(name="night.tsv", ahead=table(*rows).replace(",", "\t").encode())

    report = like_whole(workspace, path)

    assert (7, 70) == (report.counts["claims"], report.counts["evidence"])
    assert [f"c0.e{n}" for n in range(1, 11)] == [item.id for item in workspace.store.dossier("night:c0").evidence]


@pytest.mark.usefixtures("small_parts")
def test_the_columns_of_a_large_table_can_be_chosen_and_numbered(workspace, write):
    rows = [f"Claim {n}.;Passage {n}.;s{n}" for n in range(60)]
    named = write(name="night.csv", ahead=table(*rows, columns="A;B;C").encode())
    bare = write(name="bare.csv", ahead=table(*rows[1:], columns=rows[0]).encode())

    first = like_whole(workspace, named, mapping={"claim_text": "A", "text": "B", "source_id": "C"})
    numbers = {"claim_text": "column 1", "text": "column 2", "source_id": "column 3"}
    second = like_whole(workspace, bare, "bare", mapping=numbers, format="csv")

    assert (60, 60) == (first.counts["claims"], second.counts["claims"])


@pytest.mark.usefixtures("small_parts")
def test_a_parquet_table_of_claims_is_read_in_parts_like_one_read_whole(workspace, tmp_path):
    path = tmp_path / "night.parquet"
    records = [
        {
            "claim_id": f"c{n % 9}",
            "claim": f"Claim {n % 9}.",
            "source": f"s{n % 2}",
            "passage": f"P{n}" if n % 2 else None,
        }
        for n in range(90)
    ]
    pq.write_table(pa.Table.from_pylist(records), path)

    assert 9 == like_whole(workspace, path).counts["claims"]


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("indent", [None, 1])
def test_a_json_array_is_read_in_parts_like_one_read_whole(workspace, write, monkeypatch, encoding, indent):
    monkeypatch.setattr(parts, "CHUNK", 100)
    text = json.dumps([trace(number) for number in range(30)], indent=indent)
    path = write(name="night.json", ahead=text.encode(encoding))

    assert 60 == like_whole(workspace, path).counts["claims"]


@pytest.mark.parametrize(
    "text", ['[{"a": 1},]', '[{"a": 1}, {"b": 2', '[{"a": 1}] x', '[{"a": 1} {"b": 2}]', "[1, 2]", "[", "[]"]
)
def test_a_broken_array_has_problems_in_parts_as_it_has_whole(text):
    whole = parts.Sample(text.encode(), "f").document
    cut = [sample.document for sample in array_parts.array_parts([text.encode()], "f", 1)]

    assert bool(whole.problems) == any(document.problems for document in cut)
    assert [record.value for record in whole.records] == [r.value for document in cut for r in document.records]


def test_a_record_without_an_end_does_not_fill_the_memory(monkeypatch):
    monkeypatch.setattr(array_parts, "LONGEST", 1000)
    chunks = iter([b'[{"a": 1}, {"b": "', *[b"x" * 100] * 1000])

    with pytest.raises(ImportFailed, match="record 2 is too long") as failure:
        list(array_parts.array_parts(chunks, "f", 10_000))
    assert ("f", 2) == (failure.value.problems[0].file, failure.value.problems[0].row)
    assert len(list(chunks)) > 900


@pytest.mark.usefixtures("small_parts")
def test_spans_of_one_trace_anywhere_in_a_file_come_together(workspace, write):
    def span(number, kind, **attributes):
        named = {"trace_id": f"t{number}", "span_id": f"{kind}{number}"}
        held = {"openinference.span.kind": kind, **attributes}
        return {"name": kind, "context": named, "parent_id": None, "attributes": held}

    found = [span(n, "RETRIEVER", **{"retrieval.documents.0.document.content": f"Passage {n}."}) for n in range(20)]
    said = [span(n, "CHAIN", **{"output.value": f"Answer {n}.", "input.value": "Why?"}) for n in range(20)]

    report = like_whole(workspace, write(*found, *said))

    assert ("openinference", 20, 20) == (report.format, report.counts["answers"], report.counts["evidence"])


@pytest.mark.usefixtures("small_parts")
def test_an_evidence_id_in_two_parts_is_a_problem(workspace, write):
    rows = [f"c{n},Claim {n}.,s,P{n},e{n % 30}" for n in range(40)]
    path = write(name="night.csv", ahead=table(*rows, columns="claim_id,claim,source,passage,evidence_id").encode())

    report = import_large(workspace, path, by="me")

    assert not report.stored
    assert {f"evidence item 'e{n}' stands in two distant places of the file" for n in range(10)} == {
        problem.message for problem in report.problems
    }


@pytest.mark.usefixtures("small_parts")
def test_a_row_in_the_last_part_that_breaks_the_table_keeps_everything_out(workspace, write):
    path = write(name="night.csv", ahead=(table(*GROUPED) + 'c99,"half').encode())

    report = import_large(workspace, path, by="me")

    assert (False, [62]) == (report.stored, [problem.row for problem in report.problems])
    assert "the table cannot be read from line" in report.problems[0].message


@pytest.mark.usefixtures("small_parts")
@pytest.mark.parametrize("name", ["night.csv", "night.jsonl", "night.json"])
def test_bytes_that_are_no_utf8_are_named_by_their_place_in_the_whole_file(workspace, write, name):
    lines = {
        "night.csv": table(*GROUPED),
        "night.jsonl": "".join(json.dumps(trace(n)) + "\n" for n in range(40)),
        "night.json": json.dumps([trace(n) for n in range(40)])[:-1] + ",\n",
    }
    data = lines[name].encode() + 'F\xe4hre"}]'.encode("latin-1")

    with pytest.raises(ImportFailed) as failure:
        report = import_large(workspace, write(name=name, ahead=data), by="me")
        raise ImportFailed(report.problems)

    assert f"0xE4 0x68 at offset {len(lines[name].encode()) + 1}" in [p.found for p in failure.value.problems]


def test_groups_are_never_apart_and_come_in_the_order_of_their_first_item():
    keys = ["a", "b", None, "a", "c", "b", None, "\ud800", "a"]

    def items():
        for row, key in enumerate(keys, 1):
            yield Item(row, key, {"row": row}, 10), row / len(keys)

    groups = Groups(items)
    first = [[item.row for item in part.items] for part in groups.parts(10)]

    assert [[1, 4, 9], [2, 6], [3], [5], [7], [8]] == first
    assert first == [[item.row for item in part.items] for part in groups.parts(10)]


def test_ids_met_before_are_named_once():
    known = KnownIds()

    assert () == known.add(["b", "a", "a"])
    assert ("a",) == known.add(["a", "c", "a"])
    assert 3 == len(known)


@pytest.mark.usefixtures("small_parts")
def test_an_import_that_was_stopped_is_not_gone_on_with_under_another_mapping(workspace, write):
    rows = [f"Claim {n}.;Other {n}.;s{n}" for n in range(60)]
    path = write(name="night.csv", ahead=table(*rows, columns="A;B;C").encode())
    size = path.stat().st_size

    def stop(done, total):
        if done > 1.5 * size:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_large(workspace, path, by="me", mapping={"claim_text": "A", "source_id": "C"}, progress=stop)
    report = import_large(workspace, path, by="me", mapping={"claim_text": "B", "source_id": "C"})

    assert report.stored
    assert {f"Other {n}." for n in range(60)} <= {claim.text for claim, *_ in facts(workspace)}
