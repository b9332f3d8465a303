"""Any past day: facts, labels and policy as they stood, and figures equal to what was shown then."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from core import assessment
from core.assessment import assess
from core.errors import HeadwaterError, UnknownId
from core.model import Case, Evidence, Source, StatedLabel
from core.policy import Policy
from core.states import Dependence, EdgeStatus, Relation
from core.store import Moment, Store, open_store
from core.store.migrations import VERSION_TABLE
from core.work import AuditFilter, QueueFilter

UID = "bridge:c1"


def put(store: Store, case: Case) -> int | None:
    return store.import_case(case, file="f", file_digest="0", format="package", by="importer").batch


def figures(store: Store, uid: str = UID) -> dict[str, object]:
    return _figures(store.dossier(uid), store.current_policy("bridge"))


def _figures(dossier: object, policy: Policy) -> dict[str, object]:
    found = assess(dossier, policy)  # type: ignore[arg-type]
    return {
        "eie": found.eie,
        "gamma": found.gamma.value,
        "naive": found.naive,
        "aware": found.aware,
        "decision": found.decision.value,
    }


def then(store: Store, at: str | Moment, uid: str = UID) -> dict[str, object]:
    moment = at if isinstance(at, Moment) else store.moment_at(at)
    return _figures(*store.dossier_then(uid, moment))


def label(store: Store, source_id: str, state: Dependence, by: str = "ann", **changes: object) -> str:
    held = store.dossier(UID).labels.get(source_id)
    values = {"dataset": "bridge", "source_id": source_id, "claim_id": None, "state": state, "weight": None}
    expected = None if held is None else held.event
    return store.append_label(
        **{**values, "reason": "", "by": by, "seen": figures(store), "expected_event": expected, **changes}
    ).at


def test_labels_as_of_a_day_are_those_given_by_then(review: Store, bridge: Case) -> None:
    put(review, bridge)
    start = figures(review)
    first = label(review, "s1", Dependence.INDEPENDENT)
    middle = figures(review)
    second = label(review, "s3", Dependence.DEPENDENT)

    assert (start, middle, figures(review)) == (
        then(review, review.moment_before(UID, 1)),
        then(review, first),
        then(review, second),
    )


def test_undone_labels_count_until_they_were_undone(review: Store, bridge: Case) -> None:
    put(review, bridge)
    at = label(review, "s1", Dependence.DEPENDENT)
    labelled = figures(review)
    undone = review.undo(1, by="ann").at

    assert labelled == then(review, at)
    assert figures(review) == then(review, undone)
    assert labelled != figures(review)


def test_facts_as_of_a_day_are_those_of_the_file_of_then(review: Store, bridge: Case) -> None:
    put(review, bridge)
    label(review, "s1", Dependence.INDEPENDENT)
    before, at = figures(review), review.label_events()[0].at
    newer = replace(
        bridge,
        claims=(replace(bridge.claims[0], text="The bridge opened in 1932."),),
        sources=(*bridge.sources, Source("s9", "New")),
        evidence=(*bridge.evidence[:2], Evidence("e9", "c1", "s9", "More.")),
        edges=bridge.edges[:1],
    )
    put(review, newer)
    dossier, _ = review.dossier_then(UID, review.moment_at(at))

    assert before == then(review, at)
    assert "The bridge opened in 1931." == dossier.claim.text
    assert {"s1", "s2", "s3"} == {source.id for source in dossier.sources}
    assert ["Traffic began in May 1931.", "Traffic began in May 1931.", None] == [s.text for s in dossier.sources]
    assert figures(review) == then(review, "2027-01-01T00:00:00.000000+00:00")


def test_a_claim_the_newest_file_lost_can_still_be_seen_on_its_day(review: Store, bridge: Case) -> None:
    put(review, bridge)
    before = figures(review, "bridge:c2")
    at = label(review, "s1", Dependence.UNKNOWN)
    put(review, replace(bridge, claims=bridge.claims[:1], evidence=bridge.evidence[:3]))

    assert before == then(review, at, "bridge:c2")
    with pytest.raises(UnknownId):
        then(review, "2027-01-01T00:00:00.000000+00:00", "bridge:c2")


def test_before_everything_there_was_nothing(review: Store, bridge: Case) -> None:
    put(review, bridge)

    assert Moment(0, 0, None) == review.moment_at("2020-01-01T00:00:00.000000+00:00")
    with pytest.raises(UnknownId, match="claim of that day"):
        then(review, "2020-01-01T00:00:00.000000+00:00")
    with pytest.raises(UnknownId):
        then(review, "2027-01-01T00:00:00.000000+00:00", "bridge:nothing")


def test_the_policy_as_of_a_day_is_the_one_in_force_then(review: Store, bridge: Case) -> None:
    put(review, replace(bridge, policy=Policy(name="own", prior=0.3)))
    own, at_own = figures(review), label(review, "s1", Dependence.UNKNOWN)
    review.set_current(review.save_policy(Policy(name="strict", alpha=0.1), by="lead", reason=""), by="lead", reason="")
    strict, at_strict = figures(review), label(review, "s1", Dependence.UNKNOWN)
    review.set_current(None, by="lead", reason="")
    put(review, replace(bridge, policy=Policy(name="newer", prior=0.5)))

    assert (own, strict) == (then(review, at_own), then(review, at_strict))
    assert 3 == len({json.dumps(found) for found in (own, strict, figures(review))})


def test_a_drawn_edge_is_not_there_before_it_was_drawn(review: Store, bridge: Case) -> None:
    put(review, bridge)
    before, at = figures(review, "bridge:c2"), label(review, "s1", Dependence.UNKNOWN)
    drawn = review.draw_edge(
        uid=UID, from_id="s3", to_id="s2", relation=Relation.CITES, strength=None, reason="", by="ann", seen={}
    )
    dossier, _ = review.dossier_then("bridge:c2", review.moment_at(at))

    assert before == then(review, at, "bridge:c2")
    assert figures(review, "bridge:c2") == then(review, drawn.at, "bridge:c2")
    assert {"s3", "s1", "s4"} == {source.id for source in dossier.sources}


@pytest.mark.parametrize("seed", range(4))
def test_figures_of_any_past_moment_are_those_that_were_shown_then(review: Store, bridge: Case, seed: int) -> None:
    draw = random.Random(seed)
    shown: list[tuple[int, dict[str, object]]] = []
    put(review, bridge)
    deeds: list[Callable[[], object]] = [
        lambda: _random_label(review, draw),
        lambda: _random_label(review, draw),
        lambda: _random_verdict(review, draw),
        lambda: _random_edge(review, draw),
        lambda: review.undo(draw.randint(1, 9), by=draw.choice(("ann", "bob"))),
        lambda: put(review, _variant(bridge, draw)),
        lambda: _random_policy(review, draw),
    ]
    for _ in range(25):
        before, events = figures(review), review.moment_at("9999").event
        try:
            draw.choice(deeds)()
        except HeadwaterError:
            continue
        if review.moment_at("9999").event > events:
            shown.append((events + 1, before))
    assert shown
    for number, before in shown:
        assert before == then(review, review.moment_before(UID, number)), f"before event {number}"
    assert figures(review) == then(review, "9999")
    assert review.chain_report().whole


def _random_label(store: Store, draw: random.Random) -> object:
    source = draw.choice(store.dossier(UID).sources)
    state = draw.choice(tuple(Dependence))
    weight = draw.random() if state is Dependence.PARTIALLY_DEPENDENT else None
    claim = draw.choice((None, "c1"))
    return label(store, source.id, state, draw.choice(("ann", "bob")), weight=weight, claim_id=claim)


def _random_verdict(store: Store, draw: random.Random) -> object:
    edge = draw.choice(store.dossier(UID).edges)
    return store.append_verdict(
        dataset="bridge",
        edge_key=edge.key,
        status=draw.choice((EdgeStatus.CONFIRMED, EdgeStatus.REJECTED, EdgeStatus.SUSPECTED)),
        strength=draw.choice((None, draw.random())),
        reason="",
        by=draw.choice(("ann", "bob")),
        seen={},
        expected_event=edge.event,
    )


def _random_edge(store: Store, draw: random.Random) -> object:
    ends = draw.sample([source.id for source in store.dossier(UID).sources], 2)
    return store.draw_edge(
        uid=UID,
        from_id=ends[0],
        to_id=ends[1],
        relation=draw.choice((Relation.CITES, Relation.COPIED_FROM)),
        strength=draw.random(),
        reason="",
        by="ann",
        seen={},
    )


def _random_policy(store: Store, draw: random.Random) -> None:
    version = store.save_policy(Policy(alpha=draw.random(), prior=draw.random() / 2), by="lead", reason="")
    store.set_current(draw.choice((version, None)), by="lead", reason="")


def _variant(bridge: Case, draw: random.Random) -> Case:
    texts = tuple(replace(source, text=draw.choice(("One.", "Two.", None))) for source in bridge.sources)
    kept = tuple(item for item in bridge.evidence if item.id in ("e1", "e4", "e5") or draw.random() < 0.7)
    edges = tuple(edge for edge in bridge.edges if draw.random() < 0.7)
    policy = draw.choice((None, Policy(name="own", prior=0.25)))
    return replace(bridge, sources=texts, evidence=kept, edges=edges, policy=policy, about=str(draw.random()))


# What happened to a claim


def test_a_claims_past_lists_imports_words_and_policies_in_order(review: Store, bridge: Case) -> None:
    stated = StatedLabel("s1", Dependence.DEPENDENT, "eve", "2025-12-01T00:00:00Z")
    put(review, replace(bridge, labels=(stated,)))
    put(review, replace(bridge, dataset="elsewhere"))
    label(review, "s3", Dependence.DEPENDENT)
    review.set_current(review.save_policy(Policy(), by="lead", reason=""), by="lead", reason="why not")
    found = review.happenings(UID)

    assert ["import", "label", "policy"] == [happening.kind for happening in found]
    assert [1, 2, 2] == [happening.after.event for happening in found]
    assert ["importer", "ann", "lead"] == [happening.by for happening in found]
    assert "why not" == found[2].reason


def test_the_state_before_an_event_of_another_claim_is_refused(review: Store, bridge: Case) -> None:
    put(review, bridge)
    label(review, "s4", Dependence.DEPENDENT)

    with pytest.raises(UnknownId):
        review.moment_before(UID, 1)


# A clock that goes back


class Backwards:
    """A clock that goes back by an hour whenever it is read."""

    def __init__(self) -> None:
        self.time = datetime(2026, 1, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        self.time -= timedelta(hours=1)
        return self.time


def test_a_clock_that_runs_backwards_leaves_the_order_as_it_was(url: str, bridge: Case) -> None:
    store = open_store(url, summarise=assessment.summarise, appraise=assessment.appraise, now=Backwards())
    put(store, bridge)
    for source in ("s1", "s2", "s3"):
        label(store, source, Dependence.DEPENDENT)
    lines = store.audit_lines(AuditFilter()).rows

    assert sorted((line.at for line in lines), reverse=True) == [line.at for line in lines]
    assert [3, 2, 1] == [line.number for line in lines if line.chain == "label"]
    assert ["08:00", "09:00", "10:00"] == [(line.clock or "")[11:16] for line in lines if line.chain == "label"]
    assert lines[-1].clock is None
    assert store.chain_report().whole
    assert Dependence.DEPENDENT is store.dossier(UID).labels["s3"].state
    store.close()


# A database of the step before


def test_an_older_database_gets_its_queue_when_it_is_opened(tmp_path: Path, bridge: Case) -> None:
    address = f"sqlite:///{tmp_path / 'store.db'}"
    store = open_store(address, summarise=assessment.summarise)
    put(store, replace(bridge, policy=Policy(name="own", prior=0.3)))
    label(store, "s1", Dependence.DEPENDENT)
    hashes = [event.hash for event in store.label_events()]
    figures_before = figures(store)
    _back_to_the_first_step(store)
    store.close()

    newer = open_store(address, summarise=assessment.summarise, appraise=assessment.appraise)
    told: list[tuple[int, int | None]] = []
    assert 2 == newer.stale_summaries()
    newer.rebuild_summaries(progress=lambda done, total: told.append((done, total)))

    assert [(2, 2)] == told
    assert 0 == newer.stale_summaries()
    assert newer.questions(QueueFilter()).total > 0
    assert hashes == [event.hash for event in newer.label_events()]
    assert newer.chain_report().whole
    assert figures_before == figures(newer) == then(newer, "9999")
    newer.close()


def _back_to_the_first_step(store: Store) -> None:
    """Undo what all later steps did, as if they had never been."""
    added = {
        "label_event": ("clock", "relation", "strength"),
        "decision": ("clock",),
        "audit_event": ("clock",),
        "import_batch": ("policy",),
        "reviewer": ("role",),
        "edge": ("detected",),
        "document": ("detected",),
    }
    tables = ("drawn_edge", "open_question", "assignment", "second_opinion", "question_read", "skipped")
    tables += ("check_in_force", "citation_check", "verification_report", "attachment", "recorded_judgement")
    tables += ("proposal", "merge_link", "source_mark", "calibration")
    tables += ("claim_verdict", "decision_rule", "facet_statement")
    indexes = ("label_event_by_at", "decision_by_at", "audit_event_by_at", "audit_event_by_action")
    indexes += ("evidence_ever_by_claim", "citation_ever_by_claim", "edge_ever_by_source")
    with store.database.engine.connect() as connection, connection.begin():
        for table in tables:
            connection.execute(text(f"DROP TABLE {table}"))
        for index in indexes:
            connection.execute(text(f"DROP INDEX {index}"))
        for table, columns in added.items():
            for column in columns:
                connection.execute(text(f"ALTER TABLE {table} DROP COLUMN {column}"))
        connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '0001'"))


def test_the_tables_are_those_the_steps_make(store: Store) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    from core.store.migrations import VERSION_TABLE
    from core.store.tables import Base

    with store.database.read() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        found = compare_metadata(context, Base.metadata)
    words = {"claim_words", "answer_words"}
    differences = [step for step in found if not _about_words(step, words)]

    assert [] == differences


def _about_words(step: object, words: set[str]) -> bool:
    """The words that are searched are no table of ours on either database."""
    table = getattr(step[1], "name", "") if isinstance(step, tuple) and step[0] == "remove_table" else ""
    return (
        any(str(table).startswith(word) for word in words) or "claim_words" in str(step) or "answer_words" in str(step)
    )
