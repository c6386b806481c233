"""When a request is sent again."""

from __future__ import annotations

import random
import time
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

from ._errors import AnywireError, ConnectionFailed, StatusError

if TYPE_CHECKING:
    import httpx

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0
#: A client that has to wait for longer is told so instead.
LONGEST_RETRY_AFTER = 60.0


def pause_after(failure: AnywireError, tries: int) -> float | None:
    """Seconds until the next try after this failure of try number `tries`, from 1; None where another one does not help."""
    asked = retry_after(failure.headers) if isinstance(failure, StatusError) else None
    if not _may_pass(failure, asked):
        return None
    if asked is not None:
        return asked if asked <= LONGEST_RETRY_AFTER else None
    return min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** (tries - 1)) * random.uniform(0.5, 1)


def _may_pass(failure: AnywireError, asked: float | None) -> bool:
    if not isinstance(failure, StatusError):
        return isinstance(failure, ConnectionFailed)
    if failure.code == "insufficient_quota":
        return False
    # The same `Idempotency-Key` is being answered; other conflicts stay, and have no `Retry-After`.
    if failure.status == 409:
        return asked is not None
    return failure.status in (408, 429) or failure.status >= 500


def retry_after(headers: httpx.Headers) -> float | None:
    """Seconds."""
    milliseconds = _number(headers.get("retry-after-ms"))
    if milliseconds is not None:
        return milliseconds / 1000
    written = headers.get("retry-after")
    seconds = _number(written)
    if seconds is not None or written is None:
        return seconds
    try:
        return max(0.0, parsedate_to_datetime(written).timestamp() - time.time())
    except ValueError:
        return None


def _number(text: str | None) -> float | None:
    try:
        number = float(text or "")
    except ValueError:
        return None
    return number if number >= 0 else None
