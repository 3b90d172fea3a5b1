"""A series or a slice as columns, and its ways into pandas and polars."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence

if TYPE_CHECKING:
    import pandas
    import polars

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

#: Columns whose wire form is seconds since 1970 UTC, besides ``times``.
TIMES = {"analyzedTimes": "issued", "recordedAts": "recorded"}
#: Names of the other columns, as a frame has them.
NAMES = {
    "values": "value",
    "counts": "count",
    "expected": "expected",
    "sources": "source",
    "leadHours": "lead_hours",
    "actuals": "actual",
    "errors": "error",
}
#: Lists that are no columns.
NOT_COLUMNS = ("incomplete", "origins")


@dataclass(frozen=True)
class Columns:
    """What the server answered: equally long columns, and what it says of the whole."""

    #: Seconds since 1970 UTC, ascending: the starts of the intervals.
    times: Sequence[int]
    #: The other columns by their names in a frame; None is a gap.
    columns: Mapping[str, Sequence[Any]]
    #: The other fields, such as ``unit``, ``resolution``, ``lastObserved``.
    head: Mapping[str, Any] = field(default_factory=dict)

    @property
    def values(self) -> Sequence[float | None]:
        return self.columns["value"]

    def __len__(self) -> int:
        return len(self.times)

    def __iter__(self) -> Iterator[tuple[datetime, float | None]]:
        """Times in UTC, each with its value."""
        for seconds, value in zip(self.times, self.values):
            yield EPOCH + timedelta(seconds=seconds), value

    def to_series(self, tz: str = "UTC") -> pandas.Series:
        """The values as a pandas Series with a time index in a zone."""
        from . import frames

        return frames.to_series(self, tz)

    def to_frame(self, tz: str = "UTC") -> pandas.DataFrame:
        """All columns as a pandas DataFrame with a time index in a zone."""
        from . import frames

        return frames.to_frame(self, tz)

    def to_polars(self, tz: str = "UTC") -> polars.DataFrame:
        """All columns as a polars DataFrame; its first column is ``time``."""
        from . import frames

        return frames.to_polars(self, tz)


def columns_of(answer: Mapping[str, Any]) -> Columns:
    """The columns of an answer with ``format=columns``."""
    columns: dict[str, Sequence[Any]] = {}
    head: dict[str, Any] = {}
    for name, value in answer.items():
        if name == "times":
            continue
        if isinstance(value, list) and name not in NOT_COLUMNS:
            columns[NAMES.get(name) or TIMES.get(name) or name] = value
        else:
            head[name] = value
    return Columns(answer["times"], columns, head)


def join(parts: Sequence[Columns]) -> Columns:
    """Parts of one span in order, as one."""
    if len(parts) == 1:
        return parts[0]
    first = parts[0]
    head = {**first.head, "to": parts[-1].head.get("to")}
    if "incomplete" in head:
        head["incomplete"] = [one for part in parts for one in part.head["incomplete"]]
        head["incompleteCount"] = sum(part.head["incompleteCount"] for part in parts)
    if "origins" in head:
        head["origins"] = _join_origins(parts)
    if "decimals" in head:
        decimals = [part.head["decimals"] for part in parts]
        head["decimals"] = None if None in decimals else max(decimals)
    names = first.columns
    columns = {name: [one for part in parts for one in part.columns[name]] for name in names}
    return Columns([time for part in parts for time in part.times], columns, head)


def _join_origins(parts: Sequence[Columns]) -> list[dict[str, Any]]:
    """Stretches count their points from the first part on; two that meet and are alike become one."""
    joined: list[dict[str, Any]] = []
    offset = 0
    for part in parts:
        for stretch in part.head["origins"]:
            last = joined[-1] if joined else {}
            if (last.get("kind"), last.get("run", "")) == (stretch["kind"], stretch["run"]):
                continue
            joined.append({**stretch, "first": stretch["first"] + offset})
        offset += len(part)
    return joined
