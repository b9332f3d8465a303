"""What exports read: claims by name in their order, with few queries, and what no claim leans on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

import pytest
from sqlalchemy import event

from core.conclusions import Conclusion
from core.errors import NoLongerThere, UnknownId
from core.model import Answer, Case, Citation, Claim, Edge, Evidence, Judgement, Source
from core.results import ImportReport
from core.states import Dependence, Relation
from core.store import Signature, Store

Put = Callable[..., ImportReport]

HARBOUR = Case(
    "harbour",
    answers=(Answer("a1", "Said."), Answer("a2", "Nobody asked.")),
    claims=(Claim("c1", "One.", "a1"), Claim("c2", "Two.", "a1", 1), Claim("c3", "Three.")),
    sources=(Source("s1"), Source("s2"), Source("up", retrieved=False), Source("loose"), Source("looser")),
    edges=(Edge("s1", "up", Relation.DERIVES_FROM), Edge("loose", "up", Relation.CITES)),
    evidence=(Evidence("e1", "c1", "s1"), Evidence("e2", "c2", "s2"), Evidence("e3", "c2", "s1")),
    citations=(Citation("k2", "c2", "s2"), Citation("k1", "c2", "s1")),
    judgements=(Judgement("j1", "c1", "support", "supported", "Ann"),),
)


@contextmanager
def queries(store: Store) -> Iterator[list[str]]:
    """The statements that a block sends."""
    sent: list[str] = []

    def note(*arguments: object) -> None:
        sent.append(str(arguments[2]))

    event.listen(store.database.engine, "before_cursor_execute", note)
    yield sent
    event.remove(store.database.engine, "before_cursor_execute", note)


def test_claims_come_in_the_order_they_are_asked_for(store: Store, put: Put) -> None:
    put(HARBOUR)

    found = [dossier.claim.id for dossier in store.dossiers_named(["harbour:c3", "harbour:c1", "harbour:c2"])]

    assert ["c3", "c1", "c2"] == found


def test_a_claim_that_is_not_there_is_named(store: Store, put: Put) -> None:
    put(HARBOUR)

    with pytest.raises(UnknownId, match="nope"):
        list(store.dossiers_named(["harbour:c1", "harbour:nope"]))


def test_a_claim_that_is_gone_says_since_when(store: Store, put: Put) -> None:
    put(HARBOUR)
    put(replace(HARBOUR, claims=HARBOUR.claims[:2]))

    with pytest.raises(NoLongerThere):
        list(store.dossiers_named(["harbour:c3"]))


def test_a_hundred_claims_take_no_more_queries_than_one(store: Store, put: Put) -> None:
    claims = tuple(Claim(f"c{n}", "x") for n in range(100))
    put(Case("many", claims=claims, sources=(Source("s"),),
             evidence=tuple(Evidence(f"e{n}", f"c{n}", "s") for n in range(100))))  # fmt: skip
    uids = [f"many:c{n}" for n in range(100)]

    with queries(store) as one:
        list(store.dossiers_named(uids[:1])), store.citations_on(uids[:1]), store.decided_on(uids[:1])
    with queries(store) as all_of_them:
        list(store.dossiers_named(uids)), store.citations_on(uids), store.decided_on(uids)

    assert len(one) == len(all_of_them)


def test_what_no_claim_leans_on_is_read_apart(store: Store, put: Put) -> None:
    put(HARBOUR)

    answers, sources, edges = store.beside_claims("harbour")

    assert ["a2"] == [answer.id for answer in answers]
    assert ["loose", "looser"] == [source.id for source in sources]
    assert [("loose", "up")] == [(edge.from_id, edge.to_id) for edge in edges]


def test_a_data_set_that_is_not_there_is_named(store: Store) -> None:
    with pytest.raises(UnknownId, match="nowhere"):
        store.beside_claims("nowhere")


def test_citations_judgements_and_decisions_come_by_claim(store: Store, put: Put) -> None:
    put(HARBOUR)
    given = Signature("claim", "harbour:c1", Conclusion.ABSTAIN)
    store.sign(given, reason="too thin", by="Ann", seen={"eie": 1.0}, expected=None)
    uids = ["harbour:c1", "harbour:c2"]

    cited, judged, decided = store.citations_on(uids), store.judgements_on(uids), store.decided_on(uids)

    assert {"harbour:c2": ["harbour:k2", "harbour:k1"]} == {
        uid: [line.uid for line in lines] for uid, lines in cited.items()
    }
    assert ["j1"] == [one.id for one in judged["harbour:c1"]]
    assert [Conclusion.ABSTAIN] == [one.decision for one in decided["harbour:c1"]]
    assert "harbour:c2" not in decided


def test_human_work_on_a_data_set_comes_oldest_first(store: Store, put: Put) -> None:
    put(HARBOUR)
    for source, state in (("s1", Dependence.INDEPENDENT), ("s2", Dependence.DEPENDENT)):
        store.append_label(
            dataset="harbour", source_id=source, claim_id=None, state=state, weight=None, reason="", by="Ann",
            seen={}, expected_event=None,
        )  # fmt: skip

    assert ["s1", "s2"] == [one.source_id for one in store.work_on("harbour")]
    assert () == store.work_on("elsewhere")
