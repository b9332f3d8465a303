"""WCAG 2.2 AA as far as a machine can tell: axe finds nothing of ours, in both themes, on pages and in the report."""

from importlib.resources import files
from pathlib import Path
from typing import Any

import sample_data
from core.services import exporting

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
KNOWN = {
    # Streamlit puts the headings of its navigation between the entries of one list.
    "list": '[data-testid="stSidebarNavItems"]',
    "listitem": '[data-testid="stSidebarNavItems"] li',
}
"""Rule -> what breaks it that is not ours."""
CLAIM = sample_data.OPENING_CLAIM.replace(":", "%3A")
PAGES = {
    "": "Overview",
    "answers": "Answers",
    f"claim?claim={CLAIM}": "High water came over",
    f"claim?claim={CLAIM}&tab=report": "Take this claim away",
    "relabel": "One by one",
    "release": "Sign and next",
    "citations": "Citations",
    "proposals": "Proposals",
    "sources": "Sources",
    f"bundles?claim={CLAIM}": "Bundles",
    "scenarios": "Fully independent",
    "calibration": "Calibration",
    "import": "Import",
    "import?what=everything": "Review report (HTML)",
    "audit": "Audit",
    "policy": "Policy",
    "method": "Method",
}
DRAWN = """theme => getComputedStyle(document.querySelector('.stApp')).colorScheme === theme
    && !document.querySelector('[data-testid=stStatusWidget], [data-stale=true]')"""
"""Whether the page stands, in a theme."""


def violations(page: Any, levels: list[str]) -> list[str]:
    """Every element that breaks a rule, those aside of which we know that they are not ours."""
    page.evaluate(AXE)
    found = page.evaluate(
        """async ([levels, known]) => {
            const result = await axe.run(document, {runOnly: levels, resultTypes: ['violations']});
            const ours = (rule, target) => {
                const element = typeof target === 'string' ? document.querySelector(target) : null;
                return !(known[rule] && element && element.matches(known[rule]));
            };
            return result.violations.flatMap(rule => rule.nodes.filter(node => ours(rule.id, node.target[0])).map(
                node => `${rule.id}: ${node.target.join(' ')}: ${node.html.slice(0, 200)}: ${node.failureSummary}`));
        }""",
        [levels, KNOWN],
    )
    return [str(one) for one in found]


def test_axe_finds_nothing_of_ours_on_any_page(server: Any, page: Any) -> None:
    found: dict[str, list[str]] = {}

    for address, words in PAGES.items():
        page.goto(f"{server.url}/{address}")
        page.get_by_test_id("stMain").get_by_text(words).first.wait_for()
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            page.wait_for_function(DRAWN, arg=theme)
            page.wait_for_timeout(500)
            if broken := violations(page, LEVELS):
                found[f"{address} {theme}"] = broken

    assert {} == found


REPORTS: dict[str, dict[str, str]] = {"a claim": {"claim": "c"}, "an answer with all of them": {"answer": "a"}}


def test_axe_finds_nothing_in_a_report_not_even_against_good_practice(
    page: Any, odd_package: bytes, tmp_path: Path
) -> None:
    found: dict[str, list[str]] = {}

    for name, chosen in REPORTS.items():
        path = tmp_path / f"{name}.html"
        delivery = exporting.of_file(odd_package, "odd.json", by="<Ann> & Bo", **chosen)
        path.write_bytes(exporting.exported(delivery, "report").data)
        page.goto(path.as_uri())
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            if broken := violations(page, [*LEVELS, "best-practice"]):
                found[f"{name} {theme}"] = broken

    assert {} == found
