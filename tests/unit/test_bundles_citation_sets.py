"""Which citations carry a claim together, and which one it could do without."""

import json
from dataclasses import replace
from typing import Any

import pytest

from core.bundles.citation_sets import CitationSets, citation_sets
from core.model import Citation, Claim, Dossier, Judgement
from core.services import deciding
from core.services.deciding import citation_sets_of


def said(members: list[str], value: str, at: str = "2026-01-01", **changes: str) -> Judgement:
    return Judgement(f"j{members}{at}", "c", f"entailment:{json.dumps(members)}", value, "ann", at=at, **changes)


def found(attached: list[str], *judgements: Judgement) -> CitationSets:
    return citation_sets(attached, judgements)


def test_nothing_judged_says_nothing() -> None:
    assert CitationSets(("a", "b"), (), None, (), (), ("a", "b"), ()) == found(["a", "b"])


def test_one_of_several_sets_is_enough() -> None:
    sets = found(["a", "b", "c"], said(["a", "b"], "entails"), said(["c"], "1"), said(["a", "b", "c"], "1"))

    assert (True, (("a", "b"), ("c",))) == (sets.entailed, sets.entailing)


def test_a_citation_is_redundant_where_the_rest_carries_the_claim_and_it_alone_does_not() -> None:
    sets = found(["a", "b"], said(["a"], "entails"), said(["b"], "neutral"))

    assert (("b",), ("a",), ()) == (sets.redundant, sets.needed, sets.open)


def test_a_citation_that_would_do_alone_is_not_called_redundant() -> None:
    assert () == found(["a", "b"], said(["a"], "1"), said(["b"], "1")).redundant


def test_a_citation_is_needed_where_the_rest_does_not_carry_the_claim() -> None:
    sets = found(["a", "b"], said(["a", "b"], "1"), said(["a"], "0"), said(["b"], "0.3"))

    assert ("a", "b") == sets.needed


def test_nothing_is_needed_for_a_claim_that_all_of_them_do_not_entail() -> None:
    sets = found(["a", "b"], said(["a", "b"], "unsupported"))

    assert (False, (), ("a", "b")) == (sets.entailed, sets.needed, sets.open)


def test_the_latest_word_on_a_set_counts() -> None:
    assert False is found(["a"], said(["a"], "1", "2026-01-01"), said(["a"], "0", "2026-02-01")).entailed


@pytest.mark.parametrize(
    "judgement",
    [
        Judgement("j", "c", "entailment", "1", "ann"),
        Judgement("j", "c", "entailment:[]", "1", "ann"),
        Judgement("j", "c", "entailment:[1]", "1", "ann"),
        said(["a"], "perhaps"),
        said(["a"], "1", model="m-1"),
    ],
)
def test_a_judgement_that_cannot_be_read_or_repeated_is_named(judgement: Judgement) -> None:
    sets = found(["a"], judgement)

    assert (None, 1) == (sets.entailed, len(sets.problems))


def test_judgements_on_other_axes_are_left_alone() -> None:
    assert () == found(["a"], Judgement("j", "c", "support", "supported", "ann", "a")).problems


def test_the_sets_of_a_claim_are_read_from_its_own_citations_and_judgements() -> None:
    dossier = Dossier(
        Claim("c", "It rose."),
        citations=(Citation("k1", "c", "s1", "e1"), Citation("k2", "c", "s2", "e2"), Citation("k3", "c", "s3")),
    )
    judgements = [said(["e1"], "1"), said(["e2"], "0"), replace(said(["e2"], "1", "2026-05-01"), claim_id="other")]
    sets = citation_sets_of(dossier, judgements)

    assert (("e1", "e2"), ("e2",)) == (sets.attached, sets.redundant)


def test_the_decision_prints_which_set_entails_a_claim_and_which_citation_it_could_do_without() -> None:
    found = decide_file(
        package({"axis": 'entailment:["e1"]', "value": "1"}, {"axis": 'entailment:["e2"]', "value": "0"})
    )

    assert {
        "cited": ["e1", "e2"],
        "entailed": True,
        "entailing": [["e1"]],
        "redundant": ["e2"],
        "needed": ["e1"],
        "not_judged": [],
        "judgements_not_used": [],
    } == found["citation_sets"]


def test_citations_that_were_judged_as_a_whole_not_to_carry_a_claim_do_not_let_it_be_answered() -> None:
    found = decide_file(package({"axis": 'entailment:["e1", "e2"]', "value": "0"}))

    assert "abstain" == found["decision"]
    assert ("not_supported", "what it cites was judged, as a whole, not to carry it") in [
        (reason["code"], reason["text"]) for reason in found["reasons"]
    ]


def package(*judgements: dict[str, str]) -> bytes:
    """A claim with two supported passages and judgements of sets."""
    text = "Backups are retained for 90 days."
    return json.dumps(
        {
            "schema": "headwater-evidence-package/1",
            "dataset": "sets",
            "claims": [{"id": "c", "text": text}],
            "sources": [{"id": f"s{n}", "dependence": "independent"} for n in (1, 2)],
            "evidence": [
                {
                    "id": f"e{n}",
                    "claim_id": "c",
                    "source_id": f"s{n}",
                    "text": f"{text} Note {n}.",
                    "state": "supported",
                }
                for n in (1, 2)
            ],
            "citations": [
                {"id": f"k{n}", "claim_id": "c", "source_id": f"s{n}", "evidence_id": f"e{n}"} for n in (1, 2)
            ],
            "judgements": [{"id": f"j{n}", "claim_id": "c", "judge": "ann"} | j for n, j in enumerate(judgements)],
        }
    ).encode()


def decide_file(data: bytes) -> dict[str, Any]:
    (claim,) = deciding.decide_file(data, "sets.json")["claims"]
    return claim
