"""The sample data as pages open them."""

from collections.abc import Iterator

import pytest
import streamlit as st

from core import services


@pytest.fixture
def workspace(sample_store: services.Workspace) -> Iterator[services.Workspace]:
    """The sample data in a store of their own; no page of an earlier test is remembered."""
    st.cache_resource.clear()
    yield sample_store
    st.cache_resource.clear()
