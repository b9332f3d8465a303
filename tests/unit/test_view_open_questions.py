"""Open questions come by what an answer would change; those that change nothing are counted, not listed."""

from core.model import Edge
from core.policy import Policy
from core.results import ClaimFile
from core.states import EdgeStatus, Relation
from core.testing import claim_with
from core.whatif import label_values
from dashboard.viewmodels.open_questions import moving, open_questions_table, open_questions_words


def test_only_questions_whose_answer_moves_something_are_listed(quay: ClaimFile) -> None:
    values = label_values(quay.dossier, quay.policy)
    view = open_questions_table(quay.dossier, values)

    assert len(moving(values)) == len(view.rows) < len(values)
    assert open_questions_words(values).startswith(f"{len(values)} open questions; {len(moving(values))} would move")


def test_a_suspected_edge_is_a_question_with_both_ends_named() -> None:
    suspected = Edge("a", "b", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.5)
    dossier = claim_with(["a", "b"], edges=[suspected], labels={})
    rows = open_questions_table(dossier, label_values(dossier, Policy())).rows

    assert "a: copied from b?" in [row.cells[0].hint for row in rows]
    assert suspected.key in [row.id for row in rows]


def test_a_claim_without_open_questions_says_so(bare: ClaimFile) -> None:
    assert () == open_questions_table(bare.dossier, ()).rows
    assert "No open question: no counted source of this claim is without a label." == open_questions_words(())
