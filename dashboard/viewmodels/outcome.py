"""How a claim turned out, in words."""

from collections.abc import Sequence

from core.verdicts import Outcome
from dashboard.viewmodels.inspector import when

NOBODY = (
    "Nobody has said yet. What is recorded here moves no decision: the Calibration page holds figures, gates and the "
    "rule against it."
)
_ANSWERED = {True: "it had been let out", False: "it had been held back"}


def outcome_words(said: Sequence[Outcome]) -> tuple[str, ...]:
    """One line for all, then one a person."""
    if not said:
        return (NOBODY,)
    wrong = sum(one.wrong for one in said)
    if 0 < wrong < len(said):
        head = "People differ, so it counts in no fit and no curve."
    else:
        head = "It turned out wrong." if wrong else "It turned out right."
    return head, *(_line(one) for one in said)


def _line(one: Outcome) -> str:
    parts = [f"{'wrong' if one.wrong else 'right'}, by {one.by}{', ' + when(one.at) if one.at else ''}"]
    if one.answered is not None:
        parts.append(_ANSWERED[one.answered])
    if one.reason:
        parts.append(f"“{one.reason}”")
    return "; ".join(parts)
