"""Texts that are no text: notices in place of an article, navigation, and too few words to tell anything."""

import re

FEW_WORDS = 25
"""Below this many words a text says too little to be called reused or not."""

_FURNITURE = re.compile(
    r"\b(?:accept (?:all )?cookies|cookies?|enable javascript|javascript is (?:disabled|required)|captcha"
    r"|are you a robot|access denied|403 forbidden|404 not found|page not found|subscribe to (?:read|continue)"
    r"|(?:log|sign) in to (?:read|continue|view)|subscribers? only|continue reading|checking your browser"
    r"|verify (?:you are|that you are) human|review the security of your connection|site connection is secure|ray id"
    r"|this content is not available|404 error|service unavailable)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[.!?。！？।؟](?:\s|$|[\"'”’»)])")


def looks_like_notice(text: str) -> bool:
    """True for a short text such as a cookie, login or error notice in place of an article."""
    return len(text) < 600 and len(text.split(None, 60)) <= 60 and _FURNITURE.search(text) is not None


def looks_like_navigation(text: str) -> bool:
    """True for lists of links: many short lines and hardly a sentence."""
    lines = [line for line in text.splitlines() if line.strip()]
    if len(lines) < 8:
        return False
    counts = sorted(len(line.split()) for line in lines)
    sentences = len(_STOP.findall(text))
    return counts[len(counts) // 2] <= 4 and counts[(len(counts) * 9) // 10] <= 12 and sentences * 40 <= sum(counts)
