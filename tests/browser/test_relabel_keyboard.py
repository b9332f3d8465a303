"""Without a mouse, and with a hasty one: every step is reachable, visible, and nothing is lost on the way."""

import json
import re

import pytest

from core import services
from core.states import Dependence

ACTIVE = """() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  const style = getComputedStyle(node);
  return {
    tag: node.tagName, name: node.getAttribute("aria-label") || "", id: node.dataset.id || "",
    words: node.textContent.trim().slice(0, 200), type: node.type || "", cls: String(node.className),
    visible: node.matches(":focus-visible"),
  };
}"""
READY = ".work[data-item]:not([data-item='']):not(.waiting)"


def tab_to(page, wanted, most=150):
    """Tab on until something wanted has the focus, and can be seen to have it; there is no way in that has none out."""
    for _ in range(most):
        page.keyboard.press("Tab")
        found = page.evaluate(ACTIVE)
        if wanted(found):
            assert found["visible"], found
            return found
    raise AssertionError("Tab never came there")


@pytest.fixture
def desk(tmp_path, fill_home, serve):
    fill_home(tmp_path / "home")
    return serve(tmp_path / "home")


def test_a_claim_is_chosen_a_citation_opened_labelled_and_undone_without_a_mouse(page, desk):
    """[ACC-03]"""
    page.goto(desk.url)
    page.get_by_text("High water came over the North Quay").first.wait_for()
    page.wait_for_timeout(1_500)
    tab_to(page, lambda node: node["tag"] == "TR")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/claim"))
    page.locator(".net[data-nodes]").wait_for()
    page.wait_for_timeout(1_000)
    tab_to(page, lambda node: node["tag"] == "TR" and node["id"])
    page.keyboard.press("Enter")
    form = page.get_by_text("Label, and what it would make of this claim")
    form.wait_for()
    page.wait_for_timeout(500)
    tab_to(page, lambda node: node["tag"] == "INPUT" and node["type"] == "radio")
    page.keyboard.press("ArrowUp")
    page.wait_for_timeout(800)
    tab_to(page, lambda node: node["words"] == "Save for this claim")
    page.keyboard.press("Enter")
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.wait_for()
    page.get_by_text("Saved as entry").wait_for()
    page.wait_for_timeout(500)
    tab_to(page, lambda node: node["words"] == "Undo")
    page.keyboard.press("Enter")
    undo.wait_for(state="detached")


def test_the_desk_is_left_and_entered_by_tab_and_its_list_by_arrows(page, desk):
    page.goto(f"{desk.url}/relabel")
    page.locator(READY).wait_for()
    page.wait_for_timeout(800)
    tab_to(page, lambda node: "item" in node["cls"].split())
    page.keyboard.press("ArrowDown")
    chosen = page.evaluate(ACTIVE)["id"]
    page.keyboard.press("Enter")
    page.locator(f".work[data-item='{chosen}']").wait_for()
    tab_to(page, lambda node: node["cls"] == "row")
    page.keyboard.press("Enter")
    page.locator(f".work:not([data-item='{chosen}'])").wait_for()
    tab_to(page, lambda node: node["words"].endswith("Keys"))
    page.keyboard.press("Enter")
    keys = page.get_by_role("dialog", name="Keys")
    keys.wait_for()
    page.keyboard.press("Escape")
    keys.wait_for(state="hidden")


def test_the_question_mark_lists_the_keys_and_answers_wait_until_it_is_closed(page, desk):
    page.goto(f"{desk.url}/relabel")
    page.locator(READY).wait_for()
    first = page.locator(".work").get_attribute("data-item")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keys").wait_for()
    page.keyboard.press("2")
    page.wait_for_timeout(500)

    assert first == page.locator(".work").get_attribute("data-item")


def test_the_keys_are_let_go_of_when_the_desk_is_left(page, desk, monkeypatch):
    page.goto(f"{desk.url}/relabel")
    page.locator(READY).wait_for()
    page.get_by_role("link", name="Audit").click()
    page.get_by_role("button", name="Verify the record").wait_for()
    page.wait_for_timeout(800)
    for key in "212":
        page.keyboard.press(key)
    page.wait_for_timeout(500)
    monkeypatch.setenv("HEADWATER_HOME", str(desk.home))
    workspace = services.open_workspace()
    try:
        assert "analyst" not in {event.by for event in workspace.store.label_events(limit=50)}
    finally:
        workspace.store.close()


def many(home, monkeypatch):
    """One claim with 1,500 sources, all but a few labelled."""
    monkeypatch.setenv("HEADWATER_HOME", str(home))
    sources = [
        {
            "id": f"s{n}",
            "title": f"Source number {n:04}",
            "publisher": f"Paper {n % 40}",
            **({"dependence": "dependent"} if n % 50 else {}),
        }
        for n in range(1_500)
    ]
    evidence = [{"id": f"e{n}", "claim_id": "c1", "source_id": f"s{n}", "text": f"Passage {n}."} for n in range(1_500)]
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "large",
        "claims": [{"id": "c1", "text": "The bridge is closed."}],
        "sources": sources,
        "evidence": evidence,
        "edges": [{"from": f"s{n}", "to": f"s{n // 7}", "relation": "copied_from"} for n in range(1, 1_200)],
    }
    workspace = services.open_workspace()
    try:
        assert services.import_file(workspace, json.dumps(package).encode(), "large.json", by="test").stored
        services.relabel(
            workspace, uid="large:c1", source_id="s1400", state=Dependence.INDEPENDENT, by="ana", everywhere=False,
            seen={}, expected_event=None,
        )  # fmt: skip
    finally:
        workspace.store.close()


def test_ten_clicks_while_the_page_computes_lose_nothing_and_the_last_one_wins(page, tmp_path, serve, monkeypatch):
    """[UIG-16]"""
    many(tmp_path / "home", monkeypatch)
    server = serve(tmp_path / "home")
    page.goto(f"{server.url}/claim?claim=large:c1&tab=what-if")
    page.locator(".net[data-nodes]").wait_for()
    words = page.get_by_label("Filter the rows")
    words.fill("Paper 7")
    words.press("Enter")
    rows = page.locator("table").filter(has_text="Evidence of this claim").locator("tbody tr")
    rows.nth(9).wait_for()
    page.wait_for_timeout(800)
    wanted = [rows.nth(n).get_attribute("data-id") for n in range(10)]
    for n in range(10):
        rows.nth(n).click(no_wait_after=True)
        page.wait_for_timeout(250)
    alpha = page.locator("[data-testid=stSlider]").filter(has_text="Alpha").locator("input")
    alpha.focus()
    alpha.press("ArrowRight")
    page.wait_for_url(re.compile("alpha="), timeout=30_000)
    page.wait_for_function("(id) => new URLSearchParams(location.search).get('node') === id", arg=wanted[-1])

    assert "/claim?" in page.url
    assert "Paper 7" == words.input_value()
    page.get_by_text("Label, and what it would make of this claim").wait_for()
    page.locator(f"tr.selected[data-id='{wanted[-1]}']").wait_for()
    page.goto(f"{server.url}/claim?claim=large:c1&node=s1400")
    page.get_by_text("independent · ana").first.wait_for()
