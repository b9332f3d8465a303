"""A fit on its way into force: which settings of the rule it gives, and the new version with it."""

from collections.abc import Mapping
from typing import Any

from core.bundles.calibrate_cohesion import CohesionFit
from core.bundles.calibrate_risk import RiskFit
from core.people import Person
from core.services.decision_rule import rule_in_force, save_rule
from core.services.workspace import Workspace
from core.verdicts import RuleVersion


def settings_of_fit(fit: RiskFit | CohesionFit, held: Mapping[str, Any]) -> dict[str, Any]:
    """The settings of the rule that a fit gives; limits of other embedders stay as they are held."""
    if isinstance(fit, RiskFit):
        return {"h_base": fit.base, "lambda": fit.decay, "label": fit.settings().label}
    return {"own_limits": {**held.get("own_limits", {}), fit.embedder: fit.limit}}


def words_of_fit(fit: RiskFit | CohesionFit, origin: str) -> str:
    """What a fit rests on, to stand as the reason where nobody gives another."""
    if isinstance(fit, RiskFit):
        return f"fit of {origin}: {fit.outcomes:,} outcomes, {fit.hallucinations:,} hallucinations"
    return f"fit of {origin}: {fit.bundles:,} bundles, {fit.coherent:,} coherent, {fit.groups:,} questions"


def put_fit_in_force(workspace: Workspace, fit: RiskFit | CohesionFit, *, by: Person, reason: str) -> RuleVersion:
    """Put a fit in force as a new version of the rule.

    Raises:
        InvalidInput: There is no reason, or the fit is in force already.
        StaleVersion: Another version came into force meanwhile.
        PermissionDenied: The person is no admin.
    """
    now = rule_in_force(workspace)
    return save_rule(workspace, settings_of_fit(fit, now.settings), by=by, reason=reason, expected=now.number)
