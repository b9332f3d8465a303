"""What must hold on any graph, whoever drew it."""

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given, settings, strategies as st

from core.assessment import assess
from core.lineage import sensitivity
from core.lineage.content import own_content
from core.lineage.flow import LargeFlow, document_weights
from core.lineage.forest import forest_eie
from core.lineage.graph import Arc, EvidenceGraph, Vertex, trace
from core.lineage.sampling import sample_eie
from core.lineage.sensitivity import eie_if_labelled, eie_if_withdrawn, eie_range, graph_eie, lineage_eie, relabelled
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.scoring.columns import score_columns
from core.states import Dependence, EdgeStatus, Relation

NODES = [f"n{i}" for i in range(9)]
SHARES = st.sampled_from([0.1, 0.25, 1 / 3, 0.5, 0.6, 0.75, 1.0])


@st.composite
def vertices(draw):
    state = draw(st.sampled_from(list(Dependence)))
    return Vertex(state, draw(st.sampled_from([0.0, 0.2, 0.4, 1.0])), draw(st.integers(0, 9)) == 0)


@st.composite
def graphs(draw, *, forest=False):
    labels = {node: draw(vertices()) for node in NODES if draw(st.booleans())}
    arcs = []
    if forest:
        for n in range(1, len(NODES)):
            if draw(st.booleans()):
                arcs.append(Arc(NODES[n], NODES[draw(st.integers(0, n - 1))], draw(SHARES)))
    else:
        for _ in range(draw(st.integers(0, 14))):
            pair = draw(st.tuples(st.sampled_from(NODES), st.sampled_from(NODES)))
            probability = draw(st.sampled_from([None, None, None, 0.3, 0.9]))
            arcs.append(Arc(*pair, draw(SHARES), probability))
    carriers = {node: float(draw(st.integers(0, 4))) for node in NODES if draw(st.booleans())}
    return EvidenceGraph(labels, tuple(arcs), carriers)


def solved(graph, alpha):
    for lineage in trace(graph):
        yield lineage, own_content(lineage, alpha), [vertex.retracted for vertex in lineage.vertices]


ALPHAS = st.sampled_from([0.0, 0.3, 0.5, 1.0])


@settings(max_examples=400)
@given(graphs(), ALPHAS)
def test_the_two_flow_solvers_agree(graph, alpha):
    for lineage, own, retracted in solved(graph, alpha):
        assert math.isclose(
            sum(document_weights(lineage, own, retracted)), LargeFlow(lineage).eie(own, retracted), abs_tol=1e-6
        )


@settings(max_examples=300)
@given(graphs(forest=True), ALPHAS)
def test_the_closed_form_of_a_forest_is_its_flow(graph, alpha):
    for lineage, own, retracted in solved(graph, alpha):
        alive = 1.0 - np.array(retracted, dtype=float)[:, None]

        assert lineage.forest
        assert math.isclose(
            float(forest_eie(lineage, np.array(own)[:, None], alive)[0]),
            sum(document_weights(lineage, own, retracted)),
            abs_tol=1e-9,
        )


@settings(max_examples=300)
@given(graphs(forest=True), ALPHAS, vertices())
def test_many_labels_tried_at_once_on_a_large_forest_give_what_each_gives_alone(graph, alpha, vertex):
    for lineage in trace(graph):
        places = range(len(lineage.ids))
        alone = [lineage_eie(lineage, alpha, relabelled(lineage, node, vertex)) for node in lineage.ids]
        with pytest.MonkeyPatch.context() as small:
            small.setattr(sensitivity, "LARGE", 0)
            together = eie_if_labelled(lineage, alpha, places, vertex)
        assert alone == pytest.approx(together, abs=1e-9)


@settings(max_examples=400)
@given(graphs(), ALPHAS)
def test_eie_lies_within_its_range_and_above_nothing(graph, alpha):
    lineages = trace(graph)
    low, high = eie_range(graph, lineages)

    assert low - 1e-9 <= graph_eie(graph, alpha) <= high + 1e-9
    assert 0 <= low
    assert high <= len(graph.carriers) + 1e-9


@settings(max_examples=200)
@given(graphs(), ALPHAS, st.integers(0, 1000))
def test_no_order_of_rows_changes_anything(graph, alpha, seed):
    shuffled = random.Random(seed)
    arcs, labels, carriers = list(graph.arcs), list(graph.vertices.items()), list(graph.carriers.items())
    for rows in (arcs, labels, carriers):
        shuffled.shuffle(rows)
    other = EvidenceGraph(dict(labels), tuple(arcs), dict(carriers))

    def figures(of):
        return [
            (dict(zip(lineage.ids, document_weights(lineage, own, gone), strict=True)), lineage.origins)
            for lineage, own, gone in solved(of, alpha)
        ]

    assert figures(other) == figures(graph)
    assert (sample_eie(other, alpha, draws=20, seed=1) == sample_eie(graph, alpha, draws=20, seed=1)).all()


@settings(max_examples=200)
@given(graphs(), ALPHAS)
def test_rejecting_every_suspected_edge_equals_deleting_it(graph, alpha):
    without = replace(graph, arcs=tuple(arc for arc in graph.arcs if arc.probability is None))

    assert graph_eie(without, alpha) == graph_eie(graph, alpha)


@settings(max_examples=200)
@given(graphs(), ALPHAS, st.sampled_from(NODES))
def test_a_full_copy_of_a_document_never_raises_eie(graph, alpha, original):
    if original not in graph.carriers:
        return
    copy = replace(
        graph,
        vertices={**graph.vertices, "zz-copy": Vertex(Dependence.DEPENDENT)},
        arcs=(*graph.arcs, Arc("zz-copy", original, 1.0)),
        carriers={**graph.carriers, "zz-copy": 99.0},
    )

    assert graph_eie(copy, alpha) <= graph_eie(graph, alpha) + 1e-9


@settings(max_examples=300)
@given(graphs(), ALPHAS, st.sampled_from(NODES), SHARES)
def test_learning_that_an_unlabelled_document_depends_on_an_unvouched_one_never_raises_eie(graph, alpha, node, share):
    """As long as its strengths sum to at most 1: beyond that a new origin takes room from the others,

    which may have been worth less than an unvouched one (a retracted or dependent origin).
    """
    stated = {arc.to_id: arc.strength for arc in graph.arcs if arc.from_id == node and arc.probability is None}
    assume(sum(stated.values()) + share <= 1.0)
    labels = {name: vertex for name, vertex in graph.vertices.items() if name != node}
    before = replace(graph, vertices=labels)
    after = replace(before, arcs=(*before.arcs, Arc(node, "unvouched", share)))

    assert graph_eie(after, alpha) <= graph_eie(before, alpha) + 1e-9


@settings(max_examples=200)
@given(graphs(), ALPHAS)
def test_withdrawing_a_source_equals_scoring_with_it_retracted(graph, alpha):
    lineages = trace(graph)
    without = eie_if_withdrawn(lineages, alpha, [lineage_eie(lineage, alpha) for lineage in lineages])
    for node, eie in without.items():
        vertex = graph.vertices.get(node, Vertex())
        gone = replace(graph, vertices={**graph.vertices, node: replace(vertex, retracted=True)})

        assert math.isclose(eie, graph_eie(gone, alpha), abs_tol=1e-9)


@st.composite
def dossiers(draw, *, edges=True):
    ids = NODES[: draw(st.integers(1, 6))]
    increments = st.sampled_from([0.0, 0.02, 0.05, 0.1, 0.3])
    items = tuple(
        Evidence(f"e{n}", "c", draw(st.sampled_from(ids)), increment=draw(increments), rank=draw(st.integers(1, 5)))
        for n in range(draw(st.integers(0, 8)))
    )
    labels = {id: Label(draw(st.sampled_from(list(Dependence))), draw(st.sampled_from([0.0, 0.4]))) for id in ids}
    links = []
    if edges:
        for _ in range(draw(st.integers(0, 6))):
            status = draw(st.sampled_from(list(EdgeStatus)))
            pair = draw(st.sampled_from(ids)), draw(st.sampled_from(ids))
            links.append(Edge(*pair, Relation.DERIVES_FROM, status, draw(SHARES), 0.5))
    return Dossier(
        Claim("c", "A claim."), evidence=items, sources=tuple(map(Source, ids)), edges=tuple(links), labels=labels
    )


POLICIES = st.builds(
    Policy,
    prior=st.sampled_from([0.0, 0.2, 1.0]),
    required=st.sampled_from([1, 3.5, 10, "all"]),
    alpha=ALPHAS,
)


@settings(max_examples=200)
@given(dossiers(), POLICIES)
def test_weights_and_lineages_add_up_to_eie(dossier, policy):
    found = assess(dossier, policy)

    assert math.isclose(sum(figure.weight for figure in found.figures), found.eie, abs_tol=1e-9)
    assert math.isclose(sum(family.eie for family in found.lineages), found.eie, abs_tol=1e-9)


@settings(max_examples=200)
@given(dossiers(), POLICIES)
def test_confidence_never_leaves_prior_to_one_and_aware_never_exceeds_naive(dossier, policy):
    found = assess(dossier, policy)

    assert policy.prior <= found.aware <= found.naive + 1e-12 <= 1.0 + 1e-12
    assert all(estimate.steps[-1].running == pytest.approx(estimate.value) for estimate in found.estimates)


@settings(max_examples=200)
@given(dossiers(), POLICIES, st.data())
def test_a_confirmed_copy_never_raises_source_discounted_confidence(dossier, policy, data):
    if not dossier.evidence:
        return
    original = data.draw(st.sampled_from(dossier.evidence))
    more = replace(
        dossier,
        sources=(*dossier.sources, Source("zz-copy")),
        evidence=(*dossier.evidence, replace(original, id="zz", source_id="zz-copy", rank=99)),
        edges=(*dossier.edges, Edge("zz-copy", original.source_id, Relation.COPIED_FROM, EdgeStatus.CONFIRMED, 1.0)),
    )
    before, after = assess(dossier, policy), assess(more, policy)

    assert after.eie <= before.eie + 1e-9


@settings(max_examples=200)
@given(dossiers(), ALPHAS, st.data())
def test_at_k_all_and_equal_increments_a_copy_raises_neither_confidence(dossier, alpha, data):
    if not dossier.evidence:
        return
    policy = Policy(required="all", alpha=alpha)
    equal = replace(dossier, evidence=tuple(replace(item, increment=0.05) for item in dossier.evidence))
    original = data.draw(st.sampled_from(equal.evidence))
    more = replace(
        equal,
        sources=(*equal.sources, Source("zz-copy")),
        evidence=(*equal.evidence, replace(original, id="zz", source_id="zz-copy", rank=99)),
        edges=(*equal.edges, Edge("zz-copy", original.source_id, Relation.COPIED_FROM, EdgeStatus.CONFIRMED, 1.0)),
    )
    before, after = assess(equal, policy), assess(more, policy)

    assert after.aware <= before.aware + 1e-9
    assert after.source_discounted <= before.source_discounted + 1e-9


@settings(max_examples=200)
@given(dossiers(edges=False), POLICIES)
def test_without_edges_eie_is_the_sum_of_the_documents_weights(dossier, policy):
    """[KON] independent 1, unknown alpha, dependent 0, partial its weight."""
    weight = {
        Dependence.INDEPENDENT: lambda label: 1.0,
        Dependence.UNKNOWN: lambda label: policy.alpha,
        Dependence.DEPENDENT: lambda label: 0.0,
        Dependence.PARTIALLY_DEPENDENT: lambda label: label.weight,
    }
    documents = {item.source_id for item in dossier.evidence}
    labels = [dossier.labels[document] for document in documents]

    assert math.isclose(assess(dossier, policy).eie, sum(weight[x.state](x) for x in labels), abs_tol=1e-9)


@settings(max_examples=100)
@given(st.lists(dossiers(edges=False), min_size=1, max_size=5), POLICIES)
def test_columns_give_the_same_figures_as_one_claim_at_a_time(batch, policy):
    one_by_one = [assess(dossier, policy) for dossier in batch]
    rows = [(n, NODES.index(i.source_id), dossier, i) for n, dossier in enumerate(batch) for i in dossier.evidence]
    content = {}
    for n, assessed in enumerate(one_by_one):
        for lineage in assessed.lineages:
            content[n, lineage.nodes[0]] = lineage.eie
    found = score_columns(
        np.array([n for n, _, _, _ in rows], dtype=np.int64),
        np.array([document for _, document, _, _ in rows], dtype=np.int64),
        np.array([content[n, item.source_id] for n, _, _, item in rows]),
        np.array([item.increment for _, _, _, item in rows]),
        claims=len(batch),
        prior=policy.prior,
        required=None if policy.required == "all" else policy.required,
    )
    for n, expected in enumerate(one_by_one):
        assert (found.items[n], found.sources[n]) == (expected.items, expected.sources)
        assert found.eie[n] == pytest.approx(expected.eie)
        assert found.aware[n] == pytest.approx(expected.aware)
        assert found.naive[n] == pytest.approx(expected.naive)
        assert bool(found.defined[n]) == (expected.inflation.value is not None)
