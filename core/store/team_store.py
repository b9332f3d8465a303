"""People in the store: their roles, what they were given, skipped, and asked others to read."""

from collections.abc import Collection, Sequence

from core.errors import Problem
from core.store import readings, team
from core.store.opened import Opened
from core.store.readings import LabelScope, Readings, ScopeWords
from core.store.said import Said
from core.store.work_store import audited
from core.work import Reviewer, Role


class TeamStore(Opened):
    """Who works here, and as what."""

    def role_of(self, name: str) -> Role:
        """What a person may do in a team; somebody nobody has given a role is a reader."""
        with self.database.read() as connection:
            return team.role_of(connection, name)

    def reviewers(self) -> tuple[Reviewer, ...]:
        """Everybody who has done something or was given a role, by name."""
        with self.database.read() as connection:
            return team.reviewers(connection)

    def set_role(self, name: str, role: Role, *, by: str) -> None:
        """Give a person a role, on record."""
        with self.database.write() as connection:
            said = Said(by, self.moment(), "", {})
            before = team.set_role(connection, name, role, said.at)
            audited(connection, said, "role given", name, {"role": role.value, "before": before.value})

    def readings(self, dataset: str | None = None, *, blind_only: bool = False) -> Readings:
        """Everybody's latest label on every source.

        Args:
            dataset: Only its sources.
            blind_only: Leave out labels after the first that were given knowing it.
        """
        with self.database.read() as connection:
            return readings.readings(connection, dataset, blind_only=blind_only)

    def labels_by_scope(self, datasets: Collection[str] | None = None) -> dict[LabelScope, ScopeWords]:
        """Everybody's latest label and what counts, for every source that was ever labelled."""
        with self.database.read() as connection:
            return readings.words_by_scope(connection, datasets)

    def missing_targets(self, file: str, rows: Sequence[tuple[int, LabelScope]]) -> list[Problem]:
        """A problem for each row of a file whose source or claim the newest data do not have."""
        with self.database.read() as connection:
            return team.missing_targets(connection, file, rows)
