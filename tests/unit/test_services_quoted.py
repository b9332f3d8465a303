"""Quotations of an answer that no citation holds are looked for in the texts of its sources."""

import json

import pytest

from core import services
from core.errors import UnknownId
from core.services.quoted import quoted_in

PACKAGE = {
    "schema": "headwater-evidence-package/1",
    "dataset": "weir",
    "answers": [{"id": "a1", "text": "She wrote “silt fell by a third over the year”."}],
    "claims": [{"id": "c1", "text": "Silt fell.", "answer_id": "a1"}],
    "sources": [
        {"id": "s1", "title": "Weir book", "text": "In the end silt fell by a third over the year, it says."},
        {"id": "s2", "title": "Eel book"},
    ],
    "evidence": [
        {"id": "e1", "claim_id": "c1", "source_id": "s1", "text": "silt fell"},
        {"id": "e2", "claim_id": "c1", "source_id": "s2", "text": "eels fell"},
    ],
}


@pytest.fixture
def weir(empty_store: services.Workspace) -> services.Workspace:
    services.import_file(empty_store, json.dumps(PACKAGE).encode(), "weir.json", by="ana")
    return empty_store


def test_words_that_stand_in_a_source_are_found_with_its_title(weir: services.Workspace) -> None:
    assert {"silt fell by a third over the year": "Weir book"} == quoted_in(
        weir, "weir:a1", ["silt fell by a third over the year", "eels rose by a third over the year"]
    )


def test_words_too_short_to_be_told_from_others_are_no_finding(weir: services.Workspace) -> None:
    assert {} == quoted_in(weir, "weir:a1", ["silt"])


def test_an_answer_that_is_not_there_is_named(weir: services.Workspace) -> None:
    with pytest.raises(UnknownId):
        quoted_in(weir, "weir:a9", ["silt fell by a third over the year"])
