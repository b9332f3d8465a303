"""The desk on 200,000 open questions in headless Chromium: opening it, and from a key to the next item."""

import shutil
import statistics
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from benchmarks.browser import FLAGS, served
from benchmarks.relabel import generated
from benchmarks.rows import Row, at_most
from core.services import Workspace

AREA = "relabel page"
NEXT_IN = 0.35
READY = ".work[data-item]:not([data-item='']):not(.waiting)"
KEYS = "212413121432"
WATCH = """() => {
  const find = (root) => {
    const here = root.querySelector(".work");
    if (here) return here;
    for (const node of root.querySelectorAll("*"))
      if (node.shadowRoot) { const inner = find(node.shadowRoot); if (inner) return inner; }
    return null;
  };
  const work = find(document), was = work.dataset.item;
  window.took = null;
  window.addEventListener("keydown", () => { window.pressed = performance.now(); }, { capture: true, once: true });
  const watch = new MutationObserver(() => {
    if (work.dataset.item === was) return;
    watch.disconnect();
    requestAnimationFrame(() => { window.took = performance.now() - window.pressed; });
  });
  watch.observe(work, { attributes: true, attributeFilter: ["data-item"] });
}"""


def rows() -> Iterator[Row]:
    """Measure every target; without a browser one row says so."""
    browser_path = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if browser_path is None:
        yield Row(AREA, "no Chromium or Chrome on this machine: not measured", "-", "-", None)
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, served(Path(folder), _fill) as (url, _), sync_playwright() as pw:
        browser = pw.chromium.launch(executable_path=browser_path, args=FLAGS.split())
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        opened = [_opened(page, url) for _ in range(4)]
        yield Row(AREA, "desk by link, item and queue visible", "-", f"{statistics.median(opened[1:]):.3g} s", None)
        times = [_pressed(page, key) for key in KEYS]
        yield at_most(
            AREA, f"label saved and next item ready, median of {len(times)}", NEXT_IN, statistics.median(times)
        )
        yield at_most(AREA, f"label saved and next item ready, slowest of {len(times)}", NEXT_IN, max(times))
        browser.close()


def _fill(workspace: Workspace) -> None:
    workspace.store.import_case(generated(), file="generated", file_digest="0", format="generated", by="benchmark")


def _opened(page: Any, url: str) -> float:
    page.goto(f"{url}/relabel")
    page.locator(READY).wait_for()
    page.locator(".queue .item").first.wait_for()
    took = page.evaluate("() => performance.now()") / 1000
    page.wait_for_timeout(1_000)
    return float(took)


def _pressed(page: Any, key: str) -> float:
    """From a key on the screen to the next item on it."""
    page.evaluate(WATCH)
    page.keyboard.press(key)
    page.wait_for_function("() => window.took !== null", polling=20)
    page.wait_for_timeout(400)
    return float(page.evaluate("() => window.took")) / 1000
