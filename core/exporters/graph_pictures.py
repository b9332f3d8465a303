"""The provenance graph and the waterfall as pictures: SVG or PNG of one claim, or a graph of each of many in a ZIP."""

import re
import zipfile
from collections.abc import Callable
from typing import BinaryIO

from core.errors import InvalidInput
from core.exporters.flat_style import letters_of
from core.exporters.graph_picture import graph_picture
from core.exporters.graph_svg import graph_svg
from core.exporters.markup import Markup
from core.exporters.raster import png_of, undrawable
from core.exporters.types import Delivery, Exhibit
from core.exporters.waterfall_svg import waterfall_svg
from core.model import Dossier
from core.wording import title_of

PROLOGUE = b'<?xml version="1.0" encoding="UTF-8"?>\n'
SVG, PNG = "image/svg+xml", "image/png"
Drawing = Callable[[Exhibit, tuple[str, ...]], Markup]


def graph(exhibit: Exhibit, about: tuple[str, ...]) -> Markup:
    """Where the evidence comes from."""
    return graph_svg(graph_picture(exhibit), "graph", alone=True, about=about)


def waterfall(exhibit: Exhibit, about: tuple[str, ...]) -> Markup:
    """From the prior to the aware confidence."""
    return waterfall_svg(exhibit, "waterfall", alone=True, about=about)


class PictureExporter:
    """One picture of one claim: SVG in light and dark, or PNG on white."""

    def __init__(self, name: str, media: str, says: str, drawing: Drawing, many: str) -> None:
        self.NAME = name
        self.MEDIA = media
        self.SUFFIX = _suffix(media)
        self.SAYS = says
        self._drawing = drawing
        self._many = many

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write the picture of one claim."""
        if delivery.claims != 1:
            raise InvalidInput(f"one picture shows one claim, these are {delivery.claims:,}; {self._many}")
        for exhibit in delivery.exhibits():
            out.write(_drawn(delivery, exhibit, self._drawing, self.MEDIA))


class PicturesExporter:
    """The graph of every claim."""

    MEDIA = "application/zip"
    SUFFIX = ".zip"

    def __init__(self, name: str, media: str) -> None:
        self.NAME = name
        self._media = media
        self.SAYS = f"provenance graph of every claim as a picture ({_suffix(media)[1:].upper()}), in a ZIP"

    def write(self, delivery: Delivery, out: BinaryIO) -> None:
        """Write a picture per claim, numbered in the order asked for."""
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
            for number, exhibit in enumerate(delivery.exhibits(), 1):
                name = re.sub(r"[^A-Za-z0-9._-]+", "-", exhibit.uid).strip("-.")[:80]
                media = self._media
                if media == PNG and undrawable(written_on(exhibit.dossier)):
                    # A viewer with the fonts shows the SVG; one claim must not keep the others from being taken along.
                    media = SVG
                member = zipfile.ZipInfo(f"{number:04}-{name}{_suffix(media)}")
                archive.writestr(member, _drawn(delivery, exhibit, graph, media))


def written_on(dossier: Dossier) -> str:
    """Every letter that may stand on a picture of a claim."""
    titles = (title_of(source, source.id) + (source.publisher or "") for source in dossier.sources)
    return letters_of((dossier.claim.text, *titles))


def _suffix(media: str) -> str:
    return ".svg" if media == SVG else ".png"


def _drawn(delivery: Delivery, exhibit: Exhibit, drawing: Drawing, media: str) -> bytes:
    about = _about(delivery, exhibit)
    drawn = drawing(exhibit, about)
    return PROLOGUE + drawn.encode("utf-8") if media == SVG else png_of(drawn, about)


def _about(delivery: Delivery, exhibit: Exhibit) -> tuple[str, ...]:
    imprint, found = delivery.imprint, exhibit.found
    return (
        f"Claim {exhibit.uid}: {exhibit.dossier.claim.text}",
        f"Policy {found.policy.name} ({found.policy.digest}).",
        *([f"Shown as of {delivery.as_of}."] if delivery.as_of else []),
        *([f"Rule of decisions {delivery.rule.words} ({delivery.rule.digest})."] if delivery.rule is not None else []),
        f"Headwater {imprint.version}, engine {imprint.engine}; exported by {imprint.by} at {imprint.at}.",
    )


_MANY = '"svg-zip" and "png-zip" hold one each'
PICTURES = (
    PictureExporter("svg", SVG, "provenance graph of one claim as a picture (SVG)", graph, _MANY),
    PictureExporter("png", PNG, "provenance graph of one claim as a picture (PNG), for slides", graph, _MANY),
    PictureExporter(
        "waterfall-svg",
        SVG,
        "waterfall of one claim, from the prior to the aware confidence (SVG)",
        waterfall,
        "the report holds one each",
    ),
    PictureExporter(
        "waterfall-png",
        PNG,
        "waterfall of one claim, from the prior to the aware confidence (PNG)",
        waterfall,
        "the report holds one each",
    ),
    PicturesExporter("svg-zip", SVG),
    PicturesExporter("png-zip", PNG),
)
"""Every picture there is, in the order a menu lists them."""
