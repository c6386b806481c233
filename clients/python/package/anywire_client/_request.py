"""One request, as it is sent."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, TypedDict, Union

if TYPE_CHECKING:
    import httpx

DEFAULT_TIMEOUT = 600.0
DEFAULT_RETRIES = 2


class RequestOptions(TypedDict, total=False):
    """What each method takes beside its request.

    timeout: the longest silence in seconds. retries: how often it is sent again after it failed. idempotency_key: the same request with the
    same key is answered once for 24 hours.
    """

    timeout: float
    retries: int
    headers: Mapping[str, str]
    idempotency_key: str


class Written(Protocol):
    """A model of the contract."""

    def to_dict(self) -> object: ...


#: A request in plain values, or a model of the contract.
Members = Union[Mapping[str, object], Written]


@dataclass(frozen=True)
class Call:
    method: str
    #: Behind the base address, or a whole address.
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    content: bytes | None = None
    #: A form: texts, and files as name, bytes and type.
    files: list[tuple[str, tuple[str | None, bytes | str, str | None]]] | None = None


@dataclass(frozen=True)
class Settings:
    base_url: str
    headers: Mapping[str, str]
    timeout: float
    retries: int

    @staticmethod
    def of(base_url: str, token: str | None, timeout: float, retries: int, headers: Mapping[str, str] | None) -> Settings:
        # Here, and not where httpx refuses it: its message would tell the token.
        if token is not None and not (token.isascii() and token.isprintable()):
            raise ValueError("the token has characters that a header cannot carry")
        credentials = {} if token is None else {"authorization": f"Bearer {token}"}
        return Settings(base_url.rstrip("/"), {**credentials, **(headers or {})}, timeout, retries)

    def retries_of(self, options: RequestOptions) -> int:
        return options.get("retries", self.retries)

    def build(self, client: httpx.Client | httpx.AsyncClient, call: Call, options: RequestOptions) -> httpx.Request:
        key = {"idempotency-key": options["idempotency_key"]} if "idempotency_key" in options else {}
        return client.build_request(
            call.method,
            call.path if call.path.startswith("http") else self.base_url + call.path,
            headers={**self.headers, **call.headers, **key, **options.get("headers", {})},
            content=call.content,
            files=call.files,
            timeout=options.get("timeout", self.timeout),
        )


def posted(path: str, request: Members, headers: Mapping[str, str] | None = None, **more: object) -> Call:
    members = request if isinstance(request, Mapping) else request.to_dict()
    assert isinstance(members, Mapping)
    body = json.dumps({**members, **more}, default=_plain)
    return Call("POST", path, {"content-type": "application/json", **(headers or {})}, body.encode())


def _plain(value: object) -> object:
    """A model inside a request of plain values."""
    to_dict = getattr(value, "to_dict", None)
    if to_dict is None:
        raise TypeError(f"{type(value).__name__} is not JSON")
    return to_dict()
