"""What a package says of itself: schema, data set, policy, about."""

from collections.abc import Mapping
from typing import Any

from core.errors import InvalidParameter
from core.importers.assembly import Assembly
from core.importers.findings import Findings, shown
from core.importers.package_schema import LISTS
from core.package_format import MANIFEST, SCHEMA, VERSION
from core.policy import policy_from_dict

SETTINGS = ("prior", "increment", "k", "K", "alpha", "stances", "floor")
"""Settings that may stand beside a claim or at the top of a package, outside a policy."""

_HEADER = frozenset(("schema", "dataset", "about", "policy", "type", MANIFEST)) | frozenset(LISTS) | frozenset(SETTINGS)


class PackageHeader:
    """Collects the header and the settings of a file."""

    def __init__(self, findings: Findings) -> None:
        self.findings = findings
        self.dataset: str | None = None
        self.about = ""
        self._policy: Mapping[str, Any] | None = None
        self._loose: dict[str, Any] = {}
        self._disagreeing: dict[str, None] = {}

    def take(self, record: Mapping[str, Any]) -> None:
        """Read the header of a package, or a record of type package."""
        self._schema(record.get("schema"))
        self.dataset = self._text("dataset", record.get("dataset")) or self.dataset
        self.about = self._text("about", record.get("about")) or self.about
        if record.get("policy") is not None:
            self._object(record["policy"])
        self._settings(record)
        unread = [key for key in record if key not in _HEADER]
        if unread:
            message = "keys of the package that have no place are not kept"
            self.findings.count("keys-not-kept", message, example=", ".join(unread))

    def policy_record(self, record: Mapping[str, Any]) -> None:
        """Read a record of type policy."""
        self._object(record["policy"] if isinstance(record.get("policy"), dict) else record)

    def without_settings(self, record: dict[str, Any]) -> dict[str, Any]:
        """A claim's record without the settings that stand beside it, which are taken down."""
        if not any(key in record for key in SETTINGS):
            return record
        self._settings(record)
        return {key: value for key, value in record.items() if key not in SETTINGS}

    def apply(self, facts: Assembly) -> None:
        """Give the case its policy; a setting outside its domain is a problem."""
        facts.about = self.about
        for key in self._disagreeing:
            message = f"claims state different values of {key}; a data set has one policy, so none of them is taken"
            self.findings.notice("settings-differ", message, field=key)
        settings = {**self._loose, **(self._policy or {})}
        for key in self._disagreeing:
            if key not in (self._policy or {}):
                settings.pop(key, None)
        if not settings:
            return
        try:
            facts.policy = policy_from_dict(settings)
        except InvalidParameter as error:
            self.findings.problem(
                f"the policy's {error.name} must be {error.expected}",
                expected=error.expected,
                found=shown(error.value),
                field=f"policy.{error.name}",
            )
            return
        facts.floor_stated = "floor" in settings

    def _schema(self, stated: object) -> None:
        if stated is None:
            return
        name, _, version = str(stated).rpartition("/")
        if name == SCHEMA and version == VERSION:
            return
        message = f"this is not the schema {SCHEMA}/{VERSION}"
        if name == SCHEMA and version.isdigit():
            message = f"this package was written for version {version} of the schema, this Headwater reads {VERSION}"
        self.findings.problem(message, expected=f"{SCHEMA}/{VERSION}", found=shown(stated), field="schema")

    def _text(self, field: str, value: object) -> str | None:
        if value is None or isinstance(value, str):
            return value
        self.findings.problem(f"{field} must be text", expected="text", found=shown(value), field=field)
        return None

    def _object(self, policy: object) -> None:
        if isinstance(policy, dict):
            self._policy = {**(self._policy or {}), **policy}
            return
        expected = "an object of settings"
        self.findings.problem("policy must be an object", expected=expected, found=shown(policy), field="policy")

    def _settings(self, record: Mapping[str, Any]) -> None:
        for key in SETTINGS:
            if record.get(key) is None:
                continue
            name = "k" if key == "K" else key
            if self._loose.setdefault(name, record[key]) != record[key]:
                self._disagreeing[name] = None
