"""Plain text: paragraphs between empty lines; offsets are those of the decoded file."""

import re
from types import MappingProxyType

from core.verification.grounding.encoding import decode
from core.verification.grounding.types import Artifact, too_much
from core.verification.representation import Capabilities, Element, Parser, Representation
from core.verification.vocabulary import CapabilityLimit, CoordinateOrigin

NAME = "text"
VERSION = "1"
_PARAGRAPH = re.compile(r"\S(?:.*\S)?(?:[ \t]*\r?\n[ \t]*\S(?:.*\S)?)*")


def read(artifact: Artifact) -> Representation:
    """Read a text file."""
    text, encoding = decode(artifact.data)
    if len(text) > artifact.limits.max_text:
        raise too_much(f"{len(text):,} characters", artifact.limits.max_text)
    return represent(text, artifact.fingerprint, encoding=encoding)


def represent(text: str, fingerprint: str | None, *, encoding: str = "utf-8") -> Representation:
    """The representation of a text, such as one that came inside a package."""
    elements = tuple(
        Element(f"e{number}", "paragraph", match[0], start=match.start(), end=match.end())
        for number, match in enumerate(_PARAGRAPH.finditer(text), start=1)
    )
    return Representation(
        format=NAME,
        parser=Parser("headwater-text", VERSION, options=MappingProxyType({"encoding": encoding})),
        capabilities=Capabilities(
            char_offsets=True, fingerprint=fingerprint is not None, coordinate_origin=CoordinateOrigin.UNKNOWN
        ),
        artifact=fingerprint,
        text=text,
        elements=elements,
        limits=(CapabilityLimit.MISSING_PAGES,) + (() if text.strip() else (CapabilityLimit.NO_TEXT_LAYER,)),
    )
