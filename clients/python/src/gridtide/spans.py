"""Spans: how moments are written, and how a span that is too long for one answer is cut and joined again.

A span is cut at a day of the market's calendar, so that no period of a resolution is cut. Days are named as dates,
which the server reads in the market's time zone: the client needs to know no zone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta, timezone
from typing import Any, Callable, Mapping, TypeVar

from .errors import ApiError

#: A keyword such as ``today-7``, a date, or an instant. A datetime without a zone is market time.
Moment = str | date | datetime

T = TypeVar("T")
DAY = timedelta(days=1)


def moment_text(moment: Moment | None) -> str | None:
    """The moment as the server reads it."""
    if moment is None or isinstance(moment, str):
        return moment
    if not isinstance(moment, datetime):
        return moment.isoformat()
    if moment.tzinfo is None:
        return moment.isoformat(timespec="milliseconds")
    utc = moment.astimezone(timezone.utc).replace(tzinfo=None)
    return utc.isoformat(timespec="milliseconds") + "Z"


@dataclass(frozen=True)
class Span:
    """A span as the server takes it; ``first`` and ``last`` are about when it begins and ends, in UTC."""

    start: str | None
    end: str | None
    first: datetime
    last: datetime


def halve(span: Span, resolution: str) -> tuple[Span, Span] | None:
    """Both halves; None if the span has no day inside at which it can be cut."""
    middle = _period_start(span.first + (span.last - span.first) / 2, resolution)
    # The market's midnight is at most a day from that of UTC.
    if middle < span.first + DAY or middle > span.last - DAY:
        return None
    left = replace(span, end=(middle - DAY).date().isoformat(), last=middle)
    return left, replace(span, start=middle.date().isoformat(), first=middle)


def _period_start(time: datetime, resolution: str) -> datetime:
    """The first midnight of the period that a time lies in. Blocks and finer values go by days."""
    day = time.replace(hour=0, minute=0, second=0, microsecond=0)
    match resolution.strip().lower():
        case "week":
            return day - day.weekday() * DAY
        case "month":
            return day.replace(day=1)
        case "quarter":
            return day.replace(month=day.month - (day.month - 1) % 3, day=1)
        case "year":
            return day.replace(month=1, day=1)
        case _:
            return day


def is_too_long(error: ApiError) -> bool:
    return error.code == "too_many_points"


def read_span(
    query: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], T],
    read_ends: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    now: Callable[[], str],
) -> list[T]:
    """Reads a span at once, or in parts, all of them as of one instant."""
    try:
        return [read(query)]
    except ApiError as error:
        if not is_too_long(error):
            raise
        query = {**query, "asOf": query.get("asOf") or now()}
        ends = read_ends({**query, "resolution": "year"})
        if not ends["from"] or not ends["to"]:
            raise
        span = Span(query.get("from"), query.get("to"), utc(ends["from"]), utc(ends["to"]))
        halves = halve(span, query.get("resolution") or "")
        if halves is None:
            raise
    return [part for half in halves for part in _read_part(query, half, read)]


def _read_part(
    query: Mapping[str, Any], span: Span, read: Callable[[Mapping[str, Any]], T]
) -> list[T]:
    try:
        return [read({**query, "from": span.start, "to": span.end})]
    except ApiError as error:
        halves = halve(span, query.get("resolution") or "") if is_too_long(error) else None
        if halves is None:
            raise
    return [part for half in halves for part in _read_part(query, half, read)]


def utc(text: str) -> datetime:
    """An instant as the server writes it. Python 3.10 does not read the Z."""
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
