"""The pages of stored lineage: proposals found, judged and learnt from; sources merged, taken apart and retracted."""

import json
from collections.abc import Iterator

import pytest
from opened_pages import open_page, said, whole

from core import services
from core.kinship import ProposalFilter
from core.services import lineage
from core.states import EdgeStatus
from dashboard import kin_deeds, running

FERRY = (
    "The night ferry between Skerry Point and the mainland will stop for six weeks from the first of June, the "
    "harbour company said on Monday. Its hull has worn thin below the waterline and must be plated before the autumn "
    "gales. Passengers with tickets will be carried by a smaller boat that leaves at seven, and lorries go round by "
    "the bridge."
)
GAUGE = (
    "Readings taken at the Skerry gauge every quarter of an hour show the slack water on which the crossing depends; "
    "in May it fell on average eleven minutes later than the tables of the previous year had promised."
)
PACKAGE = {
    "schema": "headwater-evidence-package/1",
    "dataset": "skerry-ferry",
    "policy": {"name": "tests", "prior": 0.3, "increment": 0.1, "k": 4, "alpha": 0.5},
    "answers": [{"id": "ferry", "text": "The night ferry stops for six weeks.", "question": "Does the ferry run?"}],
    "claims": [
        {"id": "stops", "text": "The night ferry stops for six weeks from the first of June.", "answer_id": "ferry"},
        {"id": "slack", "text": "Slack water came later than the tables promised.", "answer_id": "ferry"},
    ],
    "sources": [
        {"id": "gazette", "title": "Night ferry stops in June", "publisher": "Skerry Gazette", "text": FERRY,
         "url": "https://gazette.example/2026/ferry", "published_at": "2026-05-04T08:00:00Z"},
        {"id": "mirror", "title": "No night ferry for six weeks", "publisher": "Coast Mirror", "text": FERRY,
         "url": "https://mirror.example/ferry", "published_at": "2026-05-09T08:00:00Z"},
        {"id": "digest", "title": "Ferry news", "publisher": "Island Digest", "text": f"From the papers. {FERRY}",
         "url": "https://digest.example/w19", "published_at": "2026-05-14T08:00:00Z"},
        {"id": "gauge", "title": "Skerry gauge, May", "kind": "dataset", "publisher": "Tide Office", "text": GAUGE,
         "url": "https://tides.example/skerry", "published_at": "2026-06-01T00:00:00Z"},
    ],
    "evidence": [
        *({"id": f"e-{name}", "claim_id": "stops", "source_id": name, "text": FERRY[:120]}
          for name in ("gazette", "mirror", "digest")),
        {"id": "e-gauge", "claim_id": "slack", "source_id": "gauge", "text": GAUGE[:120]},
    ],
}  # fmt: skip
STOPS = "skerry-ferry:stops"


@pytest.fixture
def empty(empty: services.Workspace) -> Iterator[services.Workspace]:
    """A store that has never been searched for lineage."""
    services.import_file(empty, json.dumps(PACKAGE).encode(), "skerry-ferry.json", by="ana")
    yield empty
    run = running.current(kin_deeds.DETECTION)
    if run is not None:
        run.stop()
        run.wait(30)
        running.put_away(kin_deeds.DETECTION)


@pytest.fixture
def workspace(empty: services.Workspace) -> services.Workspace:
    """The same after detection."""
    lineage.detect_stored(empty, "skerry-ferry", by="ana")
    return empty


def keys(workspace: services.Workspace, status: str | None = "open") -> list[str]:
    wanted = ProposalFilter(status=status)  # type: ignore[arg-type]
    return [row.key for row in lineage.proposals(workspace, wanted).rows]


def test_before_a_run_the_page_says_what_to_do_next(empty: services.Workspace) -> None:
    assert "Run detection on a data set" in said(open_page("proposals"))


def test_a_run_goes_on_beside_the_page_and_says_what_it_brought(empty: services.Workspace) -> None:
    app = open_page("proposals")
    app.text_input(key="reviewer-name").set_value("ana")
    whole(app.button(key="detect").click().run())
    run = running.current(kin_deeds.DETECTION)
    assert run is not None
    assert run.wait(60)
    app = open_page("proposals")

    assert "skerry-ferry: 4 documents new or changed of 4 compared" in said(app)
    assert "near certain" in said(app)
    whole(app.button(key="detect-away").click().run())
    assert running.current(kin_deeds.DETECTION) is None


def test_a_proposal_shows_both_documents_its_evidence_and_what_it_would_change(workspace: services.Workspace) -> None:
    key = keys(workspace)[0]
    shown = said(open_page("proposals", proposal=key))

    assert "seems to be copied from" in shown
    assert "text reuse" in shown
    assert "measured over" in shown
    assert "Confirming it moves the figures of the one claim" in shown
    assert "Read on the left" in shown


def test_a_confirmed_proposal_moves_the_claim_and_the_next_one_comes(workspace: services.Workspace) -> None:
    before = services.claim(workspace, STOPS).assessment.eie
    first, second = keys(workspace)[:2]
    app = open_page("proposals", proposal=first)
    if app.button(key="proposal-confirm").disabled:
        app.selectbox(key=f"way|{first}").select_index(0).run()
    app.selectbox(key=f"proposal-reason|{first}").set_value("names its source")
    whole(app.button(key="proposal-confirm").click().run())

    assert "Confirmed: entry " in said(app)
    assert second == app.query_params["proposal"]
    assert services.claim(workspace, STOPS).assessment.eie < before
    assert first in keys(workspace, "confirmed")
    assert "names its source" in {event.reason for event in lineage.proposal(workspace, first).history}


def test_a_rejected_proposal_is_remembered_and_can_be_opened_again(workspace: services.Workspace) -> None:
    key = keys(workspace)[0]
    whole(open_page("proposals", proposal=key).button(key="proposal-reject").click().run())
    app = open_page("proposals", show="rejected", proposal=key)

    assert "remembered with its evidence" in said(app)
    run = lineage.detect_stored(workspace, "skerry-ferry", by="ana")
    assert key not in keys(workspace)
    assert 0 == run.new
    whole(app.button(key="proposal-reopen").click().run())
    assert key in keys(workspace)


def test_a_proposal_can_be_confirmed_as_something_else(workspace: services.Workspace) -> None:
    key = keys(workspace)[0]
    app = open_page("proposals", proposal=key)
    relation = app.selectbox(key=f"retype|{key}")
    relation.set_value("derives_from").run()
    if app.button(key="proposal-confirm").disabled:
        app.selectbox(key=f"way|{key}").select_index(0).run()
    whole(app.button(key="proposal-confirm").click().run())
    edges = services.claim(workspace, STOPS).dossier.edges

    assert "derives_from" in {edge.relation.value for edge in edges if edge.status is EdgeStatus.CONFIRMED}


def test_many_are_rejected_together_or_none(workspace: services.Workspace) -> None:
    wanted = keys(workspace)
    app = open_page("proposals")
    whole(app.button(key="tick-shown").click().run())
    whole(app.button(key="to-together").click().run())
    app.segmented_control(key="together-verdict").set_value(EdgeStatus.REJECTED).run()
    whole(app.button(key="together-give").click().run())

    assert [] == keys(workspace)
    assert sorted(wanted) == sorted(keys(workspace, "rejected"))
    assert "Every proposal is decided" in said(app)


def test_filters_of_the_address_narrow_the_list_and_wrong_ones_are_named(workspace: services.Workspace) -> None:
    assert "No proposal matches." in said(open_page("proposals", q="no such title"))
    assert "From the address, band: expected one of" in said(open_page("proposals", band="sure"))


def test_the_record_of_the_rules_says_when_there_is_too_little(workspace: services.Workspace) -> None:
    lineage.confirm(workspace, keys(workspace)[:1], by="ana")
    app = open_page("proposals", tab="calibration")

    assert "too few to say: 1 of 20" in said(app)
    whole(app.button(key="refit").click().run())
    assert "Too few to say" in said(app)


def test_the_registry_lists_every_source_and_opens_one(workspace: services.Workspace) -> None:
    assert "1 to 4 of 4 sources" in said(open_page("sources"))
    shown = said(open_page("sources", source="skerry-ferry:gazette"))

    assert "Night ferry stops in June" in shown
    assert "The night ferry stops for six weeks from the first of June." in shown
    assert "https://gazette.example/2026/ferry" in shown


def test_the_registry_is_narrowed_by_the_address(workspace: services.Workspace) -> None:
    assert "1 to 1 of 1 source" in said(open_page("sources", kind="dataset"))
    assert "no source" in said(open_page("sources", retracted="yes"))
    assert "1 to 1 of 1 source" in said(open_page("sources", publisher="Coast Mirror"))


def test_a_retraction_is_shown_before_it_is_saved_and_can_be_undone(workspace: services.Workspace) -> None:
    before = services.claim(workspace, STOPS).assessment
    app = open_page("sources", source="skerry-ferry:gazette")
    whole(app.button(key="retraction-ask").click().run())
    assert "Retracting it moves the figures of the one claim" in said(app)
    assert before.digest == services.claim(workspace, STOPS).assessment.digest
    app.text_input(key="retraction-reason").set_value("withdrawn by its editor")
    whole(app.button(key="retract").click().run())

    assert "It is retracted now" in said(app)
    assert services.claim(workspace, STOPS).assessment.aware < before.aware
    assert "1 to 1 of 1 source" in said(open_page("sources", retracted="yes"))
    whole(app.button(key="source-undo").click().run())
    assert pytest.approx(before.aware) == services.claim(workspace, STOPS).assessment.aware


def test_a_retraction_without_a_reason_is_refused_in_words(workspace: services.Workspace) -> None:
    app = open_page("sources", source="skerry-ferry:gazette")
    whole(app.button(key="retraction-ask").click().run())
    whole(app.button(key="retract").click().run())

    assert "Not saved." in [error.value for error in app.error]
    assert not services.claim(workspace, STOPS).dossier.sources[0].retracted


def test_ticked_sources_are_merged_and_taken_apart_again(workspace: services.Workspace) -> None:
    app = open_page("sources")
    app.session_state["sources-ticked"] = ("skerry-ferry:gazette", "skerry-ferry:mirror")
    whole(app.run())
    app.text_input(key="merge-reason").set_value("the same piece")
    whole(app.button(key="merge").click().run())
    assert "Merged: 2 sources are one now." in said(app)
    assert "1 to 3 of 3 sources" in said(open_page("sources"))

    app = open_page("sources", source="skerry-ferry:gazette")
    assert "the same piece" in said(app)
    app.multiselect(key="unmerge-which").set_value(["mirror"]).run()
    app.text_input(key="unmerge-reason").set_value("they differ after all")
    whole(app.button(key="unmerge").click().run())
    assert "1 to 4 of 4 sources" in said(open_page("sources"))


def test_the_method_page_tells_every_rule_and_the_figures_of_overlap(workspace: services.Workspace) -> None:
    shown = said(open_page("method", part="Lineage"))

    assert "expert priors" in shown
    assert "wire credit" in shown
    assert "Corrected covered area" in shown
    assert "At a correlation of 0.1 a jury of 101 is worth 9.2" in shown


def test_the_queue_shows_the_rule_and_the_shared_text_of_a_proposal(workspace: services.Workspace) -> None:
    shown = said(open_page("relabel", kind="edge"))

    assert "suspected link" in shown
    assert "text_reuse" in shown or "text reuse" in shown
    assert "shared passage" in shown
