"""Sending something to an address that somebody gave us, without being made to knock at doors inside our own network.

Every address that a name stands for is looked at, the connection goes to one that was looked at and not to whatever the
name stands for a moment later, and a redirect is not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Mapping, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from urllib.parse import SplitResult, urlsplit

from rasputitsa.kernel import Invalid

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network
PATIENCE = 15.0
"""Seconds for everything from looking up the name to the answer."""
LONGEST = 2000
_DETOURS = tuple(ip_network(text) for text in ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32"))
"""IPv6 addresses that lead to an IPv4 address, which may be an inner one."""


class Unreachable(Exception):
    """Nothing could be sent there; it may work later."""


class Reach:
    """`inside` are networks that may be reached though they are not public, by plain http too."""

    def __init__(self, inside: Sequence[str] = ()) -> None:
        self._inside = [network(text) for text in inside]

    def check(self, url: str) -> SplitResult:
        """The parts of an address that could be used; Invalid with what is wrong."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            raise Invalid("This address cannot be read.") from None
        if parts.scheme not in ("https", "http") or not parts.hostname or len(url) > LONGEST:
            raise Invalid("An address reads https://host/path.")
        if parts.username is not None or not url.isascii() or any(c.isspace() or c < " " for c in url):
            raise Invalid("An address has no password, no spaces and only plain letters.")
        if port is not None and port < 1024 and port not in (80, 443):
            raise Invalid("Such an address has port 80, 443, or one from 1024 on.")
        if parts.scheme == "http" and not self._inside:
            raise Invalid("The address has to begin with https://.")
        return parts

    async def resolve(self, parts: SplitResult) -> str:
        """An address of the host, if all its addresses may be reached."""
        host = parts.hostname or ""
        try:
            loop = asyncio.get_running_loop()
            found = await loop.getaddrinfo(host, _port(parts), type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise Unreachable(f"the name {host} is not known ({type(error).__name__})") from None
        addresses = [str(info[4][0]) for info in found]
        for address in addresses:
            if not self._allowed(ip_address(address.partition("%")[0]), parts.scheme):
                raise Unreachable(f"{host} is no public address")
        return addresses[0]

    def _allowed(self, address: Address, scheme: str) -> bool:
        plain = getattr(address, "ipv4_mapped", None) or address
        if any(plain in network for network in self._inside):
            return True
        detour = any(plain in network for network in _DETOURS)
        return scheme == "https" and plain.is_global and not plain.is_multicast and not detour

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        """Send it; the status of the answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                parts = self.check(url)
                return await _post(parts, await self.resolve(parts), headers, body)
        except (OSError, ssl.SSLError, TimeoutError, ValueError, asyncio.IncompleteReadError) as error:
            raise Unreachable(f"no answer ({type(error).__name__})") from None


def network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError:
        raise Invalid(f"{text!r} is no network; one reads 192.168.0.0/16") from None


def _port(parts: SplitResult) -> int:
    return parts.port or (443 if parts.scheme == "https" else 80)


async def _post(parts: SplitResult, address: str, headers: Mapping[str, str], body: bytes) -> int:
    secure = ssl.create_default_context() if parts.scheme == "https" else None
    reader, writer = await asyncio.open_connection(
        address, _port(parts), ssl=secure, server_hostname=parts.hostname if secure else None
    )
    try:
        writer.write(_request(parts, headers, body))
        await writer.drain()
        version, status, *_ = (await reader.readline()).split(None, 2)
        if not version.startswith(b"HTTP/"):
            raise ValueError("not HTTP")
        return int(status)
    finally:
        writer.close()


def _request(parts: SplitResult, headers: Mapping[str, str], body: bytes) -> bytes:
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    fixed = {"Host": parts.netloc, "User-Agent": "Rasputitsa", "Connection": "close", "Content-Length": str(len(body))}
    lines = [f"{name}: {value}" for name, value in {**fixed, **headers}.items()]
    return "\r\n".join([f"POST {path} HTTP/1.1", *lines, "", ""]).encode("ascii") + body
