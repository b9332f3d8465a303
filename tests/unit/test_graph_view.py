"""What the provenance graph shows, made by hand from a dossier and its assessment."""

from dataclasses import replace
from types import MappingProxyType

import pytest

from core.assessment import assess
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from dashboard.viewmodels.graph import GraphOptions, GraphView, Pick, after_pick, graph_table, graph_view, read_pick
from dashboard.viewmodels.graph_words import legend_text

RELEASE = Source("release", "Council release", SourceKind.PRESS_RELEASE, retrieved=False)
WIRE = Source("wire", "Northwire", SourceKind.WIRE_STORY, retrieved=False)


def evidence(*ids: str, stance: Stance = Stance.SUPPORTS) -> tuple[Evidence, ...]:
    return tuple(Evidence(f"e-{key}", "c1", key, "text", stance=stance, rank=n) for n, key in enumerate(ids, 1))


def copy(source_id: str, upstream: str, status: EdgeStatus = EdgeStatus.KNOWN) -> Edge:
    return Edge(source_id, upstream, Relation.COPIED_FROM, status)


def dossier(
    *sources: Source,
    edges: tuple[Edge, ...] = (),
    items: tuple[Evidence, ...] | None = None,
    labels: dict[str, Label] | None = None,
) -> Dossier:
    cited = evidence(*(source.id for source in sources if source.retrieved)) if items is None else items
    return Dossier(
        Claim("c1", "The quay closes in May"),
        evidence=cited,
        sources=sources,
        edges=edges,
        labels=MappingProxyType(labels or {}),
    )


def shown(case: Dossier, **options: object) -> GraphView:
    return graph_view(case, assess(case, Policy()), GraphOptions(**options))  # type: ignore[arg-type]


def node(view: GraphView, identifier: str):  # type: ignore[no-untyped-def]
    return next(node for node in view.nodes if node.id == identifier)


def test_the_graph_names_its_claim() -> None:
    assert "Provenance graph of claim c1" == shown(dossier(Source("a"))).name


def test_the_claim_comes_last_and_every_source_leads_to_it() -> None:
    view = shown(dossier(Source("a"), Source("b")))

    assert ["s:a", "s:b", "c:c1"] == [node.id for node in view.nodes]
    assert [("s:a", "c:c1", "supports"), ("s:b", "c:c1", "supports")] == [
        (edge.from_id, edge.to_id, edge.line) for edge in view.edges
    ]


def test_the_order_of_rows_changes_nothing() -> None:
    case = dossier(RELEASE, WIRE, Source("a"), Source("b"), edges=(copy("a", "wire"), copy("wire", "release")))
    turned = replace(case, sources=case.sources[::-1], edges=case.edges[::-1], evidence=case.evidence[::-1])

    assert shown(case).nodes == shown(turned).nodes
    assert shown(case).edges == shown(turned).edges


@pytest.mark.parametrize(
    ("label", "ring"),
    [
        (Label(Dependence.INDEPENDENT), "solid"),
        (Label(Dependence.DEPENDENT), "none"),
        (Label(Dependence.PARTIALLY_DEPENDENT, 0.4), "half"),
        (Label(Dependence.UNKNOWN, by="M. R."), "dashed"),
        (None, "dashed"),
    ],
)
def test_each_dependence_has_an_outline_of_its_own(label: Label | None, ring: str) -> None:
    view = shown(dossier(Source("a"), labels={"a": label} if label else {}))

    assert ring == node(view, "s:a").ring


@pytest.mark.parametrize(("strength", "ring"), [(1.0, "none"), (0.5, "half"), (0.0, "dashed")])
def test_without_a_label_the_counted_edges_say_the_dependence(strength: float, ring: str) -> None:
    edge = Edge("a", "release", Relation.DERIVES_FROM, strength=strength)

    assert ring == node(shown(dossier(RELEASE, Source("a"), edges=(edge,))), "s:a").ring


def test_a_suspected_edge_does_not_make_a_source_dependent() -> None:
    view = shown(dossier(RELEASE, Source("a"), edges=(copy("a", "release", EdgeStatus.SUSPECTED),)))

    assert "dashed" == node(view, "s:a").ring
    assert "suspected" in [edge.line for edge in view.edges]


def test_what_nobody_retrieved_is_hollow() -> None:
    view = shown(dossier(RELEASE, Source("a"), edges=(copy("a", "release"),)))

    assert node(view, "s:release").hollow
    assert not node(view, "s:a").hollow


def test_a_label_of_a_person_is_locked_and_one_of_the_import_is_not() -> None:
    labels = {"a": Label(Dependence.INDEPENDENT, by="M. R."), "b": Label(Dependence.INDEPENDENT)}
    view = shown(dossier(Source("a"), Source("b"), labels=labels))

    assert [True, False] == [node(view, key).human for key in ("s:a", "s:b")]
    assert "independent · M. R." == node(view, "s:a").label_words


def test_kinds_have_shapes_of_their_own() -> None:
    kinds = [SourceKind.DOCUMENT, SourceKind.PRESS_RELEASE, SourceKind.WIRE_STORY, SourceKind.DATASET]
    kinds += [SourceKind.STUDY, SourceKind.AUTHOR, SourceKind.MODEL_OUTPUT, SourceKind.COMMON_PARENT]
    view = shown(dossier(*(Source(kind.value, kind=kind) for kind in kinds)))

    assert len(kinds) == len({node(view, f"s:{kind.value}").shape for kind in kinds})


def test_a_retracted_source_says_so_in_words() -> None:
    view = shown(dossier(Source("a", retracted=True)))

    assert (True, "retracted") == (node(view, "s:a").retracted, node(view, "s:a").note)


def test_who_leans_on_a_retracted_source_says_so() -> None:
    view = shown(dossier(Source("old", retracted=True), Source("a"), edges=(copy("a", "old"),)))

    assert "leans on a retracted source" in node(view, "s:a").tooltip.split("\n")


def test_a_refuting_source_says_so_and_its_line_differs() -> None:
    view = shown(dossier(Source("a"), items=evidence("a", stance=Stance.REFUTES)))

    assert "refutes" == node(view, "s:a").note
    assert [("refutes", False)] == [(edge.line, edge.counted) for edge in view.edges]
    assert (None, "–") == (node(view, "s:a").lineage, node(view, "s:a").letter)


def test_an_item_whose_state_was_verified_has_its_word() -> None:
    items = (Evidence("e1", "c1", "a", state=EvidenceState.VERIFIED), Evidence("e2", "c1", "b"))
    view = shown(dossier(Source("a"), Source("b"), items=items))

    assert ["grounding verified", ""] == [node(view, key).check for key in ("s:a", "s:b")]


def test_an_outcome_given_from_outside_is_shown() -> None:
    assert "not found" == node(shown(dossier(Source("a")), checks={"a": "not found"}), "s:a").check


def test_copies_with_one_headline_are_called_by_their_publishers() -> None:
    view = shown(
        dossier(
            Source("a", "Quay closes", publisher="Ledger"),
            Source("b", "Quay closes", publisher="Post"),
            Source("c", "Tides", publisher="Post"),
        )
    )

    assert ["Ledger", "Post", "Tides"] == [node(view, key).label for key in ("s:a", "s:b", "s:c")]
    assert "Quay closes" == node(view, "s:a").title


def test_a_long_title_is_cut_in_the_label_and_whole_in_the_table() -> None:
    title = "A very long report title that goes on about silt, eels and quays, " * 3
    view = shown(dossier(Source("a", title)))

    assert len(node(view, "s:a").label) <= 44
    assert title.strip() == graph_table(view)[0].node


def test_rejected_edges_are_drawn_only_when_asked_for() -> None:
    case = dossier(RELEASE, Source("a"), edges=(copy("a", "release", EdgeStatus.REJECTED),))

    assert ["s:a", "c:c1"] == [node.id for node in shown(case).nodes]
    assert "rejected" in [edge.line for edge in shown(case, show_rejected=True).edges]


def test_parallel_edges_are_one_line_that_shows_the_strongest() -> None:
    weak = Edge("a", "release", Relation.MENTIONS)
    strong = Edge("a", "release", Relation.COPIED_FROM, EdgeStatus.CONFIRMED)
    view = shown(dossier(RELEASE, Source("a"), edges=(weak, strong)))
    lines = [edge for edge in view.edges if edge.keys]

    assert [("confirmed", {weak.key, strong.key})] == [(line.line, set(line.keys)) for line in lines]
    assert Pick("edge", strong.key) == lines[0].pick


def test_opposite_edges_of_a_circle_are_two_lines() -> None:
    case = dossier(Source("a"), Source("b"), edges=(copy("a", "b"), copy("b", "a")))

    assert [("s:a", "s:b"), ("s:b", "s:a")] == [(e.from_id, e.to_id) for e in shown(case).edges if e.keys]


def test_a_weak_word_is_drawn_as_one() -> None:
    case = dossier(RELEASE, Source("a"), edges=(Edge("a", "release", Relation.MENTIONS),))

    assert "weak" in [edge.line for edge in shown(case).edges]


def test_depth_counts_steps_upstream_of_the_evidence() -> None:
    case = dossier(RELEASE, WIRE, Source("a"), edges=(copy("a", "wire"), copy("wire", "release")))

    drawn = {depth: [node.id for node in shown(case, depth=depth).nodes] for depth in (1, 2, None)}

    assert ["s:a", "s:wire", "c:c1"] == drawn[1]
    assert drawn[2] == drawn[None] == ["s:a", "s:release", "s:wire", "c:c1"]
    assert 2 == shown(case).steps
    assert ("1 source further up than 1 step not drawn.",) == shown(case, depth=1).notices


def test_a_repeated_id_is_drawn_once_and_reported() -> None:
    view = shown(dossier(Source("s1"), Source("s1", "again"), Source("s2"), edges=(copy("s2", "s1"),)))

    assert ["s:s1", "s:s2", "c:c1"] == [node.id for node in view.nodes]
    assert "Repeated source id, drawn once: 's1'." in view.notices


def test_edges_to_nothing_and_to_itself_are_reported() -> None:
    view = shown(dossier(Source("a"), edges=(copy("a", "ghost"), copy("a", "a"))))

    assert [
        "1 edge to nothing, not drawn: 'ghost'.",
        "1 edge from a source to itself, not drawn: 'a'.",
    ] == list(view.notices)


def test_evidence_without_a_source_is_reported() -> None:
    view = shown(dossier(Source("a"), items=evidence("a", "ghost")))

    assert "1 passage without a source, not drawn: 'ghost'." in view.notices


def test_ids_that_look_like_numbers_stay_apart() -> None:
    ids = ["1", "01", "1.0", str(2**53), str(2**53 + 1)]
    view = shown(dossier(*(Source(key) for key in ids)))

    assert set(ids) == {node.pick.id for node in view.nodes if node.pick.kind == "source"}


def test_a_source_may_be_called_like_the_claim() -> None:
    assert ["s:c1", "c:c1"] == [node.id for node in shown(dossier(Source("c1"))).nodes]


def test_a_claim_without_evidence_is_a_sentence() -> None:
    view = shown(dossier(items=()))

    assert view.empty.startswith("No evidence is linked to this claim")
    assert ((), ()) == (view.edges, view.legend)


def test_the_selection_marks_a_source_an_edge_or_the_claim() -> None:
    case = dossier(RELEASE, Source("a"), edges=(copy("a", "release"),))
    picks = [
        Pick("source", "a"),
        Pick("edge", copy("a", "release").key),
        Pick("claim", "c1"),
        Pick("source", "x"),
        None,
    ]

    assert ["s:a", "e:s:a\x1fs:release", "c:c1", None, None] == [shown(case, selected=pick).selected for pick in picks]


def test_the_legend_explains_only_what_is_drawn() -> None:
    plain = legend_text(shown(dossier(Source("a"))).legend)
    rich = legend_text(shown(dossier(RELEASE, Source("a"), edges=(copy("a", "release"),))).legend)

    assert "letter and colour = lineage · dashed ring = unknown · pale line = speaks for the claim" == plain
    assert "hollow = not retrieved" in rich
    assert "◆ = press release" in rich


def test_the_table_says_node_lineage_label_and_what_it_depends_on() -> None:
    case = dossier(RELEASE, Source("a", "Ledger"), edges=(copy("a", "release"),))
    rows = graph_table(shown(case, selected=Pick("source", "a")))

    assert [
        ("Ledger", "A", "document", "Council release", "dependent by its edges · no label", True),
        ("Council release", "A", "press release, not retrieved", "nothing known", "unknown · no label", False),
        ("The quay closes in May", "none", "claim", "nothing known", "", False),
    ] == [(row.node, row.lineage, row.kind, row.depends_on, row.label, row.selected) for row in rows]


@pytest.mark.parametrize(
    "value", [None, "source", 3, [], {}, {"kind": "source"}, {"kind": "source", "id": 3}, {"kind": "file", "id": "x"}]
)
def test_what_is_no_pick_is_read_as_none(value: object) -> None:
    assert read_pick(value) is None


def test_a_pick_is_read_from_what_the_browser_sends() -> None:
    assert Pick("source", "9007199254740993") == read_pick({"kind": "source", "id": "9007199254740993", "seq": 4})


def test_picks_open_and_close_groups_and_nothing_else() -> None:
    opened = after_pick(frozenset(), Pick("group", "lineage:a"))

    assert {"lineage:a"} == opened
    assert opened == after_pick(opened, Pick("source", "a"))
    assert frozenset() == after_pick(opened, Pick("fold", "lineage:a"))
