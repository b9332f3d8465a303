"""The rule in force: everything bundles and decisions are made with beside the policy, versioned, with who and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from core.bundles.calibrations import PAPER_PROFILE
from core.bundles.clustering import Linkage
from core.bundles.construction import BundleSettings
from core.bundles.embedders import DEFAULT, EMBEDDERS, embedder_named
from core.bundles.facets import facet_of
from core.bundles.reasons import DecisionSettings
from core.bundles.risk import PAPER, YOURS, RiskSettings
from core.bundles.signals import GENERATOR, SUFFICIENCY
from core.bundles.types import Mark, Touch
from core.errors import InvalidInput, InvalidParameter
from core.fingerprint import digest
from core.people import Person, Role
from core.policy import in_unit
from core.services.bundling import BundleOptions
from core.services.deciding import DecisionInputs
from core.services.parts import facet_statement
from core.services.permission import allow
from core.services.spoken import LONGEST_NAME, kept_reason, plain_text
from core.services.workspace import Workspace
from core.verdicts import FacetStatement, RuleVersion

JUDGED_AXES = (SUFFICIENCY, GENERATOR)
"""Axes of judgements that may have a threshold of the team's own."""
OLDEST = 36_500
"""Days beyond which an age is no limit, a hundred years."""
SHIPPED_BY, SHIPPED_WHY = "Headwater", "as shipped"


@dataclass(frozen=True, slots=True)
class DecisionRule:
    """Settings of bundles and decisions. The defaults are the product's."""

    embedder: str = DEFAULT
    profile: str | None = None
    """"paper-0.65" instead of what each embedder was calibrated to."""
    own_limits: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Embedder id -> the team's own c_min."""
    bundles: BundleSettings = field(default_factory=BundleSettings)
    risk: RiskSettings = field(default_factory=RiskSettings)
    decision: DecisionSettings = field(default_factory=DecisionSettings)
    fresh_days: int | None = None
    """Age in days from which a dated source is stale; None asks no age."""
    thresholds: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """Axis of judgements -> the team's own threshold."""

    def __post_init__(self) -> None:
        if self.embedder not in EMBEDDERS:
            raise InvalidParameter("embedder", self.embedder, "one of " + ", ".join(EMBEDDERS))
        if self.profile not in (None, PAPER_PROFILE):
            raise InvalidParameter("profile", self.profile, f"{PAPER_PROFILE}, or nothing")
        for name, limit in self.own_limits.items():
            if not name or plain_text("the id of an embedder", name, LONGEST_NAME) != name:
                raise InvalidParameter("id of an embedder", name, "a name")
            if isinstance(limit, bool) or not isinstance(limit, int | float) or not -1.0 <= limit <= 1.0:
                raise InvalidParameter(f"c_min of {name}", limit, "a number in [-1, 1]")
        paper = RiskSettings()
        curve = (self.risk.base, self.risk.decay)
        if self.risk.label not in (PAPER, YOURS):
            raise InvalidParameter("label", self.risk.label, f'"{PAPER}" or "{YOURS}"')
        if self.risk.label == PAPER and curve != (paper.base, paper.decay):
            raise InvalidParameter("label", PAPER, f'"{YOURS}" for another curve than the article\'s')
        days = self.fresh_days
        if days is not None and (isinstance(days, bool) or not isinstance(days, int) or not 1 <= days <= OLDEST):
            raise InvalidParameter("fresh_days", days, f"a whole number from 1 to {OLDEST}, or nothing")
        for axis, threshold in self.thresholds.items():
            if axis not in JUDGED_AXES:
                raise InvalidParameter("threshold of", axis, "one of " + ", ".join(JUDGED_AXES))
            in_unit(f"threshold of {axis}", threshold)


def rule_as_data(rule: DecisionRule) -> dict[str, Any]:
    """The settings of a rule as plain values of JSON."""
    return {
        "embedder": rule.embedder,
        "profile": rule.profile,
        "own_limits": dict(sorted(rule.own_limits.items())),
        "linkage": rule.bundles.linkage.value,
        "most": rule.bundles.most,
        "label": rule.risk.label,
        "h_base": rule.risk.base,
        "lambda": rule.risk.decay,
        "v_correct": rule.risk.correct,
        "v_wrong": rule.risk.wrong,
        "v_refuse": rule.risk.refusal,
        "alpha": rule.risk.alpha,
        "plain_from": rule.risk.plain_from,
        "least_coverage": rule.risk.least_coverage,
        "lineages": rule.decision.lineages,
        "complete_from": rule.decision.complete_from,
        "fresh_days": rule.fresh_days,
        "thresholds": dict(sorted(rule.thresholds.items())),
    }


def rule_from_data(settings: Mapping[str, Any], base: DecisionRule | None = None) -> DecisionRule:
    """Read a rule from plain values; what is not named stays as in ``base``, else as the product has it.

    Raises:
        InvalidParameter: A key is no setting, or a value lies outside its domain.
    """
    said = rule_as_data(base or DecisionRule())
    for key in settings:
        if key not in said:
            raise InvalidParameter(str(key), settings[key], "a setting: " + ", ".join(said))
    said |= settings
    linkage = said["linkage"]
    if linkage not in tuple(Linkage):
        raise InvalidParameter("linkage", linkage, "one of " + ", ".join(Linkage))
    return DecisionRule(
        embedder=said["embedder"],
        profile=said["profile"],
        own_limits=_numbers("own_limits", said["own_limits"]),
        bundles=BundleSettings(linkage=Linkage(linkage), most=said["most"]),
        risk=RiskSettings(
            base=said["h_base"],
            decay=said["lambda"],
            correct=said["v_correct"],
            wrong=said["v_wrong"],
            refusal=said["v_refuse"],
            alpha=said["alpha"],
            plain_from=said["plain_from"],
            least_coverage=said["least_coverage"],
            label=said["label"],
        ),
        decision=DecisionSettings(lineages=said["lineages"], complete_from=said["complete_from"]),
        fresh_days=said["fresh_days"],
        thresholds=_numbers("thresholds", said["thresholds"]),
    )


def _numbers(name: str, value: object) -> Mapping[str, float]:
    if not isinstance(value, Mapping) or not all(isinstance(key, str) for key in value):
        raise InvalidParameter(name, value, "an object of name: number")
    return MappingProxyType(dict(value))


def shipped_rule(workspace: Workspace) -> RuleVersion:
    """Version 0: what comes with the product."""
    settings = rule_as_data(DecisionRule())
    return RuleVersion(
        0, "", SHIPPED_BY, SHIPPED_WHY, MappingProxyType(settings), workspace.store.rule_digest(settings)
    )


def rule_in_force(workspace: Workspace) -> RuleVersion:
    """The newest version of the rule.

    Returns:
        Its digest stands for engine and settings and, where the rule asks for the age of sources, for the day: a
        verdict made under another digest is stale.
    """
    version = workspace.store.newest_rule() or shipped_rule(workspace)
    if version.settings.get("fresh_days") is None:
        return version
    return replace(version, digest=digest({"rule": version.digest, "day": _today(workspace).isoformat()}))


def rule_versions(workspace: Workspace) -> tuple[RuleVersion, ...]:
    """Every version, newest first; the last one is what comes with the product."""
    return (*workspace.store.saved_rules(), shipped_rule(workspace))


def save_rule(
    workspace: Workspace, settings: Mapping[str, Any], *, by: Person, reason: str, expected: int
) -> RuleVersion:
    """Put settings in force as a new version of the rule.

    Args:
        workspace: The open store.
        settings: Plain values, as ``rule_as_data`` gives them; what is not named stays as it is in force.
        by: Who; an admin in a team.
        reason: Why; it must be given.
        expected: Number of the version that was seen in force.

    Raises:
        InvalidParameter: A key is no setting, or a value lies outside its domain.
        InvalidInput: There is no reason, or nothing would change.
        EmbedderUnavailable: The embedder named needs something that is not there.
        StaleVersion: Another version is in force by now.
        PermissionDenied: The person is no admin.
    """
    name = allow(workspace, by, Role.ADMIN, "change the rule")
    why = kept_reason(reason)
    if not why:
        raise InvalidInput("a change of the rule needs a reason")
    before = rule_from_data((workspace.store.newest_rule() or shipped_rule(workspace)).settings)
    rule = rule_from_data(settings, before)
    if rule_as_data(rule) == rule_as_data(before):
        raise InvalidInput("these settings are in force already; nothing was saved")
    if rule.embedder != before.embedder:
        embedder_named(rule.embedder)
    return workspace.store.save_rule(rule_as_data(rule), by=name, reason=why, expected=expected)


def options_of(rule: DecisionRule, said: FacetStatement | None = None) -> BundleOptions:
    """How bundles are made under a rule, with what somebody states of a claim's parts.

    A statement that lapsed, because the claim reads otherwise by now, changes nothing.
    """
    options = BundleOptions(
        embedder=rule.embedder,
        profile=rule.profile,
        own_limits=rule.own_limits,
        settings=rule.bundles,
        risk=rule.risk,
    )
    if said is None or said.lapsed:
        return options
    facets = None
    if said.facets is not None:
        facets = tuple(facet_of(part.id, part.text, by=said.by, weight=part.weight) for part in said.facets)
    marks = tuple(Mark(facet, passage, Touch(touch), said.by) for facet, passage, touch in said.marks)
    return replace(options, facets=facets, marks=marks)


def inputs_of(rule: DecisionRule, today: date) -> DecisionInputs:
    """What a decision takes from a rule.

    Args:
        rule: The settings.
        today: The day age is counted from, where the rule asks for it.
    """
    return DecisionInputs(
        thresholds=rule.thresholds,
        today=None if rule.fresh_days is None else today,
        fresh_days=rule.fresh_days,
        settings=rule.decision,
    )


def options_in_force(workspace: Workspace, uid: str) -> BundleOptions:
    """How the bundles of a stored claim are made: the rule in force, and what somebody states of its parts.

    Raises:
        UnknownId: There is no such claim.
    """
    return options_of(rule_from_data(rule_in_force(workspace).settings), facet_statement(workspace, uid))


def inputs_in_force(workspace: Workspace) -> DecisionInputs:
    """What the rule in force gives a decision beside checks and judgements."""
    return inputs_of(rule_from_data(rule_in_force(workspace).settings), _today(workspace))


def _today(workspace: Workspace) -> date:
    """The day by the store's clock, in UTC."""
    return date.fromisoformat(workspace.store.moment()[:10])
