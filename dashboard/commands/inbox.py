"""The folder that ``headwater serve --inbox`` watches, in a thread beside the server."""

import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import HeadwaterError

if TYPE_CHECKING:
    from core.services.inbox import Inbox

EVERY = 2.0
"""Seconds between two looks: a file that has not changed between them is whole."""


def watch(folder: Path, by: str) -> None:
    """Begin to take in what is written into a folder, until the process ends.

    Raises:
        InvalidInput: It is no folder.
    """
    from core.services.inbox import Inbox

    inbox = Inbox(folder, by=by)
    print(f"Taking in what is written into {folder}; a report is put beside each file.", file=sys.stderr, flush=True)
    threading.Thread(target=_watch, args=(inbox,), name="inbox", daemon=True).start()


def _watch(inbox: "Inbox") -> None:
    from core import services

    workspace, said = None, ""
    try:
        while True:
            try:
                workspace = workspace or services.open_workspace()
                for delivered in inbox.look(workspace):
                    print(f"inbox: {delivered.name}: {delivered.message}", file=sys.stderr, flush=True)
                said = ""
            except HeadwaterError as error:
                # It may pass, such as a folder that is being moved; it is said once.
                if str(error) != said:
                    said = str(error)
                    print(f"inbox: {said}", file=sys.stderr, flush=True)
            time.sleep(EVERY)
    finally:
        print("inbox: the folder is not watched any more", file=sys.stderr, flush=True)
