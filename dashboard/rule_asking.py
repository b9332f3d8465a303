"""What the page of calibration asks of the rule and does with it: versions, what another would change, a new one."""

import json
from collections.abc import Callable, Mapping
from itertools import pairwise
from typing import Any

from core import services
from core.errors import HeadwaterError
from core.services.decision_rule import DecisionRule
from core.services.rule_effect import RuleEffect, changes_of
from core.verdicts import RuleVersion
from dashboard import caching, running, session
from dashboard.components import reviewer

RUN = "rule effect"
"""Name of the long work that asks another rule."""
TRIED = "rule-tried"
SAVED = "rule-saved"


def versions() -> tuple[RuleVersion, ...]:
    """Every version, newest first."""
    return services.rule_versions(caching.workspace())


def settings_of(version: RuleVersion) -> dict[str, Any]:
    """Every setting of a version, also those that came later."""
    return services.rule_as_data(rule_of(version))


def rule_of(version: RuleVersion) -> DecisionRule:
    """The settings of a version as values of the domain."""
    return services.rule_from_data(version.settings)


def changes(found: tuple[RuleVersion, ...]) -> dict[int, tuple[tuple[str, Any, Any], ...]]:
    """Number of each version -> what it changed of the one before."""
    return {new.number: changes_of(old.settings, new.settings) for new, old in pairwise(found)}


def tried() -> dict[str, Any] | None:
    """The settings that are tried: all of them."""
    kept: dict[str, Any] | None = session.value(TRIED)
    return kept


def try_(settings: Mapping[str, Any]) -> None:
    """Try settings; what is not named stays as it is in force. Nothing is stored.

    Raises:
        InvalidParameter: A value lies outside its domain.
    """
    held = rule_of(versions()[0])
    session.keep(TRIED, services.rule_as_data(services.rule_from_data(settings, held)))


def drop() -> None:
    """Try nothing any more."""
    session.drop(TRIED, "rule-reason")


def _asked(settings: Mapping[str, Any], sample: int) -> str:
    return json.dumps(
        [versions()[0].number, caching.workspace().store.revision(), dict(settings), sample], sort_keys=True
    )


def ask_effect(settings: Mapping[str, Any], sample: int, about: str) -> None:
    """Ask the rule that is tried about a sample of claims, beside the page."""
    workspace, asked = caching.workspace(), _asked(settings, sample)

    def work(tell: running.Progress, stop: Callable[[], bool]) -> Any:
        def progress(done: int, of: int) -> bool:
            tell(done, of)
            return not stop()

        return asked, services.rule_effect(workspace, settings, sample=sample, progress=progress)

    running.put_away(RUN)
    running.start(RUN, work, about=about, by=reviewer.acting())


def effect(settings: Mapping[str, Any], sample: int) -> RuleEffect | None:
    """What came of it, where it was asked about these settings and nothing has changed since.

    Raises:
        HeadwaterError: It was refused.
    """
    run = running.current(RUN)
    if run is None or not run.over:
        return None
    if run.error is not None:
        running.put_away(RUN)
        raise run.error
    if run.result is None or run.result[0] != _asked(settings, sample):
        return None
    found: RuleEffect = run.result[1]
    return found


def put_in_force(settings: Mapping[str, Any], reason: str, seen: int) -> None:
    """Put settings in force, on top of the version that stands on the screen."""
    try:
        version = services.save_rule(caching.workspace(), settings, by=reviewer.name(), reason=reason, expected=seen)
    except HeadwaterError as error:
        session.fail(error)
        return
    drop()
    session.keep(SAVED, version.number)
