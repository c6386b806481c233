"""How the replies and events of each operation are read, and how its streams end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from ._errors import AnywireError, ConnectionFailed, StreamFailed, UnreadableReply
from ._frames import FrameReader

if TYPE_CHECKING:
    import httpx

    from . import contract

T = TypeVar("T")
Event = TypeVar("Event")

DONE = "[DONE]"


@dataclass(frozen=True)
class StreamRules:
    #: Whether this is the last event of a whole stream; None where the end of the reply is the end.
    last: Callable[[object], bool] | None
    failed: Callable[[object], bool]


def _has_type(*types: str) -> Callable[[object], bool]:
    return lambda event: isinstance(event, dict) and event.get("type") in types


def _has_error(event: object) -> bool:
    return isinstance(event, dict) and isinstance(event.get("error"), dict)


CHAT = StreamRules(lambda event: event == DONE, _has_error)
MESSAGES = StreamRules(_has_type("message_stop"), _has_type("error"))
RESPONSES = StreamRules(_has_type("response.completed", "response.incomplete"), _has_type("error", "response.failed"))
CONTENT = StreamRules(None, _has_error)


class EventReader(Generic[Event]):
    """Makes typed events of a stream's bytes."""

    def __init__(self, rules: StreamRules, read: Callable[[object], Event], request_id: str | None) -> None:
        self._rules = rules
        self._read = read
        self._request_id = request_id
        self._frames = FrameReader()
        self._ended = False

    def push(self, piece: bytes) -> Iterator[Event]:
        for data in self._frames.push(piece):
            event = DONE if data == DONE else parsed(data)
            if self._rules.failed(event):
                raise StreamFailed(event, self._request_id)
            if self._rules.last is not None and self._rules.last(event):
                self._ended = True
            if event != DONE:
                yield readable(self._read, event)

    def end(self, problem: AnywireError | None = None) -> None:
        """The bytes ended, or could not be read any more. What follows the last event is of no interest."""
        if self._ended:
            return
        if problem is not None:
            raise problem
        if self._rules.last is not None:
            raise ConnectionFailed("the stream ended before its last event")


def parsed(text: str) -> object:
    try:
        value: object = json.loads(text)
    except ValueError:
        raise UnreadableReply("the reply is not JSON", text) from None
    return value


def readable(read: Callable[[object], T], value: object) -> T:
    try:
        return read(value)
    except (ValueError, TypeError, AttributeError, KeyError) as error:
        raise UnreadableReply(f"the reply is not what the contract says{_places(error)}", value) from None


def _places(error: Exception) -> str:
    """Where, and not what: pydantic's message has the values."""
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return ""
    places = (".".join(map(str, problem["loc"])) for problem in error.errors(include_url=False, include_context=False, include_input=False))
    return ": " + ", ".join(places)


def of_reply(read: Callable[[object], T], response: httpx.Response) -> T:
    return readable(read, parsed(response.text))


def reader(name: str) -> Callable[[object], object]:
    """Reads the contract's type of this name, which is loaded when it is needed."""

    def read(value: object) -> object:
        from . import contract

        return getattr(contract, name).from_dict(value)

    return read


if TYPE_CHECKING:

    def chat_completion(value: object) -> contract.ChatCompletion: ...
    def chat_chunk(value: object) -> contract.ChatCompletionChunk: ...
    def message(value: object) -> contract.MessagesMessage: ...
    def message_event(value: object) -> contract.MessagesStreamEvent: ...
    def response(value: object) -> contract.ResponsesResponse: ...
    def response_event(value: object) -> contract.ResponsesStreamEvent: ...
    def content(value: object) -> contract.GeminiGenerateContentResponse: ...
    def completion(value: object) -> contract.Completion: ...
    def completion_chunk(value: object) -> contract.CompletionChunk: ...
    def embeddings(value: object) -> contract.EmbeddingList: ...
    def ranking(value: object) -> contract.RerankReply: ...
    def moderation(value: object) -> contract.ModerationReply: ...
    def models(value: object) -> contract.ModelsOpenAIList: ...
else:
    chat_completion = reader("ChatCompletion")
    chat_chunk = reader("ChatCompletionChunk")
    message = reader("MessagesMessage")
    message_event = reader("MessagesStreamEvent")
    response = reader("ResponsesResponse")
    response_event = reader("ResponsesStreamEvent")
    content = reader("GeminiGenerateContentResponse")
    completion = reader("Completion")
    completion_chunk = reader("CompletionChunk")
    embeddings = reader("EmbeddingList")
    ranking = reader("RerankReply")
    moderation = reader("ModerationReply")
    models = reader("ModelsOpenAIList")
