"""Taking claims out: one, an answer's, those of a list, a data set, or everything, in any format there is."""

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core import ENGINE_VERSION
from core.errors import InvalidInput, UnknownId
from core.exporters import EXPORTERS, exporter_named
from core.exporters.graph_pictures import written_on
from core.exporters.raster import undrawable
from core.exporters.types import DatasetFacts, Delivery, Exporter, Imprint, PolicyInForce, nothing_left
from core.model import Answer
from core.policy import Policy
from core.services.exhibit_decisions import rule_facts, shipped_facts
from core.services.exhibits import FileClaims, StoredClaims
from core.services.judging import citation_quality
from core.services.past_exhibits import of_past
from core.services.reading import read_whole
from core.services.spoken import person_name
from core.services.stored_verdicts import verdict_basis
from core.services.whole_files import write_whole
from core.services.workspace import Workspace

PAGE = 1_000
"""Claims of a list that are asked for together."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which claims. With nothing set: everything."""

    claim: str | None = None
    """uid of one claim."""
    as_of: str | None = None
    """A moment in the past at which that claim is taken; a day without a time means its end."""
    answer: str | None = None
    """uid of an answer: its claims, in their order."""
    dataset: str | None = None
    uids: tuple[str, ...] | None = None
    """These claims, in this order."""
    query: MappingProxyType[str, Any] | None = None
    """Those a list shows, in its order: the settings of ``Store.claims`` without page and size."""
    words: str = ""
    """What was asked for, as the page or the command line says it; stands in the export."""


@dataclass(frozen=True, slots=True)
class Exported:
    """A file to take away."""

    name: str
    media: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Format:
    """A format there is."""

    name: str
    media: str
    suffix: str
    says: str


def export_formats() -> tuple[Format, ...]:
    """Every format, in the order a menu lists them."""
    return tuple(Format(one.NAME, one.MEDIA, one.SUFFIX, one.SAYS) for one in EXPORTERS.values())


def export(workspace: Workspace, wanted: Wanted, format: str, *, by: str) -> Exported:
    """Claims of the store as one file in memory.

    Args:
        workspace: The open store.
        wanted: Which claims.
        format: Name of a format.
        by: Who takes them out; stands in the file.

    Raises:
        UnknownId: There is no such claim, answer or data set.
        InvalidParameter: There is no such format.
        InvalidInput: There is nothing to export, or the format cannot hold it.
    """
    exporter_named(format)
    return exported(of_store(workspace, wanted, by=by), format)


def exported(delivery: Delivery, format: str) -> Exported:
    """What is to be exported as one file in memory."""
    exporter = exporter_named(format)
    out = io.BytesIO()
    exporter.write(delivery, out)
    return Exported(file_name(delivery, exporter), exporter.MEDIA, out.getvalue())


def write_export(delivery: Delivery, format: str, place: Path) -> Path:
    """Write an export to a file, whole or not at all; memory stays flat however many claims there are.

    Args:
        delivery: What is to be exported.
        format: Name of a format.
        place: The file, or a folder in which it gets our name.

    Returns:
        The file.

    Raises:
        InvalidInput: The place cannot be written, or the format cannot hold it; nothing was left there.
        InvalidParameter: There is no such format.
    """
    exporter = exporter_named(format)
    path = place / file_name(delivery, exporter) if place.is_dir() else place
    write_whole(path, lambda out: exporter.write(delivery, out))
    return path


def file_name(delivery: Delivery, exporter: Exporter) -> str:
    """The name of an export: data sets, format, day."""
    return name_of(list(delivery.datasets), exporter.NAME, delivery.imprint.at[:10])


def why_no_png(workspace: Workspace, claim: str) -> str:
    """Why a claim cannot be drawn as PNG on this machine, in words; empty where it can.

    Raises:
        UnknownId: There is no such claim.
    """
    return undrawable(written_on(workspace.store.dossier(claim)))


def name_of(datasets: Sequence[str], format: str, day: str) -> str:
    """A file name that any file system takes.

    Examples:
        >>> name_of(["harbour"], "claims-csv", "2026-03-01")
        'headwater-harbour-claims-2026-03-01.csv'
    """
    suffix = exporter_named(format).SUFFIX
    named = f"{len(datasets)}-data-sets" if len(datasets) > 2 else "-".join(datasets)
    short = format.removesuffix(suffix.replace(".", "-"))
    what = re.sub(r"[^A-Za-z0-9._-]+", "-", f"{named}-{short}").strip("-.")[:80]
    return f"headwater-{what}-{day}{suffix}"


def product_version() -> str:
    """Version of Headwater; "unknown" where it was not installed."""
    try:
        return version("dashboard")
    except PackageNotFoundError:
        return "unknown"


def of_store(workspace: Workspace, wanted: Wanted, *, by: str) -> Delivery:
    """Claims of the store, to be exported.

    Raises:
        UnknownId: There is no such claim, answer or data set.
        InvalidInput: There is nothing to export.
    """
    if wanted.as_of is not None:
        if wanted.claim is None:
            raise InvalidInput("a past day is exported claim by claim; name one claim")
        return of_past(workspace, wanted.claim, wanted.as_of, by=by, version=product_version())
    store = workspace.store
    answer: Answer | None = None
    uids: Sequence[str]
    whole = False
    if wanted.claim is not None:
        store.summary(wanted.claim)
        uids, words = (wanted.claim,), f"claim {wanted.claim}"
    elif wanted.answer is not None:
        answer, summaries = store.answer(wanted.answer)
        uids, words = [one.uid for one in summaries], f"answer {wanted.answer}"
    elif wanted.uids is not None:
        uids, words = wanted.uids, f"{len(wanted.uids):,} claims chosen"
    else:
        query = dict(wanted.query or {})
        if wanted.dataset is not None:
            query["dataset"] = wanted.dataset
        whole = not (query.keys() - {"dataset", "order", "descending"})
        uids = list(_listed(workspace, query))
        words = f"data set {wanted.dataset}" if wanted.dataset is not None else "everything"
        if wanted.query is not None and not whole:
            words = "the claims of a filtered list"
    names = list(dict.fromkeys(uid.partition(":")[0] for uid in uids))
    about = {dataset.name: dataset.about for dataset in store.datasets()}
    if wanted.dataset is not None and wanted.dataset not in about:
        raise UnknownId("data set", wanted.dataset)
    if whole:
        names = [name for name in about if wanted.dataset in (None, name)]
    if not names:
        raise InvalidInput(f"there is nothing to export: {wanted.words or words} holds no claim")
    origins = {name: PolicyInForce(store.current_policy(name), _origin(workspace)) for name in names}
    claims = StoredClaims(workspace, {name: one.policy for name, one in origins.items()}, uids)
    judged = _judged(wanted)
    imprint = Imprint(wanted.words or words, person_name(by), store.moment(), product_version())
    facts = {name: DatasetFacts(name, one, about.get(name, "")) for name, one in origins.items()}
    return Delivery(
        imprint,
        MappingProxyType(facts),
        claims,
        len(uids),
        claims.leftovers if whole else nothing_left,
        answer,
        rule_facts(workspace),
        lambda: None if judged is None else citation_quality(workspace, **judged),
        store.signatures("answer", wanted.answer) if wanted.answer is not None else (),
    )


def _judged(wanted: Wanted) -> dict[str, str] | None:
    """What the citations are counted over: a claim or an answer; a list has no figure of its own."""
    if wanted.claim is not None:
        return {"claim_uid": wanted.claim}
    return None if wanted.answer is None else {"answer_uid": wanted.answer}


def _listed(workspace: Workspace, query: dict[str, Any]) -> Iterator[str]:
    number, rule = 1, verdict_basis(workspace)
    while True:
        page = workspace.store.claims(**query, rule=rule, page=number, size=PAGE)
        yield from (row.uid for row in page.rows)
        if number * PAGE >= page.total:
            return
        number += 1


def _origin(workspace: Workspace) -> str:
    chosen = next((one for one in workspace.store.policies() if one.current), None)
    if chosen is None:
        return "the data set's own, or the defaults"
    return f"version {chosen.version}, saved by {chosen.by} on {chosen.at}"


def of_file(
    data: bytes,
    name: str,
    *,
    by: str,
    read_as: str | None = None,
    claim: str | None = None,
    answer: str | None = None,
) -> Delivery:
    """Claims of a file, to be exported without a database.

    Args:
        data: The bytes of the file.
        name: Its name.
        by: Who takes them out.
        read_as: Read the file as this format instead of detecting it.
        claim: Id of one claim; None for all.
        answer: Id of an answer, for its claims.

    Raises:
        ImportFailed: The file has problems; all are named.
        UnknownId: The file has no such claim or answer.
    """
    case = read_whole(data, name, format=read_as).case
    policy = case.policy or Policy()
    origin = "the file's own" if case.policy is not None else "the defaults"
    ids: list[str] | None = None
    words, found = f"file {name}", None
    if claim is not None:
        ids, words = [claim], f"claim {claim} of file {name}"
        if all(one.id != claim for one in case.claims):
            raise UnknownId("claim", claim)
    elif answer is not None:
        found = next((one for one in case.answers if one.id == answer), None)
        if found is None:
            raise UnknownId("answer", answer)
        ids, words = [one.id for one in case.claims if one.answer_id == answer], f"answer {answer} of file {name}"
    rule = shipped_facts(ENGINE_VERSION)
    claims = FileClaims(case, policy, rule, ids)
    imprint = Imprint(words, person_name(by), datetime.now(UTC).isoformat(timespec="microseconds"), product_version())
    facts = {case.dataset: DatasetFacts(case.dataset, PolicyInForce(policy, origin), case.about)}
    left, number = (claims.leftovers, len(case.claims)) if ids is None else (nothing_left, len(ids))
    return Delivery(imprint, MappingProxyType(facts), claims, number, left, found, rule)
