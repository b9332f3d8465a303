"""Who said what of a claim, and what its figures rest on: labels, decisions, policy, digests."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from core.exporters.manifest import stated_figures
from core.exporters.markup import Markup, outside, tag
from core.exporters.report_parts import Column, table, when
from core.exporters.types import Exhibit
from core.results import LabelEvent
from core.states import EdgeStatus
from core.verdicts import SignedDecision
from core.wording import DEPENDENCE, EDGE_STATUS, RELATION, signature_words, title_of

MARKS = {
    "merge": ("another document than", "one document with"),
    "retraction": ("not retracted", "retracted"),
}
"""Kind of an entry that is no label -> what it says where it denies, and where it affirms."""


def record(exhibit: Exhibit) -> Iterator[object]:
    """Labels, judgements, decisions, and the exact figures with their digests."""
    yield from _labels(exhibit)
    yield from _said(exhibit)
    yield from _exact(exhibit)


def _labels(exhibit: Exhibit) -> Iterator[object]:
    names = {source.id: title_of(source, source.id) for source in exhibit.dossier.sources}
    if exhibit.events:
        yield tag("h3", "Label history")
        yield table(
            "Everything people said of this claim's sources and links, newest first (UTC)",
            (
                Column("Entry", "k"),
                Column("When", "k"),
                Column("By"),
                Column("Of", "w"),
                Column("Said", "w"),
                Column("Reason", "w"),
                Column("SHA-256"),
            ),
            (
                (
                    f"{event.number:,}",
                    when(event.at),
                    outside(event.by),
                    outside(_target(event, names)),
                    outside(event_words(event)),
                    outside(event.reason) if event.reason else "–",
                    tag("code", event.hash[:16]) if event.hash else "–",
                )
                for event in exhibit.events
            ),
        )
    elif exhibit.labels:
        yield tag("h3", "Labels that came with the file")
        yield table(
            "Labels that people gave elsewhere",
            (Column("Source", "w"), Column("When", "k"), Column("By"), Column("Said"), Column("Reason", "w")),
            (
                (
                    outside(names.get(label.source_id, label.source_id)),
                    when(label.at),
                    outside(label.by),
                    DEPENDENCE[label.state] + ("" if label.weight is None else f", own share {label.weight:g}"),
                    outside(label.reason) if label.reason else "–",
                )
                for label in exhibit.labels
            ),
        )


def event_words(event: LabelEvent) -> str:
    """What an entry of the record says of its target."""
    if event.undoes is not None:
        return f"entry {event.undoes} taken back"
    if event.kind in MARKS:
        return MARKS[event.kind][event.edge_status is EdgeStatus.CONFIRMED] + _other(event)
    parts = []
    if event.state is not None:
        parts.append(DEPENDENCE[event.state])
    if event.edge_status is not None:
        parts.append(EDGE_STATUS[event.edge_status])
    if event.relation is not None:
        parts.append(f"as {RELATION[event.relation]}")
    if event.weight is not None:
        parts.append(f"own share {event.weight:g}")
    if event.strength is not None:
        parts.append(f"share handed down {event.strength:g}")
    where = "" if event.edge_key is not None else " everywhere" if event.claim_id is None else " for this claim"
    kind = "" if event.kind in ("label", "edge") else f"{event.kind}: "
    return kind + ", ".join(parts or [event.kind]) + where


def _other(event: LabelEvent) -> str:
    """The second document of a merge."""
    ends = (event.edge_key or "").split("\x1f")[:2]
    return "".join(f" {end}" for end in ends if end and end != event.source_id)


def _target(event: LabelEvent, names: Mapping[str, str]) -> str:
    if event.edge_key is None or event.kind in MARKS:
        return names.get(event.source_id, event.source_id)
    ends = event.edge_key.split("\x1f")
    return " → ".join(names.get(end, end) for end in ends[:2])


def signed_table(signed: Sequence[SignedDecision], caption: str) -> Markup:
    """What leads signed, newest first: what, when, by whom, why, and what they saw."""
    return table(
        caption,
        (Column("When (UTC)", "k"), Column("By"), Column("Signed", "w"), Column("Reason", "w"), Column("Seen", "w")),
        (
            (
                when(one.at),
                outside(one.by),
                outside(signature_words(one)),
                outside(one.reason) if one.reason else "–",
                outside("; ".join(f"{key.replace('_', ' ')} {value}" for key, value in one.figures.items())),
            )
            for one in signed
        ),
    )


def _said(exhibit: Exhibit) -> Iterator[object]:
    if exhibit.signed:
        yield tag("h3", "Signed decisions")
        yield signed_table(exhibit.signed, "What leads signed about this claim, newest first")
    if exhibit.judgements:
        yield tag("h3", "Judgements of meaning")
        yield table(
            "What people or models judged; none of it changes a figure",
            (Column("About"), Column("Value"), Column("Judge"), Column("Model"), Column("Of"), Column("When")),
            (
                (
                    outside(one.axis),
                    outside(one.value),
                    outside(one.judge),
                    outside(one.model or "–"),
                    outside(one.evidence_id or "the claim"),
                    outside(one.at or "–"),
                )
                for one in exhibit.judgements
            ),
        )


def _exact(exhibit: Exhibit) -> Iterator[object]:
    yield tag("h3", "Exact figures and what they rest on")
    yield table(
        "Every figure as computed, under the names of “headwater score”",
        (Column("Figure", "k"), Column("Value", "w")),
        (
            (tag("code", name), tag("code", written, data_figure=name))
            for name, written in exact_figures(exhibit).items()
        ),
        class_="slim",
    )
    rows = [("facts, labels, policy and engine", tag("code", exhibit.found.digest))]
    rows.append(("policy", tag("code", exhibit.found.policy.digest)))
    yield table("SHA-256 digests", (Column("Of", "k"), Column("Digest", "w")), rows, class_="slim")
    versions = [source for source in exhibit.dossier.sources if source.fingerprint or source.version]
    if versions:
        yield table(
            "Versions of the documents, as the data state them",
            (Column("Document", "w"), Column("Version"), Column("Fingerprint", "w")),
            (
                (
                    outside(title_of(source, source.id)),
                    outside(source.version or "–"),
                    outside(source.fingerprint, "code") if source.fingerprint else "–",
                )
                for source in versions
            ),
        )


_WORDED = frozenset(("id", "cautions", "sentence", "reasons", "decision", "undefined", "lineages", "digest"))


def exact_figures(exhibit: Exhibit) -> dict[str, str]:
    """Every figure of a claim that is a number, to its last digit; where there is none, the reason."""
    values = stated_figures(exhibit.found)
    undefined: dict[str, str] = values["undefined"]
    found = {}
    for name, value in values.items():
        if name in _WORDED or isinstance(value, dict):
            continue
        found[name] = f"not defined: {undefined.get(name, 'no evidence')}" if value is None else _exactly(value)
    for family in exhibit.found.lineages:
        found[f"lineage {family.letter}"] = _exactly(family.eie)
    return found


def _exactly(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(_exactly(one) for one in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return repr(value)


def policy_table(policy: Mapping[str, Any], caption: str) -> Markup:
    """The settings that figures were made with."""
    rows = []
    for key, value in policy.items():
        written = ", ".join(f"{name} {share:g}" for name, share in value.items()) if isinstance(value, dict) else value
        rows.append((key, outside(str(written))))
    return table(caption, (Column("Setting", "k"), Column("Value", "w")), rows, class_="slim")
