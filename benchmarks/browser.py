"""What an analyst waits for, timed in headless Chromium on this machine, everything warm."""

import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.rows import Row, at_most
from core.services import Workspace, import_file, open_workspace

AREA = "browser"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
)
DRAWN = """() => {
  const find = (root, css) => {
    const here = root.querySelector(css);
    if (here) return here;
    for (const node of root.querySelectorAll("*"))
      if (node.shadowRoot) { const inner = find(node.shadowRoot, css); if (inner) return inner; }
    return null;
  };
  return Boolean(find(document, ".net[data-nodes]")) && [...document.querySelectorAll("*")].some(
    (node) => node.shadowRoot?.querySelector("caption")?.textContent.startsWith("Evidence of this claim"));
}"""
NODES = {12: 0.95, 200: 1.25, 2000: 1.75}
"""Nodes of a claim -> target for its page by deep link, in seconds."""


def rows() -> Iterator[Row]:
    """Measure every target; without a browser one row says so."""
    browser_path = next((found for name in ("chromium", "google-chrome") if (found := shutil.which(name))), None)
    if browser_path is None:
        yield Row(AREA, "no Chromium or Chrome on this machine: not measured", "-", "-", None)
        return
    from playwright.sync_api import sync_playwright

    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder), _fill) as (url, pid),
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=browser_path, args=FLAGS.split())
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        yield from _claims(page, url)
        yield from _answers_to_a_hand(page, url)
        yield at_most(AREA, "server memory after use", 400, _memory(pid), "MB")
        browser.close()


def _claims(page: Any, url: str) -> Iterator[Row]:
    page.goto(url)
    page.wait_for_timeout(4000)
    for nodes, target in NODES.items():
        times = []
        for _ in range(6):
            page.goto(f"{url}/claim?claim=bench:n{nodes}")
            page.wait_for_function(DRAWN, polling=20)
            times.append(page.evaluate("() => performance.now()") / 1000)
        yield at_most(AREA, f"claim page by deep link, {nodes:,} nodes", target, statistics.median(times[1:]))


def _answers_to_a_hand(page: Any, url: str) -> Iterator[Row]:
    """From a key to new figures on the screen: the what-if slider."""
    page.goto(f"{url}/claim?claim=bench:n12&tab=what-if")
    page.wait_for_function(DRAWN, polling=20)
    page.wait_for_timeout(1500)
    slider = page.locator("[data-testid=stSlider] input[type=range]").last
    said = """() => [...document.querySelectorAll("*")].filter((n) => n.shadowRoot?.querySelector(".figures, .card"))
      .map((n) => n.shadowRoot.textContent).join("|")"""
    times = []
    for step in range(6):
        before = page.evaluate(said)
        slider.focus()
        start = time.perf_counter()
        slider.press("ArrowLeft" if step % 2 else "ArrowRight")
        page.wait_for_function(f"(before) => ({said})() !== before", arg=before, polling=10)
        times.append(time.perf_counter() - start)
    yield at_most(AREA, "slider to new figures", 0.25, statistics.median(times[1:]))


def _fill(workspace: Workspace) -> None:
    import_file(workspace, json.dumps(_package()).encode(), "bench.json", by="benchmark")


@contextmanager
def served(folder: Path, fill: Callable[[Workspace], None]) -> Iterator[tuple[str, int]]:
    """A dashboard on data of its own: its address and process id."""
    home = folder / "home"
    os.environ["HEADWATER_HOME"] = str(home)
    workspace = open_workspace()
    fill(workspace)
    workspace.store.close()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [sys.executable, "-m", "dashboard", "serve", "--port", str(port)],
        env={**os.environ, "HEADWATER_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    url = f"http://127.0.0.1:{port}"
    try:
        _wait_for(url, process)
        yield url, process.pid
    finally:
        process.terminate()
        process.wait(15)


def _wait_for(url: str, process: subprocess.Popen[bytes]) -> None:
    for _ in range(1200):
        if process.poll() is not None:
            raise RuntimeError("the server ended before it answered")
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=1):
                return
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server did not answer within a minute")


def _package() -> dict[str, Any]:
    """Three claims of 12, 200 and 2,000 nodes: one in six sources is an origin, the others derive from one."""
    package: dict[str, Any] = {"schema": "headwater-evidence-package/1", "dataset": "bench"}
    claims, sources, edges, evidence = [], [], [], []
    for nodes in NODES:
        claims.append({"id": f"n{nodes}", "text": f"A claim with {nodes} nodes."})
        for n in range(nodes - 1):
            name = f"n{nodes}-s{n}"
            sources.append({"id": name, "title": f"Report {n} on the water", "text": f"Report {n}: water came."})
            evidence.append({"id": f"{name}-e", "claim_id": f"n{nodes}", "source_id": name, "text": "water came"})
            if n % 6:
                edges.append({"from": name, "to": f"n{nodes}-s{n - n % 6}", "relation": "derives_from"})
    return {**package, "claims": claims, "sources": sources, "edges": edges, "evidence": evidence}


def _memory(pid: int) -> float:
    """Resident memory of a process in MB; on systems without /proc that of this process's largest child."""
    status = Path(f"/proc/{pid}/status")
    if status.exists():
        line = next(line for line in status.read_text("utf-8").splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
