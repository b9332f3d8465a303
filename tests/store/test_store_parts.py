"""A file stored part by part: nothing ends, places go on, and what a part leaves out stays."""

from types import MappingProxyType

from core.model import Answer, Case, Citation, Claim, Edge, Evidence, Source
from core.states import Relation, SourceKind

LONG = "x" * 300


def part(number, **source):
    claim, page = f"c{number}", "page\x00one"
    return Case(
        "parts",
        answers=(Answer(f"a{number}", "Text."),),
        claims=(Claim(claim, f"Claim {number}.", f"a{number}"),),
        evidence=(Evidence(f"{LONG}{number}", claim, page, "Words."),),
        citations=(Citation(f"k{number}", claim, page, f"{LONG}{number}"),),
        sources=(Source(page, **source), Source(f"own{number}")),
        edges=(Edge(f"own{number}", page, Relation.CITES),),
    )


def send(store, case, number):
    after = {kind: number for kind in ("evidence", "citations", "edges", "judgements")}
    return store.import_case(case, file="f", file_digest=f"d{number}", format="package", by="me", after=after)


def dossiers(store):
    return list(store.dossiers("parts"))


def test_parts_add_up_and_nothing_of_an_earlier_part_ends(store):
    reports = [send(store, part(number, title="One"), number) for number in range(3)]

    assert ["c0", "c1", "c2"] == [dossier.claim.id for dossier in dossiers(store)]
    assert [0, 0, 0] == [report.removed for report in reports]
    assert ("d0", "d1", "d2") == store.delivered("parts")


def test_the_same_part_again_changes_nothing(store):
    send(store, part(0, title="One"), 0)
    send(store, part(1, title="One"), 1)

    again = send(store, part(0, title="One"), 0)

    assert (0, 0, 0) == (again.added, again.changed, again.removed)
    assert ("d0", "d1") == store.delivered("parts")


def test_what_a_part_leaves_out_of_a_source_stays(store):
    send(store, part(0, title="One", url="https://one.example/", extra=MappingProxyType({"a": 1})), 0)
    send(store, part(1, publisher="Ledger"), 1)

    source = next(source for source in dossiers(store)[0].sources if source.id == "page\x00one")
    assert ("One", "https://one.example/", "Ledger", {"a": 1}) == (
        source.title, source.url, source.publisher, dict(source.extra),
    )  # fmt: skip


def test_a_source_that_was_retrieved_in_one_part_stays_so_where_another_only_names_it(store):
    send(store, part(0, title="One"), 0)
    send(store, part(1, title="page (not retrieved)", retrieved=False, kind=SourceKind.UNSPECIFIED), 1)

    source = next(source for source in dossiers(store)[0].sources if source.id == "page\x00one")
    assert (True, "One", SourceKind.DOCUMENT) == (source.retrieved, source.title, source.kind)


def test_a_part_that_says_something_else_of_a_source_renews_it(store):
    send(store, part(0, title="One"), 0)
    send(store, part(1, title="Two"), 1)

    assert {"Two"} == {s.title for d in dossiers(store) for s in d.sources if s.id == "page\x00one"}


def test_a_whole_file_after_parts_ends_what_it_does_not_have(store):
    send(store, part(0), 0)
    send(store, part(1), 1)
    store.import_case(part(1), file="f", file_digest="w", format="package", by="me")

    assert ["c1"] == [dossier.claim.id for dossier in dossiers(store)]
