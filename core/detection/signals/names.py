"""Names of outlets as they stand in running text."""

import re

_WORD = r"[A-ZÄÖÜÉÈÁÓÚÑ][\w&.’'-]*"
_JOINT = r"(?:\s+(?:of|and|for|the|de|la|le|der|die|das|du|&)(?=\s+[A-ZÄÖÜÉÈ]))?"
NAME_PATTERN = (
    rf"(?:[Tt]he\s+|[Dd]e[rm]\s+)?(?:[\w-]+(?:\.[\w-]+)*\.[a-z]{{2,}}(?![\w@])|{_WORD}(?:{_JOINT}\s+{_WORD}){{0,6}})"
)
"""A domain, or capitalised words with the small words between them: as long as the name goes, never a part of it."""

_NOT_OUTLETS = frozenset(
    [
        "english",
        "french",
        "german",
        "spanish",
        "italian",
        "russian",
        "chinese",
        "japanese",
        "arabic",
        "portuguese",
        "dutch",
        "polish",
        "swedish",
        "latin",
        "greek",
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "britain",
        "england",
        "france",
        "germany",
        "italy",
        "spain",
        "russia",
        "china",
        "japan",
        "india",
        "canada",
        "australia",
        "europe",
        "america",
        "london",
        "paris",
        "berlin",
        "court",
        "parliament",
        "congress",
        "part",
        "print",
        "book",
        "form",
        "full",
        "public",
        "he",
        "she",
        "it",
        "they",
        "we",
        "i",
        "you",
    ]
)


def is_outlet_name(name: str) -> bool:
    """False for languages, months, countries and years: a piece appears in them, but they publish nothing."""
    plain = re.sub(r"^(?:the|der|dem)\s+", "", name.strip(" .,;:"), flags=re.IGNORECASE).casefold()
    return bool(plain) and not plain[0].isdigit() and plain not in _NOT_OUTLETS


def trimmed(name: str) -> str:
    """The name without the word that opens its sentence, its article and the full stop that ends it."""
    name = re.sub(r"^(?:As|In|But|And|While|Then|Also|Wie)\s+(?=\S)", "", name.strip().rstrip(".,;:"))
    return re.sub(r"^(?:the|der|dem)\s+", "", name, flags=re.IGNORECASE)
