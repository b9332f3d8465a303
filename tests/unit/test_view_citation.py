"""One citation on the screen: its status in words, the differing characters, the versions; nothing falsely green."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from core.checked import (
    NOT_CHECKED,
    Attachment,
    AttachResult,
    CheckPoint,
    CitationCounts,
    CitationFile,
    JudgeKind,
    MatchedBy,
    RecordedJudgement,
    StaleSource,
    VerificationRun,
)
from core.results import Page
from core.verification.vocabulary import Advisory, CheckStatus, MatchMethod, Reason
from dashboard.check_words import ADVISORY, CHECK, CHECK_HELP, CHECK_SIGN, CHECK_TONE, GRAVEST, METHOD, status_words
from dashboard.viewmodels.attaching import attached_table, results_table, results_words
from dashboard.viewmodels.citation import citation_view
from dashboard.viewmodels.citations import (
    ORDER,
    citations_table,
    citations_view,
    counts_words,
    part_labels,
    reasons_menu,
    run_words,
    stale_table,
)
from dashboard.viewmodels.compared import Stretch

Make = Callable[..., CitationFile]
TEXT = "Minutes of March. Backups are kept for 45 days in the vault of the bank. Exceptions need a letter."


def marked(stretches: tuple[Stretch, ...]) -> list[str]:
    return [one.text for one in stretches if one.kind == "differs"]


def whole(stretches: tuple[Stretch, ...]) -> str:
    return "".join(one.text for one in stretches)


@pytest.mark.parametrize("table", [CHECK, CHECK_SIGN, CHECK_TONE, CHECK_HELP])
def test_every_status_has_a_word_a_sign_a_colour_and_a_help(table: dict[str, str]) -> None:
    assert {*CheckStatus, NOT_CHECKED} == set(table)


def test_no_two_statuses_share_a_word_or_a_sign() -> None:
    assert len(CHECK) == len(set(CHECK.values()))
    assert len(CHECK) == len(set(CHECK_SIGN.values()))
    assert set(CHECK) == set(GRAVEST) == set(ORDER)


def test_only_grounded_is_green() -> None:
    assert ["grounded"] == [key for key, tone in CHECK_TONE.items() if tone == "answer"]


def test_every_advisory_and_method_has_words() -> None:
    assert set(Advisory) == set(ADVISORY)
    assert set(MatchMethod) == set(METHOD)


def test_a_quote_that_stands_there_is_grounded_with_its_surroundings(citation_of: Make) -> None:
    view = citation_view(citation_of("Backups are kept for 45 days in the vault", TEXT))

    assert ("✓ grounded", "answer") == (view.status, view.tone)
    assert "Backups are kept for 45 days in the vault" == whole(view.beside.observed)
    assert [("quote", "Backups are kept for 45 days in the vault")] == [
        (one.kind, one.text) for one in view.around if one.kind == "quote"
    ]
    assert whole(view.around).startswith("Minutes of March.")


def test_a_number_that_differs_is_marked_whole_on_both_sides_and_said(citation_of: Make) -> None:
    view = citation_view(citation_of("Backups are kept for 90 days in the vault", TEXT))

    assert ("≠ does not match", "refuse") == (view.status, view.tone)
    assert ["90"] == marked(view.beside.expected)
    assert ["45"] == marked(view.beside.observed)
    assert "Backups are kept for 90 days in the vault" == whole(view.beside.expected)
    assert ("the citation says “90”, the source says “45”",) == view.beside.words
    assert "no match" in view.beside.observed_title
    assert [one.text for one in view.around if one.kind == "quote"] == [whole(view.beside.observed)]
    assert view.around[0].text.startswith("Minutes of March.")
    assert "“45”" in view.summary and "“90”" in view.summary


def test_of_two_forms_of_a_word_only_the_differing_signs_are_marked(citation_of: Make) -> None:
    view = citation_view(
        citation_of("The undocumented minutes are kept in the vault", "The documented minutes are kept in the vault.")
    )

    assert ["un"] == marked(view.beside.expected)
    assert [] == marked(view.beside.observed)
    assert "gap" in [one.kind for one in view.beside.observed]


def test_a_mark_does_not_slip_behind_signs_outside_the_basic_plane(citation_of: Make) -> None:
    """[I18-05] Offsets are code points; the stretches are cut before the browser sees them."""
    text = "💧 level 3 m at the gauge on the quay. 💧 level 4 m at the mole."
    view = citation_view(citation_of("level 3 m at the gauge on the quay", text))

    assert "💧 " == view.around[0].text
    assert Stretch("level 3 m at the gauge on the quay", "quote") == view.around[1]
    assert "characters 3 to 36, counted in code points" in view.place


def test_a_span_in_code_points_reads_as_cited(citation_of: Make) -> None:
    """[I18-05]"""
    view = citation_view(citation_of("level 3 m", "💧 level 3 m", chars=[2, 11]))

    assert "✓ grounded" == view.status
    assert "level 3 m" == whole(view.beside.observed)


def test_full_width_digits_are_told_from_other_words(citation_of: Make) -> None:
    """[I18-03] The writing differs and not the words: said as such, in a status of its own, and never as green."""
    source = "2024年全国粮食总产量为12.5亿吨，比上一年增长了百分之三，创历史最高水平。"
    view = citation_view(citation_of("2024年全国粮食总产量为12.5亿吨,比上一年增长了百分之三,创历史最高水平", source))

    assert "≠ does not match" == view.status
    assert "only the width or form of signs differs; the words are the same" == view.beside.words[0]
    assert [",", ","] == marked(view.beside.expected)


def test_not_found_and_mismatch_are_two_words(citation_of: Make) -> None:
    absent = citation_view(citation_of("Nobody ever wrote a sentence like this one here", TEXT))

    assert "? not found" == absent.status
    assert () == absent.beside.observed


def test_a_source_without_text_is_neither_right_nor_wrong(citation_of: Make) -> None:
    view = citation_view(citation_of("Agreed by all the members present", None))

    assert ("! could not be checked", "qualify") == (view.status, view.tone)
    assert "nothing to search" in str(view.versions)


def test_a_check_that_has_to_be_made_again_is_never_green(citation_of: Make) -> None:
    view = citation_view(citation_of("Backups are kept for 45 days in the vault", TEXT, stale=True))

    assert ("↻ to be checked again; was: grounded", "qualify") == (view.status, view.tone)
    assert view.stale
    assert "check again" in view.fresh


def test_another_version_shows_both_fingerprints(citation_of: Make) -> None:
    cited, here = "sha256:" + "a" * 64, "sha256:" + "b" * 64
    view = citation_view(
        citation_of("Backups are kept for 45 days in the vault", TEXT, cited_version=cited, version=here)
    )

    assert "↻ another version" == view.status
    assert {cited, here} <= {row.cells[1].text for row in view.versions.rows}
    assert "The text still stands there." in view.summary


def test_a_citation_nobody_looked_at_says_so(citation_of: Make) -> None:
    view = citation_view(citation_of("Backups are kept for 45 days in the vault", TEXT, checked=False))

    assert ("· not checked", "") == (view.status, view.tone)
    assert "Nobody has looked yet" == view.beside.observed_title


def test_a_word_that_may_turn_the_quote_is_shown(citation_of: Make) -> None:
    view = citation_view(
        citation_of("be restarted while valve 3 is open", "The pump must not be restarted while valve 3 is open.")
    )

    assert "“not”" in view.qualifiers
    assert "Stands there. Right outside the quote: “not”." == view.summary


def test_text_from_outside_stays_as_it_is_written(citation_of: Make) -> None:
    script = "<script>alert(1)</script> **bold** and more words"
    view = citation_view(citation_of(script, f"Before. {script}. After."))

    assert script == whole(view.beside.observed)


def test_history_and_judgements_are_listed_in_words(citation_of: Make) -> None:
    file = citation_of("Backups are kept for 45 days in the vault", TEXT)
    point = CheckPoint("2026-03-03T08:10:00Z", "ana", CheckStatus.ERROR, Reason.SOURCE_MISSING, 4, "headwater 1", "d")
    said = RecordedJudgement(
        "j1", "harbour:c3", "k1", None, "support", "unsupported", "ana", JudgeKind.PERSON, None, "", "", "", ""
    )
    view = citation_view(replace(file, history=(point,), judgements=(said,)))

    assert "! could not be checked" == view.history.rows[0].cells[1].text
    assert "no artifact of this source can be opened" == view.history.rows[0].cells[2].text
    assert ["Support", "not supported", "ana", "this citation"] == [
        cell.text for cell in view.judgements.rows[0].cells[:4]
    ]


COUNTS = CitationCounts(
    12,
    {"grounded": 5, "mismatch": 2, "not_found": 1, "error": 3, NOT_CHECKED: 1},
    {"text_mismatch": 2, "source_missing": 1, "limits_exceeded": 2},
    1,
)


def test_what_crashed_or_took_too_long_is_counted_apart_from_passed_and_failed() -> None:
    """[VER-29] An error and a time-out are neither; the summary lists both, and no total counts them as verified."""
    words = counts_words(COUNTS)

    assert words.startswith("5 of 12 citations grounded · 4 not checked: ")
    assert "3 could not be checked (2 took more time or memory than is allowed), 1 never looked at" in words
    assert "1 stale" in words


def test_a_run_with_an_error_and_a_time_out_says_that_two_were_not_checked() -> None:
    """[VER-29]"""
    words = run_words(VerificationRun(6, 6, 2, {"grounded": 4, "error": 2}, False, 3))

    assert "6 citations checked: 4 grounded, 2 could not be checked; 2 not checked" in words


def test_a_stopped_run_says_how_far_it_came() -> None:
    assert run_words(VerificationRun(100, 40, 0, {"grounded": 40}, True, 7)).startswith(
        "Stopped: 40 of 100 citations checked"
    )


def test_only_statuses_that_occur_or_are_chosen_are_offered() -> None:
    assert ["all", "grounded", "mismatch", "not_found", "stale", "error", NOT_CHECKED] == list(
        part_labels(COUNTS, "stale")
    )
    assert "! could not be checked 3" == part_labels(COUNTS, None)["error"]


def test_the_address_chooses_and_what_it_cannot_mean_is_named() -> None:
    view = citations_view(
        {"status": "mismatch", "reason": "because", "outdated": "yes", "q": "vault", "source": "wire"}
    )

    assert ("mismatch", None, True, "vault") == (
        view.wanted.status,
        view.wanted.reason,
        view.wanted.stale_only,
        view.wanted.search,
    )
    assert ("source: wire",) == view.active
    assert "found 'because'" in view.refused[0]


def test_a_chosen_reason_that_no_longer_occurs_stays_in_the_menu() -> None:
    assert "(0)" in reasons_menu(COUNTS, "no_text_layer")["no_text_layer"]
    assert "text_mismatch" in list(reasons_menu(COUNTS, None))[:2]


def test_the_list_names_each_citation_by_status_and_opens_it(citation_of: Make) -> None:
    lines = (
        citation_of("Backups are kept for 45 days in the vault", TEXT).line,
        citation_of("Backups are kept for 90 days in the vault", TEXT, uid="harbour:k2").line,
    )
    view = citations_table(Page(lines, 2, 1, 50))

    assert [("✓ grounded", "answer"), ("≠ does not match", "refuse")] == [
        (row.cells[0].text, row.cells[0].colour) for row in view.rows
    ]
    assert "citations?citation=harbour%3Ak2" == view.rows[1].href


def test_stale_sources_show_what_was_cited_and_what_is_here() -> None:
    view = stale_table((StaleSource("harbour:wire", "Quay to close", "sha256:aa", None, "2026-03-03T08:10:00Z", 3),))

    assert ["Quay to close", "3", "sha256:aa", "nothing is attached any more", "2026-03-03 08:10"] == [
        cell.text for cell in view.rows[0].cells
    ]


def test_every_file_has_its_result() -> None:
    kept = Attachment(
        "harbour", "wire", "wire.pdf", "sha256:aa", 9, "pdf", "2026-03-03T08:10:00Z", "ana", MatchedBy.NAME
    )
    results = (AttachResult("wire.pdf", "wire", kept, ""), AttachResult("x.pdf", None, None, "no source is called so"))

    assert "1 file attached, 1 refused." == results_words(results)
    assert [("attached", "by its name"), ("refused", "no source is called so")] == [
        (row.cells[1].text, row.cells[3].text) for row in results_table(results).rows
    ]
    assert "wire.pdf" == attached_table((kept,)).rows[0].cells[1].text


def test_a_status_word_names_what_it_was(citation_of: Make) -> None:
    assert "? not found" == status_words(citation_of("Nobody ever wrote a sentence like this one here", TEXT).line)
