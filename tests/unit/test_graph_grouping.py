"""Large claims: lineages as one node, the many small ones together, long chains shortened."""

from itertools import pairwise
from types import MappingProxyType

from core.assessment import assess
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.states import Dependence, EdgeStatus, Relation, Stance
from dashboard.viewmodels.graph import GraphOptions, GraphView, Pick, graph_view


def families(count: int, size: int, *, refuting: int = 0) -> Dossier:
    """Lineages in which everything copies the first source."""
    ids = [[f"f{family:03d}-{n:02d}" for n in range(size)] for family in range(count)]
    against = [f"r{n}" for n in range(refuting)]
    return Dossier(
        Claim("c1", "x"),
        evidence=tuple(Evidence(f"e{key}", "c1", key) for members in ids for key in members)
        + tuple(Evidence(f"e{key}", "c1", key, stance=Stance.REFUTES) for key in against),
        sources=tuple(Source(key) for members in [*ids, against] for key in members),
        edges=tuple(Edge(key, members[0], Relation.COPIED_FROM) for members in ids for key in members[1:]),
        labels=MappingProxyType({members[0]: Label(Dependence.INDEPENDENT) for members in ids}),
    )


def chain(length: int) -> Dossier:
    ids = [f"s{n:05d}" for n in range(length)]
    return Dossier(
        Claim("c1", "x"),
        evidence=tuple(Evidence(f"e{key}", "c1", key) for key in ids),
        sources=tuple(Source(key) for key in ids),
        edges=tuple(Edge(below, above, Relation.COPIED_FROM) for above, below in pairwise(ids)),
    )


def shown(case: Dossier, **options: object) -> GraphView:
    return graph_view(case, assess(case, Policy()), GraphOptions(**options))  # type: ignore[arg-type]


def test_sixty_nodes_are_drawn_one_by_one() -> None:
    assert 61 == len(shown(families(6, 10)).nodes)


def test_above_sixty_nodes_each_lineage_is_one_node() -> None:
    view = shown(families(7, 10))

    assert 8 == len(view.nodes)
    assert ("A · 10 sources · EIE 1", 10) == (view.nodes[0].title, view.nodes[0].sources)
    assert (
        "70 sources in 7 lineages are drawn as one node each lineage, because the claim has more than 60; "
        "a click or Enter opens one.",
    ) == view.notices
    assert view.grouped


def test_an_opened_lineage_is_drawn_in_full_with_a_mark_that_closes_it() -> None:
    view = shown(families(7, 10), expanded={"lineage:f002-00"})

    assert 6 + 10 + 1 + 1 == len(view.nodes)
    assert [Pick("fold", "lineage:f002-00")] == [node.pick for node in view.nodes if node.pick.kind == "fold"]


def test_opening_one_lineage_closes_no_other() -> None:
    every = {f"lineage:f{n:03d}-00" for n in range(7)}

    assert 70 + 7 + 1 == len(shown(families(7, 10), expanded=every).nodes)


def test_the_name_of_a_lineage_outlives_a_change_of_its_letter() -> None:
    case = families(7, 10)
    labels = MappingProxyType({**case.labels, "f000-00": Label(Dependence.DEPENDENT)})
    relabelled = Dossier(case.claim, evidence=case.evidence, sources=case.sources, edges=case.edges, labels=labels)
    letter_of = {node.id: node.lineage for node in shown(case).nodes}
    after = {node.id: node.lineage for node in shown(relabelled).nodes}

    assert letter_of.keys() == after.keys()
    assert ("A", "G") == (letter_of["g:lineage:f000-00"], after["g:lineage:f000-00"])


def test_what_does_not_count_is_grouped_apart() -> None:
    view = shown(families(7, 10, refuting=5))

    assert "refutes · 5 sources" in [node.title for node in view.nodes]
    assert "5 sources that refute the claim are drawn as one node." in view.notices


def test_two_hundred_lineages_of_one_source_do_not_fill_the_picture() -> None:
    view = shown(families(200, 1))

    assert 50 + 1 + 1 == len(view.nodes)
    assert "150 more lineages · 150 sources · EIE 150" in [node.title for node in view.nodes]
    assert 202 == len(shown(families(200, 1), expanded={"rest"}).nodes)


def test_lines_between_two_groups_are_one_line() -> None:
    case = families(7, 10)
    across = tuple(Edge(f"f000-0{n}", f"f001-0{n}", Relation.CITES, EdgeStatus.SUSPECTED) for n in (1, 2, 3))
    view = shown(Dossier(case.claim, evidence=case.evidence, sources=case.sources, edges=case.edges + across))
    lines = [edge for edge in view.edges if edge.keys]

    assert [("suspected", "3 dependences between these two.")] == [(edge.line, edge.tooltip) for edge in lines]
    assert "group" == lines[0].pick.kind


def test_a_closed_group_carries_the_selection_for_its_sources() -> None:
    case = families(7, 10)
    edge = case.edges[0]

    assert "g:lineage:f002-00" == shown(case, selected=Pick("source", "f002-05")).selected
    assert "g:lineage:f000-00" == shown(case, selected=Pick("edge", edge.key)).selected


def test_a_chain_of_five_thousand_is_shortened() -> None:
    view = shown(chain(5000))

    assert 8 == len(view.nodes)
    assert ["… 4,994 more in this chain …"] == [node.title for node in view.nodes if node.pick.kind == "group"]
    assert ("4,994 sources inside 1 long chain are drawn as “… more …”.",) == view.notices


def test_an_opened_chain_is_drawn_in_full() -> None:
    gap = next(node.pick.id for node in shown(chain(300)).nodes if node.pick.kind == "group")

    assert 302 == len(shown(chain(300), expanded={gap}).nodes)


def test_a_short_chain_is_left_whole() -> None:
    assert 21 == len(shown(chain(20)).nodes)


def test_a_long_closed_circle_is_shortened_too() -> None:
    case = chain(300)
    ring = Edge(case.sources[0].id, case.sources[-1].id, Relation.COPIED_FROM)
    view = shown(Dossier(case.claim, evidence=case.evidence, sources=case.sources, edges=(*case.edges, ring)))

    assert 6 == len(view.nodes)


def test_fifteen_hundred_sources_in_sixty_lineages_are_sixty_nodes() -> None:
    view = shown(families(60, 25))

    assert 61 == len(view.nodes)
    assert view.notices[0].startswith("1,500 sources in 60 lineages")
