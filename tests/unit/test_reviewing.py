"""From a file to a label and back: the use cases on a real database."""

import pytest

import sample_data
from core import services
from core.errors import InvalidParameter, StaleVersion, UnknownId
from core.policy import Policy
from core.states import Decision, Dependence, EdgeStatus

CLAIM = sample_data.OPENING_CLAIM


@pytest.fixture
def workspace(sample_store):
    return sample_store


def label(workspace, source_id, state, *, uid=CLAIM, expected=None, everywhere=True, by="analyst", weight=None):
    return services.relabel(
        workspace,
        uid=uid,
        source_id=source_id,
        state=state,
        weight=weight,
        reason="seen the original",
        by=by,
        everywhere=everywhere,
        seen={},
        expected_event=expected,
    )


def unknown_source(workspace, uid=CLAIM):
    """The forum post that nobody has placed."""
    return next(value.source_id for value in services.label_values(services.claim(workspace, uid)) if value.flips)


def test_a_label_moves_the_figures_of_the_claim_at_once(workspace):
    before = services.claim(workspace, CLAIM).assessment
    source = unknown_source(workspace)
    promised = services.preview_label(services.claim(workspace, CLAIM), source, Dependence.INDEPENDENT)
    label(workspace, source, Dependence.INDEPENDENT)
    after = services.claim(workspace, CLAIM).assessment

    assert (before.eie, before.decision) == (pytest.approx(3.0), Decision.QUALIFY)
    assert (after.eie, after.aware, after.decision) == (promised.eie, promised.aware, promised.decision)
    assert after.eie == pytest.approx(3.5)


def test_the_list_shows_the_same_figures_as_the_claim_after_a_label(workspace):
    label(workspace, unknown_source(workspace), Dependence.INDEPENDENT)
    for row in services.claims(workspace, size=100).rows:
        found = services.claim(workspace, row.uid).assessment

        assert (row.eie, row.aware, row.decision) == (found.eie, found.aware, found.decision)


def test_a_label_and_its_undoing_leave_the_figures_as_they_were_and_both_on_record(workspace):
    before = services.claim(workspace, CLAIM).assessment
    given = label(workspace, unknown_source(workspace), Dependence.DEPENDENT)
    services.undo(workspace, given.number, by="analyst")
    file = services.claim(workspace, CLAIM)

    assert (file.assessment.eie, file.assessment.aware) == (before.eie, before.aware)
    assert [event.kind for event in file.events[:2]] == ["undo", "label"]


def test_a_label_given_on_top_of_one_not_seen_is_refused_and_nothing_is_lost(workspace):
    source = unknown_source(workspace)
    first = label(workspace, source, Dependence.INDEPENDENT)
    with pytest.raises(StaleVersion):
        label(workspace, source, Dependence.DEPENDENT, by="second analyst")

    assert services.claim(workspace, CLAIM).dossier.labels[source].event == first.number


def test_a_verdict_on_a_suspected_edge_counts_at_once(workspace):
    uid = "trial-reviews:shorter-stay"
    file = services.claim(workspace, uid)
    edge = next(edge for edge in file.dossier.edges if edge.status is EdgeStatus.SUSPECTED)
    promised = services.preview_edge(file, edge.key, EdgeStatus.CONFIRMED)
    services.relabel_edge(
        workspace, uid=uid, edge_key=edge.key, status=EdgeStatus.CONFIRMED, by="analyst", seen={}, expected_event=None
    )
    after = services.claim(workspace, uid).assessment

    assert (after.eie, after.decision) == (promised.eie, promised.decision)
    assert after.decision is Decision.QUALIFY


def test_a_what_if_stores_nothing(workspace):
    tried = services.claim(workspace, CLAIM, what_if={"alpha": 1.0, "k": 3})
    again = services.claim(workspace, CLAIM)

    assert tried.assessment.eie == pytest.approx(4.0)
    assert again.assessment.eie == pytest.approx(3.0)
    assert again.policy == again.stored_policy


def test_a_what_if_outside_its_domain_is_refused_by_name(workspace):
    with pytest.raises(InvalidParameter, match="alpha must be a number in"):
        services.claim(workspace, CLAIM, what_if={"alpha": 2})


def test_a_claim_that_is_not_there_is_named(workspace):
    with pytest.raises(UnknownId, match="northwire-quay:nothing"):
        services.claim(workspace, "northwire-quay:nothing")


def test_claims_of_an_answer_know_their_place_and_their_neighbours(workspace):
    file = services.claim(workspace, CLAIM)

    assert (file.number, file.of) == (1, 5)
    assert services.claim(workspace, file.next).previous == CLAIM


def test_a_policy_says_what_it_would_move_before_it_is_put_in_force(workspace):
    strict = Policy(name="strict", answer_at=0.99, qualify_at=0.98)
    effect = services.policy_effect(workspace, strict)
    before = {row.uid: row.decision for row in services.claims(workspace, size=100).rows}
    services.save_policy(workspace, strict, by="lead", reason="trial")
    after = {row.uid: row.decision for row in services.claims(workspace, size=100).rows}

    assert effect.claims == len(before)
    assert {uid for uid, _, _, _ in effect.moved} == {uid for uid in before if before[uid] is not after[uid]}
    assert services.claim(workspace, CLAIM).policy.name == "strict"


def test_every_claim_of_the_samples_gives_its_own_data_sets_policy_again(workspace):
    services.save_policy(workspace, Policy(name="strict"), by="lead", reason="trial")
    services.choose_policy(workspace, None, by="lead", reason="back")

    assert services.claim(workspace, CLAIM).assessment.eie == pytest.approx(3.0)
    assert services.claim(workspace, CLAIM).policy.name != "strict"


def test_the_overview_counts_every_mean_over_its_own_claims(workspace):
    found = services.overview(workspace)

    assert (found.claims, found.claims_with_evidence) == (32, 30)
    assert (found.mean_inflation.over, found.mean_inflation.of) == (29, 32)
    assert sum(count for _, _, count in services.inflation_histogram(workspace)) == 29


def test_the_method_page_lists_every_formula_with_its_source():
    entries = {entry.name: entry for entry in services.method_page()}

    assert entries["independence_factor"].formula == "gamma = min(1, EIE / K)"
    assert all("[" in entry.source for entry in entries.values())
    assert {"own_content", "credits", "inflation_ratio", "held_confidence"} <= entries.keys()


def test_the_regimes_carry_the_published_figures_and_ours_round_to_them():
    from core.assessment import assess

    for regime in services.regimes():
        found = assess(regime.dossier, regime.policy)
        ours = (found.naive, found.bayesian, found.source_discounted, found.aware, found.inflation.value)

        assert tuple(round(value, 2) for value in ours) == tuple(regime.published.values())


def test_a_sweep_moves_one_setting_and_keeps_the_others():
    dossier = services.labelled_claim(0, 4, 0, 0, 0.5)
    points = services.sweep(dossier, Policy(required=4, increment=0.05), "alpha", [0.0, 0.5, 1.0])

    assert [(point.value, point.eie) for point in points] == [(0.0, 0.0), (0.5, 2.0), (1.0, 4.0)]
    assert [round(point.aware, 2) for point in points] == [0.2, 0.3, 0.4]
