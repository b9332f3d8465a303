"""The only module that touches session state and the address: ids and plain values, nothing else is kept."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, cast
from urllib.parse import unquote

import streamlit as st
from streamlit.errors import StreamlitAPIException

from core.errors import HeadwaterError
from dashboard import browser_address
from dashboard.viewmodels.graph_values import Pick, graph_key, read_pick
from dashboard.wording import error_title

DEFAULT_NAME = "analyst"
NAME_COOKIE = "headwater-name"
"""In which this browser remembers the chosen name."""
LONGEST = 2_000
"""Characters of an address value that are read; the rest is cut."""


def address(name: str) -> str | None:
    """A value of the address, or None where it is missing or empty."""
    return addressed().get(name) or None


def addressed() -> dict[str, str]:
    """All values of the address.

    What the session holds is the truth: a click that was sent before the browser had heard of the last change still
    carries the address from before it.
    """
    if "address" not in st.session_state:
        st.session_state["address"] = browser_address.said()
    return {name: value[:LONGEST] for name, value in st.session_state["address"].items()}


def arrive() -> None:
    """Take the address from the browser where somebody came by it: to another page, back, or to a page's start."""
    said, page = browser_address.said(), browser_address.page()
    if page != st.session_state.get("address-of") or browser_address.went_back() or not said:
        st.session_state["address"] = said
    st.session_state["address-of"] = page


def write_address(**values: str | None) -> None:
    """Put values into the address; None takes one out. The rest stays."""
    held = addressed()
    wanted = {name: value for name, value in (held | values).items() if value is not None}
    if wanted != held:
        go(**wanted)


def go(**values: str) -> None:
    """Replace the whole address: another thing on the same page."""
    st.session_state["address"] = values
    browser_address.show(values)


def value(key: str, otherwise: Any = None) -> Any:
    """What a widget holds."""
    return st.session_state.get(key, otherwise)


def put(key: str, value: Any) -> None:
    """Set what a widget will hold; only before it is drawn, or in a callback."""
    st.session_state[key] = value


def start(key: str, value: Any) -> None:
    """Set what a widget holds at first; later runs keep what the user made of it."""
    if key not in st.session_state:
        st.session_state[key] = value


def drop(*keys: str) -> None:
    """Forget widgets, so that they start anew."""
    for key in keys:
        st.session_state.pop(key, None)


def first_page() -> None:
    """Back to page 1: what the list shows has changed."""
    put("page", 1)


def picked(key: str) -> str | None:
    """Id of the row a table component has just reported."""
    sent = getattr(st.session_state.get(key), "picked", None)
    row = sent.get("id") if isinstance(sent, Mapping) else None
    return row if isinstance(row, str) else None


def sent(key: str, name: str) -> dict[str, Any]:
    """What a component has just reported under a name; empty where it is not a mapping."""
    reported = getattr(st.session_state.get(key), name, None)
    return dict(reported) if isinstance(reported, Mapping) else {}


def login_needed() -> bool:
    """Whether people log in here: the secrets name a provider."""
    return bool(st.secrets.load_if_toml_exists()) and "auth" in st.secrets


def login_possible() -> bool:
    """Whether what a login needs beside Streamlit is installed."""
    return all(find_spec(name) is not None for name in ("authlib", "httpx"))


def logged_in() -> bool:
    """Whether somebody has logged in."""
    return bool(st.user.get("is_logged_in", False))


def reviewer() -> str | None:
    """The name labels are recorded under: of the login, else the chosen one, else the one this browser remembers."""
    if login_needed():
        return plain_name(str(st.user.get("email") or st.user.get("name") or "")) or None if logged_in() else None
    chosen = st.session_state.get("reviewer")
    return chosen or plain_name(unquote(st.context.cookies.get(NAME_COOKIE, ""))) or None


def set_reviewer(name: str) -> str:
    """Keep the reviewer's name; an empty one is "analyst". Where people log in, nobody chooses one."""
    if login_needed():
        return reviewer() or ""
    chosen = plain_name(name) or DEFAULT_NAME
    st.session_state["reviewer"] = chosen
    return chosen


def plain_name(name: str) -> str:
    """A name on one line, at most 80 characters."""
    return " ".join(name.split())[:80]


def select(chosen: str | None) -> None:
    """Choose a node or an edge; the address holds the choice, so that a link and a way back show the same."""
    write_address(node=chosen)


def opened_groups(uid: str) -> frozenset[str]:
    """Groups of the graph that were opened on a claim."""
    kept = st.session_state.get("groups")
    return frozenset(kept[1]) if isinstance(kept, tuple) and kept[0] == uid else frozenset()


def open_groups(uid: str, groups: Iterable[str]) -> None:
    """Keep which groups of the graph are open on a claim."""
    st.session_state["groups"] = (uid, sorted(groups))


def slug(label: str) -> str:
    """A label as it stands in an address: What if is what-if."""
    return "-".join(label.casefold().replace("-", " ").split())


def tab(key: str, labels: Sequence[str]) -> None:
    """Open the tab the address names, the first where it names none; call before the tabs are drawn."""
    wanted = slug(address("tab") or "")
    put(key, next((label for label in labels if slug(label) == wanted), labels[0]))


def write_tab(key: str, labels: Sequence[str]) -> None:
    """Put the tab that was opened into the address; the first one needs no mention."""
    opened = value(key)
    write_address(tab=None if opened == labels[0] else slug(opened))


def remember_queue(uids: Iterable[str]) -> None:
    """Keep the order of the list a claim is opened from."""
    st.session_state["queue"] = tuple(uids)


def neighbours(uid: str, previous: str | None, following: str | None) -> tuple[str | None, str | None, str]:
    """Previous and next claim, and the place in words: of the list it was opened from, else as given."""
    queue = st.session_state.get("queue", ())
    if uid not in queue:
        return previous, following, ""
    at = queue.index(uid)
    before = queue[at - 1] if at else None
    after = queue[at + 1] if at + 1 < len(queue) else None
    return before, after, f"{at + 1} of {len(queue)} in the list"


def opened(uid: str) -> None:
    """Keep which claim was looked at last."""
    st.session_state["claim"] = uid


def last_opened() -> str | None:
    """The claim looked at last."""
    return cast("str | None", st.session_state.get("claim"))


def open_next(uid: str) -> None:
    """From a callback: open this on another page in the run that follows."""
    st.session_state["opening"] = uid


def take_opening() -> str | None:
    """What a callback asked to open, once."""
    return cast("str | None", st.session_state.pop("opening", None))


def fail(error: HeadwaterError) -> None:
    """Keep an error that a callback met, so that the page can show it."""
    st.session_state["failure"] = (error_title(error), str(error))


def take_failure() -> tuple[str, str] | None:
    """The error of the last callback, once."""
    return cast("tuple[str, str] | None", st.session_state.pop("failure", None))


def note_saved(**figures: Any) -> None:
    """Keep what was on the screen when something was saved."""
    st.session_state["saved"] = figures


def saved(uid: str) -> dict[str, Any] | None:
    """What was noted at the last save on a claim."""
    noted = cast("dict[str, Any] | None", st.session_state.get("saved"))
    return noted if noted is not None and noted["uid"] == uid else None


def keep_file(name: str, data: bytes) -> None:
    """Keep an uploaded file's bytes: the stream is gone after the run that read it."""
    st.session_state["file"] = (name, data)


def kept_file() -> tuple[str, bytes] | None:
    """Name and bytes of the uploaded file."""
    return cast("tuple[str, bytes] | None", st.session_state.get("file"))


def forget_file() -> None:
    """Let go of the uploaded file; the next upload has a field of its own, or the old file would come back."""
    st.session_state.pop("file", None)
    st.session_state["uploads"] = uploads() + 1


def uploads() -> int:
    """How many uploaded files were let go of."""
    return int(st.session_state.get("uploads", 0))


def rerun_page() -> None:
    """From a callback: draw the whole page again, not only the fragment the click was in."""
    st.rerun()


def rerun(*fragments: str) -> None:
    """From a callback: draw these fragments again and nothing else; where one was not drawn yet, the whole page."""
    try:
        st.rerun(list(fragments))
    except StreamlitAPIException:
        st.rerun()


def picked_point(key: str) -> str | None:
    """Id of the chart point that was clicked: the first of its custom data."""
    points = getattr(getattr(st.session_state.get(key), "selection", None), "points", None) or []
    custom = points[0].get("customdata") if points else None
    first = custom[0] if isinstance(custom, list | tuple) and custom else None
    return first if isinstance(first, str) else None


def picked_node(key: str) -> Pick | None:
    """What the graph component has just reported."""
    return read_pick(getattr(st.session_state.get(graph_key(key)), "picked", None))


def keep(key: str, value: Any) -> None:
    """Keep a plain value for this session."""
    st.session_state[key] = value


def take(key: str) -> Any:
    """What was kept under a key, once; None where nothing was."""
    return st.session_state.pop(key, None)


def settled() -> bool:
    """Whether the first page of this session has been drawn, so that charts need not wait."""
    return bool(st.session_state.get("settled"))


def settle() -> None:
    """Let charts be drawn from now on."""
    st.session_state["settled"] = True
