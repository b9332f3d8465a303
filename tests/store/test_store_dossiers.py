"""Dossiers: what a claim has, however long its chains, and as few queries for many as for one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from random import Random

import pytest
from sqlalchemy import event

from core.dossier import claims_of
from core.errors import UnknownId
from core.model import Answer, Case, Citation, Claim, Dossier, Edge, Evidence, Source
from core.results import ImportReport
from core.states import Dependence, EdgeStatus, Relation, Stance
from core.store import Store

Put = Callable[..., ImportReport]


@contextmanager
def queries(store: Store) -> Iterator[list[str]]:
    """The statements that a block sends."""
    sent: list[str] = []

    def note(*arguments: object) -> None:
        sent.append(str(arguments[2]))

    event.listen(store.database.engine, "before_cursor_execute", note)
    yield sent
    event.remove(store.database.engine, "before_cursor_execute", note)


def test_a_chain_of_five_thousand_is_followed_to_its_end(store: Store, put: Put) -> None:
    length = 5_000
    sources = tuple(Source(f"s{n}") for n in range(length))
    edges = tuple(Edge(f"s{n}", f"s{n + 1}", Relation.COPIED_FROM) for n in range(length - 1))
    put(Case("chain", claims=(Claim("c", "x"),), sources=sources, edges=edges, evidence=(Evidence("e", "c", "s0"),)))

    dossier = store.dossier("chain:c")

    assert (sources, edges) == (dossier.sources, dossier.edges)
    assert ("chain:c",) == store.claims_using("chain", f"s{length - 1}")


def test_a_circle_ends(store: Store, put: Put) -> None:
    ring = tuple(Edge(f"s{n}", f"s{(n + 1) % 3}", Relation.CITES) for n in range(3))
    sources = tuple(Source(f"s{n}") for n in range(3))
    case = Case("ring", claims=(Claim("c", "x"),), sources=sources, edges=ring, evidence=(Evidence("e", "c", "s1"),))
    put(replace(case, edges=(*ring, Edge("s0", "s0", Relation.CITES))))

    assert {"s0", "s1", "s2"} == {source.id for source in store.dossier("ring:c").sources}
    assert 4 == len(store.dossier("ring:c").edges)


@pytest.mark.parametrize("status", list(EdgeStatus))
def test_edges_of_any_status_lead_upstream(store: Store, put: Put, status: EdgeStatus) -> None:
    edge = Edge("s1", "s2", Relation.MENTIONS, status)
    sources = (Source("s1"), Source("s2"), Source("s3"))
    put(Case("any", claims=(Claim("c", "x"),), sources=sources, edges=(edge,), evidence=(Evidence("e", "c", "s1"),)))

    dossier = store.dossier("any:c")
    assert (sources[:2], (edge,)) == (dossier.sources, dossier.edges)


def test_a_claim_without_evidence_has_a_dossier(store: Store, put: Put) -> None:
    put(Case("bare", claims=(Claim("c", "x"),)))

    assert Dossier(Claim("c", "x"), dataset="bare") == store.dossier("bare:c")


@pytest.mark.parametrize("uid", ["bridge:c9", "quay:c1", "c1", "", ":", "bridge:", "bridge:C1"])
def test_a_claim_that_is_not_there_is_named(store: Store, put: Put, bridge: Case, uid: str) -> None:
    put(bridge)

    with pytest.raises(UnknownId, match="no claim with the id"):
        store.dossier(uid)


def random_case(seed: int) -> Case:
    """A case of random shape, with every kind of thing in it."""
    dice = Random(seed)
    sources = tuple(
        Source(
            f"s{n}",
            dice.choice(["", f"Title {n}"]),
            text=dice.choice([None, "", f"Text {n}"]),
            dependence=dice.choice([None, *Dependence]),
            weight=dice.choice([None, 0.25]),
            retracted=dice.random() < 0.1,
            retrieved=dice.random() < 0.8,
        )
        for n in range(30)
    )
    claims = tuple(Claim(f"c{n}", f"Claim {n}", dice.choice([None, "a1", "a2"]), n) for n in range(25))
    return Case(
        dataset=f"random{seed}",
        answers=(Answer("a1", "One"), Answer("a2", "Two")),
        claims=claims,
        sources=sources,
        evidence=tuple(
            Evidence(
                f"e{n}",
                f"c{dice.randrange(25)}",
                f"s{dice.randrange(30)}",
                f"Passage {n}",
                dice.choice(list(Stance)),
                rank=dice.choice([None, 1, 2]),
                increment=dice.choice([None, 0.05]),
            )
            for n in range(80)
        ),
        citations=tuple(Citation(f"k{n}", f"c{dice.randrange(25)}", f"s{dice.randrange(30)}") for n in range(20)),
        edges=tuple(
            Edge(
                f"s{dice.randrange(30)}",
                f"s{dice.randrange(30)}",
                dice.choice(list(Relation)),
                dice.choice(list(EdgeStatus)),
                dice.choice([None, 0.5]),
            )
            for n in range(40)
        ),
    )


@pytest.mark.parametrize("seed", range(5))
def test_a_stored_case_has_the_dossiers_of_the_case(store: Store, put: Put, seed: int) -> None:
    case = random_case(seed)
    put(case)
    unique = replace(case, edges=tuple(dict.fromkeys(case.edges)))
    expected = {f"{case.dataset}:{dossier.claim.id}": dossier for dossier in claims_of(unique)}

    assert list(expected.values()) == list(store.dossiers())
    assert expected == {uid: store.dossier(uid) for uid in expected}


def test_the_text_of_documents_can_be_left_out(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)

    assert [{None}, {None}] == [{source.text for source in d.sources} for d in store.dossiers(texts=False)]


def test_many_claims_take_as_many_queries_as_one(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    put(random_case(1))
    with queries(store) as one:
        store.dossier("bridge:c1")
    with queries(store) as many:
        found = list(store.dossiers())

    assert 27 == len(found)
    assert len(many) <= len(one) + 4


def test_dossiers_of_one_data_set_are_its_own(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    put(replace(bridge, dataset="quay"))

    assert ["quay", "quay"] == [dossier.dataset for dossier in store.dossiers("quay")]
    assert [] == list(store.dossiers("none"))


def test_lists_never_load_the_text_of_documents(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    with queries(store) as sent:
        store.claims(search="bridge", order="aware")
        store.answers()
        store.overview()
        store.scatter()

    assert [] == [statement for statement in sent if "document_text" in statement or "passage" in statement]


def test_a_source_that_is_used_by_nothing_moves_no_claim(store: Store, put: Put) -> None:
    put(Case("alone", claims=(Claim("c", "x"),), sources=(Source("s"),)))

    assert () == store.claims_using("alone", "s")
    with pytest.raises(UnknownId, match="no source"):
        store.claims_using("alone", "t")
