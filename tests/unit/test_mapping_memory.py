"""Columns of a table mapped once: the next table with the same header is read so, wherever it comes in."""

import json
import subprocess
import sys

import pytest

from core import services
from core.services import streaming
from core.services.inbox import Inbox

TABLE = "Aussage;Laden;Zitat\r\nThe weir is old.;shop 1;Built in 1904.\r\n"
TURNED = "Zitat;Aussage;Laden\r\nIt rained.;The night was wet.;shop 2\r\n"
CHOSEN = {"claim_text": "Aussage", "source_id": "Laden", "text": "Zitat"}


@pytest.fixture
def workspace(empty_store):
    return empty_store


def imported(workspace, text, name="a.csv", **options):
    return services.import_file(workspace, text.encode(), name, by="ann", **options)


def headwater(*words, home):
    return subprocess.run(
        [sys.executable, "-m", "dashboard", *map(str, words)],
        capture_output=True,
        text=True,
        env={"HEADWATER_HOME": str(home), "PATH": ""},
    )


def test_a_table_with_the_same_header_is_read_as_it_was_mapped(workspace):
    first = imported(workspace, TABLE, mapping=CHOSEN)

    second = imported(workspace, TURNED, name="b.csv")

    dossier = next(iter(workspace.store.dossiers("b")))
    assert ("The night was wet.", "shop 2", "It rained.") == (
        dossier.claim.text,
        dossier.evidence[0].source_id,
        dossier.evidence[0].text,
    )
    said = [notice.message for notice in second.notices if notice.code == "remembered-columns"]
    assert 1 == len(said)
    assert f"as ann mapped them on {workspace.store.imports()[-1].at[:10]} (import {first.batch})" in said[0]
    assert not any(notice.code == "remembered-columns" for notice in first.notices)


def test_another_header_is_not_read_by_it(workspace):
    imported(workspace, TABLE, mapping=CHOSEN)

    assert services.remembered_mapping(workspace, ("Aussage", "Laden")) is None
    assert services.remembered_mapping(workspace, ()) is None


def test_a_mapping_given_now_takes_the_place_of_the_old_one_and_a_field_can_be_left_out(workspace):
    text = "claim,source,passage\nA.,s,P.\n"
    imported(workspace, text, mapping={"source_id": "", "title": "source"})

    imported(workspace, "claim,source,passage\nB.,t,Q.\n", name="b.csv")
    imported(workspace, "claim,source,passage\nC.,t,Q.\n", name="c.csv", mapping={"source_id": "source"})

    titles = [next(iter(workspace.store.dossiers(name))).sources for name in ("a", "b", "c")]
    assert [["s"], ["t"], [""]] == [[source.title for source in found] for found in titles]
    kept = services.remembered_mapping(workspace, ("claim", "passage", "source"))
    assert {"source_id": "source"} == dict(kept.mapping)


def test_what_is_suggested_anyhow_is_not_kept(workspace):
    imported(workspace, "claim,source\nA.,s\n", mapping={"claim_text": "claim", "source_id": "source"})
    imported(workspace, "claim,source\nB.,s\n", name="b.csv")

    assert services.remembered_mapping(workspace, ("claim", "source")) is None


def test_a_dry_run_is_read_by_it_and_keeps_nothing(workspace):
    imported(workspace, TABLE, mapping=CHOSEN, dry_run=True)
    assert services.remembered_mapping(workspace, ("Aussage", "Laden", "Zitat")) is None

    imported(workspace, TABLE, mapping=CHOSEN)
    report = imported(workspace, TURNED, name="b.csv", dry_run=True)

    assert (1, 1, False) == (report.counts["claims"], report.counts["sources"], report.stored)


def test_a_large_table_is_read_by_it_and_keeps_its_own(workspace, tmp_path, monkeypatch):
    monkeypatch.setattr(streaming, "PART_BYTES", 200)
    rows = "".join(f"Claim {n}.;shop {n};Passage {n}.\r\n" for n in range(30))
    large = tmp_path / "large.csv"
    large.write_text("Aussage;Laden;Zitat\r\n" + rows, "utf-8", newline="")

    streaming.import_large(workspace, large, by="bob", mapping=CHOSEN)
    report = imported(workspace, TURNED, name="b.csv")
    again = streaming.import_large(workspace, large, by="bob", dataset="again")

    assert (1, 30) == (report.counts["sources"], again.counts["sources"])
    assert "bob" == services.remembered_mapping(workspace, ("Laden", "Zitat", "Aussage")).by
    assert [True, True] == [line.parts > 1 for line in services.imports(workspace) if line.by == "bob"]
    assert "the columns are read as bob mapped them on" in again.notices[-1].message


def test_a_header_remembered_as_a_table_of_edges_is_read_whole_however_large(workspace, tmp_path):
    pairs = "A,B,C\r\ns1,s2,copied_from\r\n"
    imported(workspace, pairs, mapping={"from": "A", "to": "B", "relation": "C"}, format="csv")
    path = tmp_path / "more.csv"
    path.write_text("A,B,C\r\ns3,s4,copied_from\r\n", "utf-8", newline="")

    report = streaming.import_large(workspace, path, by="bob", format="csv")

    assert (True, 1) == (report.stored, report.counts["edges"])


def test_a_file_that_comes_by_the_inbox_is_read_by_it(workspace, tmp_path):
    imported(workspace, TABLE, mapping=CHOSEN)
    folder = tmp_path / "inbox"
    folder.mkdir()
    (folder / "b.csv").write_text(TURNED, "utf-8", newline="")

    inbox = Inbox(folder)
    list(inbox.look(workspace))
    (delivered,) = inbox.look(workspace)

    assert (True, 1) == (delivered.report.stored, delivered.report.counts["sources"])


def test_the_command_takes_a_mapping_and_later_remembers_it(home, tmp_path):
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text(TABLE, "utf-8", newline="")
    second.write_text(TURNED, "utf-8", newline="")
    pairs = [word for field, column in CHOSEN.items() for word in ("--mapping", f"{field}={column}")]

    assert 2 == headwater("import", second, "--dry-run", "--format", "csv", home=home).returncode
    assert 0 == headwater("import", first, *pairs, home=home).returncode
    dry = json.loads(headwater("import", second, "--format", "csv", "--dry-run", "--json", home=home).stdout)
    refused = headwater("import", second, "--mapping", "claim=Aussage", home=home)

    assert (1, 1, False) == (dry["claims"], dry["sources"], dry["stored"])
    assert 2 == refused.returncode
    assert "is no FIELD=COLUMN" in " ".join(refused.stderr.split())
