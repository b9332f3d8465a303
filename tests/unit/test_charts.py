"""Charts draw what their views say; tests look at the data, never at pixels."""

import pytest

from core.results import ClaimFile
from core.whatif import spread
from dashboard.charts.estimators import estimators_figure
from dashboard.charts.funnel import funnel_figure
from dashboard.charts.histogram import histogram_figure
from dashboard.charts.scatter import scatter_figure
from dashboard.charts.sweep import sweep_figure
from dashboard.charts.theme import LINEAGE_COLOURS, literal
from dashboard.charts.waterfall import waterfall_figure
from dashboard.viewmodels.estimators import estimators_view
from dashboard.viewmodels.funnel import funnel_view
from dashboard.viewmodels.overview import HistogramView, Point, ScatterView
from dashboard.viewmodels.scenarios import SweepView
from dashboard.viewmodels.why import waterfall_view


def test_a_waterfall_has_one_bar_per_step_and_hatches_losses(quay: ClaimFile) -> None:
    view = waterfall_view(quay.dossier, quay.assessment)
    bars = waterfall_figure(view).data[0]

    assert len(view.bars) == len(bars.x)
    assert [bar.kind == "loss" for bar in view.bars] == [shape == "/" for shape in bars.marker.pattern.shape]
    assert pytest.approx([abs(bar.end - bar.start) for bar in view.bars]) == list(bars.x)


def test_markup_in_a_title_is_shown_as_written(quay: ClaimFile) -> None:
    figure = waterfall_figure(waterfall_view(quay.dossier, quay.assessment))

    assert "<script>" not in figure.to_json()
    assert "&lt;script&gt;" in " ".join(figure.layout.yaxis.ticktext)


def test_a_stage_nobody_checked_has_words_and_no_bar(quay: ClaimFile) -> None:
    figure = funnel_figure(funnel_view(quay.dossier, quay.assessment))

    assert (None, None) == (figure.data[0].x[2], figure.data[0].x[3])
    assert ["not yet checked", "not yet checked"] == [note.text for note in figure.layout.annotations]


def test_the_range_and_the_band_belong_to_the_aware_estimator(quay: ClaimFile) -> None:
    view = estimators_view(quay.assessment, spread(quay.dossier, quay.policy, draws=200))
    names = {trace.name: trace for trace in estimators_figure(view).data}

    assert (view.low, view.high) == names["range over the open questions"].x
    assert {"Dependence-aware"} == set(names["range over the open questions"].y)
    assert view.band is not None
    assert (view.band[0], view.band[2]) == names["nine in ten draws"].x


def test_a_scatter_tells_decisions_apart_by_shape_and_hands_out_ids() -> None:
    points = (Point("d:1", 1.0, 0.5, "<b>x</b>", "answer", False), Point("d:2", 0.9, 0.2, "y", "refuse", True))
    traces = scatter_figure(ScatterView(points, 2, "2 of 2 claims")).data

    assert 3 == len({trace.marker.symbol for trace in traces})
    assert ["d:1", "&lt;b&gt;x&lt;/b&gt;"] == list(traces[0].customdata[0])


def test_a_histogram_draws_every_bin() -> None:
    bars = histogram_figure(HistogramView((("1 to 2", 3), ("2 or more", 0)), "3 claims")).data[0]

    assert (("1 to 2", "2 or more"), (3, 0)) == (tuple(bars.x), tuple(bars.y))


def test_no_line_of_a_sweep_is_told_by_its_colour_alone() -> None:
    lines = tuple((key, key, ((0.0, 0.1), (1.0, 0.2))) for key in ("naive", "bayesian", "source_discounted", "aware"))
    traces = sweep_figure(SweepView("alpha", lines, 0.5)).data

    assert 4 == len({trace.line.dash for trace in traces})


def test_a_long_text_is_cut_before_it_is_escaped() -> None:
    assert "&amp;&amp;&amp;…" == literal("&&&&&&", 4)


def test_white_letters_are_legible_on_every_lineage_colour() -> None:
    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    assert all(1.05 / (luminance(colour) + 0.05) >= 4.5 for colour in LINEAGE_COLOURS)
