"""Stored checks on both databases: what is kept, what makes a check stale, and how far evidence has come by it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from core import assessment, services
from core.checked import NOT_CHECKED, CheckStatus, CitationFilter, Reason
from core.errors import UnknownId
from core.fingerprint import digest_bytes
from core.model import Case, Citation, Judgement
from core.policy import Policy
from core.services.workspace import Workspace
from core.states import EvidenceState
from core.store import open_store
from core.verification.dossier_states import with_states

QUOTE = "Traffic began in May 1931 and has not stopped since."
PAGE = f"<html><body><p>The bridge was long in the making. {QUOTE} So it goes on.</p></body></html>".encode()
OTHER = PAGE.replace(b"1931", b"1932")


@pytest.fixture
def cited(bridge: Case) -> Case:
    """The bridge case with citations: two of s1, one of them for the other claim, and one of s3 that has no text."""
    sources = tuple(replace(s, text=f"It is told. {QUOTE}") if s.id == "s1" else s for s in bridge.sources)
    return replace(
        bridge,
        sources=sources,
        citations=(
            Citation("k1", "c1", "s1", "e1", "[1]", QUOTE),
            Citation("k2", "c1", "s3", "e3", "[2]", "It opened in the nineteen-thirties, they say."),
            Citation("k3", "c2", "s4", "e5", "[3]", "It never closed, not for a day."),
        ),
    )


@pytest.fixture
def ws(prepared: str, home: Path, clock: Callable[[], object]) -> Iterator[Workspace]:
    """A workspace on an empty database, with the real figures and states."""
    home.mkdir()
    figures = {"summarise": assessment.summarise, "appraise": assessment.appraise, "promote": with_states}
    store = open_store(prepared, now=clock, **figures)  # type: ignore[arg-type]
    yield Workspace(store)
    store.close()


def put(ws: Workspace, case: Case) -> None:
    ws.store.import_case(case, file="f", file_digest="0", format="package", by="importer")


def states(ws: Workspace, uid: str = "bridge:c1") -> dict[str, str]:
    return {item.id: item.state.value for item in ws.store.dossier(uid).evidence}


def test_a_citation_begins_as_not_checked(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    counts = services.citation_counts(ws)

    assert (3, 3) == (counts.total, counts.by_status[NOT_CHECKED])
    assert [None, None, None] == [found.status for found in services.citations(ws).rows]
    assert services.citation(ws, "bridge:k1").check is None


def test_a_quote_in_an_attached_file_is_grounded_and_its_passage_verified(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a page.html", PAGE)], source_id="s1", by="ann")
    run = services.verify_citations(ws, ["bridge:k1"], by="ann")
    found = services.citation(ws, "bridge:k1")

    assert (1, 1, {"grounded": 1}, False) == (run.checked, run.changed, dict(run.by_status), run.stopped)
    assert CheckStatus.GROUNDED is found.line.status
    assert found.report is not None
    assert "sha256:" + digest_bytes(PAGE) == found.report.document_fingerprint
    assert {"e1": "verified", "e2": "cited", "e3": "cited"} == states(ws)


def test_a_text_that_merely_came_with_the_data_proves_nothing(ws: Workspace, cited: Case) -> None:
    """A cached chunk that equals the quote proves nothing: grounded, and promoted by no step."""
    put(ws, cited)
    services.verify_citations(ws, ["bridge:k1"], by="ann")

    assert CheckStatus.GROUNDED is services.citation(ws, "bridge:k1").line.status
    assert "cited" == states(ws)["e1"]


def test_what_cannot_be_checked_is_neither_pass_nor_fail(ws: Workspace, cited: Case) -> None:
    """Neither file nor text: an error, listed as not checked, and never verified."""
    put(ws, cited)
    run = services.verify_citations(ws, CitationFilter(), by="ann")

    assert (3, {"grounded": 1, "error": 2}, 2) == (run.checked, dict(run.by_status), run.not_checked)
    assert Reason.SOURCE_MISSING is services.citation(ws, "bridge:k2").line.reason


@pytest.mark.parametrize("how", ["replaced", "taken away", "cited anew"])
def test_a_check_of_something_else_than_is_there_now_is_stale_and_promotes_nothing(
    ws: Workspace, cited: Case, how: str
) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    assert "verified" == states(ws)["e1"]
    if how == "replaced":
        services.attach(ws, "bridge", [("a.html", OTHER)], source_id="s1", by="ann")
    elif how == "taken away":
        services.detach(ws, "bridge", "s1", by="ann")
    else:
        changed = replace(cited.citations[0], expected_text="Traffic began")
        put(ws, replace(cited, citations=(changed, *cited.citations[1:])))
    found = services.citation(ws, "bridge:k1").line

    assert (CheckStatus.GROUNDED, True) == (found.status, found.stale)
    assert "cited" == states(ws)["e1"]
    assert 1 == services.citation_counts(ws).stale
    assert ["bridge:k1"] == [one.uid for one in services.citations(ws, CitationFilter(stale_only=True)).rows]
    assert "stale" == services.checks_by_source(ws, "bridge:c1")["s1"]
    assert ["bridge:s1"] == [source.source_uid for source in services.stale_sources(ws)]


def test_the_same_file_given_back_makes_the_check_good_again(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    services.detach(ws, "bridge", "s1", by="ann")
    services.attach(ws, "bridge", [("b.html", PAGE)], source_id="s1", by="ann")

    assert not services.citation(ws, "bridge:k1").line.stale
    assert "verified" == states(ws)["e1"]


def test_a_citation_that_asks_for_the_same_again_has_its_check_again(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    changed = replace(cited, citations=(replace(cited.citations[0], expected_text="Other"), *cited.citations[1:]))
    put(ws, changed)
    between = services.citation(ws, "bridge:k1").line.stale
    put(ws, cited)

    assert (True, False) == (between, services.citation(ws, "bridge:k1").line.stale)
    assert "verified" == states(ws)["e1"]


def test_another_text_of_the_data_makes_checks_of_it_stale(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    sources = tuple(replace(s, text="It was told otherwise.") if s.id == "s1" else s for s in cited.sources)
    put(ws, replace(cited, sources=sources))

    assert services.citation(ws, "bridge:k1").line.stale


def test_another_text_of_the_passage_makes_checks_of_it_stale(ws: Workspace, cited: Case) -> None:
    first = replace(cited.citations[0], expected_text=None)
    put(ws, replace(cited, citations=(first,)))
    services.verify_citations(ws, CitationFilter(), by="ann")
    before = services.citation(ws, "bridge:k1").line.stale
    evidence = (replace(cited.evidence[0], text="Traffic began in June 1931."), *cited.evidence[1:])
    put(ws, replace(cited, citations=(first,), evidence=evidence))

    assert (False, True) == (before, services.citation(ws, "bridge:k1").line.stale)


def test_a_citation_of_another_version_is_stale_by_its_check(ws: Workspace, cited: Case) -> None:
    pinned = replace(cited.citations[0], expected_fingerprint="sha256:" + "a" * 64)
    put(ws, replace(cited, citations=(pinned,)))
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, CitationFilter(), by="ann")
    found = services.citation(ws, "bridge:k1")
    (stale,) = services.stale_sources(ws, "bridge")

    assert (CheckStatus.STALE, Reason.STALE_FINGERPRINT, True) == (
        found.line.status,
        found.line.reason,
        found.line.stale,
    )
    assert found.check is not None
    assert found.check.still_occurs is True
    assert ("sha256:" + "a" * 64, "sha256:" + digest_bytes(PAGE), 1) == (
        stale.expected,
        stale.observed,
        stale.citations,
    )
    assert "cited" == states(ws)["e1"]


def test_a_new_run_is_a_new_report_and_the_old_one_stays(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    first = ws.store.report(1)
    services.attach(ws, "bridge", [("a.html", OTHER)], source_id="s1", by="ann")
    run = services.verify_citations(ws, ["bridge:k1"], by="ben")
    history = services.citation(ws, "bridge:k1").history

    assert 1 == run.changed
    assert [("ben", CheckStatus.MISMATCH, 2), ("ann", CheckStatus.GROUNDED, 1)] == [
        (point.by, point.status, point.report) for point in history
    ]
    assert first == ws.store.report(1) != ws.store.report(2)
    assert first is not None
    assert 1 == len({point.config_digest for point in history})


@pytest.mark.parametrize("change", ["UPDATE {table} SET number = 7", "DELETE FROM {table}"])
@pytest.mark.parametrize("table", ["verification_report", "citation_check", "attachment", "recorded_judgement"])
def test_the_database_refuses_to_change_or_remove_what_was_found(
    ws: Workspace, cited: Case, table: str, change: str
) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    services.judge(ws, claim_uid="bridge:c1", axis="support", value="supported", citation_id="k1", by="ann")

    with pytest.raises(DBAPIError, match="append-only"), ws.store.database.engine.begin() as connection:
        connection.execute(text(change.format(table=table)))


def test_a_stopped_run_keeps_what_it_checked(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    told: list[tuple[int, int]] = []

    def once(done: int, total: int) -> bool:
        told.append((done, total))
        return False

    run = services.verify_citations(ws, CitationFilter(), by="ann", progress=once)

    assert (True, 1, 3) == (run.stopped, run.checked, run.citations)
    assert (1, 3) == told[0]
    assert 2 == services.citation_counts(ws).by_status[NOT_CHECKED]


def test_progress_ends_at_the_whole(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    told: list[tuple[int, int]] = []
    services.verify_citations(ws, CitationFilter(), by="ann", progress=lambda *now: told.append(now) or True)

    assert (3, 3) == told[-1]
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_a_stated_state_holds_until_it_is_checked_and_never_beyond_the_check(ws: Workspace, cited: Case) -> None:
    evidence = (replace(cited.evidence[0], state=EvidenceState.SUPPORTED), *cited.evidence[1:])
    put(ws, replace(cited, evidence=evidence))
    before = states(ws)["e1"]
    services.attach(ws, "bridge", [("a.html", OTHER)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    failed = states(ws)["e1"]
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")

    assert ("supported", "cited", "verified") == (before, failed, states(ws)["e1"])


def test_a_judgement_promotes_a_verified_passage_and_nothing_else(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.judge(ws, claim_uid="bridge:c1", axis="support", value="supported", evidence_id="e1", by="ann")
    unchecked = states(ws)["e1"]
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    checked = states(ws)["e1"]
    services.judge(ws, claim_uid="bridge:c1", axis="support", value="unsupported", citation_id="k1", by="ben")

    assert ("cited", "supported", "verified") == (unchecked, checked, states(ws)["e1"])


def test_an_imported_judgement_promotes_too_and_a_persons_word_goes_before_a_models(ws: Workspace, cited: Case) -> None:
    by_model = Judgement("j1", "c1", "support", "supported", "entailment", "e1", model="nli-2", at="2026-01-01")
    put(ws, replace(cited, judgements=(by_model,)))
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    modelled = states(ws)["e1"]
    services.judge(ws, claim_uid="bridge:c1", axis="support", value="contradicted", citation_id="k1", by="ann")

    assert ("supported", "verified") == (modelled, states(ws)["e1"])


def test_lists_follow_the_checks_where_the_floor_asks_for_them(ws: Workspace, cited: Case) -> None:
    put(ws, replace(cited, policy=Policy(name="strict", floor=EvidenceState.VERIFIED)))
    before = ws.store.summary("bridge:c1").items
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    checked = ws.store.summary("bridge:c1").items
    services.detach(ws, "bridge", "s1", by="ann")

    assert (0, 1, 0) == (before, checked, ws.store.summary("bridge:c1").items)


def test_a_past_day_has_the_checks_files_and_judgements_of_that_day(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    moments = [ws.store.moment()]
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")
    moments.append(ws.store.moment())
    services.judge(ws, claim_uid="bridge:c1", axis="support", value="supported", citation_id="k1", by="ann")
    moments.append(ws.store.moment())
    services.detach(ws, "bridge", "s1", by="ann")
    moments.append(ws.store.moment())
    services.attach(ws, "bridge", [("a.html", OTHER)], source_id="s1", by="ann")
    services.verify_citations(ws, ["bridge:k1"], by="ann")

    then = [services.claim_as_of(ws, "bridge:c1", at).dossier.evidence[0].state.value for at in moments]

    assert ["cited", "verified", "supported", "cited"] == then


def test_the_history_of_a_claim_names_the_checks_that_moved_it(ws: Workspace, cited: Case) -> None:
    put(ws, replace(cited, policy=Policy(name="strict", floor=EvidenceState.VERIFIED)))
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, CitationFilter(), by="ann")
    points = services.claim_history(ws, "bridge:c1")

    assert ["check", "import"] == [point.kind for point in points]
    assert "check: citations checked" == points[0].what


def test_what_was_done_stands_in_the_record(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.attach(ws, "bridge", [("a.html", PAGE)], source_id="s1", by="ann")
    services.verify_citations(ws, CitationFilter(), by="ben")
    services.judge(ws, claim_uid="bridge:c1", axis="support", value="supported", citation_id="k1", by="cy")
    services.detach(ws, "bridge", "s1", by="dee")
    lines = services.audit(ws).rows

    assert [
        ("dee", "file detached", "bridge:s1"),
        ("cy", "meaning judged", "bridge:c1"),
        ("ben", "citations checked", "bridge"),
        ("ann", "files attached", "bridge"),
    ] == [(found.by, found.kind, found.subject) for found in lines[:4]]
    assert "1 grounded" in lines[2].says
    assert "2 error" in lines[2].says
    assert services.verify(ws).whole


def test_citations_are_found_by_status_reason_claim_source_and_words(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    services.verify_citations(ws, ["bridge:k1", "bridge:k2"], by="ann")
    asked = {
        "grounded": CitationFilter(status="grounded"),
        "unchecked": CitationFilter(status=NOT_CHECKED),
        "missing": CitationFilter(reason="source_missing"),
        "claim": CitationFilter(claim_uid="bridge:c2"),
        "answer": CitationFilter(answer_uid="bridge:a1"),
        "source": CitationFilter(source_id="s3", dataset="bridge"),
        "words": CitationFilter(search="QUAY blog"),
        "quote": CitationFilter(search="never_closed"),
        "text": CitationFilter(search="nineteen-thirties"),
        "both": CitationFilter(search="bridge", stale_only=True),
    }
    found = {name: [one.uid for one in services.citations(ws, wanted).rows] for name, wanted in asked.items()}

    assert {
        "grounded": ["bridge:k1"],
        "unchecked": ["bridge:k3"],
        "missing": ["bridge:k2"],
        "claim": ["bridge:k3"],
        "answer": ["bridge:k1", "bridge:k2", "bridge:k3"],
        "source": ["bridge:k2"],
        "words": ["bridge:k2"],
        "quote": [],
        "text": ["bridge:k2"],
        "both": [],
    } == found
    assert {name: len(uids) for name, uids in found.items()} == {
        name: services.citations(ws, wanted).total for name, wanted in asked.items()
    }


def test_counts_keep_to_the_filter_but_not_to_its_status(ws: Workspace, cited: Case) -> None:
    put(ws, cited)
    put(ws, replace(cited, dataset="quay"))
    services.verify_citations(ws, CitationFilter(dataset="bridge"), by="ann")
    counts = services.citation_counts(ws, CitationFilter(dataset="bridge", status="grounded"))

    assert (3, 1, 2, 0) == (
        counts.total,
        counts.by_status["grounded"],
        counts.by_status["error"],
        counts.by_status[NOT_CHECKED],
    )
    assert {"source_missing": 2} == dict(counts.by_reason)
    assert 2 == services.citation_counts(ws, CitationFilter(dataset="quay", search="bridge")).by_status[NOT_CHECKED]


@pytest.mark.parametrize(
    "ask",
    [
        lambda ws: services.citation(ws, "bridge:none"),
        lambda ws: services.citations(ws, CitationFilter(dataset="none")),
        lambda ws: services.citations(ws, CitationFilter(claim_uid="bridge:none")),
        lambda ws: services.verify_citations(ws, ["bridge:none"], by="ann"),
        lambda ws: services.claim_checks(ws, "bridge:none"),
        lambda ws: services.judgements(ws, "bridge:none"),
        lambda ws: services.citation_quality(ws, answer_uid="bridge:none"),
        lambda ws: services.attachments(ws, "none"),
        lambda ws: services.detach(ws, "bridge", "s1", by="ann"),
        lambda ws: services.attach(ws, "bridge", [("a", b"a")], source_id="none", by="ann"),
        lambda ws: services.judge(
            ws, claim_uid="bridge:c1", axis="support", value="supported", citation_id="k3", by="ann"
        ),
    ],
)
def test_what_is_not_there_is_named(ws: Workspace, cited: Case, ask: Callable[[Workspace], object]) -> None:
    put(ws, cited)

    with pytest.raises(UnknownId):
        ask(ws)


def test_a_later_file_that_only_names_a_record_does_not_overwrite_it(ws: Workspace) -> None:
    first = b"""{"type": "answer", "id": "a1", "text": "Silt rose. Eels fell."}
{"type": "claim", "id": "c1", "text": "Silt rose.", "answer_id": "a1"}
{"type": "claim", "id": "c2", "text": "Eels fell.", "answer_id": "a1"}
{"type": "source", "id": "s1", "title": "Atlas", "text": "Silt rose in May."}"""
    second = b"""{"type": "evidence", "id": "e1", "claim_id": "c1", "source_id": "s1", "text": "Silt rose in May."}
{"type": "citation", "id": "k1", "claim_id": "c1", "source_id": "s1", "evidence_id": "e1", "expected_text": "Silt"}"""
    services.import_file(ws, first, "claims.jsonl", dataset="silt", by="ann")
    report = services.import_file(ws, second, "evidence.jsonl", dataset="silt", by="ann")
    found = ws.store.dossier("silt:c1")

    assert (0, 2) == (report.changed, report.added)
    assert ("Silt rose.", "a1", "Atlas") == (found.claim.text, found.claim.answer_id, found.sources[0].title)
    assert found.answer is not None
    again = services.import_file(ws, first, "claims.jsonl", dataset="silt", by="ann")
    assert 0 == again.changed
