"""A claim beside its evidence: numbers and names that the evidence does not have.

Flags for a person. A claim whose number differs is a paraphrase as often as it is wrong, so nothing here contradicts.
"""

from dataclasses import dataclass

from core.verification.matching.names import mixed_scripts, name_differences
from core.verification.matching.quantities import NumberComparison, NumberRelation, number_differences
from core.verification.vocabulary import Advisory


@dataclass(frozen=True, slots=True)
class ClaimComparison:
    """What a claim states and its evidence does not show."""

    numbers: tuple[NumberComparison, ...]
    names: tuple[str, ...]
    flags: tuple[Advisory, ...]
    """``number_differs``, ``ambiguous_number``, ``name_differs``, ``mixed_script``; () where nothing stands out."""


def compare_claim(claim: str, evidence: str) -> ClaimComparison:
    """Compare numbers and names of a claim with those of its evidence.

    Source: [HOUSE] deterministic, by value and unit; never a verdict.

    Example:
        >>> found = compare_claim("Plant Alpha cut leaks by 12%.", "Plant Beta cut leaks by 21 %.")
        >>> [str(flag) for flag in found.flags], found.names
        (['number_differs', 'name_differs'], ('Alpha',))
    """
    numbers = number_differences(claim, evidence)
    names = name_differences(claim, evidence)
    flags = []
    if any(number.relation is NumberRelation.DIFFERS for number in numbers):
        flags.append(Advisory.NUMBER_DIFFERS)
    if any(number.relation is not NumberRelation.DIFFERS for number in numbers):
        flags.append(Advisory.AMBIGUOUS_NUMBER)
    if names:
        flags.append(Advisory.NAME_DIFFERS)
    if mixed_scripts(claim) or mixed_scripts(evidence):
        flags.append(Advisory.MIXED_SCRIPT)
    return ClaimComparison(numbers, names, tuple(flags))
