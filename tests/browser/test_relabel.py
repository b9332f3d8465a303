"""The work that analysts do all day, by keyboard, by two people at once, and through a server that dies."""

import json
import os
import signal
import time
from contextlib import contextmanager

import pytest

from core import services
from core.states import Dependence

WORK = ".work"
READY = ".work[data-item]:not([data-item='']):not(.waiting)"
STATUS = ".work .status"
STATES = {
    "1": Dependence.INDEPENDENT,
    "2": Dependence.DEPENDENT,
    "3": Dependence.PARTIALLY_DEPENDENT,
    "4": Dependence.UNKNOWN,
}


@pytest.fixture
def filled(tmp_path, fill_home):
    home = tmp_path / "home"
    fill_home(home)
    return home


@pytest.fixture
def desk(filled, serve):
    """A dashboard of its own: these tests write."""
    return serve(filled)


def open_desk(page, server, rest=""):
    page.goto(f"{server.url}/relabel{rest}")
    page.locator(READY).wait_for()


def item(page):
    return page.locator(WORK).get_attribute("data-item")


def press(page, key):
    """One key, and the turn it leads to."""
    turn = page.locator(WORK).get_attribute("data-turn")
    page.keyboard.press(key)
    page.locator(f"{WORK}:not([data-turn='{turn}']):not(.waiting)").wait_for()


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


def labels_by_people(workspace):
    return [event for event in workspace.store.label_events(limit=500) if event.by == "analyst"]


def test_twenty_items_are_labelled_by_keyboard_alone_and_all_of_them_are_stored(page, desk, filled, monkeypatch):
    open_desk(page, desk, "?kind=source")
    given = []
    for key in "12341234123412341234":
        given.append((item(page), key))
        press(page, key)
    with store_of(filled, monkeypatch) as workspace:
        events = list(reversed(labels_by_people(workspace)))
        whole = services.verify(workspace)

    assert 20 == len({key for key, _ in given})
    assert [(key, STATES[pressed]) for key, pressed in given] == [
        (f"{event.dataset}:{event.claim_id}|{event.source_id}", event.state) for event in events
    ]
    assert [0.5] * 5 == [event.weight for event in events if event.state is Dependence.PARTIALLY_DEPENDENT]
    assert all({"eie", "aware", "decision", "token"} <= set(event.seen) for event in events)
    assert whole.whole


def test_no_button_moves_when_the_next_item_comes(page, desk):
    open_desk(page, desk)

    def places():
        return [page.locator(f"{WORK} {part}").first.bounding_box() for part in (".docs", "button.row", ".acts")]

    # What stands above is drawn after the item; from then on nothing moves.
    page.locator("[data-testid=stApp][data-test-script-state=notRunning]").wait_for()
    before = []
    while before != places():
        before = places()
        page.wait_for_timeout(300)
    seen = {item(page)}
    for key in ("j", "j", "1", "s", "j", "2", "3"):
        press(page, key)
        seen.add(item(page))
        assert before == places()

    assert 8 == len(seen)


def test_keys_typed_in_a_text_field_are_text(page, desk, filled, monkeypatch):
    """[AUD-09] Neither our keys nor Streamlit's own fire while a reason is typed; Escape loses nothing."""
    open_desk(page, desk)
    first = item(page)
    runs = []
    page.on("websocket", lambda socket: runs.append(socket))
    page.keyboard.press("r")
    page.keyboard.type("rc i d u 1234 jks?")
    page.keyboard.press("Escape")
    reason = page.locator(f"{WORK} .why input")

    assert "rc i d u 1234 jks?" == reason.input_value()
    assert first == item(page)
    name = page.get_by_label("Your name, kept with every label")
    name.click()
    page.keyboard.type("2")
    name.press("Tab")
    page.wait_for_timeout(600)
    with store_of(filled, monkeypatch) as workspace:
        assert [] == labels_by_people(workspace)
    assert first == item(page)
    assert page.locator("[data-testid=stDialog]").count() == 0


def test_a_key_with_a_modifier_or_held_down_does_nothing_more(page, desk, filled, monkeypatch):
    open_desk(page, desk)
    first = item(page)
    for key in ("Control+2", "Alt+1", "Meta+j"):
        page.keyboard.press(key)
    page.wait_for_timeout(400)
    assert first == item(page)
    page.keyboard.down("2")
    for _ in range(6):
        page.keyboard.down("2")
    page.keyboard.up("2")
    page.locator(f"{WORK}:not([data-item='{first}'])").wait_for()
    page.wait_for_timeout(600)
    with store_of(filled, monkeypatch) as workspace:
        assert 1 == len(labels_by_people(workspace))


def test_a_click_that_comes_twice_labels_one_item(page, desk, filled, monkeypatch):
    open_desk(page, desk)
    first = item(page)
    page.locator(f"{WORK} button.row").nth(1).dblclick()
    page.locator(f"{WORK}:not([data-item='{first}'])").wait_for()
    page.wait_for_timeout(600)
    with store_of(filled, monkeypatch) as workspace:
        assert [first] == [f"{e.dataset}:{e.claim_id}|{e.source_id}" for e in labels_by_people(workspace)]


def test_three_answers_in_a_row_are_all_kept(page, desk, filled, monkeypatch):
    """[AUD-01] Set one, then the next, then the next, without waiting for anything but the next item; reload."""
    open_desk(page, desk, "?kind=source")
    given = []
    for key in "213":
        given.append(item(page))
        press(page, key)
    page.reload()
    page.locator(READY).wait_for()
    with store_of(filled, monkeypatch) as workspace:
        stored = [f"{e.dataset}:{e.claim_id}|{e.source_id}" for e in labels_by_people(workspace)]

    assert given == list(reversed(stored))


def test_undo_and_redo_bring_the_item_back_and_both_are_on_record(page, desk, filled, monkeypatch):
    """[AUD-07]"""
    open_desk(page, desk)
    first = item(page)
    press(page, "1")
    press(page, "u")
    assert first == item(page)
    assert "is taken back" in page.locator(STATUS).inner_text()
    press(page, "y")
    assert "Given again" in page.locator(STATUS).inner_text()
    with store_of(filled, monkeypatch) as workspace:
        kinds = [event.kind for event in labels_by_people(workspace)]
        dataset, rest = first.split(":", 1)
        claim_id, source_id = rest.split("|")
        label = workspace.store.dossier(f"{dataset}:{claim_id}").labels[source_id]

    assert ["undo", "undo", "label"] == kinds
    assert Dependence.INDEPENDENT is label.state


def test_a_draft_and_the_reviewers_name_outlive_the_session(page, desk, filled, monkeypatch):
    open_desk(page, desk)
    name = page.get_by_label("Your name, kept with every label")
    name.fill("Rae Ann")
    name.press("Enter")
    page.locator(WORK).click(position={"x": 5, "y": 5})
    press(page, "2")
    page.keyboard.press("r")
    page.keyboard.type("same wire credit, half of")
    before = item(page)
    page.reload()
    page.locator(READY).wait_for()

    assert before == item(page)
    assert "same wire credit, half of" == page.locator(f"{WORK} .why input").input_value()
    page.keyboard.press("1")
    page.locator(f"{WORK}:not([data-item='{before}'])").wait_for()
    with store_of(filled, monkeypatch) as workspace:
        newest = workspace.store.label_events(limit=1)[0]
    assert ("Rae Ann", "same wire credit, half of") == (newest.by, newest.reason)


def test_the_second_of_two_people_is_told_and_may_keep_or_take(browser, desk, filled, monkeypatch):
    """Two browsers on one item: nothing is overwritten in silence, and both ways out work."""
    contexts = [browser.new_context(viewport={"width": 1440, "height": 1000}) for _ in range(2)]
    ana, ben = (context.new_page() for context in contexts)
    try:
        for name, page in (("ana", ana), ("ben", ben)):
            page.set_default_timeout(20_000)
            open_desk(page, desk)
            field = page.get_by_label("Your name, kept with every label")
            field.fill(name)
            field.press("Enter")
            page.locator(WORK).click(position={"x": 5, "y": 5})
            page.wait_for_timeout(500)
        assert item(ana) == item(ben)
        first = item(ana)
        press(ana, "2")
        press(ben, "1")
        words = ben.locator(f"{STATUS}.conflict").inner_text()
        assert "Changed meanwhile by ana to dependent; yours (independent) is not saved yet." in words
        assert first == item(ben)
        press(ben, "k")
        second = item(ben)
        assert second != first
        assert "Kept what ana said" in ben.locator(STATUS).inner_text()
        while item(ana) != second:
            press(ana, "j")
        press(ana, "2")
        press(ben, "1")
        press(ben, "t")
        assert "Saved as entry" in ben.locator(STATUS).inner_text()
    finally:
        for context in contexts:
            context.close()
    with store_of(filled, monkeypatch) as workspace:
        events = [e for e in workspace.store.label_events(limit=20) if e.by in ("ana", "ben")]

    assert [("ben", "independent"), ("ana", "dependent"), ("ana", "dependent")] == [
        (event.by, str(event.state)) for event in events
    ]


def stored(workspace, token):
    return any(event.seen.get("token") == token for event in workspace.store.label_events(limit=50))


def sent(page):
    return json.loads(page.evaluate("sessionStorage.getItem('headwater:sent')") or "{}")


def reconnected(page):
    """The page after its server came back: it has asked what became of the click."""
    page.wait_for_function("() => (sessionStorage.getItem('headwater:sent') ?? 'null') === 'null'", timeout=60_000)
    page.locator(READY).wait_for()
    return page.locator(STATUS).inner_text()


def test_a_server_that_dies_before_it_has_the_answer_stores_nothing_and_the_page_says_so(
    page, filled, tmp_path, run_server, monkeypatch
):
    with run_server(filled, tmp_path / "first.log") as server:
        port = int(server.url.rsplit(":", 1)[1])
        open_desk(page, server)
        first = item(page)
        os.kill(server.pid, signal.SIGSTOP)
        page.keyboard.press("2")
        page.wait_for_timeout(300)
        token = sent(page)["token"]
        os.kill(server.pid, signal.SIGKILL)
    with run_server(filled, tmp_path / "second.log", port):
        said = reconnected(page)
        with store_of(filled, monkeypatch) as workspace:
            assert not stored(workspace, token)
        assert "nothing of it is stored" in said
        assert "dependent" in said
        assert first == item(page)
        press(page, "2")
        with store_of(filled, monkeypatch) as workspace:
            assert 1 == len(labels_by_people(workspace))


def test_a_server_that_dies_after_it_has_stored_the_answer_says_that_it_had_arrived(
    page, filled, tmp_path, run_server, monkeypatch
):
    with store_of(filled, monkeypatch) as workspace, run_server(filled, tmp_path / "first.log") as server:
        port = int(server.url.rsplit(":", 1)[1])
        open_desk(page, server)
        # The answer of the server is held back: what it does not confirm, the page must ask for.
        page.context.set_offline(False)
        before = len(workspace.store.label_events(limit=50))
        page.evaluate("document.addEventListener('keydown', () => {}, true)")
        page.keyboard.press("2")
        give_up = time.monotonic() + 20
        while len(workspace.store.label_events(limit=50)) == before and time.monotonic() < give_up:
            time.sleep(0.001)
        os.kill(server.pid, signal.SIGKILL)
        token = sent(page).get("token")
    with run_server(filled, tmp_path / "second.log", port):
        said = reconnected(page)
        with store_of(filled, monkeypatch) as workspace:
            events = labels_by_people(workspace)
            whole = services.verify(workspace).whole
    assert whole
    assert 1 == len(events)
    if token:
        assert f"it is stored as entry {events[0].number}" in said
    else:
        assert f"Saved as entry {events[0].number}" in said
