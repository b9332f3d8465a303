"""The decision per claim and answer: from a dossier, or from a file with its citations checked on the way."""

from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
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
from core.checked import CheckInForce
from core.dossier import claims_of, dossier_of
from core.errors import InvalidInput
from core.model import Case, Citation, Dossier, Judgement
from core.policy import ALL, Policy, policy_from_dict
from core.results import Assessment
from core.services import verifying
from core.services.bundling import BundleOptions, ClaimBundles, bundles_of
from core.services.reading import read_whole
from core.services.verdict_tables import verdicts_as_dict
from core.verification.dossier_states import with_states
from core.verification.records import Check, Report
from core.verification.vocabulary import CheckStatus, Reason


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


def checked_case(case: Case) -> tuple[Case, dict[str, Checked]]:
    """A case with the states its checks give its passages, and how the checks of its citations end.

    Citations are checked against the texts the case holds. A text that names no version of its source can equal the
    quote and proves nothing: where a citation stands in such a text it is left unchecked, and so is one without a text.

    Source: [ETH] a cached chunk that equals the quote proves nothing; what fails is said all the same.
    """
    if not case.citations:
        return case, {}
    with closing(verifying.reader_in()) as reader:
        found = verifying.verify_case(case, reader).checks()
    counted = {
        citation: (check, report)
        for citation, (check, report) in found.items()
        if check.reason is not Reason.SOURCE_MISSING
        and not (check.status is CheckStatus.GROUNDED and report.document_fingerprint is None)
    }
    of_claim: dict[str, list[CheckInForce]] = {}
    for citation in case.citations:
        if citation.id in counted:
            of_claim.setdefault(citation.claim_id, []).append(_in_force(citation, *counted[citation.id]))
    states = {
        (claim, item.id): item.state
        for claim, checks in of_claim.items()
        for item in with_states(dossier_of(case, claim), checks, ()).evidence
    }
    evidence = tuple(
        replace(item, state=states.get((item.claim_id, item.id), item.state)) if states else item
        for item in case.evidence
    )
    statuses = {citation: (check.status, check.reason) for citation, (check, _) in counted.items()}
    return replace(case, evidence=evidence), statuses


def _in_force(citation: Citation, check: Check, report: Report) -> CheckInForce:
    return CheckInForce(
        citation_id=citation.id,
        source_id=citation.source_id,
        evidence_id=citation.evidence_id,
        at="",
        status=check.status,
        reason=check.reason,
        warnings=check.warnings,
        meaning_open=check.semantic_unverified,
        source_stale=report.fingerprint_stale,
        pinned=report.expected_fingerprint is not None,
        bound=report.document_fingerprint is not None,
        stale=False,
        verifier=report.verifier.name,
    )


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
    case, checks = checked_case(case) if check else (case, {})
    inputs = DecisionInputs(checks=checks, judgements=case.judgements, today=today, fresh_days=fresh_days)
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
