"""Parts, rules and outcomes in a real browser: stated by keyboard, seen at once, kept, and in force for everybody."""

import json
import re
from contextlib import contextmanager

import pytest

from core import services

IDLE = "[data-test-script-state=notRunning]"
UID = "vault:c1"
HITS = (18, 10, 8, 5, 3, 2, 1, 1)


def vault():
    """A claim of three parts; one passage speaks of all, one of the number alone, one of something else."""
    texts = (
        "Backups of the registry are retained for 90 days in the vault.",
        "The vault keeps them for 90 days.",
        "The registry moved to the new hall in spring.",
    )
    return {
        "schema": "headwater-evidence-package/1",
        "dataset": "vault",
        "claims": [{"id": "c1", "text": "Backups are retained for 90 days."}],
        "sources": [{"id": f"s{n}", "title": f"Minutes {n}", "text": text} for n, text in enumerate(texts)],
        "evidence": [
            {"id": f"e{n}", "claim_id": "c1", "source_id": f"s{n}", "text": text} for n, text in enumerate(texts)
        ],
        "labels": [
            {"source_id": f"s{n}", "state": "independent", "by": "ann", "at": "2026-03-01T10:00:00Z"} for n in range(3)
        ],
    }


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


@pytest.fixture
def started(tmp_path, serve, monkeypatch):
    home = tmp_path / "home"
    with store_of(home, monkeypatch) as workspace:
        services.import_file(workspace, json.dumps(vault()).encode(), "vault.json", by="ann")
    return serve(home)


def facets_of(page, server):
    page.goto(f"{server.url}/bundles?claim=vault%3Ac1&tab=facets")
    page.get_by_role("textbox", name="Facet 1", exact=True).wait_for()
    page.locator(IDLE).wait_for()


def test_a_facet_is_stated_seen_at_once_saved_and_still_there_after_a_reload(page, started, monkeypatch):
    facets_of(page, started)
    page.get_by_text("3 of 3 facets addressed by some passage").wait_for()
    page.get_by_role("button", name="+ Add a facet").click()
    page.keyboard.type("signed by the keeper")
    page.keyboard.press("Tab")

    page.get_by_text("Not saved yet: 4 facets").wait_for()
    page.get_by_text("3 of 4 facets addressed by some passage").wait_for()
    page.get_by_role("textbox", name="Why (may stay empty)").fill("who signs matters")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text(re.compile(r"^On record as statement 1, by ")).wait_for()
    page.get_by_text("Not saved yet:").wait_for(state="detached")

    page.reload()
    page.get_by_text("3 of 4 facets addressed by some passage").wait_for()
    page.get_by_text("who signs matters").wait_for()
    assert "signed by the keeper" == page.get_by_role("textbox", name="Facet 4", exact=True).input_value()
    with store_of(started.home, monkeypatch) as workspace:
        (said,) = services.facet_history(workspace, UID)
        assert (4, "who signs matters") == (len(said.facets or ()), said.reason)


def test_nothing_typed_is_lost_while_the_page_catches_up(page, started):
    facets_of(page, started)
    page.locator('[data-key="mark|0|1"]').press("2")
    page.get_by_role("button", name="+ Add a facet").click()
    page.get_by_text("Not saved yet: 1 mark").wait_for()
    page.locator(IDLE).wait_for()
    fourth = page.get_by_role("textbox", name="Facet 4", exact=True)
    page.keyboard.type("in ")
    page.get_by_text("4 facets, 1 mark").wait_for()
    page.locator(IDLE).wait_for()
    page.keyboard.type("the hall")
    page.get_by_text("4 facets, 1 mark").wait_for()
    assert "in the hall" == fourth.input_value()

    second = page.get_by_role("textbox", name="Facet 2", exact=True)
    second.fill("")
    page.wait_for_timeout(1_000)
    second.press_sequentially("kept")
    second.press("Tab")
    page.locator(IDLE).wait_for()
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_text(re.compile(r"^On record as statement 1, by ")).wait_for()
    page.get_by_text("4 facets, 1 mark", exact=True).wait_for()
    assert ["Backups", "kept", "90 days", "in the hall"] == [
        page.get_by_role("textbox", name=f"Facet {number}", exact=True).input_value() for number in range(1, 5)
    ]


def test_marks_are_given_by_keyboard_and_move_density_and_decision(page, started, monkeypatch):
    facets_of(page, started)
    cell = page.locator('[data-key="mark|0|0"]')
    cell.focus()
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("4")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    page.get_by_text("Not saved yet: 3 marks").wait_for()
    page.keyboard.press("0")
    page.get_by_text("Not saved yet: 2 marks").wait_for()
    assert "contradicts, not saved yet" in cell.get_attribute("aria-label")
    before = density(page)

    page.get_by_role("button", name="Discard the changes").click()
    page.get_by_text("Not saved yet:").wait_for(state="detached")
    page.locator(IDLE).wait_for()
    assert before != density(page)
    facets_of(page, started)
    page.locator('[data-key="mark|0|0"]:not(.contradicts)').wait_for()


def density(page):
    """What the list says of the best bundle's density."""
    page.get_by_role("tab", name="Bundles", exact=True).click()
    row = page.locator(".st-key-bundles-table tbody tr").first
    row.wait_for()
    page.locator(IDLE).wait_for()
    return row.locator("td").nth(7).inner_text()


def test_a_fit_is_put_in_force_and_is_so_for_the_next_visitor(page, context, started, monkeypatch):
    rows = "\n".join(["density,n,k", *(f"{n / 10},50,{hits}" for n, hits in enumerate(HITS, 1))])
    page.goto(f"{started.url}/calibration?tab=risk")
    page.locator("input[type=file]").set_input_files(
        {"name": "ours.csv", "mimeType": "text/csv", "buffer": rows.encode()}
    )
    page.get_by_text("H (yours): 400 outcomes, 48 hallucinations").wait_for()
    page.get_by_role("button", name="Use this from now on").click()
    page.get_by_text("In force now, as version 1.").wait_for()

    other = context.new_page()
    other.goto(f"{started.url}/bundles?claim=vault%3Ac1")
    other.get_by_text(re.compile("Rule in force: version 1, by ")).wait_for()
    other.get_by_text("H_base 0.5404, lambda 4.3518").wait_for()
    other.goto(f"{started.url}/calibration")
    other.get_by_text("fit of ours.csv: 400 outcomes, 48 hallucinations").first.wait_for()
    with store_of(started.home, monkeypatch) as workspace:
        assert "H (yours)" == services.rule_in_force(workspace).settings["label"]


def test_another_rule_is_tried_before_it_is_put_in_force(page, started, monkeypatch):
    page.goto(f"{started.url}/calibration")
    lineages = page.get_by_role("spinbutton", name="Lineages")
    lineages.fill("9")
    lineages.press("Tab")
    page.get_by_role("button", name="See what it would change").click()
    page.get_by_text(re.compile("^Over every claim: ")).wait_for()
    page.get_by_role("textbox", name="Why this rule").fill("nine, no less")
    page.get_by_role("button", name="Put it in force").click()
    page.get_by_text(re.compile("Rule in force: version 1, by .*nine, no less")).wait_for()
    with store_of(started.home, monkeypatch) as workspace:
        assert (9, "nine, no less") == (
            services.rule_in_force(workspace).settings["lineages"],
            services.rule_in_force(workspace).reason,
        )


def test_an_outcome_is_recorded_and_counted_on_the_calibration_page(page, started):
    page.goto(f"{started.url}/bundles?claim=vault%3Ac1&tab=decision")
    page.get_by_role("textbox", name="How you know (may stay empty)").fill("asked the keeper")
    page.get_by_role("button", name="It was wrong").click()
    page.get_by_text("It turned out wrong.").wait_for()

    page.goto(f"{started.url}/calibration?tab=risk-and-coverage")
    page.get_by_text("1 claim of this store with a known outcome, 1 called wrong.").wait_for()
    page.get_by_text(re.compile("The rule in force on the 1 claim measured: ")).wait_for()
