"""The commands of ``headwater``, in the order ``headwater --help`` lists them.

A command is one function in one module: its name is the command's name, its first docstring line the help text,
its parameters the options. Adding one is that file and one line in ``COMMANDS``.
"""

from collections.abc import Callable
from typing import Any

from dashboard.commands.audit import audit
from dashboard.commands.bundles import bundles
from dashboard.commands.calibrate import calibrate
from dashboard.commands.decide import decide
from dashboard.commands.demo import demo
from dashboard.commands.detect import detect
from dashboard.commands.doctor import doctor
from dashboard.commands.export import export
from dashboard.commands.import_ import import_
from dashboard.commands.label import label
from dashboard.commands.recompute import recompute
from dashboard.commands.release import release
from dashboard.commands.review_queue import review_queue
from dashboard.commands.score import score
from dashboard.commands.serve import serve
from dashboard.commands.undo_import import undo_import
from dashboard.commands.verify import verify

COMMANDS: tuple[Callable[..., Any], ...] = (
    demo,
    serve,
    import_,
    undo_import,
    score,
    detect,
    verify,
    bundles,
    decide,
    review_queue,
    label,
    release,
    export,
    recompute,
    audit,
    calibrate,
    doctor,
)
