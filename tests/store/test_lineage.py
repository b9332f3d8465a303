"""Kept lineage: proposals as suspected edges, verdicts on their evidence, documents that are one, retractions."""

from dataclasses import replace

import pytest

from core.errors import InvalidInput, StaleVersion, UnknownId
from core.kinship import ProposalFilter
from core.model import Case, Edge, Source
from core.proposed import Band, Direction, Ground, Proposal, Span
from core.states import EdgeStatus, Relation, SourceKind
from core.store import UNSEEN, FoundLineage, GivenProposal, KeptLineage, Store
from core.work import QueueFilter, WorkKind

FILE = {"file": "bridge.json", "file_digest": "0" * 64, "format": "package", "by": "ann"}
KEY = "bridge:s2|s3"


@pytest.fixture(autouse=True)
def _bridge(review: Store, bridge: Case) -> None:
    review.import_case(bridge, **FILE)


def proposal(
    one: str = "s3",
    other: str = "s2",
    *,
    words: str = "the bridge opened in May",
    relation: Relation = Relation.COPIED_FROM,
    direction: Direction = "from->to",
    probability: float = 0.97,
    upstream: Source | None = None,
) -> Proposal:
    ground = Ground(
        "text_reuse", "nine words in a row", Span(one, "text", words, 0, 5), Span(other, "text", words, 0, 5)
    )
    return Proposal(
        one,
        other,
        relation,
        direction,
        probability,
        Band("near certain", 0.9, 0.99, 75, "measured"),
        "text_reuse",
        (ground,),
        upstream=upstream,
        shared=12,
    )


def keep(
    store: Store, *proposals: Proposal, merges: tuple[tuple[str, str, str], ...] = (), complete: bool = True
) -> KeptLineage:
    return store.keep_lineage("bridge", FoundLineage(proposals, merges, complete, {}), by="ann")


def judge(store: Store, status: EdgeStatus | None, key: str = KEY, *, by: str = "ann", **more: object) -> object:
    return store.judge_proposals([GivenProposal(key, status, **more)], by=by, reason="because")  # type: ignore[arg-type]


def edge(store: Store, claim: str = "c1", rule: str = "text_reuse") -> Edge | None:
    return next((edge for edge in store.dossier(f"bridge:{claim}").edges if edge.rule == rule), None)


def line(store: Store, key: str = KEY) -> tuple[str, int | None]:
    found = store.proposal(key)[0]
    return found.status, found.expected_event


def test_a_proposal_becomes_a_suspected_edge_of_every_claim_it_touches(review: Store) -> None:
    kept = keep(review, proposal())

    assert 1 == kept.new
    for claim in ("c1", "c2"):
        found = edge(review, claim)
        assert found is not None
        assert ("s3", "s2", EdgeStatus.SUSPECTED, 0.97) == (
            found.from_id,
            found.to_id,
            found.status,
            found.probability,
        )


def test_an_open_proposal_widens_the_range_and_leaves_the_figures(review: Store) -> None:
    before = review.claims(dataset="bridge").rows
    keep(review, proposal())

    assert before == review.claims(dataset="bridge").rows


def test_an_open_proposal_waits_in_the_queue_with_its_rule_and_band(review: Store) -> None:
    keep(review, proposal())

    rows = review.questions(QueueFilter(kind=WorkKind.EDGE, rule="text_reuse")).rows
    assert [("c1", "near certain"), ("c2", "near certain")] == sorted((row.claim_id, row.band) for row in rows)


def test_the_same_run_again_changes_nothing(review: Store) -> None:
    keep(review, proposal())
    again = keep(review, proposal())

    assert (0, 1, 0) == (again.new, again.known, again.withdrawn)
    assert 1 == review.proposals(ProposalFilter()).total


def test_confirming_makes_the_edge_count(review: Store) -> None:
    keep(review, proposal())
    before = review.claims(dataset="bridge").rows[0].eie
    judge(review, EdgeStatus.CONFIRMED)

    assert "confirmed" == line(review)[0]
    assert review.claims(dataset="bridge").rows[0].eie < before
    assert 0 == review.questions(QueueFilter(rule="text_reuse")).total


def test_a_verdict_in_the_queue_is_the_verdict_on_the_proposal(review: Store) -> None:
    keep(review, proposal())
    found = edge(review)
    assert found is not None
    given = {"dataset": "bridge", "edge_key": found.key, "reason": "", "by": "bob", "seen": {}}
    event = review.append_verdict(**given, status=EdgeStatus.REJECTED, expected_event=None)

    assert ("rejected", event.number) == line(review)
    review.undo(event.number, by="bob")
    assert ("open", None) == line(review)


def test_a_rejection_is_remembered_with_its_evidence(review: Store) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.REJECTED)
    [rejection] = review.lineage_basis("bridge").rejections

    assert frozenset({"s2", "s3"}) == rejection.pair
    assert proposal().grounds == rejection.grounds
    assert (0, 1) == ((kept := keep(review, proposal())).new, kept.rejected)
    assert "rejected" == line(review)[0]


def test_new_evidence_opens_a_rejected_pair_again(review: Store) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.REJECTED)
    kept = keep(review, proposal(words="traffic began in the spring of that year"))

    assert 1 == kept.new
    assert ("open", None) == line(review)
    found = edge(review)
    assert found is not None
    assert EdgeStatus.SUSPECTED is found.status
    assert 1 == len(review.proposal(KEY)[2])
    judge(review, EdgeStatus.CONFIRMED, expected=None)
    assert "confirmed" == line(review)[0]


def test_what_was_rejected_twice_is_remembered_with_both(review: Store) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.REJECTED)
    keep(review, proposal(words="other words"))
    judge(review, EdgeStatus.REJECTED)

    [rejection] = review.lineage_basis("bridge").rejections
    assert 2 == len(rejection.grounds)


def test_a_proposal_whose_evidence_is_gone_is_withdrawn(review: Store) -> None:
    keep(review, proposal())
    kept = keep(review)

    assert 1 == kept.withdrawn
    assert edge(review) is None
    assert 0 == review.proposals(ProposalFilter()).total
    with pytest.raises(UnknownId):
        review.proposal(KEY)


def test_a_run_that_was_stopped_withdraws_nothing(review: Store) -> None:
    keep(review, proposal())

    assert 0 == keep(review, complete=False).withdrawn
    assert "open" == line(review)[0]


def test_somebody_elses_verdict_meanwhile_is_not_overwritten(review: Store) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.CONFIRMED, by="bob")

    with pytest.raises(StaleVersion, match="bob"):
        judge(review, EdgeStatus.REJECTED, expected=None)
    assert "confirmed" == line(review)[0]


def test_verdicts_on_many_are_given_all_or_none(review: Store) -> None:
    keep(review, proposal(), proposal("s4", "s1", words="closed"))
    given = [
        GivenProposal("bridge:s2|s3", EdgeStatus.REJECTED, expected=UNSEEN),
        GivenProposal("bridge:s1|s4", EdgeStatus.REJECTED, expected=99),
    ]

    with pytest.raises(StaleVersion):
        review.judge_proposals(given, by="ann", reason="")
    assert 2 == review.proposals(ProposalFilter()).total


def test_a_proposal_is_confirmed_as_something_else(review: Store) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.CONFIRMED, relation=Relation.CITES)

    found = edge(review)
    assert found is not None
    assert (Relation.CITES, EdgeStatus.CONFIRMED) == (found.relation, found.status)


def test_a_proposal_is_confirmed_the_other_way_round(review: Store) -> None:
    keep(review, proposal(direction="unknown"))
    judge(review, EdgeStatus.CONFIRMED, direction="to->from")

    edges = {(e.from_id, e.to_id): e.status for e in review.dossier("bridge:c1").edges}
    assert EdgeStatus.CONFIRMED is edges["s2", "s3"]
    assert EdgeStatus.REJECTED is edges["s3", "s2"]
    assert "confirmed" == line(review)[0]


@pytest.mark.parametrize("direction", ["from->to", "to->from"])
def test_ones_own_verdict_is_taken_back_whole(review: Store, direction: str) -> None:
    keep(review, proposal())
    before = review.dossier("bridge:c1").edges
    judge(review, EdgeStatus.CONFIRMED, direction=direction)
    judge(review, None)

    assert ("open", None) == line(review)
    assert before == review.dossier("bridge:c1").edges
    with pytest.raises(InvalidInput, match="is open"):
        judge(review, None)


def test_somebody_elses_rejection_is_reopened_against_them(review: Store) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.REJECTED, by="bob")
    judge(review, None)

    found = review.proposal(KEY)[0]
    assert ("open", True) == (found.status, found.disputed)


def test_a_node_that_only_detection_knows_stands_upstream_and_leaves_with_its_edge(review: Store) -> None:
    wire = Source("Northwire story", "Northwire story (not retrieved)", SourceKind.WIRE_STORY, retrieved=False)
    keep(review, proposal("s2", "Northwire story", relation=Relation.SYNDICATES, upstream=wire))

    sources = {source.id: source for source in review.dossier("bridge:c1").sources}
    assert wire == sources["Northwire story"]
    assert "Northwire story" not in {source.id for source, _ in review.lineage_basis("bridge").documents}
    keep(review)
    assert "Northwire story" not in {source.id for source in review.dossier("bridge:c1").sources}


def test_the_next_import_leaves_proposals_alone(review: Store, bridge: Case) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.CONFIRMED)
    report = review.import_case(replace(bridge, about="Told again."), **FILE)

    assert (0, 0) == (report.removed, report.added)
    assert "confirmed" == line(review)[0]


def test_a_proposal_leaves_with_the_document_it_is_about(review: Store, bridge: Case) -> None:
    keep(review, proposal())
    without = replace(
        bridge,
        sources=tuple(source for source in bridge.sources if source.id != "s2"),
        evidence=tuple(item for item in bridge.evidence if item.source_id != "s2"),
        edges=bridge.edges[1:],
    )
    review.import_case(without, **FILE)

    assert edge(review) is None
    assert 0 == review.proposals(ProposalFilter()).total


def test_a_file_that_states_the_edge_takes_the_place_of_the_proposal(review: Store, bridge: Case) -> None:
    keep(review, proposal())
    review.import_case(replace(bridge, edges=(*bridge.edges, Edge("s3", "s2", Relation.COPIED_FROM))), **FILE)

    [found] = [e for e in review.dossier("bridge:c1").edges if (e.from_id, e.to_id) == ("s3", "s2")]
    assert (EdgeStatus.KNOWN, None) == (found.status, found.rule)
    assert 0 == review.proposals(ProposalFilter()).total


def test_a_suspicion_that_the_data_state_gets_the_evidence(review: Store) -> None:
    keep(review, proposal("s3", "s1", relation=Relation.DERIVES_FROM))

    [found] = [e for e in review.dossier("bridge:c1").edges if e.from_id == "s3"]
    assert (0.7, None) == (found.probability, found.rule)
    judge(review, EdgeStatus.REJECTED, "bridge:s1|s3")
    assert "rejected" == line(review, "bridge:s1|s3")[0]


def test_a_past_day_knows_the_proposals_of_that_day(review: Store) -> None:
    before = review.moment_at(review.moment())
    keep(review, proposal())
    after = review.moment_at(review.moment())

    assert 2 == len(review.dossier_then("bridge:c1", before)[0].edges)
    assert 3 == len(review.dossier_then("bridge:c1", after)[0].edges)
    assert ["import", "detection"] == [happening.kind for happening in review.happenings("bridge:c1")]


def test_the_record_of_it_all_is_whole(review: Store) -> None:
    keep(review, proposal(), merges=(("s1", "s4", "both state the same DOI"),))
    judge(review, EdgeStatus.REJECTED)
    review.set_retracted("bridge:s2", True, by="ann", reason="withdrawn", expected=None)

    assert () == review.verify_chain()[1]


def test_lists_filter_count_and_search(review: Store) -> None:
    keep(review, proposal(), proposal("s4", "s1", words="closed", probability=0.5))
    judge(review, EdgeStatus.REJECTED, "bridge:s1|s4")
    counts = review.proposal_counts(ProposalFilter())

    assert (1, {"open": 1, "confirmed": 0, "rejected": 1}) == (counts.total, dict(counts.by_status))
    assert {"text_reuse": 1} == dict(counts.by_rule)
    assert [KEY] == [row.key for row, _ in review.proposals(ProposalFilter(search="quay")).rows]
    assert [] == list(review.proposals(ProposalFilter(search="no such words")).rows)
    assert 1 == review.proposals(ProposalFilter(status="rejected", source_id="s4")).total
    assert 2 == review.proposals(ProposalFilter(status=None, rule="text_reuse", band="near certain")).total


def test_a_proposal_stands_again_when_the_import_that_ended_it_is_taken_back(review: Store, bridge: Case) -> None:
    keep(review, proposal())
    judge(review, EdgeStatus.REJECTED)
    stated = replace(bridge, edges=(*bridge.edges, Edge("s3", "s2", Relation.COPIED_FROM)))
    batch = review.import_case(stated, **FILE).batch
    assert batch is not None
    review.undo_import(batch, by="ann")

    assert "rejected" == line(review)[0]
    assert (0, 1) == ((kept := keep(review, proposal())).new, kept.rejected)
    judge(review, None)
    assert EdgeStatus.SUSPECTED is getattr(edge(review), "status", None)
