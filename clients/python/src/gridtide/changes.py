"""The log of changes as an endless sequence: it waits for what comes, and outlives a server that is away."""

from __future__ import annotations

import time
from typing import Any, Callable, Iterator, Mapping

from .errors import ApiError, ConnectionFailed
from .transport import Transport

WAIT_SECONDS = 30
#: The answer takes longer than the wait; the usual limit of a program may be shorter.
TIMEOUT_SECONDS = 60.0
PAGE = 500
#: Pauses after one refusal, two, three …; the last one repeats.
PAUSES_SECONDS = (1.0, 2.0, 5.0, 10.0, 30.0)


def follow(
    transport: Transport,
    after: str | None,
    query: Mapping[str, Any],
    sleep: Callable[[float], None] = time.sleep,
) -> Iterator[dict[str, Any]]:
    """Yields each change once and in order. What waiting does not mend is raised."""
    cursor = after
    failures = 0
    while True:
        # The first answer without a cursor has the end of the log, and nothing to wait for.
        wait = None if cursor is None else WAIT_SECONDS
        asked = {**query, "after": cursor, "limit": PAGE, "wait": wait}
        try:
            answer = transport.send("GET", "/api/v1/changes", asked, timeout=TIMEOUT_SECONDS)
        except (ApiError, ConnectionFailed) as error:
            sleep(_pause_after(error, failures))
            failures += 1
            continue
        failures = 0
        page = answer.json()
        yield from page["events"]
        cursor = page["next"]


def _pause_after(error: ApiError | ConnectionFailed, failures: int) -> float:
    usual = PAUSES_SECONDS[min(failures, len(PAUSES_SECONDS) - 1)]
    if isinstance(error, ConnectionFailed):
        return usual
    if error.status == 429 or error.status >= 500:
        return usual if error.retry_after is None else error.retry_after
    raise error
