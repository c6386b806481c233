import openapi_client as anywire

message = {"role": "assistant", "content": "Hello", "tool_calls": None}
choice = {"index": 0, "finish_reason": "stop", "logprobs": None, "message": message}
reply = anywire.ChatCompletion.from_dict({"id": "1", "object": "chat.completion", "created": 1, "model": "chat", "choices": [choice]})
assert reply is not None and reply.choices[0].message.content.actual_instance == "Hello"
assert anywire.ChatCompletionRequest(model="chat", messages=[]).to_dict() == {"model": "chat", "messages": []}
