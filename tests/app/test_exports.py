"""What can be taken away is offered where it is, and what cannot be says why."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

import sample_data
from core import services
from dashboard import exports

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", autouse=True)
def demo(looked_at: services.Workspace) -> services.Workspace:
    return looked_at


@pytest.fixture
def page() -> Callable[..., AppTest]:
    def run(name: str, **address: str) -> AppTest:
        app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=90)
        app.query_params.update(address)
        app.switch_page(f"../pages/{name}.py")
        return app.run()

    return run


def buttons(app: AppTest) -> list[str]:
    return [str(button.proto.label) for button in app.get("download_button")]


def test_the_claim_page_offers_its_report_and_its_package(page: Callable[..., AppTest]) -> None:
    app = page("claim", claim=sample_data.OPENING_CLAIM, tab="report")

    offered = buttons(app)
    assert not app.exception
    assert {"Review report (HTML)", "Evidence package (JSON)", "Graph (SVG)", "Tables (Excel)"} <= set(offered)


def test_the_export_page_offers_everything_as_a_package_per_data_set(page: Callable[..., AppTest]) -> None:
    app = page("import", what="everything")

    offered = buttons(app)
    assert not app.exception
    assert {"A package per data set (ZIP)", "Review report (HTML)", "All tables (CSV, ZIP)"} <= set(offered)
    assert "Evidence package (JSON)" not in offered
    assert "Graph (SVG)" not in offered


@pytest.mark.parametrize("what", ["a data set", "a claim", "an answer", "a list"])
def test_every_choice_of_the_export_page_opens(page: Callable[..., AppTest], what: str) -> None:
    app = page("import", what=what)

    assert not app.exception
    assert what == app.selectbox(key="what").value


OFFERS: dict[str, Callable[[], Any]] = {
    "claim": lambda: exports.of_claim(sample_data.OPENING_CLAIM),
    "data set": lambda: exports.of_dataset("northwire-quay"),
    "everything": exports.of_everything,
    "list": lambda: exports.of_list({"search": "", "has_unknown": True, "order": "eie", "descending": True}),
}


@pytest.mark.parametrize("which", OFFERS)
def test_every_file_that_is_offered_can_be_made(which: str) -> None:
    offer = OFFERS[which]()

    made = {name: len(file.make()) for name, file in offer.files.items() if not file.refused}
    assert {"report", "xlsx", "csv", "graphml", "prov"} <= made.keys()
    assert all(made.values())
    assert all(file.refused for name, file in offer.files.items() if name not in made)


def test_a_list_says_its_filter_in_every_file() -> None:
    """EXP-01."""
    offer = OFFERS["list"]()

    assert "claims: with unknown sources; in order of eie, descending" == offer.words
    assert offer.words in offer.files["report"].make().decode()


def test_an_answer_leads_to_its_export(page: Callable[..., AppTest], demo: services.Workspace) -> None:
    uid = services.answers(demo).rows[0].uid

    app = page("import", **{"what": "an answer", "of-answer": uid})

    assert not app.exception
    assert "Evidence package (JSON)" in buttons(app)
    assert not page("answers", answer=uid).exception
