"""One proposal in full: the two documents, what is suspected and how likely, every reason for it, who decided what."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType

from core.kinship import ProposalFile, ProposalLine, ProposalStatus
from core.model import Source
from core.proposed import Ground, ProposalEffect, Span
from core.states import EdgeStatus, Relation
from core.wording import title_of
from dashboard.viewmodels.documents import DocumentView, document_view, older_words, shared_words
from dashboard.viewmodels.inspector import event_words, when
from dashboard.viewmodels.numbers import count
from dashboard.viewmodels.proposals import band_words, either_way, relation_words, rule_words
from dashboard.viewmodels.reach import reach_words
from dashboard.viewmodels.tables import Cell, Column, Row, TableView, cut
from dashboard.wording import RELATION

QUOTE_LENGTH = 260
"""Characters of what a rule read that are shown at once; the documents above it show it whole."""

PART = MappingProxyType(
    {
        "text": "text",
        "html": "page",
        "url": "address",
        "title": "title",
        "publisher": "publisher",
        "author": "author line",
        "fields": "stated beside the text",
    }
)

VERDICT = MappingProxyType(
    {EdgeStatus.CONFIRMED: "Confirming", EdgeStatus.REJECTED: "Rejecting", EdgeStatus.SUSPECTED: "Opening"}
)

SUSPECTED = MappingProxyType(
    {
        Relation.COPIED_FROM: "seems to be copied from",
        Relation.REPUBLISHES: "seems to republish",
        Relation.SYNDICATES: "seems to syndicate",
        Relation.DERIVES_FROM: "seems to derive from",
        Relation.CITES: "seems to cite",
        Relation.SHARES_COMMON_PARENT: "seems to share a common parent with",
        Relation.EXCERPT_OF: "seems to be an excerpt of",
        Relation.MENTIONS: "seems to mention",
        Relation.LINKS_TO: "seems to link to",
        Relation.RELATED_TO: "seems to be related to",
    }
)


@dataclass(frozen=True, slots=True)
class GroundView:
    """One reason for a proposal: the rule, its sentence, and the words it read on either side, as they stand there."""

    rule: str
    note: str
    left: str
    left_where: str
    right: str
    right_where: str


@dataclass(frozen=True, slots=True)
class ProposalView:
    """One proposal in full. Everything in it but the words around it comes from outside."""

    key: str
    left_title: str
    says: str
    """What is suspected, between the two titles."""
    right_title: str
    facts: str
    """Band, basis, shared text, ages, in one line."""
    state: str
    """Open, or who decided what."""
    left: DocumentView
    right: DocumentView | None
    beside: str
    """What the two share, and which is older."""
    grounds: tuple[GroundView, ...]
    claims: str
    history: tuple[str, ...]


def proposal_view(file: ProposalFile) -> ProposalView:
    """One proposal with both documents, the text they share and every reason for it."""
    line = file.line
    left = [(p.left_start, p.left_end, n) for n, p in enumerate(file.shared, 1)]
    right = [(p.right_start, p.right_end, n) for n, p in enumerate(file.shared, 1)]
    titles = {line.from_id: line.from_title or line.from_id, line.to_id: line.to_title or line.to_id}
    roles = ("one", "other") if line.direction == "unknown" else ("downstream", "upstream")
    shared = shared_words([p.left_end - p.left_start for p in file.shared], file.left_text, file.right_text)
    older = older_words(file.left.published_at, file.right.published_at) if file.right is not None else ""
    return ProposalView(
        key=line.key,
        left_title=title_of(file.left, line.from_id),
        says=_says(line),
        right_title=title_of(file.right, line.to_id) if file.right is not None else titles[line.to_id],
        facts=" · ".join(
            part
            for part in (
                band_words(line.band, line.probability),
                count(line.shared, "shared word 5-gram") if line.shared is not None else "",
                f"rule: {rule_words(line.rule)}",
            )
            if part
        ),
        state=state_words(line),
        left=_paper(file.left, file.left_text, left, roles[0]),
        right=_paper(file.right, file.right_text, right, roles[1]) if file.right is not None else None,
        beside=" ".join(part for part in (shared, older) if part),
        grounds=tuple(_ground(ground, line) for ground in file.proposal.evidence),
        claims=f"{count(line.claims, 'claim')} lean on either document" if line.claims else "no claim leans on either",
        history=tuple(event_words(event) for event in file.history),
    )


def _paper(source: Source, text: str, marks: Sequence[tuple[int, int, int]], role: str) -> DocumentView:
    """A document without a label: what it rests on differs from claim to claim."""
    return replace(document_view(source, text, marks, role=role, label=None, hidden=False), label="")


def _says(line: ProposalLine) -> str:
    """What is suspected, or was decided, as it stands between the two titles."""
    if line.status != "open":
        return f"{line.status}: {RELATION[line.relation]}"
    return SUSPECTED[line.relation] + (", or the other way round:" if either_way(line) else "")


def state_words(line: ProposalLine) -> str:
    """Whether a proposal is open, else who decided what."""
    if line.disputed:
        return "Disputed: people's latest verdicts differ; the cautious one counts until it is settled."
    if line.status == "open":
        return "Open: it does not count, and widens the range of every claim that leans on it."
    who = f" by {line.decided_by}, {when(line.decided_at)}" if line.decided_by else ""
    if line.status == "confirmed":
        return f"Confirmed{who}: it counts."
    return f"Rejected{who}: remembered with its evidence, so that it is not proposed again on the same."


def _ground(ground: Ground, line: ProposalLine) -> GroundView:
    sides = {line.from_id: ("", ""), line.to_id: ("", "")}
    for span in (ground.there, ground.here):
        if span is not None:
            sides[span.document_id] = (span.quote, _where(span))
    return GroundView(rule_words(ground.rule), ground.note, *sides[line.from_id], *sides[line.to_id])


def _where(span: Span) -> str:
    """Where in the document."""
    if span.start is None or span.end is None:
        return PART[span.part]
    return f"{PART[span.part]}, characters {span.start:,} to {span.end:,}"


def grounds_table(view: ProposalView) -> TableView:
    """Every reason for a proposal with the words it read, as they stand in the documents."""
    return TableView(
        "Evidence",
        (
            Column("rule", "Rule", "wrap", 8),
            Column("note", "What it says", "wrap", 13),
            Column("left", "Read on the left", "wrap", 21),
            Column("right", "Read on the right", "wrap", 21),
        ),
        tuple(
            Row(
                f"{number}",
                (
                    Cell(ground.rule),
                    Cell(ground.note),
                    _read(ground.left, ground.left_where),
                    _read(ground.right, ground.right_where),
                ),
            )
            for number, ground in enumerate(view.grounds)
        ),
        "The run kept no evidence for it.",
    )


def _read(quote: str, where: str) -> Cell:
    return Cell(f"“{cut(quote, QUOTE_LENGTH)}”\n{where}", None, "", quote) if quote else Cell("–")


def effect_words(effect: ProposalEffect, status: EdgeStatus, number: int = 1) -> str:
    """What a verdict would change, in one sentence."""
    what = VERDICT[status] + (" it" if number == 1 else f" all {number:,}")
    words = reach_words(
        moved=len(effect.changes),
        touched=effect.claims_touched,
        decisions=effect.decisions_moved,
        upon="either document" if number == 1 else "one of the documents",
    )
    return f"{what} {words}"


def unknown_ways(lines: Sequence[ProposalLine]) -> str:
    """What confirming many means for those of which nobody can tell which came first; empty where there is none."""
    unsure = sum(either_way(line) for line in lines)
    if not unsure:
        return ""
    which = "is one of which" if unsure == 1 else "are some of which"
    return (
        f"Among them {which} nobody could tell which came first ({unsure:,}): together they are confirmed as listed, "
        "the first document leaning on the other. Judge them one by one to turn one round."
    )


def done_words(status: ProposalStatus, number: int, entries: Sequence[int]) -> str:
    """What a verdict did."""
    what = {"confirmed": "Confirmed", "rejected": "Rejected", "open": "Opened again"}[status]
    many = "" if number == 1 else f" {number:,} proposals"
    numbers = f"entry {entries[0]}" if len(entries) == 1 else f"entries {min(entries)} to {max(entries)}"
    return f"{what}{many}: {numbers} of the record." if entries else f"{what}{many}."


def together_table(lines: Sequence[ProposalLine]) -> TableView:
    """The proposals a verdict for many is for."""
    return TableView(
        "Ticked proposals",
        (
            Column("from", "Document", "prose", 15),
            Column("relation", "Suspected", "prose", 10),
            Column("to", "Other document", "prose", 15),
            Column("band", "How likely", "text", 7),
            Column("rule", "Rule", "wrap", 8),
            Column("status", "Standing", "quiet", 6),
        ),
        tuple(
            Row(
                line.key,
                (
                    Cell(cut(line.from_title or line.from_id, 120), None, "", line.from_title),
                    Cell(relation_words(line)),
                    Cell(cut(line.to_title or line.to_id, 120), None, "", line.to_title),
                    Cell(line.band.name, line.probability),
                    Cell(rule_words(line.rule)),
                    Cell(line.status),
                ),
            )
            for line in lines
        ),
    )
