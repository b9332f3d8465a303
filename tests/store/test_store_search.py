"""Search: words of any script, nothing typed is ever a query language."""

from collections.abc import Callable

import pytest

from core.model import Answer, Case, Claim, Evidence, Source
from core.results import ImportReport
from core.store import Store
from core.store.search import sought, words

CLAIMS = {
    "bridge": "The bridge at Çeşme opened in 1931, costing €12.5M.",
    "dam": "Der Damm wird erhöht; STRASSE gesperrt.",
    "water": "水位上昇のため橋は閉鎖された。",
    "thai": "สะพานเปิดในปี พ.ศ. ๒๔๗๔",
    "wide": "２０２４年，产量为１２．５％。",
    "arabic": "السَّدُّ القديم 2024",
    "hebrew": "הסחף עלה ב-12% בדוח RPT-7",
    "hindi": "हिन्दी में पुल",
    "korean": "다리가 열렸다",
    "russian": "Всё о мосте и ёлке",
    "emoji": "💧 level 3 m",
    "syntax": 'NEAR("a" b) AND c* OR NOT d:e ^f -g {h} \' % _ \\ ;',
    "plain": "Nothing special here",
}


@pytest.fixture(scope="module", autouse=True)
def _claims(lasting_store: Store) -> None:
    claims = tuple(Claim(key, text, "a" if key == "plain" else None) for key, text in CLAIMS.items())
    sources = (Source("s1", "Opening day: a memoir", publisher="Harbour Ledger"), Source("s2", "Quay’s end"))
    evidence = (Evidence("e1", "plain", "s1"), Evidence("e2", "plain", "s2"), Evidence("e3", "dam", "s2"))
    answers = (Answer("a", "An answer about lanterns.", "Where do lanterns hang?"),)
    case = Case("words", answers=answers, claims=claims, sources=sources, evidence=evidence)
    lasting_store.import_case(case, file="words.json", file_digest="", format="package", by="ann")


def found(store: Store, typed: str) -> set[str]:
    page = store.claims(search=typed)
    assert page.total == len(page.rows)
    return {row.claim_id for row in page.rows}


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("bridge", {"bridge"}),
        ("BRIDGE", {"bridge"}),
        ("bridge 1931", {"bridge"}),
        ("1931 bridge", {"bridge"}),
        ("brid", {"bridge"}),
        ("brid opened", set()),
        ("opened brid", {"bridge"}),
        ("cesme", {"bridge"}),
        ("Çeşme", {"bridge"}),
        ("c\u0327esme", {"bridge"}),
        ("12.5m", {"bridge"}),
        ("erhoht", {"dam"}),
        ("ERHÖHT", {"dam"}),
        ("straße", {"dam"}),
        ("水位", {"water"}),
        ("位上", {"water"}),
        ("水位上昇", {"water"}),
        ("橋", {"water"}),
        ("位水", set()),
        ("เปิด", {"thai"}),
        ("๒๔๗๔", {"thai"}),
        ("2024", {"wide", "arabic"}),
        ("２０２４", {"wide", "arabic"}),
        ("产量", {"wide"}),
        ("السد", {"arabic"}),
        ("הסחף", {"hebrew"}),
        ("rpt-7", {"hebrew"}),
        ("हिन्दी", {"hindi"}),
        ("다리", {"korean"}),
        ("все", {"russian"}),
        ("ёлке", {"russian"}),
        ("💧", {"emoji"}),
        ("harbour ledger", {"plain"}),
        ("memoir nothing", {"plain"}),
        ("quay", {"plain", "dam"}),
        ("lantern", {"plain"}),
        ("hang special", {"plain"}),
        ("words", set()),
        ("plain", {"plain"}),
        ("nowhere", set()),
    ],
)
def test_claims_are_found_by_their_words(lasting_store: Store, typed: str, expected: set[str]) -> None:
    assert expected == found(lasting_store, typed)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ('"', set()),
        ('""', set()),
        ("'", set()),
        ("*", set()),
        ("%", set()),
        ("_", set()),
        ("\\", set()),
        ("--", set()),
        ("\x00", set()),
        ("\ud800", set()),
        ("()", set()),
        ("&|!<->:*", set()),
        ('NEAR("a" b', {"syntax"}),
        ("words:bridge", set()),
        ("bridge OR dam", set()),
        ("bridge NOT dam", set()),
        ("bridge AND 1931", set()),
        ('bridge" OR "dam', set()),
        ("bridge') --", {"bridge"}),
        ("bridge'; DROP TABLE claim; --", set()),
        ("bridge*", {"bridge"}),
        ("-bridge", {"bridge"}),
        ("^bridge", {"bridge"}),
        ("{bridge}", {"bridge"}),
        ("d:e", {"syntax"}),
        ("bridge\x001931", {"bridge"}),
        ("bridge\ud8001931", {"bridge"}),
    ],
)
def test_what_is_typed_is_never_a_query_language(lasting_store: Store, typed: str, expected: set[str]) -> None:
    assert expected == found(lasting_store, typed)


@pytest.mark.parametrize("typed", ["", " ", "\n\t"])
def test_blanks_search_for_nothing_and_list_everything(lasting_store: Store, typed: str) -> None:
    assert set(CLAIMS) == found(lasting_store, typed)


def test_a_word_of_ten_thousand_letters_is_no_trouble(lasting_store: Store) -> None:
    assert set() == found(lasting_store, "x" * 10_000)
    assert set() == found(lasting_store, "x " * 5_000)


def test_answers_are_found_by_question_and_text(lasting_store: Store) -> None:
    assert ["words:a"] == [row.uid for row in lasting_store.answers(search="hang lantern").rows]
    assert [] == list(lasting_store.answers(search="bridge").rows)
    assert [] == list(lasting_store.answers(search='"').rows)


def test_a_newer_file_is_found_by_its_new_words_only(
    store: Store, put: Callable[..., ImportReport], bridge: Case
) -> None:
    put(bridge)
    put(Case("bridge", claims=(Claim("c1", "A viaduct."),)))

    assert {"c1"} == found(store, "viaduct")
    assert set() == found(store, "1931")
    assert set() == found(store, "closed")
    assert (0, 0) == (store.answers(search="bridge").total, store.claims(search="ledger").total)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Two words, two.", ["two", "words"]),
        ("水位上", ["水位", "位上", "上"]),
        ("A水", ["a", "水"]),
        ("x_y-z", ["x", "y", "z"]),
        ("y" * 100, ["y" * 64]),
    ],
)
def test_texts_are_split_into_words(text: str, expected: list[str]) -> None:
    assert expected == words(text)


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("two words", [("two", False), ("words", True)]),
        ("水", [("水", True)]),
        ("水位上", [("水位", False), ("位上", False)]),
        ("a a", [("a", False), ("a", True)]),
        ("!?", []),
    ],
)
def test_the_last_word_may_be_a_beginning(typed: str, expected: list[tuple[str, bool]]) -> None:
    assert expected == sought(typed)
