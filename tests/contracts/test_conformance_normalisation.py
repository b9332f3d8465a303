"""Which texts count as the same: the contract's two profiles, and our pairs for the safe one."""

import json
from pathlib import Path
from typing import Any

import pytest

from core.verification.config import TextNormalization
from core.verification.matching.profiles import normalized_text

GOLDEN = Path(__file__).resolve().parents[3] / "shared" / "golden"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not GOLDEN.is_dir(), reason="../shared/golden is not here"),
]
PROFILES = {
    "normalization-whitespace-v1.json": TextNormalization.COLLAPSE_WHITESPACE,
    "normalization-unicode-compat-v1.json": TextNormalization.UNICODE_COMPAT_V1,
}


def entries(name: str, key: str) -> list[dict[str, Any]]:
    path = GOLDEN / name
    return list(json.loads(path.read_text("utf-8"))[key]) if path.is_file() else []


@pytest.mark.parametrize(
    ("profile", "vector"),
    [(profile, vector) for name, profile in PROFILES.items() for vector in entries(name, "vectors")],
    ids=lambda value: value["name"] if isinstance(value, dict) else value.value,
)
def test_a_profile_gives_what_its_vector_says(profile: TextNormalization, vector: dict[str, Any]) -> None:
    assert vector["output"] == normalized_text(vector["input"], profile)


@pytest.mark.parametrize("pair", entries("quote_normalisation.json", "pairs"), ids=lambda pair: pair["case"])
def test_the_safe_profile_equates_what_means_the_same_and_nothing_else(pair: dict[str, Any]) -> None:
    left, right = (normalized_text(pair[side], TextNormalization.SAFE_V1) for side in "ab")

    assert pair["equal"] == (left == right)


def test_all_vectors_are_there() -> None:
    assert (17, 24) == tuple(len(entries(name, "vectors")) for name in PROFILES)
    assert 55 == len(entries("quote_normalisation.json", "pairs"))
