"""What the Method page says of the rules is what the benchmark measures."""

from benchmarks.detection_quality import explicit_signals
from core.detection import DETECTORS
from core.services.detecting import measured


def test_the_figures_shown_for_pages_and_look_alikes_are_those_that_are_measured() -> None:
    shown = {one.what: one.measured for one in measured()}

    assert {row.what: row.measured for row in explicit_signals()} == {
        what: figures for what, figures in shown.items() if "look-alikes" in what
    }


def test_the_rules_that_are_shown_exist_and_every_figure_says_over_how_many() -> None:
    for one in measured():
        rule = one.what.partition(",")[0].partition(":")[0]
        assert rule in DETECTORS or one.what.startswith("bills of one lineage")
        assert "n=" in one.measured
