"""The versions of the rule in the store: only added to, the newest in force."""

import json
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import Connection, insert, select

from core.errors import StaleVersion
from core.fingerprint import digest
from core.store.decision_tables import DecisionRuleRow
from core.store.events import remember_reviewer
from core.store.mapping import json_of
from core.store.opened import Opened
from core.store.said import Said
from core.store.tables import table_of
from core.store.versions import next_number
from core.store.work_store import audited
from core.verdicts import RuleVersion

_RULE = table_of(DecisionRuleRow)


class RuleStore(Opened):
    """What bundles and decisions are made with, and since when."""

    def saved_rules(self) -> tuple[RuleVersion, ...]:
        """Every version that somebody put in force, newest first; () where nobody ever did."""
        with self.database.read() as connection:
            rows = connection.execute(select(_RULE).order_by(_RULE.c.number.desc()))
            return tuple(self._version(row._asdict()) for row in rows)

    def newest_rule(self) -> RuleVersion | None:
        """The version in force; None where nobody put one in force."""
        with self.database.read() as connection:
            row = connection.execute(select(_RULE).order_by(_RULE.c.number.desc()).limit(1)).one_or_none()
            return None if row is None else self._version(row._asdict())

    def save_rule(self, settings: Mapping[str, Any], *, by: str, reason: str, expected: int) -> RuleVersion:
        """Put settings in force as a new version.

        Args:
            settings: Plain values, validated before.
            by: Who.
            reason: Why.
            expected: Number of the version that was seen in force; 0 for what comes with the product.

        Raises:
            StaleVersion: Another version is in force than the one that was seen.
        """
        with self.database.write() as connection:
            said = Said(by, self.moment(), reason, {})
            _refuse_stale(connection, expected)
            written = json_of(dict(settings))
            row = {"number": next_number(connection, _RULE), "at": said.at, "by": said.by, "reason": said.reason}
            row["settings"] = written
            connection.execute(insert(_RULE), row)
            remember_reviewer(connection, said.by, said.at)
            made = self._version(row)
            detail = {"version": made.number, "digest": digest(json.loads(written))}
            audited(connection, said, "rule saved", f"version {made.number}", detail)
            return made

    def _version(self, row: Mapping[str, Any]) -> RuleVersion:
        settings = json.loads(row["settings"])
        return RuleVersion(
            number=row["number"],
            at=row["at"],
            by=row["by"],
            reason=row["reason"],
            settings=MappingProxyType(settings),
            digest=self.rule_digest(settings),
        )

    def rule_digest(self, settings: Mapping[str, Any]) -> str:
        """Digest of this engine with some settings: what is made under another is not made under these."""
        return digest({"engine": self.summariser.engine, "settings": dict(settings)})


def _refuse_stale(connection: Connection, expected: int) -> None:
    query = select(_RULE.c.number, _RULE.c.by).order_by(_RULE.c.number.desc()).limit(1)
    newest = connection.execute(query).one_or_none()
    number = 0 if newest is None else newest.number
    if number != expected:
        by = None if newest is None else newest.by
        raise StaleVersion(
            f"version {number} of the rule was put in force meanwhile by {by}; nothing was saved",
            by=by,
            says=f"version {number}",
            event=number,
        )
