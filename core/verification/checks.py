"""One claim against one source: the order of questions, and the first that is answered badly ends the check. [ETH]

Fail closed: what cannot be asked is never answered with yes.
"""

from dataclasses import replace
from datetime import UTC, datetime

from core.verification.citations import CitationSet, CitedClaim
from core.verification.config import HouseRules
from core.verification.index import SourceIndex
from core.verification.literal import matches, method_of, over_two_elements
from core.verification.locating import Place, Refusal, locate, no_text
from core.verification.matching.quantities import NumberRelation, compare_numbers
from core.verification.outcomes import Outcome, of_place
from core.verification.records import Check, Evidence
from core.verification.table_lookup import index_text, rows_with
from core.verification.textual import check_quote, check_value
from core.verification.vocabulary import Advisory, CheckStatus, ClaimKind, MatchMethod, Reason


def check(index: SourceIndex, number: int, claim: CitedClaim, citations: CitationSet) -> Check:
    """Check one claim.

    Args:
        index: The source, ready under its config.
        number: Position of the claim in its request, from 1; gives the check its id.
        citations: The request: what its claims were made against.

    Returns:
        The check. Whatever goes wrong is a status with a reason.

    Source: [ETH] precedence of the contract; [HOUSE] what we ask beyond it.
    """
    identity = f"v{number:04d}"
    before = _before_looking(index, claim, citations)
    if before is not None:
        outcome, still = before, None
        if outcome.status is CheckStatus.STALE and index.config.house is not None:
            still = _look(index, claim).status is CheckStatus.GROUNDED
        return _made(index, identity, claim, outcome, still)
    outcome = _look(index, claim)
    doubts: tuple[Advisory, ...] = ()
    if index.config.house is not None:
        outcome, doubts = _with_doubts(index, claim, citations, outcome, index.config.house)
    return _made(index, identity, claim, outcome, doubts=doubts)


def _before_looking(index: SourceIndex, claim: CitedClaim, citations: CitationSet) -> Outcome | None:
    """What ends a check before the source is opened at the place."""
    house = index.config.house
    if not claim.locator.names_place and house is None:
        return Outcome(CheckStatus.ERROR, Reason.MISSING_LOCATOR)
    if not claim.kind.supported or claim.kind not in index.config.claim_kinds:
        return Outcome(CheckStatus.UNSUPPORTED_CLAIM_KIND, Reason.UNSUPPORTED_CLAIM_KIND)
    if claim.kind.needs_text and not (claim.text or "").strip():
        return Outcome(CheckStatus.ERROR, Reason.MISSING_REQUIRED_TEXT)
    if house is not None and len(claim.text or "") > house.max_text_chars:
        note = f"the expected text has {len(claim.text or '')} characters, {house.max_text_chars} are looked for"
        return Outcome(CheckStatus.ERROR, Reason.LIMITS_EXCEEDED, note=note)
    return _fingerprints(index, citations, house)


def _fingerprints(index: SourceIndex, citations: CitationSet, house: HouseRules | None) -> Outcome | None:
    if not index.config.require_fingerprint_match:
        return None
    expected, observed = citations.fingerprint, index.representation.fingerprint
    if expected is not None and observed is not None and expected != observed:
        return Outcome(CheckStatus.STALE, Reason.STALE_FINGERPRINT)
    if expected is not None and observed is None:
        return Outcome(
            CheckStatus.CAPABILITY_BLOCKED, Reason.MISSING_SOURCE_FINGERPRINT, warnings=(Advisory.CAPABILITY_LIMITED,)
        )
    if expected is None and observed is not None and (house is None or house.require_pin):
        return Outcome(CheckStatus.STALE, Reason.MISSING_CITATION_FINGERPRINT)
    return None


def _look(index: SourceIndex, claim: CitedClaim) -> Outcome:
    place = locate(index, claim)
    if isinstance(place, Refusal):
        return _refused(place)
    house = index.config.house
    if house is None:
        return _literal(index, claim, place)
    if claim.kind is ClaimKind.PRESENCE:
        return _present(index, claim, place)
    if place.scope == "cell":
        return _cell(index, claim, place)
    if no_text(index, place.page):
        return Outcome(
            CheckStatus.CAPABILITY_BLOCKED, Reason.NO_TEXT_LAYER, warnings=(Advisory.CAPABILITY_LIMITED,),
            evidence=of_place(place),
        )  # fmt: skip
    if claim.kind is ClaimKind.VALUE:
        return check_value(index, claim, place)
    joined = None
    if claim.locator.element_id is not None and not matches(index, claim.kind, claim.text or "", place.text or ""):
        joined = over_two_elements(index, claim, place)
    if isinstance(joined, Refusal):
        return _refused(joined)
    return check_quote(index, claim, joined or place, house)


def _literal(index: SourceIndex, claim: CitedClaim, place: Place) -> Outcome:
    """The contract's rules, and no others."""
    if claim.kind is ClaimKind.PRESENCE:
        return Outcome(CheckStatus.GROUNDED, None, MatchMethod.PRESENCE_ONLY, _echo(index, place))
    method = MatchMethod.TABLE_CELL_LOOKUP if place.scope == "cell" else method_of(claim.kind, index.config)
    if place.scope == "page":
        # A page of a foreign representation has no text of its own to compare.
        place = replace(place, text=None)
    expected = claim.text or ""
    if place.text is None or not matches(index, claim.kind, expected, place.text):
        joined = over_two_elements(index, claim, place)
        if isinstance(joined, Refusal):
            return _refused(joined)
        if joined is None:
            return Outcome(CheckStatus.MISMATCH, Reason.TEXT_MISMATCH, method, _echo(index, place))
        place = joined
    return Outcome(CheckStatus.GROUNDED, None, method, _echo(index, place))


def _present(index: SourceIndex, claim: CitedClaim, place: Place) -> Outcome:
    boxed = claim.locator.bbox is not None and claim.locator.element_id is None and place.scope == "element"
    method = MatchMethod.BBOX_CONTAINMENT if boxed else MatchMethod.PRESENCE_ONLY
    return Outcome(CheckStatus.GROUNDED, None, method, of_place(place), occurrences=1)


def _cell(index: SourceIndex, claim: CitedClaim, place: Place) -> Outcome:
    """A cell shows its text exactly; its stored value counts as well where it differs from what is shown."""
    cell = place.cell
    assert cell is not None
    expected = index_text(index, claim.text or "")
    if cell.text is None:
        return Outcome(
            CheckStatus.CAPABILITY_BLOCKED, Reason.FORMULA_NOT_CACHED, MatchMethod.TABLE_CELL_LOOKUP, of_place(place),
            (Advisory.CAPABILITY_LIMITED,), note=f"the cell holds the formula {cell.formula} and no computed value",
        )  # fmt: skip
    shown = [index_text(index, text) for text in (cell.text, cell.value) if text is not None]
    if expected and expected in shown:
        return Outcome(CheckStatus.GROUNDED, None, MatchMethod.TABLE_CELL_LOOKUP, of_place(place), occurrences=1)
    note = f"the cell says {cell.text!r}; the citation says {claim.text!r}"
    warnings: list[Advisory] = []
    compared = compare_numbers(claim.text or "", cell.text)
    if compared.relation is NumberRelation.EQUAL:
        note += "; the same number, written differently"
    elif compared.expected is not None and compared.observed is not None:
        warnings.append(
            Advisory.NUMBER_DIFFERS if compared.relation is NumberRelation.DIFFERS else Advisory.AMBIGUOUS_NUMBER
        )
    rows: tuple[str, ...] = ()
    if place.table is not None:
        rows = rows_with(place.table, cell.col, claim.text or "", lambda text: index_text(index, text))
    if rows:
        note += f"; it stands in row {', '.join(rows[:3])}"
        warnings.append(Advisory.FOUND_ELSEWHERE)
    return Outcome(
        CheckStatus.MISMATCH, Reason.TEXT_MISMATCH, MatchMethod.TABLE_CELL_LOOKUP, of_place(place), tuple(warnings),
        elsewhere=rows, note=note,
    )  # fmt: skip


def _with_doubts(
    index: SourceIndex, claim: CitedClaim, citations: CitationSet, outcome: Outcome, house: HouseRules
) -> tuple[Outcome, tuple[Advisory, ...]]:
    """What the place alone does not show: another parse, another edition, a source younger than the answer."""
    doubts: list[Advisory] = []
    source = index.representation
    if citations.representation is not None and citations.representation != source.digest:
        if outcome.status is not CheckStatus.GROUNDED and outcome.reason is Reason.TEXT_MISMATCH:
            return replace(outcome, status=CheckStatus.STALE, reason=Reason.REPRESENTATION_CHANGED), ()
        doubts.append(Advisory.REPRESENTATION_CHANGED)
    if citations.fingerprint is None and source.fingerprint is not None:
        doubts.append(Advisory.UNPINNED_CITATION)
    if _other_edition(index, claim):
        outcome = _incomparable(index, claim, outcome, house)
        doubts.append(Advisory.PAGE_NOT_COMPARABLE)
    if _younger(claim):
        doubts.append(Advisory.SOURCE_NEWER_THAN_ANSWER)
    return outcome, tuple(doubts)


def _other_edition(index: SourceIndex, claim: CitedClaim) -> bool:
    pages = len(index.representation.pages)
    return claim.edition_pages is not None and claim.locator.page is not None and pages not in (0, claim.edition_pages)


def _incomparable(index: SourceIndex, claim: CitedClaim, outcome: Outcome, house: HouseRules) -> Outcome:
    """A page of a copy with another number of pages: the text may be there, the page means nothing."""
    source = index.representation
    found = None
    if claim.kind is ClaimKind.QUOTE and claim.text is not None:
        found = check_quote(index, claim, Place(source.text, scope="document", start=0), house)
    position = found.evidence.position if found is not None and found.evidence is not None else None
    return replace(
        outcome,
        status=CheckStatus.MISMATCH,
        reason=Reason.LOCATOR_CONFLICT,
        elsewhere=(str(position),) if position is not None else (),
        note=f"{claim.edition_pages} pages cited, {len(source.pages)} in this copy",
    )


def _younger(claim: CitedClaim) -> bool:
    source, answer = _moment(claim.source_date), _moment(claim.answer_date)
    return source is not None and answer is not None and source > answer


def _moment(text: str | None) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text) if text else None
    except ValueError:
        return None
    return moment.replace(tzinfo=UTC) if moment is not None and moment.tzinfo is None else moment


def _refused(refusal: Refusal) -> Outcome:
    blocked = refusal.status is CheckStatus.CAPABILITY_BLOCKED
    warnings = (Advisory.CAPABILITY_LIMITED,) if blocked else ()
    return Outcome(refusal.status, refusal.reason, warnings=warnings, note=refusal.note)


def _echo(index: SourceIndex, place: Place) -> Evidence:
    return Evidence(place.text if index.config.include_text else None, place.page_id, place.box)


def crop_ref(evidence: Evidence) -> str | None:
    """What names the picture of a piece of evidence: its page and box; None where it has no place."""
    if evidence.page is None or evidence.box is None:
        return None
    return f"{evidence.page}#{','.join(map(str, evidence.box))}"


def _made(
    index: SourceIndex,
    identity: str,
    claim: CitedClaim,
    outcome: Outcome,
    still: bool | None = None,
    doubts: tuple[Advisory, ...] = (),
) -> Check:
    evidence = outcome.evidence
    if evidence is not None and index.config.include_crops and index.representation.capabilities.crop_support:
        evidence = replace(evidence, crop_ref=crop_ref(evidence))
    if evidence is not None and not index.config.include_text:
        evidence = replace(evidence, text=None, quoted=None, before="", after="")
    return Check(
        id=identity,
        claim=claim,
        status=outcome.status,
        reason=outcome.reason,
        method=outcome.method,
        evidence=evidence,
        warnings=outcome.warnings + doubts,
        hint=outcome.hint,
        qualifiers=outcome.qualifiers,
        folded=outcome.folded,
        occurrences=outcome.occurrences,
        elsewhere=outcome.elsewhere,
        still_occurs=still,
        note=outcome.note,
    )
