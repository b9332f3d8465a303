"""What a presentation is made of: steps with one sentence and one picture each; plain values, drawn in the browser."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from core.drawing.palette import LINEAGE_COLOURS, LINEAGE_COLOURS_DARK


@dataclass(frozen=True, slots=True)
class Slide:
    """One step."""

    key: str
    kicker: str
    """What it is about, in a few words."""
    sentence: str
    scene: str
    """How its picture is drawn: cards, graph, stacks, bars, checks, decision, fork, regime or compare."""
    data: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """What the picture shows; every text in it is data."""
    notes: tuple[str, ...] = ()
    hero: str = ""
    """A text from outside that stands above the sentence."""
    says: str = ""
    """The picture in words, for who does not see it."""


@dataclass(frozen=True, slots=True)
class Story:
    """A whole presentation."""

    name: str
    about: str
    """What it is about, in the words of the data: small, below every step."""
    address: Mapping[str, str]
    """What the address of this presentation must hold, so that a reload and a link tell the same."""
    slides: tuple[Slide, ...]
    cards: Sequence[Mapping[str, Any]] = field(default_factory=tuple)
    """Sources that move from one picture to the next."""

    def as_data(self) -> dict[str, Any]:
        """All that the browser needs, as plain JSON."""
        return {
            "name": self.name,
            "about": self.about,
            "address": dict(self.address),
            "cards": [dict(card) for card in self.cards],
            "slides": [asdict(slide) | {"data": dict(slide.data), "notes": list(slide.notes)} for slide in self.slides],
            "palette": {"light": list(LINEAGE_COLOURS), "dark": list(LINEAGE_COLOURS_DARK)},
        }
