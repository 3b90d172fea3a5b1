"""Answers by address with their ETags, up to a number of bytes: an unchanged answer is not sent again."""

from __future__ import annotations

import threading
from collections import OrderedDict

import requests


class KeptAnswers:
    def __init__(self, most_bytes: int) -> None:
        self._most_bytes = most_bytes
        #: The one that was used last is the last.
        self._answers: OrderedDict[str, requests.Response] = OrderedDict()
        self._bytes = 0
        self._lock = threading.Lock()

    def find(self, key: str) -> requests.Response | None:
        with self._lock:
            if key in self._answers:
                self._answers.move_to_end(key)
            return self._answers.get(key)

    def keep(self, key: str, answer: requests.Response) -> None:
        """Keeps an answer that has an ETag. The ones that were not used for longest make room."""
        with self._lock:
            dropped = self._answers.pop(key, None)
            self._bytes -= 0 if dropped is None else len(dropped.content)
            if "etag" not in answer.headers or len(answer.content) > self._most_bytes:
                return
            self._answers[key] = answer
            self._bytes += len(answer.content)
            while self._bytes > self._most_bytes:
                _, oldest = self._answers.popitem(last=False)
                self._bytes -= len(oldest.content)
