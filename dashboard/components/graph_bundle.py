"""The graph's script: vis-network as pyvis ships it, and our glue, in one module file without any outside request."""

import hashlib
import os
import tempfile
from importlib.util import find_spec
from pathlib import Path

FRONTEND = Path(__file__).resolve().parent.parent / "frontend"
GLUE = FRONTEND / "glue.js"
STYLES = FRONTEND / "glue.css"
BUNDLE = FRONTEND / "graph.js"

_SOURCE_MAP = "//# sourceMappingURL=vis-network.min.js.map"


def vis_script() -> Path:
    """The minified vis-network inside the installed pyvis.

    Raises:
        FileNotFoundError: pyvis is not installed, or this version ships no vis-network.
    """
    spec = find_spec("pyvis")
    folders = [Path(place) for place in (spec.submodule_search_locations or ())] if spec else []
    scripts = sorted(script for folder in folders for script in folder.glob("templates/lib/vis-*/vis-network.min.js"))
    if not scripts:
        raise FileNotFoundError("the graph needs the vis-network file that pyvis 0.3 ships; none was found")
    return scripts[-1]


def bundled() -> str:
    """The whole script. Its first lines are the licence notice of vis-network.

    The published file is a UMD script: it is run inside a function with exports of its own, so that it leaves
    nothing on ``window``. Its notice moves to the top, where it stays readable.
    """
    script = vis_script().read_text("utf-8").replace(_SOURCE_MAP, "")
    notice, _, code = script.partition("*/")
    wrapped = f"const vis = {{}};\n(function (exports, module, define) {{\n{code.strip()}\n}})(vis, {{}}, undefined);\n"
    return f"{notice}*/\n{wrapped}{GLUE.read_text('utf-8')}"


def written() -> Path:
    """The bundle as a file beside the glue, made anew where it is missing or out of date.

    Raises:
        OSError: The folder cannot be written.
    """
    script = bundled().encode("utf-8")
    if BUNDLE.is_file() and hashlib.sha256(BUNDLE.read_bytes()).digest() == hashlib.sha256(script).digest():
        return BUNDLE
    # Two servers may start at once: each moves a whole file into place.
    handle, name = tempfile.mkstemp(dir=FRONTEND, prefix=".graph-", suffix=".js")
    os.close(handle)
    Path(name).write_bytes(script)
    os.chmod(name, 0o644)
    os.replace(name, BUNDLE)
    return BUNDLE
