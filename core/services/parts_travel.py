"""Stated parts on their way out of one store and into another, as plain values of a package."""

from collections.abc import Iterable, Mapping
from typing import Any

from core.errors import InvalidParameter
from core.people import Person
from core.services.parts import facet_statement, state_facets
from core.services.workspace import Workspace
from core.verdicts import FacetStatement


def statement_as_data(said: FacetStatement) -> dict[str, Any]:
    """A statement as plain values of JSON; the claim goes by its id alone, without its data set."""
    facets = said.facets
    return {
        "claim_id": said.uid.partition(":")[2],
        "facets": None
        if facets is None
        else [{"id": part.id, "text": part.text, "weight": part.weight} for part in facets],
        "marks": [{"facet": facet, "passage": passage, "touch": touch} for facet, passage, touch in said.marks],
        "kinds": dict(said.kinds),
        "coherent": dict(said.coherent),
        "by": said.by,
        "at": said.at,
        "reason": said.reason,
    }


def stated_parts(workspace: Workspace, dataset: str | None = None) -> list[dict[str, Any]]:
    """The statements in force of a data set, for a package; those about another wording of their claim stay here."""
    held = workspace.store.statements_in_force(dataset)
    return [statement_as_data(said) for said in held if not said.lapsed]


def take_parts(workspace: Workspace, dataset: str, rows: Iterable[Mapping[str, Any]], *, by: Person) -> tuple[int, int]:
    """State again what a package states of the parts of its claims.

    What stands already is not stated twice, so that the same package can be read again; who said it first and when is
    kept in the reason.

    Args:
        workspace: The open store, with the claims in it.
        dataset: Theirs.
        rows: As ``stated_parts`` gives them.
        by: Who reads the package in.

    Returns:
        How many statements were new, and how many stood already.

    Raises:
        InvalidParameter: A row is no statement.
        UnknownId: A row names a claim, facet or passage that is not there.
        PermissionDenied: A reader may not.
    """
    new = same = 0
    for row in rows:
        claim = row.get("claim_id")
        if not isinstance(claim, str):
            raise InvalidParameter("claim_id of a statement", claim, "the id of a claim")
        uid = f"{dataset}:{claim}"
        held = facet_statement(workspace, uid)
        if held is not None and not held.lapsed and _content(statement_as_data(held)) == _content(row):
            same += 1
            continue
        marks = [_mark(mark) for mark in row.get("marks") or ()]
        state_facets(
            workspace,
            uid,
            facets=row.get("facets"),
            marks=marks,
            kinds=row.get("kinds") or {},
            coherent=row.get("coherent") or {},
            by=by,
            reason=_reason(row),
            expected=None if held is None else held.number,
        )
        new += 1
    return new, same


def _content(row: Mapping[str, Any]) -> tuple[Any, ...]:
    facets = row.get("facets")
    parts = None if facets is None else [(part.get("id"), part["text"], part.get("weight", 1.0)) for part in facets]
    marks = sorted(_mark(mark) for mark in row.get("marks") or ())
    return parts, marks, dict(row.get("kinds") or {}), dict(row.get("coherent") or {})


def _mark(mark: Any) -> tuple[str, str, str]:
    if not isinstance(mark, Mapping) or not all(isinstance(mark.get(key), str) for key in _PARTS_OF_A_MARK):
        raise InvalidParameter("mark", mark, "an object of facet, passage and touch")
    return (mark["facet"], mark["passage"], mark["touch"])


_PARTS_OF_A_MARK = ("facet", "passage", "touch")


def _reason(row: Mapping[str, Any]) -> str:
    who = " ".join(str(row[key]) for key in ("by", "at") if row.get(key))
    why = str(row.get("reason") or "")
    said = f"stated elsewhere by {who}" if who else "stated elsewhere"
    return f"{said}: {why}" if why else said
