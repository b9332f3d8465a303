"""The reuse index on disk: one versioned file, replaced as a whole, never half written."""

import os
import tempfile
import zipfile
from array import array
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.detection.reuse.index import ReuseIndex
from core.detection.reuse.postings import Postings
from core.detection.reuse.shingles import SIZE, WINDOW
from core.detection.reuse.words import TOKENIZER
from core.errors import InvalidInput

FORMAT = 1
_VERSION = (FORMAT, TOKENIZER, SIZE, WINDOW)


def save_index(index: ReuseIndex, path: Path) -> None:
    """Write the index beside ``path`` and put it in its place in one step.

    Raises:
        InvalidInput: The place cannot be written.
    """
    arrays: dict[str, npt.NDArray[Any]] = {"version": np.array(_VERSION, dtype=np.int64)}
    encoded = [document_id.encode("utf-8", "surrogatepass") for document_id in index.ids]
    arrays["ids"] = np.frombuffer(b"".join(encoded), dtype=np.uint8)
    arrays["id_lengths"] = np.array([len(one) for one in encoded], dtype=np.int64)
    arrays["digests"] = np.array(index.digests, dtype=np.uint64)
    for number, (hashes, owners) in enumerate(index.postings.segments):
        arrays[f"hashes_{number}"], arrays[f"owners_{number}"] = hashes, owners
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as file:
                np.savez(file, allow_pickle=False, **arrays)
                file.flush()
                os.fsync(file.fileno())
            os.replace(name, path)
        finally:
            Path(name).unlink(missing_ok=True)
    except OSError as error:
        raise InvalidInput(f"{path}: the reuse index cannot be written ({error.strerror})") from error


def load_index(path: Path) -> ReuseIndex:
    """Read an index back.

    Raises:
        InvalidInput: There is none, it is damaged, or it was made by rules of another version. It holds nothing that
            cannot be made anew from the texts: delete it and index again.
    """
    again = "delete it, and it is made anew from the texts"
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
    except FileNotFoundError as error:
        raise InvalidInput(f"{path}: there is no reuse index") from error
    except (OSError, ValueError, EOFError, KeyError, zipfile.BadZipFile) as error:
        raise InvalidInput(f"{path}: this is no reuse index, or it is damaged; {again}") from error
    version = tuple(arrays.get("version", np.empty(0)).tolist())
    if version != _VERSION:
        raise InvalidInput(f"{path}: a reuse index of version {version}; {_VERSION} was expected; {again}")
    index = ReuseIndex()
    try:
        lengths = arrays["id_lengths"]
        ends = np.cumsum(lengths)
        blob = arrays["ids"].tobytes()
        starts = (ends - lengths).tolist()
        index.ids = [
            blob[start:end].decode("utf-8", "surrogatepass") for start, end in zip(starts, ends.tolist(), strict=True)
        ]
        index.digests = array("Q", arrays["digests"].astype(np.uint64).tobytes())
        count = sum(name.startswith("hashes_") for name in arrays)
        segments = [(arrays[f"hashes_{n}"], arrays[f"owners_{n}"]) for n in range(count)]
    except (KeyError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path}: the reuse index is damaged; {again}") from error
    lines_up = len(index.ids) == len(index.digests)
    if not lines_up or any(len(hashes) != len(owners) for hashes, owners in segments):
        raise InvalidInput(f"{path}: the reuse index does not add up; {again}")
    index.postings = Postings(segments)
    return index
