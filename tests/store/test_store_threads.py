"""Many at once: nothing lost, nothing doubled, nobody told that the database is locked."""

import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import core
from core.errors import StaleVersion
from core.model import Case, Claim, Evidence, Source
from core.results import ImportReport, LabelEvent
from core.states import Dependence
from core.store import Store

Put = Callable[..., ImportReport]
THREADS, EACH = 8, 50


def crowd() -> Case:
    """One claim whose sources everybody labels."""
    sources = tuple(Source(f"s{n}") for n in range(THREADS * EACH))
    evidence = tuple(Evidence(f"e{n}", f"c{n % 20}", f"s{n}") for n in range(THREADS * EACH))
    return Case("crowd", claims=tuple(Claim(f"c{n}", "x") for n in range(20)), sources=sources, evidence=evidence)


def give(store: Store, source: int, by: str, expected: int | None = None) -> LabelEvent:
    return store.append_label(
        dataset="crowd",
        source_id=f"s{source}",
        claim_id=None,
        state=Dependence.DEPENDENT,
        weight=None,
        reason="",
        by=by,
        seen={},
        expected_event=expected,
    )


def test_eight_threads_lose_and_double_no_label(store: Store, put: Put) -> None:
    put(crowd())

    def work(thread: int) -> list[int]:
        return [give(store, thread * EACH + n, f"reviewer {thread}").number for n in range(EACH)]

    with ThreadPoolExecutor(THREADS) as pool:
        numbers = [number for found in pool.map(work, range(THREADS)) for number in found]

    assert list(range(1, THREADS * EACH + 1)) == sorted(numbers)
    assert (THREADS * EACH + 1, ()) == store.verify_chain()
    assert {f"s{n}" for n in range(THREADS * EACH)} == {e.source_id for e in store.label_events(limit=1_000)}
    assert [0.0] * 20 == [row.eie for row in store.claims().rows]
    assert store.claims() == _made_anew(store)


def _made_anew(store: Store) -> object:
    store.rebuild_summaries([row.uid for row in store.claims().rows])
    return store.claims()


def test_of_all_who_saw_the_same_form_one_is_heard(store: Store, put: Put) -> None:
    put(crowd())

    def work(thread: int) -> int:
        heard = 0
        for source in range(10):
            try:
                give(store, source, f"reviewer {thread}")
                heard += 1
            except StaleVersion:
                pass
        return heard

    with ThreadPoolExecutor(THREADS) as pool:
        heard = sum(pool.map(work, range(THREADS)))

    assert 10 == heard == len(store.label_events())


def test_lists_and_dossiers_can_be_read_while_an_import_is_written(store: Store, put: Put) -> None:
    put(crowd())
    before = store.claims()
    seen = []

    def read(done: int, total: int | None) -> None:
        with ThreadPoolExecutor(1) as pool:
            seen.append(pool.submit(lambda: (store.claims(), store.dossier("crowd:c1").claim.text)).result())

    put(replace(crowd(), claims=tuple(Claim(f"c{n}", "y") for n in range(20))), progress=read)

    assert {("x", before.rows[0].text)} == {(text, page.rows[0].text) for page, text in seen[:-1]}
    assert "y" == store.dossier("crowd:c1").claim.text


LABELLER = """
import sys
from core.states import Dependence
from core.store import open_store

url, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
store = open_store(url, summarise=lambda dossiers, policy: [])
for n in range(first, first + count):
    store.append_label(dataset="crowd", source_id=f"s{n}", claim_id="c19", state=Dependence.DEPENDENT, weight=None,
                       reason="", by=f"process {first}", seen={}, expected_event=None)
"""


def test_several_processes_lose_and_double_no_label(store: Store, put: Put) -> None:
    put(crowd())
    address = store.database.url.render_as_string(hide_password=False)
    code = LABELLER.replace("lambda dossiers, policy: []", "__import__('core.assessment').assessment.summarise")
    root = Path(core.__file__).parents[1]
    several = [subprocess.Popen([sys.executable, "-c", code, address, str(n * 25), "25"], cwd=root) for n in range(4)]

    assert [0, 0, 0, 0] == [process.wait(120) for process in several]
    assert (101, ()) == store.verify_chain()
