"""What checks amount to: promotion, release, verdicts, proof, and how all of it is said."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from core.errors import InvalidInput
from core.model import Answer, Case, Citation, Claim, Evidence, Source
from core.states import EvidenceState
from core.verification.case_citations import cited_claim, fingerprint_of, requests_of
from core.verification.citations import CitationSet, CitedClaim, InvalidCitations, Locator, read_citations
from core.verification.config import CONTRACT, HEADWATER, HouseRules, InvalidConfig, config_from_dict
from core.verification.exchange import report_as_dict, report_digest
from core.verification.failures import failed_report
from core.verification.grounding.text import represent
from core.verification.index import SourceIndex
from core.verification.matching.differences import differences
from core.verification.promotion import (
    LowRiskRule,
    PromotionPolicy,
    SemanticJudgement,
    promote,
    verdict,
)
from core.verification.proof import proof_status, summarise
from core.verification.records import Check, Report
from core.verification.release import InvalidJudgement, JudgedClaim, app_status, decide, release_decision
from core.verification.report_reading import report_from_dict
from core.verification.verifiers import VERIFIERS, verifier_for
from core.verification.vocabulary import (
    Advisory,
    CapabilityLimit,
    CheckStatus,
    CitationVerdict,
    ClaimKind,
    ClaimSupport,
    ClaimType,
    MatchMethod,
    ProofStatus,
    Reason,
    ReleaseAction,
    ReleaseReason,
    Relevance,
    ReviewState,
    Synthesis,
)
from core.verification.wording import LIMIT_WORDS, REASON_WORDS, REMEDIES, STATUS_WORDS, describe
from dashboard.cli import main

TEXT = "Backups are kept for 90 days. Nobody may shorten this."


def report(*texts: str, text: str = TEXT) -> Report:
    claims = tuple(CitedClaim(ClaimKind.QUOTE, quote) for quote in texts)
    return VERIFIERS["headwater"].verify(SourceIndex(represent(text, None), HEADWATER), CitationSet(claims))


def pair(quote: str = "Backups are kept for 90 days.", **more: Any) -> tuple[Check, Report]:
    found = report(quote, **more)
    return found.checks[0], found


SUPPORTED = SemanticJudgement(ClaimSupport.SUPPORTED, "ada", "2026-01-01T00:00:00Z")
BY_MODEL = SemanticJudgement(ClaimSupport.SUPPORTED, "nli", "2026-01-01T00:00:00Z", model="nli-1")
CONTRADICTED = SemanticJudgement(ClaimSupport.CONTRADICTED, "ada", "2026-01-02T00:00:00Z")
FULL: dict[str, Any] = {
    "relevance": Relevance.DIRECT_ANSWER, "claim_type": ClaimType.SOURCE_FACT, "approved_by": "lead",
}  # fmt: skip


def test_each_step_needs_its_own_record() -> None:
    policy = PromotionPolicy()

    assert ReviewState.RETRIEVED_CANDIDATE is promote(pair(), [SUPPORTED], policy, cited=False, **FULL).state
    assert ReviewState.CITATION_PROPOSED is promote(None, [SUPPORTED], policy, **FULL).state
    assert ReviewState.GROUNDING_VERIFIED is promote(pair(), [], policy, **FULL).state
    assert ReviewState.SEMANTICALLY_SUPPORTED is promote(pair(), [SUPPORTED], policy).state
    done = promote(pair(), [SUPPORTED], policy, **FULL)
    assert ReviewState.RELEASE_APPROVED is done.state
    assert ["retrieval", "the answer"] == [step.by for step in done.steps[:2]]
    assert "check v0001 by headwater" in done.steps[2].by
    assert EvidenceState.SUPPORTED is done.evidence_state


@pytest.mark.parametrize(
    ("quote", "text"),
    [
        ("Backups are kept for 9 days.", TEXT),
        ("Backups are kept for 90 days.", ""),
        ("Backups", TEXT),
        ("", TEXT),
    ],
)
def test_nothing_but_grounded_promotes(quote: str, text: str) -> None:
    found = promote(pair(quote, text=text), [SUPPORTED], PromotionPolicy(), **FULL)

    assert ReviewState.CITATION_PROPOSED is found.state
    assert "its check ended in" in found.blocked_by


@pytest.mark.parametrize(
    "reason", [Reason.SOURCE_MISSING, Reason.PARSE_FAILED, Reason.LIMITS_EXCEEDED, Reason.PASSWORD_REQUIRED]
)
def test_a_source_that_cannot_be_read_promotes_nothing(reason: Reason) -> None:
    citations = CitationSet((CitedClaim(ClaimKind.QUOTE, TEXT),))
    failed = failed_report(VERIFIERS["headwater"].identity, HEADWATER, citations, reason, "why")

    found = promote((failed.checks[0], failed), [SUPPORTED], PromotionPolicy(), **FULL)

    assert ReviewState.CITATION_PROPOSED is found.state
    assert not failed.all_evidence_grounded


def test_the_last_judgement_counts_and_a_model_may_not_be_enough() -> None:
    people_only = PromotionPolicy(human_support_only=True)

    assert ReviewState.GROUNDING_VERIFIED is promote(pair(), [SUPPORTED, CONTRADICTED], PromotionPolicy()).state
    assert ReviewState.GROUNDING_VERIFIED is promote(pair(), [BY_MODEL], people_only).state
    assert ReviewState.SEMANTICALLY_SUPPORTED is promote(pair(), [BY_MODEL], PromotionPolicy()).state


def test_an_exception_is_named_and_stands_in_the_steps() -> None:
    rule = LowRiskRule("weather", "low", ReviewState.SEMANTICALLY_SUPPORTED, "small talk needs no judge")
    policy = PromotionPolicy(exceptions=(rule,))

    low = promote(pair(), [], policy, risk="low", **FULL)
    high = promote(pair(), [], policy, risk="high", **FULL)

    assert "exception weather: small talk needs no judge" in [step.by for step in low.steps]
    assert (ReviewState.RELEASE_APPROVED, ReviewState.GROUNDING_VERIFIED) == (low.state, high.state)


def test_a_blocking_advisory_waits_for_a_person() -> None:
    claim = CitedClaim(
        ClaimKind.QUOTE, "Backups are kept for 90 days.", source_date="2026-01-02", answer_date="2026-01-01"
    )
    found = VERIFIERS["headwater"].verify(SourceIndex(represent(TEXT, None), HEADWATER), CitationSet((claim,)))

    alone = promote((found.checks[0], found), [SUPPORTED], PromotionPolicy())
    seen = promote((found.checks[0], found), [SUPPORTED], PromotionPolicy(), reviewed_by="ada")

    assert "source_newer_than_answer" in alone.blocked_by
    assert (ReviewState.CITATION_PROPOSED, ReviewState.SEMANTICALLY_SUPPORTED) == (alone.state, seen.state)


def test_a_policy_may_ask_for_a_version() -> None:
    source = represent(TEXT, "sha256:" + "a" * 64)
    claims = (CitedClaim(ClaimKind.QUOTE, "Backups are kept for 90 days."),)
    index = SourceIndex(source, HEADWATER)
    pinned, free = (VERIFIERS["headwater"].verify(index, CitationSet(claims, pin)) for pin in (source.artifact, None))
    policy = PromotionPolicy(need_pin=True)

    assert ReviewState.GROUNDING_VERIFIED is promote((pinned.checks[0], pinned), [], policy).state
    assert ReviewState.CITATION_PROPOSED is promote((free.checks[0], free), [], policy).state
    assert Advisory.UNPINNED_CITATION in free.checks[0].warnings


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"relevance": Relevance.UNRELATED}, "grounded_but_irrelevant"),
        ({"claim_type": ClaimType.UNSUPPORTED}, "unsupported_claim"),
        ({"approved_by": None}, "nobody approved"),
        ({"relevance": None}, "was not judged"),
    ],
)
def test_a_release_needs_relevance_kind_and_a_person(more: dict[str, Any], words: str) -> None:
    found = promote(pair(), [SUPPORTED], PromotionPolicy(), **{**FULL, **more})

    assert ReviewState.SEMANTICALLY_SUPPORTED is found.state
    assert words in found.blocked_by


RELEASES = [
    (True, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, None, "show_final", "certified"),
    (True, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, ClaimSupport.SUPPORTED, "show_final", "certified"),
    (True, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, ClaimSupport.NOT_EVALUATED, "needs_review",
     "claim_support_not_evaluated"),
    (True, Relevance.SUPPORTS_ANSWER, ClaimType.SYNTHESIS, ClaimSupport.SUPPORTED, "needs_review",
     "supported_synthesis_needs_review"),
    (True, Relevance.BACKGROUND_ONLY, ClaimType.SOURCE_FACT, None, "block", "grounded_but_irrelevant"),
    (True, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, ClaimSupport.UNSUPPORTED, "block", "unsupported_claim"),
    (True, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, ClaimSupport.CONTRADICTED, "block", "contradicted_claim"),
    (False, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, ClaimSupport.SUPPORTED, "block",
     "cannot_answer_from_sources"),
    (False, Relevance.DIRECT_ANSWER, ClaimType.SOURCE_FACT, ClaimSupport.CONTRADICTED, "block", "contradicted_claim"),
]  # fmt: skip


@pytest.mark.parametrize(("grounded", "relevance", "kind", "support", "action", "reason"), RELEASES)
def test_a_claim_is_shown_only_where_all_axes_allow_it(
    grounded: bool, relevance: Relevance, kind: ClaimType, support: ClaimSupport | None, action: str, reason: str
) -> None:
    assert (ReleaseAction(action), ReleaseReason(reason)) == release_decision(grounded, relevance, kind, support)


def judged(**more: Any) -> JudgedClaim:
    return JudgedClaim(
        **{"id": "c", "text": "x", "relevance": Relevance.DIRECT_ANSWER, "claim_type": ClaimType.SOURCE_FACT,
           "check_ids": ("v0001",), **more}
    )  # fmt: skip


@pytest.mark.parametrize(
    "claims",
    [
        [judged(), judged()],
        [judged(check_ids=("v0009",))],
        [judged(check_ids=())],
        [judged(citation_grounded=False)],
        [judged(claim_type=ClaimType.UNSUPPORTED)],
    ],
    ids=["same id", "unknown check", "no checks", "contradicts its checks", "unsupported and grounded"],
)
def test_labels_that_contradict_the_checks_are_refused(claims: list[JudgedClaim]) -> None:
    with pytest.raises(InvalidJudgement):
        decide(claims, summarise(report("Backups are kept for 90 days.")))


@pytest.mark.parametrize(
    ("supports", "status"),
    [
        ([ClaimSupport.SUPPORTED], "certified"),
        ([ClaimSupport.SUPPORTED, ClaimSupport.UNSUPPORTED], "partial_certified"),
        ([ClaimSupport.NOT_EVALUATED], "claim_support_needs_review"),
        ([ClaimSupport.CONTRADICTED], "claim_support_rejected"),
    ],
)
def test_an_answer_has_one_word_for_its_claims(supports: list[ClaimSupport], status: str) -> None:
    claims = [judged(id=str(n), support=support) for n, support in enumerate(supports)]

    assert status == app_status(decide(claims, summarise(report("Backups are kept for 90 days."))))


def test_calculated_and_inferred_claims_are_syntheses() -> None:
    assert [ClaimType.SOURCE_FACT, ClaimType.SYNTHESIS, ClaimType.SYNTHESIS, ClaimType.UNSUPPORTED] == [
        word.claim_type for word in Synthesis
    ]


def test_a_claim_is_verified_only_if_every_citation_is() -> None:
    good, bad = pair(), pair("Backups are kept for 9 days.")

    assert ProofStatus.VERIFIED is proof_status([good, good])
    assert ProofStatus.PARTIALLY_VERIFIED is proof_status([good, bad])
    assert ProofStatus.PARTIALLY_VERIFIED is proof_status([good], complete=False)
    assert ProofStatus.UNVERIFIED is proof_status([bad])
    assert ProofStatus.UNVERIFIED is proof_status([])


def test_a_citation_has_a_verdict_of_its_own() -> None:
    missing = failed_report(
        VERIFIERS["headwater"].identity, HEADWATER, CitationSet((CitedClaim(ClaimKind.QUOTE, "x"),)),
        Reason.SOURCE_MISSING, "gone",
    )  # fmt: skip
    stale = VERIFIERS["headwater"].verify(
        SourceIndex(represent(TEXT, "sha256:" + "a" * 64), HEADWATER),
        CitationSet((CitedClaim(ClaimKind.QUOTE, TEXT),), "sha256:" + "b" * 64),
    )
    good = pair()[0]

    assert CitationVerdict.NOT_EVALUATED is verdict(good, [])
    assert CitationVerdict.NOT_EVALUATED is verdict(None, [SUPPORTED])
    assert CitationVerdict.SUPPORTED is verdict(good, [SUPPORTED])
    assert CitationVerdict.CONTRADICTED is verdict(good, [SUPPORTED, CONTRADICTED])
    assert CitationVerdict.ABSENT is verdict(pair("Backups are kept for 9 days.")[0], [SUPPORTED])
    assert CitationVerdict.INACCESSIBLE is verdict(missing.checks[0], [SUPPORTED])
    assert CitationVerdict.VERSION_MISMATCHED is verdict(stale.checks[0], [SUPPORTED])


# Words.


def test_every_status_reason_and_limit_has_words() -> None:
    assert set(CheckStatus) == set(STATUS_WORDS)
    assert set(Reason) == set(REASON_WORDS)
    assert set(CapabilityLimit) == set(LIMIT_WORDS)
    assert set(REMEDIES) <= set(Reason)


def test_a_check_is_said_in_one_sentence() -> None:
    assert "Stands there." == describe(pair()[0])
    assert "“90”" in describe(pair("Backups are kept for 80 days.")[0])
    assert describe(pair("Nothing of this stands anywhere in it.")[0]).startswith(
        "The text does not stand in the source"
    )


def test_the_closest_passage_is_shown_with_what_stands_around_it_and_quotes_nothing() -> None:
    check = pair("Backups are kept for 80 days.")[0]

    assert check.evidence is not None
    assert check.evidence.quoted is None
    assert check.evidence.before or check.evidence.after


def test_texts_without_spaces_part_sign_by_sign() -> None:
    """[I18-03] A wide comma is one difference, and no number differs."""
    found = differences("产量为12.5亿吨,增长了三成", "产量为12.5亿吨，增长了三成")

    assert [(",", "，", None)] == [(one.expected, one.observed, one.flag) for one in found]


# Reports.


def test_an_extended_report_survives_its_exchange() -> None:
    given = report("Backups are kept for 90 days.", "Backups are kept for 80 days.", "Nobody")

    again = report_from_dict(json.loads(json.dumps(report_as_dict(given, extended=True))))

    assert [(c.status, c.reason, c.method, c.warnings) for c in given.checks] == [
        (c.status, c.reason, c.method, c.warnings) for c in again.checks
    ]
    assert given.checks[0].evidence is not None
    assert again.checks[0].evidence is not None
    assert given.checks[0].evidence.chars == again.checks[0].evidence.chars
    assert [c.hint for c in given.checks] == [c.hint for c in again.checks]
    assert again.checks[1].hint is not None
    assert [describe(c) for c in given.checks] == [describe(c) for c in again.checks]
    assert (given.verifier, given.claims_digest, given.config_digest, given.representation) == (
        again.verifier, again.claims_digest, again.config_digest, again.representation,
    )  # fmt: skip


@pytest.mark.parametrize("likeness", ["high", True, None])
def test_a_closest_passage_without_a_number_for_its_likeness_is_refused(likeness: object) -> None:
    plain = json.loads(json.dumps(report_as_dict(report("Backups are kept for 80 days."), extended=True)))
    plain["checks"][0]["headwater"]["hint"]["likeness"] = likeness

    with pytest.raises(InvalidInput, match="likeness must be a number"):
        report_from_dict(plain)


def test_a_report_has_a_digest_that_any_change_breaks() -> None:
    one, same, other = report(TEXT), report(TEXT), report("Backups are kept for 80 days.")

    assert report_digest(one) == report_digest(same) != report_digest(other)


def test_a_run_can_be_stopped_and_keeps_what_it_has() -> None:
    claims = CitationSet(tuple(CitedClaim(ClaimKind.QUOTE, TEXT) for _ in range(5)))
    seen: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> bool:
        seen.append((done, total))
        return done < 3

    found = VERIFIERS["headwater"].verify(SourceIndex(represent(TEXT, None), HEADWATER), claims, progress)

    assert (3, [(1, 5), (2, 5), (3, 5)]) == (len(found.checks), seen)
    assert all(check.grounded for check in found.checks)
    assert (True, False) == (found.stopped, found.all_evidence_grounded)
    again = report_from_dict(report_as_dict(found, extended=True))
    assert (True, False) == (again.stopped, again.all_evidence_grounded)
    assert not report_from_dict(report_as_dict(found)).all_evidence_grounded


# Configs and citation files.


def test_rules_of_the_house_are_part_of_the_config_and_its_digest() -> None:
    plain = HEADWATER.as_dict()

    assert HEADWATER == config_from_dict(plain)
    plain["headwater"]["min_words"] = 3
    assert config_from_dict(plain).digest != HEADWATER.digest
    assert HouseRules(min_words=3) == config_from_dict(plain).house


@pytest.mark.parametrize(
    "change",
    [
        {"claim_kinds": []},
        {"claim_kinds": ["quote", "quote"]},
        {"matching": {"text_normalization": "nfkc", "case_sensitive": True}},
        {"matching": {"text_normalization": "none"}},
        {"limits": {"max_checks": 0}},
        {"limits": {"max_checks": True}},
        {"staleness": {"require_fingerprint_match": "yes"}},
        {"headwater": {"min_words": -1}},
        {"headwater": {"wishes": 1}},
        {"extra": 1},
        {"schema_version": 1},
    ],
)
def test_a_config_that_is_none_is_refused(change: dict[str, Any]) -> None:
    with pytest.raises(InvalidConfig):
        config_from_dict({**CONTRACT.as_dict(), **change})


def test_a_profile_and_its_rules_belong_together() -> None:
    plain = CONTRACT.as_dict()
    plain["matching"]["text_normalization"] = "safe_v1"

    with pytest.raises(InvalidConfig, match="needs the headwater rules"):
        verifier_for(config_from_dict(plain))


@pytest.mark.parametrize(
    "given",
    [
        None,
        [],
        {},
        {"claims": []},
        {"claims": [{"kind": "quote"}]},
        {"claims": [{"kind": "hunch", "citation": {"page": "1"}}]},
        {"claims": [{"kind": "quote", "text": 1, "citation": {"page": "1"}}]},
        {"claims": [{"kind": "quote", "text": "x", "citation": {"page": 1}}]},
        {"claims": [{"kind": "quote", "text": "x", "citation": {"row": "1"}}]},
        {"claims": [{"kind": "quote", "text": "x", "citation": {"bbox": [1, 2, 3, 4.5], "page": "1"}}]},
        {"claims": [{"kind": "table_cell", "text": "x", "citation": {"table_id": "t", "cell": {"row": -1, "col": 0}}}]},
        {"claims": [{"kind": "quote", "text": "x", "citation": {"page": "1"}, "extra": 1}]},
        {"claims": [{"kind": "presence", "citation": {"page": "1"}}], "document_fingerprint": "abc"},
        {"claims": [{"kind": "presence", "citation": {"page": "1"}}] * 257},
    ],
)
def test_a_citation_file_that_is_none_is_refused(given: Any) -> None:
    with pytest.raises(InvalidCitations):
        read_citations(given, most=256)


def test_our_own_locators_are_taken_where_our_rules_hold() -> None:
    claims = [
        {"kind": "table_cell", "text": "x", "citation": {"page": 3, "row": "a", "column": "b"}},
        {"kind": "quote", "text": "x", "citation": {"chars": [1, 2], "prefix": "p", "suffix": "s"}},
    ]

    found = read_citations(claims, most=9, extended=True).claims

    assert Locator(page="3", row="a", column="b") == found[0].locator
    assert Locator(chars=(1, 2), prefix="p", suffix="s") == found[1].locator


# Citations of imported facts.


def test_citations_are_grouped_by_source_and_version() -> None:
    pin = "a" * 64
    facts = Case(
        "d",
        answers=(Answer("a", "x", extra={"as_of": "2026-01-01"}),),  # type: ignore[arg-type]
        claims=(Claim("c", "x", answer_id="a"),),
        sources=(Source("s", published_at="2026-02-01"),),
        evidence=(Evidence("e", "c", "s", "the passage"),),
        citations=(
            Citation("k1", "c", "s", expected_text="quote", expected_fingerprint=pin.upper()),
            Citation("k2", "c", "s", evidence_id="e"),
            Citation("k3", "c", "gone"),
            Citation("k4", "c", "s", expected_fingerprint="sha256:" + pin, page=2, element_id="e1"),
        ),
    )

    first, second, third = requests_of(facts)

    assert ("k1", "k4") == first.citation_ids
    assert "sha256:" + pin == first.citations.fingerprint
    assert ("quote", "the passage") == (first.citations.claims[0].text, second.citations.claims[0].text)
    assert Locator(page="2", element_id="e1") == first.citations.claims[1].locator
    assert ("2026-02-01", "2026-01-01") == (
        first.citations.claims[0].source_date, first.citations.claims[0].answer_date,
    )  # fmt: skip
    assert (None, None) == (third.source, third.citations.claims[0].text)


def test_a_citation_without_text_is_an_error_not_a_presence() -> None:
    claim = cited_claim(Citation("k", "c", "s"))

    found = VERIFIERS["headwater"].verify(SourceIndex(represent(TEXT, None), HEADWATER), CitationSet((claim,)))

    assert Reason.MISSING_REQUIRED_TEXT is found.checks[0].reason


@pytest.mark.parametrize(
    ("stated", "read"),
    [(None, None), (" ", None), ("A" * 64, "sha256:" + "a" * 64), ("md5:1", "md5:1"), ("sha256:" + "b" * 64,) * 2],
)
def test_a_fingerprint_is_compared_in_one_form(stated: str | None, read: str | None) -> None:
    assert read == fingerprint_of(stated)


@pytest.mark.parametrize("text", ["", "   ", None])
def test_an_empty_quote_is_an_error(text: str | None) -> None:
    claim = CitedClaim(ClaimKind.QUOTE, text)

    found = VERIFIERS["headwater"].verify(SourceIndex(represent(TEXT, None), HEADWATER), CitationSet((claim,)))

    assert (CheckStatus.ERROR, Reason.MISSING_REQUIRED_TEXT) == (found.checks[0].status, found.checks[0].reason)


def test_a_quote_of_a_hundred_thousand_characters_is_refused() -> None:
    found = report("x " * 50_000, text="x " * 60_000).checks[0]

    assert (CheckStatus.ERROR, Reason.LIMITS_EXCEEDED) == (found.status, found.reason)


@pytest.mark.parametrize("sign", ["\u202e", "\u2066"])
def test_a_sign_that_turns_the_reading_round_is_never_grounded(sign: str) -> None:
    turned = f"Backups are kept {sign}for 90 days."

    assert Reason.BIDI_CONTROL is report(turned, text=turned).checks[0].reason
    inside = report("Backups are kept for 90 days.", text=f"x {sign} Backups are kept for 90 days. \u202c\u2069 y")
    assert Reason.BIDI_CONTROL is inside.checks[0].reason
    closed = report("Backups are kept for 90 days.", text=f"x {sign}y\u202c Backups are kept for 90 days. y")
    assert closed.checks[0].grounded


@pytest.mark.parametrize(
    ("quote", "grounded"),
    [("春の雨は静かに降り続けた", True), ("春の雨", False), ("春の雨は静かに降り続けなかった", False)],
)
def test_a_script_without_spaces_is_found_by_its_signs(quote: str, grounded: bool) -> None:
    assert grounded == report(quote, text="昨日、春の雨は静かに降り続けた。そして今日も。").checks[0].grounded


def test_letters_of_another_script_are_named() -> None:
    found = report("Backups of раypal are kept for 90 days.", text="Backups of раypal are kept for 90 days. And more.")

    assert Advisory.MIXED_SCRIPT in found.checks[0].warnings


# The command.


def command(*arguments: str) -> int:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["headwater", *arguments])
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def package(folder: Path, **source: Any) -> Path:
    path = folder / "package.json"
    path.write_text(
        json.dumps(
            {
                "schema": "headwater-evidence-package/1",
                "dataset": "demo",
                "claims": [{"id": "c1", "text": "Backups are kept."}],
                "sources": [{"id": "s1", **source}],
                "citations": [
                    {"id": "k1", "claim_id": "c1", "source_id": "s1", "expected_text": "Backups are kept for 90 days."}
                ],
            }
        )
    )
    return path


def test_a_package_is_checked_by_the_texts_it_brings(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    code = command("verify", str(package(tmp_path, text=TEXT)), "--json", "--fail-on", "ungrounded")

    found = json.loads(capfd.readouterr().out)
    assert (0, "grounded", "verified") == (code, found["citations"][0]["status"], found["claims"][0]["proof_status"])
    assert "text_from_package" in found["reports"][0]["report"]["capability_limits"]


def test_a_package_is_checked_by_the_artifacts_its_map_names(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "artifacts").mkdir()
    (tmp_path / "artifacts" / "a.txt").write_text("Backups are kept for 80 days.")
    (tmp_path / "source-map.json").write_text(json.dumps({"folder": "artifacts", "sources": {"s1": "a.txt"}}))

    code = command("verify", str(package(tmp_path, text=TEXT)), "--json", "--fail-on", "ungrounded")

    found = json.loads(capfd.readouterr().out)
    assert (1, "mismatch") == (code, found["citations"][0]["status"])


def test_a_package_is_checked_by_the_files_of_the_folder_named_like_it(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "s1.md").write_text("# Rules\n\nBackups are kept for 90 days.\n")

    assert 0 == command("verify", str(package(tmp_path)), "--json")
    assert "markdown" not in (found := json.loads(capfd.readouterr().out))
    assert "exact_text" in found["citations"][0]["match_method"]


@pytest.mark.parametrize(
    "map_text", ["[]", "{", '{"sources": 1}', '{"sources": {"a": 1}}', '{"folder": "..", "sources": {}}']
)
def test_a_broken_source_map_is_a_usage_error(tmp_path: Path, capfd: pytest.CaptureFixture[str], map_text: str) -> None:
    (tmp_path / "source-map.json").write_text(map_text)

    code = command("verify", str(package(tmp_path, text=TEXT)), "--json")

    out, err = capfd.readouterr()
    assert (2, "") == (code, out)
    assert "source-map.json" in err


@pytest.mark.parametrize(
    "arguments",
    [
        ("gone.json", "--json"),
        ("package.json", "--fail-on", "weather"),
        ("package.json", "--citations", "gone.json"),
        ("package.json", "--citations", "package.json"),
        ("package.json", "--config", "package.json"),
    ],
)
def test_a_wrong_request_ends_with_two_and_one_message(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    package(tmp_path, text=TEXT)
    monkeypatch.chdir(tmp_path)

    code = command("verify", *arguments)

    out, err = capfd.readouterr()
    assert (2, "") == (code, out)
    assert "Traceback" not in err


def test_a_damaged_source_is_a_report_not_a_crash(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.pdf").write_bytes(b"%PDF-1.7 broken")
    (tmp_path / "c.json").write_text(json.dumps([{"kind": "quote", "text": "x", "citation": {"page": "1"}}]))
    asked = ("verify", str(tmp_path / "a.pdf"), "--citations", str(tmp_path / "c.json"), "--json")

    assert (0, 1) == (command(*asked), command(*asked, "--fail-on", "ungrounded"))
    found = json.loads(capfd.readouterr().out.splitlines()[0])
    assert ("error", "parse_failed") == (found["checks"][0]["status"], found["checks"][0]["reason"])


def test_a_statement_wraps_the_report(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.txt").write_text(TEXT)
    (tmp_path / "c.json").write_text(json.dumps([{"kind": "presence", "citation": {"element_id": "e1"}}]))

    code = command("verify", str(tmp_path / "a.txt"), "--citations", str(tmp_path / "c.json"), "--statement")

    statement = json.loads(capfd.readouterr().out)
    assert (0, "a.txt") == (code, statement["subject"][0]["name"])
    assert report_from_dict(statement).all_evidence_grounded
    assert MatchMethod.PRESENCE_ONLY is report_from_dict(statement).checks[0].method


def test_people_get_a_table(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert 0 == command("verify", str(package(tmp_path, text=TEXT)))

    out = capfd.readouterr().out
    assert "1 of 1 grounded, 0 not checked" in out
