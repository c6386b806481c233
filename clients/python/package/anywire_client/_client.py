"""The client for programs without asyncio."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar
from urllib.parse import quote

import httpx
from typing_extensions import Self, Unpack

from . import _styles as styles
from ._request import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Call, Members, RequestOptions, Settings, posted
from ._transport import Transport, translated
from ._errors import AnywireError
from ._text import _text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from . import contract

Reply = TypeVar("Reply")
Event = TypeVar("Event")
Group = TypeVar("Group")


class EventStream(Generic[Event]):
    """The events of a streamed reply, for one loop. Leaving the loop closes the connection.

    Raises StreamFailed where the stream says that it failed, and ConnectionFailed where it ends too early.
    """

    def __init__(self, response: httpx.Response, rules: styles.StreamRules, read: Callable[[object], Event]) -> None:
        self.response = response
        self.request_id: str | None = response.headers.get("x-request-id")
        self._reader = styles.EventReader(rules, read, self.request_id)

    def __iter__(self) -> Iterator[Event]:
        try:
            with translated():
                for piece in self.response.iter_bytes():
                    yield from self._reader.push(piece)
        except AnywireError as problem:
            self._reader.end(problem)
        else:
            self._reader.end()
        finally:
            self.close()

    def text(self) -> str:
        """The rest of the stream as text."""
        return "".join(map(_text, self))

    def close(self) -> None:
        """Ends a stream that is not read to its end."""
        self.response.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


class Streamed(Generic[Reply, Event]):
    """An operation whose request says with `stream` whether its reply comes in events."""

    def __init__(
        self,
        transport: Transport,
        path: str,
        rules: styles.StreamRules,
        read: Callable[[object], Reply],
        read_event: Callable[[object], Event],
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self._transport = transport
        self._path = path
        self._rules = rules
        self._read = read
        self._read_event = read_event
        self._headers = headers

    def create(self, request: Members, **options: Unpack[RequestOptions]) -> Reply:
        return styles.of_reply(self._read, self._transport.read(posted(self._path, request, self._headers, stream=False), options))

    def stream(self, request: Members, **options: Unpack[RequestOptions]) -> EventStream[Event]:
        response = self._transport.open(posted(self._path, request, self._headers, stream=True), options)
        return EventStream(response, self._rules, self._read_event)


class Plain(Generic[Reply]):
    """An operation with one plain reply."""

    def __init__(self, transport: Transport, path: str, read: Callable[[object], Reply]) -> None:
        self._transport = transport
        self._path = path
        self._read = read

    def create(self, request: Members, **options: Unpack[RequestOptions]) -> Reply:
        return styles.of_reply(self._read, self._transport.read(posted(self._path, request), options))


class Content:
    """Generate content: the model is named beside the request."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def generate(self, model: str, request: Members, **options: Unpack[RequestOptions]) -> contract.GeminiGenerateContentResponse:
        call = posted(f"/v1beta/models/{quote(model, safe='')}:generateContent", request)
        return styles.of_reply(styles.content, self._transport.read(call, options))

    def stream(
        self, model: str, request: Members, **options: Unpack[RequestOptions]
    ) -> EventStream[contract.GeminiGenerateContentResponse]:
        call = posted(f"/v1beta/models/{quote(model, safe='')}:streamGenerateContent?alt=sse", request)
        return EventStream(self._transport.open(call, options), styles.CONTENT, styles.content)


class Anywire:
    """The gateway, with the operations that most programs use; `operations` gives all others.

    timeout: the longest silence in seconds, until the reply is there or until a stream's next piece. retries: how often a request is sent
    again after it failed; nothing is sent again once a stream has begun. headers: sent with each request.
    """

    def __init__(
        self,
        base_url: str = "http://127.0.0.1:8787",
        token: str | None = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        retries: int = DEFAULT_RETRIES,
        headers: Mapping[str, str] | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        transport = Transport(Settings.of(base_url, token, timeout, retries, headers), http_client or httpx.Client())
        version = {"anthropic-version": "2023-06-01"}
        self._transport = transport
        self.chat_completions = Streamed(transport, "/v1/chat/completions", styles.CHAT, styles.chat_completion, styles.chat_chunk)
        self.messages = Streamed(transport, "/v1/messages", styles.MESSAGES, styles.message, styles.message_event, version)
        self.responses = Streamed(transport, "/v1/responses", styles.RESPONSES, styles.response, styles.response_event)
        self.completions = Streamed(transport, "/v1/completions", styles.CHAT, styles.completion, styles.completion_chunk)
        self.content = Content(transport)
        self.embeddings = Plain(transport, "/v1/embeddings", styles.embeddings)
        self.rerank = Plain(transport, "/v1/rerank", styles.ranking)
        self.moderations = Plain(transport, "/v1/moderations", styles.moderation)

    def models(self, **options: Unpack[RequestOptions]) -> list[contract.ModelsOpenAIModel]:
        """The models that the token may use."""
        return styles.of_reply(styles.models, self._transport.read(Call("GET", "/v1/models"), options)).data

    def operations(self, group: Callable[[Any], Group]) -> Group:
        """The generated operations of a group, over the same retries and errors: `client.operations(contract.AudioApi)`."""
        from . import contract
        from .contract.rest import RESTClientObject

        api_client = contract.ApiClient(contract.Configuration(host=self._transport.settings.base_url))
        api_client.rest_client = RESTClientObject(self._transport)
        return group(api_client)

    def close(self) -> None:
        self._transport.client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()
