"""What every importer promises, held against small files of each format.

The files lie in ``import_files``, a folder per format: ``good`` and ``bad`` are held to all promises, the others are
variants and versions of the format, each recognised for what it is. All of them are made up.
"""

import builtins
import io
import json
import os
import socket
from pathlib import Path

import pytest

from core.errors import ImportFailed
from core.fingerprint import digest
from core.importers import IMPORTERS, detect, read
from core.importers.sample import Sample
from core.model import Case

# Composed and decomposed letters, an emoji, two directions, markup, a formula, blanks at the ends.
FILES = Path(__file__).parent / "import_files"
ODD = '  Beyonce\u0301 \U0001f4a7 הסחף עלה ב-12% <b onclick="x()">**bold**</b> =1+1\u2028line '


def _lines(*records):
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()


FACTCHECK = {
    "prompt": "How old is the weir?",
    "response": ODD,
    "revised_response": "It is old.",
    "response_factuality": False,
    "sentences": {
        "sentence1": {
            "text": ODD,
            "claims": [ODD],
            "auto_evidence": [[ODD, "Another passage."]],
            "auto_evidence_url": [["https://example.org/a", "https://example.org/b"]],
            "stance_claim_autoEvid": [["completely-support", "irrelevant"]],
            "claims_factuality_label": [False],
        }
    },
}
FEVER = {
    "id": 7001,
    "label": "SUPPORTS",
    "claim": ODD,
    "evidence": [[[11, 21, "Tarn_Ferry_-LRB-boat-RRB-", 0]], [[12, 22, "Tarn_Ferry_-LRB-boat-RRB-", 0]]],
}
PACKAGE = {
    "schema": "headwater-evidence-package/1",
    "dataset": "odd",
    "answers": [{"id": "a", "text": ODD, "question": ODD}],
    "claims": [{"id": "c", "text": ODD, "answer_id": "a", "sentence": ODD}],
    "sources": [{"id": "s", "title": ODD, "text": ODD, "publisher": ODD, "own": {"key": ODD}}],
    "evidence": [{"id": "e", "claim_id": "c", "source_id": "s", "text": ODD}],
}
CSV = '\ufeffclaim_id,claim,source,passage\r\nc,"{0}",s,"{0}"\r\n'.format(ODD.replace('"', '""'))

GOOD = {
    "package": json.dumps(PACKAGE, ensure_ascii=False).encode(),
    "factcheck-gpt": _lines(FACTCHECK, FACTCHECK | {"prompt": "Once more?"}),
    "fever": _lines(FEVER, FEVER | {"id": 7002}),
    "fever-sets": _lines(FEVER, FEVER | {"id": 7002}),
    "csv": CSV.encode(),
} | {path.parent.name: path.read_bytes() for path in sorted(FILES.glob("*/good.*"))}
"""Format -> a good file of it. A new format is added here or in a folder of its name, or the first test fails."""

BAD = {
    "package": _lines(
        {"evidence_id": "e1", "claim_id": "c", "source_id": "s", "increment": 0.7, "rank": 0},
        {"evidence_id": 2.0, "claim_id": "c", "source_id": "s"},
        {"claim_id": "c", "claim_text": " "},
    ),
    "factcheck-gpt": _lines(FACTCHECK | {"prompt": None}, FACTCHECK | {"sentences": {"s": []}}, {"prompt": "p"}),
    "fever": _lines(
        FEVER | {"label": "MAYBE"}, FEVER | {"id": None, "claim": 3}, FEVER | {"evidence": [[[1, 2, "P"]]]}
    ),
    "fever-sets": _lines(FEVER | {"claim": ""}, FEVER | {"evidence": [[[1, 2, "P", -1]]]}),
    "csv": b'claim,source,contexts,increment\nA,s,,0.9\n,s,,\nB,s,"[""half",\n',
} | {path.parent.name: path.read_bytes() for path in sorted(FILES.glob("*/bad.*"))}
"""Format -> a file of it in which every row is wrong."""


VARIANTS = sorted(path for path in FILES.glob("*/*") if path.stem != "bad")


def test_every_format_is_held_to_the_contract():
    assert set(IMPORTERS) == set(GOOD) == set(BAD)


@pytest.mark.parametrize("name", IMPORTERS)
def test_the_key_of_an_importer_is_its_name_and_it_says_what_it_reads(name):
    importer = IMPORTERS[name]

    assert name == importer.NAME
    assert importer.READS
    assert type(importer).__doc__


@pytest.mark.parametrize("name", GOOD)
def test_the_content_tells_the_format_whatever_the_file_is_called(name):
    detected = next(iter(detect(Sample(GOOD[name], "file.bin"))))

    assert name.removesuffix("-sets") == detected


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_variant_is_recognised_as_its_format_and_no_other_is_as_sure(path):
    thoughts = detect(Sample(path.read_bytes(), "file.bin"))
    surest, *others = [(name, thought.score) for name, thought in thoughts.items() if not name.endswith("-sets")]

    assert path.parent.name == surest[0]
    assert max(score for _, score in others) <= surest[1] - 0.1


@pytest.mark.parametrize("name", GOOD)
def test_of_two_formats_one_is_surer(name):
    scores = [thought.score for key, thought in detect(Sample(GOOD[name], "x")).items() if not key.endswith("-sets")]

    assert scores[1] <= scores[0] - 0.1


@pytest.mark.parametrize("path", VARIANTS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_variant_is_read_without_problems(path):
    imported = read(path.read_bytes(), path.name)

    assert () == imported.problems
    assert path.parent.name == imported.format
    assert imported.case.claims or imported.case.sources


@pytest.mark.parametrize("name", GOOD)
def test_detection_gives_a_score_within_bounds_and_a_reason_for_every_format(name):
    for detection in detect(Sample(GOOD[name], "x")).values():
        assert 0.0 <= detection.score <= 1.0
        assert detection.reasons


@pytest.mark.parametrize("name", GOOD)
def test_a_good_file_has_no_problems(name):
    imported = read(GOOD[name], "odd", format=name)

    assert () == imported.problems
    assert name == imported.format
    assert imported.reasons


@pytest.mark.parametrize("name", GOOD)
def test_the_same_bytes_give_the_same_case(name):
    first, second = read(GOOD[name], "odd", format=name), read(GOOD[name], "odd", format=name)

    assert digest(first.case) == digest(second.case)


@pytest.mark.parametrize("name", GOOD)
def test_text_is_kept_letter_by_letter(name):
    case = read(GOOD[name], "odd", format=name).case

    # A claim that is a sentence of an answer is a stretch of it, without the blanks around.
    assert {ODD.strip()} >= {claim.text.strip() for claim in case.claims}
    assert {ODD} >= {answer.text for answer in case.answers}
    assert {ODD, "Another passage.", ""} >= {item.text for item in case.evidence}


@pytest.mark.parametrize("name", GOOD)
def test_every_reference_of_a_case_leads_somewhere(name):
    case = read(GOOD[name], "odd", format=name).case
    claims, sources = {claim.id for claim in case.claims}, {source.id for source in case.sources}

    assert {item.claim_id for item in case.evidence} <= claims
    assert {item.source_id for item in case.evidence} <= sources
    assert {end for edge in case.edges for end in (edge.from_id, edge.to_id)} <= sources
    assert {claim.answer_id for claim in case.claims} - {None} <= {answer.id for answer in case.answers}


@pytest.mark.parametrize("name", GOOD)
def test_no_file_is_opened_and_nothing_is_asked_of_the_network(name, monkeypatch):
    """SEC-09: an id or address in the data is never a path."""
    data = GOOD[name].replace(b"https://example.org/a", b"../../etc/passwd").replace(b'"s"', b'"/etc/hostname"')
    read(data, "../../etc/passwd", format=name)  # what is loaded on first use is loaded now

    def refused(*_args, **_named):
        raise AssertionError("an importer reached outside")

    for owner, attribute in ((builtins, "open"), (io, "open"), (os, "open"), (socket, "socket")):
        monkeypatch.setattr(owner, attribute, refused)
    imported = read(data, "../../etc/passwd", format=name)

    assert () == imported.problems


@pytest.mark.parametrize("name", BAD)
def test_every_problem_is_reported_at_once_with_row_expected_and_found(name):
    with pytest.raises(ImportFailed) as failure:
        imported = read(BAD[name], "bad", format=name)
        raise ImportFailed(imported.problems)

    rows = {problem.row for problem in failure.value.problems}
    assert len(rows) >= 2
    for problem in failure.value.problems:
        assert problem.file == "bad"
        assert problem.expected
        assert problem.found
        assert problem.message


@pytest.mark.parametrize("name", BAD)
def test_a_case_never_holds_a_row_that_was_reported(name):
    try:
        case = read(BAD[name], "bad", format=name).case
    except ImportFailed:
        case = Case("none")

    assert () == tuple(item for item in case.evidence if item.increment is not None)


@pytest.mark.parametrize("name", GOOD)
def test_the_data_set_is_named_by_whoever_imports_or_by_the_file(name):
    chosen = read(GOOD[name], "A File.jsonl", format=name, dataset="mine").case.dataset
    default = read(GOOD[name], "A File.jsonl", format=name).case.dataset

    assert "mine" == chosen
    assert default in ("a-file", "odd")


@pytest.mark.parametrize("name", GOOD)
def test_progress_ends_at_the_number_of_records(name):
    calls = []
    read(GOOD[name], "odd", format=name, progress=lambda done, total: calls.append((done, total)))

    done, total = calls[-1]
    assert done == total > 0


@pytest.mark.parametrize("name", GOOD)
def test_what_a_file_does_not_carry_is_said(name):
    imported = read(GOOD[name], "odd", format=name)

    limits = imported.capability_limits
    assert (imported.case.citations == ()) == ("no citations: nothing can be verified" in limits)
    assert "no dates: who came first cannot be told" in limits
