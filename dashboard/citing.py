"""The citations page: the list with what can be done with many, one citation, stale sources, files."""

from collections.abc import Sequence

import streamlit as st

from core.checked import CitationFilter
from dashboard import caching, check_deeds, checking, running, session
from dashboard.components import failure
from dashboard.components.attaching import attach_form, attach_one, attached_files
from dashboard.components.citation_file import (
    citation_evidence,
    citation_head,
    citation_past,
    citation_source,
    citation_versions,
    judgement_form,
    put_judgement_away,
)
from dashboard.components.citation_list import citation_filters, citation_rows, clear_filters
from dashboard.components.long_work import under_way
from dashboard.components.plain_text import block, prose
from dashboard.components.table import download, table
from dashboard.viewmodels.citation import CitationView, citation_view, place_in_list
from dashboard.viewmodels.citations import citations_view, run_words, stale_table

SIZE = 50


def run_place(*, outcome: bool = True) -> None:
    """How far a run is, or what came of it; without ``outcome`` only what must be known: that it did not finish."""
    if under_way(check_deeds.RUN, doing="citations checked"):
        return
    run = running.current(check_deeds.RUN)
    if run is None or (run.result is not None and not outcome):
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if run.result is not None:
            prose([block(run_words(run.result), "strong")], key="cite-run")
        else:
            words = str(run.error) if run.error is not None else "It ended before its time; what was checked stays."
            prose([block(f"The run did not finish. {words}", "caution")], key="cite-run")
        st.button("Put away", key="cite-run-away", type="tertiary", on_click=running.put_away, args=(check_deeds.RUN,))


@st.fragment(key="citation-list")
def citation_list() -> None:
    """Filters, counts, what can be done with many, and one page."""
    view = citations_view(session.addressed())
    citation_filters(view, checking.counts(view.wanted), [dataset.name for dataset in caching.datasets()])
    number = max(1, int(session.value("page", 1) or 1))
    page = checking.citations(view.wanted, number, SIZE)
    pages = max(1, -(-page.total // SIZE))
    if number > pages:
        session.put("page", pages)
        number, page = pages, checking.citations(view.wanted, pages, SIZE)
    ticked: tuple[str, ...] = session.value("cite-ticked", ())
    _many(view.wanted, page.total, ticked)

    def open_one(uid: str) -> None:
        session.keep("cite-page", number)
        session.write_address(citation=uid)
        session.rerun_page()

    citation_rows(page, ticked=ticked, on_open=open_one, on_tick=_tick)


def _tick(uids: Sequence[str], on: bool) -> None:
    kept = dict.fromkeys(session.value("cite-ticked", ()))
    for uid in uids:
        kept.pop(uid, None)
        if on:
            kept[uid] = None
    session.keep("cite-ticked", tuple(kept))


def _many(wanted: CitationFilter, total: int, ticked: Sequence[str]) -> None:
    run = running.current(check_deeds.RUN)
    busy = run is not None and not run.over
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        if ticked:
            st.button(
                f"Check the {len(ticked):,} ticked again",
                key="cite-check-ticked",
                type="primary",
                disabled=busy,
                on_click=_start,
                args=(tuple(ticked), f"{len(ticked):,} ticked citations"),
            )
            st.button("Untick", key="cite-untick", type="tertiary", on_click=session.drop, args=("cite-ticked",))
        st.button(
            f"Check all {total:,} again",
            key="cite-check-all",
            disabled=busy or not total,
            help="All that the filters let pass, on every page. It goes on beside the page and can be stopped.",
            on_click=_start,
            args=(wanted, f"{total:,} citations, as the filters say"),
        )
        clear_filters()


def _start(wanted: CitationFilter | Sequence[str], about: str) -> None:
    check_deeds.verify_many(wanted, about)
    session.drop("cite-ticked")
    session.rerun_page()


def one_citation(uid: str) -> None:
    """One citation in full, with the way to its neighbours in the list."""
    view = citations_view(session.addressed())
    _way(view.wanted, uid)
    file = checking.citation(uid)
    shown = citation_view(file)
    failure.last()
    run_place(outcome=False)
    citation_head(shown)
    left, right = st.columns((7, 5), gap="medium")
    with left:
        citation_evidence(shown, checking.picture(uid) if shown.has_page else None)
        _judging(shown, file.citation.id)
    with right:
        citation_source(shown, on_claim=lambda: _to_claim(shown, file.line.source_id),
                        on_check=lambda: check_deeds.verify_one(uid))  # fmt: skip
        citation_versions(shown)
        dataset = uid.partition(":")[0]
        attach_one(
            f"{uid}|{check_deeds.turn()}",
            on_attach=lambda name, data: check_deeds.attach(dataset, [(name, data)], file.line.source_id),
            results=check_deeds.attached(f"{dataset}:{file.line.source_id}"),
        )
    citation_past(shown)


def _judging(shown: CitationView, citation_id: str) -> None:
    def judge(axis: str, value: str, rubric: str, reason: str) -> None:
        of = citation_id if axis == "support" else None
        check_deeds.judge(
            claim_uid=shown.claim_uid, citation_id=of, axis=axis, value=value, rubric=rubric, reason=reason
        )
        put_judgement_away(shown.uid)

    judgement_form(shown, on_judge=judge, saved=session.take("judged") is not None)


def _to_claim(view: CitationView, source_id: str) -> None:
    session.keep("opening-node", source_id)
    session.open_next(view.claim_uid)


def _way(wanted: CitationFilter, uid: str) -> None:
    place = checking.around(wanted, int(session.value("cite-page") or 1), SIZE, uid)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button("‹ all citations", key="cite-back", type="tertiary", on_click=_back)
        prose([block(place_in_list(place.number, place.of) if place.number else "", "small")], key="cite-way")
        for label, key, shortcut, there in (
            ("‹ previous", "cite-previous", "k", place.previous),
            ("next ›", "cite-next", "j", place.next),
        ):
            st.button(
                label, key=key, type="tertiary", shortcut=shortcut, disabled=there is None, on_click=_go, args=(there,)
            )


def _back() -> None:
    """To the list, at the page it was left from."""
    session.put("page", int(session.value("cite-page") or 1))
    session.write_address(citation=None)


def _go(uid: str | None) -> None:
    if uid is None:
        return
    place = checking.around(citations_view(session.addressed()).wanted, int(session.value("cite-page") or 1), SIZE, uid)
    if place.number is None:
        _turn(uid)
    session.write_address(citation=uid)


def _turn(uid: str) -> None:
    """The neighbour is on the page before or after: from now on that is the page the way leads along."""
    wanted, number = citations_view(session.addressed()).wanted, int(session.value("cite-page") or 1)
    for other in (number + 1, number - 1):
        if other >= 1 and checking.around(wanted, other, SIZE, uid).number is not None:
            session.keep("cite-page", other)
            session.put("page", other)
            return


def stale_sources() -> None:
    """Sources of which another version was cited or checked than is here."""
    found = checking.stale_sources(session.address("dataset"))
    prose([block("A citation that was made with another version promotes nothing, even where its words still stand "
                 "there. Attach the version that was cited, or check again what was checked before the change.",
                 "quiet")], key="stale-words")  # fmt: skip
    listing = stale_table(found)

    def show(source_uid: str) -> None:
        dataset, _, source = source_uid.partition(":")
        session.go(dataset=dataset, source=source)
        session.rerun_page()

    table(listing, key="stale", on_pick=show, height=560)
    download(listing, key="stale-csv", name="stale-sources")


def files() -> None:
    """What is attached in a data set, and files to attach."""
    names = [dataset.name for dataset in caching.datasets()]
    failure.last()
    dataset = st.selectbox("Data set", names, key="files-dataset", width=360)
    attach_form(
        f"{dataset}|{check_deeds.turn()}",
        on_attach=lambda given: check_deeds.attach(dataset, given),
        results=check_deeds.attached(dataset),
    )
    attached_files(checking.attachments(dataset), on_detach=lambda source: check_deeds.detach(dataset, source))
