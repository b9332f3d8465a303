"""The rule's verdicts in the store: kept, found, counted, and gone with whatever they rest on; on both databases."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from core import services
from core.checked import CitationFilter
from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.errors import InvalidParameter, UnknownId
from core.kinship import ProposalFilter
from core.model import Answer, Case, Citation, Claim, Edge, Evidence, Judgement, Source
from core.proposed import Band, Ground, Proposal, Span
from core.services.stored_decisions import claim_decision
from core.services.stored_verdicts import decide_stored, listed_verdict, verdict_basis
from core.services.workspace import Workspace
from core.states import Dependence, EdgeStatus, Relation
from core.store import FoundLineage, Store
from core.verdicts import ListedVerdict, StatedFacet

FILE = {"file": "weir.json", "file_digest": "0" * 64, "format": "package", "by": "ann"}
REPORT = "The weir at Orrin was raised by forty centimetres in the spring of 1962, the harbour board reported."
LEAFLET = "Eels pass the weir at night, the leaflet of the anglers says, and have done so for many years."
QUOTE = "The weir at Orrin was raised by forty centimetres in the spring of 1962"
C1, C2, C3 = "weir:c1", "weir:c2", "weir:c3"
ALL = {C1, C2, C3}

WEIR = Case(
    dataset="weir",
    answers=(Answer("a1", "The weir was raised in 1962. It was raised by the board."), Answer("a2", "Eels pass.")),
    claims=(
        Claim("c1", "The weir was raised by forty centimetres in 1962.", "a1", 0),
        Claim("c2", "The board raised the weir.", "a1", 1),
        Claim("c3", "Eels pass the weir.", "a2", 0),
    ),
    sources=(
        Source("history", "A history", text=REPORT, published_at="2024-05-01"),
        Source("copy", "A copy", text=REPORT, published_at="2024-06-01"),
        Source("leaflet", "A leaflet", text=LEAFLET),
        Source("reprint", "A reprint", text=LEAFLET),
    ),
    evidence=(
        Evidence("e1", "c1", "history", REPORT),
        Evidence("e2", "c1", "copy", REPORT),
        Evidence("e3", "c2", "copy", REPORT),
        Evidence("e4", "c3", "leaflet", LEAFLET),
        Evidence("e5", "c3", "reprint", LEAFLET),
    ),
    edges=(Edge("copy", "history", Relation.DERIVES_FROM, EdgeStatus.SUSPECTED, probability=0.7),),
    citations=(Citation("k1", "c1", "history", "e1", "[1]", QUOTE),),
)
VERDICT = ListedVerdict(
    Conclusion.QUALIFY,
    (Sufficiency.STALE, Sufficiency.INCOMPLETE),
    (ReasonCode.STALE, ReasonCode.SINGLE_LINEAGE, ReasonCode.NOT_CHECKED),
    "its only source is old; one lineage\x00 only",
)


@pytest.fixture
def desk(kind: str, databases: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Workspace]:
    """The weir, with every claim decided."""
    monkeypatch.setenv("HEADWATER_HOME", str(tmp_path / "home"))
    workspace = services.open_workspace(databases.ready(kind))
    workspace.store.import_case(WEIR, **FILE)
    decide_stored(workspace)
    yield workspace
    workspace.store.close()


def said(workspace: Workspace) -> dict[str, ListedVerdict | None]:
    """What the store holds of each claim under the rule in force, without asking the rule."""
    return {row.uid: row.verdict for row in workspace.store.claims(rule=verdict_basis(workspace)).rows}


def undecided(workspace: Workspace) -> set[str]:
    return {uid for uid, verdict in said(workspace).items() if verdict is None}


def again(workspace: Workspace, **changes: Any) -> None:
    workspace.store.import_case(replace(WEIR, **changes), **{**FILE, "file_digest": "1" * 64})


def changed(things: tuple[Any, ...], number: int, **changes: Any) -> tuple[Any, ...]:
    return (*things[:number], replace(things[number], **changes), *things[number + 1 :])


def key_of_edge() -> str:
    return "\x1f".join(("copy", "history", Relation.DERIVES_FROM.value))


def label(ws: Workspace) -> None:
    services.relabel(
        ws, uid=C1, source_id="history", state=Dependence.INDEPENDENT, by="ann", everywhere=True, seen={},
        expected_event=None,
    )  # fmt: skip


def label_here(ws: Workspace) -> None:
    services.relabel(
        ws, uid=C1, source_id="copy", state=Dependence.DEPENDENT, by="ann", everywhere=False, seen={},
        expected_event=None,
    )  # fmt: skip


def label_and_take_back(ws: Workspace) -> None:
    event = services.relabel(
        ws, uid=C3, source_id="leaflet", state=Dependence.DEPENDENT, by="ann", everywhere=True, seen={},
        expected_event=None,
    )  # fmt: skip
    decide_stored(ws)
    services.undo(ws, event.number, by="ann")


def edge_verdict(ws: Workspace) -> None:
    services.relabel_edge(
        ws, uid=C1, edge_key=key_of_edge(), status=EdgeStatus.CONFIRMED, by="ann", seen={}, expected_event=None
    )


def drawn_edge(ws: Workspace) -> None:
    services.draw_edge(ws, uid=C1, from_id="copy", to_id="history", relation=Relation.COPIED_FROM, by="ann", seen={})


def lineage_found(ws: Workspace) -> None:
    words = "Eels pass the weir at night"
    spans = [Span(name, "text", words, 0, 6) for name in ("reprint", "leaflet")]
    band = Band("near certain", 0.9, 0.99, 75, "measured")
    ground = Ground("text_reuse", "the same words", *spans)
    proposal = Proposal(
        "reprint", "leaflet", Relation.COPIED_FROM, "from->to", 0.97, band, "text_reuse", (ground,), shared=12
    )
    ws.store.keep_lineage("weir", FoundLineage((proposal,), (), True, {}), by="ann")


def proposal_confirmed(ws: Workspace) -> None:
    lineage_found(ws)
    decide_stored(ws)
    keys = [line.key for line in services.proposals(ws, ProposalFilter()).rows]
    services.confirm(ws, keys, by="ann", reason="the same words")


def check(ws: Workspace) -> None:
    services.verify_citations(ws, CitationFilter(), by="ann")


def attachment(ws: Workspace) -> None:
    check(ws)
    decide_stored(ws)
    services.attach(ws, "weir", [("history.txt", REPORT.encode())], source_id="history", by="ann")


def detachment(ws: Workspace) -> None:
    attachment(ws)
    check(ws)
    decide_stored(ws)
    services.detach(ws, "weir", "history", by="ann")


def parts(ws: Workspace) -> None:
    stated = (StatedFacet("year", "in 1962"),)
    services.state_facets(ws, C1, facets=stated, marks=(("year", "e1", "direct"),), by="ann", expected=None)


def rule(ws: Workspace) -> None:
    services.save_rule(ws, {"lineages": 1}, by="ann", reason="one is enough here", expected=0)


def policy(ws: Workspace) -> None:
    services.save_policy(ws, services.current_policy(ws, "weir").with_(alpha=0.9), by="ann", reason="bolder")


def own_policy(ws: Workspace) -> None:
    again(ws, policy=services.current_policy(ws, "weir").with_(alpha=0.9))


def import_undone(ws: Workspace) -> None:
    again(ws, sources=changed(WEIR.sources, 2, published_at="2001-01-01"))
    decide_stored(ws)
    services.undo_import(ws, ws.store.import_case(WEIR, **FILE).batch or 0, by="ann")


JUDGED = Judgement("j1", "c3", "support", "supported", "model", "e4", "m", "r", "2026-01-01")
DEEDS: dict[str, tuple[Callable[[Workspace], object], set[str]]] = {
    "a label for every use": (label, {C1, C2}),
    "a label for one claim": (label_here, {C1}),
    "a label taken back": (label_and_take_back, {C3}),
    "a verdict on an edge": (edge_verdict, {C1, C2}),
    "an edge drawn": (drawn_edge, {C1, C2}),
    "lineage found": (lineage_found, {C3}),
    "a proposal confirmed": (proposal_confirmed, {C3}),
    "documents merged": (lambda ws: services.merge(ws, "weir", ["history", "copy"], by="ann"), {C1, C2}),
    "a source retracted": (
        lambda ws: services.set_retracted(ws, "weir:leaflet", True, by="ann", reason="withdrawn"),
        {C3},
    ),
    "a policy put in force": (policy, ALL),
    "the data's own policy": (own_policy, ALL),
    "citations checked": (check, {C1}),
    "a file attached": (attachment, {C1}),
    "a file taken away": (detachment, {C1}),
    "a judgement recorded": (
        lambda ws: services.judge(ws, claim_uid=C2, axis="support", value="supported", by="ann", evidence_id="e3"),
        {C2},
    ),
    "an outcome recorded": (lambda ws: services.record_outcome(ws, C2, wrong=True, by="ann"), {C2}),
    "parts stated": (parts, {C1}),
    "the rule changed": (rule, ALL),
    "a passage imported otherwise": (
        lambda ws: again(ws, evidence=changed(WEIR.evidence, 3, text="Eels pass by day.")),
        {C3},
    ),
    "a claim worded otherwise": (
        lambda ws: again(ws, claims=changed(WEIR.claims, 1, text="The council raised the weir.")),
        {C2},
    ),
    "an answer corrected": (
        lambda ws: again(ws, answers=changed(WEIR.answers, 1, corrected_text="Eels pass at night.")),
        {C3},
    ),
    "a document of another date": (
        lambda ws: again(ws, sources=changed(WEIR.sources, 2, published_at="2001-01-01")),
        {C3},
    ),
    "a document's extra words": (
        lambda ws: again(ws, sources=changed(WEIR.sources, 2, extra={"access": "denied"})),
        {C3},
    ),
    "a judgement imported": (lambda ws: again(ws, judgements=(JUDGED,)), {C3}),
    "a citation imported": (
        lambda ws: again(ws, citations=(*WEIR.citations, Citation("k2", "c3", "leaflet", "e4"))),
        {C3},
    ),
    "an edge imported": (
        lambda ws: again(ws, edges=(*WEIR.edges, Edge("leaflet", "copy", Relation.COPIED_FROM))),
        {C3},
    ),
    "an import taken back": (import_undone, ALL),
}


@pytest.mark.parametrize("deed", DEEDS)
def test_a_verdict_goes_with_what_it_rests_on_and_only_with_that(desk: Workspace, deed: str) -> None:
    do, expected = DEEDS[deed]
    assert set() == undecided(desk)

    do(desk)

    assert expected == undecided(desk)


@pytest.mark.parametrize("deed", DEEDS)
def test_whatever_happens_the_lists_say_what_the_claim_page_says(desk: Workspace, deed: str) -> None:
    DEEDS[deed][0](desk)

    shown = {row.uid: row.verdict for row in services.claims(desk).rows}

    assert {uid: listed_verdict(claim_decision(desk, uid)) for uid in sorted(ALL)} == shown
    assert shown == said(desk)
    assert (3, 0) == (services.tally(desk).claims, services.tally(desk).undecided)


def test_a_claim_that_left_the_data_takes_its_verdict_along(desk: Workspace) -> None:
    again(desk, claims=WEIR.claims[:2], evidence=WEIR.evidence[:3])

    assert {C1, C2} == set(said(desk))
    assert 2 == services.tally(desk).claims == services.tally(desk).decided


def put_verdicts(store: Store, *uids: str, rule: str = "r1", verdict: ListedVerdict = VERDICT, **more: Any) -> int:
    chunk = store.decidable(uids)
    made = [(claim, verdict) for claim in chunk.claims]
    return store.keep_verdicts(made, rule=rule, seen=more.pop("seen", chunk.revision), **more)


def test_a_verdict_comes_back_as_it_was_kept(store: Store) -> None:
    store.import_case(WEIR, **FILE)

    assert 1 == put_verdicts(store, C2)

    rows = {row.uid: row.verdict for row in store.claims(rule="r1").rows}
    assert {C1: None, C2: VERDICT, C3: None} == rows
    assert {C1: None, C2: None, C3: None} == {row.uid: row.verdict for row in store.claims().rows}
    _, claims = store.answer("weir:a1", "r1")
    assert [None, VERDICT] == [claim.verdict for claim in claims]


def test_a_verdict_under_another_rule_is_none(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    put_verdicts(store, C1, C2)

    assert {None} == {row.verdict for row in store.claims(rule="r2").rows}
    assert (0, 3) == (store.tally("r2").decided, store.tally("r2").undecided)
    assert 0 == store.claims(rule="r2", conclusion=Conclusion.QUALIFY).total
    assert 3 == store.claims(rule="r2", undecided=True).total

    put_verdicts(store, C2, rule="r2", verdict=replace(VERDICT, conclusion=Conclusion.ABSTAIN))

    assert (1, 2) == (store.tally("r2").conclusions["abstain"], store.tally("r2").undecided)
    assert [C2] == [row.uid for row in store.claims(rule="r2", conclusion=Conclusion.ABSTAIN).rows]
    assert [C1] == [row.uid for row in store.claims(rule="r1", conclusion=Conclusion.QUALIFY).rows]


def test_claims_are_found_by_decision_state_and_lack_of_one_beside_every_other_filter(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    put_verdicts(store, C1)
    put_verdicts(store, C3, verdict=ListedVerdict(Conclusion.ABSTAIN, (Sufficiency.NO_EVIDENCE,), (), ""))

    def found(**query: Any) -> list[str]:
        page = store.claims(rule="r1", **query)
        assert page.total == len(page.rows)
        return [row.uid for row in page.rows]

    assert [C1] == found(conclusion=Conclusion.QUALIFY)
    assert [C3] == found(state=Sufficiency.NO_EVIDENCE)
    assert [] == found(state=Sufficiency.INCOMPLETE)
    assert [] == found(conclusion=Conclusion.QUALIFY, state=Sufficiency.NO_EVIDENCE)
    assert [C1] == found(conclusion=Conclusion.QUALIFY, state=Sufficiency.STALE)
    assert [C2] == found(undecided=True)
    assert [C3, C1] == found(undecided=False, descending=True)
    assert [C1] == found(conclusion=Conclusion.QUALIFY, search="forty centimetres")
    assert [] == found(conclusion=Conclusion.ABSTAIN, search="forty centimetres")
    assert [C2] == found(undecided=True, search="weir")
    assert [C1] == found(conclusion=Conclusion.QUALIFY, dataset="weir", answer_uid="weir:a1", has_unknown=True)
    assert [C1] == found(conclusion=Conclusion.QUALIFY, order="eie", descending=True)
    assert [] == found(conclusion=Conclusion.QUALIFY, dataset="elsewhere")
    assert [] == found(conclusion=Conclusion.QUALIFY, answer_uid="weir:a2")
    with pytest.raises(InvalidParameter, match="conclusion"):
        store.claims(rule="r1", conclusion="refuse")  # type: ignore[arg-type]
    with pytest.raises(InvalidParameter, match="state"):
        store.claims(rule="r1", state="bad")  # type: ignore[arg-type]
    with pytest.raises(InvalidParameter, match="rule"):
        store.claims(conclusion=Conclusion.QUALIFY)


def test_pages_of_a_filter_by_decision_neither_repeat_nor_lose_a_claim(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    put_verdicts(store, *sorted(ALL))

    pages = [store.claims(rule="r1", conclusion=Conclusion.QUALIFY, page=page, size=2) for page in (1, 2, 3)]

    assert [[C1, C2], [C3], []] == [[row.uid for row in page.rows] for page in pages]
    assert [3, 3, 3] == [page.total for page in pages]


def test_claims_are_counted_whole_by_data_set_and_by_answer(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    put_verdicts(store, C1, C3)

    assert (2, 2, 1) == (
        store.tally("r1").conclusions["qualify"],
        store.tally("r1").states["stale"],
        store.tally("r1").undecided,
    )
    assert store.tally("r1") == store.tally("r1", dataset="weir") == store.overview("r1").tally
    assert (0, 0) == (store.tally("r1", dataset="nope").claims, store.tally("r1", dataset="nope").undecided)
    assert (1, 1) == (
        store.tally("r1", answer_uid="weir:a1").decided,
        store.tally("r1", answer_uid="weir:a1").undecided,
    )
    answers = {row.uid: (row.tally.decided, row.tally.undecided, row.states) for row in store.answers(rule="r1").rows}
    assert {"weir:a1": (1, 1, VERDICT.states), "weir:a2": (1, 0, VERDICT.states)} == answers
    assert {"weir:a1": 2, "weir:a2": 1} == {row.uid: row.tally.undecided for row in store.answers().rows}
    with pytest.raises(UnknownId):
        store.tally("r1", answer_uid="weir:a9")


def test_undecided_claims_come_in_the_order_of_arrival_a_chunk_at_a_time(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    put_verdicts(store, C2)

    first = store.undecided("r1", limit=1)
    rest = store.undecided("r1", after=first[-1], limit=5)

    assert [C1, C3] == [claim.uid for claim in store.decidable((*first, *rest)).claims]
    assert rest == store.undecided("r1", answer_uids=["weir:a2"], limit=5)
    assert (*first, *rest) == store.undecided("r1", dataset="weir", limit=5)
    assert () == store.undecided("r1", dataset="nope", limit=5)


def test_a_verdict_on_what_changed_meanwhile_is_not_kept(store: Store, label: Any) -> None:
    store.import_case(WEIR, **FILE)
    chunk = store.decidable(sorted(ALL))
    label("leaflet", dataset="weir")

    kept = store.keep_verdicts([(claim, VERDICT) for claim in chunk.claims], rule="r1", seen=chunk.revision)

    assert 2 == kept
    assert [C1, C2] == [row.uid for row in store.claims(rule="r1", undecided=False).rows]


def test_a_verdict_on_a_claim_that_is_gone_is_not_kept(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    chunk = store.decidable(sorted(ALL))
    store.import_case(replace(WEIR, claims=WEIR.claims[:2], evidence=WEIR.evidence[:3]), **FILE)

    assert 2 == store.keep_verdicts([(claim, VERDICT) for claim in chunk.claims], rule="r1", seen=chunk.revision)


def test_whoever_looks_at_a_list_waits_for_no_writer(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    chunk = store.decidable([C1])
    made = [(chunk.claims[0], VERDICT)]

    with store.database.write():
        assert 0 == store.keep_verdicts(made, rule="r1", seen=chunk.revision, wait=False)
    other = type(store)(type(store.database)(store.database.url), store.summariser)
    with other.database.write():
        assert 0 == store.keep_verdicts(made, rule="r1", seen=chunk.revision, wait=False)
    other.close()
    assert 1 == store.keep_verdicts(made, rule="r1", seen=chunk.revision, wait=False)


def test_keeping_verdicts_raises_the_revision_and_keeping_none_does_not(store: Store) -> None:
    store.import_case(WEIR, **FILE)
    before = store.revision()
    assert 0 == store.keep_verdicts([], rule="r1", seen=before)
    assert before == store.revision()

    put_verdicts(store, C1)

    assert before < store.revision()
