"""Present: the story of the scenarios, step by step on a projector; reached from their page."""

from dashboard import presenting
from dashboard.components import failure, reviewer

reviewer.in_sidebar()
with failure.shown():
    presenting.scenarios()
