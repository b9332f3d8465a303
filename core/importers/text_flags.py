"""What a text looks like, told from the text alone: orders to the reader's tools, and page furniture."""

import re

_ORDER_SIGNS = (
    "ignore",
    "disregard",
    "instruction",
    "reviewer",
    "assistant",
    "you are",
    "system prompt",
    "mark ",
    "prompt",
)
_ORDERS = re.compile(
    r"""
      \b(?:ignore|disregard|forget)\s+
        (?:(?:(?:all|any|the|your|every|of)\s+)*(?:previous|prior|above|earlier|preceding|other)
          |(?:all|any|your|every)(?:\s+(?:of\s+)?(?:the|your))?)\s+
        (?:instructions?|prompts?|rules|directions|guidelines)\b
    | \bto\s+(?:any|all|every|the)\s+(?:automated|automatic|ai|llm|language)[\s-]+
        (?:\w+\s+)?(?:reviewers?|assistants?|models?|agents?|systems?|tools?|readers?)\b
    | \bmark\s+(?:all|every|each|this|these)\b.{0,60}?\bas\s+
        (?:verified|independent|supported|true|correct|trusted|grounded|confirmed)\b
    | \byou\s+are\s+(?:now\s+)?(?:an?\s+)?(?:ai|llm|language\s+model|assistant|chatbot|helpful\s+assistant)\b
    | \b(?:system|developer)\s+prompt\b
    | <\|?(?:system|im_start|assistant)\|?>
    | \bnew\s+instructions?\s*:
    """,
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)

_FURNITURE = re.compile(
    r"\b(?:cookies?|enable\s+javascript|javascript\s+is\s+(?:disabled|required)|captcha|are\s+you\s+a\s+robot|"
    r"access\s+denied|403\s+forbidden|404\s+not\s+found|page\s+not\s+found|subscribe\s+to\s+(?:read|continue)|"
    r"(?:log|sign)\s+in\s+to\s+(?:read|continue|view)|subscribers?\s+only|consent\s+to\s+continue|"
    r"continue\s+reading|checking\s+your\s+browser|verify\s+you\s+are\s+human)\b",
    re.IGNORECASE,
)

NOTICE_WORDS = 15
"""A text of fewer words may be page furniture; a longer one is taken for an article."""


def instruction_like(text: str) -> str | None:
    """The first words of a text that read like an order to an automated reader; None where there are none.

    Such a text is shown like any other. The flag is a warning to the reader, nothing more.
    """
    lowered = text.lower()
    if not any(sign in lowered for sign in _ORDER_SIGNS) and "<|" not in lowered and "<system" not in lowered:
        return None
    found = _ORDERS.search(text)
    return found.group()[:80] if found is not None else None


def looks_like_notice(text: str) -> bool:
    """True for a short text such as a cookie, login or error notice in place of an article."""
    return bool(text) and len(text) < 400 and is_short(text) and _FURNITURE.search(text) is not None


def is_short(text: str) -> bool:
    """True for fewer than fifteen words."""
    return len(text.split(None, NOTICE_WORDS)) < NOTICE_WORDS
