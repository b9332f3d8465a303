"""What stands around a found text: its sentence, the words before and after, and words there that turn its meaning.

Advisory only. Such words stand near about a third of honest quotes, so they never fail one; a person reads them.
"""

import re
from dataclasses import dataclass

from core.verification.matching.finding import NEGATION

_SENTENCE_END = re.compile(r"[.!?。！？][\"'”’»)\]]*\s+(?=\S)|\n\s*\n")
_SOFT = re.compile(
    r"\b(?:alleged(?:ly)?|preliminary|provisional|if|may|might|could|reportedly|supposedly|claimed|estimated|"
    r"only|until|provided that|subject to)\b",
    re.IGNORECASE,
)
_TURN = re.compile(
    r"\s*[\"'”’»)\]]*\s*(?:however|but|nevertheless|nonetheless|yet|in fact|this is (?:false|wrong))\b", re.IGNORECASE
)
_INSTRUCTION = re.compile(
    r"\b(?:ignore (?:all |any )?(?:the )?(?:previous|prior|above) (?:instructions?|prompts?)|"
    r"(?:to|attention|note to|instructions? for) (?:any |all |the )?(?:automated|ai|llm|language[- ]model) "
    r"(?:reviewers?|assistants?|models?|agents?|systems?|tools?)|you are (?:now )?an? (?:ai|assistant|language model)|"
    r"mark (?:all|every|this|these|the) [\w ]{0,40}\bas (?:verified|supported|independent|grounded|approved)|"
    r"system prompt|disregard (?:all |the )?(?:previous|above))\b",
    re.IGNORECASE,
)
WINDOW = 400
"""Characters looked at to either side for the edges of the sentence."""


@dataclass(frozen=True, slots=True)
class Context:
    """The surroundings of a stretch of text."""

    before: str
    """From the start of the sentence, or at most as many characters as asked for."""
    after: str
    qualifiers: tuple[str, ...] = ()
    """Words outside the quote that may turn it, in the order they stand."""


NO_CONTEXT = Context("", "")
_QUALIFIER = re.compile(f"{NEGATION.pattern}|{_SOFT.pattern}")
"""In lower-case text: comparing without regard to case, sign by sign, takes several times as long."""


def surroundings(text: str, start: int, end: int, width: int) -> Context:
    """The sentence around ``text[start:end]`` and ``width`` characters more, with the qualifiers in it.

    Source: [HOUSE] a quote is shown with what precedes and follows it.
    """
    left, right = _sentence(text, start, end)
    before = text[max(left, start - WINDOW) : start]
    after = text[end : min(len(text), max(right, end + width))]
    shown = text[max(0, min(left, start - width), start - WINDOW) : start]
    qualifiers = _QUALIFIER.findall(before.lower()) if before else []
    if right > end:
        qualifiers += _QUALIFIER.findall(text[end:right].lower())
    turn = _TURN.match(text, right) or _TURN.match(text, end)
    if turn is not None:
        qualifiers.append(turn[0].strip(" \t\r\n\"'”’»)]"))
    return Context(shown, after, tuple(dict.fromkeys(qualifiers)) if qualifiers else ())


def reads_like_an_instruction(text: str) -> bool:
    """Whether a text speaks to a machine that reviews it; it is shown as text and changes nothing."""
    return _INSTRUCTION.search(text) is not None


def _sentence(text: str, start: int, end: int) -> tuple[int, int]:
    left = max(0, start - WINDOW)
    for match in _SENTENCE_END.finditer(text, left, start):
        left = match.end()
    if text[end - 1 : end] in ".!?。！？":
        return left, end
    stop = _SENTENCE_END.search(text, end, min(len(text), end + WINDOW))
    if stop is None:
        return left, min(len(text), end + WINDOW)
    return left, stop.start() + (stop[0][0] != "\n")
