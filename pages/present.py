"""Present: the story of a claim, step by step on a projector; reached from its page."""

from dashboard import presenting
from dashboard.components import failure, reviewer

reviewer.in_sidebar()
with failure.shown():
    presenting.claim()
