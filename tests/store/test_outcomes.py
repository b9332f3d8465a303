"""Outcomes in the store: everybody's words, those of the data too, with what had been signed by then."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.conclusions import Conclusion
from core.errors import UnknownId
from core.model import Case, Judgement
from core.results import ImportReport
from core.store import NewJudgement, Signature, Store

Put = Callable[..., ImportReport]


def say(store: Store, uid: str, value: str, by: str, axis: str = "outcome") -> None:
    store.judge(NewJudgement(uid, None, None, axis, value, None, "", ""), by=by, reason=f"{by} looked")


def test_words_on_outcomes_are_read_oldest_first_and_no_other_axis_is(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    say(store, "bridge:c1", "correct", "ann")
    say(store, "bridge:c1", "supported", "ann", axis="support")
    say(store, "bridge:c1", "hallucinated", "bea")
    say(store, "bridge:c2", "correct", "ann")

    words = [(one.uid, one.value, one.by, one.reason, one.answered) for one in store.outcome_words()]
    assert [
        ("bridge:c1", "correct", "ann", "ann looked", None),
        ("bridge:c1", "hallucinated", "bea", "bea looked", None),
        ("bridge:c2", "correct", "ann", "ann looked", None),
    ] == words
    assert 3 == len(store.outcome_words(dataset="bridge"))
    assert () == store.outcome_words(dataset="elsewhere")
    assert ["correct"] == [one.value for one in store.outcome_words(claim_uid="bridge:c2")]
    with pytest.raises(UnknownId):
        store.outcome_words(claim_uid="bridge:c9")


def test_outcomes_that_came_with_the_data_count_while_their_data_stand(store: Store, put: Put, bridge: Case) -> None:
    given = Judgement("j1", "c1", "outcome", "hallucinated", "desk", at="2025-05-05")
    put(replace(bridge, judgements=(given,)))
    assert [("bridge:c1", "hallucinated", "desk", "2025-05-05")] == [
        (one.uid, one.value, one.by, one.at) for one in store.outcome_words()
    ]

    put(bridge, file_digest="other")
    assert () == store.outcome_words()


def test_an_outcome_knows_what_had_been_signed_by_then(store: Store, put: Put, bridge: Case) -> None:
    put(bridge)
    say(store, "bridge:c1", "correct", "ann")
    answered = Signature("answer", "bridge:a1", Conclusion.ANSWER, "draft", bridge.answers[0].text)
    store.sign(answered, reason="fine", by="lea", seen={}, expected=None)
    say(store, "bridge:c1", "hallucinated", "bea")
    held_back = Signature("claim", "bridge:c1", Conclusion.ABSTAIN, "none")
    store.sign(held_back, reason="not fine", by="lea", seen={}, expected=None)
    say(store, "bridge:c1", "hallucinated", "cy")
    say(store, "bridge:c2", "correct", "cy")

    assert [("ann", None), ("bea", True), ("cy", False), ("cy", True)] == [
        (one.by, one.answered) for one in store.outcome_words()
    ]
