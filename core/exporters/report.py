"""The review report: one HTML file that needs no network, runs no script, and prints well."""

import base64
import hashlib
from collections.abc import Sequence
from typing import BinaryIO

from core.drawing.lettering import one_line
from core.errors import InvalidInput
from core.exporters.markup import Markup, outside, tag
from core.exporters.report_claim import claim_article
from core.exporters.report_decision import answer_lines, confidence_chip, decision_chip
from core.exporters.report_parts import Column, note, quote, table, when
from core.exporters.report_record import policy_table
from core.exporters.report_style import CSS
from core.exporters.types import Delivery, Exhibit
from core.model import Answer
from core.numbers import amount, count, percent
from core.references import REFERENCES
from core.wording import CONFIDENCE_ALLOWS

MOST_CLAIMS = 500
"""More claims than anybody reads in one document."""
LONGEST_TITLE = 54
"""Signs of the subject in the title of the tab."""


class ReportExporter:
    """For people: a lead who releases an answer, somebody who asks how it was checked."""

    NAME = "report"
    MEDIA = "text/html"
    SUFFIX = ".html"
    SAYS = "review report, one HTML file: sentence, graph, lineages, figures, checks, labels; prints to PDF"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the report of some claims."""
        if delivery.claims > MOST_CLAIMS:
            raise InvalidInput(
                f"a report holds at most {MOST_CLAIMS:,} claims, these are {delivery.claims:,}; "
                "choose fewer, or take the tables or the evidence package"
            )
        exhibits = list(delivery.exhibits())
        page = _page(delivery, exhibits)
        out.write(b"<!DOCTYPE html>\n" + page.encode("utf-8") + b"\n")


def _page(delivery: Delivery, exhibits: Sequence[Exhibit]) -> Markup:
    hashed = base64.b64encode(hashlib.sha256(CSS.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{hashed}'; base-uri 'none'; form-action 'none'"
    subject = exhibits[0].dossier.claim.text if len(exhibits) == 1 else delivery.imprint.what
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", http_equiv="Content-Security-Policy", content=policy),
        tag("meta", name="referrer", content="no-referrer"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", f"Review report: {one_line(subject, LONGEST_TITLE)}"),
        tag("style", Markup(CSS)),
    )
    body = tag(
        "body",
        _head(delivery, exhibits),
        tag("main", *(claim_article(exhibit, number) for number, exhibit in enumerate(exhibits, 1))),
        _foot(delivery),
    )
    return tag("html", head, body, lang="en")


def _head(delivery: Delivery, exhibits: Sequence[Exhibit]) -> Markup:
    imprint = delivery.imprint
    parts: list[object] = [
        tag("p", "Headwater", class_="over"),
        tag("h1", "Review report"),
        tag("p", outside(imprint.what), f" · {count(len(exhibits), 'claim')}", class_="quiet"),
        tag(
            "p",
            "Exported by ",
            outside(imprint.by),
            f" on {when(imprint.at)} UTC · ",
            _versions(delivery),
            class_="quiet small",
        ),
    ]
    if delivery.as_of:
        parts.append(note(f"Shown as of {when(delivery.as_of)} UTC, not as it stands today."))
    if delivery.answer is not None:
        parts += _answer(delivery.answer)
        parts += answer_lines(delivery, delivery.answer, exhibits)
    if len(exhibits) != 1:
        parts.append(_contents(exhibits))
    return tag("header", *parts)


def _versions(delivery: Delivery) -> str:
    policies = {facts.in_force.policy.name for facts in delivery.datasets.values()}
    imprint = delivery.imprint
    rule = "" if delivery.rule is None else f" · rule of decisions {delivery.rule.words}"
    return f"policy {', '.join(sorted(policies))} · version {imprint.version}, engine {imprint.engine}{rule}"


def _answer(answer: Answer) -> list[object]:
    parts: list[object] = [tag("h2", "The answer under review")]
    if answer.question:
        parts.append(tag("p", "Asked: ", outside(answer.question)))
    parts.append(quote(answer.text))
    if answer.corrected_text:
        parts += [tag("h3", "As corrected"), quote(answer.corrected_text)]
    return parts


def _contents(exhibits: Sequence[Exhibit]) -> Markup:
    rows = (
        (
            tag("a", outside(one_line(exhibit.dossier.claim.text, 200)), href=f"#c{number}"),
            decision_chip(exhibit.decide().verdict),
            confidence_chip(exhibit),
            f"{exhibit.found.items:,} / {exhibit.found.sources:,} / {len(exhibit.found.lineages):,}",
            amount(exhibit.found.eie),
            f"{percent(exhibit.found.naive)} → {percent(exhibit.found.aware)}",
        )
        for number, exhibit in enumerate(exhibits, 1)
    )
    columns = (
        Column("Claim", "w"),
        Column("Decision", "k"),
        Column(CONFIDENCE_ALLOWS, "k"),
        Column("Items / sources / lineages", "n"),
        Column("EIE", "n"),
        Column("Naive → aware", "n"),
    )
    return tag("nav", table("The claims of this report", columns, rows), aria_label="Contents")


def _foot(delivery: Delivery) -> Markup:
    parts: list[object] = [tag("h2", "What this rests on")]
    for facts in delivery.datasets.values():
        caption = f"Policy of data set {facts.name}: {facts.in_force.origin}"
        parts.append(policy_table(facts.in_force.policy.as_dict(), caption))
        parts.append(tag("p", "SHA-256 of these settings: ", tag("code", facts.in_force.policy.digest)))
    if delivery.rule is not None:
        parts.append(policy_table(delivery.rule.settings, f"Rule of decisions: {delivery.rule.words}"))
        parts.append(tag("p", "SHA-256 of rule and engine: ", tag("code", delivery.rule.digest)))
    imprint = delivery.imprint
    rows = [(key, outside(value)) for key, value in imprint.as_dict().items()]
    parts.append(table("This export", (Column("What", "k"), Column("Value", "w")), rows, class_="slim"))
    cited = [reference for reference in REFERENCES.values() if reference.key in ("KON", "HOUSE", "ETH", "TOUCH")]
    sources = "; ".join(
        f"[{one.key}] {one.title}, {one.author}" + (f", {one.year}" if one.year else "") for one in cited
    )
    parts.append(tag("p", f"Sources of the formulas: {sources}."))
    parts.append(
        tag(
            "p",
            "A package of these claims lets anybody make every figure and decision anew: headwater recompute FILE.",
        )
    )
    return tag("footer", *parts)
