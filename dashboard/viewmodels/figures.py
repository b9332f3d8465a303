"""The row of figures above the graph; a report writes the same ones."""

from core.headline import SHOWN_TERMS, FigureCard, figure_cards

__all__ = ["SHOWN_TERMS", "FigureCard", "figure_cards"]
