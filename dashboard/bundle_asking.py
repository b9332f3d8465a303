"""What the page of bundles asks for: bundles, the decision, chosen evidence. Made once per state of the store."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from core import services
from core.bundles.deciding import ClaimVerdict
from core.services.bundling import BundleOptions, ChosenEvidence, ClaimBundles
from core.services.decision_rule import DecisionRule, options_of, rule_from_data
from core.verdicts import FacetStatement, RuleVersion
from dashboard import asking, caching
from dashboard.viewmodels.part_edits import Parts, as_statement


@dataclass(frozen=True, slots=True)
class Asked:
    """How somebody looks at the bundles of a claim; nothing said is the rule and the parts in force."""

    tried: tuple[tuple[str, str | None], ...] = ()
    """Settings of the rule that are tried here, by name."""
    parts: Parts | None = None
    """What is edited and not on record; None takes what is."""
    by: str = ""
    """Who edits it."""

    def rule(self) -> DecisionRule:
        """The rule in force with what is tried."""
        return rule_from_data(dict(self.tried), rule_from_data(rule_in_force().settings))

    def said(self, uid: str) -> FacetStatement | None:
        """What is stated of the claim's parts: what is edited, else what is on record."""
        if self.parts is not None:
            return as_statement(self.parts, uid, self.by)
        return services.facet_statement(caching.workspace(), uid)

    def options(self, uid: str) -> BundleOptions:
        """The same as the services take it."""
        return options_of(self.rule(), self.said(uid))


def rule_in_force() -> RuleVersion:
    """The newest version of the rule; its digest may change with the day, so it is read anew."""
    return services.rule_in_force(caching.workspace())


def tried_of(values: Mapping[str, str | None]) -> tuple[tuple[str, str | None], ...]:
    """Those values that are not as the rule in force has them."""
    held: Mapping[str, Any] = rule_in_force().settings
    return tuple((name, value) for name, value in values.items() if held.get(name) != value)


def _facts(uid: str, asked: Asked) -> tuple[Any, ...]:
    return *asking.now(), rule_in_force().digest, uid, repr(asked)


def bundles(uid: str, asked: Asked, tell: Callable[[str, float], None] | None = None) -> ClaimBundles:
    """The bundles of a claim; ``tell`` is called with what is done next and the share that is done."""

    def make() -> ClaimBundles:
        workspace = caching.workspace()
        return services.claim_bundles(workspace, uid, asked.options(uid), said=asked.said(uid), progress=tell)

    return cast(ClaimBundles, caching.once("bundles", _facts(uid, asked), make))


def decision(uid: str, asked: Asked) -> ClaimVerdict:
    """What may be done with a claim, with every reason."""
    made = caching.once(
        "bundle decision",
        _facts(uid, asked),
        lambda: services.claim_decision(caching.workspace(), uid, asked.options(uid), bundles=bundles(uid, asked)),
    )
    return cast(ClaimVerdict, made)


def evidence(uid: str, asked: Asked, budget: int) -> ChosenEvidence:
    """The evidence to show under a budget of tokens, and its package."""
    made = caching.once(
        "evidence", (*_facts(uid, asked), budget), lambda: services.choose_evidence(bundles(uid, asked), budget)
    )
    return cast(ChosenEvidence, made)
