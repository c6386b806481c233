"""Client of the anywire model gateway. `anywire_client.contract` has the types of its requests, replies and events."""

from ._async_client import AsyncAnywire, AsyncEventStream
from ._client import Anywire, EventStream
from ._errors import (
    AnywireError,
    BadRequest,
    Conflict,
    ConnectionFailed,
    Forbidden,
    NotFound,
    PaymentRequired,
    RateLimited,
    ServerError,
    StatusError,
    StreamFailed,
    TimedOut,
    TooLarge,
    Unauthorized,
    UnreadableReply,
)
from ._request import RequestOptions
from ._text import text_of

__all__ = [
    "Anywire",
    "AnywireError",
    "AsyncAnywire",
    "AsyncEventStream",
    "BadRequest",
    "Conflict",
    "ConnectionFailed",
    "EventStream",
    "Forbidden",
    "NotFound",
    "PaymentRequired",
    "RateLimited",
    "RequestOptions",
    "ServerError",
    "StatusError",
    "StreamFailed",
    "TimedOut",
    "TooLarge",
    "Unauthorized",
    "UnreadableReply",
    "text_of",
]
