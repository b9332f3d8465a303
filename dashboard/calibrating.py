"""The page of calibration: the rule in force, and what outcomes, of a file or of this store, say instead."""

from collections.abc import Mapping
from typing import Any

from core.bundles.risk import RiskSettings
from core.services.fits import settings_of_fit, words_of_fit
from core.services.outcomes import JudgedStore
from core.services.rule_effect import changes_of
from dashboard import calibration_asking, outcome_asking, rule_asking, session
from dashboard.components import calibration, failure, rule
from dashboard.components.calibration import Stored, Use
from dashboard.components.long_work import under_way

CONSTANTS, RISK, COHESION = range(3)
"""Places of the parts; the last one is risk and coverage."""


def draw(part: int) -> None:
    """Draw one part of the page, by its place."""
    if part == CONSTANTS:
        rule.constants(_rules())
        return
    failure.last()
    use = _use()
    if part == RISK:
        calibration.risk(calibration_asking.risk, _stored(), outcome_asking.risk, use)
    elif part == COHESION:
        calibration.cohesion(calibration_asking.cohesion, outcome_asking.cohesion, use)
    else:
        calibration.coverage(calibration_asking.coverage, _stored(), outcome_asking.coverage, _held())


def _rules() -> rule.Rules:
    versions = rule_asking.versions()
    return rule.Rules(
        versions=versions,
        settings=[rule_asking.settings_of(one) for one in versions],
        risk=rule_asking.rule_of(versions[0]).risk,
        changes=rule_asking.changes(versions),
        tried=rule_asking.tried(),
        differences=changes_of,
        try_=rule_asking.try_,
        drop=rule_asking.drop,
        ask=lambda settings, size: rule_asking.ask_effect(settings, size, _about(settings)),
        effect=_effect,
        put=lambda settings, why: rule_asking.put_in_force(settings, why, versions[0].number),
        run=rule_asking.RUN,
    )


def _about(settings: Mapping[str, Any]) -> str:
    changes = changes_of(rule_asking.versions()[0].settings, settings)
    return "Another rule: " + ", ".join(name for name, _, _ in changes)


def _effect(settings: Mapping[str, Any], size: int) -> rule.Effect | None:
    found = rule_asking.effect(settings, size)
    if found is None:
        return None
    return rule.Effect(found.asked, found.total, found.moved, found.before, found.after, found.stopped)


def _held() -> RiskSettings:
    return rule_asking.rule_of(rule_asking.versions()[0]).risk


def _use() -> Use:
    versions = rule_asking.versions()
    held = rule_asking.settings_of(versions[0])
    return Use(
        of_fit=lambda fit: settings_of_fit(fit, held),
        words=words_of_fit,
        saved=session.value(rule_asking.SAVED) == versions[0].number,
        number=versions[0].number,
        differences=lambda settings: changes_of(held, {**held, **settings}),
        put=lambda settings, why: _put(settings, why, versions[0].number),
        try_=_try,
    )


def _put(settings: Mapping[str, Any], why: str, seen: int) -> None:
    """Put a fit in force; the whole page says so, not only the part the click was in."""
    rule_asking.put_in_force(settings, why, seen)
    session.rerun_page()


def _try(settings: Mapping[str, Any]) -> None:
    """Show what a fit would change, on the part that holds the rule."""
    rule_asking.try_(settings)
    session.write_address(tab=None)
    session.rerun_page()


def _stored() -> Stored:
    return Stored(known=outcome_asking.known(), measured=_measured, again=outcome_asking.measure)


def _measured() -> JudgedStore | None:
    """The measured claims; draws how far it is while they are measured."""
    if under_way(outcome_asking.RUN, doing="claims measured"):
        return None
    found = outcome_asking.measured()
    if found is None:
        outcome_asking.measure()
        under_way(outcome_asking.RUN, doing="claims measured")
    return found
