"""From what was retrieved to what is independent evidence."""

from dataclasses import dataclass

from core.model import Dossier, Evidence
from core.results import Assessment
from core.states import EvidenceState
from dashboard.viewmodels.numbers import amount, count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.wording import NOT_CHECKED, STATE

NOT_JUDGED = "not yet judged"


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


def funnel_view(dossier: Dossier, found: Assessment, *, looked_at: int = 0, judged: bool = False) -> FunnelView:
    """How many sources of the counted stance reach each state; what nobody has looked at has no number.

    Args:
        dossier: The facts.
        found: The figures.
        looked_at: How many of its citations have a check.
        judged: Whether anybody judged the meaning of one.
    """
    missing = {} if looked_at else {EvidenceState.VERIFIED: NOT_CHECKED, EvidenceState.SUPPORTED: NOT_CHECKED}
    if looked_at and not judged:
        missing[EvidenceState.SUPPORTED] = NOT_JUDGED
    everything = found.policy.stances == "all"
    speaking = [item for item in dossier.evidence if everything or item.stance.value == found.policy.stances]
    stages = [_stage(state, speaking, missing.get(state, "")) for state in EvidenceState]
    stages.append(Stage("effective independent", found.eie, f"EIE {amount(found.eie)}"))
    sources = len({item.source_id for item in speaking})
    return FunnelView(f"From {count(sources, 'source')} to {amount(found.eie)}", tuple(stages), _table(stages))


def _stage(state: EvidenceState, items: list[Evidence], missing: str) -> Stage:
    reached = [item for item in items if item.state.step >= state.step]
    if missing and not reached:
        return Stage(STATE[state], None, missing)
    sources = len({item.source_id for item in reached})
    return Stage(STATE[state], float(sources), f"{count(sources, 'source')}, {count(len(reached), 'item')}")


def _table(stages: list[Stage]) -> TableView:
    return TableView(
        "Funnel from retrieved to independent",
        (Column("stage", "Stage"), Column("reached", "Reached by")),
        tuple(Row(stage.label, (Cell(stage.label), Cell(stage.text, stage.value))) for stage in stages),
    )
