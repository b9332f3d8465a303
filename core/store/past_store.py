"""Past days in the store: a claim as it stood, and what happened to it."""

from collections.abc import Iterable
from dataclasses import replace
from itertools import pairwise

from core.errors import UnknownId
from core.model import Dossier
from core.policy import Policy
from core.results import LabelEvent
from core.store import records
from core.store.happenings import Happening, happenings
from core.store.opened import Opened
from core.store.past import Moment, PastReader, claim_ever, dossier_then, moment_at, policy_then


class PastStore(Opened):
    """What was when."""

    def moment_at(self, at: str) -> Moment:
        """The state of the store at a time (UTC, in the notation of the record), that very time included."""
        with self.database.read() as connection:
            return moment_at(connection, at)

    def moment_before(self, uid: str, event: int) -> Moment:
        """The state of the store right before a label event that concerns a claim.

        Raises:
            UnknownId: There never was such a claim, or the event does not concern it.
        """
        found = self.happenings(uid)
        for earlier, happening in pairwise([None, *found]):
            if happening is not None and happening.event is not None and happening.event.number == event:
                before = Moment(0, 0, None) if earlier is None else earlier.after
                return replace(before, event=event - 1)
        raise UnknownId("event", f"{event} of {uid}")

    def dossier_then(self, uid: str, moment: Moment) -> tuple[Dossier, Policy]:
        """A claim as it stood, with the policy in force then.

        Raises:
            UnknownId: There was no such claim then.
        """
        with self.database.read() as connection:
            return dossier_then(connection, uid, moment, self.summariser.promote)

    def claim_events_then(self, uid: str, moment: Moment, limit: int = 100) -> tuple[LabelEvent, ...]:
        """Human work on a claim up to a moment, newest first."""
        with self.database.read() as connection:
            return records.claim_events_until(connection, uid, moment.event, limit)

    def happenings(self, uid: str) -> list[Happening]:
        """Everything that can concern a claim, oldest first.

        Raises:
            UnknownId: There never was such a claim.
        """
        with self.database.read() as connection:
            return happenings(connection, uid)

    def states(self, uid: str, moments: Iterable[Moment]) -> list[tuple[Dossier | None, Policy]]:
        """A claim at several moments, without the documents' text; no dossier where it was not in the data.

        Raises:
            UnknownId: There never was such a claim.
        """
        with self.database.read() as connection:
            claim, dataset = claim_ever(connection, uid)
            found: list[tuple[Dossier | None, Policy]] = []
            for moment in moments:
                reader = PastReader(connection, moment, self.summariser.promote, texts=False)
                dossiers = reader.read([claim])
                found.append((dossiers[0] if dossiers else None, policy_then(connection, dataset, moment)))
            return found
