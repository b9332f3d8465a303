"""The settings a score depends on: named, versioned, validated, saved with every score."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Literal, TypeVar

from core.errors import InvalidParameter
from core.fingerprint import digest
from core.states import EvidenceState, Relation

ALL: Literal["all"] = "all"
"""K = "all": as much independent evidence is required as there are counted items."""

DEFAULT_STRENGTHS: Mapping[Relation, float] = MappingProxyType(
    {relation: 1.0 for relation in Relation if not relation.weak}
)


def in_unit(name: str, value: object) -> float:
    """Return value as a float in [0, 1], else refuse it by name.

    Raises:
        InvalidParameter: Not a number, NaN, or outside [0, 1].
    """
    return _number(name, value, 0.0, 1.0, "a number in [0, 1]")


def increment_value(name: str, value: object) -> float:
    """Return value as an evidence increment, 0 <= increment < 0.5.

    Raises:
        InvalidParameter: Not a number, NaN, or outside [0, 0.5).
    """
    number = _number(name, value, 0.0, 0.5, "a number in [0, 0.5)")
    if number >= 0.5:
        raise InvalidParameter(name, value, "a number in [0, 0.5)")
    return number


def _number(name: str, value: object, low: float, high: float, expected: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise InvalidParameter(name, value, expected)
    if not (math.isfinite(value) and low <= value <= high):
        raise InvalidParameter(name, value, expected)
    return float(value)


@dataclass(frozen=True, slots=True)
class Policy:
    """How evidence is counted. Defaults are our own [HOUSE]; every data set may carry its own."""

    name: str = "default"
    prior: float = 0.20
    """Confidence before any evidence, in [0, 1]."""
    increment: float = 0.10
    """Support of one item that states none of its own, in [0, 0.5)."""
    required: float | Literal["all"] = 5.0
    """K, the effective independent evidence at which support counts in full; > 0, or "all" for K = N."""
    alpha: float = 0.5
    """Weight of a document whose dependence is unknown, in [0, 1]."""
    stances: Literal["supports", "all"] = "supports"
    """Which stances count; "all" shows what a flat list would say."""
    floor: EvidenceState = EvidenceState.CITED
    """From which evidence state an item counts."""
    strengths: Mapping[Relation, float] = field(default_factory=lambda: DEFAULT_STRENGTHS)
    """Share of a document's content that a relation hands down where the edge states none."""
    alert_items: int = 5
    """Cluster alert: from how many counted items on."""
    alert_share: float = 0.25
    """Cluster alert: fires when EIE <= this share of the counted items."""
    answer_at: float = 0.60
    """Aware confidence from which a claim may be answered plainly."""
    qualify_at: float = 0.30
    """Aware confidence from which a claim may be stated with a qualification; below it is refused."""

    def __post_init__(self) -> None:
        in_unit("prior", self.prior)
        increment_value("increment", self.increment)
        in_unit("alpha", self.alpha)
        if self.required != ALL:
            number = self.required
            if isinstance(number, bool) or not isinstance(number, int | float):
                raise InvalidParameter("k", number, 'a number > 0, or "all"')
            if not (math.isfinite(number) and number > 0):
                raise InvalidParameter("k", number, 'a number > 0, or "all"')
        if self.stances not in ("supports", "all"):
            raise InvalidParameter("stances", self.stances, '"supports" or "all"')
        if self.floor not in tuple(EvidenceState):
            raise InvalidParameter("floor", self.floor, "one of " + ", ".join(EvidenceState))
        for relation, strength in self.strengths.items():
            in_unit(f"strength of {relation}", strength)
        if isinstance(self.alert_items, bool) or not isinstance(self.alert_items, int) or self.alert_items < 1:
            raise InvalidParameter("alert_items", self.alert_items, "a whole number >= 1")
        in_unit("alert_share", self.alert_share)
        in_unit("answer_at", self.answer_at)
        in_unit("qualify_at", self.qualify_at)
        if self.qualify_at > self.answer_at:
            raise InvalidParameter("qualify_at", self.qualify_at, f"at most answer_at ({self.answer_at})")

    def with_(self, **changes: Any) -> "Policy":
        """A copy with some settings changed and validated."""
        return replace(self, **changes)

    def strength_of(self, relation: Relation) -> float:
        """Default share handed down by a relation; 0 for the weak words."""
        return 0.0 if relation.weak else self.strengths.get(relation, 1.0)

    def as_dict(self) -> dict[str, Any]:
        """The settings as plain JSON values, K under the key ``k``."""
        return {
            "name": self.name,
            "prior": self.prior,
            "increment": self.increment,
            "k": self.required,
            "alpha": self.alpha,
            "stances": self.stances,
            "floor": self.floor.value,
            "strengths": {relation.value: strength for relation, strength in sorted(self.strengths.items())},
            "alert_items": self.alert_items,
            "alert_share": self.alert_share,
            "answer_at": self.answer_at,
            "qualify_at": self.qualify_at,
        }

    @property
    def digest(self) -> str:
        """SHA-256 of the settings, the name left out: equal settings give equal scores."""
        settings = self.as_dict()
        del settings["name"]
        return digest(settings)


def policy_from_dict(settings: Mapping[str, Any], base: Policy | None = None) -> Policy:
    """Read a policy from plain JSON values; settings not named keep those of ``base``.

    Raises:
        InvalidParameter: A key is not a setting, or a value lies outside its domain.
    """
    base = base or Policy()
    changes: dict[str, Any] = {}
    for key, value in settings.items():
        if key in ("k", "K", "required"):
            changes["required"] = value
        elif key == "floor":
            changes["floor"] = _word("floor", value, EvidenceState)
        elif key == "strengths":
            if not isinstance(value, Mapping):
                raise InvalidParameter("strengths", value, "an object of relation: strength")
            changes["strengths"] = MappingProxyType(
                {**base.strengths, **{_word("relation", k, Relation): v for k, v in value.items()}}
            )
        elif key in Policy.__dataclass_fields__:
            changes[key] = value
        else:
            raise InvalidParameter(key, value, "a setting: " + ", ".join(base.as_dict()))
    return base.with_(**changes)


Word = TypeVar("Word", bound=StrEnum)


def _word(name: str, value: object, words: type[Word]) -> Word:
    known = {word.value: word for word in words}
    if isinstance(value, str) and value in known:
        return known[value]
    raise InvalidParameter(name, value, "one of " + ", ".join(known))
