import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from openapi_python_client_made.models import ChatCompletion, ChatCompletionRequest, ChatUserMessage, ChatUserMessageRole

request = ChatCompletionRequest(model="chat", messages=[ChatUserMessage(role=ChatUserMessageRole.USER, content="Say hello.")])
assert request.to_dict() == {"model": "chat", "messages": [{"role": "user", "content": "Say hello."}]}, request.to_dict()

message = {"role": "assistant", "content": "Hello", "tool_calls": None}
choice = {"index": 0, "finish_reason": "stop", "logprobs": None, "message": message}
reply = ChatCompletion.from_dict({"id": "1", "object": "chat.completion", "created": 1, "model": "chat", "choices": [choice], "usage": None})
assert reply.to_dict()["choices"][0]["message"]["content"] == "Hello"


def stream() -> None:
    # snippet: stream
    import json
    from openapi_python_client_made import AuthenticatedClient
    from openapi_python_client_made.models import ChatCompletionChunk

    client = AuthenticatedClient(base_url="http://127.0.0.1:8787", token="sk-your-token")
    question = {"model": "chat", "stream": True, "messages": [{"role": "user", "content": "Say hello."}]}
    with client.get_httpx_client().stream("POST", "/v1/chat/completions", json=question) as reply:
        reply.raise_for_status()
        for line in reply.iter_lines():
            if line.startswith("data: {"):
                chunk = ChatCompletionChunk.from_dict(json.loads(line.removeprefix("data: ")))
                for choice in chunk.choices:
                    if choice.delta:
                        print(choice.delta.content or "", end="")
    # end
