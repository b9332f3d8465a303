"""What can be let out, what goes against the rule, and how it reads: worked out by hand."""

from dataclasses import replace
from datetime import date

import pytest

from core.assessment import assess
from core.bundles.deciding import ClaimVerdict, decide_from_tally
from core.conclusions import Conclusion, Sufficiency
from core.policy import Policy
from core.releasable import ReleaseClaim, ReleaseFile, against_rule, statement_of, suggested, text_for
from core.services.deciding import decision_of
from core.testing import claim_with
from core.verdicts import DecisionDay, ReleaseItem, SignedDecision, tally_of
from dashboard.charts.decisions import PATTERNS, decisions_figure
from dashboard.viewmodels.decisions import decisions_view
from dashboard.viewmodels.release import claim_words, compared_texts, form_data, named, seen_words, signature_views

ANSWER, CAVEAT, QUALIFY, ABSTAIN = Conclusion


def verdict(decision: Conclusion) -> ClaimVerdict:
    """A real verdict, with another decision put on it."""
    dossier = claim_with(["a"])
    made = decision_of(dossier, assess(dossier, Policy()))
    return replace(made, decision=decision, statement=None if decision is ANSWER else made.statement)


def claim(name: str, decision: Conclusion | None) -> ReleaseClaim:
    made = None if decision is None else verdict(decision)
    return ReleaseClaim(f"d:{name}", f"{name} is so.", made, "" if made else "no embedder", 0.5, 0)


def file(*decisions: Conclusion | None, corrected: str | None = None) -> ReleaseFile:
    claims = tuple(claim(f"c{n}", decision) for n, decision in enumerate(decisions, 1))
    decided = [one for one in decisions if one is not None]
    tally = tally_of([(one, Sufficiency.INCOMPLETE, 1) for one in decided], len(claims))
    conclusion, states, reasons = decide_from_tally(tally)
    item = ReleaseItem(
        "answer", "d:a", "d", "The draft.", "", "waiting", conclusion, states, tally, "", corrected is not None, 0,
        "2026-01-01", None,
    )  # fmt: skip
    return ReleaseFile(item, claims, "The draft.", corrected, statement_of(claims), reasons, 0.5, "p", "0", "1", ())


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        (file(ANSWER), (ANSWER, "draft")),
        (file(ANSWER, corrected="Better."), (ANSWER, "corrected")),
        (file(CAVEAT), (CAVEAT, "draft")),
        (file(QUALIFY), (QUALIFY, "statement")),
        (file(ANSWER, ABSTAIN), (QUALIFY, "statement")),
        (file(ANSWER, ABSTAIN, corrected="Better."), (QUALIFY, "corrected")),
        (file(ABSTAIN), (ABSTAIN, "statement")),
        (file(), (ABSTAIN, "none")),
        (file(None), (ABSTAIN, "none")),
    ],
)
def test_what_is_suggested_keeps_to_the_rule(made: ReleaseFile, expected: tuple[Conclusion, str]) -> None:
    assert expected == suggested(made)
    assert "" == against_rule(made, *suggested(made))


@pytest.mark.parametrize(
    ("made", "decision", "text", "words"),
    [
        (file(ABSTAIN), ANSWER, "draft", "Answer, where the rule says Abstain"),
        (file(QUALIFY), CAVEAT, "draft", "Answer with a caveat, where the rule says Qualify"),
        (file(QUALIFY), QUALIFY, "draft", ""),
        (file(ANSWER), ABSTAIN, "none", ""),
        (file(ANSWER, ABSTAIN), QUALIFY, "draft", "the draft, with a claim that the rule leaves out"),
        (file(ANSWER, ABSTAIN, ABSTAIN), ANSWER, "draft",
         "Answer, where the rule says Qualify; the draft, with 2 claims that the rule leaves out"),
        (file(ANSWER, ABSTAIN, corrected="x"), QUALIFY, "corrected", ""),
        (file(None), QUALIFY, "draft", "Qualify, where the rule has not decided"),
        (file(None), ABSTAIN, "none", ""),
    ],
)  # fmt: skip
def test_what_goes_beyond_the_rule_is_named(made: ReleaseFile, decision: Conclusion, text: str, words: str) -> None:
    assert words == against_rule(made, decision, text)  # type: ignore[arg-type]


def test_a_statement_puts_claims_under_what_may_be_done_with_them() -> None:
    words = file(ANSWER, ABSTAIN).statement

    assert words.startswith(
        "What may be said:\n- c1 is so.\n\nWhat is not answered:\n- “c2 is so.”\n  What they support"
    )
    assert "What is missing: " in words
    assert "What one would have to assume: " in words
    assert file(ABSTAIN).statement.startswith("On “c1 is so.”\n\nThe sources")
    assert ["", "", ""] == [made.statement for made in (file(ANSWER), file(), file(ABSTAIN, None))]


def test_the_text_follows_the_decision_that_is_chosen() -> None:
    made = file(ANSWER, ABSTAIN)
    assert {ANSWER: "draft", CAVEAT: "draft", QUALIFY: "statement", ABSTAIN: "statement"} == {
        one: text_for(made, one) for one in Conclusion
    }


def test_the_form_offers_only_texts_there_are() -> None:
    data = form_data(file(ANSWER), may=True, note="")

    assert {"answer": ["draft"], "answer_with_caveat": ["draft"], "qualify": ["draft"], "abstain": ["none"]} == {
        row["value"]: row["texts"] for row in data["decisions"]
    }
    assert [True, False, False, False] == [row["rule"] for row in data["decisions"]]
    assert "released-d-a" == data["name"]


def test_differences_are_marked_and_nothing_of_either_text_is_lost() -> None:
    draft, corrected = "It opened in 1931.\nIt is red.", "It opened in 1932.\nIt is painted red."
    left, right, words = compared_texts(draft, corrected)

    assert (draft, corrected) == ("".join(one.text for one in left), "".join(one.text for one in right))
    assert ["1931"] == [one.text for one in left if one.kind == "differs"]
    assert ["1932", "painted "] == [one.text for one in right if one.kind == "differs"]
    assert ("They differ in 2 places.", 1) == (words, sum(one.kind == "gap" for one in left))
    assert "Nobody corrected it." == compared_texts(draft, None)[2]
    assert "The corrected text is the draft as it came." == compared_texts(draft, draft)[2]
    assert "they are too long to mark where" in compared_texts("x" * 20_000, "y")[2]


def test_of_many_claims_the_first_are_named() -> None:
    assert ("c0", "c7", "and 4 more, in the table", 9) == (
        (found := named([f"c{n}" for n in range(12)]))[0],
        found[7],
        found[8],
        len(found),
    )


def test_what_was_seen_reads_as_words_whatever_an_old_record_holds() -> None:
    seen = {"rule": "qualify", "states": ["no_evidence"], "reasons": ["two copies"], "aware": 0.25, "policy": "house"}

    assert "rule: Qualify · no evidence · two copies · aware 25 % · policy house" == seen_words(seen)
    assert "rule: not decided" == seen_words({"rule": None})
    assert "" == seen_words({"states": "x", "aware": True, "policy": 3})
    assert "d:c1: Abstain; not grounded" == claim_words({"uid": "d:c1", "rule": "abstain", "codes": ["not_grounded"]})
    assert ": not decided" == claim_words({"rule": ["odd"]})


def test_a_signature_against_the_rule_is_marked_wherever_it_is_shown() -> None:
    one = SignedDecision(3, "2026-01-02T10:00:00+00:00", "lea", "answer", "d:a", ANSWER, "draft", "by hand",
                         {"rule": "abstain"}, "The draft.", "Answer, where the rule says Abstain")  # fmt: skip
    (view,) = signature_views([one])

    assert (True, "by hand", "The draft.", "rule: Abstain") == (view.against, view.reason, view.released, view.seen)
    assert view.says.endswith("against the rule: Answer, where the rule says Abstain")
    assert {"rule": "abstain", "releases": "draft", "against_rule": one.against} == dict(one.figures)


def day(name: str, **signed: int) -> DecisionDay:
    return DecisionDay(name, {one.value: signed.get(one.value, 0) for one in Conclusion})


def test_days_without_a_signature_are_gaps_in_the_chart_and_no_rows_of_the_table() -> None:
    view = decisions_view([day("2026-02-27", answer=2), day("2026-03-02", abstain=1, qualify=3)])

    assert ("2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02") == view.days
    assert {ANSWER: (2, 0, 0, 0), CAVEAT: (0, 0, 0, 0), QUALIFY: (0, 0, 0, 3), ABSTAIN: (0, 0, 0, 1)} == dict(
        view.series
    )
    assert "6 signatures on 2 days; slips that were taken back are left out" == view.words
    assert [["2026-03-02", "0", "0", "3", "1", "4"], ["2026-02-27", "2", "0", "0", "0", "2"]] == [
        [cell.text for cell in row.cells] for row in view.numbers.rows
    ]
    assert ((), "Nothing is signed yet.") == (decisions_view([]).days, decisions_view([]).numbers.empty)


def test_decisions_are_told_apart_by_pattern_as_well_as_colour() -> None:
    chart = decisions_figure(decisions_view([day(date(2026, 1, 1).isoformat(), answer=2, abstain=1)]))

    assert 4 == len(set(PATTERNS.values()))
    assert [("● Answer", (2,)), ("◕ Answer with a caveat", (0,)), ("◐ Qualify", (0,)), ("○ Abstain", (1,))] == [
        (bar.name, tuple(bar.y)) for bar in chart.data
    ]
    assert "stack" == chart.layout.barmode
