"""How a claim turned out, for any page that shows a claim: what is known, and the place to say it."""

from dashboard import part_deeds, session
from dashboard.components.outcome import outcome


def outcome_part(uid: str, *, ask: bool = True) -> None:
    """Draw it; what was refused is kept for the page to show (``failure.last``).

    Args:
        uid: Of which claim.
        ask: Whether the name is asked here where it is not known; False where another part of the page asks it.

    Raises:
        UnknownId: There is no such claim.
    """
    outcome(
        part_deeds.outcomes(uid),
        uid=uid,
        by=session.reviewer() or "",
        on_say=lambda wrong, reason: part_deeds.say_outcome(uid, wrong, reason),
        ask=ask,
    )
