"""Files for sources, checks over them, judgements and what citations are worth: the use cases, on SQLite."""

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from core import services
from core.checked import CheckStatus, CitationFilter, MatchedBy, Reason
from core.errors import InvalidInput, InvalidParameter, PermissionDenied
from core.fingerprint import digest_bytes
from core.services.workspace import Workspace
from core.verification import verifiers
from core.verification.citations import CitationSet, CitedClaim, Locator
from core.verification.config import HEADWATER, TextNormalization, VerificationConfig
from core.verification.grounding.text import represent
from core.verification.grounding.types import ReadLimits, Unreadable
from core.verification.index import SourceIndex
from core.verification.reading.process import ReadingProcess
from core.verification.verifiers import verifier_for
from core.verification.vocabulary import ClaimKind
from core.work import Role

QUOTE = "The weir at Orrin was raised by forty centimetres in 1962."
PAGE = f"<html><body><p>{QUOTE} It has not been raised since.</p></body></html>".encode()
PINNED = b"Minutes of the board: the weir stays as it is, it was agreed by all."


def package(**changes: Any) -> bytes:
    """A data set of one answer with three claims; two are cited."""
    plain = {
        "schema": "headwater-evidence-package/1",
        "dataset": "orrin",
        "answers": [{"id": "a1", "text": "The weir was raised [1]. It stays [2]. Eels pass."}],
        "claims": [
            {"id": "c1", "text": "The weir was raised.", "answer_id": "a1"},
            {"id": "c2", "text": "It stays.", "answer_id": "a1"},
            {"id": "c3", "text": "Eels pass.", "answer_id": "a1"},
        ],
        "sources": [
            {
                "id": "history",
                "title": "A history of the weir",
                "url": "https://orrin.example/pages/weir%20history.html",
            },
            {"id": "minutes", "title": "Minutes", "fingerprint": digest_bytes(PINNED)},
            {"id": "twin-1", "title": "Leaflet"},
            {"id": "twin-2", "title": "leaflet"},
        ],
        "evidence": [
            {"id": "e1", "claim_id": "c1", "source_id": "history", "text": QUOTE},
            {"id": "e2", "claim_id": "c2", "source_id": "minutes", "text": "it was agreed by all"},
        ],
        "citations": [
            {"id": "k1", "claim_id": "c1", "source_id": "history", "evidence_id": "e1", "expected_text": QUOTE},
            {
                "id": "k2",
                "claim_id": "c2",
                "source_id": "minutes",
                "evidence_id": "e2",
                "expected_text": "the weir stays as it is, it was agreed by all",
            },
        ],
    }
    return json.dumps(plain | changes).encode()


@pytest.fixture
def ws(empty_store: Workspace) -> Workspace:
    """A workspace with the data set in it."""
    services.import_file(empty_store, package(), "orrin.json", by="ann")
    return empty_store


def attach(ws: Workspace, *files: tuple[str, bytes], source: str | None = None) -> list[tuple[str | None, str]]:
    """Source and reason of refusal of each file."""
    found = services.attach(ws, "orrin", files, source_id=source, by="ann")
    return [(one.source_id if one.attachment is not None else None, one.refused) for one in found]


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("history.html", "history"),
        ("HISTORY", "history"),
        ("A history of the weir.pdf.html", None),
        ("A history of the weir.html", "history"),
        ("weir history.html", "history"),
        ("C:\\files\\weir history.HTML", "history"),
        ("something else.html", None),
        ("leaflet.html", None),
    ],
)
def test_a_file_finds_its_source_by_id_title_or_address_where_one_fits(
    ws: Workspace, name: str, source: str | None
) -> None:
    ((found, refused),) = attach(ws, (name, PAGE))

    assert (source, source is None) == (found, bool(refused))


def test_bytes_the_data_name_go_before_any_name(ws: Workspace) -> None:
    (found,) = services.attach(ws, "orrin", [("history.txt", PINNED)], by="ann")

    assert found.attachment is not None
    assert ("minutes", MatchedBy.FINGERPRINT) == (found.source_id, found.attachment.matched_by)


def test_bytes_that_a_citation_was_made_with_are_its_sources(ws: Workspace) -> None:
    cited = b"An earlier printing of the leaflet, with another cover."
    citation = {"id": "k9", "claim_id": "c1", "source_id": "twin-2", "expected_text": "An earlier printing"}
    pinned = package(citations=[citation | {"expected_fingerprint": "sha256:" + digest_bytes(cited)}])
    services.import_file(ws, pinned, "orrin.json", by="ann")

    assert [("twin-2", "")] == attach(ws, ("scan-0001.txt", cited))


def test_two_files_for_one_source_are_both_refused(ws: Workspace) -> None:
    found = attach(ws, ("history.html", PAGE), ("History.txt", b"Some other text."))

    assert [None, None] == [source for source, _ in found]
    assert all("fits 'history' as well" in refused for _, refused in found)


def test_an_ambiguous_name_says_between_what(ws: Workspace) -> None:
    ((_, refused),) = attach(ws, ("leaflet.txt", b"A text."))

    assert "the name fits 2 sources; choose one of 'twin-1', 'twin-2'" == refused


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("history.pdf", b"no PDF at all", "named like a PDF and is not one"),
        ("history.docx", b"%PDF-1.7\n", "named like a Word file and is not one"),
        ("history.html", b"", "the file is empty"),
        ("history.bin", b"\x7fELF\0\0\0\0", "a binary file of a kind we do not read"),
        ("history.zip", b"PK\x03\x04 broken", "the archive is damaged"),
    ],
)
def test_a_file_that_is_not_what_it_says_is_refused(ws: Workspace, name: str, data: bytes, why: str) -> None:
    ((source, refused),) = attach(ws, (name, data), source="history")

    assert source is None
    assert why in refused
    assert () == services.attachments(ws, "orrin")


def test_a_file_that_is_too_large_is_refused(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["core.services.attachments"]
    monkeypatch.setattr(module, "ReadLimits", lambda: ReadLimits(max_bytes=10))
    ((source, refused),) = attach(ws, ("history.html", PAGE))

    assert (None, f"the file has {len(PAGE):,} bytes; at most 10 are kept") == (source, refused)


@pytest.mark.parametrize(
    "name",
    [
        "../../etc/passwd",
        "/etc/passwd",
        "CON",
        "nul.txt",
        "https://evil.example/x.html",
        "a\0b",
        "",
        "x" * 5000 + ".html",
    ],
)
def test_a_name_is_a_label_and_never_a_place(ws: Workspace, home: Path, name: str) -> None:
    before = {path for path in home.parent.rglob("*") if path.is_file()}
    ((source, refused),) = attach(ws, (name, PAGE), source="history")
    (found,) = services.attachments(ws, "orrin")
    made = {path for path in home.parent.rglob("*") if path.is_file()} - before

    assert ("history", "") == (source, refused)
    assert len(found.name) <= 255
    assert [home / "artifacts" / digest_bytes(PAGE)] == sorted(path for path in made if path.suffix == "")
    assert CheckStatus.GROUNDED is _checked(ws).status


def _checked(ws: Workspace, uid: str = "orrin:k1") -> Any:
    services.verify_citations(ws, [uid], by="ann")
    return services.citation(ws, uid).line


def test_a_chosen_source_takes_one_file(ws: Workspace) -> None:
    with pytest.raises(InvalidInput, match="a chosen source takes one file, got 2"):
        attach(ws, ("a.html", PAGE), ("b.html", PAGE), source="history")


def test_the_same_bytes_are_kept_once_and_the_same_file_changes_nothing(ws: Workspace, home: Path) -> None:
    attach(ws, ("history.html", PAGE))
    revision = ws.store.revision()
    attach(ws, ("history.html", PAGE))

    assert revision == ws.store.revision()
    assert 1 == len(list((home / "artifacts").iterdir()))


@pytest.mark.parametrize("how", ["changed", "gone", "a link"])
def test_a_kept_file_that_is_not_what_was_attached_proves_nothing(ws: Workspace, home: Path, how: str) -> None:
    attach(ws, ("history.html", PAGE))
    place = home / "artifacts" / digest_bytes(PAGE)
    place.unlink()
    if how == "changed":
        place.write_bytes(PAGE + b" ")
    elif how == "a link":
        (home / "elsewhere").write_bytes(PAGE)
        os.symlink(home / "elsewhere", place)
    found = _checked(ws)

    assert (CheckStatus.ERROR, Reason.SOURCE_MISSING) == (found.status, found.reason)
    assert "cited" == ws.store.dossier("orrin:c1").evidence[0].state


def test_a_second_run_reads_no_file_again(ws: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    attach(ws, ("history.html", PAGE))
    _checked(ws)

    def never(*_: object) -> None:
        raise AssertionError("the file is read again")

    monkeypatch.setattr("core.verification.reading.process.ReadingProcess._start", never)

    assert CheckStatus.GROUNDED is _checked(ws).status


def test_a_fault_of_one_check_and_a_time_out_of_another_are_errors_apart(
    ws: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """[VER-29] One raises, one times out: both apart from pass and fail, listed as not checked, never verified."""
    attach(ws, ("history.html", PAGE), ("minutes.txt", PINNED))
    real = verifiers.check

    def failing(index: Any, number: int, claim: Any, citations: Any) -> Any:
        if claim.text == QUOTE:
            raise ZeroDivisionError
        return real(index, number, claim, citations)

    def slow(self: Any, artifact: Any, format: str | None = None) -> Any:
        if artifact.data == PINNED:
            raise Unreadable(Reason.LIMITS_EXCEEDED, "reading it takes longer than 60 seconds")
        return read(self, artifact, format)

    read = ReadingProcess.read
    monkeypatch.setattr(verifiers, "check", failing)
    monkeypatch.setattr(ReadingProcess, "read", slow)
    run = services.verify_citations(ws, CitationFilter(), by="ann")
    lines = {line.uid: line for line in services.citations(ws).rows}

    assert (2, {"error": 2}, 2) == (run.checked, dict(run.by_status), run.not_checked)
    assert Reason.CHECK_FAILED is lines["orrin:k1"].reason
    assert Reason.LIMITS_EXCEEDED is lines["orrin:k2"].reason
    assert "longer than 60 seconds" in lines["orrin:k2"].summary
    assert 0 == services.citation_counts(ws).by_status["grounded"]
    assert {"cited"} == {item.state.value for dossier in ws.store.dossiers() for item in dossier.evidence}


# Judgements


def judged(ws: Workspace, value: str = "supported", **more: Any) -> Any:
    said = {"claim_uid": "orrin:c1", "axis": "support", "value": value, "by": "ann", "citation_id": "k1"}
    return services.judge(ws, **(said | more))


def test_a_judgement_keeps_who_by_what_and_how_far_to_be_trusted(ws: Workspace) -> None:
    judged(ws, model="nli-2", rubric="desk rubric 2", calibration="0.9 on 200 pairs", reason="It says so.")
    (found,) = services.judgements(ws, "orrin:c1")

    assert ("ann", "nli-2", "desk rubric 2", "0.9 on 200 pairs", "It says so.", "person") == (
        *(found.judge, found.model, found.rubric, found.calibration, found.reason),
        found.kind,
    )


def test_a_later_word_of_the_same_person_counts_and_the_earlier_one_stays(ws: Workspace) -> None:
    attach(ws, ("history.html", PAGE))
    _checked(ws)
    judged(ws, "unsupported")
    judged(ws, "supported")

    assert ["supported", "unsupported"] == [said.value for said in services.judgements(ws, "orrin:c1")]
    assert "supported" == ws.store.dossier("orrin:c1").evidence[0].state


@pytest.mark.parametrize(
    ("axis", "value", "what"),
    [
        ("grounding", "grounded", "axis"),
        ("taste", "fine", "axis"),
        ("support", "direct_answer", "value"),
        ("relevance", "supported", "value"),
    ],
)
def test_grounding_is_never_judged_and_each_axis_has_its_words(ws: Workspace, axis: str, value: str, what: str) -> None:
    with pytest.raises(InvalidParameter, match=what):
        judged(ws, value, axis=axis)


def test_a_judgement_rewrites_no_check(ws: Workspace) -> None:
    before = _checked(ws)
    judged(ws, "contradicted")

    assert before == services.citation(ws, "orrin:k1").line


def test_precision_and_completeness_count_what_was_judged_to_support(ws: Workspace) -> None:
    """[TOUCH] Supporting citations / citations; supported claims / claims that need evidence."""
    attach(ws, ("history.html", PAGE), ("minutes.txt", PINNED))
    services.verify_citations(ws, CitationFilter(), by="ann")
    before = services.citation_quality(ws, dataset="orrin")
    judged(ws)
    judged(ws, "unsupported", claim_uid="orrin:c2", citation_id="k2")
    after = services.citation_quality(ws, answer_uid="orrin:a1")

    assert (None, "nobody has judged one of its citations") == (before.precision.value, before.precision.reason)
    assert (0.5, 2, 1 / 3, 3, 2, 2) == (
        *(after.precision.value, after.precision_n, after.completeness.value, after.completeness_n),
        *(after.judged, after.total),
    )


def test_a_citation_that_is_absent_lowers_precision_without_a_judgement(ws: Workspace) -> None:
    attach(ws, ("history.html", b"<html><body><p>Nothing of the kind.</p></body></html>"))
    _checked(ws)

    assert 0.0 == services.citation_quality(ws, claim_uid="orrin:c1").precision.value


def test_a_claim_without_citations_has_no_precision(ws: Workspace) -> None:
    found = services.citation_quality(ws, claim_uid="orrin:c3")

    assert (None, "there are no citations", 0) == (found.precision.value, found.precision.reason, found.precision_n)
    assert (0.0, 1) == (found.completeness.value, found.completeness_n)


def test_a_claim_that_needs_no_evidence_is_no_part_of_completeness(ws: Workspace) -> None:
    claims = [{"id": "c1", "text": "Good morning.", "needs_evidence": False}]
    services.import_file(ws, package(dataset="other", claims=claims, evidence=[], citations=[]), "other.json", by="ann")
    found = services.citation_quality(ws, dataset="other")

    assert (None, "no claim needs evidence", 0) == (
        *(found.completeness.value, found.completeness.reason),
        found.completeness_n,
    )


# Who may


@pytest.mark.parametrize(
    "deed",
    [
        lambda ws, by: services.attach(ws, "orrin", [("history.html", PAGE)], by=by),
        lambda ws, by: services.detach(ws, "orrin", "history", by=by),
        lambda ws, by: services.verify_citations(ws, CitationFilter(), by=by),
        lambda ws, by: judged(ws, by=by),
    ],
)
def test_a_reader_changes_nothing_and_a_reviewer_may(ws: Workspace, deed: Callable[[Workspace, str], object]) -> None:
    attach(ws, ("history.html", PAGE))
    team = Workspace(ws.store, team=True, admins=frozenset({"boss"}))
    services.set_role(team, "ben", Role.REVIEWER, by="boss")
    revision = ws.store.revision()
    with pytest.raises(PermissionDenied, match="that takes a reviewer"):
        deed(team, "rita")

    assert revision == ws.store.revision()
    deed(team, "ben")


# Pictures


def test_the_page_of_a_grounded_quote_is_shown_with_its_lines_boxed(sample_store: Workspace) -> None:
    picture = services.page_picture(sample_store, "northwire-quay:quay-overtopped.tide-survey.cite")
    again = services.page_picture(sample_store, "northwire-quay:quay-overtopped.tide-survey.cite")

    assert picture is not None
    assert picture == again
    assert b"\x89PNG" == picture.png[:4]
    assert (918, 1188, 1, 2) == (picture.width, picture.height, picture.page, len(picture.boxes))
    assert all(0 <= x0 < x1 <= picture.width and 0 <= y0 < y1 <= picture.height for x0, y0, x1, y1 in picture.boxes)
    assert services.page_picture(sample_store, "northwire-quay:quay-closes-in-may.notice.cite") is None
    scan = services.page_picture(sample_store, "northwire-quay:quay-closes-in-may.minutes.cite")
    assert scan is not None
    assert () == scan.boxes


# Signs


def _check(source: str, text: str, profile: TextNormalization, locator: Locator | None = None) -> Any:
    config = VerificationConfig(config_version="test", text_normalization=profile, house=HEADWATER.house)
    claim = CitedClaim(ClaimKind.QUOTE, text, locator) if locator is not None else CitedClaim(ClaimKind.QUOTE, text)
    index = SourceIndex(represent(source, None), config)
    return verifier_for(config).verify(index, CitationSet((claim,))).checks[0]


def test_the_width_of_signs_counts_for_nothing_where_that_was_asked_for() -> None:
    """[I18-03] Full-width digits and marks; by default they are told from the others."""
    source, quote = "２０２４年，产量为１２．５％。", "2024年,产量为12.5%"

    assert CheckStatus.GROUNDED is _check(source, quote, TextNormalization.TYPOGRAPHIC_V1).status
    assert CheckStatus.MISMATCH is _check(source, quote, TextNormalization.SAFE_V1).status


def test_a_span_is_counted_in_code_points() -> None:
    """[I18-05] A sign outside the basic plane is one."""
    found = _check("💧 level 3 m", "level 3 m", TextNormalization.SAFE_V1, Locator(chars=(2, 11)))

    assert (CheckStatus.GROUNDED, "level 3 m") == (found.status, found.evidence.quoted)
