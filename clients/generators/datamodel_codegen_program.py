import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from datamodel_codegen_made import ChatCompletion, MessagesStreamEvent

message = {"role": "assistant", "content": "Hello", "tool_calls": None}
choice = {"index": 0, "finish_reason": "stop", "logprobs": None, "message": message}
reply = ChatCompletion.model_validate({"id": "1", "object": "chat.completion", "created": 1, "model": "chat", "choices": [choice], "usage": None})
assert reply.choices[0].message is not None

event = MessagesStreamEvent.model_validate({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "Hello"}})
assert type(event.root).__name__ == "MessagesContentBlockDelta", event
