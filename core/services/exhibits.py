"""Claims gathered for an export: from the store with all that people and checks said of them, or from a file."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from core.assessment import assess
from core.bundles.embedders.types import EmbedderError
from core.checked import RecordedJudgement
from core.dossier import claims_of
from core.errors import InvalidParameter
from core.exporters.types import DecisionFacts, Exhibit, Leftovers, RuleFacts
from core.model import Case, Dossier, Judgement, Label, StatedLabel
from core.policy import Policy
from core.results import Assessment, LabelEvent
from core.services.exhibit_checks import Checked, checks_of
from core.services.exhibit_decisions import Rule, StoredDecisions
from core.services.stored_decisions import judgement_of
from core.services.stored_verdicts import Decider
from core.services.workspace import Workspace
from core.states import Dependence
from core.store.in_force import words
from core.verdicts import SignedDecision

CHUNK = 500
"""Claims read together."""


class Work:
    """The record of human work on one data set, by source."""

    def __init__(self, events: Iterable[LabelEvent]) -> None:
        self._by_number: dict[int, LabelEvent] = {}
        self._by_source: defaultdict[str, list[LabelEvent]] = defaultdict(list)
        for event in events:
            self._by_number[event.number] = event
            self._by_source[event.source_id].append(event)

    def on(self, dossier: Dossier) -> tuple[LabelEvent, ...]:
        """Everything that concerns the sources and edges of a claim, newest first."""
        named = {source.id for source in dossier.sources} | self._others(dossier)
        found = (event for name in sorted(named) for event in self._by_source.get(name, ()))
        here = [event for event in found if event.claim_id in (None, dossier.claim.id)]
        return tuple(sorted(here, key=lambda event: event.number, reverse=True))

    def _others(self, dossier: Dossier) -> set[str]:
        """Sources under whose id something was said that holds for another: they count as one document."""
        numbers = [label.event for label in dossier.labels.values()] + [edge.event for edge in dossier.edges]
        return {self._by_number[number].source_id for number in numbers if number in self._by_number}

    def labels_on(
        self, source_ids: Iterable[str], standing: Mapping[str, Label], claim_id: str | None
    ) -> tuple[StatedLabel, ...]:
        """Everybody's latest label on some sources, for every use and for one claim; what was taken back is left out.

        Args:
            source_ids: The sources.
            standing: The labels in force.
            claim_id: The claim; None for every use only.
        """
        found: list[StatedLabel] = []
        for source_id in source_ids:
            label = standing.get(source_id)
            event = None if label is None or label.event is None else self._by_number.get(label.event)
            names = {source_id} if event is None else {source_id, event.source_id}
            said = [one for name in sorted(names) for one in self._by_source.get(name, ()) if one.edge_key is None]
            for scope in dict.fromkeys((None, claim_id)):
                latest = words(one for one in said if one.claim_id == scope)
                found += [_stated(source_id, word) for word in reversed(latest) if word.state is not None]
        return tuple(found)


def _stated(source_id: str, word: LabelEvent) -> StatedLabel:
    at = word.stated_at or word.at
    state = word.state or Dependence.UNKNOWN
    return StatedLabel(source_id, state, word.by, at, word.claim_id, word.weight, word.reason)


class StoredClaims:
    """Claims of an open store, made into exhibits a few hundred at a time."""

    def __init__(self, workspace: Workspace, policies: Mapping[str, Policy], uids: Sequence[str]) -> None:
        self.workspace = workspace
        self.policies = policies
        self.uids = uids
        self._work: dict[str, Work] = {}

    def __call__(self) -> Iterator[Exhibit]:
        """The claims in the order asked for."""
        store, decider = self.workspace.store, Decider(self.workspace)
        for start in range(0, len(self.uids), CHUNK):
            uids = self.uids[start : start + CHUNK]
            judged, cited, decided = store.judgements_on(uids), store.citations_on(uids), store.decided_on(uids)
            reports = store.reports_on(uids)
            asked = StoredDecisions(self.workspace, decider, uids)
            for uid, dossier in zip(uids, store.dossiers_named(uids), strict=True):
                made = self._exhibit(
                    uid, dossier, judged.get(uid, ()), checks_of(cited.get(uid, ()), reports), decided.get(uid, ())
                )
                yield replace(made, decide=partial(asked.of, uid))

    def work(self, dataset: str) -> Work:
        """The record of human work on a data set, read once."""
        if dataset not in self._work:
            self._work[dataset] = Work(self.workspace.store.work_on(dataset))
        return self._work[dataset]

    def _exhibit(
        self,
        uid: str,
        dossier: Dossier,
        judged: Iterable[RecordedJudgement],
        checked: Checked,
        decided: Iterable[SignedDecision],
    ) -> Exhibit:
        work = self.work(dossier.dataset)
        checks, reports = checked
        return Exhibit(
            uid=uid,
            dossier=dossier,
            found=assess(dossier, self.policies[dossier.dataset]),
            labels=work.labels_on((source.id for source in dossier.sources), dossier.labels, dossier.claim.id),
            events=work.on(dossier),
            judgements=tuple(judgement_of(one, dossier) for one in judged),
            checks=checks,
            reports=reports,
            signed=tuple(decided),
        )

    def leftovers(self, dataset: str) -> Leftovers:
        """What a data set holds that no claim leans on."""
        answers, sources, edges = self.workspace.store.beside_claims(dataset)
        labels = self.work(dataset).labels_on((source.id for source in sources), {}, None)
        return Leftovers(answers, sources, edges, labels)


class FileClaims:
    """Claims of a file that was read."""

    def __init__(self, case: Case, policy: Policy, rule: RuleFacts, ids: Sequence[str] | None = None) -> None:
        self.case = case
        self.policy = policy
        self._rule = Rule(rule.settings, rule.day)
        self.ids = ids
        """Claim ids in the order asked for; None for all."""

    def __call__(self) -> Iterator[Exhibit]:
        """The claims in the order asked for."""
        judged: defaultdict[str, list[Judgement]] = defaultdict(list)
        for judgement in self.case.judgements:
            judged[judgement.claim_id].append(judgement)
        dossiers: Iterable[Dossier] = claims_of(self.case)
        if self.ids is not None:
            by_id = {dossier.claim.id: dossier for dossier in dossiers if dossier.claim.id in set(self.ids)}
            dossiers = [by_id[name] for name in self.ids]
        for dossier in dossiers:
            sources = {source.id for source in dossier.sources}
            found, said = assess(dossier, self.policy), tuple(judged[dossier.claim.id])
            yield Exhibit(
                uid=f"{dossier.dataset}:{dossier.claim.id}",
                dossier=dossier,
                found=found,
                labels=tuple(
                    label
                    for label in self.case.labels
                    if label.source_id in sources and label.claim_id in (None, dossier.claim.id)
                ),
                judgements=said,
                decide=cache(partial(self._decided, dossier, found, said)),
            )

    def _decided(self, dossier: Dossier, found: Assessment, said: tuple[Judgement, ...]) -> DecisionFacts:
        """What the rule says of a claim whose citations nobody checked."""
        try:
            return DecisionFacts(self._rule.decide(dossier, found, said))
        except (EmbedderError, InvalidParameter) as error:
            return DecisionFacts(None, f"the rule cannot be asked: {error}")

    def leftovers(self, dataset: str) -> Leftovers:
        """What the file holds that no claim leans on."""
        used: set[str] = set()
        for dossier in claims_of(self.case):
            used.update(source.id for source in dossier.sources)
        asked = {claim.answer_id for claim in self.case.claims}
        return Leftovers(
            tuple(answer for answer in self.case.answers if answer.id not in asked),
            tuple(source for source in self.case.sources if source.id not in used),
            tuple(edge for edge in self.case.edges if edge.from_id not in used),
            tuple(label for label in self.case.labels if label.source_id not in used),
        )
