"""The source registry: documents that are one, whichever way they became so, retractions, and past days of both."""

from dataclasses import replace

import pytest

from core.assessment import assess
from core.errors import InvalidInput, InvalidParameter, StaleVersion, UnknownId
from core.kinship import SourceFilter
from core.model import Case, Dossier, Edge, Source
from core.results import LabelEvent
from core.states import Dependence, EdgeStatus, Relation, SourceKind
from core.store import Store
from core.work import AuditFilter, QueueFilter

FILE = {"file": "bridge.json", "file_digest": "0" * 64, "format": "package", "by": "ann"}


@pytest.fixture(autouse=True)
def _bridge(review: Store, bridge: Case) -> None:
    review.import_case(bridge, **FILE)


def merge(store: Store, *ids: str, by: str = "ann") -> tuple[LabelEvent, ...]:
    return store.merge("bridge", ids, by=by, reason="one document")


def unmerge(store: Store, *ids: str, by: str = "ann") -> tuple[LabelEvent, ...]:
    return store.unmerge("bridge", ids, by=by, reason="not one")


def retract(store: Store, source: str, yes: bool = True, expected: int | None = None, by: str = "ann") -> LabelEvent:
    return store.set_retracted(f"bridge:{source}", yes, by=by, reason="because", expected=expected)[0]


def label(store: Store, source: str, state: Dependence, expected: int | None = None, by: str = "ann") -> LabelEvent:
    return store.append_label(
        dataset="bridge",
        source_id=source,
        claim_id=None,
        state=state,
        weight=None,
        reason="",
        by=by,
        seen={},
        expected_event=expected,
    )


def claim(store: Store, name: str = "c1") -> Dossier:
    return store.dossier(f"bridge:{name}")


def test_merged_documents_are_one_node_under_the_first_id(review: Store) -> None:
    merge(review, "s3", "s2")

    dossier = claim(review)
    assert ["s1", "s2"] == sorted(source.id for source in dossier.sources)
    assert ["s1", "s2", "s2"] == [item.source_id for item in dossier.evidence]
    assert ["s2"] == [item.source_id for item in claim(review, "c2").evidence[:1]]


def test_edges_of_a_merged_document_keep_the_key_they_were_stated_with(review: Store) -> None:
    merge(review, "s3", "s2")

    suspected = next(edge for edge in claim(review).edges if edge.status is EdgeStatus.SUSPECTED)
    assert ("s2", "s1") == (suspected.from_id, suspected.to_id)
    assert Edge("s3", "s1", Relation.DERIVES_FROM).key == suspected.key
    given = {"dataset": "bridge", "edge_key": suspected.key, "reason": "", "by": "ann", "seen": {}}
    review.append_verdict(**given, status=EdgeStatus.REJECTED, expected_event=None)
    assert EdgeStatus.REJECTED in {edge.status for edge in claim(review).edges}


def test_an_edge_between_documents_that_are_one_is_none(review: Store) -> None:
    merge(review, "s1", "s2")

    assert ["s1"] == [edge.to_id for edge in claim(review).edges]
    assert ["s3"] == [edge.from_id for edge in claim(review).edges]


def test_the_lists_and_the_queue_follow_a_merge(review: Store) -> None:
    before = review.claims(dataset="bridge").rows[0]
    merge(review, "s1", "s2", "s3")
    after = review.claims(dataset="bridge").rows[0]

    assert (3, 1) == (before.sources, after.sources)
    assert assess(claim(review), review.current_policy("bridge")).eie == after.eie <= 1.0
    assert ["s1"] == [row.source_id for row in review.questions(QueueFilter()).rows if row.claim_id == "c1"]


def test_a_label_on_any_of_them_counts_for_all(review: Store) -> None:
    event = label(review, "s2", Dependence.INDEPENDENT)
    merge(review, "s1", "s2")

    assert Dependence.INDEPENDENT is claim(review).labels["s1"].state
    with pytest.raises(StaleVersion):
        label(review, "s1", Dependence.DEPENDENT)
    label(review, "s1", Dependence.DEPENDENT, expected=event.number)
    assert Dependence.DEPENDENT is claim(review).labels["s1"].state
    assert [event.number + 2] == [t.expected_event for t in review.source_standings("bridge", ["s1"]).targets]


def test_of_different_stated_labels_the_most_cautious_counts(review: Store, bridge: Case) -> None:
    states = {"s1": Dependence.INDEPENDENT, "s2": Dependence.DEPENDENT}
    sources = tuple(replace(source, dependence=states.get(source.id)) for source in bridge.sources)
    review.import_case(replace(bridge, sources=sources), **FILE)
    merge(review, "s1", "s2")

    assert Dependence.DEPENDENT is claim(review).labels["s1"].state


def test_taking_one_out_leaves_the_others_together(review: Store) -> None:
    before = claim(review)
    merge(review, "s1", "s2", "s3")
    unmerge(review, "s1")

    assert {"s1", "s2"} == {source.id for source in claim(review).sources}
    unmerge(review, "s3")
    assert before == claim(review)


def test_merging_is_undone_by_its_own_undo(review: Store) -> None:
    before = claim(review)
    [event] = merge(review, "s1", "s2")
    review.undo(event.number, by="ann")

    assert before == claim(review)
    with pytest.raises(InvalidInput, match="merged with no other"):
        unmerge(review, "s1")


def test_anybody_can_take_apart_what_another_merged(review: Store) -> None:
    before = claim(review)
    merge(review, "s1", "s2", by="ann")
    unmerge(review, "s2", by="bob")

    assert before == claim(review)
    assert frozenset({frozenset({"s1", "s2"})}) == review.lineage_basis("bridge").apart


def test_what_cannot_be_merged_is_refused(review: Store) -> None:
    merge(review, "s1", "s2")

    for ids, error in ((("s1",), InvalidInput), (("s1", "s2"), InvalidInput), (("s1", "no"), UnknownId)):
        with pytest.raises(error):
            merge(review, *ids)


def test_a_past_day_has_what_was_one_then(review: Store) -> None:
    merge(review, "s1", "s2")
    then = review.moment_at(review.moment())
    unmerge(review, "s2")
    retract(review, "s1")

    sources = review.dossier_then("bridge:c1", then)[0].sources
    assert ["s1", "s3"] == sorted(source.id for source in sources)
    assert not any(source.retracted for source in sources)
    kinds = [happening.event.kind for happening in review.happenings("bridge:c1") if happening.event is not None]
    assert ["merge", "merge", "retraction"] == kinds


def test_the_record_says_what_was_merged_and_retracted(review: Store) -> None:
    merge(review, "s1", "s2")
    retract(review, "s3")
    lines = review.audit_lines(AuditFilter(chain="label")).rows
    assert [("s3", "retracted"), ("s1", "one document with s2")] == [(row.subject, row.says) for row in lines]
    assert 0 == review.overview().human_labels


def test_a_retracted_source_has_nothing_of_its_own(review: Store) -> None:
    label(review, "s1", Dependence.INDEPENDENT)
    before = review.claims(dataset="bridge").rows[0].eie
    event = retract(review, "s1")

    assert claim(review).sources[0].retracted
    assert before > review.claims(dataset="bridge").rows[0].eie
    with pytest.raises(InvalidInput, match="retracted already"):
        retract(review, "s1", expected=event.number)
    with pytest.raises(StaleVersion, match="ann"):
        retract(review, "s1", yes=False, by="bob")
    retract(review, "s1", yes=False, expected=event.number, by="bob")
    assert before == review.claims(dataset="bridge").rows[0].eie


def test_what_the_data_call_retracted_can_be_said_not_to_be(review: Store, bridge: Case) -> None:
    sources = tuple(replace(source, retracted=source.id == "s1") for source in bridge.sources)
    review.import_case(replace(bridge, sources=sources), **FILE)
    retract(review, "s1", yes=False)

    assert not claim(review).sources[0].retracted
    assert 0 == review.sources(SourceFilter(retracted=True)).total


def test_a_retraction_of_one_holds_for_all_that_are_one(review: Store) -> None:
    merge(review, "s1", "s2")
    event = retract(review, "s2")
    assert claim(review).sources[0].retracted
    retract(review, "s1", yes=False, expected=event.number)

    assert not claim(review).sources[0].retracted


def test_the_registry_lists_searches_and_orders(review: Store) -> None:
    merge(review, "s1", "s2")
    retract(review, "s4")

    def ids(order: str = "id", descending: bool = False, **wanted: object) -> list[str]:
        page = review.sources(SourceFilter(**wanted), order=order, descending=descending)  # type: ignore[arg-type]
        assert page.total == len(page.rows)
        return [line.id for line in page.rows]

    assert ["s1", "s3", "s4"] == ids()
    assert ["s4", "s3", "s1"] == ids(descending=True)
    assert ["s1"] == ids(search="at fifty")
    assert ["s1"] == ids(publisher="Evening Post")
    assert ["s1"] == ids(merged_only=True)
    assert ["s4"] == ids(retracted=True)
    assert ["s1", "s3"] == ids(retracted=False)
    assert ["s1", "s3", "s4"] == ids(kind=SourceKind.DOCUMENT)
    assert [] == ids(dataset="other")
    assert "s4" == ids("claims")[0]
    assert "s1" == ids("downstream", descending=True)[0]
    assert "s1" == ids("versions", descending=True)[0]
    assert "s3" == ids("upstream", descending=True)[0]
    with pytest.raises(InvalidParameter):
        review.sources(SourceFilter(), order="colour")
    assert 1 == len(review.sources(SourceFilter(), page=2, size=2, order="claims").rows)


def test_a_source_is_shown_with_everything_around_it(review: Store, bridge: Case) -> None:
    reworded = tuple(replace(source, text="Other words.") if source.id == "s1" else source for source in bridge.sources)
    review.import_case(replace(bridge, sources=reworded), **FILE)
    label(review, "s2", Dependence.DEPENDENT)
    merge(review, "s1", "s2")
    event = retract(review, "s1")
    file = review.source_file("bridge:s2")

    assert ("s1", 2, 3, True) == (file.line.id, file.line.merged, file.line.versions, file.line.retracted)
    assert [("s1", 2, True), ("s1", 1, False), ("s2", 1, False)] == [
        (version.document_id, version.version, version.reworded) for version in file.versions
    ]
    assert [("s2", "one document", "ann")] == [(member.id, member.because, member.by) for member in file.members]
    assert [("s3", "s1", "s3")] == [(edge.from_id, edge.to_id, line.id) for edge, line in file.downstream]
    assert ["bridge:c1", "bridge:c2"] == [one.uid for one in file.claims.rows]
    assert ["retraction", "merge", "label"] == [one.kind for one in file.events]
    assert event.number == file.retraction_event
    with pytest.raises(UnknownId):
        review.source_file("bridge:no")


def test_the_number_of_claims_is_of_all_that_lean_on_any_of_them(review: Store) -> None:
    merge(review, "s3", "s4")
    [line] = review.sources(SourceFilter(merged_only=True)).rows

    assert 2 == line.claims
    assert ("bridge:c1", "bridge:c2") == review.claims_using("bridge", "s4")


def test_a_document_that_left_the_data_holds_nothing_together_wrongly(review: Store, bridge: Case) -> None:
    merge(review, "s1", "s2", "s3")
    without = replace(
        bridge,
        sources=bridge.sources[1:],
        evidence=bridge.evidence[1:],
        edges=(),
    )
    review.import_case(without, **FILE)

    assert ["s2"] == [source.id for source in claim(review).sources]


def test_a_merge_is_for_its_own_data_set(review: Store, bridge: Case) -> None:
    review.import_case(replace(bridge, dataset="other"), **FILE)
    merge(review, "s1", "s2")

    assert 3 == len(review.dossier("other:c1").sources)


def test_documents_of_the_data_are_read_whole(review: Store) -> None:
    found = review.documents("bridge", ["s3", "no"])
    source, passages = found["s3"]

    assert (["s3"], Source("s3", "A walk along the quay", publisher="Quay Blog")) == (list(found), source)
    assert ("It opened in the thirties.", "It is closed now.") == passages
