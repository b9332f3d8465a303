"""The citations of the claim that is open: what the page shows of them and does with them."""

from dashboard import check_deeds, checking, session
from dashboard.components.citation_blocks import ClaimChecks
from dashboard.viewmodels.checks import tally
from dashboard.viewmodels.citation import citation_view


def claim_checks(uid: str) -> ClaimChecks:
    """The checks of a claim's citations."""
    lines = checking.of_claim(uid)
    return ClaimChecks(
        lines=lines,
        tally=tally(lines),
        quality=lambda: checking.quality(claim_uid=uid),
        view=lambda one: citation_view(checking.citation(one)),
        check=_check,
        open=_open,
    )


def _check(uid: str) -> None:
    check_deeds.verify_one(uid)
    session.rerun_page()


def _open(uid: str) -> None:
    session.open_next(uid)
    session.rerun_page()
