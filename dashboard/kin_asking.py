"""What the pages of lineage ask for: proposals, the source registry, the rules' record. Once per state of the store."""

from collections.abc import Sequence
from typing import cast

from core import ENGINE_VERSION
from core.kinship import (
    ProposalCounts,
    ProposalFile,
    ProposalFilter,
    ProposalLine,
    RetractionEffect,
    RuleRecord,
    SourceFile,
    SourceFilter,
    SourceLine,
    Turned,
)
from core.proposed import Measured, ProposalEffect
from core.results import ClaimFile, Page
from core.services import lineage
from core.services.detecting import Rule, measured, rules
from core.services.overlap import Overlap, overlap
from core.services.proposal_effect import proposal_effect
from core.states import EdgeStatus, Relation
from core.work import Role
from dashboard import asking, caching


def proposals(wanted: ProposalFilter, page: int, size: int) -> Page[ProposalLine]:
    """One page of proposals."""
    return lineage.proposals(caching.workspace(), wanted, page=page, size=size)


def proposal_counts(wanted: ProposalFilter) -> ProposalCounts:
    """How many proposals a filter lets pass, and what its menus offer."""
    made = caching.once(
        "proposal counts", (*asking.now(), repr(wanted)), lambda: lineage.proposal_counts(caching.workspace(), wanted)
    )
    return cast(ProposalCounts, made)


def proposal(key: str) -> ProposalFile:
    """One proposal with both documents."""
    made = caching.once("proposal", (*asking.now(), key), lambda: lineage.proposal(caching.workspace(), key))
    return cast(ProposalFile, made)


def effect(
    lines: Sequence[ProposalLine],
    status: EdgeStatus,
    relation: Relation | None = None,
    direction: Turned | None = None,
) -> ProposalEffect:
    """What a verdict on proposals would change."""
    facts = (*asking.now(), tuple(line.key for line in lines), status.value, relation, direction)
    made = caching.once(
        "proposal effect",
        facts,
        lambda: proposal_effect(caching.workspace(), lines, status=status, relation=relation, direction=direction),
    )
    return cast(ProposalEffect, made)


def sources(wanted: SourceFilter, page: int, size: int, order: str, descending: bool) -> Page[SourceLine]:
    """One page of the source registry."""
    return lineage.sources(caching.workspace(), wanted, page=page, size=size, order=order, descending=descending)


def source(uid: str, page: int, size: int) -> SourceFile:
    """One source, with a page of the claims that lean on it."""
    made = caching.once(
        "source",
        (*asking.now(), uid, page, size),
        lambda: lineage.source(caching.workspace(), uid, page=page, size=size),
    )
    return cast(SourceFile, made)


def retraction_effect(uid: str, retracted: bool) -> RetractionEffect:
    """What retracting a source, or taking that back, would change."""
    made = caching.once(
        "retraction",
        (*asking.now(), uid, retracted),
        lambda: lineage.retraction_effect(caching.workspace(), uid, retracted),
    )
    return cast(RetractionEffect, made)


def rule_records(dataset: str | None) -> tuple[RuleRecord, ...]:
    """How every rule's proposals fared before people."""
    made = caching.once("rules", (*asking.now(), dataset), lambda: lineage.rule_records(caching.workspace(), dataset))
    return cast("tuple[RuleRecord, ...]", made)


def rule_texts() -> tuple[Rule, ...]:
    """Every rule with its help text."""
    return cast("tuple[Rule, ...]", caching.once("rule texts", (ENGINE_VERSION,), rules))


def measured_rules() -> tuple[Measured, ...]:
    """How often the rules were right on documents whose lineage is known."""
    return cast("tuple[Measured, ...]", caching.once("measured rules", (ENGINE_VERSION,), measured))


def overlap_of(file: ClaimFile) -> Overlap:
    """What overlap explains of a claim."""
    made = caching.once("overlap", (ENGINE_VERSION, file.assessment.digest), lambda: overlap(file))
    return cast(Overlap, made)


def may_refit(role: Role | None) -> bool:
    """Whether somebody may let the probabilities be learnt anew; on one's own machine everybody may."""
    return role is None or role.includes(Role.ADJUDICATOR)
