"""Calls every kind of endpoint with the client. docs/generate-a-client.md shows the parts between the marks."""

import asyncio
import base64
import json
import os
from collections.abc import Callable
from typing import Any

from report import report, same

# snippet: setup
from anywire_client import Anywire, AsyncAnywire, StatusError, contract, text_of

anywire = Anywire(os.environ["ANYWIRE_URL"], os.environ["ANYWIRE_TOKEN"])
# end


def chat() -> None:
    # snippet: chat
    completion = anywire.chat_completions.create({"model": "chat", "messages": [{"role": "user", "content": "Say hello."}]})
    print(text_of(completion))
    # end
    same(text_of(completion), "Hello")
    same(completion.usage and completion.usage.total_tokens, 7)
    same(completion.additional_properties["brand_new"], {"since": "yesterday"})


def chat_from_types() -> None:
    # snippet: typed
    user = contract.ChatUserMessage(role="user", content=contract.ChatUserContent("Say hello."))
    request = contract.ChatCompletionRequest(model="messages", messages=[contract.ChatMessage(user)])
    completion = anywire.chat_completions.create(request)
    # end
    same(text_of(completion), "Hello")


def chat_streamed() -> None:
    text = ""
    # snippet: stream
    stream = anywire.chat_completions.stream({"model": "chat", "messages": [{"role": "user", "content": "Say hello."}]})
    for chunk in stream:
        text += text_of(chunk)
        if chunk.choices[0].finish_reason == "length":
            break
    # end
    same(text, "Hello")
    assert stream.request_id


def chat_streamed_asynchronously() -> None:
    parts: list[str] = []

    # snippet: async
    async def say_hello() -> None:
        async with AsyncAnywire(os.environ["ANYWIRE_URL"], os.environ["ANYWIRE_TOKEN"]) as anywire:
            request = {"model": "chat", "messages": [{"role": "user", "content": "Say hello."}]}
            async with await anywire.chat_completions.stream(request) as stream:
                async for chunk in stream:
                    parts.append(text_of(chunk))

    asyncio.run(say_hello())
    # end
    same("".join(parts), "Hello")


def message_with_tool() -> None:
    # snippet: tools
    question = {"role": "user", "content": "How warm is it in Paris?"}
    request = {
        "model": "messages",
        "max_tokens": 200,
        "tools": [{"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}],
    }
    reply = anywire.messages.create({**request, "messages": [question]})
    blocks = [block.actual_instance for block in reply.content]
    call = next(block for block in blocks if isinstance(block, contract.MessagesToolUseBlock))
    result = {"type": "tool_result", "tool_use_id": call.id, "content": "21 degrees"}
    turns = [question, {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    reply = anywire.messages.create({**request, "messages": turns})
    # end
    same(call.input, {"city": "Paris"})
    same([type(block).__name__ for block in blocks], ["MessagesReplyText", "dict", "MessagesToolUseBlock"])
    same(blocks[1], {"type": "hunch", "strength": 3})
    same(text_of(reply), 'The tool said "21 degrees"')


def message_streamed() -> None:
    request = {"model": "messages", "max_tokens": 20, "messages": [{"role": "user", "content": "Hi"}]}
    kinds, text = [], ""
    # snippet: events
    for event in anywire.messages.stream(request):
        happened = event.actual_instance
        if isinstance(happened, contract.MessagesContentBlockDelta):
            text += text_of(event)
        # hide
        kinds.append(type(happened).__name__)
        # show
    # end
    same(text, "Hello")
    same((kinds[0], kinds[-1]), ("MessagesMessageStart", "MessagesMessageStop"))


def response() -> None:
    # snippet: responses
    reply = anywire.responses.create({"model": "responses", "input": "Say hello."})
    text = text_of(reply)
    # end
    same(text, "Hello")
    same(type(reply.output[0].actual_instance).__name__, "ResponsesOutputMessage")


def response_streamed() -> None:
    text, last = "", ""
    for event in anywire.responses.stream({"model": "responses", "input": "Hi"}):
        text += text_of(event)
        last = type(event.actual_instance).__name__
    same((text, last), ("Hello", "ResponsesCompletedEvent"))


def content() -> None:
    # snippet: content
    reply = anywire.content.generate("org/chat", {"contents": [{"role": "user", "parts": [{"text": "Say hello."}]}]})
    text = text_of(reply)
    # end
    same(text, "Hello")


def content_streamed() -> None:
    stream = anywire.content.stream("gemini", {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]})
    same(stream.text(), "Hello")


def embeddings() -> None:
    # snippet: embeddings
    vectors = anywire.embeddings.create({"model": "embed", "input": ["one", "two"]})
    # end
    same([item.embedding.actual_instance for item in vectors.data], [[0.5, -0.25, 0], [0.5, -0.25, 1]])


def rerank() -> None:
    # snippet: rerank
    ranking = anywire.rerank.create({"model": "rank", "query": "Which one?", "documents": ["first", "second"]})
    # end
    same([(result.index, result.relevance_score) for result in ranking.results or []], [(1, 0.2), (0, 0.1)])


def transcription() -> None:
    # snippet: transcription
    transcript = anywire.operations(contract.AudioApi).create_transcription(model="hear", file=("call.wav", b"RIFF...."))
    # end
    same(transcript.text, "up heard call.wav, 8 bytes")


def image_edit() -> None:
    picture = bytes(range(256))
    # snippet: image
    images = anywire.operations(contract.ImagesApi)
    edited = images.create_image_edit(model="paint", prompt="Make it blue.", image=[("a.png", picture)])
    # end
    same(base64.b64decode(edited.data[0].b64_json or ""), picture)


def speech() -> None:
    # snippet: speech
    request = contract.AudioSpeechRequest(model="speak", input="Hello", voice=contract.AudioVoice("alloy"))
    audio = anywire.operations(contract.AudioApi).create_speech(request)
    # end
    same(bytes(audio), bytes(range(256)) * 4)


def models() -> None:
    assert "chat" in [model.id for model in anywire.models()]


def errors() -> None:
    request = {"model": "none", "messages": [{"role": "user", "content": "Hi"}]}
    # snippet: errors
    try:
        anywire.chat_completions.create(request)
    except StatusError as error:
        print(error.status, error.code, error, error.request_id)
    # end
    refused(404, "model_not_found", "ChatErrorResponse", lambda: anywire.chat_completions.create(request))
    stranger = Anywire(os.environ["ANYWIRE_URL"], "wrong")
    refused(401, "invalid_api_key", "ChatErrorResponse", lambda: stranger.chat_completions.create(request))
    wrong = {"model": "messages", "max_tokens": 0, "messages": [{"role": "user", "content": "Hi"}]}
    refused(400, "invalid_request_error", "MessagesErrorResponse", lambda: anywire.messages.create(wrong))
    empty = {"contents": [{"parts": [{"text": "Hi"}]}]}
    refused(404, "NOT_FOUND", "GeminiErrorReply", lambda: anywire.content.generate("none", empty))
    refused(404, "model_not_found", "ResponsesErrorReply", lambda: anywire.responses.create({"model": "none", "input": "Hi"}))
    refused(404, "not_found", "PlatformProblemDetails", lambda: anywire.operations(contract.AdminApi).list_tokens())


def refused(status: int, code: str, kind: str, call: Callable[[], object]) -> None:
    try:
        call()
    except StatusError as error:
        same((error.status, error.code, type(error.body).__name__), (status, code, kind))
        assert error.request_id
    else:
        raise AssertionError(f"{status} expected")


def examples() -> None:
    """Every example of the contract is read into its type; nothing of it is lost when it is written."""
    with open(os.environ["ANYWIRE_EXAMPLES"], encoding="utf-8") as file:
        found = json.load(file)
    sanitized: Any = contract.ApiClient(contract.Configuration()).sanitize_for_serialization
    for example in found:
        model = getattr(contract, example["schema"])
        read = model.from_dict(example["value"])
        written = sanitized(read)
        assert holds(written, example["value"]), f"{written!r} is not {example['value']!r}"
        assert "actual_instance={" not in repr(read), f"a known tag was taken for an unknown one: {read!r}"


def holds(written: object, value: object) -> bool:
    """Whether all of the value was written; the tag of a kind that may be left out is added."""
    if isinstance(value, dict):
        return isinstance(written, dict) and all(
            member is None or (name in written and holds(written[name], member)) for name, member in value.items()
        )
    if isinstance(value, list):
        return isinstance(written, list) and len(written) == len(value) and all(map(holds, written, value))
    return written == value


report([
    chat, chat_from_types, chat_streamed, chat_streamed_asynchronously, message_with_tool, message_streamed, response, response_streamed,
    content, content_streamed, embeddings, rerank, transcription, image_edit, speech, models, errors, examples,
])  # fmt: skip
