"""Importing: whole or not at all, again without change, newer versions with every label kept."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.dossier import claims_of
from core.errors import ImportFailed, UnknownId
from core.model import Answer, Case, Citation, Claim, Edge, Evidence, Judgement, Source, StatedLabel
from core.policy import Policy
from core.results import ImportReport
from core.states import Dependence, EdgeStatus, Relation
from core.store import Store

Put = Callable[..., ImportReport]

ODD = "\x00 nul, \ud800 lone, \x1b escape, \x1b0000, 水位, e\u0301, ' \" \\ % _ ; --"


def test_an_import_says_what_it_brought(put: Put, bridge: Case) -> None:
    report = put(bridge)

    counts = {"answers": 1, "claims": 2, "evidence": 5, "citations": 0, "sources": 4, "edges": 2, "judgements": 0}
    assert counts == report.counts
    assert (14, 0, 0, 0) == (report.added, report.changed, report.unchanged, report.removed)
    assert report.stored


def test_a_stored_claim_is_the_claim_of_the_file(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)

    assert list(claims_of(bridge)) == [store.dossier("bridge:c1"), store.dossier("bridge:c2")]
    assert list(claims_of(bridge)) == list(store.dossiers())


def test_the_same_file_again_changes_nothing(store: Store, put: Put, bridge: Case) -> None:
    first = put(bridge)
    before = store.revision()
    again = put(bridge)

    assert (0, 0, 14, 0) == (again.added, again.changed, again.unchanged, again.removed)
    assert first.batch == again.batch
    assert before == store.revision()


def test_a_newer_file_changes_only_what_differs(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    evidence = (*bridge.evidence[:-1], replace(bridge.evidence[-1], text="It did close."))
    more = Source("s5", "Letter")
    newer = replace(bridge, evidence=evidence, sources=(*bridge.sources, more))

    report = put(newer)

    assert (1, 1, 13, 0) == (report.added, report.changed, report.unchanged, report.removed)
    assert list(claims_of(newer)) == list(store.dossiers())


def test_what_a_newer_file_no_longer_has_leaves_the_view_and_is_reported(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    less = replace(bridge, claims=bridge.claims[:1], evidence=bridge.evidence[:3], sources=bridge.sources[:3])

    report = put(less)

    assert 4 == report.removed
    assert [
        "no longer in this file: 1 claims, 1 sources, 2 evidence; kept with every label, but out of the current view"
    ] == [notice.message for notice in report.notices if notice.code == "removed"]
    assert ["bridge:c1"] == [row.uid for row in store.claims().rows]
    assert 0 == store.claims(search="closed 1987").total or "bridge:c1" in {r.uid for r in store.claims().rows}
    with pytest.raises(UnknownId, match="c2"):
        store.dossier("bridge:c2")


def test_what_comes_back_is_there_again_with_its_labels(
    store: Store, put: Put, bridge: Case, label: Callable[..., object]
) -> None:
    put(bridge)
    label("s4")
    put(replace(bridge, claims=bridge.claims[:1], evidence=bridge.evidence[:3], sources=bridge.sources[:3]))
    assert 1 == len(store.label_events())

    put(bridge)

    assert ["bridge:c1", "bridge:c2"] == [row.uid for row in store.claims().rows]
    assert Dependence.DEPENDENT == store.dossier("bridge:c2").labels["s4"].state


def test_the_first_file_again_after_a_second_brings_its_facts_back(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    put(replace(bridge, sources=(replace(bridge.sources[0], title="Other"), *bridge.sources[1:])))

    report = put(bridge)

    assert 1 == report.changed
    assert "Opening day" == store.dossier("bridge:c1").sources[0].title


def test_a_newer_file_keeps_every_label_and_asks_for_those_whose_text_changed(
    store: Store, put: Put, bridge: Case, label: Callable[..., object]
) -> None:
    put(bridge)
    label("s1")
    label("s2", Dependence.INDEPENDENT)
    label("s3", claim_id="c1")
    reworded = replace(bridge.sources[1], text="Traffic began in June 1931.")
    passage = replace(bridge.evidence[2], text="It opened in the forties.")
    retitled = replace(bridge.sources[0], title="Opening day, revised")
    newer = replace(
        bridge,
        sources=(retitled, reworded, *bridge.sources[2:]),
        evidence=(*bridge.evidence[:2], passage, *bridge.evidence[3:]),
    )

    report = put(newer)

    labels = store.dossier("bridge:c1").labels
    assert {
        "s1": (Dependence.DEPENDENT, False),
        "s2": (Dependence.INDEPENDENT, True),
        "s3": (Dependence.DEPENDENT, True),
    } == {source: (found.state, found.outdated) for source, found in labels.items()}
    assert ["labelled sources whose text is no longer what was read: 2; please confirm their labels"] == [
        notice.message for notice in report.notices if notice.code == "reworded"
    ]


def test_a_label_given_after_the_new_text_is_up_to_date(
    store: Store, put: Put, bridge: Case, label: Callable[..., object]
) -> None:
    put(bridge)
    put(replace(bridge, sources=(replace(bridge.sources[0], text="New"), *bridge.sources[1:])))

    label("s1")

    assert not store.dossier("bridge:c1").labels["s1"].outdated


def test_rows_moved_within_a_file_keep_the_order_of_the_newest(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    turned = replace(bridge, evidence=bridge.evidence[::-1], edges=bridge.edges[::-1])

    report = put(turned)

    assert (0, 0, 14) == (report.added, report.changed, report.unchanged)
    assert list(claims_of(turned)) == list(store.dossiers())


def test_the_same_ids_in_two_data_sets_are_two_things(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    put(replace(bridge, dataset="quay"))
    store.append_label(
        dataset="quay",
        source_id="s1",
        claim_id=None,
        state=Dependence.INDEPENDENT,
        weight=None,
        reason="",
        by="ann",
        seen={},
        expected_event=None,
    )

    assert "s1" in store.dossier("quay:c1").labels
    assert "s1" not in store.dossier("bridge:c1").labels
    assert [("bridge", 2), ("quay", 2)] == [(found.name, found.claims) for found in store.datasets()]


@pytest.mark.parametrize("text", [ODD, "x" * 10_000, "a:b", " ", "💧" * 500, "١٢٣", "NULL", "1", "\n"])
def test_every_text_and_id_comes_back_as_it_went_in(store: Store, put: Put, text: str) -> None:
    extra = {text: [text, {"deep": text}], "number": 1.5, "none": None}
    case = Case(
        dataset="odd",
        about=text,
        answers=(Answer(text, text, text, text, extra),),
        claims=(Claim(text, text, text, 3, text, extra),),
        sources=(
            Source(text, text, url=text, publisher=text, author=text, published_at=text, text=text, extra=extra),
            Source(text + "2", language=text, version=text, fingerprint=text),
        ),
        evidence=(Evidence("e" + text, text, text, text, stance_given=text, evidence_set=text, extra=extra),),
        citations=(Citation(text, text, text, text, text, text, text, 2, text, extra),),
        edges=(Edge(text, text + "2", Relation.CITES, rule=text, note=text),),
        judgements=(Judgement(text, text, text, text, text, text, text, text, text),),
        labels=(StatedLabel(text, Dependence.PARTIALLY_DEPENDENT, "ann" + text, text, text, 0.25, text),),
    )

    put(case, file=text)
    stored = store.dossier(f"odd:{text}")

    expected = next(claims_of(case))
    assert replace(expected, labels=stored.labels) == stored
    assert ("ann" + text, 0.25, text, text) == (
        stored.labels[text].by,
        stored.labels[text].weight,
        stored.labels[text].reason,
        stored.labels[text].at,
    )
    assert (0, ()) == (put(case, file=text).added, store.verify_chain()[1])
    assert (f"odd:{text}",) == store.claims_using("odd", text)
    assert [f"odd:{text}"] == [row.uid for row in store.claims(answer_uid=f"odd:{text}").rows]


def test_two_long_ids_with_one_beginning_are_two_things(store: Store, put: Put) -> None:
    ids = ("x" * 9_999 + "1", "x" * 9_999 + "2", "x" * 200)
    put(Case("long", claims=tuple(Claim(identifier, identifier[-1]) for identifier in ids)))

    assert ["1", "2", "x"] == [store.dossier(f"long:{identifier}").claim.text for identifier in ids]


def test_one_id_for_two_things_is_refused_and_a_repeat_counts_once(store: Store, put: Put, bridge: Case) -> None:
    repeat = replace(bridge, sources=(*bridge.sources, bridge.sources[0]), edges=bridge.edges + bridge.edges)
    assert 14 == put(repeat).added

    clash = replace(bridge, sources=(*bridge.sources, Source("s1", "Another")))
    with pytest.raises(ImportFailed, match="the same id stands for different things"):
        put(clash)


def test_an_edge_said_twice_in_different_words_is_kept_twice(store: Store, put: Put, bridge: Case) -> None:
    twice = (Edge("s2", "s1", Relation.CITES, strength=0.4), Edge("s2", "s1", Relation.CITES, strength=0.6))
    put(replace(bridge, edges=twice))

    assert twice == store.dossier("bridge:c1").edges


def test_every_fault_of_a_case_is_reported_at_once_and_nothing_is_kept(store: Store, put: Put) -> None:
    case = Case(
        dataset="Bad Name",
        claims=(Claim("c1", "x", "a9", 2**70),),
        sources=(Source("", extra={"x": float("nan")}), Source("s1", weight=float("inf"))),
        evidence=(Evidence("e1", "c9", "s9", retrieval_score=float("nan")),),
        citations=(Citation("k1", "c1", "s9"),),
        judgements=(Judgement("j1", "c9", "x", "x", "x"),),
        edges=(Edge("s1", "s9", Relation.CITES),),
        labels=(StatedLabel("s9", Dependence.UNKNOWN, "ann", "2026", "c9"),),
    )

    with pytest.raises(ImportFailed) as refused:
        put(case, file="bad.json")

    assert [
        "dataset",
        "claim 'c1': position",
        "source id",
        "source '': extra",
        "source 's1': weight",
        "evidence 'e1': retrieval_score",
        "claim 'c1': answer_id",
        "evidence 'e1': claim_id",
        "evidence 'e1': source_id",
        "citation 'k1': source_id",
        "judgement 'j1': claim_id",
        "edge 's1' -> 's9': to",
        "label by 'ann': source_id",
        "label by 'ann': claim_id",
    ] == [problem.field for problem in refused.value.problems]
    assert {"bad.json"} == {problem.file for problem in refused.value.problems}
    assert () == store.datasets()


def test_progress_never_goes_back_and_ends_at_the_whole(put: Put, bridge: Case) -> None:
    seen: list[tuple[int, int]] = []
    put(bridge, progress=lambda done, total: seen.append((done, total)))

    assert seen == sorted(seen)
    assert seen[-1][0] == seen[-1][1]


def test_an_import_that_is_broken_off_leaves_the_store_as_it_was(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    before = (list(store.dossiers()), store.revision(), store.claims())

    def give_up(done: int, total: int | None) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        put(replace(bridge, claims=(*bridge.claims, Claim("c3", "New."))), progress=give_up)

    assert before == (list(store.dossiers()), store.revision(), store.claims())


def test_the_policy_of_a_data_set_makes_its_figures(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    before = store.claims().rows[0].naive
    put(replace(bridge, policy=Policy(name="strict", prior=0.1)))

    assert pytest.approx(before - 0.1) == store.claims().rows[0].naive
    assert "strict" == store.current_policy("bridge").name
    assert "default" == store.current_policy().name
    assert 0 == store.stale_summaries()


def test_labels_in_a_file_enter_the_record_once(store: Store, put: Put, bridge: Case) -> None:
    stated = (
        StatedLabel("s1", Dependence.INDEPENDENT, "bea", "2026-01-02T00:00:00+01:00", reason="later"),
        StatedLabel("s1", Dependence.DEPENDENT, "bea", "2026-01-01T23:30:00Z", reason="latest"),
        StatedLabel("s3", Dependence.INDEPENDENT, "bea", "no date", claim_id="c1"),
    )
    put(replace(bridge, labels=stated))
    put(replace(bridge, labels=stated, about="Again."))

    events = store.label_events()[::-1]
    assert ["no date", "2026-01-02T00:00:00+01:00", "2026-01-01T23:30:00Z"] == [event.stated_at for event in events]
    labels = store.dossier("bridge:c1").labels
    assert ("latest", "2026-01-01T23:30:00Z") == (labels["s1"].reason, labels["s1"].at)
    assert "s3" not in store.dossier("bridge:c2").labels
    assert 0.0 == store.claims().rows[0].eie - 1.0


def test_a_label_given_here_and_read_in_again_is_no_second_event(
    store: Store, put: Put, bridge: Case, label: Callable[..., object]
) -> None:
    put(bridge)
    event = label("s1", reason="wire credit")
    exported = StatedLabel("s1", event.state, event.by, event.at, reason=event.reason)

    put(replace(bridge, labels=(exported,)))

    assert (event,) == store.label_events()


def test_figures_follow_facts_from_far_upstream(store: Store, put: Put) -> None:
    chain = tuple(Source(f"s{n}") for n in range(20))
    edges = tuple(Edge(f"s{n}", f"s{n + 1}", Relation.CITES, EdgeStatus.SUSPECTED) for n in range(19))
    case = Case("chain", claims=(Claim("c", "x"),), sources=chain, evidence=(Evidence("e", "c", "s0"),), edges=edges)
    put(case)
    before = store.revision()

    put(replace(case, edges=(*edges[:-1], replace(edges[-1], status=EdgeStatus.KNOWN))))

    assert ("chain:c",) == store.claims_using("chain", "s19")
    assert before < store.revision()
