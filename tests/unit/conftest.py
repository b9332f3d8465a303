"""A claim that has a bit of everything the pages must show."""

from collections.abc import Callable
from types import MappingProxyType

import pytest

from core.assessment import assess
from core.checked import CitationFile, CitationLine
from core.model import Answer, Case, Citation, Claim, Dossier, Edge, Evidence, Label, Source
from core.policy import Policy
from core.results import ClaimFile
from core.services.verifying import reader_in, verify_case
from core.states import Dependence, EdgeStatus, EvidenceState, Relation, SourceKind, Stance
from core.verification.wording import describe

SCRIPT = "<script>alert(1)</script> **bold** ![x](http://evil.example/x.png)"


def quay_dossier() -> Dossier:
    """A release nobody retrieved, its wire story and three copies; two independents, one suspected, one against."""
    papers = {"ledger": "The Ledger", "post": "Morning Post", "echo": "Echo"}
    sources = (
        Source("release", "Council release", SourceKind.PRESS_RELEASE, retrieved=False, publisher="Harbour Council"),
        Source(
            "wire", "Quay to close", SourceKind.WIRE_STORY, publisher="Northwire", published_at="2026-03-03T08:10+01:00"
        ),
        *(
            Source(id, f"{name}: quay closes", publisher=name, url=f"https://{id}.example/a")
            for id, name in papers.items()
        ),
        Source("survey", SCRIPT, publisher="Hydrographic Office", url="javascript:alert(1)"),
        Source("gauge", "Gauge readings", SourceKind.DATASET),
        Source("forum", "תקרית RPT-7 (2024)."),
        Source("gazette", "Quay stays open", publisher="Gazette"),
    )
    edges = (
        Edge("wire", "release", Relation.DERIVES_FROM),
        *(Edge(paper, "wire", Relation.COPIED_FROM, rule="wire credit") for paper in papers),
        Edge("forum", "wire", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.6),
    )
    support = ("wire", *papers, "survey", "gauge", "forum")
    evidence = (
        *(Evidence(f"e{n}", "c3", id, f"Passage of {id}. {SCRIPT}", rank=n) for n, id in enumerate(support, 1)),
        Evidence("e8", "c3", "gazette", "It stays open.", Stance.REFUTES, rank=8),
        Evidence("e9", "c3", "gauge", "Second reading.", state=EvidenceState.RETRIEVED, rank=9),
    )
    return Dossier(
        Claim("c3", "The quay closes in May.", "a12", 2, "According to the council the quay closes in May."),
        Answer("a12", "The quay closes in May. Ferries move.", "When does the quay close?"),
        evidence,
        sources,
        edges,
        (Citation("k1", "c3", "wire", "e1"), Citation("k2", "c3", "survey", "e5")),
        MappingProxyType(
            {
                "ledger": Label(Dependence.DEPENDENT),
                "survey": Label(
                    Dependence.INDEPENDENT, by="M. R.", at="2026-03-10T10:00:00Z", reason="own survey", event=7
                ),
                "gauge": Label(Dependence.INDEPENDENT),
            }
        ),
        "harbour",
    )


@pytest.fixture
def quay() -> ClaimFile:
    """The claim under the default policy, third of five in its answer."""
    dossier, policy = quay_dossier(), Policy()
    return ClaimFile(
        "harbour:c3", dossier, assess(dossier, policy), policy, policy, "harbour:c2", "harbour:c4", (), 3, 5
    )


@pytest.fixture
def bare() -> ClaimFile:
    """A claim without any evidence."""
    dossier, policy = Dossier(Claim("c0", "Nobody said so."), dataset="harbour"), Policy()
    return ClaimFile("harbour:c0", dossier, assess(dossier, policy), policy, policy, None, None)


def _citation_file(
    expected: str | None,
    text: str | None,
    *,
    uid: str = "harbour:k1",
    source_id: str = "wire",
    marker: str | None = "[1]",
    stale: bool = False,
    checked: bool = True,
    cited_version: str | None = None,
    version: str | None = None,
    **locators: object,
) -> CitationFile:
    """A citation with a real check of its text against a text of its source."""
    dataset, _, identifier = uid.partition(":")
    source = Source(source_id, f"{source_id} title", publisher="Northwire", text=text, fingerprint=version)
    citation = Citation(
        identifier, "c3", source_id, None, marker, expected, cited_version, extra=MappingProxyType(locators)
    )
    claim = Claim("c3", "The quay closes in May.")
    case = Case(dataset, claims=(claim,), sources=(source,), citations=(citation,))
    check = report = None
    if checked:
        check, report = verify_case(case, reader_in()).checks()[identifier]
    line = CitationLine(
        uid, f"{dataset}:c3", claim.text, source_id, f"{dataset}:{source_id}", source.title, source.publisher, marker,
        expected, None, None, check.status if check else None, check.reason if check else None,
        check.method if check else None, stale, "2026-03-03T08:10:00Z" if check else None, 1 if check else None,
        describe(check) if check else "Nobody has checked it yet.",
    )  # fmt: skip
    return CitationFile(line, citation, source, check, report, (), (), None, ())


@pytest.fixture
def citation_of() -> Callable[..., CitationFile]:
    """Makes a citation of a text, with the check that a verifier makes of it."""
    return _citation_file
