"""Several people on one thing: second readings, disputes, adjudication, roles; and edges that people draw."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.assessment import assess
from core.errors import InvalidInput, InvalidParameter, NoLongerThere, StaleVersion, UnknownId
from core.model import Case, Claim, Edge, Evidence, Source
from core.states import Dependence, EdgeStatus, Relation
from core.store import GivenLabel, GivenVerdict, Store
from core.work import QueueFilter, Role, WorkKind

SUSPECTED = Edge("s3", "s1", Relation.DERIVES_FROM).key
KNOWN = Edge("s2", "s1", Relation.COPIED_FROM).key
INDEPENDENT, DEPENDENT, PARTIAL = Dependence.INDEPENDENT, Dependence.DEPENDENT, Dependence.PARTIALLY_DEPENDENT
KEY = "bridge:c1|s1"
Give = Callable[..., int]


@pytest.fixture(autouse=True)
def _bridge(review: Store, bridge: Case) -> None:
    put(review, bridge)


def put(store: Store, case: Case) -> None:
    store.import_case(case, file="f", file_digest="0", format="package", by="ann")


@pytest.fixture
def give(review: Store) -> Give:
    """Label a source everywhere, on top of what is in force."""

    def given(by: str, state: Dependence, source_id: str = "s1", **changes: object) -> int:
        claim_id = changes.get("claim_id")
        label = review.dossier(f"bridge:{claim_id or 'c1'}").labels.get(source_id)
        values = {
            "dataset": "bridge",
            "source_id": source_id,
            "claim_id": None,
            "state": state,
            "weight": None,
            "reason": "",
            "by": by,
            "seen": {},
            "expected_event": None if label is None else label.event,
        }
        return review.append_label(**{**values, **changes}).number

    return given


def judge(store: Store, by: str, status: EdgeStatus, edge_key: str = SUSPECTED, **changes: object) -> int:
    edge = next(edge for edge in store.dossier("bridge:c1").edges if edge.key == edge_key)
    values = {"dataset": "bridge", "edge_key": edge_key, "status": status, "reason": "", "by": by, "seen": {}}
    return store.append_verdict(**{**values, "expected_event": edge.event, **changes}).number


def kinds(store: Store, reviewer: str | None = None) -> dict[str, WorkKind]:
    return {item.key: item.kind for item in store.questions(QueueFilter(reviewer=reviewer), size=1_000).rows}


def edge_of(store: Store, key: str, uid: str = "bridge:c1") -> Edge | None:
    return next((edge for edge in store.dossier(uid).edges if edge.key == key), None)


# Disputes


def test_two_labels_that_differ_are_both_kept_and_the_cautious_one_counts(review: Store, give: Give) -> None:
    """AUD-05: both kept, disputed; the lower counts until somebody settles it."""
    give("rev-a", INDEPENDENT)
    lower = give("rev-b", DEPENDENT)
    label = review.dossier("bridge:c1").labels["s1"]

    assert (DEPENDENT, lower, True) == (label.state, label.event, label.disputed)
    assert {"rev-a", "rev-b"} == {event.by for event in review.target_events("bridge:c1", "s1", None)[1]}


def test_the_order_of_two_labels_makes_no_difference(review: Store, give: Give) -> None:
    lower = give("rev-b", DEPENDENT)
    give("rev-a", INDEPENDENT)

    assert lower == review.dossier("bridge:c1").labels["s1"].event


def test_a_dispute_waits_in_the_queue_of_every_claim_it_concerns(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    assert KEY not in kinds(review)
    give("rev-b", DEPENDENT)

    assert WorkKind.DISPUTE is kinds(review)[KEY]
    assert WorkKind.DISPUTE is kinds(review)["bridge:c2|s1"]
    assert 2 == review.question_counts(QueueFilter(dataset="bridge")).disputes


def test_people_who_come_to_agree_end_the_dispute(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    give("rev-b", DEPENDENT)
    give("rev-a", DEPENDENT)

    assert KEY not in kinds(review)
    assert not review.dossier("bridge:c1").labels["s1"].disputed


def test_an_adjudication_overrides_and_deletes_nothing(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    give("rev-b", DEPENDENT)
    number = give("lead", PARTIAL, weight=0.4, adjudicates=True)
    label = review.dossier("bridge:c1").labels["s1"]

    assert (PARTIAL, 0.4, number, False) == (label.state, label.weight, label.event, label.disputed)
    assert KEY not in kinds(review)
    assert ["adjudication", "label", "label"] == [event.kind for event in review.label_events()]
    assert review.chain_report().whole


def test_an_adjudication_taken_back_leaves_the_dispute(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    give("rev-b", DEPENDENT)
    review.undo(give("lead", INDEPENDENT, adjudicates=True), by="lead")
    label = review.dossier("bridge:c1").labels["s1"]

    assert (DEPENDENT, True) == (label.state, label.disputed)
    assert WorkKind.DISPUTE is kinds(review)[KEY]


def test_a_label_after_the_adjudication_that_differs_opens_the_dispute_again(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    give("rev-b", DEPENDENT)
    give("lead", INDEPENDENT, adjudicates=True)
    give("rev-b", DEPENDENT)
    label = review.dossier("bridge:c1").labels["s1"]

    assert (DEPENDENT, True) == (label.state, label.disputed)


def test_a_label_after_the_adjudication_that_agrees_changes_nothing(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    give("rev-b", DEPENDENT)
    give("lead", INDEPENDENT, adjudicates=True)
    give("rev-b", INDEPENDENT)

    assert not review.dossier("bridge:c1").labels["s1"].disputed


def test_verdicts_that_differ_are_a_dispute_and_the_edge_counts(review: Store) -> None:
    judge(review, "rev-a", EdgeStatus.REJECTED)
    judge(review, "rev-b", EdgeStatus.CONFIRMED)
    edge = edge_of(review, SUSPECTED)

    assert edge is not None
    assert (EdgeStatus.CONFIRMED, True) == (edge.status, edge.disputed)
    assert WorkKind.DISPUTE is kinds(review)["bridge:c1|~|s3|s1|derives_from"]
    judge(review, "lead", EdgeStatus.REJECTED, adjudicates=True)
    settled = edge_of(review, SUSPECTED)
    assert settled is not None
    assert (EdgeStatus.REJECTED, False) == (settled.status, settled.disputed)


def test_somebody_who_saw_another_label_is_told_who_changed_it_to_what(review: Store, give: Give) -> None:
    number = give("rev-a", INDEPENDENT)
    with pytest.raises(StaleVersion, match="changed meanwhile by rev-a to independent") as refused:
        give("rev-b", DEPENDENT, expected_event=None)

    assert ("rev-a", "independent", number) == (refused.value.by, refused.value.says, refused.value.event)
    assert 1 == len(review.label_events())


def test_two_tabs_of_one_person_do_not_overwrite_each_other(review: Store, give: Give) -> None:
    give("ann", INDEPENDENT, expected_event=None)
    with pytest.raises(StaleVersion, match="by ann"):
        give("ann", DEPENDENT, expected_event=None)


# Second readings


def test_a_second_reading_is_for_those_who_do_not_know_the_first(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    review.ask_second_opinion(KEY, by="rev-c", reason="not sure")

    assert WorkKind.SECOND_READING is kinds(review, "rev-b")[KEY]
    assert KEY not in kinds(review, "rev-a")
    assert KEY not in kinds(review, "rev-c")
    assert 0 == review.question_counts(QueueFilter(reviewer="rev-a")).second_readings
    assert 1 == review.question_counts(QueueFilter(reviewer="rev-b")).second_readings


def test_a_blind_dossier_says_nothing_of_the_first_label(review: Store, give: Give) -> None:
    before = assess(review.dossier("bridge:c1"), review.current_policy("bridge"))
    give("rev-a", DEPENDENT)
    dossier = review.blind_dossier("bridge:c1", "s1", None)

    assert "s1" not in dossier.labels
    assert before.eie == assess(dossier, review.current_policy("bridge")).eie


def test_a_second_reading_that_agrees_closes_the_item(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    review.ask_second_opinion(KEY, by="rev-a", reason="")
    second = review.second_opinion(KEY)
    assert second is not None
    assert (True, False) == (second.blind_to("rev-b"), second.blind_to("rev-a"))
    give("rev-b", INDEPENDENT)

    assert KEY not in kinds(review)
    assert review.second_opinion(KEY) is None


def test_a_second_reading_that_differs_is_a_dispute(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    review.ask_second_opinion(KEY, by="rev-a", reason="")
    give("rev-b", DEPENDENT)

    assert WorkKind.DISPUTE is kinds(review)[KEY]


def test_a_second_reading_taken_back_is_waited_for_again(review: Store, give: Give) -> None:
    give("rev-a", INDEPENDENT)
    review.ask_second_opinion(KEY, by="rev-a", reason="")
    review.undo(give("rev-b", INDEPENDENT), by="rev-b")

    assert WorkKind.SECOND_READING is kinds(review)[KEY]


def test_a_second_opinion_can_be_asked_for_before_the_first(review: Store, give: Give) -> None:
    review.ask_second_opinion(KEY, by="rev-a", reason="look at this")

    assert WorkKind.SECOND_READING is kinds(review, "rev-b")[KEY]
    assert KEY not in kinds(review, "rev-a")
    give("rev-b", DEPENDENT)
    assert KEY not in kinds(review)


def test_only_who_asked_withdraws_and_both_are_on_record(review: Store) -> None:
    review.ask_second_opinion(KEY, by="rev-a", reason="")
    with pytest.raises(InvalidInput, match="no second opinion of yours"):
        review.withdraw_second_opinion(KEY, by="rev-b")
    review.withdraw_second_opinion(KEY, by="rev-a")

    assert WorkKind.SOURCE is kinds(review)[KEY]
    assert ["second opinion withdrawn", "second opinion asked"] == [e.action for e in review.audit_events(2)]


def test_a_second_reading_of_an_edge_is_waited_for_too(review: Store) -> None:
    key = "bridge:c1|~|s3|s1|derives_from"
    judge(review, "rev-a", EdgeStatus.CONFIRMED)
    review.ask_second_opinion(key, by="rev-a", reason="")

    assert WorkKind.SECOND_READING is kinds(review, "rev-b")[key]
    edge = next(e for e in review.blind_dossier("bridge:c1", "s3", SUSPECTED).edges if e.key == SUSPECTED)
    assert (EdgeStatus.SUSPECTED, None) == (edge.status, edge.event)
    judge(review, "rev-b", EdgeStatus.CONFIRMED)
    assert key not in kinds(review)


# Roles


def test_a_role_is_kept_on_record_and_a_stranger_is_a_reader(review: Store) -> None:
    review.set_role("bob", Role.ADJUDICATOR, by="ann")

    assert (Role.ADJUDICATOR, Role.READER) == (review.role_of("bob"), review.role_of("eve"))
    event = review.audit_events(1)[0]
    assert ("role given", "bob", "adjudicator", "reader") == (
        event.action,
        event.subject,
        event.detail["role"],
        event.detail["before"],
    )
    assert ["bob"] == [reviewer.name for reviewer in review.reviewers()]


# Edges by people


def draw(store: Store, from_id: str = "s3", to_id: str = "s2", **changes: object) -> int:
    values = {"uid": "bridge:c1", "from_id": from_id, "to_id": to_id, "relation": Relation.COPIED_FROM}
    return store.draw_edge(**{**values, "strength": 0.6, "reason": "", "by": "ann", "seen": {}, **changes}).number


DRAWN = Edge("s3", "s2", Relation.COPIED_FROM).key


def test_a_drawn_edge_counts_in_every_claim_that_uses_its_end(review: Store) -> None:
    number = draw(review)
    for uid in ("bridge:c1", "bridge:c2"):
        edge = edge_of(review, DRAWN, uid)
        assert edge is not None
        assert (EdgeStatus.CONFIRMED, 0.6, number) == (edge.status, edge.strength, edge.event)
        (row,) = (row for row in review.claims().rows if row.uid == uid)
        assert row.eie == assess(review.dossier(uid), review.current_policy("bridge")).eie

    assert {"s3", "s2", "s1", "s4"} == {source.id for source in review.dossier("bridge:c2").sources}
    assert {"bridge:c1", "bridge:c2"} == set(review.claims_using("bridge", "s2"))
    claims = {item.key: item.claims for item in review.questions(QueueFilter()).rows}
    assert 2 == claims["bridge:c1|s2"]


def test_a_drawn_edge_taken_back_is_gone_and_can_be_drawn_again(review: Store) -> None:
    review.undo(draw(review), by="ann")
    assert edge_of(review, DRAWN) is None
    assert {"s3", "s1", "s4"} == {source.id for source in review.dossier("bridge:c2").sources}

    draw(review)
    assert edge_of(review, DRAWN) is not None


def test_a_drawn_edge_is_judged_like_any_other(review: Store) -> None:
    number = draw(review)
    review.append_verdict(
        dataset="bridge",
        edge_key=DRAWN,
        status=EdgeStatus.REJECTED,
        reason="",
        by="bob",
        seen={},
        expected_event=number,
    )
    edge = edge_of(review, DRAWN)

    assert edge is not None
    assert (EdgeStatus.CONFIRMED, True) == (edge.status, edge.disputed)


def test_a_drawn_edge_survives_a_newer_file(review: Store, bridge: Case) -> None:
    draw(review)
    put(review, replace(bridge, about="A newer file."))

    assert edge_of(review, DRAWN) is not None


def test_an_edge_the_data_state_later_is_one_edge_under_the_verdict(review: Store, bridge: Case) -> None:
    number = draw(review)
    put(review, replace(bridge, edges=(*bridge.edges, Edge("s3", "s2", Relation.COPIED_FROM, EdgeStatus.SUSPECTED))))
    edges = [edge for edge in review.dossier("bridge:c1").edges if edge.key == DRAWN]

    assert [(EdgeStatus.CONFIRMED, number)] == [(edge.status, edge.event) for edge in edges]


def test_a_drawn_edge_to_what_the_data_lose_is_left_out_and_comes_back(review: Store, bridge: Case) -> None:
    draw(review)
    less = replace(bridge, sources=tuple(s for s in bridge.sources if s.id != "s2"), edges=bridge.edges[1:])
    put(review, replace(less, evidence=tuple(e for e in bridge.evidence if e.source_id != "s2")))

    assert edge_of(review, DRAWN) is None
    with pytest.raises(NoLongerThere, match="s2"):
        review.append_verdict(
            dataset="bridge", edge_key=DRAWN, status=EdgeStatus.REJECTED, reason="", by="ann", seen={}, expected_event=1
        )
    put(review, bridge)
    assert edge_of(review, DRAWN) is not None


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"to_id": "s3"}, InvalidInput),
        ({"to_id": "s9"}, UnknownId),
        ({"to_id": "s4"}, InvalidInput),
        ({"uid": "bridge:c9"}, UnknownId),
        ({"strength": 1.5}, InvalidParameter),
        ({"strength": float("nan")}, InvalidParameter),
        ({"to_id": "s1", "relation": Relation.DERIVES_FROM}, InvalidInput),
    ],
)
def test_an_edge_that_cannot_be_is_refused(review: Store, changes: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        draw(review, **changes)

    assert () == review.label_events()


def test_the_same_edge_is_not_drawn_twice(review: Store) -> None:
    draw(review)
    with pytest.raises(InvalidInput, match="drawn already"):
        draw(review, by="bob")


def test_an_edge_given_another_relation_and_strength_keeps_its_key(review: Store) -> None:
    judge(review, "ann", EdgeStatus.CONFIRMED, KNOWN, relation=Relation.CITES, strength=0.25)
    edge = edge_of(review, KNOWN)

    assert edge is not None
    assert (Relation.CITES, Relation.COPIED_FROM, 0.25) == (edge.relation, edge.stated_relation, edge.strength)
    found = assess(review.dossier("bridge:c1"), review.current_policy("bridge"))
    assert found.eie == next(row.eie for row in review.claims().rows if row.uid == "bridge:c1")


def test_a_relation_as_it_was_stated_is_no_change(review: Store) -> None:
    judge(review, "ann", EdgeStatus.CONFIRMED, KNOWN, relation=Relation.COPIED_FROM)

    assert review.label_events()[0].relation is None


def test_the_larger_share_from_upstream_counts_where_people_differ(review: Store) -> None:
    judge(review, "rev-a", EdgeStatus.CONFIRMED, KNOWN, strength=0.2)
    judge(review, "rev-b", EdgeStatus.CONFIRMED, KNOWN, strength=0.9)
    judge(review, "rev-c", EdgeStatus.CONFIRMED, KNOWN, relation=Relation.MENTIONS)
    edge = edge_of(review, KNOWN)

    assert edge is not None
    assert (0.9, True) == (edge.strength, edge.disputed)


def test_a_circle_of_drawn_edges_is_walked_once(review: Store) -> None:
    draw(review, "s3", "s2")
    draw(review, "s1", "s3")

    assert {"s1", "s2", "s3"} == {source.id for source in review.dossier("bridge:c1").sources}


def test_a_far_source_is_reached_over_drawn_and_stated_edges_in_turn(review: Store, bridge: Case) -> None:
    chain = replace(
        bridge,
        sources=(*bridge.sources, Source("u1"), Source("u2"), Source("u3")),
        claims=(*bridge.claims, Claim("c3", "Wide.")),
        evidence=(*bridge.evidence, *(Evidence(f"w{n}", "c3", n) for n in ("s4", "u1", "u2", "u3"))),
        edges=(*bridge.edges, Edge("u1", "u2", Relation.CITES)),
    )
    put(review, chain)
    draw(review, "s4", "u1", uid="bridge:c3")
    draw(review, "u2", "u3", uid="bridge:c3")

    assert {"s3", "s4", "u1", "u2", "u3", "s1"} == {source.id for source in review.dossier("bridge:c2").sources}
    assert {"bridge:c2", "bridge:c3"} == set(review.claims_using("bridge", "u3"))


# Many at once


def given(source_id: str, expected: int | None = None, **changes: object) -> GivenLabel:
    values = {"claim_id": None, "state": DEPENDENT, "weight": None, "reason": "", "by": "ann", "seen": {}}
    return GivenLabel("bridge", source_id, expected_event=expected, **{**values, **changes})


def test_labels_given_together_are_one_transaction(review: Store, give: Give) -> None:
    number = give("bob", INDEPENDENT, "s2")
    with pytest.raises(StaleVersion, match=f"s2: .* by bob to independent .event {number}"):
        review.append_all([given("s1"), given("s2")])
    assert 1 == len(review.label_events())

    events = review.append_all(
        [given("s1"), given("s2", number), GivenVerdict("bridge", SUSPECTED, EdgeStatus.CONFIRMED, "", "ann", {}, None)]
    )
    assert [2, 3, 4] == [event.number for event in events]
    assert review.chain_report().whole


def test_an_unknown_source_among_many_keeps_all_of_them_out(review: Store) -> None:
    with pytest.raises(UnknownId):
        review.append_all([given("s1"), given("s99")])

    assert () == review.label_events()
