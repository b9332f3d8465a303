"""Edges that people settle and draw, decisions in the record, and label files at their edges."""

import pytest

from core import services
from core.conclusions import Conclusion
from core.errors import ImportFailed, InvalidInput, InvalidParameter
from core.services import Workspace
from core.services.label_rows import read_rows
from core.states import Dependence, EdgeStatus, Relation
from core.store import Signature
from core.work import AuditFilter, QueueFilter, Reviewer, Role, WorkKind

TRIAL = "trial-reviews:shorter-stay"
KEY = f"{TRIAL}|~|salterby-2021|lindrow-2018|derives_from"
EDGE = "salterby-2021\x1flindrow-2018\x1fderives_from"


@pytest.fixture
def workspace(sample_store: Workspace) -> Workspace:
    return sample_store


def judge(workspace: Workspace, by: str, status: EdgeStatus, **changes: object) -> None:
    item = services.work_item(workspace, KEY, by=by)
    values = {"uid": TRIAL, "edge_key": EDGE, "status": status, "by": by, "seen": {}}
    services.relabel_edge(workspace, **{**values, "expected_event": item.expected_event, **changes})  # type: ignore[arg-type]


def test_a_dispute_about_an_edge_is_settled_with_its_strength(workspace: Workspace) -> None:
    judge(workspace, "rev-a", EdgeStatus.REJECTED)
    judge(workspace, "rev-b", EdgeStatus.CONFIRMED)
    item = services.work_item(workspace, KEY, by="lead")
    assert (WorkKind.DISPUTE, {"rev-a", "rev-b"}) == (item.item.kind, {word.by for word in item.words})
    assert {EdgeStatus.REJECTED, EdgeStatus.CONFIRMED} == {word.edge_status for word in item.words}
    services.adjudicate_edge(
        workspace,
        uid=TRIAL,
        edge_key=EDGE,
        status=EdgeStatus.CONFIRMED,
        strength=0.3,
        reason="a third of the wards are the same",
        by="lead",
        seen={},
        expected_event=item.expected_event,
    )
    edge = services.work_item(workspace, KEY, by="lead").edge

    assert edge is not None
    assert (EdgeStatus.CONFIRMED, 0.3, False) == (edge.status, edge.strength, edge.disputed)
    assert 0 == services.queue(workspace, QueueFilter(kind=WorkKind.DISPUTE)).total


def test_a_second_opinion_on_an_edge_is_asked_for_given_and_withdrawn(workspace: Workspace) -> None:
    judge(workspace, "rev-a", EdgeStatus.CONFIRMED)
    services.flag_second_opinion(workspace, KEY, by="rev-a", reason="which wards?")
    blind = services.work_item(workspace, KEY, by="rev-b")
    assert (True, EdgeStatus.SUSPECTED) == (blind.blind, blind.edge and blind.edge.status)
    services.withdraw_second_opinion(workspace, KEY, by="rev-a")

    assert not services.work_item(workspace, KEY, by="rev-b").blind
    with pytest.raises(InvalidInput, match="no second opinion of yours"):
        services.withdraw_second_opinion(workspace, KEY, by="rev-a")


def test_an_edge_between_two_sources_is_drawn_and_counts(workspace: Workspace) -> None:
    uid = "northwire-quay:quay-overtopped"
    before = services.claim(workspace, uid).assessment
    event = services.draw_edge(
        workspace,
        uid=uid,
        from_id="forum",
        to_id="release",
        relation=Relation.COPIED_FROM,
        reason="the same words",
        by="ann",
        seen={},
    )
    after = services.claim(workspace, uid).assessment

    assert before.eie - 0.5 == after.eie
    assert ("edge", "forum\x1frelease\x1fcopied_from") == (event.kind, event.edge_key)
    services.undo(workspace, event.number, by="ann")
    assert before.eie == services.claim(workspace, uid).assessment.eie


def test_a_decision_is_a_line_of_the_record(workspace: Workspace) -> None:
    given = Signature("claim", TRIAL, Conclusion.QUALIFY)
    workspace.store.sign(given, reason="as it is", by="lead", seen={"eie": 1.0}, expected=None)
    (line,) = services.audit(workspace, AuditFilter(kind="decision")).rows

    assert ("decision", TRIAL, "Qualify; releases nothing", "as it is", 1.0) == (
        line.chain,
        line.subject,
        line.says,
        line.reason,
        line.seen["eie"],
    )
    assert "trial-reviews" == line.dataset
    assert 1 == services.audit(workspace, AuditFilter(chain="decision", dataset="trial-reviews")).total


def test_roles_and_work_handed_out_are_lines_of_the_record(workspace: Workspace) -> None:
    services.set_role(workspace, "bob", Role.REVIEWER, by="ann")
    services.assign(workspace, [KEY], to="bob", by="ann")
    lines = {line.kind: line for line in services.audit(workspace, AuditFilter(by="ann")).rows}

    assert ("bob", "reviewer (was reader)") == (lines["role given"].subject, lines["role given"].says)
    assert ("bob", "1 items") == (lines["assigned"].subject, lines["assigned"].says)
    assert Reviewer("bob", Role.REVIEWER) in services.reviewers(workspace)


@pytest.mark.parametrize("limit", [0, -1])
def test_a_history_of_nothing_is_refused(workspace: Workspace, limit: int) -> None:
    with pytest.raises(InvalidParameter):
        services.claim_history(workspace, TRIAL, limit)


def rows(text: str) -> list[tuple[str, Dependence, float | None, str | None]]:
    found = read_rows(("source_id,state,weight,at\n" + text).encode(), "l.csv", "d", "ann")
    assert [] == found.problems
    return [(label.source_id, label.state, label.weight, label.at) for label in found.labels]


def test_labels_of_a_file_come_oldest_first_and_those_without_a_time_last() -> None:
    text = "a,dependent,,\nb,Partial,.5,2026-11-02\nc,unknown,,2026-11-01T23:00-05:00\nd,independent,,2026-10-01\n"

    assert ["d", "b", "c", "a"] == [row[0] for row in rows(text)]
    assert ("b", Dependence.PARTIALLY_DEPENDENT, 0.5, "2026-11-02") == rows(text)[1]


@pytest.mark.parametrize(("cell", "read"), [("'=x", "=x"), ("''=x", "'=x"), ("'quoted'", "'quoted'"), ("@y", "@y")])
def test_the_apostrophe_that_disarms_a_formula_is_taken_off_again(cell: str, read: str) -> None:
    assert read == rows(f'"{cell}",unknown,,\n')[0][0]


@pytest.mark.parametrize(
    ("row", "field"),
    [
        ("s,dependent,0.5,", "weight"),
        ("s,partial,,", "weight"),
        ("s,partial,nan,", "weight"),
        ("s,partial,half,", "weight"),
        ("s,dependent,,soon", "at"),
        ("s,,,", "state"),
    ],
)
def test_a_cell_that_cannot_be_used_is_named(row: str, field: str) -> None:
    found = read_rows(f"source_id,state,weight,at\n{row}\n".encode(), "l.csv", "d", "ann")

    assert [(2, field)] == [(problem.row, problem.field) for problem in found.problems]
    assert [] == found.labels


def test_a_row_that_names_no_data_set_is_named() -> None:
    found = read_rows(b"source_id,state,by\ns,dependent,a\x07b\n", "l.csv", None, "ann")

    assert ["dataset", "by"] == [problem.field for problem in found.problems]


def test_a_file_that_is_no_text_is_refused() -> None:
    with pytest.raises(ImportFailed):
        read_rows(b"\x00\x01\x02", "l.csv", "d", "ann")
