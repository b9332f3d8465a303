"""Claims to take away from the pages: which there are, and the bytes of a file when it is asked for."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Any

from core import services
from core.checked import CitationFilter
from core.services import exporting
from core.services.exporting import Wanted
from dashboard import caching
from dashboard.components import reviewer
from dashboard.viewmodels.exports import Offer, TakeAway, filter_words, why_not


def of_claim(uid: str) -> Offer:
    """The files there are of one claim.

    Raises:
        UnknownId: There is no such claim.
    """
    workspace = caching.workspace()
    checks = services.claim_checks(workspace, uid)
    dataset = uid.partition(":")[0]
    checked = any(line.status is not None for line in checks)
    return _offer(Wanted(claim=uid), f"claim {uid}", 1, (dataset,), checked, exporting.why_no_png(workspace, uid))


def of_moment(uid: str, at: str) -> TakeAway:
    """The report of a claim as it stood at a moment."""
    workspace, by = caching.workspace(), reviewer.acting()
    name = exporting.name_of((uid.partition(":")[0],), "report", f"as-of-{at[:10]}")
    wanted = Wanted(claim=uid, as_of=at)
    return TakeAway("report", name, "text/html", lambda: exporting.export(workspace, wanted, "report", by=by).data)


def of_answer(uid: str) -> Offer:
    """The files there are of an answer's claims.

    Raises:
        UnknownId: There is no such answer.
    """
    claims = services.answer(caching.workspace(), uid).claims
    dataset = uid.partition(":")[0]
    return _offer(Wanted(answer=uid), f"answer {uid}", len(claims), (dataset,), _checked(answer_uid=uid))


def of_dataset(name: str) -> Offer:
    """The files there are of a data set."""
    held = next(one for one in services.datasets(caching.workspace()) if one.name == name)
    return _offer(Wanted(dataset=name), f"data set {name}", held.claims, (name,), _checked(dataset=name))


def of_everything() -> Offer:
    """The files there are of everything under review."""
    held = services.datasets(caching.workspace())
    names = tuple(one.name for one in held)
    return _offer(Wanted(), "everything", sum(one.claims for one in held), names, _checked())


def of_list(asked: Mapping[str, Any]) -> Offer:
    """The files there are of the claims that a list shows, in its order."""
    page = services.claims(caching.workspace(), **asked, page=1, size=1_000, decide=False)
    words = filter_words(asked)
    named = asked.get("dataset")
    names = (named,) if named else tuple(dict.fromkeys(row.dataset for row in page.rows))
    if page.total > len(page.rows) and not named:
        names = tuple(one.name for one in services.datasets(caching.workspace()))
    wanted = Wanted(query=MappingProxyType(dict(asked)), words=words)
    return _offer(wanted, words, page.total, names, _checked(dataset=named))


def _checked(dataset: str | None = None, answer_uid: str | None = None) -> bool:
    wanted = CitationFilter(dataset=dataset, answer_uid=answer_uid)
    counts = services.citation_counts(caching.workspace(), wanted)
    return any(number for word, number in counts.by_status.items() if word != "not_checked")


def _offer(
    wanted: Wanted, words: str, claims: int, datasets: tuple[str, ...], checked: bool, no_png: str = ""
) -> Offer:
    workspace, by, day = caching.workspace(), reviewer.acting(), datetime.now(UTC).date().isoformat()

    def maker(format: str) -> Callable[[], bytes]:
        return lambda: exporting.export(workspace, wanted, format, by=by).data

    files = {
        one.name: TakeAway(
            one.name,
            exporting.name_of(datasets, one.name, day),
            one.media,
            maker(one.name),
            why_not(one.name, claims, datasets, checked, no_png),
        )
        for one in exporting.export_formats()
    }
    return Offer(words, claims, MappingProxyType(files))
