"""One sentence about a claim that a person can read aloud."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from core.states import Dependence, SourceKind

_NUMBERS = (
    "no one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen twenty"
)
_ONES = _NUMBERS.split()

_KINDS = {
    SourceKind.PRESS_RELEASE: "press release",
    SourceKind.WIRE_STORY: "wire story",
    SourceKind.DATASET: "data set",
    SourceKind.STUDY: "study",
    SourceKind.AUTHOR: "author",
    SourceKind.PUBLISHER: "publisher",
    SourceKind.REPOSITORY: "repository",
    SourceKind.MODEL_OUTPUT: "AI-made text",
    SourceKind.COMMON_PARENT: "common parent",
}


@dataclass(frozen=True, slots=True)
class Family:
    """What the sentence needs to know of one lineage."""

    documents: int
    """Documents that carry counted evidence."""
    origins: tuple[SourceKind, ...]
    """Kinds of the nodes without upstream; empty for a circle."""
    origin_states: tuple[Dependence, ...]
    origin_retracted: bool
    own_state: Dependence
    """State of the document where there is one only and nothing upstream of it."""
    lone: bool
    """True for a single node."""


def in_words(count: int) -> str:
    """A count as a word up to twenty, in digits above.

    Source:
        [HOUSE] the sentence is to be read aloud.

    Examples:
        >>> in_words(7), in_words(41)
        ('seven', '41')
    """
    return _ONES[count] if count < len(_ONES) else f"{count:,}"


def pieces(eie: float) -> str:
    """EIE as "about 3 pieces of evidence", one decimal at most.

    Source:
        [HOUSE] scoring, "The sentence".

    Examples:
        >>> pieces(3.0), pieces(0.5), pieces(0.0)
        ('about 3 pieces of evidence', 'about 0.5 pieces of evidence', 'no independent evidence')
        >>> pieces(1.25)
        'about 1.3 pieces of evidence'
    """
    if eie <= 1e-9:
        return "no independent evidence"
    if eie < 0.05:
        return "less than 0.1 pieces of evidence"
    shown = f"{Decimal(repr(round(eie, 9))).quantize(Decimal('0.1'), ROUND_HALF_UP):,}".removesuffix(".0")
    return f"about {shown} {'piece' if shown == '1' else 'pieces'} of evidence"


def sentence(*, items: int, sources: int, eie: float, families: Sequence[Family]) -> str:
    """Say how many sources there are, how much evidence they amount to, and why.

    Args:
        items: Counted passages.
        sources: Distinct documents among them.
        eie: Effective independent evidence, >= 0.
        families: One per lineage with counted evidence, largest first.

    Returns:
        One sentence without any text from outside.

    Source:
        [HOUSE] scoring, "The sentence"; the article's example [KON] "Count Effective Evidence".
    """
    if not items:
        return "No counted evidence: nothing speaks for this claim yet."
    head = f"{in_words(sources)} {'source' if sources == 1 else 'sources'}".capitalize()
    if items != sources:
        head = f"{in_words(items)} passages from {in_words(sources)} {'source' if sources == 1 else 'sources'}"
        head = head[0].upper() + head[1:]
    parts = _grouped(families) + _alone(families)
    return f"{head}, {pieces(eie)}: {', '.join(parts)}."


def _grouped(families: Sequence[Family]) -> list[str]:
    groups = [family for family in families if not family.lone]
    if len(groups) > 3:
        total = sum(family.documents for family in groups)
        unvouched = sum(1 for family in groups if not _vouched(family))
        tail = "" if not unvouched else f", {in_words(unvouched)} of them with an origin nobody has vouched for"
        return [f"{in_words(total)} fall into {in_words(len(groups))} families that share an origin{tail}"]
    return [_group(family) for family in sorted(groups, key=lambda family: -family.documents)]


def _group(family: Family) -> str:
    count = in_words(family.documents)
    verb = "derives" if family.documents == 1 else "derive"
    if not family.origins:
        if family.documents == 1:
            return "one stands in a circle of sources with no origin"
        return f"{count} cite each other in a circle with no origin"
    if len(family.origins) == 1:
        what = "one " + _KINDS.get(family.origins[0], "report")
        return f"{count} {verb} from {what} that {_standing(family)}"
    what = f"{in_words(len(family.origins))} origins"
    verb = "draws" if family.documents == 1 else "draw"
    return f"{count} {verb} on {what} that {_standing(family)}"


def _vouched(family: Family) -> bool:
    return bool(family.origins) and all(
        state in (Dependence.INDEPENDENT, Dependence.PARTIALLY_DEPENDENT) for state in family.origin_states
    )


def _standing(family: Family) -> str:
    plural = len(family.origins) > 1
    if family.origin_retracted:
        return "were retracted" if plural else "was retracted"
    if _vouched(family):
        return "count as independent" if plural else "counts as independent"
    if all(state is Dependence.DEPENDENT for state in family.origin_states):
        return "are dependent themselves" if plural else "is dependent itself"
    vouched = sum(s in (Dependence.INDEPENDENT, Dependence.PARTIALLY_DEPENDENT) for s in family.origin_states)
    if vouched:
        return f"are vouched for in {in_words(vouched)} of {in_words(len(family.origins))} cases"
    return "nobody has vouched for"


def _alone(families: Sequence[Family]) -> list[str]:
    counts = Counter(family.own_state for family in families if family.lone)
    says = {
        Dependence.INDEPENDENT: ("is independent", "are independent"),
        Dependence.PARTIALLY_DEPENDENT: ("is partly independent", "are partly independent"),
        Dependence.UNKNOWN: ("has unknown provenance", "have unknown provenance"),
        Dependence.DEPENDENT: ("is dependent on others", "are dependent on others"),
    }
    return [f"{in_words(counts[state])} {words[counts[state] > 1]}" for state, words in says.items() if counts[state]]
