"""Files that stand for sources: kept by the digest of their bytes in one governed folder, found by source id only."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from core.checked import Attachment, AttachResult, MatchedBy
from core.errors import InvalidInput, UnknownId
from core.fingerprint import digest_bytes
from core.people import Person, Role
from core.services.artifact_folder import artifact_folder
from core.services.permission import allow
from core.services.workspace import Workspace
from core.store import Attachable, NewAttachment
from core.verification.case_citations import fingerprint_of
from core.verification.grounding.recognition import recognise
from core.verification.grounding.types import Artifact, InvalidSource, ReadLimits, Unreadable

LONGEST_NAME = 255
"""Characters of a file's name that are kept as its label: the last ones, for its ending."""


def attach(
    workspace: Workspace,
    dataset: str,
    files: Sequence[tuple[str, bytes]],
    *,
    by: Person,
    source_id: str | None = None,
) -> tuple[AttachResult, ...]:
    """Attach files to sources of a data set; one result per file, in order.

    Args:
        workspace: The open store.
        dataset: Name of the data set.
        files: Name and bytes of each; a name is a label and is never opened.
        by: Who attaches them.
        source_id: The source of a single file; None matches by the fingerprint the data name, else by the name
            against ids, titles and the last part of addresses, where exactly one source fits.

    Returns:
        A file that was not attached says why in ``refused``.

    Raises:
        InvalidInput: A source is chosen for more than one file.
        UnknownId: There is no such data set or source.
        PermissionDenied: A reader may not.
    """
    return attach_files(workspace, dataset, files, allow(workspace, by, Role.REVIEWER, "attach files"), source_id)


def attach_files(
    workspace: Workspace, dataset: str, files: Sequence[tuple[str, bytes]], by: str, source_id: str | None = None
) -> tuple[AttachResult, ...]:
    """Attach files under a name that may; otherwise as ``attach``."""
    if source_id is not None and len(files) != 1:
        raise InvalidInput(f"a chosen source takes one file, got {len(files)}")
    sources = workspace.store.attachables(dataset)
    if source_id is not None and all(source.source_id != source_id for source in sources):
        raise UnknownId("source", source_id)
    read = [_read(name, data) for name, data in files]
    matches = [_Match(source_id, MatchedBy.CHOSEN)] if source_id is not None else _matched(read, sources)
    folder = artifact_folder(workspace)
    given: dict[int, NewAttachment] = {}
    for place, (file, match, (_, data)) in enumerate(zip(read, matches, files, strict=True)):
        if not file.refused and match.source_id is not None:
            folder.keep(data)
            given[place] = NewAttachment(
                match.source_id, file.label, file.fingerprint, len(data), file.media, match.matched_by
            )
    attached = dict(zip(given, workspace.store.attach(dataset, tuple(given.values()), by=by), strict=True))
    return tuple(
        AttachResult(file.label, match.source_id, attached.get(place), file.refused or match.refused)
        for place, (file, match) in enumerate(zip(read, matches, strict=True))
    )


def detach(workspace: Workspace, dataset: str, source_id: str, *, by: Person) -> None:
    """Take the file of a source away; checks made with it become stale, and the reports stay.

    Raises:
        UnknownId: There is no such source, or nothing is attached to it.
        PermissionDenied: A reader may not.
    """
    workspace.store.detach(dataset, source_id, by=allow(workspace, by, Role.REVIEWER, "take files away"))


def attachments(workspace: Workspace, dataset: str) -> tuple[Attachment, ...]:
    """What is attached in a data set, by source.

    Raises:
        UnknownId: There is no such data set.
    """
    return workspace.store.attachments(dataset)


@dataclass(frozen=True, slots=True)
class _Read:
    """A file as far as its first bytes tell."""

    label: str
    fingerprint: str
    media: str
    refused: str


@dataclass(frozen=True, slots=True)
class _Match:
    """Which source a file belongs to, or why none."""

    source_id: str | None
    matched_by: MatchedBy = MatchedBy.NAME
    refused: str = ""


def _read(name: str, data: bytes) -> _Read:
    label = re.sub(r"[\x00-\x1f\x7f]", "\N{REPLACEMENT CHARACTER}", name)[-LONGEST_NAME:] or "a file without a name"
    most = ReadLimits().max_bytes
    if len(data) > most:
        return _Read(label, "", "", f"the file has {len(data):,} bytes; at most {most:,} are kept")
    fingerprint = "sha256:" + digest_bytes(data)
    try:
        return _Read(label, fingerprint, recognise(Artifact(data, fingerprint, label)), "")
    except (Unreadable, InvalidSource) as error:
        return _Read(label, fingerprint, "", str(error))


def _matched(files: Sequence[_Read], sources: Sequence[Attachable]) -> list[_Match]:
    by_fingerprint: dict[str, dict[str, None]] = {}
    by_name: dict[str, dict[str, None]] = {}
    for source in sources:
        for given in (source.fingerprint, *source.cited):
            stated = fingerprint_of(given)
            if stated is not None:
                by_fingerprint.setdefault(stated, {})[source.source_id] = None
        for name in _names(source):
            by_name.setdefault(name, {})[source.source_id] = None
    matches = [_match(file, by_fingerprint, by_name) for file in files]
    return [_alone(match, matches) for match in matches]


def _match(
    file: _Read, by_fingerprint: Mapping[str, Mapping[str, None]], by_name: Mapping[str, Mapping[str, None]]
) -> _Match:
    same = by_fingerprint.get(file.fingerprint, {})
    if len(same) == 1:
        return _Match(next(iter(same)), MatchedBy.FINGERPRINT)
    if same:
        return _Match(None, refused=f"{len(same)} sources name these very bytes; choose one of {_listed(same)}")
    named: dict[str, None] = {}
    for name in _written(file.label):
        named |= by_name.get(name, {})
    if len(named) == 1:
        return _Match(next(iter(named)))
    if named:
        return _Match(None, refused=f"the name fits {len(named)} sources; choose one of {_listed(named)}")
    return _Match(None, refused="no source of this data set has that id, title or address; choose the source")


def _alone(match: _Match, matches: Sequence[_Match]) -> _Match:
    """A match, unless another file has the same source by as good a right."""
    if match.source_id is None or match.matched_by is MatchedBy.FINGERPRINT:
        return match
    rivals = [other for other in matches if other.source_id == match.source_id and other is not match]
    if not rivals:
        return match
    return _Match(None, refused=f"another of these files fits {match.source_id!r} as well; choose the source of each")


def _names(source: Attachable) -> set[str]:
    """Under which names a file is taken for this source's."""
    last = urlsplit(source.url).path.rstrip("/").rpartition("/")[2] if source.url and _splits(source.url) else ""
    found = (name for text in (source.source_id, source.title, unquote(last)) for name in _written(text))
    return {name for name in found if name}


def _splits(url: str) -> bool:
    try:
        urlsplit(url)
    except ValueError:
        return False
    return True


def _written(name: str) -> tuple[str, ...]:
    """The last part of a name, with and without its ending, whatever the case."""
    last = name.replace("\\", "/").rstrip("/").rpartition("/")[2].strip().casefold()
    stem, dot, ending = last.rpartition(".")
    return (last, stem) if dot and stem and re.fullmatch(r"[a-z0-9]{1,8}", ending) else (last,)


def _listed(ids: Iterable[str]) -> str:
    found = list(ids)
    return ", ".join(repr(name) for name in found[:3]) + (", …" if len(found) > 3 else "")
