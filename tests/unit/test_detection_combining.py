"""From findings to proposals: one per pair, nothing that is settled, rejections remembered, circles opened."""

import random
from dataclasses import replace
from types import MappingProxyType

import pytest

from core.detection import DETECTORS, Document, Rejection, detect
from core.detection.bands import prior_band
from core.detection.calibration import SHIPPED, RuleCount
from core.detection.circles import circles
from core.detection.combining import proposals_of
from core.detection.testing import Prose
from core.detection.types import Finding, Ground, Span
from core.model import Edge
from core.states import EdgeStatus, Relation, SourceKind

STORY = Prose(1).text(150)
PAIR = [Document("a", text=STORY), Document("b", text=STORY)]


def finding(
    start: str,
    end: str,
    rule: str = "wire_credit",
    *,
    relation: Relation = Relation.SYNDICATES,
    directed: bool = True,
    probability: float = 0.85,
    shared: int | None = None,
) -> Finding:
    ground = Ground(rule, f"{start} {end}", Span(start, "text", f"words of {rule}"))
    return Finding(rule, start, end, relation, directed, probability, prior_band(probability), (ground,), shared=shared)


def combined(*findings: Finding, existing: tuple[Edge, ...] = (), rejected: tuple[Rejection, ...] = ()):  # type: ignore[no-untyped-def]
    return proposals_of(findings, SHIPPED, existing, rejected)


def test_one_pair_has_one_proposal_with_all_its_evidence() -> None:
    (proposal,), _ = combined(
        finding("a", "b"),
        finding("a", "b", "cross_domain_canonical", relation=Relation.REPUBLISHES, probability=0.95),
        finding("b", "a", "text_reuse", relation=Relation.COPIED_FROM, directed=False, probability=0.97, shared=40),
    )

    assert ("a", "b", Relation.REPUBLISHES, "from->to") == (
        proposal.from_id,
        proposal.to_id,
        proposal.relation,
        proposal.direction,
    )
    assert "cross_domain_canonical" == proposal.rule
    assert 0.97 == proposal.probability
    assert 40 == proposal.shared
    assert {"wire_credit", "cross_domain_canonical", "text_reuse"} == {ground.rule for ground in proposal.evidence}
    assert "cross_domain_canonical" == proposal.evidence[0].rule


def test_shared_text_outweighs_a_mere_citation() -> None:
    (proposal,), _ = combined(
        finding("a", "b", "hyperlink", relation=Relation.CITES, probability=0.6),
        finding("a", "b", "text_reuse", relation=Relation.COPIED_FROM, directed=False, probability=0.97, shared=40),
    )

    assert (Relation.COPIED_FROM, "text_reuse") == (proposal.relation, proposal.rule)
    assert "from->to" == proposal.direction


@pytest.mark.parametrize("status", [EdgeStatus.KNOWN, EdgeStatus.CONFIRMED])
@pytest.mark.parametrize(("start", "end"), [("a", "b"), ("b", "a")])
def test_a_pair_joined_by_a_known_or_confirmed_edge_is_not_proposed(status: EdgeStatus, start: str, end: str) -> None:
    assert () == detect(PAIR, existing=[Edge(start, end, Relation.COPIED_FROM, status)]).proposals


def test_a_pair_with_a_weak_or_suspected_edge_is_still_proposed() -> None:
    for edge in (
        Edge("a", "b", Relation.MENTIONS),
        Edge("a", "b", Relation.COPIED_FROM, EdgeStatus.SUSPECTED),
    ):
        assert 1 == len(detect(PAIR, existing=[edge]).proposals)


def test_two_copies_of_one_known_origin_are_not_proposed() -> None:
    known = [Edge(one, "wire-77", Relation.SYNDICATES) for one in ("a", "b")]

    assert () == detect(PAIR, existing=known).proposals


def test_two_papers_that_cite_one_study_may_still_copy_each_other() -> None:
    known = [Edge(one, "study", Relation.CITES) for one in ("a", "b")]

    assert 1 == len(detect(PAIR, existing=known).proposals)


def test_copies_of_two_copies_of_one_origin_are_not_proposed() -> None:
    known = [
        Edge("a", "m", Relation.REPUBLISHES),
        Edge("m", "wire", Relation.SYNDICATES),
        Edge("b", "wire", Relation.SYNDICATES),
    ]

    assert () == detect(PAIR, existing=known).proposals


def test_two_that_took_a_part_from_one_origin_may_have_taken_the_rest_from_each_other() -> None:
    known = [Edge(one, "release", Relation.DERIVES_FROM, strength=0.5) for one in ("a", "b")]

    assert 1 == len(detect(PAIR, existing=known).proposals)


def test_an_origin_that_is_known_gets_no_second_name() -> None:
    told = Document("a", text="HARBOUR (Northwire) - The quay is shut.")
    known = [Edge("a", "wire-77", Relation.SYNDICATES)]

    assert 1 == len(detect([told]).proposals)
    assert () == detect([told], existing=known).proposals


def test_a_wire_story_the_data_names_is_the_origin() -> None:
    told = Document("a", text="HARBOUR (Northwire) - The quay is shut.")
    node = Document("w-1", title="Northwire, morning file", kind=SourceKind.WIRE_STORY, retrieved=False)

    assert [("a", "w-1", None)] == [(p.from_id, p.to_id, p.upstream) for p in detect([told, node]).proposals]


def test_a_copy_of_a_copy_is_not_proposed_for_the_origin() -> None:
    known = [Edge("a", "m", Relation.COPIED_FROM), Edge("m", "b", Relation.COPIED_FROM)]

    assert () == detect(PAIR, existing=known).proposals


def test_a_rejection_is_remembered_for_the_same_evidence() -> None:
    (proposal,) = detect(PAIR).proposals

    assert () == detect(PAIR, rejected=[Rejection(proposal.pair, proposal.grounds)]).proposals


def test_a_rejected_pair_comes_back_on_new_evidence() -> None:
    (proposal,) = detect(PAIR).proposals
    no = Rejection(proposal.pair, proposal.grounds)
    html = '<head><link rel="canonical" href="https://post.example.net/quay-1"></head>'
    told = [
        replace(PAIR[0], url="https://ledger.example.com/quay-1", html=html),
        replace(PAIR[1], url="https://post.example.net/quay-1"),
    ]

    assert ["cross_domain_canonical"] == [one.rule for one in detect(told, rejected=[no]).proposals]


def test_a_rejection_of_another_pair_changes_nothing() -> None:
    (proposal,) = detect(PAIR).proposals

    assert 1 == len(detect(PAIR, rejected=[Rejection(frozenset(("a", "z")), proposal.grounds)]).proposals)


def test_an_edge_the_data_holds_as_rejected_is_not_proposed_by_the_same_rule_or_after_a_person() -> None:
    for rule in ("text_reuse", None):
        edge = Edge("b", "a", Relation.COPIED_FROM, EdgeStatus.REJECTED, rule=rule)
        assert () == detect(PAIR, existing=[edge]).proposals
    other = Edge("b", "a", Relation.COPIED_FROM, EdgeStatus.REJECTED, rule="wire_credit")
    assert 1 == len(detect(PAIR, existing=[other]).proposals)


def test_each_claiming_the_other_as_original_leaves_the_direction_open() -> None:
    (proposal,), remarks = combined(finding("a", "b"), finding("b", "a", "originally_published", probability=0.9))

    assert "unknown" == proposal.direction
    assert ["each-claims-the-other"] == [remark.code for remark in remarks]


def test_two_documents_that_cite_each_other_contradict_nothing() -> None:
    links = [finding(*ends, "hyperlink", relation=Relation.CITES, probability=0.6) for ends in ("ab", "ba")]
    (proposal,), remarks = combined(*links)

    assert ("unknown", ()) == (proposal.direction, remarks)


def test_who_copied_whom_is_not_decided_by_who_cites_whom() -> None:
    (proposal,), _ = combined(
        finding("a", "b"), finding("b", "a", "hyperlink", relation=Relation.CITES, probability=0.6)
    )

    assert ("a", "b", "from->to") == (proposal.from_id, proposal.to_id, proposal.direction)


def test_a_circle_of_three_leaves_every_direction_open_and_a_chain_none() -> None:
    circle, remarks = combined(finding("a", "b"), finding("b", "c"), finding("c", "a"), finding("c", "d"))

    assert {"a": "unknown", "b": "unknown"} == {p.from_id: p.direction for p in circle if p.from_id in "ab"}
    assert ["from->to"] == [p.direction for p in circle if p.to_id == "d"]
    assert ["circle"] == [remark.code for remark in remarks]


def test_a_document_never_depends_on_itself() -> None:
    assert ((), ()) == combined(finding("a", "a"))


def test_the_surest_proposal_comes_first() -> None:
    found, _ = combined(finding("a", "b", probability=0.5), finding("c", "d", probability=0.9))

    assert ["c", "a"] == [proposal.from_id for proposal in found]


def test_the_order_of_the_findings_changes_nothing() -> None:
    findings = [
        finding("a", "b"),
        finding("b", "a", "text_reuse", relation=Relation.COPIED_FROM, directed=False, probability=0.97, shared=40),
        finding("b", "c"),
        finding("c", "a"),
        finding("a", "b", "stated_origin"),
    ]
    first = combined(*findings)
    for seed in range(10):
        random.Random(seed).shuffle(findings)
        assert first == combined(*findings)


def test_verdicts_on_a_rule_replace_its_expert_prior() -> None:
    learned = replace(SHIPPED, rules=MappingProxyType({"wire_credit": RuleCount("wire_credit", 12, 24)}))
    (proposal,), _ = proposals_of([finding("a", "b")], learned, (), ())

    assert 0.5 == proposal.probability
    assert ("refitted", 24) == (proposal.band.basis, proposal.band.n)


def test_a_few_verdicts_do_not() -> None:
    learned = replace(SHIPPED, rules=MappingProxyType({"wire_credit": RuleCount("wire_credit", 0, 5)}))
    (proposal,), _ = proposals_of([finding("a", "b")], learned, (), ())

    assert 0.85 == proposal.probability


def test_every_rule_is_listed_once_and_text_last() -> None:
    assert len(DETECTORS) == len({module.NAME for module in DETECTORS.values()})
    assert "text_reuse" == list(DETECTORS)[-1]


def test_circles_are_found_apart_from_what_only_touches_them() -> None:
    edges = [("a", "b"), ("b", "a"), ("b", "c"), ("c", "d"), ("d", "e"), ("e", "c"), ("x", "a"), ("e", "y")]

    assert [("a", "b"), ("c", "d", "e")] == circles(edges)


def test_a_long_chain_has_no_circle_and_a_long_circle_is_one() -> None:
    chain = [(f"n{number:05}", f"n{number + 1:05}") for number in range(20_000)]

    assert [] == circles(chain)
    assert [20_001] == [len(circle) for circle in circles([*chain, ("n20000", "n00000")])]
