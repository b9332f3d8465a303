"""Addresses in canonical form: what is one page, and what only looks like it."""

import pytest

from core.detection.identity.addresses import read_address, resolve
from core.detection.identity.dois import dois_in, read_doi
from core.detection.identity.hosts import same_site, site_of

PAGE = "example.org/news/dam-report"

ONE_PAGE = [
    "https://example.org/news/dam-report",
    "http://example.org/news/dam-report",
    "http://www.example.org/news/dam-report/?utm_source=mail&utm_medium=x",
    "https://example.org/news/dam-report#summary",
    "HTTPS://EXAMPLE.ORG:443/news/dam-report",
    "https://example.org./news/dam-report",
    "https://example.org/news/dam-report?",
    "https://example.org/news/./dam-report",
    "https://example.org/news/other/../dam-report",
    "https://example.org/news//dam-report",
    "https://m.example.org/news/dam-report",
    "https://mobile.example.org/news/dam-report",
    "https://amp.example.org/news/dam-report",
    "https://example.org/news/dam-report/amp/",
    "https://example.org/amp/news/dam-report",
    "https://example.org/news/dam-report?amp=1",
    "https://example.org/news/dam-report?outputType=amp",
    "https://www-example-org.cdn.ampproject.org/c/s/www.example.org/news/dam-report",
    "https://www.google.com/amp/s/example.org/news/dam-report",
    "https://example.org/news/dam-report/print",
    "https://example.org/print/news/dam-report",
    "https://example.org/news/dam-report?print=1",
    "https://example.org/news/dam-report?view=print",
    "https://web.archive.org/web/20240102030405/https://example.org/news/dam-report",
    "https://web.archive.org/web/20240102030405id_/https://example.org/news/dam-report",
    "https://web.archive.org/web/https://example.org/news/dam-report",
    "http://archive.org/web/20240102030405/http:/example.org/news/dam-report",
    "https://web.archive.org/web/20250101000000/http://web.archive.org/web/20240102030405/https://example.org/news/dam-report",
    "https://archive.ph/2024.01.02-030405/https://example.org/news/dam-report",
    "https://webcache.googleusercontent.com/search?q=cache:abcDEF123456:https://example.org/news/dam-report+&cd=1",
    "https://www.google.com/url?q=https://example.org/news/dam-report&sa=D&usg=x",
    "https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.org%2Fnews%2Fdam-report%3Ffbclid%3DIwAR0&h=AT",
    "  https://example.org/news/dam-report  ",
    "example.org/news/dam-report",
    "//example.org/news/dam-report",
    "https://user:secret@example.org/news/dam-report",
    "https://example.org/news/dam-report;jsessionid=0123456789ABCDEF",
]


@pytest.mark.parametrize("address", ONE_PAGE)
def test_one_page_has_one_key(address: str) -> None:
    assert PAGE == read_address(address).key


SEVERAL_PAGES = [
    ("https://example.org/doc?id=1", "https://example.org/doc?id=2"),
    ("https://video.example/watch?v=abc", "https://video.example/watch?v=xyz&utm_source=q"),
    ("https://example.org/index.php?title=Foo&oldid=123", "https://example.org/index.php?title=Foo&oldid=124"),
    ("https://example.org/a?ref=1", "https://example.org/a"),
    ("https://example.org/a?sid=1", "https://example.org/a?sid=2"),
    ("https://example.org/services/print", "https://example.org/services"),
    ("https://example.org/shop/amp", "https://example.org/shop"),
    ("https://example.org/Case", "https://example.org/case"),
    ("https://example.org:8080/a-b", "https://example.org/a-b"),
    ("https://news.example.org/a-b", "https://example.org/a-b"),
    ("https://m.com/a-b", "https://com/a-b"),
    ("https://mobile.de/a-b", "https://de/a-b"),
    ("https://ann.github.io/a", "https://bob.github.io/a"),
    ("https://groups.example/forum/#!topic/a", "https://groups.example/forum/#!topic/b"),
    ("https://app.example/#/item/4", "https://app.example/#/item/5"),
    ("https://en.wikipedia.org/wiki/LLaMA", "https://en.wikipedia.org/wiki/Llama"),
    ("https://example.org/%2561", "https://example.org/%61"),
    ("https://example.org/a%2Fb", "https://example.org/a/b"),
]


@pytest.mark.parametrize(("one", "other"), SEVERAL_PAGES)
def test_pages_that_differ_keep_their_keys(one: str, other: str) -> None:
    assert read_address(one).key != read_address(other).key


def test_an_escaped_ampersand_is_an_ampersand() -> None:
    assert read_address("https://example.org/t?a=1&b=2").key == read_address("https://example.org/t?a=1&amp;b=2").key


def test_other_entities_are_left_alone() -> None:
    assert "example.org/t?a=1&copy=2" == read_address("https://example.org/t?a=1&copy=2").key


def test_the_order_of_parameters_does_not_matter() -> None:
    assert read_address("https://example.org/t?b=2&a=1").key == read_address("https://example.org/t?a=1&b=2").key


def test_the_raw_address_is_kept() -> None:
    raw = "HTTP://WWW.Example.org:80/A?utm_source=x#frag"

    assert raw == read_address(raw).raw


def test_rules_that_were_applied_are_named() -> None:
    found = read_address(
        "https://web.archive.org/web/20240102030405/https://m.example.org/news/dam-report?utm_source=x&print=1"
    )

    assert ("archive copy", "mobile address", "tracking mark", "print view") == found.rules
    assert "20240102030405" == found.snapshot


def test_a_snapshot_of_a_snapshot_is_dated_by_the_outer_one() -> None:
    inner = "http://web.archive.org/web/20240102030405/https://example.org/news/dam-report"

    assert "20250101000000" == read_address(f"https://web.archive.org/web/20250101000000/{inner}").snapshot


def test_the_publisher_of_an_archive_copy_is_the_page_s_own() -> None:
    assert "example.org" == read_address("https://web.archive.org/web/2024/https://www.example.org/a").site


def test_a_short_archive_address_that_hides_its_page_stays_as_it_is() -> None:
    assert "archive.ph/AbCdE" == read_address("https://archive.ph/AbCdE").key


def test_wrappers_nested_without_end_are_left_at_a_bound() -> None:
    address = "https://example.org/a"
    for _ in range(200):
        address = f"https://web.archive.org/web/20240102030405/{address}"

    assert read_address(address).key is None or "web.archive.org" in str(read_address(address).key)


@pytest.mark.parametrize(
    "raw",
    [
        "",
        " ",
        "not an address",
        "ftp://example.org/a",
        "mailto:a@example.org",
        "javascript:alert(1)",
        "http://",
        "http://exa mple.org/",
        "http://[::1",
        "http://example.org:99999/",
        "http://a<b/",
        "http://%00/",
        "https://\u00ad/",
        "x" * 10_000,
        "http://" + "a" * 9_000 + ".org/",
    ],
)
def test_what_is_no_address_has_no_key_and_merges_with_nothing(raw: str) -> None:
    assert read_address(raw).key is None


def test_a_host_in_unicode_and_in_ascii_is_one_host() -> None:
    assert read_address("https://bücher.example/a").key == read_address("https://xn--bcher-kva.example/a").key


@pytest.mark.parametrize(
    ("host", "site"),
    [
        ("news.example.co.uk", "example.co.uk"),
        ("a.b.github.io", "b.github.io"),
        ("github.io", "github.io"),
        ("www.ledger.example", "ledger.example"),
        ("localhost", "localhost"),
        ("192.0.2.7", "192.0.2.7"),
        ("", None),
    ],
)
def test_the_site_is_what_somebody_registered(host: str, site: str | None) -> None:
    assert site == site_of(host)


def test_an_unknown_host_is_like_no_other() -> None:
    assert not same_site(None, None)


DOI = "10.5555/abc.def.9"


@pytest.mark.parametrize(
    "written",
    [
        "10.5555/ABC.Def.9",
        "https://doi.org/10.5555/abc.def.9",
        "doi:10.5555/abc.DEF.9",
        "http://dx.doi.org/10.5555/abc.def.9 ",
    ],
)
def test_a_doi_has_one_form_however_it_is_written(written: str) -> None:
    assert DOI == read_doi(written)


@pytest.mark.parametrize("written", ["", "doi:", "11.5555/a", "10.5/a", "the DOI 10.5555/abc", "10.5555/"])
def test_what_is_no_doi_is_none(written: str) -> None:
    assert read_doi(written) is None


def test_addresses_of_one_doi_are_one_page() -> None:
    assert f"doi:{DOI}" == read_address("https://doi.org/10.5555/ABC.DEF.9").key
    assert (
        read_address("http://arxiv.org/abs/2302.13971").key
        == read_address("https://arxiv.org/pdf/2302.13971v2.pdf").key
    )


def test_dois_in_a_text_end_where_the_sentence_ends() -> None:
    text = "See 10.1000/xyz(3). Also (doi:10.1234/abc), and https://doi.org/10.5555/q."

    assert ["10.1000/xyz(3)", "10.1234/abc", "10.5555/q"] == [doi for doi, _, _ in dois_in(text)]
    assert ["10.1000/xyz(3)", "10.1234/abc", "10.5555/q"] == [text[start:end] for _, start, end in dois_in(text)]


def test_a_relative_reference_is_read_against_its_page() -> None:
    found = resolve("../dam-report", "https://example.org/news/2024/")

    assert found is not None and PAGE == found.key


@pytest.mark.parametrize(
    "reference", ["/news/dam-report", "dam-report", "#top", "javascript:x", "mailto:a@b.c", "", "  "]
)
def test_a_relative_reference_without_a_page_says_nothing(reference: str) -> None:
    assert resolve(reference, None) is None
