"""What the generated operations send their requests with: the transport of the client, with its retries and errors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, Union

import httpx

from .._request import DEFAULT_RETRIES, DEFAULT_TIMEOUT, Call, RequestOptions, Settings
from .._transport import Transport
from .configuration import Configuration

# api_client.py raises it by this module's name.
from .exceptions import ApiException as ApiException

RESTResponseType = httpx.Response


class RESTResponse:
    """A reply. Its body is read when it is needed."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.status = response.status_code
        self.reason = response.reason_phrase
        self.headers = response.headers
        self.data: bytes | None = None

    def read(self) -> bytes:
        if self.data is None:
            self.data = self.response.read()
            self.response.close()
        return self.data

    def getheader(self, name: str, default: str | None = None) -> str | None:
        value: str | None = self.headers.get(name, default)
        return value

    def getheaders(self) -> httpx.Headers:
        return self.headers


Timeout = Union[float, "tuple[float, float]", None]


class RESTClientObject:
    def __init__(self, source: Transport | Configuration) -> None:
        if isinstance(source, Transport):
            self._transport = source
        else:
            self._transport = Transport(Settings(source.host, {}, DEFAULT_TIMEOUT, DEFAULT_RETRIES), httpx.Client())

    def request(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str] | None = None,
        body: object = None,
        post_params: Iterable[tuple[str, Any]] | None = None,
        _request_timeout: Timeout = None,
    ) -> RESTResponse:
        sent = dict(headers or {})
        files = [(name, _part(value)) for name, value in post_params or []] or None
        if files is not None:
            # httpx writes the type of a form itself, with its boundary.
            sent.pop("Content-Type", None)
        options: RequestOptions = {}
        if _request_timeout is not None:
            options["timeout"] = _request_timeout[1] if isinstance(_request_timeout, tuple) else _request_timeout
        content = None if body is None else body if isinstance(body, bytes) else json.dumps(body).encode()
        return RESTResponse(self._transport.open(Call(method, url, sent, content, files), options))


def _part(value: object) -> tuple[str | None, bytes | str, str | None]:
    if isinstance(value, tuple):
        name, content, kind = value
        return name, content, kind
    return None, json.dumps(value) if isinstance(value, (dict, list)) else _plain(value), None


def _plain(value: object) -> bytes | str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, (bytes, str)) else str(value)
