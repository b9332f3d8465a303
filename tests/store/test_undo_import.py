"""Taking an import back: everything reads as before it, past days and people's work stay, and it can be redone."""

from dataclasses import replace

import pytest

from core.deliveries import Noted
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


def parts_of(store, bridge, file="night.jsonl", whole="f" * 64, **more):
    """A file stored in two parts, the second of which says more of a source of the first."""
    claims = bridge.claims
    found = []
    for number, claim in enumerate(claims, 1):
        evidence = tuple(item for item in bridge.evidence if item.claim_id == claim.id)
        named = {item.source_id for item in evidence}
        sources = tuple(
            replace(source, title=f"{source.title} {number}") for source in bridge.sources if source.id in named
        )
        case = replace(
            bridge, claims=(claim,), evidence=evidence, sources=sources, edges=(), citations=(), judgements=()
        )
        found.append(
            store.import_case(
                case,
                file=file,
                file_digest=f"{whole[:-1]}{number}",
                format="trace",
                by="me",
                after={"claims": number - 1},
                noted=Noted(part_of=whole),
                **more,
            )
        )
    return found


def test_the_parts_of_a_file_are_one_import_and_are_taken_back_together(store, put, bridge):
    put(bridge)
    before = view(store)
    reports = parts_of(store, replace(bridge, claims=(replace(bridge.claims[0], text="Other."), *bridge.claims[1:])))
    assert before != view(store)

    line = store.imports()[0]
    undone = store.undo_import(reports[0].batch, by="me")

    assert (len(bridge.claims), reports[-1].batch, True, "night.jsonl") == (
        line.parts,
        line.batch,
        line.newest,
        line.file,
    )
    assert before == view(store)
    assert reports[-1].batch == undone.undone
    assert () == store.verify_chain()[1]


def test_the_list_of_imports_says_what_came_and_what_was_taken_back(store, put, bridge):
    first = put(bridge)
    second = put(newer(bridge))
    undone = store.undo_import(second.batch, by="her")
    other = put(replace(bridge, dataset="other"))

    lines = store.imports()

    assert [other.batch, undone.batch, second.batch, first.batch] == [line.batch for line in lines]
    assert [None, None, undone.batch, None] == [line.undone_by for line in lines]
    assert [None, second.batch, None, None] == [line.undoes for line in lines]
    assert [True, True, False, False] == [line.newest for line in lines]
    assert ("her", "bridge", undone.restored) == (lines[1].by, lines[1].dataset, lines[1].added)
    assert (first.added, len(bridge.claims)) == (lines[3].added, lines[3].counts["claims"])
    assert [other.batch] == [line.batch for line in store.imports("other")]

    again = store.undo_import(undone.batch, by="me")

    assert [again.batch, None, None] == [line.undone_by for line in store.imports("bridge")[1:]]


def test_the_effect_of_taking_an_import_back_is_what_taking_it_back_does(store, put, bridge, label):
    put(bridge)
    report = put(newer(bridge))

    effect = store.undo_effect(report.batch)
    undone = store.undo_import(report.batch, by="me")

    assert undone.removed == sum(effect.removed.values())
    assert undone.restored == sum(effect.restored.values())
    assert report.batch == effect.line.batch
    assert {} == dict(effect.kept)


def test_the_human_work_on_what_would_leave_is_counted(store, put, bridge, label):
    report = put(bridge)
    label(bridge.sources[0].id)
    label(bridge.sources[1].id, state=Dependence.INDEPENDENT)

    effect = store.undo_effect(report.batch)

    assert {"labels": 2} == dict(effect.kept)
    assert len(bridge.claims) == effect.removed["claims"]


def test_the_effect_of_an_import_that_others_followed_is_refused(store, put, bridge):
    first = put(bridge)
    put(newer(bridge))

    with pytest.raises(StaleVersion):
        store.undo_effect(first.batch)
    with pytest.raises(UnknownId):
        store.undo_effect(77)


def test_the_mapping_of_a_header_is_found_again_in_any_order_and_the_newest_counts(store, put, bridge):
    columns = ("Statement", "Shop ü", "\\Text")
    old, new = {"claim_text": "Statement"}, {"claim_text": "\\Text", "source_id": ""}
    put(bridge, noted=Noted(columns=columns, mapping=old))
    report = put(newer(bridge), noted=Noted(columns=columns, mapping=new))
    put(replace(bridge, dataset="other"))

    found = store.remembered_mapping(tuple(reversed(columns)))

    assert (new, report.batch, "2026-01-01") == (dict(found.mapping), found.batch, found.at[:10])
    assert store.remembered_mapping(columns[:2]) is None
    assert () == store.verify_chain()[1]
