"""The reasons that lie in the passages themselves: there at all, readable, checked, fresh, judged."""

from collections.abc import Iterator

from core.bundles.findings import Findings
from core.bundles.ground import Ground
from core.bundles.naming import joined, named, none_of, of_them
from core.conclusions import ReasonCode


def evidence_reasons(found: Findings) -> Iterator[Ground]:
    """Whether there is any evidence for it, and whether its sources can be read.

    Source: [TOUCH] section 8: no evidence and inaccessible are states of their own.
    """
    items, whole = found.items, len(found.items.all)
    if not found.retrieved:
        yield Ground(ReasonCode.NOTHING_RETRIEVED, "nothing was retrieved for this claim")
    elif not items.all and found.against:
        speak = "speaks" if len(found.against) == 1 else "speak"
        text = f"nothing that counts speaks for it, and {named(found.against, found.names)} {speak} against it"
        yield Ground(ReasonCode.ONLY_REFUTED, text, found.against)
    elif not items.all:
        only = "the only passage retrieved for it does not count"
        none = f"{none_of(found.retrieved, 'passages retrieved for it', 'the')} counts"
        yield Ground(ReasonCode.NOTHING_COUNTED, only if found.retrieved == 1 else none)
    elif len(items.inaccessible) == whole:
        text = "its only source cannot be read"
        if whole > 1:
            text = f"{none_of(whole)} has a source that can be read"
        yield Ground(ReasonCode.INACCESSIBLE, text, items.inaccessible)
    elif items.inaccessible:
        source = "source" if len(items.inaccessible) == 1 else "sources"
        yield _some(found, ReasonCode.PARTLY_INACCESSIBLE, items.inaccessible, "cannot be read", f"the {source} of ")


def _some(found: Findings, code: ReasonCode, ids: tuple[str, ...], verb: str, opening: str = "") -> Ground:
    """A reason that speaks of some passages, by number and name."""
    subject = of_them(len(ids), len(found.items.all))
    return Ground(code, f"{opening}{subject} {verb}: {named(ids, found.names)}", ids)


def check_reasons(found: Findings) -> Iterator[Ground]:
    """What the checks in force say, and where there is none.

    Source: [ETH] grounding is an axis of its own; not checked is not grounded.
    """
    items, whole = found.items, len(found.items.all)
    stand = "does not stand in its source" if len(items.failed) == 1 else "do not stand in their sources"
    if items.failed and not items.grounded and not items.unchecked:
        checked = len(items.failed)
        only = "the cited text that was checked does not stand in its source"
        several = f"{none_of(checked, 'cited texts that were checked', 'the')} stands in its source"
        yield Ground(ReasonCode.NOT_GROUNDED, only if checked == 1 else several, items.failed)
    elif items.failed:
        yield _some(found, ReasonCode.PARTLY_GROUNDED, items.failed, stand)
    if items.unchecked and not items.grounded:
        text = f"no check against its source holds for {'its only passage' if whole == 1 else 'any of its passages'}"
        yield Ground(ReasonCode.NOTHING_CHECKED, text, items.unchecked)
    elif items.unchecked:
        text = f"no check against its source holds for {of_them(len(items.unchecked), whole)}"
        yield Ground(ReasonCode.NOT_CHECKED, f"{text}: {named(items.unchecked, found.names)}", items.unchecked)


def freshness_reasons(found: Findings) -> Iterator[Ground]:
    """Which sources changed, grew old, or show no date.

    Source: [TOUCH] section 8: stale is a state of its own.
    """
    items, whole = found.items, len(found.items.all)
    if not items.stale:
        return
    causes = [
        (len(ids), word)
        for ids, word in (
            (items.changed, "no longer as cited or checked"),
            (items.old, "older than asked for"),
            (items.undated, "without a date"),
        )
        if ids
    ]
    why = causes[0][1] if len(causes) == 1 else joined([f"{number} {word}" for number, word in causes])
    if len(items.stale) == whole:
        subject = "its only source is" if whole == 1 else f"the sources of {of_them(whole, whole)} are"
        yield Ground(ReasonCode.STALE, f"{subject} stale ({why})", items.stale)
    else:
        subject = "source of {} is" if len(items.stale) == 1 else "sources of {} are"
        text = f"the {subject.format(of_them(len(items.stale), whole))} stale ({why})"
        yield Ground(ReasonCode.PARTLY_STALE, f"{text}: {named(items.stale, found.names)}", items.stale)


def judgement_reasons(found: Findings) -> Iterator[Ground]:
    """What people and models judged of support, and what nobody did.

    Source: [ETH] support is an axis of its own; not judged is not supported.
    """
    items, whole = found.items, len(found.items.all)
    was = "was" if len(items.contradicted) == 1 else "were"
    if items.contradicted and not items.supported and not items.unjudged:
        yield Ground(ReasonCode.NOT_SUPPORTED, f"{of_them(whole, whole)} {was} judged not to support it", items.all)
    elif found.citation_sets.entailed is False:
        yield Ground(ReasonCode.NOT_SUPPORTED, "what it cites was judged, as a whole, not to carry it")
    if items.contradicted and (items.supported or items.unjudged):
        yield _some(found, ReasonCode.PARTLY_SUPPORTED, items.contradicted, f"{was} judged not to support it")
    if items.unjudged and not items.supported:
        open_ones = "its only passage" if whole == 1 else "any of its passages"
        yield Ground(ReasonCode.NOTHING_JUDGED, f"nobody has judged that {open_ones} supports it", items.unjudged)
    elif items.unjudged:
        support = "supports" if len(items.unjudged) == 1 else "support"
        text = f"nobody has judged whether {of_them(len(items.unjudged), whole)} {support} it"
        yield Ground(ReasonCode.SUPPORT_NOT_JUDGED, f"{text}: {named(items.unjudged, found.names)}", items.unjudged)
