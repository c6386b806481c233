"""What schemathesis does not know of the gateway: names of models that exist, and how the events of a stream are checked."""

import hashlib
import json
import os

import jsonschema_rs
import schemathesis

CHAT = ["m-openai", "m-responses", "m-anthropic", "m-gemini"]
ROUNDS = 8

with open(os.environ["ANYWIRE_FUZZ_DOCUMENT"], encoding="utf-8") as file:
    DOCUMENT = json.load(file)
with open(os.environ["ANYWIRE_FUZZ_EVENTS"], encoding="utf-8") as file:
    EVENTS = json.load(file)
VALIDATORS = {
    operation: jsonschema_rs.validator_for({"$ref": reference, "components": DOCUMENT["components"]})
    for operation, reference in EVENTS.items()
}


def chosen(path, value):
    """The same request always asks the same model; some keep the name that was made up. The mock answers media in one style."""
    digest = hashlib.sha256(json.dumps(value, sort_keys=True, default=str).encode()).digest()
    if digest[0] % ROUNDS == 0:
        return None
    if "mbedContent" in path:
        return "m-gemini"
    chat = path.startswith(("/v1/chat", "/v1/messages", "/v1/responses", "/v1beta/models", "/v1/models"))
    return CHAT[digest[1] % len(CHAT)] if chat else "m-openai"


@schemathesis.hook
def before_call(context, case, kwargs):
    """Models by path, and models by body, in every phase."""
    parameters = case.path_parameters
    if isinstance(parameters, dict) and isinstance(parameters.get("model"), str):
        parameters["model"] = chosen(case.operation.path, case.body) or parameters["model"]
    if isinstance(case.body, dict) and isinstance(case.body.get("model"), str):
        case.body["model"] = chosen(case.operation.path, case.body) or case.body["model"]


@schemathesis.check
def stream_events_conformance(context, response, case):
    """Each event of a stream is as its schema says."""
    types = response.headers.get("content-type") or [""]
    if not types[0].startswith("text/event-stream"):
        return
    operation = case.operation.definition.raw.get("operationId")
    for frame in response.text.replace("\r\n", "\n").split("\n\n"):
        data = "\n".join(line[5:].removeprefix(" ") for line in frame.split("\n") if line.startswith("data:"))
        if data in ("", "[DONE]"):
            continue
        error = next(VALIDATORS[operation].iter_errors(json.loads(data)), None)
        if error is not None:
            raise AssertionError(f"event {data[:300]}: {str(error)[:300]}")
