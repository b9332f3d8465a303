"""What a claim's figures must say, case by case. Ids in brackets name the field case a test answers."""

from dataclasses import replace

import pytest

from core.assessment import assess
from core.dossier import vertex_of
from core.lineage.graph import Vertex
from core.model import Edge, Label
from core.policy import Policy
from core.states import Decision, Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from core.testing import claim_with

INDEPENDENT = Dependence.INDEPENDENT
UNKNOWN = Dependence.UNKNOWN
DEPENDENT = Dependence.DEPENDENT


def policy(k, **settings):
    return Policy(required=k, prior=settings.pop("prior", 0.2), increment=0.05, **settings)


def figures(found):
    ratio = found.inflation.value
    return (
        round(found.eie, 6),
        round(found.naive, 6),
        round(found.aware, 6),
        None if ratio is None else round(ratio, 6),
    )


def test_sources_that_derive_from_each_other_are_one_circle_with_no_origin():
    """[GRA-01]"""
    found = assess(claim_with("AB", edges=[("A", "B"), ("B", "A")]), policy(5))

    assert found.eie == 0.5
    assert [family.circular for family in found.lineages] == [True]
    assert "circular" in [caution.code for caution in found.cautions]
    assert "two cite each other in a circle with no origin" in found.sentence


def test_a_source_that_names_itself_keeps_its_weight_and_a_notice_says_so():
    """[GRA-03]"""
    found = assess(claim_with("A", edges=[("A", "A")], labels={"A": INDEPENDENT}), policy(1))

    assert figures(found) == (1.0, 0.25, 0.25, 1.0)
    assert [notice.code for notice in found.notices] == ["self_edge"]
    assert not any(family.circular for family in found.lineages)


def test_a_review_of_two_studies_leaves_two_origins():
    """[GRA-05]"""
    dossier = claim_with(
        ["R1", "R2", "REV"], edges=[("REV", "R1"), ("REV", "R2")], labels={"R1": INDEPENDENT, "R2": INDEPENDENT}
    )
    found = assess(dossier, policy(3))

    assert figures(found) == (2.0, 0.35, 0.3, 1.5)
    assert found.lineages[0].origins == ("R1", "R2")
    assert {figure.source_id: figure.weight for figure in found.figures} == {"R1": 1.0, "R2": 1.0, "REV": 0.0}


def test_two_routes_back_to_one_origin_are_one_confirmation():
    """[GRA-07]"""
    edges = [("B", "A"), ("C", "A"), ("D", "B"), ("D", "C")]
    found = assess(claim_with("ABCD", edges=edges, labels={"A": INDEPENDENT}), policy(4))

    assert figures(found) == (1.0, 0.4, 0.25, 4.0)
    assert found.lineages[0].origins == ("A",)


def test_an_origin_nobody_retrieved_ties_its_copies_together():
    """[GRA-09]"""
    dossier = claim_with("BC", edges=[("B", "wire-77"), ("C", "wire-77")], labels={"wire-77": INDEPENDENT})
    found = assess(dossier, policy(2))

    assert figures(found) == (1.0, 0.3, 0.25, 2.0)
    assert len(found.lineages) == 1


def test_an_origin_nobody_has_vouched_for_counts_alpha():
    found = assess(claim_with("BC", edges=[("B", "wire-77"), ("C", "wire-77")]), policy(2))

    assert found.eie == 0.5
    assert found.sentence == (
        "Two sources, about 0.5 pieces of evidence: two derive from one report that nobody has vouched for."
    )


def test_a_mention_alone_leaves_a_document_unknown():
    """[GRA-13]"""
    mention = Edge("B", "A", Relation.MENTIONS)
    found = assess(claim_with("AB", edges=[mention], labels={"A": INDEPENDENT}), policy(2))

    assert {figure.source_id: figure.weight for figure in found.figures} == {"A": 1.0, "B": 0.5}
    assert len(found.lineages) == 2


def test_a_chain_of_5000_sources_is_one_piece_of_evidence():
    """[GRA-14]"""
    names = [f"src-{n}" for n in range(5000)]
    found = assess(
        claim_with(names, edges=list(zip(names[1:], names, strict=False)), labels={"src-0": INDEPENDENT}), policy(5)
    )

    assert found.eie == pytest.approx(1.0)
    assert len(found.withdrawals) == 5000


def test_ai_reports_built_on_an_ai_report_are_flagged():
    """[GRA-17]"""
    names = ["m1", "m2", "m3", "m4", "m5"]
    edges = [("m2", "m1"), ("m3", "m1"), ("m4", "m2"), ("m5", "m3")]
    found = assess(claim_with(names, edges=edges, kinds=dict.fromkeys(names, SourceKind.MODEL_OUTPUT)), policy(5))

    assert found.eie <= 1.0
    assert found.naive == pytest.approx(0.45)
    assert found.aware <= 0.25
    assert "model_origin" in [caution.code for caution in found.cautions]


def test_six_passages_of_one_document_are_one_source():
    """[SCO-05]"""
    found = assess(claim_with(["pdf-1"] * 6, labels={"pdf-1": INDEPENDENT}), policy(6))

    assert figures(found) == (1.0, 0.5, 0.25, 6.0)
    assert (found.items, found.sources) == (6, 1)
    assert found.sentence.startswith("Six passages from one source")


def test_five_pages_of_one_site_are_not_well_supported():
    """[SCO-07]"""
    pages = [f"page {n}" for n in range(5)]
    edges = [(page, "openpedia.example") for page in pages]
    found = assess(claim_with(pages, edges=edges, labels={"openpedia.example": INDEPENDENT}), policy(5))

    assert figures(found) == (1.0, 0.45, 0.25, 5.0)
    assert found.alert
    assert found.decision is Decision.REFUSE


def test_a_retrieval_score_changes_no_figure():
    """[SCO-08]"""
    dossier = claim_with(["e1"])
    scored = replace(dossier, evidence=tuple(replace(item, retrieval_score=0.99) for item in dossier.evidence))

    assert assess(scored, policy(1)) == assess(dossier, policy(1))


def test_unknown_dependence_is_not_independence():
    """[SCO-10]"""
    found = assess(claim_with(["e1", "e2", "e3", "e4"], labels={"e2": UNKNOWN}), policy(4))

    assert figures(found) == (2.0, 0.4, 0.3, 2.0)
    assert found.gamma.value == 0.5
    assert found.unknown_share.value == 1.0


def test_a_partial_label_without_a_weight_is_unknown_and_asks_for_one():
    """[SCO-12]"""
    dossier = replace(claim_with("A"), labels={"A": Label(Dependence.PARTIALLY_DEPENDENT)})
    found = assess(dossier, policy(1))

    assert vertex_of(Label(Dependence.PARTIALLY_DEPENDENT), False) == Vertex()
    assert found.eie == 0.5
    assert [notice.code for notice in found.notices] == ["no_weight"]


def test_nothing_independent_leaves_the_ratio_undefined_with_a_reason():
    """[SCO-13]"""
    found = assess(claim_with("ABCD", labels=dict.fromkeys("ABCD", DEPENDENT)), policy(4))

    assert figures(found) == (0.0, 0.4, 0.2, None)
    assert found.inflation.reason == "no independent evidence"


def test_no_evidence_is_a_state_and_not_a_number():
    """[IMP-03]"""
    found = assess(claim_with([]), policy("all"))

    assert figures(found) == (0.0, 0.2, 0.2, None)
    assert (found.gamma.value, found.gamma.reason) == (None, "no evidence")
    assert found.decision is Decision.REFUSE
    assert found.sentence == "No counted evidence: nothing speaks for this claim yet."


def test_the_ratio_is_taken_before_the_cap():
    """[SCO-16] One documented choice: 1 / gamma, so that a capped naive does not hide copies."""
    labels = {"A": INDEPENDENT, **dict.fromkeys("BCDEFGHIJ", DEPENDENT)}
    found = assess(claim_with("ABCDEFGHIJ", labels=labels), policy(10, prior=0.6))

    assert figures(found) == (1.0, 1.0, 0.65, 10.0)


def test_refuting_and_undecided_items_stand_beside_and_are_never_mixed_in():
    """[SCO-17]"""
    stances = {"D": Stance.REFUTES, "E": Stance.REFUTES, "F": Stance.NEUTRAL}
    found = assess(claim_with("ABCDEF", labels=dict.fromkeys("ABCDEF", INDEPENDENT), stances=stances), policy(3))

    assert figures(found) == (3.0, 0.35, 0.35, 1.0)
    assert [(side.stance, side.items, side.eie) for side in found.sides] == [
        (Stance.REFUTES, 2, 2.0),
        (Stance.NEUTRAL, 1, 1.0),
    ]


def test_a_retracted_source_is_out_and_what_leans_on_it_is_flagged():
    """[SCO-19]"""
    found = assess(claim_with(["s1", "s2"], edges=[("s2", "s1")], retracted=["s1"]), policy(2))

    assert found.items == 1
    assert found.eie == 0.0
    assert found.upstream_retracted == {"s2"}
    assert [figure.why_not for figure in found.figures] == ["the source is retracted", ""]
    assert "upstream_retracted" in [caution.code for caution in found.cautions]


def test_a_label_the_edges_do_not_allow_is_not_obeyed_and_both_readings_are_shown():
    """[SCO-21]"""
    found = assess(claim_with("AB", edges=[("B", "A")], labels=dict.fromkeys("AB", INDEPENDENT)), policy(2))
    (conflict,) = found.conflicts

    assert figures(found) == (1.0, 0.3, 0.25, 2.0)
    assert (conflict.source_id, conflict.allowed, conflict.stated) == ("B", 0.0, 1.0)
    assert (conflict.if_label_right.eie, round(conflict.if_label_right.aware, 6)) == (2.0, 0.3)


def test_going_back_to_the_first_settings_gives_the_first_figures():
    """[SCO-25]"""
    labels = {
        **{f"i{n}": INDEPENDENT for n in range(4)},
        **{f"u{n}": UNKNOWN for n in range(5)},
        **{f"d{n}": DEPENDENT for n in range(6)},
        **{f"p{n}": 0.4 for n in range(3)},
    }
    dossier = claim_with(labels, labels=labels, increment=0.04)
    start = policy(12, prior=0.25)
    first = assess(dossier, start)
    for settings in ({"required": 6}, {"required": 12}, {"alpha": 0.0}, {"alpha": 0.5}):
        start = start.with_(**settings)
        last = assess(dossier, start)

    assert last == first
    assert (round(last.aware, 3), round(last.inflation.value, 2)) == (0.712, 1.56)


@pytest.mark.parametrize(("alpha", "eie", "aware", "ratio"), [(0, 0, 0.2, None), (0.5, 2, 0.3, 2.0), (1, 4, 0.4, 1.0)])
def test_alpha_moves_the_figures_and_alpha_one_is_called_out(alpha, eie, aware, ratio):
    """[SCO-29]"""
    found = assess(claim_with("ABCD"), policy(4, alpha=alpha))

    assert figures(found) == (eie, 0.4, aware, ratio)
    assert ("alpha_one" in [caution.code for caution in found.cautions]) == (alpha == 1)


def test_copies_do_not_outvote_one_independent_voice():
    """[SCO-31] Three copies of one report against one independent source: one lineage against one."""
    stances = {"d": Stance.REFUTES}
    dossier = claim_with("abcd", edges=[("b", "a"), ("c", "a")], labels={"d": INDEPENDENT}, stances=stances)
    found = assess(dossier, policy(5))
    (against,) = found.sides

    assert (found.items, len(found.lineages), against.items, against.lineages) == (3, 1, 1, 1)
    assert found.decision is Decision.REFUSE
    assert found.reasons == ("more independent evidence against it (1) than for it (0.5)",)


def test_the_floor_leaves_out_what_nothing_cites():
    dossier = claim_with("AB")
    retrieved = replace(dossier.evidence[0], state=EvidenceState.RETRIEVED)
    found = assess(replace(dossier, evidence=(retrieved, dossier.evidence[1])), policy(2))

    assert found.items == 1
    assert found.figures[0].why_not == "only retrieved; the policy counts from cited on"


def test_a_confidence_just_below_a_threshold_is_written_so_that_it_can_be_seen():
    labels = dict.fromkeys("ABCD", INDEPENDENT)
    found = assess(claim_with("ABCD", labels=labels, increment=0.0999), policy("all", answer_at=0.6))

    assert found.reasons == ("confidence 0.5996 is below 0.6000",)


def test_suspected_edges_move_the_range_and_not_the_figure():
    suspected = Edge("B", "A", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.8)
    found = assess(claim_with("AB", edges=[suspected], labels=dict.fromkeys("AB", INDEPENDENT)), policy(2))

    assert found.eie == 2.0
    assert (found.eie_range.low, found.eie_range.high) == (1.0, 2.0)


def test_scarcity_is_told_apart_from_dependence():
    found = assess(claim_with("A", labels={"A": INDEPENDENT}), policy(10))

    assert (found.inflation.value, found.scarcity.value, found.dependence.value) == (10.0, 0.1, 1.0)
    assert "scarcity" in [caution.code for caution in found.cautions]


def test_repetition_that_still_pays_is_called_out():
    labels = {"A": INDEPENDENT, **dict.fromkeys("BCDEFGHIJ", DEPENDENT)}
    found = assess(claim_with("ABCDEFGHIJ", labels=labels), policy(10))
    (repetition,) = [caution for caution in found.cautions if caution.code == "repetition"]

    assert "0.045" in repetition.text
    assert found.source_discounted == pytest.approx(0.25)


def test_repetition_does_not_pay_where_k_is_all_and_increments_are_equal():
    labels = {"A": INDEPENDENT, **dict.fromkeys("BCDEFGHIJ", DEPENDENT)}
    found = assess(claim_with("ABCDEFGHIJ", labels=labels), policy("all"))

    assert "repetition" not in [caution.code for caution in found.cautions]


def test_without_independent_evidence_a_high_prior_lets_nothing_through():
    found = assess(claim_with("AB", labels=dict.fromkeys("AB", DEPENDENT)), policy(2, prior=0.9))

    assert (found.decision, found.reasons) == (Decision.REFUSE, ("no independent evidence",))


def test_the_sentence_of_the_article_can_be_read_aloud():
    """[KON] Seven derive from one report, two are independent, one has unknown provenance."""
    copies = [f"copy {n}" for n in range(7)]
    dossier = claim_with(
        [*copies, "x", "y", "z"],
        edges=[(copy, "release") for copy in copies],
        labels={"x": INDEPENDENT, "y": INDEPENDENT},
        kinds={"release": SourceKind.PRESS_RELEASE},
    )

    assert assess(dossier, policy(5)).sentence == (
        "Ten sources, about 3 pieces of evidence: seven derive from one press release that nobody has vouched for, "
        "two are independent, one has unknown provenance."
    )
