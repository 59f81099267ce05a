"""What a page or script and the server say about webhooks and pushes; docs/online-api.md describes it."""

from __future__ import annotations

from typing import Annotated

import msgspec

from rasputitsa.server.accounts.messages import Moment
from rasputitsa.server.messages import Body

Url = Annotated[str, msgspec.Meta(min_length=8, max_length=2000)]


class NewWebhook(Body):
    url: Url


class PushKeys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """As a browser gives them."""

    p256dh: Annotated[str, msgspec.Meta(max_length=200)]
    auth: Annotated[str, msgspec.Meta(max_length=100)]


class NewPush(Body):
    """A browser that takes pushes: what `PushSubscription.toJSON()` says, and a name for the list."""

    endpoint: Url
    keys: PushKeys
    device: Annotated[str, msgspec.Meta(max_length=200)] = ""


class WebhookInfo(msgspec.Struct, frozen=True):
    """`off` says why nothing is sent there any more; empty while it is."""

    id: str
    url: str
    created: Moment
    failures: int
    off: str


class WebhookMade(msgspec.Struct, frozen=True):
    """A new webhook; its secret, with which each message is signed, is shown this once."""

    info: WebhookInfo
    secret: str


class PushInfo(msgspec.Struct, frozen=True):
    id: str
    endpoint: str
    device: str
    created: Moment


class Pushes(msgspec.Struct, frozen=True):
    """The server's public key, with which a browser subscribes (empty: this server sends no pushes), and the browsers
    that did."""

    key: str
    browsers: list[PushInfo]


BODIES = (NewWebhook, NewPush)
REPLIES = (WebhookInfo, WebhookMade, PushInfo, Pushes)
