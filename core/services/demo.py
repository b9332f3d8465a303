"""The sample data in a workspace, with files attached and citations checked, as a demonstration shows them."""

import sample_data
from core.checked import CitationFilter
from core.services.attachments import attach_files
from core.services.importing import store_file
from core.services.proposing import detect_stored
from core.services.stored_verdicts import decide_stored
from core.services.verifying_stored import check_blocks
from core.services.workspace import Workspace, open_workspace

DEMO = "Headwater demo"
"""By whom the sample data are brought in and checked."""


def fill_demo(workspace: Workspace) -> None:
    """See to it that the sample data are in a workspace; labels, files and checks given meanwhile are kept.

    One case is searched for undeclared lineage when it is brought in; what is proposed waits for somebody's verdict.
    The citations of a case with files are checked the first time. Some files are replaced afterwards, so that a check
    of theirs is stale; a case without files stays unchecked. Last the rule is asked about every claim.
    """
    for dataset, resource in zip(sample_data.CASES, sample_data.packages(), strict=True):
        new = store_file(workspace, resource.read_bytes(), resource.name, DEMO).added > 0
        if new and dataset in sample_data.SEARCHED:
            # On behalf of the demo, whatever roles the people of this workspace have.
            detect_stored(Workspace(workspace.store), dataset, by=DEMO)
        if sample_data.artifacts(dataset) and not workspace.store.attachments(dataset):
            _check(workspace, dataset)
    decide_stored(workspace)


def _check(workspace: Workspace, dataset: str) -> None:
    files = {file.name: file.read_bytes() for file in sample_data.artifacts(dataset)}
    before = {file.name: file.read_bytes() for file in sample_data.artifacts_before(dataset)}
    attach_files(workspace, dataset, tuple((files | before).items()), DEMO)
    check_blocks(workspace, workspace.store.citation_blocks(CitationFilter(dataset=dataset)), DEMO)
    if before:
        attach_files(workspace, dataset, tuple((name, files[name]) for name in before), DEMO)


def demo_workspace(url: str | None = None) -> Workspace:
    """Open the store and fill it with the sample data."""
    workspace = open_workspace(url)
    fill_demo(workspace)
    return workspace
