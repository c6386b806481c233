"""Sends requests, again where that may help; httpx's errors become ours."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from ._errors import AnywireError, ConnectionFailed, TimedOut, status_error
from ._request import Call, RequestOptions, Settings
from ._retry import pause_after


@contextmanager
def translated() -> Iterator[None]:
    try:
        yield
    except httpx.TimeoutException as error:
        raise TimedOut(str(error) or "nothing came in time") from error
    except httpx.TransportError as error:
        raise ConnectionFailed(str(error) or type(error).__name__) from error


class Transport:
    def __init__(self, settings: Settings, client: httpx.Client) -> None:
        self.settings = settings
        self.client = client

    def open(self, call: Call, options: RequestOptions) -> httpx.Response:
        """The reply with its body unread; one with an error status is raised."""
        retries = self.settings.retries_of(options)
        tries = 1
        while True:
            try:
                return self._try(call, options)
            except AnywireError as failure:
                pause = pause_after(failure, tries) if tries <= retries else None
                if pause is None:
                    raise
            time.sleep(pause)
            tries += 1

    def read(self, call: Call, options: RequestOptions) -> httpx.Response:
        """The reply with its body."""
        response = self.open(call, options)
        try:
            with translated():
                response.read()
        finally:
            response.close()
        return response

    def _try(self, call: Call, options: RequestOptions) -> httpx.Response:
        with translated():
            response = self.client.send(self.settings.build(self.client, call, options), stream=True)
            if response.is_success:
                return response
            try:
                response.read()
            finally:
                response.close()
        raise status_error(response)


class AsyncTransport:
    def __init__(self, settings: Settings, client: httpx.AsyncClient) -> None:
        self.settings = settings
        self.client = client

    async def open(self, call: Call, options: RequestOptions) -> httpx.Response:
        """The reply with its body unread; one with an error status is raised."""
        retries = self.settings.retries_of(options)
        tries = 1
        while True:
            try:
                return await self._try(call, options)
            except AnywireError as failure:
                pause = pause_after(failure, tries) if tries <= retries else None
                if pause is None:
                    raise
            await asyncio.sleep(pause)
            tries += 1

    async def read(self, call: Call, options: RequestOptions) -> httpx.Response:
        """The reply with its body."""
        response = await self.open(call, options)
        try:
            with translated():
                await response.aread()
        finally:
            await response.aclose()
        return response

    async def _try(self, call: Call, options: RequestOptions) -> httpx.Response:
        with translated():
            response = await self.client.send(self.settings.build(self.client, call, options), stream=True)
            if response.is_success:
                return response
            try:
                await response.aread()
            finally:
                await response.aclose()
        raise status_error(response)
