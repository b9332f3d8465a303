"""The dashboard starts, names its pages in the tab and keeps to this machine."""

from typing import Any

import pytest

PAGES = {
    "": "Overview",
    "answers": "Answers",
    "claim": "Claim",
    "scenarios": "Scenarios",
    "method": "Method",
    "import": "Import / Export",
    "policy": "Policy",
    "release": "Release",
}


@pytest.mark.parametrize(("path", "title"), PAGES.items(), ids=PAGES.values())
def test_every_page_opens_by_its_address_and_names_itself_in_the_tab(
    server: Any, page: Any, path: str, title: str
) -> None:
    page.goto(f"{server.url}/{path}")
    page.wait_for_function("title => document.title === title", arg=f"{title} · Headwater")

    assert 0 == page.get_by_test_id("stException").count()
