"""What the rule says of a claim or an answer, as plain values: packages keep it, and computing anew compares it."""

from typing import Any

from core.bundles.abstention import Statement
from core.bundles.deciding import AnswerVerdict, ClaimVerdict


def claim_decision_record(verdict: ClaimVerdict) -> dict[str, Any]:
    """The decision on a claim: what may be done, how the evidence stands, every reason, and what to say instead."""
    return {
        "conclusion": verdict.decision.value,
        "states": [state.value for state in verdict.states],
        "reasons": [
            {
                "code": ground.code.value,
                "allows": ground.allows.value,
                "state": None if ground.state is None else ground.state.value,
                "text": ground.text,
            }
            for ground in verdict.grounds
        ],
        "statement": _statement(verdict.statement),
    }


def answer_decision_record(verdict: AnswerVerdict) -> dict[str, Any]:
    """The decision on an answer, from those on its claims."""
    return {
        "conclusion": verdict.decision.value,
        "states": [state.value for state in verdict.states],
        "reasons": list(verdict.reasons),
        "leave_out": list(verdict.leave_out),
        "qualify": list(verdict.qualify),
    }


def _statement(spoken: Statement | None) -> dict[str, Any] | None:
    if spoken is None:
        return None
    return {
        "supports": list(spoken.supports),
        "missing": list(spoken.missing),
        "assumptions": list(spoken.assumptions),
        "text": spoken.text,
    }
