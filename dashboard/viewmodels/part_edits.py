"""What somebody changes about a claim's parts, before and after it is saved: read, compared and worded."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from core.bundles.facets import draft_facets, facet_of, marks_of
from core.bundles.types import Touch
from core.errors import InvalidInput
from core.verdicts import FacetStatement, StatedFacet
from dashboard.viewmodels.bundles import Made, letter, passage_words
from dashboard.viewmodels.inspector import when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut

MOST = 100
"""Facets one may state of a claim."""
_LETTER = {Touch.DIRECT: "d", Touch.INDIRECT: "i", Touch.NONE: "n", Touch.CONTRADICTS: "c"}
_LONGEST_SHOWN = 4_000
"""Characters of a passage that the grid can show."""

Part = tuple[str, str, float]
"""Id, text and weight of a facet."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What is stated of a claim's parts, or is about to be."""

    facets: tuple[Part, ...] | None = None
    """None leaves them to the draft."""
    marks: tuple[tuple[str, str, str], ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    coherent: tuple[tuple[str, bool], ...] = ()


def parts_of(said: FacetStatement | None) -> Parts:
    """What a statement says; one that lapsed, or none, says nothing."""
    if said is None or said.lapsed:
        return Parts()
    facets = None if said.facets is None else tuple((one.id, one.text, one.weight) for one in said.facets)
    return Parts(
        facets, tuple(sorted(said.marks)), tuple(sorted(said.kinds.items())), tuple(sorted(said.coherent.items()))
    )


def as_statement(parts: Parts, uid: str, by: str) -> FacetStatement:
    """Parts as a statement that is not made yet: bundles can be made by it. A facet without a word is left out."""
    facets = None if parts.facets is None else tuple(StatedFacet(*part) for part in parts.facets if _readable(part))
    held = {one.id for one in facets} if facets is not None else None
    marks = tuple(mark for mark in parts.marks if held is None or mark[0] in held)
    return FacetStatement(
        0,
        uid,
        "",
        by,
        "",
        facets or None,
        marks,
        MappingProxyType(dict(parts.kinds)),
        MappingProxyType(dict(parts.coherent)),
    )


def _readable(part: Part) -> bool:
    try:
        facet_of(part[0], part[1], by="", weight=part[2])
    except InvalidInput:
        return False
    return True


def unreadable(parts: Parts) -> tuple[str, ...]:
    """Facets that hold no word or number: no passage can be held against them."""
    return tuple(part[1] for part in parts.facets or () if not _readable(part))


def read_edit(sent: Mapping[str, Any], claim: str, before: Parts) -> Parts:
    """What the grid told, on top of what stood before; facets as drafted are no statement.

    Whatever does not look like facets and marks is left out: it comes from a browser.
    """
    facets = tuple(_facet(row) for row in _rows(sent.get("facets")) if _is_facet(row))[:MOST]
    facets = tuple(part for part in facets if part[1].strip())
    drafted = tuple((one.id, one.text, one.weight) for one in draft_facets(claim))
    known = {part[0] for part in facets}
    marks = {
        (row[0], row[1]): row[2]
        for row in _rows(sent.get("marks"))
        if isinstance(row, list | tuple) and len(row) == 3 and row[0] in known and row[2] in tuple(Touch)
    }
    said = tuple(sorted((facet, passage, touch) for (facet, passage), touch in marks.items()))
    return replace(before, facets=None if not facets or facets == drafted else facets, marks=said)


def _rows(value: object) -> Sequence[Any]:
    return value if isinstance(value, list) else ()


def _is_facet(row: object) -> bool:
    return isinstance(row, Mapping) and isinstance(row.get("id"), str) and isinstance(row.get("text"), str)


def _facet(row: Mapping[str, Any]) -> Part:
    weight = row.get("weight")
    fine = isinstance(weight, int | float) and not isinstance(weight, bool) and math.isfinite(weight) and weight > 0
    return row["id"], " ".join(row["text"].split()), float(weight) if fine else 1.0  # type: ignore[arg-type]


def with_word(parts: Parts, key: str, *, kind: str | None = None, coherent: bool | None = None) -> Parts:
    """Parts with what is said of one bundle: its type, or whether it is about one thing; None takes it out."""
    kinds, words = dict(parts.kinds), dict(parts.coherent)
    kinds.pop(key, None)
    words.pop(key, None)
    if kind is not None:
        kinds[key] = kind
    if coherent is not None:
        words[key] = coherent
    return replace(parts, kinds=tuple(sorted(kinds.items())), coherent=tuple(sorted(words.items())))


def grid_data(
    made: Made, claim: str, uid: str, saved: FacetStatement | None, parts: Parts, *, seq: int, turn: int
) -> dict[str, Any]:
    """What the grid shows: facets, passages, marks, and what is drafted beneath them.

    Args:
        made: The bundles, made with ``parts``.
        claim: The claim's text.
        uid: The claim's.
        saved: The statement in force.
        parts: What is edited.
        seq: Number of the last change the grid told, so that it knows which of its own are in it.
        turn: Another one takes the place of everything the grid holds.
    """
    held = parts_of(saved)
    drafted_facets = {facet.id: facet for facet in draft_facets(claim)}
    drafted = marks_of(made.facets, made.passages)
    before = {part[0]: part for part in held.facets or ()}
    shown = parts.facets or tuple((facet.id, facet.text, facet.weight) for facet in drafted_facets.values())
    by = saved.by if saved is not None and not saved.lapsed else ""
    return {
        "uid": uid,
        "turn": turn,
        "seq": seq,
        "most": MOST,
        "by": by,
        "facets": [
            {"id": one[0], "text": one[1], "weight": one[2], "by": _by(one, parts, before, by)} for one in shown
        ],
        "taken": sorted({mark[0] for mark in held.marks} | set(before) | set(drafted_facets)),
        "passages": [
            {
                "id": passage.id,
                "letter": letter(passage),
                "title": passage_words(passage, passage.id),
                "text": cut(passage.text, 220),
                "full": passage.text[:_LONGEST_SHOWN],
            }
            for passage in made.passages
        ],
        "drafted": {
            facet.id: "".join(_LETTER[drafted[facet.id, passage.id].touch] for passage in made.passages)
            for facet in made.facets
        },
        "marks": [list(mark) for mark in parts.marks],
        "saved": [list(mark) for mark in held.marks],
    }


def _by(part: Part, parts: Parts, before: Mapping[str, Part], by: str) -> str:
    """Who stands behind a facet that is shown; "" for what is not saved yet."""
    if parts.facets is None:
        return "drafted"
    return by if before.get(part[0]) == part else ""


def changes_words(before: Parts, now: Parts) -> str:
    """What is changed and not saved, in words; "" where nothing is."""
    said = []
    if now.facets is None and before.facets is not None:
        said.append("facets back to the draft")
    elif now.facets != before.facets:
        old, new = dict(_by_id(before.facets or ())), dict(_by_id(now.facets or ()))
        changed = sum(old.get(key) != value for key, value in new.items()) if old else len(new)
        gone = len(old.keys() - new.keys())
        parts = [count(changed, "facet")] if changed else []
        parts += [f"{gone} left out"] if gone else []
        said.append(", ".join(parts) or "the order of the facets")
    for one, two, name in ((before.marks, now.marks, "mark"), (before.kinds, now.kinds, "type")):
        moved = _moved(one, two)
        if moved:
            said.append(count(moved, name))
    if before.coherent != now.coherent:
        said.append("whether a bundle is about one thing")
    return ", ".join(said)


def _by_id(parts: Sequence[Part]) -> list[tuple[str, Part]]:
    return [(part[0], part) for part in parts]


def _moved(one: Sequence[tuple[str, ...]], two: Sequence[tuple[str, ...]]) -> int:
    """How many are new, gone or say something else."""
    old, new = ({item[:-1]: item[-1] for item in side} for side in (one, two))
    return sum(old.get(key) != new.get(key) for key in old.keys() | new.keys())


def statement_words(said: FacetStatement) -> str:
    """What a statement says, in short."""
    facets = "facets as drafted" if said.facets is None else count(len(said.facets), "facet")
    parts = [facets, count(len(said.marks), "mark")]
    if said.kinds:
        parts.append(count(len(said.kinds), "type"))
    if said.coherent:
        parts.append(count(len(said.coherent), "bundle") + " called about one thing or not")
    return ", ".join(parts) + (" (the claim read otherwise)" if said.lapsed else "")


def statements_table(history: Sequence[FacetStatement]) -> TableView:
    """Everything that was stated of a claim's parts, newest first."""
    rows = []
    for place, said in enumerate(history):
        named = "; ".join(one.text for one in said.facets or ())
        state = "lapsed" if said.lapsed else "in force" if place == 0 else ""
        rows.append(
            Row(
                str(said.number),
                (
                    Cell(when(said.at), said.at),
                    Cell(said.by),
                    Cell(statement_words(said), None, "", named),
                    Cell(said.reason or "–"),
                    Cell(state, None, "answer" if state == "in force" else "qualify" if state else ""),
                ),
            )
        )
    return TableView(
        "Statements",
        (
            Column("at", "When (UTC)", "text", 9),
            Column("by", "Who", "text", 9),
            Column("what", "What", "wrap", 18),
            Column("reason", "Why", "wrap", 20),
            Column("state", "State", "word", 6),
        ),
        tuple(rows),
        "Nobody has stated anything yet: facets and marks are drafted from words.",
    )
