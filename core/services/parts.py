"""What somebody states of a claim's parts: the facets, how passages touch them, and what kind of bundle they make."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from core.bundles.facets import draft_facets, facet_of
from core.bundles.kinds import BundleKind
from core.bundles.types import Touch
from core.errors import InvalidInput, InvalidParameter, UnknownId
from core.people import Person, Role
from core.services.bundling import ClaimBundles
from core.services.permission import allow
from core.services.spoken import LONGEST_NAME, kept_reason, plain_text
from core.services.workspace import Workspace
from core.store import NewStatement
from core.verdicts import FacetStatement, StatedFacet

LONGEST_FACET = 300
MOST_FACETS = 100
"""Facets somebody may state of one claim; a longer text is no atomic claim."""

Stated = StatedFacet | Mapping[str, Any]
"""A facet, or the same as plain values: ``{"id", "text", "weight"}``."""


def bundle_key(passages: Iterable[str]) -> str:
    """What a bundle of passages is called in statements: their ids, sorted and joined by a blank."""
    return " ".join(sorted(passages))


def facet_statement(workspace: Workspace, uid: str) -> FacetStatement | None:
    """What is stated of a claim's parts; None where nobody ever did.

    Raises:
        UnknownId: There is no such claim.
    """
    return next(iter(facet_history(workspace, uid)), None)


def facet_history(workspace: Workspace, uid: str) -> tuple[FacetStatement, ...]:
    """Everything that was stated of a claim's parts, newest first.

    Raises:
        UnknownId: There is no such claim.
    """
    return workspace.store.facet_statements(uid)


def state_facets(
    workspace: Workspace,
    uid: str,
    *,
    facets: Sequence[Stated] | None,
    marks: Iterable[tuple[str, str, str]] = (),
    kinds: Mapping[str, str] | None = None,
    coherent: Mapping[str, bool] | None = None,
    by: Person,
    reason: str = "",
    expected: int | None,
) -> FacetStatement:
    """State a claim's parts; the whole statement takes the place of the one before, which stays on record.

    Args:
        workspace: The open store.
        uid: ``data set:id`` of the claim.
        facets: What evidence has to address; None leaves that to the draft.
        marks: (facet id, passage id, direct / indirect / none / contradicts) where somebody says so; every other pair
            is drafted.
        kinds: Bundle, as ``bundle_key`` calls it -> its type.
        coherent: The same -> whether its passages are about one thing.
        by: Who.
        reason: Why.
        expected: Number of the statement that was seen in force; None for none.

    Raises:
        InvalidParameter: A facet, mark or type that is none, or twice the same.
        UnknownId: There is no such claim, facet or passage.
        StaleVersion: Another statement is in force by now.
        PermissionDenied: A reader may not.
    """
    name = allow(workspace, by, Role.REVIEWER, "state the parts of a claim")
    dossier = workspace.store.dossier(uid)
    stated = None if facets is None else _facets(facets)
    known = {facet.id for facet in (draft_facets(dossier.claim.text) if stated is None else stated)}
    new = NewStatement(
        uid=uid,
        facets=stated,
        marks=_marks(marks, known, {item.id for item in dossier.evidence}),
        kinds=_kinds(kinds or {}),
        coherent=_coherent(coherent or {}),
    )
    return workspace.store.state_facets(new, by=name, reason=kept_reason(reason), expected=expected)


def restate(
    workspace: Workspace, uid: str, number: int | None, *, by: Person, reason: str = "", expected: int | None
) -> FacetStatement:
    """State again what an earlier statement said, or (None) nothing: back to the draft. It is a statement of its own.

    Raises:
        UnknownId: There is no such claim, the claim has no statement of that number, or what it names is there no more.
        InvalidInput: The claim read otherwise when it was made.
        StaleVersion: Another statement is in force by now.
        PermissionDenied: A reader may not.
    """
    if number is None:
        return state_facets(workspace, uid, facets=None, by=by, reason=reason, expected=expected)
    earlier = next((said for said in facet_history(workspace, uid) if said.number == number), None)
    if earlier is None:
        raise UnknownId("statement", str(number))
    if earlier.lapsed:
        raise InvalidInput(f"statement {number} is about another wording of the claim; nothing was saved")
    present = {item.id for item in workspace.store.dossier(uid).evidence}
    return state_facets(
        workspace,
        uid,
        facets=earlier.facets,
        marks=[mark for mark in earlier.marks if mark[1] in present],
        kinds=earlier.kinds,
        coherent=earlier.coherent,
        by=by,
        reason=reason,
        expected=expected,
    )


def with_kinds(made: ClaimBundles, said: FacetStatement | None) -> ClaimBundles:
    """Bundles with the types that somebody gave them in place of the guessed ones."""
    if said is None or said.lapsed or not said.kinds:
        return made
    bundles = []
    for bundle in made.construction.bundles:
        kind = said.kinds.get(bundle_key(bundle.passages))
        bundles.append(bundle if kind is None else replace(bundle, kind=BundleKind(kind)))
    return replace(made, construction=replace(made.construction, bundles=tuple(bundles)))


def _facets(given: Sequence[Stated]) -> tuple[StatedFacet, ...]:
    if not given:
        raise InvalidInput("a claim has at least one facet; to go back to the draft, state none at all")
    if len(given) > MOST_FACETS:
        raise InvalidParameter("facets", len(given), f"at most {MOST_FACETS}")
    found: dict[str, StatedFacet] = {}
    for number, row in enumerate(given, 1):
        part = row if isinstance(row, StatedFacet) else _read(row, number)
        text = plain_text("a facet", part.text, LONGEST_FACET)
        identifier = plain_text("the id of a facet", part.id, LONGEST_NAME)
        # The words decide which passages address it: a facet without any is refused here, not when bundles are made.
        facet_of(identifier, text, by="", weight=part.weight)
        if not identifier or identifier in found:
            raise InvalidParameter("id of a facet", identifier, "an id that stands once")
        found[identifier] = StatedFacet(identifier, text, float(part.weight))
    return tuple(found.values())


def _read(row: Mapping[str, Any], number: int) -> StatedFacet:
    text = row.get("text")
    if not isinstance(text, str):
        raise InvalidParameter("text of a facet", text, "a text")
    return StatedFacet(str(row.get("id") or f"f{number}"), text, row.get("weight", 1.0))


def _marks(
    given: Iterable[tuple[str, str, str]], facets: set[str], passages: set[str]
) -> tuple[tuple[str, str, str], ...]:
    found: dict[tuple[str, str], str] = {}
    for facet, passage, touch in given:
        if facet not in facets:
            raise UnknownId("facet", facet)
        if passage not in passages:
            raise UnknownId("passage", passage)
        if touch not in tuple(Touch):
            raise InvalidParameter("mark", touch, "one of " + ", ".join(Touch))
        if (facet, passage) in found:
            raise InvalidParameter("mark", f"{facet} {passage}", "one for each facet and passage")
        found[facet, passage] = Touch(touch).value
    return tuple((facet, passage, touch) for (facet, passage), touch in sorted(found.items()))


def _kinds(given: Mapping[str, str]) -> dict[str, str]:
    for key, kind in given.items():
        if kind not in tuple(BundleKind):
            raise InvalidParameter(f"type of the bundle {key}", kind, "one of " + ", ".join(BundleKind))
    return {key: BundleKind(kind).value for key, kind in given.items()}


def _coherent(given: Mapping[str, bool]) -> dict[str, bool]:
    for key, word in given.items():
        if not isinstance(word, bool):
            raise InvalidParameter(f"whether the bundle {key} is about one thing", word, "true or false")
    return dict(given)
