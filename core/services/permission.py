"""Whether a person may do what they ask for: decided here, not in the pages."""

from core.errors import PermissionDenied
from core.services.spoken import person_name
from core.services.workspace import Workspace
from core.work import Person, Reviewer, Role


def reviewer(workspace: Workspace, name: str) -> Reviewer:
    """A person by name, with the role they have here: everything on one's own machine, else what they were given."""
    if not workspace.team:
        return Reviewer(name, Role.ADMIN)
    if name.strip() in workspace.admins:
        return Reviewer(name, Role.ADMIN)
    return Reviewer(name, workspace.store.role_of(name))


def allow(workspace: Workspace, by: Person, needed: Role, what: str) -> str:
    """The name under which something is recorded, where the person may do it.

    Args:
        workspace: The open store. In a team it says which role a name has, whatever ``by`` claims.
        by: Who.
        needed: The least role that may.
        what: What they want to do, to go after "may not".

    Raises:
        PermissionDenied: Their role does not allow it.
        InvalidInput: The name cannot be kept.
    """
    if isinstance(by, str) or workspace.team:
        by = reviewer(workspace, by if isinstance(by, str) else by.name)
    if not by.role.includes(needed):
        raise PermissionDenied(
            f"{by.name or 'somebody without a name'} is {_a(by.role)} here and may not {what}; "
            f"that takes {_a(needed)}. An admin gives roles."
        )
    return person_name(by.name)


def _a(role: Role) -> str:
    return f"an {role}" if role[0] in "a" else f"a {role}"
