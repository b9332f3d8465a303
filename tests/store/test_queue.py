"""The queue of open questions: in order of value, right in the transaction that moves it, and steady for its reader."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.assessment import assess
from core.detection.bands import band_name
from core.errors import InvalidParameter, NoLongerThere, UnknownId
from core.model import Answer, Case, Claim, Edge, Evidence, Label, Source
from core.policy import Policy
from core.states import Dependence, EdgeStatus, Relation, Stance
from core.store import Store
from core.store.question_keys import edge_question, read_key, source_question
from core.whatif import label_values
from core.work import QueueFilter, WorkKind, band_of

ANYTHING = QueueFilter()
SUSPECTED = Edge("s3", "s1", Relation.DERIVES_FROM).key


@pytest.fixture(autouse=True)
def _bridge(review: Store, bridge: Case) -> None:
    put(review, bridge)


def put(store: Store, case: Case) -> None:
    store.import_case(case, file="f", file_digest="0", format="package", by="ann")


def label(store: Store, source_id: str, state: Dependence = Dependence.DEPENDENT, **changes: object) -> int:
    values = {
        "dataset": "bridge",
        "source_id": source_id,
        "claim_id": None,
        "state": state,
        "weight": None,
        "reason": "",
        "by": "ann",
        "seen": {},
        "expected_event": None,
    }
    return store.append_label(**{**values, **changes}).number


def keys(store: Store, wanted: QueueFilter = ANYTHING) -> list[str]:
    return [item.key for item in store.questions(wanted, size=1_000).rows]


def expected(store: Store) -> list[str]:
    """The order worked out claim by claim, without the table."""
    found = []
    for dossier in store.dossiers():
        for value in label_values(dossier, store.current_policy(dossier.dataset)):
            label: Label | None = dossier.labels.get(value.source_id)
            if value.edge_key is None and label is not None and label.event is not None:
                continue
            key = (
                source_question(dossier.dataset, dossier.claim.id, value.source_id)
                if value.edge_key is None
                else edge_question(dossier.dataset, dossier.claim.id, value.edge_key)
            )
            found.append((not value.flips, -round(abs(value.difference), 12), key))
    return [key for _, _, key in sorted(found)]


def test_open_questions_stand_in_order_of_value_over_all_claims(review: Store) -> None:
    found = review.questions(ANYTHING).rows

    assert expected(review) == [item.key for item in found]
    assert {WorkKind.SOURCE, WorkKind.EDGE} == {item.kind for item in found}
    assert sorted(found, key=lambda i: (not i.flips, -abs(i.difference), i.key)) == list(found)


def test_a_question_says_what_it_asks_and_about_what(review: Store) -> None:
    items = {item.key: item for item in review.questions(ANYTHING).rows}
    edge = items["bridge:c1|~|s3|s1|derives_from"]

    assert ("bridge:c1", "s3", "s1", "likely") == (edge.uid, edge.source_id, edge.other_source_id, edge.band)
    assert SUSPECTED == edge.edge_key
    source = items["bridge:c1|s2"]
    assert ("The bridge at fifty", "Evening Post", 1) == (source.source_title, source.publisher, source.claims)
    assert 2 == items["bridge:c1|s1"].claims
    assert source.waiting_since.startswith("2026-01-01T12:00:")


@pytest.mark.parametrize("state", [Dependence.INDEPENDENT, Dependence.DEPENDENT, Dependence.UNKNOWN])
def test_a_label_takes_its_question_out_and_moves_the_others_at_once(review: Store, state: Dependence) -> None:
    label(review, "s3", state)

    assert not [key for key in keys(review) if key.endswith("|s3")]
    assert expected(review) == keys(review)


def test_a_label_for_one_claim_leaves_the_questions_of_the_others(review: Store) -> None:
    label(review, "s3", claim_id="c1")

    assert [f"bridge:{claim}|s3" for claim in ("c2",)] == [key for key in keys(review) if key.endswith("|s3")]


def test_undoing_a_label_opens_its_question_again(review: Store) -> None:
    before = keys(review)
    number = label(review, "s3")
    review.undo(number, by="ann")

    assert before == keys(review)


def test_a_verdict_takes_the_edge_out(review: Store) -> None:
    review.append_verdict(
        dataset="bridge",
        edge_key=SUSPECTED,
        status=EdgeStatus.REJECTED,
        reason="",
        by="ann",
        seen={},
        expected_event=None,
    )

    assert () == review.questions(QueueFilter(kind=WorkKind.EDGE)).rows
    assert expected(review) == keys(review)


def test_an_edge_left_suspected_by_a_person_is_answered_too(review: Store) -> None:
    review.append_verdict(
        dataset="bridge",
        edge_key=SUSPECTED,
        status=EdgeStatus.SUSPECTED,
        reason="",
        by="ann",
        seen={},
        expected_event=None,
    )

    assert () == review.questions(QueueFilter(kind=WorkKind.EDGE)).rows


def test_a_document_that_changed_after_its_unknown_label_is_asked_about_again(review: Store, bridge: Case) -> None:
    label(review, "s1", Dependence.UNKNOWN)
    changed = tuple(replace(source, text="Another text.") if source.id == "s1" else source for source in bridge.sources)
    put(review, replace(bridge, sources=changed))

    assert "bridge:c1|s1" in keys(review)


def test_a_policy_put_in_force_reorders_the_queue(review: Store) -> None:
    version = review.save_policy(Policy(alpha=0.2, required=2.0, answer_at=0.35), by="ann", reason="")
    review.set_current(version, by="ann", reason="")
    review.rebuild_summaries()

    assert expected(review) == keys(review)
    assert any(item.flips for item in review.questions(ANYTHING).rows)


def test_a_newer_file_adds_and_takes_away_questions(review: Store, bridge: Case) -> None:
    more = replace(
        bridge,
        claims=bridge.claims[:1],
        sources=(*bridge.sources, Source("s5", "New")),
        evidence=(*(item for item in bridge.evidence if item.claim_id == "c1"), Evidence("e9", "c1", "s5", "More.")),
    )
    put(review, more)

    assert expected(review) == keys(review)
    assert {"bridge:c1"} == {key.partition("|")[0] for key in keys(review)}


@pytest.mark.parametrize(
    ("wanted", "left"),
    [
        (QueueFilter(dataset="bridge"), 6),
        (QueueFilter(dataset="elsewhere"), 0),
        (QueueFilter(answer_uid="bridge:a1"), 6),
        (QueueFilter(publisher="Quay Blog"), 4),
        (QueueFilter(band="likely"), 2),
        (QueueFilter(band="even"), 0),
        (QueueFilter(rule="no such rule"), 0),
        (QueueFilter(kind=WorkKind.EDGE), 2),
        (QueueFilter(min_age_days=0), 6),
        (QueueFilter(min_age_days=2), 0),
        (QueueFilter(assignee=""), 5),
        (QueueFilter(assignee="bob"), 1),
        (QueueFilter(assignee="bob", kind=WorkKind.EDGE), 0),
    ],
)
def test_filters_narrow_the_queue(review: Store, wanted: QueueFilter, left: int) -> None:
    review.assign(["bridge:c1|s1"], to="bob", by="ann")
    everything = expected(review)
    found = review.questions(wanted)

    assert (left, left) == (found.total, len(found.rows))
    assert [key for key in everything if key in {item.key for item in found.rows}] == keys(review, wanted)
    assert left == review.question_counts(wanted).open


def test_pages_neither_repeat_nor_lose_a_question(review: Store) -> None:
    pages = [review.questions(ANYTHING, page=number, size=2).rows for number in (1, 2, 3, 4)]

    assert expected(review) == [item.key for rows in pages for item in rows]


def test_every_menu_entry_shows_as_many_as_it_says(review: Store) -> None:
    counts = review.question_counts(QueueFilter(reviewer="ann"))

    for choice in counts.publishers:
        assert choice.count == review.questions(QueueFilter(publisher=choice.value)).total
    for choice in counts.answers:
        assert choice.count == review.questions(QueueFilter(answer_uid=choice.value)).total
    for choice in counts.kinds:
        assert choice.count == review.questions(QueueFilter(kind=WorkKind(choice.value))).total
    for choice in counts.bands:
        assert choice.count == review.questions(QueueFilter(band=choice.value)).total
    assert ["bridge"] == [choice.value for choice in counts.datasets]


@pytest.mark.parametrize("wanted", [QueueFilter(kind="nonsense"), QueueFilter(min_age_days=-1)])
def test_a_filter_outside_its_domain_is_refused(review: Store, wanted: QueueFilter) -> None:
    with pytest.raises(InvalidParameter):
        review.questions(wanted)


def test_an_answer_that_is_not_there_is_named(review: Store) -> None:
    with pytest.raises(UnknownId, match="bridge:a9"):
        review.questions(QueueFilter(answer_uid="bridge:a9"))


def test_next_goes_down_the_order_of_value_and_round(review: Store) -> None:
    order = expected(review)
    walked = [None]
    for _ in range(len(order) + 1):
        walked.append(review.question_after(ANYTHING, walked[-1]))

    assert [None, *order, order[0]] == walked


def test_next_after_a_label_goes_on_where_the_answered_item_stood(review: Store) -> None:
    order = expected(review)
    middle = order.index("bridge:c1|s2")
    label(review, "s2")
    now = expected(review)
    found = review.question_after(ANYTHING, "bridge:c1|s2")

    assert middle > 0
    assert found in now
    assert found != now[0] or middle == len(order) - 1


def test_next_never_shows_what_was_skipped_or_just_labelled(review: Store) -> None:
    order = expected(review)
    label(review, "s3")

    found = review.question_after(ANYTHING, None, skipped=order[:2])
    assert found not in order[:2]
    assert found in expected(review)


def test_nothing_follows_where_nothing_is_left(review: Store) -> None:
    order = expected(review)

    assert review.question_after(ANYTHING, order[0], skipped=order) is None
    assert review.question_after(QueueFilter(publisher="nobody"), None) is None


def test_a_key_that_names_nothing_starts_from_the_top(review: Store) -> None:
    assert expected(review)[0] == review.question_after(ANYTHING, "bridge:c9|s9")


def test_what_somebody_skipped_is_out_of_their_queue_only(review: Store) -> None:
    order = expected(review)
    review.skip(order[0], by="ann")
    counts = review.question_counts(QueueFilter(reviewer="ann"))

    assert order[1:] == keys(review, QueueFilter(reviewer="ann"))
    assert order == keys(review, QueueFilter(reviewer="bob"))
    assert order[:1] == keys(review, QueueFilter(reviewer="ann", skipped=True))
    assert (len(order) - 1, 1) == (counts.open, counts.skipped)
    assert 1 == review.unskip(None, by="ann")
    assert order == keys(review, QueueFilter(reviewer="ann"))


def test_an_assignment_stays_with_its_item_and_is_on_record(review: Store) -> None:
    assert 2 == review.assign(["bridge:c1|s1", "bridge:c1|s2", "bridge:c1|s1"], to="bob", by="ann")
    label(review, "s3")
    items = {item.key: item.assignee for item in review.questions(ANYTHING).rows}

    assert ("bob", "bob") == (items["bridge:c1|s1"], items["bridge:c1|s2"])
    assert 2 == review.question_counts(QueueFilter(reviewer="bob")).mine
    assert ("assigned", "bob") == (review.audit_events()[0].action, review.audit_events()[0].subject)
    assert 0 == review.assign(["bridge:c1|s1"], to="bob", by="ann")
    assert 1 == review.assign(["bridge:c1|s1"], to=None, by="ann")


@pytest.mark.parametrize(
    "deed",
    [
        lambda store: store.skip("bridge:c9|s1", by="ann"),
        lambda store: store.assign(["bridge:c1|s1", "bridge:c9|s1"], to="bob", by="ann"),
        lambda store: store.ask_second_opinion("nonsense", by="ann", reason=""),
        lambda store: store.target_of("nonsense"),
        lambda store: store.target_of("bridge:c1|s77"),
        lambda store: store.target_of("bridge:c1|~|s1|s2|cites"),
    ],
)
def test_a_key_of_no_question_is_refused_and_nothing_is_kept(review: Store, deed: Callable[[Store], object]) -> None:
    with pytest.raises(UnknownId):
        deed(review)

    assert 0 == review.question_counts(QueueFilter(reviewer="bob")).mine
    assert 1 == len(review.audit_events())


def test_the_target_of_a_question_whose_claim_is_gone_is_no_longer_there(review: Store, bridge: Case) -> None:
    put(review, replace(bridge, claims=bridge.claims[:1], evidence=bridge.evidence[:3]))

    with pytest.raises(NoLongerThere, match="not in the data any more since 2026-01-01"):
        review.target_of("bridge:c2|s3")


ODD = ["a|b", "100%", "né:e", "~", "x\x1fy", "x" * 900, "\x00", "\ud800", "%7C", " "]


@pytest.mark.parametrize("odd", ODD)
def test_the_key_of_any_id_leads_back_to_its_target(review: Store, odd: str) -> None:
    other = f"{odd}'"
    put(
        review,
        Case(
            "odd",
            claims=(Claim(odd, "A claim."),),
            sources=(Source(odd), Source(other)),
            evidence=(Evidence("e", odd, odd), Evidence("f", odd, other)),
            edges=(Edge(odd, other, Relation.CITES, EdgeStatus.SUSPECTED),),
        ),
    )
    found = review.questions(QueueFilter(dataset="odd")).rows

    assert 3 == len(found)
    for item in found:
        assert (f"odd:{odd}", item.source_id, item.edge_key) == review.target_of(item.key)
        assert not set("\x00\x1f") & set(item.key)


@pytest.mark.parametrize("key", ["", "a", "a:b", "a:b|", "a:b|c|d", ":|"])
def test_what_is_no_key_is_refused_or_names_nothing(review: Store, key: str) -> None:
    with pytest.raises(UnknownId):
        review.target_of(key)


def test_a_key_is_read_back_as_it_was_written() -> None:
    asked = read_key(edge_question("d", "c|1", "a\x1fb%\x1fcites"))

    assert ("d", "c|1", None, "a\x1fb%\x1fcites") == (asked.dataset, asked.claim, asked.source, asked.edge)


def test_an_edge_the_data_state_twice_is_asked_once_a_claim(review: Store, bridge: Case) -> None:
    twice = (*bridge.edges, Edge("s3", "s1", Relation.DERIVES_FROM, EdgeStatus.SUSPECTED, probability=0.2))
    put(review, replace(bridge, edges=twice))

    assert ["bridge:c1", "bridge:c2"] == sorted(
        item.uid for item in review.questions(QueueFilter(kind=WorkKind.EDGE)).rows
    )


def test_an_item_that_does_not_count_is_not_asked_about(review: Store) -> None:
    put(
        review,
        Case(
            "against",
            claims=(Claim("c", "A claim."),),
            sources=(Source("s"), Source("gone", retracted=True)),
            evidence=(Evidence("e", "c", "s", stance=Stance.REFUTES), Evidence("f", "c", "gone")),
        ),
    )

    assert 0 == review.questions(QueueFilter(dataset="against")).total


def test_the_same_ids_in_two_data_sets_are_apart(review: Store, bridge: Case) -> None:
    """MUS-07: both load, and a label in one leaves the other."""
    put(review, replace(bridge, dataset="south"))
    label(review, "s1")

    assert "bridge:c1|s1" not in keys(review)
    assert "south:c1|s1" in keys(review)
    assert Dependence.DEPENDENT is review.dossier("bridge:c1").labels["s1"].state
    assert "s1" not in review.dossier("south:c1").labels


def test_the_lists_show_the_same_figures_as_the_claims_after_every_label(review: Store) -> None:
    for number, source in enumerate(("s1", "s2", "s3")):
        label(review, source, tuple(Dependence)[number % 2])
        for row in review.claims().rows:
            found = assess(review.dossier(row.uid), review.current_policy("bridge"))

            assert (row.eie, row.aware, row.decision) == (found.eie, found.aware, found.decision)
        assert expected(review) == keys(review)


def test_no_answer_is_shown_where_a_claim_has_none(review: Store) -> None:
    put(review, Case("lone", claims=(Claim("c", "x"),), sources=(Source("s"),), evidence=(Evidence("e", "c", "s"),)))

    assert () == review.question_counts(QueueFilter(dataset="lone")).answers
    assert 1 == review.question_counts(QueueFilter(dataset="lone")).open


def test_a_long_answer_is_shown_by_its_beginning(review: Store) -> None:
    long = Answer("a", "word " * 200)
    case = Case("long", answers=(long,), claims=(Claim("c", "x", "a"),), sources=(Source("s"),))
    put(review, replace(case, evidence=(Evidence("e", "c", "s"),)))
    (choice,) = review.question_counts(QueueFilter(dataset="long")).answers

    assert ("long:a", 120) == (choice.value, len(choice.text))


def test_a_newer_file_keeps_every_label_and_asks_to_confirm_where_the_text_changed(review: Store) -> None:
    """AUD-11: e1 keeps its label, e2 keeps it to be confirmed since its text is another, e3 is unknown."""
    texts = {"e1": "A", "e2": "B"}

    def version(texts: dict[str, str]) -> Case:
        sources = tuple(Source(f"d-{name}") for name in texts)
        evidence = tuple(Evidence(name, "c", f"d-{name}", text) for name, text in texts.items())
        return Case("aud", claims=(Claim("c", "x"),), sources=sources, evidence=evidence)

    put(review, version(texts))
    label(review, "d-e1", Dependence.DEPENDENT, dataset="aud")
    label(review, "d-e2", Dependence.INDEPENDENT, dataset="aud")
    put(review, version({"e1": "A", "e2": "B changed", "e3": "C"}))
    labels = review.dossier("aud:c").labels

    assert (Dependence.DEPENDENT, False) == (labels["d-e1"].state, labels["d-e1"].outdated)
    assert (Dependence.INDEPENDENT, True) == (labels["d-e2"].state, labels["d-e2"].outdated)
    assert "d-e3" not in labels
    assert ["aud:c|d-e3"] == keys(review, QueueFilter(dataset="aud"))


@pytest.mark.parametrize("probability", [n / 100 for n in range(101)])
def test_a_band_is_called_what_the_detectors_call_it(probability: float) -> None:
    assert band_name(probability) == band_of(probability)
