"""Overview, claim list and answers: each figure with its n, each row with its words."""

from types import MappingProxyType

import pytest

from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.model import Answer
from core.results import AnswerFile, AnswerSummary, ClaimSummary, Mean, Overview, Page
from core.states import Decision
from core.verdicts import ListedVerdict, tally_of
from dashboard.viewmodels.answer import answer_view
from dashboard.viewmodels.answers import answers_file, answers_table
from dashboard.viewmodels.overview import (
    alert_words,
    claims_table,
    decision_words,
    histogram_view,
    overview_tiles,
    page_words,
    scatter_view,
    undecided_words,
)

FOUND = Overview(
    answers=47,
    claims=343,
    claims_with_evidence=343,
    evidence=1715,
    sources=1200,
    unknown_items=5,
    counted_items=641,
    mean_naive=Mean(0.2655, 343, 343),
    mean_aware=Mean(0.9971, 343, 343),
    mean_inflation=Mean(2.0, 3, 5),
    mean_duplicate_fraction=Mean(None, 0, 343),
    alerts=1,
    decisions=MappingProxyType({"answer": 3, "refuse": 340}),
    human_labels=0,
)


CAVEAT = ListedVerdict(
    Conclusion.ANSWER_WITH_CAVEAT,
    (Sufficiency.SUFFICIENT,),
    (ReasonCode.SUPPORT_NOT_JUDGED,),
    "nobody judged it",
)
NO_EVIDENCE = ListedVerdict(
    Conclusion.ABSTAIN, (Sufficiency.NO_EVIDENCE,), (ReasonCode.NOTHING_RETRIEVED,), "nothing was retrieved"
)


def claim(uid: str = "d:c1", **changes: object) -> ClaimSummary:
    given: dict[str, object] = {
        "uid": uid, "dataset": "d", "claim_id": "c1", "text": "A claim.", "answer_uid": "d:a1",
        "items": 4, "sources": 3,
        "lineages": 2, "eie": 1.5, "gamma": 0.3, "naive": 1.0, "aware": 0.9971, "inflation": 3.33, "unknown": 1,
        "refuting": 0, "alert": False, "decision": Decision.QUALIFY,
    }  # fmt: skip
    return ClaimSummary(**{**given, **changes})  # type: ignore[arg-type]


def test_every_headline_figure_carries_its_n() -> None:
    tiles = {tile.key: tile for tile in overview_tiles(FOUND)}

    assert ("343", "in 47 answers; 343 with evidence") == (tiles["claims"].value, tiles["claims"].note)
    assert ("99.7 %", "over 343 claims") == (tiles["aware"].value, tiles["aware"].note)
    assert ("2 ×", "over 3 of 5 claims") == (tiles["inflation"].value, tiles["inflation"].note)
    assert ("not defined", "over 0 of 343 claims") == (tiles["duplicates"].value, tiles["duplicates"].note)
    assert "5 of 641 counted items" == tiles["unknown"].note


def test_decisions_are_words_with_a_shape_and_a_denominator_and_the_undecided_come_last() -> None:
    tally = tally_of(
        [(Conclusion.ANSWER, Sufficiency.SUFFICIENT, 3), (Conclusion.ABSTAIN, Sufficiency.NO_EVIDENCE, 300)], 343
    )

    assert (
        ("answer", "● Answer 3 of 343"),
        ("qualify", "◕ Answer with a caveat 0 of 343"),
        ("qualify", "◐ Qualify 0 of 343"),
        ("refuse", "○ Abstain 300 of 343"),
        ("", "not decided yet 40 of 343"),
    ) == decision_words(tally)
    assert 4 == len(decision_words(tally_of([(Conclusion.ANSWER, Sufficiency.SUFFICIENT, 3)], 3)))
    assert "40 claims are not decided yet; a list by decision does not find them." == undecided_words(tally)
    assert "1 claim of data set d is not decided yet; a list by decision does not find them." == undecided_words(
        tally_of((), 1), "d"
    )


def test_a_line_says_decision_state_and_what_confidence_allows_each_in_its_own_column() -> None:
    said = ListedVerdict(
        Conclusion.ABSTAIN,
        (Sufficiency.INACCESSIBLE, Sufficiency.STALE),
        (ReasonCode.INACCESSIBLE, ReasonCode.STALE),
        "none of its sources can be read",
    )
    view = claims_table(Page((claim(verdict=said), claim(verdict=None)), 2, 1, 50))
    decided, open_ = view.rows

    assert ["Claim", "Decision", "State", "Confidence allows"] == [column.label for column in view.columns[:4]]
    assert ("○ Abstain", "refuse", "none of its sources can be read") == (
        decided.cells[1].text, decided.cells[1].colour, decided.cells[1].hint,
    )  # fmt: skip
    assert ("inaccessible", "inaccessible, stale: none of its sources can be read") == (
        decided.cells[2].text, decided.cells[2].hint,
    )  # fmt: skip
    assert ("◐ Qualify", "qualify") == (decided.cells[3].text, decided.cells[3].colour)
    assert ("not decided yet", "", "◐ Qualify") == tuple(cell.text for cell in open_.cells[1:4])
    assert b"Claim,Decision,State,Confidence allows,Items" in view.as_csv()


def test_an_answer_is_decided_by_its_claims_and_not_before_all_of_them_are() -> None:
    def row(*decided: tuple[Conclusion, Sufficiency, int], claims: int) -> AnswerSummary:
        states = tuple(dict.fromkeys(state for _, state, _ in decided))
        return AnswerSummary(
            "d:a1", "d", "a1", "Why?", "Text", claims, 0, 0.5, MappingProxyType({"qualify": claims}),
            tally_of(decided, claims), states,
        )  # fmt: skip

    answer, qualify = Conclusion.ANSWER, Conclusion.QUALIFY
    sufficient, stale = Sufficiency.SUFFICIENT, Sufficiency.STALE
    rows = (
        row((answer, sufficient, 2), claims=2),
        row((answer, sufficient, 1), (qualify, stale, 1), claims=2),
        row((answer, sufficient, 1), claims=2),
        row(claims=0),
    )
    page = Page(rows, 4, 1, 50)
    shown = answers_table(page).rows

    assert ["● Answer", "◐ Qualify", "not decided yet", "○ Abstain"] == [line.cells[2].text for line in shown]
    assert ["sufficient", "stale", "sufficient", "no evidence"] == [line.cells[3].text for line in shown]
    assert "1 of 2 claims only with a qualification" == shown[1].cells[2].hint
    assert ["2", "1", "0", "1", "0"] == [cell.text for cell in shown[1].cells[4:9]]
    file = answers_file(page)
    assert ["Confidence allows: Answer", "Confidence allows: Qualify", "Confidence allows: Refuse"] == [
        column.label for column in file.columns[-3:]
    ]
    assert ["0", "2", "0"] == [cell.text for cell in file.rows[1].cells[-3:]]


def test_alerts_are_said_in_words() -> None:
    assert "1 claim carries a cluster alert: many items on little independent evidence." == alert_words(FOUND)


def test_claims_without_a_ratio_are_counted_not_dropped() -> None:
    view = histogram_view(((1.0, 1.5, 2), (1.5, float("inf"), 1)), FOUND)

    assert (("1 to 1.5", 2), ("1.5 or more", 1)) == view.bins
    assert "3 claims with a ratio; 2 have none (nothing independent)" == view.words


def test_the_scatter_says_of_how_many_it_is_a_sample() -> None:
    view = scatter_view([claim("d:c1"), claim("d:c2", items=0)], 343)

    assert ["d:c1"] == [point.uid for point in view.points]
    assert "1 claim with counted items, of 343 with evidence; a sample of 2" == view.words


def test_a_claim_without_a_ratio_is_not_defined_and_never_zero() -> None:
    row = claims_table(Page((claim(inflation=None),), 1, 1, 50)).rows[0]

    assert ("n. d.", None) == (row.cells[9].text, row.cells[9].sort)
    assert "99.7 %" == row.cells[8].text
    assert "claim?claim=d%3Ac1" == row.href


@pytest.mark.parametrize(
    ("number", "rows", "total", "words"),
    [
        (1, 50, 343, "1 to 50 of 343 claims"),
        (7, 43, 343, "301 to 343 of 343 claims"),
        (1, 0, 0, "no claims"),
        (1, 1, 1, "1 to 1 of 1 claim"),
    ],
)
def test_a_page_says_which_part_of_the_list_it_is(number: int, rows: int, total: int, words: str) -> None:
    assert words == page_words(Page(tuple(claim(f"d:{n}") for n in range(rows)), total, number, 50))


def test_an_answers_mean_is_not_defined_where_it_has_no_claims() -> None:
    summary = AnswerSummary("d:a1", "d", "a1", "", "Text", 0, 0, None, MappingProxyType({}))
    row = answers_table(Page((summary,), 1, 1, 50)).rows[0]

    assert "n. d." == row.cells[9].text
    assert "–" == row.cells[1].text


def test_claims_are_marked_in_the_answers_own_words() -> None:
    answer = Answer("a1", "The quay closes in May. Ferries move.", "When?")
    claims = (
        claim("d:c1", text="The quay closes in May.", verdict=CAVEAT),
        claim("d:c2", text="Something else", verdict=None),
    )
    view = answer_view(AnswerFile("d:a1", answer, claims), {})

    assert ("The quay closes in May", "1 ◕ Answer with a caveat") == (view.spans[0].text, view.spans[0].mark)
    assert ("not decided yet", "1 of 2 claims not decided yet") == (view.word, view.why)
    assert answer.text == "".join(span.text for span in view.spans)
    assert "1 claim of 2 stand in other words in the text; see the list." == view.unplaced


def test_an_answer_is_decided_from_its_claims_and_names_those_to_be_left_out() -> None:
    answer = Answer("a1", "The quay closes in May. Ferries move.", "When?", "The quay closes in June.")
    claims = (
        claim("d:c1", text="The quay closes in May.", verdict=CAVEAT),
        claim("d:c2", text="Ferries move.", verdict=NO_EVIDENCE),
    )
    view = answer_view(AnswerFile("d:a1", answer, claims), {})

    assert ("◐ Qualify", "qualify", ("no evidence",)) == (view.word, view.tone, view.states)
    assert ("1 of 2 claims to be left out", ("Ferries move.",), ()) == (view.why, view.left_out, view.qualified)
    assert ["● Answer 0", "◕ Answer with a caveat 1", "◐ Qualify 0", "○ Abstain 1"] == [w for _, w in view.decisions]
    assert [("May. Ferries move", "differs"), ("June", "differs")] == [
        (one.text, one.kind) for one in (view.draft[1], view.corrected[1])
    ]
    assert ["nobody judged it", "nothing was retrieved"] == [row.cells[3].text for row in view.listing.rows]
    assert (answer.text, answer.corrected_text) == (
        "".join(one.text for one in view.draft),
        "".join(one.text for one in view.corrected),
    )


def test_nested_claims_never_double_the_text() -> None:
    answer = Answer("a1", "The quay closes in May.")
    claims = (
        claim("d:c1", text="The quay closes"),
        claim("d:c2", text="quay closes in May"),
        claim("d:c3", text="closes"),
    )

    assert answer.text == "".join(span.text for span in answer_view(AnswerFile("d:a1", answer, claims), {}).spans)


def test_a_claim_in_other_words_is_marked_at_the_sentence_it_was_taken_from() -> None:
    answer = Answer("a1", "It shuts in May, they say. Ferries move.", "")
    found = (claim("d:c1", text="The quay closes in May."),)
    view = answer_view(AnswerFile("d:a1", answer, found), {"d:c1": "It shuts in May, they say."})

    assert ["It shuts in May, they say.", " Ferries move."] == [span.text for span in view.spans]
    assert "" == view.unplaced
