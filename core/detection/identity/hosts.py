"""Who a host belongs to, from the public-suffix list that ships with tldextract; nothing is fetched."""

import ipaddress
import re
import socket
from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from tldextract import TLDExtract


@lru_cache(maxsize=1)
def _suffixes() -> "TLDExtract":
    # Imported late: it loads an HTTP client that is never used here and would slow every start.
    from tldextract import TLDExtract

    return TLDExtract(
        cache_dir=None,
        suffix_list_urls=(),
        fallback_to_snapshot=True,
        # Two users of one hosting service are two owners.
        include_psl_private_domains=True,
    )


_FORBIDDEN = re.compile(r"[\x00-\x20\x7f\xad#%/:<>?@\\^|\ufffd]|^$|^\.+$|\.\.")
_NUMBER = re.compile(r"^(?:\d+|0x[0-9a-f]*)$")


def read_host(written: str) -> str | None:
    """A host in its one form: lower case, decoded, ASCII; numbers as dotted quads. None where it can be no host."""
    if ":" in written:
        try:
            return f"{ipaddress.IPv6Address(written)}"
        except ValueError:
            return None
    try:
        host = unquote(written, errors="strict")
        host = host.encode("idna").decode("ascii") if not host.isascii() else host
    except UnicodeError:
        return None
    host = host.lower().rstrip(".")
    if _FORBIDDEN.search(host):
        return None
    if not _NUMBER.match(host.rsplit(".", 1)[-1]):
        return host
    try:
        return socket.inet_ntoa(socket.inet_aton(re.sub(r"0x(?=\.|$)", "0", host)))
    except OSError:
        return None


@lru_cache(maxsize=65_536)
def site_of(host: str | None) -> str | None:
    """The domain somebody registered: ``news.example.co.uk`` -> ``example.co.uk``.

    A host under no known suffix is taken by its last two labels, a bare suffix or name by itself.
    None for no host.
    """
    host = (host or "").rstrip(".").lower()
    if not host:
        return None
    try:
        return str(ipaddress.ip_address(host.strip("[]")))
    except ValueError:
        pass
    if len(host) > 253:
        return host
    parts = _suffixes().extract_str(host)
    if parts.domain and parts.suffix:
        return f"{parts.domain}.{parts.suffix}"
    if parts.suffix:
        return host
    return ".".join(host.split(".")[-2:])


def same_site(one: str | None, other: str | None) -> bool:
    """True where both hosts lie under one registered domain; an unknown host is like no other."""
    left, right = site_of(one), site_of(other)
    return left is not None and left == right
