"""A presentation in a real browser: keys, address, the way back, sizes of projectors, paper, and no network."""

import json
import re
from contextlib import suppress
from typing import Any

import pypdfium2
import pytest

from core import services

NotThere = pytest.importorskip("playwright.sync_api").TimeoutError

QUAY = "northwire-quay:quay-overtopped"
SIZES = ((1280, 720), (1920, 1080), (1024, 768))
GRAPH = ".net[data-nodes]"
FITS = """() => {
  const root = [...document.querySelectorAll("*")].find((node) => node.shadowRoot?.querySelector(".stage")).shadowRoot;
  const stage = root.querySelector(".stage"), found = [];
  if (stage.scrollHeight > stage.clientHeight + 1 || stage.scrollWidth > stage.clientWidth + 1) found.push("scrolls");
  for (const node of stage.querySelectorAll("*")) {
    const own = [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.textContent.trim());
    const box = node.getBoundingClientRect();
    if (!own || !box.width || node.closest(".unseen") || !node.checkVisibility({ checkOpacity: true })) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      found.push(`outside: ${node.textContent}`);
    const size = parseFloat(getComputedStyle(node).fontSize);
    if (size < 27.9) found.push(`${size} px: ${node.textContent}`);
  }
  return found;
}"""


def at(page: Any, step: int) -> None:
    page.locator(f'.stage[data-step="{step}"]').wait_for()


def opened(page: Any, address: str, step: int = 1) -> None:
    page.goto(address)
    at(page, step)


def claim(server: Any, rest: str = "", uid: str = QUAY) -> str:
    return f"{server.url}/present?claim={uid}{rest}"


def present(page: Any) -> None:
    """Click until the stage is there: on a busy machine a click can fall into the drawing of the page."""
    for _ in range(3):
        with suppress(NotThere):
            page.get_by_role("link", name="Present").click(timeout=5_000)
            page.locator(".stage").wait_for(timeout=8_000)
            break
    at(page, 1)


def read(page: Any, part: str) -> str:
    return page.locator(f".stage {part}").first.inner_text().replace("\u00a0", " ").strip()


def test_keys_step_and_the_address_follows(page: Any, server: Any) -> None:
    opened(page, claim(server))
    for key, step in (
        *(("ArrowRight", 2), ("PageDown", 3), ("Space", 4), ("Enter", 5)),
        *(("PageUp", 4), ("ArrowLeft", 3), ("End", 7), ("PageDown", 7), ("Home", 1), ("PageUp", 1), ("6", 6)),
    ):
        page.keyboard.press(key)
        at(page, step)
        page.wait_for_function("(step) => step === 1 || location.search.includes(`step=${step}`)", arg=step)

    assert "step=6" in page.url
    assert 6 == int(page.locator(".stage").get_attribute("data-step"))


def test_a_reload_and_a_link_stay_at_their_step(page: Any, server: Any) -> None:
    opened(page, claim(server, "&step=4"), 4)
    page.keyboard.press("PageDown")
    at(page, 5)
    page.reload()
    at(page, 5)

    assert "step=5" in page.url


@pytest.mark.parametrize("step", ["0", "-3", "99", "x", ""])
def test_a_step_that_there_is_not_is_the_nearest_there_is(page: Any, server: Any, step: str) -> None:
    opened(page, claim(server, f"&step={step}"), 7 if step == "99" else 1)


def test_escape_returns_to_the_page_with_its_choices_and_back_stays_right(page: Any, server: Any) -> None:
    page.goto(f"{server.url}/claim?claim={QUAY}&node=forum&tab=funnel")
    page.locator(GRAPH).wait_for()
    present(page)
    page.keyboard.press("End")
    at(page, 7)
    page.keyboard.press("Escape")
    page.locator(GRAPH).wait_for()
    page.locator("[data-testid=stSidebar]").wait_for()

    assert "/claim?" in page.url
    assert "node=forum" in page.url
    assert "tab=funnel" in page.url
    page.go_forward()
    at(page, 7)
    page.go_back()
    page.locator(GRAPH).wait_for()


def test_escape_from_a_link_that_was_opened_anew_leads_to_the_claim(page: Any, server: Any) -> None:
    opened(page, claim(server, "&step=3", "northwire-quay:deck-has-sunk"), 3)
    page.keyboard.press("Escape")
    page.locator(GRAPH).wait_for()

    assert re.search(r"/claim\?claim=northwire-quay(:|%3A)deck-has-sunk$", page.url)


def test_escape_leaves_full_screen_first(page: Any, server: Any) -> None:
    opened(page, claim(server, "&step=2"), 2)
    page.keyboard.press("f")
    page.wait_for_function("() => document.fullscreenElement !== null")
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.fullscreenElement === null")

    assert "/present" in page.url
    at(page, 2)


def test_the_figures_are_those_of_the_claim_page(page: Any, server: Any) -> None:
    page.goto(f"{server.url}/claim?claim={QUAY}")
    page.locator(GRAPH).wait_for()
    page.locator(".badge").first.wait_for()
    cards = dict(
        zip(
            page.locator(".card .label").all_inner_texts(),
            page.locator(".card .value").all_inner_texts(),
            strict=True,
        )
    )
    decided = page.locator(".badge").first.inner_text()
    present(page)
    page.keyboard.press("4")
    at(page, 4)
    bars = page.locator(".stage .bar .value").all_inner_texts()
    page.keyboard.press("5")
    at(page, 5)
    verified = read(page, ".big")
    page.keyboard.press("6")
    at(page, 6)

    assert cards["Confidence"] == " → ".join(bars)
    assert cards["Citations verified"] == verified
    assert decided == read(page, ".badge")


def test_a_step_needs_neither_server_nor_network(page: Any, context: Any, server: Any) -> None:
    asked: list[str] = []
    opened(page, claim(server))
    page.locator("[data-test-script-state=notRunning]").first.wait_for(state="attached")
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url))
    context.set_offline(True)
    for step in range(2, 8):
        page.keyboard.press("PageDown")
        at(page, step)
        assert read(page, ".sentence")

    assert [] == asked
    context.set_offline(False)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize(
    "address",
    [
        f"present?claim={QUAY}",
        "present?claim=citation-circle:founded-1764",
        "present_scenarios?independent=7&unknown=9",
    ],
    ids=["claim", "abstains", "scenarios"],
)
def test_nothing_runs_over_and_no_type_is_small(page: Any, server: Any, size: tuple[int, int], address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    opened(page, f"{server.url}/{address}")
    steps = page.locator(".dots button").count()
    for step in range(1, steps + 1):
        page.keyboard.press(str(step))
        at(page, step)
        assert [] == page.evaluate(FITS)


def test_there_is_nothing_beside_the_stage(page: Any, server: Any) -> None:
    opened(page, claim(server))
    page.locator("[data-testid=stSidebar]").wait_for(state="hidden")

    assert 0 == page.locator("[data-testid=stHeader]:visible").count()
    box = page.locator(".stage").bounding_box()
    assert (0, 0, 1440, 1000) == (box["x"], box["y"], box["width"], box["height"])


def test_a_step_is_announced_and_its_picture_said(page: Any, server: Any) -> None:
    opened(page, claim(server))
    page.keyboard.press("3")
    at(page, 3)

    live = page.locator(".stage .live")
    assert "polite" == live.get_attribute("aria-live")
    assert live.text_content().startswith("Step 3 of 7. How much evidence that is.")
    assert "family C: 7 sources, counts 0.5" in page.locator(".stage .scene").get_attribute("aria-label")
    assert "step" == page.locator(".dots button").nth(2).get_attribute("aria-current")


def test_who_wants_no_motion_gets_none(page: Any, server: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    opened(page, claim(server))

    assert ["0s"] == page.locator(".stage .card").first.evaluate(
        "(node) => [...new Set(getComputedStyle(node).transitionDuration.split(', '))]"
    )


def test_paper_has_every_step_on_a_page_of_its_own(page: Any, server: Any) -> None:
    opened(page, claim(server))
    page.locator(".sheet").nth(6).wait_for(state="attached")
    printed = pypdfium2.PdfDocument(page.pdf(prefer_css_page_size=True, print_background=True))
    texts = [sheet.get_textpage().get_text_range() for sheet in printed]

    assert 7 == len(texts)
    assert "Ten sources, about 3 pieces of evidence." in " ".join(texts[2].split())
    assert all(f"{number} / 7" in text for number, text in enumerate(texts, 1))


def test_the_scenarios_are_told_with_the_sliders_and_keep_them(page: Any, server: Any) -> None:
    page.goto(f"{server.url}/scenarios?regime=Mixed+ecosystem")
    slider = page.get_by_role("slider").first
    slider.wait_for()
    page.locator("[data-test-script-state=notRunning]").first.wait_for(state="attached")
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.get_by_text("19 items: 5 independent").first.wait_for()
    present(page)
    page.keyboard.press("5")
    at(page, 5)

    assert "As the sliders stand" == read(page, ".kicker")
    assert read(page, ".sentence").startswith("Nineteen sources")
    page.keyboard.press("Escape")
    page.get_by_text("19 items: 5 independent").first.wait_for()
    page.go_forward()
    at(page, 5)
    page.reload()
    at(page, 5)
    assert "As the sliders stand" == read(page, ".kicker")


ODD = {
    "dataset": "odd",
    "answers": [{"id": "a", "text": "An answer."}],
    "claims": [
        {"id": "markup", "answer_id": "a", "text": "<img src=x onerror=alert(1)><script>alert(2)</script> **b** $x$"},
        {"id": "long", "answer_id": "a", "text": "The committee found that the wall had been raised twice. " * 60},
        {"id": "rtl", "answer_id": "a", "text": "הנמל נסגר בחודש מאי (2024)."},
        {"id": "many", "answer_id": "a", "text": "Two hundred pages say so."},
        {"id": "against", "answer_id": "a", "text": "The well is poisoned."},
        {"id": "none", "answer_id": "a", "text": "Nobody wrote of it."},
    ],
    "sources": [
        *(
            {"id": f"x{n}", "title": f"<b>{n}</b><img src=x onerror=alert(3)>", "publisher": "</style>"}
            for n in range(3)
        ),
        *({"id": f"l{n}", "title": "A title without end " * 30} for n in range(3)),
        *({"id": f"r{n}", "title": "تقرير الميناء (2024)"} for n in range(3)),
        *({"id": f"m{n}", "title": f"Page {n}"} for n in range(200)),
        *({"id": f"g{n}", "title": f"Report {n}"} for n in range(4)),
    ],
    "edges": [{"from": f"m{n}", "to": f"m{n % 12}", "relation": "copied_from"} for n in range(12, 160)],
    "evidence": [
        {"id": f"{claim}-{source}{n}", "claim_id": claim, "source_id": f"{source}{n}", "text": f"{claim} {n}", **more}
        for claim, source, number, more in (
            ("markup", "x", 3, {}),
            ("long", "l", 3, {}),
            ("rtl", "r", 3, {}),
            ("many", "m", 200, {}),
            ("against", "g", 4, {"stance": "refutes"}),
        )
        for n in range(number)
    ],
}


@pytest.fixture(scope="module")
def odd(server: Any) -> None:
    """Odd claims in the store of the server."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("HEADWATER_HOME", str(server.home))
        environment.delenv("HEADWATER_DATABASE_URL", raising=False)
        workspace = services.open_workspace()
        services.import_file(workspace, json.dumps(ODD).encode(), "odd.json", by="tester")
        workspace.store.close()


@pytest.mark.parametrize("uid", ["markup", "long", "rtl", "many", "against", "none"])
def test_odd_claims_fit_and_are_shown_letter_by_letter(page: Any, server: Any, odd: None, uid: str) -> None:
    met: list[str] = []
    page.on("dialog", lambda dialog: (met.append(dialog.message), dialog.dismiss()))
    page.emulate_media(reduced_motion="reduce")
    page.set_viewport_size({"width": 1024, "height": 768})
    opened(page, claim(server, uid=f"odd:{uid}"))
    text = next(one["text"] for one in ODD["claims"] if one["id"] == uid)

    assert text.strip() == page.locator(".stage .hero").get_attribute("title").strip()
    assert text.split()[0] in read(page, ".hero")
    for step in range(1, page.locator(".dots button").count() + 1):
        page.keyboard.press(str(step))
        at(page, step)
        assert [] == page.evaluate(FITS)
    assert [] == met


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_ink_stands_out_from_the_ground_in_both_themes(page: Any, server: Any) -> None:
    opened(page, claim(server))
    ink, ground = page.locator(".stage").evaluate(
        """(node) => ["color", "backgroundColor"].map(
            (name) => getComputedStyle(node)[name].match(/[\\d.]+/g).slice(0, 3))"""
    )
    difference = [abs(float(one) - float(other)) for one, other in zip(ink, ground, strict=True)]

    assert 200 < min(difference)
