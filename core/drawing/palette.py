"""Colours of lineages and decisions: few, apart for colour-blind eyes, never the only sign."""

from types import MappingProxyType

LINEAGE_COLOURS = ("#005ec6", "#b06100", "#008847", "#7e1992", "#c02e32", "#8c67a8", "#51545c", "#60420a")
"""Apart for colour-blind eyes; white letters on each have a contrast of at least 4.5. The letter names the lineage."""

LINEAGE_COLOURS_DARK = ("#5ba3e6", "#e5692f", "#3fd39a", "#e88bb4", "#b5685a", "#a48bff", "#a9e3f5", "#f2dc62")
"""The same in the dark theme, as the graph has them; black letters on each have a contrast of at least 4.5."""

UNPLACED_COLOUR = "#6b7280"
"""What belongs to no counted lineage."""

DECISION_COLOURS = MappingProxyType({"answer": "#007a5a", "qualify": "#a15c00", "refuse": "#b3261e"})


def lineage_colour(letter: str | None) -> str:
    """Colour of a lineage by its letter; after eight the colours repeat and the letters go on."""
    if not letter or not letter.isalpha():
        return UNPLACED_COLOUR
    number = 0
    for character in letter.upper():
        number = number * 26 + (ord(character) - ord("A") + 1)
    return LINEAGE_COLOURS[(number - 1) % len(LINEAGE_COLOURS)]
