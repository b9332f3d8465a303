"""Citations in a real browser: from the claim to a citation, all checked anew and stopped, a file that changes one."""

import json
import re
from contextlib import contextmanager

import pytest

from core import services
from core.checked import CitationFilter

IDLE = "[data-test-script-state=notRunning]"
MANY = 4_000


@pytest.fixture
def filled(tmp_path, fill_home):
    home = tmp_path / "home"
    fill_home(home)
    return home


@contextmanager
def store_of(home, monkeypatch):
    """The store a server works on, opened beside it."""
    monkeypatch.setenv("HEADWATER_HOME", str(home))
    monkeypatch.delenv("HEADWATER_DATABASE_URL", raising=False)
    workspace = services.open_workspace()
    try:
        yield workspace
    finally:
        workspace.store.close()


def many():
    """One claim with more citations than can be checked while somebody reaches for the stop."""
    numbers = range(MANY)
    text = "Report {0}. Silt rose by {0} tonnes in the month of May at the weir. "
    return {
        "schema": "headwater-evidence-package/1",
        "dataset": "many",
        "claims": [{"id": "c1", "text": "Silt rose in May."}],
        "sources": [{"id": f"s{n}", "text": text.format(n) * 20} for n in numbers],
        "citations": [
            {
                "id": f"k{n}",
                "claim_id": "c1",
                "source_id": f"s{n}",
                "expected_text": f"Silt rose by {n} tonnes in the month of May",
            }
            for n in numbers
        ],
    }


def missing():
    """A citation of a file nobody has attached."""
    return {
        "schema": "headwater-evidence-package/1",
        "dataset": "vault",
        "claims": [{"id": "c1", "text": "Backups are kept for 45 days."}],
        "sources": [{"id": "minutes", "title": "Minutes of March"}],
        "citations": [
            {
                "id": "k1",
                "claim_id": "c1",
                "source_id": "minutes",
                "marker": "[1]",
                "expected_text": "Backups are kept for 45 days in the vault of the bank",
            }
        ],
    }


def test_a_citation_opens_from_the_claim_with_both_texts_and_leads_back(page, server):
    page.goto(f"{server.url}/claim?claim=northwire-quay%3Acost-38-million&node=budget-paper")
    inspector = page.locator(".st-key-inspector-frame")
    inspector.get_by_text("≠ does not match").first.wait_for()
    inspector.get_by_role("button", name=re.compile("^open")).first.click()
    page.wait_for_url("**/citations?**citation=**")
    page.get_by_text("The citation expects").wait_for()
    marked = page.locator(".compared mark.differs").all_inner_texts()
    page.locator(".picture[data-ready]").wait_for()
    boxes = page.locator(".picture .box").count()
    page.get_by_role("button", name="Open the claim").click()
    page.wait_for_url("**/claim?**")

    assert ["46.5", "47.5"] == marked
    assert boxes
    assert "node=budget-paper" in page.url


def test_a_run_over_everything_shows_how_far_it_is_and_stops_with_what_it_has(page, tmp_path, serve, monkeypatch):
    home = tmp_path / "home"
    with store_of(home, monkeypatch) as workspace:
        services.import_file(workspace, json.dumps(many()).encode(), "many.json", by="ana")
    server = serve(home)
    page.goto(f"{server.url}/citations")
    page.get_by_role("button", name=f"Check all {MANY:,} again").click()
    page.get_by_text(re.compile(rf"[1-9][\d,]* of {MANY:,} citations checked")).wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text(re.compile(rf"^Stopped: [\d,]+ of {MANY:,} citations checked")).wait_for(timeout=60_000)
    words = page.get_by_text(re.compile(r"^Stopped: ")).inner_text()
    checked = int(re.match(r"Stopped: ([\d,]+)", words)[1].replace(",", ""))
    with store_of(home, monkeypatch) as workspace:
        counts = services.citation_counts(workspace, CitationFilter())

    assert 0 < checked < MANY
    assert checked == counts.by_status["grounded"]
    assert MANY - checked == counts.by_status["not_checked"]


def test_a_file_attached_in_the_page_changes_the_status_of_its_citation(page, tmp_path, serve, monkeypatch):
    home = tmp_path / "home"
    with store_of(home, monkeypatch) as workspace:
        services.import_file(workspace, json.dumps(missing()).encode(), "vault.json", by="ana")
        services.verify_citations(workspace, CitationFilter(), by="ana")
    server = serve(home)
    page.goto(f"{server.url}/citations?citation=vault%3Ak1")
    page.get_by_text("! could not be checked").first.wait_for()
    page.get_by_text("Attach a file to this source").click()
    page.locator("input[type=file]").set_input_files(
        {
            "name": "march.txt",
            "mimeType": "text/plain",
            "buffer": b"Minutes of March. Backups are kept for 45 days in the vault of the bank. Nobody objected.",
        }
    )
    page.get_by_role("button", name="Attach it and check again").click()
    page.get_by_text("✓ grounded").first.wait_for()
    quote = page.locator(".around mark.quote")
    quote.wait_for()
    with store_of(home, monkeypatch) as workspace:
        history = services.citation(workspace, "vault:k1").history

    assert "Backups are kept for 45 days in the vault of the bank" == quote.inner_text()
    assert ["grounded", "error"] == [point.status.value for point in history]
