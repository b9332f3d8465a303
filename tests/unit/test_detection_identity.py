"""Who is who: field cases IDN-*, each named where it is tested."""

from types import MappingProxyType
from typing import Any

import pytest

from core.assessment import assess
from core.detection import Detection, Document, Proposal, detect
from core.detection.collection import Collection
from core.detection.identity.publishers import families_of, publisher_key
from core.detection.identity.registry import Claimed, identities_of
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.results import Assessment
from core.states import Dependence, EdgeStatus, Relation, SourceKind

LIVE = "https://example.org/news/dam-report"


def documents(*urls: str) -> list[Document]:
    return [Document(f"u{number}", url=url) for number, url in enumerate(urls)]


def with_fields(identifier: str, /, **given: Any) -> Document:
    """A document with stated fields."""
    plain = {name: given.pop(name) for name in list(given) if name in Document.__dataclass_fields__}
    return Document(identifier, fields=MappingProxyType(given), **plain)


def edges_of(found: Detection) -> tuple[Edge, ...]:
    """Every proposal confirmed, as an analyst would."""
    return tuple(Edge(p.from_id, p.to_id, p.relation, EdgeStatus.CONFIRMED) for p in found.proposals)


def assessed(
    found: Detection, ids: list[str], *, k: float = 3, increment: float = 0.05, vouched: bool = True
) -> Assessment:
    """The figures of a claim that these documents support, once every proposal is confirmed.

    Where ``vouched`` an analyst has said that the origins are independent of each other.
    """
    upstream = {p.upstream.id: p.upstream for p in found.proposals if p.upstream is not None}
    edges = edges_of(found)
    origins = {*ids, *upstream} - {edge.from_id for edge in edges}
    dossier = Dossier(
        claim=Claim("c", "a claim"),
        evidence=tuple(Evidence(f"e-{one}", "c", one) for one in ids),
        sources=(*(Source(one) for one in ids), *upstream.values()),
        edges=edges,
        labels=MappingProxyType({one: Label(Dependence.INDEPENDENT) for one in origins} if vouched else {}),
    )
    return assess(dossier, Policy(prior=0.2, required=k, increment=increment))


def pairs(found: Detection) -> set[frozenset[str]]:
    return {proposal.pair for proposal in found.proposals}


def only(found: Detection) -> Proposal:
    (proposal,) = found.proposals
    return proposal


def codes(found: Detection) -> set[str]:
    return {remark.code for remark in found.notices}


def test_idn_01_one_page_under_four_addresses_is_one_document_and_keeps_them_all() -> None:
    urls = [
        LIVE,
        "http://www.example.org/news/dam-report/?utm_source=mail&utm_medium=x",
        f"{LIVE}#summary",
        "HTTPS://EXAMPLE.ORG:443/news/dam-report",
    ]
    found = detect(documents(*urls))

    (identity,) = found.identities
    assert ("u0", "u1", "u2", "u3") == identity.members
    assert tuple(urls) == identity.addresses
    assert {frozenset(("u0", other)) for other in ("u1", "u2", "u3")} == pairs(found)
    assert 1.0 == assessed(found, ["u0", "u1", "u2", "u3"]).eie


def test_idn_03_redirects_mobile_and_amp_copies_are_merged_by_a_stated_rule() -> None:
    found = detect(
        [
            with_fields("s1", url="https://feeds.example.net/r/8891", redirects_to=LIVE),
            Document("s2", url=LIVE),
            Document("s3", url="https://m.example.org/news/dam-report"),
            Document("s4", url="https://www-example-org.cdn.ampproject.org/c/s/www.example.org/news/dam-report"),
        ]
    )

    (identity,) = found.identities
    assert ("s1", "s2", "s3", "s4") == identity.members
    notes = {proposal.from_id: proposal.evidence[0].note for proposal in found.proposals}
    assert "mobile address" in notes["s3"]
    assert "AMP cache" in notes["s4"]


def test_idn_04_pages_that_differ_by_an_id_in_the_query_stay_four() -> None:
    found = detect(
        documents(
            "https://example.org/doc?id=1",
            "https://example.org/doc?id=2",
            "https://video.example/watch?v=abc",
            "https://video.example/watch?v=xyz&utm_source=q",
        )
    )

    assert () == found.identities
    assert () == found.proposals


def test_idn_05_notices_are_no_copies_and_not_independent_either() -> None:
    text = "Please accept cookies to continue."
    found = detect([Document(f"s{n}", url=f"https://{host}.example/x", text=text) for n, host in enumerate("abc")])

    assert () == found.proposals
    assert "notice" in codes(found)
    figures = assessed(found, ["s0", "s1", "s2"], vouched=False)
    assert 1.5 == figures.eie
    assert 0.275 == pytest.approx(figures.aware)
    assert 2.0 == pytest.approx(figures.inflation.value)


def test_idn_05_notices_with_equal_bytes_are_not_merged() -> None:
    text = "Please accept cookies to continue."
    found = detect([Document(one, text=text, fingerprint="ab" * 32) for one in ("s1", "s2")])

    assert () == found.identities


def test_idn_06_chapters_of_one_book_doi_are_a_clash_not_a_merge() -> None:
    doi = (("doi", "10.5555/book.77"),)
    found = detect(
        [Document("s1", title="Introduction", ids=doi), Document("s2", title="Flood records 1900-1950", ids=doi)]
    )

    assert () == found.identities
    assert () == found.proposals
    assert "clash-of-doi" in codes(found)


def test_idn_08_dois_in_any_spelling_are_one_work() -> None:
    from core.detection import document_of

    written = [
        "10.5555/ABC.Def.9",
        "https://doi.org/10.5555/abc.def.9",
        "doi:10.5555/abc.DEF.9",
        "http://dx.doi.org/10.5555/abc.def.9 ",
    ]
    found = detect(
        [document_of(Source(f"d{n}", extra=MappingProxyType({"doi": doi}))) for n, doi in enumerate(written)]
    )

    (identity,) = found.identities
    assert 4 == len(identity.members)


def test_idn_10_archive_copies_are_one_origin_with_two_dated_snapshots() -> None:
    first = f"https://web.archive.org/web/20240102030405/{LIVE}"
    second = f"https://web.archive.org/web/20250101000000/http://web.archive.org/web/20240102030405/{LIVE}"
    found = detect(documents(LIVE, first, second))

    (identity,) = found.identities
    assert ("20240102030405", "20250101000000") == identity.snapshots
    assert {"archive_copy"} == {proposal.rule for proposal in found.proposals}
    assert {("u1", "u0"), ("u2", "u0")} == {(p.from_id, p.to_id) for p in found.proposals}
    assert 1.0 == assessed(found, ["u0", "u1", "u2"]).eie
    assert {"example.org"} == {family.key for family in Collection(documents(LIVE, first, second)).families.families}


def test_idn_10_two_snapshots_without_the_live_page_are_one_page() -> None:
    found = detect(documents(*(f"https://web.archive.org/web/{year}0102030405/{LIVE}" for year in (2023, 2024))))

    assert "same_page" == only(found).rule
    assert "unknown" == only(found).direction


def test_idn_11_two_versions_joined_by_the_data_are_one_lineage_and_not_proposed_again() -> None:
    versions = [
        Document("w.v1", version="1", text="Loss was 14 percent."),
        Document("w.v2", version="2", text="Loss was 11 percent."),
    ]
    known = [Edge("w.v2", "w.v1", Relation.DERIVES_FROM)]

    assert () == detect(versions, existing=known).proposals


def test_idn_12_a_wire_story_on_three_domains_is_one_lineage() -> None:
    texts = {
        "s1": ("https://ledger.example/1", "HARBOUR CITY (Northwire) - The quay will close."),
        "s2": ("https://post.example/2", "HARBOUR CITY (Northwire) - The quay will close. Local shops react."),
        "s3": ("https://echo.example/3", "(Northwire) The quay will close."),
    }
    found = detect([Document(one, url=url, text=text) for one, (url, text) in texts.items()])

    assert {"wire_credit"} == {proposal.rule for proposal in found.proposals}
    assert {Relation.SYNDICATES} == {proposal.relation for proposal in found.proposals}
    assert {"Northwire story"} == {proposal.to_id for proposal in found.proposals}
    figures = assessed(found, ["s1", "s2", "s3"])
    assert 1.0 == figures.eie
    assert 0.35 == pytest.approx(figures.naive)
    assert 0.25 == pytest.approx(figures.aware)
    assert 3.0 == pytest.approx(figures.inflation.value)


def test_idn_13_feeds_and_editions_of_one_newsroom_are_one_publisher() -> None:
    found = families_of([("s1", "Daily Ledger", None), ("s2", "Daily Ledger", None), ("s3", "Daily Ledger Ltd", None)])

    assert 1 == found.distinct
    assert ("Daily Ledger", "Daily Ledger Ltd") == found.families[0].names


def test_idn_13_editions_on_one_stated_story_are_proposed_to_share_it() -> None:
    found = detect(
        [
            with_fields("s1", publisher="Daily Ledger", story="q1"),
            with_fields("s2", publisher="Daily Ledger", story="q1"),
            with_fields("s3", publisher="Daily Ledger Ltd", story="q1"),
        ]
    )

    assert {"same_newsroom"} == {proposal.rule for proposal in found.proposals}
    assert {Relation.SHARES_COMMON_PARENT} == {proposal.relation for proposal in found.proposals}


def test_idn_14_the_stated_origin_is_the_lineage_and_the_aggregator_the_route() -> None:
    found = detect(
        [
            with_fields("s1", publisher="AggregateNews", origin_publisher="Northwire", story="q1"),
            with_fields("s2", publisher="Northwire", origin_publisher="", story="q1"),
        ]
    )

    proposal = only(found)
    assert ("s1", "s2", Relation.SYNDICATES, "from->to") == (
        proposal.from_id,
        proposal.to_id,
        proposal.relation,
        proposal.direction,
    )
    assert "by way of AggregateNews" in proposal.evidence[0].note
    assert 1.0 == assessed(found, ["s1", "s2"]).eie


def test_idn_16_look_alike_ids_are_reported_together() -> None:
    found = detect([Document("S-12"), Document("s-12 "), Document("S‑12")])

    (remark,) = [remark for remark in found.notices if remark.code == "look-alike-ids"]
    assert {"S-12", "s-12 ", "S‑12"} == set(remark.documents)
    assert () == found.identities


def test_idn_18_equal_file_names_do_not_make_one_document() -> None:
    found = detect(
        [
            with_fields("u1", title="report.pdf", text="Budget 10 M.", filename="report.pdf"),
            with_fields("u2", title="report.pdf", text="Budget 12 M.", filename="report.pdf"),
        ]
    )

    assert () == found.identities
    assert () == found.proposals


def test_idn_20_language_editions_are_offered_never_merged() -> None:
    found = detect(
        [
            Document("en", url="https://example.org/en/dam-report", language="en", text="The dam will be raised."),
            Document("de", url="https://example.org/de/dam-report", language="de", text="Der Damm wird erhöht."),
            Document("de2", url="https://de.example.org/dam-report", language="de"),
        ]
    )

    assert () == found.identities
    assert {frozenset(("de", "en")), frozenset(("de2", "en"))} == pairs(found)
    assert {"language_edition"} == {proposal.rule for proposal in found.proposals}
    assert {"unknown"} == {proposal.direction for proposal in found.proposals}


def test_idn_21_a_rewritten_headline_in_the_address_is_offered_as_one_article() -> None:
    found = detect(
        documents(
            "https://example.org/4417703-quay-to-close-says-mayor",
            "https://example.org/4417703-mayor-says-quay-closes",
            "https://example.org/4417704-quay-to-close-says-mayor",
        )
    )

    assert () == found.identities
    assert {frozenset(("u0", "u1"))} == pairs(found)
    assert "article_number" == only(found).rule


def test_idn_22_namesakes_under_one_identifier_are_a_clash() -> None:
    ids = (("external", "Q77"),)
    titles = ("Orrin (river)", "Orrin (disambiguation)", "Orrin (band)")
    found = detect([Document(f"s{n}", title=title, ids=ids) for n, title in enumerate(titles, start=1)])

    assert () == found.identities
    assert () == found.proposals
    assert {"clash-of-external", "no-evidence"} <= codes(found)


def test_gra_09_two_copies_of_a_wire_story_nobody_retrieved_are_one_lineage() -> None:
    texts = [
        ("B", "By Northwire News Agency\nThe quay is shut."),
        ("C", "HARBOUR (Northwire News Agency) - Quay shut."),
    ]
    found = detect([Document(one, text=text) for one, text in texts])
    # A byline names only agencies we know; a dateline names any.
    assert {"C"} == {proposal.from_id for proposal in found.proposals}

    found = detect([Document("B", text="QUAY (Northwire) - Shut."), Document("C", text="QUAY (Northwire) - Closed.")])
    assert {"Northwire story"} == {proposal.to_id for proposal in found.proposals}
    assert all(proposal.upstream is not None and not proposal.upstream.retrieved for proposal in found.proposals)
    figures = assessed(found, ["B", "C"], k=2)
    assert 1.0 == figures.eie
    assert 2.0 == pytest.approx(figures.inflation.value)


def test_gra_13_a_mere_mention_makes_nobody_dependent() -> None:
    cited = Document("A", url="https://study.example.org/eels", text="Eels were counted.")
    body = '<p>As an <a href="https://study.example.org/eels">older paper</a> notes, eels move.</p>'
    paper = Document(
        "B", url="https://post.example.net/1", html=f"<article>{body}</article>", passages=("Quays close.",)
    )
    proposal = only(detect([cited, paper]))

    assert Relation.MENTIONS is proposal.relation
    assert proposal.relation.weak
    # Confirmed, it changes no figure: B's own label is what counts.
    assert 1.5 == assessed(detect([cited, paper]), ["A", "B"]).eie


def test_gra_14_a_chain_of_five_thousand_is_walked_without_a_fault() -> None:
    documents = [
        Document(f"src-{number}", text="Eels were counted in the old harbour again.") for number in range(5_000)
    ]
    chain = [Edge(f"src-{n}", f"src-{n - 1}", Relation.DERIVES_FROM) for n in range(1, 5_000)]

    assert () == detect(documents, existing=chain).proposals


def test_gra_17_ai_reports_are_flagged_as_no_outside_observation() -> None:
    models = [Document(f"m{n}", kind=SourceKind.MODEL_OUTPUT, text=f"Report {n} on the quay.") for n in range(1, 6)]
    flags = [remark for remark in detect(models).notices if remark.code == "model-output"]

    assert [("m1",), ("m2",), ("m3",), ("m4",), ("m5",)] == [flag.documents for flag in flags]


def test_gra_18_two_reports_of_one_study_share_it() -> None:
    ids = (("study", "REG-0042"),)
    found = detect(
        [
            Document("p1", title="Eel counts: first results", ids=ids),
            Document("p2", title="Eel counts: final results", ids=ids),
        ]
    )

    assert {"study REG-0042"} == {proposal.to_id for proposal in found.proposals}
    figures = assessed(found, ["p1", "p2"], k=2)
    assert 1.0 == figures.eie
    assert 2.0 == pytest.approx(figures.inflation.value)


def test_a_study_with_one_report_shares_nothing() -> None:
    assert () == detect([Document("p1", ids=(("study", "REG-0042"),))]).proposals


def test_an_upstream_study_the_import_knows_is_not_proposed_again() -> None:
    ids = (("study", "REG-0042"),)
    known = [Edge(one, "study REG-0042", Relation.SHARES_COMMON_PARENT) for one in ("p1", "p2")]

    assert () == detect([Document("p1", ids=ids), Document("p2", ids=ids)], existing=known).proposals


def test_equal_bytes_are_one_document() -> None:
    found = detect([Document("a", fingerprint="AB" * 32), Document("b", fingerprint="ab" * 32)])

    assert ("a", "b") == found.identities[0].members
    assert "bytes" in found.identities[0].merges[0].by.kind


def test_a_merge_that_was_undone_is_not_made_again() -> None:
    undone = [frozenset(("u0", "u1"))]
    found = detect(documents(LIVE, f"{LIVE}#a"), unmerged=undone)

    assert () == found.identities


def test_a_site_wide_canonical_tag_does_not_merge_the_site() -> None:
    def page(name: str) -> Document:
        html = f'<html><head><title>{name}</title><link rel="canonical" href="https://example.org/all/start-page"></head></html>'
        return Document(name, url=f"https://example.org/{name}-story", html=html)

    found = detect([page("quay"), page("harbour"), page("museum")])

    assert () == found.identities
    assert "clash-of-canonical" in codes(found)


def test_pages_of_one_article_are_one_document_by_their_canonical_tag() -> None:
    html = '<html><head><title>The quay</title><link rel="canonical" href="/story/the-quay"></head></html>'
    found = detect([Document(f"p{n}", url=f"https://example.org/story/the-quay/{n}", html=html) for n in (1, 2)])

    assert ("p1", "p2") == found.identities[0].members


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The Daily Ledger", "daily ledger"),
        ("Daily Ledger Ltd.", "Daily Ledger"),
        ("Müller Verlag GmbH", "MULLER VERLAG"),
        ("A&B News", "A & B News, Inc."),
        ("www.ledger.example", "ledger.example"),
    ],
)
def test_one_publisher_has_one_key(one: str, other: str) -> None:
    assert publisher_key(one) == publisher_key(other)


@pytest.mark.parametrize(("one", "other"), [("The Guardian", "Guardian Business"), ("Nassau Guardian", "Guardian")])
def test_a_longer_name_is_another_publisher(one: str, other: str) -> None:
    assert publisher_key(one) != publisher_key(other)


def test_a_site_with_one_publisher_belongs_to_it_and_a_platform_to_nobody() -> None:
    found = families_of(
        [
            ("a", "Daily Ledger", "ledger.example"),
            ("b", None, "ledger.example"),
            ("c", "Ann", "medium.example"),
            ("d", "Bob", "medium.example"),
            ("e", None, "medium.example"),
        ]
    )

    assert {"daily ledger": ("a", "b"), "ann": ("c",), "bob": ("d",), "medium.example": ("e",)} == {
        family.key: family.documents for family in found.families
    }


def test_names_that_look_alike_are_offered_not_merged() -> None:
    found = families_of([("a", "Daily Ledger", None), ("b", "Daily Ledger Asia", None), ("c", "Evening Post", None)])

    assert 3 == found.distinct
    assert (("daily ledger", "daily ledger asia"),) == found.offers


def test_bare_domains_are_not_offered_as_look_alikes() -> None:
    assert () == families_of([("a", None, "mtsu.edu"), ("b", None, "mtu.edu")]).offers


def test_identities_do_not_depend_on_the_order_of_what_is_stated() -> None:
    claims = [Claimed(one, "address", "example.org/a", f"https://example.org/a#{one}") for one in ("c", "a", "b")]
    titles = {"a": "", "b": "", "c": ""}

    assert identities_of(claims, titles, {}).groups == identities_of(claims[::-1], titles, {}).groups


def test_a_document_without_a_title_joins_no_side_of_a_clash() -> None:
    claims = [Claimed(one, "doi", "10.5555/x", "10.5555/x") for one in ("a", "b", "c")]
    found = identities_of(claims, {"a": "Introduction", "b": "Flood records", "c": ""}, {})

    assert () == found.groups
    assert ("a", "b", "c") == found.clashes[0].documents
