"""The client for asyncio."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from types import TracebackType
from typing import TYPE_CHECKING, Generic, TypeVar
from urllib.parse import quote

import httpx
from typing_extensions import Self, Unpack

from . import _styles as styles
from ._request import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Call, Members, RequestOptions, Settings, posted
from ._transport import AsyncTransport, translated
from ._errors import AnywireError
from ._text import _text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from . import contract

Reply = TypeVar("Reply")
Event = TypeVar("Event")


class AsyncEventStream(Generic[Event]):
    """The events of a streamed reply, for one loop. Leaving the loop closes the connection.

    Raises StreamFailed where the stream says that it failed, and ConnectionFailed where it ends too early.
    """

    def __init__(self, response: httpx.Response, rules: styles.StreamRules, read: Callable[[object], Event]) -> None:
        self.response = response
        self.request_id: str | None = response.headers.get("x-request-id")
        self._reader = styles.EventReader(rules, read, self.request_id)

    async def __aiter__(self) -> AsyncIterator[Event]:
        try:
            with translated():
                async for piece in self.response.aiter_bytes():
                    for event in self._reader.push(piece):
                        yield event
        except AnywireError as problem:
            self._reader.end(problem)
        else:
            self._reader.end()
        finally:
            await self.close()

    async def text(self) -> str:
        """The rest of the stream as text."""
        return "".join([_text(event) async for event in self])

    async def close(self) -> None:
        """Ends a stream that is not read to its end."""
        await self.response.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()


class AsyncStreamed(Generic[Reply, Event]):
    """An operation whose request says with `stream` whether its reply comes in events."""

    def __init__(
        self,
        transport: AsyncTransport,
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

    async def create(self, request: Members, **options: Unpack[RequestOptions]) -> Reply:
        return styles.of_reply(self._read, await self._transport.read(posted(self._path, request, self._headers, stream=False), options))

    async def stream(self, request: Members, **options: Unpack[RequestOptions]) -> AsyncEventStream[Event]:
        response = await self._transport.open(posted(self._path, request, self._headers, stream=True), options)
        return AsyncEventStream(response, self._rules, self._read_event)


class AsyncPlain(Generic[Reply]):
    """An operation with one plain reply."""

    def __init__(self, transport: AsyncTransport, path: str, read: Callable[[object], Reply]) -> None:
        self._transport = transport
        self._path = path
        self._read = read

    async def create(self, request: Members, **options: Unpack[RequestOptions]) -> Reply:
        return styles.of_reply(self._read, await self._transport.read(posted(self._path, request), options))


class AsyncContent:
    """Generate content: the model is named beside the request."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def generate(self, model: str, request: Members, **options: Unpack[RequestOptions]) -> contract.GeminiGenerateContentResponse:
        call = posted(f"/v1beta/models/{quote(model, safe='')}:generateContent", request)
        return styles.of_reply(styles.content, await self._transport.read(call, options))

    async def stream(
        self, model: str, request: Members, **options: Unpack[RequestOptions]
    ) -> AsyncEventStream[contract.GeminiGenerateContentResponse]:
        call = posted(f"/v1beta/models/{quote(model, safe='')}:streamGenerateContent?alt=sse", request)
        return AsyncEventStream(await self._transport.open(call, options), styles.CONTENT, styles.content)


class AsyncAnywire:
    """The gateway, with the operations that most programs use; `Anywire.operations` gives all others.

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
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        transport = AsyncTransport(Settings.of(base_url, token, timeout, retries, headers), http_client or httpx.AsyncClient())
        version = {"anthropic-version": "2023-06-01"}
        self._transport = transport
        self.chat_completions = AsyncStreamed(transport, "/v1/chat/completions", styles.CHAT, styles.chat_completion, styles.chat_chunk)
        self.messages = AsyncStreamed(transport, "/v1/messages", styles.MESSAGES, styles.message, styles.message_event, version)
        self.responses = AsyncStreamed(transport, "/v1/responses", styles.RESPONSES, styles.response, styles.response_event)
        self.completions = AsyncStreamed(transport, "/v1/completions", styles.CHAT, styles.completion, styles.completion_chunk)
        self.content = AsyncContent(transport)
        self.embeddings = AsyncPlain(transport, "/v1/embeddings", styles.embeddings)
        self.rerank = AsyncPlain(transport, "/v1/rerank", styles.ranking)
        self.moderations = AsyncPlain(transport, "/v1/moderations", styles.moderation)

    async def models(self, **options: Unpack[RequestOptions]) -> list[contract.ModelsOpenAIModel]:
        """The models that the token may use."""
        return styles.of_reply(styles.models, await self._transport.read(Call("GET", "/v1/models"), options)).data

    async def close(self) -> None:
        await self._transport.client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()
