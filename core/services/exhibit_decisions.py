"""What the rule in force says of claims that are exported: a chunk is read once, and only if somebody asks."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from core.bundles.deciding import ClaimVerdict
from core.bundles.embedders import embedder_named
from core.bundles.embedders.types import Embedder, EmbedderError
from core.bundles.items import Checked
from core.errors import InvalidParameter
from core.exporters.types import DecisionFacts, RuleFacts
from core.fingerprint import digest
from core.model import Dossier, Judgement
from core.results import Assessment
from core.services.deciding import DecisionInputs, decision_of
from core.services.decision_rule import (
    DecisionRule,
    inputs_in_force,
    inputs_of,
    options_of,
    rule_as_data,
    rule_from_data,
    rule_in_force,
)
from core.services.parts_travel import statement_as_data
from core.services.stored_decisions import checked_of
from core.services.stored_verdicts import Decider
from core.services.workspace import Workspace
from core.store import Decidable
from core.verdicts import FacetStatement, StatedFacet
from core.verification.vocabulary import CheckStatus, Reason


def rule_facts(workspace: Workspace) -> RuleFacts:
    """The rule in force, as exports name it."""
    version = rule_in_force(workspace)
    today = inputs_in_force(workspace).today
    day = None if today is None else today.isoformat()
    return RuleFacts(version.number, version.at, version.by, version.reason, version.digest, version.settings, day)


def shipped_facts(engine: str) -> RuleFacts:
    """The rule that comes with the product, for claims of a file."""
    settings = rule_as_data(DecisionRule())
    made = digest({"engine": engine, "settings": settings})
    return RuleFacts(0, "", "Headwater", "as shipped", made, MappingProxyType(settings))


class StoredDecisions:
    """Decisions on the claims of a chunk; the store is read when the first of them is asked for."""

    def __init__(self, workspace: Workspace, decider: Decider, uids: Sequence[str]) -> None:
        self._workspace = workspace
        self._decider = decider
        self._uids = uids
        self._read: dict[str, Decidable] | None = None
        self._made: dict[str, DecisionFacts] = {}

    def of(self, uid: str) -> DecisionFacts:
        """What the rule says of one of the claims."""
        if uid not in self._made:
            self._made[uid] = self._decided(uid)
        return self._made[uid]

    def _decided(self, uid: str) -> DecisionFacts:
        if self._read is None:
            self._read = {claim.uid: claim for claim in self._workspace.store.decidable(self._uids).claims}
        claim = self._read.get(uid)
        if claim is None:
            return DecisionFacts(None, "the claim changed while it was exported")
        checks = written_checks(checked_of(claim))
        parts = None if claim.parts is None or claim.parts.lapsed else statement_as_data(claim.parts)
        try:
            return DecisionFacts(self._decider.decide(claim), "", checks, parts)
        except (EmbedderError, InvalidParameter) as error:
            return DecisionFacts(None, f"the rule cannot be asked: {error}", checks, parts)


class Rule:
    """A rule as an export states it, to decide claims with that lie in no store."""

    def __init__(self, settings: Mapping[str, Any], day: str | None = None) -> None:
        self._rule = rule_from_data(settings)
        self._inputs = inputs_of(self._rule, date.fromisoformat(day) if day else date.min)
        self._embedder: Embedder | None = None

    def decide(
        self,
        dossier: Dossier,
        found: Assessment,
        judgements: Sequence[Judgement],
        checks: Mapping[str, Checked] = MappingProxyType({}),
        parts: Mapping[str, Any] | None = None,
    ) -> ClaimVerdict:
        """What the rule says of a claim.

        Args:
            dossier: The claim.
            found: Its figures.
            judgements: Of it, in the order of the file.
            checks: Citation id -> how its check ended.
            parts: What somebody states of its parts, as a package has it.

        Raises:
            EmbedderError: The embedder of the rule is not to be had here.
            InvalidParameter: A judgement on sufficiency or confidence is no number in [0, 1].
        """
        if self._embedder is None:
            self._embedder = embedder_named(self._rule.embedder)
        inputs = DecisionInputs(
            checks=checks,
            # A file has the oldest first, a store is asked for the newest first.
            judgements=tuple(reversed(judgements)),
            thresholds=self._inputs.thresholds,
            today=self._inputs.today,
            fresh_days=self._inputs.fresh_days,
            settings=self._inputs.settings,
        )
        said = None if parts is None else statement_of(parts, dossier)
        return decision_of(dossier, found, inputs, options_of(self._rule, said), embedder=self._embedder)


def statement_of(parts: Mapping[str, Any], dossier: Dossier) -> FacetStatement:
    """What a package states of a claim's parts, as the rule takes it."""
    facets = parts.get("facets")
    return FacetStatement(
        number=0,
        uid=f"{dossier.dataset}:{dossier.claim.id}",
        at=str(parts.get("at", "")),
        by=str(parts.get("by", "")),
        reason=str(parts.get("reason", "")),
        facets=None
        if facets is None
        else tuple(StatedFacet(str(one["id"]), str(one["text"]), float(one.get("weight", 1.0))) for one in facets),
        marks=tuple((mark["facet"], mark["passage"], mark["touch"]) for mark in parts.get("marks") or ()),
        kinds=dict(parts.get("kinds") or {}),
    )


def written_checks(checks: Mapping[str, Checked]) -> Mapping[str, tuple[str, str | None]]:
    """How checks ended, as plain words."""
    return {name: (status.value, None if reason is None else reason.value) for name, (status, reason) in checks.items()}


def read_checks(written: Mapping[str, Any]) -> dict[str, Checked]:
    """How checks ended, from plain words.

    Raises:
        ValueError: A word is none of the contract's.
    """
    return {
        name: (CheckStatus(status), None if reason is None else Reason(reason))
        for name, (status, reason) in _pairs(written)
    }


def _pairs(written: Mapping[str, Any]) -> Iterable[tuple[str, tuple[str, str | None]]]:
    for name, pair in written.items():
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ValueError(f"the check of {name} is no pair of a status and a reason")
        yield name, (pair[0], pair[1])
