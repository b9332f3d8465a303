"""The citations page on the sample data: every status in its own word, one citation in full, files, judgements."""

import json
import re
from collections.abc import Iterator

import pytest
import streamlit as st
from opened_pages import open_page
from streamlit.testing.v1 import AppTest

from core import services
from core.checked import CitationFilter, CitationLine
from core.verification.vocabulary import CheckStatus
from dashboard import check_deeds, running
from dashboard.check_words import CHECK

QUAY = "northwire-quay:quay-overtopped"


@pytest.fixture(scope="module")
def workspace(looked_at: services.Workspace) -> services.Workspace:
    return looked_at


@pytest.fixture
def fresh(sample_store: services.Workspace) -> Iterator[services.Workspace]:
    """The sample data for a test that writes."""
    st.cache_resource.clear()
    yield sample_store
    run = running.current(check_deeds.RUN)
    if run is not None:
        run.stop()
        run.wait(60)
        running.put_away(check_deeds.RUN)
    st.cache_resource.clear()


def said(app: AppTest) -> str:
    """All that a page says, in components and in Streamlit's own elements."""
    parts = []
    for element in app.main:
        proto = getattr(element, "proto", None)
        if element.type == "bidi_component":
            parts.append(json.dumps(json.loads(proto.json), ensure_ascii=False) if proto and proto.json else "")
        else:
            parts.append(str(getattr(element, "value", "")))
    return " ".join(parts)


def one(workspace: services.Workspace, status: CheckStatus) -> CitationLine:
    return services.citations(workspace, CitationFilter(status=status.value), size=1).rows[0]


def test_every_status_of_the_sample_data_is_offered_in_its_own_word(workspace: services.Workspace) -> None:
    counts = services.citation_counts(workspace)
    offered = " ".join(open_page("citations").button_group[1].options)

    assert [] == [key for key, number in counts.by_status.items() if number and f"{CHECK[key]} {number}" not in offered]
    assert f"All {counts.total:,}" in offered


@pytest.mark.parametrize("status", [*CheckStatus])
def test_a_citation_of_each_status_opens_with_its_word_and_is_green_only_where_grounded(
    status: CheckStatus, workspace: services.Workspace
) -> None:
    line = one(workspace, status)
    app = open_page("citations", citation=line.uid)
    shown = said(app)
    tone = re.search(r'"style": "badge", "tone": "(\w*)"', shown)

    assert [] == [error.value for error in app.exception]
    assert CHECK[status.value] in shown
    assert tone is not None
    assert (status is CheckStatus.GROUNDED and not line.stale) == (tone[1] == "answer")


def test_filters_come_from_the_address_and_lead_the_list(workspace: services.Workspace) -> None:
    shown = said(open_page("citations", status="mismatch", dataset="northwire-quay"))

    assert "≠ does not match" in shown
    assert '"✓ grounded"' not in shown


def test_what_the_address_cannot_mean_is_named(workspace: services.Workspace) -> None:
    assert "found 'wrong'" in said(open_page("citations", status="wrong"))


def test_a_citation_that_is_not_there_is_a_named_message(workspace: services.Workspace) -> None:
    app = open_page("citations", citation="northwire-quay:nothing")

    assert ["Nothing is stored under that id."] == [error.value for error in app.error]


def test_a_mismatch_shows_both_texts_and_the_difference_in_words(workspace: services.Workspace) -> None:
    shown = said(open_page("citations", citation=one(workspace, CheckStatus.MISMATCH).uid))

    assert "The citation expects" in shown
    assert "no match" in shown
    assert "the citation says “" in shown
    assert '"differs"' in shown


def test_another_version_shows_both_fingerprints_and_what_would_help(workspace: services.Workspace) -> None:
    line = one(workspace, CheckStatus.STALE)
    file = services.citation(workspace, line.uid)
    shown = said(open_page("citations", citation=line.uid))

    assert file.citation.expected_fingerprint is not None
    assert file.citation.expected_fingerprint in shown
    assert "another version" in shown
    assert "attach the version that was cited" in shown.casefold()


def test_a_quote_in_a_pdf_shows_its_page_with_a_box(workspace: services.Workspace) -> None:
    lines = services.citations(workspace, CitationFilter(status="grounded"), size=500).rows
    uid = next(line.uid for line in lines if services.page_picture(workspace, line.uid) is not None)
    shown = said(open_page("citations", citation=uid))

    assert re.search(r'"boxes": \[\[\d+', shown)
    assert "the quote is boxed" in shown


def test_stale_sources_and_files_have_parts_of_their_own(workspace: services.Workspace) -> None:
    stale, files = said(open_page("citations", tab="stale-sources")), said(open_page("citations", tab="files"))

    assert "Version that is here now" in stale
    assert "sha256:" in stale
    assert "Attached files" in files


def test_a_judgement_is_recorded_beside_the_check_and_changes_none(fresh: services.Workspace) -> None:
    line = one(fresh, CheckStatus.GROUNDED)
    app = open_page("citations", citation=line.uid)
    app.radio[0].set_value("unsupported").run()
    app.text_input(key=f"judge-reason|{line.uid}").set_value("says something else").run()
    app.button(key="judge-go").click().run()
    kept = services.judgements(fresh, line.claim_uid)[0]

    assert ("support", "unsupported", "says something else") == (kept.axis, kept.value, kept.reason)
    assert "not supported" in said(app)
    assert CheckStatus.GROUNDED is services.citation(fresh, line.uid).line.status


def test_checking_one_again_makes_a_new_report_and_keeps_the_old(fresh: services.Workspace) -> None:
    line = one(fresh, CheckStatus.MISMATCH)
    before = len(services.citation(fresh, line.uid).history)
    app = open_page("citations", citation=line.uid)
    app.button(key="cite-check").click().run()

    assert before + 1 == len(services.citation(fresh, line.uid).history)
    assert [] == [error.value for error in app.error]


def test_checking_all_under_a_filter_runs_beside_the_page_and_says_what_came_of_it(fresh: services.Workspace) -> None:
    app = open_page("citations", dataset="trial-reviews")
    app.button(key="cite-check-all").click().run()
    run = running.current(check_deeds.RUN)

    assert run is not None
    assert run.wait(60)
    assert re.search(r"\d+ citations checked: ", said(app.run()))
    assert 0 == services.citation_counts(fresh, CitationFilter(dataset="trial-reviews")).by_status["not_checked"]


def test_the_claim_page_shows_the_citation_of_the_chosen_source(workspace: services.Workspace) -> None:
    shown = said(open_page("claim", claim=QUAY, node="ledger"))

    assert "Citations verified" in shown
    assert '"✓ grounded"' in shown
    assert "The citation expects" in shown


def test_an_answer_marks_its_citation_markers_and_says_that_nobody_judged(workspace: services.Workspace) -> None:
    shown = said(open_page("answers", answer="northwire-quay:quay"))

    assert "Citation precision: not judged yet" in shown
    assert '"text": "1✓"' in shown
    assert re.search(r"\d+ of \d+ grounded", shown)


def test_the_overview_counts_every_outcome_apart(workspace: services.Workspace) -> None:
    counts, shown = services.citation_counts(workspace), said(open_page("overview"))

    assert f"{counts.total:,} citations" in shown
    assert f"✓ grounded {counts.by_status['grounded']:,}" in shown
    assert f"≠ does not match {counts.by_status['mismatch']:,}" in shown
    assert f"? not found {counts.by_status['not_found']:,}" in shown
