"""The relabel queue on 200,000 unknown items over 20,000 claims: opening it, the next item, and what a label moves."""

import random
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.rows import Row, at_most, seconds
from core.assessment import appraise, summarise
from core.model import Answer, Case, Claim, Evidence, Source
from core.services import Workspace, next_key, queue, queue_counts, relabel, work_item
from core.states import Dependence
from core.store import open_store
from core.work import QueueFilter

AREA = "relabel"
CLAIMS = 20_000
PER_CLAIM = 10
SHARED = 60_000
"""Documents, each used by a handful of claims."""
HUBS = 20
"""Documents used by a thousand claims each."""
NEXT_IN = 0.35
REVIEWER = QueueFilter(reviewer="analyst")


def rows() -> Iterator[Row]:
    """Measure every target."""
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(
            open_store(f"sqlite:///{Path(folder) / 'queue.db'}", summarise=summarise, appraise=appraise)
        )
        case = generated()
        start = time.perf_counter()
        workspace.store.import_case(case, file="generated", file_digest="0", format="generated", by="benchmark")
        took = time.perf_counter() - start
        yield Row(AREA, f"import of {CLAIMS:,} claims with their queue", "-", f"{took:.3g} s", None)
        yield from _opening(workspace)
        yield from _labelling(workspace)
        yield from _hub(workspace)
        workspace.store.close()


def generated() -> Case:
    """Claims with ten unknown documents each; some documents are used by a thousand of them."""
    draw = random.Random(4)
    evidence = []
    for claim in range(CLAIMS):
        documents = draw.sample(range(SHARED), PER_CLAIM - 1)
        documents.append(SHARED + claim % HUBS)
        evidence += [
            Evidence(f"e{claim}-{n}", f"c{claim}", f"s{document}", f"Passage {n}.", rank=n, increment=0.02 + n * 0.005)
            for n, document in enumerate(documents, 1)
        ]
    return Case(
        dataset="queue",
        answers=tuple(Answer(f"a{n}", f"Answer {n}.") for n in range(CLAIMS // 10)),
        claims=tuple(Claim(f"c{n}", f"The gauge stood at {n}.", f"a{n // 10}", n % 10) for n in range(CLAIMS)),
        sources=tuple(
            Source(
                f"s{n}", f"Report {n}", publisher=f"Publisher {n % 900}", text=f"The gauge was read on day {n}. " * 20
            )
            for n in range(SHARED + HUBS)
        ),
        evidence=tuple(evidence),
    )


def _opening(workspace: Workspace) -> Iterator[Row]:
    total = queue(workspace).total
    what = f"{total:,} open questions"
    first = seconds(lambda: _open(workspace, REVIEWER), runs=3)
    yield at_most(AREA, f"{what}: queue opens, first page with counts and menus", 0.5, first)
    narrow = QueueFilter(reviewer="analyst", publisher="Publisher 7", min_age_days=0, flips_only=True)
    yield at_most(AREA, f"{what}: opens filtered", 0.5, seconds(lambda: _open(workspace, narrow), runs=3))
    deep = seconds(lambda: queue(workspace, REVIEWER, page=total // 100), runs=3)
    yield at_most(AREA, f"{what}: a page in the middle", 0.5, deep)


def _open(workspace: Workspace, wanted: QueueFilter) -> None:
    queue(workspace, wanted)
    queue_counts(workspace, wanted)


def _labelling(workspace: Workspace, items: int = 25) -> Iterator[Row]:
    """From the key to the next item on the screen: store the label, find the next, read it."""
    key = next_key(workspace, REVIEWER)
    taken, wrong = [], 0
    draw = random.Random(9)
    for _ in range(items):
        item = work_item(workspace, str(key), by="analyst")
        start = time.perf_counter()
        state = draw.choice([Dependence.INDEPENDENT, Dependence.DEPENDENT])
        _label(workspace, str(key), state, item.expected_event)
        key = next_key(workspace, REVIEWER, key)
        work_item(workspace, str(key), by="analyst")
        taken.append(time.perf_counter() - start)
        wrong += _wrong(workspace, item.left.id)
    yield at_most(AREA, "label saved, next item read: median", NEXT_IN, sorted(taken)[items // 2])
    yield at_most(AREA, "label saved, next item read: slowest", NEXT_IN, max(taken))
    yield at_most(AREA, "claims whose list figures were not right at once", 0, wrong, "claims")


def _label(workspace: Workspace, key: str, state: Dependence, expected: int | None) -> None:
    uid, source_id, _ = workspace.store.target_of(key)
    relabel(
        workspace,
        uid=uid,
        source_id=source_id,
        state=state,
        by="analyst",
        everywhere=True,
        seen={},
        expected_event=expected,
    )


def _wrong(workspace: Workspace, source_id: str) -> int:
    """Claims on a document whose line in the list differs from what they really yield."""
    wrong = 0
    for uid in workspace.store.claims_using("queue", source_id):
        dossier = workspace.store.dossier(uid)
        (now,) = summarise([dossier], workspace.store.current_policy("queue"))
        wrong += workspace.store.summary(uid) != now
    return wrong


def _hub(workspace: Workspace) -> Iterator[Row]:
    """A document that a thousand claims use."""
    hub = f"s{SHARED}"
    claims = len(workspace.store.claims_using("queue", hub))
    key = f"queue:c0|{hub}"
    for what, state in (("a label", Dependence.INDEPENDENT), ("the same label changed,", Dependence.DEPENDENT)):
        label = workspace.store.dossier("queue:c0").labels.get(hub)
        start = time.perf_counter()
        _label(workspace, key, state, None if label is None else label.event)
        took = time.perf_counter() - start
        yield Row(AREA, f"{what} that moves {claims:,} claims at once", "-", f"{took:.3g} s", None)
