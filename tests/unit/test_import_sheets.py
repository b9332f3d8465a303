"""Tables that are no text: workbooks and Parquet files by the same mapping as CSV, and tables without a header."""

import io
import json
import zipfile
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from openpyxl import Workbook

from core.errors import ImportFailed
from core.importers import read, sheet, table_columns
from core.states import EvidenceState

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files"


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


def parquet(*rows, schema=None):
    held = io.BytesIO()
    pq.write_table(pa.Table.from_pylist(list(rows), schema=schema), held)
    return held.getvalue()


def test_the_sheet_with_the_known_header_is_read_and_the_other_is_named():
    imported = read((FILES / "xlsx" / "two_sheets.xlsx").read_bytes(), "w.xlsx")

    case = imported.case
    assert ["7"] == [claim.id for claim in case.claims]
    assert ["Built in 1904."] == [item.text for item in case.evidence if item.rank == 1]
    assert "only the sheet 'claims' is read, not 'about'" in [notice.message for notice in case.notices]


def test_whole_numbers_of_a_sheet_are_ids_without_a_point_and_times_are_iso():
    case = read((FILES / "xlsx" / "two_sheets.xlsx").read_bytes(), "w.xlsx").case

    assert {"7"} == {claim.id for claim in case.claims}
    assert ["2025-03-01", "2025-03-01T08:30:00"] == [source.published_at for source in case.sources]
    assert [1, 2] == [item.rank for item in case.evidence]


def test_a_number_too_long_for_a_workbook_is_said_to_be_inexact():
    """IMP-16: a workbook rounds such an id before we see it."""
    case = read((FILES / "xlsx" / "two_sheets.xlsx").read_bytes(), "w.xlsx").case

    assert "long-number" in {notice.code for notice in case.notices}


def test_a_mapping_holds_for_a_workbook_and_its_columns_are_offered():
    data = workbook(["Who", "Says", "Words"], ["s", "A.", "Because."])

    columns, suggested = table_columns(data, "w.xlsx")
    case = read(data, "w.xlsx", mapping={"source_id": "Who", "claim_text": "Says", "text": "Words"}).case

    assert (("Who", "Says", "Words"), {}) == (columns, suggested)
    assert [("s", "Because.")] == [(item.source_id, item.text) for item in case.evidence]


def test_a_formula_is_never_calculated():
    data = workbook(["claim", "source", "passage"], ["A.", "s", '=HYPERLINK("http://x.example")'])

    item = read(data, "w.xlsx").case.evidence[0]

    assert "" == item.text


def test_a_broken_or_empty_workbook_is_refused_by_name():
    good = workbook(["claim", "source"], ["A.", "s"])

    for data in (good[: len(good) // 2] + b"xl/workbook.xml", workbook()):
        with pytest.raises(ImportFailed) as failure:
            read(data, "w.xlsx")
        assert "workbook" in failure.value.problems[0].message


def test_a_workbook_that_unpacks_to_too_much_is_refused_unread(monkeypatch):
    monkeypatch.setattr(sheet, "MOST_BYTES", 100)

    with pytest.raises(ImportFailed) as failure:
        read(workbook(["claim", "source"], ["A.", "s"]), "w.xlsx")

    assert "unpacks to too much" in failure.value.problems[0].message


def test_a_zip_that_only_names_a_workbook_is_refused():
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("xl/workbook.xml", "<not-a-workbook")

    with pytest.raises(ImportFailed) as failure:
        read(held.getvalue(), "w.xlsx")

    assert "cannot be read" in failure.value.problems[0].message


def test_lists_in_a_parquet_column_are_passages_and_stay_candidates():
    case = read((FILES / "parquet" / "lists.parquet").read_bytes(), "t.parquet").case

    assert [("a", "Built in 1904."), ("b", "Raised in 1931.")] == [(i.source_id, i.text) for i in case.evidence]
    assert {EvidenceState.RETRIEVED} == {item.state for item in case.evidence}
    assert ["1", "2"] == [claim.id for claim in case.claims]


def test_values_of_a_parquet_table_become_text_without_loss():
    row = {
        "claim_id": 9007199254740993,
        "claim": "A.",
        "source": "s",
        "passage": "P.",
        "published_at": datetime(2026, 3, 1, 8, 30, tzinfo=UTC),
        "price": Decimal("1.10"),
        "score": float("nan"),
    }
    imported = read(parquet(row), "t.parquet")

    case = imported.case
    assert () == imported.problems
    assert "9007199254740993" == case.claims[0].id
    assert "2026-03-01T08:30:00+00:00" == case.sources[0].published_at
    assert ("1.10", None) == (case.evidence[0].extra["price"], case.evidence[0].retrieval_score)
    assert "missing-number" in {notice.code for notice in case.notices}


def test_bytes_in_a_parquet_table_are_a_problem_by_row():
    imported = read(
        parquet({"claim": "A.", "source": "s", "passage": b"x"}, {"claim": "B.", "source": "s"}), "t.parquet"
    )

    assert [(1, "passage")] == [(problem.row, problem.field) for problem in imported.problems]


def test_a_truncated_parquet_file_is_refused_by_name():
    data = parquet({"claim": "A.", "source": "s"})

    with pytest.raises(ImportFailed) as failure:
        read(data[: len(data) // 2] + b"PAR1", "t.parquet")

    assert "this Parquet table cannot be read" == failure.value.problems[0].message


def test_a_table_without_a_header_is_read_by_column_numbers():
    chosen = {"source_id": "column 1", "claim_text": "column 2", "text": "column 3"}
    case = read(b"s1\tA.\tFirst, with a comma.\ns2\tA.\tSecond, too.\n", "t.tsv", mapping=chosen).case

    assert [("s1", "First, with a comma."), ("s2", "Second, too.")] == [(i.source_id, i.text) for i in case.evidence]


def test_a_package_written_to_parquet_is_not_taken_for_one():
    rows = [json.loads(json.dumps({"claim_id": "c", "claim_text": "A.", "source_id": "s", "passage": "P."}))]

    imported = read(parquet(*rows), "t.parquet")

    assert "parquet" == imported.format
    assert ["P."] == [item.text for item in imported.case.evidence]
