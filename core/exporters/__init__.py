"""Claims out in many formats; adding one is a file here and a line in ``EXPORTERS``."""

from collections.abc import Mapping
from types import MappingProxyType

from core.errors import InvalidParameter
from core.exporters.package import PackageExporter, PackageLinesExporter
from core.exporters.report import ReportExporter
from core.exporters.types import Exporter

EXPORTERS: Mapping[str, Exporter] = MappingProxyType(
    {exporter.NAME: exporter for exporter in (ReportExporter(), PackageExporter(), PackageLinesExporter())}
)
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
