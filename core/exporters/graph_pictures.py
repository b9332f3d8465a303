"""The provenance graph as a picture: SVG of one claim, or of many in a ZIP."""

import re
import zipfile
from typing import BinaryIO

from core.errors import InvalidInput
from core.exporters.graph_picture import graph_picture
from core.exporters.graph_svg import graph_svg
from core.exporters.types import Delivery, Exhibit
from core.exporters.waterfall_svg import waterfall_svg

PROLOGUE = b'<?xml version="1.0" encoding="UTF-8"?>\n'


class SvgExporter:
    """One picture, in light and dark."""

    NAME = "svg"
    MEDIA = "image/svg+xml"
    SUFFIX = ".svg"
    SAYS = "provenance graph of one claim as a picture (SVG)"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the picture of one claim."""
        if delivery.claims != 1:
            raise InvalidInput(f'one picture shows one claim, these are {delivery.claims:,}; "svg-zip" holds one each')
        for exhibit in delivery.exhibits():
            out.write(_picture(delivery, exhibit))


class WaterfallExporter:
    """The chart behind a claim's confidence, in light and dark."""

    NAME = "waterfall-svg"
    MEDIA = "image/svg+xml"
    SUFFIX = ".svg"
    SAYS = "waterfall of one claim, from the prior to the aware confidence (SVG)"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the chart of one claim."""
        if delivery.claims != 1:
            raise InvalidInput(f"one chart shows one claim, these are {delivery.claims:,}; the report holds one each")
        for exhibit in delivery.exhibits():
            drawn = waterfall_svg(exhibit, "waterfall", alone=True, about=_about(delivery, exhibit))
            out.write(PROLOGUE + drawn.encode("utf-8"))


class SvgZipExporter:
    """A picture for every claim."""

    NAME = "svg-zip"
    MEDIA = "application/zip"
    SUFFIX = ".zip"
    SAYS = "provenance graph of every claim as a picture, in a ZIP"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write a picture per claim, numbered in the order asked for."""
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for number, exhibit in enumerate(delivery.exhibits(), 1):
                name = re.sub(r"[^A-Za-z0-9._-]+", "-", exhibit.uid).strip("-.")[:80]
                archive.writestr(zipfile.ZipInfo(f"{number:04}-{name}.svg"), _picture(delivery, exhibit))


def _picture(delivery: Delivery, exhibit: Exhibit) -> bytes:
    drawn = graph_svg(graph_picture(exhibit), "graph", alone=True, about=_about(delivery, exhibit))
    return PROLOGUE + drawn.encode("utf-8")


def _about(delivery: Delivery, exhibit: Exhibit) -> tuple[str, ...]:
    imprint, found = delivery.imprint, exhibit.found
    return (
        f"Claim {exhibit.uid}: {exhibit.dossier.claim.text}",
        f"Policy {found.policy.name} ({found.policy.digest}).",
        f"Headwater {imprint.version}, engine {imprint.engine}; exported by {imprint.by} at {imprint.at}.",
    )
