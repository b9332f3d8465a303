"""Human work in the store: labels, verdicts, policies, and the record of it all."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from core.errors import StaleVersion
from core.policy import Policy
from core.results import LabelEvent, PolicyVersion
from core.states import Dependence, EdgeStatus, Relation
from core.store import chain, edge_events, events, merging, policies, records
from core.store.events import Expected, Recorded
from core.store.mapping import json_of
from core.store.opened import Opened
from core.store.proposal_rows import settle
from core.store.reach import claims_leaning_on
from core.store.said import Said


@dataclass(frozen=True, slots=True)
class GivenLabel:
    """One of several labels that are entered together."""

    dataset: str
    source_id: str
    claim_id: str | None
    state: Dependence
    weight: float | None
    reason: str
    by: str
    seen: Mapping[str, Any]
    expected_event: Expected
    stated_at: str | None = None


@dataclass(frozen=True, slots=True)
class GivenVerdict:
    """One of several verdicts that are entered together."""

    dataset: str
    edge_key: str
    status: EdgeStatus
    reason: str
    by: str
    seen: Mapping[str, Any]
    expected_event: Expected


class WorkStore(Opened):
    """What people did."""

    def append_label(
        self,
        *,
        dataset: str,
        source_id: str,
        claim_id: str | None,
        state: Dependence,
        weight: float | None,
        reason: str,
        by: str,
        seen: Mapping[str, Any],
        expected_event: int | None,
        adjudicates: bool = False,
    ) -> LabelEvent:
        """Enter a label for a source, in one claim or (None) wherever it is used, and update every claim it moves.

        Raises:
            UnknownId: The source or claim is not in the current version of its data set.
            InvalidInput: The weight is missing, outside [0, 1] or not called for, or nobody stands behind the label.
            StaleVersion: Another label is in force than ``expected_event``, the one the reviewer saw.
        """
        with self.database.write() as connection:
            recorded = events.append_label(
                connection,
                dataset=dataset,
                source_id=source_id,
                claim_id=claim_id,
                state=state,
                weight=weight,
                said=Said(by, self.moment(), reason, seen),
                expected_event=expected_event,
                adjudicates=adjudicates,
            )
            return self._follow(connection, [recorded])[0]

    def append_verdict(
        self,
        *,
        dataset: str,
        edge_key: str,
        status: EdgeStatus,
        relation: Relation | None = None,
        strength: float | None = None,
        reason: str,
        by: str,
        seen: Mapping[str, Any],
        expected_event: int | None,
        adjudicates: bool = False,
    ) -> LabelEvent:
        """Enter what somebody says of an edge (confirmed, rejected, suspected) and update every claim it moves.

        Raises:
            UnknownId: The edge is not in the current version of its data set.
            InvalidInput: The status is not for a person to give, or the strength is outside [0, 1].
            StaleVersion: Another verdict is in force than ``expected_event``, the one the reviewer saw.
        """
        with self.database.write() as connection:
            recorded = edge_events.append_verdict(
                connection,
                dataset=dataset,
                edge_key=edge_key,
                status=status,
                relation=relation,
                strength=strength,
                said=Said(by, self.moment(), reason, seen),
                expected_event=expected_event,
                adjudicates=adjudicates,
            )
            return self._follow(connection, [recorded])[0]

    def draw_edge(
        self,
        *,
        uid: str,
        from_id: str,
        to_id: str,
        relation: Relation,
        strength: float | None,
        reason: str,
        by: str,
        seen: Mapping[str, Any],
    ) -> LabelEvent:
        """Enter an edge that no data state between two sources of a claim, and update every claim it moves.

        Raises:
            UnknownId: There is no such claim or source.
            InvalidInput: The ends are not two sources of the claim, or there is such an edge already.
        """
        with self.database.write() as connection:
            recorded = edge_events.draw_edge(
                connection,
                uid=uid,
                from_id=from_id,
                to_id=to_id,
                relation=relation,
                strength=strength,
                said=Said(by, self.moment(), reason, seen),
            )
            return self._follow(connection, [recorded])[0]

    def append_all(self, given: Sequence[GivenLabel | GivenVerdict]) -> tuple[LabelEvent, ...]:
        """Enter labels and verdicts together, all or none, in their order.

        Raises:
            UnknownId: One of the sources, claims or edges is not in the current version of its data set.
            InvalidInput: One of them cannot be given.
            StaleVersion: For one of them another label is in force than the reviewer saw.
        """
        with self.database.write() as connection:
            recorded = [self._append(connection, one) for one in given]
            return self._follow(connection, recorded)

    def _append(self, connection: Connection, one: GivenLabel | GivenVerdict) -> Recorded:
        said = Said(one.by, self.moment(), one.reason, one.seen)
        try:
            return self._enter(connection, one, said)
        except StaleVersion as error:
            target = one.source_id if isinstance(one, GivenLabel) else " ".join(one.edge_key.split("\x1f"))
            raise StaleVersion(f"{target}: {error}", by=error.by, says=error.says, event=error.event) from error

    def _enter(self, connection: Connection, one: GivenLabel | GivenVerdict, said: Said) -> Recorded:
        if isinstance(one, GivenVerdict):
            return edge_events.append_verdict(
                connection,
                dataset=one.dataset,
                edge_key=one.edge_key,
                status=one.status,
                said=said,
                expected_event=one.expected_event,
            )
        return events.append_label(
            connection,
            dataset=one.dataset,
            source_id=one.source_id,
            claim_id=one.claim_id,
            state=one.state,
            weight=one.weight,
            said=said,
            expected_event=one.expected_event,
            stated_at=one.stated_at,
        )

    def undo(self, event_number: int, *, by: str, reason: str = "") -> LabelEvent:
        """Take back one's own event; given an undo's number, bring back what that took.

        Raises:
            UnknownId: There is no such event.
            InvalidInput: Somebody else entered it.
            StaleVersion: It is undone already.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            return self._follow(connection, [events.undo(connection, event_number, said=said)])[0]

    def _follow(self, connection: Connection, recorded: Sequence[Recorded]) -> tuple[LabelEvent, ...]:
        """Make anew what the lists and the queue hold of every claim that events move."""
        claims = {one.claim for one in recorded if one.claim is not None}
        moved = {one.source for one in recorded if one.claim is None} | merging.follow(connection, recorded)
        settle(connection, recorded)
        claims.update(claims_leaning_on(connection, moved))
        self.summariser.write(connection, sorted(claims))
        return tuple(one.event for one in recorded)

    def label_events(
        self,
        dataset: str | None = None,
        source_id: str | None = None,
        claim_id: str | None = None,
        limit: int = 100,
    ) -> tuple[LabelEvent, ...]:
        """Events of the record of labels, newest first."""
        with self.database.read() as connection:
            return records.label_events(
                connection, dataset=dataset, source_id=source_id, claim_id=claim_id, limit=limit
            )

    def claim_events(self, uid: str, limit: int = 100) -> tuple[LabelEvent, ...]:
        """Human work on the sources and edges of a claim that holds for it, newest first.

        Raises:
            UnknownId: There is no such claim.
        """
        with self.database.read() as connection:
            return records.claim_events(connection, uid, limit)

    def policies(self) -> tuple[PolicyVersion, ...]:
        """Every saved policy, newest first; the one chosen is marked."""
        with self.database.read() as connection:
            return policies.saved_policies(connection)

    def current_policy(self, dataset: str | None = None) -> Policy:
        """The policy in force for a data set: the one chosen, else its own, else the defaults."""
        with self.database.read() as connection:
            return policies.policy_named(connection, dataset)

    def save_policy(self, policy: Policy, *, by: str, reason: str) -> int:
        """Keep a policy as a new version, which is not yet in force; returns its number."""
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            version = policies.save(connection, policy, by=said.by, reason=said.reason, at=said.at)
            audited(connection, said, "policy saved", policy.name, {"version": version, **policy.as_dict()})
            return version

    def set_current(self, version: int | None, *, by: str, reason: str) -> None:
        """Put a saved policy in force for every data set; None gives each data set its own again.

        The lists keep the figures of the policy before until ``rebuild_summaries`` has been run.

        Raises:
            UnknownId: There is no such version.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            policies.choose(connection, version, by=said.by, reason=said.reason, at=said.at)
            subject = "each data set's own" if version is None else f"version {version}"
            audited(connection, said, "policy chosen", subject, {"version": version})


def audited(connection: Connection, said: Said, action: str, subject: str, detail: Mapping[str, Any]) -> None:
    """Enter into the audit record what somebody did to the workspace."""
    entry = {"at": said.at, "by": said.by, "action": action, "subject": subject}
    chain.append(connection, "audit", {**entry, "detail": json_of({**detail, "reason": said.reason})})
