"""The use cases: what pages, the command line and notebooks call. One module per subject; this is the whole list."""

from core.services.attachments import attach, attachments, detach
from core.services.bulk import bulk_preview, bulk_relabel
from core.services.citations import (
    checks_by_source,
    citation,
    citation_counts,
    citations,
    claim_checks,
    page_picture,
    stale_sources,
)
from core.services.history import audit, audit_people, claim_as_of, claim_history, verify
from core.services.importing import demo_workspace, fill_demo, import_file
from core.services.judging import citation_quality, judge, judgements
from core.services.labels_io import export_labels, import_labels
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
from core.services.queue import (
    assign,
    flag_second_opinion,
    next_key,
    queue,
    queue_counts,
    skip,
    unskip,
    withdraw_second_opinion,
    work_item,
)
from core.services.reading import preview_file
from core.services.reviewing import (
    claim,
    draw_edge,
    label_values,
    preview_edge,
    preview_label,
    relabel,
    relabel_edge,
    seen_of,
    spread,
    undo,
)
from core.services.scenarios import labelled_claim, regime_of, regimes, sweep
from core.services.team import (
    adjudicate,
    adjudicate_edge,
    agreement,
    reviewer,
    reviewers,
    set_role,
)
from core.services.verifying_stored import verify_citations
from core.services.workspace import Workspace, open_workspace

__all__ = [
    "Workspace",
    "adjudicate",
    "adjudicate_edge",
    "agreement",
    "answer",
    "answers",
    "assign",
    "attach",
    "attachments",
    "audit",
    "audit_people",
    "bulk_preview",
    "bulk_relabel",
    "checks_by_source",
    "choose_policy",
    "citation",
    "citation_counts",
    "citation_quality",
    "citations",
    "claim",
    "claim_as_of",
    "claim_checks",
    "claim_history",
    "claims",
    "current_policy",
    "datasets",
    "demo_workspace",
    "detach",
    "draw_edge",
    "export_labels",
    "fill_demo",
    "flag_second_opinion",
    "import_file",
    "import_labels",
    "inflation_histogram",
    "judge",
    "judgements",
    "label_values",
    "labelled_claim",
    "method_page",
    "next_key",
    "open_workspace",
    "overview",
    "page_picture",
    "policies",
    "policy_effect",
    "preview_edge",
    "preview_file",
    "preview_label",
    "queue",
    "queue_counts",
    "references",
    "regime_of",
    "regimes",
    "relabel",
    "relabel_edge",
    "reviewer",
    "reviewers",
    "save_policy",
    "scatter",
    "seen_of",
    "set_role",
    "skip",
    "spread",
    "stale_sources",
    "sweep",
    "undo",
    "unskip",
    "verify",
    "verify_citations",
    "withdraw_second_opinion",
    "work_item",
]
