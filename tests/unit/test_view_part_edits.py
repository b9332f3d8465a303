"""What somebody changes about a claim's parts: read from the grid, compared with what is in force, worded."""

from types import MappingProxyType
from typing import Any

import pytest

from core.verdicts import FacetStatement, Outcome, StatedFacet
from dashboard.viewmodels.outcome import outcome_words
from dashboard.viewmodels.part_edits import (
    Parts,
    as_statement,
    changes_words,
    parts_of,
    read_edit,
    statement_words,
    statements_table,
    unreadable,
    with_word,
)

CLAIM = "Backups are retained for 90 days."
DRAFT = [
    {"id": "f1", "text": "Backups", "weight": 1},
    {"id": "f2", "text": "retained", "weight": 1.0},
    {"id": "f3", "text": "90 days", "weight": 1.0},
]


def statement(**changes: Any) -> FacetStatement:
    values: dict[str, Any] = {
        "number": 3,
        "uid": "d:1",
        "at": "2026-03-01T10:00:00",
        "by": "ann",
        "reason": "the term matters",
        "facets": (StatedFacet("f1", "Backups"), StatedFacet("term", "90 days", 2.0)),
        "marks": (("term", "e1", "direct"),),
        "kinds": MappingProxyType({"e1 e2": "causal"}),
    }
    return FacetStatement(**{**values, **changes})


def test_a_statement_and_its_parts_are_the_same_thing() -> None:
    parts = parts_of(statement())

    assert (("f1", "Backups", 1.0), ("term", "90 days", 2.0)) == parts.facets
    again = as_statement(parts, "d:1", "bea")
    assert (statement().facets, statement().marks, {"e1 e2": "causal"}, "bea") == (
        again.facets,
        again.marks,
        dict(again.kinds),
        again.by,
    )
    assert Parts() == parts_of(None) == parts_of(statement(lapsed=True))


def test_facets_as_they_were_drafted_are_no_statement() -> None:
    found = read_edit({"facets": DRAFT, "marks": [["f3", "e1", "contradicts"]]}, CLAIM, Parts())

    assert Parts(None, (("f3", "e1", "contradicts"),)) == found
    assert Parts() == read_edit({"facets": [], "marks": []}, CLAIM, Parts())


def test_changed_facets_are_stated_whole_and_types_stay() -> None:
    before = Parts(kinds=(("e1", "causal"),))
    sent = [*DRAFT[:2], {"id": "f3", "text": " 90   days ", "weight": 2}, {"id": "f4", "text": "  ", "weight": 1}]
    found = read_edit({"facets": sent, "marks": []}, CLAIM, before)

    assert (("f1", "Backups", 1.0), ("f2", "retained", 1.0), ("f3", "90 days", 2.0)) == found.facets
    assert before.kinds == found.kinds


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"facets": "x", "marks": 5},
        {"facets": [1, None, {"id": 1, "text": "a"}, {"text": "b"}], "marks": [[1, 2], "ab", ["f9", "e1", "direct"]]},
        {"facets": DRAFT, "marks": [["f1", "e1", "maybe"], ["f1"], None]},
    ],
)
def test_what_is_no_facet_and_no_mark_is_left_out(sent: dict[str, Any]) -> None:
    assert Parts() == read_edit(sent, CLAIM, Parts())


@pytest.mark.parametrize("weight", [0, -1, None, "2", True, float("nan"), float("inf")])
def test_a_weight_that_is_none_is_one(weight: Any) -> None:
    found = read_edit({"facets": [{"id": "a", "text": "term", "weight": weight}]}, CLAIM, Parts())
    assert (("a", "term", 1.0),) == found.facets


def test_a_facet_without_a_word_is_named_and_makes_no_bundle() -> None:
    parts = Parts((("a", "…", 1.0), ("b", "90 days", 1.0)), (("a", "e1", "direct"), ("b", "e1", "none")))

    assert ("…",) == unreadable(parts)
    said = as_statement(parts, "d:1", "ann")
    assert ((StatedFacet("b", "90 days"),), (("b", "e1", "none"),)) == (said.facets, said.marks)
    assert as_statement(Parts((("a", "…", 1.0),)), "d:1", "ann").facets is None


def test_what_is_not_saved_is_counted_in_words() -> None:
    held = parts_of(statement())
    facets = held.facets or ()

    assert "" == changes_words(held, held)
    assert "2 facets" == changes_words(Parts(), Parts(facets))
    assert "1 left out" == changes_words(held, Parts(facets[:1], held.marks, held.kinds))
    assert "the order of the facets" == changes_words(held, Parts(facets[::-1], held.marks, held.kinds))
    assert "1 mark" == changes_words(held, Parts(facets, (("term", "e1", "none"),), held.kinds))
    assert "2 marks, 1 type" == changes_words(held, Parts(facets, (("f1", "e1", "none"),), ()))
    assert "facets back to the draft, 1 mark, 1 type" == changes_words(held, Parts())
    assert "whether a bundle is about one thing" == changes_words(held, with_word(held, "e1", coherent=True, kind=None))


def test_a_word_on_a_bundle_takes_the_place_of_the_one_before() -> None:
    parts = with_word(Parts(kinds=(("a", "causal"), ("b", "temporal"))), "a", kind="evidential", coherent=False)

    assert ((("a", "evidential"), ("b", "temporal")), (("a", False),)) == (parts.kinds, parts.coherent)
    assert Parts(kinds=(("b", "temporal"),)) == with_word(parts, "a")


def test_statements_are_listed_with_who_what_and_why() -> None:
    old = statement(number=1, by="bea", reason="", facets=None, marks=(), kinds={}, lapsed=True)
    rows = statements_table([statement(), old]).rows

    assert ["2026-03-01 10:00", "ann", "2 facets, 1 mark, 1 type", "the term matters", "in force"] == [
        cell.text for cell in rows[0].cells
    ]
    assert "facets as drafted, 0 marks (the claim read otherwise)" == statement_words(old)
    assert "lapsed" == rows[1].cells[4].text


def test_how_a_claim_turned_out_is_told_by_each_person() -> None:
    ann = Outcome("d:1", True, "ann", "2026-03-01T10:00:00", "the charter", True)
    bea = Outcome("d:1", False, "bea", "", "", None)

    assert outcome_words(())[0].startswith("Nobody has said yet.")
    assert ("It turned out wrong.", "wrong, by ann, 2026-03-01 10:00; it had been let out; “the charter”") == (
        outcome_words([ann])
    )
    assert "People differ, so it counts in no fit and no curve." == outcome_words([ann, bea])[0]
    assert ("It turned out right.", "right, by bea") == outcome_words([bea])
