"""Sources that speak to the model instead of about the world: flagged, and shown as the data they are."""

import re
from collections.abc import Iterator

_PHRASES = {
    "asks to ignore instructions": (
        r"\b(?:ignore|disregard|forget|override|bypass)\b[^.\n]{0,40}"
        r"\b(?:instructions?|prompts?|rules?|context|guidelines|above)\b",
    ),
    "gives the model a role": (
        r"\b(?:you are now|from now on,? you|pretend (?:to be|you are))\b",
        r"\bact as (?:an?|the) (?:assistant|ai|system|expert)\b",
    ),
    "speaks to the model": (
        r"\b(?:as an ai|dear (?:ai|assistant|model|llm)|system prompt)\b",
        r"\b(?:ai|language) models? (?:must|should|reading)\b",
        r"\bnote to (?:the )?(?:ai|assistant|model|llm)\b",
        r"^\s*(?:ai )?assistant[,:]",
    ),
    "dictates the answer": (
        r"\b(?:answer|respond|reply) (?:only )?with\b",
        r"\byou (?:must|should) (?:say|answer|respond|reply|output|state|recommend|cite|rate)\b",
        r"\b(?:do not|don't|never) (?:mention|reveal|cite|disclose)\b",
        r"\boutput (?:only|exactly|the following)\b",
    ),
    "imitates markup of a prompt": (
        r"</?\s*(?:system|assistant|user|evidence|instructions?|prompt|tool)\b[^>]{0,80}>",
        r"<\|[a-z_]{2,30}\|>|\[/?INST\]|^#{2,}\s*(?:system|instruction)",
    ),
    "asks for secrets": (
        r"\b(?:send|post|print|reveal|return)\b[^.\n]{0,40}\b(?:api[ _-]?keys?|passwords?|system prompt)\b",
    ),
}
_FINDERS = {
    name: re.compile("|".join(f"(?:{phrase})" for phrase in phrases), re.IGNORECASE | re.MULTILINE)
    for name, phrases in _PHRASES.items()
}
_HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff\U000e0000-\U000e007f]")


def instructions_in(text: str) -> tuple[str, ...]:
    """What in a text reads like an instruction to a model, in words; () where nothing does.

    A flag for people and for the order of the prompt, not a filter: the text stays as it is, and what no rule knows
    is not safe for that.

    Source: [TOUCH] retrieved bytes are untrusted data, not instructions; [HOUSE] the rules.
    """
    return tuple(_found(_HIDDEN.sub("", text), bool(_HIDDEN.search(text))))


def _found(plain: str, hidden: bool) -> Iterator[str]:
    any_rule = False
    for name, finder in _FINDERS.items():
        if finder.search(plain):
            any_rule = True
            yield name
    if any_rule and hidden:
        yield "hides characters"
