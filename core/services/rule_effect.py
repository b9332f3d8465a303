"""What another rule would change: decisions over a sample of claims, before it is put in force."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.conclusions import Conclusion
from core.errors import InvalidParameter
from core.services.decision_rule import inputs_of, options_of, rule_as_data, rule_from_data, rule_in_force
from core.services.parts import facet_statement
from core.services.stored_decisions import claim_bundles, claim_decision
from core.services.workspace import Workspace

SAMPLE = 200
"""Claims asked where nobody says how many."""

Progress = Callable[[int, int], bool]
"""Called with the claims asked and how many there are; False stops."""


@dataclass(frozen=True, slots=True)
class RuleEffect:
    """Decisions of a sample of claims under the rule in force and under another."""

    asked: int
    total: int
    """Claims in the store."""
    moved: tuple[tuple[str, str, Conclusion, Conclusion], ...]
    """(uid, text, decision in force, decision under the other), for every claim of the sample whose decision moves."""
    before: Mapping[Conclusion, int]
    after: Mapping[Conclusion, int]
    stopped: bool

    @property
    def whole(self) -> bool:
        """Whether every claim was asked."""
        return self.asked == self.total


def changes_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[tuple[str, Any, Any], ...]:
    """(setting, before, after) for everything in which two settings of a rule differ; what one lacks is as shipped.

    Raises:
        InvalidParameter: A key is no setting, or a value lies outside its domain.
    """
    old, new = rule_as_data(rule_from_data(before)), rule_as_data(rule_from_data(after))
    return tuple((name, old[name], new[name]) for name in old if old[name] != new[name])


def rule_effect(
    workspace: Workspace,
    settings: Mapping[str, Any],
    *,
    sample: int = SAMPLE,
    progress: Progress | None = None,
) -> RuleEffect:
    """How decisions would move if settings were put in force; nothing is stored.

    Args:
        workspace: The open store.
        settings: Plain values; what is not named stays as it is in force.
        sample: At most so many claims, spread evenly over all and the same every time.
        progress: Called with the claims asked and how many there are; False stops, and what was asked is told.

    Raises:
        InvalidParameter: A key is no setting, or a value lies outside its domain.
        EmbedderError: An embedder is not there, failed, timed out or gave what cannot be used.
    """
    if isinstance(sample, bool) or sample < 1:
        raise InvalidParameter("sample", sample, "a whole number >= 1")
    now = rule_from_data(rule_in_force(workspace).settings)
    then = rule_from_data(settings, now)
    today = date.fromisoformat(workspace.store.moment()[:10])
    chosen = workspace.store.scatter(sample)
    moved, stopped, asked = [], False, 0
    before, after = dict.fromkeys(Conclusion, 0), dict.fromkeys(Conclusion, 0)
    for line in chosen:
        if progress is not None and not progress(asked, len(chosen)):
            stopped = True
            break
        said = facet_statement(workspace, line.uid)
        options, others = options_of(now, said), options_of(then, said)
        made = claim_bundles(workspace, line.uid, options)
        old = claim_decision(workspace, line.uid, options, inputs_of(now, today), made).decision
        again = made if others == options else None
        new = claim_decision(workspace, line.uid, others, inputs_of(then, today), again).decision
        before[old] += 1
        after[new] += 1
        asked += 1
        if old is not new:
            moved.append((line.uid, line.text, old, new))
    return RuleEffect(asked, workspace.store.overview().claims, tuple(moved), before, after, stopped)
