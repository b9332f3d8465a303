"""Every page is in the navigation, and nothing else is."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
APP = (ROOT / "dashboard" / "app.py").read_text("utf-8")


def test_the_navigation_names_every_page_file() -> None:
    files = {path.name for path in (ROOT / "pages").glob("*.py")} - {"__init__.py"}

    assert files == set(re.findall(r'PAGES / "(\w+\.py)"', APP))


def test_every_page_but_the_first_has_an_address_like_its_file() -> None:
    named = dict(re.findall(r'PAGES / "(\w+)\.py", title="\w+", url_path="(\w+)"', APP))

    assert all(file == address for file, address in named.items())
    assert {"claim", "answers", "relabel", "import", "scenarios", "audit", "policy", "method"} == set(named)
