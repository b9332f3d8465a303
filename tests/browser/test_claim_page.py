"""The main job in a real browser: open a claim, see where its evidence comes from, label, and watch the figures."""

import re
from contextlib import suppress

import pytest

NotThere = pytest.importorskip("playwright.sync_api").TimeoutError

CLAIM = "northwire-quay:quay-overtopped"
ODD = "mixed-claims:brown-water-is-manganese"


GRAPH = ".net[data-nodes]"
FORM = "Label, and what it would make of this claim"
WORDS = """() => {
  const said = [];
  const read = (node) => {
    if (node.nodeType === Node.TEXT_NODE) said.push(node.textContent);
    else if (!["STYLE", "SCRIPT"].includes(node.nodeName))
      for (const inner of [...(node.shadowRoot ? [node.shadowRoot] : []), ...node.childNodes]) read(inner);
  };
  read(document.querySelector("[data-testid=stMain]"));
  return said.join(" ").replace(/\\s+/g, " ");
}"""


def words(page):
    """All the text of the page, components included, as a reader sees it."""
    return page.evaluate(WORDS)


def says(page, text):
    page.wait_for_function(f"(text) => ({WORDS})().includes(text)", arg=text)


def open_claim(page, server, uid, rest=""):
    page.goto(f"{server.url}/claim?claim={uid}{rest}")
    page.locator(GRAPH).wait_for()
    says(page, "of evidence")
    page.locator("[data-test-script-state=notRunning]").first.wait_for()


def rows(page):
    return page.locator("table").filter(has_text="Evidence of this claim").locator("tbody tr")


def click_until(target, seen):
    """Click until what follows is there: on a busy machine a click can fall into the drawing of the table."""
    for _ in range(3):
        with suppress(NotThere):
            target.click(timeout=5_000)
            seen.wait_for(timeout=8_000)
            return
    seen.wait_for()


def choose(page, title):
    click_until(rows(page).filter(has_text=title).first, page.get_by_text(FORM))


def test_a_claim_is_opened_from_the_list_and_says_what_its_sources_amount_to(page, server):
    page.goto(server.url)
    click_until(page.get_by_text("High water came over the North Quay").first, page.locator(GRAPH))
    says(page, "of evidence")
    shown = words(page)

    assert "Ten sources, about 3 pieces of evidence: seven derive from one press release" in shown
    assert "10 / 10 / 4" in shown
    assert f"claim={CLAIM}".replace(":", "%3A") in page.url or f"claim={CLAIM}" in page.url


def test_one_selection_is_shared_by_table_graph_inspector_and_address(page, server):
    open_claim(page, server, CLAIM)
    choose(page, "Spring tide survey")

    assert "node=" in page.url
    assert rows(page).filter(has_text="Spring tide survey").get_attribute("aria-selected") == "true"


def test_a_node_is_chosen_in_the_graph_by_keyboard(page, server):
    open_claim(page, server, CLAIM)
    graph = page.locator(".net")
    graph.focus()
    graph.press("Home")
    graph.press("ArrowDown")
    graph.press("Enter")
    page.get_by_text(FORM).wait_for()

    assert "node=" in page.url


def test_a_label_moves_eie_gamma_and_confidence_and_undo_brings_them_back(page, server):
    uid = "northwire-quay:deck-has-sunk"
    open_claim(page, server, uid)
    before = words(page)
    page.locator("table").filter(has_text="Open questions of this claim").locator("tbody tr").first.click()
    page.get_by_text(FORM).wait_for()
    options = page.locator("[data-testid=stRadio] label").filter(has_text=re.compile("EIE"))
    texts = options.all_inner_texts()
    eie = [float(re.search(r"EIE ([\d.]+)", text).group(1)) for text in texts]
    options.nth(eie.index(max(eie))).click()
    page.get_by_role("button", name="Save for this claim").click()
    says(page, "about 2.5 pieces of evidence")

    assert "about 2 pieces of evidence" in before
    assert "about 2 pieces of evidence" not in words(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    says(page, "about 2 pieces of evidence")


def test_a_link_restores_claim_node_tab_and_alpha_after_a_reload(page, server):
    open_claim(page, server, CLAIM, "&tab=what-if&alpha=0.3")
    choose(page, "Water over the quay")
    page.wait_for_url(re.compile("node="))
    address = page.url
    page.reload()
    page.locator(GRAPH).wait_for()
    page.get_by_text(FORM).wait_for()

    assert page.url == address
    assert "alpha=0.3" in page.url
    assert rows(page).filter(has_text="Water over the quay").get_attribute("aria-selected") == "true"


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_text_from_outside_is_shown_letter_by_letter(page, server):
    """[SEC-03] A title of <script> and markdown: nothing runs, nothing is rendered, nothing is fetched."""
    alerts = []
    page.on("dialog", lambda dialog: alerts.append(dialog.message))
    open_claim(page, server, ODD)

    assert '<script>alert("brown water")</script>' in words(page)
    assert "&lt;script" not in words(page)
    assert alerts == []


def test_the_graph_has_a_name_and_a_table_beside_it(page, server):
    """[ACC-05]"""
    open_claim(page, server, CLAIM)

    assert page.locator(".net").get_attribute("role") == "application"
    assert "Provenance graph" in page.locator(".net").get_attribute("aria-label")
    assert rows(page).count() == 10


def test_zoom_and_place_are_kept_when_a_node_is_chosen(page, server):
    """[UIG-01]"""
    open_claim(page, server, CLAIM)
    for _ in range(2):
        page.get_by_role("button", name="Zoom in").click()
    scale = "net => net.network.getScale()"
    before = page.locator(GRAPH).evaluate(scale)
    choose(page, "Water over the quay")

    assert page.locator(GRAPH).evaluate(scale) == pytest.approx(before, rel=0.01)


def test_an_address_that_names_no_claim_says_so_and_offers_a_way_on(page, server):
    page.goto(f"{server.url}/claim?claim=northwire-quay:nothing")
    says(page, "northwire-quay:nothing")

    assert "Traceback" not in words(page)


@pytest.mark.parametrize(("tab", "name"), [("why", "why-chart"), ("funnel", "funnel-chart")])
def test_a_chart_is_taken_along_as_a_picture(page, server, tmp_path, tab, name):
    open_claim(page, server, CLAIM, f"&tab={tab}")
    page.locator(".js-plotly-plot").first.hover()
    with page.expect_download() as taken:
        page.get_by_role("button", name="Download plot as a PNG").first.click()

    taken.value.save_as(tmp_path / "chart.png")
    head = (tmp_path / "chart.png").read_bytes()[:24]
    shown = page.locator(".js-plotly-plot").first.bounding_box()
    assert f"headwater-{name}.png" == taken.value.suggested_filename
    assert b"\x89PNG\r\n\x1a\n" == head[:8]
    assert pytest.approx(2 * shown["width"], abs=4) == int.from_bytes(head[16:20], "big")
