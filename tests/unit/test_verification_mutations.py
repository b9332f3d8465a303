"""Of every grounded check the source is changed: a character, digit, sign, page, cell or byte. Nothing stays green."""

import io
from collections.abc import Callable
from dataclasses import dataclass, replace
from hashlib import sha256

import openpyxl
import pytest

from core.verification.citations import NOWHERE, CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER
from core.verification.grounding import read
from core.verification.grounding.types import Artifact, Unreadable
from core.verification.index import SourceIndex
from core.verification.records import Check
from core.verification.representation import Representation
from core.verification.verifiers import VERIFIERS
from core.verification.vocabulary import CheckStatus, ClaimKind, Reason

TEXT = (
    "Backups are kept for 90 days. The share of silt rose by 12.5% to −3.4 °C in May.\n\n"
    "Plant Alpha cut leaks by nine percent; Plant Beta did not.\n\n"
    "Sales were 1,234 units in 2023, about 5–10 kg each."
)
HTML = (
    "<html><body><p>Backups are kept for 90 days.</p><p>Plant Alpha cut leaks by 12.5% in May.</p>"
    "<table><tr><th>Plan</th><th>Failures</th></tr><tr><td>Basic</td><td>27</td></tr>"
    "<tr><td>Enterprise</td><td>31</td></tr></table></body></html>"
)
CSV = "Plan,Failures\nBasic,27\nEnterprise,31\n"
MARKDOWN = (
    "# Report\n\nBackups are kept for 90 days.\n\n| Plan | Failures |\n|---|---|\n| Basic | 27 |\n| Enterprise | 31 |\n"
)


def sheet(failures: int = 31, name: str = "Enterprise") -> bytes:
    book = openpyxl.Workbook()
    book.active.title = "Plans"
    for row in (["Plan", "Failures"], ["Basic", 27], [name, failures]):
        book.active.append(row)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@dataclass(frozen=True)
class Grounded:
    """A source and a claim that is grounded in it."""

    data: bytes
    name: str
    claim: CitedClaim


def quote(text: str, locator: Locator = NOWHERE) -> CitedClaim:
    return CitedClaim(ClaimKind.QUOTE, text, locator)


def cell(text: str) -> CitedClaim:
    return CitedClaim(ClaimKind.TABLE_CELL, text, Locator(row="Enterprise", column="Failures"))


GROUNDED = [
    Grounded(TEXT.encode(), "a.txt", quote("Backups are kept for 90 days.")),
    Grounded(TEXT.encode(), "a.txt", quote("The share of silt rose by 12.5% to −3.4 °C in May.")),
    Grounded(TEXT.encode(), "a.txt", quote("Plant Alpha cut leaks by nine percent; Plant Beta did not.")),
    Grounded(TEXT.encode(), "a.txt", quote("Sales were 1,234 units in 2023, about 5–10 kg each.")),
    Grounded(TEXT.encode(), "a.txt", quote("Plant Alpha cut leaks by nine percent;", Locator(element_id="e2"))),
    Grounded(HTML.encode(), "a.html", quote("Plant Alpha cut leaks by 12.5% in May.")),
    Grounded(HTML.encode(), "a.html", cell("31")),
    Grounded(CSV.encode(), "a.csv", cell("31")),
    Grounded(MARKDOWN.encode(), "a.md", cell("31")),
    Grounded(MARKDOWN.encode(), "a.md", quote("Backups are kept for 90 days.")),
    Grounded(sheet(), "a.xlsx", cell("31")),
]
each = pytest.mark.parametrize("given", GROUNDED, ids=[f"{g.name} {(g.claim.text or '')[:16]}" for g in GROUNDED])


def source_of(data: bytes, name: str) -> Representation:
    return read(Artifact(data, "sha256:" + sha256(data).hexdigest(), name))


def checked(source: Representation, claim: CitedClaim, pin: str | None = None) -> Check:
    index = SourceIndex(source, HEADWATER)
    return VERIFIERS["headwater"].verify(index, CitationSet((claim,), pin)).checks[0]


@each
def test_the_unchanged_source_grounds_the_claim(given: Grounded) -> None:
    source = source_of(given.data, given.name)

    assert checked(source, given.claim).grounded
    assert checked(source, given.claim, source.artifact).grounded


@each
def test_any_changed_byte_makes_a_pinned_citation_stale(given: Grounded) -> None:
    pin = source_of(given.data, given.name).artifact
    step = max(1, len(given.data) // 40)
    for at in range(0, len(given.data), step):
        changed = given.data[:at] + bytes([given.data[at] ^ 1]) + given.data[at + 1 :]
        try:
            source = source_of(changed, given.name)
        except Unreadable:
            continue

        found = checked(source, given.claim, pin)

        assert (CheckStatus.STALE, Reason.STALE_FINGERPRINT) == (found.status, found.reason)


def swapped(sign: str) -> str:
    """Another sign of the same kind."""
    if sign.isdigit():
        return str((int(sign) + 1) % 10)
    if sign.isalpha():
        return "q" if sign != "q" else "z"
    return {"−": "+", "%": "‰", ".": ",", ",": ".", "–": "+", "°": "º", ";": ":"}.get(sign, "#")


def test_any_changed_character_of_the_quoted_words_is_no_longer_grounded() -> None:
    for given in (g for g in GROUNDED if g.name == "a.txt"):
        words = given.claim.text or ""
        start = TEXT.index(words)
        for offset, sign in enumerate(words):
            if sign == " ":
                continue
            at = start + offset
            changed = TEXT[:at] + swapped(sign) + TEXT[at + 1 :]

            assert not checked(source_of(changed.encode(), "a.txt"), given.claim).grounded, (words, offset, sign)


@pytest.mark.parametrize("sign", list("0123456789.,-−+%$€kx²½"))
def test_a_sign_that_grows_a_number_at_either_end_is_no_longer_grounded(sign: str) -> None:
    words = "12 sites were closed in the year 1990"
    source = "In all {}12 sites were closed in the year 1990{} by order."

    before = checked(source_of(source.format(sign, "").encode(), "a.txt"), quote(words))
    if sign in "$€0123456789.,²½kx-−+":
        assert not before.grounded
    if sign in "0123456789²½%kx":
        assert not checked(source_of(source.format("", sign).encode(), "a.txt"), quote(words)).grounded
    assert checked(source_of(source.format("", "").encode(), "a.txt"), quote(words)).grounded


@pytest.mark.parametrize(
    ("words", "source"),
    [
        ("documented in all of the files", "It is undocumented in all of the files."),
        ("the members agreed that they can", "Yesterday the members agreed that they can't."),
        ("growth of the region was at 3.5", "Last year growth of the region was at 3.5 million."),
        ("growth of the region was at 5", "Last year growth of the region was at 5%."),
        ("5% of the plan was met then", "Only −5% of the plan was met then."),
        ("compliant with the rules of the house", "All are non-compliant with the rules of the house."),
        ("the treaty of the year 19", "Read the treaty of the year 1990."),
        ("234 units were sold in the spring", "Then 1,234 units were sold in the spring."),
        ("10 kg of silt were taken away", "Some 5–10 kg of silt were taken away."),
    ],
)
def test_a_quote_never_cuts_a_word_or_a_number(words: str, source: str) -> None:
    found = checked(source_of(source.encode(), "a.txt"), quote(words))

    assert CheckStatus.MISMATCH is found.status
    assert found.reason in (Reason.BOUNDARY_SPLIT, Reason.NUMBER_SPLIT)


CELLS: list[tuple[str, Callable[[], bytes]]] = [
    ("a.csv", lambda: CSV.replace("31", "32").encode()),
    ("a.csv", lambda: CSV.replace("31", "-31").encode()),
    ("a.csv", lambda: CSV.replace("31", "310").encode()),
    ("a.csv", lambda: CSV.replace("Enterprise", "Enterprises").encode()),
    ("a.csv", lambda: CSV.replace("Failures", "Success").encode()),
    ("a.csv", lambda: b"Plan,Failures\nEnterprise,27\nBasic,31\n"),
    ("a.html", lambda: HTML.replace("31", "3<b>2</b>").encode()),
    ("a.html", lambda: HTML.replace("31", "3<sup>1</sup>").encode()),
    ("a.html", lambda: HTML.replace("<td>31", "<td></td><td>31").encode()),
    ("a.md", lambda: MARKDOWN.replace("31", "3.1").encode()),
    ("a.xlsx", lambda: sheet(32)),
    ("a.xlsx", lambda: sheet(31, "Other")),
]


@pytest.mark.parametrize(("name", "changed"), CELLS, ids=[name for name, _ in CELLS])
def test_a_changed_cell_or_header_is_no_longer_grounded(name: str, changed: Callable[[], bytes]) -> None:
    assert not checked(source_of(changed(), name), cell("31")).grounded


def test_a_page_that_moved_is_no_longer_grounded_where_it_was() -> None:
    from core.verification.representation import Capabilities, Page, Parser

    def paged(*texts: str) -> Representation:
        text = "\f".join(texts)
        starts = [sum(len(t) + 1 for t in texts[:n]) for n in range(len(texts))]
        pages = tuple(Page(f"p{n}", n, start=s, end=s + len(texts[n - 1])) for n, s in enumerate(starts, start=1))
        return Representation("test", Parser("t", "1"), Capabilities(char_offsets=True), text=text, pages=pages)

    claim = quote("Backups are kept for ninety days.", Locator(page="1"))

    assert checked(paged("Backups are kept for ninety days.", "Another page follows here."), claim).grounded
    moved = checked(paged("Another page is first now.", "Backups are kept for ninety days."), claim)
    assert (CheckStatus.MISMATCH, Reason.LOCATOR_CONFLICT, ("2",)) == (moved.status, moved.reason, moved.elsewhere)


def test_the_same_bytes_read_otherwise_are_a_changed_representation() -> None:
    source = source_of(TEXT.encode(), "a.txt")
    other = replace(source, parser=replace(source.parser, version="0"), text=TEXT.replace("90", "9O"))
    made_from = CitationSet((quote("Backups are kept for 90 days."),), source.artifact, source.digest)

    found = VERIFIERS["headwater"].verify(SourceIndex(other, HEADWATER), made_from).checks[0]

    assert source.digest != other.digest
    assert (CheckStatus.STALE, Reason.REPRESENTATION_CHANGED) == (found.status, found.reason)
