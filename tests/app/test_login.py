"""Where people log in nothing is shown before, the login is the name, and its role counts on every page."""

import json
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from core import services
from core.work import Role
from dashboard import session

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(path.stem for path in (ROOT / "pages").glob("*.py") if path.stem != "__init__")
NAME = "rae@example.org"


def open_page(name: str) -> AppTest:
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / f"{name}.py"))
    return app.run()


def drawn(app: AppTest) -> str:
    """All that is on the page, components included."""
    protos = [getattr(element, "proto", None) for element in app.main]
    return json.dumps([getattr(proto, "json", "") for proto in protos]) + " ".join(
        str(getattr(element, "value", "")) for element in app.main
    )


@pytest.fixture
def configured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "login_needed", lambda: True)
    monkeypatch.setattr(session, "login_possible", lambda: True)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_shown_before_somebody_has_logged_in(
    name: str, workspace: services.Workspace, configured: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "logged_in", lambda: False)
    app = open_page(name)

    assert ["Log in"] == [title.value for title in app.title]
    assert ["login"] == [button.key for button in app.main.button]
    assert "quay" not in drawn(app).casefold()


def test_a_login_that_cannot_work_says_what_is_missing(
    workspace: services.Workspace, configured: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "logged_in", lambda: False)
    monkeypatch.setattr(session, "login_possible", lambda: False)
    app = open_page("overview")

    assert "Authlib and httpx are not installed" in app.error[0].value
    assert not app.main.button


def test_the_login_is_the_name_and_its_role_is_said(
    workspace: services.Workspace, configured: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "logged_in", lambda: True)
    monkeypatch.setattr(session, "reviewer", lambda: NAME)
    app = open_page("relabel")

    assert [] == [error.value for error in app.exception]
    assert NAME in [text.value for text in app.sidebar.text]
    assert any("You may look at everything" in caption.value for caption in app.sidebar.caption)
    assert "reviewer-name" not in [field.key for field in app.sidebar.text_input]


def test_a_role_that_was_given_counts(
    workspace: services.Workspace, configured: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HEADWATER_ADMINS", "lead")
    team = services.open_workspace(team=True)
    services.set_role(team, NAME, Role.REVIEWER, by="lead")
    monkeypatch.setattr(session, "logged_in", lambda: True)
    monkeypatch.setattr(session, "reviewer", lambda: NAME)
    app = open_page("relabel")

    assert any("You may label" in caption.value for caption in app.sidebar.caption)


def test_nobody_chooses_a_name_where_people_log_in(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "login_needed", lambda: True)
    monkeypatch.setattr(session, "reviewer", lambda: NAME)

    assert NAME == session.set_reviewer("somebody else")


def test_a_name_is_one_line_of_eighty_characters() -> None:
    assert "a b" == session.plain_name("  a\n\tb ")
    assert 80 == len(session.plain_name("x" * 300))
