"""The only place that knows SQL: facts, human work and lists in SQLite or PostgreSQL."""

from core.store.events import Unseen
from core.store.happenings import Happening
from core.store.past import Moment
from core.store.readings import LabelScope, LabelWord, ScopeWords
from core.store.records import AuditEvent, RecordedDecision
from core.store.repository import Store, open_store
from core.store.summaries import Summarise
from core.store.work_store import GivenLabel, GivenVerdict

UNSEEN = Unseen.UNSEEN
"""Stands for the expected event where nobody looked: the label was given elsewhere."""

__all__ = [
    "UNSEEN",
    "AuditEvent",
    "GivenLabel",
    "GivenVerdict",
    "Happening",
    "LabelScope",
    "LabelWord",
    "Moment",
    "RecordedDecision",
    "ScopeWords",
    "Store",
    "Summarise",
    "open_store",
]
