"""Files of every format with anything in the place of anything: they end in a case or in problems, never in a crash."""

import copy
import json
import random
from pathlib import Path

import pytest

from core.errors import ImportFailed
from core.importers import IMPORTERS, read

FILES = Path(__file__).resolve().parents[1] / "contracts" / "import_files"
TEXTS = sorted(path for path in FILES.glob("*/*") if path.suffix in (".json", ".jsonl") and path.stem != "bad")
ODD = (
    None,
    True,
    0,
    -1,
    3,
    1.5,
    10**30,
    "",
    " ",
    "x",
    "[1]",
    [],
    {},
    [[]],
    [None],
    {"id": 1},
    [{"text": "t"}],
    ["a", 1],
)
ROUNDS = 60


def places(value, path=()):
    """Every place in a JSON value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from places(inner, (*path, number))


def damaged(value, chance):
    """The value with one to three places changed, taken out or doubled."""
    made = copy.deepcopy(value)
    for _ in range(chance.randint(1, 3)):
        *path, last = chance.choice([place for place in places(made) if place] or [(None,)])
        if last is None:
            return made
        held = made
        for step in path:
            held = held[step]
        deed = chance.random()
        if deed < 0.2:
            del held[last]
        elif deed < 0.3 and isinstance(held, list):
            held.append(copy.deepcopy(held[last]))
        else:
            held[last] = copy.deepcopy(chance.choice(ODD))
    return made


def records_of(path):
    text = path.read_text("utf-8")
    return (
        [json.loads(text)] if path.suffix == ".json" else [json.loads(line) for line in text.rstrip("\n").split("\n")]
    )


def read_or_fail(data, name, **options):
    try:
        imported = read(data, name, **options)
    except ImportFailed as failure:
        assert failure.problems
        return
    case = imported.case
    claims, sources = {claim.id for claim in case.claims}, {source.id for source in case.sources}
    evidence = {item.id for item in case.evidence}
    assert {item.claim_id for item in (*case.evidence, *case.citations, *case.judgements)} <= claims
    assert {item.source_id for item in (*case.evidence, *case.citations)} <= sources
    assert {citation.evidence_id for citation in case.citations} - {None} <= evidence
    assert {end for edge in case.edges for end in (edge.from_id, edge.to_id)} <= sources
    assert all(claim.text.strip() for claim in case.claims)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_damaged_file_ends_in_a_case_that_holds_together_or_in_problems(path):
    chance = random.Random(path.name)
    records = records_of(path)
    for _ in range(ROUNDS):
        changed = [damaged(record, chance) if chance.random() < 0.8 else record for record in records]
        lines = "".join(json.dumps(record) + "\n" for record in changed)
        read_or_fail(lines.encode(), path.name)
        read_or_fail(lines.encode(), path.name, format=path.parent.name)


@pytest.mark.parametrize("name", IMPORTERS)
def test_a_format_forced_upon_any_other_ends_in_a_case_or_in_problems(name):
    for path in FILES.glob("*/*"):
        read_or_fail(path.read_bytes(), path.name, format=name)
