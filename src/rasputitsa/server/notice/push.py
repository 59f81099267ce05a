"""Web push: what is sent to a browser, encrypted so that only it can read it (RFC 8291) and signed with the server's
own key (VAPID, RFC 8292). The packages come with the extra `push`; without them no browser can subscribe."""

from __future__ import annotations

import secrets
from base64 import urlsafe_b64encode
from importlib.util import find_spec
from typing import Any
from urllib.parse import urlsplit

import msgspec

from rasputitsa.kernel import Invalid

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""Of the curve P-256: a private key is a number below it."""
HOURS = 12
"""A token is good for so long; a browser that sleeps longer than a day need not be told any more."""
DAY = 24 * 3600


class Subscription(msgspec.Struct, frozen=True):
    """A browser, as it subscribed."""

    endpoint: str
    p256dh: str
    auth: str


def available() -> bool:
    return find_spec("pywebpush") is not None


def new_key() -> str:
    """A private key, as it is kept."""
    number = secrets.randbelow(ORDER - 1) + 1
    return urlsafe_b64encode(number.to_bytes(32, "big")).decode().rstrip("=")


def public_key(private: str) -> str:
    """What a browser needs to subscribe."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = _vapid(private).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return urlsafe_b64encode(point).decode().rstrip("=")


def sealed(
    subscription: Subscription, data: bytes, private: str, contact: str, at: int
) -> tuple[dict[str, str], bytes]:
    """The headers and the body of a push."""
    from pywebpush import WebPusher

    body = WebPusher(_info(subscription)).encode(data)["body"]
    parts = urlsplit(subscription.endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": at // 1000 + HOURS * 3600, "sub": contact}
    signed: dict[str, str] = _vapid(private).sign(claims)
    fixed = {"Content-Type": "application/octet-stream", "Content-Encoding": "aes128gcm", "TTL": str(DAY)}
    return {**fixed, "Urgency": "normal", **signed}, bytes(body)


def check(subscription: Subscription) -> None:
    """Refuse keys with which nothing can be encrypted."""
    from pywebpush import WebPusher

    try:
        WebPusher(_info(subscription)).encode(b"?")
    except Exception:
        raise Invalid("These are no keys of a browser.") from None


def _info(subscription: Subscription) -> dict[str, Any]:
    return {
        "endpoint": subscription.endpoint,
        "keys": {"p256dh": subscription.p256dh, "auth": subscription.auth},
    }


def _vapid(private: str) -> Any:
    from py_vapid import Vapid02

    return Vapid02.from_raw(private.encode())
