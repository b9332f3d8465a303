"""Every rule that proposes lineage, in the order in which it is shown.

To add one: write the module (its docstring is the help text), import it and add one line to ``_MODULES``.
"""

from types import MappingProxyType

from core.detection import text_reuse
from core.detection.signals import (
    archive_copy,
    article_number,
    cross_domain_canonical,
    doi_mention,
    git_fork,
    hyperlink,
    language_edition,
    model_output,
    originally_published,
    outlet_mention,
    press_release,
    same_newsroom,
    same_page,
    shared_study,
    stated_origin,
    structured_origin,
    wire_credit,
)
from core.detection.types import Detector

_MODULES: tuple[Detector, ...] = (
    same_page,
    archive_copy,
    cross_domain_canonical,
    originally_published,
    wire_credit,
    stated_origin,
    structured_origin,
    press_release,
    git_fork,
    shared_study,
    language_edition,
    article_number,
    same_newsroom,
    hyperlink,
    doi_mention,
    outlet_mention,
    model_output,
    text_reuse,
)

DETECTORS: MappingProxyType[str, Detector] = MappingProxyType({module.NAME: module for module in _MODULES})
"""Name -> detector, in the order in which they are shown."""
