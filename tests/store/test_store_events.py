"""Labels, verdicts and their undoing: events that fold into what is in force."""

from collections.abc import Callable

import pytest

from core.errors import InvalidInput, InvalidParameter, StaleVersion, UnknownId
from core.model import Case, Edge
from core.results import ImportReport, LabelEvent
from core.states import Dependence, EdgeStatus, Relation
from core.store import Store

Put = Callable[..., ImportReport]
GiveLabel = Callable[..., LabelEvent]

SUSPECTED = Edge("s3", "s1", Relation.DERIVES_FROM).key


@pytest.fixture(autouse=True)
def _stored(put: Put, bridge: Case) -> None:
    put(bridge)


def verdict(store: Store, status: EdgeStatus, by: str = "ann", expected_event: int | None = None) -> LabelEvent:
    return store.append_verdict(
        dataset="bridge", edge_key=SUSPECTED, status=status, reason="", by=by, seen={}, expected_event=expected_event
    )


def state(store: Store, source: str, claim: str = "c1") -> Dependence | None:
    found = store.dossier(f"bridge:{claim}").labels.get(source)
    return found.state if found else None


def test_a_label_says_who_when_why_and_what_was_seen(store: Store, label: GiveLabel) -> None:
    event = label("s1", reason="same wire credit", seen={"eie": 1.5, "gamma": None})

    assert (event,) == store.label_events()
    assert (1, "ann", "label", "bridge", "s1", None) == (
        event.number,
        event.by,
        event.kind,
        event.dataset,
        event.source_id,
        event.claim_id,
    )
    assert ("same wire credit", {"eie": 1.5, "gamma": None}) == (event.reason, dict(event.seen))
    assert "2026-01-01T12:00:02.000000+00:00" == event.at
    found = store.dossier("bridge:c1").labels["s1"]
    assert (Dependence.DEPENDENT, "ann", event.at, event.number) == (found.state, found.by, found.at, found.event)


def test_a_label_updates_every_claim_that_uses_the_document(store: Store, label: GiveLabel) -> None:
    before = {row.uid: row.eie for row in store.claims().rows}
    label("s3", Dependence.INDEPENDENT)
    after = {row.uid: row.eie for row in store.claims().rows}

    assert {"bridge:c1": 1.0, "bridge:c2": 0.5} == before
    assert {"bridge:c1": 1.5, "bridge:c2": 1.0} == after


def test_a_label_for_one_claim_leaves_the_others_alone_and_comes_before_one_for_all(
    store: Store, label: GiveLabel
) -> None:
    label("s3", Dependence.INDEPENDENT)
    special = label("s3", Dependence.DEPENDENT, claim_id="c1", expected_event=1)

    assert (Dependence.DEPENDENT, Dependence.INDEPENDENT) == (state(store, "s3"), state(store, "s3", "c2"))
    store.undo(special.number, by="ann")
    assert Dependence.INDEPENDENT == state(store, "s3")


def test_a_persons_label_comes_before_the_imports_own(store: Store, label: GiveLabel) -> None:
    assert Dependence.INDEPENDENT == state(store, "s4", "c2")
    label("s4", Dependence.PARTIALLY_DEPENDENT, weight=0)

    assert (Dependence.PARTIALLY_DEPENDENT, 0.0) == (
        state(store, "s4", "c2"),
        store.dossier("bridge:c2").labels["s4"].weight,
    )


def test_a_label_on_a_stale_form_is_refused_and_says_what_happened(store: Store, label: GiveLabel) -> None:
    label("s1", by="bea")

    with pytest.raises(StaleVersion, match=r"changed meanwhile by bea to dependent \(event 1\); nothing was saved"):
        label("s1", Dependence.INDEPENDENT)
    assert 1 == len(store.label_events())


def test_a_form_that_saw_a_label_which_is_taken_back_is_stale(store: Store, label: GiveLabel) -> None:
    seen = label("s1", by="bea")
    store.undo(seen.number, by="bea")

    with pytest.raises(StaleVersion, match="taken back meanwhile by bea"):
        label("s1", expected_event=seen.number)


def test_a_label_for_all_may_be_given_where_one_for_the_claim_was_seen(store: Store, label: GiveLabel) -> None:
    special = label("s1", claim_id="c1")

    label("s1", Dependence.INDEPENDENT, expected_event=special.number)

    assert Dependence.DEPENDENT == state(store, "s1")


def test_work_on_other_documents_makes_no_form_stale(store: Store, label: GiveLabel) -> None:
    for source in ("s2", "s3", "s4"):
        label(source, by="bea")
    label("s1", by="ann")

    assert 4 == len(store.label_events())


def test_undo_restores_and_redo_repeats_and_both_are_on_record(store: Store, label: GiveLabel) -> None:
    before = store.claims()
    given = label("s1")
    labelled = store.claims()
    undone = store.undo(given.number, by="ann", reason="slip of the key")
    assert (before, None) == (store.claims(), state(store, "s1"))
    store.undo(undone.number, by="ann")

    assert (labelled, Dependence.DEPENDENT) == (store.claims(), state(store, "s1"))
    assert ["label", "undo", "undo"] == [event.kind for event in store.label_events()[::-1]]
    assert [None, 1, 2] == [event.undoes for event in store.label_events()[::-1]]


def test_undo_goes_back_to_ones_own_label_before(store: Store, label: GiveLabel) -> None:
    first = label("s1", Dependence.INDEPENDENT)
    second = label("s1", Dependence.DEPENDENT, expected_event=first.number)
    store.undo(second.number, by="ann")

    assert Dependence.INDEPENDENT == state(store, "s1")


def test_nobody_undoes_the_work_of_another(store: Store, label: GiveLabel) -> None:
    given = label("s1", by="bea")

    with pytest.raises(InvalidInput, match="event 1 is by bea; only bea can undo it"):
        store.undo(given.number, by="ann")


def test_an_event_is_undone_once(store: Store, label: GiveLabel) -> None:
    given = label("s1")
    store.undo(given.number, by="ann")

    with pytest.raises(StaleVersion, match="undone already"):
        store.undo(given.number, by="ann")


def test_undoing_what_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(UnknownId, match="no event"):
        store.undo(7, by="ann")


def test_two_people_who_differ_leave_the_cautious_label_in_force(store: Store, label: GiveLabel) -> None:
    first = label("s1", Dependence.DEPENDENT, by="ann")
    label("s1", Dependence.INDEPENDENT, by="bea", expected_event=first.number)

    found = store.dossier("bridge:c1").labels["s1"]
    assert (Dependence.DEPENDENT, "ann", True) == (found.state, found.by, found.disputed)


@pytest.mark.parametrize(
    ("one", "other", "cautious"),
    [
        ((Dependence.INDEPENDENT, None), (Dependence.UNKNOWN, None), (Dependence.UNKNOWN, None)),
        ((Dependence.PARTIALLY_DEPENDENT, 0.4), (Dependence.UNKNOWN, None), (Dependence.PARTIALLY_DEPENDENT, 0.4)),
        ((Dependence.PARTIALLY_DEPENDENT, 0.6), (Dependence.UNKNOWN, None), (Dependence.UNKNOWN, None)),
        (
            (Dependence.PARTIALLY_DEPENDENT, 0.6),
            (Dependence.PARTIALLY_DEPENDENT, 0.7),
            (Dependence.PARTIALLY_DEPENDENT, 0.6),
        ),
    ],
)
def test_the_cautious_label_is_the_one_that_leaves_less_of_its_own(
    store: Store,
    label: GiveLabel,
    one: tuple[Dependence, float | None],
    other: tuple[Dependence, float | None],
    cautious: tuple[Dependence, float | None],
) -> None:
    first = label("s1", one[0], weight=one[1], by="ann")
    label("s1", other[0], weight=other[1], by="bea", expected_event=first.number)

    found = store.dossier("bridge:c1").labels["s1"]
    assert cautious == (found.state, found.weight)


def test_people_who_agree_dispute_nothing(store: Store, label: GiveLabel) -> None:
    first = label("s1", by="ann")
    label("s1", by="bea", expected_event=first.number)

    found = store.dossier("bridge:c1").labels["s1"]
    assert ("bea", False) == (found.by, found.disputed)


def test_each_persons_latest_word_counts(store: Store, label: GiveLabel) -> None:
    first = label("s1", Dependence.DEPENDENT, by="ann")
    second = label("s1", Dependence.INDEPENDENT, by="bea", expected_event=first.number)
    label("s1", Dependence.INDEPENDENT, by="ann", expected_event=first.number)

    assert second.number < 3
    assert (Dependence.INDEPENDENT, False) == (
        store.dossier("bridge:c1").labels["s1"].state,
        store.dossier("bridge:c1").labels["s1"].disputed,
    )


@pytest.mark.parametrize("status", [EdgeStatus.CONFIRMED, EdgeStatus.REJECTED, EdgeStatus.SUSPECTED])
def test_a_verdict_sets_the_status_of_an_edge_in_every_claim(store: Store, status: EdgeStatus) -> None:
    event = verdict(store, status)

    edges = {edge.key: edge for edge in store.dossier("bridge:c2").edges}
    assert (status, event.number) == (edges[SUSPECTED].status, edges[SUSPECTED].event)
    assert (SUSPECTED, status, "s3") == (event.edge_key, event.edge_status, event.source_id)
    assert 0.0 == store.claims().rows[1].eie or status is not EdgeStatus.CONFIRMED


def test_a_verdict_outlives_a_newer_file(store: Store, put: Put, bridge: Case) -> None:
    verdict(store, EdgeStatus.REJECTED)
    newer = Edge("s3", "s1", Relation.DERIVES_FROM, EdgeStatus.KNOWN)
    put(Case(**{**{name: getattr(bridge, name) for name in bridge.__slots__}, "edges": (newer,)}))

    assert [EdgeStatus.REJECTED] == [edge.status for edge in store.dossier("bridge:c2").edges if edge.key == SUSPECTED]


def test_a_verdict_can_be_undone_and_a_stale_one_is_refused(store: Store) -> None:
    given = verdict(store, EdgeStatus.CONFIRMED, by="bea")
    with pytest.raises(StaleVersion, match="the edge was changed meanwhile by bea to confirmed"):
        verdict(store, EdgeStatus.REJECTED)
    store.undo(given.number, by="bea")

    assert [EdgeStatus.SUSPECTED] == [e.status for e in store.dossier("bridge:c2").edges if e.key == SUSPECTED]


def test_verdicts_that_differ_leave_the_one_with_less_independence(store: Store) -> None:
    given = verdict(store, EdgeStatus.REJECTED, by="ann")
    verdict(store, EdgeStatus.CONFIRMED, by="bea", expected_event=given.number)

    assert [EdgeStatus.CONFIRMED] == [e.status for e in store.dossier("bridge:c2").edges if e.key == SUSPECTED]


def test_a_verdict_changes_no_label(store: Store, label: GiveLabel) -> None:
    label("s3", Dependence.INDEPENDENT)
    verdict(store, EdgeStatus.CONFIRMED)

    assert Dependence.INDEPENDENT == state(store, "s3")


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({"source_id": "s9"}, UnknownId),
        ({"dataset": "quay"}, UnknownId),
        ({"claim_id": "c9"}, UnknownId),
        ({"by": "  "}, InvalidInput),
        ({"weight": 0.5}, InvalidInput),
        ({"state": Dependence.PARTIALLY_DEPENDENT}, InvalidParameter),
        ({"state": Dependence.PARTIALLY_DEPENDENT, "weight": 1.5}, InvalidParameter),
        ({"state": Dependence.PARTIALLY_DEPENDENT, "weight": float("nan")}, InvalidParameter),
        ({"seen": {"eie": float("nan")}}, InvalidInput),
    ],
)
def test_a_label_that_cannot_be_is_refused_and_nothing_is_kept(
    store: Store, label: GiveLabel, changes: dict[str, object], error: type[Exception]
) -> None:
    with pytest.raises(error):
        label(**{"source_id": "s1", **changes})

    assert () == store.label_events()


def test_a_label_for_what_the_newest_file_no_longer_has_is_refused(
    store: Store, put: Put, bridge: Case, label: GiveLabel
) -> None:
    put(Case("bridge", claims=bridge.claims[:1], answers=bridge.answers, sources=bridge.sources[:1]))

    with pytest.raises(UnknownId, match="s4"):
        label("s4")


@pytest.mark.parametrize("reason", ["x" * 100_000, "\x00\x07\ud800\x1b", "'; DROP TABLE label_event; --"])
def test_any_reason_is_kept_as_given(store: Store, label: GiveLabel, reason: str) -> None:
    label("s1", reason=reason, by=reason)

    assert (reason, reason) == (store.label_events()[0].reason, store.label_events()[0].by)
    assert ((), 2) == (store.verify_chain()[1], store.verify_chain()[0])


@pytest.mark.parametrize("edge_key", ["", "s1", SUSPECTED + "x"])
def test_a_verdict_on_no_edge_is_refused(store: Store, edge_key: str) -> None:
    with pytest.raises(UnknownId, match="no edge"):
        store.append_verdict(
            dataset="bridge",
            edge_key=edge_key,
            status=EdgeStatus.CONFIRMED,
            reason="",
            by="ann",
            seen={},
            expected_event=None,
        )


def test_known_is_for_the_data_to_say(store: Store) -> None:
    with pytest.raises(InvalidInput, match="confirmed, rejected, suspected; got known"):
        verdict(store, EdgeStatus.KNOWN)


def test_events_are_listed_by_what_they_are_about(store: Store, label: GiveLabel) -> None:
    label("s1")
    label("s3", claim_id="c2")
    label("s4")
    verdict(store, EdgeStatus.CONFIRMED)

    assert [4, 3, 2, 1] == [event.number for event in store.label_events()]
    assert [4, 3] == [event.number for event in store.label_events(limit=2)]
    assert [4, 2] == [event.number for event in store.label_events("bridge", "s3")]
    assert [2] == [event.number for event in store.label_events("bridge", claim_id="c2")]
    assert [] == list(store.label_events("quay"))
    assert [4, 1] == [event.number for event in store.claim_events("bridge:c1")]
    assert [4, 3, 2, 1] == [event.number for event in store.claim_events("bridge:c2")]


def test_the_overview_counts_labels_that_stand(store: Store, label: GiveLabel) -> None:
    first = label("s1")
    label("s2")
    verdict(store, EdgeStatus.CONFIRMED)
    undone = store.undo(first.number, by="ann")
    assert 2 == store.overview().human_labels
    store.undo(undone.number, by="ann")

    assert 3 == store.overview().human_labels
