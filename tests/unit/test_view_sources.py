"""The source registry and one source as the pages word them."""

from dataclasses import replace

from core.kinship import (
    LeaningClaim,
    Member,
    RetractionEffect,
    SourceAddress,
    SourceFile,
    SourceFilter,
    SourceLine,
    SourceVersion,
)
from core.model import Edge, Source
from core.results import LabelEvent, Page, Reading
from core.states import Decision, EdgeStatus, Relation, SourceKind
from dashboard.viewmodels.source import (
    addresses_table,
    claims_table,
    claims_words,
    effect_table,
    effect_words,
    history_words,
    members_table,
    neighbours_table,
    source_view,
    versions_table,
)
from dashboard.viewmodels.sources import merge_words, place_words, publishers_of, sources_table, sources_view

EVIL = "<script>alert(1)</script> ![x](http://evil.example/x.png)"
LINE = SourceLine(
    uid="harbour:post",
    dataset="harbour",
    id="post",
    title=EVIL,
    publisher="Morning Post",
    owner="Post Group",
    domain="post.example",
    kind=SourceKind.DOCUMENT,
    url="https://post.example/a",
    published_at="2026-03-03T08:10:00+01:00",
    versions=2,
    retracted=False,
    claims=1_204,
    upstream=1,
    downstream=3,
    merged=0,
)


def file_of(source: Source, line: SourceLine) -> SourceFile:
    return SourceFile(line, source, (), (), (), (), (), Page((), 0, 1, 50), (), None)


def test_the_address_says_which_sources_are_wanted() -> None:
    asked = {"q": "quay", "publisher": "Morning Post", "kind": "study", "retracted": "yes", "merged": "yes"}
    view = sources_view({**asked, "order": "title"})

    assert SourceFilter(None, "quay", "Morning Post", SourceKind.STUDY, True, True) == view.wanted
    assert "title" == view.order


def test_what_the_address_cannot_mean_is_named_and_lets_everything_pass() -> None:
    view = sources_view({"kind": "novel", "retracted": "maybe", "merged": "no", "order": "taste"})

    assert SourceFilter() == view.wanted
    assert "most claims" == view.order
    assert ["kind", "retracted", "merged", "order"] == [words.partition(":")[0] for words in view.refused]


def test_a_line_of_the_registry_holds_text_only_and_opens_its_source() -> None:
    (row,) = sources_table([LINE]).rows

    assert row.cells[0].text.startswith("<script>alert(1)</script>")
    assert "sources?source=harbour%3Apost" == row.href
    assert ["2026-03-03", "1,204", "1", "3", "2", "–"] == [cell.text for cell in row.cells[3:9]]


def test_what_sets_a_source_apart_is_said_in_words() -> None:
    (row,) = sources_table([replace(LINE, retracted=True, merged=3, retrieved=False)]).rows

    assert ("retracted · 3 merged · not retrieved", "refuse") == (row.cells[8].text, row.cells[8].colour)


def test_publishers_to_choose_from_hold_the_chosen_one() -> None:
    assert ["Echo", "Morning Post"] == publishers_of([LINE, replace(LINE, publisher=None)], "Echo")


def test_only_sources_of_one_data_set_can_be_merged() -> None:
    assert ("", "Tick at least two sources that are one document.") == merge_words(["harbour:post"])
    assert "" == merge_words(["harbour:post", "lake:post"])[0]
    assert "harbour" == merge_words(["harbour:post", "harbour:echo"])[0]


def test_a_page_says_which_part_of_the_registry_it_shows() -> None:
    assert "1 to 1 of 1 source" == place_words(Page((LINE,), 1, 1, 50))
    assert "no source" == place_words(Page((), 0, 1, 50))


def test_a_source_says_what_it_is_and_what_sets_it_apart() -> None:
    line = replace(LINE, merged=2, retrieved=False)
    source = Source(
        "post", EVIL, publisher="Morning Post", url="javascript:alert(1)", retrieved=False, text="x" * 2_000
    )
    view = source_view(file_of(source, line))

    assert EVIL == view.title
    assert "document · Morning Post · Post Group · post.example · harbour" == view.byline
    assert ("javascript:alert(1)", "") == (view.url, view.link)
    assert 2 == len(view.marks)
    assert view.text.endswith(" …")


def test_neighbours_name_relation_standing_and_evidence() -> None:
    edge = Edge("post", "wire", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.97, rule="text_reuse")
    (row,) = neighbours_table([(edge, replace(LINE, uid="harbour:wire"))], upstream=True).rows

    assert ("copied from", "suspected 97 %") == (row.cells[0].text, row.cells[2].text)
    assert "harbour:wire" == row.id


def test_nothing_upstream_is_unknown_and_not_independent() -> None:
    assert "unknown, not absent" in neighbours_table((), upstream=True).empty


def test_versions_say_what_came_and_from_which_file() -> None:
    old = SourceVersion(
        "post", 1, "2026-03-01T00:00:00Z", "2026-03-05T00:00:00Z", "Old", None, None, None, True, "a.json"
    )
    new = SourceVersion("post", 2, "2026-03-05T00:00:00Z", None, "New", None, "f" * 64, "v2", False, "b.json")
    rows = versions_table((new, replace(old, reworded=False))).rows

    assert ["2 (v2)", "2026-03-05 00:00", "current", "other details", "b.json", "ffffffffffff…"] == [
        cell.text for cell in rows[0].cells[1:]
    ]
    assert ["first seen", "a.json", "none stated"] == [cell.text for cell in rows[1].cells[4:]]


def test_an_address_says_what_was_taken_off() -> None:
    one = SourceAddress(
        "post", "https://m.post.example/a?utm_x=1", "https://post.example/a", ("mobile host",), "2026-01-02"
    )
    (row,) = addresses_table((one,)).rows

    assert "mobile host; an archive's copy of 2026-01-02" == row.cells[2].text


def test_a_merged_document_says_why_it_is_one() -> None:
    (row,) = members_table((Member("echo", "", None, "same DOI 10.1/x", "detection", "2026-03-01T10:00:00Z", 9),)).rows

    assert ["echo", "same DOI 10.1/x", "detection, 2026-03-01 10:00"] == [cell.text for cell in row.cells]


def test_claims_that_lean_on_it_open_their_page() -> None:
    (row,) = claims_table((LeaningClaim("harbour:c3", "The quay closes.", Decision.QUALIFY),)).rows

    assert ("claim?claim=harbour%3Ac3", "◐ Qualify") == (row.href, row.cells[1].text)
    assert "51 to 51 of 51 claims" == claims_words(Page((LeaningClaim("x:c", "", Decision.ANSWER),), 51, 2, 50))


def test_what_a_retraction_would_change_is_said_before_it_is_made() -> None:
    before, after = Reading(3.0, 0.3, 0.58, Decision.QUALIFY), Reading(1.0, 0.1, 0.35, Decision.REFUSE)
    effect = RetractionEffect((("harbour:c3", "The quay closes.", before, after),), 4, 1, 7)
    (row,) = effect_table(effect).rows

    assert (
        "Retracting it moves the figures of 1 of the 4 claims that lean on it; "
        "what confidence allows would change for 1." == effect_words(effect, retracting=True)
    )
    assert ["◐ Qualify", "○ Refuse", "3 → 1", "58 % → 35 %"] == [cell.text for cell in row.cells[1:]]


def test_a_retraction_that_moves_nothing_says_so() -> None:
    assert "moves no figure: no claim leans on it" in effect_words(RetractionEffect((), 0, 0, None), retracting=True)
    assert "Taking the retraction back moves no figure of any of the 2 claims" in effect_words(
        RetractionEffect((), 2, 0, None), retracting=False
    )


RETRACTION = LabelEvent(
    9, "2026-03-10T09:00:00Z", "ana", "retraction", "harbour", "post", None, None, None, "fraud",
    edge_key="post\x1f\x1fretracted", edge_status=EdgeStatus.CONFIRMED,
)  # fmt: skip
MERGE = replace(RETRACTION, kind="merge", edge_key="echo\x1fpost\x1fone document", reason="")


def test_what_was_said_of_the_document_itself_is_told_in_its_own_words() -> None:
    no = EdgeStatus.REJECTED

    assert "9 · retracted · ana, 2026-03-10 09:00, “fraud”" == history_words(RETRACTION)
    assert " · not retracted · " in history_words(replace(RETRACTION, edge_status=no))
    assert "9 · one document with echo · ana, 2026-03-10 09:00" == history_words(MERGE)
    assert " · another document than echo · " in history_words(replace(MERGE, edge_status=no))
