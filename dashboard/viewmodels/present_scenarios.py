"""The story of the published regimes: the same count of sources, and how much each is worth; then side by side."""

from collections.abc import Callable, Sequence
from typing import Any

from core.numbers import amount, count, percent, points, share
from core.results import Assessment, Regime
from core.scoring.sentence import in_words, pieces
from dashboard.viewmodels.numbers import TINY
from dashboard.viewmodels.present_values import Slide, Story
from dashboard.viewmodels.scenarios import Setup, setup_of

KINDS = (
    ("independent", "●", "independent"),
    ("partial", "◐", "partly independent"),
    ("unknown", "?", "unknown"),
    ("dependent", "=", "dependent on others"),
)
"""Field of a setup, its sign, its words."""
YOURS = "As the sliders stand"


def scenario_story(
    regimes: Sequence[Regime], assess: Callable[[Setup], Assessment], *, setup: Setup, title: str
) -> Story:
    """Every regime as published, then the sliders where they stand elsewhere, then all of them side by side.

    Args:
        regimes: The published ones.
        assess: The figures of a setup.
        setup: Where the sliders stand.
        title: The regime they started from.
    """
    told = [(regime.title, setup_of(regime)) for regime in regimes]
    if setup not in [published for _, published in told]:
        told.append((YOURS, setup))
    found = [(name, one, assess(one)) for name, one in told]
    slides = [_regime(*one) for one in found]
    return Story(
        name="Presentation of the scenarios",
        about="One variable at a time: what happens to confidence when sources are not independent",
        address={"regime": title} | {name: f"{value:g}" for name, value in setup.as_dict().items()},
        slides=(*slides, _compared(found)),
    )


def _regime(title: str, setup: Setup, found: Assessment) -> Slide:
    said = "No source at all: confidence stays at the prior."
    if found.items:
        number = in_words(found.sources)
        sources = "source" if found.sources == 1 else "sources"
        said = f"{number[:1].upper()}{number[1:]} {sources}, {pieces(found.eie)}."
    gone = found.naive - found.aware
    return Slide(
        key="regime",
        kicker=title,
        sentence=said,
        scene="regime",
        data={
            "tiles": _tiles(setup, found),
            "kinds": _kinds(setup),
            "bars": _bars(found),
            "prior": setup.prior,
            "gone": points(-gone) if gone > TINY else "nothing is taken back",
        },
        notes=(
            f"K {amount(setup.k)} · alpha {share(setup.alpha)} · increment {amount(setup.increment)} · "
            f"dotted line: before any evidence {percent(setup.prior)}",
        ),
        says=f"EIE {amount(found.eie)}, naive {percent(found.naive)}, aware {percent(found.aware)}",
    )


def _bars(found: Assessment) -> list[dict[str, Any]]:
    return [
        {"key": "naive", "label": "Every source in full", "value": found.naive, "text": percent(found.naive)},
        {"key": "aware", "label": "By where they come from", "value": found.aware, "text": percent(found.aware)},
    ]


def _tiles(setup: Setup, found: Assessment) -> list[dict[str, Any]]:
    """One for each source, filled as far as it counts; those that count most stand first."""
    # The figures stand in the order in which a scenario makes its documents.
    kinds = ["independent"] * setup.independent + ["unknown"] * setup.unknown
    kinds += ["dependent"] * setup.dependent + ["partial"] * setup.partial
    order = {kind: number for number, (kind, _, _) in enumerate(KINDS)}
    signs = {kind: sign for kind, sign, _ in KINDS}
    pairs = sorted(zip(kinds, found.figures, strict=True), key=lambda pair: order[pair[0]])
    return [{"kind": kind, "sign": signs[kind], "fill": figure.weight} for kind, figure in pairs]


def _kinds(setup: Setup) -> list[dict[str, Any]]:
    given = setup.as_dict()
    own = {"partial": f" at {share(setup.partial_weight)}", "unknown": f" at {share(setup.alpha)}"}
    return [
        {"kind": kind, "sign": sign, "words": f"{int(given[kind])} {words}{own.get(kind, '')}"}
        for kind, sign, words in KINDS
        if given[kind]
    ]


def _compared(found: Sequence[tuple[str, Setup, Assessment]]) -> Slide:
    rows = [
        {
            "title": title,
            "items": one.items,
            "eie": one.eie,
            "eie_text": f"{amount(one.eie)} of {one.items}",
            "naive": one.naive,
            "naive_text": percent(one.naive),
            "aware": one.aware,
            "aware_text": percent(one.aware),
        }
        for title, _, one in found
    ]
    return Slide(
        key="compare",
        kicker="Side by side",
        sentence="The lists look alike; what they are worth does not.",
        scene="compare",
        data={"rows": rows, "heads": ["Pieces of evidence", "Naive", "Aware"]},
        says="; ".join(
            f"{row['title']}: EIE {row['eie_text']}, naive {row['naive_text']}, aware {row['aware_text']}"
            for row in rows
        )
        + f"; {count(len(rows), 'scenario')}",
    )
