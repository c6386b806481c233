"""Server-sent events."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from ._errors import ConnectionFailed

#: Characters of one event: pictures come as text.
LONGEST_EVENT = 64 * 1024 * 1024

_LINE_END = re.compile(r"\r\n|\n|\r(?!\Z)")


class FrameReader:
    """Cuts the bytes of a stream, as they come, into the data of each event."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest: list[str] = []
        self._data: list[str] = []
        self._length = 0

    def push(self, piece: bytes) -> Iterator[str]:
        text = self._decoder.decode(piece)
        self._length += len(text)
        if self._length > LONGEST_EVENT:
            raise ConnectionFailed("an event of the stream is too long")
        self._rest.append(text)
        if "\n" not in text and "\r" not in text:
            return
        *lines, rest = _LINE_END.split("".join(self._rest))
        self._rest = [rest]
        for line in lines:
            if line == "" and self._data:
                yield "\n".join(self._data)
                self._data = []
                self._length = len(rest)
            elif line.startswith("data:"):
                self._data.append(line[6:] if line.startswith("data: ") else line[5:])
