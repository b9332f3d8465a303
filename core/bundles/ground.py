"""One reason of a decision, in words."""

from dataclasses import dataclass

from core.conclusions import ALLOWS, Conclusion, ReasonCode, Sufficiency


@dataclass(frozen=True, slots=True)
class Ground:
    """A reason, in words, with the most it allows."""

    code: ReasonCode
    text: str
    """Titles of sources may stand in it, as plain text."""
    items: tuple[str, ...] = ()
    """Ids of the passages it speaks of, where it does not speak of all."""

    @property
    def allows(self) -> Conclusion:
        """The most a decision may be while this holds."""
        return ALLOWS[self.code][0]

    @property
    def state(self) -> Sufficiency | None:
        """The state of the evidence it stands for, if any."""
        return ALLOWS[self.code][1]
