"""Pages as tests open and read them, without a browser."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[1]


def open_page(name: str, **address: str) -> AppTest:
    """A page within the navigation, opened by its address, where nothing broke."""
    app = AppTest.from_file(str(ROOT / "dashboard" / "app.py"), default_timeout=60)
    app.switch_page(str(ROOT / "pages" / f"{name}.py"))
    for key, value in address.items():
        app.query_params[key] = value
    return whole(app.run())


def whole(app: AppTest) -> AppTest:
    """The same page; an exception on it fails the test."""
    assert [] == [error.value for error in app.exception]
    return app


def said(app: AppTest) -> str:
    """All that a page says, beside it too."""
    found = [
        (json.loads(node.proto.json) if node.proto.json else None)
        if _is_component(node)
        else getattr(node, "value", "")
        for node in _leaves(app.main, app.sidebar)
    ]
    return json.dumps(found, ensure_ascii=False, default=str)


class DeskInHand:
    """A desk in the hands of one person; what a browser would send is put into the session instead."""

    def __init__(self, page: Callable[[], None], name: str, **address: str) -> None:
        self.app = AppTest.from_function(page, default_timeout=60)
        self.app.session_state["reviewer"] = name
        for key, value in address.items():
            self.app.query_params[key] = value
        self.run()

    def run(self) -> dict[str, Any]:
        """Draw it once more."""
        whole(self.app.run())
        return self.shown

    @property
    def shown(self) -> dict[str, Any]:
        """What the form was given."""
        for node in _leaves(self.app.main):
            if _is_component(node) and node.proto.json:
                data: dict[str, Any] = json.loads(node.proto.json)
                if "turn" in data and "can" in data:
                    return data
        raise AssertionError("no form on the page")

    def do(self, what: str, **more: Any) -> dict[str, Any]:
        """Have it receive one deed."""
        self.app.session_state["deeds"] = [{"do": what, **more}]
        return self.run()


def _leaves(*waiting: Any) -> Iterator[Any]:
    """Everything drawn below some places; components and Streamlit's own elements."""
    left = list(waiting)
    while left:
        node = left.pop()
        children = getattr(node, "children", None) or {}
        if _is_component(node) or not children:
            yield node
        left += list(children.values())


def _said(node: Any) -> Any:
    if _is_component(node):
        return json.loads(node.proto.json) if node.proto.json else None
    return str(getattr(node, "value", ""))


def _is_component(node: Any) -> bool:
    return getattr(node, "type", "") == "bidi_component"
