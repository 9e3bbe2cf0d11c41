"""Identify the caller of a request for rate limits: an address or, in IPv6, a network."""

from __future__ import annotations

import ipaddress
from functools import lru_cache

WIDER = 2
"""The limit of a 48-bit IPv6 network, as a multiple of the limit of one caller.

One customer may own the whole network, which contains 65,536 callers.
"""


@lru_cache(maxsize=8192)
def caller(address: str) -> str:
    """Return the caller behind an address.

    An IPv6 caller is a whole 64-bit network, because providers assign no smaller ones. An IPv4 address written as IPv6
    (`::ffff:192.0.2.1`) is one caller. A link-local address is also one caller, because all machines share that
    network.
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address) or found.is_link_local:
        return str(found)
    return str(found.ipv4_mapped or ipaddress.IPv6Network((int(found), 64), strict=False))


@lru_cache(maxsize=8192)
def counted(caller: str) -> tuple[tuple[str, int], ...]:
    """Return the names under which a caller is counted, each with its multiple of the limit: the caller itself and, in
    IPv6, the 48-bit network around it.
    """
    if not caller.endswith("/64"):
        return ((caller, 1),)
    return (caller, 1), (str(ipaddress.IPv6Network(caller).supernet(new_prefix=48)), WIDER)


def in_turn(caller: str) -> str:
    """Return the name under which a caller takes turns with others. In IPv6, this is the 48-bit network."""
    return counted(caller)[-1][0]
