"""The evidence table holds every item, counted first, and its CSV no formula."""

from core.model import Label
from core.results import ClaimFile
from core.states import Dependence
from dashboard.charts.theme import lineage_colour
from dashboard.viewmodels.evidence import evidence_table, label_words
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut, matching, page_with, part


def shown(file: ClaimFile) -> list[dict[str, str]]:
    colours = {line.letter: lineage_colour(line.letter) for line in file.assessment.lineages}
    view = evidence_table(file.dossier, file.assessment, colours)
    return [
        {"id": row.id, **{c.key: cell.text for c, cell in zip(view.columns, row.cells, strict=True)}}
        for row in view.rows
    ]


def test_items_that_do_not_count_stay_listed_with_the_reason(quay: ClaimFile) -> None:
    rows = shown(quay)

    assert 9 == len(rows)
    assert ["gauge", "gazette"] == [row["id"] for row in rows if "not counted" in row["state"]]
    assert ["–", "–"] == [row["weight"] for row in rows if "not counted" in row["state"]]


def test_counted_items_are_grouped_by_lineage_in_the_order_of_their_letters(quay: ClaimFile) -> None:
    letters = [row["lineage"] for row in shown(quay) if "not counted" not in row["state"]]

    assert sorted(letters) == letters


def test_a_label_says_who_gave_it(quay: ClaimFile) -> None:
    labels = {row["id"]: row["label"] for row in shown(quay)}

    assert "independent · M. R." == labels["survey"]
    assert "dependent · import" == labels["ledger"]
    assert "unknown · no label" == labels["forum"]


def test_a_partial_label_shows_its_weight() -> None:
    assert "partial 0.4 · import" == label_words(Label(Dependence.PARTIALLY_DEPENDENT, 0.4))


def test_text_from_outside_stays_as_it_is(quay: ClaimFile) -> None:
    titles = {row["id"]: row["source"] for row in shown(quay)}

    assert "<script>alert(1)</script>" in titles["survey"]


def test_a_claim_without_evidence_says_what_to_do_next(bare: ClaimFile) -> None:
    view = evidence_table(bare.dossier, bare.assessment, {})

    assert () == view.rows
    assert "Import" in view.empty


def test_the_csv_holds_exact_numbers_and_no_formula() -> None:
    view = TableView(
        "t",
        (Column("a", "Name"), Column("b", "Value")),
        (
            Row("1", (Cell("=HYPERLINK(1)"), Cell("0.33", 1 / 3))),
            Row("2", (Cell("cut…", None, "", "cut short"), Cell(""))),
        ),
    )

    assert "\ufeffName,Value\r\n'=HYPERLINK(1),0.3333333333333333\r\ncut short,\r\n" == view.as_csv().decode()


def test_a_cut_text_is_one_line_that_ends_in_an_ellipsis() -> None:
    assert "a b" == cut("a\n  b", 10)
    assert "abcd…" == cut("abcdefgh", 5)


def test_lineage_colours_repeat_but_letters_go_on() -> None:
    assert lineage_colour("A") == lineage_colour("I")
    assert lineage_colour("B") == lineage_colour("AH")
    assert lineage_colour(None) == lineage_colour("–")


def long_table(number: int) -> TableView:
    return TableView(
        "t",
        (Column("a", "A"),),
        tuple(Row(str(n), (Cell(f"row {n}", None, "", "odd" if n % 2 else "even"),)) for n in range(number)),
    )


def test_a_filter_looks_at_all_rows_and_at_what_a_cell_says_in_full() -> None:
    assert 50 == len(matching(long_table(100), "ODD row").rows)
    assert () == matching(long_table(100), "nothing").rows
    assert 100 == len(matching(long_table(100), " ").rows)


def test_the_page_of_a_long_table_follows_the_chosen_row() -> None:
    view = long_table(250)

    assert 3 == page_with(view, "201", 100)
    assert None is page_with(view, "gone", 100)
    assert ("200", "249") == (part(view, 3, 100).rows[0].id, part(view, 3, 100).rows[-1].id)


def test_a_source_without_a_title_is_called_by_its_address_from_the_host_on():
    from core.model import Source
    from dashboard.viewmodels.evidence import title_of

    assert title_of(Source("https://www.oldest.example/a"), "https://www.oldest.example/a") == "oldest.example/a"
    assert title_of(Source("s1", "A title"), "s1") == "A title"
    assert title_of(None, "s1") == "s1"
