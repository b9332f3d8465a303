"""Where a found text may begin and end: never inside a word, never inside a number.

"10" is not in "102", "documented" not in "undocumented", "5%" not in "−5%", "3.5" not in "3.5 million", and
"can" not in "can't".
"""

import re

from core.verification.vocabulary import Reason

_WORD_JOINTS = "-\u2010\u2011\ufffe"
"""Signs that hold two parts of one word together; a dash does not."""
_SCALE = (
    r"(?:hundred|thousand|million|billion|trillion|lakh|crore|dozen|bn|mn|tn|per\s?cent|percent|percentage|pp|bps|"
    r"basis\spoints?)\b"
)
_GOES_ON = re.compile(
    rf"[.,'’:/]\d|[-–−]\d|\s?[%‰‱°]|\s?{_SCALE}|\s?[×xX]\s?10|[eE][+-]?\d|[\u00a0\u2009\u202f]\d{{3}}(?!\d)",
    re.IGNORECASE,
)
"""What after a number still belongs to it."""
_STARTED = re.compile(
    r"(?:[.,'’]|\d[:/]|\d[-–—−]|(?<![^\W\d_])[-−+]|[$€£¥₹]\s?|[±~≈<>≤≥×]\s?|\d[\u00a0\u2009\u202f])\Z"
)
"""What before a number already belongs to it."""


def split_at(text: str, start: int, end: int) -> Reason | None:
    """Say whether ``text[start:end]`` cuts a word or a number at either end.

    Returns:
        ``boundary_split``, ``number_split``, or None where both ends are clean.

    Example:
        >>> text = "Sales were 1,234 units, not undocumented"
        >>> split_at(text, 0, 12), split_at(text, 30, 40), split_at(text, 0, 16)
        (<Reason.NUMBER_SPLIT: 'number_split'>, <Reason.BOUNDARY_SPLIT: 'boundary_split'>, None)
    """
    if start >= end:
        return Reason.BOUNDARY_SPLIT
    first, last = text[start], text[end - 1]
    if start and _one_word(text, start - 1, start):
        return Reason.BOUNDARY_SPLIT
    if end < len(text) and _one_word(text, end - 1, end):
        return Reason.BOUNDARY_SPLIT
    if start and first.isdigit() and _STARTED.search(text, max(0, start - 3), start):
        return Reason.NUMBER_SPLIT
    if start and first in "-−–" and end > start + 1 and text[start + 1].isdigit() and text[start - 1].isalnum():
        return Reason.NUMBER_SPLIT
    if end < len(text) and last.isdigit() and _GOES_ON.match(text, end):
        return Reason.NUMBER_SPLIT
    return None


def _one_word(text: str, left: int, right: int) -> bool:
    """Whether two neighbouring characters belong to one word, directly or over a joint such as a hyphen."""
    before, after = text[left], text[right]
    if before.isalnum() and after.isalnum():
        return not _breaks_anywhere(before, after)
    if after.isalnum() and before in _WORD_JOINTS + "'" and left and text[left - 1].isalpha():
        return True
    return bool(
        before.isalnum() and after in _WORD_JOINTS + "'" and right + 1 < len(text) and text[right + 1].isalpha()
    )


def _breaks_anywhere(before: str, after: str) -> bool:
    """Scripts that write no spaces have no word edge a computer can see: there a quote may end after any sign."""
    return spaceless(before) and spaceless(after)


def spaceless(sign: str) -> bool:
    """Whether a sign belongs to a script that writes no spaces between words: Han, Kana, Thai, Lao."""
    return "\u3040" <= sign <= "\u30ff" or "\u3400" <= sign <= "\u9fff" or "\u0e00" <= sign <= "\u0eff"
