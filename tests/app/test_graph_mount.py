"""How the graph gets onto a page: its script from a file, or inline and said so; the same nodes as text beside it."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from dashboard.components import graph

HARNESS = Path(__file__).resolve().parents[1] / "browser" / "graph_harness.py"


@pytest.fixture(autouse=True)
def made_anew() -> Iterator[None]:
    """Each test decides for itself how the script is served."""
    graph._component.cache_clear()
    yield
    graph._component.cache_clear()


def drawn(case: str) -> AppTest:
    """The harness page, run once."""
    app = AppTest.from_file(str(HARNESS), default_timeout=30)
    app.query_params["case"] = case
    return app.run()


def message(app: AppTest) -> Any:
    """What is sent to the browser for the graph."""
    waiting = [app.main]
    while waiting:
        block = waiting.pop()
        if getattr(block, "type", "") == "bidi_component":
            return block.proto
        waiting += list(getattr(block, "children", {}).values())
    raise AssertionError("no graph on the page")


def test_an_installed_project_serves_the_script_from_a_file() -> None:
    sent = message(drawn("quay"))

    assert ("dashboard.graph", "graph.js", "") == (sent.component_name, sent.js_source_path, sent.js_content)


def test_a_folder_that_cannot_be_written_sends_the_script_inline_and_says_so(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refuse() -> Path:
        raise PermissionError("read-only")

    monkeypatch.setattr(graph, "written", refuse)
    with caplog.at_level(logging.WARNING, "dashboard.components.graph"):
        sent = message(drawn("quay"))

    assert "export default function" in sent.js_content
    assert ["the graph's script is sent inline (install the project to have it served): read-only"] == [
        record.getMessage() for record in caplog.records if record.name == "dashboard.components.graph"
    ]


def test_the_browser_gets_every_node_with_its_id_as_a_string() -> None:
    nodes = json.loads(message(drawn("numeric")).json)["nodes"]

    assert {"c:1", "s:1", "s:01", "s:1.0", "s:9007199254740993"} == {node["id"] for node in nodes}


@pytest.mark.parametrize("case", ["quay", "3", "12", "40", "200", "1500", "long", "hostile", "circle", "empty"])
def test_every_case_is_drawn_without_an_error(case: str) -> None:
    assert not drawn(case).exception
