"""Real texts and pages: verbatim quotes of Wikipedia, the same quotes changed by a word, and small HTML files."""

import json
import random
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.verification.citations import NOWHERE, CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER
from core.verification.grounding import read
from core.verification.grounding.text import represent
from core.verification.grounding.types import Artifact
from core.verification.index import SourceIndex
from core.verification.records import Check
from core.verification.representation import Representation
from core.verification.verifiers import VERIFIERS
from core.verification.vocabulary import Advisory, CapabilityLimit, CheckStatus, ClaimKind, MatchMethod, Reason

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data is not here")

MUTATIONS = 1000


@lru_cache
def passages() -> list[tuple[SourceIndex, list[str]]]:
    """Passages with the sentences that were marked in them."""
    found = []
    for line in (DATA / "clapnq" / "clapnq_dev_001-120.jsonl").read_text("utf-8").splitlines():
        entry: dict[str, Any] = json.loads(line)
        text = entry["passages"][0]["text"]
        index = SourceIndex(represent(text, "sha256:" + sha256(text.encode()).hexdigest()), HEADWATER)
        found.append((index, [sentence for output in entry["output"] for sentence in output["selected_sentences"]]))
    return found


def check(index: SourceIndex, text: str, locator: Locator = NOWHERE, kind: ClaimKind = ClaimKind.QUOTE) -> Check:
    return VERIFIERS["headwater"].verify(index, CitationSet((CitedClaim(kind, text, locator),))).checks[0]


def test_every_verbatim_quote_is_grounded() -> None:
    quotes = [(index, quote) for index, sentences in passages() for quote in sentences]

    refused = [(quote, found.reason) for index, quote in quotes if not (found := check(index, quote)).grounded]

    assert 462 == len(quotes)
    assert [] == refused


def changed(quote: str, chance: random.Random, vocabulary: list[str]) -> str | None:
    """The quote with one word within it changed, dropped or negated."""
    words = quote.split()
    if len(words) < 7:
        return None
    at = chance.randrange(1, len(words) - 1)
    how = chance.choice(("change", "drop", "negate", "number"))
    if how == "change":
        words[at] = chance.choice(vocabulary)
    elif how == "drop":
        del words[at]
    elif how == "negate":
        words.insert(at, "not")
    else:
        numbers = [n for n, word in enumerate(words) if re.fullmatch(r"\d+", word)]
        if not numbers:
            return None
        place = chance.choice(numbers)
        words[place] = str(int(words[place]) + 1)
    mutated = " ".join(words)
    return mutated if mutated != " ".join(quote.split()) else None


def test_no_quote_with_one_word_changed_is_grounded() -> None:
    chance = random.Random(20261129)
    quotes = [(index, quote) for index, sentences in passages() for quote in sentences]
    vocabulary = sorted({word for _, quote in quotes for word in quote.split() if word.isalpha()})
    wrong, made = [], 0
    while made < MUTATIONS:
        index, quote = chance.choice(quotes)
        mutated = changed(quote, chance, vocabulary)
        if mutated is None or " ".join(mutated.split()) in " ".join(index.representation.text.split()):
            continue
        made += 1
        found = check(index, mutated)
        if found.grounded:
            wrong.append((quote, mutated))

    assert [] == wrong


def html(name: str) -> Representation:
    data = (DATA / "html_small" / f"{name}.html").read_bytes()
    return read(Artifact(data, "sha256:" + sha256(data).hexdigest(), f"{name}.html"))


HTML_FILES = sorted(path.stem for path in (DATA / "html_small").glob("*.html")) if DATA.is_dir() else []


@pytest.mark.parametrize("name", HTML_FILES)
def test_every_html_file_is_read_with_elements_that_are_its_text(name: str) -> None:
    source = html(name)

    assert source.elements
    assert all(source.text[e.start : e.end] == e.text for e in source.elements)
    assert CapabilityLimit.MISSING_PAGES in source.limits
    assert "/html" in (source.elements[0].path or "")


@pytest.mark.parametrize(
    ("name", "quote"),
    [
        ("formatting", "This is a bold (b) example and right next to it we have a strong emphasis (strong)."),
        ("formatting", "You can also mix them: double strikethrough (s + del)."),
        ("html_rich_table_cells", "A small diving duck some 45 cm (18 in) long."),
        ("table_01", "This is the first paragraph."),
    ],
)
def test_a_quote_of_a_page_is_grounded_across_its_markup(name: str, quote: str) -> None:
    found = check(SourceIndex(html(name), HEADWATER), quote)

    assert found.grounded
    assert found.evidence.element_id is not None


@pytest.mark.parametrize(
    ("name", "table", "place", "text"),
    [
        ("html_rich_table_cells", "t1", (2, 1), "Ponds, lakes, rivers"),
        ("html_rich_table_cells", "t1", (3, 2), "Large, loud, noisy, small"),
        ("html_rich_table_cells", "t1", (4, 1), "Pond Marsh Riverbank"),
        ("html_rich_table_cells", "t2", (1, 0), "Aythya (Diving ducks)"),
        ("html_rich_table_cells", "t3", (0, 1), "Action"),
        ("html_rich_table_cells", "t4", (2, 1), "“quaaaaaack”"),
        ("table_01", "t1", (1, 1), "2..."),
        ("table_02", "t1", (1, 0), "First Line Second Line Third Line"),
        ("table_03", "t1", (1, 0), "First item Second item Third item"),
        ("table_04", "t1", (0, 1), "B"),
        ("table_with_heading_01", "t1", (1, 0), "1..."),
    ],
)
def test_a_cell_of_a_page_is_grounded_at_its_row_and_column(
    name: str, table: str, place: tuple[int, int], text: str
) -> None:
    index = SourceIndex(html(name), HEADWATER)

    here = check(index, text, Locator(table_id=table, cell=place), ClaimKind.TABLE_CELL)
    beside = check(index, text, Locator(table_id=table, cell=(place[0], 1 - min(1, place[1]))), ClaimKind.TABLE_CELL)

    assert (CheckStatus.GROUNDED, MatchMethod.TABLE_CELL_LOOKUP) == (here.status, here.method)
    assert text == "Action" or not beside.grounded


def test_a_cell_is_named_by_its_headers() -> None:
    index = SourceIndex(html("html_rich_table_cells"), HEADWATER)

    right = check(index, "Quack", Locator(row="Mallard", column="Comment"), ClaimKind.TABLE_CELL)
    wrong = check(index, "Quack", Locator(row="Wood Duck", column="Comment"), ClaimKind.TABLE_CELL)

    assert right.grounded
    assert (CheckStatus.MISMATCH, Reason.TEXT_MISMATCH) == (wrong.status, wrong.reason)
    assert ("Mallard",) == wrong.elsewhere


def test_lowered_digits_are_named() -> None:
    found = check(SourceIndex(html("formatting"), HEADWATER), "Water is written as H2O using sub.")

    assert found.grounded
    assert Advisory.SUPERSCRIPT_NEARBY in found.warnings
