"""Detection over stored data sets: field cases of identity and hidden origin, run after run, learning, bad input."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

from core import services
from core.assessment import summarise
from core.detection.testing import Prose
from core.errors import InvalidInput, PermissionDenied, StaleVersion, UnknownId
from core.kinship import ProposalFilter, SourceFilter
from core.model import Case, Claim, Edge, Evidence, Source
from core.policy import Policy
from core.services import Workspace, compared_texts, lineage
from core.states import Dependence, EdgeStatus, Relation, SourceKind
from core.store import open_store
from core.work import QueueFilter, Reviewer, Role, WorkKind

FILE = {"file": "set.json", "file_digest": "0" * 64, "format": "package", "by": "ann"}
HERE = "https://example.org/news/dam-report"


@pytest.fixture
def workspace(empty_store: Workspace) -> Workspace:
    return empty_store


def store(
    workspace: Workspace,
    sources: Sequence[Source],
    *,
    edges: Sequence[Edge] = (),
    required: float = 3.0,
    texts: dict[str, str] | None = None,
) -> None:
    """One claim that leans on every retrieved source."""
    case = Case(
        dataset="set",
        claims=(Claim("c", "The quay will close."),),
        sources=tuple(sources),
        evidence=tuple(
            Evidence(f"e-{source.id}", "c", source.id, (texts or {}).get(source.id, ""), increment=0.05, rank=n)
            for n, source in enumerate(sources, 1)
            if source.retrieved
        ),
        edges=tuple(edges),
        policy=Policy(prior=0.2, increment=0.05, required=required),
    )
    workspace.store.import_case(case, **FILE)


def detected(workspace: Workspace, **more: Any) -> Any:
    return lineage.detect_stored(workspace, "set", by="ann", **more)


def found(workspace: Workspace) -> Any:
    return services.claim(workspace, "set:c").assessment


def confirm_all(workspace: Workspace) -> None:
    lines = lineage.proposals(workspace, size=1_000).rows
    lineage.confirm(
        workspace, [line.key for line in lines], by="ann", expected={line.key: line.expected_event for line in lines}
    )


def vouch(workspace: Workspace, source_id: str) -> None:
    """Somebody says that a source is an origin of its own."""
    services.relabel(
        workspace,
        uid="set:c",
        source_id=source_id,
        state=Dependence.INDEPENDENT,
        by="ann",
        everywhere=True,
        seen={},
        expected_event=None,
    )


def addressed(*urls: str, **more: Any) -> list[Source]:
    return [Source(f"s{n}", "Dam report", url=url, **more) for n, url in enumerate(urls, 1)]


def test_one_page_under_four_addresses_is_one_source(workspace: Workspace) -> None:
    """IDN-01"""
    urls = (
        HERE,
        "http://www.example.org/news/dam-report/?utm_source=mail",
        f"{HERE}#summary",
        "HTTPS://EXAMPLE.ORG:443/news/dam-report",
    )
    store(workspace, addressed(*urls))
    run = detected(workspace)
    dossier = services.claim(workspace, "set:c").dossier
    file = lineage.source(workspace, "set:s1")

    assert (3, 0) == (run.identities, run.new)
    assert ["s1"] == [source.id for source in dossier.sources]
    assert {"s1"} == {item.source_id for item in dossier.evidence}
    assert found(workspace).eie <= 1.0
    assert set(urls) == {address.raw for address in file.addresses}
    assert 1 == len({address.canonical.partition("://")[2] for address in file.addresses})
    assert ["s2", "s3", "s4"] == [member.id for member in file.members]
    assert all("the same address" in member.because for member in file.members)


def test_a_redirect_and_its_copies_are_one_or_offered(workspace: Workspace) -> None:
    """IDN-03"""
    feed = Source("s1", url="https://feeds.example.net/r/8891", extra=MappingProxyType({"redirects_to": HERE}))
    others = (
        "https://m.example.org/news/dam-report",
        "https://www-example-org.cdn.ampproject.org/c/s/www.example.org/news/dam-report",
    )
    store(workspace, [feed, Source("s2", url=HERE), Source("s3", url=others[0]), Source("s4", url=others[1])])
    detected(workspace)

    assert 1 == found(workspace).sources
    assert {"mobile address", "AMP cache"} <= {
        rule for address in lineage.source(workspace, "set:s1").addresses for rule in address.rules
    }


def test_archive_copies_are_the_page_they_copy_with_their_days(workspace: Workspace) -> None:
    """IDN-10"""
    copy = f"https://web.archive.org/web/20240102030405/{HERE}"
    of_copy = f"https://web.archive.org/web/20250101000000/http://web.archive.org/web/20240102030405/{HERE}"
    store(workspace, addressed(HERE, copy, of_copy))
    detected(workspace)
    file = lineage.source(workspace, "set:s3")

    assert found(workspace).eie <= 1.0
    assert "example.org" == file.line.domain
    assert {"20240102030405", "20250101000000"} == {a.snapshot for a in file.addresses if a.snapshot}


def test_a_wire_story_on_three_sites_is_one_lineage(workspace: Workspace) -> None:
    """IDN-12"""
    texts = (
        "HARBOUR CITY (Northwire) - The quay will close.",
        "HARBOUR CITY (Northwire) - The quay will close. Local shops react.",
        "(Northwire) The quay will close.",
    )
    names = ("ledger", "post", "echo")
    store(
        workspace,
        [
            Source(f"s{n}", url=f"https://{name}.example/{n}", text=text)
            for n, (name, text) in enumerate(zip(names, texts, strict=True), 1)
        ],
    )
    detected(workspace)
    lines = lineage.proposals(workspace).rows
    assert {"wire_credit"} == {line.rule for line in lines}
    assert 1 == len({line.to_id for line in lines})
    assert "Northwire" in lines[0].to_title

    confirm_all(workspace)
    vouch(workspace, lines[0].to_id)
    result = found(workspace)
    assert (1, 1.0, 0.35, 0.25) == (len(result.lineages), result.eie, round(result.naive, 4), round(result.aware, 4))
    assert 3.0 == pytest.approx(result.inflation.value)


def test_editions_of_one_newsroom_are_offered_and_never_independent(workspace: Workspace) -> None:
    """IDN-13"""
    extra = MappingProxyType({"story": "q1"})
    publishers = ("Daily Ledger", "Daily Ledger", "Daily Ledger Ltd")
    store(workspace, [Source(f"s{n}", publisher=name, extra=extra) for n, name in enumerate(publishers, 1)])
    detected(workspace)

    assert {("same_newsroom", "open")} == {(p.rule, p.status) for p in lineage.proposals(workspace).rows}
    assert not services.claim(workspace, "set:c").dossier.labels
    confirm_all(workspace)
    assert 1 == len(found(workspace).lineages)


def test_the_stated_origin_counts_and_not_the_aggregator(workspace: Workspace) -> None:
    """IDN-14"""
    route = Source(
        "s1", publisher="AggregateNews", extra=MappingProxyType({"origin_publisher": "Northwire", "story": "q1"})
    )
    store(workspace, [route, Source("s2", publisher="Northwire", extra=MappingProxyType({"story": "q1"}))])
    detected(workspace)
    [line] = lineage.proposals(workspace).rows
    assert ("s1", "s2") == (line.from_id, line.to_id)

    confirm_all(workspace)
    vouch(workspace, "s2")
    assert (1, 1.0) == (len(found(workspace).lineages), found(workspace).eie)


def test_a_rewritten_address_is_offered_as_one_article(workspace: Workspace) -> None:
    """IDN-21"""
    store(
        workspace,
        [
            Source(f"s{n}", url=f"https://example.org/{last}")
            for n, last in enumerate(
                (
                    "4417703-quay-to-close-says-mayor",
                    "4417703-mayor-says-quay-closes",
                    "4417704-quay-to-close-says-mayor",
                ),
                1,
            )
        ],
    )
    run = detected(workspace)

    assert 0 == run.identities
    assert [("s2", "s1", "article_number", "open")] == [
        (p.from_id, p.to_id, p.rule, p.status) for p in lineage.proposals(workspace).rows
    ]
    assert not services.claim(workspace, "set:c").dossier.labels


def test_an_origin_nobody_retrieved_is_not_proposed_under_a_second_name(workspace: Workspace) -> None:
    """GRA-09, GRA-10"""
    wire = Source("wire-77", "wire-77 (not retrieved)", SourceKind.WIRE_STORY, retrieved=False)
    text = "HARBOUR CITY (Northwire) - The quay will close, the council said on Monday."
    store(
        workspace,
        [Source("B", text=text), Source("C", text=text), wire],
        edges=[Edge(copy, "wire-77", Relation.SYNDICATES) for copy in "BC"],
        required=2.0,
    )
    detected(workspace)

    assert () == lineage.proposals(workspace).rows
    vouch(workspace, "wire-77")
    result = found(workspace)
    assert (1, 1.0, 0.3, 0.25) == (len(result.lineages), result.eie, round(result.naive, 4), round(result.aware, 4))


def test_a_copy_that_turns_out_to_be_a_mention_moves_nothing(workspace: Workspace) -> None:
    """GRA-13"""
    store(workspace, copies())
    before = found(workspace).eie
    detected(workspace)
    [line] = lineage.proposals(workspace).rows
    lineage.confirm(workspace, [line.key], by="ann", relation=Relation.MENTIONS)

    assert before == found(workspace).eie
    assert not services.claim(workspace, "set:c").dossier.labels


def test_a_chain_of_five_thousand_is_read_and_detected(home: object) -> None:
    """GRA-14"""
    workspace = Workspace(open_store(summarise=summarise))
    sources = [Source(f"src-{n}") for n in range(5_000)]
    edges = [Edge(f"src-{n}", f"src-{n - 1}", Relation.DERIVES_FROM) for n in range(1, 5_000)]
    store(workspace, sources, edges=edges)
    run = detected(workspace)

    assert (0, True) == (run.new, run.complete)
    assert found(workspace).eie <= 1.0
    workspace.store.close()


def test_reports_that_a_model_wrote_are_flagged(workspace: Workspace) -> None:
    """GRA-17"""
    kinds = [Source(f"m{n}", kind=SourceKind.MODEL_OUTPUT) for n in range(1, 6)]
    pairs = (("m2", "m1"), ("m3", "m1"), ("m4", "m2"), ("m5", "m3"))
    store(workspace, kinds, edges=[Edge(*pair, Relation.DERIVES_FROM) for pair in pairs], required=5.0)
    run = detected(workspace)

    assert any(notice.code == "model-output" or "model" in notice.message for notice in run.notices)
    assert found(workspace).eie <= 1.0


def test_two_papers_on_one_study_are_one_lineage(workspace: Workspace) -> None:
    """GRA-18"""
    extra = MappingProxyType({"study_id": "REG-0042"})
    titles = ("Eel counts: first results", "Eel counts: final results")
    store(workspace, [Source(f"p{n}", title, extra=extra) for n, title in enumerate(titles, 1)], required=2.0)
    detected(workspace)
    lines = lineage.proposals(workspace).rows
    assert {"shared_study"} == {line.rule for line in lines}

    confirm_all(workspace)
    vouch(workspace, lines[0].to_id)
    result = found(workspace)
    assert (1, 1.0, 0.3, 0.25) == (len(result.lineages), result.eie, round(result.naive, 4), round(result.aware, 4))
    assert {"p1", "p2"} <= {item.source_id for item in services.claim(workspace, "set:c").dossier.evidence}


# One proposal after the other


def copies(seed: int = 1, count: int = 2) -> list[Source]:
    prose = Prose(seed)
    text = prose.text(120)
    return [
        Source(f"d{n}", f"Report {n}", url=f"https://site{n}.example/{n}", text=prose.inside(prose.text(60), text))
        for n in range(count)
    ]


def test_a_copy_is_proposed_shown_and_asked_in_the_queue(workspace: Workspace) -> None:
    store(workspace, copies())
    before = found(workspace)
    run = detected(workspace)
    [line] = lineage.proposals(workspace).rows
    file = lineage.proposal(workspace, line.key)
    [item] = services.queue(workspace, QueueFilter(kind=WorkKind.EDGE)).rows
    work = services.work_item(workspace, item.key, by="ann")

    assert (1, 2, 2) == (run.new, run.documents, run.compared)
    assert ("text_reuse", "open", 1) == (line.rule, line.status, line.claims)
    assert file.shared and max(len(p.text) for p in file.shared) > 300
    assert ("text_reuse", line.edge_key) == (item.rule, item.edge_key)
    assert work.rule_evidence and work.shared
    after = found(workspace)
    assert (before.eie, before.aware) == (after.eie, after.aware)
    assert after.eie_range.low <= before.eie_range.low


def test_rejecting_is_kept_until_the_evidence_is_another(workspace: Workspace) -> None:
    sources = copies()
    store(workspace, sources)
    detected(workspace)
    [line] = lineage.proposals(workspace).rows
    lineage.reject(workspace, [line.key], by="ann", reason="a shared appendix", expected={line.key: None})
    again = detected(workspace)
    assert (0, 1) == (again.new, again.rejected_before)

    prose = Prose(9)
    more = prose.text(150)
    store(workspace, [Source(s.id, s.title, url=s.url, text=f"{s.text}\n\n{more}") for s in sources])
    assert 1 == detected(workspace).new
    assert ["open"] == [p.status for p in lineage.proposals(workspace).rows]


def test_confirming_with_an_old_screen_is_refused(workspace: Workspace) -> None:
    store(workspace, copies())
    detected(workspace)
    [line] = lineage.proposals(workspace).rows
    lineage.reject(workspace, [line.key], by="bob")

    with pytest.raises(StaleVersion):
        lineage.confirm(workspace, [line.key], by="ann", expected={line.key: None})
    [event] = lineage.reopen(workspace, [line.key], by="bob")
    assert "undo" == event.kind
    with pytest.raises(InvalidInput, match="nothing is ticked"):
        lineage.confirm(workspace, [], by="ann")
    with pytest.raises(UnknownId):
        lineage.confirm(workspace, ["set:a|b"], by="ann")


def test_readers_change_nothing(workspace: Workspace) -> None:
    store(workspace, copies())
    team = Workspace(workspace.store, team=True)
    reader = Reviewer("rita", Role.READER)

    for do in (
        lambda: lineage.detect_stored(team, "set", by=reader),
        lambda: lineage.confirm(team, ["set:d0|d1"], by=reader),
        lambda: lineage.merge(team, "set", ["d0", "d1"], by=reader),
        lambda: lineage.set_retracted(team, "set:d0", True, by=reader, reason="x"),
        lambda: lineage.refit(team, by=reader),
    ):
        with pytest.raises(PermissionDenied):
            do()


# The registry


def test_a_likeness_is_merged_by_a_person_and_taken_apart_again(workspace: Workspace) -> None:
    store(workspace, copies(count=3))
    before = services.claim(workspace, "set:c").dossier
    lineage.merge(workspace, "set", ["d2", "d0", "d1"], by="ann", reason="one report")
    merged = services.claim(workspace, "set:c").dossier
    [line] = lineage.sources(workspace, SourceFilter(merged_only=True)).rows

    assert ["d0"] == [source.id for source in merged.sources]
    assert (3, 1, 1) == (line.merged, line.claims, lineage.sources(workspace).total)
    assert 0 == detected(workspace).new
    lineage.unmerge(workspace, "set", ["d0"], by="bob", reason="no")
    assert [["d1"], ["d0"]] == [
        [s.id for s in services.claim(workspace, "set:c").dossier.sources if s.id in (one,)] for one in ("d1", "d0")
    ]
    assert ["d2"] == [member.id for member in lineage.source(workspace, "set:d1").members]
    lineage.unmerge(workspace, "set", ["d1"], by="bob")
    assert before == services.claim(workspace, "set:c").dossier


def test_what_was_taken_apart_is_not_merged_again(workspace: Workspace) -> None:
    store(workspace, addressed(HERE, f"{HERE}#a"))
    detected(workspace)
    lineage.unmerge(workspace, "set", ["s2"], by="ann", reason="two pages")

    assert 0 == detected(workspace).identities
    assert 2 == len(services.claim(workspace, "set:c").dossier.sources)


def test_a_retraction_says_what_it_moves_before_and_moves_it(workspace: Workspace) -> None:
    store(workspace, copies())
    effect = lineage.retraction_effect(workspace, "set:d0")
    [(uid, _, before, after)] = effect.claims
    event = lineage.set_retracted(
        workspace, "set:d0", True, by="ann", reason="withdrawn by its editors", expected=effect.expected
    )

    assert ("set:c", 1) == (uid, effect.claims_touched)
    assert (after.eie, after.aware) == (found(workspace).eie, found(workspace).aware)
    assert before.aware > after.aware
    assert "retraction" == event.kind
    assert lineage.source(workspace, "set:d0").line.retracted
    assert 1 == lineage.sources(workspace, SourceFilter(retracted=True)).total
    with pytest.raises(StaleVersion):
        lineage.set_retracted(workspace, "set:d0", False, by="bob", reason="no", expected=None)
    with pytest.raises(InvalidInput, match="reason"):
        lineage.set_retracted(workspace, "set:d0", False, by="bob", reason=" ", expected=event.number)
    services.undo(workspace, event.number, by="ann")
    assert before.aware == found(workspace).aware


# Run after run


def prose_set(count: int, seed: int = 3) -> list[Source]:
    prose = Prose(seed)
    return [
        Source(f"n{n:03}", f"Story {n}", url=f"https://s{n}.example/{n}", text=prose.text(80)) for n in range(count)
    ]


def test_new_documents_are_matched_against_those_compared_before(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compared_texts, "ALL_ANEW", 10)
    sources = [*prose_set(30), *copies()]
    store(workspace, sources)
    first = detected(workspace)
    again = detected(workspace)
    added = Source("new", "Late report", url="https://late.example/1", text=sources[4].text)
    store(workspace, [*sources, added])
    third = detected(workspace)

    assert (32, 0, 1) == (first.compared, again.compared, third.compared)
    assert (1, 0, 1) == (first.new, again.new, third.new)
    assert (1, 0) == (third.known, third.withdrawn)
    assert {"set:d0|d1", "set:n004|new"} == {line.key for line in lineage.proposals(workspace).rows}


def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_had_not_been(
    workspace: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compared_texts, "ALL_ANEW", 10)
    store(workspace, [*prose_set(30), *copies()])
    steps = iter(range(10_000))
    stopped = detected(workspace, stop=lambda: next(steps) > 70)
    told: list[tuple[int, int | None]] = []
    whole = detected(workspace, progress=lambda done, total: told.append((done, total)))

    assert (False, True) == (stopped.complete, whole.complete)
    assert told
    assert ["set:d0|d1"] == [line.key for line in lineage.proposals(workspace).rows]


def test_a_damaged_index_is_made_anew_and_that_is_said(workspace: Workspace) -> None:
    store(workspace, copies())
    detected(workspace)
    [index] = (workspace.store.folder / "lineage").glob("*.index")
    index.write_bytes(b"no index")
    run = detected(workspace)

    assert "index-anew" in {notice.code for notice in run.notices}
    assert (0, 1) == (run.new, run.known)


# Learning


def test_too_few_verdicts_teach_nothing_and_that_is_said(workspace: Workspace) -> None:
    store(workspace, copies())
    detected(workspace)
    confirm_all(workspace)
    report = lineage.refit(workspace, by="ann")
    record = {record.rule: record for record in lineage.rule_records(workspace, "set")}["text_reuse"]

    assert report.notice.startswith("too few to say: 1 verdicts")
    assert (1, 1, 1.0, False, 0) == (record.n, record.confirmed, record.precision, record.enough, record.open)
    assert 0 < record.interval[0] < 0.5 < record.interval[1] <= 1
    assert (1, 1) == (record.named, record.of)
    untried = {record.rule: record for record in lineage.rule_records(workspace)}["git_fork"]
    assert (0, None, (0.0, 1.0), False) == (untried.n, untried.precision, untried.interval, untried.enough)


def test_enough_verdicts_give_a_rule_a_probability_of_its_own(workspace: Workspace) -> None:
    extra = MappingProxyType({"story": "q1"})
    store(workspace, [Source(f"s{n:02}", f"Piece {n}", publisher="Daily Ledger", extra=extra) for n in range(25)])
    detected(workspace)
    lines = lineage.proposals(workspace, size=100).rows
    assert 24 == len(lines)
    lineage.reject(workspace, [line.key for line in lines[:21]], by="ann")
    report = lineage.refit(workspace, by="ann")
    run = detected(workspace)
    still = lineage.proposals(workspace).rows

    assert report.changed and report.version == run.calibration != report.previous
    assert {0.0} == {line.probability for line in still}
    assert {("refitted", 21)} == {(line.band.basis, line.band.n) for line in still}
    assert not lineage.refit(workspace, by="ann").changed


# Bad input


def test_documents_without_text_stay_unknown(workspace: Workspace) -> None:
    store(
        workspace,
        [Source("none"), Source("blank", text="  \n "), Source("word", text="quay"), Source("nul", text="\x00")],
    )
    run = detected(workspace)

    assert {"no-text", "few-words"} <= {notice.code for notice in run.notices}
    assert (0, {}) == (run.new, dict(services.claim(workspace, "set:c").dossier.labels))


def test_ten_megabytes_on_one_line_are_read_within_bounds(workspace: Workspace) -> None:
    line = "quay " * 2_000_000
    store(workspace, [Source("long", text=line), Source("short", text="The quay closes in May.")])
    run = detected(workspace)

    assert run.complete
    assert "cut" in {notice.code for notice in run.notices} or run.new == 0


def test_one_text_a_thousand_times_is_shown_against_the_first(home: object) -> None:
    workspace = Workspace(open_store(summarise=summarise))
    text = Prose(5).text(80)
    store(workspace, [Source(f"t{n:04}", url=f"https://h{n}.example/", text=text) for n in range(1_000)])
    run = detected(workspace)

    assert "mass-text" in {notice.code for notice in run.notices}
    assert 999 == run.new == lineage.proposals(workspace, size=1).total
    assert {"t0000"} == {
        end for line in lineage.proposals(workspace, size=1_000).rows for end in (line.from_id, line.to_id)
    } - {f"t{n:04}" for n in range(1, 1_000)}
    assert not services.claim(workspace, "set:c").dossier.labels
    workspace.store.close()


def test_two_that_claim_each_other_as_the_original_get_no_direction(workspace: Workspace) -> None:
    pages = [
        (
            name,
            f'<html><head><link rel="canonical" href="https://{other}.example/a"></head><body><p>{name}</p></body></html>',
        )
        for name, other in (("one", "two"), ("two", "one"))
    ]
    store(
        workspace,
        [Source(name, url=f"https://{name}.example/a", extra=MappingProxyType({"html": html})) for name, html in pages],
    )
    run = detected(workspace)

    assert "each-claims-the-other" in {notice.code for notice in run.notices}
    assert {"unknown"} == {line.direction for line in lineage.proposals(workspace).rows}
    confirm_all(workspace)
    assert found(workspace).eie <= 1.0


def test_proposals_in_a_circle_get_no_direction_and_confirmed_leave_no_origin(workspace: Workspace) -> None:
    ring = {"one": "two", "two": "three", "three": "one"}
    store(
        workspace,
        [
            Source(
                name,
                url=f"https://{name}.example/a",
                extra=MappingProxyType(
                    {
                        "html": f'<html><head><link rel="canonical" href="https://{to}.example/a"></head><body></body></html>'
                    }
                ),
            )
            for name, to in ring.items()
        ],
    )
    run = detected(workspace)

    assert "circle" in {notice.code for notice in run.notices}
    confirm_all(workspace)
    assert found(workspace).eie <= 1.0


def test_one_run_at_a_time(workspace: Workspace) -> None:
    store(workspace, copies())

    def again(done: int, total: int | None) -> None:
        with pytest.raises(InvalidInput, match="running on set already"):
            detected(workspace)

    detected(workspace, progress=again)
    with pytest.raises(UnknownId):
        lineage.detect_stored(workspace, "no such set", by="ann")


def test_nothing_detected_ever_says_independent(workspace: Workspace) -> None:
    store(workspace, [*copies(count=3), *prose_set(5)])
    detected(workspace)
    dossier = services.claim(workspace, "set:c").dossier

    assert not dossier.labels
    assert {EdgeStatus.SUSPECTED} == {edge.status for edge in dossier.edges}
    assert "independent" not in json.dumps([edge.note for edge in dossier.edges])
    assert 0 == lineage.proposals(workspace, ProposalFilter(status="confirmed")).total


def test_an_edge_of_a_merged_document_is_judged_where_it_is_asked(workspace: Workspace) -> None:
    sources = [Source(name, f"Title {name}", text=f"Words of {name}.") for name in ("a", "b", "origin")]
    store(workspace, sources, edges=[Edge("b", "origin", Relation.COPIED_FROM, EdgeStatus.SUSPECTED, probability=0.6)])
    lineage.merge(workspace, "set", ["a", "b"], by="ann")
    [item] = services.queue(workspace, QueueFilter(kind=WorkKind.EDGE)).rows
    work = services.work_item(workspace, item.key, by="ann")
    assert ("a", "origin") == (work.left.id, work.right.id if work.right is not None else None)
    assert work.edge is not None

    services.relabel_edge(
        workspace,
        uid=item.uid,
        edge_key=work.edge.key,
        status=EdgeStatus.CONFIRMED,
        by="ann",
        seen={},
        expected_event=work.expected_event,
    )
    assert 1 == len(found(workspace).lineages)
    assert 0 == services.queue(workspace, QueueFilter(kind=WorkKind.EDGE)).total


@pytest.mark.parametrize("seed", [0, 1])
def test_documents_that_come_bit_by_bit_give_the_copies_that_all_at_once_give(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    monkeypatch.setattr(compared_texts, "ALL_ANEW", 10)
    prose, chance = Prose(seed), random.Random(seed)
    texts = [prose.text(chance.choice((60, 150))) for _ in range(60)]
    for _ in range(20):
        here, there = chance.sample(range(60), 2)
        edited = chance.random() < 0.5
        texts[there] = prose.edited(texts[here], 0.15) if edited else prose.inside(texts[there], texts[here])
    sources = [Source(f"s{n:02}", url=f"https://h{n}.example/", text=text) for n, text in enumerate(texts)]

    def kept(name: str, *deliveries: int) -> set[tuple[str, int | None]]:
        (tmp_path / name).mkdir()
        workspace = Workspace(open_store(f"sqlite:///{tmp_path / name}/h.db", summarise=summarise))
        for count in deliveries:
            store(workspace, sources[:count])
            detected(workspace)
        lines = lineage.proposals(workspace, size=1_000).rows
        workspace.store.close()
        # A few words that more than three documents come to share are a habit from then on.
        return {(line.key, line.shared) for line in lines if (line.shared or 0) >= 20}

    whole = kept("whole", 60)
    assert whole
    assert whole == kept("parts", 35, 55, 60)


def packaged(workspace: Workspace, sources: Sequence[str], edge: tuple[str, str, str]) -> Any:
    """A claim that leans on these sources, brought in as a file."""
    one, relation, other = edge
    package = {
        "schema": "headwater-evidence-package/1",
        "dataset": "set",
        "claims": [{"id": "c", "text": "It closes."}],
        "sources": [{"id": name, "text": f"A few words of {name}."} for name in sources],
        "evidence": [{"id": f"e-{name}", "claim_id": "c", "source_id": name} for name in sources],
        "edges": [{"from": one, "to": other, "relation": relation}],
    }
    return services.import_file(workspace, json.dumps(package).encode(), "set.json", by="ann")


def test_a_slip_in_an_id_keeps_its_placeholder_through_detection(workspace: Workspace) -> None:
    """GRA-10"""
    report = packaged(workspace, ["src-01", "src-02"], ("src-02", "derives_from", "src-O1"))
    assert any("src-O1" in notice.message and "src-01" in notice.message for notice in report.notices)
    detected(workspace)
    file = lineage.source(workspace, "set:src-O1")

    assert (False, 1) == (file.line.retrieved, file.line.downstream)
    assert ["src-02"] == [line.id for _, line in file.downstream]
    assert "src-02" not in services.claim(workspace, "set:c").dossier.labels


def test_cited_by_runs_the_other_way_round_and_stays_so(workspace: Workspace) -> None:
    """GRA-11"""
    packaged(workspace, ["note", "press"], ("note", "cited_by", "press"))
    detected(workspace)

    [(edge, line)] = lineage.source(workspace, "set:press").upstream
    assert ("press", "note", Relation.CITES) == (edge.from_id, line.id, edge.relation)
    assert () == lineage.proposals(workspace).rows
