"""Looking into pictures: the words of an SVG, the size and the tones of a PNG."""

import struct
import xml.etree.ElementTree as ET
import zlib

NAMESPACE = "{http://www.w3.org/2000/svg}"


def texts(root: ET.Element) -> list[str]:
    """The words that are printed."""
    return ["".join(e.itertext()) for e in root.iter() if e.tag.removeprefix(NAMESPACE) == "text"]


def fragment(svg: str) -> ET.Element:
    """A piece of SVG as a tree."""
    return ET.fromstring(f"<svg>{svg}</svg>")


def png_size(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def png_tones(png: bytes) -> int:
    """How many different byte values the picture data has."""
    at, data = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at : at + 8])
        data += png[at + 8 : at + 8 + size] if kind == b"IDAT" else b""
        at += size + 12
    return len(set(zlib.decompress(data)))
