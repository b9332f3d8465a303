"""Proposing undeclared lineage for a file or a folder, without a database; the shapes are what ``--json`` prints."""

import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from importlib import resources
from pathlib import Path
from typing import Any

from core.detection import DETECTORS, Detection, Ground, Proposal, Span, detect
from core.errors import InvalidInput
from core.importers import read
from core.proposed import Measured
from core.services.detecting_folder import Folder, is_page, read_folder
from core.services.detecting_resumed import Kept
from core.services.files import read_bytes
from core.states import Relation

Progress = Callable[[int, int | None], None]


def detect_path(
    path: Path,
    *,
    kept: Path | None = None,
    today: date | None = None,
    progress: Progress | None = None,
    stop: Callable[[], bool] | None = None,
) -> Detection:
    """Propose lineage among the sources of a package, or among the text and HTML files of a folder.

    Args:
        path: The file or folder.
        kept: Where a folder's run is put down; a later run with the same file goes on from it.
        today: Dates of publication after it are not believed.
        progress: Told (steps done, steps in all) of the stage at hand.
        stop: Asked between steps; True ends the run with what there is.

    Raises:
        InvalidInput: The path cannot be read, or a folder holds no text or HTML file.
        ImportFailed: The file is no package we can read.
    """
    if path.is_dir():
        with Kept(kept) as earlier:
            folder = read_folder(path, earlier, progress, stop)
            return _with_notices(_detect(folder, earlier, today, progress, stop), folder)
    if kept is not None:
        raise InvalidInput(f"{path}: only a run over a folder can be put down and taken up again")
    data = read_bytes(path)
    if is_page(path):
        folder = read_folder(path.parent, Kept(None), progress, stop, only=(path,))
        return _with_notices(_detect(folder, Kept(None), today, progress, stop), folder)
    case = read(data, path.name).case
    return detect(case, today=today, progress=progress, stop=stop)


def _detect(
    folder: Folder,
    earlier: Kept,
    today: date | None,
    progress: Progress | None,
    stop: Callable[[], bool] | None,
) -> Detection:
    return detect(
        folder.documents,
        pages=folder.pages,
        checkpoint=earlier if earlier.path is not None else None,
        today=today,
        progress=progress,
        stop=stop,
    )


def _with_notices(found: Detection, folder: Folder) -> Detection:
    complete = found.complete and folder.complete
    return Detection(found.proposals, (*folder.notices, *found.notices), found.identities, complete, found.calibration)


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule of the detectors, as the Method page tells it."""

    name: str
    help: str
    """The detector's own docstring."""
    relation: Relation
    probability: float | None
    """None where it is measured, band by band, or where nothing is proposed."""
    basis: str


def rules() -> tuple[Rule, ...]:
    """Every rule with its help text; its probability is an expert prior until verdicts replace it."""
    return tuple(
        Rule(
            name=name,
            help=inspect.cleandoc(detector.__doc__ or ""),
            relation=detector.RELATION,
            probability=detector.PROBABILITY,
            basis="measured" if detector.PROBABILITY is None else "expert prior",
        )
        for name, detector in DETECTORS.items()
    )


def measured() -> tuple[Measured, ...]:
    """Precision and recall of the rules, as ``python -m benchmarks.detection_quality`` last wrote them."""
    written = resources.files("core.detection").joinpath("measured.json").read_text("utf-8")
    return tuple(Measured(**row) for row in json.loads(written))


def detection_as_dict(found: Detection) -> dict[str, Any]:
    """A run as plain JSON values: proposals, identities, notices, and what the bands were made with."""
    return {
        "proposals": [proposal_as_dict(proposal) for proposal in found.proposals],
        "complete": found.complete,
        "identities": [
            {
                "members": list(identity.members),
                "addresses": list(identity.addresses),
                "snapshots": list(identity.snapshots),
                "by": sorted({merge.by.kind for merge in identity.merges}),
            }
            for identity in found.identities
        ],
        "notices": [
            {"code": remark.code, "message": remark.message, "documents": list(remark.documents)}
            for remark in found.notices
        ],
        "calibration": {
            "version": found.calibration.version,
            "basis": found.calibration.basis,
            "prevalence": found.calibration.prevalence,
        },
    }


def proposal_as_dict(proposal: Proposal) -> dict[str, Any]:
    """One proposal as plain JSON values."""
    upstream = proposal.upstream
    return {
        "from": proposal.from_id,
        "to": proposal.to_id,
        "relation": proposal.relation.value,
        "direction": proposal.direction,
        "probability": proposal.probability,
        "band": {
            "name": proposal.band.name,
            "low": proposal.band.low,
            "high": proposal.band.high,
            "n": proposal.band.n,
            "basis": proposal.band.basis,
        },
        "rule": proposal.rule,
        "shared": proposal.shared,
        "parent": proposal.parent_id,
        "upstream": None if upstream is None else {"id": upstream.id, "title": upstream.title, "kind": upstream.kind},
        "evidence": [_ground(ground) for ground in proposal.evidence],
    }


def _ground(ground: Ground) -> dict[str, Any]:
    return {
        "rule": ground.rule,
        "note": ground.note,
        "here": _span(ground.here),
        "there": _span(ground.there) if ground.there is not None else None,
    }


def _span(span: Span) -> dict[str, Any]:
    return {
        "document": span.document_id,
        "part": span.part,
        "start": span.start,
        "end": span.end,
        "text": span.quote,
    }
