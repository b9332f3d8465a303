"""The work place: both documents, every choice with its figures before saving, and a second reading that is blind."""

import pytest

from core import services
from core.errors import InvalidInput, PermissionDenied, StaleVersion, UnknownId
from core.results import LabelEvent
from core.services import Workspace
from core.services.shared_text import shared_passages
from core.states import Decision, Dependence, EdgeStatus, Relation
from core.work import BulkTargets, QueueFilter, Reviewer, Role, WorkItem, WorkKind

QUAY = "northwire-quay:quay-overtopped"
FORUM = f"{QUAY}|forum"
TRIAL = "trial-reviews:shorter-stay"
EDGE = f"{TRIAL}|~|salterby-2021|lindrow-2018|derives_from"
SCORE = (Dependence.INDEPENDENT, Dependence.DEPENDENT, Dependence.UNKNOWN)


@pytest.fixture
def workspace(sample_store: Workspace) -> Workspace:
    return sample_store


def label(
    workspace: Workspace, item: WorkItem, state: Dependence, by: str = "ann", weight: float | None = None
) -> LabelEvent:
    return services.relabel(
        workspace,
        uid=item.item.uid,
        source_id=item.left.id,
        state=state,
        weight=weight,
        by=by,
        everywhere=True,
        seen=services.seen_of(item.file, blind=item.blind),
        expected_event=item.expected_event,
    )


def test_what_every_label_would_do_is_what_it_does(workspace: Workspace) -> None:
    for state in (*SCORE, Dependence.PARTIALLY_DEPENDENT):
        item = services.work_item(workspace, FORUM, by="ann")
        label(workspace, item, state, weight=0.5 if state is Dependence.PARTIALLY_DEPENDENT else None)
        found = services.claim(workspace, QUAY).assessment
        promised = item.readings[state]

        assert (promised.eie, promised.gamma, promised.aware) == (found.eie, found.gamma.value, found.aware)
        assert promised.decision is found.decision


def test_what_a_verdict_would_do_is_what_it_does(workspace: Workspace) -> None:
    item = services.work_item(workspace, EDGE, by="ann")
    assert (WorkKind.EDGE, "salterby-2021", "lindrow-2018") == (
        item.item.kind,
        item.left.id,
        item.right and item.right.id,
    )
    assert item.rule_evidence and item.rule_evidence[0].startswith("same chart, same number of wards")
    services.relabel_edge(
        workspace,
        uid=TRIAL,
        edge_key=str(item.item.edge_key),
        status=EdgeStatus.CONFIRMED,
        by="ann",
        seen={},
        expected_event=item.expected_event,
    )
    found = services.claim(workspace, TRIAL).assessment

    assert item.edge_readings[EdgeStatus.CONFIRMED].eie == found.eie
    assert Decision.QUALIFY is found.decision
    assert not services.work_item(workspace, EDGE, by="ann").open


def test_an_answered_item_can_be_looked_at_again_with_its_label(workspace: Workspace) -> None:
    label(workspace, services.work_item(workspace, FORUM, by="ann"), Dependence.DEPENDENT)
    item = services.work_item(workspace, FORUM, by="ann")

    assert not item.open
    assert [("ann", Dependence.DEPENDENT)] == [(event.by, event.state) for event in item.history]
    assert item.history[0].number == item.expected_event
    assert item.file.assessment.eie == item.history[0].seen["eie"] - 0.5


def test_an_item_the_queue_never_had_can_be_looked_at(workspace: Workspace) -> None:
    settled = services.work_item(workspace, f"{QUAY}|tide-survey", by="ann")

    assert (False, WorkKind.SOURCE, "tide-survey") == (settled.open, settled.item.kind, settled.item.source_id)


@pytest.mark.parametrize("key", ["nonsense", f"{QUAY}|nobody", f"{QUAY}|~|a|b|cites"])
def test_a_key_of_nothing_is_refused(workspace: Workspace, key: str) -> None:
    with pytest.raises(UnknownId):
        services.work_item(workspace, key, by="ann")


def test_a_source_is_held_against_what_it_shares_text_with(workspace: Workspace) -> None:
    item = services.work_item(workspace, f"{QUAY}|ledger", by="ann")

    assert item.right is not None
    assert item.right.id in {edge.to_id for edge in item.file.dossier.edges if edge.from_id == "ledger"}


def test_shared_passages_say_where_they_stand_in_both_texts() -> None:
    left = "Intro here. The council closed the quay on Tuesday after the flood. The end."
    right = "Yesterday the council closed the quay on Tuesday after the flood, it said."
    (passage,) = shared_passages(left, right)

    assert "The council closed the quay on Tuesday after the flood" == passage.text
    assert passage.text == left[passage.left_start : passage.left_end]
    assert passage.text.casefold() == right[passage.right_start : passage.right_end].casefold()
    assert () == shared_passages("", right)


# Second opinions


def test_a_blind_second_reader_sees_nothing_of_the_first_label(workspace: Workspace) -> None:
    before = services.claim(workspace, QUAY).assessment
    first = label(workspace, services.work_item(workspace, FORUM, by="ann"), Dependence.DEPENDENT)
    services.flag_second_opinion(workspace, FORUM, by="ann", reason="not sure")
    blind = services.work_item(workspace, FORUM, by="bob")

    assert (True, True, WorkKind.SECOND_READING) == (blind.blind, blind.open, blind.item.kind)
    assert before.eie == blind.file.assessment.eie
    assert "forum" not in blind.file.dossier.labels
    assert () == blind.history == blind.words
    assert first.number not in {event.number for event in blind.file.events}
    assert not services.work_item(workspace, FORUM, by="ann").blind


def test_the_second_label_can_be_given_blind_and_both_are_then_seen(workspace: Workspace) -> None:
    label(workspace, services.work_item(workspace, FORUM, by="ann"), Dependence.DEPENDENT)
    services.flag_second_opinion(workspace, FORUM, by="ann")
    label(workspace, services.work_item(workspace, FORUM, by="bob"), Dependence.INDEPENDENT, "bob")
    item = services.work_item(workspace, FORUM, by="bob")

    assert WorkKind.DISPUTE is item.item.kind
    assert {"ann": Dependence.DEPENDENT, "bob": Dependence.INDEPENDENT} == {w.by: w.state for w in item.words}
    assert {2.5, 3.5} == {round(word.reading.eie, 6) for word in item.words}
    assert 2.5 == pytest.approx(item.file.assessment.eie)


def test_a_dispute_shows_the_range_the_labels_leave(workspace: Workspace) -> None:
    """AUD-05: until it is settled the cautious label counts, and what each label would give is shown."""
    for name, state in (("rev-a", Dependence.INDEPENDENT), ("rev-b", Dependence.DEPENDENT)):
        label(workspace, services.work_item(workspace, FORUM, by=name), state, name)
    item = services.work_item(workspace, FORUM, by="lead")
    readings = sorted(word.reading.aware for word in item.words)

    assert readings[0] == item.file.assessment.aware < readings[1]
    assert item.file.dossier.labels["forum"].disputed


def test_a_skipped_item_is_passed_over_and_can_be_taken_back(workspace: Workspace) -> None:
    wanted = QueueFilter(reviewer="ann")
    first = services.next_key(workspace, wanted)
    assert first is not None
    services.skip(workspace, first, by="ann")

    assert services.next_key(workspace, wanted) not in (None, first)
    assert first == services.next_key(workspace, QueueFilter(reviewer="ann", skipped=True))
    services.unskip(workspace, [first], by="ann")
    assert first == services.next_key(workspace, wanted)


def test_an_assignment_takes_a_name_as_it_is_kept(workspace: Workspace) -> None:
    services.assign(workspace, [FORUM], to="  Bob ", by="ann")

    assert 1 == services.queue(workspace, QueueFilter(assignee="Bob")).total


# Many at once


def test_a_bulk_label_does_what_its_preview_says(workspace: Workspace) -> None:
    targets = BulkTargets("northwire-quay", publisher="Mooring Lines forum")
    preview = services.bulk_preview(workspace, targets=targets, state=Dependence.INDEPENDENT)
    services.bulk_relabel(
        workspace,
        targets=targets,
        state=Dependence.INDEPENDENT,
        reason="an archive",
        by="ann",
        expected=preview.expected,
    )

    assert preview.claims and preview.decisions_moved >= 1
    for change in preview.claims:
        found = services.claim(workspace, change.uid).assessment
        assert (change.after.eie, change.after.aware, change.after.decision) == (found.eie, found.aware, found.decision)
        assert change.before != change.after
    moved = [change.before.decision is not change.after.decision for change in preview.claims]
    assert sorted(moved, reverse=True) == moved


def test_a_lineage_is_labelled_as_a_whole(workspace: Workspace) -> None:
    file = services.claim(workspace, QUAY)
    family = max(file.assessment.lineages, key=lambda lineage: len(lineage.nodes))
    targets = BulkTargets("northwire-quay", lineage=(QUAY, family.letter))
    preview = services.bulk_preview(workspace, targets=targets, state=Dependence.DEPENDENT)

    assert {target.source_id for target in preview.targets} <= set(family.nodes)
    events = services.bulk_relabel(
        workspace, targets=targets, state=Dependence.DEPENDENT, reason="", by="ann", expected=preview.expected
    )
    assert len(preview.targets) == len(events)
    assert {"bulk": len(events)} == dict(events[0].seen)


def test_a_rule_is_judged_as_a_whole(workspace: Workspace) -> None:
    targets = BulkTargets("trial-reviews", rule="same chart, same number of wards")
    preview = services.bulk_preview(workspace, targets=targets, status=EdgeStatus.CONFIRMED)
    services.bulk_relabel(
        workspace, targets=targets, status=EdgeStatus.CONFIRMED, reason="seen", by="ann", expected=preview.expected
    )

    assert 0 == services.queue(workspace, QueueFilter(rule="same chart, same number of wards")).total
    for change in preview.claims:
        assert change.after.eie == services.claim(workspace, change.uid).assessment.eie


def test_a_selection_is_labelled_and_what_others_labelled_is_left_alone(workspace: Workspace) -> None:
    label(workspace, services.work_item(workspace, FORUM, by="bob"), Dependence.INDEPENDENT, "bob")
    keys = (FORUM, f"{QUAY}|release")
    preview = services.bulk_preview(
        workspace, targets=BulkTargets("northwire-quay", keys=keys), state=Dependence.DEPENDENT
    )
    everything = services.bulk_preview(
        workspace, targets=BulkTargets("northwire-quay", keys=keys, open_only=False), state=Dependence.DEPENDENT
    )

    assert ["release"] == [target.source_id for target in preview.targets]
    assert {"release": "unknown", "forum": "independent (bob)"} == {t.source_id: t.says for t in everything.targets}


def test_one_of_many_changed_meanwhile_keeps_all_of_them_out(workspace: Workspace) -> None:
    targets = BulkTargets("northwire-quay", keys=(FORUM, f"{QUAY}|release"))
    preview = services.bulk_preview(workspace, targets=targets, state=Dependence.DEPENDENT)
    label(workspace, services.work_item(workspace, FORUM, by="bob"), Dependence.INDEPENDENT, "bob")
    with pytest.raises(StaleVersion, match=r"forum: .* by bob to independent"):
        services.bulk_relabel(
            workspace, targets=targets, state=Dependence.DEPENDENT, reason="", by="ann", expected=preview.expected
        )

    assert "release" not in services.claim(workspace, QUAY).dossier.labels


@pytest.mark.parametrize(
    ("targets", "choice"),
    [
        (BulkTargets("northwire-quay"), {"state": Dependence.DEPENDENT}),
        (BulkTargets("northwire-quay", publisher="Northwire", rule="x"), {"state": Dependence.DEPENDENT}),
        (BulkTargets("northwire-quay", publisher="Northwire"), {}),
        (BulkTargets("northwire-quay", publisher="Northwire"), {"status": EdgeStatus.CONFIRMED}),
        (BulkTargets("northwire-quay", publisher="Nobody"), {"state": Dependence.DEPENDENT}),
        (BulkTargets("northwire-quay", publisher="Northwire"), {"state": Dependence.DEPENDENT, "weight": 0.5}),
        (BulkTargets("northwire-quay", publisher="Northwire"), {"state": Dependence.PARTIALLY_DEPENDENT}),
        (BulkTargets("nowhere", publisher="Northwire"), {"state": Dependence.DEPENDENT}),
        (BulkTargets("northwire-quay", lineage=(QUAY, "ZZ")), {"state": Dependence.DEPENDENT}),
        (BulkTargets("trial-reviews", lineage=(QUAY, "A")), {"state": Dependence.DEPENDENT}),
        (BulkTargets("trial-reviews", keys=(FORUM,)), {"state": Dependence.DEPENDENT}),
        (BulkTargets("trial-reviews", keys=(EDGE, f"{TRIAL}|salterby-2021")), {"status": EdgeStatus.CONFIRMED}),
    ],
)
def test_a_bulk_label_that_cannot_be_is_refused(
    workspace: Workspace, targets: BulkTargets, choice: dict[str, object]
) -> None:
    with pytest.raises(InvalidInput):
        services.bulk_preview(workspace, targets=targets, **choice)  # type: ignore[arg-type]


def test_nothing_ticked_is_nothing_to_label(workspace: Workspace) -> None:
    with pytest.raises(InvalidInput, match="nothing is ticked"):
        services.bulk_relabel(
            workspace,
            targets=BulkTargets("northwire-quay", publisher="Northwire"),
            state=Dependence.DEPENDENT,
            reason="",
            by="ann",
            expected={},
        )


# Roles


DEEDS = {
    "label": lambda ws, by: services.relabel(
        ws,
        uid=QUAY,
        source_id="forum",
        state=Dependence.DEPENDENT,
        by=by,
        everywhere=True,
        seen={},
        expected_event=None,
    ),
    "judge": lambda ws, by: services.relabel_edge(
        ws,
        uid=TRIAL,
        edge_key="salterby-2021\x1flindrow-2018\x1fderives_from",
        status=EdgeStatus.CONFIRMED,
        by=by,
        seen={},
        expected_event=None,
    ),
    "draw": lambda ws, by: services.draw_edge(
        ws, uid=QUAY, from_id="forum", to_id="release", relation=Relation.CITES, by=by, seen={}
    ),
    "undo": lambda ws, by: services.undo(ws, 1, by=by),
    "flag": lambda ws, by: services.flag_second_opinion(ws, FORUM, by=by),
    "skip": lambda ws, by: services.skip(ws, FORUM, by=by),
    "assign": lambda ws, by: services.assign(ws, [FORUM], to="x", by=by),
    "bulk": lambda ws, by: services.bulk_relabel(
        ws,
        targets=BulkTargets("northwire-quay", publisher="Northwire"),
        state=Dependence.DEPENDENT,
        reason="",
        by=by,
        expected={"northwire": None},
    ),
    "bring labels": lambda ws, by: services.import_labels(
        ws, b"dataset,source_id,state\nnorthwire-quay,forum,dependent\n", "l.csv", by=by
    ),
    "import": lambda ws, by: services.import_file(ws, b"{}", "x.json", by=by),
    "settle": lambda ws, by: services.adjudicate(
        ws,
        uid=QUAY,
        source_id="forum",
        state=Dependence.DEPENDENT,
        reason="both read",
        by=by,
        everywhere=True,
        seen={},
        expected_event=None,
    ),
    "save a policy": lambda ws, by: services.save_policy(ws, services.current_policy(ws), by=by, reason=""),
    "choose a policy": lambda ws, by: services.choose_policy(ws, None, by=by, reason=""),
    "give a role": lambda ws, by: services.set_role(ws, "x", Role.REVIEWER, by=by),
}
NEEDED = {
    "settle": Role.ADJUDICATOR,
    "save a policy": Role.ADMIN,
    "choose a policy": Role.ADMIN,
    "give a role": Role.ADMIN,
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_role_that_does_not_suffice_is_refused_and_nothing_is_kept(workspace: Workspace, deed: str) -> None:
    team = Workspace(workspace.store, team=True, admins=frozenset({"boss"}))
    needed = NEEDED.get(deed, Role.REVIEWER)
    before = workspace.store.revision()
    lower = tuple(Role)[tuple(Role).index(needed) - 1]
    if lower is not Role.READER:
        services.set_role(team, "low", lower, by="boss")
        before = workspace.store.revision()
    with pytest.raises(PermissionDenied, match=f"low is an? {lower} here and may not"):
        DEEDS[deed](team, "low")

    assert before == workspace.store.revision()


@pytest.mark.parametrize("deed", [deed for deed in DEEDS if deed not in ("undo", "import")])
def test_a_role_that_suffices_may(workspace: Workspace, deed: str) -> None:
    team = Workspace(workspace.store, team=True, admins=frozenset({"boss"}))
    services.set_role(team, "just", NEEDED.get(deed, Role.REVIEWER), by="boss")

    DEEDS[deed](team, "just")


def test_nobody_gives_themselves_a_role_by_saying_so(workspace: Workspace) -> None:
    team = Workspace(workspace.store, team=True)
    with pytest.raises(PermissionDenied):
        DEEDS["label"](team, Reviewer("eve", Role.ADMIN))


def test_on_ones_own_machine_a_chosen_name_may_do_everything(workspace: Workspace) -> None:
    assert Role.ADMIN is services.reviewer(workspace, "ann").role
    with pytest.raises(PermissionDenied):
        DEEDS["label"](workspace, Reviewer("guest", Role.READER))


@pytest.mark.parametrize(("word", "team"), [("1", True), ("", False), ("0", False), ("true", True)])
def test_roles_count_where_the_variable_says_so(
    home: object, monkeypatch: pytest.MonkeyPatch, word: str, team: bool
) -> None:
    monkeypatch.setenv("HEADWATER_TEAM", word)
    monkeypatch.setenv("HEADWATER_ADMINS", "ann, bob")
    workspace = services.open_workspace()

    assert (team, Role.ADMIN) == (workspace.team, services.reviewer(workspace, "bob").role)
    assert (Role.READER if team else Role.ADMIN) is services.reviewer(workspace, "eve").role
    workspace.store.close()


def test_a_variable_that_says_neither_is_refused(home: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HEADWATER_TEAM", "perhaps")
    with pytest.raises(InvalidInput, match="HEADWATER_TEAM must be 1 or 0"):
        services.open_workspace()


# What people type


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"reason": "x" * 100_000}, "the reason has 100,000 characters; at most 4,000"),
        ({"reason": "a\x07b"}, r"a control character .U\+0007 at place 2"),
        ({"by": " "}, "a name is needed"),
        ({"by": "x" * 300}, "the name has 300 characters"),
        ({"weight": 1.5, "state": Dependence.PARTIALLY_DEPENDENT}, r"weight must be a number in \[0, 1\]"),
        ({"weight": None, "state": Dependence.PARTIALLY_DEPENDENT}, "weight must be a number"),
        ({"weight": 0.5}, "a weight belongs to partially_dependent"),
        ({"source_id": "gone"}, "no source with the id 'northwire-quay:gone'"),
    ],
)
def test_a_label_that_cannot_be_kept_is_refused_in_plain_words(
    workspace: Workspace, changes: dict[str, object], says: str
) -> None:
    values = {"uid": QUAY, "source_id": "forum", "state": Dependence.DEPENDENT, "by": "ann", "everywhere": True}
    before = workspace.store.revision()
    with pytest.raises(InvalidInput, match=says):
        services.relabel(workspace, **{**values, "seen": {}, "expected_event": None, **changes})  # type: ignore[arg-type]

    assert before == workspace.store.revision()


def test_a_name_is_written_one_way(workspace: Workspace) -> None:
    item = services.work_item(workspace, FORUM, by="ann")
    event = label(workspace, item, Dependence.DEPENDENT, by=" Jose\u0301 ")

    assert "José" == event.by
    assert services.undo(workspace, event.number, by="José").undoes == event.number
