"""Retries, streams and errors of the client, with and without asyncio, against a server that misbehaves as its address says."""

import asyncio
import os
import random
import time
import traceback
from collections.abc import Awaitable, Callable
from typing import Any, TypedDict, Union

import httpx
from report import report, same

from anywire_client import (
    Anywire,
    AnywireError,
    AsyncAnywire,
    BadRequest,
    Conflict,
    ConnectionFailed,
    Forbidden,
    NotFound,
    PaymentRequired,
    RateLimited,
    ServerError,
    StatusError,
    StreamFailed,
    TimedOut,
    TooLarge,
    Unauthorized,
    UnreadableReply,
    contract,
    text_of,
)

GREETING = "Grüße 👋"
TOKEN = "sk-test"
MESSAGES = [{"role": "user", "content": "Hi"}]
CHAT = {"model": "up", "messages": MESSAGES}
CONTENTS = {"contents": [{"role": "user", "parts": [{"text": "Hi"}]}]}
STYLES = ["chat", "messages", "responses", "content", "completions"]


class Visit(TypedDict):
    requests: list[int]
    closed: bool


class Scenario:
    """A server that misbehaves in one way, and what it has seen."""

    def __init__(self, name: str) -> None:
        self.base_url = f"{os.environ['ANYWIRE_SCRIPTED']}/{name}/python-{random.random()}"

    def visit(self) -> Visit:
        visit: Visit = httpx.get(f"{self.base_url}/visit").json()
        return visit

    def client(self, **settings: Any) -> Anywire:
        return Anywire(self.base_url, TOKEN, **settings)

    def async_client(self, **settings: Any) -> AsyncAnywire:
        return AsyncAnywire(self.base_url, TOKEN, **settings)

    def sent(self, times: int) -> None:
        same(len(self.visit()["requests"]), times)

    def waited(self, milliseconds: int) -> None:
        first, second = self.visit()["requests"]
        assert second - first >= milliseconds, f"it waited {second - first} ms"

    def is_closed(self) -> None:
        for _ in range(100):
            if self.visit()["closed"]:
                return
            time.sleep(0.02)
        raise AssertionError("the connection is open")


Client = Union[Anywire, AsyncAnywire]


def created(client: Client, style: str = "chat", **options: Any) -> Any:
    if style == "messages":
        return client.messages.create({**CHAT, "max_tokens": 20}, **options)
    if style == "responses":
        return client.responses.create({"model": "up", "input": "Hi"}, **options)
    if style == "content":
        return client.content.generate("up", CONTENTS, **options)
    if style == "completions":
        return client.completions.create({"model": "up", "prompt": "Hi"}, **options)
    if style == "models":
        return client.models(**options)
    return client.chat_completions.create(CHAT, **options)


def streamed(client: Client, style: str = "chat", **options: Any) -> Any:
    if style == "messages":
        return client.messages.stream({**CHAT, "max_tokens": 20}, **options)
    if style == "responses":
        return client.responses.stream({"model": "up", "input": "Hi"}, **options)
    if style == "content":
        return client.content.stream("up", CONTENTS, **options)
    if style == "completions":
        return client.completions.stream({"model": "up", "prompt": "Hi"}, **options)
    return client.chat_completions.stream(CHAT, **options)


def both(name: str, style: str, run: Callable[[Any, str], Any]) -> list[tuple[Scenario, object]]:
    """What `run` gives, or raises, with each of the two clients."""

    async def with_asyncio(scenario: Scenario) -> object:
        async with scenario.async_client() as client:
            return await run(client, style)

    results: list[tuple[Scenario, object]] = []
    for call in (lambda scenario: run(scenario.client(), style), lambda scenario: asyncio.run(with_asyncio(scenario))):
        scenario = Scenario(name)
        try:
            results.append((scenario, call(scenario)))
        except Exception as problem:
            results.append((scenario, problem))
    return results


def all_text(client: Client, style: str) -> Any:
    stream = streamed(client, style)
    if isinstance(client, Anywire):
        return stream.text()

    async def text() -> object:
        return await (await stream).text()

    return text()


def retries_after_the_time_asked_for() -> None:
    for scenario, completion in both("busy", "chat", created):
        assert isinstance(completion, contract.ChatCompletion), completion
        same(text_of(completion), GREETING)
        scenario.waited(290)
    for scenario, _ in both("busy-a-second", "messages", created):
        scenario.waited(990)


def retries_before_a_stream() -> None:
    for _, text in both("busy", "chat", all_text):
        same(text, GREETING)


def retries_generated_operations() -> None:
    scenario = Scenario("busy")
    scenario.client().operations(contract.ModelsApi).list_models_without_preload_content()
    scenario.waited(290)


def a_wrong_time_of_a_generated_operation_is_refused() -> None:
    try:
        contract.ApiClient().deserialize('"soon"', "datetime", "application/json")
    except contract.ApiException as problem:
        assert "soon" in str(problem)
    else:
        raise AssertionError("it was taken for a time")


def retries_connections() -> None:
    for scenario, completion in both("dropped", "chat", created):
        assert isinstance(completion, contract.ChatCompletion), completion
        scenario.sent(2)


def gives_up() -> None:
    for scenario, problem in both("down", "chat", created):
        assert isinstance(problem, ServerError), problem
        scenario.sent(3)
    scenario = Scenario("down")
    try:
        created(scenario.client(), retries=0)
    except ServerError:
        scenario.sent(1)


def does_not_retry_in_vain() -> None:
    for name, kind in (("busy-for-an-hour", RateLimited), ("quota-spent", RateLimited), ("refused", BadRequest)):
        for scenario, problem in both(name, "chat", created):
            assert isinstance(problem, kind), problem
            scenario.sent(1)


def describes_errors() -> None:
    kinds = ["ChatErrorResponse", "MessagesErrorResponse", "ResponsesErrorReply", "GeminiErrorReply", "MediaErrorReply", "ModelsOpenAIErrorResponse"]
    for style, kind in zip([*STYLES, "models"], kinds):
        for _, error in both("refused", style, created):
            assert isinstance(error, StatusError), error
            facts = (error.status, error.code, str(error), error.request_id, type(error.body).__name__)
            same(facts, (400, "invalid_request", "400: Scripted: invalid_request.", "req_scripted", kind))
    for _, error in both("page", "chat", created):
        assert isinstance(error, ServerError)
        same((error.status, error.body), (502, None))


def each_status_has_its_type() -> None:
    kinds = {
        400: BadRequest,
        401: Unauthorized,
        402: PaymentRequired,
        403: Forbidden,
        404: NotFound,
        409: Conflict,
        413: TooLarge,
        418: StatusError,
        429: RateLimited,
        500: ServerError,
        503: ServerError,
    }
    for status, kind in kinds.items():
        try:
            created(Scenario(f"status-{status}").client(), retries=0)
        except StatusError as error:
            same((error.status, type(error)), (status, kind))
            continue
        raise AssertionError(f"{status} did not fail")


def reads_events_as_they_come() -> None:
    for style in STYLES:
        scenario = Scenario("held")
        text = ""
        for event in streamed(scenario.client(timeout=5), style):
            scenario.visit()
            text += text_of(event)
        same(text, GREETING)

        async def read(scenario: Scenario, style: str) -> str:
            parts = []
            async with scenario.async_client(timeout=5) as client:
                async for event in await streamed(client, style):
                    await asyncio.to_thread(scenario.visit)
                    parts.append(text_of(event))
            return "".join(parts)

        same(asyncio.run(read(Scenario("held"), style)), GREETING)


def reads_awkward_streams() -> None:
    for style in STYLES:
        for _, text in both("awkward", style, all_text):
            same(text, GREETING)


def cut_streams_fail() -> None:
    for style in STYLES:
        for scenario, problem in both("cut", style, all_text):
            assert isinstance(problem, ConnectionFailed), problem
            scenario.sent(1)
        for _, problem in both("short", style, all_text):
            assert style == "content" or isinstance(problem, ConnectionFailed), problem


def error_events_are_raised() -> None:
    for style in STYLES:
        for _, problem in both("broken", style, all_text):
            assert isinstance(problem, StreamFailed), problem
            same((problem.code, problem.request_id), ("server_error", "req_scripted"))
            assert str(problem) != "the stream failed"


def leaving_a_loop_closes_the_connection() -> None:
    for style in STYLES:
        scenario = Scenario("endless")
        client = scenario.client()
        for _ in streamed(client, style):
            break
        scenario.is_closed()

        async def leave(scenario: Scenario, style: str) -> None:
            async with scenario.async_client() as client:
                async with await streamed(client, style) as stream:
                    async for _ in stream:
                        break
                await asyncio.to_thread(scenario.is_closed)

        asyncio.run(leave(Scenario("endless"), style))


def closing_closes_the_connection() -> None:
    scenario = Scenario("endless")
    client = scenario.client()
    client.chat_completions.stream(CHAT).close()
    scenario.is_closed()


def silence_times_out() -> None:
    waits: list[Callable[[], object]] = [
        lambda: created(Scenario("silent").client(timeout=0.1, retries=0)),
        lambda: streamed(Scenario("stalled").client(), timeout=0.1).text(),
    ]
    for wait in waits:
        try:
            wait()
        except TimedOut:
            continue
        raise AssertionError("it did not time out")


def cancelling_ends_a_request() -> None:
    scenario = Scenario("endless")

    async def cancelled() -> None:
        async with scenario.async_client() as client:
            reading: Awaitable[str] = (await client.chat_completions.stream(CHAT)).text()
            try:
                await asyncio.wait_for(reading, 0.1)
            except asyncio.TimeoutError:
                await asyncio.to_thread(scenario.is_closed)

    asyncio.run(cancelled())


def refuses_strange_replies() -> None:
    for name, style, told in (("strange", "chat", "says: id, "), ("garbled", "chat", "not JSON")):
        for _, problem in both(name, style, created):
            assert isinstance(problem, UnreadableReply), problem
            assert told in str(problem), problem
            assert "sk-reply" in str(problem.value)
            assert "sk-reply" not in "".join(traceback.format_exception(problem))
    for _, problem in both("garbled-event", "chat", all_text):
        assert isinstance(problem, UnreadableReply), problem


def errors_tell_no_secrets() -> None:
    for name in ("refused", "page", "dropped", "cut", "broken", "silent"):
        try:
            streamed(Scenario(name).client(timeout=0.15, retries=0), "messages").text()
        except AnywireError as problem:
            assert TOKEN not in "".join(traceback.format_exception(problem))
            continue
        raise AssertionError(f"{name} did not fail")
    try:
        Anywire("http://127.0.0.1", f"{TOKEN}\n")
    except ValueError as problem:
        assert TOKEN not in "".join(traceback.format_exception(problem))
    else:
        raise AssertionError("the token was taken")


report([
    retries_after_the_time_asked_for, retries_before_a_stream, retries_generated_operations,
    a_wrong_time_of_a_generated_operation_is_refused, retries_connections, gives_up,
    does_not_retry_in_vain, describes_errors, each_status_has_its_type, reads_events_as_they_come, reads_awkward_streams, cut_streams_fail, error_events_are_raised,
    leaving_a_loop_closes_the_connection, closing_closes_the_connection, silence_times_out, cancelling_ends_a_request, refuses_strange_replies,
    errors_tell_no_secrets,
])  # fmt: skip
