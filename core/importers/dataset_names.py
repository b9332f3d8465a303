"""The name of a data set: it is part of every address, so its letters are few."""

import re
import unicodedata
from pathlib import PurePosixPath

from core.errors import InvalidParameter
from core.importers.findings import Findings

_SUFFIXES = (".json", ".jsonl", ".ndjson", ".csv", ".tsv", ".txt", ".xlsx", ".parquet")
_NAME = re.compile(r"[a-z0-9][a-z0-9._-]*")
_EXPECTED = "lower-case letters, digits, '.', '_' and '-', a letter or digit first"


def choose_dataset(asked: str | None, stated: str | None, file: str, findings: Findings) -> str:
    """The data set a file belongs to: what was asked for, what the file says, else the file's name.

    Raises:
        InvalidParameter: The name asked for is not one.
    """
    if asked is not None:
        if _NAME.fullmatch(asked) is None:
            raise InvalidParameter("dataset", asked, _EXPECTED)
        return asked
    if stated is not None:
        if _NAME.fullmatch(stated) is not None:
            return stated
        findings.problem(
            "the data set's name cannot be part of an address", expected=_EXPECTED, found=repr(stated), field="dataset"
        )
    return dataset_slug(file)


def dataset_slug(file: str) -> str:
    """A data set's name made of a file's.

    Examples:
        >>> dataset_slug("Bericht März (2).JSONL")
        'bericht-marz-2'
    """
    stem = PurePosixPath(file.replace("\\", "/")).name
    while PurePosixPath(stem).suffix.casefold() in (
        ".json",
        ".jsonl",
        ".ndjson",
        ".csv",
        ".tsv",
        ".txt",
        ".xlsx",
        ".parquet",
    ):
        stem = PurePosixPath(stem).stem
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9._]+", "-", plain).strip("-._") or "data"
