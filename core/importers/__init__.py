"""Bytes of a file to facts. To add a format: write its importer, add one line here."""

from collections.abc import Mapping

from core.errors import ImportFailed, Problem
from core.importers.alce import AlceImporter
from core.importers.anthropic_messages import AnthropicImporter
from core.importers.attribution import AttributionImporter
from core.importers.averitec import AveritecImporter
from core.importers.clapnq import ClapNqImporter
from core.importers.contract_files import ContractCitationsImporter, ContractReportImporter
from core.importers.csv_table import TABLES, columns_of
from core.importers.expertqa import ExpertQaImporter
from core.importers.factcheck_gpt import FactcheckGptImporter
from core.importers.factscore import FactScoreImporter
from core.importers.fever import FeverImporter
from core.importers.findings import shown
from core.importers.genai_spans import GenAiImporter, TruLensImporter
from core.importers.gensearch import GenerativeSearchImporter
from core.importers.hagrid import HagridImporter
from core.importers.kilt import KiltImporter
from core.importers.langchain import LangChainImporter
from core.importers.langsmith import LangSmithImporter
from core.importers.llamaindex import LlamaIndexImporter
from core.importers.openai_responses import OpenAiImporter
from core.importers.openinference import OpenInferenceImporter
from core.importers.package import PackageImporter
from core.importers.perplexity import PerplexityImporter
from core.importers.plain_trace import PlainTraceImporter
from core.importers.prov_json import ProvJsonImporter
from core.importers.sample import Sample
from core.importers.trec_rag import TrecRagImporter
from core.importers.types import Detection, Imported, Importer, Progress

_FORMATS: tuple[Importer, ...] = (
    PackageImporter(),
    PlainTraceImporter(),
    OpenInferenceImporter(),
    GenAiImporter(),
    TruLensImporter(),
    LangChainImporter(),
    LangSmithImporter(),
    LlamaIndexImporter(),
    AnthropicImporter(),
    OpenAiImporter(),
    PerplexityImporter(),
    TrecRagImporter(),
    AlceImporter(),
    AttributionImporter(),
    HagridImporter(),
    ExpertQaImporter(),
    GenerativeSearchImporter(),
    ClapNqImporter(),
    FactScoreImporter(),
    FactcheckGptImporter(),
    FeverImporter(),
    FeverImporter("fever-sets", "sets"),
    KiltImporter(),
    AveritecImporter(),
    ContractCitationsImporter(),
    ContractReportImporter(),
    ProvJsonImporter(),
    *TABLES,
)

IMPORTERS: dict[str, Importer] = {importer.NAME: importer for importer in _FORMATS}
"""Format -> its importer. Of two that are equally sure of a file the first is taken."""

_SURE = 0.25
"""Below this nobody is sure enough to read a file without being told to."""


def detect(sample: Sample) -> dict[str, Detection]:
    """What every importer thinks of a file, the surest first.

    Raises:
        ImportFailed: The file is not text.
    """
    thoughts = {name: importer.detect(sample) for name, importer in IMPORTERS.items()}
    return dict(sorted(thoughts.items(), key=lambda thought: -thought[1].score))


def recognised(sample: Sample, format: str | None = None) -> Importer:
    """Whoever reads a file: the format that is forced, or the one whose importer is surest.

    Raises:
        ImportFailed: No importer is sure enough, or the forced one cannot read it.
    """
    return _chosen(sample, format)


def read(
    data: bytes,
    name: str,
    *,
    format: str | None = None,
    dataset: str | None = None,
    mapping: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> Imported:
    """Read a file into facts; the format is told from the content unless it is forced.

    Args:
        data: The bytes of the file.
        name: Its name, for messages and, where nothing else says so, for the data set.
        format: Key of IMPORTERS.
        dataset: The data set its ids live in; else what the file says, else made of its name.
        mapping: Our field -> the file's column or key, for what is not called as we call it.
        progress: Called with the records done and the total.

    Returns:
        The case with every problem found. Where there are problems the case holds the good rows.

    Raises:
        ImportFailed: Nothing of the file can be used; it carries every problem found.
        InvalidParameter: The data set's name is not one.
    """
    sample = Sample(data, name)
    importer = _chosen(sample, format)
    return importer.read(sample, dataset=dataset, mapping=mapping, progress=progress)


def table_columns(data: bytes, name: str) -> tuple[tuple[str, ...], dict[str, str]]:
    """The columns of a table and the suggested mapping: our field -> column.

    Raises:
        ImportFailed: The file is not text.
    """
    return columns_of(Sample(data, name))


def _chosen(sample: Sample, format: str | None) -> Importer:
    if format is not None and format not in IMPORTERS:
        expected = "one of " + ", ".join(IMPORTERS)
        raise _refused(sample, f"there is no format {format!r}", expected, repr(format))
    thoughts = detect(sample)
    surest, thought = next(iter(thoughts.items()))
    if format is None:
        if thought.score >= _SURE or _broken(sample):
            return IMPORTERS["package" if _broken(sample) and thought.score < _SURE else surest]
        expected = "; ".join(dict.fromkeys(importer.READS for importer in IMPORTERS.values()))
        raise _refused(sample, "the format of this file is not known", expected, _looks(sample))
    if thoughts[format].score == 0.0 and not _broken(sample):
        looks = f"; it looks like {surest}: {', '.join(thought.reasons)}" if thought.score >= _SURE else ""
        found = ", ".join(thoughts[format].reasons) + looks
        raise _refused(sample, f"this file cannot be read as {format}", IMPORTERS[format].READS, found)
    return IMPORTERS[format]


def _broken(sample: Sample) -> bool:
    """True for JSON of which not one record could be read: its problems say more than a format can."""
    document = sample.document
    if document is None or any(isinstance(record.value, dict) for record in document.records):
        return False
    return bool(document.problems) or document.faulty


def _looks(sample: Sample) -> str:
    """What a file of no known format is, in a few words."""
    first = next(iter(sample.head(1)), None)
    if first is not None:
        return f"JSON records: {shown(first)}"
    if sample.document is not None:
        return f"JSON without records ({sample.document.framing})"
    return f"text that begins with {shown(sample.text.lstrip()[:40])}"


def _refused(sample: Sample, message: str, expected: str, found: str) -> ImportFailed:
    return ImportFailed((Problem(sample.name, None, None, expected, found, message),))


__all__ = [
    "IMPORTERS",
    "Detection",
    "Imported",
    "Importer",
    "Progress",
    "detect",
    "read",
    "recognised",
    "table_columns",
]
