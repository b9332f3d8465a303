"""What the rule decides leaves with every export, as the screen has it; and whoever computes it anew finds the same."""

import csv
import json
import re
import zipfile
from collections.abc import Callable
from html import unescape
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

import sample_data
from core import services
from core.exporters.decision_record import claim_decision_record
from core.services import exporting, recomputing
from core.services.exporting import Wanted

Edit = Callable[[dict[str, Any]], None]
DATASET = "northwire-quay"
FORMS = ("package", "package-jsonl")


@pytest.fixture(scope="module")
def demo(shared_store: services.Workspace) -> services.Workspace:
    """The sample data with a rule of the team's own, a stated part and a judgement."""
    uid = sample_data.OPENING_CLAIM
    services.save_rule(shared_store, {"lineages": 3}, by="Ann", reason="three desks before we print", expected=0)
    services.state_facets(
        shared_store, uid,
        facets=[{"id": "f1", "text": "high water"}, {"id": "f2", "text": "North Quay", "weight": 2.0}],
        by="Bo", reason="two parts", expected=None,
    )  # fmt: skip
    services.judge(
        shared_store, claim_uid=uid, axis="support", value="supported", by="Ann", evidence_id=_passage(shared_store)
    )
    return shared_store


def _passage(workspace: services.Workspace) -> str:
    return services.claim(workspace, sample_data.OPENING_CLAIM).dossier.evidence[0].id


def uids(workspace: services.Workspace) -> list[str]:
    return [one.uid for one in services.claims(workspace, dataset=DATASET, size=100).rows]


def exported(workspace: services.Workspace, form: str) -> bytes:
    return exporting.export(workspace, Wanted(dataset=DATASET), form, by="Ann").data


def stated(data: bytes) -> dict[str, Any]:
    return {name: held for part in json.loads(data)["manifest"]["parts"] for name, held in part["decisions"].items()}


def test_a_package_states_the_decision_of_the_screen_for_every_claim(demo: services.Workspace) -> None:
    found = stated(exported(demo, "package"))

    assert {
        uid.partition(":")[2]: claim_decision_record(services.claim_decision(demo, uid)) for uid in uids(demo)
    } == found
    assert {"conclusion", "states", "reasons", "statement"} == set(found["quay-overtopped"])


def test_tables_have_conclusion_states_and_reason_codes_beside_what_confidence_allows(demo: services.Workspace) -> None:
    with zipfile.ZipFile(BytesIO(exported(demo, "csv"))) as archive:
        text = archive.read("claims.csv").decode("utf-8-sig")
        about = archive.read("about.csv").decode("utf-8-sig")

    rows = {row["claim_id"]: row for row in csv.DictReader(StringIO(text, newline=""))}
    for uid in uids(demo):
        verdict, row = services.claim_decision(demo, uid), rows[uid.partition(":")[2]]
        shown = (
            verdict.decision,
            " ".join(verdict.states),
            " ".join(dict.fromkeys(one.code for one in verdict.grounds)),
        )
        assert shown == (row["conclusion"], row["states"], row["reason_codes"])
        assert services.claim(demo, uid).assessment.decision == row["decision"]
    assert 'rule of decisions,"version 1, put in force by Ann on ' in about


def test_provenance_and_graph_carry_the_decision(demo: services.Workspace) -> None:
    import networkx as nx

    entity = json.loads(exported(demo, "prov"))["entity"]["c0:quay-overtopped"]
    node = nx.read_graphml(BytesIO(exported(demo, "graphml"))).nodes[f"claim:{sample_data.OPENING_CLAIM}"]

    verdict = services.claim_decision(demo, sample_data.OPENING_CLAIM)
    assert (verdict.decision, " ".join(verdict.states)) == (entity["hw:conclusion"], entity["hw:states"])
    assert (verdict.decision, " ".join(verdict.states)) == (node["conclusion"], node["states"])


@pytest.mark.parametrize("form", [one.name for one in exporting.export_formats()])
def test_every_export_names_the_rule_in_force(demo: services.Workspace, form: str) -> None:
    data = exporting.export(demo, Wanted(claim=sample_data.OPENING_CLAIM), form, by="Ann").data

    text = data.decode("utf-8", "replace")
    if zipfile.is_zipfile(BytesIO(data)):
        with zipfile.ZipFile(BytesIO(data)) as archive:
            text = "".join(archive.read(name).decode("utf-8", "replace") for name in archive.namelist())
    assert services.rule_in_force(demo).digest in text


@pytest.mark.parametrize("form", FORMS)
def test_an_untouched_package_is_decided_the_same_anew(demo: services.Workspace, form: str) -> None:
    (found,) = recomputing.recompute(exported(demo, form), f"quay.{form}")

    assert ([], ()) == ([str(one) for one in found.differences], found.notes)


def _decision(package: dict[str, Any]) -> None:
    package["manifest"]["parts"][0]["decisions"]["quay-overtopped"]["conclusion"] = "answer"


def _state(package: dict[str, Any]) -> None:
    package["manifest"]["parts"][0]["decisions"]["quay-overtopped"]["states"] = ["sufficient"]


def _rule(package: dict[str, Any]) -> None:
    package["manifest"]["exported"]["rule"]["settings"]["lineages"] = 40


def _check(package: dict[str, Any]) -> None:
    checks = package["manifest"]["parts"][0]["checks"]
    for name in checks:
        checks[name] = ["not_found", "span_not_found"]


def _part(package: dict[str, Any]) -> None:
    package["manifest"]["parts"][0]["facet_statements"][0]["facets"].append({"id": "f9", "text": "penguins in Peru"})


def _judgement(package: dict[str, Any]) -> None:
    for judgement in package["judgements"]:
        if judgement["axis"] == "support":
            judgement["value"] = "not_supported"


def _forgotten(package: dict[str, Any]) -> None:
    del package["manifest"]["parts"][0]["decisions"]["quay-overtopped"]


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        (_decision, "claim 'quay-overtopped': decision is "),
        (_decision, "the manifest itself was changed"),
        (_state, "claim 'quay-overtopped': decision: states is "),
        (_rule, "claim 'quay-overtopped': decision"),
        (_rule, "the manifest itself was changed"),
        (_check, "claim 'quay-overtopped': decision"),
        (_check, "the manifest itself was changed"),
        (_part, "claim 'quay-overtopped': decision"),
        (_part, "the manifest itself was changed"),
        (_judgement, "was changed after the export"),
        (_forgotten, "claim 'quay-overtopped' has no decision in the manifest"),
    ],
)
def test_a_decision_that_differs_is_named(demo: services.Workspace, edit: Edit, named: str) -> None:
    package = json.loads(exported(demo, "package"))
    edit(package)

    (found,) = recomputing.recompute(json.dumps(package).encode(), "quay.json")

    assert any(named in str(one) for one in found.differences), [str(one) for one in found.differences]


def test_a_rule_that_cannot_be_read_is_said_and_not_guessed(demo: services.Workspace) -> None:
    package = json.loads(exported(demo, "package"))
    package["manifest"]["exported"]["rule"]["settings"]["lineages"] = "many"

    (found,) = recomputing.recompute(json.dumps(package).encode(), "quay.json")

    assert found.notes[0].startswith("the rule of the package cannot be read, so its decisions were not made anew")


def test_a_package_made_before_rules_were_named_is_still_held_to_its_figures(demo: services.Workspace) -> None:
    package = json.loads(exported(demo, "package"))
    del package["manifest"]["exported"]["rule"]

    (found,) = recomputing.recompute(json.dumps(package).encode(), "quay.json")

    assert "the package names no rule, so its decisions were not made anew" in found.notes
    assert ["manifest"] == [one.kind for one in found.differences]


def test_a_file_is_decided_by_the_rule_that_comes_with_the_product(tmp_path: Path) -> None:
    quay = next(one for one in sample_data.packages() if one.name == f"{DATASET}.json")

    delivery = exporting.of_file(quay.read_bytes(), quay.name, by="Ann")
    data = exporting.exported(delivery, "package").data

    assert "version 0, as it comes with Headwater" == (delivery.rule.words if delivery.rule else "")
    assert {"abstain", "qualify"} >= {held["conclusion"] for held in stated(data).values()}
    assert recomputing.recompute(data, "quay.json")[0].untouched


@pytest.fixture
def other(tmp_path: Path) -> services.Workspace:
    """An empty store."""
    return services.open_workspace(f"sqlite:///{tmp_path}/other.db")


@pytest.mark.parametrize("form", FORMS)
def test_stated_parts_and_outcomes_come_back_where_the_package_is_imported(
    demo: services.Workspace, other: services.Workspace, form: str
) -> None:
    uid = sample_data.OPENING_CLAIM
    services.record_outcome(demo, uid, wrong=False, by="Bo", reason="the gauge says so")
    data = exported(demo, form)

    report = services.import_file(other, data, f"quay.{form}", by="Cy")

    said, stood = services.facet_statement(other, uid), services.facet_statement(demo, uid)
    assert said is not None and stood is not None
    assert (stood.facets, stood.marks, dict(stood.kinds)) == (said.facets, said.marks, dict(said.kinds))
    assert ("Cy", True) == (said.by, "stated elsewhere by Bo" in said.reason and "two parts" in said.reason)
    assert [False] == [one.wrong for one in services.outcomes(other)]
    assert "1 statement of the parts of claims stated again, 0 stood already" in [
        notice.message for notice in report.notices
    ]


def test_importing_the_same_package_again_states_nothing_twice(
    demo: services.Workspace, other: services.Workspace
) -> None:
    data = exported(demo, "package")
    services.import_file(other, data, "quay.json", by="Cy")

    services.import_file(other, data, "quay.json", by="Cy")

    assert 1 == len(services.facet_history(other, sample_data.OPENING_CLAIM))


def test_a_statement_that_cannot_be_taken_is_named_and_the_facts_come_in(
    demo: services.Workspace, other: services.Workspace
) -> None:
    package = json.loads(exported(demo, "package"))
    package["manifest"]["parts"][0]["facet_statements"][0]["marks"] = [
        {"facet": "f1", "passage": "gone", "touch": "direct"}
    ]

    report = services.import_file(other, json.dumps(package).encode(), "quay.json", by="Cy")

    assert report.stored
    assert ["what is stated of the parts of claim 'quay-overtopped' was left: no passage with the id 'gone'"] == [
        notice.message for notice in report.notices if notice.code == "stated_parts"
    ]


def test_what_was_signed_leaves_with_who_when_and_why(demo: services.Workspace) -> None:
    from core.conclusions import Conclusion

    uid = sample_data.OPENING_CLAIM
    answer = services.claim(demo, uid).dossier.answer
    assert answer is not None
    for kind, name in (("claim", uid), ("answer", f"{DATASET}:{answer.id}")):
        services.sign(
            demo, kind=kind, uid=name, decision=Conclusion.ABSTAIN, text="none", reason=f"{kind} too thin", by="Bo",
            seen={"eie": 3.0}, expected=None,
        )  # fmt: skip

    claim = exporting.export(demo, Wanted(claim=uid), "report", by="Ann").data.decode()
    whole = exporting.export(demo, Wanted(answer=f"{DATASET}:{answer.id}"), "report", by="Ann").data.decode()
    package = json.loads(exporting.export(demo, Wanted(claim=uid), "package", by="Ann").data)
    table = exporting.export(demo, Wanted(claim=uid), "claims-csv", by="Ann").data.decode("utf-8-sig")

    assert "claim too thin" in claim and "answer too thin" not in claim
    assert "claim too thin" in whole and "answer too thin" in whole
    (signed,) = package["manifest"]["parts"][0]["signed"]
    assert ("abstain", "Bo", "claim too thin") == (signed["decision"], signed["by"], signed["reason"])
    (row,) = csv.DictReader(StringIO(table, newline=""))
    assert ("abstain", "Bo") == (row["signed"], row["signed_by"])


def test_the_report_says_of_claim_and_answer_what_the_screen_says(demo: services.Workspace) -> None:
    from core.quality_words import quality_words
    from core.wording import CONCLUSION, SUFFICIENCY

    uid = sample_data.OPENING_CLAIM
    answer = services.claim(demo, uid).dossier.answer
    assert answer is not None
    name = f"{DATASET}:{answer.id}"
    page = unescape(
        re.sub("<[^>]+>", "", exporting.export(demo, Wanted(answer=name), "report", by="Ann").data.decode())
    )

    whole = services.answer_decision(demo, name)
    for verdict in (whole, *whole.claims):
        assert f"{CONCLUSION[verdict.decision]} {', '.join(SUFFICIENCY[state] for state in verdict.states)}" in page
    for claim in whole.claims:
        assert [] == [ground.text for ground in claim.grounds if ground.text not in page]
        assert claim.statement is None or all(part in page for part in claim.statement.missing)
    assert all(words in page for words in quality_words(services.citation_quality(demo, answer_uid=name)))
    assert page.count("Confidence allows") >= len(whole.claims)
