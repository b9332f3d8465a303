"""The only place that knows SQL: facts, human work and lists in SQLite or PostgreSQL."""

from core.store.attachments import Attachable, NewAttachment
from core.store.check_facts import Attached, CheckFacts, ClaimCitations, Ticket
from core.store.check_store import StoredCitation
from core.store.decidable import Decidable, DecidableChunk
from core.store.events import Unseen
from core.store.happenings import Happening
from core.store.judgements import NewJudgement
from core.store.kept_checks import NewCheck, NewReport
from core.store.lineage_basis import LineageBasis
from core.store.lineage_store import FoundLineage, KeptLineage
from core.store.parts_store import NewStatement
from core.store.past import Moment
from core.store.proposals import GivenProposal
from core.store.readings import LabelScope, LabelWord, ScopeWords
from core.store.records import AuditEvent
from core.store.repository import Store, open_store
from core.store.signing import Signature
from core.store.summaries import Summarise
from core.store.verdicts import Verdicts
from core.store.work_store import GivenLabel, GivenVerdict

UNSEEN = Unseen.UNSEEN
"""Stands for the expected event where nobody looked: the label was given elsewhere."""

__all__ = [
    "UNSEEN",
    "Attachable",
    "Attached",
    "AuditEvent",
    "CheckFacts",
    "ClaimCitations",
    "Decidable",
    "DecidableChunk",
    "FoundLineage",
    "GivenLabel",
    "GivenProposal",
    "GivenVerdict",
    "Happening",
    "KeptLineage",
    "LabelScope",
    "LabelWord",
    "LineageBasis",
    "Moment",
    "NewAttachment",
    "NewCheck",
    "NewJudgement",
    "NewReport",
    "NewStatement",
    "ScopeWords",
    "Signature",
    "Store",
    "StoredCitation",
    "Summarise",
    "Ticket",
    "Verdicts",
    "open_store",
]
