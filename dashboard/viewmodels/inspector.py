"""The chosen node or edge in full: what it is, what it leans on, who labelled it and when."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from core.model import Dossier, Edge, Source
from core.results import Assessment, LabelEvent
from core.states import Dependence, EdgeStatus
from dashboard.viewmodels.evidence import label_words, title_of
from dashboard.viewmodels.numbers import amount, percent, share
from dashboard.wording import DEPENDENCE, EDGE_STATUS, EDGE_STATUS_HELP, KIND, RELATION, STANCE, STATE

PASSAGE_LENGTH = 1_200
"""Characters of a passage shown at once; the whole text is in the export."""


@dataclass(frozen=True, slots=True)
class Passage:
    """One passage of the chosen source and how it stands to the claim."""

    text: str
    about: str


@dataclass(frozen=True, slots=True)
class NodeView:
    """A source under inspection. Everything in it but the words around it comes from outside."""

    source_id: str
    title: str
    byline: str
    """Kind, publisher, author and date, as the data gives them."""
    lineage: str | None
    url: str
    """As written; empty where there is none."""
    link: str | None
    """The address where it may be opened: http or https only."""
    passages: tuple[Passage, ...]
    label: str
    label_by: str
    facts: tuple[str, ...]
    """Own content, weight, what flows through it, retraction: in words."""
    upstream: tuple[str, ...]
    downstream: tuple[str, ...]
    history: tuple[str, ...]
    state: Dependence
    weight: float | None
    event: int | None
    """Number of the event whose label is in force; None for the import's own or none."""
    last: int | None
    """Newest event on this source that can be undone."""
    conflict: str


@dataclass(frozen=True, slots=True)
class EdgeView:
    """An edge under inspection."""

    key: str
    sentence: str
    source: str
    target: str
    relation: str
    status: EdgeStatus
    status_words: str
    facts: tuple[str, ...]
    history: tuple[str, ...]
    last: int | None
    event: int | None


def safe_link(url: str | None) -> str | None:
    """The address if it is one a browser may open from here: http or https with a host."""
    if not url:
        return None
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return None
    return url.strip() if parts.scheme in ("http", "https") and parts.netloc else None


def node_view(
    dossier: Dossier,
    found: Assessment,
    source_id: str,
    events: tuple[LabelEvent, ...] = (),
    reviewer: str | None = None,
) -> NodeView | None:
    """The chosen source, or None where the claim has no such source."""
    source = next((source for source in dossier.sources if source.id == source_id), None)
    if source is None:
        return None
    label = dossier.labels.get(source_id)
    own = tuple(event for event in events if event.source_id == source_id and event.edge_key is None)
    letter = next((line.letter for line in found.lineages if source_id in line.nodes), None)
    return NodeView(
        source_id=source_id,
        title=title_of(source, source_id),
        byline=_byline(source),
        lineage=letter,
        url=source.url or "",
        link=safe_link(source.url),
        passages=_passages(dossier, source),
        label=label_words(label),
        label_by=_said(label.by, label.at, label.reason) if label else "Nobody has labelled it yet.",
        facts=_facts(source, found),
        upstream=tuple(_leans(edge, dossier, edge.to_id) for edge in dossier.edges if edge.from_id == source_id),
        downstream=tuple(_leans(edge, dossier, edge.from_id) for edge in dossier.edges if edge.to_id == source_id),
        history=tuple(event_words(event) for event in own),
        state=label.state if label else Dependence.UNKNOWN,
        weight=label.weight if label else None,
        event=label.event if label else None,
        last=undoable(own, reviewer),
        conflict=_conflict(found, source_id),
    )


def edge_view(
    dossier: Dossier, edge_key: str, events: tuple[LabelEvent, ...] = (), reviewer: str | None = None
) -> EdgeView | None:
    """The chosen edge, or None where the claim has no such edge."""
    edge = next((edge for edge in dossier.edges if edge.key == edge_key), None)
    if edge is None:
        return None
    names = {source.id: title_of(source, source.id) for source in dossier.sources}
    own = tuple(event for event in events if event.edge_key == edge_key)
    facts = [EDGE_STATUS_HELP[edge.status]]
    if edge.relation.weak:
        facts.append("A weak word: it changes no figure.")
    if edge.strength is not None:
        facts.append(f"It hands down {percent(edge.strength)} of the content.")
    if edge.probability is not None:
        facts.append(f"Proposed with a probability of {percent(edge.probability)}.")
    return EdgeView(
        key=edge.key,
        sentence=f"{RELATION[edge.relation]}",
        source=names.get(edge.from_id, edge.from_id),
        target=names.get(edge.to_id, edge.to_id),
        relation=RELATION[edge.relation],
        status=edge.status,
        status_words=EDGE_STATUS[edge.status],
        facts=tuple(facts + [line for line in (f"Rule: {edge.rule}" if edge.rule else "", edge.note or "") if line]),
        history=tuple(event_words(event) for event in own),
        last=undoable(own, reviewer),
        event=own[0].number if own else None,
    )


def undoable(events: tuple[LabelEvent, ...], reviewer: str | None) -> int | None:
    """The newest event of the reviewer's own that is neither an undo nor undone; events come newest first."""
    undone = {event.undoes for event in events if event.undoes is not None}
    own = (event.number for event in events if event.by == reviewer and event.kind != "undo")
    return next((number for number in own if number not in undone), None)


def saved_words(before: Mapping[str, Any] | None, found: Assessment) -> str:
    """What the last save did to the figures of a claim."""
    if before is None:
        return "Saving appends an entry to the record; nothing is overwritten."
    was, now = amount(before["eie"]), amount(found.eie)
    sure, then = percent(before["aware"]), percent(found.aware)
    if (was, sure, before["decision"]) == (now, then, found.decision.value):
        return f"Saved as entry {before['number']}. No figure of this claim moved."
    turned = "" if before["decision"] == found.decision.value else f", {before['decision']} → {found.decision.value}"
    return f"Saved as entry {before['number']}. EIE {was} → {now}, confidence {sure} → {then}{turned}."


def event_words(event: LabelEvent) -> str:
    """One line of history: what, who, when, where it holds, why."""
    if event.kind == "undo":
        what = f"undid entry {event.undoes}"
    elif event.edge_key is not None:
        what = EDGE_STATUS[event.edge_status] if event.edge_status else "verdict removed"
    else:
        what = DEPENDENCE[event.state] if event.state else "label removed"
        if event.weight is not None:
            what += f" {share(event.weight)}"
    where = "this claim" if event.claim_id else "everywhere"
    why = f", “{event.reason}”" if event.reason else ""
    return f"{event.number} · {what} · {event.by}, {when(event.at)} · {where}{why}"


def when(at: str | None) -> str:
    """A moment of the record to the minute, in the zone it was written in (UTC)."""
    return at[:16].replace("T", " ") if at else "no date"


def _said(by: str, at: str | None, reason: str) -> str:
    return f"{by}{', ' + when(at) if at else ''}{', “' + reason + '”' if reason else ''}"


def _byline(source: Source) -> str:
    parts = [KIND[source.kind], source.publisher, source.author, source.published_at]
    if not source.retrieved:
        parts.append("not retrieved")
    return " · ".join(part for part in parts if part)


def _passages(dossier: Dossier, source: Source) -> tuple[Passage, ...]:
    passages = []
    for item in dossier.evidence:
        if item.source_id == source.id:
            about = f"{item.id} · {STANCE[item.stance]} · {STATE[item.state]}"
            if item.rank is not None:
                about += f" · rank {item.rank}"
            passages.append(Passage(_short(item.text) or "The file brings no text for this item.", about))
    if not passages and source.text:
        passages.append(Passage(_short(source.text), "text of the source"))
    return tuple(passages)


def _short(text: str) -> str:
    return text if len(text) <= PASSAGE_LENGTH else text[:PASSAGE_LENGTH].rstrip() + " …"


def _facts(source: Source, found: Assessment) -> tuple[str, ...]:
    weight = sum(figure.weight for figure in found.figures if figure.source_id == source.id)
    mine = [figure for figure in found.figures if figure.source_id == source.id]
    facts = []
    if any(figure.counted for figure in mine):
        facts.append(f"adds {amount(weight)} to EIE {amount(found.eie)}")
    facts.extend(sorted({figure.why_not for figure in mine if figure.why_not}))
    withdrawn = next((w for w in found.withdrawals if w.source_id == source.id), None)
    if withdrawn is not None:
        then = f"EIE {amount(withdrawn.eie)}, confidence {percent(withdrawn.aware)}, {withdrawn.decision.value}"
        facts.append(f"if withdrawn: {then}")
    if source.retracted:
        facts.append("retracted: it counts nothing and nothing flows through it")
    if source.id in found.upstream_retracted:
        facts.append("leans on a retracted source")
    return tuple(facts)


def _leans(edge: Edge, dossier: Dossier, other: str) -> str:
    name = next((title_of(source, source.id) for source in dossier.sources if source.id == other), other)
    status = "" if edge.status in (EdgeStatus.KNOWN, EdgeStatus.CONFIRMED) else f" ({EDGE_STATUS[edge.status]})"
    return f"{RELATION[edge.relation]}{status}: {name}"


def _conflict(found: Assessment, source_id: str) -> str:
    for conflict in found.conflicts:
        if conflict.source_id == source_id:
            right = conflict.if_label_right
            return (
                f"The label claims {amount(conflict.stated)} of own content, "
                f"the edges leave {amount(conflict.allowed)}; the edges win. "
                f"If the label were right: EIE {amount(right.eie)}, confidence {percent(right.aware)}."
            )
    return ""
