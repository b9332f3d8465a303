"""The use cases: what pages, the command line and notebooks call. One module per subject; this is the whole list."""

from core.services.importing import demo_workspace, fill_demo, import_file
from core.services.lists import (
    answer,
    answers,
    claims,
    datasets,
    inflation_histogram,
    overview,
    scatter,
)
from core.services.method import method_page, references
from core.services.policies import choose_policy, current_policy, policies, policy_effect, save_policy
from core.services.reading import preview_file
from core.services.reviewing import (
    claim,
    label_values,
    preview_edge,
    preview_label,
    relabel,
    relabel_edge,
    spread,
    undo,
)
from core.services.scenarios import labelled_claim, regime_of, regimes, sweep
from core.services.workspace import Workspace, open_workspace

__all__ = [
    "Workspace",
    "answer",
    "answers",
    "choose_policy",
    "claim",
    "claims",
    "current_policy",
    "datasets",
    "demo_workspace",
    "fill_demo",
    "import_file",
    "inflation_histogram",
    "label_values",
    "labelled_claim",
    "method_page",
    "open_workspace",
    "overview",
    "policies",
    "policy_effect",
    "preview_edge",
    "preview_file",
    "preview_label",
    "references",
    "regime_of",
    "regimes",
    "relabel",
    "relabel_edge",
    "save_policy",
    "scatter",
    "spread",
    "sweep",
    "undo",
]
