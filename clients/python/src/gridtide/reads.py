"""The questions of both interfaces as the server answers them: dicts and lists, fields spelt as in its reference."""

from __future__ import annotations

from typing import Any, Iterator, Mapping
from urllib.parse import quote

from .spans import Moment, moment_text
from .transport import Transport

FORECASTS = "/api/v1/power-balance-forecast"
PAGE = 1000

Record = dict[str, Any]


def series_path(code: str) -> str:
    return f"/api/v1/series/{quote(code, safe='')}"


def forecast_path(code: str) -> str:
    return f"/api/v1/forecasts/{quote(code, safe='')}"


class Reads:
    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    def get(self, path: str, query: Mapping[str, Any] | None = None) -> Any:
        """Any other question, such as ``get("/api/operator/state")`` with an operator's key."""
        return self.transport.json("GET", path, query)

    # What runs here, and who asks.

    def about(self) -> Record:
        """What runs here; needs no sign-in."""
        answer: Record = self.get("/api/v1/about")
        return answer

    def account(self) -> Record:
        """The caller's plan, limits and use."""
        answer: Record = self.get("/api/v1/account")
        return answer

    def keys(self) -> list[Record]:
        answer: list[Record] = self.get("/api/v1/account/keys")
        return answer

    def sessions(self) -> list[Record]:
        """The browsers that the caller is signed in with, the last used first."""
        answer: list[Record] = self.get("/api/v1/account/sessions")
        return answer

    # Series.

    def search(self, *, limit: int = PAGE, **query: Any) -> Iterator[Record]:
        """Every series that fits, page by page: ``q="wind"``, ``prefix``, ``area``, ``resolution``, ``all=True``."""
        after: str | None = query.pop("after", None)
        while True:
            page = {"limit": limit, "after": after, **query}
            answer = self.transport.send("GET", "/api/v1/metadata", page)
            records: list[Record] = answer.json()
            yield from records
            if "next" not in answer.links:
                return
            after = records[-1]["seriesId"]

    def document(self, code: str, **query: Any) -> Record:
        """One series over a span as the server's JSON; ``columns`` is quicker."""
        answer: Record = self.get(series_path(code), {**query, "format": "json"})
        return answer

    def file(self, code: str, format: str, **query: Any) -> bytes:
        """One series as a file: csv, ndjson, parquet, arrow or xlsx."""
        query = {**query, "format": format}
        return self.transport.send("GET", series_path(code), query, accept="*/*").content

    def feeds(self, *, limit: int = PAGE, **query: Any) -> Iterator[Record]:
        """How new the values of each series are, and which are late: ``state="late"``, ``area``, ``series``."""
        after: str | None = None
        while True:
            page = self.get("/api/v1/status/feeds", {"limit": limit, **query, "after": after})
            yield from page["feeds"]
            after = page["next"]
            if after is None:
                return

    def tables(self) -> Record:
        """The tables in Parquet that DuckDB and pyarrow read in place, with their addresses."""
        answer: Record = self.get("/api/v1/tables")
        return answer

    def change_times(self, code: str, limit: int | None = None) -> list[str]:
        """When a series changed, newest first. Each time can be given as ``as_of``."""
        answer: list[str] = self.get(f"{series_path(code)}/changes", {"limit": limit})["times"]
        return answer

    def changed_areas(self, **query: Any) -> Record:
        """Today's and tomorrow's hours of every area, as known now and at an earlier time."""
        answer: Record = self.get("/api/v1/changes/areas", query)
        return answer

    # Forecasts.

    def short_term(self, **query: Any) -> Record:
        answer: Record = self.get(f"{FORECASTS}/short-term", query)
        return answer

    def short_term_runs(self, **query: Any) -> list[Record]:
        answer: list[Record] = self.get(f"{FORECASTS}/short-term/multiseries", query)
        return answer

    def short_term_bands(self, **query: Any) -> Record:
        answer: Record = self.get(f"{FORECASTS}/short-term/bands", query)
        return answer

    def short_term_status(self) -> Record:
        """How the server's own model runs stand."""
        answer: Record = self.get(f"{FORECASTS}/short-term/status")
        return answer

    def day_ahead(self, **query: Any) -> Record:
        answer: Record = self.get(f"{FORECASTS}/day-ahead", query)
        return answer

    def day_ahead_runs(self, **query: Any) -> list[Record]:
        answer: list[Record] = self.get(f"{FORECASTS}/day-ahead/multiseries", query)
        return answer

    def issue_times(self, **query: Any) -> list[str]:
        answer: list[str] = self.get(f"{FORECASTS}/issue-times", query)
        return answer

    def overview(self, **query: Any) -> Record:
        """The mean of the newest run of every area."""
        answer: Record = self.get(f"{FORECASTS}/overview", query)
        return answer

    def days(self, **query: Any) -> Record:
        """Base and peak of yesterday, today and tomorrow, area by area."""
        answer: Record = self.get(f"{FORECASTS}/days", query)
        return answer

    def scorecard(self, **query: Any) -> Record:
        """How good forecasts were; ``accuracy`` makes a frame of it."""
        answer: Record = self.get("/api/v1/accuracy", query)
        return answer

    def series_scorecard(self, code: str, **query: Any) -> Record:
        """How good the forecasts of any series with runs were."""
        answer: Record = self.get(f"{forecast_path(code)}/accuracy", query)
        return answer

    def series_bands(self, code: str, **query: Any) -> Record:
        """One run of any series with its bands; ``bands`` makes a frame of it."""
        answer: Record = self.get(f"{forecast_path(code)}/bands", query)
        return answer

    def sources(self, code: str, **query: Any) -> list[Record]:
        """The sources of a series' runs, the preferred one first."""
        answer: list[Record] = self.get(f"{forecast_path(code)}/sources", query)["sources"]
        return answer

    def run_list(
        self,
        code: str,
        issued_from: Moment | None = None,
        issued_to: Moment | None = None,
        *,
        limit: int = PAGE,
        **query: Any,
    ) -> Iterator[Record]:
        """Every run of a series, the newest first, without its values."""
        span = {"from": moment_text(issued_from), "to": moment_text(issued_to)}
        before: str | None = None
        while True:
            asked = {**span, "limit": limit, **query, "before": before}
            page = self.get(f"{forecast_path(code)}/runs", asked)
            yield from page["runs"]
            before = page["next"]
            if before is None:
                return

    # Lists, which need no sign-in.

    def areas(self) -> list[Record]:
        answer: list[Record] = self.get(f"{FORECASTS}/areas", {"distinct": True})
        return answer

    def categories(self) -> list[str]:
        answer: list[str] = self.get(f"{FORECASTS}/balance-categories")
        return answer

    def code_list(self, name: str) -> list[Record]:
        """One of ``areas``, ``units``, ``resolutions``, ``datasets``, ``dataset-groups``, ``series``."""
        answer: list[Record] = self.get(f"/api/v1/metadata/{quote(name, safe='')}")
        return answer

    # The fundamental interface, spelt as its document spells it.

    def fundamental_series(self, **body: Any) -> Record:
        """``SeriesId``, ``FromDateTime``, ``ToDateTime``, ``Resolution`` …; keys are market time."""
        answer: Record = self.transport.json("POST", "/api/fundamental/series", body=body)
        return answer

    def fundamental_multi(self, **body: Any) -> list[Record]:
        answer: list[Record] = self.transport.json("POST", "/api/fundamental/series/multi", body=body)
        return answer

    def fundamental_meta(self, code: str) -> Record:
        answer: Record = self.transport.json("POST", "/api/fundamental/meta", body={"SeriesId": code})
        return answer

    def fundamental_meta_all(self, prefix: str = "") -> list[Record]:
        answer: list[Record] = self.transport.json("POST", "/api/fundamental/meta/all", body={"Prefix": prefix})
        return answer
