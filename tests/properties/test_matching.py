"""What must hold of matching for any text: the way back to the source, whole words and numbers, and no surprise."""

import unicodedata

from hypothesis import assume, example, given, settings, strategies as st

from core.verification.citations import CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER, HouseRules, TextNormalization
from core.verification.grounding.text import represent
from core.verification.index import SourceIndex
from core.verification.matching.boundaries import split_at
from core.verification.matching.context import surroundings
from core.verification.matching.differences import closest, differences
from core.verification.matching.finding import Found, Haystack, NotFound, find
from core.verification.matching.profiles import normalize, normalized_text
from core.verification.matching.quantities import NumberRelation, compare_numbers, number_differences, quantities
from core.verification.verifiers import VERIFIERS
from core.verification.vocabulary import CheckStatus, ClaimKind, MatchMethod

SAFE = TextNormalization.SAFE_V1
RULES = HouseRules()
PLAIN = list("abcdefgABCDEFG 0123456789.,;:-–—−%$€'\"()\n\t")
ODD = [
    "\u00ad", "\u200b", "\ufeff", "\u00a0", "\u2009", "ﬁ", "ﬀ", "“", "”", "’", "é", "e\u0301", "²", "½", "\ufffe",
    "\r\n", "…", "\u202e", "µ", "中", "文", "\U0001f600",
]  # fmt: skip
signs = st.sampled_from([*PLAIN, *ODD])
texts = st.lists(signs, max_size=80).map("".join)
VOCABULARY = "the load of silt rose fell by nine percent in May while valve three is open"
words = st.lists(st.sampled_from(VOCABULARY.split()),
                 min_size=5, max_size=30).map(" ".join)  # fmt: skip
profiles = st.sampled_from(list(TextNormalization))


@given(texts, profiles)
@example("½0", TextNormalization.TYPOGRAPHIC_V1)
def test_every_normalised_stretch_leads_back_to_its_source(text: str, profile: TextNormalization) -> None:
    normal = normalize(text, profile)
    for start in range(0, len(normal.text), 3):
        for end in range(start + 1, min(len(normal.text), start + 9) + 1):
            left, right = normal.source(start, end)

            assert 0 <= left < right <= len(text)
            stretch = normal.text[start:end].strip()
            back = normalize(text[left:right], profile).text
            # What stands alone may be folded where its surroundings kept it: the ½ of "½0" is no 1⁄2.
            assert stretch in back or stretch in text[left:right] or unicodedata.normalize("NFC", back) != back


@given(texts, profiles)
def test_normalising_twice_changes_nothing_more(text: str, profile: TextNormalization) -> None:
    once = normalized_text(text, profile)

    assert once == normalized_text(once, profile)


@given(texts)
@example("e\u0301\ufb01")
def test_canonical_equivalents_are_the_same_text(text: str) -> None:
    assume(not any(sign in text for sign in "\u00ad\u200b\ufeff"))

    assert normalized_text(text, SAFE) == normalized_text(unicodedata.normalize("NFD", text), SAFE)


@given(texts)
def test_no_digit_letter_or_percent_ever_disappears(text: str) -> None:
    spelt_out = unicodedata.normalize("NFC", text).replace("ﬁ", "fi").replace("ﬀ", "ff")
    counted = "0123456789%½²abcdefgABCDEFGi"

    assert [sign for sign in spelt_out if sign in counted] == [
        sign for sign in normalized_text(text, SAFE) if sign in counted
    ]


@given(words, words, st.integers(0, 20), st.integers(5, 12))
def test_words_that_stand_there_are_found_where_they_stand(before: str, after: str, at: int, length: int) -> None:
    text = f"{before}. {after}"
    parts = text.split()
    at = min(at, len(parts) - 1)
    quote = " ".join(parts[at : at + length]).rstrip(".")
    assume(len(quote.split()) >= RULES.min_words)

    found = find(quote, Haystack(text, SAFE), RULES)

    assert isinstance(found, Found)
    assert all(quote == text[start:end] for start, end in found.spans)


@given(texts, texts)
@settings(max_examples=300)
def test_what_is_found_reads_like_what_was_asked_for(text: str, quote: str) -> None:
    found = find(quote, Haystack(text, SAFE), RULES)

    if isinstance(found, NotFound):
        return
    for start, end in found.spans:
        shown = normalized_text(text[start:end], SAFE)
        if found.method in (MatchMethod.EXACT_TEXT, MatchMethod.NORMALIZED_TEXT):
            assert normalized_text(quote, SAFE) == normalized_text(text, SAFE)
        elif found.method is MatchMethod.NORMALIZED_DEHYPHENATED:
            assert [s for s in shown if s.isalnum()] == [s for s in normalized_text(quote, SAFE) if s.isalnum()]
        elif not found.parts:
            assert normalized_text(quote, SAFE) == shown
            assert split_at(normalize(text, SAFE).text, *_place(text, shown)) is None or len(found.spans) > 0


def _place(text: str, shown: str) -> tuple[int, int]:
    at = normalize(text, SAFE).text.find(shown)
    return at, at + len(shown)


@given(words, st.integers(0, 29), st.sampled_from(["not", "never", "ten", "fell", "rose", "Beta"]))
def test_a_word_more_or_less_is_never_found(text: str, at: int, word: str) -> None:
    parts = text.split()
    assume(len(parts) >= 6)
    at = 1 + at % (len(parts) - 2)
    inserted = " ".join([*parts[:at], word, *parts[at:]])
    dropped = " ".join([*parts[:at], *parts[at + 1 :]])

    for changed in (inserted, dropped):
        assume(changed not in text)
        assert isinstance(find(changed, Haystack(text, SAFE), RULES), NotFound)


@given(st.integers(0, 10**7), st.integers(0, 10**7))
def test_a_number_is_found_only_whole(number: int, other: int) -> None:
    text = f"In the year of the report {number} sites were closed by order of the board."
    quote = f"In the year of the report {other} sites were closed by order of the board."

    assert (number == other) == isinstance(find(quote, Haystack(text, SAFE), RULES), Found)


@given(texts, texts)
@settings(max_examples=300)
def test_any_two_texts_end_in_a_check_with_a_status(text: str, quote: str) -> None:
    index = SourceIndex(represent(text, None), HEADWATER)
    claims = tuple(
        CitedClaim(kind, quote, locator)
        for kind in ClaimKind
        for locator in (Locator(), Locator(page="1"), Locator(element_id="e1"), Locator(chars=(0, 3)), Locator(row="a"))
    )

    for check in VERIFIERS["headwater"].verify(index, CitationSet(claims)).checks:
        assert (check.status is CheckStatus.GROUNDED) == (check.reason is None)


@given(texts, texts)
def test_a_hint_is_a_stretch_of_the_text_and_differs_from_what_was_asked(text: str, quote: str) -> None:
    hint = closest(quote, normalize(text, SAFE), 60, text)

    if hint is not None:
        assert text[hint.start : hint.end] == hint.text
        for difference in hint.differences:
            assert hint.text[slice(*difference.observed_span)] == difference.observed
            assert quote[slice(*difference.expected_span)] == difference.expected


@given(texts)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert () == differences(text, text)
    assert () == number_differences(text, text)


@given(texts, st.integers(0, 80), st.integers(0, 80))
def test_surroundings_lie_around_the_stretch(text: str, first: int, second: int) -> None:
    start, end = sorted((min(first, len(text)), min(second, len(text))))

    around = surroundings(text, start, end, 40)

    assert text[:start].endswith(around.before)
    assert text[end:].startswith(around.after)


@given(st.decimals(-(10**6), 10**6, allow_nan=False, places=2), st.sampled_from(["", " km", " kg", "%", " t", " days"]))
def test_a_number_equals_itself_and_its_sign_counts(value: object, unit: str) -> None:
    text = f"{value}{unit}"
    assume(quantities(text))

    assert NumberRelation.EQUAL is compare_numbers(text, text).relation
    if not text.startswith("-") and str(value).strip("0.") != "":
        assert NumberRelation.EQUAL is not compare_numbers(text, f"-{text}").relation


@given(st.integers(1, 999), st.integers(0, 999))
def test_grouping_signs_do_not_change_a_number(thousands: int, rest: int) -> None:
    plain = f"{thousands}{rest:03d}"

    for grouped in (f"{thousands},{rest:03d}", f"{thousands} {rest:03d}", f"{thousands}'{rest:03d}"):
        assert NumberRelation.EQUAL is compare_numbers(f"{plain} t", f"{grouped} t").relation
