"""A long run over a folder put down in a file, line by line, so that a later run goes on from it."""

import dataclasses
import json
from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Any, TextIO

from core.detection.pages import Link, Page, Stated
from core.detection.reuse.words import TOKENIZER
from core.detection.types import Band, Finding, Ground, Span
from core.errors import InvalidInput
from core.states import Relation

FORMAT = f"headwater-detect-run/1.{TOKENIZER}"


class Kept:
    """What earlier runs read and compared. A line that was cut off in the middle is passed over.

    A run that reads nothing and compares nothing new leaves the file as it is. The file holds nothing that cannot be
    made anew.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._pages: dict[str, tuple[str, str, Page]] = {}
        self._texts = ""
        self._through = 0
        self._found: list[Finding] = []
        self._file: TextIO | None = None

    def __enter__(self) -> "Kept":
        if self.path is None:
            return self
        try:
            if self.path.exists():
                self._load(self.path)
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("a", encoding="utf-8", errors="surrogatepass")
            if self._file.tell() == 0:
                self._write({"format": FORMAT})
            else:
                # A line that was cut off ends here.
                self._file.write("\n")
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidInput(f"{self.path}: cannot be used to put the run down ({error})") from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._file is not None:
            self._file.close()

    def page(self, name: str, mark: str) -> tuple[str, Page] | None:
        """Fingerprint and page of a file that did not change since it was read."""
        known = self._pages.get(name)
        return (known[1], known[2]) if known is not None and known[0] == mark else None

    def keep(self, name: str, mark: str, fingerprint: str, page: Page) -> None:
        """Put down what was read of a file."""
        self._write({"name": name, "mark": mark, "fingerprint": fingerprint, "page": _page_as_dict(page)})

    def begin(self, documents: Sequence[str], texts: str) -> tuple[int, Sequence[Finding]]:
        """How far an earlier run over the very same texts came, and what it found."""
        if texts == self._texts and self._through <= len(documents):
            return self._through, tuple(self._found)
        self._texts, self._through, self._found = texts, 0, []
        self._write({"texts": texts})
        return 0, ()

    def reached(self, count: int, found: Sequence[Finding]) -> None:
        """Put down that so many documents are compared, and what came of it."""
        self._write({"through": count, "found": [dataclasses.asdict(finding) for finding in found]})

    def _write(self, line: dict[str, Any]) -> None:
        if self._file is not None:
            self._file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
            self._file.flush()

    def _load(self, path: Path) -> None:
        with path.open(encoding="utf-8", errors="surrogatepass") as file:
            first = file.readline()
            if first.strip() and read_line(first).get("format") != FORMAT:
                raise InvalidInput(f"{path}: this is not a run of this version ({FORMAT}); name another file")
            for line in file:
                self._take(read_line(line))

    def _take(self, row: dict[str, Any]) -> None:
        try:
            if "page" in row:
                self._pages[row["name"]] = (row["mark"], row["fingerprint"], _page_from_dict(row["page"]))
            elif "texts" in row:
                self._texts, self._through, self._found = row["texts"], 0, []
            elif "through" in row:
                self._found.extend(finding_of(found) for found in row["found"])
                self._through = row["through"]
        except (KeyError, TypeError, ValueError) as error:
            raise InvalidInput(
                f"{self.path}: a line of this run cannot be read ({error}); name another file"
            ) from error


def read_line(line: str) -> dict[str, Any]:
    """One line of a run; nothing where it was cut off."""
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


def _page_as_dict(page: Page) -> dict[str, Any]:
    plain = {name: getattr(page, name) for name in page.__dataclass_fields__}
    for name in ("canonical", "alternates", "meta", "bylines", "links"):
        plain[name] = [dataclasses.astuple(one) for one in plain[name]]
    plain["nodes"] = [dict(node) for node in page.nodes]
    return plain


def _page_from_dict(row: dict[str, Any]) -> Page:
    for name in ("canonical", "alternates", "meta", "bylines"):
        row[name] = tuple(Stated(*one) for one in row[name])
    row["links"] = tuple(Link(*one) for one in row["links"])
    row["nodes"] = tuple(MappingProxyType(node) for node in row["nodes"])
    return Page(**row)


def finding_of(row: dict[str, Any]) -> Finding:
    """A finding as it was put down."""
    evidence = tuple(
        Ground(one["rule"], one["note"], Span(**one["here"]), Span(**one["there"]) if one["there"] else None)
        for one in row.pop("evidence")
    )
    row["relation"] = Relation(row["relation"])
    # Only comparisons of texts are put down, and these name no upstream node.
    row["upstream"] = None
    return Finding(**{**row, "band": Band(**row["band"]), "evidence": evidence})
