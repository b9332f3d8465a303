"""Facts to columns and back give equal values; texts and keys survive anything a file may hold."""

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, strategies as some

from core.model import Answer, Citation, Claim, Edge, Evidence, Judgement, Source
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from core.store import mapping
from core.store.verbatim import ESCAPE, LONGEST_KEY, escaped, key_of, unescaped

anything = some.text(some.characters(exclude_categories=()))
optional = some.none() | anything
share = some.none() | some.floats(0, 1)
number = some.none() | some.integers(-(2**62), 2**62)
json_values = some.recursive(
    some.none() | some.booleans() | some.integers() | some.floats(allow_nan=False, allow_infinity=False) | anything,
    lambda inner: some.lists(inner, max_size=3) | some.dictionaries(anything, inner, max_size=3),
    max_leaves=5,
)
extra = some.dictionaries(anything, json_values, max_size=3)


def row(columns: dict[str, Any], **more: Any) -> Any:
    """A row as the database would give it back."""
    return SimpleNamespace(**columns, **more)


@given(
    some.builds(
        Source,
        id=anything,
        title=anything,
        kind=some.sampled_from(SourceKind),
        url=optional,
        publisher=optional,
        author=optional,
        published_at=optional,
        text=optional,
        dependence=some.none() | some.sampled_from(Dependence),
        weight=share,
        retrieved=some.booleans(),
        retracted=some.booleans(),
        language=optional,
        version=optional,
        fingerprint=optional,
        extra=extra,
    )
)
def test_a_source_comes_back(source: Source) -> None:
    assert source == mapping.source_of(row(mapping.source_columns(source)), source.id, source.text)


@given(some.builds(Answer, anything, anything, anything, optional, extra))
def test_an_answer_comes_back(answer: Answer) -> None:
    assert answer == mapping.answer_of(row(mapping.answer_columns(answer)), answer.id)


@given(some.builds(Claim, anything, anything, optional, some.integers(0, 2**62), optional, extra))
def test_a_claim_comes_back(claim: Claim) -> None:
    assert claim == mapping.claim_of(row(mapping.claim_columns(claim)), claim.id, claim.answer_id)


@given(
    some.builds(
        Evidence,
        anything,
        anything,
        anything,
        anything,
        some.sampled_from(Stance),
        optional,
        share,
        number,
        some.none() | some.floats(allow_nan=False, allow_infinity=False),
        some.sampled_from(EvidenceState),
        optional,
        extra,
    )
)
def test_a_passage_comes_back(item: Evidence) -> None:
    columns = row(mapping.evidence_columns(item), id=item.id)

    assert item == mapping.evidence_of(columns, item.claim_id, item.source_id)


@given(
    some.builds(Citation, anything, anything, anything, optional, optional, optional, optional, number, optional, extra)
)
def test_a_citation_comes_back(citation: Citation) -> None:
    columns = row(mapping.citation_columns(citation), id=citation.id)

    assert citation == mapping.citation_of(columns, citation.claim_id, citation.source_id)


@given(
    some.builds(
        Edge,
        anything,
        anything,
        some.sampled_from(Relation),
        some.sampled_from(EdgeStatus),
        share,
        share,
        optional,
        optional,
    )
)
def test_an_edge_comes_back(edge: Edge) -> None:
    assert edge == mapping.edge_of(row(mapping.edge_columns(edge)), edge.from_id, edge.to_id)


@given(some.builds(Judgement, anything, anything, anything, anything, anything, optional, optional, optional, optional))
def test_a_judgement_comes_back(judgement: Judgement) -> None:
    columns = row(mapping.judgement_columns(judgement), id=judgement.id)

    assert judgement == mapping.judgement_of(columns, judgement.claim_id)


@given(anything)
def test_every_text_survives_and_is_storable(text: str) -> None:
    stored = escaped(text)

    assert text == unescaped(stored)
    assert "\x00" not in stored
    assert stored == stored.encode("utf-8").decode("utf-8")


@pytest.mark.parametrize("text", ["\x1b0000", "\x1b\x00", ESCAPE, "\x1b001b", "\ud83d\ude00", "😀", "\x1bzzzz"])
def test_a_text_that_looks_like_an_escape_survives(text: str) -> None:
    assert text == unescaped(escaped(text))


@given(anything, anything)
def test_two_ids_have_two_keys(one: str, other: str) -> None:
    assert (one == other) == (key_of(one) == key_of(other))


def test_no_short_id_has_the_key_of_a_long_one() -> None:
    long = "x" * (LONGEST_KEY + 1)

    assert len(key_of(long)) > LONGEST_KEY
    assert key_of("x" * LONGEST_KEY) == "x" * LONGEST_KEY
    assert key_of(key_of(long)) != key_of(long)


@pytest.mark.parametrize(
    ("value", "error"), [(float("nan"), ValueError), (float("inf"), ValueError), ({1, 2}, TypeError)]
)
def test_what_is_not_json_is_refused(value: object, error: type[Exception]) -> None:
    with pytest.raises(error):
        mapping.json_of({"x": value})


@pytest.mark.parametrize("digest", [mapping.row_digest])
def test_a_digest_tells_missing_from_empty_and_zero(digest: Callable[..., str]) -> None:
    assert 5 == len({digest(None), digest(""), digest(0), digest("0"), digest(False)})
