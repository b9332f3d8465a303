"""What can be taken away: files that are made when somebody asks for them, and why some cannot be."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.conclusions import Conclusion, Sufficiency
from core.results import ClaimFile
from core.states import Decision
from dashboard.viewmodels.numbers import count
from dashboard.wording import CONCLUSION, CONFIDENCE_ALLOWS, DECISION, SUFFICIENCY, conclusion_words

PEOPLE = ("report", "xlsx", "png", "waterfall-png", "svg", "waterfall-svg", "claims-csv")
"""Formats that people read."""
PICTURES = ("png", "waterfall-png", "svg", "waterfall-svg")
"""Formats that show one claim."""
_PACKAGES = ("package", "package-jsonl", "packages")
PROGRAMS = (*_PACKAGES, "csv", "parquet", "png-zip", "svg-zip", "graphml", "prov", "contract")
"""Formats that programs read."""
MOST_IN_REPORT = 500
MOST_HERE = 20_000
"""Claims that are exported from a page; the command line takes any number without holding them in memory."""


@dataclass(frozen=True, slots=True)
class TakeAway:
    """One file to take away."""

    format: str
    name: str
    media: str
    make: Callable[[], bytes]
    refused: str = ""
    """Why it cannot be had, in words; empty where it can."""


@dataclass(frozen=True, slots=True)
class Offer:
    """The files there are of some claims."""

    words: str
    """Which claims, as it stands in the files."""
    claims: int
    files: Mapping[str, TakeAway]


def why_not(format: str, claims: int, datasets: Sequence[str], checked: bool, no_png: str = "") -> str:
    """Why a format cannot hold some claims; empty where it can. ``no_png`` says why one claim cannot be drawn here."""
    if not claims:
        return "There is no claim to export."
    if claims > MOST_HERE:
        return f"More than {count(MOST_HERE, 'claim')}: take them with “headwater export” on the command line."
    if format == "report" and claims > MOST_IN_REPORT:
        return f"A report holds at most {count(MOST_IN_REPORT, 'claim')}; these are {claims:,}."
    if format in PICTURES and claims != 1:
        return "One picture shows one claim."
    if format in ("png", "waterfall-png") and no_png:
        return no_png[0].upper() + no_png[1:] + "."
    if format in ("package", "package-jsonl") and len(datasets) != 1:
        return "A package holds one data set; take one package each."
    if format == "contract" and not checked:
        return "No citation of these claims was checked."
    return ""


def about_claim(file: ClaimFile) -> tuple[str, ...]:
    """What a report of a claim will say of itself."""
    found = file.assessment
    return (
        f"Claim {file.uid}, policy {found.policy.name}.",
        f"Facts, labels, policy and engine: SHA-256 {found.digest}.",
    )


def filter_words(asked: Mapping[str, Any]) -> str:
    """The filter of a list in words, for the head of what is exported."""
    parts = []
    if asked.get("search"):
        parts.append(f"with the words “{asked['search']}”")
    if asked.get("conclusion") is not None:
        parts.append(f"decision {CONCLUSION[Conclusion(asked['conclusion'])]}")
    if asked.get("undecided"):
        parts.append(conclusion_words(None))
    if asked.get("state") is not None:
        parts.append(f"state {SUFFICIENCY[Sufficiency(asked['state'])]}")
    if asked.get("decision") is not None:
        parts.append(f"{CONFIDENCE_ALLOWS.lower()} {DECISION[Decision(asked['decision'])]}")
    for key, yes, no in (
        ("alert", "with a cluster alert", "without a cluster alert"),
        ("has_unknown", "with unknown sources", "without unknown sources"),
    ):
        if asked.get(key) is not None:
            parts.append(yes if asked[key] else no)
    if asked.get("dataset"):
        parts.append(f"data set {asked['dataset']}")
    order = f"in order of {asked['order']}{', descending' if asked.get('descending') else ''}"
    said = ", ".join(parts) if parts else "all"
    return f"claims: {said}; {order if asked.get('order', 'uid') != 'uid' else 'in order of arrival'}"
