"""Where the article's numbers do not follow: the figures are worked out, not copied."""

import pytest

from dashboard.viewmodels.method import GLOSSARY, LIMITS
from dashboard.viewmodels.remarks import remarks_table


@pytest.mark.parametrize(
    ("remark", "figures"),
    [
        ("Density falls to 0", ("0.667", "0.030", "0.333", "0.277")),
        ("Bundling reduces the variance", ("the factor is 1", "3.56")),
        ("Sigma falls", ("21.8", "5.3")),
        ("Refuse below cohesion", ("0.6447",)),
        ("The quartile of density", ("0.277", "5.68")),
        ("8.7 % are refused", ("1,452 of 8,400", "17.3 %", "29.5 %")),
        ("The residuals show no bias", ("0.470", "0.424")),
    ],
)
def test_a_remark_carries_the_figures_that_contradict_it(remark: str, figures: tuple[str, ...]) -> None:
    row = next(row for row in remarks_table().rows if row.cells[1].text.startswith(remark))

    assert [] == [figure for figure in figures if figure not in row.cells[2].text]
    assert row.cells[0].text.startswith("section ")
    assert row.cells[3].text


def test_limits_and_words_speak_of_what_there_is_now() -> None:
    assert not any("not yet compared" in text or "nothing is calibrated yet" in text for text in LIMITS)
    assert {"bundle", "facet", "cohesion", "density", "H"} <= {word for word, _ in GLOSSARY}
