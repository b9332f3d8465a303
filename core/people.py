"""People who review: what they may do, and how far they agree."""

from dataclasses import dataclass
from enum import StrEnum

from core.figures import Figure


class Role(StrEnum):
    """What a person may do; each role includes the ones before it."""

    READER = "reader"
    REVIEWER = "reviewer"
    ADJUDICATOR = "adjudicator"
    ADMIN = "admin"

    def includes(self, other: "Role") -> bool:
        """Whether this role may do what the other may."""
        order = tuple(Role)
        return order.index(self) >= order.index(other)


@dataclass(frozen=True, slots=True)
class Reviewer:
    """A person and what they may do."""

    name: str
    role: Role


Person = Reviewer | str
"""Who does something: a name on one's own machine, a reviewer with a role in a team."""


@dataclass(frozen=True, slots=True)
class PairAgreement:
    """Two people over the targets that both have read."""

    first: str
    second: str
    n: int
    agreed: int
    kappa: Figure


@dataclass(frozen=True, slots=True)
class Agreement:
    """How far people agree where at least two have read the same."""

    kappa: Figure
    """Cohen's kappa; with more than two people the mean over their pairs (Light)."""
    alpha: Figure
    """Krippendorff's alpha, nominal, missing readings allowed."""
    n: int
    """Targets that at least two people have read."""
    words: int
    """Readings of them."""
    people: tuple[str, ...]
    pairs: tuple[PairAgreement, ...]
    disputed: int
    """Targets among them on which people differ and nobody has adjudicated."""
    blind_only: bool
    """True where only readings given without knowing the first were counted."""
