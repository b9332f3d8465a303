"""Why, funnel, load-bearing, what if and estimators say in words and numbers what their charts draw."""

from dataclasses import replace
from itertools import pairwise

import pytest

from core.assessment import assess
from core.policy import Policy, policy_from_dict
from core.results import ClaimFile, Spread
from core.testing import claim_with
from core.whatif import spread
from dashboard.viewmodels.estimators import estimators_view
from dashboard.viewmodels.funnel import funnel_view
from dashboard.viewmodels.load_bearing import load_bearing_summary, load_bearing_table
from dashboard.viewmodels.whatif import changes_in_words, read_settings, tried_words, what_if_view
from dashboard.viewmodels.why import MOST_BARS, waterfall_view


def test_the_waterfall_leads_from_the_prior_to_the_aware_confidence(quay: ClaimFile) -> None:
    bars = waterfall_view(quay.dossier, quay.assessment).bars

    assert ("prior", 0.2) == (bars[0].kind, bars[0].end)
    assert ("total", quay.assessment.aware) == (bars[-1].kind, bars[-1].end)
    for before, after in pairwise(bars[:-1]):
        assert pytest.approx(before.end) == after.start


def test_every_step_of_the_waterfall_is_in_words_too(quay: ClaimFile) -> None:
    view = waterfall_view(quay.dossier, quay.assessment)

    assert len(view.bars) == len(view.listing.rows)
    assert all(bar.text for bar in view.bars)
    assert "A flat list would say 90 %. Shared or unknown lineages leave 62 %, −28 points." == view.summary


def test_many_items_are_one_bar_per_lineage() -> None:
    dossier = claim_with(
        [f"s{n:03d}" for n in range(MOST_BARS + 6)], edges=[(f"s{n:03d}", "o") for n in range(MOST_BARS + 6)]
    )
    found = assess(dossier, Policy())
    bars = waterfall_view(dossier, found).bars

    assert ["Prior", "Lineage A", "Shared or unknown lineages", "Aware confidence"] == [
        bar.label for bar in bars if bar.label != "Cap at 100 %"
    ]
    assert pytest.approx(found.raw) == bars[1].end - bars[1].start


def test_the_funnel_gives_no_number_to_what_nobody_checked(quay: ClaimFile) -> None:
    stages = {stage.label: stage for stage in funnel_view(quay.dossier, quay.assessment).stages}

    assert (7.0, 7.0) == (stages["retrieved"].value, stages["cited"].value)
    assert (None, "not yet checked") == (stages["grounding verified"].value, stages["grounding verified"].text)
    assert None is stages["supported"].value
    assert pytest.approx(3.0) == stages["effective independent"].value


def test_the_funnel_is_named_by_its_ends(quay: ClaimFile) -> None:
    assert "From 7 sources to 3" == funnel_view(quay.dossier, quay.assessment).title


def test_withdrawals_come_largest_loss_first_and_name_a_turned_decision(quay: ClaimFile) -> None:
    view = load_bearing_table(quay.dossier, quay.assessment, {})
    left = [float(row.cells[2].sort or 0) for row in view.rows]

    assert sorted(left) == left
    assert {"survey", "gauge", "release"} <= {row.id for row in view.rows}


def test_a_claim_without_evidence_has_nothing_to_withdraw(bare: ClaimFile) -> None:
    assert "No counted evidence, so nothing to withdraw." == load_bearing_summary(bare.assessment)


def test_the_estimators_stand_beside_each_other_with_the_range_of_aware(quay: ClaimFile) -> None:
    view = estimators_view(quay.assessment, spread(quay.dossier, quay.policy, draws=50))

    assert ["naive", "aware", "bayesian", "source_discounted"] == sorted(
        (mark.key for mark in view.marks), key=["naive", "aware", "bayesian", "source_discounted"].index
    )
    assert view.low <= quay.assessment.aware <= view.high
    assert "50 draws (seed 0)" in view.band_words


def test_draws_that_agree_say_so(quay: ClaimFile) -> None:
    view = estimators_view(quay.assessment, Spread((3.0, 3.0, 3.0), (0.62, 0.62, 0.62), 1000, 0))

    assert "All 1,000 draws agree on 62 %: no open question moves it." == view.band_words


@pytest.mark.parametrize(
    ("words", "settings"),
    [
        ({"alpha": "0.3"}, {"alpha": 0.3}),
        ({"alpha": "0.5"}, {}),
        ({"k": "all"}, {"k": "all"}),
        ({"floor": "retrieved"}, {"floor": "retrieved"}),
        ({"tab": "Why", "claim": "x"}, {}),
        ({"prior": "0.4", "increment": "0.05"}, {"prior": 0.4, "increment": 0.05}),
    ],
)
def test_the_address_carries_what_differs_from_the_policy(words: dict[str, str], settings: dict[str, object]) -> None:
    assert (settings, ()) == read_settings(words, Policy())


@pytest.mark.parametrize(
    "words",
    [
        {"alpha": "2"},
        {"alpha": "nan"},
        {"alpha": "much"},
        {"k": "0"},
        {"k": "-1"},
        {"floor": "read"},
        {"increment": "0.5"},
    ],
)
def test_a_setting_outside_its_domain_is_refused_by_name(words: dict[str, str]) -> None:
    settings, refused = read_settings(words, Policy())

    assert {} == settings
    assert 1 == len(refused)
    assert repr(next(iter(words.values()))) in refused[0]


@pytest.mark.parametrize(
    ("alpha", "eie", "aware", "ratio"),
    [(0.0, "0", "20 %", "not defined"), (0.5, "2", "30 %", "2 ×"), (1.0, "4", "40 %", "1 ×")],
)
def test_moving_alpha_moves_what_the_page_shows(alpha: float, eie: str, aware: str, ratio: str) -> None:
    policy = Policy(prior=0.2, required=4, increment=0.05)
    dossier = claim_with(["a", "b", "c", "d"], increment=0.05)
    stored = assess(dossier, policy)
    tried = assess(dossier, policy_from_dict({"alpha": alpha}, policy))
    view = what_if_view(stored, tried, {"alpha": alpha})
    shown = {row.id: row.cells[2].text for row in view.listing.rows}

    assert (eie, aware, ratio) == (shown["EIE"], shown["Aware"], shown["Inflation"])
    assert (alpha == 1.0) == any("unknown is being treated as independent" in text for text in view.cautions)


def test_without_a_what_if_the_figures_carry_no_second_value(quay: ClaimFile) -> None:
    assert {} == tried_words(quay.assessment, {})


def test_a_what_if_is_named_in_one_line() -> None:
    assert "alpha 0.3, K all, floor grounding verified" == changes_in_words(
        {"alpha": 0.3, "k": "all", "floor": "verified"}
    )


def test_a_what_if_shows_stored_and_tried_side_by_side(quay: ClaimFile) -> None:
    tried = assess(quay.dossier, replace(quay.policy, alpha=0.0))
    rows = {
        row.id: [cell.text for cell in row.cells]
        for row in what_if_view(quay.assessment, tried, {"alpha": 0.0}).listing.rows
    }

    assert ["EIE", "3", "2", "−1"] == rows["EIE"]
    assert ["Confidence allows", "◐ Qualify", "◐ Qualify", "no change"] == rows["Confidence allows"]
