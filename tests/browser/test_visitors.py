"""Two visitors of one server, and one visitor of two servers in a row."""

import pytest

from core import services
from core.states import Dependence

READY = ".work[data-item]:not([data-item='']):not(.waiting)"


@pytest.fixture
def filled(tmp_path, fill_home):
    home = tmp_path / "home"
    fill_home(home)
    return home


def test_a_visitor_sees_nothing_of_what_another_one_types_filters_or_uploads(page, context, filled, serve, tmp_path):
    """[MUS-01]"""
    server = serve(filled)
    page.goto(f"{server.url}/import")
    upload = tmp_path / "alpha.csv"
    upload.write_text("claim_id,claim_text,source_id\nc1,Quagga is private,s1\n", "utf-8")
    page.locator("input[type=file]").first.set_input_files(upload)
    page.get_by_text("Quagga is private").first.wait_for()
    page.goto(f"{server.url}/relabel?kind=source")
    page.locator(READY).wait_for()
    name = page.get_by_label("Your name, kept with every label")
    name.fill("ana of quagga")
    name.press("Tab")
    page.keyboard.press("r")
    page.keyboard.type("a quagga reason")
    other = context.browser.new_context(viewport={"width": 1440, "height": 1000})
    other.set_default_timeout(20_000)
    second = other.new_page()
    second.goto(f"{server.url}/relabel")
    second.locator(READY).wait_for()
    seen = [second.locator("body").inner_text(), second.locator(".work").inner_text()]
    assert "analyst" == second.get_by_label("Your name, kept with every label").input_value()
    assert "" == second.locator(".work .why input").input_value()
    assert "kind=" not in second.url
    second.goto(f"{server.url}/import")
    second.locator("input[type=file]").first.wait_for(state="attached")
    second.wait_for_timeout(500)
    seen.append(second.locator("body").inner_text())
    other.close()

    assert all("quagga" not in words.casefold() for words in seen)


def test_a_restart_of_the_server_keeps_the_labels_and_the_address_opens_the_same_view(
    page, filled, run_server, tmp_path, monkeypatch
):
    """[MUS-10]"""
    with run_server(filled, tmp_path / "first.log") as server:
        port = int(server.url.rsplit(":", 1)[1])
        page.goto(f"{server.url}/relabel?kind=source")
        page.locator(READY).wait_for()
        for key in "122":
            turn = page.locator(".work").get_attribute("data-turn")
            page.keyboard.press(key)
            page.locator(f".work:not([data-turn='{turn}']):not(.waiting)").wait_for()
        at = page.locator(".work").get_attribute("data-item")
        page.wait_for_function("(at) => new URLSearchParams(location.search).get('item') === at", arg=at)
        address = page.url
    with run_server(filled, tmp_path / "second.log", port):
        page.goto("about:blank")
        page.goto(address)
        page.locator(READY).wait_for()
        assert at == page.locator(".work").get_attribute("data-item")
    monkeypatch.setenv("HEADWATER_HOME", str(filled))
    workspace = services.open_workspace()
    try:
        given = [event.state for event in workspace.store.label_events(limit=3)]
        assert [Dependence.DEPENDENT, Dependence.DEPENDENT, Dependence.INDEPENDENT] == given
        assert services.verify(workspace).whole
    finally:
        workspace.store.close()
