"""Text put together block by block, with elements, offsets and marks; for formats whose text flows without pages."""

from core.verification.grounding.types import ReadLimits, too_much
from core.verification.representation import HIDDEN, RAISED, RAISED_NUMBER, Element, Mark

_SUPERSCRIPT = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
_SUBSCRIPT = str.maketrans("0123456789+-−", "₀₁₂₃₄₅₆₇₈₉₊₋₋")


class Flow:
    """Collects blocks; every block is one element ``e1``, ``e2``, ... in reading order."""

    def __init__(self, limits: ReadLimits) -> None:
        self._limits = limits
        self._parts: list[str] = []
        self._length = 0
        self.elements: list[Element] = []
        self.marks: list[Mark] = []

    @property
    def text(self) -> str:
        """All blocks, two line breaks between them."""
        return "".join(self._parts)

    def add(
        self,
        kind: str,
        text: str,
        *,
        path: str | None = None,
        hidden: bool = False,
        raised: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """Add a block.

        Args:
            raised: Stretches of the block set as superscript or subscript.
        """
        if not text.strip():
            return
        if self._parts:
            self._parts.append("\n\n")
            self._length += 2
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        if self._length > self._limits.max_text:
            raise too_much("the text is longer than that", self._limits.max_text)
        self.elements.append(
            Element(f"e{len(self.elements) + 1}", kind, text, start=start, end=self._length, path=path)
        )
        if hidden:
            self.marks.append(Mark(HIDDEN, start, self._length))
        for begin, end in raised:
            self.marks.append(raised_mark(text, begin, end, start))

    def placed_marks(self) -> tuple[Mark, ...]:
        """The marks in the order of their start."""
        return tuple(sorted(self.marks, key=lambda mark: (mark.start, mark.end)))


def raised_mark(text: str, begin: int, end: int, offset: int = 0) -> Mark:
    """The mark of a raised stretch: where it touches other digits it makes one number out of two."""
    left, right = begin, end
    if any(sign.isdigit() for sign in text[begin:end]):
        while left and text[left - 1].isdigit():
            left -= 1
        while right < len(text) and text[right].isdigit():
            right += 1
    kind = RAISED_NUMBER if (left, right) != (begin, end) else RAISED
    return Mark(kind, offset + left, offset + right)


def as_script(text: str, lowered: bool) -> str:
    """Raised or lowered digits as signs of their own, for cells, which are compared whole."""
    return text.translate(_SUBSCRIPT if lowered else _SUPERSCRIPT)
