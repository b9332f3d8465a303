"""What the session holds is the truth of the address; the browser's counts where somebody came by it."""

from streamlit.testing.v1 import AppTest


def page() -> None:
    """Write what the test asks for, then say what the address holds and what the browser is shown."""
    import streamlit

    from dashboard import session

    if streamlit.session_state.get("arriving", True):
        session.arrive()
    streamlit.text_input("Search", key="q", bind="query-params")
    session.write_address(**streamlit.session_state.get("write", {}))
    streamlit.session_state["write"] = {}
    streamlit.session_state["read"] = session.addressed()
    streamlit.session_state["shown"] = streamlit.query_params.to_dict()


def opened(**address: str) -> AppTest:
    app = AppTest.from_function(page)
    return come(app, **address)


def come(app: AppTest, **address: str) -> AppTest:
    app.query_params.clear()
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def write(app: AppTest, **values: str | None) -> AppTest:
    app.session_state["write"] = values
    return app.run()


def test_a_click_sent_before_the_last_write_changes_nothing_back() -> None:
    app = opened(node="a", claim="x")
    write(app, node="b")
    write(app, node="c")
    for stale in ("a", "b"):
        app.query_params["node"] = stale
        write(app, alpha="0.5")
        assert {"node": "c", "claim": "x", "alpha": "0.5"} == app.session_state["read"]
    write(app, alpha="0.6")

    assert {"node": "c", "claim": "x", "alpha": "0.6"} == app.session_state["shown"]


def test_a_value_that_was_taken_out_stays_out() -> None:
    app = opened(node="a", claim="x")
    write(app, node=None)
    app.query_params["node"] = "a"
    write(app, alpha="0.5")

    assert {"claim": "x", "alpha": "0.5"} == app.session_state["shown"]


def test_a_page_opened_from_its_start_forgets_what_was_chosen() -> None:
    app = opened(node="a", claim="x")
    come(app)

    assert {} == app.session_state["read"]


def test_what_belongs_to_a_widget_is_left_to_it() -> None:
    app = opened(q="tide", node="a")
    app.text_input(key="q").set_value("ebb").run()
    write(app, node="b")

    assert ("b", "ebb") == (app.session_state["shown"]["node"], app.text_input(key="q").value)
