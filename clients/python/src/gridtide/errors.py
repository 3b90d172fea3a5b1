"""The errors that the client raises."""

from __future__ import annotations

from typing import Any, Mapping


class GridtideError(Exception):
    """The base of all of them."""


class ApiError(GridtideError):
    """The server refused: it answered with a problem document, or with something else that is no success."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None) -> None:
        super().__init__(
            problem.get("detail") or problem.get("title") or f"the server answered {status}"
        )
        self.status = status
        #: What was refused, such as ``series_unknown``; ``unknown`` if the answer was no problem document.
        self.code: str = problem.get("code", "unknown")
        #: The fields at fault, each with ``field``, ``message`` and perhaps ``allowed``.
        self.fields: list[dict[str, Any]] = problem.get("errors", [])
        self.request_id: str | None = problem.get("requestId")
        #: Seconds.
        self.retry_after = retry_after


class ConnectionFailed(GridtideError):
    """No answer came, or none that could be read."""


class TimedOut(ConnectionFailed):
    """The server did not answer in time."""
