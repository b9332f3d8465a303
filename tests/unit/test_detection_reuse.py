"""Text reuse: words, shingles, runs, filters and the thresholds of a proposal."""

import numpy as np
import pytest

from core.detection import Document, Proposal, detect
from core.detection.dates import days_of, later_of
from core.detection.reuse.compare import overlap
from core.detection.reuse.reading import Reading
from core.detection.reuse.runs import shared_runs
from core.detection.reuse.shingles import fingerprints_of, shingles_of
from core.detection.reuse.stock import PHRASES
from core.detection.reuse.words import located_words, numbers_of, words_of
from core.detection.testing import Prose
from core.states import Relation

PASSAGE = (
    "The harbour authority will close the old stone quay for at least a year because its walls have begun to move, "
    "and the fishermen who land their catch there every morning must take their boats around the headland to the ferry "
    "dock, where nobody has yet built the cold store that the town promised them two summers ago."
)


def prose(seed: int = 1) -> Prose:
    return Prose(seed)


def compared(here: str, there: str, *, common: bool = False, one_host: bool = False) -> bool:
    """Whether two texts are proposed."""
    found = overlap(
        Reading("a", here),
        Reading("b", there),
        lambda reading: np.full(len(reading.shingles), common),
        one_host=one_host,
    )
    return found is not None


def only(*documents: Document) -> Proposal:
    (proposal,) = detect(documents).proposals
    return proposal


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The quay's walls moved.", ["The", "quay's", "walls", "moved"]),
        ("don’t 1,204.5 x_y", ["don’t", "1,204.5", "x", "y"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("cafe\u0301 naïve", ["cafe\u0301", "naïve"]),
        ("soft\u00adhyphen", ["soft\u00adhyphen"]),
        ("", []),
        ("... --- !!!", []),
    ],
)
def test_words_are_what_a_reader_calls_words(text: str, words: list[str]) -> None:
    assert words == words_of(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("QUAY", "quay"),
        ("caf\u00e9", "cafe\u0301"),
        ("soft\u00adhyphen", "softhyphen"),
        ("don’t", "don't"),
        ("ﬁne", "fine"),
        ("ＡＢＣ", "abc"),
        ("Straße", "STRASSE"),
    ],
)
def test_spellings_of_one_word_have_one_number(one: str, other: str) -> None:
    assert numbers_of([one]).tolist() == numbers_of([other]).tolist()


@pytest.mark.parametrize(
    "text",
    ["发布会今天在北京举行新产品将于下月上市", "ประเทศไทยมีประชากรมากกว่าหกสิบล้านคน", "東京で新しい駅が開業しました"],
)
def test_scripts_without_spaces_are_cut_alike_wherever_the_sentence_stands(text: str) -> None:
    alone, inside = words_of(text), words_of(f"In the news: {text}。 And more.")

    assert 1 < len(alone)
    assert text == "".join(alone)
    assert set(alone[1:-1]) <= set(inside)


def test_located_words_are_the_words() -> None:
    text = "iPhone发布会 today, don’t 1,204 हिन्दी ประเทศไทย"
    starts, ends = located_words(text)

    assert words_of(text) == [text[start:end] for start, end in zip(starts, ends, strict=True)]


def test_any_shared_run_of_twelve_words_shares_a_fingerprint() -> None:
    made = prose(3)
    for _ in range(50):
        passage = " ".join(made.text(12).split())
        marks = [
            fingerprints_of(shingles_of(numbers_of(words_of(f"{made.text(100)} {passage} {made.text(100)}"))))
            for _ in range(2)
        ]
        assert 1 <= len(np.intersect1d(*marks))


def test_fewer_than_five_words_have_no_shingle_and_no_fingerprint() -> None:
    assert 0 == len(shingles_of(numbers_of(["one", "two", "three", "four"])))
    assert 0 == len(fingerprints_of(shingles_of(numbers_of(["one"]))))


def test_shared_runs_are_maximal_and_exact() -> None:
    here = words_of(f"Before it all. {PASSAGE} After it all came rain.")
    there = words_of(f"Quite another start here. {PASSAGE} Nothing more.")
    runs = shared_runs(shingles_of(numbers_of(here)), shingles_of(numbers_of(there)))

    begin, other, length = runs.here[0], runs.there[0], runs.lengths[0]
    assert words_of(PASSAGE) == here[begin : begin + length]
    assert words_of(PASSAGE) == there[other : other + length]


def test_an_edit_in_the_middle_gives_two_runs() -> None:
    words = PASSAGE.split()
    edited = " ".join((*words[:20], "suddenly", *words[21:]))
    runs = shared_runs(*(shingles_of(numbers_of(words_of(text))) for text in (PASSAGE, edited)))

    assert [20, len(words) - 21] == sorted(runs.lengths.tolist())


def test_texts_without_a_common_run_share_none() -> None:
    made = prose(5)
    runs = shared_runs(*(shingles_of(numbers_of(words_of(made.text(300)))) for _ in range(2)))

    assert 0 == len(runs.lengths)


def test_a_copied_passage_is_found_and_shown_with_its_offsets() -> None:
    made = prose(2)
    one, other = (made.inside(made.text(600), PASSAGE) for _ in range(2))
    proposal = only(Document("a", text=one), Document("b", text=other))

    assert (Relation.SHARES_COMMON_PARENT, "unknown") == (proposal.relation, proposal.direction)
    ground = proposal.evidence[0]
    assert ground.there is not None
    for span in (ground.here, ground.there):
        text = {"a": one, "b": other}[span.document_id]
        assert span.start is not None and span.end is not None
        assert span.quote == text[span.start : span.end]
        assert "harbour authority will close the old stone quay" in span.quote


def test_a_sixty_word_wire_paragraph_in_a_long_article_is_found_and_shown() -> None:
    made = prose(4)
    wire = made.text(60)
    article = made.inside(made.text(3_000), wire)
    proposal = only(Document("article", text=article), Document("wire", text=wire))

    assert Relation.COPIED_FROM is proposal.relation
    assert {"near certain"} == {proposal.band.name}
    assert " ".join(wire.split()).strip(".") == " ".join(proposal.evidence[0].here.quote.split())


def test_a_wire_paragraph_shared_by_two_long_articles_is_found_though_it_is_little_of_either() -> None:
    made = prose(6)
    wire = made.text(60)
    one, other = (made.inside(made.text(3_000), wire) for _ in range(2))

    assert Relation.SHARES_COMMON_PARENT is only(Document("a", text=one), Document("b", text=other)).relation


def test_ten_articles_with_one_passage_are_found_although_it_is_a_habit_of_the_collection() -> None:
    made = prose(7)
    articles = [Document(f"d{n}", text=made.inside(made.text(400), PASSAGE)) for n in range(10)]

    assert 45 == len(detect(articles).proposals)


def test_a_third_of_the_shorter_text_suggests_a_copy_and_less_a_shared_statement() -> None:
    made = prose(8)
    half, little = made.text(200), made.text(60)

    assert (
        Relation.COPIED_FROM
        is only(Document("a", text=f"{half} {made.text(200)}"), Document("b", text=f"{made.text(200)} {half}")).relation
    )
    assert (
        Relation.SHARES_COMMON_PARENT
        is only(
            Document("a", text=f"{little} {made.text(400)}"), Document("b", text=f"{made.text(400)} {little}")
        ).relation
    )


def test_a_text_cut_short_is_found() -> None:
    whole = prose(9).text(600)
    cut = " ".join(whole.split()[:240])

    assert Relation.COPIED_FROM is only(Document("a", text=whole), Document("b", text=cut)).relation


def test_direction_is_said_where_the_dates_differ_by_more_than_a_day() -> None:
    text = prose(10).text(200)

    def direction(one: str | None, other: str | None) -> tuple[str, str, str]:
        found = only(Document("a", text=text, published_at=one), Document("b", text=text, published_at=other))
        return found.from_id, found.to_id, found.direction

    assert ("b", "a", "from->to") == direction("2024-03-01", "2024-03-03T08:00:00+02:00")
    assert ("a", "b", "from->to") == direction("2024-03-05", "2024-03-01")
    for same in (
        ("2024-03-01", "2024-03-02"),
        ("2024-03-01", None),
        (None, None),
        ("2024", "2024-03-01"),
        ("?", "2020"),
    ):
        assert "unknown" == direction(*same)[2]


def test_a_shorter_text_is_not_taken_for_the_derived_one() -> None:
    whole = prose(11).text(400)

    assert "unknown" == only(Document("a", text=" ".join(whole.split()[:150])), Document("b", text=whole)).direction


@pytest.mark.parametrize(
    ("one", "other", "later"),
    [
        ("2024-03-05", "2024-03-01", 0),
        ("2024-03-01", "2024-03-05", 1),
        ("1850", "1852", 1),
        ("1850", "1851", None),
        ("2024-03", "2024-05", 1),
        ("Sat, 02 Mar 2024 10:00:00 GMT", "2024-03-09", 1),
        ("2024-03-01T23:30:00-08:00", "2024-03-02T08:00:00Z", None),
        ("soon", "2024-03-01", None),
        ("0001-01-01T00:00:00+14:00", "2024-03-01", None),
        ("2024-13-45", "2024-03-01", None),
    ],
)
def test_dates_are_read_as_written_or_not_at_all(one: str, other: str, later: int | None) -> None:
    assert later == later_of(days_of(one), days_of(other))


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_stock_phrase_alone_is_no_reuse(phrase: str) -> None:
    made = prose(12)

    assert not compared(f"{made.text(120)} {phrase}.", f"{made.text(120)} {phrase}.")


@pytest.mark.parametrize(
    "furniture",
    [
        "By clicking you agree that we and our partners store small pieces of data and use cookies on your device.",
        "Sign up for the morning briefing and get the most important stories of the day delivered to your inbox.",
        "© 2024 Example Media Group and its many friends in the regions, all over the country and across seas.",
        "https://example.org/a/very/long/address/that/has/many/parts/in/it/and/goes/on/and/on/for/quite/a/while/longer",
        " ".join(str(day) for day in range(1, 41)),
    ],
)
def test_page_furniture_is_no_reuse(furniture: str) -> None:
    made = prose(13)

    assert not compared(f"{made.text(120)}\n{furniture}\n", f"{made.text(120)}\n{furniture}\n")


def test_names_titles_and_figures_in_common_are_no_reuse() -> None:
    made = prose(14)
    names = "President Jane Mary Smith of the United Northern Harbour and Ferry Company Limited on Monday 14 March 2024"

    assert not compared(f"{made.text(60)} {names} {made.text(60)}", f"{made.text(60)} {names} {made.text(60)}")


def test_a_footer_that_many_documents_have_is_no_reuse() -> None:
    made = prose(15)
    footer = made.text(30)
    documents = [Document(f"d{n}", text=f"{made.text(200)}\n\n{footer}") for n in range(6)]

    assert () == detect(documents).proposals


def test_pages_of_one_host_that_share_a_template_are_not_proposed() -> None:
    made = prose(16)
    template = made.text(200)
    documents = [
        Document(f"d{n}", url=f"https://ledger.example.com/{n}", text=f"{template}\n{made.text(60)}") for n in range(6)
    ]

    assert () == detect(documents).proposals


def test_near_duplicates_on_one_host_are_proposed_all_the_same() -> None:
    made = prose(17)
    story = made.text(300)
    documents = [
        Document("a", url="https://ledger.example.com/1", text=story),
        Document("b", url="https://ledger.example.com/2", text=made.edited(story, 0.02)),
    ]

    assert Relation.COPIED_FROM is only(*documents).relation


def test_a_passage_shared_by_two_pages_of_one_host_is_not_proposed() -> None:
    made = prose(18)
    passage = made.text(60)
    documents = [
        Document(f"d{n}", url=f"https://ledger.example.com/{n}", text=made.inside(made.text(300), passage))
        for n in (1, 2)
    ]

    assert () == detect(documents).proposals


def test_formulas_in_long_codes_are_not_reuse() -> None:
    made = prose(19)
    formulas = [made.text(14) for _ in range(4)]

    def code() -> str:
        return "\n\n".join(part for formula in formulas for part in (made.text(2_500), formula))

    assert not compared(code(), code())


def test_more_shared_words_never_make_a_lower_probability() -> None:
    made = prose(20)
    shared = [made.text(words) for words in (30, 60, 200)]
    found = [
        only(Document("a", text=f"{made.text(300)} {part}"), Document("b", text=f"{part} {made.text(300)}")).probability
        for part in shared
    ]

    assert sorted(found) == found


def test_one_document_under_two_addresses_shares_its_text_once() -> None:
    story = prose(21).text(200)
    found = detect(
        [
            Document("a1", url="https://ledger.example.com/q-1", text=story),
            Document("a2", url="https://ledger.example.com/q-1#x", text=story),
            Document("b", url="https://post.example.net/9", text=story),
        ]
    )

    assert ["same_page", "text_reuse"] == sorted(proposal.rule for proposal in found.proposals)


def test_chinese_and_thai_copies_are_found_without_spaces() -> None:
    chinese = (
        "港务局将关闭旧石码头至少一年因为墙体已经开始移动每天早晨在那里卸货"
        "的渔民必须把船绕过海角驶往渡轮码头而镇里两年前答应的冷库至今没有建成"
    )
    thai = (
        "การท่าเรือจะปิดท่าเรือหินเก่าอย่างน้อยหนึ่งปีเพราะกำแพงเริ่มเคลื่อนตัวและชาวประมงที่นำปลาขึ้นฝั่งทุกเช้าต้องนำเรืออ้อมแหลมไปยังท่าเรือเฟอร์รี่"
    )
    other = (
        "天文学家在智利观测到一颗小卫星从行星前面经过并测量了它的密度这"
        "颗行星离我们四十光年他们的望远镜建在高山上那里空气干燥夜晚很黑"
    )
    for text in (chinese, thai):
        assert compared(text, f"{other}。{text}")
    assert not compared(chinese, other)


def test_the_same_words_in_another_alphabet_are_not_compared_letter_by_letter() -> None:
    assert not compared("Ана ваза " * 30, "Aна вaза " * 30)
