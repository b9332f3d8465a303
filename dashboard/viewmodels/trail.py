"""The way through the queue: what was in hand, in order, so that going back and forth shows the same again."""

from dataclasses import dataclass, replace

LONGEST = 400
"""Items remembered; the oldest are forgotten."""


@dataclass(frozen=True, slots=True)
class Trail:
    """Keys in the order they were in hand, and which of them is now."""

    keys: tuple[str, ...] = ()
    at: int = -1

    @property
    def current(self) -> str | None:
        """The item in hand."""
        return self.keys[self.at] if 0 <= self.at < len(self.keys) else None

    @property
    def following(self) -> str | None:
        """The item that was in hand after this one, where one went back."""
        return self.keys[self.at + 1] if self.at + 1 < len(self.keys) else None

    @property
    def previous(self) -> str | None:
        """The item that was in hand before this one."""
        return self.keys[self.at - 1] if self.at > 0 else None

    def back(self) -> "Trail":
        """One step back; at the beginning, the same."""
        return replace(self, at=max(0, self.at - 1)) if self.keys else self

    def onward(self) -> "Trail":
        """One step along what was already in hand; at the end, the same."""
        return replace(self, at=min(len(self.keys) - 1, self.at + 1))

    def to(self, key: str) -> "Trail":
        """Take an item in hand: where it is next on the way, a step; else what lay ahead is left."""
        if key == self.current:
            return self
        if key == self.following:
            return self.onward()
        keys = (*self.keys[: self.at + 1], key)[-LONGEST:]
        return Trail(keys, len(keys) - 1)
