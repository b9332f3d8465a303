"""What a click on a citation changes: checks, files, judgements; each a use case under the reviewer's name."""

from collections.abc import Callable, Sequence
from typing import Any

from core import services
from core.checked import AttachResult, CitationFilter, CitationLine
from core.errors import HeadwaterError
from dashboard import caching, running, session
from dashboard.components import reviewer

RUN = "verification"
"""Name of the long work that checks citations."""


def verify_many(wanted: CitationFilter | Sequence[str], about: str) -> None:
    """Check citations beside the page; while a run is under way it is that one."""
    workspace, by = caching.workspace(), reviewer.name()

    def work(tell: running.Progress, stop: Callable[[], bool]) -> Any:
        def progress(done: int, of: int) -> bool:
            tell(done, of)
            return not stop()

        return services.verify_citations(workspace, wanted, by=by, progress=progress)

    running.start(RUN, work, about=about, by=by)


def verify_one(uid: str) -> None:
    """Check one citation now."""
    try:
        run = services.verify_citations(caching.workspace(), [uid], by=reviewer.name())
    except HeadwaterError as error:
        session.fail(error)
        return
    session.keep("checked-one", (uid, run))


def attach(dataset: str, files: Sequence[tuple[str, bytes]], source_id: str | None = None) -> None:
    """Attach files; the citations of every source that got one are checked beside the page."""
    try:
        results = services.attach(caching.workspace(), dataset, files, source_id=source_id, by=reviewer.name())
    except HeadwaterError as error:
        session.fail(error)
        return
    session.keep("attached", (f"{dataset}:{source_id}" if source_id is not None else dataset, results))
    session.keep("attach-turn", turn() + 1)
    sources = list(dict.fromkeys(one.source_id for one in results if one.attachment is not None and one.source_id))
    uids = [line.uid for source in sources for line in _lines_of(dataset, source)]
    if uids:
        verify_many(uids, f"The citations of {', '.join(sources[:3])}" + (" and others" if len(sources) > 3 else ""))


def turn() -> int:
    """How often something was attached: the next upload has a field of its own, or the old file would come back."""
    return int(session.value("attach-turn", 0))


def attached(where: str) -> tuple[AttachResult, ...]:
    """What became of the files that were given last, where that was for this data set or source."""
    given = session.value("attached")
    return given[1] if given is not None and given[0] == where else ()


def _lines_of(dataset: str, source_id: str) -> list[CitationLine]:
    found: list[CitationLine] = []
    wanted = CitationFilter(dataset=dataset, source_id=source_id)
    while True:
        page = services.citations(caching.workspace(), wanted, page=len(found) // 500 + 1, size=500)
        found += page.rows
        if not page.rows or len(found) >= page.total:
            return found


def detach(dataset: str, source_id: str) -> None:
    """Take the file of a source away."""
    try:
        services.detach(caching.workspace(), dataset, source_id, by=reviewer.name())
    except HeadwaterError as error:
        session.fail(error)


def judge(*, claim_uid: str, citation_id: str | None, axis: str, value: str, rubric: str, reason: str) -> None:
    """Record what the reviewer says of meaning."""
    try:
        services.judge(
            caching.workspace(),
            claim_uid=claim_uid,
            citation_id=citation_id,
            axis=axis,
            value=value,
            rubric=rubric,
            reason=reason,
            by=reviewer.name(),
        )
    except HeadwaterError as error:
        session.fail(error)
        return
    session.keep("judged", citation_id or claim_uid)
