"""How often the detectors are right: precision and recall per rule, with n and 95 % intervals.

The made-up pages were written with the rules: they say that the rules do what they claim, not how the web is.
"""

import csv
import json
import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import combinations
from pathlib import Path

import numpy as np

import core.detection
from benchmarks.rows import Row
from core.detection import Document, detect
from core.detection.bands import wilson
from core.detection.reuse.compare import overlap
from core.detection.reuse.reading import Flags, Reading
from core.detection.testing import Prose, two_reports
from core.detection.testing_pages import made_cases

AREA = "detection, quality"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
PAIRS = 200
SHOWN = Path(core.detection.__file__).with_name("measured.json")
"""What the Method page shows of it: written by ``python -m benchmarks.detection_quality``."""


def rows() -> Iterator[Row]:
    """Measure what was promised, and what nobody promised but a reader should know."""
    yield from _edited_passages()
    yield _independent_reports()
    yield from explicit_signals()
    if DATA.is_dir():
        yield from _field_code()
        yield from _alignments()
        yield from _bills()


def share(confirmed: int, n: int) -> str:
    """A share with its count and interval; too few to say where nothing was counted."""
    if n == 0:
        return "nothing to count"
    low, high = wilson(confirmed, n)
    return f"{confirmed / n:.3g} ({low:.3g}-{high:.3g}, n={n:,})"


def _no_habits(reading: Reading) -> Flags:
    return np.zeros(len(reading.shingles), dtype=np.bool_)


def _proposed(one: str, other: str) -> bool:
    return overlap(Reading("a", one), Reading("b", other), _no_habits, one_host=False) is not None


def _edited_passages() -> Iterator[Row]:
    for edits, target in ((0.0, 1.0), (0.1, 0.95), (0.2, 0.9), (0.3, None)):
        for what, carrier in (("its 60-word original", 0), ("another article of 3,000 words", 3_000)):
            made = Prose(round(edits * 10) + carrier)
            found = 0
            for _ in range(PAIRS):
                passage = made.text(60)
                article = made.inside(made.text(3_000), made.edited(passage, edits))
                other = made.inside(made.text(carrier), passage) if carrier else passage
                found += _proposed(article, other)
            name = f"text_reuse, recall: 60 words, {edits:.0%} edited, in 3,000, against {what}"
            holds = None if target is None else found >= target * PAIRS
            yield Row(AREA, name, "" if target is None else f">= {target:g}", share(found, PAIRS), holds)


def _independent_reports(count: int = 2_000) -> Row:
    chance = random.Random(1)
    quiet = sum(not _proposed(*two_reports(chance)) for _ in range(count))
    name = "text_reuse: two independent reports of one event not proposed"
    return Row(AREA, name, ">= 0.99", share(quiet, count), quiet >= 0.99 * count)


def explicit_signals() -> Iterator[Row]:
    """Every rule that reads what a page says of itself, on pages that call for it and on their look-alikes."""
    counts: dict[str, Counter[tuple[bool, bool]]] = defaultdict(Counter)
    for case in made_cases():
        said = any(
            case.rule in {ground.rule for ground in proposal.evidence} for proposal in detect(case.documents).proposals
        )
        counts[case.rule][case.calls, said] += 1
    for rule, count in counts.items():
        right = count[True, True]
        measured = (
            f"precision {share(right, right + count[False, True])}, recall {share(right, right + count[True, False])}"
        )
        yield Row(AREA, f"{rule}, on made-up pages and look-alikes", "all right", measured, _all_right(count))


def _all_right(count: Counter[tuple[bool, bool]]) -> bool:
    return count[False, True] == 0 and count[True, False] == 0


def _pairs_row(what: str, proposed: set[frozenset[str]], related: set[frozenset[str]], target: str = "") -> Row:
    right = len(proposed & related)
    measured = f"precision {share(right, len(proposed))}, recall {share(right, len(related))}"
    return Row(AREA, what, target, measured, right == len(proposed) if target else None)


def _text_pairs(documents: Iterable[Document]) -> set[frozenset[str]]:
    return {p.pair for p in detect(list(documents)).proposals if p.rule == "text_reuse"}


def _field_code() -> Iterator[Row]:
    files = sorted((DATA / "field_code" / "codes").glob("*.txt"))
    proposed = _text_pairs(Document(path.stem, text=path.read_text("utf-8-sig")) for path in files)
    family = {frozenset(pair) for pair in combinations(("CA1850", "CA1851", "NY1850"), 2)}
    yield _pairs_row("text_reuse, copied statutes (field_code, 6 pairs)", proposed, family, "no other pair")


def _alignments() -> Iterator[Row]:
    path = DATA / "bill_alignments" / "alignments_a.csv"
    said: Counter[tuple[str, bool]] = Counter()
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            documents = [Document("left", text=row["left"]), Document("right", text=row["right"])]
            said[row["label"], bool(_text_pairs(documents))] += 1
    right, wrong = said["1", True], said["0", True]
    measured = f"precision {share(right, right + wrong)}, recall {share(right, right + said['1', False])}"
    name = "text_reuse, substance against boilerplate (bill_alignments, 187 pairs)"
    yield Row(AREA, name, "no boilerplate", measured, wrong == 0)


def _bills() -> Iterator[Row]:
    path = DATA / "bill_lineage" / "bills_groups_0_2_5.jsonl"
    bills = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    policy = {str(bill["id"]): 0 if bill["group"] in (0, 2) else bill["group"] for bill in bills}
    proposed = _text_pairs(Document(str(bill["id"]), text=bill["text"]) for bill in bills)
    related = {frozenset(pair) for pair in combinations(policy, 2) if len({policy[one] for one in pair}) == 1}
    yield _pairs_row("text_reuse, bills of one policy lineage (bill_lineage, 435 pairs)", proposed, related)
    unknown = len(related - proposed)
    name = "bills of one lineage that text leaves unknown: reworded, and said so"
    yield Row(AREA, name, "mostly", share(unknown, len(related)), unknown * 2 > len(related))


if __name__ == "__main__":
    found = [{"what": row.what, "promised": row.target, "measured": row.measured} for row in rows()]
    SHOWN.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", "utf-8")
