"""Which set of citations carries a claim, and which one it could do without: from judgements of whole sets only."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from core.bundles.passages import judged_score
from core.model import Judgement

ENTAILMENT = "entailment"
"""Axis 'entailment:["e1", "e2"]': whether these passages together entail the claim; value 1 or 0, or such a word."""
ENTAILS_FROM = 0.5
_WORDS = {
    **dict.fromkeys(("entailment", "entails", "entailed", "supported", "supports"), 1.0),
    **dict.fromkeys(("neutral", "contradiction", "contradicted", "unsupported", "not_entailed"), 0.0),
}


@dataclass(frozen=True, slots=True)
class CitationSets:
    """What is known of the sets of passages a claim cites."""

    attached: tuple[str, ...]
    """Passages that the claim cites."""
    entailing: tuple[tuple[str, ...], ...]
    """The smallest sets that were judged to entail the claim."""
    entailed: bool | None
    """Whether what is attached entails the claim; None where nobody judged it."""
    redundant: tuple[str, ...]
    """Cited passages without which the rest was judged to entail the claim still, and that do not by themselves."""
    needed: tuple[str, ...]
    """Cited passages of an entailing whole without which the rest was judged not to entail."""
    open: tuple[str, ...]
    """Cited passages of which neither is known."""
    problems: tuple[str, ...]


def citation_sets(attached: Sequence[str], judgements: Sequence[Judgement]) -> CitationSets:
    """Read judgements of whole sets into what they say of each citation.

    What contains an entailing set entails as well, and what lies within a set that does not entail does not either.
    The latest judgement of a set counts.

    Args:
        attached: Ids of the passages the claim cites.
        judgements: Of the claim; those on the axis 'entailment:[…]' are read.

    Source: [TOUCH] section 7, with the relations of KILT (one of several sets is enough) and ALCE (a citation is
    redundant where the rest carries the claim and it alone does not).
    """
    sets: dict[frozenset[str], bool] = {}
    problems = []
    for judgement in sorted(judgements, key=lambda judgement: judgement.at or ""):
        axis, _, written = judgement.axis.partition(":")
        if axis.strip().casefold() != ENTAILMENT:
            continue
        members, score = _members(written), judged_score(judgement.value, _WORDS)
        if members is None:
            problems.append(f"the judgement {judgement.id!r} names no list of passages")
        elif score is None:
            problems.append(f"the judgement {judgement.id!r} has the value {judgement.value!r}")
        elif judgement.model is not None and not (judgement.rubric or "").strip():
            problems.append(f"the judgement {judgement.id!r} is a model's without a rubric: it does not count")
        else:
            sets[members] = score >= ENTAILS_FROM

    def entails(members: frozenset[str]) -> bool | None:
        if members in sets:
            return sets[members]
        if any(said and known <= members for known, said in sets.items()):
            return True
        if any(not said and members <= known for known, said in sets.items()):
            return False
        return None

    everything = frozenset(attached)
    known_entailing = [members for members, said in sets.items() if said]
    smallest = [one for one in known_entailing if not any(other < one for other in known_entailing)]
    redundant, needed, left = [], [], []
    for citation in dict.fromkeys(attached):
        rest = entails(everything - {citation})
        if rest and entails(frozenset({citation})) is False:
            redundant.append(citation)
        elif rest is False and entails(everything):
            needed.append(citation)
        else:
            left.append(citation)
    return CitationSets(
        attached=tuple(dict.fromkeys(attached)),
        entailing=tuple(sorted(tuple(sorted(members)) for members in smallest)),
        entailed=entails(everything),
        redundant=tuple(redundant),
        needed=tuple(needed),
        open=tuple(left),
        problems=tuple(problems),
    )


def _members(written: str) -> frozenset[str] | None:
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, list) or not found or not all(isinstance(item, str) for item in found):
        return None
    return frozenset(found)
