"""Stores as pages open them; no page of an earlier test is remembered."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import streamlit as st

from core import services


@pytest.fixture
def workspace(sample_store: services.Workspace) -> Iterator[services.Workspace]:
    """The sample data in a store of their own."""
    st.cache_resource.clear()
    yield sample_store
    st.cache_resource.clear()


@pytest.fixture(scope="module")
def looked_at(
    tmp_path_factory: pytest.TempPathFactory, fill_home: Callable[[Path], None]
) -> Iterator[services.Workspace]:
    """The sample data in one store for all tests of a module, which only look."""
    with pytest.MonkeyPatch.context() as environment:
        home = tmp_path_factory.mktemp("looked-at") / "home"
        fill_home(home)
        environment.setenv("HEADWATER_HOME", str(home))
        environment.delenv("HEADWATER_DATABASE_URL", raising=False)
        st.cache_resource.clear()
        yield services.open_workspace()
        st.cache_resource.clear()


@pytest.fixture
def empty(empty_store: services.Workspace) -> Iterator[services.Workspace]:
    """A store with nothing in it."""
    st.cache_resource.clear()
    yield empty_store
    st.cache_resource.clear()
