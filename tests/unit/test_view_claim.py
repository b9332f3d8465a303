"""The head of the claim page says where the claim stands and carries every figure with its numbers filled in."""

from dataclasses import replace

from core.assessment import assess
from core.policy import Policy
from core.results import ClaimFile
from dashboard.viewmodels.claim import claim_view
from dashboard.viewmodels.figures import figure_cards


def cards(file: ClaimFile) -> dict[str, str]:
    return {card.key: card.value for card in figure_cards(file.assessment, len(file.dossier.citations))}


def test_the_place_names_data_set_answer_and_position(quay: ClaimFile) -> None:
    assert "harbour · answer a12 · claim 3 of 5" == claim_view(quay).place


def test_a_claim_without_answer_is_named_by_its_id(bare: ClaimFile) -> None:
    assert "harbour · claim c0" == claim_view(bare).place


def test_the_sentence_of_the_answer_is_shown_only_where_it_says_more(quay: ClaimFile) -> None:
    same = replace(
        quay, dossier=replace(quay.dossier, claim=replace(quay.dossier.claim, sentence="The quay closes in May."))
    )

    assert "According to the council the quay closes in May." == claim_view(quay).context
    assert "" == claim_view(same).context


def test_a_decision_has_a_word_and_a_shape_beside_its_colour(quay: ClaimFile) -> None:
    view = claim_view(quay)

    assert ("qualify", "◐ Qualify") == (view.decision, view.decision_word)
    assert view.reasons


def test_the_figures_are_those_of_the_assessment(quay: ClaimFile) -> None:
    found = cards(quay)

    assert "7 / 7 / 4" == found["counts"]
    assert "3" == found["eie"]
    assert "0.6" == found["gamma"]
    assert "90 % → 62 %" == found["confidence"]
    assert "1.67 ×" == found["inflation"]
    assert "57.1 %" == found["unknown"]
    assert "1 refutes" == found["sides"]


def test_citations_nobody_looked_at_are_not_zero_verified(quay: ClaimFile) -> None:
    card = next(card for card in figure_cards(quay.assessment, 2) if card.key == "citations")

    assert "not checked" == card.value
    assert "2 cited, none looked at" == card.note


def test_every_help_has_formula_numbers_and_source(quay: ClaimFile) -> None:
    for card in figure_cards(quay.assessment, 2):
        assert card.formula and card.filled and card.source.startswith("["), card.key


def test_the_formula_of_gamma_is_filled_with_this_claims_numbers(quay: ClaimFile) -> None:
    card = next(card for card in figure_cards(quay.assessment, 2) if card.key == "gamma")

    assert "min(1, 3 / 5) = 0.6; scarcity min(1, 7 / 5) = 1; dependence 0.6" == card.filled


def test_a_claim_without_evidence_has_reasons_instead_of_numbers(bare: ClaimFile) -> None:
    by_key = {card.key: card for card in figure_cards(bare.assessment, 0)}

    assert "not defined" == by_key["inflation"].value
    assert "not defined" == by_key["unknown"].value
    assert by_key["inflation"].note and by_key["unknown"].note
    assert "nan" not in " ".join(f"{card.value} {card.note} {card.filled}" for card in by_key.values()).lower()


def test_k_all_is_written_as_n(quay: ClaimFile) -> None:
    found = assess(quay.dossier, Policy(required="all"))
    card = next(card for card in figure_cards(found, 2) if card.key == "gamma")

    assert "/ N = 7)" in card.filled


def test_alpha_one_is_called_out(quay: ClaimFile) -> None:
    found = assess(quay.dossier, Policy(alpha=1.0))

    assert any(
        "unknown is being treated as independent" in text
        for text in claim_view(replace(quay, assessment=found)).cautions
    )
