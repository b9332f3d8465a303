"""``headwater release``: what waits for a lead, one answer in full, and signing it."""

import json
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from core.conclusions import Conclusion
from core.errors import InvalidInput
from core.verdicts import ReleasedText, ReleaseFilter, ReleaseItem, ReleaseStatus, SignedDecision, Subject
from core.wording import CONCLUSION, signature_words

if TYPE_CHECKING:
    from core.services import Workspace


class Deed(StrEnum):
    """What to do."""

    LIST = "list"
    SIGN = "sign"
    TAKE_BACK = "take-back"
    HISTORY = "history"


class Status(StrEnum):
    """Which part of the queue."""

    WAITING = "waiting"
    MOVED = "moved"
    SIGNED = "signed"
    ALL = "all"


class Text(StrEnum):
    """What is let out."""

    DRAFT = "draft"
    CORRECTED = "corrected"
    STATEMENT = "statement"
    NONE = "none"


def release(
    deed: Annotated[Deed, typer.Argument(help="list the queue; sign, take-back or history of one answer or claim.")],
    answer: Annotated[str | None, typer.Option(help="The answer (data set:id).")] = None,
    claim: Annotated[str | None, typer.Option(help="A claim that belongs to no answer (data set:id).")] = None,
    decision: Annotated[Conclusion | None, typer.Option(help="sign: what is decided; else what the rule says.")] = None,
    text: Annotated[Text | None, typer.Option(help="sign: what is let out; else what goes with the decision.")] = None,
    reason: Annotated[str, typer.Option(help="sign, take-back: why, kept with the signature.")] = "",
    by: Annotated[str, typer.Option(help="Who signs, as the record shows it.")] = "command line",
    expect: Annotated[
        int | None, typer.Option(help="Number of the newest signature you saw; without it, the newest there is.")
    ] = None,
    status: Annotated[Status, typer.Option(help="list: which part of the queue.")] = Status.WAITING,
    dataset: Annotated[str | None, typer.Option(help="list: only this data set.")] = None,
    search: Annotated[str, typer.Option(help="list: words that all have to occur.")] = "",
    limit: Annotated[int, typer.Option(min=1, max=1_000, help="list: lines a page.")] = 50,
    page: Annotated[int, typer.Option(min=1, help="list: which page.")] = 1,
    database: Annotated[str | None, typer.Option(help="Database address instead of the configured one.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document and nothing else.")] = False,
) -> None:
    """List what waits for a decision, gravest first; sign what is released of an answer, or take a signature back.

    Moved since: signed, but what the rule says, or the text that was let out, has changed. A signature that lets out
    more than the rule allows takes a reason of its own and is marked. Nothing is ever deleted from the record.
    """
    from core import services

    workspace = services.open_workspace(database)
    if deed is Deed.LIST:
        part = None if status is Status.ALL else cast(ReleaseStatus, status.value)
        wanted = ReleaseFilter(part, dataset, decision, search)
        found = services.release_queue(workspace, wanted, page=page, size=limit)
        if as_json:
            lines = [_line(item) for item in found.rows]
            print(json.dumps({"total": found.total, "page": page, "lines": lines}, ensure_ascii=False))
            return
        for item in found.rows:
            _print_line(item)
        print(f"{len(found.rows):,} of {found.total:,}")
        return
    if (answer is None) == (claim is None):
        raise InvalidInput("give one of --answer UID and --claim UID")
    kind: Subject = "claim" if answer is None else "answer"
    uid = str(claim if answer is None else answer)
    if deed is Deed.HISTORY:
        made = services.signed(workspace, kind, uid)
    elif deed is Deed.SIGN:
        made = (_sign(workspace, kind, uid, decision, text, reason, by, expect),)
    else:
        made = (_take_back(workspace, kind, uid, reason, by, expect),)
    if as_json:
        rows = [_signature(one) for one in made]
        print(json.dumps(rows if deed is Deed.HISTORY else rows[0], ensure_ascii=False))
        return
    for one in made:
        print(f"entry {one.number}, {one.at}, {one.by}: {signature_words(one)}\n  {one.reason}")


def _sign(
    workspace: "Workspace",
    kind: Subject,
    uid: str,
    decision: Conclusion | None,
    text: Text | None,
    reason: str,
    by: str,
    expect: int | None,
) -> SignedDecision:
    from core import services
    from core.releasable import suggested, text_for

    file = services.release(workspace, kind, uid)
    decided = decision or suggested(file)[0]
    chosen = text_for(file, decided) if text is None else cast(ReleasedText, text.value)
    return services.sign(
        workspace,
        kind=kind,
        uid=uid,
        decision=decided,
        text=chosen,
        reason=reason,
        by=by,
        expected=file.newest if expect is None else expect,
        file=file,
    )


def _take_back(
    workspace: "Workspace", kind: Subject, uid: str, reason: str, by: str, expect: int | None
) -> SignedDecision:
    from core import services

    signed = services.signed(workspace, kind, uid)
    if not signed:
        raise InvalidInput(f"nothing is signed on {uid}")
    expected = signed[0].number if expect is None else expect
    return services.take_back(workspace, kind=kind, uid=uid, reason=reason, by=by, expected=expected)


def _print_line(item: ReleaseItem) -> None:
    says = "not decided" if item.conclusion is None else CONCLUSION[item.conclusion]
    why = f" ({item.why})" if item.why else ""
    print(f"{item.kind} {item.uid}  {item.status}  {says}{why}  {item.open_questions} open")


def _line(item: ReleaseItem) -> dict[str, Any]:
    return {
        "kind": item.kind,
        "uid": item.uid,
        "status": item.status,
        "decision": None if item.conclusion is None else item.conclusion.value,
        "states": [state.value for state in item.states],
        "why": item.why,
        "claims": item.tally.claims,
        "undecided": item.tally.undecided,
        "open_questions": item.open_questions,
        "corrected": item.corrected,
        "waiting_since": item.waiting_since,
        "question": item.question,
        "text": item.text,
        "signed": None if item.signed is None else _signature(item.signed),
    }


def _signature(one: SignedDecision) -> dict[str, Any]:
    return {
        "number": one.number,
        "at": one.at,
        "by": one.by,
        "kind": one.kind,
        "uid": one.uid,
        "decision": one.decision.value,
        "text": one.text,
        "released": one.released,
        "reason": one.reason,
        "against_rule": one.against or None,
        "takes_back": one.takes_back,
        "withdrawn": one.withdrawn,
        "seen": dict(one.seen),
    }
