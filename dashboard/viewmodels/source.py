"""One source of the registry: what it is, its documents and addresses, who leans on whom, what retracting changes."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.kinship import LeaningClaim, Member, RetractionEffect, SourceAddress, SourceFile, SourceLine, SourceVersion
from core.model import Edge, Source
from core.results import LabelEvent, Page
from core.states import EdgeStatus
from core.wording import title_of
from core.work import BulkChange
from dashboard.viewmodels.bulk import changes_table
from dashboard.viewmodels.documents import date_words
from dashboard.viewmodels.inspector import event_words, safe_link, when
from dashboard.viewmodels.numbers import count, percent
from dashboard.viewmodels.reach import reach_words
from dashboard.viewmodels.sources import source_link, state_cell
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, claim_link, cut
from dashboard.wording import CONFIDENCE_ALLOWS, DECISION, DECISION_SIGN, EDGE_STATUS, KIND, RELATION

STANDING = "Only known and confirmed links count; suspected ones widen the range."

TEXT_LENGTH = 1_500
"""Characters of a document shown at once; the whole text is in the export."""


@dataclass(frozen=True, slots=True)
class SourceView:
    """A source under inspection. Everything in it but the words around it comes from outside."""

    uid: str
    title: str
    byline: str
    url: str
    link: str
    """The address where it may be opened: http or https only."""
    retracted: bool
    marks: tuple[str, ...]
    """What sets it apart, a sentence each."""
    text: str
    history: tuple[str, ...]


def source_view(file: SourceFile) -> SourceView:
    """The head of a source's page."""
    source, line = file.source, file.line
    about = [KIND[source.kind], source.publisher, line.owner, line.domain, source.author]
    about += [date_words(source.published_at) if source.published_at else None, source.language, line.dataset]
    marks = []
    if not source.retrieved:
        marks.append("Nobody retrieved it: it is known only because others point to it.")
    if line.merged:
        marks.append(f"{line.merged} documents are one here; which, and by what, stands under Documents.")
    return SourceView(
        uid=line.uid,
        title=title_of(source, source.id),
        byline=" · ".join(dict.fromkeys(part for part in about if part)),
        url=source.url or "",
        link=safe_link(source.url) or "",
        retracted=source.retracted,
        marks=tuple(marks),
        text=_short(source.text or ""),
        history=tuple(history_words(event) for event in file.events),
    )


def history_words(event: LabelEvent) -> str:
    """One line of a source's history; what is said of the document itself is no verdict on a link."""
    if event.kind not in ("merge", "retraction"):
        return event_words(event)
    yes = event.edge_status is EdgeStatus.CONFIRMED
    if event.kind == "retraction":
        what = "retracted" if yes else "not retracted"
    else:
        others = [one for one in (event.edge_key or "").split("\x1f")[:2] if one != event.source_id]
        what = f"{'one document with' if yes else 'another document than'} {', '.join(others)}"
    why = f", “{event.reason}”" if event.reason else ""
    return f"{event.number} · {what} · {event.by}, {when(event.at)}{why}"


def _short(text: str) -> str:
    return text if len(text) <= TEXT_LENGTH else text[:TEXT_LENGTH].rstrip() + " …"


def claims_table(claims: Sequence[LeaningClaim]) -> TableView:
    """Claims that lean on a source; each opens its page."""
    return TableView(
        "Claims that lean on it",
        (Column("claim", "Claim", "prose", 30), Column("decision", CONFIDENCE_ALLOWS, "word", 7.5)),
        tuple(
            Row(
                claim.uid,
                (
                    Cell(cut(claim.text, 220), None, "", claim.text),
                    Cell(f"{DECISION_SIGN[claim.decision]} {DECISION[claim.decision]}", None, claim.decision.value),
                ),
                claim_link(claim.uid),
            )
            for claim in claims
        ),
        "No claim leans on it.",
    )


def claims_words(page: Page[LeaningClaim]) -> str:
    """How many claims lean on it, and which of them are shown."""
    if not page.total:
        return "no claim"
    if page.total == len(page.rows):
        return count(page.total, "claim")
    first = (page.number - 1) * page.size + 1
    return f"{first:,} to {first + len(page.rows) - 1:,} of {count(page.total, 'claim')}"


def neighbours_table(pairs: Sequence[tuple[Edge, SourceLine]], *, upstream: bool) -> TableView:
    """What a source leans on, or what leans on it; each opens its page."""
    return TableView(
        "Upstream: what it leans on" if upstream else "Downstream: what leans on it",
        (
            Column("relation", "It" if upstream else "How", "text", 9),
            Column("title", "Source", "prose", 19),
            Column("status", "Standing", "text", 9, STANDING),
            Column("state", "State", "word", 7),
        ),
        tuple(_neighbour(edge, line) for edge, line in pairs),
        "Nothing is known upstream of it: its dependence is unknown, not absent." if upstream
        else "Nothing is known to lean on it.",
    )  # fmt: skip


def _neighbour(edge: Edge, line: SourceLine) -> Row:
    title = title_of(Source(line.id, line.title), line.id)
    status = EDGE_STATUS[edge.status]
    if edge.status is EdgeStatus.SUSPECTED and edge.probability is not None:
        status += f" {percent(edge.probability, 0)}"
    return Row(
        line.uid,
        (
            Cell(RELATION[edge.relation], None, "", f"rule: {edge.rule}" if edge.rule else ""),
            Cell(cut(title, 160), None, "", "\n".join(part for part in (title, line.publisher or "") if part)),
            Cell(status, None, "", edge.note or ""),
            state_cell(line),
        ),
        source_link(line.uid),
    )


def versions_table(versions: Sequence[SourceVersion]) -> TableView:
    """What each import said of its documents, newest first."""
    return TableView(
        "Versions",
        (
            Column("document", "Document", "text", 9),
            Column("version", "Version", "text", 6),
            Column("since", "Since (UTC)", "quiet", 9),
            Column("until", "Until", "quiet", 9),
            Column("what", "What came", "text", 8),
            Column("file", "File", "quiet", 10),
            Column("fingerprint", "Fingerprint", "quiet", 9, "SHA-256 of its bytes, as the data state it."),
        ),
        tuple(
            Row(
                f"{one.document_id} {one.version}",
                (
                    Cell(cut(one.document_id, 60), None, "", "\n".join((one.document_id, one.title, one.url or ""))),
                    Cell(f"{one.version}" + (f" ({cut(one.stated_version, 20)})" if one.stated_version else "")),
                    Cell(when(one.since), one.since),
                    Cell(when(one.until) if one.until else "current", one.until or "9"),
                    Cell("another text" if one.reworded else "first seen" if one.version == 1 else "other details"),
                    Cell(cut(one.file, 60), None, "", one.file),
                    Cell(cut(one.fingerprint or "none stated", 13), None, "", one.fingerprint or ""),
                ),
            )
            for one in versions
        ),
        "No import brought a version: it is known only by name.",
    )  # fmt: skip


def addresses_table(addresses: Sequence[SourceAddress]) -> TableView:
    """Every address as given, and the page it stands for."""
    return TableView(
        "Addresses",
        (
            Column("raw", "As given", "wrap", 22),
            Column("canonical", "Stands for", "wrap", 22),
            Column("rules", "What was taken off", "wrap", 16),
        ),
        tuple(
            Row(
                f"{number}",
                (
                    Cell(one.raw),
                    Cell(one.canonical),
                    Cell(_rules(one)),
                ),
            )
            for number, one in enumerate(addresses)
        ),
        "It has no address.",
    )


def _rules(one: SourceAddress) -> str:
    parts = list(one.rules) + ([f"an archive's copy of {one.snapshot}"] if one.snapshot else [])
    return "; ".join(parts) or "nothing"


def members_table(members: Sequence[Member]) -> TableView:
    """Documents merged into a source, and by what."""
    return TableView(
        "Merged documents",
        (
            Column("document", "Document", "prose", 16),
            Column("because", "One with it because", "wrap", 18),
            Column("by", "By", "quiet", 12),
        ),
        tuple(
            Row(
                one.id,
                (
                    Cell(cut(one.title or one.id, 120), None, "", "\n".join((one.title, one.id, one.url or ""))),
                    Cell(one.because),
                    Cell(f"{one.by}, {when(one.at)}", one.at),
                ),
            )
            for one in members
        ),
        "Nothing was merged into it.",
    )  # fmt: skip


def effect_table(effect: RetractionEffect) -> TableView:
    """Every claim whose figures retracting it would move; those that confidence then reads otherwise come first."""
    return changes_table(tuple(BulkChange(uid, text, before, after) for uid, text, before, after in effect.claims))


def effect_words(effect: RetractionEffect, *, retracting: bool) -> str:
    """What would happen, in one sentence."""
    what = "Retracting it" if retracting else "Taking the retraction back"
    words = reach_words(
        moved=len(effect.claims), touched=effect.claims_touched, decisions=effect.decisions_moved, upon="it"
    )
    return f"{what} {words}"


def saved_words(event: LabelEvent, *, retracted: bool) -> str:
    """What was saved."""
    what = "It is retracted now: it counts nothing, and nothing flows through it." if retracted else (
        "The retraction is taken back: it counts as before."
    )  # fmt: skip
    return f"Saved as entry {event.number}. {what}"
