"""From what was retrieved to what is independent evidence."""

from dataclasses import dataclass

from core.model import Dossier, Evidence
from core.results import Assessment
from core.states import EvidenceState
from dashboard.viewmodels.numbers import amount, count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import NOT_CHECKED, STATE


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: how many sources reach it, or why nobody knows."""

    label: str
    value: float | None
    text: str


@dataclass(frozen=True, slots=True)
class FunnelView:
    """The stages from the widest to the narrowest."""

    title: str
    stages: tuple[Stage, ...]
    listing: TableView


def funnel_view(dossier: Dossier, found: Assessment) -> FunnelView:
    """How many sources of the counted stance reach each state; what no check has looked at has no number."""
    everything = found.policy.stances == "all"
    speaking = [item for item in dossier.evidence if everything or item.stance.value == found.policy.stances]
    stages = [_stage(state, speaking) for state in EvidenceState]
    stages.append(Stage("effective independent", found.eie, f"EIE {amount(found.eie)}"))
    sources = len({item.source_id for item in speaking})
    return FunnelView(f"From {count(sources, 'source')} to {amount(found.eie)}", tuple(stages), _table(stages))


def _stage(state: EvidenceState, items: list[Evidence]) -> Stage:
    reached = [item for item in items if item.state.step >= state.step]
    if state.step >= EvidenceState.VERIFIED.step and not reached:
        return Stage(STATE[state], None, NOT_CHECKED)
    sources = len({item.source_id for item in reached})
    return Stage(STATE[state], float(sources), f"{count(sources, 'source')}, {count(len(reached), 'item')}")


def _table(stages: list[Stage]) -> TableView:
    return TableView(
        "Funnel from retrieved to independent",
        (Column("stage", "Stage"), Column("reached", "Reached by")),
        tuple(Row(stage.label, (Cell(stage.label), Cell(stage.text, stage.value))) for stage in stages),
    )
