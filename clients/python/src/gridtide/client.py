"""The client: one method for each question. What answers with a frame needs pandas; ``columns`` does not."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Iterator, Literal, Mapping, Sequence

import requests

from . import frames
from .changes import follow
from .columns import Columns, columns_of, join
from .credentials import find_key, find_url
from .errors import ApiError
from .own import OwnReads
from .reads import forecast_path, series_path
from .spans import Moment, is_too_long, moment_text, read_span
from .transport import Transport

if TYPE_CHECKING:
    import pandas

#: Before every run: the whole of each run is read.
BEGINNING = "1970-01-01T00:00:00Z"

#: The categories whose runs the forecast interface has.
CATEGORIES = ("hrprice", "hrproduction", "hrcons")

By = Literal["lead_day", "lead_hour", "hour", "block", "month", "day_type"]


class Client(OwnReads):
    """Reads from one server.

    ``url`` may also come from ``GRIDTIDE_URL``. The key comes from ``key``, ``key_file``, ``GRIDTIDE_KEY``,
    ``GRIDTIDE_KEY_FILE`` or ``~/.config/gridtide/key``, in this order. With ``username`` and ``password`` the
    client signs in instead, and again when its token has ended.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        key: str | None = None,
        key_file: str | os.PathLike[str] | None = None,
        username: str | None = None,
        password: str | None = None,
        tz: str | None = None,
        timeout: float = 60.0,
        retries: int = 4,
        longest_pause: float = 60.0,
        cache_bytes: int = 0,
        session: requests.Session | None = None,
    ) -> None:
        """``tz`` is the zone of all indexes, the market's by default."""
        super().__init__(
            Transport(
                find_url(url),
                key=find_key(key, key_file) if username is None else None,
                username=username,
                password=password,
                timeout=timeout,
                retries=retries,
                longest_pause=longest_pause,
                cache_bytes=cache_bytes,
                session=session,
            )
        )
        self._tz = tz

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.transport.close()

    @property
    def tz(self) -> str:
        """The zone of all indexes."""
        if self._tz is None:
            self._tz = str(self.about()["marketTimeZone"])
        return self._tz

    def columns(
        self,
        code: str,
        start: Moment | None = None,
        end: Moment | None = None,
        *,
        resolution: str | None = None,
        aggregation: str | None = None,
        currency: str | None = None,
        source: str | None = None,
        as_of: Moment | None = None,
        counts: bool | None = None,
        kinds: bool | None = None,
        complete: bool | None = None,
        threshold: float | None = None,
    ) -> Columns:
        """One series over a span, without pandas. A span that is too long for one answer is read in parts."""
        query = {
            **{"from": moment_text(start), "to": moment_text(end), "resolution": resolution},
            **{"aggregation": aggregation, "currency": currency, "source": source},
            **{"asOf": moment_text(as_of), "counts": counts, "kinds": kinds},
            **{"complete": complete, "threshold": threshold},
        }
        return self._span(series_path(code), query)

    def series(
        self, code: str, start: Moment | None = None, end: Moment | None = None, **options: Any
    ) -> pandas.Series:
        """One series over a span as a pandas Series; options as of ``columns``. A gap is NaN."""
        return self.columns(code, start, end, **options).to_series(self.tz)

    def frame(
        self,
        codes: str | Sequence[str],
        start: Moment | None = None,
        end: Moment | None = None,
        **options: Any,
    ) -> pandas.DataFrame:
        """Several series as columns of one frame, or one series with its counts and kinds."""
        if isinstance(codes, str):
            return self.columns(codes, start, end, **options).to_frame(self.tz)
        pd = frames.load_pandas()
        return pd.concat([self.series(code, start, end, **options) for code in codes], axis=1)

    def slice(
        self,
        code: str,
        start: Moment | None = None,
        end: Moment | None = None,
        *,
        days_ahead: int | None = None,
        hours_ahead: float | None = None,
        delivery: Moment | None = None,
        actual: bool = True,
        bands: bool = False,
        **options: Any,
    ) -> pandas.DataFrame:
        """What was forecast a given time ahead: ``value``, ``issued``, ``source``, ``actual``, ``error`` and more.

        Exactly one of ``days_ahead``, ``hours_ahead`` and ``delivery`` is given. Other options are those of the
        server: ``issuedBefore="12:00"``, ``knownBy``, ``pick``, ``source``, ``level="50,95"``, ``quantile="10,90"``,
        ``resolution``, ``asOf`` …
        """
        query = {
            **{"from": moment_text(start), "to": moment_text(end)},
            **{"daysAhead": days_ahead, "hoursAhead": hours_ahead},
            **{"delivery": moment_text(delivery), "actual": actual, "bands": bands},
            **options,
        }
        path = f"{forecast_path(code)}/sliced"
        # The ends of a delivery bound the issue times: it has no span of values to cut.
        columns = self._columns(path, query) if delivery is not None else self._span(path, query)
        return columns.to_frame(self.tz)

    def runs(
        self,
        code: str,
        issued_from: Moment | None = None,
        issued_to: Moment | None = None,
        *,
        start: Moment | None = None,
        end: Moment | None = None,
        **options: Any,
    ) -> pandas.DataFrame:
        """Forecast runs by issue time and time. Left out, ``start`` and ``end`` are the edges of each run.

        The runs of an area's price, production or consumption come many at a time, with the options of the server.
        Those of any other series come one by one; its options are ``source`` and ``asOf``.
        """
        which = {name: options[name] for name in ("source", "asOf") if name in options}
        found = list(self.run_list(code, issued_from, issued_to, **which))
        times = sorted({str(run["analyzedTime"]) for run in found})
        subject = self._find_subject(code)
        if subject is None:
            span = {"startDate": moment_text(start), "endDate": moment_text(end)}
            return frames.run_frame(self._each_run(code, found, {**span, **options}), self.tz)
        query = {
            **subject,
            "startDate": moment_text(start) or BEGINNING,
            "endDate": moment_text(end),
            **options,
        }
        return frames.run_frame(self._runs(query, times), self.tz)

    def _runs(self, query: Mapping[str, Any], times: Sequence[str]) -> list[dict[str, Any]]:
        """The runs of some issue times, in parts if they are too many for one answer."""
        if not times:
            return []
        between = {**query, "fromIssueTime": times[0], "toIssueTime": times[-1]}
        try:
            return list(self.short_term_runs(**between))
        except ApiError as error:
            if not is_too_long(error) or len(times) == 1:
                raise
        half = len(times) // 2
        return self._runs(query, times[:half]) + self._runs(query, times[half:])

    def _each_run(
        self, code: str, found: Sequence[Mapping[str, Any]], query: Mapping[str, Any]
    ) -> Iterator[dict[str, Any]]:
        """The runs of any series, the oldest first; of several at one time the preferred source's."""
        unknown = sorted(query.keys() - {"startDate", "endDate", "source", "asOf"})
        if unknown:
            raise ValueError(f"{', '.join(unknown)} can be asked of an area's price, production or consumption only")
        if not found:
            raise ValueError(f"{code} has no runs in this range")
        # The list has the newest first, and runs of one time in the order of their sources.
        first = {str(run["analyzedTime"]): str(run["source"]) for run in reversed(found)}
        for issued, source in first.items():
            yield self.series_bands(code, **{**query, "issueTime": issued, "source": source})

    def bands(self, code: str, **options: Any) -> pandas.DataFrame:
        """One run with its bands: ``value``, ``lower_80``, ``upper_80`` … by time; the newest by default.

        ``level="50,95"`` asks for bands of other levels, and ``quantile="10,50,90"`` adds ``q10``, ``q50``, ``q90``.
        """
        subject = self._find_subject(code)
        if subject is None:
            return frames.band_frame(self.series_bands(code, **options), self.tz)
        return frames.band_frame(self.short_term_bands(**subject, **options), self.tz)

    def accuracy(self, code: str, *, by: By | None = None, **options: Any) -> pandas.DataFrame:
        """How good the forecasts of a series were: a row for each source, or for each source and group."""
        answer = self.series_scorecard(code, **options)
        if by is None:
            rows = [{"source": one["source"], **one["dayAhead"]} for one in answer["sources"]]
            return frames.record_frame(rows, "source")
        field = "by" + "".join(word.title() for word in by.split("_"))
        return frames.record_frame(
            {"source": one["source"], **row} for one in answer["sources"] for row in one[field]
        )

    def metadata(self, **query: Any) -> pandas.DataFrame:
        """The series that a search finds, by their codes."""
        return frames.record_frame(self.search(**query), "seriesId")

    def changes(self, after: str | None = None, **query: Any) -> Iterator[dict[str, Any]]:
        """Each change as it is committed, from now on or behind ``after``; it waits for what comes.

        Filters: ``series="de*"``, ``area``, ``category``, ``kind``. Keep the ``id`` of the last one.
        """
        return follow(self.transport, after, query)

    def _find_subject(self, code: str) -> dict[str, str] | None:
        """The area and the category whose forecasts a series has; None of other series."""
        for record in self.search(prefix=code, all=True, limit=1):
            if record["seriesId"] == code.lower() and record["area"] and record["category"] in CATEGORIES:
                return {"area": record["area"], "balanceCategory": record["category"]}
        return None

    def _columns(self, path: str, query: Mapping[str, Any]) -> Columns:
        return columns_of(self.get(path, {**query, "format": "columns"}))

    def _span(self, path: str, query: Mapping[str, Any]) -> Columns:
        def read_ends(ends: Mapping[str, Any]) -> Mapping[str, Any]:
            # Neither is said of years: periods of bands are refused, and the rest would be read in vain.
            left_out = ("counts", "kinds", "bands", "level", "quantile", "actual")
            return self._columns(path, {**ends, **dict.fromkeys(left_out)}).head

        def read(part: Mapping[str, Any]) -> Columns:
            return self._columns(path, part)

        return join(read_span(query, read, read_ends, lambda: str(self.about()["now"])))
