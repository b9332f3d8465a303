"""Every reason as it is read aloud: its words, its numbers, the titles in it, and the statement that follows."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import date
from types import MappingProxyType

import numpy as np
import pytest

from core.assessment import assess
from core.bundles.construction import BundleSettings
from core.bundles.deciding import ClaimVerdict
from core.bundles.embedders.types import Vectors
from core.bundles.naming import LONGEST, names_of
from core.bundles.risk import RiskSettings
from core.bundles.signals import Signal
from core.bundles.types import Judge, PairJudgement
from core.bundles.vectors import MemoryCache
from core.conclusions import Conclusion, ReasonCode
from core.model import Answer, Citation, Claim, Dossier, Edge, Evidence, Judgement, Label, Source
from core.policy import Policy
from core.services.bundling import BundleOptions
from core.services.deciding import DecisionInputs, decision_of
from core.states import Dependence, EvidenceState, Relation, SourceKind, Stance
from core.verification.vocabulary import CheckStatus, Reason

CLAIM = "Backups are retained for 90 days."
TEXTS = (
    "Backups are retained for 90 days, says the policy of the data centre.",
    "According to the auditors, backups are retained for 90 days.",
    "The contract states that backups are retained for 90 days by the operator.",
    "In the operator's manual backups are retained for 90 days as well.",
)
TITLES = ("Data centre policy", "Audit report 2025", "Hosting contract", "Operator's manual", "Service terms")
SURE = Policy(increment=0.25, required=2.0)
ALOFT = Policy(increment=0.25, required=1.0, qualify_at=0.1, answer_at=0.2)
"""Under which confidence holds nothing back."""
FAILED = (CheckStatus.NOT_FOUND, Reason.TEXT_MISMATCH)
LOCKED = (CheckStatus.ERROR, Reason.PASSWORD_REQUIRED)
CHANGED = (CheckStatus.STALE, Reason.STALE_FINGERPRINT)


def dossier(
    sources: int = 3,
    *,
    against: int = 0,
    state: EvidenceState = EvidenceState.SUPPORTED,
    texts: tuple[str, ...] = TEXTS,
    edges: Iterable[Edge] = (),
    label: Dependence = Dependence.INDEPENDENT,
    kind: SourceKind = SourceKind.DOCUMENT,
) -> Dossier:
    pro = [f"s{n}" for n in range(1, sources + 1)]
    contra = [f"r{n}" for n in range(1, against + 1)]
    return Dossier(
        claim=Claim("c1", CLAIM, "a1"),
        answer=Answer("a1", CLAIM),
        evidence=(
            *(
                Evidence(f"e-{name}", "c1", name, texts[n % len(texts)], state=state, rank=n)
                for n, name in enumerate(pro)
            ),
            *(
                Evidence(f"e-{name}", "c1", name, f"Backups are retained for 30 days, notice {name}.", Stance.REFUTES)
                for name in contra
            ),
        ),
        sources=(
            *(Source(name, TITLES[n], kind, published_at="2020-01-01") for n, name in enumerate(pro)),
            *(Source(name, f"Notice {name}", published_at="2020-01-01") for name in contra),
        ),
        edges=tuple(edges),
        citations=tuple(Citation(f"k-{name}", "c1", name, f"e-{name}") for name in pro),
        labels=MappingProxyType({name: Label(label) for name in (*pro, *contra)}),
        dataset="test",
    )


def checks(**statuses: tuple[CheckStatus, Reason | None]) -> DecisionInputs:
    return DecisionInputs(checks={f"k-{name}": status for name, status in statuses.items()})


def judged(**values: str) -> DecisionInputs:
    said = [Judgement(f"j-{name}", "c1", "support", value, "ann", f"e-{name}") for name, value in values.items()]
    return DecisionInputs(judgements=tuple(said))


def pairs(count: int = 3, contradiction: float = 0.0) -> BundleOptions:
    ids = [f"e-s{n}" for n in range(1, count + 1)]
    said = [PairJudgement(a, b, contradiction, Judge.HUMAN, "ann") for n, a in enumerate(ids) for b in ids[n + 1 :]]
    return BundleOptions(pairs=tuple(said))


def verdict(
    given: Dossier, policy: Policy = SURE, inputs: DecisionInputs | None = None, options: BundleOptions | None = None
) -> ClaimVerdict:
    return decision_of(given, assess(given, policy), inputs, options or pairs())


def partly(given: Dossier, **states: EvidenceState) -> Dossier:
    kept = (replace(e, state=states.get(e.source_id, e.state)) for e in given.evidence)
    return replace(given, evidence=tuple(kept))


class Placed:
    """An embedder that puts each text where the test wants it."""

    id, digest = "placed", "1"

    def __init__(self, *places: tuple[float, float, float]) -> None:
        self._places = places

    def embed(self, texts: Sequence[str]) -> Vectors:
        return np.array(self._places, dtype=np.float32)


def pruned() -> ClaimVerdict:
    """Three passages that hang together by the one that is pruned away: what stays is about two things."""
    flat, up = np.radians(25), np.radians(20)
    embedder = Placed(
        (np.cos(up), 0.0, -np.sin(up)),
        (np.cos(flat), np.sin(flat), 0.0),
        (np.cos(flat), -np.sin(flat), 0.0),
        (np.cos(up), 0.0, np.sin(up)),
    )
    options = replace(pairs(), own_limits={"placed": 0.74}, settings=BundleSettings(most=2))
    given = dossier(3)
    return decision_of(given, assess(given, SURE), None, options, embedder=embedder, caches=[MemoryCache()])


def generated() -> Dossier:
    given = dossier(2)
    return replace(given, sources=(given.sources[0], replace(given.sources[1], kind=SourceKind.MODEL_OUTPUT)))


def titled(*titles: str) -> Dossier:
    given = dossier(len(titles), state=EvidenceState.CITED)
    return replace(
        given, sources=tuple(replace(s, title=title) for s, title in zip(given.sources, titles, strict=True))
    )


COPIES = [Edge(f"s{n}", "s1", Relation.COPIED_FROM) for n in range(2, 6)]
CITED, VERIFIED = EvidenceState.CITED, EvidenceState.VERIFIED
OTHER = ("The cafeteria opens at eight.", "Soup is served at noon.", "Bread is free on Fridays.")
AGED = DecisionInputs(today=date(2026, 1, 1), fresh_days=365)
LOW = Signal(0.2, 0.5)


ALOUD: list[tuple[str, Callable[[], ClaimVerdict], str]] = [
    ("nothing_retrieved", lambda: verdict(dossier(0)), "nothing was retrieved for this claim"),
    (
        "nothing_counted",
        lambda: verdict(dossier(1, state=EvidenceState.RETRIEVED)),
        "the only passage retrieved for it does not count",
    ),
    (
        "nothing_counted",
        lambda: verdict(dossier(2, state=EvidenceState.RETRIEVED)),
        "neither of the two passages retrieved for it counts",
    ),
    (
        "only_refuted",
        lambda: verdict(dossier(0, against=1)),
        "nothing that counts speaks for it, and “Notice r1” speaks against it",
    ),
    (
        "only_refuted",
        lambda: verdict(dossier(0, against=2)),
        "nothing that counts speaks for it, and “Notice r1” and “Notice r2” speak against it",
    ),
    ("inaccessible", lambda: verdict(dossier(1), inputs=checks(s1=LOCKED)), "its only source cannot be read"),
    (
        "inaccessible",
        lambda: verdict(dossier(3), inputs=checks(s1=LOCKED, s2=LOCKED, s3=LOCKED)),
        "none of its 3 passages has a source that can be read",
    ),
    (
        "partly_inaccessible",
        lambda: verdict(dossier(3), inputs=checks(s1=LOCKED)),
        "the source of 1 of its 3 passages cannot be read: “Data centre policy”",
    ),
    (
        "partly_inaccessible",
        lambda: verdict(dossier(4), inputs=checks(s1=LOCKED, s2=LOCKED)),
        "the sources of 2 of its 4 passages cannot be read: “Data centre policy” and “Audit report 2025”",
    ),
    (
        "nothing_independent",
        lambda: verdict(dossier(3, label=Dependence.DEPENDENT)),
        "no independent evidence for it is left (EIE 0)",
    ),
    (
        "more_against",
        lambda: verdict(dossier(1, against=3)),
        "more independent evidence speaks against it (EIE 3) than for it (EIE 1)",
    ),
    ("conflict", lambda: verdict(dossier(3, against=1)), "independent lineages disagree: 3 for it, 1 against it"),
    (
        "conflict",
        lambda: verdict(dossier(2), options=pairs(2, 0.9)),
        "passages of different lineages were judged to contradict each other: “Data centre policy” and "
        "“Audit report 2025”",
    ),
    (
        "conflict",
        lambda: verdict(dossier(4), options=pairs(4, 0.9)),
        "passages of different lineages were judged to contradict each other: “Data centre policy” and "
        "“Audit report 2025”; “Data centre policy” and “Hosting contract”; “Data centre policy” and "
        "“Operator's manual”; and 3 more pairs",
    ),
    (
        "same_lineage_both_sides",
        lambda: verdict(dossier(1, against=1, edges=[Edge("r1", "s1", Relation.COPIED_FROM)])),
        "one lineage is cited both for and against it",
    ),
    (
        "not_grounded",
        lambda: verdict(dossier(1), inputs=checks(s1=FAILED)),
        "the cited text that was checked does not stand in its source",
    ),
    (
        "not_grounded",
        lambda: verdict(dossier(2), inputs=checks(s1=FAILED, s2=FAILED)),
        "neither of the two cited texts that were checked stands in its source",
    ),
    (
        "partly_grounded",
        lambda: verdict(dossier(3), inputs=checks(s1=FAILED)),
        "1 of its 3 passages does not stand in its source: “Data centre policy”",
    ),
    (
        "partly_grounded",
        lambda: verdict(dossier(3), inputs=checks(s1=FAILED, s3=FAILED)),
        "2 of its 3 passages do not stand in their sources: “Data centre policy” and “Hosting contract”",
    ),
    (
        "not_checked",
        lambda: verdict(partly(dossier(3), s1=CITED)),
        "no check against its source holds for 1 of its 3 passages: “Data centre policy”",
    ),
    (
        "not_checked",
        lambda: verdict(partly(dossier(4), s1=CITED, s2=CITED)),
        "no check against its source holds for 2 of its 4 passages: “Data centre policy” and “Audit report 2025”",
    ),
    (
        "nothing_checked",
        lambda: verdict(dossier(1, state=CITED)),
        "no check against its source holds for its only passage",
    ),
    (
        "nothing_checked",
        lambda: verdict(dossier(2, state=CITED)),
        "no check against its source holds for any of its passages",
    ),
    (
        "nothing_checked",
        lambda: verdict(dossier(3, state=CITED)),
        "no check against its source holds for any of its passages",
    ),
    (
        "nothing_checked",
        lambda: verdict(dossier(3, state=CITED), inputs=checks(s1=FAILED)),
        "no check against its source holds for any of its passages",
    ),
    (
        "not_supported",
        lambda: verdict(dossier(1), inputs=judged(s1="unsupported")),
        "its only passage was judged not to support it",
    ),
    (
        "not_supported",
        lambda: verdict(dossier(2), inputs=judged(s1="unsupported", s2="contradicted")),
        "both of its passages were judged not to support it",
    ),
    (
        "not_supported",
        lambda: verdict(dossier(3), inputs=judged(s1="unsupported", s2="contradicted", s3="unsupported")),
        "all 3 of its passages were judged not to support it",
    ),
    (
        "partly_supported",
        lambda: verdict(dossier(3), inputs=judged(s1="unsupported")),
        "1 of its 3 passages was judged not to support it: “Data centre policy”",
    ),
    (
        "partly_supported",
        lambda: verdict(dossier(4), inputs=judged(s1="unsupported", s2="unsupported")),
        "2 of its 4 passages were judged not to support it: “Data centre policy” and “Audit report 2025”",
    ),
    (
        "support_not_judged",
        lambda: verdict(partly(dossier(3), s1=VERIFIED)),
        "nobody has judged whether 1 of its 3 passages supports it: “Data centre policy”",
    ),
    (
        "support_not_judged",
        lambda: verdict(partly(dossier(4), s1=VERIFIED, s2=VERIFIED)),
        "nobody has judged whether 2 of its 4 passages support it: “Data centre policy” and “Audit report 2025”",
    ),
    (
        "nothing_judged",
        lambda: verdict(dossier(1, state=VERIFIED)),
        "nobody has judged that its only passage supports it",
    ),
    (
        "nothing_judged",
        lambda: verdict(dossier(3, state=VERIFIED)),
        "nobody has judged that any of its passages supports it",
    ),
    (
        "little_established",
        lambda: verdict(partly(dossier(3), s1=CITED, s2=CITED)),
        "only one lineage for it was checked, judged to support it and found fresh; an answer asks for 2",
    ),
    (
        "little_established",
        lambda: verdict(partly(dossier(3, state=CITED), s1=VERIFIED), inputs=judged(s2="supported")),
        "no lineage for it was checked, judged to support it and found fresh; an answer asks for 2",
    ),
    (
        "stale",
        lambda: verdict(dossier(1), inputs=checks(s1=CHANGED)),
        "its only source is stale (no longer as cited or checked)",
    ),
    (
        "stale",
        lambda: verdict(dossier(3), inputs=AGED),
        "the sources of all 3 of its passages are stale (older than asked for)",
    ),
    (
        "stale",
        lambda: verdict(dossier(3), inputs=replace(AGED, checks={"k-s1": CHANGED})),
        "the sources of all 3 of its passages are stale (1 no longer as cited or checked and 3 older than asked for)",
    ),
    (
        "partly_stale",
        lambda: verdict(dossier(3), inputs=checks(s1=CHANGED)),
        "the source of 1 of its 3 passages is stale (no longer as cited or checked): “Data centre policy”",
    ),
    (
        "partly_stale",
        lambda: verdict(dossier(4), inputs=checks(s1=CHANGED, s2=CHANGED)),
        "the sources of 2 of its 4 passages are stale (no longer as cited or checked): “Data centre policy” "
        "and “Audit report 2025”",
    ),
    (
        "low_authority",
        lambda: verdict(dossier(1, kind=SourceKind.MODEL_OUTPUT)),
        "its only source is a model's output or of low authority",
    ),
    (
        "low_authority",
        lambda: verdict(dossier(3, kind=SourceKind.MODEL_OUTPUT)),
        "all of its sources are models' output or of low authority",
    ),
    (
        "low_authority",
        lambda: verdict(generated()),
        "only one lineage for it rests on more than sources of low authority; an answer asks for 2",
    ),
    (
        "confidence_too_low",
        lambda: verdict(dossier(1), Policy(prior=0.1, increment=0.05)),
        "confidence 0.11 is below 0.30, the least for a qualified statement",
    ),
    (
        "confidence_below_answer",
        lambda: verdict(dossier(3), Policy(prior=0.4, increment=0.05)),
        "confidence 0.49 is below 0.60, the least for an answer",
    ),
    (
        "single_lineage",
        lambda: verdict(dossier(1)),
        "only one lineage speaks independently for it; an answer asks for 2",
    ),
    (
        "single_lineage",
        lambda: verdict(dossier(1, against=1, edges=[Edge("r1", "s1", Relation.COPIED_FROM)])),
        "no lineage speaks independently for it; an answer asks for 2",
    ),
    (
        "cluster_alert",
        lambda: verdict(dossier(5, edges=COPIES), options=pairs(5)),
        "5 passages for it stand on EIE 1 of independent evidence",
    ),
    (
        "text_not_held",
        lambda: verdict(dossier(3, texts=("",))),
        "no passage that counts for it has a text here, so nothing is measured",
    ),
    (
        "refuse_density",
        lambda: verdict(dossier(3, texts=OTHER)),
        "in its best bundle, coverage 0.00 is below 0.25: hardly a part of the claim is addressed; density "
        "0.00 is below 0.28 unless open judgements turn out well (up to 0.33)",
    ),
    (
        "density_open",
        lambda: verdict(
            dossier(2, texts=("Backups of the ledger stay.", "Backups of the ledger stay in the vault.")),
            options=BundleOptions(),
        ),
        "in its best bundle, density 0.22 is below 0.28 unless open judgements turn out well (up to 0.56)",
    ),
    ("refuse_cohesion", lambda: pruned(), "in its best bundle, cohesion 0.64 is below 0.74 (own calibration)"),
    (
        "density_caveat",
        lambda: verdict(
            dossier(3, texts=("Backups are retained for 90 or more days.",)),
            options=BundleOptions(risk=RiskSettings(plain_from=1.0)),
        ),
        "in its best bundle, density 0.56 is below 1.00, from which no caveat is needed",
    ),
    (
        "contradictions_not_judged",
        lambda: verdict(dossier(2), options=BundleOptions()),
        "nobody has judged whether the two passages of its best bundle contradict each other",
    ),
    (
        "contradictions_not_judged",
        lambda: verdict(dossier(3), options=BundleOptions()),
        "nobody has judged whether the passages of its best bundle contradict each other (3 pairs)",
    ),
    (
        "contradictions_not_judged",
        lambda: verdict(dossier(3), options=pairs(2)),
        "only 1 of the 3 pairs in its best bundle was judged for contradiction",
    ),
    (
        "incomplete_coverage",
        lambda: verdict(
            dossier(
                3,
                texts=("Backups are there.", "Backups are made."),
            )
        ),
        "coverage 0.33 is below 0.60: no passage for it addresses “retained” or “90 days” (by words alone)",
    ),
    (
        "context_insufficient",
        lambda: verdict(dossier(3), inputs=DecisionInputs(sufficiency=LOW)),
        "the context was judged to suffice with 0.20 only, below its threshold of 0.50 (not calibrated)",
    ),
    (
        "generator_uncertain",
        lambda: verdict(dossier(3), inputs=DecisionInputs(generator=Signal(0.4996, 0.5, "dev set 3"))),
        "the generator is sure of itself with 0.4996 only, below its threshold of 0.5000 (calibration: dev set 3)",
    ),
]


@pytest.mark.parametrize(("code", "made", "words"), ALOUD, ids=[f"{n}-{code}" for n, (code, _, _) in enumerate(ALOUD)])
def test_a_reason_reads_like_a_sentence(code: str, made: Callable[[], ClaimVerdict], words: str) -> None:
    assert [words] == [ground.text for ground in made().grounds if ground.code == code]


def test_every_reason_is_read_aloud_once_at_least() -> None:
    assert set(ReasonCode) == {ReasonCode(code) for code, _, _ in ALOUD}


@pytest.mark.parametrize(("code", "made", "words"), ALOUD, ids=[f"{n}-{code}" for n, (code, _, _) in enumerate(ALOUD)])
def test_a_statement_has_an_opening_and_three_parts_without_a_word_of_the_machine(
    code: str, made: Callable[[], ClaimVerdict], words: str
) -> None:
    found = made()
    assert found.statement is not None
    lines = found.statement.text.split("\n")

    assert ["The sources", "What they support:", "What is missing:", "What one would have to assume:"] == [
        next(start for start in ("The sources", "What they", "What is", "What one") if line.startswith(start))
        if number == 0
        else line.partition(":")[0] + ":"
        for number, line in enumerate(lines)
    ]
    assert all(line.endswith(".") and ".." not in line for line in lines)
    assert [] == re.findall(r"[{}_]|None|\be-[sr]\d|  ", found.statement.text)
    assert all((found.statement.supports, found.statement.missing, found.statement.assumptions))


@pytest.mark.parametrize(
    ("made", "text"),
    [
        (
            lambda: verdict(dossier(0)),
            "The sources do not allow an answer.\n"
            "What they support: nothing of this claim.\n"
            "What is missing: any evidence.\n"
            "What one would have to assume: that evidence exists which nobody has retrieved.",
        ),
        (
            lambda: verdict(partly(dossier(3), s1=VERIFIED)),
            "The sources allow an answer with a caveat.\n"
            "What they support: “Audit report 2025” and “Hosting contract” were judged to support it; “Backups”, "
            "“retained” and “90 days” word for word in “Data centre policy” and 2 more.\n"
            "What is missing: a judgement whether “Data centre policy” means what it says.\n"
            "What one would have to assume: that the passages nobody judged do not say otherwise.",
        ),
        (
            lambda: verdict(dossier(1), ALOFT),
            "The sources allow a qualified statement only.\n"
            "What they support: “Data centre policy” was judged to support it; “Backups”, “retained” and “90 days” "
            "word for word in “Data centre policy”.\n"
            "What is missing: a further independent lineage.\n"
            "What one would have to assume: that the lineage it rests on is right; that what its best bundle leaves "
            "open is as the claim says.",
        ),
    ],
    ids=["abstain", "caveat", "qualify"],
)
def test_statements_as_they_are_copied(made: Callable[[], ClaimVerdict], text: str) -> None:
    found = made()
    assert found.statement is not None

    assert text == found.statement.text


def test_what_failed_its_check_or_was_judged_otherwise_is_not_said_to_support_the_claim() -> None:
    found = verdict(dossier(3), inputs=replace(judged(s2="contradicted"), checks={"k-s1": FAILED}))
    assert found.statement is not None
    said = "; ".join(found.statement.supports)

    assert "Hosting contract" in said
    assert "Data centre policy" not in said
    assert "Audit report 2025" not in said


# Titles come from outside


def test_a_title_cannot_pass_for_a_line_of_ours_or_for_markup() -> None:
    sly = "A\nWhat is missing: nothing.\n**bold** <script>x</script> ” said \u202eeno\u0000"
    found = verdict(partly(titled(sly, "Audit report 2025", "Hosting contract"), s2=VERIFIED, s3=VERIFIED))
    assert found.statement is not None
    (unchecked,) = (ground for ground in found.grounds if ground.code is ReasonCode.NOT_CHECKED)

    title = "“A What is missing: nothing. **bold** <script>x</script> ’…”"
    assert f"no check against its source holds for 1 of its 3 passages: {title}" == unchecked.text
    assert 4 == len(found.statement.text.split("\n"))


def test_passages_of_one_title_are_told_apart_by_their_ids() -> None:
    found = verdict(partly(titled("Minutes", "Minutes", "Report"), s3=VERIFIED))
    (unchecked,) = (ground for ground in found.grounds if ground.code is ReasonCode.NOT_CHECKED)

    assert (
        "no check against its source holds for 2 of its 3 passages: “Minutes” (e-s1) and “Minutes” (e-s2)"
        == unchecked.text
    )
    assert ("e-s1", "e-s2") == unchecked.items


def test_a_source_without_a_title_is_called_by_its_id_and_a_long_title_is_cut_at_a_word() -> None:
    found = names_of([("e1", "\u200b ", "src-1"), ("e2", "word " * 40, "src-2")])

    assert "“src-1”" == found["e1"]
    assert found["e2"].endswith("word…”")
    assert len(found["e2"]) <= LONGEST + 2


def test_a_long_list_of_passages_says_how_many_it_does_not_name() -> None:
    found = verdict(dossier(4, against=6))
    (conflict,) = (ground for ground in found.grounds if ground.code is ReasonCode.CONFLICT)
    only = verdict(dossier(0, against=6))

    assert Conclusion.ABSTAIN is found.decision
    assert 6 == len(conflict.items)
    assert (
        "nothing that counts speaks for it, and “Notice r1”, “Notice r2”, “Notice r3” and 3 more speak against it"
        == (only.grounds[0].text)
    )
