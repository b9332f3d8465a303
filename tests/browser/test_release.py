"""A lead at the release desk in a browser: the queue is opened, signed by keys, gone from it, and on record."""

import re

import pytest

from core import services
from core.conclusions import Conclusion

FIRST, SECOND = "answer/citation-circle:size", "answer/mixed-claims:jug-filter"
UID = "citation-circle:size"
IDLE = "[data-test-script-state=notRunning]"


def in_hand(key):
    return f".sign[data-item='{key}']:not(.waiting)"


@pytest.fixture
def desk(tmp_path, fill_home, serve, monkeypatch):
    home = tmp_path / "home"
    fill_home(home)
    monkeypatch.setenv("HEADWATER_HOME", str(home))
    monkeypatch.delenv("HEADWATER_DATABASE_URL", raising=False)
    return serve(home)


@pytest.fixture
def signed(desk):
    """Signatures as the store of the server has them."""
    opened = services.open_workspace()
    yield lambda: services.signed(opened, "answer", UID)
    opened.store.close()


def open_desk(page, desk):
    page.goto(f"{desk.url}/release")
    page.locator(in_hand(FIRST)).wait_for()
    page.locator(IDLE).wait_for()


def test_a_lead_signs_by_keys_and_finds_it_gone_and_on_record(page, desk, signed):
    open_desk(page, desk)
    page.get_by_text("Waiting 8").wait_for()
    page.keyboard.press("5")
    page.keyboard.press("s")
    page.locator(in_hand(SECOND)).wait_for()
    page.get_by_text("Signed as entry 1: Abstain, the three-part statement is released.").wait_for()
    page.get_by_text("Waiting 7").wait_for()
    page.locator(f".queue .item[data-id='{FIRST}']").wait_for(state="detached")

    (made,) = signed()
    assert (Conclusion.ABSTAIN, "statement", "as the rule says", "") == (
        made.decision,
        made.text,
        made.reason,
        made.against,
    )
    page.goto(f"{desk.url}/audit?chain=decision")
    page.get_by_text("Abstain; releases the three-part statement").first.wait_for()
    page.goto(f"{desk.url}/answers?answer={UID}")
    page.get_by_text("Entry 1: Abstain; releases the three-part statement").wait_for()
    page.goto(f"{desk.url}/overview")
    page.get_by_text("1 signature on 1 day").wait_for()


def test_going_beyond_the_rule_needs_words_of_ones_own_and_stays_marked(page, desk, signed):
    open_desk(page, desk)
    page.keyboard.press("1")
    page.get_by_text("Against the rule: Answer, where the rule says Abstain.").wait_for()
    page.keyboard.press("5")
    page.keyboard.press("s")
    page.get_by_text("It takes a reason in your own words", exact=True).wait_for()
    page.keyboard.type("counted by hand")
    page.keyboard.press("Control+Enter")
    page.locator(in_hand(SECOND)).wait_for()
    page.get_by_text("Marked: against the rule.").wait_for()
    page.get_by_text("Signed 1", exact=True).click()
    page.locator(".queue .mark", has_text="against the rule").wait_for()

    assert ["Answer, where the rule says Abstain"] == [one.against for one in signed()]


def test_one_goes_on_and_back_and_takes_a_slip_back(page, desk, signed):
    open_desk(page, desk)
    page.keyboard.press("j")
    page.locator(in_hand(SECOND)).wait_for()
    page.keyboard.press("k")
    page.locator(in_hand(FIRST)).wait_for()
    page.keyboard.press("8")
    page.keyboard.press("s")
    page.locator(in_hand(SECOND)).wait_for()
    page.keyboard.press("u")
    page.locator(in_hand(FIRST)).wait_for()
    page.get_by_text("Entry 1 is taken back by entry 2; both stay on record.").wait_for()
    page.get_by_text("Waiting 8").wait_for()

    assert [True, False] == [one.withdrawn for one in signed()]


def test_what_is_typed_stays_with_its_line_and_keys_stay_out_of_text_fields(page, desk, signed):
    open_desk(page, desk)
    page.keyboard.press("r")
    page.keyboard.type("just 1 sad joke")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.locator(in_hand(SECOND)).wait_for()
    reason = page.get_by_role("textbox", name="Reason, kept with the signature")
    assert "" == reason.input_value()
    page.keyboard.press("k")
    page.locator(in_hand(FIRST)).wait_for()

    assert ("just 1 sad joke", ()) == (reason.input_value(), signed())


def test_the_text_let_out_is_downloaded_as_it_is_shown(page, desk):
    open_desk(page, desk)
    shown = page.locator(".sign pre").inner_text()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download as text").first.click()
    found = waiting.value

    assert "released-citation-circle-size.txt" == found.suggested_filename
    with open(found.path(), encoding="utf-8") as file:
        assert shown == file.read()


def test_a_part_of_the_queue_stands_in_the_address(page, desk):
    open_desk(page, desk)
    page.get_by_text(re.compile("^All 8$")).click()
    page.wait_for_url(re.compile("show=all"))
    page.reload()
    page.locator(".sign[data-item]").wait_for()

    assert "show=all" in page.url
