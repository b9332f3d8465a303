"""How claims turned out, as people found later, and what that says of the figures and of the rule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from core.assessment import assess
from core.bundles.calibrate_cohesion import CohesionFit, LabelledBundle, fit_cohesion
from core.bundles.calibrate_risk import Outcome as RiskOutcome, RiskFit, fit_risk
from core.bundles.density import cohesion
from core.bundles.embedders import DEFAULT, embedder_named
from core.bundles.risk import RiskSettings, hallucination_rate
from core.bundles.risk_coverage import Judged, RiskCoverage, risk_coverage
from core.bundles.vectors import embed_texts
from core.conclusions import Conclusion
from core.errors import InvalidInput
from core.people import Person, Role
from core.services.calibrating import SIGNAL_OF_RISK
from core.services.decision_rule import rule_from_data, rule_in_force
from core.services.judging import quality_of
from core.services.parts import bundle_key
from core.services.permission import allow
from core.services.spoken import kept_reason
from core.services.stored_decisions import claim_decision, vector_caches
from core.services.workspace import Workspace
from core.store import NewJudgement
from core.store.outcome_store import OutcomeWord
from core.verdicts import OUTCOME_AXIS, Outcome

CORRECT, HALLUCINATED, TAKEN_BACK = "correct", "hallucinated", "taken_back"
"""The words of the axis; the last one takes one's own word back."""
SIGNALS = ("density", SIGNAL_OF_RISK, "aware", "naive", "precision")
"""What stored claims are held against their outcomes by."""

Progress = Callable[[int, int], bool]
"""Called with the claims done and how many there are; False stops."""


@dataclass(frozen=True, slots=True)
class JudgedClaim:
    """A claim whose outcome is known, with what stood beside it before."""

    uid: str
    text: str
    wrong: bool
    answered: bool | None
    """Whether a signature had let it out by then; None where nobody signed."""
    conclusion: Conclusion
    """What the rule in force says of it."""
    density: float | None
    """Of its leading bundle, at the low end, as the gates take it; None where nothing can be measured."""
    risk: float | None
    """H at that density, by the curve in force."""
    aware: float
    naive: float
    precision: float | None


@dataclass(frozen=True, slots=True)
class JudgedStore:
    """Every claim of the store whose outcome is known."""

    claims: tuple[JudgedClaim, ...]
    disputed: tuple[str, ...]
    """Uids of claims of which people say different things; they are in no curve and no fit."""
    known: int
    """Claims with an outcome on which people agree; more than ``claims`` where the work was stopped."""

    @property
    def complete(self) -> bool:
        """Whether every one of them was measured."""
        return len(self.claims) == self.known

    @property
    def false_answers(self) -> int:
        """Claims the rule lets out, with or without a caveat or qualification, that turned out wrong."""
        return sum(claim.wrong and claim.conclusion is not Conclusion.ABSTAIN for claim in self.claims)

    @property
    def needless_abstentions(self) -> int:
        """Claims the rule holds back that turned out right."""
        return sum(not claim.wrong and claim.conclusion is Conclusion.ABSTAIN for claim in self.claims)

    @property
    def notes(self) -> tuple[str, ...]:
        """What is not in them, in words."""
        said = []
        if self.disputed:
            said.append(f"{len(self.disputed)} claims are left out: people differ on how they turned out.")
        if not self.complete:
            said.append(f"Stopped: {len(self.claims)} of {self.known} claims were measured.")
        return tuple(said)


def record_outcome(workspace: Workspace, uid: str, *, wrong: bool | None, by: Person, reason: str = "") -> Outcome:
    """Record whether a claim turned out wrong, as a judgement of its own; it moves no other axis and no state.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        wrong: True for a hallucination, False for right, None to take one's own word back.
        by: Who found out.
        reason: How.

    Raises:
        UnknownId: There is no such claim.
        InvalidInput: There is no word of this person to take back.
        PermissionDenied: A reader may not.
    """
    person = allow(workspace, by, Role.REVIEWER, "record an outcome")
    if wrong is None and not any(one.by == person for one in claim_outcomes(workspace, uid)):
        raise InvalidInput(f"{person} has no word on this claim to take back; nothing was saved")
    value = TAKEN_BACK if wrong is None else HALLUCINATED if wrong else CORRECT
    new = NewJudgement(uid, None, None, OUTCOME_AXIS, value, None, "", "")
    said = workspace.store.judge(new, by=person, reason=kept_reason(reason))
    words = workspace.store.outcome_words(claim_uid=uid)
    answered = next((one.answered for one in reversed(words) if one.by == person), None)
    return Outcome(uid, bool(wrong), person, said.at, said.reason, answered)


def claim_outcomes(workspace: Workspace, uid: str) -> tuple[Outcome, ...]:
    """Each person's newest word on how a claim turned out, newest first.

    Raises:
        UnknownId: There is no such claim.
    """
    return _newest(workspace.store.outcome_words(claim_uid=uid))


def outcomes(workspace: Workspace, dataset: str | None = None) -> tuple[Outcome, ...]:
    """Each person's newest word on how claims turned out, newest first; those that came with the data count too."""
    return _newest(workspace.store.outcome_words(dataset=dataset))


def _newest(words: Sequence[OutcomeWord]) -> tuple[Outcome, ...]:
    found: dict[tuple[str, str], OutcomeWord] = {}
    for word in words:
        found[word.uid, word.by] = word
    counted = [word for word in found.values() if word.value in (CORRECT, HALLUCINATED)]
    counted.sort(key=lambda word: word.at, reverse=True)
    return tuple(
        Outcome(word.uid, word.value == HALLUCINATED, word.by, word.at, word.reason, word.answered) for word in counted
    )


def judged_claims(workspace: Workspace, dataset: str | None = None, *, progress: Progress | None = None) -> JudgedStore:
    """The claims whose outcome is known, each with the figures it has under the rule in force.

    Args:
        workspace: The open store.
        dataset: Of this data set alone.
        progress: Called with the claims done and how many there are; False stops.

    Raises:
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
    """
    of_claim: dict[str, list[Outcome]] = {}
    for one in outcomes(workspace, dataset):
        of_claim.setdefault(one.uid, []).append(one)
    disputed = sorted(uid for uid, said in of_claim.items() if len({one.wrong for one in said}) > 1)
    agreed = [(uid, said[0]) for uid, said in sorted(of_claim.items()) if uid not in set(disputed)]
    curve = rule_from_data(rule_in_force(workspace).settings).risk
    found = []
    for number, (uid, said) in enumerate(agreed):
        if progress is not None and not progress(number, len(agreed)):
            break
        found.append(_measured(workspace, uid, said, curve))
    return JudgedStore(tuple(found), tuple(disputed), len(agreed))


def _measured(workspace: Workspace, uid: str, said: Outcome, curve: RiskSettings) -> JudgedClaim:
    verdict = claim_decision(workspace, uid)
    dossier = workspace.store.dossier(uid)
    figures = assess(dossier, workspace.store.current_policy(dossier.dataset))
    leading = verdict.findings.leading
    empty = verdict.findings.retrieved == 0
    density = leading.density.range.low if leading is not None else 0.0 if empty else None
    quality = quality_of(workspace.store.claim_citations(claim_uid=uid))
    return JudgedClaim(
        uid=uid,
        text=dossier.claim.text,
        wrong=said.wrong,
        answered=said.answered,
        conclusion=verdict.decision,
        density=density,
        risk=None if density is None else hallucination_rate(density, curve),
        aware=figures.aware,
        naive=figures.naive,
        precision=quality.precision.value,
    )


def risk_of_store(workspace: Workspace, dataset: str | None = None, judged: JudgedStore | None = None) -> RiskFit:
    """Fit H_base and lambda to the outcomes of stored claims, at the low end of the density of each.

    Raises:
        TooFewOutcomes: Below 300 outcomes or 30 hallucinations.
        InvalidInput: All outcomes, or all densities, are the same.
        EmbedderError: The embedder cannot be used.
    """
    judged = judged or judged_claims(workspace, dataset)
    measured = [RiskOutcome(claim.density, claim.wrong) for claim in judged.claims if claim.density is not None]
    fit = fit_risk(measured)
    notes = [*fit.notes, *judged.notes]
    if len(measured) < len(judged.claims):
        left = len(judged.claims) - len(measured)
        notes.append(f"{left} claims have no density, because no text that counts for them is held.")
    held = sum(claim.answered is False for claim in judged.claims)
    if held:
        notes.append(f"{held} of them had been held back when their outcome was recorded.")
    return replace(fit, notes=tuple(notes))


def coverage_of_store(
    workspace: Workspace,
    dataset: str | None = None,
    harm: RiskSettings | None = None,
    judged: JudgedStore | None = None,
) -> tuple[RiskCoverage, ...]:
    """Risk against coverage for every signal of the stored claims whose outcome is known, the best first.

    Args:
        workspace: The open store.
        dataset: Of this data set alone.
        harm: Gives the utilities; None takes those of the rule in force.
        judged: The claims, where they are measured already.

    Raises:
        InvalidInput: No outcome is known.
        EmbedderError: The embedder cannot be used.
    """
    judged = judged or judged_claims(workspace, dataset)
    harm = harm or rule_from_data(rule_in_force(workspace).settings).risk
    curves = []
    for signal in SIGNALS:
        values = [(value, claim.wrong) for claim in judged.claims if (value := getattr(claim, signal)) is not None]
        sign = -1.0 if signal == SIGNAL_OF_RISK else 1.0
        if values:
            curve = risk_coverage(signal, [Judged(sign * value, wrong) for value, wrong in values], harm)
            missing = len(judged.claims) - len(values)
            without = (f"{missing} claims have no such figure and are not in this curve.",) if missing else ()
            curves.append(replace(curve, notes=(*curve.notes, *without)))
    if not curves:
        raise InvalidInput("no outcome is known in this store: record how claims turned out first")
    return tuple(sorted(curves, key=lambda curve: curve.area))


def cohesion_of_store(
    workspace: Workspace,
    dataset: str | None = None,
    *,
    embedder: str = DEFAULT,
    precision: float | None = None,
    seed: int = 0,
) -> CohesionFit:
    """Set c_min of an embedder from the bundles that people called coherent or not; one question a claim.

    Raises:
        TooFewOutcomes: Below 40 bundles, or 10 of either kind.
        InvalidInput: Nothing parts coherent from other bundles.
        EmbedderError: The embedder cannot be used.
    """
    maker = embedder_named(embedder)
    bundles = []
    gone = 0
    for said in workspace.store.statements_in_force(dataset):
        texts = {item.id: item.text or "" for item in workspace.store.dossier(said.uid).evidence if said.coherent}
        for key, coherent in said.coherent.items():
            members = _members(key, sorted(texts))
            vectors = embed_texts(maker, [texts[one] for one in members], vector_caches(embedder)).rows
            found = cohesion(vectors[abs(vectors).sum(axis=1) > 0]) if len(members) > 1 else None
            if found is None or found.value is None:
                gone += 1
            else:
                bundles.append(LabelledBundle(found.value, coherent, said.uid))
    fit = fit_cohesion(bundles, maker.id, precision=precision, seed=seed)
    left = (f"{gone} bundles are left out: their passages are gone or too few to compare.",) if gone else ()
    return replace(fit, notes=(*fit.notes, *left))


def _members(key: str, passages: Sequence[str]) -> list[str]:
    """The passages a bundle is named after; [] where one of them is gone."""
    named = [passage for passage in passages if f" {passage} " in f" {key} "]
    return named if bundle_key(named) == key else []
