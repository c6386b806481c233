"""The text of a reply, or what an event adds to it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Union

if TYPE_CHECKING:
    from . import contract

    #: A reply, or an event of its stream.
    HasText = Union[
        contract.ChatCompletion,
        contract.ChatCompletionChunk,
        contract.Completion,
        contract.CompletionChunk,
        contract.GeminiGenerateContentResponse,
        contract.MessagesMessage,
        contract.MessagesStreamEvent,
        contract.ResponsesResponse,
        contract.ResponsesStreamEvent,
    ]


def text_of(value: HasText) -> str:
    """The answer's text in a reply, or what an event adds to it; an empty text where there is none. Of several choices, the first."""
    return _text(value)


def _text(value: Any) -> str:
    # By name: a type is loaded only by a program that gets it.
    inner = getattr(value, "actual_instance", value)
    read = _READERS.get(type(inner).__name__)
    return "" if read is None else read(inner)


def _of_choices(choices: Iterable[Any]) -> Any:
    return next((choice for choice in choices if (choice.index or 0) == 0), None)


def _completion(value: Any) -> str:
    choice = _of_choices(value.choices)
    return "" if choice is None or choice.message is None else _chat_content(choice.message.content)


def _chunk(value: Any) -> str:
    choice = _of_choices(value.choices)
    return "" if choice is None or choice.delta is None else _chat_content(choice.delta.content)


def _chat_content(content: Any) -> str:
    written = getattr(content, "actual_instance", None)
    return _parts(written) if isinstance(written, list) else written or ""


def _parts(parts: Iterable[Any]) -> str:
    return "".join(map(_text, parts))


def _plain_completion(value: Any) -> str:
    choice = _of_choices(value.choices)
    return "" if choice is None else choice.text or ""


def _candidate(value: Any) -> str:
    content = value.candidates[0].content if value.candidates else None
    parts = (content.parts if content is not None else None) or []
    return "".join(part.text or "" for part in parts if not part.thought)


def _own_text(value: Any) -> str:
    return value.text or ""


_READERS: Mapping[str, Callable[[Any], str]] = {
    "ChatCompletion": _completion,
    "ChatCompletionChunk": _chunk,
    "ChatContentPartText": _own_text,
    "Completion": _plain_completion,
    "CompletionChunk": _plain_completion,
    "GeminiGenerateContentResponse": _candidate,
    "MessagesMessage": lambda message: _parts(message.content),
    "MessagesReplyText": _own_text,
    "MessagesContentBlockDelta": lambda event: _text(event.delta),
    "MessagesTextDelta": _own_text,
    "ResponsesResponse": lambda response: _parts(response.output),
    "ResponsesOutputMessage": lambda item: _parts(item.content),
    "ResponsesOutputText": _own_text,
    "ResponsesTextDeltaEvent": lambda event: event.delta or "",
}
