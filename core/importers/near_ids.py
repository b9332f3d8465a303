"""Which defined id an undefined one may have meant."""

import re
import unicodedata
from collections.abc import Iterable
from difflib import SequenceMatcher

_HYPHENS = re.compile("[\u00ad\u2010-\u2015\u2043\u2212\u30fb\ufe58\ufe63\uff0d_-]")
_CONFUSED = str.maketrans({"o": "0", "l": "1", "i": "1", "|": "1", "s": "5", "z": "2"})
_WORK = 300_000
"""Comparisons after which no more hints are looked for."""


def look_alike_key(identifier: str) -> str:
    """Equal for ids that differ only by case, blanks or the kind of hyphen."""
    if identifier.isascii():
        key = identifier.casefold()
    else:
        key = unicodedata.normalize("NFKC", identifier).casefold()
        key = "".join(sign for sign in key if unicodedata.category(sign) != "Cf")
    return "".join(_HYPHENS.sub("-", key).split())


class NearIds:
    """The defined ids, ready to be searched for a near one."""

    def __init__(self, defined: Iterable[str]) -> None:
        self._defined = defined
        self._by_shape: dict[str, str] | None = None
        self._work = 0

    def hint(self, identifier: str) -> str | None:
        """The nearest defined id, None where none is near."""
        if self._by_shape is None:
            self._by_shape = {_shape(known): known for known in sorted(self._defined, reverse=True)}
        shape = _shape(identifier)
        if shape in self._by_shape:
            return self._by_shape[shape]
        if self._work > _WORK or len(identifier) > 200:
            return None
        self._work += len(self._by_shape)
        best, best_ratio = None, 0.8
        matcher = SequenceMatcher(b=shape, autojunk=False)
        for known_shape, known in self._by_shape.items():
            if abs(len(known_shape) - len(shape)) > 2 or _only_numbers_differ(known, identifier):
                continue
            matcher.set_seq1(known_shape)
            if matcher.quick_ratio() > best_ratio and matcher.ratio() > best_ratio:
                best, best_ratio = known, matcher.ratio()
        return best


def _shape(identifier: str) -> str:
    return look_alike_key(identifier).replace("-", "").translate(_CONFUSED)


def _only_numbers_differ(one: str, other: str) -> bool:
    """True for src-11 and src-12: neighbours in a numbering, not slips."""
    blank_one, blank_other = re.sub(r"\d+", "#", one), re.sub(r"\d+", "#", other)
    return blank_one == blank_other and "#" in blank_one
