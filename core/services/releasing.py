"""Signed decisions and the queue of what waits for one: what leads release, with reasons and what they saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from core import ENGINE_VERSION
from core.bundles.deciding import ClaimVerdict, decide_from_tally
from core.bundles.embedders.types import EmbedderError
from core.conclusions import Conclusion
from core.errors import InvalidInput, InvalidParameter
from core.fingerprint import digest
from core.listed import ClaimSummary, Page
from core.people import Person, Role
from core.releasable import RELEASE_REASONS, ReleaseClaim, ReleaseFile, against_rule, statement_of
from core.services.permission import allow
from core.services.spoken import kept_reason
from core.services.stored_verdicts import Decider, in_view, listed_verdict, verdict_basis
from core.services.workspace import Workspace
from core.store import Signature
from core.verdicts import (
    RELEASES,
    DecisionDay,
    ReleaseCounts,
    ReleasedText,
    ReleaseFilter,
    ReleaseItem,
    SignedDecision,
    Subject,
)

__all__ = [
    "decisions_over_time",
    "release",
    "release_counts",
    "release_queue",
    "seen_of_release",
    "sign",
    "signed",
    "take_back",
]

ASKED_AGAIN = 200
"""Claims under signatures that the rule is asked about before the queue says which of them have moved."""


def release_queue(
    workspace: Workspace, wanted: ReleaseFilter | None = None, *, page: int = 1, size: int = 50
) -> Page[ReleaseItem]:
    """One page of answers, and claims that belong to none, for leads to decide.

    The gravest decision of the rule comes first, then most open questions, then the oldest; what the rule has not
    decided comes last. Claims in view that are undecided are decided before they are shown.

    Raises:
        InvalidParameter: A page outside its domain.
    """
    wanted = wanted or ReleaseFilter()
    rule = verdict_basis(workspace)
    _ask_again(workspace, rule)
    found = workspace.store.release_queue(wanted, rule, page=page, size=size)
    if _decide(workspace, rule, found.rows):
        found = workspace.store.release_queue(wanted, rule, page=page, size=size)
    return replace(found, rows=tuple(_worded(item) for item in found.rows))


def release_counts(workspace: Workspace, wanted: ReleaseFilter | None = None) -> ReleaseCounts:
    """How many lines of the queue wait, have moved since they were signed, and stand signed, under a filter."""
    rule = verdict_basis(workspace)
    _ask_again(workspace, rule)
    return workspace.store.release_counts(wanted or ReleaseFilter(None), rule)


def _ask_again(workspace: Workspace, rule: str) -> None:
    """What somebody signed is first held against what the rule says by now."""
    uids = workspace.store.undecided_under_signatures(rule, ASKED_AGAIN)
    if uids:
        in_view(workspace, Decider(workspace), uids)


def _decide(workspace: Workspace, rule: str, items: Sequence[ReleaseItem]) -> bool:
    """Decide the undecided claims of some lines; whether there were any."""
    undecided = [item for item in items if item.tally.undecided]
    answers = [item.uid for item in undecided if item.kind == "answer"]
    claims: list[int] = []
    if answers:
        claims += workspace.store.undecided(rule, answer_uids=answers, limit=1_000)
    alone = [item.uid for item in undecided if item.kind == "claim"]
    decider = Decider(workspace) if undecided else None
    if decider is not None:
        in_view(workspace, decider, claims)
        in_view(workspace, decider, alone)
    return decider is not None


def _worded(item: ReleaseItem) -> ReleaseItem:
    """A line with the rule's own words for an answer."""
    if item.kind == "claim":
        return item
    conclusion, states, reasons = decide_from_tally(item.tally, item.states)
    return replace(item, conclusion=conclusion, states=states, why="; ".join(reasons))


def release(workspace: Workspace, kind: Subject, uid: str) -> ReleaseFile:
    """Everything a lead sees of an answer or a claim before signing, decided now under the rule in force.

    Raises:
        UnknownId: There is no such answer or claim.
    """
    store = workspace.store
    decider = Decider(workspace)
    item = store.release_item(kind, uid, decider.rule)
    if kind == "answer":
        answer, summaries = store.answer(uid)
        draft, corrected = answer.text, answer.corrected_text
    else:
        summaries = (store.summary(uid),)
        draft, corrected = summaries[0].text, None
    if item.tally.undecided:
        in_view(workspace, decider, [one.uid for one in summaries])
        item = store.release_item(kind, uid, decider.rule)
    claims = _claims(workspace, decider, summaries)
    policy = store.current_policy(item.dataset)
    file = ReleaseFile(
        item=_worded(item),
        claims=claims,
        draft=draft,
        corrected=corrected,
        statement=statement_of(claims),
        reasons=(),
        aware=sum(one.aware for one in summaries) / len(summaries) if summaries else None,
        policy=policy.name,
        policy_digest=policy.digest,
        rule_digest=decider.rule,
        signed=store.signatures(kind, uid),
    )
    return replace(file, reasons=_reasons(file))


def _claims(workspace: Workspace, decider: Decider, summaries: Sequence[ClaimSummary]) -> tuple[ReleaseClaim, ...]:
    if not summaries:
        return ()
    read = workspace.store.decidable([one.uid for one in summaries])
    by_uid = {f"{one.dossier.dataset}:{one.dossier.claim.id}": one for one in read.claims}
    found = []
    for summary in summaries:
        verdict: ClaimVerdict | None = None
        problem = ""
        try:
            verdict = decider.decide(by_uid[summary.uid])
        except (EmbedderError, InvalidParameter) as error:
            problem = str(error)
        found.append(ReleaseClaim(summary.uid, summary.text, verdict, problem, summary.aware, summary.unknown))
    return tuple(found)


def _reasons(file: ReleaseFile) -> tuple[str, ...]:
    if file.item.kind == "answer":
        return decide_from_tally(file.item.tally, file.item.states)[2]
    verdict = file.claims[0].verdict
    if verdict is None:
        return (file.claims[0].problem,)
    return verdict.holding


def seen_of_release(file: ReleaseFile) -> dict[str, Any]:
    """What stood on the screen, to be kept with a signature given in front of it."""
    item = file.item
    return {
        "rule": None if item.conclusion is None else item.conclusion.value,
        "states": [state.value for state in item.states],
        "reasons": list(file.reasons),
        "aware": file.aware,
        "open_questions": item.open_questions,
        "claims": [_seen_of_claim(claim) for claim in file.claims],
        "policy": file.policy,
        "policy_digest": file.policy_digest,
        "rule_digest": file.rule_digest,
        "engine": ENGINE_VERSION,
    }


def _seen_of_claim(claim: ReleaseClaim) -> dict[str, Any]:
    codes = [] if claim.verdict is None else [code.value for code in listed_verdict(claim.verdict).codes]
    decided = None if claim.conclusion is None else claim.conclusion.value
    return {"uid": claim.uid, "rule": decided, "codes": codes, "aware": claim.aware}


def sign(
    workspace: Workspace,
    *,
    kind: Subject,
    uid: str,
    decision: Conclusion,
    text: ReleasedText,
    reason: str,
    by: Person,
    expected: int | None,
    file: ReleaseFile | None = None,
    seen: Mapping[str, Any] | None = None,
) -> SignedDecision:
    """Sign what is released of an answer or a claim; the record keeps it with what was seen.

    To go beyond what the rule allows is possible, with a reason in one's own words; it is marked for good.

    Args:
        workspace: The open store.
        kind: claim or answer.
        uid: Its uid.
        decision: What is decided.
        text: What is let out; ``RELEASES`` says what goes with each decision.
        reason: Why.
        by: Who; in a team an adjudicator or admin.
        expected: Number of the newest signature that was seen; None where there was none.
        file: What stood on the screen; None reads it now.
        seen: More plain values to keep with it.

    Raises:
        PermissionDenied: Only an adjudicator or admin may.
        UnknownId: There is no such answer or claim.
        InvalidInput: There is no reason, none of one's own to go against the rule, or no such text to let out.
        StaleVersion: Somebody signed it meanwhile, or the text reads otherwise than the one that was seen.
    """
    name = allow(workspace, by, Role.ADJUDICATOR, "sign a decision")
    decision = Conclusion(decision)
    words = kept_reason(reason)
    if not words:
        raise InvalidInput("a signature needs a reason. Nothing was saved.")
    file = file or release(workspace, kind, uid)
    if (file.item.kind, file.item.uid) != (kind, uid):
        raise InvalidInput(f"what was seen is {file.item.kind} {file.item.uid}, and not {kind} {uid}")
    _refuse_text(file, decision, text)
    against = against_rule(file, decision, text)
    if against and words.casefold() in RELEASE_REASONS:
        raise InvalidInput(f"this goes against the rule ({against}): say why in your own words. Nothing was saved.")
    released = file.text_of(text)
    given = Signature(
        kind=kind,
        uid=uid,
        decision=decision,
        text=text,
        released=released,
        rule=_filed(file, text),
        against=against,
    )
    kept = {**seen_of_release(file), **(seen or {}), "text_digest": digest(released)}
    return workspace.store.sign(given, reason=words, by=name, seen=kept, expected=expected)


def _refuse_text(file: ReleaseFile, decision: Conclusion, text: ReleasedText) -> None:
    fitting = [one for one in RELEASES[decision] if one in file.has]
    if text not in fitting:
        said = decision.replace("_", " ")
        raise InvalidInput(f'with "{said}" one can let out: {", ".join(fitting)}; got {text}. Nothing was saved.')


def _filed(file: ReleaseFile, text: ReleasedText) -> dict[str, str]:
    """What the rule said of each claim: under a statement its reasons count too, for it is made of them."""
    found = {}
    for claim in file.claims:
        seen = _seen_of_claim(claim)
        said = [seen["rule"] or "undecided", *(seen["codes"] if text == "statement" else ())]
        found[claim.uid] = " ".join(said)
    return found


def take_back(
    workspace: Workspace, *, kind: Subject, uid: str, reason: str, by: Person, expected: int
) -> SignedDecision:
    """Take back the newest signature by an entry of its own: the one before counts again, or it waits again.

    Raises:
        PermissionDenied: Only an adjudicator or admin may.
        UnknownId: There is no such answer or claim.
        InvalidInput: There is no reason.
        StaleVersion: Another signature than ``expected`` is the newest.
    """
    name = allow(workspace, by, Role.ADJUDICATOR, "take a signature back")
    words = kept_reason(reason)
    if not words:
        raise InvalidInput("to take a signature back needs a reason. Nothing was saved.")
    return workspace.store.take_back(kind, uid, reason=words, by=name, expected=expected)


def signed(workspace: Workspace, kind: Subject, uid: str) -> tuple[SignedDecision, ...]:
    """Every signature on an answer or a claim, newest first."""
    return workspace.store.signatures(kind, uid)


def decisions_over_time(workspace: Workspace, days: int = 90) -> tuple[DecisionDay, ...]:
    """What was signed on each of the last days on which anything was, oldest first; what was taken back is left out."""
    return workspace.store.decision_days(days)
