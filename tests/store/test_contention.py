"""Sixteen people label at random: no event lost or doubled, the record whole, nobody told that the database is locked.

Lasts a few seconds; HEADWATER_CONTENTION_SECONDS=60 gives it a minute on each database.
"""

import os
import random
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import pytest

from core import assessment, services
from core.errors import HeadwaterError, InvalidInput, StaleVersion
from core.model import Case, Claim, Edge, Evidence, Source
from core.services import Workspace
from core.states import Dependence, EdgeStatus, Relation
from core.store import Store, open_store
from core.work import QueueFilter

PEOPLE = 16
SECONDS = float(os.environ.get("HEADWATER_CONTENTION_SECONDS", "3"))
CLAIMS, SOURCES = 12, 60


def crowd() -> Case:
    """A dozen claims over sources they share, some suspected of copying."""
    draw = random.Random(5)
    uses = [(claim, source) for claim in range(CLAIMS) for source in draw.sample(range(SOURCES), 8)]
    return Case(
        "crowd",
        claims=tuple(Claim(f"c{n}", f"Claim {n}.") for n in range(CLAIMS)),
        sources=tuple(Source(f"s{n}", publisher=f"P{n % 5}") for n in range(SOURCES)),
        evidence=tuple(Evidence(f"e{c}-{s}", f"c{c}", f"s{s}", increment=0.05) for c, s in uses),
        edges=tuple(
            Edge(f"s{n}", f"s{n + 30}", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.6) for n in range(20)
        ),
    )


@dataclass(slots=True)
class Day:
    """What one person did, and what they were told."""

    entered: list[int] = field(default_factory=list)
    told: Counter[str] = field(default_factory=Counter)


def work(workspace: Workspace, person: int, until: float) -> Day:
    """Label, judge, undo, hand out and read at random until the time is up."""
    draw, name, day = random.Random(person), f"person {person}", Day()
    while time.monotonic() < until:
        try:
            day.entered += deed(workspace, name, draw, day)
        except (StaleVersion, InvalidInput) as error:
            day.told[type(error).__name__] += 1
        except HeadwaterError as error:
            day.told[f"{type(error).__name__}: {error}"] += 1
    return day


def deed(workspace: Workspace, name: str, draw: random.Random, day: Day) -> list[int]:
    """One thing a person does; the numbers of the events it entered."""
    chance = draw.random()
    wanted = QueueFilter(reviewer=name)
    if chance < 0.15:
        services.queue_counts(workspace, wanted)
        return []
    if chance < 0.25 and day.entered:
        return [services.undo(workspace, draw.choice(day.entered), by=name).number]
    key = services.next_key(workspace, wanted, skipped=[str(draw.random())])
    if key is None or chance < 0.4:
        key = f"crowd:c{draw.randrange(CLAIMS)}|s{draw.randrange(SOURCES)}"
    if chance < 0.3:
        services.assign(workspace, [key], to=name, by=name)
        return []
    if chance < 0.35:
        services.flag_second_opinion(workspace, key, by=name)
        return []
    item = services.work_item(workspace, key, by=name)
    if item.edge is not None:
        status = draw.choice((EdgeStatus.CONFIRMED, EdgeStatus.REJECTED))
        event = services.relabel_edge(
            workspace,
            uid=item.file.uid,
            edge_key=item.edge.key,
            status=status,
            by=name,
            seen={},
            expected_event=item.expected_event,
        )
        return [event.number]
    event = services.relabel(
        workspace,
        uid=item.file.uid,
        source_id=item.left.id,
        state=draw.choice((Dependence.INDEPENDENT, Dependence.DEPENDENT, Dependence.UNKNOWN)),
        by=name,
        everywhere=draw.random() < 0.7,
        seen=services.seen_of(item.file, blind=item.blind),
        expected_event=item.expected_event,
    )
    return [event.number]


def test_sixteen_people_at_once_lose_and_double_nothing(review: Store) -> None:
    review.import_case(crowd(), file="f", file_digest="0", format="package", by="importer")
    workspace = Workspace(review)
    until = time.monotonic() + SECONDS
    with ThreadPoolExecutor(PEOPLE) as pool:
        days = list(pool.map(lambda person: work(workspace, person, until), range(PEOPLE)))
    entered = [number for day in days for number in day.entered]
    told = sum((day.told for day in days), Counter[str]())
    report = review.chain_report()

    assert {"StaleVersion", "InvalidInput", "UnknownId"} >= told.keys()
    assert list(range(1, len(entered) + 1)) == sorted(entered)
    assert ((), len(entered)) == (report.faults, report.heads["label"][0])
    by = Counter(event.by for event in review.label_events(limit=len(entered) + 1))
    assert {f"person {n}": len(day.entered) for n, day in enumerate(days) if day.entered} == dict(by)
    assert _shown(review) == _made_anew(review)


def _shown(store: Store) -> object:
    return store.claims(size=100), store.questions(QueueFilter(), size=1_000)


def _made_anew(store: Store) -> object:
    store.rebuild_summaries([row.uid for row in store.claims(size=100).rows])
    return _shown(store)


def test_an_old_tab_overwrites_nothing_of_what_others_did_since(review: Store) -> None:
    """MUS-03: A opens, B opens, B labels five and saves, A's old page labels one: all six survive."""
    review.import_case(crowd(), file="f", file_digest="0", format="package", by="importer")
    workspace = Workspace(review)
    old = services.claim(workspace, "crowd:c0")
    sources = [source.id for source in old.dossier.sources if source.retrieved][:6]
    for name, ids in (("B", sources[1:]), ("A", sources[:1])):
        for source_id in ids:
            services.relabel(
                workspace,
                uid="crowd:c0",
                source_id=source_id,
                state=Dependence.DEPENDENT,
                by=name,
                everywhere=True,
                seen=services.seen_of(old),
                expected_event=None,
            )
    now = services.claim(workspace, "crowd:c0").dossier.labels

    assert sorted(sources) == sorted(now)
    assert {"A": 1, "B": 5} == Counter(label.by for label in now.values())


def test_labels_and_record_are_there_after_a_restart(url: str) -> None:
    """MUS-10: three labels, the process ends, the same address is opened again."""
    first = open_store(url, summarise=assessment.summarise, appraise=assessment.appraise)
    first.import_case(crowd(), file="f", file_digest="0", format="package", by="importer")
    sources = [source.id for source in first.dossier("crowd:c0").sources][:3]
    for source_id in sources:
        services.relabel(
            Workspace(first),
            uid="crowd:c0",
            source_id=source_id,
            state=Dependence.DEPENDENT,
            by="ann",
            everywhere=True,
            seen={},
            expected_event=None,
        )
    first.close()

    again = open_store(url, summarise=assessment.summarise, appraise=assessment.appraise)
    assert set(sources) == set(again.dossier("crowd:c0").labels)
    assert (4, ()) == again.verify_chain()
    again.close()


# Eight processes, forked from one so that the libraries are loaded once; each opens the database for itself.
WRITERS = """
import os, sys, traceback
from core import services

def write(person):
    workspace = services.open_workspace(sys.argv[1])
    for n in range(50):
        services.relabel(
            workspace, uid="crowd:c0", source_id=f"s{person * 50 + n}", state="dependent", by=f"person {person}",
            everywhere=True, seen={}, expected_event=None,
        )

children = []
for person in range(8):
    child = os.fork()
    if child == 0:
        try:
            write(person)
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    children.append(child)
sys.exit(sum(os.waitpid(child, 0)[1] != 0 for child in children))
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are forked, which this system cannot")
def test_eight_processes_write_fifty_labels_each_and_none_is_told_of_a_lock(review: Store) -> None:
    """MUS-05: 400 entries, no error shown, none lost."""
    sources = tuple(Source(f"s{n}") for n in range(400))
    evidence = tuple(Evidence(f"e{n}", f"c{n % CLAIMS}", f"s{n}") for n in range(400))
    case = Case("crowd", claims=crowd().claims, sources=sources, evidence=evidence)
    review.import_case(case, file="f", file_digest="0", format="package", by="importer")
    address = review.database.url.render_as_string(hide_password=False)
    done = subprocess.run(
        [sys.executable, "-c", WRITERS, address],
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )

    assert (0, "") == (done.returncode, done.stderr)
    assert (401, ()) == review.verify_chain()
    assert {f"s{n}" for n in range(400)} == {event.source_id for event in review.label_events(limit=500)}
    assert _shown(review) == _made_anew(review)
