"""The provenance graph in a real browser: pointer, keyboard, view, themes, text from outside."""

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

HARNESS = Path(__file__).with_name("graph_harness.py")
ROOT = HARNESS.parents[2]
BIG = str(2**53 + 1)
BLOG_ON_LEDGER = "blog\x1fledger\x1fcopied_from"

# Notes every text the graph writes on its canvas, with the box it takes up on the screen.
WATCH_TEXT = """
window.written = [];
const fillText = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
  const at = this.getTransform().transformPoint({ x, y }), scale = this.getTransform().a;
  const width = this.measureText(text).width * scale, size = parseFloat(this.font.match(/([\\d.]+)px/)[1]) * scale;
  const [left, right, top, bottom] = [at.x - width / 2, at.x + width / 2, at.y - size / 2, at.y + size / 2];
  window.written.push({ text, left, right, top, bottom });
  return fillText.call(this, text, x, y, ...rest);
};
"""


@pytest.fixture(scope="module")
def harness(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with the harness page, ended by its process id."""
    log = tmp_path_factory.mktemp("graph") / "server.log"
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "streamlit", "run", str(HARNESS), f"--server.port={port}"]
    command += ["--server.address=127.0.0.1", "--server.headless=true", "--server.fileWatcherType=none"]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("STREAMLIT_")}
    with log.open("w", encoding="utf-8") as output:
        process = subprocess.Popen(
            [*command, "--browser.gatherUsageStats=false", "--client.toolbarMode=minimal"],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    url = f"http://127.0.0.1:{port}"
    try:
        give_up = time.monotonic() + 60
        while not _answers(url):
            if process.poll() is not None or time.monotonic() > give_up:
                pytest.fail(f"the harness did not start:\n{log.read_text('utf-8')}")
            time.sleep(0.05)
        yield url
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1) as response:
            return bool(response.status == 200)
    except OSError:
        return False


class Graph:
    """The graph on an open page."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.net = page.locator(".net")

    def place(self, node: str) -> tuple[float, float]:
        """Where a node stands in the window."""
        at = self.net.evaluate("(e, id) => e.network.canvasToDOM(e.network.getPosition(id))", node)
        box = self.net.bounding_box()
        return box["x"] + at["x"], box["y"] + at["y"]

    def middle_of(self, edge: str) -> tuple[float, float]:
        """A point on a line, in the window."""
        at = self.net.evaluate(
            "(e, id) => e.network.canvasToDOM(e.network.body.edges[id].edgeType.getPoint(0.5))", edge
        )
        box = self.net.bounding_box()
        return box["x"] + at["x"], box["y"] + at["y"]

    def click(self, node: str) -> None:
        """Click a node."""
        self.page.mouse.click(*self.place(node))

    def view(self) -> tuple[float, float, float]:
        """Scale and centre."""
        return tuple(self.net.evaluate("e => [e.network.getScale(), ...Object.values(e.network.getViewPosition())]"))  # type: ignore[return-value]

    def nodes(self) -> list[str]:
        """Ids of what is drawn."""
        return list(self.net.evaluate("e => [...e.network.body.nodeIndices].sort()"))

    def says(self, text: str) -> None:
        """Wait until the page shows a text."""
        self.page.get_by_text(text, exact=True).wait_for()

    def selected(self) -> str | None:
        """Id of what the picture marks."""
        return self.net.evaluate("e => e.graph.selected")  # type: ignore[no-any-return]


@pytest.fixture
def draw(harness: str, page: Any) -> Iterator[Callable[..., Graph]]:
    """Open a case and wait until it is drawn; no script may have failed at the end."""
    failed: list[str] = []
    page.on("pageerror", lambda error: failed.append(str(error)))
    page.add_init_script(WATCH_TEXT)
    page.dialogs = []
    page.on("dialog", lambda dialog: (page.dialogs.append(dialog.message), dialog.dismiss()))

    def opened(case: str, **parameters: str) -> Graph:
        page.goto(f"{harness}/?" + "&".join(f"{k}={v}" for k, v in {"case": case, **parameters}.items()))
        page.wait_for_selector(".net[data-nodes]")
        page.wait_for_function("() => window.written.length > 0")
        return Graph(page)

    yield opened
    assert [] == failed


def test_a_clicked_node_reaches_python_and_is_marked(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    graph.click("s:harbour")
    graph.says("picked: source 'harbour'")

    assert "s:harbour" == graph.selected()


def test_a_clicked_line_reaches_python_by_its_edge_key(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    graph.page.mouse.click(*graph.middle_of("e:s:blog\x1fs:ledger"))

    graph.says(f"picked: edge {BLOG_ON_LEDGER!r}")


def test_a_line_to_the_claim_picks_its_source(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    graph.page.mouse.click(*graph.middle_of("v:s:harbour\x1fsupports"))

    graph.says("picked: source 'harbour'")


def test_an_id_beyond_the_numbers_of_a_browser_comes_back_exactly(draw: Callable[..., Graph]) -> None:
    graph = draw("numeric")

    graph.click(f"s:{BIG}")

    graph.says(f"picked: source '{BIG}'")


def test_ids_that_look_like_the_same_number_are_different_nodes(draw: Callable[..., Graph]) -> None:
    assert ["c:1", "s:01", "s:1", "s:1.0", f"s:{BIG}"] == draw("numeric").nodes()


@pytest.mark.parametrize("how", ["pick", "relabel", "select elsewhere", "rerun"])
def test_zoom_and_place_are_kept(draw: Callable[..., Graph], how: str) -> None:
    graph = draw("quay")
    box = graph.net.bounding_box()
    graph.page.mouse.move(box["x"] + 300, box["y"] + 200)
    graph.page.mouse.wheel(0, -240)
    graph.page.mouse.down()
    graph.page.mouse.move(box["x"] + 340, box["y"] + 230, steps=4)
    graph.page.mouse.up()
    graph.page.wait_for_timeout(200)
    before = graph.view()

    if how == "pick":
        graph.click("s:ledger")
    elif how == "relabel":
        graph.page.get_by_text("relabelled").click()
    elif how == "select elsewhere":
        graph.page.get_by_text("select last").click()
    else:
        graph.page.get_by_role("slider").press("ArrowRight")
    graph.says("runs: 2")
    graph.page.wait_for_timeout(200)

    assert pytest.approx(before, rel=0.01) == graph.view()


def test_a_narrower_page_does_not_change_a_zoom_of_ones_own(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    graph.net.focus()
    graph.page.keyboard.press("+")
    before = graph.view()

    graph.page.set_viewport_size({"width": 1380, "height": 1000})
    graph.page.wait_for_timeout(800)

    assert pytest.approx(before, rel=0.01) == graph.view()


def test_the_picture_is_not_built_anew_by_a_pick_or_a_relabel(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    graph.net.evaluate("e => { e.network.mine = true }")

    graph.click("s:ledger")
    graph.says("runs: 2")
    graph.page.get_by_text("relabelled").click()
    graph.says("runs: 3")

    assert graph.net.evaluate("e => e.network.mine")


def test_a_relabel_marks_the_node_without_moving_any(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    before = graph.net.evaluate("e => e.network.getPositions()")

    graph.page.get_by_text("relabelled").click()
    graph.says("runs: 2")

    assert before == graph.net.evaluate("e => e.network.getPositions()")
    assert graph.net.evaluate("e => e.graph.node.get('s:ledger').human")


def test_a_selection_made_elsewhere_is_marked_in_the_graph(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    graph.page.get_by_text("select last").click()
    graph.says("selected: denial")

    assert "s:denial" == graph.selected()


def test_of_fast_clicks_the_last_one_counts(draw: Callable[..., Graph]) -> None:
    graph = draw("1500")
    groups = [node for node in graph.nodes() if node.startswith("g:")][:1]
    graph.click(groups[0])
    graph.page.wait_for_timeout(1500)
    sources = [node for node in graph.nodes() if node.startswith("s:")][:10]
    places = [graph.place(node) for node in sources]

    for place in places:
        graph.page.mouse.click(*place)
    graph.says(f"selected: {sources[-1].removeprefix('s:')}")
    graph.page.wait_for_timeout(500)

    assert sources[-1] == graph.selected()


def test_arrow_keys_move_within_and_between_rows_and_enter_picks(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    live = graph.page.locator(".live")

    graph.net.focus()
    graph.page.keyboard.press("Home")
    first = live.text_content()
    graph.page.keyboard.press("ArrowDown")
    graph.page.keyboard.press("ArrowRight")
    second = live.text_content()
    graph.page.keyboard.press("Enter")
    graph.says("picked: source 'wire'")
    graph.page.keyboard.press("End")
    last = live.text_content()

    assert ("Council release", "Northwire, 3 Mar", "Claim") == tuple(
        str(t).split(". ")[0] for t in (first, second, last)
    )


def test_the_lines_of_a_node_are_reached_by_key(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    graph.click("s:blog")
    graph.says("picked: source 'blog'")
    graph.page.keyboard.press("l")
    said = graph.page.locator(".live").text_content()
    graph.page.keyboard.press("Enter")
    graph.says(f"picked: edge {BLOG_ON_LEDGER!r}")

    assert "Blog digest — copied from — Ledger. known" == said


def test_tab_leaves_the_graph_and_its_buttons_have_names(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    focused = "() => document.activeElement.shadowRoot?.activeElement?.getAttribute('aria-label') ?? 'outside'"
    graph.net.focus()
    graph.page.keyboard.press("ArrowRight")

    reached = []
    for _ in range(4):
        graph.page.keyboard.press("Tab")
        reached.append(graph.page.evaluate(focused))

    assert ["Zoom in", "Zoom out", "Fit the graph into view", "outside"] == reached


def test_the_focus_is_seen(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    graph.page.keyboard.press("Tab")
    for _ in range(12):
        if graph.page.evaluate("() => document.activeElement.shadowRoot?.activeElement?.className === 'net'"):
            break
        graph.page.keyboard.press("Tab")

    assert "3px solid" == graph.net.evaluate("e => getComputedStyle(e).outline.match(/3px|solid/g).reverse().join(' ')")


def test_escape_and_the_fit_button_show_all_again(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    fitted = graph.view()

    graph.net.focus()
    graph.page.keyboard.press("+")
    nearer = graph.view()[0]
    graph.page.keyboard.press("Escape")

    assert nearer > fitted[0]
    assert pytest.approx(fitted) == graph.view()


def test_the_graph_has_a_name_and_a_description(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    assert 1 == graph.page.get_by_role("application", name="Provenance graph of claim c1").count()


def test_titles_are_never_markup(draw: Callable[..., Graph]) -> None:
    graph = draw("hostile")
    shown = []

    for node in ("s:s1", "s:s2", "s:s3"):
        graph.page.mouse.move(*graph.place(node))
        graph.page.wait_for_timeout(500)
        shown.append(graph.page.locator(".vis-tooltip").inner_text().split("\n")[0])
    graph.click("s:s1")
    graph.says("picked: source 's1'")

    assert [
        "<img src=x onerror=alert(1)>",
        "**bold** [link](http://example.invalid/) ![i](http://example.invalid/x.png) $x$",
        "<script>window.hacked = true</script>",
    ] == shown
    assert 0 == graph.page.locator(".graph img, .graph script, .graph a").count()
    assert [] == graph.page.dialogs
    assert graph.page.evaluate("() => window.hacked === undefined")


def labels_of(graph: Graph) -> list[dict[str, Any]]:
    """The texts of one drawing, letters inside nodes left out."""
    graph.page.evaluate("window.written = []")
    graph.net.evaluate("e => e.network.redraw()")
    graph.page.wait_for_function("() => window.written.length > 0")
    return [text for text in graph.page.evaluate("window.written") if len(text["text"]) > 3]


def covered(labels: list[dict[str, Any]]) -> list[tuple[str, str]]:
    """Labels that cover each other by more than a pixel."""
    return [
        (one["text"], other["text"])
        for one, other in combinations(labels, 2)
        if min(one["right"], other["right"]) - max(one["left"], other["left"]) > 1
        and min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) > 1
    ]


@pytest.mark.parametrize(
    "case", ["quay", "3", "12", "40", "200", "1500", "singles", "long", "hostile", "circle", "chain20"]
)
def test_labels_can_be_read_and_cover_none_when_the_picture_opens(draw: Callable[..., Graph], case: str) -> None:
    graph = draw(case)
    graph.page.wait_for_timeout(300)

    labels = labels_of(graph)

    assert [] == covered(labels)
    assert 9 <= min(text["bottom"] - text["top"] for text in labels)


def test_a_large_claim_is_grouped_and_says_so(draw: Callable[..., Graph]) -> None:
    graph = draw("1500")

    graph.page.get_by_text("1,500 sources in 60 lineages are drawn as one node each").wait_for()

    assert 61 == len(graph.nodes())


def test_a_group_opens_and_closes_where_it_stands(draw: Callable[..., Graph]) -> None:
    graph = draw("200")
    graph.net.focus()
    graph.page.keyboard.press("+")
    group = next(node for node in graph.nodes() if node.startswith("g:"))
    fold = "f:" + group.removeprefix("g:")
    before = graph.place(group)

    graph.click(group)
    graph.says(f"picked: group '{group.removeprefix('g:')}'")
    graph.page.wait_for_timeout(800)
    opened, at = len(graph.nodes()), graph.place(fold)
    graph.click(fold)
    graph.says(f"picked: fold '{group.removeprefix('g:')}'")
    graph.page.wait_for_timeout(800)

    assert (31, 21) == (opened, len(graph.nodes()))
    assert pytest.approx(before, abs=3) == at
    assert pytest.approx(at, abs=3) == graph.place(group)


def test_a_chain_of_five_thousand_is_shortened_and_can_be_opened(draw: Callable[..., Graph]) -> None:
    graph = draw("chain")

    graph.page.get_by_text("4,994 sources inside 1 long chain").wait_for()

    assert 8 == len(graph.nodes())


def test_fewer_upstream_steps_leave_out_what_lies_beyond(draw: Callable[..., Graph]) -> None:
    assert {"s:wire", "s:release"} <= set(draw("quay").nodes())
    graph = draw("chain20", depth="1")
    assert 21 == len(graph.nodes()), "in a chain of evidence every source is at step 0"


def test_a_claim_without_evidence_is_a_sentence(draw: Callable[..., Graph], page: Any, harness: str) -> None:
    page.goto(f"{harness}/?case=empty")
    page.wait_for_selector(".net[data-nodes]", state="attached")

    assert page.locator(".graph .empty").inner_text().startswith("No evidence is linked to this claim")


def test_a_change_of_theme_recolours_without_losing_the_view(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    graph.net.focus()
    graph.page.keyboard.press("+")
    before, ink = graph.view(), graph.net.evaluate("e => e.graph.theme.text")

    graph.page.emulate_media(color_scheme="dark")
    graph.page.wait_for_timeout(800)

    assert ink != graph.net.evaluate("e => e.graph.theme.text")
    assert pytest.approx(before, rel=0.01) == graph.view()


def test_the_height_stays_and_the_width_follows_the_page(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")
    before = graph.net.bounding_box()

    graph.page.set_viewport_size({"width": 1000, "height": 900})
    graph.page.wait_for_timeout(600)
    after = graph.net.bounding_box()
    left = graph.place("s:harbour")[0] - after["x"]

    assert before["height"] == after["height"]
    assert after["width"] < before["width"]
    assert 0 < left < after["width"]


def test_nothing_is_left_on_the_window(draw: Callable[..., Graph]) -> None:
    graph = draw("quay")

    assert ["undefined", "undefined"] == graph.page.evaluate("() => [typeof window.vis, typeof window.Hammer]")
