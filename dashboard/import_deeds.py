"""What a click on the import half changes: files stored beside the page, imports taken back."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from core import services
from core.errors import HeadwaterError, Stopped
from core.results import ImportReport
from core.services.streaming import STREAM_FROM, import_large, in_parts
from core.services.uploads import drop_upload, put_upload
from dashboard import caching, running, session
from dashboard.components import reviewer

SOON = 1.0
"""Seconds a page waits for a small file before it shows how far it is."""


def run_name(by: str) -> str:
    """Name of the long work that imports for somebody; one file at a time each."""
    return f"import|{by}"


def upload_path(data: bytes, format: str | None, mapping: Mapping[str, str] | None) -> Path | None:
    """Where a large upload lies so that it is read in parts; None for one that is read whole.

    Raises:
        InvalidInput: It cannot be put there.
        ImportFailed: Its beginning is of no format we know.
    """
    if len(data) < STREAM_FROM:
        return None
    path = put_upload(caching.workspace(), data)
    return path if in_parts(path, format, mapping) else None


def start_import(
    *, format: str | None, dataset: str | None, mapping: Mapping[str, str] | None, good_rows: bool
) -> None:
    """Begin to store the kept file beside the page."""
    kept = session.kept_file()
    if kept is None:
        return
    name, data = kept
    workspace, by = caching.workspace(), reviewer.name()

    def work(tell: running.Progress, stop: Callable[[], bool]) -> Any:
        path = upload_path(data, format, mapping)

        def progress(done: int, of: int | None) -> None:
            if stop():
                stored = path is not None and of is not None and 2 * done > of
                raise Stopped(
                    f"{name}: the parts that are stored stay; the same file again goes on behind them"
                    if stored
                    else f"{name}: nothing of it was stored"
                )
            tell(round(100 * done / of) if of else 0, 100)

        shared = {"by": by, "format": format, "dataset": dataset, "mapping": mapping, "good_rows": good_rows}
        if path is None:
            return services.import_file(workspace, data, name, progress=progress, **shared)
        return import_large(workspace, path, name=name, progress=progress, **shared)

    running.start(run_name(by), work, about=name, by=by)


def outcome() -> bool:
    """Take what came of a run that is over into the session; False while it goes on or where there was none."""
    name = run_name(reviewer.acting())
    run = running.current(name)
    if run is None or not (run.over or run.wait(SOON)):
        return False
    running.put_away(name)
    if run.error is not None:
        session.fail(run.error)
    elif isinstance(run.result, ImportReport):
        session.keep("import-report", run.result)
        let_go()
    return True


def let_go() -> None:
    """Forget the kept file, and take away what lies of it on disk."""
    kept = session.kept_file()
    if kept is not None and len(kept[1]) >= STREAM_FROM:
        drop_upload(caching.workspace(), kept[1])
    session.forget_file()


def take_back(batch: int) -> None:
    """Take an import back."""
    try:
        undone = services.undo_import(caching.workspace(), batch, by=reviewer.name())
    except HeadwaterError as error:
        session.fail(error)
        return
    session.keep("taken-back", undone)
    session.drop("import-chosen")
