"""A store on each database, a small case, and figures simple enough to check by hand."""

import glob
import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import create_engine, make_url, text

from core import assessment
from core.model import Answer, Case, Claim, Dossier, Edge, Evidence, Source
from core.policy import Policy
from core.results import ClaimSummary
from core.states import Decision, Dependence, EdgeStatus, Relation, Stance
from core.store import Store, open_store

OWN = {Dependence.INDEPENDENT: 1.0, Dependence.DEPENDENT: 0.0}


def figures_of(dossiers: Iterable[Dossier], policy: Policy) -> Iterator[ClaimSummary]:
    """EIE as the sum of what each document has of its own; one that hangs on another has nothing."""
    for dossier in dossiers:
        counted = [item for item in dossier.evidence if item.stance is Stance.SUPPORTS]
        sources = {item.source_id for item in counted}
        copies = {e.from_id for e in dossier.edges if e.status in (EdgeStatus.KNOWN, EdgeStatus.CONFIRMED)}
        labels = {source: dossier.labels.get(source) for source in sources}
        own = {
            source: OWN.get(label.state, policy.alpha) if label else policy.alpha for source, label in labels.items()
        }
        eie = sum(own[source] for source in sources - copies)
        gamma = min(1.0, eie / 5)
        aware = min(1.0, policy.prior + gamma * policy.increment * len(counted))
        yield ClaimSummary(
            uid=f"{dossier.dataset}:{dossier.claim.id}",
            dataset=dossier.dataset,
            claim_id=dossier.claim.id,
            text=dossier.claim.text,
            answer_uid=f"{dossier.dataset}:{dossier.answer.id}" if dossier.answer else None,
            items=len(counted),
            sources=len(sources),
            lineages=len(sources - copies),
            eie=eie,
            gamma=gamma if counted else None,
            naive=min(1.0, policy.prior + policy.increment * len(counted)),
            aware=aware,
            inflation=1 / gamma if gamma else None,
            unknown=sum(labels[item.source_id] is None for item in counted),
            refuting=len(dossier.evidence) - len(counted),
            alert=len(counted) >= 5 and eie <= 0.25 * len(counted),
            decision=Decision.ANSWER if aware >= 0.4 else Decision.QUALIFY if aware >= 0.25 else Decision.REFUSE,
        )


class Clock:
    """A clock that goes on by a second whenever it is read."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 12, 0, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time += timedelta(seconds=1)
        return self.time


IN_MEMORY = Path("/dev/shm")
ENOUGH = 2**30
"""Bytes that a server with a few databases may take up; each is 300 files."""


def _in_memory() -> Path | None:
    """A place where files are never written to a disk; None where there is none, or it is small."""
    return IN_MEMORY if IN_MEMORY.is_dir() and shutil.disk_usage(IN_MEMORY).free > ENOUGH else None


@contextmanager
def own_server() -> Iterator[str]:
    """The address of a PostgreSQL server started for these tests, on a socket in a folder of its own."""
    tools = shutil.which("pg_ctl") or next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin/pg_ctl"))), None)
    if tools is None:
        missing = "no PostgreSQL here: install it or set HEADWATER_TEST_POSTGRESQL"
        if os.environ.get("HEADWATER_REQUIRE_POSTGRESQL"):
            pytest.fail(missing)
        pytest.skip(missing)
    programs = Path(os.path.realpath(tools)).parent
    # PostgreSQL refuses to run as the superuser.
    user = {"user": "postgres"} if os.geteuid() == 0 else {}
    folder = Path(tempfile.mkdtemp(prefix="headwater-pg-", dir=_in_memory()))
    if user:
        shutil.chown(folder, "postgres")
    data = folder / "data"
    quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder, **user}
    try:
        subprocess.run([programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8"], **quiet)
        settings = f"-c listen_addresses='' -c unix_socket_directories={folder} -c fsync=off"
        start = [programs / "pg_ctl", "-D", data, "-o", settings, "-w", "-l", folder / "log", "start"]
        subprocess.run(start, **quiet)
        try:
            yield f"postgresql+psycopg://postgres@/postgres?host={folder}"
        finally:
            subprocess.run([programs / "pg_ctl", "-D", data, "-m", "immediate", "stop"], **quiet)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Databases:
    """Makes databases, and removes them after each test. A copy of one that has its tables is made much faster."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.open = ExitStack()
        self.made: list[str] = []
        self.lasting: list[str] = []
        self.prepared: dict[str, str] = {}

    @cached_property
    def server(self) -> str:
        """The address of a PostgreSQL server: HEADWATER_TEST_POSTGRESQL, else one started when first asked for."""
        return os.environ.get("HEADWATER_TEST_POSTGRESQL") or self.open.enter_context(own_server())

    def empty(self, kind: str, template: str = "template1") -> str:
        """The address of an empty database, or of a copy."""
        name = f"headwater_{uuid.uuid4().hex}"
        if kind == "sqlite":
            return f"sqlite:///{self.folder / name}.db"
        self._administer(f"CREATE DATABASE {name} TEMPLATE {template}")
        self.made.append(name)
        return make_url(self.server).set(database=name).render_as_string(hide_password=False)

    def ready(self, kind: str) -> str:
        """The address of a database that has its tables and nothing in them."""
        if kind not in self.prepared:
            self.prepared[kind] = self.empty(kind)
            open_store(self.prepared[kind], summarise=figures_of).close()
            self.keep()
        origin = make_url(self.prepared[kind])
        if kind == "postgresql":
            return self.empty(kind, template=str(origin.database))
        copy = self.empty(kind)
        shutil.copyfile(str(origin.database), str(make_url(copy).database))
        return copy

    def keep(self) -> None:
        """Let what was made last to the end."""
        self.lasting += self.made
        self.made.clear()

    def put_away(self) -> None:
        """Remove what was made and is not to last from its server."""
        for name in self.made:
            self._administer(f"DROP DATABASE {name} WITH (FORCE)")
        self.made.clear()

    def close(self) -> None:
        """Remove everything, and end a server of our own."""
        self.made += self.lasting
        self.put_away()
        self.open.close()

    def _administer(self, statement: str) -> None:
        admin = create_engine(self.server, isolation_level="AUTOCOMMIT")
        with admin.connect() as connection:
            connection.execute(text(statement))
        admin.dispose()


@pytest.fixture(scope="session")
def databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Databases]:
    made = Databases(tmp_path_factory.mktemp("stores"))
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _put_away(databases: Databases) -> Iterator[None]:
    yield
    databases.put_away()


@pytest.fixture(params=["sqlite", "postgresql"], scope="session")
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of database a test runs on."""
    return str(request.param)


@pytest.fixture
def url(kind: str, databases: Databases) -> str:
    """The address of an empty database."""
    return databases.empty(kind)


@pytest.fixture
def prepared(kind: str, databases: Databases) -> str:
    """The address of a database that has its tables and nothing in them."""
    return databases.ready(kind)


@pytest.fixture
def summarise() -> Callable[..., Iterator[ClaimSummary]]:
    return figures_of


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(kind: str, databases: Databases, clock: Clock) -> Iterator[Store]:
    opened = open_store(databases.ready(kind), summarise=figures_of, now=clock)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def lasting_store(kind: str, databases: Databases) -> Iterator[Store]:
    """One store for all tests of a module, which only read it."""
    opened = open_store(databases.ready(kind), summarise=figures_of)
    databases.keep()
    yield opened
    opened.close()


@pytest.fixture
def sqlite_store(databases: Databases, clock: Clock) -> Iterator[Store]:
    """For what is the same on both databases or concerns a file."""
    opened = open_store(databases.ready("sqlite"), summarise=figures_of, now=clock)
    yield opened
    opened.close()


@pytest.fixture
def review(prepared: str, clock: Clock) -> Iterator[Store]:
    """A store that keeps a queue, with the real figures."""
    opened = open_store(prepared, summarise=assessment.summarise, appraise=assessment.appraise, now=clock)
    yield opened
    opened.close()


@pytest.fixture
def bridge() -> Case:
    """Two claims of one answer; s2 copies s1, s3 is suspected to, and s4 refutes."""
    return Case(
        dataset="bridge",
        about="A bridge and when it opened.",
        answers=(Answer("a1", "The bridge opened in 1931 and was closed in 1987.", "When did the bridge open?"),),
        claims=(Claim("c1", "The bridge opened in 1931.", "a1", 0), Claim("c2", "It was closed in 1987.", "a1", 1)),
        sources=(
            Source("s1", "Opening day", publisher="Harbour Ledger", text="Traffic began in May 1931."),
            Source("s2", "The bridge at fifty", publisher="Evening Post", text="Traffic began in May 1931."),
            Source("s3", "A walk along the quay", publisher="Quay Blog"),
            Source("s4", "Closed for good", dependence=Dependence.INDEPENDENT),
        ),
        evidence=(
            Evidence("e1", "c1", "s1", "Traffic began in May 1931.", rank=1),
            Evidence("e2", "c1", "s2", "Traffic began in May 1931.", rank=2),
            Evidence("e3", "c1", "s3", "It opened in the thirties.", rank=3),
            Evidence("e4", "c2", "s3", "It is closed now.", rank=1),
            Evidence("e5", "c2", "s4", "It never closed.", Stance.REFUTES, rank=2),
        ),
        edges=(
            Edge("s2", "s1", Relation.COPIED_FROM),
            Edge("s3", "s1", Relation.DERIVES_FROM, EdgeStatus.SUSPECTED, probability=0.7),
        ),
    )


@pytest.fixture
def put(store: Store) -> Callable[..., object]:
    """Import a case into the store."""
    return lambda case, **options: store.import_case(case, **{**FILE, **options})


@pytest.fixture
def label(store: Store) -> Callable[..., object]:
    """Label a source of the bridge case everywhere, by ann, unless said otherwise."""

    def given(source_id: str, state: Dependence = Dependence.DEPENDENT, **changes: object) -> object:
        values = {
            "dataset": "bridge",
            "source_id": source_id,
            "claim_id": None,
            "state": state,
            "weight": None,
            "reason": "",
            "by": "ann",
            "seen": {},
            "expected_event": None,
        }
        return store.append_label(**{**values, **changes})

    return given


FILE = {"file": "bridge.json", "file_digest": "0" * 64, "format": "package", "by": "ann"}
