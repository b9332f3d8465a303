"""The embedders there are. Adding one is a module with a class and a line here."""

from collections.abc import Callable
from types import MappingProxyType

from core.bundles.embedders.endpoint import Endpoint
from core.bundles.embedders.hashed import HashedNgrams
from core.bundles.embedders.semantic import UniversalSentenceEncoder
from core.bundles.embedders.transformers import SentenceTransformers
from core.bundles.embedders.types import Embedder
from core.errors import InvalidParameter

DEFAULT = "hashed"

EMBEDDERS: MappingProxyType[str, Callable[[], Embedder]] = MappingProxyType(
    {
        DEFAULT: HashedNgrams,
        "semantic": UniversalSentenceEncoder,
        "transformers": SentenceTransformers,
        "http": Endpoint,
    }
)
"""Name -> how it is made. Making one may load a model; one that cannot be made raises EmbedderUnavailable."""


def embedder_named(name: str) -> Embedder:
    """The embedder under a name, ready to embed.

    Raises:
        InvalidParameter: There is none of that name.
        EmbedderUnavailable: It needs something that is not there. No other embedder steps in.

    Source:
        [HOUSE] cosines of two embedders do not compare, so none is put in another's place.
    """
    made = EMBEDDERS.get(name)
    if made is None:
        raise InvalidParameter("embedder", name, "one of " + ", ".join(EMBEDDERS))
    return made()
