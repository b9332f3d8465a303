"""From a view to a pyvis network and to the data the browser draws."""

import json
from itertools import combinations
from types import MappingProxyType

import pytest

from core.assessment import assess
from core.model import Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.states import Dependence, EdgeStatus, Relation, SourceKind, Stance
from dashboard.charts.provenance import PALETTE, picture_of, provenance_data, provenance_network
from dashboard.charts.theme import LINEAGE_COLOURS, LINEAGE_COLOURS_DARK
from dashboard.viewmodels.graph import GraphOptions, GraphView, Pick, graph_view

HOSTILE = "<img src=x onerror=alert(1)>"


def case(**labels: Label) -> Dossier:
    return Dossier(
        Claim("c1", HOSTILE),
        evidence=(
            Evidence("e1", "c1", "a"),
            Evidence("e2", "c1", "b"),
            Evidence("e3", "c1", "d", stance=Stance.REFUTES),
        ),
        sources=(
            Source("a", HOSTILE),
            Source("b", "Post"),
            Source("d", "Denial"),
            Source("up", "Release", SourceKind.PRESS_RELEASE, retrieved=False),
        ),
        edges=(
            Edge("a", "up", Relation.COPIED_FROM),
            Edge("b", "a", Relation.COPIED_FROM, EdgeStatus.SUSPECTED),
            Edge("a", "b", Relation.CITES, EdgeStatus.CONFIRMED),
        ),
        labels=MappingProxyType(labels),
    )


def shown(dossier: Dossier, **options: object) -> GraphView:
    return graph_view(dossier, assess(dossier, Policy()), GraphOptions(**options))  # type: ignore[arg-type]


def test_every_node_and_line_of_the_view_is_in_the_network() -> None:
    view = shown(case())
    network = provenance_network(view, picture_of(view))

    assert [node.id for node in view.nodes] == [node["id"] for node in network.nodes]
    assert [edge.id for edge in view.edges] == [edge["id"] for edge in network.edges]
    assert network.directed


def test_physics_is_off_and_every_node_has_a_place() -> None:
    data = provenance_data(shown(case()))

    assert data["options"]["physics"]["enabled"] is False
    assert all(isinstance(node["x"], int) and isinstance(node["y"], int) for node in data["nodes"])


def test_the_data_is_plain_json_with_strings_for_ids() -> None:
    data = provenance_data(shown(case()))

    assert data == json.loads(json.dumps(data))
    assert all(isinstance(thing["id"], str) for thing in data["nodes"] + data["edges"])


def test_titles_travel_as_they_are() -> None:
    node = next(node for node in provenance_data(shown(case()))["nodes"] if node["id"] == "s:a")

    assert HOSTILE == node["title"].split("\n")[0]
    assert "&lt;" not in json.dumps(node)


def test_a_relabel_moves_no_node() -> None:
    before = provenance_data(shown(case()))
    after = provenance_data(shown(case(b=Label(Dependence.INDEPENDENT, by="M. R."))))

    assert [(n["id"], n["x"], n["y"]) for n in before["nodes"]] == [(n["id"], n["x"], n["y"]) for n in after["nodes"]]


def test_showing_a_rejected_edge_moves_no_node() -> None:
    dossier = case()
    rejected = Edge("d", "up", Relation.CITES, EdgeStatus.REJECTED)
    dossier = Dossier(
        dossier.claim, evidence=dossier.evidence, sources=dossier.sources, edges=(*dossier.edges, rejected)
    )
    without, with_it = (picture_of(shown(dossier, show_rejected=asked)).layout for asked in (False, True))

    assert without == with_it


def test_a_suspected_line_is_dashed_and_a_confirmed_one_ticked() -> None:
    edges = {edge["id"]: edge for edge in provenance_data(shown(case()))["edges"]}

    assert [6, 4] == edges["e:s:b\x1fs:a"]["dashes"]
    assert "✓" == edges["e:s:a\x1fs:b"]["label"]


def test_a_refuting_line_ends_in_a_bar_and_is_dash_dotted() -> None:
    edge = next(edge for edge in provenance_data(shown(case()))["edges"] if edge["line"] == "refutes")

    assert ("to", [9, 3, 2, 3]) == (edge["arrows"], edge["dashes"])


def test_only_lines_that_do_not_lead_up_have_an_arrow() -> None:
    arrows = {edge["id"]: edge["arrows"] for edge in provenance_data(shown(case()))["edges"] if "pick" in edge}

    assert {"e:s:a\x1fs:up": "", "e:s:a\x1fs:b": "to", "e:s:b\x1fs:a": "to"} == arrows


def test_the_selection_is_handed_on() -> None:
    assert "s:a" == provenance_data(shown(case(), selected=Pick("source", "a")))["selected"]


def test_the_first_lineage_has_the_first_colour() -> None:
    node = next(node for node in provenance_data(shown(case()))["nodes"] if node.get("letter") == "A")

    assert (0, LINEAGE_COLOURS[0]) == (node["hue"], node["color"])


def test_both_themes_have_a_colour_for_each_lineage() -> None:
    assert len(LINEAGE_COLOURS) == len(LINEAGE_COLOURS_DARK) == len(PALETTE["dark"]["lineage"])


def luminance(colour: str) -> float:
    def linear(part: int) -> float:
        share = part / 255
        return share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(int(colour[at : at + 2], 16)) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(("theme", "letter"), [("light", "#ffffff"), ("dark", "#0e1117")])
def test_letters_on_every_lineage_colour_can_be_read(theme: str, letter: str) -> None:
    colours = [*PALETTE[theme]["lineage"], PALETTE[theme]["none"]]  # type: ignore[index]

    assert [] == [colour for colour in colours if contrast(colour, letter) < 4.5]


def test_the_dark_colours_differ_for_eyes_without_red_or_green() -> None:
    # Machado, Oliveira, Fernandes 2009, severity 1.
    kinds = {
        "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
        "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    }

    def seen(colour: str, matrix: tuple[tuple[float, ...], ...]) -> tuple[float, ...]:
        parts = [luminance(f"#{colour[at : at + 2] * 3}") for at in (1, 3, 5)]
        return tuple(max(0.0, sum(a * b for a, b in zip(row, parts, strict=True))) ** (1 / 2.4) for row in matrix)

    for matrix in kinds.values():
        for one, other in combinations(LINEAGE_COLOURS_DARK, 2):
            difference = max(abs(a - b) for a, b in zip(seen(one, matrix), seen(other, matrix), strict=True))
            assert difference > 0.05, (one, other)
