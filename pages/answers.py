"""Answers: the list, or one answer as its text with each claim marked by its decision."""

import streamlit as st

from dashboard import caching, checking, release_asking, session
from dashboard.components import failure, reviewer
from dashboard.components.answer_detail import answer_detail
from dashboard.components.answer_list import answer_list
from dashboard.components.look import look
from dashboard.viewmodels.answer import answer_view

look()
reviewer.in_sidebar()
opening = session.take_opening()
if opening is not None:
    st.switch_page("../pages/claim.py", query_params={"claim": opening})

citation = session.take("open-citation")
if citation is not None:
    st.switch_page("../pages/citations.py", query_params={"citation": citation})
uid = session.address("answer")
if uid is None:
    st.title("Answers")
    with failure.shown():
        if caching.overview().answers:
            answer_list(caching.answers, caching.datasets())
        else:
            st.info("No answers are under review. Import a file that brings some; claims alone are on Overview.")
            st.page_link("../pages/import.py", label="Import a file")
else:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.button("‹ all answers", key="all-answers", type="tertiary", on_click=session.go)
        asked = {"show": "all", "item": f"answer/{uid}"}
        st.page_link("../pages/release.py", label="Release", icon=":material/verified:", query_params=asked)
        asked = {"what": "an answer", "of-answer": uid}
        st.page_link("../pages/import.py", label="Export this answer", icon=":material/ios_share:", query_params=asked)
    with failure.shown():
        file = caching.answer(uid)
        view = answer_view(
            file,
            caching.sentences(file),
            checking.of_answer(uid),
            checking.quality(answer_uid=uid),
            lambda words: checking.quoted_in(file.uid, words),
            release_asking.signed("answer", uid),
        )
        answer_detail(view, on_citation=lambda citation: session.keep("open-citation", citation))
