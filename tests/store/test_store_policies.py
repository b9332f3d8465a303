"""Policies: saved versions, the one in force, and figures that follow it."""

from collections.abc import Callable

import pytest

from core.errors import InvalidInput, UnknownId
from core.model import Case
from core.policy import Policy
from core.results import ClaimSummary, ImportReport
from core.store import Store, open_store

Put = Callable[..., ImportReport]


def test_a_saved_policy_comes_back_as_it_was(store: Store) -> None:
    policy = Policy(name="Größe \x00 水", required="all", alpha=0.25, prior=0.1, stances="all")
    version = store.save_policy(policy, by="ann", reason="for the \ud800 review")

    (saved,) = store.policies()
    assert (1, policy, "ann", "for the \ud800 review", False) == (
        version,
        saved.policy,
        saved.by,
        saved.reason,
        saved.current,
    )
    assert policy.digest == saved.policy.digest


def test_the_chosen_policy_comes_before_the_data_sets_own_and_that_before_the_defaults(
    store: Store, put: Put, bridge: Case
) -> None:
    own, chosen = Policy(name="own", alpha=0.2), Policy(name="chosen", alpha=0.9)
    put(Case("bare"))
    put(Case("owned", policy=own))
    version = store.save_policy(chosen, by="ann", reason="")
    assert [Policy(), own, Policy()] == [store.current_policy(name) for name in ("bare", "owned", None)]

    store.set_current(version, by="ann", reason="")
    assert [chosen] * 3 == [store.current_policy(name) for name in ("bare", "owned", None)]
    assert [True] == [saved.current for saved in store.policies()]

    store.set_current(None, by="bea", reason="back")
    assert [Policy(), own, Policy()] == [store.current_policy(name) for name in ("bare", "owned", None)]


def test_a_version_that_is_not_there_cannot_be_chosen(store: Store) -> None:
    with pytest.raises(UnknownId, match="policy version"):
        store.set_current(3, by="ann", reason="")


def test_nobody_saves_without_a_name(store: Store) -> None:
    with pytest.raises(InvalidInput, match="name"):
        store.save_policy(Policy(), by=" ", reason="")


def test_lists_follow_the_chosen_policy_once_they_are_rebuilt(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    before = store.claims().rows
    version = store.save_policy(Policy(alpha=1.0), by="ann", reason="")
    store.set_current(version, by="ann", reason="")
    assert (before, 2) == (store.claims().rows, store.stale_summaries())
    seen: list[tuple[int, int | None]] = []

    assert 2 == store.rebuild_summaries(progress=lambda done, total: seen.append((done, total)))

    assert [(2, 2)] == seen
    assert (0, 0) == (store.stale_summaries(), store.rebuild_summaries())
    assert [2.0, 1.0] == [row.eie for row in store.claims().rows]


def test_figures_of_an_older_engine_are_stale(url: str, summarise: Callable[..., ClaimSummary], bridge: Case) -> None:
    old = open_store(url, summarise=summarise, engine_version="1")
    old.import_case(bridge, file="b", file_digest="", format="package", by="ann")
    old.close()
    new = open_store(url, summarise=summarise, engine_version="2")

    assert 2 == new.stale_summaries()
    assert 1 == new.rebuild_summaries(["bridge:c1"])
    assert (1, 1, 0) == (new.stale_summaries(), new.rebuild_summaries(), new.stale_summaries())
    with pytest.raises(UnknownId):
        new.rebuild_summaries(["bridge:c9"])
    new.close()


def test_imports_and_policies_are_on_the_audit_record(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    store.save_policy(Policy(name="strict"), by="bea", reason="why")
    store.set_current(1, by="ann", reason="agreed")

    events = store.audit_events()[::-1]
    assert [("ann", "import", "bridge"), ("bea", "policy saved", "strict"), ("ann", "policy chosen", "version 1")] == [
        (event.by, event.action, event.subject) for event in events
    ]
    assert ("why", "agreed", 14) == (events[1].detail["reason"], events[2].detail["reason"], events[0].detail["added"])
    assert [events[2]] == list(store.audit_events(limit=1))
