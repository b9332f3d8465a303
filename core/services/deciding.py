"""The decision per claim and answer: from a dossier, or from a file with its citations checked on the way."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Any

from core.assessment import assess
from core.bundles.citation_sets import CitationSets, citation_sets
from core.bundles.deciding import AnswerVerdict, ClaimVerdict, decide_answer, decide_claim
from core.bundles.embedders import embedder_named
from core.bundles.embedders.types import Embedder
from core.bundles.findings import gather
from core.bundles.items import Checked
from core.bundles.reasons import DecisionSettings
from core.bundles.signals import GENERATOR, NO_THRESHOLDS, SUFFICIENCY, Signal, signal_of
from core.bundles.vectors import VectorCache
from core.dossier import claims_of, dossier_of
from core.errors import InvalidInput
from core.model import Case, Dossier, Judgement
from core.policy import ALL, Policy, policy_from_dict
from core.results import Assessment
from core.services import verifying
from core.services.bundle_tables import verdicts_as_dict
from core.services.bundling import BundleOptions, ClaimBundles, bundles_of
from core.services.reading import read_whole
from core.verification.vocabulary import Reason


@dataclass(frozen=True, slots=True)
class DecisionInputs:
    """What a decision may take beside the facts and their figures."""

    checks: Mapping[str, Checked] = field(default_factory=lambda: MappingProxyType({}))
    """Citation id -> how its check ended."""
    judgements: tuple[Judgement, ...] = ()
    sufficiency: Signal | None = None
    """None takes the judgement on the axis "context_sufficiency", where there is one."""
    generator: Signal | None = None
    """None takes the judgement on the axis "generator_confidence", where there is one."""
    thresholds: Mapping[str, float] = field(default_factory=lambda: NO_THRESHOLDS)
    """Axis -> the team's own calibrated threshold of those judgements."""
    today: date | None = None
    fresh_days: int | None = None
    """Age in days from which a dated source is stale; None asks no age."""
    settings: DecisionSettings = field(default_factory=DecisionSettings)


def decision_of(
    dossier: Dossier,
    assessment: Assessment,
    inputs: DecisionInputs | None = None,
    options: BundleOptions | None = None,
    *,
    embedder: Embedder | None = None,
    caches: Sequence[VectorCache] | None = None,
    bundles: ClaimBundles | None = None,
) -> ClaimVerdict:
    """What may be done with a claim, with every reason.

    Args:
        dossier: The facts.
        assessment: Its figures.
        inputs: Checks, judgements and signals; what is missing holds the decision back.
        options: How bundles are made.
        embedder: Ready to use; None makes the one the options name.
        caches: Where vectors are remembered.
        bundles: The claim's bundles where they are made already.

    Raises:
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
        InvalidParameter: A judgement on sufficiency or confidence is no number in [0, 1].
    """
    inputs = inputs or DecisionInputs()
    if assessment.policy.stances == ALL:
        # A flat list may be looked at, but what speaks against a claim never helps it to an answer.
        assessment = assess(dossier, assessment.policy.with_(stances="supports"))
    judgements = [judgement for judgement in inputs.judgements if judgement.claim_id == dossier.claim.id]
    made = bundles or bundles_of(dossier, assessment, options, judgements=judgements, embedder=embedder, caches=caches)
    found = gather(
        dossier,
        assessment,
        made.construction if made.construction.bundles else None,
        made.facets,
        made.marks,
        facets_by=made.facets_by,
        checks=inputs.checks,
        judgements=judgements,
        pairs=made.pairs,
        families={passage.id: passage.family for passage in made.passages},
        sufficiency=inputs.sufficiency or signal_of(judgements, SUFFICIENCY, inputs.thresholds),
        generator=inputs.generator or signal_of(judgements, GENERATOR, inputs.thresholds),
        today=inputs.today,
        fresh_days=inputs.fresh_days,
    )
    return decide_claim(found, assessment.policy, inputs.settings)


def decide_case(
    case: Case, policy: Policy, inputs: DecisionInputs | None = None, options: BundleOptions | None = None
) -> tuple[tuple[ClaimVerdict, ...], tuple[AnswerVerdict, ...]]:
    """Every claim and every answer of a case.

    Raises:
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
    """
    options, inputs = options or BundleOptions(), inputs or DecisionInputs(judgements=case.judgements)
    embedder = embedder_named(options.embedder)
    claims = []
    of_answer: dict[str, list[ClaimVerdict]] = {answer.id: [] for answer in case.answers}
    for dossier in claims_of(case):
        verdict = decision_of(dossier, assess(dossier, policy), inputs, options, embedder=embedder)
        claims.append(verdict)
        if dossier.answer is not None:
            of_answer[dossier.answer.id].append(verdict)
    answers = tuple(decide_answer(answer, of_answer[answer.id]) for answer in case.answers)
    return tuple(claims), answers


def citation_sets_of(dossier: Dossier, judgements: Sequence[Judgement]) -> CitationSets:
    """Which of a claim's cited passages carry it together, and which one it could do without, as judged."""
    cited = [citation.evidence_id for citation in dossier.citations if citation.evidence_id is not None]
    return citation_sets(cited, [judgement for judgement in judgements if judgement.claim_id == dossier.claim.id])


def checks_of_case(case: Case) -> dict[str, Checked]:
    """How the checks of a case's citations end against the texts it holds; what has no text is left unchecked."""
    if not case.citations:
        return {}
    with closing(verifying.reader_in()) as reader:
        found = verifying.verify_case(case, reader).checks()
    return {
        citation: (check.status, check.reason)
        for citation, (check, _) in found.items()
        if check.reason is not Reason.SOURCE_MISSING
    }


def decide_file(
    data: bytes,
    name: str,
    *,
    format: str | None = None,
    settings: Mapping[str, Any] | None = None,
    options: BundleOptions | None = None,
    check: bool = True,
    fresh_days: int | None = None,
    today: date | None = None,
) -> dict[str, Any]:
    """Decide on every claim and answer of a file: what ``headwater decide`` prints.

    Args:
        data: The bytes of the file.
        name: Its name.
        format: Read it as this format; None recognises it.
        settings: Changes to its policy.
        options: How bundles are made.
        check: Whether its citations are checked against the texts it holds.
        fresh_days: Age from which a dated source is stale.
        today: Day from which age is counted.

    Raises:
        ImportFailed: The file has problems; all are named.
        InvalidParameter: A setting lies outside its domain.
        EmbedderError: The embedder cannot be used.
    """
    case = read_whole(data, name, format=format).case
    policy = policy_from_dict(settings or {}, case.policy)
    inputs = DecisionInputs(
        checks=checks_of_case(case) if check else {}, judgements=case.judgements, today=today, fresh_days=fresh_days
    )
    claims, answers = decide_case(case, policy, inputs, options)
    return verdicts_as_dict(claims, answers, policy)


def bundles_in_file(
    data: bytes,
    name: str,
    claim_id: str | None = None,
    *,
    format: str | None = None,
    settings: Mapping[str, Any] | None = None,
    options: BundleOptions | None = None,
) -> ClaimBundles:
    """The bundles of a claim of a file.

    Args:
        data: The bytes of the file.
        name: Its name.
        claim_id: Which claim, by the file's id or as ``data set:id``; None takes the only one.
        format: Read it as this format; None recognises it.
        settings: Changes to its policy.
        options: How bundles are made.

    Raises:
        ImportFailed: The file has problems; all are named.
        UnknownId: It has no such claim.
        InvalidInput: It has several, and none was named.
        EmbedderError: The embedder cannot be used.
    """
    case = read_whole(data, name, format=format).case
    dossier = _dossier(case, claim_id)
    policy = policy_from_dict(settings or {}, case.policy)
    judgements = [judgement for judgement in case.judgements if judgement.claim_id == dossier.claim.id]
    return bundles_of(dossier, assess(dossier, policy), options, judgements=judgements)


def _dossier(case: Case, claim_id: str | None) -> Dossier:
    if claim_id is None:
        if len(case.claims) != 1:
            raise InvalidInput(f"the file has {len(case.claims)} claims; name one with --claim")
        return dossier_of(case, case.claims[0].id)
    known = {claim.id for claim in case.claims}
    prefix = f"{case.dataset}:"
    if claim_id not in known and claim_id.startswith(prefix):
        claim_id = claim_id.removeprefix(prefix)
    return dossier_of(case, claim_id)
