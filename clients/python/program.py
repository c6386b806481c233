"""Calls every kind of endpoint with the generated client. docs/generate-a-client.md shows the parts between the marks."""

import json
import os
import sys
import time

# snippet: setup
import anywire_client as anywire

configuration = anywire.Configuration(host=os.environ["ANYWIRE_URL"], access_token=os.environ["ANYWIRE_TOKEN"])
client = anywire.ApiClient(configuration)
# end


# snippet: events
def events(response):
    """The data of each event of a stream, as it comes."""
    line = b""
    for piece in response.stream():
        *complete, line = (line + piece).split(b"\n")
        for text in complete:
            if text.startswith(b"data: ") and text != b"data: [DONE]":
                yield text.removeprefix(b"data: ").decode()
# end


def chat():
    # snippet: chat
    request = anywire.ChatCompletionRequest(
        model="chat",
        messages=[anywire.ChatMessage(anywire.ChatUserMessage(role="user", content=anywire.ChatUserContent("Say hello.")))],
    )
    completion = anywire.ChatCompletionsApi(client).create_chat_completion(request)
    print(completion.choices[0].message.content.actual_instance)
    # end
    same(completion.choices[0].message.content.actual_instance, "Hello")
    same(completion.usage.total_tokens, 7)
    same(completion.additional_properties["brand_new"], {"since": "yesterday"})


def chat_from_json():
    request = anywire.ChatCompletionRequest.from_dict(
        {"model": "messages", "messages": [{"role": "user", "content": [{"type": "text", "text": "Say hello."}]}]}
    )
    completion = anywire.ChatCompletionsApi(client).create_chat_completion(request)
    same(completion.choices[0].message.content.actual_instance, "Hello")


def chat_streamed():
    text, times = "", []
    # snippet: stream
    request = anywire.ChatCompletionRequest.from_dict(
        {"model": "chat", "stream": True, "messages": [{"role": "user", "content": "Say hello."}]}
    )
    response = anywire.ChatCompletionsApi(client).create_chat_completion_without_preload_content(request)
    for data in events(response):
        chunk = anywire.ChatCompletionChunk.from_json(data)
        content = chunk.choices[0].delta.content
        if content is not None:
            text += content.actual_instance
        # hide
        times.append(time.monotonic())
        # show
    # end
    same(text, "Hello")
    assert times[-1] - times[0] > 0.15, "the stream came in one piece"


def message_with_tool():
    # snippet: tools
    messages = anywire.MessagesApi(client)
    request = {
        "model": "messages",
        "max_tokens": 200,
        "messages": [{"role": "user", "content": "How warm is it in Paris?"}],
        "tools": [{"name": "weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}],
    }
    reply = messages.create_message(anywire.MessagesRequest.from_dict(request), anthropic_version="2023-06-01")
    blocks = [block.actual_instance for block in reply.content]
    call = next(block for block in blocks if isinstance(block, anywire.MessagesToolUseBlock))
    request["messages"] += [
        {"role": "assistant", "content": [call.to_dict()]},
        {"role": "user", "content": [{"type": "tool_result", "tool_use_id": call.id, "content": "21 degrees"}]},
    ]
    reply = messages.create_message(anywire.MessagesRequest.from_dict(request), anthropic_version="2023-06-01")
    # end
    same(call.input, {"city": "Paris"})
    same([type(block).__name__ for block in blocks], ["MessagesReplyText", "dict", "MessagesToolUseBlock"])
    same(blocks[1]["strength"], 3)
    same(reply.content[0].actual_instance.text, 'The tool said "21 degrees"')


def message_streamed():
    request = {"model": "messages", "max_tokens": 20, "stream": True, "messages": [{"role": "user", "content": "Hi"}]}
    response = anywire.MessagesApi(client).create_message_without_preload_content(
        anywire.MessagesRequest.from_dict(request), anthropic_version="2023-06-01"
    )
    kinds, text = [], ""
    for data in events(response):
        event = anywire.MessagesStreamEvent.from_json(data).actual_instance
        kinds.append(type(event).__name__)
        if isinstance(event, anywire.MessagesContentBlockDelta):
            text += event.delta.actual_instance.text
    same(text, "Hello")
    same((kinds[0], kinds[-1]), ("MessagesMessageStart", "MessagesMessageStop"))


def response():
    # snippet: responses
    request = anywire.ResponsesCreateRequest(model="responses", input=anywire.ResponsesInput("Say hello."))
    reply = anywire.ResponsesApi(client).create_response(request)
    text = reply.output[0].actual_instance.content[0].actual_instance.text
    # end
    same(text, "Hello")
    same(type(reply.output[0].actual_instance).__name__, "ResponsesOutputMessage")


def response_streamed():
    request = anywire.ResponsesCreateRequest(model="responses", stream=True, input=anywire.ResponsesInput("Hi"))
    stream = anywire.ResponsesApi(client).create_response_without_preload_content(request)
    text, last = "", None
    for data in events(stream):
        last = anywire.ResponsesStreamEvent.from_json(data).actual_instance
        if isinstance(last, anywire.ResponsesTextDeltaEvent):
            text += last.delta
    same(text, "Hello")
    same(type(last).__name__, "ResponsesCompletedEvent")


def content():
    # snippet: content
    request = anywire.GeminiGenerateContentRequest.from_dict({"contents": [{"role": "user", "parts": [{"text": "Say hello."}]}]})
    reply = anywire.GenerateContentApi(client).generate_content("org/chat", request)
    text = reply.candidates[0].content.parts[0].text
    # end
    same(text, "Hello")


def content_streamed():
    request = anywire.GeminiGenerateContentRequest.from_dict({"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]})
    stream = anywire.GenerateContentApi(client).stream_generate_content_without_preload_content("gemini", request, alt="sse")
    chunks = [anywire.GeminiGenerateContentResponse.from_json(data) for data in events(stream)]
    same("".join(chunk.candidates[0].content.parts[0].text for chunk in chunks), "Hello")


def embeddings():
    # snippet: embeddings
    request = anywire.EmbeddingRequest(model="embed", input=anywire.EmbeddingInput(["one", "two"]))
    vectors = anywire.EmbeddingsApi(client).create_embedding(request)
    # end
    same([item.embedding.actual_instance for item in vectors.data], [[0.5, -0.25, 0], [0.5, -0.25, 1]])


def rerank():
    # snippet: rerank
    request = anywire.RerankRequest(
        model="rank", query="Which one?", documents=[anywire.RerankDocument("first"), anywire.RerankDocument("second")]
    )
    ranking = anywire.RerankApi(client).create_rerank(request)
    # end
    same([(result.index, result.relevance_score) for result in ranking.results], [(1, 0.2), (0, 0.1)])


def transcription():
    # snippet: transcription
    transcript = anywire.AudioApi(client).create_transcription(model="hear", file=("call.wav", b"RIFF...."))
    # end
    same(transcript.text, "up heard call.wav, 8 bytes")


def image_edit():
    # snippet: image
    picture = bytes(range(256))
    edited = anywire.ImagesApi(client).create_image_edit(model="paint", prompt="Make it blue.", image=[("a.png", picture)])
    # end
    import base64

    same(base64.b64decode(edited.data[0].b64_json), picture)


def speech():
    # snippet: speech
    request = anywire.AudioSpeechRequest(model="speak", input="Hello", voice=anywire.AudioVoice("alloy"))
    audio = anywire.AudioApi(client).create_speech(request)
    # end
    same(bytes(audio), bytes(range(256)) * 4)


def models():
    listed = anywire.ModelsApi(client).list_models()
    assert "chat" in [model.id for model in listed.data]


def errors():
    request = anywire.ChatCompletionRequest.from_dict({"model": "none", "messages": [{"role": "user", "content": "Hi"}]})
    # snippet: errors
    try:
        anywire.ChatCompletionsApi(client).create_chat_completion(request)
    except anywire.exceptions.NotFoundException as error:
        print(error.status, error.data.error.message)
    # end
    refused(404, "ChatErrorResponse", lambda: anywire.ChatCompletionsApi(client).create_chat_completion(request))
    stranger = anywire.ApiClient(anywire.Configuration(host=configuration.host, access_token="wrong"))
    refused(401, "ChatErrorResponse", lambda: anywire.ChatCompletionsApi(stranger).create_chat_completion(request))
    wrong = anywire.MessagesRequest.from_dict({"model": "messages", "max_tokens": 0, "messages": [{"role": "user", "content": "Hi"}]})
    refused(400, "MessagesErrorResponse", lambda: anywire.MessagesApi(client).create_message(wrong, anthropic_version="2023-06-01"))
    empty = anywire.GeminiGenerateContentRequest.from_dict({"contents": [{"parts": [{"text": "Hi"}]}]})
    refused(404, "GeminiErrorReply", lambda: anywire.GenerateContentApi(client).generate_content("none", empty))
    input_text = anywire.ResponsesCreateRequest(model="none", input=anywire.ResponsesInput("Hi"))
    refused(404, "ResponsesErrorReply", lambda: anywire.ResponsesApi(client).create_response(input_text))


def refused(status, kind, call):
    try:
        call()
    except anywire.ApiException as error:
        same((error.status, type(error.data).__name__), (status, kind))
    else:
        raise AssertionError(f"{status} expected")


def examples():
    """Every example of the contract is read into its type; nothing of it is lost when it is written."""
    for example in json.load(open(os.environ["ANYWIRE_EXAMPLES"], encoding="utf-8")):
        model = getattr(anywire, example["schema"])
        read = model.from_dict(example["value"])
        written = client.sanitize_for_serialization(read)
        assert holds(written, example["value"]), f"{written!r} is not {example['value']!r}"
        assert "actual_instance={" not in repr(read), f"a known tag was taken for an unknown one: {read!r}"


def holds(written, value):
    """Whether all of the value was written; the tag of a kind that may be left out is added."""
    if isinstance(value, dict):
        return all(member is None or (name in written and holds(written[name], member)) for name, member in value.items())
    if isinstance(value, list):
        return len(written) == len(value) and all(map(holds, written, value))
    return written == value


def same(found, expected):
    assert found == expected, f"{found!r} is not {expected!r}"


passed = failed = 0
for check in [
    chat, chat_from_json, chat_streamed, message_with_tool, message_streamed, response, response_streamed, content, content_streamed,
    embeddings, rerank, transcription, image_edit, speech, models, errors, examples,
]:  # fmt: skip
    try:
        check()
        passed += 1
    except Exception as problem:
        failed += 1
        print(f"FAILED {check.__name__}: {type(problem).__name__}: {problem}")
print(f"{passed} passed, {failed} failed")
sys.exit(1 if failed else 0)
