"""A refused request as a named message with what was expected and what came; never a blank place."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from core.errors import HeadwaterError, ImportFailed, UnknownId
from dashboard import session, wording
from dashboard.components.first_rows import first_rows
from dashboard.viewmodels.importing import problems_table


@contextmanager
def shown() -> Iterator[None]:
    """Show a :class:`HeadwaterError` where it happens; what stands below is still drawn."""
    try:
        yield
    except HeadwaterError as error:
        failure(error)


def failure(error: HeadwaterError) -> None:
    """Draw one error, and what to do next where that is known."""
    st.error(wording.error_title(error))
    if isinstance(error, ImportFailed) and error.problems:
        first_rows(problems_table(error.problems), key="refused-problems", name="problems", height=360)
        return
    st.text(str(error))
    if isinstance(error, UnknownId):
        st.caption("The link may be old, or its data set was imported under another name. Look it up on Overview.")


def last() -> None:
    """Draw what the last save, undo or import met."""
    met = session.take_failure()
    if met is not None:
        title, message = met
        st.error("Not saved.")
        st.text(f"{title}\n{message}")
