"""Saved policies and which one is in force: the one chosen, else the data set's own, else the defaults."""

import json

from sqlalchemy import Connection, Row, insert, select

from core.errors import UnknownId
from core.policy import Policy, policy_from_dict
from core.results import PolicyVersion
from core.store.mapping import json_of
from core.store.record_tables import PolicyChoiceRow, PolicyRow
from core.store.tables import DatasetRow, table_of
from core.store.versions import next_number

_POLICY, _CHOICE, _DATASET = table_of(PolicyRow), table_of(PolicyChoiceRow), table_of(DatasetRow)


def policy_json(policy: Policy) -> str:
    """The settings as they are stored."""
    return json_of(policy.as_dict())


def _read(settings: str) -> Policy:
    return policy_from_dict(json.loads(settings))


def chosen_version(connection: Connection) -> int | None:
    """The version in force for every data set; None where nobody has chosen one."""
    query = select(_CHOICE.c.version).order_by(_CHOICE.c.number.desc()).limit(1)
    version: int | None = connection.execute(query).scalar()
    return version


def chosen_policy(connection: Connection) -> Policy | None:
    """The policy in force for every data set; None where nobody has chosen one."""
    version = chosen_version(connection)
    if version is None:
        return None
    return _read(connection.execute(select(_POLICY.c.settings).where(_POLICY.c.version == version)).scalar_one())


def policy_of(connection: Connection, dataset: int) -> Policy:
    """The policy in force for one data set."""
    chosen = chosen_policy(connection)
    if chosen is not None:
        return chosen
    own = connection.execute(select(_DATASET.c.policy).where(_DATASET.c.number == dataset)).scalar()
    return _read(own) if own is not None else Policy()


def policy_named(connection: Connection, dataset: str | None) -> Policy:
    """The policy in force for a data set by name; for None or a data set not stored, the one chosen or the defaults."""
    number = connection.execute(select(_DATASET.c.number).where(_DATASET.c.name == dataset)).scalar()
    return policy_of(connection, -1 if number is None else number)


def saved_policies(connection: Connection) -> tuple[PolicyVersion, ...]:
    """Every saved version, newest first."""
    current = chosen_version(connection)
    rows = connection.execute(select(_POLICY).order_by(_POLICY.c.version.desc()))
    return tuple(_version(row, current) for row in rows)


def _version(row: Row[tuple[object, ...]], current: int | None) -> PolicyVersion:
    return PolicyVersion(row.version, _read(row.settings), row.by, row.at, row.reason, row.version == current)


def save(connection: Connection, policy: Policy, *, by: str, reason: str, at: str) -> int:
    """Keep a policy as a new version; it is not yet in force."""
    version = next_number(connection, _POLICY, "version")
    row = {
        "version": version,
        "name": policy.name,
        "settings": policy_json(policy),
        "digest": policy.digest,
        "by": by,
        "at": at,
        "reason": reason,
    }
    connection.execute(insert(_POLICY), row)
    return version


def choose(connection: Connection, version: int | None, *, by: str, reason: str, at: str) -> None:
    """Put a saved version in force for every data set; None gives each data set its own again.

    Raises:
        UnknownId: There is no such version.
    """
    if version is not None:
        found = connection.execute(select(_POLICY.c.version).where(_POLICY.c.version == version)).scalar()
        if found is None:
            raise UnknownId("policy version", str(version))
    row = {"number": next_number(connection, _CHOICE), "version": version, "by": by, "at": at, "reason": reason}
    connection.execute(insert(_CHOICE), row)
