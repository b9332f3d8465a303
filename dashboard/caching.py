"""The only module with caches: keys are digests and versions, so that nothing cached is ever out of date."""

import gc
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

import streamlit as st

from core import ENGINE_VERSION, services
from core.assessment import assess
from core.dossier import claims_of
from core.figures import SweepPoint
from core.fingerprint import digest, digest_bytes
from core.importers import IMPORTERS, detect, table_columns
from core.importers.columns import FIELDS
from core.importers.csv_table import TABLES
from core.importers.sample import Sample
from core.policy import Policy, policy_from_dict
from core.references import Reference
from core.results import (
    AnswerFile,
    AnswerSummary,
    Assessment,
    ClaimFile,
    ClaimSummary,
    Dataset,
    FormulaEntry,
    LabelValue,
    Overview,
    Page,
    PolicyEffect,
    PolicyVersion,
    Preview,
    Reading,
    Regime,
    Spread,
)
from core.services.reading import read_whole
from core.services.scoring import summary
from core.states import Dependence, EdgeStatus
from dashboard import session
from dashboard.viewmodels.scenarios import Setup

WITH_COLUMNS = frozenset(importer.NAME for importer in TABLES)


@st.cache_resource(show_spinner=False)
def workspace() -> services.Workspace:
    """The store, opened once for the whole process.

    Streamlit collects garbage after every run. Taking out what was imported by now, which stays for good, makes
    that a matter of milliseconds instead of a quarter of a second.
    """
    opened = services.open_workspace(team=True if session.login_needed() else None)
    gc.collect()
    gc.freeze()
    return opened


def claim(uid: str) -> ClaimFile:
    """A claim as it stands: any change in the store, a label among them, makes a new one."""
    return _claim(ENGINE_VERSION, workspace().store.revision(), uid)


@st.cache_resource(max_entries=64, show_spinner=False)
def _claim(engine: str, revision: int, uid: str) -> ClaimFile:
    return services.claim(workspace(), uid)


def label_values(file: ClaimFile) -> tuple[LabelValue, ...]:
    """What settling each open question of a claim would change, the most valuable first."""
    return _label_values(ENGINE_VERSION, file.assessment.digest, file)


@st.cache_resource(max_entries=256, show_spinner=False)
def _label_values(engine: str, facts: str, _file: ClaimFile) -> tuple[LabelValue, ...]:
    return services.label_values(_file)


def tried(file: ClaimFile, settings: Mapping[str, Any]) -> Assessment:
    """The figures of a claim under other settings; with none, those it has."""
    if not settings:
        return file.assessment
    return _tried(ENGINE_VERSION, file.assessment.digest, digest(dict(settings)), file, dict(settings))


@st.cache_resource(max_entries=256, show_spinner=False)
def _tried(engine: str, facts: str, settings_digest: str, _file: ClaimFile, _settings: dict[str, Any]) -> Assessment:
    return assess(_file.dossier, policy_from_dict(_settings, _file.stored_policy))


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


def edge_reading(file: ClaimFile, edge_key: str, status: EdgeStatus) -> Reading:
    """The figures of a claim if one edge had that status."""
    return _edge_reading(ENGINE_VERSION, file.assessment.digest, edge_key, status.value, file)


@st.cache_resource(max_entries=2_048, show_spinner=False)
def _edge_reading(engine: str, facts: str, edge_key: str, status: str, _file: ClaimFile) -> Reading:
    return services.preview_edge(_file, edge_key, EdgeStatus(status))


@st.cache_resource(max_entries=256, show_spinner=False)
def once(what: str, facts: tuple[Any, ...], _make: Callable[[], Any]) -> Any:
    """What ``_make`` gives, made once while the facts stay the same."""
    return _make()


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


def sentences(file: AnswerFile) -> Mapping[str, str]:
    """Claim uid -> the sentence of the answer it was taken from, where the data says so."""
    return _sentences(ENGINE_VERSION, workspace().store.revision(), file.uid, file)


@st.cache_resource(max_entries=64, show_spinner=False)
def _sentences(engine: str, revision: int, uid: str, _file: AnswerFile) -> Mapping[str, str]:
    claims = ((claim.uid, workspace().store.dossier(claim.uid).claim) for claim in _file.claims)
    return {uid: claim.sentence for uid, claim in claims if claim.sentence}


def datasets() -> tuple[Dataset, ...]:
    """The data sets under review."""
    return services.datasets(workspace())


def policies() -> tuple[PolicyVersion, ...]:
    """Saved policies, newest first."""
    return services.policies(workspace())


def preview(name: str, data: bytes, format: str | None, mapping: Mapping[str, str] | None = None) -> Preview:
    """The first rows of an uploaded file as they would be kept; parsed once per file and mapping."""
    return _preview(digest_bytes(data), format, tuple(sorted((mapping or {}).items())), name, data)


@st.cache_resource(max_entries=8, show_spinner=False)
def _preview(file: str, format: str | None, mapping: tuple[tuple[str, str], ...], _name: str, _data: bytes) -> Preview:
    return services.preview_file(_data, _name, format=format, mapping=dict(mapping) or None)


@st.cache_resource(max_entries=8, show_spinner=False)
def _columns(file: str, format: str | None, _name: str, _data: bytes) -> tuple[tuple[str, ...], dict[str, str]]:
    chosen = format or next(iter(detect(Sample(_data, _name))))
    return table_columns(_data, _name) if chosen in WITH_COLUMNS else ((), {})


def columns(name: str, data: bytes, format: str | None) -> tuple[tuple[str, ...], dict[str, str]]:
    """Columns of an uploaded table and the suggested mapping; nothing for other formats."""
    return _columns(digest_bytes(data), format, name, data)


def formats() -> tuple[str, ...]:
    """Names of the formats there are importers for."""
    return tuple(IMPORTERS)


def fields() -> tuple[str, ...]:
    """Our fields that a column of a table may hold."""
    return tuple(FIELDS)


@st.cache_resource(show_spinner=False)
def regimes(engine: str = ENGINE_VERSION) -> tuple[Regime, ...]:
    """The four published regimes."""
    return services.regimes()


@st.cache_resource(show_spinner=False)
def method_page(engine: str = ENGINE_VERSION) -> tuple[FormulaEntry, ...]:
    """Every formula, as the docstrings state it."""
    return services.method_page()


def first_claim() -> str | None:
    """The claim a page without an address opens on: the one whose confidence is most inflated."""
    rows = services.claims(workspace(), page=1, size=1, order="inflation", descending=True, decide=False).rows
    return rows[0].uid if rows else None


def scenario(setup: Setup) -> Assessment:
    """The figures of a made-up claim."""
    return _scenario(ENGINE_VERSION, tuple(setup.as_dict().values()), setup)


@st.cache_resource(max_entries=512, show_spinner=False)
def _scenario(engine: str, values: tuple[float, ...], _setup: Setup) -> Assessment:
    return services.regime_of(**_setup.as_dict())


@st.cache_resource(max_entries=128, show_spinner=False)
def _sweep(
    engine: str, values: tuple[float, ...], setting: str, tries: tuple[float, ...], _setup: Setup
) -> tuple[SweepPoint, ...]:
    dossier = services.labelled_claim(
        _setup.independent, _setup.unknown, _setup.dependent, _setup.partial, _setup.partial_weight
    )
    return services.sweep(dossier, _scenario(engine, values, _setup).policy, setting, tries)


def sweep(setup: Setup, setting: str, tries: Sequence[float]) -> tuple[SweepPoint, ...]:
    """The figures of a made-up claim as one setting moves."""
    return _sweep(ENGINE_VERSION, tuple(setup.as_dict().values()), setting, tuple(tries), setup)


@st.cache_resource(show_spinner=False)
def published(engine: str = ENGINE_VERSION) -> tuple[tuple[Regime, Assessment], ...]:
    """The four regimes with our figures."""
    return tuple((regime, assess(regime.dossier, regime.policy)) for regime in regimes())


def run_file(name: str, data: bytes, most: int, settings: Mapping[str, Any]) -> Mapping[str, float | int | None]:
    """Means over the first claims with evidence of a file that is not stored."""
    return _run(ENGINE_VERSION, digest_bytes(data), most, digest(dict(settings)), name, data, dict(settings))


@st.cache_resource(max_entries=16, show_spinner=False)
def _run(
    engine: str, file: str, most: int, settings_digest: str, _name: str, _data: bytes, _settings: dict[str, Any]
) -> Mapping[str, float | int | None]:
    case = read_whole(_data, _name).case
    policy = policy_from_dict(_settings, case.policy)
    dossiers = (dossier for dossier in claims_of(case) if dossier.evidence)
    found = [assess(dossier, policy) for dossier in islice(dossiers, most or None)]
    return summary(found, found)


def current_policy(dataset: str | None) -> Policy:
    """The policy in force for a data set."""
    return services.current_policy(workspace(), dataset)


def policy_effect(policy: Policy, progress: Callable[[int, int | None], None]) -> PolicyEffect:
    """What putting a policy in force would do to every decision; worked out once per policy and state of the store."""
    kept = _effects(ENGINE_VERSION, workspace().store.revision(), policy.digest)
    if not kept:
        kept.append(services.policy_effect(workspace(), policy, progress))
    return kept[0]


@st.cache_resource(max_entries=8, show_spinner=False)
def _effects(engine: str, revision: int, policy: str) -> list[PolicyEffect]:
    """A place for one effect: it is filled outside, where its progress can be drawn."""
    return []


def references() -> tuple[Reference, ...]:
    """Every source a formula or default cites."""
    return services.references()
