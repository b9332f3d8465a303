"""A repository that says it is a fork was copied from the one it was forked from."""

import re
from collections.abc import Iterator

from core.detection.bands import prior_band
from core.detection.collection import Collection
from core.detection.identity.addresses import Address, read_address
from core.detection.types import Document, Finding, Ground, Remark, Span
from core.detection.upstream import repository_node
from core.states import Relation

NAME = "git_fork"
RELATION = Relation.COPIED_FROM
PROBABILITY = 0.95

_HOSTS = frozenset({"github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "gitea.com", "huggingface.co"})
_FORKED = re.compile(r"\b[Ff]ork(?:ed)? (?:from|of)\s+(?P<name>(?:https?://)?[\w.-]+(?:/[\w.-]+)+)")


def find(collection: Collection) -> Iterator[Finding | Remark]:
    """One finding per fork."""
    for document in collection.documents:
        found = _parent(collection, document)
        own = collection.addresses.get(document.id)
        if found is None or (own is not None and _repository(own) == _repository(found[0])):
            continue
        address, span = found
        parent = collection.at(address, other_than=document.id)
        node = repository_node(address) if parent is None else None
        yield Finding(
            rule=NAME,
            from_id=document.id,
            to_id=parent.id if parent is not None else repository_node(address).id,
            relation=RELATION,
            directed=True,
            probability=PROBABILITY,
            band=prior_band(PROBABILITY),
            evidence=(Ground(NAME, f"says it was forked from {address.key}", span),),
            upstream=node,
        )


def _parent(collection: Collection, document: Document) -> tuple[Address, Span] | None:
    own = collection.addresses.get(document.id)
    home = own.host if own is not None and own.host in _HOSTS else None
    stated = document.fields.get("forked_from")
    if stated is not None:
        address = _read(stated, home or "github.com")
        return (address, Span(document.id, "fields", stated)) if address is not None else None
    if home is None:
        return None
    text = collection.lead(document)
    found = _FORKED.search(text)
    if found is not None:
        address = _read(found["name"], home)
        if address is not None:
            return address, Span(document.id, "text", found.group(), found.start(), found.end())
    return None


def _read(name: str, host: str) -> Address | None:
    written = name.rstrip(".,;:)")
    if "://" not in written and "." not in written.split("/")[0]:
        written = f"https://{host}/{written}"
    address = read_address(written.removesuffix(".git"))
    return address if address.key is not None and "/" in address.key else None


def _repository(address: Address) -> str:
    return "/".join((address.key or "").split("/")[:3]).casefold()
