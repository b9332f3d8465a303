"""Both themes can be read: WCAG 2.2 AA, measured on the colours Streamlit is given."""

import tomllib
from pathlib import Path

import pytest

CONFIG = tomllib.loads((Path(__file__).parents[2] / "dashboard" / ".streamlit" / "config.toml").read_text("utf-8"))
THEMES = {name: CONFIG["theme"][name] for name in ("light", "dark")}
BACKGROUNDS = {
    f"{name} {part}": (THEMES[name], place["backgroundColor"])
    for name in THEMES
    for part, place in (("page", THEMES[name]), ("sidebar", THEMES[name]["sidebar"]))
}
CAPTION_OPACITY = 0.6


def channels(colour: str) -> list[float]:
    return [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]


def luminance(rgb: list[float]) -> float:
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def faded(colour: str, ground: str, opacity: float) -> list[float]:
    return [opacity * c + (1 - opacity) * g for c, g in zip(channels(colour), channels(ground), strict=True)]


def test_black_on_white_has_the_published_contrast() -> None:
    assert pytest.approx(21.0) == contrast(channels("#000000"), channels("#ffffff"))


@pytest.mark.parametrize(("theme", "ground"), BACKGROUNDS.values(), ids=BACKGROUNDS)
@pytest.mark.parametrize("colour", ["textColor", "linkColor"])
def test_text_is_legible(theme: dict[str, str], ground: str, colour: str) -> None:
    assert 4.5 <= contrast(channels(theme[colour]), channels(ground))


@pytest.mark.parametrize(("theme", "ground"), BACKGROUNDS.values(), ids=BACKGROUNDS)
def test_a_caption_stays_legible_though_streamlit_fades_it(theme: dict[str, str], ground: str) -> None:
    assert 4.5 <= contrast(faded(theme["textColor"], ground, CAPTION_OPACITY), channels(ground))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_chosen_tab_and_a_primary_button_are_legible(theme: dict[str, str]) -> None:
    assert 4.5 <= contrast(channels(theme["primaryColor"]), channels(theme["backgroundColor"]))
    assert 4.5 <= contrast(channels(theme["primaryColor"]), channels("#ffffff"))


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_edge_of_a_field_can_be_seen(theme: dict[str, str]) -> None:
    assert 3.0 <= contrast(channels(theme["borderColor"]), channels(theme["backgroundColor"]))
