"""The public contract, field by field: reports, usage errors, boundaries, downgrades, digests, release.

Where the shared folder holds a case's files they are read from there; the cases it only names are rebuilt here from
what the contract says about them.
"""

import copy
import json
import re
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from core.verification.citations import CitationSet, read_citations
from core.verification.config import CONTRACT, InvalidConfig, config_from_dict
from core.verification.exchange import as_statement, report_as_dict
from core.verification.grounding import read
from core.verification.grounding.types import Artifact, InvalidSource
from core.verification.index import SourceIndex
from core.verification.proof import summarise
from core.verification.records import Report
from core.verification.release import JudgedClaim, decide, release_as_dict
from core.verification.report_reading import InvalidReport, report_from_dict
from core.verification.verifiers import VERIFIERS, verifier_for
from core.verification.vocabulary import CONTRACT_REASONS, CONTRACT_WARNINGS, ClaimType, Relevance
from dashboard.cli import main

ETHOS = Path(__file__).resolve().parents[3] / "shared" / "conformance" / "ethos"
pytestmark = [
    pytest.mark.conformance,
    pytest.mark.skipif(not ETHOS.is_dir(), reason="../shared/conformance/ethos is not here"),
]

NATIVE = "schemas/examples/document.example.json"
ODL = "examples/verify/opendataloader.json"
REAL = "fixtures/foreign/opendataloader/real/opendataloader-output.json"


def load(path: str) -> Any:
    """A JSON file of the contract."""
    return json.loads((ETHOS / path).read_text("utf-8"))


def bytes_of(value: Any) -> bytes:
    return json.dumps(value).encode()


def run(document: Any, citations: Any, grounding: str | None = None, config: Any = None) -> Report:
    """Verify as the contract does."""
    data = bytes_of(document)
    settings = config_from_dict(config) if config is not None else CONTRACT
    source = read(Artifact(data, "sha256:" + sha256(data).hexdigest(), "source.json"), grounding)
    request = read_citations(citations, most=settings.max_checks)
    return verifier_for(settings).verify(SourceIndex(source, settings), request)


def without_tables() -> Any:
    document = load(ODL)
    del document["tables"]
    return document


def split_over_two_elements() -> Any:
    document = load(NATIVE)
    payload = document["payload"]
    payload["elements"] = [
        {"id": "e000010", "type": "text_block", "page": "p0001", "bbox": [7200, 10100, 30600, 11500],
         "text": "The alpha trust loop verifies"},
        {"id": "e000011", "type": "text_block", "page": "p0001", "bbox": [30600, 10100, 54000, 11500],
         "text": "grounded evidence"},
    ]  # fmt: skip
    return document


def native(claims: list[Any]) -> Any:
    return {"document_fingerprint": load(NATIVE)["fingerprint"], "claims": claims}


SPLIT_QUOTE = {
    "kind": "quote",
    "text": "The alpha trust loop verifies grounded evidence",
    "citation": {"element_id": "e000011"},
}
UNGROUNDED = [
    {"kind": "quote", "text": "Operating margin was 99%", "citation": {"page": "p0001", "element_id": "e000002"}},
    {"kind": "presence", "citation": {"element_id": "missing-element"}},
]
ODL_MISSING = [{"kind": "presence", "citation": {"element_id": "missing-element"}}]
ODL_CELL = [{"kind": "table_cell", "text": "$12.4M", "citation": {"table_id": "odl-t1", "cell": {"row": 1, "col": 1}}}]
REAL_UNGROUNDED = [{"kind": "quote", "text": "Not in the document", "citation": {"element_id": "odl-1"}}]

CASES: dict[str, Callable[[], Report]] = {
    "native-grounded": lambda: run(load(NATIVE), load("examples/verify/native_grounded_citations.json")),
    "opendataloader-grounded": lambda: run(
        load(ODL), load("examples/verify/opendataloader_grounded_citations.json"), "opendataloader-json"
    ),
    "native-split-quote": lambda: run(split_over_two_elements(), native([SPLIT_QUOTE])),
    "native-non-v1-claims": lambda: run(load(NATIVE), load("examples/verify/native_non_v1_claims_citations.json")),
    "native-ungrounded": lambda: run(load(NATIVE), native(UNGROUNDED)),
    "opendataloader-not-found": lambda: run(load(ODL), ODL_MISSING, "opendataloader-json"),
    "native-stale": lambda: run(load(NATIVE), load("examples/verify/native_stale_citations.json")),
    "opendataloader-capability-limited": lambda: run(without_tables(), ODL_CELL, "opendataloader-json"),
    "real-opendataloader-grounded": lambda: run(
        load(REAL), load("fixtures/foreign/opendataloader/real/citations.json"), "opendataloader-json"
    ),
    "real-opendataloader-ungrounded": lambda: run(load(REAL), REAL_UNGROUNDED, "opendataloader-json"),
}
GOLDENS = {
    "native-grounded": "examples/verify/goldens/native_grounded_report.json",
    "opendataloader-grounded": "examples/verify/goldens/opendataloader_grounded_report.json",
    "native-non-v1-claims": "examples/verify/goldens/native_non_v1_claims_report.json",
    "native-stale": "examples/verify/goldens/native_stale_report.json",
    "real-opendataloader-grounded": "fixtures/foreign/opendataloader/real/expected.verification_report.json",
}


@pytest.mark.parametrize("name", GOLDENS)
def test_a_report_equals_its_golden_in_every_field(name: str) -> None:
    assert load(GOLDENS[name]) == report_as_dict(CASES[name]())


def test_the_schema_examples_are_the_reports_of_their_citations() -> None:
    two_claims = run(load(NATIVE), load("schemas/examples/citations.example.json"))
    stale = run(load(NATIVE), load("examples/verify/native_stale_citations.json"))

    assert load("schemas/examples/verification-report.example.json") == report_as_dict(two_claims)
    assert load("schemas/examples/verification-report-negative.example.json") == report_as_dict(stale)


@pytest.mark.parametrize("name", CASES)
def test_every_report_case_of_the_contract_holds(name: str) -> None:
    contract = load("examples/verify/verify_citations_v1_contract.json")
    (expected,) = [case for case in contract["report_cases"] if case["name"] == name]

    report = CASES[name]()

    assert expected["all_evidence_grounded"] == report.all_evidence_grounded
    assert expected["statuses"] == [check.status for check in report.checks]
    assert expected["reasons"] == [check.reason for check in report.checks if check.reason is not None]
    summary = summarise(report).as_dict()
    assert expected["expected_proof_status"] == summary["proof_status"]
    assert expected["expected_request_certified"] == summary["request_certified"]
    assert expected["expected_reusable_check_ids"] == summary["reusable_grounded_check_ids"]
    assert expected["expected_proof_limitations"] == summary["proof_limitations"]


def test_the_contract_names_no_case_that_is_not_run() -> None:
    contract = load("examples/verify/verify_citations_v1_contract.json")

    assert {case["name"] for case in contract["report_cases"]} == set(CASES)


@pytest.mark.parametrize(
    "name", [name for name in CASES if not name.startswith("native-") or name == "native-grounded"]
)
def test_every_downgrade_is_said_and_never_approximated(name: str) -> None:
    contract = load("examples/verify/capability_downgrade_v1_contract.json")
    (expected,) = [case for case in contract["report_cases"] if case["name"] == name]
    (invariant,) = [each for each in contract["category_invariants"] if each["category"] == expected["category"]]

    report = CASES[name]()

    blocked = [check for check in report.checks if check.status == "capability_blocked"]
    assert expected["all_evidence_grounded"] == report.all_evidence_grounded
    assert expected["expected_statuses"] == [check.status for check in report.checks]
    assert expected["expected_reasons"] == [check.reason for check in report.checks if check.reason is not None]
    assert expected["expected_capability_limits"] == list(report.capability_limits)
    assert expected["expected_report_warnings"] == list(report.warnings)
    assert expected["expected_blocked_check_ids"] == [check.id for check in blocked]
    assert expected["expected_blocked_reasons"] == [check.reason for check in blocked]
    present = {True: "present", False: "absent"}
    assert invariant["capability_limits"] == present[bool(report.capability_limits)]
    assert invariant["blocked_checks"] == present[bool(blocked)]
    assert invariant["non_grounded_checks"] == present[not all(check.grounded for check in report.checks)]
    assert invariant["report_warning"] == (report.warnings[0] if report.warnings else "absent")
    assert invariant["all_evidence_grounded"] == report.all_evidence_grounded


def test_kinds_that_no_literal_method_can_check_stay_unsupported() -> None:
    contract = load("examples/verify/claim_kind_boundary_v1_contract.json")
    expected = contract["report_case"]

    report = CASES[expected["name"]]()

    assert expected["expected_statuses"] == [check.status for check in report.checks]
    assert expected["expected_match_methods"] == [check.method for check in report.checks]
    assert expected["expected_reasons"] == [check.reason for check in report.checks if check.reason is not None]
    assert expected["expected_unsupported_claim_kinds"] == list(report.unsupported_claim_kinds)
    unsupported = [check for check in report.checks if check.status == "unsupported_claim_kind"]
    assert expected["unsupported_checks_have_no_evidence"] == all(check.evidence is None for check in unsupported)
    assert expected["unsupported_checks_semantic_unverified"] == any(c.semantic_unverified for c in unsupported)


@pytest.mark.parametrize("kind", ["region", "other"])
def test_a_config_cannot_enable_an_unsupported_kind(kind: str) -> None:
    boundary = load("examples/verify/claim_kind_boundary_v1_contract.json")["config_boundary"]
    assert kind in boundary["rejected_claim_kinds"]
    config = load("schemas/examples/verification-config.example.json")
    config["claim_kinds"].append(kind)

    with pytest.raises(InvalidConfig, match=re.escape(boundary["usage_error"])):
        config_from_dict(config)


@pytest.mark.parametrize("number", range(3))
def test_every_grounding_source_declares_its_parser_and_what_it_can(number: int) -> None:
    expected = load("examples/verify/grounding_source_v1_contract.json")["source_cases"][number]
    golden = load(expected["report_golden"])
    (name,) = [name for name, path in GOLDENS.items() if path == expected["report_golden"]]

    plain = report_as_dict(CASES[name]())

    assert expected["expected_parser"] == plain["grounding"]["parser"] == golden["grounding"]["parser"]
    assert expected["expected_capabilities"] == plain["grounding"]["capabilities"]
    assert expected["document_fingerprint_required"] == ("document_fingerprint" in plain)


# Usage errors, as the command line gives them.


def command(*arguments: str) -> int:
    """Run ``headwater`` and return its exit code."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["headwater", *arguments])
        try:
            main()
        except SystemExit as end:
            return int(end.code or 0)
    return 0


def zero_area(folder: Path) -> Path:
    document = load(ODL)
    document["elements"][0]["bbox"] = [72.0, 72.0, 72.0, 90.0]
    path = folder / "zero.json"
    path.write_bytes(bytes_of(document))
    return path


USAGE = {
    "invalid-table-cell-citation": (NATIVE, "examples/verify/invalid_table_cell_citations.json", ()),
    "invalid-bbox-citation": (NATIVE, "examples/verify/invalid_bbox_citations.json", ()),
    "opendataloader-malformed-bbox-input": (
        "examples/verify/opendataloader_malformed_bbox.json",
        "examples/verify/opendataloader_grounded_citations.json",
        ("--grounding", "opendataloader-json"),
    ),
    "opendataloader-zero-area-bbox-input": (
        None,
        "examples/verify/opendataloader_grounded_citations.json",
        ("--grounding", "opendataloader-json"),
    ),
    "opendataloader-unknown-page-input": (
        "examples/verify/opendataloader_unknown_page.json",
        "examples/verify/opendataloader_grounded_citations.json",
        ("--grounding", "opendataloader-json"),
    ),
}


@pytest.mark.parametrize("name", USAGE)
def test_a_usage_error_is_one_message_and_nothing_on_standard_output(
    name: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    contract = load("examples/verify/verify_citations_v1_contract.json")
    (expected,) = [case for case in contract["usage_diagnostic_cases"] if case["name"] == name]
    source, citations, more = USAGE[name]
    path = ETHOS / source if source is not None else zero_area(tmp_path)

    code = command("verify", str(path), "--citations", str(ETHOS / citations), "--json", *more)

    out, err = capfd.readouterr()
    assert (expected["exit_code"], "") == (code, out)
    assert expected["stderr_contains"] in err
    assert "Traceback" not in err


def test_no_usage_error_of_the_contract_is_left_out() -> None:
    contract = load("examples/verify/verify_citations_v1_contract.json")

    assert set(contract["usage_error_cases"]) == set(USAGE)


@pytest.mark.parametrize(("asked", "code"), [((), 0), (("--fail-on", "ungrounded"), 1)])
def test_the_command_prints_the_report_and_fails_only_when_asked(
    asked: tuple[str, ...], code: int, capfd: pytest.CaptureFixture[str]
) -> None:
    citations = ETHOS / "examples/verify/native_non_v1_claims_citations.json"

    found = command("verify", str(ETHOS / NATIVE), "--citations", str(citations), "--json", *asked)

    assert code == found
    assert load(GOLDENS["native-non-v1-claims"]) == json.loads(capfd.readouterr().out)


def test_a_config_of_ones_own_changes_the_digest_in_the_report(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    config = load("schemas/examples/verification-config.example.json")
    config["matching"]["case_sensitive"] = False
    path = tmp_path / "config.json"
    path.write_bytes(bytes_of(config))
    citations = tmp_path / "citations.json"
    citations.write_bytes(
        bytes_of(native([{"kind": "quote", "text": "REVENUE grew", "citation": {"element_id": "e000002"}}]))
    )

    code = command("verify", str(ETHOS / NATIVE), "--citations", str(citations), "--config", str(path), "--json")

    plain = json.loads(capfd.readouterr().out)
    assert (0, "grounded") == (code, plain["checks"][0]["status"])
    assert config_from_dict(config).digest == plain["verification_config_sha256"] != CONTRACT.digest


# Digests.


def test_the_digests_are_those_of_sorted_compact_json() -> None:
    example = load("schemas/examples/verification-config.example.json")
    golden = load(GOLDENS["native-grounded"])
    claims = load("schemas/examples/citations.example.json")["claims"]

    assert golden["verification_config_sha256"] == CONTRACT.digest == config_from_dict(example).digest
    assert example == CONTRACT.as_dict()
    assert "51e36a018bcc9286835738bccd7f277776b8c6f7820b05ed2a601db25dd42c82" == read_citations(claims, most=256).digest
    rebuilt = CitationSet(read_citations(claims, most=256).claims)
    assert read_citations(claims, most=256).digest == rebuilt.digest


# Reports of others, in and out.


@pytest.mark.parametrize(
    "path",
    [*GOLDENS.values(), "schemas/examples/verification-report.example.json",
     "schemas/examples/verification-report-negative.example.json",
     "examples/app-answer-release/verification-report.json"],
)  # fmt: skip
def test_a_foreign_report_comes_in_and_goes_out_unchanged(path: str) -> None:
    golden = load(path)

    assert golden == report_as_dict(report_from_dict(golden))


@pytest.mark.parametrize("name", CASES)
def test_our_reports_and_the_contracts_are_read_alike_bare_and_wrapped(name: str) -> None:
    report = CASES[name]()

    bare = report_from_dict(report_as_dict(report))
    wrapped = report_from_dict(as_statement(report, "source.json"))

    assert report_as_dict(report) == report_as_dict(bare) == report_as_dict(wrapped)
    assert report.checks == bare.checks == wrapped.checks
    assert (report.verifier, report.claims_digest) == (wrapped.verifier, wrapped.claims_digest)


def broken(change: Callable[[Any], None]) -> Any:
    report = copy.deepcopy(load(GOLDENS["native-non-v1-claims"]))
    change(report)
    return report


@pytest.mark.parametrize(
    "change",
    [
        lambda r: r.update(all_evidence_grounded=True),
        lambda r: r["checks"][1].update(status="fine"),
        lambda r: r["checks"][0].update(reason="text_mismatch"),
        lambda r: r["checks"][0].pop("match_method"),
        lambda r: r["checks"].append("v0004"),
        lambda r: r.pop("grounding"),
        lambda r: r["grounding"]["capabilities"].update(spans="yes"),
        lambda r: r.update(document_fingerprint="sha256:abc"),
        lambda r: r["checks"][0]["claim"].update(kind="hunch"),
        lambda r: r.update(_type="https://example.org/other"),
    ],
)
def test_a_report_that_does_not_follow_from_its_checks_is_not_believed(change: Callable[[Any], None]) -> None:
    with pytest.raises(InvalidReport):
        report_from_dict(broken(change))


# The schemas themselves, read by a validator that knows what they use.


def problems(schema: Any, value: Any, root: Any, where: str = "$") -> list[str]:
    """What a value breaks of a schema."""
    if "$ref" in schema:
        target = root
        for part in schema["$ref"].removeprefix("#/").split("/"):
            target = target[part]
        return problems(target, value, root, where)
    found = []
    kinds = {
        "object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float),
    }  # fmt: skip
    kind = schema.get("type")
    if kind and (not isinstance(value, kinds[kind]) or (kind == "integer" and isinstance(value, bool))):
        return [f"{where}: not {kind}"]
    if "enum" in schema and value not in schema["enum"]:
        found.append(f"{where}: {value!r} not in enum")
    if "const" in schema and value != schema["const"]:
        found.append(f"{where}: not {schema['const']!r}")
    if "pattern" in schema and not re.search(schema["pattern"], value):
        found.append(f"{where}: {value!r} does not match {schema['pattern']}")
    if isinstance(value, dict):
        found += [f"{where}: no {key}" for key in schema.get("required", []) if key not in value]
        known = schema.get("properties", {})
        if schema.get("additionalProperties") is False:
            found += [f"{where}: unknown {key}" for key in value if key not in known]
        for key, item in value.items():
            found += problems(known.get(key, {}), item, root, f"{where}.{key}")
    if isinstance(value, list):
        if schema.get("uniqueItems") and len({json.dumps(item) for item in value}) != len(value):
            found.append(f"{where}: repeats an item")
        for number, item in enumerate(value):
            found += problems(schema.get("items", {}), item, root, f"{where}[{number}]")
    return found


@pytest.mark.parametrize("name", CASES)
def test_every_report_obeys_the_published_schema(name: str) -> None:
    schema = load("schemas/ethos-verification-report.schema.json")

    assert [] == problems(schema, report_as_dict(CASES[name]()), schema)


def test_our_words_hold_all_words_of_the_contract() -> None:
    words = load("schemas/ethos-verification-report.schema.json")["$defs"]

    assert set(words["check_reason"]["enum"]) | {"locator_conflict"} == {str(reason) for reason in CONTRACT_REASONS}
    assert words["warning_code"]["enum"] == [str(warning) for warning in CONTRACT_WARNINGS]


# OpenDataLoader shapes that are taken and refused.


def node(identity: Any, text: str, box: list[float], **more: Any) -> dict[str, Any]:
    return {"type": "paragraph", "id": identity, "page number": 1, "bounding box": box, "content": text, **more}


def tree(*kids: Any, pages: int = 1) -> dict[str, Any]:
    return {"file name": "x.pdf", "number of pages": pages, "kids": list(kids)}


def table_node(**cell: Any) -> dict[str, Any]:
    filled = {"type": "table cell", "page number": 1, "bounding box": [20, 185, 210, 215], **cell}
    return {
        "type": "table", "id": "table-a", "page number": 1, "bounding box": [10, 170, 220, 230],
        "rows": [{"cells": [filled]}],
    }  # fmt: skip


SHAPES: dict[str, Callable[[], Any]] = {
    "documented-subset": lambda: load(ODL),
    "real-basic-tree": lambda: load(REAL),
    "real-text-child-aliases": lambda: tree(
        {"type": "section", "id": "section-a", "page number": 1, "bounding box": [10, 10, 220, 90],
         "text": "Alias section", "children": [node("child-a", "Child text", [20, 30, 210, 55])]},
        {"type": "list", "id": "list-a", "page number": 1, "bounding box": [10, 100, 220, 160],
         "list_items": [node("item-a", "Alias item", [20, 115, 210, 140])]},
        table_node(text="Alias cell"),
    ),
    "real-table-cells": lambda: tree(table_node(content="Cell A")),
    "real-structural-containers": lambda: tree(
        {"kids": [node("intro", "Intro", [10, 10, 40, 20])]},
        {"rows": [{"cells": [node(13, "Cell value", [20, 50, 70, 80])]}]},
    ),
}  # fmt: skip
GROUNDED = {
    "real-text-child-aliases": {"kind": "quote", "text": "Child text", "citation": {"element_id": "odl-child-a"}},
    "real-table-cells": {
        "kind": "table_cell", "text": "Cell A", "citation": {"table_id": "odl-table-a", "cell": {"row": 1, "col": 1}},
    },
    "real-structural-containers": {"kind": "value", "text": "Cell value", "citation": {"element_id": "odl-13"}},
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_every_accepted_opendataloader_shape_is_read_as_declared(name: str) -> None:
    contract = load("examples/verify/opendataloader_adapter_shape_v1_contract.json")
    (expected,) = [shape for shape in contract["accepted_shapes"] if shape["name"] == name]
    claim = GROUNDED.get(name, {"kind": "presence", "citation": {"page": "page-1"}})

    report = run(SHAPES[name](), [claim], "opendataloader-json")

    plain = report_as_dict(report)["grounding"]
    assert expected["expected_parser"] == plain["parser"]
    assert expected["expected_capabilities"] == plain["capabilities"]
    assert ["grounded"] == [check.status for check in report.checks]


REFUSED: dict[str, Callable[[], Any]] = {
    "documented-malformed-bbox": lambda: load("examples/verify/opendataloader_malformed_bbox.json"),
    "zero-area-bbox": lambda: tree(node(1, "A", [1, 1, 2, 1])),
    "documented-unknown-page": lambda: load("examples/verify/opendataloader_unknown_page.json"),
    "real-malformed-child-containers": lambda: tree(node(1, "A", [1, 1, 2, 2], kids={})),
    "real-malformed-table-cells": lambda: tree(table_node()),
    "unrecognized-root": lambda: {},
}


@pytest.mark.parametrize("name", REFUSED)
def test_every_rejected_opendataloader_shape_is_refused_in_the_contracts_words(name: str) -> None:
    contract = load("examples/verify/opendataloader_adapter_shape_v1_contract.json")
    (expected,) = [shape for shape in contract["rejected_shapes"] if shape["name"] == name]

    with pytest.raises(InvalidSource, match=re.escape(expected["expected_error_contains"])):
        read(Artifact(bytes_of(REFUSED[name]()), "sha256:" + "0" * 64), "opendataloader-json")


# Proof and release.


def test_the_release_decision_equals_the_published_one() -> None:
    folder = "examples/app-answer-release"
    report = report_from_dict(load(f"{folder}/verification-report.json"))
    given = load(f"{folder}/claims.json")
    claims = [
        JudgedClaim(
            claim["id"], claim["text"], Relevance(claim["question_relevance"]), ClaimType(claim["claim_type"]),
            tuple(claim["check_ids"]),
        )
        for claim in given["claims"]
    ]  # fmt: skip

    proof = summarise(report)
    decision = release_as_dict(
        given["question"], proof, decide(claims, proof), report_ref=given["verification_report_ref"],
        notes=given["notes"],
    )  # fmt: skip

    assert load(f"{folder}/proof-summary.json") == proof.as_dict()
    assert load(f"{folder}/expected-decision.json") == decision
    schema = load("schemas/ethos-app-answer-release-decision.schema.json")
    assert [] == problems(schema, decision, schema)


def test_the_schema_example_of_a_release_decision_follows_from_its_own_proof() -> None:
    example = load("schemas/examples/app-answer-release-decision.example.json")
    proof = summarise(report_from_dict(load("examples/app-answer-release/verification-report.json")))
    claims = [
        JudgedClaim(
            claim["id"], claim["text"], Relevance(claim["question_relevance"]), ClaimType(claim["claim_type"]),
            tuple(claim["check_ids"]), claim["citation_grounded"],
        )
        for claim in example["claims"]
    ]  # fmt: skip

    decision = release_as_dict(example["question"], proof, decide(claims, proof), notes=example["notes"])

    assert example == decision


def test_both_verifiers_state_different_rules() -> None:
    digests = {name: verifier.config.digest for name, verifier in VERIFIERS.items()}

    assert CONTRACT.digest == digests["contract"] != digests["headwater"]
