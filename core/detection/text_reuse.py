"""Texts that share words nobody writes twice by chance have a lineage in common.

Words in rows of five are compared, exactly. Stock phrases, page furniture, templates of one host, rows of digits and
rows that more than three documents have are taken off first. Names and figures alone never suffice: two reporters of
one event write the same ones. A third of the shorter text or more suggests a copy, less a shared quotation or
statement. Which came first is said only where the dates differ by more than a day. Paraphrase is not found, and what
is not found is not independent.
"""

from collections import Counter
from collections.abc import Iterator

from core.detection.collection import Collection
from core.detection.dates import later_of
from core.detection.notices import FEW_WORDS, looks_like_navigation, looks_like_notice
from core.detection.reuse.compare import overlap
from core.detection.reuse.evidence import grounds_of
from core.detection.reuse.frequency import Habits
from core.detection.reuse.index import READ_CHARACTERS, READ_WORDS
from core.detection.reuse.pairs import Alike, Pairs, Readings
from core.detection.types import Finding, Ground, Remark, Span
from core.states import Relation

NAME = "text_reuse"
RELATION = Relation.COPIED_FROM
PROBABILITY = None

_LISTED = 20
"""Documents named in a remark; the count is always given."""


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per pair whose texts share enough."""
    readings = Readings(lambda document_id: collection.text(collection.by_id[document_id]))
    usable, remarks = _usable(collection, readings)
    yield from remarks
    pairs = Pairs(usable, readings, collection.work.step)
    if pairs.stopped:
        return
    for alike in pairs.alike:
        yield from _mass(collection, readings, alike)
    templates: Counter[str] = Counter()
    done, before = 0, []
    if collection.checkpoint is not None:
        done, earlier = collection.checkpoint.begin(usable, pairs.digest)
        before = list(earlier)
    yield from before
    habits = collection.habits(pairs.frequency)
    looked_at = 0
    for count, candidates in pairs.of_each(after=done):
        found: list[Finding] = []
        for one, other, mass in candidates:
            if collection.fresh is not None and one not in collection.fresh and other not in collection.fresh:
                continue
            host = collection.host(one)
            one_host = host is not None and host == collection.host(other)
            if mass and (one_host or host is None):
                templates[host or "documents of no known host"] += 1
                continue
            looked_at += 1
            found.extend(_compared(collection, readings, habits, one, other, one_host=one_host))
        yield from found
        if collection.checkpoint is not None:
            collection.checkpoint.reached(count, found)
        if collection.work.step():
            return
    for host, count in sorted(templates.items()):
        message = (
            f"{host}: {count + 1} documents share most of their text with very many others; this looks like a template "
            "and is not proposed; they stay unknown"
        )
        yield Remark("template", message)
    yield from _left_unknown(collection, len(usable), looked_at)


def _usable(collection: Collection, readings: Readings) -> tuple[list[str], list[Remark]]:
    """The documents whose texts say something, and why the others do not."""
    usable: list[str] = []
    left: dict[str, list[str]] = {}
    for document in collection.documents:
        if collection.compared is not None and document.id not in collection.compared:
            continue
        text = collection.text(document)
        if not text.strip():
            if document.retrieved:
                left.setdefault("no-text", []).append(document.id)
        elif looks_like_notice(text):
            left.setdefault("notice", []).append(document.id)
        elif looks_like_navigation(text):
            left.setdefault("navigation", []).append(document.id)
        elif len(readings[document.id].words) < FEW_WORDS:
            left.setdefault("few-words", []).append(document.id)
        else:
            usable.append(document.id)
            if len(readings[document.id].words) == READ_WORDS or len(text) > READ_CHARACTERS:
                left.setdefault("cut", []).append(document.id)
    words = {
        "no-text": "no text to compare; left unknown",
        "notice": "the text looks like a notice in place of an article; left unknown",
        "navigation": "the text looks like navigation, not like an article; left unknown",
        "few-words": f"fewer than {FEW_WORDS} words; too little to compare; left unknown",
        "cut": f"only the first {READ_WORDS:,} words are compared",
    }
    remarks = [Remark(code, _listed(left[code], words[code]), tuple(left[code])) for code in words if code in left]
    return usable, remarks


def _listed(documents: list[str], what: str) -> str:
    named = ", ".join(documents[:_LISTED])
    more = f" and {len(documents) - _LISTED} more" if len(documents) > _LISTED else ""
    return f"{'1 document' if len(documents) == 1 else f'{len(documents):,} documents'}: {what} ({named}{more})"


def _compared(
    collection: Collection, readings: Readings, habits: Habits, one: str, other: str, *, one_host: bool
) -> Iterator[Finding]:
    later = later_of(collection.days.get(one), collection.days.get(other))
    if later == 1:
        one, other = other, one
    here, there = readings[one], readings[other]
    found = overlap(here, there, habits, one_host=one_host)
    if found is None:
        return
    probability, band = collection.calibration.of_text(found.shared)
    yield Finding(
        rule=NAME,
        from_id=one,
        to_id=other,
        relation=found.relation,
        directed=later is not None and found.relation is Relation.COPIED_FROM,
        probability=probability,
        band=band,
        evidence=grounds_of(NAME, here, there, found),
        shared=found.shared,
    )


def _mass(collection: Collection, readings: Readings, alike: Alike) -> Iterator[Finding | Remark]:
    """One text under very many ids: each is shown against the first, hosts of one template apart."""
    count = len(alike.others) + 1
    message = f"{count:,} documents carry one and the same text; each is shown against {alike.first}, not against all"
    yield Remark("mass-text", message, (alike.first, *alike.others))
    here = collection.host(alike.first)
    for other in alike.others:
        if here is not None and here == collection.host(other):
            continue
        if collection.fresh is not None and other not in collection.fresh and alike.first not in collection.fresh:
            continue
        later = later_of(collection.days.get(other), collection.days.get(alike.first))
        ends = (alike.first, other) if later == 1 else (other, alike.first)
        shared = len(readings[alike.first].own_words)
        probability, band = collection.calibration.of_text(shared)
        spans = [_whole(readings, end) for end in ends]
        yield Finding(
            rule=NAME,
            from_id=ends[0],
            to_id=ends[1],
            relation=RELATION,
            directed=later is not None,
            probability=probability,
            band=band,
            evidence=(Ground(NAME, f"the same text, word for word, as {count:,} documents have it", *spans),),
            shared=shared,
        )


def _whole(readings: Readings, document_id: str) -> Span:
    reading = readings[document_id]
    start, end = int(reading.starts[0]), int(reading.ends[-1])
    return Span(document_id, "text", reading.text[start : min(end, start + 2_000)], start, end)


def _left_unknown(collection: Collection, usable: int, compared: int) -> Iterator[Remark]:
    if usable < 2 or collection.work.stopped:
        return
    pairs = usable * (usable - 1) // 2
    yield Remark(
        "pairs-compared",
        f"{usable:,} texts, {pairs:,} pairs; {compared:,} shared enough words to be compared closely. Where nothing is "
        "proposed the pair stays unknown: text that was reworded is not found, and unknown is not independent.",
    )
