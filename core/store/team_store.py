"""People in the store: their roles, what they were given, skipped, and asked others to read."""

from core.store import team
from core.store.opened import Opened
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
