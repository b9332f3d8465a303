"""The citations of a claim in a report: what was expected, what stands there, and the count the screen shows."""

from collections import Counter
from collections.abc import Iterator

from core.exporters.markup import join, outside, tag
from core.exporters.report_parts import Column, quote, table, when
from core.exporters.types import Exhibit
from core.headline import Looked, verified_citations
from core.numbers import count
from core.verification.vocabulary import CheckStatus
from core.verification.wording import STATUS_WORDS
from core.wording import title_of

NOT_CHECKED = "not_checked"


def status_words(status: str) -> str:
    """The status of a check in words."""
    return "not checked" if status == NOT_CHECKED else STATUS_WORDS[CheckStatus(status)]


def looked(exhibit: Exhibit) -> Looked | None:
    """What is known of a claim's citations; None where no check was made."""
    checked = [check for check in exhibit.checks if check.status != NOT_CHECKED]
    if not checked:
        return None
    sound = {check.citation_id for check in checked if check.status == CheckStatus.GROUNDED and not check.stale}
    verified = verified_citations(exhibit.dossier, sound)
    by = Counter("stale" if check.stale else check.status for check in exhibit.checks)
    said = [f"{number:,} {status_words(status)}" for status, number in by.most_common()]
    return Looked(len(checked), verified, ", ".join(said))


def citations(exhibit: Exhibit) -> Iterator[object]:
    """What was cited beside what was found; nothing where nothing was cited."""
    cited = exhibit.dossier.citations
    if not cited:
        return
    yield tag("h3", "Citations and what checks say of them")
    checks = {check.citation_id: check for check in exhibit.checks}
    names = {source.id: title_of(source, source.id) for source in exhibit.dossier.sources}
    rows = []
    for citation in cited:
        check = checks.get(citation.id)
        place = [f"page {citation.page}" if citation.page is not None else "", citation.element_id or ""]
        wanted = join(quote(citation.expected_text or ""), outside(" ".join(part for part in place if part)))
        said: object = tag("span", "not checked", class_="quiet")
        observed: object = "–"
        if check is not None and check.status != "not_checked":
            stale = " (of another version than is there now)" if check.stale else ""
            said = join(
                tag("strong", status_words(check.status) + stale), tag("br"), outside(check.summary), tag("br"),
                tag("span", f"{check.verifier}, {when(check.at)}", class_="quiet small"),
            )  # fmt: skip
            observed = join(quote(check.observed), outside(check.place)) if check.observed else "–"
        named = outside(names.get(citation.source_id, citation.source_id))
        rows.append((outside(citation.marker or citation.id), named, wanted, observed, said))
    checked = sum(check.status != "not_checked" for check in exhibit.checks)
    yield table(
        f"{count(len(cited), 'citation')}, {checked:,} checked; not checked says nothing about right or wrong",
        (Column("Citation"), Column("Source"), Column("Expected", "w"), Column("Observed", "w"), Column("Check", "w")),
        rows,
    )
