"""What reasons and statements call a passage: the title of its source, quoted, as plain text and never as markup."""

import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

LONGEST = 60
"""Characters of a title as it is quoted."""
NAMED = 3
"""Names of one list; the others are counted."""


def one_line(text: str, longest: int = LONGEST) -> str:
    """A text from outside as it may stand inside a sentence: one line, no sign that nobody sees, cut at a length.

    Examples:
        >>> one_line("A  title\\nWhat is missing: nothing.", 14)
        'A title What…'
        >>> one_line("Harbour and Transport Committee", 20)
        'Harbour and…'

    Source: [HOUSE] untrusted text is data: it must not pass for a line of ours.
    """
    seen = "".join(" " if sign.isspace() else sign for sign in text if sign.isspace() or _shows(sign))
    plain = " ".join(seen.split())
    if len(plain) <= longest:
        return plain
    cut = plain[: longest - 1]
    whole_words = cut.rpartition(" ")[0] if plain[longest - 1] != " " else cut
    return (whole_words if len(whole_words) > longest // 2 else cut).rstrip() + "…"


def _shows(sign: str) -> bool:
    return not unicodedata.category(sign).startswith("C")


def quoted(text: str, longest: int = LONGEST) -> str:
    """The same between quotation marks that the text itself cannot close.

    Examples:
        >>> quoted("The “new” quay")
        '“The ‘new’ quay”'

    Source: [HOUSE] what is quoted is told from what is said about it.
    """
    return f"“{one_line(text, longest).replace('“', '‘').replace('”', '’')}”"


def names_of(passages: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """What each passage of a claim is called.

    Args:
        passages: (id, title of its source, id of its source).

    Returns:
        Passage id -> its source's title in quotation marks, or the source's id where it has none; with the passage's
        own id behind it where two would be called the same.

    Examples:
        >>> names_of([("e1", "A survey", "s1"), ("e2", "A survey", "s2"), ("e3", "", "s3")])
        {'e1': '“A survey” (e1)', 'e2': '“A survey” (e2)', 'e3': '“s3”'}

    Source: [HOUSE] an analyst knows titles; ids stay in the tables and files.
    """
    given = {passage: quoted(title if one_line(title) else source or passage) for passage, title, source in passages}
    alike = Counter(given.values())
    return {passage: name if alike[name] == 1 else f"{name} ({one_line(passage)})" for passage, name in given.items()}


def named(ids: Sequence[str], names: Mapping[str, str], most: int = NAMED) -> str:
    """Some passages in words; beyond ``most`` of them the rest is counted.

    Examples:
        >>> named(["a", "b", "c", "d", "e"], {})
        '“a”, “b”, “c” and 2 more'

    Source: [HOUSE] a list that nobody reads to its end says how long it is.
    """
    called = [names.get(identifier) or quoted(identifier) for identifier in ids]
    if len(called) > most + 1:
        return f"{', '.join(called[:most])} and {len(called) - most} more"
    return joined(called)


def joined(words: Sequence[str], last: str = "and") -> str:
    """Words as an English list.

    Examples:
        >>> joined(["a"]), joined(["a", "b"]), joined(["a", "b", "c"])
        ('a', 'a and b', 'a, b and c')

    Source: [HOUSE] reasons are read aloud.
    """
    return f" {last} ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def count(number: int, word: str) -> str:
    """A number with its noun.

    Examples:
        >>> count(1, "passage"), count(2, "passage")
        ('1 passage', '2 passages')

    Source: [HOUSE] reasons are read aloud.
    """
    return f"{number:,} {word if number == 1 else word + 's'}"


def of_them(some: int, whole: int, word: str = "passage") -> str:
    """Some of a number, with its noun: the subject of a sentence.

    Examples:
        >>> of_them(1, 1), of_them(1, 4), of_them(2, 2), of_them(4, 4)
        ('its only passage', '1 of its 4 passages', 'both of its passages', 'all 4 of its passages')

    Source: [HOUSE] reasons are read aloud.
    """
    if whole == 1:
        return f"its only {word}"
    if some < whole:
        return f"{some} of its {whole} {word}s"
    return f"both of its {word}s" if whole == 2 else f"all {whole} of its {word}s"


def none_of(whole: int, word: str = "passages", whose: str = "its") -> str:
    """The subject of a sentence that denies something of every one of several; its verb stands in the singular.

    Examples:
        >>> none_of(2), none_of(7, "cited texts", "the")
        ('neither of its two passages', 'none of the 7 cited texts')

    Source: [HOUSE] reasons are read aloud.
    """
    return f"neither of {whose} two {word}" if whole == 2 else f"none of {whose} {whole} {word}"


def below(value: float, limit: float) -> str:
    """A figure under its limit, with as many digits as it takes to see that it is under it.

    Examples:
        >>> below(0.5, 0.6), below(0.5999, 0.6)
        ('0.50 is below 0.60', '0.5999 is below 0.6000')

    Source: [HOUSE] "0.60 is below 0.60" is no reason.
    """
    digits = next((n for n in range(2, 8) if f"{value:.{n}f}" != f"{limit:.{n}f}"), 8)
    return f"{value:.{digits}f} is below {limit:.{digits}f}"
