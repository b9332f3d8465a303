"""One claim in a report: what it says, what is decided, and everything that leads there."""

from collections.abc import Iterable, Iterator

from core.exporters.graph_picture import graph_picture
from core.exporters.graph_svg import graph_svg, legend
from core.exporters.markup import Markup, address, join, outside, tag
from core.exporters.report_checks import citations, looked
from core.exporters.report_decision import decision_in_full, decision_lines
from core.exporters.report_parts import Column, bullets, chip, note, quote, table
from core.exporters.report_record import record
from core.exporters.types import Exhibit
from core.exporters.waterfall_svg import waterfall_svg
from core.headline import FigureCard, figure_cards
from core.model import Edge, Source
from core.numbers import amount, percent, percent_between, points, share, share_of
from core.states import EdgeStatus
from core.wording import (
    CONFIDENCE_ALLOWS,
    DECISION,
    DECISION_SIGN,
    EDGE_STATUS,
    ESTIMATOR,
    KIND,
    RELATION,
    STANCE,
    STATE,
    label_words,
    title_of,
)

MOST_LINES = 120
"""Lines of a list that are written out."""


def claim_article(exhibit: Exhibit, number: int) -> Markup:
    """Everything about one claim.

    Args:
        exhibit: The claim.
        number: Its place in the report, 1 first; makes ids unique.
    """
    name = f"c{number}"
    return tag(
        "article",
        *_head(exhibit, name),
        *decision_in_full(exhibit),
        *_graph(exhibit, name),
        *_lineages(exhibit),
        *_figures(exhibit),
        *_evidence(exhibit),
        *citations(exhibit),
        *_why(exhibit, name),
        *_load(exhibit),
        *record(exhibit),
        id=name,
        aria_labelledby=f"{name}-h",
        class_="first" if number == 1 else None,
    )


def _head(exhibit: Exhibit, name: str) -> Iterator[object]:
    dossier, found = exhibit.dossier, exhibit.found
    yield tag("p", "Claim ", outside(exhibit.uid, "code"), class_="over")
    yield outside(dossier.claim.text, "h2", id=f"{name}-h")
    context = dossier.claim.sentence or ""
    if context.strip() and context.strip() != dossier.claim.text.strip():
        yield tag("p", "In the answer: ", outside(context, "q"), class_="quiet")
    if dossier.answer is not None and dossier.answer.question:
        yield tag("p", "Asked: ", outside(dossier.answer.question), class_="quiet")
    yield tag("p", found.sentence, class_="said")
    yield from decision_lines(exhibit)
    yield tag(
        "dl", *(_card(card) for card in figure_cards(found, len(dossier.citations), looked(exhibit))), class_="strip"
    )
    if found.alert:
        yield note(
            f"Cluster alert: {found.items:,} items, but only {amount(found.eie)} pieces of evidence "
            f"(at most {percent(found.policy.alert_share)} of the items)."
        )
    yield from (note(caution.text) for caution in found.cautions)
    yield from (note(outside(notice.message)) for notice in found.notices)


def _card(card: FigureCard) -> Markup:
    """A headline figure as the screen shows it."""
    value = tag("dd", card.value, data_card=card.key)
    return tag("div", tag("dt", card.label), value, tag("dd", card.note, class_="quiet small"))


def _figures(exhibit: Exhibit) -> Iterator[object]:
    yield tag("h3", "Figures with their formulas")
    cards = figure_cards(exhibit.found, len(exhibit.dossier.citations), looked(exhibit))
    yield table(
        "The headline figures, each with its formula and this claim's numbers in it",
        (
            Column("Figure", "k"),
            Column("Value", "k"),
            Column("With this claim's numbers", "w"),
            Column("Formula and source", "w"),
            Column("To be read with care", "w"),
        ),
        (
            (
                card.label,
                tag("strong", card.value),
                card.filled,
                join(card.formula, " ", tag("span", card.source, class_="mark")),
                card.caution,
            )
            for card in cards
        ),
    )
    yield table(
        "The same claim by every estimator",
        (Column("Estimator"), Column("Confidence", "n"), Column("Formula", "w")),
        (
            (ESTIMATOR.get(estimate.key, estimate.key), percent(estimate.value), estimate.formula)
            for estimate in exhibit.found.estimates
        ),
    )
    between = percent_between(exhibit.found.aware_range)
    yield tag("p", f"Over every reading of the open questions the aware confidence is {between}.", class_="quiet small")


def _graph(exhibit: Exhibit, name: str) -> Iterator[object]:
    yield tag("h3", "Where the evidence comes from")
    picture = graph_picture(exhibit)
    if not picture.nodes:
        yield tag("p", "No evidence is linked to this claim, so there is nothing to draw.")
        return
    marks = " · ".join(f"{mark} = {says}" for mark, says in legend(picture))
    caption = tag("figcaption", "Origins on top, the claim below. ", marks, ". ", " ".join(picture.notes))
    yield tag("figure", graph_svg(picture, f"{name}-g"), caption)
    names = {source.id: title_of(source, source.id) for source in exhibit.dossier.sources}
    known = [edge for edge in exhibit.dossier.edges if edge.from_id in names and edge.to_id in names]
    if known:
        yield tag("h3", "Who depends on whom")
        yield bullets(_dependence(edge, names) for edge in known[:MOST_LINES])
        if len(known) > MOST_LINES:
            yield tag("p", f"and {len(known) - MOST_LINES:,} more; the evidence package holds all of them.")


def _dependence(edge: Edge, names: dict[str, str]) -> Markup:
    """One edge in words; each title keeps its own direction of writing."""
    state = EDGE_STATUS[edge.status]
    if edge.probability is not None and edge.status is EdgeStatus.SUSPECTED:
        state += f", probability {edge.probability:.2f}"
    parts: list[object] = [outside(names[edge.from_id]), f" — {RELATION[edge.relation]} — ", outside(names[edge.to_id])]
    parts.append(f"; {state}")
    for said in (edge.rule, edge.note):
        if said:
            parts += ["; ", outside(said)]
    return join(*parts)


def _lineages(exhibit: Exhibit) -> Iterator[object]:
    found = exhibit.found
    if not found.lineages:
        return
    names = {source.id: title_of(source, source.id) for source in exhibit.dossier.sources}
    yield tag("h3", "Lineages")
    yield table(
        "Families of documents that hang together upstream; their EIE adds up to the claim's",
        (Column("Lineage"), Column("EIE", "n"), Column("Items", "n"), Column("Leads back to", "w"), Column("Standing")),
        (
            (
                chip(lineage.letter),
                amount(lineage.eie),
                f"{len(lineage.items):,}",
                _named(lineage.origins, names) if lineage.origins else "a circle of sources without an origin",
                "vouched for" if lineage.vouched else "circular" if lineage.circular else "nobody has vouched for it",
            )
            for lineage in found.lineages
        ),
    )


def _named(ids: Iterable[str], names: dict[str, str]) -> Markup:
    parts: list[object] = []
    for key in ids:
        parts += ["; " if parts else None, outside(names.get(key, key))]
    return join(*parts)


def _evidence(exhibit: Exhibit) -> Iterator[object]:
    dossier, found = exhibit.dossier, exhibit.found
    yield tag("h3", "Evidence")
    if not dossier.evidence:
        yield tag("p", "Nothing was retrieved or cited for this claim.")
        return
    sources = {source.id: source for source in dossier.sources}
    pairs = sorted(
        zip(dossier.evidence, found.figures, strict=True),
        key=lambda pair: (not pair[1].counted, len(pair[1].lineage or "~"), pair[1].lineage or "~", -pair[1].weight),
    )
    yield table(
        "Every passage: counted items first, by lineage; the weights add up to EIE",
        (
            Column("Lineage"),
            Column("Source", "w"),
            Column("Passage", "w"),
            Column("Stance"),
            Column("Label, by whom"),
            Column("Weight", "n"),
            Column("Increment", "n"),
            Column("State"),
        ),
        (
            (
                chip(figure.lineage),
                _source(sources.get(item.source_id), item.source_id),
                quote(item.text),
                STANCE[item.stance],
                outside(label_words(dossier.labels.get(item.source_id))),
                tag("data", share(figure.weight), value=repr(figure.weight)) if figure.counted else "–",
                amount(figure.increment, 3),
                STATE[item.state] if figure.counted else f"not counted: {figure.why_not}",
            )
            for item, figure in pairs
        ),
    )


def _source(source: Source | None, identifier: str) -> Markup:
    if source is None:
        return outside(identifier)
    about = [KIND[source.kind], source.publisher, source.published_at, "retracted" if source.retracted else None]
    parts: list[object] = [outside(title_of(source, identifier)), tag("br")]
    words = " · ".join(part for part in about if part)
    parts.append(tag("span", outside(words), class_="quiet small"))
    if source.url:
        parts += [tag("br"), tag("span", address(source.url), class_="small")]
    return join(*parts)


def _why(exhibit: Exhibit, name: str) -> Iterator[object]:
    found = exhibit.found
    estimate = next(estimate for estimate in found.estimates if estimate.key == "aware")
    items = {figure.evidence_id: figure for figure in found.figures}
    names = {source.id: title_of(source, source.id) for source in exhibit.dossier.sources}
    rows = []
    for step in estimate.steps:
        figure = items.get(step.label)
        label: object = step.label if figure is None else outside(names.get(figure.source_id, figure.source_id))
        change = "" if step.label == "prior" else points(step.change)
        rows.append((label, chip(figure.lineage) if figure else "", change, percent(step.running), step.text))
    rows.append((tag("strong", "aware confidence"), "", "", tag("strong", percent(estimate.value)), estimate.formula))
    yield tag("h3", "Why: from the prior to the aware confidence")
    yield tag("figure", waterfall_svg(exhibit, f"{name}-w"))
    yield table(
        f"Naive {percent(found.naive)}, aware {percent(found.aware)}; gamma {share_of(found.gamma)}",
        (
            Column("Step", "w"),
            Column("Lineage"),
            Column("Change", "n"),
            Column("Leads to", "n"),
            Column("In words", "w"),
        ),
        rows,
    )


def _load(exhibit: Exhibit) -> Iterator[object]:
    found = exhibit.found
    if not found.withdrawals:
        return
    names = {source.id: title_of(source, source.id) for source in exhibit.dossier.sources}
    yield tag("h3", "Load-bearing: if a source were withdrawn")
    yield table(
        "The claim with one source treated as retracted, largest loss first",
        (Column("Source", "w"), Column("EIE", "n"), Column("Aware", "n"), Column(CONFIDENCE_ALLOWS)),
        (
            (
                outside(names.get(row.source_id, row.source_id)),
                tag("data", amount(row.eie), value=repr(row.eie)),
                percent(row.aware),
                f"{DECISION_SIGN[row.decision]} {DECISION[row.decision]}",
            )
            for row in found.withdrawals[:MOST_LINES]
        ),
    )
