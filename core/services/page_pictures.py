"""The page a quote stands on, as a picture with boxes around its lines; drawn once and remembered."""

import json
import struct
from collections.abc import Sequence
from contextlib import closing

from core.checked import CitationFile, PagePicture
from core.services.artifact_folder import ArtifactFolder, artifact_folder
from core.services.workspace import Workspace
from core.store import Attached
from core.verification.grounding.types import Artifact, InvalidSource, Unreadable
from core.verification.reading.cache import DirectoryCache
from core.verification.reading.process import ReadingProcess
from core.verification.reading.reader import ArtifactReader
from core.verification.records import Evidence
from core.verification.source_map import SourceMissing

SCALE = 1.5
"""Pixels a point."""

Stretch = tuple[int, int]
"""Code points of the text that was read, first and one after the last."""


def picture_of(workspace: Workspace, file: CitationFile) -> PagePicture | None:
    """The page that the check of a citation looked at; None where there is none to show."""
    attachment, check, report = file.attachment, file.check, file.report
    if attachment is None or attachment.media != "pdf" or check is None or report is None:
        return None
    number = _page_number(check.evidence, file.citation.page)
    if number is None or report.document_fingerprint != attachment.fingerprint:
        return None
    given = Attached(attachment.name, attachment.fingerprint)
    stretches = _stretches(check.evidence)
    try:
        png, found = _drawn(artifact_folder(workspace), attachment.source_id, given, number, stretches)
    except (SourceMissing, Unreadable, InvalidSource):
        return None
    if not found and check.evidence is not None and check.evidence.box is not None:
        found = [list(check.evidence.box)]
    width, height = struct.unpack(">II", png[16:24])
    # A box around the whole page points to nothing.
    boxes = tuple(box for box in map(_in_pixels, found) if (box[2] - box[0]) * (box[3] - box[1]) < 0.9 * width * height)
    label = check.evidence.label if check.evidence is not None else None
    return PagePicture(png, width, height, boxes, number, label or "")


def _page_number(evidence: Evidence | None, cited: int | None) -> int | None:
    return evidence.position if evidence is not None and evidence.position is not None else cited


def _stretches(evidence: Evidence | None) -> tuple[Stretch, ...]:
    if evidence is None:
        return ()
    return evidence.parts or ((evidence.chars,) if evidence.chars is not None else ())


def _in_pixels(box: Sequence[int]) -> tuple[int, int, int, int]:
    x0, y0, x1, y1 = (round(side * SCALE / 100) for side in box)
    return x0, y0, x1, y1


def _drawn(
    folder: ArtifactFolder, source_id: str, given: Attached, number: int, stretches: tuple[Stretch, ...]
) -> tuple[bytes, list[list[int]]]:
    """The picture and the boxes, in hundredths of a point.

    Raises:
        SourceMissing: The file is gone.
        Unreadable: The page is not there, or too large.
    """
    page_key, lines_key = (json.dumps([given.fingerprint, number, more]) for more in (SCALE, stretches))
    png, lines = folder.pictures.get(page_key), folder.pictures.get(lines_key)
    if png is None or lines is None:
        located = folder.sources({source_id: given}).locate(source_id)
        artifact = Artifact(located.data, located.fingerprint, located.name)
        process = ReadingProcess()
        with closing(ArtifactReader(process, DirectoryCache(folder.readings))) as reader:
            png = png or process.picture(artifact, number, SCALE)
            page = next((page for page in reader.read(artifact).pages if page.position == number), None)
            within = [(max(a, page.start), min(b, page.end)) for a, b in stretches] if page is not None else []
            start = page.start if page is not None else 0
            boxes = [box for a, b in within if a < b for box in process.boxes(artifact, number, a - start, b - start)]
        lines = json.dumps(boxes).encode()
        folder.pictures.put(page_key, png)
        folder.pictures.put(lines_key, lines)
        folder.pictures.trim()
    found: list[list[int]] = json.loads(lines)
    return png, found
