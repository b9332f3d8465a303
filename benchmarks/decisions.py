"""Decisions on other people's data, where it lies beside the checkout: conflicts, misinformation, and people's labels.

Lexical coverage is held to people's word on whether a passage supports a claim: precision is the share of people's yes
among what it takes for complete, completeness the share of people's yes that it finds. It is no judgement and is never
taken for one; the figures say why.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from benchmarks.rows import Row
from core.assessment import assess
from core.bundles.deciding import ClaimVerdict
from core.bundles.density import coverage
from core.bundles.facets import draft_facets, marks_of
from core.bundles.reasons import DecisionSettings
from core.bundles.types import Passage
from core.conclusions import Conclusion, Sufficiency
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.services.deciding import decision_of
from core.states import Dependence, EvidenceState, Relation, Stance

AREA = "decisions"
DATA = Path(__file__).resolve().parents[2] / "shared" / "data"
BOLD = Policy(increment=0.45, required=1.0)
"""Under which one source is enough for a high confidence."""
ATTRIBUTION = MappingProxyType(
    {
        "attribution_hagrid": "hagrid_a.jsonl",
        "attribution_gensearch": "gensearch_a.jsonl",
        "attribution_expertqa": "expertqa_a.jsonl",
        "attribution_attributedqa": "attributedqa_a.jsonl",
    }
)
RAMDOCS, SYMMETRIC, CLAPNQ = (
    ("ramdocs", "ramdocs_001-150.jsonl"),
    ("fever_symmetric", "symmetric_v0.1_a.jsonl"),
    ("clapnq", "clapnq_dev_001-120.jsonl"),
)


def rows() -> Iterator[Row]:
    """What comes of them; a set that is not there is named."""
    for (folder, name), measure in ((RAMDOCS, _ramdocs), (SYMMETRIC, _symmetric), (CLAPNQ, _clapnq)):
        yield from measure() if (DATA / folder / name).is_file() else [_missing(folder)]
    for folder, name in ATTRIBUTION.items():
        yield from _attribution(folder) if (DATA / folder / name).is_file() else [_missing(folder)]


@cache
def records(folder: str, name: str) -> list[dict[str, Any]]:
    """The rows of a file of the data."""
    return [json.loads(line) for line in (DATA / folder / name).read_text("utf-8").splitlines() if line.strip()]


def dossier(
    claim: str, passages: Sequence[tuple[str, Stance]], edges: Iterable[Edge] = (), **labels: Dependence
) -> Dossier:
    """A claim with supported passages, each of a source of its own."""
    return Dossier(
        claim=Claim("c", claim),
        evidence=tuple(
            Evidence(f"e{n}", "c", f"s{n}", text, stance, rank=n, state=EvidenceState.SUPPORTED)
            for n, (text, stance) in enumerate(passages, 1)
        ),
        sources=tuple(Source(f"s{n}") for n in range(1, len(passages) + 1)),
        edges=tuple(edges),
        labels=MappingProxyType({name: Label(state) for name, state in labels.items()}),
        dataset="test",
    )


def decided(given: Dossier, policy: Policy) -> ClaimVerdict:
    """What the rule says of it."""
    return decision_of(given, assess(given, policy))


def disputed() -> Iterator[Dossier]:
    """Of ramdocs: a right answer with the documents that give it, beside those that give a wrong one."""
    for row in records(*RAMDOCS):
        against = [(d["text"], Stance.REFUTES) for d in row["documents"] if d["type"] == "misinfo"]
        for gold in row["gold_answers"]:
            backing = [
                (d["text"], Stance.SUPPORTS) for d in row["documents"] if d["type"] == "correct" and d["answer"] == gold
            ]
            if against and backing:
                yield dossier(f"{row['question']} {gold}", backing + against)


def repeated_misinformation() -> Iterator[Dossier]:
    """A wrong answer with every document that gives it, all copies of the first one, which somebody vouched for."""
    for row in records(*RAMDOCS):
        wrong: dict[str, list[tuple[str, Stance]]] = {}
        for document in row["documents"]:
            if document["type"] == "misinfo":
                wrong.setdefault(document["answer"], []).append((document["text"], Stance.SUPPORTS))
        for answer, passages in wrong.items():
            copies = [Edge(f"s{n}", "s1", Relation.COPIED_FROM) for n in range(2, len(passages) + 1)]
            yield dossier(f"{row['question']} {answer}", passages, copies, s1=Dependence.INDEPENDENT)


def two_sided() -> list[Dossier]:
    """Of fever_symmetric: a claim with one sentence for it and one against it."""
    by_claim: dict[str, list[tuple[str, Stance]]] = {}
    for row in records(*SYMMETRIC):
        by_claim.setdefault(row["claim"], []).append((row["evidence_sentence"], Stance[row["label"]]))
    return [dossier(claim, passages) for claim, passages in by_claim.items()]


def grounded() -> Iterator[tuple[str, str, str]]:
    """Of clapnq: (answer, the sentences that ground it, the passage of another question)."""
    found = records(*CLAPNQ)
    for n, row in enumerate(found):
        output = row["output"][0]
        other = found[(n + 17) % len(found)]["passages"][0]
        yield output["answer"], " ".join(output["selected_sentences"]), " ".join(other["sentences"])


def covered(claim: str, texts: Sequence[str]) -> float | None:
    """Lexical coverage of a claim by passages; None where there is nothing to cover or nothing to cover it with."""
    facets = draft_facets(claim)
    passages = [Passage(str(n), text) for n, text in enumerate(texts)]
    return coverage(facets, [p.id for p in passages], marks_of(facets, passages)).value if passages else None


def judged(folder: str) -> list[tuple[float, bool]]:
    """(lexical coverage, whether people say that the passages support the claim) of each row that has passages."""
    found = []
    for row in records(folder, ATTRIBUTION[folder]):
        value = covered(row["claim"], row["references"])
        if value is not None:
            found.append((value, row["attribution_label"] == "attributable"))
    return found


def _missing(folder: str) -> Row:
    return Row(AREA, folder, "-", "not beside this checkout", None)


def _share(what: str, part: int, of: int, target: int | None = None) -> Row:
    wanted = "-" if target is None else f"{target:,} of {of:,}"
    return Row(AREA, what, wanted, f"{part:,} of {of:,}", None if target is None else part == target)


def _ramdocs() -> Iterator[Row]:
    found = [decided(given, Policy()) for given in disputed()]
    conflicting = sum(verdict.leading is Sufficiency.CONFLICTING for verdict in found)
    yield _share("ramdocs: disputed answers that surface as conflicting", conflicting, len(found), len(found))
    wrong = [decided(given, BOLD) for given in repeated_misinformation()]
    answered = sum(verdict.decision is Conclusion.ANSWER for verdict in wrong)
    yield _share("ramdocs: one lineage of misinformation that gets answer", answered, len(wrong), 0)


def _symmetric() -> Iterator[Row]:
    found = [decided(given, BOLD) for given in two_sided()]
    conflicting = sum(verdict.leading is Sufficiency.CONFLICTING for verdict in found)
    yield _share("fever_symmetric: two-sided claims that surface as conflicting", conflicting, len(found), len(found))


def _clapnq() -> Iterator[Row]:
    own = [(covered(answer, [grounds]), True) for answer, grounds, _ in grounded()]
    foreign = [(covered(answer, [other]), False) for answer, _, other in grounded()]
    pairs = [(value, label) for value, label in own + foreign if value is not None]
    yield from _against_labels("clapnq", pairs)


def _attribution(folder: str) -> Iterator[Row]:
    yield from _against_labels(folder, judged(folder))


def _against_labels(name: str, pairs: Sequence[tuple[float, bool]]) -> Iterator[Row]:
    limit = DecisionSettings().complete_from
    taken = [label for value, label in pairs if value >= limit]
    right = sum(label for _, label in pairs)
    what = f"{name}: coverage from {limit:g} against people's labels"
    yield _share(f"{what}, precision", sum(taken), len(taken))
    yield _share(f"{what}, completeness", sum(taken), right)
