"""The rule in force and stated parts: validated by name and range, allowed by role, and what decisions use."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import sample_data
from core import services
from core.bundles.risk import YOURS
from core.bundles.types import Touch
from core.conclusions import Conclusion, ReasonCode
from core.errors import InvalidInput, InvalidParameter, PermissionDenied, StaleVersion, UnknownId
from core.people import Role
from core.services.bundling import BundleOptions
from core.services.decision_rule import DecisionRule, inputs_in_force, options_in_force
from core.services.rule_effect import changes_of
from core.services.workspace import Workspace

PACKAGE = next(path for path in sample_data.packages() if path.stem == "citation-circle")
UID = "citation-circle:founded-1764"


@pytest.fixture
def workspace(empty_store: Workspace) -> Workspace:
    services.import_file(empty_store, PACKAGE.read_bytes(), PACKAGE.name, by="ann")
    return empty_store


def test_version_0_is_what_comes_with_the_product(workspace: Workspace) -> None:
    version = services.rule_in_force(workspace)

    assert (0, "Headwater", "as shipped") == (version.number, version.by, version.reason)
    assert DecisionRule() == services.rule_from_data(version.settings)
    assert (version,) == services.rule_versions(workspace)
    assert (0.47, 4.12, 10.0, 50.0, 1.0, "H (paper)", 2, 0.6, None, {}, {}) == tuple(
        version.settings[name]
        for name in (
            *("h_base", "lambda", "v_correct", "v_wrong", "v_refuse", "label", "lineages", "complete_from"),
            *("fresh_days", "own_limits", "thresholds"),
        )
    )
    assert BundleOptions() == options_in_force(workspace, UID)


def test_a_saved_rule_is_what_bundles_and_decisions_are_made_with(workspace: Workspace) -> None:
    before = services.claim_decision(workspace, UID)
    version = services.save_rule(
        workspace, {"h_base": 0.9, "lambda": 0.5, "label": YOURS}, by="ann", reason="our own outcomes", expected=0
    )
    after = services.claim_decision(workspace, UID)

    assert version == services.rule_in_force(workspace)
    assert [1, 0] == [one.number for one in services.rule_versions(workspace)]
    assert YOURS == services.claim_bundles(workspace, UID).risk.label
    assert ReasonCode.REFUSE_DENSITY not in {ground.code for ground in before.grounds}
    assert ReasonCode.REFUSE_DENSITY in {ground.code for ground in after.grounds}


def test_what_a_change_does_not_name_stays_as_it_is(workspace: Workspace) -> None:
    services.save_rule(workspace, {"lineages": 4}, by="ann", reason="stricter", expected=0)
    version = services.save_rule(workspace, {"v_wrong": 20.0}, by="ann", reason="cheaper", expected=1)

    assert (4, 20.0) == (version.settings["lineages"], version.settings["v_wrong"])
    assert 4 == inputs_in_force(workspace).settings.lineages


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        ({"h_bass": 0.4}, "h_bass"),
        ({"h_base": 0.0}, "H_base"),
        ({"h_base": 0.3}, "label"),
        ({"label": "H (theirs)"}, "label"),
        ({"v_refuse": 11.0}, "V_refuse"),
        ({"v_wrong": float("nan")}, "V_wrong"),
        ({"lineages": 0}, "lineages to answer"),
        ({"lineages": 1.5}, "lineages to answer"),
        ({"complete_from": 1.2}, "complete_from"),
        ({"fresh_days": 0}, "fresh_days"),
        ({"fresh_days": True}, "fresh_days"),
        ({"thresholds": {"support": 0.5}}, "threshold of"),
        ({"thresholds": {"generator_confidence": 2}}, "threshold of generator_confidence"),
        ({"thresholds": [1]}, "thresholds"),
        ({"own_limits": {"mine": 2.0}}, "c_min of mine"),
        ({"own_limits": {"": 0.2}}, "id of an embedder"),
        ({"linkage": "single"}, "linkage"),
        ({"most": 1}, "m_max"),
        ({"embedder": "word2vec"}, "embedder"),
        ({"profile": "paper-0.7"}, "profile"),
    ],
)
def test_a_setting_outside_its_domain_is_refused_by_name(
    workspace: Workspace, settings: Mapping[str, Any], named: str
) -> None:
    with pytest.raises(InvalidParameter) as refused:
        services.save_rule(workspace, settings, by="ann", reason="try", expected=0)
    assert named == refused.value.name
    assert 1 == len(services.rule_versions(workspace))


def test_a_rule_needs_a_reason_and_a_change(workspace: Workspace) -> None:
    with pytest.raises(InvalidInput, match="needs a reason"):
        services.save_rule(workspace, {"lineages": 3}, by="ann", reason=" ", expected=0)
    with pytest.raises(InvalidInput, match="in force already"):
        services.save_rule(workspace, {"lineages": 2}, by="ann", reason="same", expected=0)


def test_only_an_admin_changes_the_rule_of_a_team(workspace: Workspace) -> None:
    team = replace(workspace, team=True, admins=frozenset({"ann"}))
    services.set_role(team, "bea", Role.ADJUDICATOR, by="ann")

    with pytest.raises(PermissionDenied, match="may not change the rule"):
        services.save_rule(team, {"lineages": 3}, by="bea", reason="stricter", expected=0)
    assert 1 == services.save_rule(team, {"lineages": 3}, by="ann", reason="stricter", expected=0).number
    with pytest.raises(PermissionDenied, match="may not state the parts"):
        services.state_facets(team, UID, facets=[{"text": "founded"}], by="carl", expected=None)
    services.state_facets(team, UID, facets=[{"text": "founded"}], by="bea", expected=None)


def test_where_age_counts_the_digest_in_force_is_that_of_the_day(workspace: Workspace) -> None:
    version = services.save_rule(workspace, {"fresh_days": 30}, by="ann", reason="news", expected=0)

    assert version.digest != services.rule_in_force(workspace).digest
    assert services.rule_in_force(workspace).digest == services.rule_in_force(workspace).digest
    assert (30, workspace.store.moment()[:10]) == (
        inputs_in_force(workspace).fresh_days,
        str(inputs_in_force(workspace).today),
    )


def test_stated_facets_and_marks_move_density_and_are_kept(workspace: Workspace) -> None:
    before = services.claim_bundles(workspace, UID)
    passages = [passage.id for passage in before.passages]
    facets = [{"id": "when", "text": "founded in 1764"}, {"id": "who", "text": "by a guild of rope makers"}]
    marks = [("who", passage, "contradicts") for passage in passages]
    said = services.state_facets(
        workspace, UID, facets=facets, marks=marks, by="ann", reason="two things", expected=None
    )
    after = services.claim_bundles(workspace, UID)

    assert said == services.facet_statement(workspace, UID)
    assert ["founded in 1764", "by a guild of rope makers"] == [facet.text for facet in after.facets]
    assert {Touch.CONTRADICTS} == {after.marks["who", passage].touch for passage in passages}
    assert {"ann"} == {after.marks["who", passage].by for passage in passages}
    assert before.construction.bundles[0].density != after.construction.bundles[0].density
    assert after.construction == services.claim_decision(workspace, UID).findings.construction


def test_back_to_the_draft_and_to_an_earlier_statement_are_statements_of_their_own(workspace: Workspace) -> None:
    first = services.state_facets(workspace, UID, facets=[{"text": "founded in 1764"}], by="ann", expected=None)
    second = services.restate(workspace, UID, None, by="bea", reason="the draft is fine", expected=first.number)
    third = services.restate(workspace, UID, first.number, by="ann", expected=second.number)

    assert (None, first.facets) == (second.facets, third.facets)
    assert [3, 2, 1] == [said.number for said in services.facet_history(workspace, UID)]
    with pytest.raises(StaleVersion, match="meanwhile by ann"):
        services.restate(workspace, UID, None, by="bea", expected=second.number)
    with pytest.raises(UnknownId, match="statement"):
        services.restate(workspace, UID, 99, by="bea", expected=third.number)


def test_a_type_given_to_a_bundle_stands_in_place_of_the_guess(workspace: Workspace) -> None:
    (bundle, *_) = services.claim_bundles(workspace, UID).construction.bundles
    key = services.bundle_key(bundle.passages)
    other = "causal" if bundle.kind != "causal" else "temporal"
    services.state_facets(workspace, UID, facets=None, kinds={key: other}, by="ann", expected=None)

    assert other == services.claim_bundles(workspace, UID).construction.bundles[0].kind


@pytest.mark.parametrize(
    ("stated", "error"),
    [
        ({"facets": []}, InvalidInput),
        ({"facets": [{"text": "…"}]}, InvalidParameter),
        ({"facets": [{"text": "x" * 301}]}, InvalidInput),
        ({"facets": [{"text": "a\x00b"}]}, InvalidInput),
        ({"facets": [{"text": 5}]}, InvalidParameter),
        ({"facets": [{"text": "one", "weight": 0}]}, InvalidParameter),
        ({"facets": [{"id": "a", "text": "one"}, {"id": "a", "text": "two"}]}, InvalidParameter),
        ({"facets": [{"text": f"facet {n}"} for n in range(101)]}, InvalidParameter),
        ({"facets": None, "marks": [("f99", "e1", "direct")]}, UnknownId),
        ({"facets": None, "marks": [("f1", "no such passage", "direct")]}, UnknownId),
        ({"facets": None, "kinds": {"e1": "magical"}}, InvalidParameter),
        ({"facets": None, "coherent": {"e1": 1}}, InvalidParameter),
    ],
)
def test_a_statement_that_cannot_be_is_refused_and_nothing_is_kept(
    workspace: Workspace, stated: dict[str, Any], error: type[Exception]
) -> None:
    with pytest.raises(error):
        services.state_facets(workspace, UID, by="ann", expected=None, **stated)
    assert () == services.facet_history(workspace, UID)


def test_a_mark_is_one_of_the_four_words_and_stands_once(workspace: Workspace) -> None:
    passage = services.claim_bundles(workspace, UID).passages[0].id
    for marks in ([("f1", passage, "maybe")], [("f1", passage, "direct"), ("f1", passage, "none")]):
        with pytest.raises(InvalidParameter, match="mark"):
            services.state_facets(workspace, UID, facets=None, marks=marks, by="ann", expected=None)


def test_what_a_rule_would_change_is_told_over_a_sample_and_nothing_is_kept(workspace: Workspace) -> None:
    total = workspace.store.overview().claims
    found = services.rule_effect(workspace, {"h_base": 0.9, "lambda": 0.5, "label": YOURS})

    assert (total, total, True, False) == (found.asked, found.total, found.whole, found.stopped)
    assert {"abstain"} == {after for _, _, _, after in found.moved}
    assert {"citation-circle:procession-1811", "citation-circle:paused-1915-1918"} == {one[0] for one in found.moved}
    assert total == sum(found.before.values()) == sum(found.after.values())
    assert len(found.moved) >= found.after[Conclusion.ABSTAIN] - found.before[Conclusion.ABSTAIN] > 0
    assert 1 == len(services.rule_versions(workspace))
    assert () == services.rule_effect(workspace, {}).moved


def test_asking_what_would_change_can_be_stopped_and_is_bounded(workspace: Workspace) -> None:
    found = services.rule_effect(workspace, {"lineages": 5}, sample=2, progress=lambda done, of: done < 1)

    assert (1, True, False) == (found.asked, found.stopped, found.whole)
    assert 2 == services.rule_effect(workspace, {"lineages": 5}, sample=2).asked
    with pytest.raises(InvalidParameter, match="sample"):
        services.rule_effect(workspace, {}, sample=0)
    with pytest.raises(InvalidParameter, match="lineages"):
        services.rule_effect(workspace, {"lineages": 0})


def test_two_rules_side_by_side_show_what_differs_alone() -> None:
    assert (("v_wrong", 50.0, 20.0), ("lineages", 2, 3)) == changes_of({}, {"v_wrong": 20.0, "lineages": 3})
    assert (("lineages", 3, 2),) == changes_of({"lineages": 3}, {})


def test_stated_parts_travel_and_are_not_stated_twice(workspace: Workspace) -> None:
    passage = services.claim_bundles(workspace, UID).passages[0].id
    facets = [{"id": "when", "text": "founded in 1764", "weight": 2.0}]
    services.state_facets(
        workspace,
        UID,
        facets=facets,
        marks=[("when", passage, "contradicts")],
        kinds={passage: "causal"},
        coherent={passage: True},
        by="ann",
        reason="the year",
        expected=None,
    )
    rows = services.stated_parts(workspace, "citation-circle")
    services.restate(workspace, UID, None, by="bea", expected=1)

    assert (1, 0) == services.take_parts(workspace, "citation-circle", rows, by="cy")
    assert (0, 1) == services.take_parts(workspace, "citation-circle", rows, by="cy")
    (again,) = services.stated_parts(workspace)
    assert {key: rows[0][key] for key in ("claim_id", "facets", "marks", "kinds", "coherent")} == {
        key: again[key] for key in ("claim_id", "facets", "marks", "kinds", "coherent")
    }
    assert ("cy", f"stated elsewhere by ann {rows[0]['at']}: the year") == (again["by"], again["reason"])
    with pytest.raises(InvalidParameter, match="claim_id"):
        services.take_parts(workspace, "citation-circle", [{"facets": None}], by="cy")
    with pytest.raises(InvalidParameter, match="mark"):
        services.take_parts(workspace, "citation-circle", [{**rows[0], "marks": [["a", "b", "c"]]}], by="cy")
    with pytest.raises(UnknownId):
        services.take_parts(workspace, "citation-circle", [{**rows[0], "claim_id": "gone"}], by="cy")
