"""The rule's verdicts on stored claims, as lists show them: made for many at once, kept, and counted."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property

from core.bundles.deciding import ClaimVerdict
from core.bundles.embedders import embedder_named
from core.bundles.embedders.types import Embedder, EmbedderError
from core.errors import DatabaseUnavailable, InvalidParameter
from core.services.decision_rule import inputs_in_force, options_of, rule_from_data, rule_in_force
from core.services.stored_decisions import decision_on, vector_caches
from core.services.workspace import Workspace
from core.store import Decidable, DecidableChunk
from core.verdicts import ListedVerdict, Tally

CHUNK = 200
"""Claims read, decided and kept together."""
AT_ONCE = 500
"""Claims decided before a list is shown; more are left to whoever asks for them."""

Progress = Callable[[int, int], bool]
"""Called with the claims decided and how many there are; False stops."""


class Decider:
    """Decides claims as they were read from the store, under the rule in force."""

    def __init__(self, workspace: Workspace) -> None:
        version = rule_in_force(workspace)
        self.rule = version.digest
        self._settings = rule_from_data(version.settings)
        self._inputs = inputs_in_force(workspace)
        self._caches = vector_caches(self._settings.embedder)

    @cached_property
    def _embedder(self) -> Embedder:
        return embedder_named(self._settings.embedder)

    def decide(self, claim: Decidable) -> ClaimVerdict:
        """What ``claim_decision`` says of the claim, without a query.

        Raises:
            InvalidParameter: A judgement on sufficiency or confidence is no number in [0, 1].
            EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
        """
        options = options_of(self._settings, claim.parts)
        return decision_on(claim, options, self._inputs, caches=self._caches, embedder=self._embedder)

    def listed(self, chunk: DecidableChunk) -> list[tuple[Decidable, ListedVerdict]]:
        """Claims with the verdicts that lists keep; a claim with a judgement that is no number is left undecided.

        Raises:
            EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used.
        """
        found = []
        for claim in chunk.claims:
            try:
                found.append((claim, listed_verdict(self.decide(claim))))
            except InvalidParameter:
                continue
        return found


def listed_verdict(verdict: ClaimVerdict) -> ListedVerdict:
    """A decision as lists keep it: without what it was made from."""
    codes = dict.fromkeys(ground.code for ground in verdict.grounds)
    return ListedVerdict(verdict.decision, verdict.states, tuple(codes), "; ".join(verdict.holding))


def verdict_basis(workspace: Workspace) -> str:
    """The digest of engine and rule in force: verdicts made under another are stale."""
    return rule_in_force(workspace).digest


def decide_stored(
    workspace: Workspace,
    uids: Sequence[str] | None = None,
    *,
    dataset: str | None = None,
    limit: int | None = None,
    progress: Progress | None = None,
) -> int:
    """Ask the rule in force about stored claims and keep what it says; returns how many were decided.

    Args:
        workspace: The open store.
        uids: These claims, decided already or not; None for all that are undecided.
        dataset: Only claims of this data set; where ``uids`` is None.
        limit: At most so many.
        progress: Called with the claims done and how many there are; False stops, and what was decided stays.

    Raises:
        UnknownId: There is no such claim.
        EmbedderError: The embedder is not there, failed, timed out or gave what cannot be used; what was decided
            until then stays.
    """
    decider = Decider(workspace)
    total = len(uids) if uids is not None else tally(workspace, dataset=dataset).undecided
    total = total if limit is None else min(total, limit)
    done = kept = 0
    for chunk in _chunks(workspace, decider.rule, uids, dataset, total):
        made = decider.listed(chunk)
        kept += workspace.store.keep_verdicts(made, rule=decider.rule, seen=chunk.revision)
        done = min(done + CHUNK, total)
        if progress is not None and not progress(done, total):
            break
    return kept


def _chunks(
    workspace: Workspace, rule: str, uids: Sequence[str] | None, dataset: str | None, most: int
) -> Iterable[DecidableChunk]:
    """Claims to be decided, a chunk at a time; each is read when the one before it is kept."""
    store = workspace.store
    if uids is not None:
        for start in range(0, most, CHUNK):
            yield store.decidable(uids[start : min(start + CHUNK, most)])
        return
    last, left = 0, most
    while left > 0:
        numbers = store.undecided(rule, dataset=dataset, after=last, limit=min(CHUNK, left))
        if not numbers:
            return
        yield store.decidable(numbers)
        last, left = numbers[-1], left - len(numbers)


def kept_verdict(workspace: Workspace, uid: str) -> ListedVerdict | None:
    """What the rule in force says of a claim, if it was asked since anything changed.

    Raises:
        UnknownId: There is no such claim.
    """
    return workspace.store.kept_verdict(uid, verdict_basis(workspace))


def tally(workspace: Workspace, *, dataset: str | None = None, answer_uid: str | None = None) -> Tally:
    """How many claims the rule in force puts where, and how many it was not asked about since something changed.

    Raises:
        UnknownId: There is no such answer.
    """
    return workspace.store.tally(verdict_basis(workspace), dataset=dataset, answer_uid=answer_uid)


def in_view(
    workspace: Workspace, decider: Decider, claims: Sequence[str] | Sequence[int]
) -> list[tuple[Decidable, ListedVerdict]]:
    """Decide what is about to be shown, up to ``AT_ONCE`` claims.

    What is said is kept where nobody else is writing, and shown in any case: looking at a list waits for no import.

    Returns:
        Claims with their verdicts; one is missing where the rule cannot be asked, because its embedder is not to be
        had or a judgement is no number. Whoever asks for the claim itself is told why.

    Raises:
        UnknownId: There is no such claim.
    """
    found: list[tuple[Decidable, ListedVerdict]] = []
    for start in range(0, min(len(claims), AT_ONCE), CHUNK):
        chunk = workspace.store.decidable(claims[start : min(start + CHUNK, AT_ONCE)])
        try:
            made = decider.listed(chunk)
        except EmbedderError:
            break
        # A full disk is no reason to show no list: whoever looks next has them made anew.
        with suppress(DatabaseUnavailable):
            workspace.store.keep_verdicts(made, rule=decider.rule, seen=chunk.revision, wait=False)
        found += made
    return found
