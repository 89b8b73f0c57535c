"""The addresses under which a listening server can be reached, and those from which requests come."""

from __future__ import annotations

import socket
from ipaddress import IPv6Address, ip_address

from starlette.types import Scope

EVERYWHERE = {"0.0.0.0": ("192.0.2.1", "127.0.0.1"), "": ("192.0.2.1", "127.0.0.1"), "::": ("2001:db8::1", "::1")}
"""All addresses of this machine -> an address that nobody has (RFC 5737, RFC 3849), and the one of this machine alone"""


def names_of(host: str) -> list[str]:
    """The addresses or names by which a server is reached that listens on ``host``: that for others in the network first, and
    where it listens everywhere also that for this machine alone."""
    if host not in EVERYWHERE:
        return [host]
    far, near = EVERYWHERE[host]
    return [_seen_from(far) or socket.gethostname(), near]


def lobby_at(name: str, port: int) -> str:
    """The address of the lobby under a name."""
    return f"http://{f'[{name}]' if ':' in name else name}:{port}/"


def sender_of(scope: Scope) -> str:
    """Whose request it is, where requests are limited: the address from which it comes. Of IPv6 it is the network of 64 bits, of
    which one household has all addresses, and one stranger, too."""
    address = str(scope["client"][0]) if scope.get("client") else ""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    return str(found.ipv4_mapped or IPv6Address(int(found) >> 64 << 64))


def _seen_from(far: str) -> str:
    """The address that this machine uses towards others; empty without a network. Sends nothing."""
    with socket.socket(socket.AF_INET6 if ":" in far else socket.AF_INET, socket.SOCK_DGRAM) as caller:
        try:
            caller.connect((far, 9))
        except OSError:
            return ""
        return str(caller.getsockname()[0])
