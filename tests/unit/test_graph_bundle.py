"""The graph's script: whole, licensed, and without a word to the outside."""

import re
from pathlib import Path

import pytest

from dashboard.components import graph_bundle


def test_the_licence_of_vis_network_stands_at_the_top() -> None:
    head = graph_bundle.bundled()[:1200]

    assert head.startswith("/**\n * vis-network")
    assert "Apache 2.0 License" in head
    assert "MIT License" in head


def test_the_glue_comes_last_and_exports_the_component() -> None:
    assert graph_bundle.bundled().endswith(graph_bundle.GLUE.read_text("utf-8"))
    assert 1 == graph_bundle.bundled().count("export default function")


def test_no_source_map_is_asked_for() -> None:
    assert "sourceMappingURL" not in graph_bundle.bundled()


def test_the_glue_and_its_styles_ask_for_nothing_from_outside() -> None:
    text = graph_bundle.GLUE.read_text("utf-8") + graph_bundle.STYLES.read_text("utf-8")

    assert [] == re.findall(r"https?:|//[a-z]|@import|url\(|fetch\(|import\(|XMLHttpRequest", text)


def test_the_glue_makes_no_markup_from_text() -> None:
    text = graph_bundle.GLUE.read_text("utf-8")

    assert [] == re.findall(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)


def test_a_missing_bundle_is_written_and_a_stale_one_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bundle = tmp_path / "graph.js"
    monkeypatch.setattr(graph_bundle, "FRONTEND", tmp_path)
    monkeypatch.setattr(graph_bundle, "BUNDLE", bundle)

    graph_bundle.written()
    first = bundle.read_bytes()
    bundle.write_text("old", "utf-8")
    graph_bundle.written()

    assert first == bundle.read_bytes()
    assert [bundle] == list(tmp_path.iterdir())


def test_a_fresh_bundle_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_bundle, "FRONTEND", tmp_path)
    monkeypatch.setattr(graph_bundle, "BUNDLE", tmp_path / "graph.js")
    graph_bundle.written()
    made = (tmp_path / "graph.js").stat().st_mtime_ns

    graph_bundle.written()

    assert made == (tmp_path / "graph.js").stat().st_mtime_ns


def test_a_pyvis_without_vis_network_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(graph_bundle, "find_spec", lambda name: None)

    with pytest.raises(FileNotFoundError, match="vis-network file that pyvis"):
        graph_bundle.vis_script()
