"""Signatures are kept with what was seen, stand until what they were given for moves, and queue the rest by gravity."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import Connection, event, insert, select, text

from core.bundles.deciding import decide_from_tally
from core.conclusions import Conclusion, ReasonCode, Sufficiency
from core.errors import InvalidInput, StaleVersion, UnknownId
from core.model import Answer, Case, Claim, Evidence, Source
from core.store import Signature, Store
from core.store.decision_tables import ClaimVerdictRow
from core.store.tables import ClaimRow, ClaimVersionRow, DatasetRow, table_of
from core.verdicts import ReleaseCounts, ReleaseFilter
from core.work import AuditFilter

Put = Callable[..., Any]
RULE = "rule one"
ANSWER, CAVEAT, QUALIFY, ABSTAIN = Conclusion
EVERY = ReleaseFilter(None)

PIER = Case(
    "pier",
    answers=(
        Answer("a1", "The pier is long. It is old.", "How is the pier?"),
        Answer("a2", "The gate is red.", "And the gate?", "The gate is brown."),
        Answer("a3", "The lamp is lit.", "And the lamp?"),
        Answer("a4", "Nothing was taken from this one."),
    ),
    claims=(
        Claim("c1", "The pier is long.", "a1", 0),
        Claim("c2", "The pier is old.", "a1", 1),
        Claim("c3", "The gate is red.", "a2", 0),
        Claim("c4", "The lamp is lit.", "a3", 0),
        Claim("c5", "The tide is high."),
        Claim("c6", "The wind is low."),
    ),
    sources=(Source("s"),),
    evidence=tuple(Evidence(f"e{n}", f"c{n}", "s") for n in range(1, 7)),
)


@pytest.fixture
def decide(store: Store) -> Callable[..., None]:
    """Put verdicts on claims of the pier in place of what the rule said before."""

    def decided(codes: str = "", /, rule: str = RULE, **claims: Conclusion) -> None:
        claim, version, verdict = table_of(ClaimRow), table_of(ClaimVersionRow), table_of(ClaimVerdictRow)
        query = select(claim.c.id, claim.c.number, claim.c.dataset, version.c.answer)
        query = query.join(version, version.c.claim == claim.c.number).where(version.c.until.is_(None))
        with store.database.write() as connection:
            places = {row.id: row for row in connection.execute(query)}
            for name, conclusion in claims.items():
                place = places[name]
                state = Sufficiency.SUFFICIENT if conclusion is ANSWER else Sufficiency.INCOMPLETE
                connection.execute(verdict.delete().where(verdict.c.claim == place.number))
                row = {"claim": place.number, "dataset": place.dataset, "answer": place.answer, "rule": rule}
                said = {"conclusion": conclusion.value, "state": state.value, "states": state.value, "codes": codes}
                connection.execute(insert(verdict), {**row, **said, "why": f"{name} is so"})

    return decided


@pytest.fixture
def pier(store: Store, put: Put, decide: Callable[..., None]) -> Store:
    put(PIER)
    decide(c1=ANSWER, c2=ABSTAIN, c3=ABSTAIN, c4=ANSWER, c5=CAVEAT, c6=QUALIFY)
    return store


def sign(store: Store, uid: str, decision: Conclusion = ABSTAIN, expected: int | None = None, **more: Any) -> Any:
    kind = "answer" if ":a" in uid else "claim"
    seen = more.pop("seen", {})
    given = Signature(kind, uid, decision, **more)
    return store.sign(given, reason="read it", by="lea", seen=seen, expected=expected)


@contextmanager
def behind_the_triggers(store: Store) -> Iterator[Connection]:
    with store.database.engine.connect() as connection, connection.begin():
        if connection.dialect.name == "sqlite":
            names = connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'"))
            for name in names.scalars().all():
                connection.execute(text(f"DROP TRIGGER {name}"))
        else:
            connection.execute(text("SET session_replication_role = replica"))
        yield connection


def uids(store: Store, wanted: ReleaseFilter = EVERY) -> list[str]:
    return [item.uid for item in store.release_queue(wanted, RULE).rows]


def status(store: Store, uid: str, rule: str = RULE) -> str:
    return str(store.release_item("answer" if ":a" in uid else "claim", uid, rule).status)


def test_a_signature_keeps_its_reason_the_figures_seen_and_the_text_let_out(pier: Store) -> None:
    made = sign(pier, "pier:a2", QUALIFY, text="corrected", released="The gate is brown.", against="", seen={"eie": 1})

    assert (made,) == pier.signatures("answer", "pier:a2")
    assert ("lea", QUALIFY, "corrected", "The gate is brown.", "read it", {"eie": 1}) == (
        made.by,
        made.decision,
        made.text,
        made.released,
        made.reason,
        dict(made.seen),
    )
    assert (2, ()) == pier.verify_chain()


def test_a_signature_needs_a_reason_and_something_to_sign(pier: Store) -> None:
    with pytest.raises(InvalidInput, match="reason"):
        pier.sign(Signature("claim", "pier:c5", ABSTAIN), reason=" ", by="lea", seen={}, expected=None)
    with pytest.raises(UnknownId):
        pier.sign(Signature("answer", "pier:c5", ABSTAIN), reason="x", by="lea", seen={}, expected=None)
    with pytest.raises(UnknownId, match="c77"):
        sign(pier, "pier:a2", rule={"pier:c77": "abstain"})
    with pytest.raises(InvalidInput, match="no corrected text"):
        sign(pier, "pier:a1", QUALIFY, text="corrected", released="")


def test_nobody_signs_over_a_signature_they_have_not_seen(pier: Store) -> None:
    first = sign(pier, "pier:a2")

    with pytest.raises(StaleVersion, match="lea signed this meanwhile: abstain, signed as entry 1") as refused:
        sign(pier, "pier:a2", ABSTAIN)
    assert ("lea", 1) == (refused.value.by, refused.value.event)
    second = sign(pier, "pier:a2", ABSTAIN, expected=first.number)
    with pytest.raises(StaleVersion):
        sign(pier, "pier:a2", ABSTAIN, expected=first.number)
    with pytest.raises(StaleVersion, match="nothing is signed here yet"):
        sign(pier, "pier:a1", ABSTAIN, expected=1)
    assert [second.number, first.number] == [one.number for one in pier.signatures("answer", "pier:a2")]


def test_a_text_that_was_not_read_is_not_let_out(pier: Store, put: Put) -> None:
    put(replace(PIER, answers=(replace(PIER.answers[0], text="The pier is short."), *PIER.answers[1:])))

    with pytest.raises(StaleVersion, match="the draft text reads otherwise by now"):
        sign(pier, "pier:a1", QUALIFY, text="draft", released="The pier is long. It is old.")
    assert () == pier.signatures("answer", "pier:a1")


def test_what_cannot_be_stored_as_json_by_a_database_comes_back_as_it_went_in(pier: Store) -> None:
    odd = "nul \x00, half a sign \ud83d, escape \x1b, right to left \u202e"
    sign(pier, "pier:a2", seen={"words": [odd], odd: 1})

    assert {"words": [odd], odd: 1} == dict(pier.signatures("answer", "pier:a2")[0].seen)
    assert "signed" == status(pier, "pier:a2") or "moved" == status(pier, "pier:a2")
    with pytest.raises(InvalidInput, match="cannot be kept"):
        sign(pier, "pier:a1", seen={"eie": float("nan")})


def test_the_gravest_comes_first_then_open_questions_then_the_oldest(pier: Store) -> None:
    assert ["pier:a2", "pier:a4", "pier:a1", "pier:c6", "pier:c5", "pier:a3"] == uids(pier)
    assert [ABSTAIN, ABSTAIN, QUALIFY, QUALIFY, CAVEAT, ANSWER] == [
        item.conclusion for item in pier.release_queue(EVERY, RULE).rows
    ]


def test_what_is_not_decided_comes_last_and_says_so(pier: Store, decide: Callable[..., None]) -> None:
    decide(rule="another rule", c3=ABSTAIN)
    rows = pier.release_queue(EVERY, RULE).rows

    assert ("pier:a2", None, 1) == (rows[-1].uid, rows[-1].conclusion, rows[-1].tally.undecided)


@pytest.mark.parametrize("first", list(Conclusion))
@pytest.mark.parametrize("second", list(Conclusion))
def test_the_database_decides_answers_as_the_rule_does(
    pier: Store, decide: Callable[..., None], first: Conclusion, second: Conclusion
) -> None:
    decide(c1=first, c2=second)
    item = pier.release_item("answer", "pier:a1", RULE)

    assert decide_from_tally(item.tally, item.states)[0] is item.conclusion
    assert (item.conclusion, "How is the pier?", 2) == (
        pier.release_queue(ReleaseFilter(None, search="long"), RULE).rows[0].conclusion,
        item.question,
        item.tally.claims,
    )


def test_lines_are_filtered_by_status_data_set_decision_and_words(pier: Store, put: Put) -> None:
    put(Case("quay", claims=(Claim("k", "The quay is wet."),)))
    sign(pier, "pier:a2", rule={"pier:c3": "abstain"})

    assert ["pier:a2"] == uids(pier, ReleaseFilter("signed"))
    assert ["pier:a4", "pier:a1", "pier:c6", "pier:c5", "pier:a3"] == uids(pier, ReleaseFilter(dataset="pier"))
    assert ["quay:k"] == uids(pier, ReleaseFilter(None, dataset="quay"))
    assert [] == uids(pier, ReleaseFilter(None, dataset="nowhere"))
    assert ["pier:a1", "pier:c6"] == uids(pier, ReleaseFilter(None, conclusion=QUALIFY))
    assert ["pier:c5"] == uids(pier, ReleaseFilter(None, search="tide"))
    assert ["pier:a2"] == uids(pier, ReleaseFilter(None, search="BROWN"))
    assert [] == uids(pier, ReleaseFilter(None, search="'); DROP"))
    assert ReleaseCounts(5, 0, 1) == pier.release_counts(ReleaseFilter(dataset="pier"), RULE)
    assert ReleaseCounts(6, 0, 1) == pier.release_counts(EVERY, RULE)


def test_pages_neither_repeat_nor_lose_a_line(pier: Store) -> None:
    pages = [pier.release_queue(EVERY, RULE, page=number, size=4) for number in (1, 2, 3)]

    assert ["pier:a2", "pier:a4", "pier:a1", "pier:c6", "pier:c5", "pier:a3"] == [r.uid for p in pages for r in p.rows]
    assert [(6, 4), (6, 2), (6, 0)] == [(page.total, len(page.rows)) for page in pages]


def test_a_signature_stands_while_the_rule_says_the_same(pier: Store, decide: Callable[..., None]) -> None:
    sign(pier, "pier:a1", QUALIFY, text="draft", released=PIER.answers[0].text,
         rule={"pier:c1": "answer", "pier:c2": "abstain"})  # fmt: skip
    assert "signed" == status(pier, "pier:a1")

    decide(rule="another rule", c2=ANSWER)
    assert "signed" == status(pier, "pier:a1"), "not decided is no change yet"
    decide(c1=ABSTAIN, c2=ANSWER)
    assert "moved" == status(pier, "pier:a1"), "the same counts, of other claims"
    decide(c1=ANSWER, c2=ABSTAIN)
    assert "signed" == status(pier, "pier:a1")


def test_reasons_count_where_a_statement_made_of_them_was_let_out(pier: Store, decide: Callable[..., None]) -> None:
    decide("conflict", c6=QUALIFY)
    sign(pier, "pier:c6", QUALIFY, text="statement", released="x", rule={"pier:c6": "qualify conflict"})
    assert "signed" == status(pier, "pier:c6")

    decide(f"conflict {ReasonCode.STALE}", c6=QUALIFY)
    assert "moved" == status(pier, "pier:c6")


def test_another_text_or_another_claim_moves_a_signature(pier: Store, put: Put, decide: Callable[..., None]) -> None:
    said = {"pier:c1": "answer", "pier:c2": "abstain"}
    sign(pier, "pier:a1", QUALIFY, text="draft", released=PIER.answers[0].text, rule=said)
    sign(pier, "pier:a2", QUALIFY, text="corrected", released="The gate is brown.", rule={"pier:c3": "abstain"})
    put(
        replace(
            PIER, answers=(PIER.answers[0], replace(PIER.answers[1], text="The gate is reddish."), *PIER.answers[2:])
        )
    )
    decide(c1=ANSWER, c2=ABSTAIN, c3=ABSTAIN, c4=ANSWER, c5=CAVEAT, c6=QUALIFY)
    assert ["signed", "signed"] == [status(pier, "pier:a1"), status(pier, "pier:a2")], "the draft was not let out"

    put(replace(PIER, answers=(replace(PIER.answers[0], text="Long."), replace(PIER.answers[1], corrected_text="?"),
                               *PIER.answers[2:])))  # fmt: skip
    decide(c1=ANSWER, c2=ABSTAIN, c3=ABSTAIN)
    assert ["moved", "moved"] == [status(pier, "pier:a1"), status(pier, "pier:a2")]
    put(replace(PIER, claims=(*PIER.claims, Claim("c7", "One more.", "a2", 1))))
    decide(c1=ANSWER, c2=ABSTAIN, c3=ABSTAIN, c7=ANSWER)
    assert ["signed", "moved"] == [status(pier, "pier:a1"), status(pier, "pier:a2")]


def test_taking_back_is_an_entry_and_the_one_before_counts_again(pier: Store) -> None:
    first = sign(pier, "pier:a2", rule={"pier:c3": "abstain"}, text="statement", released="No.", seen={"eie": 1})
    second = sign(pier, "pier:a2", QUALIFY, first.number, text="draft", released="The gate is red.", against="much",
                  rule={"pier:c3": "abstain"})  # fmt: skip
    back = pier.take_back("answer", "pier:a2", reason="a slip", by="lea", expected=second.number)

    assert (ABSTAIN, "statement", "No.", "", 2, False) == (
        back.decision,
        back.text,
        back.released,
        back.against,
        back.takes_back,
        back.withdrawn,
    )
    assert ({"eie": 1}, "signed") == (dict(back.seen), status(pier, "pier:a2"))
    with pytest.raises(StaleVersion):
        pier.take_back("answer", "pier:a2", reason="a slip", by="lea", expected=second.number)
    assert [3, 2, 1] == [one.number for one in pier.signatures("answer", "pier:a2")]


def test_with_its_only_signature_taken_back_a_line_waits_again(pier: Store) -> None:
    made = sign(pier, "pier:c5", CAVEAT, text="draft", released="The tide is high.", rule={"pier:c5": CAVEAT.value})
    back = pier.take_back("claim", "pier:c5", reason="a slip", by="lea", expected=made.number)

    assert (True, "waiting", 1) == (back.withdrawn, status(pier, "pier:c5"), back.takes_back)
    assert ReleaseCounts(6, 0, 0) == pier.release_counts(EVERY, RULE)
    assert 3 == sign(pier, "pier:c5", expected=2).number


def test_claims_under_signatures_that_the_rule_was_not_asked_about_are_found(
    pier: Store, decide: Callable[..., None]
) -> None:
    sign(pier, "pier:a1", rule={"pier:c1": "answer", "pier:c2": "abstain"})
    decide(rule="another rule", c2=ANSWER, c4=ANSWER)

    assert ("pier:c2",) == pier.undecided_under_signatures(RULE, 100)
    assert ("pier:c1",) == pier.undecided_under_signatures("another rule", 100)
    assert 2 == len(pier.undecided_under_signatures("a third", 100))
    assert 1 == len(pier.undecided_under_signatures("a third", 1))


def test_days_count_what_was_signed_but_no_slips(pier: Store) -> None:
    sign(pier, "pier:a1")
    sign(pier, "pier:a2", CAVEAT, text="draft", released="The gate is red.")
    sign(pier, "pier:a3")
    pier.take_back("answer", "pier:a3", reason="a slip", by="lea", expected=3)
    (day,) = pier.decision_days(90)

    assert "2026-01-01" == day.day
    assert {"answer": 0, "answer_with_caveat": 1, "qualify": 0, "abstain": 1} == dict(day.conclusions)
    assert () == pier.decision_days(0)


def test_signatures_are_lines_of_the_record_in_words(pier: Store) -> None:
    sign(pier, "pier:a2", QUALIFY, text="draft", released="The gate is red.", against="the draft, with a claim")
    pier.take_back("answer", "pier:a2", reason="a slip", by="lea", expected=1)
    lines = pier.audit_lines(AuditFilter(chain="decision")).rows

    assert [
        "takes back entry 1: nothing is signed",
        "Qualify; releases the draft as it came; against the rule: the draft, with a claim",
    ] == [line.says for line in lines]
    assert [("pier:a2", "pier", "decision")] * 2 == [(line.subject, line.dataset, line.kind) for line in lines]


def test_an_entry_from_before_there_were_signatures_is_still_read(pier: Store) -> None:
    sign(pier, "pier:c5", ABSTAIN)
    with behind_the_triggers(pier) as connection:
        connection.execute(text("UPDATE decision SET decision = 'refuse', seen = :seen"), {"seen": '{"n": 1}'})

    (read,) = pier.signatures("claim", "pier:c5")
    assert (ABSTAIN, "none", {"n": 1}, "waiting") == (
        read.decision,
        read.text,
        dict(read.seen),
        status(pier, "pier:c5"),
    )


def test_the_queue_takes_as_many_queries_for_many_lines_as_for_one(pier: Store) -> None:
    counted: list[int] = []

    def listening(size: int) -> int:
        counted.clear()
        pier.release_queue(EVERY, RULE, size=size)
        return len(counted)

    event.listen(pier.database.engine, "before_cursor_execute", lambda *_: counted.append(1))
    two, all_of_them = listening(4), listening(50)
    assert two == all_of_them


def test_the_data_set_of_a_line_is_named(pier: Store) -> None:
    table = table_of(DatasetRow)
    with pier.database.read() as connection:
        names = set(connection.execute(select(table.c.name)).scalars())
    assert names == {item.dataset for item in pier.release_queue(EVERY, RULE).rows}
