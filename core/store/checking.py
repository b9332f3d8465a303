"""What a case must keep to before it is stored; every fault is reported at once, by name."""

import math
import re
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any

from core.errors import ImportFailed, Problem
from core.model import Answer, Case, Citation, Claim, Edge, Evidence, Judgement, Source
from core.store.mapping import json_of

DATASET_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,99}")
LARGEST = 2**63 - 1
_SHOWN = 80

Fact = Answer | Claim | Citation | Edge | Evidence | Judgement | Source


def refuse_faults(case: Case, file: str) -> None:
    """Let a sound case pass.

    Raises:
        ImportFailed: With every fault of the case.
    """
    problems = tuple(Problem(file, None, *fault) for fault in _faults(case))
    if problems:
        raise ImportFailed(problems)


Fault = tuple[str, str, str, str]
"""Field, what was expected, what was found, message."""


def _faults(case: Case) -> Iterator[Fault]:
    if not DATASET_NAME.fullmatch(case.dataset):
        expected = "up to 100 small letters, digits, dots, hyphens or underscores, the first a letter or digit"
        yield "dataset", expected, _shown(case.dataset), "the data set's name cannot be used"
    shelves: tuple[tuple[str, tuple[Fact, ...]], ...] = (
        ("answer", case.answers),
        ("claim", case.claims),
        ("source", case.sources),
        ("evidence", case.evidence),
        ("citation", case.citations),
        ("judgement", case.judgements),
    )
    for kind, shelf in shelves:
        yield from _doubles(kind, shelf)
        for fact in shelf:
            yield from _values(f"{kind} {_shown(_id(fact))}", fact)
    for edge in case.edges:
        yield from _values(f"edge {_shown(edge.from_id)} -> {_shown(edge.to_id)}", edge)
    yield from _references(case)


def _id(fact: Fact) -> str:
    return fact.key if isinstance(fact, Edge) else fact.id


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}… ({len(text)} characters)"


def _doubles(kind: str, facts: Iterable[Fact]) -> Iterator[Fault]:
    seen: dict[str, Fact] = {}
    for fact in facts:
        identifier = _id(fact)
        if not identifier:
            yield f"{kind} id", "text that is not empty", "''", f"a {kind} has no id"
        elif seen.setdefault(identifier, fact) != fact:
            found = "two that differ"
            yield (
                f"{kind} {_shown(identifier)}",
                f"one {kind} of this id",
                found,
                "the same id stands for different things",
            )


def _columns(kind: type[Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Names of the fields that hold fractions and of those that hold whole numbers."""
    found = {f.name: str(f.type) for f in fields(kind)}
    return (
        tuple(name for name, type_ in found.items() if re.search(r"\bfloat\b", type_)),
        tuple(name for name, type_ in found.items() if re.search(r"\bint\b", type_)),
    )


_NUMBERS = {kind: _columns(kind) for kind in (Answer, Claim, Citation, Edge, Evidence, Judgement, Source)}


def _values(where: str, fact: Fact) -> Iterator[Fault]:
    fractions, wholes = _NUMBERS[type(fact)]
    for name in fractions:
        value = getattr(fact, name)
        if value is not None and not math.isfinite(value):
            yield f"{where}: {name}", "a finite number", _shown(value), "not a number that can be stored"
    for name in wholes:
        value = getattr(fact, name)
        if value is not None and not -LARGEST <= value <= LARGEST:
            yield f"{where}: {name}", "a whole number of at most 63 bits", _shown(value), "the number is too large"
    extra = getattr(fact, "extra", None)
    if extra:
        try:
            json_of(extra)
        except (TypeError, ValueError) as error:
            yield f"{where}: extra", "values of JSON", str(error), "a field of the file cannot be kept"


def _references(case: Case) -> Iterator[Fault]:
    answers = {answer.id for answer in case.answers}
    claims = {claim.id for claim in case.claims}
    sources = {source.id for source in case.sources}

    def missing(where: str, kind: str, identifier: str) -> Fault:
        return where, f"the id of a {kind} of this file", _shown(identifier), f"no such {kind}"

    for claim in case.claims:
        if claim.answer_id is not None and claim.answer_id not in answers:
            yield missing(f"claim {_shown(claim.id)}: answer_id", "answer", claim.answer_id)
    for kind, shelf in (("evidence", case.evidence), ("citation", case.citations)):
        for fact in shelf:
            if fact.claim_id not in claims:
                yield missing(f"{kind} {_shown(fact.id)}: claim_id", "claim", fact.claim_id)
            if fact.source_id not in sources:
                yield missing(f"{kind} {_shown(fact.id)}: source_id", "source", fact.source_id)
    for judgement in case.judgements:
        if judgement.claim_id not in claims:
            yield missing(f"judgement {_shown(judgement.id)}: claim_id", "claim", judgement.claim_id)
    for edge in case.edges:
        for name, end in (("from", edge.from_id), ("to", edge.to_id)):
            if end not in sources:
                yield missing(f"edge {_shown(edge.from_id)} -> {_shown(edge.to_id)}: {name}", "source", end)
    for label in case.labels:
        if label.source_id not in sources:
            yield missing(f"label by {_shown(label.by)}: source_id", "source", label.source_id)
        if label.claim_id is not None and label.claim_id not in claims:
            yield missing(f"label by {_shown(label.by)}: claim_id", "claim", label.claim_id)
