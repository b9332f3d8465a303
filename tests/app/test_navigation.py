"""Every page is in the navigation or, by its address only, beside it, and nothing else is."""

from pathlib import Path

from dashboard.contents import CONTENTS, FIRST, HIDDEN

PAGES = Path(__file__).resolve().parents[2] / "pages"


def test_the_navigation_names_every_page_file_once() -> None:
    files = sorted(path.stem for path in PAGES.glob("*.py") if path.stem != "__init__")

    assert files == sorted(name for pages in (*CONTENTS.values(), HIDDEN) for name, _ in pages)


def test_the_first_page_is_one_of_them() -> None:
    assert FIRST in dict(CONTENTS["Review"])
