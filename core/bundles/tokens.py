"""How many tokens a text costs: counted by tiktoken where its encoding lies on this machine, else by a stated rule."""

import importlib
import importlib.util
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

RULE = "rule: bytes / 4 or words x 4/3, the larger"
ENCODING = "o200k_base"
CACHE = "TIKTOKEN_CACHE_DIR"
"""tiktoken fetches an encoding it does not find there; it is asked only where this folder holds one."""


@dataclass(frozen=True, slots=True)
class TokenCounter:
    """Counts tokens, and says how."""

    name: str
    count: Callable[[str], int]


def by_rule(text: str) -> int:
    """An estimate on the safe side: a quarter of the UTF-8 bytes or four thirds of the words, whichever is more.

    Source: [HOUSE] common encodings need about 4 bytes a token of English and 3 words for 4 tokens.

    Examples:
        >>> by_rule(""), by_rule("Backups are retained for 90 days.")
        (0, 9)
    """
    size, words = len(text.encode("utf-8", "surrogatepass")), len(text.split())
    return max(-(-size // 4), -(-4 * words // 3))


def token_counter() -> TokenCounter:
    """The counter of this machine: tiktoken with an encoding that is here already, else the rule.

    Source: [HOUSE] nothing is fetched to count tokens; the package says which counter its budget was held with.
    """
    folder = os.environ.get(CACHE, "")
    if folder and Path(folder).is_dir() and any(Path(folder).iterdir()) and importlib.util.find_spec("tiktoken"):
        tiktoken: Any = importlib.import_module("tiktoken")
        try:
            encoding = tiktoken.get_encoding(ENCODING)
        except (OSError, ValueError):
            return TokenCounter(RULE, by_rule)
        return TokenCounter(f"tiktoken {ENCODING}", lambda text: len(encoding.encode(text, disallowed_special=())))
    return TokenCounter(RULE, by_rule)
