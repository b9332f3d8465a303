"""A presentation says in one sentence a step what the claim page says in figures, whatever the claim is like."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from core.assessment import assess
from core.conclusions import Conclusion
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.numbers import percent
from core.policy import Policy
from core.results import ClaimFile
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from core.whatif import label_values
from core.wording import CONCLUSION, conclusion_words
from dashboard.charts.provenance import picture_of
from dashboard.viewmodels.checks import NOTHING, Tally
from dashboard.viewmodels.claim import claim_view
from dashboard.viewmodels.graph import GraphOptions, graph_view
from dashboard.viewmodels.present import claim_story
from dashboard.viewmodels.present_outcome import MAY_BE
from dashboard.viewmodels.present_pictures import MOST_CARDS, MOST_NODES, MOST_STACKS
from dashboard.viewmodels.present_values import Slide, Story
from dashboard.viewmodels.tables import Cell, Column, Row, TableView
from dashboard.viewmodels.verdict import VerdictView

VERDICT = VerdictView(
    word=conclusion_words(Conclusion.ABSTAIN),
    tone="refuse",
    states=("conflicting",),
    short="more speaks against it",
    reasons=TableView("Reasons", (Column("text", "Reason"),), (Row("a", (Cell("Abstain"), Cell("too little"))),)),
    supports=("half of it",),
    missing=("the other half",),
    assumptions=("that it exists",),
    text="",
    facts="",
)


def story(file: ClaimFile, *, checks: Tally = NOTHING, judged: int = 0, verdict: VerdictView | str = VERDICT) -> Story:
    graph = graph_view(file.dossier, file.assessment, GraphOptions(limit=MOST_NODES))
    return claim_story(
        file,
        checks=checks,
        judged=judged,
        verdict=verdict,
        values=label_values(file.dossier, file.policy),
        graph=graph,
        places=picture_of(graph).layout.places if graph.nodes else {},
    )


def slides(told: Story) -> dict[str, Slide]:
    return {slide.key: slide for slide in told.slides}


def file_of(
    sources: int,
    *,
    text: str = "So it is.",
    edges: tuple[Edge, ...] = (),
    against: int = 0,
    labels: Mapping[str, Label] = MappingProxyType({}),
    extra: tuple[Source, ...] = (),
    policy: Policy | None = None,
) -> ClaimFile:
    """A claim with so many sources for it and so many against it."""
    names = [f"s{n}" for n in range(sources + against)]
    evidence = tuple(
        Evidence(f"e-{name}", "c", name, stance=Stance.SUPPORTS if n < sources else Stance.REFUTES)
        for n, name in enumerate(names)
    )
    dossier = Dossier(
        Claim("c", text),
        evidence=evidence,
        sources=(*(Source(name, f"Title {name}") for name in names), *extra),
        edges=edges,
        labels=MappingProxyType(dict(labels)),
        dataset="d",
    )
    policy = policy or Policy()
    return ClaimFile("d:c", dossier, assess(dossier, policy), policy, policy, None, None)


def test_the_story_goes_from_the_sources_to_what_would_change_it(quay: ClaimFile) -> None:
    told = story(quay, verdict="the rule could not be read")

    assert [
        ("claim", "The answer cites seven sources for this claim. One more speaks against it."),
        (
            "lineage",
            "Four derive from one press release that nobody has vouched for, two are independent, one has unknown "
            "provenance.",
        ),
        ("evidence", "Seven sources, about 3 pieces of evidence."),
        (
            "confidence",
            "Counted one by one, the sources would make 90 %; knowing where they come from leaves 62 %.",
        ),
        ("checks", "The file names no citations, so there is nothing to check."),
        ("decision", "No decision could be made."),
        ("change", "One missing answer moves confidence most; alone it does not turn what it allows."),
    ] == [(slide.key, slide.sentence) for slide in told.slides]


def test_the_first_step_shows_the_claim_as_it_is_written(quay: ClaimFile) -> None:
    first = story(quay).slides[0]

    assert "The quay closes in May." == first.hero
    assert "7 equal cards, one for each source that counts" == first.says


def test_every_figure_is_one_of_the_claim_page(quay: ClaimFile) -> None:
    """The same view models write both."""
    tally = Tally(2, 1, frozenset({"harbour:k1"}), {"grounded": 1, "not_checked": 1})
    told, page = slides(story(quay, checks=tally)), claim_view(quay, tally)
    cards = {card.key: card for card in page.cards}
    bars = {bar["key"]: bar["text"] for bar in told["confidence"].data["bars"]}

    assert cards["confidence"].value == f"{bars['naive']} → {bars['aware']}"
    assert cards["confidence"].note.endswith(percent(quay.policy.prior))
    assert page.sentence.startswith(told["evidence"].sentence.removesuffix("."))
    assert page.sentence.casefold().endswith(told["lineage"].sentence.casefold())
    assert cards["eie"].note == "between 2 and 4"
    assert ("Between 2 and 4, as open questions turn out.",) == told["evidence"].notes
    assert cards["citations"].value == told["checks"].data["value"]


def test_what_families_count_adds_up_to_the_independent_evidence(quay: ClaimFile) -> None:
    drawn = slides(story(quay))["evidence"].data["stacks"]

    assert ["A", "B", "C", "D"] == [one["letter"] for one in drawn]
    assert ["counts 1", "counts 1", "counts 0.5", "counts 0.5"] == [one["counts"] for one in drawn]
    assert ["1 source", "1 source", "4 sources", "1 source"] == [one["size"] for one in drawn]
    assert quay.assessment.eie == sum(float(one["counts"].removeprefix("counts ")) for one in drawn)


def test_the_graph_stands_as_on_the_claim_page_and_knows_its_cards(quay: ClaimFile) -> None:
    told = story(quay)
    nodes = slides(told)["lineage"].data["nodes"]
    view = graph_view(quay.dossier, quay.assessment)
    places = picture_of(view).layout.places

    assert sorted(places[node.id] for node in view.nodes[:-1]) == sorted((node["x"], node["y"]) for node in nodes)
    assert list(range(len(told.cards))) == sorted(card for node in nodes for card in node["cards"])
    assert ["Council release"] == [node["title"] for node in nodes if node["hollow"]]
    assert ["Council release"] == [node["name"] for node in nodes if node["name"]]


def test_a_colour_never_stands_without_its_letter(quay: ClaimFile) -> None:
    told = story(quay)
    coloured = [card for card in told.cards if card["hue"] is not None]
    coloured += [node for node in slides(told)["lineage"].data["nodes"] if node["hue"] is not None]

    assert [] == [one for one in coloured if one["letter"] in ("", "–")]


def test_a_suspicion_and_what_speaks_against_it_are_said(quay: ClaimFile) -> None:
    (said,) = slides(story(quay))["lineage"].notes

    assert "dashed: suspected" in said
    assert "dashed circle: against it" in said
    assert "hollow: nobody retrieved it" in said


def test_the_loss_and_its_causes_are_named() -> None:
    told = slides(story(file_of(2)))["confidence"]

    assert "−16 points" == told.data["gone"]
    assert [
        "because sources share an origin, or nobody knows theirs",
        "because 2 items are fewer than the 5 asked for",
    ] == told.data["why"]


def test_a_claim_without_sources_says_so_and_has_no_pictures_of_sources(bare: ClaimFile) -> None:
    told = slides(story(bare))

    assert ["claim", "confidence", "decision", "change"] == list(told)
    assert "No source speaks for this claim." == told["claim"].sentence
    assert "no source" == told["claim"].data["none"]
    assert "Nothing counts for it, so confidence stays where it began: 20 %." == told["confidence"].sentence
    assert "Evidence: as long as no source speaks for it, no label can change a figure." == told["change"].sentence


def test_an_undefined_gamma_is_said_not_drawn() -> None:
    told = slides(story(file_of(0, policy=replace(Policy(), required="all"))))

    assert ("Gamma is not defined: no evidence.",) == told["confidence"].notes


def test_only_refuting_sources_are_shown_as_such() -> None:
    told = story(file_of(0, against=2))

    assert "No source speaks for this claim. Two speak against it." == told.slides[0].sentence
    assert ["against", "against"] == [card["role"] for card in told.cards]
    assert ["claim", "confidence", "checks", "decision", "change"] == [slide.key for slide in told.slides]


def test_one_source_is_spoken_of_as_one() -> None:
    told = slides(story(file_of(1)))

    assert "One source is cited for this claim." == told["claim"].sentence
    assert "It has unknown provenance." == told["lineage"].sentence
    assert "One source, about 0.5 pieces of evidence." == told["evidence"].sentence


def test_ten_of_one_family_fold_into_one_stack() -> None:
    release = Source("r", "Release", SourceKind.PRESS_RELEASE, retrieved=False)
    edges = tuple(Edge(f"s{n}", "r", Relation.COPIED_FROM) for n in range(10))
    told = slides(story(file_of(10, edges=edges, extra=(release,))))

    (stack,) = told["evidence"].data["stacks"]
    assert ("A", "10 sources", "counts 0.5", 10) == (
        stack["letter"], stack["size"], stack["counts"], len(stack["cards"])
    )  # fmt: skip
    assert "Ten derive from one press release that nobody has vouched for." == told["lineage"].sentence
    assert told["evidence"].notes[1].startswith("Cluster alert: 10 items, but only 0.5 pieces of evidence")


@pytest.mark.parametrize("sources", [200, 1_000])
def test_many_sources_become_a_counted_grid(sources: int) -> None:
    told = story(file_of(sources))
    named = slides(told)

    assert f"{sources:,} sources are cited for this claim." == named["claim"].sentence
    assert min(sources, MOST_CARDS) == len(told.cards)
    assert (() if sources <= MOST_CARDS else ("200 of 1,000 sources are drawn.",)) == named["claim"].notes
    assert MOST_STACKS == len(named["evidence"].data["stacks"])
    assert f"{sources - MOST_STACKS + 1:,} more" == named["evidence"].data["stacks"][-1]["size"]
    assert MOST_NODES >= len(named["lineage"].data["nodes"])
    assert len(told.cards) == sum(len(node["cards"]) for node in named["lineage"].data["nodes"])


def test_text_from_outside_stays_as_it_is_written() -> None:
    text = "<img src=x onerror=alert(1)> **bold** " + "אבג " * 400
    told = story(file_of(2, text=text))

    assert text == told.slides[0].hero
    assert text == told.about


def test_nothing_else_than_the_claim_and_titles_comes_from_outside() -> None:
    """Sentences and notes are ours: an odd title or claim appears only where it is shown as such."""
    told = story(file_of(2, text="MARK", extra=()))

    assert [] == [slide.key for slide in told.slides if "MARK" in slide.sentence or "Title" in slide.sentence]


@pytest.mark.parametrize(
    ("tally", "sentence"),
    [
        (Tally(1, 0, frozenset(), {"not_checked": 1}), "Nobody has checked its one citation yet."),
        (Tally(9, 0, frozenset(), {"not_checked": 9}), "Nobody has checked any of its citations yet."),
        (
            Tally(4, 0, frozenset(), {"mismatch": 1, "not_checked": 3}),
            "0 of 4 citations verifiably stand in the source. 3 nobody has checked.",
        ),
    ],
)
def test_what_was_not_checked_is_never_good_news(quay: ClaimFile, tally: Tally, sentence: str) -> None:
    assert sentence == slides(story(quay, checks=tally))["checks"].sentence


def test_marks_of_many_citations_keep_their_shares(quay: ClaimFile) -> None:
    tally = Tally(5_000, 10, frozenset(), {"grounded": 4_000, "mismatch": 5, "not_checked": 995})
    groups = slides(story(quay, checks=tally, judged=1))["checks"].data["groups"]

    assert [("✓", 4_000, 160), ("≠", 5, 1), ("·", 995, 40)] == [
        (one["sign"], one["number"], one["marks"]) for one in groups
    ]


def test_what_is_grounded_and_not_verified_looks_and_reads_otherwise_than_what_is(quay: ClaimFile) -> None:
    tally = Tally(2, 1, frozenset({"harbour:k1"}), {"grounded": 1, "not_checked": 1})
    verified = replace(quay.dossier.evidence[0], state=EvidenceState.VERIFIED)
    dossier = replace(quay.dossier, evidence=(verified, *quay.dossier.evidence[1:]))
    known = replace(quay, dossier=dossier, assessment=assess(dossier, quay.policy))
    drawn = [slides(story(file, checks=tally))["checks"] for file in (quay, known)]

    assert ["0 of 2", "1 of 2"] == [slide.data["value"] for slide in drawn]
    assert [("grounded, not verified", "grounded", 1), ("verified", "answer", 1)] == [
        (slide.data["groups"][0]["words"], slide.data["groups"][0]["tone"], slide.data["groups"][0]["number"])
        for slide in drawn
    ]


def test_where_it_abstains_the_three_parts_stand_there(quay: ClaimFile) -> None:
    told = slides(story(quay))["decision"]

    assert MAY_BE[Conclusion.ABSTAIN] == told.sentence
    assert ["more speaks against it"] == told.data["reasons"]
    assert [
        ("What the evidence supports", ["half of it"]),
        ("What is missing", ["the other half"]),
        ("What one would have to assume", ["that it exists"]),
    ] == [(part["title"], part["items"]) for part in told.data["parts"]]


@pytest.mark.parametrize("conclusion", list(Conclusion))
def test_every_decision_has_its_sentence_with_and_without_its_sign(quay: ClaimFile, conclusion: Conclusion) -> None:
    for word in (CONCLUSION[conclusion], conclusion_words(conclusion)):
        told = slides(story(quay, verdict=replace(VERDICT, word=word)))["decision"]
        assert MAY_BE[conclusion] == told.sentence
        assert word == told.data["word"]


def test_the_missing_label_that_matters_most_has_two_outcomes() -> None:
    told = slides(story(file_of(1)))["change"]
    arms: list[dict[str, Any]] = told.data["arms"]

    assert ("Title s0", "Is it independent?") == (told.data["question"], told.data["asks"])
    assert [("If it is independent", "22 %"), ("If it depends on others", "20 %")] == [
        (arm["label"], arm["text"]) for arm in arms
    ]
    assert "Confidence allows" == told.data["allows"]


def test_a_suspected_link_is_asked_about_as_one() -> None:
    edge = Edge("s0", "s1", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.5)
    sure = {f"s{n}": Label(Dependence.INDEPENDENT) for n in range(2)}
    told = slides(story(file_of(2, edges=(edge,), labels=sure)))["change"]

    assert ("Title s0", "copied from Title s1?") == (told.data["question"], told.data["asks"])
    assert ["If that is wrong", "If that is right"] == [arm["label"] for arm in told.data["arms"]]


def test_where_all_is_labelled_nothing_is_open() -> None:
    sure = {f"s{n}": Label(Dependence.INDEPENDENT) for n in range(3)}
    told = slides(story(file_of(3, labels=sure)))["change"]

    assert "Nothing is open: every source that counts has its label." == told.sentence
    assert told.data["good"]


def test_the_data_of_a_story_is_plain(quay: ClaimFile) -> None:
    data = story(quay).as_data()

    assert {"claim": "harbour:c3"} == data["address"]
    assert len(data["palette"]["light"]) == len(data["palette"]["dark"])
    assert {"key", "kicker", "sentence", "scene", "data", "notes", "hero", "says"} == set(data["slides"][0])
