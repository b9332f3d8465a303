"""Undeclared lineage in a browser: found, confirmed, seen on the claim; a source retracted and taken back."""

import json

import pytest

from core import services
from core.kinship import ProposalFilter
from core.services import lineage

IDLE = "[data-test-script-state=notRunning]"
STOPS = "skerry-ferry:stops"
FERRY = (
    "The night ferry between Skerry Point and the mainland will stop for six weeks from the first of June, the harbour "
    "company said on Monday. Its hull has worn thin below the waterline and must be plated before the autumn gales."
)


def package():
    papers = (("gazette", "2026-05-04"), ("mirror", "2026-05-09"), ("digest", "2026-05-14"))
    return {
        "schema": "headwater-evidence-package/1",
        "dataset": "skerry-ferry",
        "policy": {"name": "tests", "prior": 0.3, "increment": 0.1, "k": 4, "alpha": 0.5},
        "claims": [{"id": "stops", "text": "The night ferry stops for six weeks."}],
        "sources": [
            {"id": name, "title": f"The {name} on the ferry", "text": FERRY, "published_at": f"{day}T08:00:00Z",
             "url": f"https://{name}.example/ferry"}
            for name, day in papers
        ],
        "evidence": [
            {"id": f"e-{name}", "claim_id": "stops", "source_id": name, "text": FERRY[:120]} for name, _ in papers
        ],
    }  # fmt: skip


@pytest.fixture
def filled(tmp_path, monkeypatch):
    """A data directory with three papers that print one text, and nothing said of it."""
    home = tmp_path / "home"
    monkeypatch.setenv("HEADWATER_HOME", str(home))
    monkeypatch.delenv("HEADWATER_DATABASE_URL", raising=False)
    workspace = services.open_workspace()
    services.import_file(workspace, json.dumps(package()).encode(), "skerry-ferry.json", by="ana")
    workspace.store.close()
    return home


@pytest.fixture
def stored(filled):
    """The store of the server, opened beside it."""
    opened = []

    def look():
        opened.append(services.open_workspace())
        return opened[-1]

    yield look
    for workspace in opened:
        workspace.store.close()


def open_page(page, url, ready):
    page.goto(url)
    page.get_by_text(ready).first.wait_for()
    page.locator(IDLE).wait_for()


def figures(page, server):
    """What the claim's page says of its figures."""
    page.goto(f"{server.url}/claim?claim={STOPS}")
    page.get_by_text("pieces of evidence").or_(page.get_by_text("piece of evidence")).first.wait_for()
    return page.locator(".prose .lead").first.inner_text()


def test_lineage_is_found_confirmed_and_seen_on_the_claim(page, filled, serve, stored):
    server = serve(filled)
    assert "about 1.5 pieces of evidence" in figures(page, server)

    open_page(page, f"{server.url}/proposals", "Nothing is proposed yet")
    page.get_by_role("button", name="Run detection").click()
    page.get_by_role("button", name="Begin", exact=True).click()
    page.get_by_text("3 new proposals").wait_for()
    page.locator(".queue .item").nth(2).wait_for()
    page.locator(".docs mark").nth(1).wait_for()
    assert 3 == page.locator(".queue .item").count()

    chosen = page.locator(".queue li.selected .item").get_attribute("data-id")
    page.get_by_text("Confirming it moves the figures of the one claim").wait_for()
    page.locator(IDLE).wait_for()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_text("Confirmed: entry ").wait_for()

    confirmed = lineage.proposals(stored(), ProposalFilter(status="confirmed")).rows
    assert [chosen] == [row.key for row in confirmed]
    assert "about 1 piece of evidence" in figures(page, server)


def test_one_key_rejects_a_proposal_and_the_next_one_comes(page, filled, serve, stored):
    lineage.detect_stored(stored(), "skerry-ferry", by="ana")
    server = serve(filled)
    open_page(page, f"{server.url}/proposals", "Confirming it moves")
    first = page.locator(".queue li.selected .item").get_attribute("data-id")
    page.locator(IDLE).wait_for()
    page.keyboard.press("n")
    page.get_by_text("Rejected: entry ").wait_for()
    page.locator(IDLE).wait_for()

    page.locator(f".queue li.selected .item:not([data-id='{first}'])").wait_for()
    assert [first] == [row.key for row in lineage.proposals(stored(), ProposalFilter(status="rejected")).rows]
    open_page(page, f"{server.url}/proposals?show=rejected", "remembered with its evidence")


def test_a_retraction_shows_its_effect_first_and_can_be_undone(page, filled, serve, stored):
    server = serve(filled)
    before = services.claim(stored(), STOPS).assessment.aware
    open_page(page, f"{server.url}/sources", "1 to 3 of 3 sources")
    page.get_by_text("The gazette on the ferry").first.click()
    page.get_by_role("button", name="Show what retracting changes").click()
    page.get_by_text("Retracting it moves the figures of the one claim").wait_for()
    assert before == services.claim(stored(), STOPS).assessment.aware

    page.get_by_label("Reason").fill("withdrawn by its editor")
    page.get_by_label("Reason").press("Tab")
    page.locator(IDLE).wait_for()
    page.get_by_role("button", name="Mark retracted").click()
    page.get_by_text("It is retracted now").wait_for()
    assert services.claim(stored(), STOPS).assessment.aware < before

    page.locator(IDLE).wait_for()
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("both stay on record").wait_for()
    assert pytest.approx(before) == services.claim(stored(), STOPS).assessment.aware


@pytest.mark.parametrize("context", ["dark"], indirect=True)
def test_text_from_outside_is_never_read_as_markup(page, filled, serve, stored):
    evil = package()
    evil["sources"][0]["title"] = "<img src=x onerror=document.title='hit'> **bold** [x](https://evil.example)"
    workspace = stored()
    services.import_file(workspace, json.dumps(evil).encode(), "skerry-ferry.json", by="ana")
    lineage.detect_stored(workspace, "skerry-ferry", by="ana")
    server = serve(filled)
    open_page(page, f"{server.url}/proposals", "Confirming it moves")
    page.get_by_text("<img src=x onerror=").first.wait_for()
    open_page(page, f"{server.url}/sources?source=skerry-ferry:gazette", "Claims that lean on it")
    page.get_by_text("**bold**").first.wait_for()

    assert 0 == page.locator("img[src=x]").count()
    assert "hit" not in page.title()
