"""Explicit signals: one rule a module, each with its name, its help text and the span it read."""
