"""Claims out in many formats; adding one is a file here and a line in ``EXPORTERS``."""

from collections.abc import Mapping
from types import MappingProxyType

from core.errors import InvalidParameter
from core.exporters.contract import ContractExporter
from core.exporters.csv_tables import CsvExporter, OneCsvExporter
from core.exporters.graph_pictures import PICTURES
from core.exporters.graphml import GraphmlExporter
from core.exporters.package import PackageExporter, PackageLinesExporter, PackagesExporter
from core.exporters.parquet import ParquetExporter
from core.exporters.prov_json import ProvExporter
from core.exporters.report import ReportExporter
from core.exporters.tables import TABLES
from core.exporters.types import Exporter
from core.exporters.xlsx import XlsxExporter

_ALL: tuple[Exporter, ...] = (
    ReportExporter(),
    PackageExporter(),
    PackageLinesExporter(),
    PackagesExporter(),
    CsvExporter(),
    OneCsvExporter(TABLES["claims"]),
    OneCsvExporter(TABLES["evidence"]),
    XlsxExporter(),
    ParquetExporter(),
    *PICTURES,
    GraphmlExporter(),
    ProvExporter(),
    ContractExporter(),
)
EXPORTERS: Mapping[str, Exporter] = MappingProxyType({exporter.NAME: exporter for exporter in _ALL})
"""Name of a format -> what writes it, in the order a menu lists them."""


def exporter_named(name: str) -> Exporter:
    """The exporter of a format.

    Raises:
        InvalidParameter: There is no such format.
    """
    try:
        return EXPORTERS[name]
    except KeyError:
        raise InvalidParameter("format", name, "one of " + ", ".join(EXPORTERS)) from None
