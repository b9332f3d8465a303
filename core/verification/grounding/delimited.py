"""CSV and its relatives: one table of strings, the first line naming its columns."""

import csv
import io
from types import MappingProxyType

from core.verification.grounding.encoding import decode
from core.verification.grounding.flow import Flow
from core.verification.grounding.types import Artifact, Unreadable, too_much
from core.verification.representation import Capabilities, Cell, Parser, Representation, Table
from core.verification.vocabulary import CapabilityLimit, Reason

NAME = "csv"
VERSION = "1"
_DELIMITERS = ",;\t|"


def read(artifact: Artifact) -> Representation:
    """Read a delimited file; every value stays the string it is."""
    text, encoding = decode(artifact.data)
    if len(text) > artifact.limits.max_text:
        raise too_much(f"{len(text):,} characters", artifact.limits.max_text)
    if "\0" in text:
        raise Unreadable(Reason.PARSE_FAILED, "the file holds NUL characters; it is no table of text")
    delimiter = _delimiter(text[:20_000])
    flow = Flow(artifact.limits)
    cells: list[Cell] = []
    try:
        for row, line in enumerate(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)):
            if len(cells) + len(line) > artifact.limits.max_cells:
                raise too_much("the table has more cells", artifact.limits.max_cells)
            cells += [Cell(row, column, value) for column, value in enumerate(line)]
            flow.add("row", "\t".join(line), path=f"row {row + 1}")
    except csv.Error as error:
        raise Unreadable(Reason.PARSE_FAILED, f"not readable as a table: {error}") from error
    if not cells:
        raise Unreadable(Reason.PARSE_FAILED, "the table is empty")
    return Representation(
        format=NAME,
        parser=Parser(
            "headwater-csv", VERSION, options=MappingProxyType({"encoding": encoding, "delimiter": delimiter})
        ),
        capabilities=Capabilities(char_offsets=True, tables=True, fingerprint=True),
        artifact=artifact.fingerprint,
        text=flow.text,
        elements=tuple(flow.elements),
        tables=(Table("t1", tuple(cells)),),
        limits=(CapabilityLimit.MISSING_PAGES,),
    )


def _delimiter(sample: str) -> str:
    """The sign that divides the first lines into the same number of fields, the comma where nothing does."""
    lines = [line for line in sample.splitlines()[:20] if line.strip()][: 20 if len(sample) < 20_000 else -1]
    best, score = ",", 0
    for sign in _DELIMITERS:
        try:
            counts = {len(row) for row in csv.reader(lines, delimiter=sign)}
        except csv.Error:
            continue
        fields = min(counts, default=0)
        if fields > 1 and (len(counts) == 1 or fields > score) and fields * (3 if len(counts) == 1 else 1) > score:
            best, score = sign, fields * (3 if len(counts) == 1 else 1)
    return best
