"""The only place that knows SQL: facts, human work and lists in SQLite or PostgreSQL."""

from core.store.records import AuditEvent, RecordedDecision
from core.store.repository import Store, open_store
from core.store.summaries import Summarise

__all__ = ["AuditEvent", "RecordedDecision", "Store", "Summarise", "open_store"]
