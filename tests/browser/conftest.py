"""A real Chromium that may talk to this machine only."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
INSTALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
LOCAL = {"127.0.0.1", "localhost", "::1"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder needs a browser."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium or Chrome as installed, else playwright's own; without any the tests are skipped, and counted."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        kept = playwright.chromium.executable_path
        path = next((found for name in INSTALLED if (found := shutil.which(name))), kept)
        if not Path(path).exists():
            reason = "no Chromium or Chrome on this machine"
            if os.environ.get("HEADWATER_REQUIRE_BROWSER"):
                pytest.fail(reason)
            pytest.skip(reason)
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield started
        started.close()


@pytest.fixture
def outside() -> list[str]:
    """Requests that tried to leave this machine; every browser test ends by finding none."""
    return []


@pytest.fixture
def context(browser: Any, outside: list[str], request: pytest.FixtureRequest) -> Iterator[Any]:
    """A fresh profile; ``@pytest.mark.parametrize("context", ["dark"], indirect=True)`` chooses the theme."""
    scheme = getattr(request, "param", "light")
    opened = browser.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 1000})
    opened.set_default_timeout(45_000)

    def check(route: Any) -> None:
        if urlsplit(route.request.url).hostname in LOCAL:
            route.continue_()
        else:
            outside.append(route.request.url)
            route.abort()

    opened.route(lambda url: urlsplit(url).scheme in {"http", "https"}, check)
    yield opened
    opened.close()
    assert [] == outside, "nothing may leave this machine"


@pytest.fixture
def page(context: Any) -> Any:
    """An empty tab."""
    return context.new_page()
