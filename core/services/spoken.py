"""What people type, held to what a record is good for: bounded, and free of signs nobody can see."""

import unicodedata

from core.errors import InvalidInput

LONGEST_NAME = 200
LONGEST_REASON = 4_000

_ALLOWED = "\n\t\r"


def person_name(name: str) -> str:
    """A name as it is kept: the same person is written one way.

    Raises:
        InvalidInput: It is empty, too long, or holds control characters.
    """
    written = unicodedata.normalize("NFC", plain_text("the name", name, LONGEST_NAME))
    if not written:
        raise InvalidInput("a name is needed: whoever labels stands behind it")
    return written


def kept_reason(reason: str) -> str:
    """A reason as it is kept.

    Raises:
        InvalidInput: It is too long or holds control characters.
    """
    return plain_text("the reason", reason, LONGEST_REASON)


def plain_text(what: str, text: str, most: int) -> str:
    """Text of a person, without blanks around it.

    Raises:
        InvalidInput: It is too long or holds control characters; line ends and tabs are none.
    """
    text = text.strip()
    if len(text) > most:
        raise InvalidInput(f"{what} has {len(text):,} characters; at most {most:,} are kept. Nothing was saved.")
    for place, sign in enumerate(text, 1):
        if unicodedata.category(sign) in ("Cc", "Cs") and sign not in _ALLOWED:
            raise InvalidInput(
                f"{what} holds a control character (U+{ord(sign):04X} at place {place:,}); "
                "take it out. Nothing was saved."
            )
    return text
