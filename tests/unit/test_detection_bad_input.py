"""Bad input: bounded work, plain notices, and nothing that silently reads as independent."""

import random

import pytest

from core.detection import Detection, Document, detect
from core.detection.reuse.index import SHOWN_AGAINST_ALL
from core.detection.testing import Prose
from core.errors import InvalidInput
from core.model import Edge
from core.states import Relation


def codes(found: Detection) -> set[str]:
    return {remark.code for remark in found.notices}


def test_no_documents_give_no_proposals() -> None:
    assert () == detect([]).proposals


def test_one_id_twice_is_refused() -> None:
    with pytest.raises(InvalidInput, match="two documents have the id 'a'"):
        detect([Document("a"), Document("a")])


@pytest.mark.parametrize(
    "text", [None, "", "   \n\t ", "word", "one two three", "\x00", "\ud800 lone surrogate", "🙂" * 500]
)
def test_a_text_that_says_nothing_is_noticed_and_left_unknown(text: str | None) -> None:
    found = detect([Document("a", text=text), Document("b", text=text)])

    assert () == found.proposals
    assert codes(found) & {"no-text", "few-words"}


def test_navigation_is_no_text() -> None:
    navigation = "\n".join(
        ["Home", "News", "Sport", "Weather", "Local news", "Contact us", "About", "Jobs", "Archive"] * 5
    )
    found = detect([Document("a", text=navigation), Document("b", text=navigation)])

    assert () == found.proposals
    assert "navigation" in codes(found)


def test_ten_megabytes_of_one_line_are_read_and_said_to_be_cut() -> None:
    words = [f"w{number % 9973}x" for number in range(1_700_000)]
    random.Random(1).shuffle(words)
    line = " ".join(words)
    found = detect([Document("a", text=line[:10_000_000]), Document("b", text=line[:10_000_000])])

    assert "cut" in codes(found)
    assert ["copied_from"] == [proposal.relation for proposal in found.proposals]


def test_one_word_a_million_times_is_bounded() -> None:
    found = detect([Document("a", text="quay " * 1_000_000), Document("b", text="quay " * 900_000)])

    assert all(0.0 <= proposal.probability <= 1.0 for proposal in found.proposals)


def test_a_refrain_repeated_thousands_of_times_is_bounded() -> None:
    made = Prose(1)
    refrain = made.text(40)

    assert 1 == len(
        detect([Document("a", text=f"{refrain} " * 3_000), Document("b", text=f"{refrain} " * 2_000)]).proposals
    )


def test_one_text_a_thousand_times_is_shown_against_one_of_them() -> None:
    story = Prose(2).text(120)
    found = detect([Document(f"d{number:04}", text=story) for number in range(1_000)])

    assert 999 == len(found.proposals)
    assert {"d0000"} == {proposal.to_id for proposal in found.proposals}
    assert "mass-text" in codes(found)


def test_one_text_a_thousand_times_on_one_host_is_said_not_proposed() -> None:
    story = Prose(2).text(120)
    found = detect(
        [Document(f"d{number:04}", url=f"https://ledger.example.com/{number}", text=story) for number in range(1_000)]
    )

    assert () == found.proposals
    assert "mass-text" in codes(found)


def test_very_many_pages_of_one_template_are_said_not_proposed() -> None:
    made = Prose(3)
    template = made.text(150)
    pages = [
        Document(f"d{number:04}", url=f"https://ledger.example.com/{number}", text=f"{template} {made.text(20)}")
        for number in range(600)
    ]
    found = detect(pages)

    assert () == found.proposals
    assert "template" in codes(found)


def test_copies_up_to_the_bound_are_shown_pair_by_pair() -> None:
    made = Prose(4)
    story = made.text(200)
    copies = [Document(f"d{number:03}", text=made.edited(story, 0.03)) for number in range(SHOWN_AGAINST_ALL)]
    others = [Document(f"x{number:03}", text=made.text(120)) for number in range(150)]

    assert SHOWN_AGAINST_ALL * (SHOWN_AGAINST_ALL - 1) // 2 == len(detect([*copies, *others]).proposals)


def test_mixed_scripts_are_compared_like_any_other() -> None:
    text = (
        "The quay closes. 港务局将关闭旧石码头。 ท่าเรือจะปิด. Порт закроет старый причал на год. "
        "यह घाट एक वर्ष के लिए बंद रहेगा। " * 3
    )

    assert 1 == len(detect([Document("a", text=text), Document("b", text=text)]).proposals)


def test_a_date_to_come_is_noticed_and_says_nothing_of_direction() -> None:
    from datetime import date

    text = Prose(5).text(200)
    found = detect(
        [Document("a", text=text, published_at="2999-01-01"), Document("b", text=text, published_at="2020-01-01")],
        today=date(2026, 1, 1),
    )

    assert ["unknown"] == [proposal.direction for proposal in found.proposals]
    assert "date-ahead" in codes(found)


def test_a_long_chain_of_known_copies_is_not_proposed_again() -> None:
    text = Prose(6).text(60)
    documents = [Document(f"s{number:04}", text=text) for number in range(2_000)]
    chain = [Edge(f"s{number:04}", f"s{number - 1:04}", Relation.DERIVES_FROM) for number in range(1, 2_000)]

    assert () == detect(documents, existing=chain).proposals


def test_a_page_nested_without_end_is_read() -> None:
    html = "<div>" * 20_000 + "<p>The quay closes.</p>" + "</div>" * 20_000

    assert () == detect([Document("a", url="https://a.example/1", html=html)]).proposals


def test_a_page_of_very_many_links_is_bounded() -> None:
    html = "<body>" + "".join(f'<a href="/page/{number}">{number}</a>' for number in range(20_000)) + "</body>"

    assert () == detect([Document("a", url="https://a.example/1", html=html)]).proposals


@pytest.mark.parametrize(
    "evil", ["(" * 50_000, "By " * 20_000, "A. " * 50_000, "told The " * 20_000, "10.1234/" * 20_000, "A" * 100_000]
)
def test_text_made_to_stall_a_pattern_does_not(evil: str) -> None:
    assert () == detect([Document("a", url="https://a.example/1", text=evil)]).proposals


def test_a_stopped_run_says_so_and_gives_what_there_is() -> None:
    text = Prose(7).text(100)
    found = detect([Document(f"d{n}", text=text) for n in range(20)], stop=lambda: True)

    assert not found.complete
    assert "stopped" in codes(found)


def test_progress_rises_to_the_end() -> None:
    told: list[tuple[int, int | None]] = []
    detect(
        [Document(f"d{n}", text=Prose(n).text(60)) for n in range(5)],
        progress=lambda done, total: told.append((done, total)),
    )

    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][1] is not None and told[-1][0] <= told[-1][1]


def test_what_is_not_found_is_said_to_be_unknown() -> None:
    found = detect([Document("a", text=Prose(8).text(100)), Document("b", text=Prose(9).text(100))])

    (remark,) = [remark for remark in found.notices if remark.code == "pairs-compared"]
    assert "unknown is not independent" in remark.message
