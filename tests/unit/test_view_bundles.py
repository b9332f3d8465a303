"""Bundles, facets, chosen evidence and the decision as they are told on the screen."""

import json
from pathlib import Path

import pytest

import sample_data
from core.assessment import assess
from core.bundles.types import Passage
from core.dossier import dossier_of
from core.importers import read
from core.model import Judgement
from core.services.bundling import BundleOptions, ClaimBundles, bundles_of, choose_evidence
from core.services.deciding import decision_of
from dashboard.charts.risk import risk_figure
from dashboard.viewmodels.bundle import bundle_view, risk_view
from dashboard.viewmodels.bundles import bundles_table, letter, made_words, outside_table, short_words
from dashboard.viewmodels.choice import budget_of, choice_view, most, whole
from dashboard.viewmodels.facets import facets_table, facets_words, marks_table
from dashboard.viewmodels.verdict import verdict_view


def made(claim: str = "brown-water-is-manganese", *said: Judgement, **options: str) -> ClaimBundles:
    package = next(path for path in sample_data.packages() if path.stem == "mixed-claims")
    case = read(Path(package).read_bytes(), package.name).case
    dossier = dossier_of(case, claim)
    return bundles_of(dossier, assess(dossier, case.policy), BundleOptions(**options), judgements=said)  # type: ignore[arg-type]


def contradiction(left: str, right: str, value: str) -> Judgement:
    return Judgement(
        id=f"j-{left}-{right}", claim_id="brown-water-is-manganese", axis=f"contradiction:{right}", value=value,
        judge="ana", evidence_id=left,
    )  # fmt: skip


def texts(view: object) -> str:
    return json.dumps(view.as_data(), ensure_ascii=False)  # type: ignore[attr-defined]


def test_an_open_density_is_an_interval_and_says_that_nobody_judged() -> None:
    first = bundles_table(made()).rows[0].cells

    assert "0.5 to 0.833" == first[4].text
    assert "unjudged" == first[6].text
    assert "0 of 6 pairs judged" == first[6].hint
    assert "answer with a caveat" == first[10].text


def test_one_passage_has_no_cohesion_and_says_why() -> None:
    second = bundles_table(made()).rows[1].cells

    assert "one passage" == second[8].text
    assert "one passage" == second[6].text
    assert second[8].sort is None


def test_judged_pairs_close_the_interval() -> None:
    ids = made().construction.bundles[0].passages
    pairs = [contradiction(a, b, "0") for n, a in enumerate(ids) for b in ids[n + 1 :]]
    found = made("brown-water-is-manganese", *pairs)
    view = bundle_view(found, 1)

    assert "0.833" == bundles_table(found).rows[0].cells[4].text
    assert "6 of 6 pairs judged" == view.parts.rows[1].cells[2].text
    assert not any("turns out well" in words for words in view.gates)


def test_some_judged_pairs_give_an_upper_bound() -> None:
    ids = made().construction.bundles[0].passages
    view = bundle_view(made("brown-water-is-manganese", contradiction(ids[0], ids[1], "0.4")), 1)

    assert "at most 0.6" == view.parts.rows[1].cells[1].text
    assert view.parts.rows[1].cells[2].text.startswith("1 of 6 pairs judged, between 0 to 0.6")


def test_both_gates_are_told_with_their_figures() -> None:
    view = bundle_view(made(), 1)
    thin = bundle_view(made(), 4)

    assert view.gates[0].startswith("Density gate passes: 0.5 to 0.833 against 0.277; H (paper)")
    assert "Cohesion gate passes: 0.267 against 0.19 (shipped calibration)." == view.gates[1]
    assert thin.gates[0].startswith("Density gate fires")
    assert "Coverage gate fires: below 0.25, it hardly speaks about the claim." == thin.gates[1]
    assert "Cohesion gate: nothing to compare, one passage." == thin.gates[2]
    assert "Design effect: not defined, one passage." == thin.notes[0]


def test_the_articles_limit_is_never_passed_off_as_this_embedders() -> None:
    assert any("means nothing for another one" in words for words in made_words(made(profile="paper-0.65")))
    assert not any("means nothing for another one" in words for words in made_words(made()))


def test_the_paper_curve_is_called_no_probability() -> None:
    assert any("no probability of this system" in words for words in made_words(made()))


def test_the_curve_holds_every_bundle_and_writes_no_number_over_another() -> None:
    view = risk_view(made(), 1)
    figure = risk_figure(view)
    names = [trace.text[0] for trace in figure.data[1:]]

    assert [1, 2, 3, 4] == [mark.rank for mark in view.marks]
    assert ["2", "3, 4", "", "1"] == names
    assert pytest.approx(0.2772, abs=1e-4) == figure.layout.shapes[1].x0


def test_facets_say_which_passage_addresses_them_and_that_words_were_read() -> None:
    found = made()
    rows = facets_table(found).rows

    assert "4 of 4 facets addressed by some passage, 2 directly." == facets_words(found)[0]
    assert "kappa about 0.4" in facets_words(found)[1]
    assert rows[1].cells[4].text.startswith("2: ")
    assert "no passage addresses it" not in texts(facets_table(found))
    assert len(found.passages) == len(marks_table(found).rows)


def test_what_was_left_out_has_a_reason_and_the_sentence_counts() -> None:
    found = made()
    view = choice_view(choose_evidence(found, 200), found.passages)

    assert "Two of these seven passages carry the claim." == view.sentence
    assert view.words[0].startswith("189 of 200 tokens. It supports 75 %")
    assert "No other choice is worth more (branch and bound)." == view.words[1]
    assert all(row.cells[4].text for row in view.left_out.rows)
    assert "<script" not in view.package


@pytest.mark.parametrize(
    ("said", "budget"), [(None, 400), ("0", 0), ("199", 200), ("99999", 680), ("x", 400), ("-3", 400)]
)
def test_a_budget_of_the_address_is_read_or_the_usual_one_counts(said: str | None, budget: int) -> None:
    assert budget == budget_of(said, 680)


def test_the_largest_budget_holds_everything() -> None:
    found = made()
    tokens = whole(choose_evidence(found, 0))

    assert tokens <= most(tokens)
    assert (20, 4_000) == (most(0), most(140_000))


@pytest.mark.parametrize(("lineage", "shown"), [("B", "B"), ("AAC", "AAC"), ("of thread", "–"), ("", "–")])
def test_a_lineage_outside_the_figures_has_no_letter(lineage: str, shown: str) -> None:
    assert shown == letter(Passage("p", "", lineage=lineage))


def test_a_claim_without_passages_has_no_bundle_and_an_abstention() -> None:
    package = next(path for path in sample_data.packages() if path.stem == "mixed-claims")
    case = read(Path(package).read_bytes(), package.name).case
    bare = next(claim.id for claim in case.claims if not dossier_of(case, claim.id).evidence)
    dossier = dossier_of(case, bare)
    found = assess(dossier, case.policy)
    bundles = bundles_of(dossier, found)
    view = verdict_view(decision_of(dossier, found, bundles=bundles))

    assert "No passage of this claim has a text here, so there is no bundle." == short_words(
        bundles.construction.bundles
    )
    assert ("○ Abstain", ("no evidence",)) == (view.word, view.states)
    assert "nothing was retrieved for this claim" == view.short
    assert ("nothing of this claim",) == view.supports
    assert () == outside_table(bundles).rows


def test_a_decision_names_its_codes_and_what_nobody_said() -> None:
    package = next(path for path in sample_data.packages() if path.stem == "mixed-claims")
    case = read(Path(package).read_bytes(), package.name).case
    dossier = dossier_of(case, "lead-below-limit")
    view = verdict_view(decision_of(dossier, assess(dossier, case.policy)))

    assert "○ Abstain" == view.word
    assert "conflicting" == view.states[0]
    assert {"more_against", "conflict"} <= {row.id for row in view.reasons.rows}
    assert "context sufficiency: nobody said" in view.facts
    assert view.supports and view.missing and view.assumptions
