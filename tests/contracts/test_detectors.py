"""What every detector promises, the ones to come included."""

import ast
import random
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

import pytest

from core.detection import DETECTORS, Detection, Document, Finding, Remark, detect
from core.detection.collection import Collection
from core.detection.testing import Prose
from core.detection.testing_pages import Made, made_cases
from core.detection.types import Detector, Span
from core.states import Relation, SourceKind

ROOT = Path(__file__).resolve().parents[2]
ALLOWED = {
    "core.model",
    "core.proposed",
    "core.states",
    "core.policy",
    "core.errors",
    "core.fingerprint",
    "core.references",
}


def _documents() -> list[Document]:
    """A collection in which every detector has something to say, and its look-alikes."""
    made = Prose(1)
    story = "CITY (Reuters) - " + made.text(120)
    paper = "ledger.example.com"
    head = (
        '<link rel="canonical" href="https://post.example.net/quay-1"><meta name="author" content="dpa">'
        '<link rel="alternate" hreflang="de" href="https://ledger.example.com/de/kai-1">'
        '<meta name="original-source" content="https://post.example.net/quay-1">'
    )
    html = (
        f"<html><head><title>Quay</title>{head}</head><body><article><p>{story}</p>"
        "<p>This article originally appeared on The Evening Post.</p>"
        '<p>A <a href="https://eel-study.example/eels">count</a> says so (doi:10.5555/eels.1).</p>'
        "</article></body></html>"
    )
    fields = MappingProxyType({"origin_publisher": "Northwire", "story": "q1"})
    return [
        Document("page", url=f"https://{paper}/quay-1", html=html, publisher="The Ledger", published_at="2024-03-04"),
        Document("edition", url=f"https://{paper}/de/kai-1", text=made.text(80), language="de"),
        Document("post", url="https://post.example.net/quay-1", text=story, publisher="Evening Post", title="Quay"),
        Document("archived", url="https://web.archive.org/web/2024/https://post.example.net/quay-1", text=story),
        Document("mobile", url="https://m.post.example.net/quay-1?utm_source=x"),
        Document("study", url="https://eel-study.example/eels", text=made.text(90), ids=(("doi", "10.5555/eels.1"),)),
        Document("trial-1", text="The trial NCT01234567 was stopped. " + made.text(60)),
        Document("trial-2", text="Results of NCT01234567. " + made.text(60), ids=(("study", "REG-1"),)),
        Document("number-1", url="https://tide.example/4417703-quay-to-close"),
        Document("number-2", url="https://tide.example/4417703-mayor-says-quay-closes"),
        Document("feed-1", publisher="AggregateNews", fields=fields, text=made.text(40)),
        Document("feed-2", publisher="AggregateNews Ltd", fields=MappingProxyType({"story": "q1"})),
        Document("release", text="BRENMOUTH /PRNewswire/ -- " + made.text(60)),
        Document("told", text="The mayor told the Evening Post so. " + made.text(60)),
        Document("fork", url="https://github.com/bob/quay", text="forked from ann/quay"),
        Document("model", kind=SourceKind.MODEL_OUTPUT, text=made.text(60)),
        Document("copy", url="https://echo.example.org/1", text=made.inside(made.text(200), story)),
        Document("notice", text="Please accept cookies to continue."),
        Document("empty"),
        Document("upstream", retrieved=False, kind=SourceKind.WIRE_STORY),
    ]


DOCUMENTS = _documents()
each = pytest.mark.parametrize("detector", DETECTORS.values(), ids=list(DETECTORS))


def said(detector: Detector, documents: Sequence[Document]) -> list[Finding | Remark]:
    return list(detector.find(Collection(documents)))


def findings(detector: Detector) -> list[Finding]:
    return [one for one in said(detector, DOCUMENTS) if isinstance(one, Finding)]


def text_of(span: Span) -> str | None:
    """The part of the document a span was read in, where it has running text."""
    document = {document.id: document for document in DOCUMENTS}[span.document_id]
    return {
        "text": Collection(DOCUMENTS).text(document),
        "html": document.html,
        "url": document.url,
        "author": document.author,
        "publisher": document.publisher,
        "title": document.title,
        "fields": None,
    }[span.part]


@each
def test_it_is_listed_under_its_own_name(detector: Detector) -> None:
    assert detector is DETECTORS[detector.NAME]


@each
def test_its_docstring_is_a_help_text(detector: Detector) -> None:
    help_text = (detector.__doc__ or "").strip()

    assert 60 < len(help_text)
    assert "." in help_text


@each
def test_it_has_a_prior_or_is_measured(detector: Detector) -> None:
    assert detector.PROBABILITY is None or 0.0 < detector.PROBABILITY <= 1.0
    assert isinstance(detector.RELATION, Relation)


@each
def test_it_has_something_to_say(detector: Detector) -> None:
    assert [] != said(detector, DOCUMENTS)


@each
def test_it_says_nothing_of_nothing(detector: Detector) -> None:
    assert [] == said(detector, [])


@each
def test_it_never_joins_a_document_with_itself(detector: Detector) -> None:
    assert [] == [one for one in findings(detector) if one.from_id == one.to_id]


@each
def test_it_speaks_in_its_own_name(detector: Detector) -> None:
    for one in findings(detector):
        assert detector.NAME == one.rule
        assert {detector.NAME} == {ground.rule for ground in one.evidence}


@each
def test_every_finding_has_evidence_that_starts_at_its_document(detector: Detector) -> None:
    for one in findings(detector):
        assert one.evidence
        for ground in one.evidence:
            assert one.from_id == ground.here.document_id
            assert ground.there is None or one.to_id == ground.there.document_id
            assert ground.note


@each
def test_every_span_quotes_what_stands_there(detector: Detector) -> None:
    for one in findings(detector):
        for ground in one.evidence:
            for span in (ground.here, ground.there):
                if span is None or span.start is None or span.end is None:
                    continue
                part = text_of(span)
                assert part is not None
                assert span.quote == part[span.start : span.end][: len(span.quote)]
                assert span.quote


@each
def test_upstream_nodes_are_given_for_ids_that_are_not_at_hand(detector: Detector) -> None:
    ids = {document.id for document in DOCUMENTS}
    for one in findings(detector):
        assert one.from_id in ids
        assert (one.to_id in ids) == (one.upstream is None)
        assert one.upstream is None or (one.upstream.id == one.to_id and not one.upstream.retrieved)


@each
def test_probabilities_lie_within_their_band(detector: Detector) -> None:
    for one in findings(detector):
        assert 0.0 <= one.band.low <= one.probability <= one.band.high <= 1.0
        assert one.band.name in {"near certain", "likely", "even", "unlikely"}
        assert one.band.n > 0 or one.band.basis in {"expert prior", "declared"}


@each
def test_the_order_of_the_documents_changes_nothing(detector: Detector) -> None:
    first = said(detector, DOCUMENTS)
    shuffled = list(DOCUMENTS)
    random.Random(5).shuffle(shuffled)

    assert first == said(detector, shuffled)


@each
def test_it_never_says_independent(detector: Detector) -> None:
    for one in said(detector, DOCUMENTS):
        words = one.message if isinstance(one, Remark) else " ".join(ground.note for ground in one.evidence)
        assert "independent" not in words.replace("unknown is not independent", "")


def test_one_proposal_a_pair() -> None:
    pairs = [proposal.pair for proposal in detect(DOCUMENTS).proposals]

    assert len(pairs) == len(set(pairs))


def test_a_run_is_the_same_twice() -> None:
    assert _plain(detect(DOCUMENTS)) == _plain(detect(DOCUMENTS[::-1]))


def test_what_was_rejected_does_not_come_back() -> None:
    from core.detection import Rejection

    first = detect(DOCUMENTS)
    rejected = [Rejection(proposal.pair, proposal.grounds) for proposal in first.proposals]

    assert () == detect(DOCUMENTS, rejected=rejected).proposals


def test_what_was_confirmed_does_not_come_back() -> None:
    from core.model import Edge
    from core.states import EdgeStatus

    first = detect(DOCUMENTS)
    confirmed = [Edge(p.from_id, p.to_id, p.relation, EdgeStatus.CONFIRMED) for p in first.proposals]
    again = {proposal.pair for proposal in detect(DOCUMENTS, existing=confirmed).proposals}

    # A mention changes no figure, so that it joins nobody.
    assert set() == again - {p.pair for p in first.proposals if p.relation.weak}


def test_it_imports_the_leaves_of_the_core_and_libraries_only() -> None:
    wrong = {}
    for path in sorted((ROOT / "core" / "detection").rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        names = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module} | {
            alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names
        }
        ours = {name for name in names if name.split(".")[0] in {"core", "dashboard", "pages"}}
        found = {name for name in ours if not name.startswith("core.detection") and name not in ALLOWED}
        if found:
            wrong[path.name] = found

    assert {} == wrong


def _plain(found: Detection) -> object:
    return found.proposals, found.notices, found.identities


@pytest.mark.parametrize(
    "case", made_cases(), ids=lambda case: f"{case.rule}-{'calls' if case.calls else 'look-alike'}"
)
def test_made_up_pages_call_for_their_rule_and_look_alikes_do_not(case: Made) -> None:
    rules = {ground.rule for proposal in detect(case.documents).proposals for ground in proposal.evidence}

    assert case.calls == (case.rule in rules)
