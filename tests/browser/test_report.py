"""The report in a real browser: without a network, in both themes, on paper, on a telephone, and under attack."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import sample_data
from core.exporters.report_record import exact_figures
from core.services import exporting

HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script><style>*{display:none}</style>"
PACKAGE = {
    "dataset": "harbour",
    "claims": [{"id": "c", "text": f"The quay closes. {HOSTILE}"}],
    "sources": [
        {"id": f"s{n}", "title": f"{n} {HOSTILE}", "publisher": HOSTILE, "url": url}
        for n, url in enumerate(
            ("javascript:alert(3)", "data:text/html,<script>alert(4)</script>", "https://ok.example")
        )
    ],
    "edges": [{"from": "s0", "to": "s1", "relation": "copied_from", "note": HOSTILE}],
    "evidence": [{"id": f"e{n}", "claim_id": "c", "source_id": f"s{n}", "text": HOSTILE} for n in range(3)],
}


def written(folder: Path, data: bytes, name: str, claim: str | None = None) -> str:
    path = folder / "report.html"
    path.write_bytes(exporting.exported(exporting.of_file(data, name, by=HOSTILE, claim=claim), "report").data)
    return path.as_uri()


def opened(context: Any, address: str) -> tuple[Any, list[str]]:
    """The page, and everything it did that a report may not do."""
    context.set_offline(True)
    page = context.new_page()
    met: list[str] = []
    page.on("console", lambda message: met.append(message.text))
    page.on("pageerror", lambda error: met.append(str(error)))
    page.on("dialog", lambda dialog: (met.append("a dialog"), dialog.dismiss()))
    page.on("request", lambda request: met.append(request.url) if request.url != address else None)
    page.goto(address)
    return page, met


def quay() -> bytes:
    return next(one for one in sample_data.packages() if one.name == "northwire-quay.json").read_bytes()


@pytest.mark.parametrize("context", ["light", "dark"], indirect=True)
def test_a_report_opens_without_a_network_and_asks_for_nothing(context: Any, tmp_path: Path) -> None:
    page, met = opened(context, written(tmp_path, quay(), "northwire-quay.json", "quay-overtopped"))

    assert [] == met
    page.get_by_role("heading", name="High water came over the North Quay").wait_for()
    page.get_by_role("img", name="Provenance graph of claim quay-overtopped").wait_for()
    ground, ink = page.evaluate(
        "[document.body, document.body].map((e, n) => getComputedStyle(e)[n ? 'color' : 'backgroundColor'])"
    )
    assert ground != ink


def test_attacks_are_shown_as_text_and_do_nothing(context: Any, tmp_path: Path) -> None:
    """SEC-03, SEC-05."""
    page, met = opened(context, written(tmp_path, json.dumps(PACKAGE).encode(), "harbour.json"))

    assert [] == met
    page.get_by_text(HOSTILE).first.wait_for()
    assert ["https://ok.example/"] == page.evaluate("[...new Set([...document.links].map(a => a.href))]")


@pytest.mark.parametrize("width", [390, 1180])
def test_nothing_runs_out_of_the_page(context: Any, tmp_path: Path, width: int) -> None:
    page, _ = opened(context, written(tmp_path, quay(), "northwire-quay.json", "quay-overtopped"))
    page.set_viewport_size({"width": width, "height": 800})

    assert width == page.evaluate("document.documentElement.scrollWidth")


@pytest.mark.parametrize("context", ["dark"], indirect=True)
def test_paper_is_white_whatever_the_theme(context: Any, tmp_path: Path) -> None:
    page, _ = opened(context, written(tmp_path, quay(), "northwire-quay.json", "quay-overtopped"))
    page.emulate_media(media="print")

    assert "rgb(255, 255, 255)" == page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert page.pdf(format="A4").startswith(b"%PDF")


def test_the_report_of_the_claim_page_has_the_figures_that_score_prints(server: Any, page: Any, tmp_path: Path) -> None:
    page.goto(f"{server.url}/claim?claim={sample_data.OPENING_CLAIM.replace(':', '%3A')}&tab=report")
    button = page.get_by_role("button", name="Review report (HTML)")

    with page.expect_download(timeout=60_000) as waiting:
        button.click()
    waiting.value.save_as(tmp_path / "report.html")

    assert re.fullmatch(r"headwater-northwire-quay-report-\d{4}-\d\d-\d\d\.html", waiting.value.suggested_filename)
    given = exporting.of_file(quay(), "northwire-quay.json", by="Ann", claim="quay-overtopped")
    (exhibit,) = given.exhibits()
    text = (tmp_path / "report.html").read_text("utf-8")
    shown = dict(re.findall(r'<code data-figure="([^"]+)">([^<]*)</code>', text))
    assert exact_figures(exhibit) == shown
