"""How good citations are, in words: the screen and the report say it the same way."""

from core.checked import CitationQuality
from core.numbers import count, percent


def quality_words(found: CitationQuality) -> tuple[str, str]:
    """Citation precision and completeness, each with its n; where nobody judged, that is what is said."""
    if found.precision.value is None or not found.judged:
        precision = f"Citation precision: not judged yet ({found.judged:,} of {count(found.total, 'citation')} judged)"
    else:
        precision = f"Citation precision {percent(found.precision.value)} of {count(found.precision_n, 'citation')}"
        precision += "" if found.judged >= found.total else f" ({found.total - found.judged:,} not judged yet)"
    if found.completeness.value is None or not found.judged:
        complete = "Completeness: not judged yet"
        complete += f" ({found.completeness.reason})" if found.completeness.reason else ""
    else:
        complete = f"Completeness {percent(found.completeness.value)} of {count(found.completeness_n, 'claim')}"
        complete += " that need evidence"
    return precision, complete
