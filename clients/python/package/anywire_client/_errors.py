"""What the client raises."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, Union

if TYPE_CHECKING:
    import httpx

    from . import contract

    #: The body of an error: each style has its own, the admin API has problem details.
    ErrorReply = Union[
        contract.ChatErrorResponse,
        contract.EmbeddingErrorReply,
        contract.GeminiErrorReply,
        contract.MediaErrorReply,
        contract.MessagesErrorResponse,
        contract.ModelsGeminiErrorResponse,
        contract.ModelsOpenAIErrorResponse,
        contract.PlatformProblemDetails,
        contract.RealtimeErrorReply,
        contract.RerankErrorReply,
        contract.ResponsesErrorReply,
    ]


class AnywireError(Exception):
    """Whatever this library raises."""


class ConnectionFailed(AnywireError):
    """No reply came, or it broke off."""


class TimedOut(ConnectionFailed):
    """The gateway was silent for longer than `timeout`."""


class UnreadableReply(AnywireError):
    """A reply, or an event, is not what the contract says. What came is in `value` alone: it may be secret."""

    def __init__(self, message: str, value: object) -> None:
        super().__init__(message)
        self.value = value


class StreamFailed(AnywireError):
    """A stream said that it failed, after it had begun. `event` is what it said."""

    def __init__(self, event: object, request_id: str | None) -> None:
        facts = error_facts(event)
        super().__init__(facts.message or "the stream failed")
        self.event = event
        self.code = facts.code
        self.request_id = request_id


class StatusError(AnywireError):
    """A reply whose status is an error. Its subclasses name the statuses that programs tell apart.

    `code` is the word for its kind, as `rate_limit_exceeded`; `param` the field that is wrong. `json` is the body, None where the reply is
    not the gateway's, as a proxy's page; `body` is the same in the type of the style.
    """

    def __init__(self, response: httpx.Response) -> None:
        self.status = response.status_code
        self.headers = response.headers
        self.json = _read(response.text)
        facts = error_facts(self.json)
        super().__init__(f"{self.status}: {facts.message or 'the reply is an error'}")
        self.code = facts.code
        self.param = facts.param
        self.request_id: str | None = response.headers.get("x-request-id") or facts.request_id
        self._path = response.request.url.path

    @property
    def body(self) -> ErrorReply | None:
        from . import contract

        if self.json is None:
            return None
        if "detail" in self.json:
            return contract.PlatformProblemDetails.from_dict(self.json)
        if self.json.get("type") == "error":
            return contract.MessagesErrorResponse.from_dict(self.json)
        if "error" not in self.json:
            return contract.RerankErrorReply.from_dict(self.json)
        if "embed" in self._path.lower():
            is_google = "models/" in self._path
            return contract.EmbeddingErrorReply.from_dict(self.json) if is_google else contract.MediaErrorReply.from_dict(self.json)
        if "/models/" in self._path and ":" in self._path:
            return contract.GeminiErrorReply.from_dict(self.json)
        if "/v1/responses" in self._path or "/v1/conversations" in self._path:
            return contract.ResponsesErrorReply.from_dict(self.json)
        if "/v1/chat/" in self._path:
            return contract.ChatErrorResponse.from_dict(self.json)
        if "/v1/models" in self._path:
            return contract.ModelsOpenAIErrorResponse.from_dict(self.json)
        if "/v1beta/models" in self._path:
            return contract.ModelsGeminiErrorResponse.from_dict(self.json)
        if "/v1/realtime/" in self._path:
            return contract.RealtimeErrorReply.from_dict(self.json)
        return contract.MediaErrorReply.from_dict(self.json)


class BadRequest(StatusError):
    """400."""


class Unauthorized(StatusError):
    """401."""


class PaymentRequired(StatusError):
    """402."""


class Forbidden(StatusError):
    """403."""


class NotFound(StatusError):
    """404."""


class Conflict(StatusError):
    """409."""


class TooLarge(StatusError):
    """413."""


class RateLimited(StatusError):
    """429."""


class ServerError(StatusError):
    """Any status from 500."""


_BY_STATUS: Mapping[int, type[StatusError]] = {
    400: BadRequest,
    401: Unauthorized,
    402: PaymentRequired,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    413: TooLarge,
    429: RateLimited,
}


def status_error(response: httpx.Response) -> StatusError:
    """Of a reply that was read."""
    kind = ServerError if response.status_code >= 500 else StatusError
    return _BY_STATUS.get(response.status_code, kind)(response)


class ErrorFacts(NamedTuple):
    message: str | None
    code: str | None
    param: str | None
    request_id: str | None


def error_facts(body: object) -> ErrorFacts:
    """The same facts out of each style's error, of a reply or of a stream's event."""
    if not isinstance(body, Mapping):
        return ErrorFacts(None, None, None, None)
    if isinstance(body.get("response"), Mapping):
        return error_facts(body["response"])
    error = body["error"] if isinstance(body.get("error"), Mapping) else body
    # Generate content has its status as a number in `code` and the word in `status`; messages has the word in `type`.
    words = (_text(error.get(name)) for name in ("code", "status", "type"))
    code = next((word for word in words if word is not None), None)
    message = _text(error.get("message")) or _text(error.get("detail"))
    return ErrorFacts(message, code, _text(error.get("param")), _text(body.get("request_id")))


def _read(text: str) -> dict[str, Any] | None:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    return body if isinstance(body, dict) and error_facts(body).message is not None else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None
