"""The rule in words: where each setting comes from, what versions changed, what another would move."""

from core.bundles.risk import RiskSettings
from core.conclusions import Conclusion
from core.services.decision_rule import DecisionRule, rule_as_data, rule_from_data
from core.services.rule_effect import changes_of
from core.verdicts import RuleVersion
from dashboard.rule_words import RULE_HELP, RULE_SETTING, SHIPPED_FROM
from dashboard.viewmodels.rule import (
    changes_table,
    changes_words,
    effect_table,
    effect_words,
    read_form,
    rule_table,
    rule_words,
    tally_words,
    versions_table,
)

SHIPPED = rule_as_data(DecisionRule())


def cells(view: object) -> dict[str, list[str]]:
    return {row.id: [cell.text for cell in row.cells] for row in view.rows}  # type: ignore[attr-defined]


def test_every_setting_has_a_name_a_meaning_and_an_origin() -> None:
    assert set(SHIPPED) == set(RULE_SETTING) == set(RULE_HELP) == set(SHIPPED_FROM)


def test_what_comes_with_the_product_is_told_with_its_origin_and_what_follows() -> None:
    found = cells(rule_table(SHIPPED, SHIPPED, RiskSettings()))

    assert ["H_base", "0.47", "[MARIA]"] == found["h_base"][:3]
    assert ["density threshold", "0.27721", "follows"] == found["density threshold"][:3]
    assert ["cohesion threshold", "0.64467", "follows"] == found["cohesion threshold"][:3]
    assert ["0.19", "0.32", "0.42"] == [
        found[f"c_min {name}"][1] for name in ("hashed-ngrams-v1", "use-multilingual-v3", "minilm-l6-v2-int8")
    ]
    assert ["Stale after", "no age asked", "[HOUSE]"] == found["fresh_days"][:3]


def test_what_a_team_set_is_called_theirs_and_names_what_was_shipped() -> None:
    rule = rule_from_data({"v_wrong": 20, "own_limits": {"hashed-ngrams-v1": 0.25}, "fresh_days": 1})
    view = rule_table(rule_as_data(rule), SHIPPED, rule.risk)
    found = cells(view)

    assert ["V_wrong", "20", "yours"] == found["v_wrong"][:3]
    assert "as shipped: 50" == next(row for row in view.rows if row.id == "v_wrong").cells[2].hint
    assert "0.3" == found["H threshold"][1]
    assert ["hashed-ngrams-v1 0.25", "yours"] == found["own_limits"][1:3]
    assert "1 day" == found["fresh_days"][1]
    assert "c_min hashed-ngrams-v1" not in found


def test_versions_tell_who_changed_what_and_why() -> None:
    new = RuleVersion(1, "2026-03-01T10:00:00", "ann", "errors cost less here", {**SHIPPED, "v_wrong": 20.0}, "x")
    old = RuleVersion(0, "", "Headwater", "as shipped", SHIPPED, "y")
    found = cells(versions_table([new, old], {1: changes_of(old.settings, new.settings)}))

    assert ["1", "2026-03-01 10:00", "ann", "V_wrong 50 → 20", "errors cost less here", "in force"] == found["1"]
    assert ["0", "–", "Headwater", "everything", "as shipped", ""] == found["0"]
    assert "Rule in force: version 1, by ann, 2026-03-01 10:00 UTC: errors cost less here" == rule_words(new)
    assert "Rule in force: as shipped." == rule_words(old)


def test_two_rules_stand_side_by_side_where_they_differ() -> None:
    changes = changes_of({}, {"thresholds": {"generator_confidence": 0.7}, "profile": "paper-0.65"})
    found = cells(changes_table(changes, "In force", "Tried"))

    assert ["none", "generator's confidence 0.7"] == found["thresholds"][1:3]
    assert ["the embedder's calibration", "paper-0.65"] == found["profile"][1:3]
    assert "Judged thresholds none → generator's confidence 0.7" in changes_words(changes)
    assert "They are the same." == changes_table((), "a", "b").empty


def test_an_effect_names_its_sample() -> None:
    assert "Over a sample of 200 of 5,000 claims, spread evenly: 3 decisions move (2 of 100)." == effect_words(
        200, 5000, 3, stopped=False
    )
    assert "Over every claim: 1 decision moves." == effect_words(7, 7, 1, stopped=False)
    assert "Over every claim: no decision moves." == effect_words(7, 7, 0, stopped=False)
    assert effect_words(50, 900, 0, stopped=True).endswith("Stopped before the sample was through.")
    assert "There is no claim yet that a rule could decide." == effect_words(0, 0, 0, stopped=False)


def test_the_gravest_changes_come_first_and_lead_to_their_claims() -> None:
    answer, qualify, abstain = Conclusion.ANSWER, Conclusion.QUALIFY, Conclusion.ABSTAIN
    view = effect_table([("d:1", "small", qualify, abstain), ("d:2", "<b>large</b>", answer, abstain)])

    assert ["d:2", "d:1"] == [row.id for row in view.rows]
    assert "<b>large</b>" == view.rows[0].cells[0].text
    assert "claim?claim=d%3A2" == view.rows[0].href
    before = dict.fromkeys(Conclusion, 0) | {answer: 2}
    assert "2 → 0" in tally_words(before, dict.fromkeys(Conclusion, 0))


def test_the_form_gives_settings_and_an_empty_field_is_no_threshold() -> None:
    fields = {
        "v_wrong": 20.0,
        "lineages": 3.0,
        "most": 10,
        "fresh_days": 0,
        "thresholds:context_sufficiency": None,
        "thresholds:generator_confidence": 0.7,
    }
    found = read_form(fields)

    assert {"v_wrong": 20.0, "lineages": 3, "most": 10, "fresh_days": None} == {
        name: value for name, value in found.items() if name != "thresholds"
    }
    assert {"generator_confidence": 0.7} == found["thresholds"]
    assert 3 == rule_from_data(found).decision.lineages
