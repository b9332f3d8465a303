"""Decisions on lists: one rule for answers, the same word as on the claim's page, and no list without its lines."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import sample_data
from core import services
from core.bundles.deciding import decide_from_tally
from core.bundles.embedders.types import EmbedderUnavailable
from core.conclusions import Conclusion, Sufficiency
from core.errors import UnknownId
from core.services import stored_verdicts
from core.services.stored_decisions import claim_decision
from core.services.stored_verdicts import listed_verdict
from core.services.workspace import Workspace
from core.verdicts import NOTHING_DECIDED, ListedVerdict, Tally, tally_of

ANSWER, CAVEAT, QUALIFY, ABSTAIN = Conclusion
SUFFICIENT, STALE, CONFLICTING = Sufficiency.SUFFICIENT, Sufficiency.STALE, Sufficiency.CONFLICTING


def of(*claims: Conclusion, undecided: int = 0) -> Tally:
    return tally_of([(claim, SUFFICIENT, 1) for claim in claims], len(claims) + undecided)


@pytest.mark.parametrize(
    ("tally", "decision", "reasons"),
    [
        (of(ANSWER, ANSWER), ANSWER, ()),
        (of(ANSWER, CAVEAT), CAVEAT, ("1 of 2 claims with a caveat",)),
        (of(CAVEAT, CAVEAT), CAVEAT, ("2 of 2 claims with a caveat",)),
        (of(ANSWER, QUALIFY, CAVEAT), QUALIFY, ("1 of 3 claims only with a qualification",)),
        (of(ANSWER, ABSTAIN), QUALIFY, ("1 of 2 claims to be left out",)),
        (
            of(QUALIFY, ABSTAIN),
            QUALIFY,
            ("1 of 2 claims to be left out", "1 of 2 claims only with a qualification"),
        ),
        (of(ABSTAIN, ABSTAIN), ABSTAIN, ("none of its claims may be answered",)),
        (NOTHING_DECIDED, ABSTAIN, ("it has no claim that could be checked",)),
        (of(ANSWER, undecided=1), None, ("1 of 2 claims not decided yet",)),
        (of(undecided=2), None, ("2 of 2 claims not decided yet",)),
    ],
)
def test_an_answer_is_decided_from_how_many_claims_are_decided_how(
    tally: Tally, decision: Conclusion | None, reasons: tuple[str, ...]
) -> None:
    found, _, why = decide_from_tally(tally)

    assert (decision, reasons) == (found, why)


def test_the_states_of_an_answer_are_those_of_its_claims_and_sufficient_only_alone() -> None:
    tally = tally_of([(QUALIFY, CONFLICTING, 1), (ANSWER, SUFFICIENT, 2), (QUALIFY, STALE, 1)], 4)

    assert (CONFLICTING, STALE) == decide_from_tally(tally)[1]
    assert (SUFFICIENT,) == decide_from_tally(of(ANSWER))[1]
    assert (Sufficiency.NO_EVIDENCE,) == decide_from_tally(NOTHING_DECIDED)[1]
    assert (CONFLICTING, Sufficiency.INCOMPLETE) == decide_from_tally(tally, [Sufficiency.INCOMPLETE, CONFLICTING])[1]


def test_a_tally_counts_every_word_and_goes_on_counting() -> None:
    tally = tally_of([(QUALIFY, STALE, 2), (QUALIFY, CONFLICTING, 1)], 5)
    more = tally.with_([ListedVerdict(ABSTAIN, (STALE,), (), "")])

    assert (5, 3, 2) == (tally.claims, tally.decided, tally.undecided)
    assert {"answer": 0, "answer_with_caveat": 0, "qualify": 3, "abstain": 0} == tally.conclusions
    assert (2, 1, 0) == (tally.states["stale"], tally.states["conflicting"], tally.states["sufficient"])
    assert (5, 1, 3, 1) == (more.claims, more.undecided, more.states["stale"], more.conclusions["abstain"])


@pytest.fixture(scope="module")
def demo(shared_store: Workspace) -> Workspace:
    return shared_store


def test_a_demo_opens_decided(demo: Workspace) -> None:
    tally = services.tally(demo)

    assert 0 == tally.undecided
    assert tally.claims == services.overview(demo).claims == tally.decided
    assert tally == services.overview(demo).tally


def test_a_list_says_of_a_claim_what_its_page_says(demo: Workspace) -> None:
    rows = services.claims(demo, size=1_000).rows

    assert rows
    for row in rows:
        assert listed_verdict(claim_decision(demo, row.uid)) == row.verdict


def test_the_list_of_answers_says_of_an_answer_what_its_page_says(demo: Workspace) -> None:
    for row in services.answers(demo).rows:
        verdict = services.answer_decision(demo, row.uid)
        assert (verdict.decision, verdict.states, verdict.reasons) == decide_from_tally(row.tally, row.states)
        shown = services.answer(demo, row.uid).claims
        assert [claim.decision for claim in verdict.claims] == [row.verdict.conclusion for row in shown if row.verdict]


def test_filling_a_demo_again_changes_nothing(demo: Workspace) -> None:
    before = demo.store.revision()

    services.fill_demo(demo)

    assert before == demo.store.revision()


@pytest.fixture
def circle(empty_store: Workspace) -> Workspace:
    """One case as it was imported: nothing is decided."""
    package = next(path for path in sample_data.packages() if path.stem == "citation-circle")
    services.import_file(empty_store, package.read_bytes(), package.name, by="ana")
    return empty_store


def test_an_import_decides_nothing_and_looking_does(circle: Workspace) -> None:
    assert (4, 4) == (services.tally(circle).claims, services.tally(circle).undecided)

    assert [None] * 4 == [row.verdict for row in services.claims(circle, decide=False).rows]
    assert [None] * 4 == [row.verdict for row in services.claims(circle, undecided=True).rows]
    first = services.claims(circle, size=1).rows[0]

    assert first.verdict is not None
    assert 3 == services.tally(circle).undecided
    assert 0 == sum(row.tally.undecided for row in services.answers(circle).rows)
    assert 0 == services.tally(circle).undecided


def test_an_answer_is_decided_when_it_is_opened(circle: Workspace) -> None:
    claims = services.answer(circle, "citation-circle:age").claims

    assert None not in [claim.verdict for claim in claims]
    assert (len(claims), 0) == (
        services.tally(circle, answer_uid="citation-circle:age").decided,
        services.tally(circle, answer_uid="citation-circle:age").undecided,
    )


def test_named_claims_are_decided_again_and_a_limit_holds(circle: Workspace) -> None:
    assert 2 == services.decide_stored(circle, limit=2)
    assert 2 == services.decide_stored(circle, dataset="citation-circle")
    assert 0 == services.decide_stored(circle)
    assert 1 == services.decide_stored(circle, ["citation-circle:founded-1764"])
    with pytest.raises(UnknownId):
        services.decide_stored(circle, ["citation-circle:nope"])
    with pytest.raises(UnknownId):
        services.tally(circle, answer_uid="citation-circle:nope")


def test_a_rule_that_asks_for_age_makes_yesterdays_verdicts_stale(
    circle: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    services.save_rule(circle, {"fresh_days": 30}, by="ana", reason="news", expected=0)
    services.decide_stored(circle)
    assert 0 == services.tally(circle).undecided

    monkeypatch.setattr(circle.store, "now", lambda: datetime(2031, 1, 1, tzinfo=UTC))

    assert 4 == services.tally(circle).undecided


def test_a_list_stands_without_its_decisions_where_the_embedder_is_not_to_be_had(
    circle: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(name: str) -> Any:
        raise EmbedderUnavailable(name, "nobody answers at the address")

    monkeypatch.setattr(stored_verdicts, "embedder_named", gone)

    assert [None] * 4 == [row.verdict for row in services.claims(circle).rows]
    assert {None} == {decide_from_tally(row.tally, row.states)[0] for row in services.answers(circle).rows}
    assert 4 == services.overview(circle).tally.undecided
    with pytest.raises(EmbedderUnavailable, match="nobody answers"):
        services.decide_stored(circle)


def test_a_judgement_that_is_no_number_leaves_its_claim_undecided_and_no_other(home: Path) -> None:
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "weir",
        "claims": [{"id": "c1", "text": "The weir was raised."}, {"id": "c2", "text": "Eels pass."}],
        "judgements": [
            {"id": "j", "claim_id": "c1", "axis": "context_sufficiency", "value": "rather", "judge": "a model"}
        ],
    }
    opened = services.open_workspace()
    services.import_file(opened, json.dumps(package).encode(), "weir.json", by="ana")

    assert 1 == services.decide_stored(opened)
    assert [True, False] == [row.verdict is None for row in services.claims(opened).rows]
    opened.store.close()
