"""The only module with caches: keys are digests and versions, so that nothing cached is ever out of date."""

from collections.abc import Mapping
from typing import Any

import streamlit as st

from core import ENGINE_VERSION, services
from core.fingerprint import digest
from core.results import (
    AnswerFile,
    AnswerSummary,
    Assessment,
    ClaimFile,
    ClaimSummary,
    Dataset,
    FormulaEntry,
    Overview,
    Page,
    PolicyVersion,
    Preview,
    Reading,
    Regime,
    Spread,
)
from core.states import Dependence


@st.cache_resource(show_spinner=False)
def workspace() -> services.Workspace:
    """The store, opened once for the whole process."""
    return services.open_workspace()


def claim(uid: str) -> ClaimFile:
    """A claim as it stands; labels are never cached."""
    return services.claim(workspace(), uid)


def tried(file: ClaimFile, settings: Mapping[str, Any]) -> Assessment:
    """The figures of a claim under other settings; with none, those it has."""
    if not settings:
        return file.assessment
    return _tried(ENGINE_VERSION, file.assessment.digest, digest(dict(settings)), file, dict(settings))


@st.cache_resource(max_entries=256, show_spinner=False)
def _tried(engine: str, facts: str, settings_digest: str, _file: ClaimFile, _settings: dict[str, Any]) -> Assessment:
    return services.claim(workspace(), _file.uid, what_if=_settings).assessment


def spread(file: ClaimFile) -> Spread:
    """The Monte Carlo band of a claim."""
    return _spread(ENGINE_VERSION, file.assessment.digest, file)


@st.cache_resource(max_entries=256, show_spinner=False)
def _spread(engine: str, facts: str, _file: ClaimFile) -> Spread:
    return services.spread(_file)


def label_reading(file: ClaimFile, source_id: str, state: Dependence, weight: float | None) -> Reading:
    """The figures of a claim if one source were labelled so."""
    return _label_reading(ENGINE_VERSION, file.assessment.digest, source_id, state.value, weight, file)


@st.cache_resource(max_entries=2_048, show_spinner=False)
def _label_reading(
    engine: str, facts: str, source_id: str, state: str, weight: float | None, _file: ClaimFile
) -> Reading:
    return services.preview_label(_file, source_id, Dependence(state), weight)


def overview() -> Overview:
    """Headline figures of everything."""
    return services.overview(workspace())


def scatter(limit: int = 2_000) -> tuple[ClaimSummary, ...]:
    """An even sample of claims."""
    return services.scatter(workspace(), limit)


def inflation_histogram() -> tuple[tuple[float, float, int], ...]:
    """Inflation in bins."""
    return services.inflation_histogram(workspace())


def claims(**asked: Any) -> Page[ClaimSummary]:
    """One page of the claim list."""
    return services.claims(workspace(), **asked)


def answers(**asked: Any) -> Page[AnswerSummary]:
    """One page of the answer list."""
    return services.answers(workspace(), **asked)


def answer(uid: str) -> AnswerFile:
    """One answer with its claims."""
    return services.answer(workspace(), uid)


def datasets() -> tuple[Dataset, ...]:
    """The data sets under review."""
    return services.datasets(workspace())


def policies() -> tuple[PolicyVersion, ...]:
    """Saved policies, newest first."""
    return services.policies(workspace())


@st.cache_resource(max_entries=8, show_spinner=False)
def preview(
    file_digest: str, format: str | None, mapping: tuple[tuple[str, str], ...], _name: str, _data: bytes
) -> Preview:
    """The first rows of an uploaded file as they would be kept; parsed once per file and mapping."""
    return services.preview_file(_data, _name, format=format, mapping=dict(mapping) or None)


@st.cache_resource(show_spinner=False)
def regimes(engine: str = ENGINE_VERSION) -> tuple[Regime, ...]:
    """The four published regimes."""
    return services.regimes()


@st.cache_resource(show_spinner=False)
def method_page(engine: str = ENGINE_VERSION) -> tuple[FormulaEntry, ...]:
    """Every formula, as the docstrings state it."""
    return services.method_page()
