"""The list of people: who has done something, and what each may do in a team."""

from collections.abc import Sequence

from sqlalchemy import Connection, select, update

from core.errors import Problem, UnknownId
from core.store.events import remember_reviewer
from core.store.identity import claim_named, source_named
from core.store.readings import LabelScope
from core.store.record_tables import ReviewerRow
from core.store.tables import table_of
from core.store.verbatim import key_of
from core.work import Reviewer, Role

_REVIEWER = table_of(ReviewerRow)


def role_of(connection: Connection, name: str) -> Role:
    """The role somebody was given; a reader's where nobody has given one."""
    given = connection.execute(select(_REVIEWER.c.role).where(_REVIEWER.c.key == key_of(name))).scalar()
    return Role(given) if given is not None else Role.READER


def reviewers(connection: Connection) -> tuple[Reviewer, ...]:
    """Everybody on the list, by name."""
    rows = connection.execute(select(_REVIEWER.c.name, _REVIEWER.c.role)).all()
    found = (Reviewer(row.name, Role(row.role) if row.role is not None else Role.READER) for row in rows)
    return tuple(sorted(found, key=lambda reviewer: (reviewer.name.casefold(), reviewer.name)))


def set_role(connection: Connection, name: str, role: Role, at: str) -> Role:
    """Give a role; returns the one before."""
    before = role_of(connection, name)
    remember_reviewer(connection, name, at)
    connection.execute(update(_REVIEWER).where(_REVIEWER.c.key == key_of(name)).values(role=role.value))
    return before


def missing_targets(connection: Connection, file: str, rows: Sequence[tuple[int, LabelScope]]) -> list[Problem]:
    """A problem for each row whose source or claim the newest data do not have."""
    known: dict[tuple[str, str, str], str] = {}

    def why_not(kind: str, dataset: str, identifier: str) -> str:
        if (kind, dataset, identifier) not in known:
            try:
                if kind == "source_id":
                    source_named(connection, dataset, identifier)
                else:
                    claim_named(connection, f"{dataset}:{identifier}")
                known[kind, dataset, identifier] = ""
            except UnknownId as error:
                known[kind, dataset, identifier] = str(error)
        return known[kind, dataset, identifier]

    problems = []
    for number, (dataset, source_id, claim_id) in rows:
        for field, identifier in (("source_id", source_id), ("claim_id", claim_id)):
            if identifier is not None and (message := why_not(field, dataset, identifier)):
                expected = f"an id of data set {dataset}"
                problems.append(Problem(file, number, field, expected, repr(identifier)[:200], message))
    return problems
