"""Every figure of the golden claims, to 1e-5."""

import json
import math
from pathlib import Path

import pytest

from core.services.scoring import score_claim_graphs

CASES = Path(__file__).with_name("lineage.jsonl")
EXPECTED = {case["id"]: case["expect"] for case in map(json.loads, CASES.read_text("utf-8").splitlines())}
FOUND = {line["id"]: line["result"] for line in score_claim_graphs(CASES.read_bytes(), CASES.name)}


def differences(expected, found, path=""):
    if isinstance(expected, dict):
        assert set(found) == set(expected), path
        return [d for key in expected for d in differences(expected[key], found[key], f"{path}/{key}")]
    if isinstance(expected, list):
        assert len(found) == len(expected), path
        return [
            d for n, (e, f) in enumerate(zip(expected, found, strict=True)) for d in differences(e, f, f"{path}/{n}")
        ]
    if isinstance(expected, float | int) and found is not None:
        return [] if math.isclose(expected, found, abs_tol=1e-5) else [(path, expected, found)]
    return [] if expected == found else [(path, expected, found)]


def test_there_are_98_golden_cases():
    assert len(EXPECTED) == 98


@pytest.mark.parametrize("case", EXPECTED)
def test_a_golden_claim_has_every_expected_figure(case):
    assert differences(EXPECTED[case], {key: FOUND[case][key] for key in EXPECTED[case]}) == []


REGIMES = {
    "fully-independent": (0.80, 0.76, 0.80, 0.80, 1.00),
    "duplicated-cascade": (0.60, 0.45, 0.15, 0.15, 10.00),
    "common-parent-echo-chamber": (0.68, 0.63, 0.32, 0.32, 4.00),
    "mixed-ecosystem": (0.97, 0.86, 0.56, 0.71, 1.56),
}


@pytest.mark.parametrize("regime", REGIMES)
def test_the_four_regimes_give_the_published_table(regime):
    """[KON] "The full controlled comparison", as printed with two decimals."""
    found = FOUND[regime]
    names = ("naive", "bayesian_independence", "source_discounted", "aware", "inflation_ratio")

    assert tuple(round(found[name], 2) for name in names) == REGIMES[regime]
