"""Suspected lineage as a list: which part of it the address asks for, how its lines read, what a run brought."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, LiteralString

from core.kinship import DetectionRun, ProposalCounts, ProposalFilter, ProposalLine
from core.proposed import Band
from core.results import Page
from core.states import Relation
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count, percent
from dashboard.viewmodels.tables import cut
from dashboard.wording import RELATION

STATUSES = ("open", "confirmed", "rejected")
ALL = "all"
MENUS = ("dataset", "rule", "band", "source")
"""Settings of the address that narrow the list down."""

BANDS = ("near certain", "likely", "even", "unlikely")

NAMES = MappingProxyType({"dataset": "data set", "rule": "rule", "band": "how likely", "source": "with document"})

BASIS = MappingProxyType(
    {
        "declared": "the data declare it",
        "expert prior": "an expert prior: nobody has measured it yet",
        "measured": "measured",
        "refitted": "from verdicts given here",
    }
)


@dataclass(frozen=True, slots=True)
class ProposalsView:
    """What the address asks for, and in which words the page says so."""

    show: str
    """open, confirmed, rejected or all."""
    wanted: ProposalFilter
    active: tuple[str, ...]
    """Every setting that narrows the list, in words."""
    refused: tuple[str, ...]
    """Settings of the address that cannot be used, and why."""


def proposals_view(address: Mapping[str, str]) -> ProposalsView:
    """Read the address; what cannot be used is refused by name and lets everything pass."""
    refused = []
    show = address.get("show", "open")
    if show not in (*STATUSES, ALL):
        refused.append(f"show: expected one of {', '.join((*STATUSES, ALL))}; found {show!r}")
        show = "open"
    band = address.get("band")
    if band is not None and band not in BANDS:
        refused.append(f"band: expected one of {', '.join(BANDS)}; found {band!r}")
        band = None
    wanted = ProposalFilter(
        dataset=address.get("dataset"),
        rule=address.get("rule"),
        band=band,
        status=None if show == ALL else show,  # type: ignore[arg-type]
        source_id=address.get("source"),
        search=address.get("q", ""),
    )
    said = {name: address[name] for name in MENUS if address.get(name) and name != "band"}
    if band is not None:
        said["band"] = band
    if "rule" in said:
        said["rule"] = rule_words(said["rule"])
    active = tuple(f"{NAMES[name]}: {said[name]}" for name in MENUS if name in said)
    return ProposalsView(show, wanted, active, tuple(refused))


def show_labels(counts: ProposalCounts) -> dict[str, LiteralString]:
    """What the parts of the list are called, each with how many proposals it holds."""
    has = {status: counts.by_status.get(status, 0) for status in STATUSES}
    return {
        "open": f"Open {has['open']:,}",
        "confirmed": f"Confirmed {has['confirmed']:,}",
        "rejected": f"Rejected {has['rejected']:,}",
        "all": f"All {sum(has.values()):,}",
    }


def counted_menu(counts: Mapping[str, int], chosen: str | None) -> dict[str, str]:
    """Value -> how a menu shows it, most first; what the address asks for is in it even where nothing is left."""
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    shown = {value: f"{cut(value.replace('_', ' '), 70)} ({number:,})" for value, number in ordered if number}
    if chosen and chosen not in shown:
        shown[chosen] = f"{cut(chosen.replace('_', ' '), 70)} (0)"
    return shown


def rule_words(name: str) -> str:
    """A rule's name as words."""
    return name.replace("_", " ")


def relation_words(line: ProposalLine) -> str:
    """What is suspected, short; that nobody can tell which came first is part of it."""
    words = RELATION[line.relation]
    return f"{words} · direction unknown" if either_way(line) else words


def either_way(line: ProposalLine) -> bool:
    """Whether nobody can tell which of the two came first, where that matters."""
    return line.direction == "unknown" and line.relation is not Relation.SHARES_COMMON_PARENT


def band_words(band: Band, probability: float) -> str:
    """How likely, as a band with what stands behind it."""
    if band.n == 0:
        return f"{band.name}, {percent(probability, 0)} · {BASIS[band.basis]}"
    over = f"{BASIS[band.basis]} over {count(band.n, 'judged pair')}"
    return f"{band.name}, {percent(band.low, 0)} to {percent(band.high, 0)} · {over}"


def proposal_rows(lines: Sequence[ProposalLine], ticked: Collection[str] = ()) -> list[dict[str, Any]]:
    """The lines of one page for the list component; every word in them is drawn as text."""
    return [
        {
            "id": line.key,
            "title": cut(line.from_title or line.from_id, 90),
            "claim": cut(line.to_title or line.to_id, 140),
            "kind": f"{RELATION[line.relation]}{'?' if either_way(line) else ''}",
            "moves": line.band.name,
            "flips": False,
            "note": "disputed" if line.disputed else "" if line.status == "open" else line.status,
            "ticked": line.key in ticked,
            "hint": hint(line),
        }
        for line in lines
    ]


def hint(line: ProposalLine) -> str:
    """A proposal in full: the pair, what is suspected, by which rules, how likely, since when."""
    decided = f"{line.status} by {line.decided_by}, {when(line.decided_at)}" if line.decided_by else line.status
    rules = ", ".join(rule_words(rule) for rule in line.rules or (line.rule,))
    return "\n".join(
        part
        for part in (
            f"{line.from_title or line.from_id}",
            f"{relation_words(line)}",
            f"{line.to_title or line.to_id}",
            band_words(line.band, line.probability),
            f"rule{'s' if len(line.rules) > 1 else ''}: {rules}",
            f"{count(line.shared, 'shared word 5-gram')}" if line.shared is not None else "",
            f"{count(line.claims, 'claim')} lean on either",
            decided,
            f"found {when(line.detected_at)}",
        )
        if part
    )


def place_words(page: Page[ProposalLine]) -> str:
    """Which part of the list is shown."""
    if not page.total:
        return "nothing here"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {min(page.total, first + len(page.rows) - 1):,} of {count(page.total, 'proposal')}"


def nothing_words(view: ProposalsView, counts: ProposalCounts) -> str:
    """Why nothing is shown, and what to do next."""
    if view.active or view.wanted.search:
        return "No proposal matches. Take a filter off to see the rest."
    if any(counts.by_status.values()):
        return {
            "open": "Every proposal is decided. New documents may bring new ones: run detection after an import.",
            "confirmed": "Nothing is confirmed yet.",
            "rejected": "Nothing was rejected yet; what is rejected is kept here with its evidence.",
        }.get(view.show, "Nothing here.")
    return "Nothing is proposed. Run detection on a data set: it looks for undeclared lineage among its documents."


def run_words(run: DetectionRun) -> tuple[str, ...]:
    """What a run of detection brought, a sentence each; what it did not find stays unknown."""
    compared = f"{count(run.compared, 'document')} new or changed of {run.documents:,} compared"
    found = [f"{count(run.new, 'new proposal')}" if run.new else "nothing new is proposed"]
    if run.known:
        found.append(f"{run.known:,} known before")
    if run.rejected_before:
        found.append(f"{run.rejected_before:,} left out, rejected on this very evidence")
    if run.withdrawn:
        found.append(f"{run.withdrawn:,} withdrawn: their evidence is no longer there")
    if run.identities:
        found.append(f"{count(run.identities, 'document')} merged with one that states the same identity")
    lines = [f"{run.dataset}: {compared}; {', '.join(found)}."]
    if not run.complete:
        lines.append("It was stopped; what was found is kept, and the next run goes on from there.")
    return (*lines, *(notice.message for notice in run.notices))
