"""Labels in and out as CSV: what was labelled elsewhere comes in whole or not at all, what is here goes out."""

import csv
import io

from core.errors import ImportFailed
from core.services.label_rows import COLUMNS, NEUTRAL, Given, read_rows
from core.services.permission import allow
from core.services.workspace import Workspace
from core.store import UNSEEN, GivenLabel, LabelScope, ScopeWords
from core.work import LabelConflict, LabelsReport, Person, Role

PERSON = "label by "
"""Beginning of the header of a person's column in an export; the name follows."""


def import_labels(
    workspace: Workspace,
    data: bytes,
    name: str,
    *,
    dataset: str | None = None,
    by: Person,
    accept_conflicts: bool = False,
    dry_run: bool = False,
) -> LabelsReport:
    """Enter labels that were given elsewhere, each under the name of who gave it, all of them or none.

    The columns are source_id, claim_id (empty: everywhere), state, weight, reason, by, at, and dataset where the file
    is for several; others are ignored.

    Args:
        workspace: The open store.
        data: The bytes of the file.
        name: Its name, for messages.
        dataset: For rows that name no data set.
        by: Who brings the file; rows without ``by`` are this person's.
        accept_conflicts: Enter labels that differ from what others have said: they become disputes. One that is older
            than its own author's word here stays out all the same.
        dry_run: Report only.

    Returns:
        The report; where there are conflicts and they are not accepted, nothing was stored.

    Raises:
        ImportFailed: Unknown ids, bad weights, states or times; every problem at once with row and field.
        StaleVersion: One of the sources was labelled while the file was read; nothing was stored.
        PermissionDenied: A reader may not.
    """
    bringer = allow(workspace, by, Role.REVIEWER, "bring labels in")
    read = read_rows(data, name, dataset, bringer)
    problems = read.problems + workspace.store.missing_targets(name, read.targets)
    if problems:
        raise ImportFailed(tuple(sorted(problems, key=lambda problem: problem.row or 0)))
    rows = read.labels
    known = workspace.store.labels_by_scope({row.dataset for row in rows})
    fresh: list[tuple[Given, bool]] = []
    conflicts: list[LabelConflict] = []
    unchanged = 0
    for row in rows:
        words = known.get(row.scope, ScopeWords())
        own = words.latest.get(row.by)
        if own is not None and (own.state, own.weight) == (row.state, row.weight):
            unchanged += 1
            continue
        older = own is not None and row.is_older_than(own.stated_at or own.at)
        others = [word for person, word in words.latest.items() if person != row.by and not row.agrees(word)]
        if own is not None and older:
            conflicts.append(_conflict(row, own.says, own.by, own.at))
        elif others and words.standing is not None:
            conflicts.append(_conflict(row, words.standing.says, words.standing.by, words.standing.at))
        fresh.append((row, older))
    entered = [row for row, older in fresh if not older]
    stored = not dry_run and bool(entered) and (accept_conflicts or not conflicts)
    if stored:
        workspace.store.append_all(_given(entered, known, name, bringer))
    return LabelsReport(len(rows), len(entered) if stored else 0, unchanged, tuple(conflicts), stored)


def _conflict(row: Given, in_force: str, by: str, at: str) -> LabelConflict:
    return LabelConflict(row.number, row.source_id, row.claim_id, row.says, in_force, by, at)


def _given(rows: list[Given], known: dict[LabelScope, ScopeWords], file: str, bringer: str) -> list[GivenLabel]:
    """The rows as labels; the second for the same target follows the first, whose number nobody knows yet."""
    found = []
    seen: set[LabelScope] = set()
    for row in rows:
        standing = known.get(row.scope, ScopeWords()).standing
        expected = UNSEEN if row.scope in seen else None if standing is None else standing.event
        seen.add(row.scope)
        note = {"file": file, "brought_by": bringer}
        found.append(
            GivenLabel(
                row.dataset, row.source_id, row.claim_id, row.state, row.weight, row.reason, row.by, note, expected,
                row.at,
            )
        )  # fmt: skip
    return found


def export_labels(workspace: Workspace, dataset: str | None = None) -> bytes:
    """Every labelled source as CSV (UTF-8 with BOM): what counts, whether it is disputed, and one column per person.

    Its first columns are those that ``import_labels`` reads.
    """
    known = workspace.store.labels_by_scope(None if dataset is None else {dataset})
    people = sorted({person for words in known.values() for person in words.latest}, key=lambda p: (p.casefold(), p))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([*COLUMNS, "disputed", "adjudicated", *(_neutral(PERSON + person) for person in people)])
    for (own, source_id, claim_id), words in known.items():
        counts = words.standing
        if counts is None:
            continue
        row = [
            *(
                own,
                source_id,
                claim_id or "",
                counts.state.value,
                "" if counts.weight is None else f"{counts.weight!r}",
            ),
            *(counts.reason, counts.by, counts.stated_at or counts.at),
            *("yes" if words.disputed else "no", "yes" if counts.adjudication else "no"),
            *(word.says if (word := words.latest.get(person)) is not None else "" for person in people),
        ]
        writer.writerow([_neutral(cell) for cell in row])
    return out.getvalue().encode("utf-8-sig", "surrogatepass")


def _neutral(cell: str) -> str:
    """A cell that no spreadsheet takes for a formula; ``import_labels`` takes the apostrophe off again."""
    return f"'{cell}" if cell.startswith(NEUTRAL) else cell
