"""Columns and rows as frames. pandas and polars are loaded when they are asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterable, Mapping, Sequence

from .columns import TIMES, Columns
from .errors import GridtideError

if TYPE_CHECKING:
    import pandas
    import polars

SECOND_NS = 1_000_000_000


def load_pandas() -> Any:
    try:
        import pandas
    except ImportError as error:
        message = "this needs pandas: pip install pandas; columns() works without"
        raise GridtideError(message) from error
    return pandas


def load_polars() -> Any:
    try:
        import polars
    except ImportError as error:
        raise GridtideError("this needs polars: pip install polars") from error
    return polars


def time_index(seconds: Sequence[int], tz: str) -> Any:
    """Seconds since 1970 as an index of times in a zone."""
    pd = load_pandas()
    import numpy as np

    nanoseconds = np.asarray(seconds, dtype="int64") * SECOND_NS
    index = pd.DatetimeIndex(nanoseconds.view("M8[ns]"), tz="UTC", name="time")
    return index if tz == "UTC" else index.tz_convert(tz)


def facts_of(columns: Columns) -> dict[str, Any]:
    """What is said of the whole. Lists are left out: pandas copies these facts with every operation."""
    return {name: fact for name, fact in columns.head.items() if not isinstance(fact, list)}


def to_series(columns: Columns, tz: str) -> pandas.Series:
    pd = load_pandas()
    import numpy as np

    values = np.array(columns.values, dtype="float64")
    series = pd.Series(values, index=time_index(columns.times, tz), name=columns.head["seriesId"])
    series.attrs.update(facts_of(columns))
    return series


def to_frame(columns: Columns, tz: str) -> pandas.DataFrame:
    pd = load_pandas()
    import numpy as np

    frame = pd.DataFrame(index=time_index(columns.times, tz))
    for name, values in columns.columns.items():
        if name in TIMES.values():
            utc = pd.to_datetime(np.array(values, dtype="float64"), unit="s", utc=True)
            frame[name] = utc if tz == "UTC" else utc.tz_convert(tz)
        elif name == "source":
            frame[name] = values
        else:
            frame[name] = np.array(values, dtype="float64")
    frame.attrs.update(facts_of(columns))
    return frame


def to_polars(columns: Columns, tz: str) -> polars.DataFrame:
    pl = load_polars()
    instant = pl.Datetime("ms", "UTC")

    def times(name: str, seconds: Iterable[float | None]) -> Any:
        ms = [None if one is None else round(one * 1000) for one in seconds]
        utc = pl.Series(name, ms, dtype=pl.Int64).cast(instant)
        return utc if tz == "UTC" else utc.dt.convert_time_zone(tz)

    def column(name: str, values: Sequence[Any]) -> Any:
        if name in TIMES.values():
            return times(name, values)
        return pl.Series(name, values, dtype=pl.Utf8 if name == "source" else pl.Float64)

    rest = [column(name, values) for name, values in columns.columns.items()]
    frame: polars.DataFrame = pl.DataFrame([times("time", columns.times), *rest])
    return frame


def run_frame(runs: Iterable[Mapping[str, Any]], tz: str) -> pandas.DataFrame:
    """Runs as rows by issue time and time."""
    pd = load_pandas()
    issued: list[str] = []
    rows: list[Mapping[str, Any]] = []
    for run in runs:
        rows += run["data"]
        issued += [run["analyzedTime"]] * len(run["data"])
    index = pd.MultiIndex.from_arrays(
        [
            instants(issued, tz),
            instants([row["validTime"] for row in rows], tz),
        ],
        names=["issued", "time"],
    )
    values = [row["value"] for row in rows]
    return pd.DataFrame({"value": pd.Series(values, index=index, dtype="float64")})


def band_frame(answer: Mapping[str, Any], tz: str) -> pandas.DataFrame:
    """One run as rows by time, with a column for each bound of a band and for each quantile."""
    pd = load_pandas()
    rows = answer["data"]
    index = instants([row["validTime"] for row in rows], tz)
    index.name = "time"
    columns: dict[str, list[float | None]] = {"value": [row["value"] for row in rows]}
    for level in sorted({band["level"] for row in rows for band in row["bands"]}):
        bands = [_band_of(row, level) for row in rows]
        columns[f"lower_{level:g}"] = [band.get("lower") for band in bands]
        columns[f"upper_{level:g}"] = [band.get("upper") for band in bands]
    for percent in sorted({one["percent"] for row in rows for one in row.get("quantiles", ())}):
        columns[f"q{percent:g}"] = [_quantile_of(row, percent) for row in rows]
    frame = pd.DataFrame(columns, index=index, dtype="float64")
    frame.attrs.update(issued=answer["analyzedTime"], runs=answer["runs"])
    return frame


def _band_of(row: Mapping[str, Any], level: float) -> Mapping[str, Any]:
    return next((band for band in row["bands"] if band["level"] == level), {})


def _quantile_of(row: Mapping[str, Any], percent: float) -> float | None:
    return next((one["value"] for one in row.get("quantiles", ()) if one["percent"] == percent), None)


def instants(texts: Sequence[str], tz: str) -> Any:
    """Instants as the server writes them, as an index in a zone."""
    pd = load_pandas()
    index = pd.DatetimeIndex(pd.to_datetime(list(texts), utc=True))
    return index if tz == "UTC" else index.tz_convert(tz)


def record_frame(records: Iterable[Mapping[str, Any]], index: str | None = None) -> Any:
    """Records as rows; those of nested fields keep them as they are."""
    frame = load_pandas().DataFrame(list(records))
    return frame.set_index(index) if index is not None and not frame.empty else frame
