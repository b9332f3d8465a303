"""Bundles and decisions of stored claims: checks in force, judgements on record, vectors remembered beside the data."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from core.assessment import assess
from core.bundles.construction import Told
from core.bundles.deciding import AnswerVerdict, ClaimVerdict, decide_answer
from core.bundles.embedders import DEFAULT
from core.bundles.embedders.types import Embedder
from core.bundles.items import Checked
from core.bundles.vectors import FileCache, MemoryCache, VectorCache
from core.checked import RecordedJudgement
from core.model import Dossier, Judgement
from core.services.bundling import BundleOptions, ClaimBundles, bundles_of
from core.services.deciding import DecisionInputs, decision_of
from core.services.decision_rule import inputs_in_force, options_in_force
from core.services.judging import judgements
from core.services.parts import facet_statement, with_kinds
from core.services.workspace import Workspace
from core.store import Decidable
from core.store.engine import data_directory
from core.verdicts import FacetStatement
from core.verification.vocabulary import CheckStatus, Reason

_MEMORY = MemoryCache()


def vector_caches(embedder: str) -> tuple[VectorCache, ...]:
    """Where vectors are remembered: in memory, and beside the data where making them costs more than reading them."""
    if embedder == DEFAULT:
        return (_MEMORY,)
    return (_MEMORY, FileCache(Path(data_directory()) / "vectors"))


def claim_bundles(
    workspace: Workspace,
    uid: str,
    options: BundleOptions | None = None,
    *,
    said: FacetStatement | None = None,
    progress: Told | None = None,
) -> ClaimBundles:
    """The bundles of a stored claim.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        options: How they are made; None takes the rule in force and what somebody states of the claim's parts.
        said: Gives bundles their types; None takes what is on record.
        progress: Called with what is done next, in words, and the share that is done, from 0 to 1.

    Raises:
        UnknownId: There is no such claim.
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
    """
    options = options or options_in_force(workspace, uid)
    dossier = workspace.store.dossier(uid)
    assessment = assess(dossier, workspace.store.current_policy(dossier.dataset))
    judged = tuple(judgement_of(judgement, dossier) for judgement in judgements(workspace, uid))
    caches = vector_caches(options.embedder)
    made = bundles_of(dossier, assessment, options, judgements=judged, caches=caches, progress=progress)
    return with_kinds(made, said or facet_statement(workspace, uid))


def claim_decision(
    workspace: Workspace,
    uid: str,
    options: BundleOptions | None = None,
    inputs: DecisionInputs | None = None,
    bundles: ClaimBundles | None = None,
) -> ClaimVerdict:
    """What may be done with a stored claim, with every reason.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        options: How bundles are made; None takes the rule in force and what somebody states of the claim's parts.
        inputs: Settings and signals, None for those of the rule in force; checks and judgements are the store's.
        bundles: The claim's bundles where they are made already.

    Raises:
        UnknownId: There is no such claim.
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
    """
    (claim,) = workspace.store.decidable([uid]).claims
    options = options or options_in_force(workspace, uid)
    return decision_on(
        claim, options, inputs or inputs_in_force(workspace), caches=vector_caches(options.embedder), bundles=bundles
    )


def decision_on(
    claim: Decidable,
    options: BundleOptions,
    inputs: DecisionInputs,
    *,
    caches: Sequence[VectorCache],
    embedder: Embedder | None = None,
    bundles: ClaimBundles | None = None,
) -> ClaimVerdict:
    """What may be done with a claim as it was read from the store, without a further query.

    Args:
        claim: It, with its checks and judgements.
        options: How bundles are made.
        inputs: Settings and signals.
        caches: Where vectors are remembered.
        embedder: Ready to use; None makes the one the options name.
        bundles: The claim's bundles where they are made already.

    Raises:
        InvalidParameter: A judgement on sufficiency or confidence is no number in [0, 1].
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
    """
    said = tuple(judgement_of(judgement, claim.dossier) for judgement in claim.judgements)
    return decision_of(
        claim.dossier,
        assess(claim.dossier, claim.policy),
        replace(inputs, checks=checked_of(claim), judgements=said),
        options,
        embedder=embedder,
        caches=caches,
        bundles=bundles,
    )


def answer_decision(
    workspace: Workspace, uid: str, options: BundleOptions | None = None, inputs: DecisionInputs | None = None
) -> AnswerVerdict:
    """What may be done with a stored answer, from the decisions on its claims; by default under the rule in force.

    Raises:
        UnknownId: There is no such answer.
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
    """
    answer, claims = workspace.store.answer(uid)
    inputs = inputs or inputs_in_force(workspace)
    verdicts = [claim_decision(workspace, claim.uid, options, inputs) for claim in claims]
    return decide_answer(answer, verdicts)


def checked_of(claim: Decidable) -> dict[str, Checked]:
    """Citation id -> its check in force; a check of what is there no more is stale, and no source is no check."""
    return {
        check.citation_id: (CheckStatus.STALE if check.stale else check.status, check.reason)
        for check in claim.checks
        if check.reason is not Reason.SOURCE_MISSING
    }


def judgement_of(said: RecordedJudgement, dossier: Dossier) -> Judgement:
    """A judgement on record as the facts write it; one of a citation is one of its passage."""
    passage = said.evidence_id
    if passage is None and said.citation_id is not None:
        cited = {citation.id: citation.evidence_id for citation in dossier.citations}
        passage = cited.get(said.citation_id)
    return Judgement(
        id=said.id,
        claim_id=dossier.claim.id,
        axis=said.axis,
        value=said.value,
        judge=said.judge,
        evidence_id=passage,
        model=said.model,
        rubric=said.rubric or None,
        at=said.at or None,
    )
