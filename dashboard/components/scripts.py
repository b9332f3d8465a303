"""The scripts of components, read from the files beside this one; what several need stands in a file of its own."""

from pathlib import Path

_HERE = Path(__file__).parent


def script(*names: str) -> str:
    """Files of script one after the other, as one: what a file defines, those after it may use."""
    return "\n".join((_HERE / f"{name}.js").read_text("utf-8") for name in names)
