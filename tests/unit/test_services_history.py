"""Past days, what moved a claim, the record and its proof, agreement, and labels in and out: the use cases."""

import csv
import io
import json

import pytest
from typer.testing import CliRunner

from core import services
from core.errors import ImportFailed, InvalidInput, InvalidParameter, PermissionDenied, StaleVersion, UnknownId
from core.policy import Policy
from core.results import LabelEvent
from core.services import Workspace
from core.services.history import claim_before
from core.states import Decision, Dependence
from core.work import AuditFilter, QueueFilter, WorkKind
from dashboard import cli

QUAY = "northwire-quay:quay-overtopped"
INDEPENDENT, DEPENDENT, UNKNOWN = Dependence.INDEPENDENT, Dependence.DEPENDENT, Dependence.UNKNOWN


@pytest.fixture
def workspace(sample_store: Workspace) -> Workspace:
    return sample_store


def label(
    workspace: Workspace, state: Dependence, by: str = "ann", source_id: str = "forum", **changes: object
) -> LabelEvent:
    file = services.claim(workspace, QUAY)
    held = file.dossier.labels.get(source_id)
    values = {
        "uid": QUAY,
        "source_id": source_id,
        "state": state,
        "by": by,
        "everywhere": True,
        "seen": services.seen_of(file),
        "expected_event": None if held is None else held.event,
    }
    return services.relabel(workspace, **{**values, **changes})  # type: ignore[arg-type]


# Past days


def test_a_claim_as_of_a_day_shows_the_figures_of_that_day(workspace: Workspace) -> None:
    before = services.claim(workspace, QUAY).assessment
    event = label(workspace, INDEPENDENT)
    after = services.claim(workspace, QUAY).assessment

    assert after.eie == services.claim_as_of(workspace, QUAY, event.at).assessment.eie
    assert after.eie == services.claim_as_of(workspace, QUAY, event.at[:10]).assessment.eie
    assert before.eie == claim_before(workspace, QUAY, event.number).assessment.eie
    assert [event.number, 1] == [found.number for found in services.claim_as_of(workspace, QUAY, "2999-01-01").events]


def test_what_was_seen_with_each_label_is_what_a_replay_gives(workspace: Workspace) -> None:
    states = (INDEPENDENT, DEPENDENT, UNKNOWN, DEPENDENT)
    events = [label(workspace, state, by) for state, by in zip(states, ("ann", "bob", "ann", "bob"), strict=True)]
    services.save_policy(workspace, Policy(name="strict", alpha=0.1), by="lead", reason="trial")
    events.append(label(workspace, INDEPENDENT, "cy"))
    services.undo(workspace, events[0].number, by="ann")
    events.append(label(workspace, INDEPENDENT, source_id="release"))

    for event in events:
        assert dict(event.seen) == services.seen_of(claim_before(workspace, QUAY, event.number))


@pytest.mark.parametrize("at", ["yesterday", "", "2026-13-01", "2026-11-01T25:00", "99999-01-01T00:00"])
def test_a_moment_that_cannot_be_read_is_refused(workspace: Workspace, at: str) -> None:
    with pytest.raises(InvalidParameter, match="a day or a time in ISO 8601"):
        services.claim_as_of(workspace, QUAY, at)


def test_a_claim_before_its_first_import_is_not_there(workspace: Workspace) -> None:
    with pytest.raises(UnknownId):
        services.claim_as_of(workspace, QUAY, "2001-01-01")


def test_the_history_of_a_claim_says_what_moved_its_figures_and_decision(workspace: Workspace) -> None:
    first = services.claim(workspace, QUAY).assessment
    label(workspace, INDEPENDENT, reason="an archive of its own")
    label(workspace, UNKNOWN, source_id="podcast", uid="mixed-claims:company-knew-since-2023", expected_event=None)
    services.save_policy(workspace, Policy(name="lenient", required=2.0, answer_at=0.3), by="lead", reason="trial")
    services.undo(workspace, services.claim(workspace, QUAY).events[0].number, by="ann")
    points = services.claim_history(workspace, QUAY)

    assert ["undo", "policy", "label", "import"] == [point.kind for point in points]
    assert [first.eie, first.decision] == [points[-1].eie, points[-1].decision]
    assert ("ann", "forum everywhere: independent", "an archive of its own") == (
        points[2].by,
        points[2].what,
        points[2].reason,
    )
    assert (True, True) == (points[2].changed, points[2].decision_changed)
    assert Decision.ANSWER is points[2].decision
    now = services.claim(workspace, QUAY).assessment
    assert (now.eie, now.aware, now.decision) == (points[0].eie, points[0].aware, points[0].decision)
    assert points[:2] == services.claim_history(workspace, QUAY, limit=2)


# The record


def test_one_entry_says_who_when_what_from_what_why_and_what_was_seen(workspace: Workspace) -> None:
    """AUD-03: who, time with zone, item, old, new, reason, figures before; in the export of the record too."""
    label(workspace, UNKNOWN, "rev-a")
    event = label(workspace, DEPENDENT, "rev-a", reason="same wire credit")
    line = services.audit(workspace).rows[0]

    assert ("label", event.number, "rev-a", "forum") == (line.chain, line.number, line.by, line.subject)
    assert ("unknown (rev-a)", "dependent", "same wire credit") == (line.before, line.says, line.reason)
    assert line.at.endswith("+00:00")
    assert {"eie", "aware", "decision", "digest", "policy"} <= line.seen.keys()
    after = services.claim_as_of(workspace, QUAY, line.at).assessment
    assert after.eie == line.seen["eie"] - 0.5


def test_three_labels_in_a_row_are_three_entries(workspace: Workspace) -> None:
    """AUD-01: quick edits one after the other are all stored."""
    given = [
        label(workspace, DEPENDENT),
        label(workspace, INDEPENDENT),
        label(workspace, Dependence.PARTIALLY_DEPENDENT, weight=0.4),
    ]

    assert [event.number for event in given] == [
        line.number for line in reversed(services.audit(workspace, size=3).rows)
    ]
    held = services.claim(workspace, QUAY).dossier.labels["forum"]
    assert (Dependence.PARTIALLY_DEPENDENT, 0.4) == (held.state, held.weight)


def test_undo_and_redo_are_entries_and_never_cross_to_somebody_else(workspace: Workspace) -> None:
    """AUD-07: undo restores label and figures at once, redo repeats it, both on record, and only one's own."""
    before = services.claim(workspace, QUAY).assessment.eie
    event = label(workspace, DEPENDENT)
    undone = services.undo(workspace, event.number, by="ann")
    assert before == services.claim(workspace, QUAY).assessment.eie
    services.undo(workspace, undone.number, by="ann")

    assert before - 0.5 == services.claim(workspace, QUAY).assessment.eie
    assert ["undo", "undo", "label"] == [line.kind for line in services.audit(workspace, size=3).rows]
    with pytest.raises(InvalidInput, match="only ann can undo it"):
        services.undo(workspace, event.number, by="bob")


def test_a_label_that_the_edges_do_not_allow_is_flagged_and_not_obeyed(workspace: Workspace) -> None:
    """SCO-21: the cautious value counts, and what the label would give is shown beside it."""
    file = services.claim(workspace, QUAY)
    copy = next(edge.from_id for edge in file.dossier.edges if edge.status == "known")
    label(workspace, INDEPENDENT, source_id=copy)
    found = services.claim(workspace, QUAY).assessment

    assert file.assessment.eie == found.eie
    assert [copy] == [conflict.source_id for conflict in found.conflicts]
    assert found.conflicts[0].if_label_right.eie > found.eie


CHECKED = {"files attached", "citations checked"}
POLICY = {"policy saved", "policy chosen"}


@pytest.mark.parametrize(
    ("wanted", "kinds"),
    [
        (AuditFilter(chain="audit"), {"import", "detected", *CHECKED, *POLICY}),
        (AuditFilter(chain="label"), {"label", "merge"}),
        (AuditFilter(kind="import"), {"import"}),
        (AuditFilter(kind="decision"), set()),
        (AuditFilter(by="lead"), POLICY),
        (AuditFilter(dataset="northwire-quay"), {"import", "label", *CHECKED}),
        (AuditFilter(dataset="skerry-ferry"), {"import", "detected", "merge"}),
        (AuditFilter(since="2999-01-01"), set()),
        (AuditFilter(until="2001-01-01"), set()),
        (AuditFilter(search="FORU"), {"label", "files attached"}),
        (AuditFilter(search="100%"), set()),
    ],
)
def test_the_record_is_filtered(workspace: Workspace, wanted: AuditFilter, kinds: set[str]) -> None:
    label(workspace, DEPENDENT)
    services.save_policy(workspace, Policy(), by="lead", reason="x")
    found = services.audit(workspace, wanted, size=100)

    assert kinds == {line.kind for line in found.rows}
    assert found.total == len(found.rows)


def test_pages_of_the_record_neither_repeat_nor_lose_an_entry(workspace: Workspace) -> None:
    for _ in range(3):
        label(workspace, DEPENDENT)
    whole = [(line.chain, line.number) for line in services.audit(workspace, size=100).rows]
    pages = [services.audit(workspace, page=page, size=3).rows for page in range(1, len(whole) // 3 + 2)]

    assert whole == [(line.chain, line.number) for rows in pages for line in rows]
    assert {"ann", "Headwater demo"} <= set(services.audit_people(workspace))


def test_a_whole_record_is_proved_with_its_heads(workspace: Workspace) -> None:
    label(workspace, DEPENDENT)
    told: list[tuple[int, int | None]] = []
    report = services.verify(workspace, lambda done, total: told.append((done, total)))

    assert report.whole
    assert report.entries == sum(count for count, _ in report.heads.values()) == told[-1][0]
    assert report.heads["label"][1] == services.audit(workspace, AuditFilter(chain="label")).rows[0].hash


# Agreement


def test_agreement_needs_two_people_on_two_sources(workspace: Workspace) -> None:
    found = services.agreement(workspace)
    assert (0, None, "no source has been read by two people yet") == (found.n, found.kappa.value, found.alpha.reason)
    label(workspace, DEPENDENT)
    label(workspace, DEPENDENT, "bob")

    found = services.agreement(workspace)
    assert (1, 2, None) == (found.n, found.words, found.alpha.value)
    assert "too few" in found.kappa.reason


def test_one_label_only_tells_nothing_of_agreement(workspace: Workspace) -> None:
    for source in ("forum", "release"):
        label(workspace, DEPENDENT, source_id=source)
        label(workspace, DEPENDENT, "bob", source_id=source)

    assert services.agreement(workspace).kappa.value is None
    assert "same label every time" in services.agreement(workspace).alpha.reason


def test_kappa_and_alpha_are_those_of_the_textbook(workspace: Workspace) -> None:
    """Two people on five sources, four alike: pₒ = 0.8, pₑ = (3·2 + 2·3) / 25, kappa = 0.32/0.52.

    Alpha: Dₒ = 2 of 10 values differ, Dₑ = 50/90 (five of each label among ten values), alpha = 1 - 0.2 / (50/90).
    """
    sources = [source.id for source in services.claim(workspace, QUAY).dossier.sources if source.id != "tide-survey"][
        :5
    ]
    ann = (INDEPENDENT, INDEPENDENT, INDEPENDENT, DEPENDENT, DEPENDENT)
    bob = (INDEPENDENT, INDEPENDENT, DEPENDENT, DEPENDENT, DEPENDENT)
    for source, first, second in zip(sources, ann, bob, strict=True):
        label(workspace, first, "ann", source_id=source)
        label(workspace, second, "bob", source_id=source)
    found = services.agreement(workspace)
    (pair,) = found.pairs

    assert (5, 4, ("ann", "bob"), 1) == (pair.n, pair.agreed, found.people, found.disputed)
    assert pytest.approx(0.32 / 0.52) == found.kappa.value == pair.kappa.value
    assert pytest.approx(1 - 0.2 / (50 / 90)) == found.alpha.value
    assert 0 == services.agreement(workspace, "trial-reviews").n
    assert (5, None) == (services.agreement(workspace).n, services.agreement(workspace, blind_only=True).kappa.value)


# Settling


def test_a_dispute_is_settled_with_a_reason_and_stays_on_record(workspace: Workspace) -> None:
    label(workspace, INDEPENDENT, "rev-a")
    label(workspace, DEPENDENT, "rev-b")
    held = services.claim(workspace, QUAY).dossier.labels["forum"]
    settle = {
        "uid": QUAY,
        "source_id": "forum",
        "state": INDEPENDENT,
        "by": "lead",
        "everywhere": True,
        "seen": {},
        "expected_event": held.event,
    }
    with pytest.raises(InvalidInput, match="needs a reason"):
        services.adjudicate(workspace, **settle, reason=" ")
    services.adjudicate(workspace, **settle, reason="rev-b read another article")

    assert INDEPENDENT is services.claim(workspace, QUAY).dossier.labels["forum"].state
    assert 0 == services.queue(workspace, QueueFilter(kind=WorkKind.DISPUTE)).total
    assert {"rev-a", "rev-b", "lead"} == {event.by for event in services.claim(workspace, QUAY).events[:3]}
    with pytest.raises(StaleVersion, match="by lead"):
        services.adjudicate(workspace, **settle, reason="too late")


# Labels in and out


HEAD = "source_id,claim_id,state,weight,reason,by,at\n"
FILE = (
    f"{HEAD}forum,,dependent,,'=copied,rev-a,2026-11-01\nforum,,independent,,,rev-b,2026-11-02T10:00Z\n"
    "release,quay-overtopped,partial,0.4,,,\n"
)


def bring(workspace: Workspace, text: str, **options: object) -> object:
    return services.import_labels(workspace, text.encode(), "l.csv", dataset="northwire-quay", by="lead", **options)  # type: ignore[arg-type]


def test_a_file_of_labels_is_entered_under_the_names_of_who_gave_them(workspace: Workspace) -> None:
    report = bring(workspace, FILE)
    file = services.claim(workspace, QUAY)

    assert (3, 3, 0, True) == (report.rows, report.entered, report.unchanged, report.stored)  # type: ignore[attr-defined]
    assert ("rev-a", "2026-11-01", "=copied", True) == (
        file.dossier.labels["forum"].by,
        file.dossier.labels["forum"].at,
        file.dossier.labels["forum"].reason,
        file.dossier.labels["forum"].disputed,
    )
    assert ("lead", 0.4) == (file.dossier.labels["release"].by, file.dossier.labels["release"].weight)
    assert {"file": "l.csv", "brought_by": "lead"} == dict(file.events[0].seen)


def test_the_same_file_again_changes_nothing(workspace: Workspace) -> None:
    bring(workspace, FILE)
    revision = workspace.store.revision()
    report = bring(workspace, FILE)

    assert (3, False, revision) == (report.unchanged, report.stored, workspace.store.revision())  # type: ignore[attr-defined]


def test_an_export_read_in_again_changes_nothing(workspace: Workspace) -> None:
    bring(workspace, FILE)
    label(workspace, DEPENDENT, "=eve", "northwire")
    exported = services.export_labels(workspace)
    report = services.import_labels(workspace, exported, "x.csv", by="lead")

    assert (report.rows, 0, False) == (report.unchanged, report.entered, report.stored)


def test_an_export_has_a_column_per_person_and_what_counts(workspace: Workspace) -> None:
    bring(workspace, FILE)
    text = services.export_labels(workspace, "northwire-quay").decode("utf-8-sig")
    rows = {row["source_id"]: row for row in csv.DictReader(io.StringIO(text))}
    forum = rows["forum"]

    assert ("dependent", "rev-a", "yes", "no") == (forum["state"], forum["by"], forum["disputed"], forum["adjudicated"])
    assert ("dependent", "independent", "") == (
        forum["label by rev-a"],
        forum["label by rev-b"],
        forum["label by lead"],
    )
    assert "'=copied" == forum["reason"]
    assert "partially dependent, own share 0.4" == rows["release"]["label by lead"]
    assert {"northwire-quay"} == {row["dataset"] for row in rows.values()}


def test_every_problem_of_a_file_is_named_at_once_and_nothing_is_entered(workspace: Workspace) -> None:
    revision = workspace.store.revision()
    wrong = f"forum,c9,maybe,2,{'x' * 5_000},,yesterday\n"
    text = f"{HEAD}nobody,,dependent,,,,\n{wrong}forum,,partial,1.5,,,\n,,dependent,,,,\n"
    with pytest.raises(ImportFailed) as refused:
        bring(workspace, text)
    found = [(problem.row, problem.field) for problem in refused.value.problems]

    assert [
        (2, "source_id"),
        (3, "state"),
        (3, "weight"),
        (3, "at"),
        (3, "reason"),
        (3, "claim_id"),
        (4, "weight"),
        (5, "source_id"),
    ] == found
    assert revision == workspace.store.revision()


@pytest.mark.parametrize(
    ("text", "field"),
    [("claim_id\nx\n", "source_id"), ("source_id,state,state\nx,y,z\n", "state"), ("source_id\nx\n", "state")],
)
def test_a_file_without_its_columns_is_refused(workspace: Workspace, text: str, field: str) -> None:
    with pytest.raises(ImportFailed) as refused:
        bring(workspace, text)

    assert field in {problem.field for problem in refused.value.problems}


def test_labels_that_differ_from_those_in_force_are_reported_and_kept_out(workspace: Workspace) -> None:
    held = label(workspace, INDEPENDENT, "ann")
    text = f"{HEAD}forum,,dependent,,,rev-a,2026-11-01\nrelease,,dependent,,,rev-a,2026-11-01\n"
    report = bring(workspace, text)
    (conflict,) = report.conflicts  # type: ignore[attr-defined]

    assert (2, "forum", "dependent", "independent", "ann", held.at) == (
        conflict.row,
        conflict.source_id,
        conflict.file_says,
        conflict.in_force,
        conflict.by,
        conflict.at,
    )
    assert not report.stored  # type: ignore[attr-defined]
    assert "release" not in services.claim(workspace, QUAY).dossier.labels
    accepted = bring(workspace, text, accept_conflicts=True)
    assert (True, 2) == (accepted.stored, accepted.entered)  # type: ignore[attr-defined]
    assert services.claim(workspace, QUAY).dossier.labels["forum"].disputed


def test_a_label_older_than_its_authors_word_here_stays_out(workspace: Workspace) -> None:
    label(workspace, INDEPENDENT, "ann")
    report = bring(workspace, f"{HEAD}forum,,dependent,,,ann,2001-01-01\n", accept_conflicts=True)

    assert (1, 0, False) == (len(report.conflicts), report.entered, report.stored)  # type: ignore[attr-defined]
    assert INDEPENDENT is services.claim(workspace, QUAY).dossier.labels["forum"].state


def test_a_dry_run_of_a_file_enters_nothing(workspace: Workspace) -> None:
    report = bring(workspace, FILE, dry_run=True)

    assert (3, 0, False) == (report.rows, report.entered, report.stored)  # type: ignore[attr-defined]
    assert "forum" not in services.claim(workspace, QUAY).dossier.labels


def test_a_reader_brings_no_labels_in(workspace: Workspace) -> None:
    with pytest.raises(PermissionDenied):
        services.import_labels(Workspace(workspace.store, team=True), FILE.encode(), "l.csv", by="eve")


# The command line


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli.app, list(arguments), env={"COLUMNS": "200"})
    return done.exit_code, done.stdout, done.stderr


def test_the_command_line_lists_labels_and_scores_what_is_stored(workspace: Workspace) -> None:
    code, out, _ = run("review-queue", "--json", "--limit", "3", "--dataset", "northwire-quay", "--flips")
    listed = json.loads(out)
    assert (0, 3) == (code, listed["flips"])
    assert [True] * 3 == [item["flips"] for item in listed["items"]]

    code, out, _ = run("label", "--claim", QUAY, "--source", "forum", "--state", "independent", "--by", "ann", "--json")
    assert (0, pytest.approx(3.5)) == (code, json.loads(out)["eie"])
    code, out, _ = run("score", "--claim", QUAY, "--json", "--as-of", "2999-01-01")
    assert (0, pytest.approx(3.5)) == (code, json.loads(out)["claims"][0]["eie"])
    code, out, _ = run("score", "--claim", QUAY, "--json", "--alpha", "0")
    assert json.loads(out)["claims"][0]["eie"] < 3.5


def test_the_command_line_proves_the_record_and_names_what_was_changed(workspace: Workspace) -> None:
    label(workspace, DEPENDENT)
    code, out, _ = run("audit", "verify", "--json")
    proof = json.loads(out)
    assert (0, True, []) == (code, proof["whole"], proof["faults"])

    from sqlalchemy import text

    with workspace.store.database.engine.connect() as connection, connection.begin():
        connection.execute(text("DROP TRIGGER label_event_refuses_update"))
        connection.execute(text("UPDATE label_event SET by = 'eve' WHERE number = 2"))
    code, out, _ = run("audit", "verify", "--json")
    assert (1, ["label event 2 was changed"]) == (code, json.loads(out)["faults"])
    code, out, err = run("audit", "verify")
    assert (1, True, True) == (code, "the record is broken" in out, "label event 2 was changed" in err)


def test_the_command_line_lists_the_record(workspace: Workspace) -> None:
    label(workspace, DEPENDENT, reason="seen")
    code, out, _ = run("audit", "list", "--json", "--limit", "1")
    (line,) = json.loads(out)["lines"]
    assert (0, "label", "seen", "dependent") == (code, line["kind"], line["reason"], line["says"])
    code, out, _ = run("audit", "list", "--by", "ann")
    assert "ann  label  forum: dependent" in out


def test_the_command_line_brings_labels_in_and_out(workspace: Workspace, tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    (folder / "l.csv").write_text(FILE, "utf-8")
    base = ("label", "--csv", str(folder / "l.csv"), "--dataset", "northwire-quay", "--by", "lead", "--json")
    code, out, _ = run(*base)
    assert (0, 3) == (code, json.loads(out)["entered"])
    code, _, _ = run("label", "--export", str(folder / "out.csv"))
    assert (0, services.export_labels(workspace)) == (code, (folder / "out.csv").read_bytes())

    (folder / "l.csv").write_text(f"{HEAD}forum,,unknown,,,cy,2026-11-05\n", "utf-8")
    code, out, _ = run(*base)
    assert (1, "forum") == (code, json.loads(out)["conflicts"][0]["source_id"])
    (folder / "l.csv").write_text(f"{HEAD}nobody,,unknown,,,cy,\n", "utf-8")
    code, out, _ = run(*base)
    assert (2, 2) == (code, json.loads(out)["problems"][0]["row"])


@pytest.mark.parametrize(
    "arguments",
    [
        ("label",),
        ("label", "--source", "forum"),
        ("label", "--source", "forum", "--csv", "x.csv"),
        ("score", "--as-of", "2026-01-01"),
        ("score", "--claim", QUAY, "--as-of", "2026-01-01", "--alpha", "0"),
    ],
)
def test_a_command_that_is_not_complete_is_refused(workspace: Workspace, arguments: tuple[str, ...]) -> None:
    with pytest.raises(InvalidInput):
        CliRunner().invoke(cli.app, list(arguments), catch_exceptions=False)
