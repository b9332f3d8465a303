"""Human work in the store: labels, verdicts, decisions, policies, and the record of it all."""

from collections.abc import Callable, Mapping
from typing import Any

from sqlalchemy import Connection

from core.policy import Policy
from core.results import LabelEvent, PolicyVersion
from core.states import Decision, Dependence, EdgeStatus
from core.store import chain, events, policies, records
from core.store.events import Recorded, Said
from core.store.mapping import json_of
from core.store.opened import Opened
from core.store.reach import claims_leaning_on
from core.store.records import AuditEvent, RecordedDecision, Subject
from core.work import Role


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
            )
            return self._follow(connection, recorded)

    def append_verdict(
        self,
        *,
        dataset: str,
        edge_key: str,
        status: EdgeStatus,
        reason: str,
        by: str,
        seen: Mapping[str, Any],
        expected_event: int | None,
    ) -> LabelEvent:
        """Enter what somebody says of an edge (confirmed, rejected, suspected) and update every claim it moves.

        Raises:
            UnknownId: The edge is not in the current version of its data set.
            InvalidInput: The status is not for a person to give.
            StaleVersion: Another verdict is in force than ``expected_event``, the one the reviewer saw.
        """
        with self.database.write() as connection:
            recorded = events.append_verdict(
                connection,
                dataset=dataset,
                edge_key=edge_key,
                status=status,
                said=Said(by, self.moment(), reason, seen),
                expected_event=expected_event,
            )
            return self._follow(connection, recorded)

    def undo(self, event_number: int, *, by: str, reason: str = "") -> LabelEvent:
        """Take back one's own event; given an undo's number, bring back what that took.

        Raises:
            UnknownId: There is no such event.
            InvalidInput: Somebody else entered it.
            StaleVersion: It is undone already.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            return self._follow(connection, events.undo(connection, event_number, said=said))

    def _follow(self, connection: Connection, recorded: Recorded) -> LabelEvent:
        claims = [recorded.claim] if recorded.claim is not None else claims_leaning_on(connection, [recorded.source])
        self.summariser.write(connection, claims)
        return recorded.event

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

    def append_decision(
        self, kind: Subject, uid: str, decision: Decision, *, reason: str, by: str, seen: Mapping[str, Any]
    ) -> RecordedDecision:
        """Enter what somebody decided about a claim or an answer, with the figures seen.

        Raises:
            UnknownId: It is not in the current version of its data set.
            InvalidInput: There is no reason, or nobody stands behind it.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, seen)
            return records.append_decision(connection, kind, uid, decision, said)

    def decisions(self, kind: Subject, uid: str) -> tuple[RecordedDecision, ...]:
        """Every decision about a claim or an answer, newest first."""
        with self.database.read() as connection:
            return records.decisions_on(connection, kind, uid)

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
            self._audit(connection, said, "policy saved", policy.name, {"version": version, **policy.as_dict()})
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
            self._audit(connection, said, "policy chosen", subject, {"version": version})

    def _audit(self, connection: Connection, said: Said, action: str, subject: str, detail: Mapping[str, Any]) -> None:
        entry = {"at": said.at, "by": said.by, "action": action, "subject": subject}
        chain.append(connection, "audit", {**entry, "detail": json_of({**detail, "reason": said.reason})})

    def audit_events(self, limit: int = 100) -> tuple[AuditEvent, ...]:
        """Imports and policy changes, newest first."""
        with self.database.read() as connection:
            return records.audit_events(connection, limit)

    def verify_chain(self, progress: Callable[[int, int | None], None] | None = None) -> tuple[int, tuple[str, ...]]:
        """Check every entry of the records of labels, decisions and audit.

        Returns:
            How many entries there are, and each changed, missing, added or moved one in words; none where all is well.
        """
        count = 0
        faults: list[str] = []
        with self.database.read() as connection:
            for number, name in enumerate(chain.CHAINS, 1):
                entries, found = chain.verify(connection, name)
                count += entries
                faults += found
                if progress is not None:
                    progress(number, len(chain.CHAINS))
        return count, tuple(faults)

    def role_of(self, name: str) -> Role:
        """What a person may do in a team; somebody nobody has given a role is a reader."""
        return Role.READER
