"""The address is put right where a click that was sent earlier brings an old one."""

import pytest
from streamlit.testing.v1 import AppTest

from dashboard import session


def page() -> None:
    """Write what the test asks for, then say what the address holds."""
    import streamlit

    from dashboard import session

    session.write_address(**streamlit.session_state.get("write", {}))
    streamlit.session_state["write"] = {}
    streamlit.session_state["read"] = session.addressed()


def opened(**address: str) -> AppTest:
    app = AppTest.from_function(page)
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def write(app: AppTest, **values: str | None) -> dict[str, str]:
    app.session_state["write"] = values
    return dict(app.run().session_state["read"])


def test_a_click_sent_before_the_last_write_changes_nothing_back() -> None:
    app = opened(node="a")
    write(app, node="b")
    write(app, node="c")
    for stale in ("a", "b"):
        app.query_params["node"] = stale
        assert {"node": "c", "alpha": "0.5"} == write(app, alpha="0.5")


def test_a_value_that_was_taken_out_stays_out() -> None:
    app = opened(node="a", claim="x")
    write(app, node=None)
    app.query_params["node"] = "a"

    assert {"claim": "x"} == write(app)


def test_an_address_that_somebody_opens_is_followed() -> None:
    app = opened(node="a")
    write(app, node="b")
    app.query_params["node"] = "z"

    assert {"node": "z"} == write(app)


def test_going_back_later_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    app = opened(node="a")
    write(app, node="b")
    monkeypatch.setattr(session, "STALE", 0.0)
    app.query_params["node"] = "a"

    assert {"node": "a"} == write(app)


def test_a_value_that_comes_again_is_not_taken_for_an_old_one() -> None:
    app = opened(node="a")
    write(app, node="b")
    assert {"node": "a"} == write(app, node="a")
    app.query_params["node"] = "b"

    assert {"node": "a"} == write(app)
