"""Each explicit signal on a page made for it, beside its look-alikes, which must say nothing."""

import json
from types import MappingProxyType
from typing import Any

import pytest

from core.detection import Document, Proposal, Remark, detect
from core.detection.pages import read_page
from core.states import Relation, SourceKind

HERE = "https://ledger.example.com/2024/quay-story"
FILLER = "The harbour authority met on Thursday and talked for an hour about the state of the old stone quay."


def ld(written: str) -> str:
    """Structured data in the head of a page."""
    return f'<script type="application/ld+json">{written}</script>'


def page(head: str = "", body: str = FILLER, **given: Any) -> Document:
    """A document with HTML at an address of its own."""
    html = f"<!doctype html><html><head>{head}</head><body><article><p>{body}</p></article></body></html>"
    return Document(given.pop("id", "a"), url=given.pop("url", HERE), html=html, **given)


def text(words: str, **given: Any) -> Document:
    return Document(given.pop("id", "a"), url=given.pop("url", HERE), text=words, **given)


def proposals(*documents: Document, rule: str | None = None) -> list[Proposal]:
    return [p for p in detect(documents).proposals if rule is None or p.rule == rule]


def only(*documents: Document, rule: str) -> Proposal:
    found = proposals(*documents)
    assert [rule] == [p.rule for p in found]
    return found[0]


# rel=canonical and og:url


def test_a_canonical_address_on_another_site_is_republishing() -> None:
    found = only(page('<link rel="canonical" href="https://wire.example.net/story/1">'), rule="cross_domain_canonical")

    assert ("wire.example.net/story/1", Relation.REPUBLISHES, "from->to", 0.95) == (
        found.to_id,
        found.relation,
        found.direction,
        found.probability,
    )
    assert found.upstream is not None and not found.upstream.retrieved
    assert "expert prior" == found.band.basis
    assert "https://wire.example.net/story/1" == found.evidence[0].here.quote


def test_an_og_url_on_another_site_is_republishing() -> None:
    head = '<meta property="og:url" content="https://wire.example.net/story/1?a=1&amp;b=2">'

    assert "wire.example.net/story/1?a=1&b=2" == only(page(head), rule="cross_domain_canonical").to_id


def test_the_named_original_is_the_document_at_hand_where_there_is_one() -> None:
    original = page(id="b", url="http://www.wire.example.net/story/1?utm_source=x")
    copy = page('<link rel="canonical" href="https://wire.example.net/story/1">')

    (found,) = [p for p in proposals(copy, original) if p.rule == "cross_domain_canonical"]
    assert ("a", "b", None) == (found.from_id, found.to_id, found.upstream)


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="https://ledger.example.com/2024/quay-story">',
        '<link rel="canonical" href="http://www.ledger.example.com/2024/quay-story/?utm_source=x">',
        '<link rel="canonical" href="https://m.ledger.example.com/2024/quay-story">',
        '<link rel="canonical" href="https://news.example.com/2024/quay-story">',
        '<link rel="canonical" href="/2024/quay-story">',
        '<link rel="canonical" href="quay-story">',
        '<meta property="og:url" content="/2024/quay-story">',
        '<meta property="og:url" content="quay-story">',
        '<meta property="og:url" content="//ledger.example.com/2024/quay-story">',
        '<link rel="canonical" href="https://wire.example.net/">',
        '<link rel="canonical" href="">',
        '<link rel="canonical" href="#">',
        '<link rel="canonical" href="javascript:void(0)">',
        '<link rel="amphtml" href="https://ledger-example-com.cdn.ampproject.org/c/s/ledger.example.com/2024/quay-story">',
        '<link rel="alternate" href="https://wire.example.net/feed.xml">',
    ],
)
def test_a_page_that_names_itself_or_a_bare_site_says_nothing(head: str) -> None:
    assert [] == proposals(page(head))


def test_an_amp_copy_in_a_cache_whose_canonical_is_the_page_says_nothing_new() -> None:
    cached = page(
        '<link rel="canonical" href="https://ledger.example.com/2024/quay-story">',
        url="https://ledger-example-com.cdn.ampproject.org/c/s/ledger.example.com/2024/quay-story",
    )

    assert [] == proposals(cached)


def test_an_archive_copy_whose_canonical_is_the_live_page_says_nothing_new() -> None:
    archived = page(
        '<link rel="canonical" href="https://ledger.example.com/2024/quay-story">',
        url=f"https://web.archive.org/web/2024/{HERE}",
    )

    assert [] == proposals(archived)


def test_a_page_saved_by_a_browser_stands_where_it_was_saved_from() -> None:
    head = '<link rel="canonical" href="https://wire.example.net/story/1">'
    saved = page(head, url=None)
    noted = Document("a", html=f"<!-- saved from url=(0044){HERE} -->{saved.html}")

    assert [] == proposals(saved)
    assert "wire.example.net/story/1" == only(noted, rule="cross_domain_canonical").to_id


def test_a_relative_og_url_is_read_against_the_page_and_its_base() -> None:
    head = '<base href="https://wire.example.net/story/"><meta property="og:url" content="1">'

    assert "wire.example.net/story/1" == only(page(head), rule="cross_domain_canonical").to_id


def test_without_an_address_of_its_own_a_page_is_where_its_og_url_says() -> None:
    head = (
        '<link rel="canonical" href="https://wire.example.net/story/1">'
        '<meta property="og:url" content="https://ledger.example.com/2024/quay-story">'
    )

    assert "wire.example.net/story/1" == only(page(head, url=None), rule="cross_domain_canonical").to_id


# originally published


@pytest.mark.parametrize(
    ("words", "origin"),
    [
        ("This article originally appeared on The Evening Post.", "evening post"),
        ("This story was originally published by ProPublica.", "propublica"),
        ("(This post first appeared on Grist.)", "grist"),
        ("Originally published in The Atlantic.", "atlantic"),
        ("Republished with permission from The Conversation.", "conversation"),
        ("This article is republished from The Conversation under a Creative Commons license.", "conversation"),
        ("Dieser Artikel erschien zuerst bei Netzpolitik.", "netzpolitik"),
        ("Cet article a été initialement publié sur Mediapart.", "mediapart"),
        ("This essay was first published on propublica.org.", "propublica.org"),
    ],
)
def test_a_page_that_says_where_it_first_stood_republishes_it(words: str, origin: str) -> None:
    found = only(text(f"{FILLER}\n{words}"), rule="originally_published")

    assert found.to_id.startswith(f"original at {origin}")
    assert (Relation.REPUBLISHES, 0.9, "from->to") == (found.relation, found.probability, found.direction)
    here = found.evidence[0].here
    assert here.quote == f"{FILLER}\n{words}"[here.start : here.end]


@pytest.mark.parametrize(
    "words",
    [
        "The novel was originally published in The New Yorker in 1948.",
        "His book was originally published in French.",
        "Originally published in 2019.",
        "This article was originally published in March 2019.",
        "The quay was first published in London.",
        "This article originally appeared on The Ledger.",
        "This article was originally published on ledger.example.com.",
        "The actor first appeared in court on Monday.",
        "The word first appeared in Beowulf.",
        "He originally appeared on Sesame Street.",
    ],
)
def test_what_the_text_is_about_and_the_page_itself_are_no_original(words: str) -> None:
    assert [] == proposals(text(f"{FILLER} {words}", publisher="The Ledger"))


def test_the_original_is_the_publishers_piece_of_that_headline() -> None:
    copy = text("This article originally appeared on The Evening Post.", title="Quay to close")
    right = text(FILLER, id="b", url="https://post.example.net/1", publisher="Evening Post", title="Quay to close")
    wrong = text(FILLER, id="c", url="https://post.example.net/2", publisher="Evening Post", title="Museum opens late")

    (found,) = [p for p in proposals(copy, right, wrong) if p.rule == "originally_published"]
    assert "b" == found.to_id


def test_a_link_under_the_publishers_name_gives_the_original() -> None:
    body = 'This article originally appeared on <a href="https://post.example.net/q?id=7">The Evening Post</a>.'

    assert "post.example.net/q?id=7" == only(page(body=body), rule="originally_published").to_id


# wire credits


@pytest.mark.parametrize(
    ("words", "wire"),
    [
        ("HARBOUR CITY (Reuters) - The quay will close.", "Reuters"),
        ("BERLIN (dpa) – Der Kai wird geschlossen.", "dpa"),
        ("LONDON, March 2 (AFP) — The quay will close.", "Agence France-Presse"),
        ("The quay closes\nA storm is to blame\nWASHINGTON (AP) — The quay will close.", "Associated Press"),
        ("WASHINGTON/LONDON (Reuters) - The quay will close.", "Reuters"),
        ("By Jane Smith, Associated Press\nThe quay will close.", "Associated Press"),
        ("By Reuters\nThe quay will close.", "Reuters"),
        ("Reuters | 2 March 2024\nThe quay will close.", "Reuters"),
        ("HARBOUR CITY (Northwire) - The quay will close.", "Northwire"),
        ("HARBOUR CITY (NCNA) - The quay will close.", "NCNA"),
        ("(Northwire) The quay will close.", "Northwire"),
        (f"{FILLER} (dpa)", "dpa"),
        (f"{FILLER}\n(Reporting by Jane Smith; Editing by Tom Brown)", "Reuters"),
    ],
)
def test_an_agency_named_as_the_author_of_a_text_is_credited(words: str, wire: str) -> None:
    found = only(text(words), rule="wire_credit")

    assert f"{wire} story" == found.to_id
    assert (Relation.SYNDICATES, 0.85, "from->to") == (found.relation, found.probability, found.direction)
    assert found.upstream is not None and SourceKind.WIRE_STORY is found.upstream.kind
    here = found.evidence[0].here
    assert here.quote == words[here.start : here.end]


@pytest.mark.parametrize(
    "words",
    [
        "Photo: Reuters\nThe quay will close.",
        "Image (AP) - the quay from above.\nThe quay will close.",
        "Foto: dpa/Efrem Lukatsky\nDer Kai wird geschlossen.",
        "Jane Smith/Reuters\nThe quay will close.",
        "The quay, seen from above. (AP Photo/Jane Smith)\nThe quay will close.",
        "Picture by AFP via Getty Images\nThe quay will close.",
        "Reuters reported that the quay will close.",
        "Reuters, the news agency, has moved to the quay.",
        "The mayor told Reuters that the quay will close.",
        "An AP class visited the quay (AP stands for advanced placement).",
        f"{'The harbour authority met on Thursday. ' * 30}\nHARBOUR CITY (Reuters) - The quay will close.",
        "The award (Bloomberg Prize) went to the harbour.",
        "HARBOUR CITY (Video) - The quay will close.",
        "PARIS (Texas) - The quay will close.",
        "SCRANTON (PA) - The quay will close.",
        "DETROIT (USA) - The quay will close.",
    ],
)
def test_picture_credits_and_mentions_of_an_agency_are_no_credit(words: str) -> None:
    assert [] == proposals(text(words), rule="wire_credit")


def test_the_agencys_own_copy_is_no_copy() -> None:
    assert [] == proposals(text("HARBOUR (Reuters) - Shut.", url="https://www.reuters.com/world/quay-story"))
    assert [] == proposals(text("HARBOUR (Reuters) - Shut.", publisher="Reuters"))


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="author" content="Reuters">',
        '<meta name="author" content="By Jane Smith, Associated Press">',
        '<meta name="article:author" content="dpa">',
        ld('{"@type":"NewsArticle","author":{"@type":"Organization","name":"Reuters"}}'),
        '<script type="application/ld+json">{"@graph":[{"@type":"WebSite","name":"Ledger"},'
        '{"@type":"NewsArticle","author":{"@id":"#w"}},{"@id":"#w","@type":"Organization","name":"Reuters"}]}</script>',
        ld('{"@type":["Article"],"sourceOrganization":[{"name":"dpa"}]}'),
    ],
)
def test_an_agency_in_the_pages_metadata_is_credited(head: str) -> None:
    assert "wire_credit" == only(page(head), rule="wire_credit").rule


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="author" content="dpa/Efrem Lukatsky">',
        '<meta name="author" content="Jane Smith">',
        '<meta name="author" content="AP Photo">',
        '<meta name="description" content="Reuters">',
        ld('{"@type":"WebSite","publisher":{"name":"Reuters"}}'),
        ld('{"@type":"NewsArticle","author":"#reuters"}'),
        ld("{broken"),
    ],
)
def test_persons_pictures_and_the_site_itself_are_no_credit(head: str) -> None:
    assert [] == proposals(page(head))


def test_a_picture_agency_behind_a_slash_is_no_credit_of_the_piece() -> None:
    assert [] == proposals(text(FILLER, author="Jane Smith/Reuters"))


def test_an_agency_given_as_the_author_is_credited() -> None:
    found = only(text(FILLER, author="Reuters"), rule="wire_credit")

    assert ("author", "Reuters") == (found.evidence[0].here.part, found.evidence[0].here.quote)


def test_stories_of_one_agency_on_different_days_are_two() -> None:
    one = text("CITY (Reuters) - The quay will close for a year.", published_at="2024-03-02")
    other = text(
        "CITY (Reuters) - The museum opens late.", id="b", url="https://x.example/1", published_at="2024-03-09"
    )

    assert {"Reuters story 2024-03-02", "Reuters story 2024-03-09"} == {p.to_id for p in proposals(one, other)}


def test_stories_of_one_agency_on_one_day_that_are_plainly_different_are_two() -> None:
    quay = "The harbour authority will close the old stone quay for a year because its walls have begun to move, " * 3
    moon = (
        "Astronomers in Chile watched a small moon cross the face of its planet and measured how dense it must be " * 3
    )
    one = text(f"CITY (Reuters) - {quay}", title="Quay to close", published_at="2024-03-02")
    other = text(
        f"CITY (Reuters) - {moon}", id="b", url="https://x.example/1", title="A moon", published_at="2024-03-02"
    )

    assert {"Reuters story 2024-03-02", "Reuters story 2024-03-02 (2)"} == {p.to_id for p in proposals(one, other)}


def test_two_copies_that_share_words_and_name_one_agency_share_its_story() -> None:
    story = (
        "CITY (Reuters) - The harbour authority will close the old stone quay for a year because its walls have begun "
        "to move, a spokesman for the port said on the steps of the town hall before an angry crowd of fishermen."
    )
    found = detect([text(story), text(story, id="b", url="https://x.example/1")])

    (shared,) = [p for p in found.proposals if p.rule == "text_reuse"]
    assert (Relation.SHARES_COMMON_PARENT, "unknown", "Reuters story") == (
        shared.relation,
        shared.direction,
        shared.parent_id,
    )


# stated origins


def test_a_feeds_source_element_names_the_origin() -> None:
    feed = page(body=f'<source url="https://northwire.example.net/rss">Northwire</source>{FILLER}')

    found = only(feed, rule="stated_origin")
    assert "Northwire story" == found.to_id


def test_a_media_source_element_is_no_feed_source() -> None:
    body = f'<video><source src="https://cdn.example.net/quay.mp4" type="video/mp4"></video>{FILLER}'

    assert [] == proposals(page(body=body))


def test_an_origin_that_is_the_page_itself_says_nothing() -> None:
    fields = MappingProxyType({"origin_publisher": "The Ledger Ltd"})

    assert [] == proposals(text(FILLER, publisher="Ledger", fields=fields))


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="original-source" content="https://wire.example.net/story/1">',
        '<meta name="syndication-source" content="https://wire.example.net/story/1">',
        ld('{"@type":"Article","isBasedOn":"https://wire.example.net/story/1"}'),
        '<script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"NewsArticle",'
        '"isBasedOn":{"@type":"Article","url":"https://wire.example.net/story/1"}}]}</script>',
    ],
)
def test_metadata_that_names_another_piece_is_read(head: str) -> None:
    found = only(page(head), rule="structured_origin")

    assert ("wire.example.net/story/1", Relation.DERIVES_FROM) == (found.to_id, found.relation)


@pytest.mark.parametrize(
    "head",
    [
        '<meta name="original-source" content="https://ledger.example.com/2024/quay-story">',
        '<meta name="syndication-source" content="https://ledger.example.com/">',
        '<meta name="original-source" content="https://wire.example.net">',
        ld('{"@type":"Article","isBasedOn":"https://ledger.example.com/2024/quay-story"}'),
        ld('{"@type":"Article","isBasedOn":"The Quay, a novel"}'),
        ld('{"@type":"Article","sourceOrganization":{"@id":"#Publisher"}}'),
        ld('{"@type":"Article","sourceOrganization":{"name":"Getty Images"}}'),
        ld('{"@type":"Article","sourceOrganization":{"name":"dpa/Efrem Lukatsky"}}'),
    ],
)
def test_metadata_that_names_the_page_a_site_or_a_picture_says_nothing(head: str) -> None:
    assert [] == proposals(page(head))


def test_another_house_as_source_organisation_is_the_origin() -> None:
    head = ld('{"@type":"Article","sourceOrganization":{"name":"Technology Review"}}')

    assert "Technology Review story" == only(page(head), rule="structured_origin").to_id


# press releases


@pytest.mark.parametrize(
    ("words", "node"),
    [
        (
            "BRENMOUTH, March 2, 2024 /PRNewswire/ -- The quay closes.\nSOURCE Brenmouth Harbour Company",
            "press release of Brenmouth Harbour Company",
        ),
        ("BRENMOUTH--(BUSINESS WIRE)-- The quay closes.", "press release behind a"),
        ("BRENMOUTH (GLOBE NEWSWIRE) -- The quay closes.", "press release behind a"),
        (
            "The quay closes, according to a press release from the Brenmouth Harbour Company.",
            "press release of Brenmouth Harbour Company",
        ),
        ("As Meta AI stated in its press release, the quay closes.", "press release of Meta AI"),
        ("Laut einer Pressemitteilung der Hafen AG schließt der Kai.", "press release of Hafen AG"),
    ],
)
def test_a_text_that_rests_on_a_release_derives_from_it(words: str, node: str) -> None:
    found = only(text(words), rule="press_release")

    assert node == found.to_id
    assert (Relation.DERIVES_FROM, 0.7) == (found.relation, found.probability)


@pytest.mark.parametrize(
    "words",
    [
        "The full press release can be viewed here.",
        "He wrote press releases for a living.",
        "The band's release was praised by the press.",
        "According to the harbour company, the quay closes.",
    ],
)
def test_a_mention_of_releases_is_no_release(words: str) -> None:
    assert [] == proposals(text(words))


def test_the_release_itself_derives_from_nothing() -> None:
    words = "BRENMOUTH /PRNewswire/ -- The quay closes."

    assert [] == proposals(text(words, kind=SourceKind.PRESS_RELEASE))
    assert [] == proposals(text(words, url="https://www.prnewswire.com/news/quay-closes-1"))


def test_a_release_at_hand_is_the_upstream() -> None:
    release = text(
        "The quay closes.",
        id="r",
        url="https://harbour.example.net/1",
        publisher="Brenmouth Harbour Company",
        kind=SourceKind.PRESS_RELEASE,
    )
    report = text("The quay closes, according to a press release from the Brenmouth Harbour Company.")

    assert ("a", "r") == (lambda p: (p.from_id, p.to_id))(only(report, release, rule="press_release"))


# citing


def test_a_link_in_the_text_to_another_document_cites_it() -> None:
    cited = text(FILLER, id="b", url="https://study.example.net/eels-2024")
    found = only(
        page(body='A <a href="https://study.example.net/eels-2024?utm_source=l#x">count</a> says so.'),
        cited,
        rule="hyperlink",
    )

    assert (Relation.CITES, "from->to", "b") == (found.relation, found.direction, found.to_id)


def test_a_link_in_navigation_footer_or_sidebar_cites_nothing() -> None:
    cited = text(FILLER, id="b", url="https://study.example.net/eels-2024")
    link = '<a href="https://study.example.net/eels-2024">count</a>'
    html = (
        f"<body><nav>{link}</nav><article><p>{FILLER}</p></article><aside>{link}</aside><footer>{link}</footer></body>"
    )

    assert [] == proposals(Document("a", url=HERE, html=html), cited)


def test_a_link_outside_the_passage_in_use_is_a_mention_and_changes_nothing() -> None:
    cited = text(FILLER, id="b", url="https://study.example.net/eels-2024")
    body = 'A <a href="https://study.example.net/eels-2024">count</a> says so.'
    used = page(body=body, passages=("The quay will close.",))

    found = only(used, cited, rule="hyperlink")
    assert Relation.MENTIONS is found.relation
    assert found.relation.weak


def test_a_link_to_the_own_page_or_to_nowhere_at_hand_cites_nothing() -> None:
    body = '<a href="#top">up</a> <a href="/2024/quay-story">this</a> <a href="https://elsewhere.example/1">there</a>'

    assert [] == proposals(page(body=body))


def test_a_doi_in_the_text_cites_the_document_that_has_it() -> None:
    cited = Document("b", title="Eels", ids=(("doi", "10.5555/eels.1"),))
    found = only(text(f"{FILLER} (doi:10.5555/EELS.1)."), cited, rule="doi_mention")

    assert (Relation.CITES, "b") == (found.relation, found.to_id)
    assert "10.5555/EELS.1" == found.evidence[0].here.quote


def test_a_pages_own_doi_cites_nothing() -> None:
    words = "doi:10.1038/s41467-022-34635-5"
    own = text(words, passages=(words,), url="https://www.nature.example/articles/s41467-022-34635-5")

    assert [] == proposals(own)


def test_a_doi_nobody_has_is_taken_up_where_two_passages_name_it() -> None:
    words = f"{FILLER} doi:10.5555/eels.1"
    one = text(words, passages=(words,))
    other = text(
        "Quite another thing was said of 10.5555/eels.1 here.",
        id="b",
        url="https://x.example/1",
        passages=("Quite another thing was said of 10.5555/eels.1 here.",),
    )

    assert [] == proposals(one)
    assert {"doi:10.5555/eels.1"} == {p.to_id for p in proposals(one, other)}


@pytest.mark.parametrize(
    "words",
    [
        "The mayor told the Guardian that the quay will close.",
        "According to The Guardian, the quay will close.",
        "The quay will close, the Guardian reported.",
        "As first reported by The Guardian, the quay will close.",
    ],
)
def test_a_statement_taken_from_an_outlet_at_hand_cites_its_piece(words: str) -> None:
    outlet = text(FILLER, id="b", url="https://guardian.example.net/1", publisher="The Guardian")
    found = only(text(words), outlet, rule="outlet_mention")

    assert (Relation.CITES, "b") == (found.relation, found.to_id)


@pytest.mark.parametrize(
    "words",
    [
        "The mayor told the Guardian Business that the quay will close.",
        "The mayor told Guardian Business in Nassau.",
        "The mayor told the Nassau Guardian that the quay will close.",
        "According to Guardian Angels volunteers, the quay will close.",
        "The guardian of the quay told nobody.",
        "He told the crowd.",
    ],
)
def test_a_longer_name_is_another_outlet(words: str) -> None:
    outlet = text(FILLER, id="b", url="https://guardian.example.net/1", publisher="The Guardian")

    assert [] == proposals(text(words), outlet)


def test_what_somebody_told_an_agency_is_cited_from_its_story() -> None:
    found = only(text("The mayor told Reuters the quay will close.", published_at="2024-03-02"), rule="outlet_mention")

    assert ("Reuters story 2024-03-02", Relation.CITES) == (found.to_id, found.relation)


# forks, studies, models, editions


def test_a_fork_was_copied_from_its_parent() -> None:
    fork = text("bob/quay-tools\nforked from ann/quay-tools\nTools for quays.", url="https://github.com/bob/quay-tools")
    found = only(fork, rule="git_fork")

    assert ("github.com/ann/quay-tools", Relation.COPIED_FROM, "from->to") == (
        found.to_id,
        found.relation,
        found.direction,
    )


def test_a_fork_of_a_document_at_hand_points_to_it() -> None:
    fork = text("forked from ann/quay-tools", url="https://github.com/bob/quay-tools")
    parent = text("Tools for quays.", id="b", url="https://github.com/ann/quay-tools")

    assert "b" == only(fork, parent, rule="git_fork").to_id


def test_forks_are_read_on_code_hosts_and_in_stated_fields_only() -> None:
    assert [] == proposals(text("The road is forked from here/there."))
    fields = MappingProxyType({"forked_from": "https://gitlab.com/ann/quay"})
    assert "gitlab.com/ann/quay" == only(text(FILLER, fields=fields), rule="git_fork").to_id


def test_two_texts_on_one_registered_trial_share_it() -> None:
    one = text("Results of NCT01234567 show little.")
    other = text("The trial (NCT01234567) was stopped.", id="b", url="https://x.example/1")

    found = proposals(one, other)
    assert {"study NCT01234567"} == {p.to_id for p in found}
    assert {Relation.SHARES_COMMON_PARENT} == {p.relation for p in found}


def test_a_review_of_many_trials_reports_none_of_them() -> None:
    review = text("Included were NCT01234561, NCT01234562, NCT01234563 and NCT01234564.")
    other = text("The trial NCT01234561 was stopped.", id="b", url="https://x.example/1")

    assert [] == proposals(review, other)


@pytest.mark.parametrize(
    "document",
    [
        Document("a", kind=SourceKind.MODEL_OUTPUT, text=FILLER),
        Document("a", text=f"{FILLER} As an AI language model, I cannot visit quays."),
        Document("a", text=f"{FILLER} This article was written with the help of ChatGPT."),
        Document("a", text=FILLER, fields=MappingProxyType({"generator": "gpt-4o"})),
        page('<meta name="ai-generated" content="true">'),
    ],
)
def test_a_text_made_by_a_model_is_flagged_and_proposes_nothing(document: Document) -> None:
    found = detect([document])

    assert () == found.proposals
    (flag,) = [remark for remark in found.notices if remark.code == "model-output"]
    assert "no outside observation" in flag.message


@pytest.mark.parametrize(
    "document",
    [
        text("This article was written by Claude Monet's biographer."),
        text("The report on generative AI was published on Monday."),
        page('<meta name="generator" content="WordPress 6.4">'),
    ],
)
def test_a_text_about_models_is_not_flagged(document: Document) -> None:
    assert [] == [r for r in detect([document]).notices if r.code == "model-output"]


def test_a_declared_language_edition_is_one_report() -> None:
    english = page('<link rel="alternate" hreflang="de" href="https://ledger.example.com/de/kai-schliesst">')
    german = page(id="b", url="https://ledger.example.com/de/kai-schliesst", body="Der Kai schließt bald für ein Jahr.")

    found = only(english, german, rule="language_edition")
    assert (Relation.DERIVES_FROM, "unknown", 0.8) == (found.relation, found.direction, found.probability)


def test_two_documents_that_each_claim_the_other_have_no_direction() -> None:
    one = page('<link rel="canonical" href="https://post.example.net/quay-1">')
    other = page(
        '<link rel="canonical" href="https://ledger.example.com/2024/quay-story">',
        id="b",
        url="https://post.example.net/quay-1",
    )
    found = detect([one, other])

    (proposal,) = [p for p in found.proposals if p.pair == {"a", "b"}]
    assert "unknown" == proposal.direction
    assert 2 <= len(proposal.evidence)
    assert "each-claims-the-other" in {remark.code for remark in found.notices}


def test_a_circle_of_claims_has_no_direction() -> None:
    urls = ["https://ann.com/quay-1", "https://bob.com/quay-1", "https://cid.com/quay-1"]
    circle = [
        page(f'<link rel="canonical" href="{urls[(n + 1) % 3]}">', id=f"d{n}", url=urls[n], body=f"{FILLER} {n}")
        for n in range(3)
    ]
    found = detect(circle)

    assert {"unknown"} == {p.direction for p in found.proposals}
    assert "circle" in {remark.code for remark in found.notices}


# pages as such


def test_every_span_of_a_page_is_where_it_says() -> None:
    html = json.dumps("x")
    source = (
        f'<head><link rel="canonical" href="https://a.example/?x=1&amp;y=2"><title>T</title></head><body>{html}</body>'
    )
    (stated,) = read_page(source).canonical

    assert "https://a.example/?x=1&y=2" == stated.value
    assert "https://a.example/?x=1&amp;y=2" == source[stated.start : stated.end]


def test_hidden_parts_and_furniture_are_not_the_text() -> None:
    source = (
        "<body><nav>Home</nav><div hidden>secret</div><div style='display:none'>secret</div><script>secret()</script>"
        "<article><h1>Quay</h1><p>One <b>two</b> three.</p><p>Four.</p></article><footer>rights</footer></body>"
    )

    assert "Quay\nOne two three.\nFour." == read_page(source).text


@pytest.mark.parametrize(
    "source",
    [
        "",
        "   ",
        "\x00",
        "<",
        "<!-- only a comment -->",
        "<?xml version='1.0' encoding='utf-8'?><html><p>x</p></html>",
        "<p>" * 5_000,
    ],
)
def test_a_source_that_is_hardly_html_is_read_without_a_fault(source: str) -> None:
    assert isinstance(read_page(source).text, str)


def test_a_remark_is_not_a_proposal() -> None:
    assert all(isinstance(remark, Remark) for remark in detect([text(FILLER)]).notices)
