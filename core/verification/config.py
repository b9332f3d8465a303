"""What a verification is held to: the public contract's settings [ETH], and the rules of the house beside them.

The digest of a configuration stands in every report, so two reports are comparable only under the same one.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from core.errors import InvalidInput
from core.fingerprint import digest
from core.verification.vocabulary import ClaimKind

SUPPORTED_KINDS = (ClaimKind.QUOTE, ClaimKind.VALUE, ClaimKind.PRESENCE, ClaimKind.TABLE_CELL)


class TextNormalization(StrEnum):
    """Which differences of writing count as none."""

    NONE = "none"
    COLLAPSE_WHITESPACE = "collapse_whitespace"
    """The contract's default: ASCII white space only."""
    UNICODE_COMPAT_V1 = "unicode_compat_v1"
    """The contract's opt-in profile."""
    SAFE_V1 = "safe_v1"
    """Ours: what cannot change a meaning."""
    TYPOGRAPHIC_V1 = "typographic_v1"
    """Ours, opt-in: also dashes, the ellipsis sign, the width of signs and fractions that stand alone."""


class InvalidConfig(InvalidInput):
    """A verification config is not one."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """What we ask beyond the contract before a text counts as found."""

    min_words: int = 5
    min_chars: int = 25
    """A quote inside a larger text needs one of the two."""
    context_chars: int = 160
    hint_cutoff: int = 80
    """Likeness (0 to 100) from which a closest passage is shown; it never grounds."""
    require_pin: bool = False
    """Whether a citation without a fingerprint is stale; else it is checked and marked as unpinned."""
    max_text_chars: int = 20_000
    """Longest expected text that is looked for."""
    max_tables_pages: int = 20
    """Most pages searched for a table when the citation names none."""


@dataclass(frozen=True)
class VerificationConfig:
    """The settings of one run; the defaults are the contract's ``default-v1``."""

    config_version: str = "default-v1"
    claim_kinds: tuple[ClaimKind, ...] = SUPPORTED_KINDS
    text_normalization: TextNormalization = TextNormalization.COLLAPSE_WHITESPACE
    case_sensitive: bool = True
    bbox_containment_tolerance_q: int | None = 50
    require_fingerprint_match: bool = True
    max_checks: int = 256
    include_text: bool | None = True
    """None with ``include_crops`` None: the config says nothing about evidence."""
    include_crops: bool | None = False
    house: HouseRules | None = None
    """None: the contract's literal rules and nothing else."""
    schema_version: str = "1.0.0"

    def as_dict(self) -> dict[str, Any]:
        """The config as the contract writes it; our rules under ``headwater``."""
        matching: dict[str, Any] = {
            "text_normalization": self.text_normalization.value,
            "case_sensitive": self.case_sensitive,
        }
        if self.bbox_containment_tolerance_q is not None:
            matching["bbox_containment_tolerance_q"] = self.bbox_containment_tolerance_q
        config: dict[str, Any] = {
            "schema_version": self.schema_version,
            "config_version": self.config_version,
            "claim_kinds": [kind.value for kind in self.claim_kinds],
            "matching": matching,
            "staleness": {"require_fingerprint_match": self.require_fingerprint_match},
            "limits": {"max_checks": self.max_checks},
        }
        evidence = {"include_text": self.include_text, "include_crops": self.include_crops}
        if any(value is not None for value in evidence.values()):
            config["evidence"] = {key: value for key, value in evidence.items() if value is not None}
        if self.house is not None:
            config["headwater"] = {name: getattr(self.house, name) for name in HouseRules.__dataclass_fields__}
        return config

    @cached_property
    def digest(self) -> str:
        """SHA-256 of the config as sorted, compact JSON: ``verification_config_sha256``."""
        return digest(self.as_dict())


CONTRACT = VerificationConfig()
"""The contract's default: literal, white space collapsed, nothing else."""

HEADWATER = VerificationConfig(
    config_version="headwater-v1",
    text_normalization=TextNormalization.SAFE_V1,
    max_checks=100_000,
    house=HouseRules(),
)
"""Ours for artifacts we read ourselves: safe normalisation, boundaries, numbers kept whole."""


def config_from_dict(given: object) -> VerificationConfig:
    """Read a verification config as the contract's schema has it, our rules under ``headwater`` included.

    Raises:
        InvalidConfig: A key is missing, unknown or of the wrong kind; the message names it.
    """
    config = _object("verification config", given)
    _keys(
        "verification config",
        config,
        ("schema_version", "config_version", "claim_kinds", "matching", "staleness", "limits"),
        ("evidence", "headwater"),
    )
    matching = _object("matching", config["matching"])
    _keys("matching", matching, ("text_normalization", "case_sensitive"), ("bbox_containment_tolerance_q",))
    staleness = _object("staleness", config["staleness"])
    _keys("staleness", staleness, ("require_fingerprint_match",))
    limits = _object("limits", config["limits"])
    _keys("limits", limits, ("max_checks",))
    evidence = _object("evidence", config.get("evidence", {}))
    _keys("evidence", evidence, (), ("include_text", "include_crops"))
    tolerance = matching.get("bbox_containment_tolerance_q")
    return VerificationConfig(
        schema_version=_text("schema_version", config["schema_version"]),
        config_version=_text("config_version", config["config_version"]),
        claim_kinds=_kinds(config["claim_kinds"]),
        text_normalization=_normalization(matching["text_normalization"]),
        case_sensitive=_flag("case_sensitive", matching["case_sensitive"]),
        bbox_containment_tolerance_q=None
        if tolerance is None
        else _count("bbox_containment_tolerance_q", tolerance, 0),
        require_fingerprint_match=_flag("require_fingerprint_match", staleness["require_fingerprint_match"]),
        max_checks=_count("max_checks", limits["max_checks"], 1),
        include_text=_flag("include_text", evidence["include_text"]) if "include_text" in evidence else None,
        include_crops=_flag("include_crops", evidence["include_crops"]) if "include_crops" in evidence else None,
        house=_house(config["headwater"]) if "headwater" in config else None,
    )


def _house(given: object) -> HouseRules:
    rules = _object("headwater", given)
    _keys("headwater", rules, (), tuple(HouseRules.__dataclass_fields__))
    settings: dict[str, Any] = {}
    for name, value in rules.items():
        settings[name] = _flag(name, value) if name == "require_pin" else _count(name, value, 0)
    return HouseRules(**settings)


def _object(name: str, value: object) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise InvalidConfig(f"{name} must be an object, got {value!r}")
    return value


def _keys(name: str, given: Mapping[str, Any], needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> None:
    missing = [key for key in needed if key not in given]
    unknown = [key for key in given if key not in needed + optional]
    if missing or unknown:
        words = [f"missing {', '.join(missing)}"] * bool(missing) + [f"unknown {', '.join(unknown)}"] * bool(unknown)
        raise InvalidConfig(f"{name}: {'; '.join(words)}")


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidConfig(f"{name} must be a string, got {value!r}")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidConfig(f"{name} must be true or false, got {value!r}")
    return value


def _count(name: str, value: object, least: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < least:
        raise InvalidConfig(f"{name} must be a whole number from {least} on, got {value!r}")
    return value


def _kinds(value: object) -> tuple[ClaimKind, ...]:
    accepted = {kind.value for kind in SUPPORTED_KINDS}
    if not isinstance(value, list) or not value or len(set(map(str, value))) != len(value):
        raise InvalidConfig(f"claim_kinds must be a list of different kinds, got {value!r}")
    if not accepted.issuperset(map(str, value)):
        raise InvalidConfig(
            "verification config claim_kinds must include only quote, value, presence, and table_cell; "
            f"got {', '.join(map(str, value))}"
        )
    return tuple(ClaimKind(kind) for kind in value)


def _normalization(value: object) -> TextNormalization:
    if value not in tuple(TextNormalization):
        raise InvalidConfig(f"text_normalization must be one of {', '.join(TextNormalization)}, got {value!r}")
    return TextNormalization(str(value))
