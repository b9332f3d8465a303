"""The store as a whole."""

from collections.abc import Callable
from datetime import datetime

from core import ENGINE_VERSION
from core.checked import Promote
from core.store.audit_store import AuditStore
from core.store.bulk_store import BulkStore
from core.store.check_store import CheckStore
from core.store.engine import PATIENCE
from core.store.export_store import ExportStore
from core.store.fact_store import FactStore
from core.store.list_store import ListStore
from core.store.opened import utc_now
from core.store.opening import open_database
from core.store.outcome_store import OutcomeStore
from core.store.parts_store import PartsStore
from core.store.past_store import PastStore
from core.store.queue_store import QueueStore
from core.store.queue_values import Appraise
from core.store.registry_store import RegistryStore
from core.store.release_store import ReleaseStore
from core.store.rule_store import RuleStore
from core.store.summaries import Summarise, Summariser
from core.store.team_store import TeamStore
from core.store.verdict_store import VerdictStore


class Store(
    FactStore,
    RegistryStore,
    QueueStore,
    BulkStore,
    TeamStore,
    ListStore,
    PastStore,
    AuditStore,
    ExportStore,
    CheckStore,
    VerdictStore,
    RuleStore,
    PartsStore,
    OutcomeStore,
    ReleaseStore,
):
    """Facts, human work, policies, and the lists made from them; takes and gives values of the domain only.

    One per process, shared by its threads. Every call is one transaction, kept whole or not at all, and may raise
    DatabaseUnavailable.
    """


def open_store(
    url: str | None = None,
    *,
    summarise: Summarise,
    appraise: Appraise | None = None,
    promote: Promote | None = None,
    engine_version: str = ENGINE_VERSION,
    now: Callable[[], datetime] = utc_now,
    patience: float = PATIENCE,
) -> Store:
    """Open a database, made or brought up to date where need be.

    Args:
        url: sqlite:///FILE or postgresql+psycopg://USER@HOST/NAME; else HEADWATER_DATABASE_URL, else a file in
            HEADWATER_HOME or the user's data directory.
        summarise: Makes the list figures of claims under a policy.
        appraise: Makes them and says what the open questions of a claim are worth; without it no queue is kept.
        promote: Gives evidence the states that its checks and judgements allow; without it those of the data stay.
        engine_version: What its figures are marked with; those of another version are stale.
        now: The clock that events are dated by.
        patience: Seconds to wait for another writer.

    Raises:
        DatabaseUnavailable: It cannot be opened, is not a database, or belongs to another program; it is left as it is.
        NewerDatabase: A newer Headwater has written it; it is left as it is.
    """
    return Store(open_database(url, patience), Summariser(summarise, engine_version, appraise, promote), now)
