"""The source registry as a list: which part of it the address asks for, and how its lines read."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from urllib.parse import quote

from core.kinship import SourceFilter, SourceLine
from core.model import Source
from core.results import Page
from core.states import SourceKind
from core.wording import title_of
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import KIND

ORDERS = MappingProxyType(
    {
        "most claims": ("claims", True),
        "title": ("title", False),
        "publisher": ("publisher", False),
        "newest": ("published_at", True),
        "most upstream": ("upstream", True),
        "most downstream": ("downstream", True),
        "most versions": ("versions", True),
        "id": ("id", False),
    }
)
"""As the menu and the address name them -> column and whether it descends."""

FIRST_ORDER = "most claims"

COLUMNS = (
    Column("title", "Source", "prose", 24, "Title, or the id where there is no title."),
    Column("publisher", "Publisher", "quiet", 10),
    Column("kind", "Kind", "quiet", 7.5),
    Column("date", "Date", "quiet", 7, "As written in the data."),
    Column("claims", "Claims", "number", 5, "Claims that lean on it, directly or through others."),
    Column("upstream", "Upstream", "number", 6, "Sources it is known, confirmed or suspected to depend on."),
    Column("downstream", "Downstream", "number", 7, "Sources that depend on it, as far as known or suspected."),
    Column(
        "versions", "Versions", "number", 5.5, "How often an import brought another version; 0: known only by name."
    ),
    Column("state", "State", "word", 9, "Retracted, merged, or not retrieved."),
    Column("dataset", "Data set", "quiet", 9),
)


@dataclass(frozen=True, slots=True)
class SourcesView:
    """What the address asks for; settings that cannot be used are named."""

    wanted: SourceFilter
    order: str
    """One of ORDERS."""
    refused: tuple[str, ...]


def sources_view(address: Mapping[str, str]) -> SourcesView:
    """Read the address; what cannot be used is refused by name and lets everything pass."""
    refused = []
    kind, retracted, merged = address.get("kind"), address.get("retracted"), address.get("merged")
    order = address.get("order", FIRST_ORDER)
    if kind is not None and kind not in set(SourceKind):
        refused.append(f"kind: expected one of {', '.join(SourceKind)}; found {kind!r}")
        kind = None
    if retracted not in (None, "yes", "no"):
        refused.append(f"retracted: expected yes or no; found {retracted!r}")
        retracted = None
    if merged not in (None, "yes"):
        refused.append(f"merged: expected yes; found {merged!r}")
        merged = None
    if order not in ORDERS:
        refused.append(f"order: expected one of {', '.join(ORDERS)}; found {order!r}")
        order = FIRST_ORDER
    wanted = SourceFilter(
        dataset=address.get("dataset"),
        search=address.get("q", ""),
        publisher=address.get("publisher"),
        kind=SourceKind(kind) if kind is not None else None,
        retracted=None if retracted is None else retracted == "yes",
        merged_only=merged == "yes",
    )
    return SourcesView(wanted, order, tuple(refused))


def sources_table(lines: Sequence[SourceLine], name: str = "Sources", empty: str = "") -> TableView:
    """One page of the registry."""
    return TableView(
        name,
        COLUMNS,
        tuple(_row(line) for line in lines),
        empty or "No source matches. Take a filter off; every document of every import is here.",
    )


def _row(line: SourceLine) -> Row:
    title = title_of(Source(line.id, line.title), line.id)
    return Row(
        line.uid,
        (
            Cell(cut(title, 160), None, "", "\n".join(part for part in (title, line.id, line.url or "") if part)),
            Cell(cut(line.publisher or "–", 60), None, "", _house(line)),
            Cell(KIND[line.kind]),
            Cell(_day(line.published_at), line.published_at, "", line.published_at or ""),
            Cell(f"{line.claims:,}", line.claims),
            Cell(f"{line.upstream:,}", line.upstream),
            Cell(f"{line.downstream:,}", line.downstream),
            Cell(f"{line.versions:,}", line.versions),
            state_cell(line),
            Cell(line.dataset),
        ),
        source_link(line.uid),
    )


def state_cell(line: SourceLine) -> Cell:
    """What sets a source apart, in words; a retracted one in the colour of a refusal."""
    parts = ["retracted"] if line.retracted else []
    if line.merged:
        parts.append(f"{line.merged} merged")
    if not line.retrieved:
        parts.append("not retrieved")
    return Cell(" · ".join(parts) or "–", None, "refuse" if line.retracted else "")


def _house(line: SourceLine) -> str:
    return " · ".join(part for part in (line.publisher, line.owner, line.domain) if part)


def _day(written: str | None) -> str:
    if not written:
        return "–"
    return written[:10] if written[:4].isdigit() and written[4:5] == "-" else cut(written, 30)


def source_link(uid: str) -> str:
    """Address of a source's page, relative to any other page."""
    return f"sources?source={quote(uid, safe='')}"


def publishers_of(lines: Iterable[SourceLine], chosen: str | None) -> list[str]:
    """Publishers to choose from: those on the page, and the one that is chosen."""
    found = {line.publisher for line in lines if line.publisher}
    return sorted(found | ({chosen} if chosen else set()), key=str.casefold)


def place_words(page: Page[SourceLine]) -> str:
    """Which part of the registry is shown."""
    if not page.total:
        return "no source"
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {min(page.total, first + len(page.rows) - 1):,} of {count(page.total, 'source')}"


def merge_words(uids: Sequence[str]) -> tuple[str, str]:
    """The data set in which ticked sources can be merged, or why they cannot.

    Returns:
        The data set and what merging will do, or an empty data set and why it cannot be done.
    """
    datasets = {uid.partition(":")[0] for uid in uids}
    if len(uids) < 2:
        return "", "Tick at least two sources that are one document."
    if len(datasets) > 1:
        return "", "The ticked sources lie in several data sets; only documents of one data set can be one."
    return datasets.pop(), (
        f"{len(uids):,} sources become one, under the first of their ids. Every claim that leans on one of them then "
        "leans on that one; it can be taken apart again."
    )
