"""Taking an import back: everything reads as before it, past days and people's work stay, and it can be redone."""

from dataclasses import replace

import pytest

from core.errors import StaleVersion, UnknownId
from core.model import Case
from core.policy import Policy
from core.states import Dependence


def view(store, dataset="bridge"):
    """All that lists and claims show of a data set."""
    page = store.claims(size=100, dataset=dataset)
    return list(store.dossiers(dataset)), page.rows, [row.uid for row in store.claims(search="closed", size=50).rows]


def newer(bridge):
    """A version in which a claim and its evidence are gone, a text is another and a source is new."""
    first = bridge.claims[0]
    kept = tuple(item for item in bridge.evidence if item.claim_id == first.id)
    return replace(
        bridge,
        claims=(replace(first, text="Something else was closed."),),
        evidence=kept[:-1],
        sources=(*(replace(source, title=f"{source.title} anew") for source in bridge.sources),),
        policy=Policy(name="other", prior=0.4),
    )


def test_a_newer_version_taken_back_leaves_everything_as_it_was(store, put, bridge):
    put(bridge)
    before, policy = view(store), store.dossier("bridge:c1")
    report = put(newer(bridge))
    assert before != view(store)

    undone = store.undo_import(report.batch, by="me")

    assert before == view(store)
    assert policy == store.dossier("bridge:c1")
    assert (report.batch, "bridge") == (undone.undone, undone.dataset)
    assert undone.restored > 0


def test_a_first_import_taken_back_leaves_nothing_in_view(store, put, bridge):
    report = put(bridge)

    undone = store.undo_import(report.batch, by="me")

    assert ([], ()) == (list(store.dossiers("bridge")), tuple(store.claims(size=50).rows))
    assert (report.added, 0) == (undone.removed, undone.restored)
    with pytest.raises(UnknownId):
        store.dossier("bridge:c1")


def test_an_undoing_taken_back_brings_the_import_again(store, put, bridge):
    put(bridge)
    report = put(newer(bridge))
    after = view(store)

    undone = store.undo_import(report.batch, by="me")
    store.undo_import(undone.batch, by="me")

    assert after == view(store)


def test_only_the_newest_import_of_a_data_set_can_be_taken_back(store, put, bridge):
    first = put(bridge)
    put(newer(bridge))
    other = put(replace(bridge, dataset="other"))

    with pytest.raises(StaleVersion, match=f"import {first.batch + 1} came into the data set 'bridge'"):
        store.undo_import(first.batch, by="me")
    store.undo_import(other.batch, by="me")
    store.undo_import(first.batch + 1, by="me")


def test_an_import_that_never_was_cannot_be_taken_back(store):
    with pytest.raises(UnknownId):
        store.undo_import(7, by="me")


def test_labels_stay_and_the_record_stays_whole(store, put, bridge, label):
    put(bridge)
    event = label(bridge.sources[0].id)
    report = put(newer(bridge))
    store.undo_import(report.batch, by="me")

    held = store.dossier("bridge:c1").labels[bridge.sources[0].id]
    assert (event.number, Dependence.DEPENDENT, False) == (held.event, held.state, held.outdated)
    assert () == store.verify_chain()[1]


def test_the_same_import_after_its_undoing_is_stored_again(store, put, bridge):
    report = put(bridge)
    before = view(store)
    store.undo_import(report.batch, by="me")

    again = put(bridge)

    assert again.stored
    assert before == view(store)


def test_an_import_without_claims_is_taken_back_like_any_other(store, put, bridge):
    report = put(Case("graph", sources=bridge.sources, edges=bridge.edges))

    undone = store.undo_import(report.batch, by="me")

    assert len(bridge.sources) + len(bridge.edges) == undone.removed
