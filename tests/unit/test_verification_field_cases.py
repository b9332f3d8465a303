"""Faults seen in the field (VER-*, SEC-* of the shared cases): each input must end in the outcome it asks for."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from core.model import Case, Citation, Claim, Source
from core.services.verifying import package_as_dict, verify_case
from core.verification.citations import NOWHERE, CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER, TextNormalization, VerificationConfig
from core.verification.grounding.text import represent
from core.verification.index import SourceIndex
from core.verification.markers import resolve
from core.verification.matching.quantities import NumberRelation, compare_numbers
from core.verification.reading.process import ReadingProcess
from core.verification.reading.reader import ArtifactReader
from core.verification.records import Check
from core.verification.representation import (
    Capabilities,
    Cell,
    Page,
    Parser,
    Representation,
    Table,
)
from core.verification.source_map import SourceMap
from core.verification.verifiers import VERIFIERS, verifier_for
from core.verification.vocabulary import Advisory, CheckStatus, ClaimKind, MatchMethod, Reason
from core.verification.wording import describe

CASES = Path(__file__).resolve().parents[3] / "shared" / "golden" / "field_cases.jsonl"
pytestmark = pytest.mark.skipif(not CASES.is_file(), reason="../shared/golden is not here")

TYPOGRAPHIC = VerificationConfig(
    config_version="headwater-typographic-v1",
    text_normalization=TextNormalization.TYPOGRAPHIC_V1,
    house=HEADWATER.house,
)


def case(identity: str) -> dict[str, Any]:
    """The input of one field case."""
    for line in CASES.read_text("utf-8").splitlines():
        found: dict[str, Any] = json.loads(line)
        if found["id"] == identity:
            return found["input"]
    pytest.fail(f"no case {identity}")


def checked(
    source: Representation | str,
    text: str | None,
    locator: Locator = NOWHERE,
    *,
    kind: ClaimKind = ClaimKind.QUOTE,
    pin: str | None = None,
    config: VerificationConfig = HEADWATER,
    **more: Any,
) -> Check:
    """The check of one claim."""
    representation = represent(source, None) if isinstance(source, str) else source
    citations = CitationSet((CitedClaim(kind, text, locator, **more),), pin)
    return verifier_for(config).verify(SourceIndex(representation, config), citations).checks[0]


def paged(pages: list[dict[str, Any]]) -> Representation:
    """A source with pages, as a case states them."""
    parts: list[str] = []
    made = []
    length = 0
    for page in pages:
        if parts:
            parts.append("\n\f\n")
            length += 3
        text = page.get("text", "")
        made.append(
            Page(
                f"page-{page['index']}", page["index"], 61200, 79200, label=page.get("label"),
                start=length, end=length + len(text),
            )
        )  # fmt: skip
        parts.append(text)
        length += len(text)
    return Representation(
        "test", Parser("test", "1"), Capabilities(char_offsets=True), text="".join(parts), pages=tuple(made)
    )


def test_a_ligature_is_the_letters_it_joins_and_the_excerpt_stays_as_printed() -> None:
    given = case("VER-01")

    check = checked(given["source"], given["quote"])

    assert (CheckStatus.GROUNDED, MatchMethod.NORMALIZED_TEXT) == (check.status, check.method)
    assert given["source"] == check.evidence.quoted
    assert "ﬁ" in check.folded


def test_lost_characters_are_neither_a_match_nor_a_wrong_quote() -> None:
    given = case("VER-02")

    check = checked(given["source"], given["quote"])

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.TEXT_LAYER_UNRELIABLE) == (check.status, check.reason)
    assert "lost" in describe(check)


def test_dashes_are_folded_only_by_the_profile_that_says_so() -> None:
    given = case("VER-03")

    by_default = checked(given["source"], given["quote"])
    opted_in = checked(given["source"], given["quote"], config=TYPOGRAPHIC)

    assert CheckStatus.MISMATCH is by_default.status
    assert Advisory.TYPOGRAPHY_DIFFERS in by_default.warnings
    assert (CheckStatus.GROUNDED, MatchMethod.NORMALIZED_TEXT) == (opted_in.status, opted_in.method)
    assert {"“", "’", "–", "…"} <= set(opted_in.folded)


def test_an_ellipsis_that_swallows_a_negation_is_not_verified() -> None:
    given = case("VER-06")

    check = checked(given["source"], given["quote"])

    assert CheckStatus.MISMATCH is check.status
    assert Advisory.NEGATION_OMITTED in check.warnings
    assert "must not be restarted" in check.evidence.quoted


def test_a_look_alike_sentence_is_a_hint_that_names_the_name() -> None:
    given = case("VER-08")

    check = checked(given["source"], given["quote"])

    assert CheckStatus.MISMATCH is check.status
    assert Advisory.NAME_DIFFERS in check.warnings
    assert ("Alpha", "Beta") == (check.hint.differences[0].expected, check.hint.differences[0].observed)


def test_a_short_quote_is_not_matched_to_an_unrelated_word() -> None:
    given = case("VER-09")

    check = checked(given["source"], given["quote"])

    assert Reason.QUOTE_TOO_SHORT is check.reason
    assert check.hint is None
    assert check.evidence.quoted is None


def test_a_changed_number_is_a_mismatch_that_names_both() -> None:
    given = case("VER-10")

    check = checked(given["source"], given["quote"])

    assert CheckStatus.MISMATCH is check.status
    assert Advisory.NUMBER_DIFFERS in check.warnings
    assert ("12", "21") == (check.hint.differences[0].expected, check.hint.differences[0].observed)
    assert "“21”" in describe(check)
    assert "“12”" in describe(check)


def test_a_quote_that_begins_after_the_negation_carries_a_warning() -> None:
    given = case("VER-12")

    check = checked(given["source"], given["quote"])

    assert CheckStatus.GROUNDED is check.status
    assert Advisory.QUALIFIER_OUTSIDE_QUOTE in check.warnings
    assert check.evidence.before.endswith("must not ")


def test_a_reworded_quote_is_at_most_near() -> None:
    given = case("VER-13")

    check = checked(given["source"], given["quote"])

    assert CheckStatus.MISMATCH is check.status
    assert ["syndrome"] == [d.expected for d in check.hint.differences if d.expected]


def test_a_word_split_at_the_line_end_is_found_by_its_own_method() -> None:
    given = case("VER-14")

    check = checked(given["source"], given["quote"])

    assert (CheckStatus.GROUNDED, MatchMethod.NORMALIZED_DEHYPHENATED) == (check.status, check.method)


def test_a_quote_runs_over_a_page_break_past_header_and_footer() -> None:
    given = case("VER-16")

    check = checked(paged(given["pages"]), given["quote"], Locator(page=str(given["page"])))

    assert CheckStatus.GROUNDED is check.status
    assert (3, 4) == check.evidence.pages
    assert Advisory.PAGES_JOINED in check.warnings
    assert "pages 3–4" in describe(check)


def test_pages_are_not_joined_in_the_wrong_order() -> None:
    given = case("VER-17")

    for page in (None, "3", "4"):
        assert not checked(paged(given["pages"]), given["quote"], Locator(page=page)).grounded


def test_a_printed_page_number_is_found_and_both_numbers_are_shown() -> None:
    given = case("VER-18")

    check = checked(paged(given["pages"]), given["citation"]["quote"], Locator(page=given["citation"]["page"]))

    assert CheckStatus.GROUNDED is check.status
    assert (5, "2") == (check.evidence.position, check.evidence.label)
    assert Advisory.PAGE_LABEL_USED in check.warnings
    assert "page 5 (printed 2)" in describe(check)


def test_a_quote_on_the_next_page_is_neither_verified_nor_not_found() -> None:
    given = case("VER-20")

    check = checked(paged(given["pages"]), given["citation"]["quote"], Locator(page=str(given["citation"]["page"])))

    assert (CheckStatus.MISMATCH, Reason.LOCATOR_CONFLICT) == (check.status, check.reason)
    assert ("3",) == check.elsewhere
    assert "page 3" in describe(check)


def test_pages_of_another_edition_are_not_compared() -> None:
    given = case("VER-21")
    copy = paged([{"index": n, "text": f"Page {n} of the indexed copy."} for n in range(1, 132)])
    assert given["indexed copy"]["pages"] == len(copy.pages)

    check = checked(
        copy, "Page 112 of the indexed copy.", Locator(page="112"), edition_pages=given["citation"]["edition_pages"]
    )

    assert (CheckStatus.MISMATCH, Reason.LOCATOR_CONFLICT) == (check.status, check.reason)
    assert "140 pages cited, 131 in this copy" == check.note
    assert ("112",) == check.elsewhere


def test_a_source_without_pages_takes_none_from_its_neighbour() -> None:
    first, second = (represent(chunk["text"], None) for chunk in case("VER-22")["chunks"])

    check = checked(second, "eel survey, plain text", Locator(page="4"))

    assert ((), ()) == (first.pages, second.pages)
    assert CheckStatus.CAPABILITY_BLOCKED is check.status
    assert checked(second, "eel survey, plain text").evidence.position is None


def test_several_places_are_ambiguous_until_the_text_before_tells_them_apart() -> None:
    given = case("VER-24")
    plain, with_prefix = given["citations"]

    first = checked(given["source"], plain["quote"])
    second = checked(given["source"], with_prefix["quote"], Locator(prefix=with_prefix["prefix"]))

    assert (Reason.AMBIGUOUS_LOCATION, 3) == (first.reason, first.occurrences)
    assert CheckStatus.GROUNDED is second.status
    assert given["source"].index("Row 2") + len("Row 2: ") == second.evidence.chars[0]


def test_a_replaced_source_stays_stale_though_the_sentence_is_still_there() -> None:
    given = case("VER-26")
    sha = {"sha256:aaaa": "sha256:" + "a" * 64, "sha256:bbbb": "sha256:" + "b" * 64}
    source = represent(given["source"]["text"], sha[given["source"]["fingerprint"]])

    check = checked(source, given["citation"]["quote"], pin=sha[given["citation"]["expected_fingerprint"]])

    assert (CheckStatus.STALE, Reason.STALE_FINGERPRINT) == (check.status, check.reason)
    assert check.still_occurs is True
    assert "still stands there" in describe(check)


def test_a_deleted_source_is_missing_and_counts_as_not_checked(reader: ArtifactReader) -> None:
    given = case("VER-28")["citation"]
    facts = Case(
        "d",
        claims=(Claim("c", "Agreed."),),
        citations=(Citation("k", "c", given["source_id"], expected_text=given["quote"]),),
    )

    found = package_as_dict(verify_case(facts, reader))

    assert "source_missing" == found["citations"][0]["reason"]
    assert (1, 0) == (found["summary"]["not_checked"], found["summary"]["grounded"])


def test_a_verifier_that_fails_or_takes_too_long_never_reads_as_approval(tmp_path: Path) -> None:
    slow = ReadingProcessThat("times out")
    broken = ReadingProcessThat("dies")
    (tmp_path / "a.txt").write_text("Agreed on all of it, said the chair.")
    facts = Case(
        "d", sources=(Source("s"),), citations=(Citation("k", "c", "s", expected_text="Agreed on all of it, said"),)
    )
    sources = SourceMap(tmp_path, {"s": "a.txt"})

    outcomes = [
        package_as_dict(verify_case(facts, ArtifactReader(process), sources=sources)) for process in (broken, slow)
    ]

    assert ["parse_failed", "limits_exceeded"] == [found["citations"][0]["reason"] for found in outcomes]
    assert [1, 1] == [found["summary"]["not_checked"] for found in outcomes]
    assert [0, 0] == [found["summary"]["grounded"] for found in outcomes]


def test_a_source_without_text_is_neither_verified_nor_a_mismatch() -> None:
    given = case("VER-30")

    check = checked(given["sources"][0]["text"], given["citation"]["quote"])

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.NO_TEXT_LAYER) == (check.status, check.reason)


def test_a_number_on_a_flat_page_proves_no_table_cell() -> None:
    given = case("VER-32")
    wanted = given["citation"]["table"]

    check = checked(
        given["source"]["text"], wanted["value"], Locator(row=wanted["row"], column=wanted["column"]),
        kind=ClaimKind.TABLE_CELL,
    )  # fmt: skip

    assert (CheckStatus.CAPABILITY_BLOCKED, Reason.MISSING_TABLE_CAPABILITY) == (check.status, check.reason)


def tabular(rows: list[list[str]], header_rows: int = 1) -> Representation:
    """A source that is one table."""
    cells = tuple(Cell(r, c, text) for r, row in enumerate(rows) for c, text in enumerate(row))
    return Representation(
        "test", Parser("test", "1"), Capabilities(tables=True), text="x",
        tables=(Table("t1", cells, header_rows=header_rows),),
    )  # fmt: skip


def test_a_value_of_another_row_is_a_mismatch_that_says_where_it_stands() -> None:
    given = case("VER-34")
    wanted = given["citation"]

    check = checked(
        tabular([given["table"]["columns"], *given["table"]["rows"]]), wanted["value"],
        Locator(row=wanted["row"], column=wanted["column"]), kind=ClaimKind.TABLE_CELL,
    )  # fmt: skip

    assert (CheckStatus.MISMATCH, Reason.TEXT_MISMATCH) == (check.status, check.reason)
    assert "'31'" in check.note
    assert ("Basic",) == check.elsewhere


def test_a_header_of_two_lines_is_ambiguous_by_one_and_clear_by_both() -> None:
    given = case("VER-36")
    table = tabular([*given["table"]["header rows"], *given["table"]["rows"]], header_rows=2)

    one, both = (
        checked(table, wanted["value"], Locator(row=wanted["row"], column=wanted["column"]), kind=ClaimKind.TABLE_CELL)
        for wanted in given["citations"]
    )

    assert Reason.TABLE_HEADER_AMBIGUOUS is one.reason
    assert "2 columns" in one.note
    assert (CheckStatus.GROUNDED, MatchMethod.TABLE_CELL_LOOKUP) == (both.status, both.method)


def test_grouping_alone_does_not_make_numbers_differ() -> None:
    for left, right in case("VER-37")["pairs"]:
        assert NumberRelation.EQUAL is compare_numbers(left, right).relation


def test_units_are_compared_with_their_numbers() -> None:
    fraction, unknown, length = case("VER-39")["pairs"]

    def relation(pair: dict[str, Any]) -> NumberRelation:
        return compare_numbers(pair["cited"], pair["cell"], observed_unit=pair.get("unit")).relation

    assert NumberRelation.EQUAL is relation(fraction)
    assert NumberRelation.UNIT_UNKNOWN is relation(unknown)
    assert NumberRelation.DIFFERS is relation(length)
    assert "5.2 km" in compare_numbers(length["cited"], length["cell"]).explanation


def test_numbers_beyond_the_list_are_flagged_and_nothing_is_dropped() -> None:
    given = case("VER-40")

    found = resolve(given["answer"], {str(n): f"s{n}" for n in given["sources"]})

    assert [("2", "s2"), ("6", None), ("9", None)] == [(m.text, m.source_id) for m in found.markers]
    assert 2 == len(found.broken_sentences)
    assert ["Eels fell [9]."] == [given["answer"][a:b] for a, b in found.unsupported_sentences]


def test_two_numbers_of_one_document_are_one_source() -> None:
    given = case("VER-41")

    found = resolve(given["answer"], given["markers"])

    assert {"doc-1": ("3", "7")} == dict(found.by_source)


def test_numbers_keep_their_sources_whatever_their_order() -> None:
    given = case("VER-42")

    found = resolve(given["answer"], given["sources"])

    assert [("5", "Silt atlas"), ("2", "Eel book")] == [(m.text, m.source_id) for m in found.markers]


def test_what_is_cited_and_what_is_listed_are_compared() -> None:
    given = case("VER-44")
    text = " ".join(f"x [{source[1:]}]" for source in given["cited in text"])

    found = resolve(text, {source[1:]: source for source in given["registry"]}, listed=given["listed"])

    assert (("s3",), ("s1",)) == (found.cited_not_listed, found.listed_not_cited)


def test_a_listed_source_that_was_never_retrieved_is_marked() -> None:
    given = case("VER-46")

    found = resolve(given["answer"], {"1": "made-up"}, retrieved=given["retrieved"])

    assert [False] == [marker.in_retrieved for marker in found.markers]


def test_a_source_younger_than_the_answer_is_flagged() -> None:
    given = case("VER-47")

    check = checked(
        given["source"]["text"], given["citation"]["quote"],
        source_date=given["source"]["published_at"], answer_date=given["answer"]["as_of"],
    )  # fmt: skip

    assert CheckStatus.GROUNDED is check.status
    assert Advisory.SOURCE_NEWER_THAN_ANSWER in check.warnings


def test_orders_inside_a_source_change_nothing_but_a_flag() -> None:
    given = case("SEC-01")

    check = checked(given["source"], given["citation"]["quote"])

    assert CheckStatus.NOT_FOUND is checked(given["source"], "Silt rose in May and fell in June.").status
    assert not check.grounded
    assert Advisory.INSTRUCTION_LIKE_TEXT in check.warnings


@contextmanager
def opened_files() -> Iterator[list[str]]:
    """Every path opened meanwhile; an audit hook cannot be taken away, only switched off."""
    paths: list[str] = []
    listening = [True]

    def hook(event: str, arguments: tuple[Any, ...]) -> None:
        if listening[0] and event == "open":
            paths.append(str(arguments[0]))

    sys.addaudithook(hook)
    try:
        yield paths
    finally:
        listening[0] = False


@pytest.mark.parametrize("mapped", [False, True], ids=["not in the map", "in the map"])
def test_a_source_id_is_never_a_path(reader: ArtifactReader, tmp_path: Path, mapped: bool) -> None:
    ids = [given["source_id"] for given in case("SEC-09")["citations"]]
    ids += [
        "C:\\boot.ini",
        "\\\\server\\share",
        "file:///etc/hostname",
        "https://x.example/a",
        "CON",
        "nul.txt",
        "a/../../b",
    ]
    facts = Case("d", citations=tuple(Citation(f"k{n}", "c", i, expected_text="root") for n, i in enumerate(ids)))
    sources = SourceMap(tmp_path, {identity: identity for identity in ids} if mapped else {})

    with opened_files() as paths:
        found = package_as_dict(verify_case(facts, reader, sources=sources))

    assert {"source_missing"} == {row["reason"] for row in found["citations"]}
    assert [] == [path for path in paths if "passwd" in path or "hostname" in path or "boot.ini" in path]


def test_a_link_that_shows_a_trusted_name_and_leads_elsewhere_is_flagged() -> None:
    given = case("SEC-13")
    registry = {item["source_id"]: (item["title"], item["url"]) for item in given["registry"]}

    (link,) = resolve(given["answer"], {}, registry=registry, retrieved=given["retrieved"]).links

    assert ("pol", False) == (link.source_id, link.belongs)
    assert "https://intra.example/pol" == link.registry_url


class ReadingProcessThat:
    """A reading process that fails the way it is told to."""

    def __init__(self, fails: str) -> None:
        self._fails = fails

    def read(self, artifact: Any, format: str | None = None) -> Representation:
        from core.verification.grounding.types import Unreadable

        if self._fails == "dies":
            raise Unreadable(Reason.PARSE_FAILED, "the file made its reader fail")
        raise Unreadable(Reason.LIMITS_EXCEEDED, "reading it takes longer than 60 seconds")

    def tables(self, artifact: Any, page: int) -> tuple[Table, ...]:
        return ()

    def close(self) -> None:
        """Nothing to end."""


@pytest.fixture(scope="module")
def reader() -> Iterator[ArtifactReader]:
    """A reader with a process of its own."""
    with closing(ArtifactReader(ReadingProcess())) as made:
        yield made


def test_every_verifier_is_named_in_its_reports() -> None:
    for verifier in VERIFIERS.values():
        report = verifier.verify(
            SourceIndex(represent("A text.", None), verifier.config),
            CitationSet((CitedClaim(ClaimKind.QUOTE, "A text."),)),
        )

        assert verifier.identity == report.verifier
        assert verifier.config.digest == report.config_digest
