"""Importing, listing and searching: on 10,000 claims, and on 1,000,000 where HEADWATER_BENCH_LARGE is set."""

import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from benchmarks.rows import Row, at_most, seconds
from core.assessment import appraise, summarise
from core.conclusions import Conclusion, Sufficiency
from core.model import Answer, Case, Claim, Evidence, Source
from core.services import Workspace, claims as list_claims, decide_stored, import_file, tally
from core.services.stored_verdicts import verdict_basis
from core.store import open_store

AREA = "store"
NOUNS = "quay tide gauge silt ferry eel bridge release council survey harbour water level report night"
WORDS = NOUNS.split()
FILL = """
INSERT INTO claim_verdict (claim, dataset, answer, conclusion, state, states, codes, why, rule)
SELECT claim, dataset, answer,
    CASE WHEN claim % 100 < 1 THEN 'answer' WHEN claim % 100 < 5 THEN 'answer_with_caveat'
         WHEN claim % 100 < 25 THEN 'qualify' ELSE 'abstain' END,
    CASE WHEN claim % 100 < 5 THEN 'sufficient' WHEN claim % 3 = 0 THEN 'conflicting' ELSE 'incomplete' END,
    'incomplete', 'single_lineage not_checked',
    'everything that counts for it hangs on one lineage; none of its citations was checked', ?
FROM claim_summary
"""


def rows() -> Iterator[Row]:
    """Measure every target."""
    with tempfile.TemporaryDirectory() as folder:
        yield from _file(Path(folder), 10_000)
        if os.environ.get("HEADWATER_BENCH_LARGE"):
            yield from _lists(Path(folder), 1_000_000)


def _file(folder: Path, claims: int) -> Iterator[Row]:
    """A file of so many records with ten documents each, from bytes to lists."""
    lines = []
    for n in range(claims):
        text = f"The {WORDS[n % 15]} {WORDS[n * 7 % 15]} moved in {n}."
        passages = ",".join(
            f'{{"evidence_id":"e{n}-{d}","source_id":"s{(n * 10 + d) % 60_000}","text":"Passage {d} on {text}"}}'
            for d in range(10)
        )
        lines.append(f'{{"claim_id":"c{n}","claim_text":"{text}","evidence":[{passages}]}}')
    data = "\n".join(lines).encode()
    workspace = _open(folder / "file.db")
    start = time.perf_counter()
    report = import_file(workspace, data, "records.jsonl", by="benchmark")
    took = time.perf_counter() - start
    if not report.stored or report.counts["evidence"] != claims * 10:
        raise RuntimeError(f"the benchmark's own file was not stored: {report.problems[:1]}")
    yield at_most(AREA, f"import of {claims:,} records with 10 documents each", 20, took)
    uid = workspace.store.claims(size=1).rows[0].uid
    yield Row(AREA, "one claim with everything upstream", "-", _ms(lambda: workspace.store.dossier(uid)), None)
    yield from _measured(workspace, claims)
    workspace.store.close()


def _lists(folder: Path, claims: int) -> Iterator[Row]:
    """Lists over many claims; what stands behind a claim is kept small, for a list never reads it."""
    workspace = _open(folder / "lists.db")
    step = 50_000
    for start in range(0, claims, step):
        numbers = range(start, start + step)
        workspace.store.import_case(
            Case(
                dataset=f"part-{start // step}",
                answers=(Answer("a", "An answer."),),
                claims=tuple(
                    Claim(f"c{n}", f"The {WORDS[n % 15]} {WORDS[n * 7 % 15]} moved in {n}.", "a", n) for n in numbers
                ),
                sources=(Source("s", "The council's release"),),
                evidence=tuple(Evidence(f"e{n}", f"c{n}", "s", "Water came.") for n in numbers),
            ),
            file="generated",
            file_digest=str(start),
            format="generated",
            by="benchmark",
        )
    yield from _measured(workspace, claims)
    workspace.store.close()


def _measured(workspace: Workspace, claims: int) -> Iterator[Row]:
    store = workspace.store
    last = max(1, claims // 50)
    yield at_most(AREA, f"first page of {claims:,} claims", 1.5, seconds(lambda: store.claims(), runs=3))
    yield at_most(AREA, f"last page of {claims:,} claims", 1.5, seconds(lambda: store.claims(page=last), runs=3))
    by_ratio = seconds(lambda: store.claims(order="inflation", descending=True, alert=False), runs=3)
    yield at_most(AREA, f"filtered and ordered by inflation, {claims:,} claims", 1.5, by_ratio)
    found = seconds(lambda: store.claims(search=f"ferry moved {claims // 2}"), runs=3)
    yield at_most(AREA, f"search for rare words over {claims:,} claims", 0.3, found)
    found = seconds(lambda: store.claims(search="tide"), runs=3)
    yield at_most(AREA, f"search for a common word over {claims:,} claims", 0.3, found)
    yield from _decisions(workspace, claims)
    yield Row(AREA, f"overview of {claims:,} claims", "-", _ms(store.overview), None)


def _decisions(workspace: Workspace, claims: int) -> Iterator[Row]:
    """Fifty claims as a page of a list has them decided, and lists found by decision once all are."""
    start = time.perf_counter()
    decided = decide_stored(workspace, limit=50)
    yield at_most(AREA, f"{decided} claims of {claims:,} decided for a list, cold", 0.5, time.perf_counter() - start)
    _fill(workspace)
    for words, query in (
        ("rare decision", {"conclusion": Conclusion.ANSWER}),
        ("common decision", {"conclusion": Conclusion.ABSTAIN}),
        ("rare decision, by confidence", {"conclusion": Conclusion.ANSWER, "order": "aware"}),
        ("common decision, by confidence", {"conclusion": Conclusion.ABSTAIN, "order": "aware"}),
        ("common decision and word", {"conclusion": Conclusion.ABSTAIN, "search": "tide"}),
        ("state", {"state": Sufficiency.CONFLICTING}),
    ):
        took = seconds(partial(list_claims, workspace, **query), runs=3)
        yield at_most(AREA, f"{claims:,} claims found by {words}", 1.5, took)
    yield Row(AREA, f"decisions of {claims:,} claims counted", "-", _ms(lambda: tally(workspace)), None)


def _fill(workspace: Workspace) -> None:
    """Give every claim a verdict without asking the rule, whose own pace was measured: of a hundred claims one is
    answered, four with a caveat, twenty qualified."""
    with closing(sqlite3.connect(str(workspace.store.database.url.database))) as connection, connection:
        connection.execute("DELETE FROM claim_verdict")
        connection.execute(FILL, (verdict_basis(workspace),))


def _open(path: Path) -> Workspace:
    return Workspace(open_store(f"sqlite:///{path}", summarise=summarise, appraise=appraise))


def _ms(work: object) -> str:
    if not callable(work):
        raise TypeError("something to call was expected")
    return f"{seconds(work, runs=3) * 1e3:.3g} ms"
