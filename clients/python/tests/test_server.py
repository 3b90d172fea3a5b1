"""The client against a real server, which the test of the repository fills and names in GRIDTIDE_TEST_URL."""

from __future__ import annotations

import importlib.util
import os
import unittest
from datetime import date, datetime
from typing import Any, Callable

import requests

import gridtide

URL = os.environ.get("GRIDTIDE_TEST_URL")
LOGIN = {"username": "trader", "password": os.environ.get("GRIDTIDE_TEST_PASSWORD", "")}
HAS_PANDAS = importlib.util.find_spec("pandas") is not None
HAS_POLARS = importlib.util.find_spec("polars") is not None

HOUR = 3600
needs_pandas: Callable[[Any], Any] = unittest.skipUnless(HAS_PANDAS, "pandas is not installed")
needs_polars: Callable[[Any], Any] = unittest.skipUnless(HAS_POLARS, "polars is not installed")


@unittest.skipUnless(URL, "GRIDTIDE_TEST_URL names no server")
class ServerCase(unittest.TestCase):
    client: gridtide.Client

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = gridtide.Client(URL, **LOGIN)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()


class Columns(ServerCase):
    def test_clock_changes_have_23_and_25_hours(self) -> None:
        for day, hours in ((date(2023, 3, 26), 23), (date(2023, 10, 29), 25)):
            found = self.client.columns("dehrprice", day, day)
            self.assertEqual(len(found), hours)
            self.assertEqual(len(set(found.times)), hours)
            self.assertEqual(found.times[-1] - found.times[0], (hours - 1) * HOUR)

    def test_gaps_are_none(self) -> None:
        found = self.client.columns("dehrprice", "2023-03-01", "2023-03-01")
        self.assertEqual(list(found.values[2:7]), [2, None, None, None, 6])

    def test_quarter_hours_are_as_stored(self) -> None:
        found = self.client.columns("quarters", "2024-03-31", "2024-03-31")
        self.assertEqual((len(found), found.head["resolution"]), (92, "QuarterHour"))
        self.assertEqual(found.times[1] - found.times[0], 900)
        hours = self.client.columns("quarters", "2024-03-31", "2024-03-31", resolution="hour")
        self.assertEqual(len(hours), 23)
        self.assertEqual(hours.values[0], sum(found.values[:4]) / 4)

    def test_datetimes_without_a_zone_are_market_time(self) -> None:
        found = self.client.columns("dehrprice", datetime(2023, 7, 1, 10), datetime(2023, 7, 1, 11))
        self.assertEqual([time.isoformat() for time, _ in found][0], "2023-07-01T08:00:00+00:00")
        self.assertEqual(len(found), 2)

    def test_a_long_span_is_the_same_in_parts(self) -> None:
        with gridtide.Client(URL, username="short", password=LOGIN["password"]) as short:
            for resolution in ("native", "day", "week", "month", "peak"):
                for options in ({}, {"counts": True, "kinds": True}):
                    asked: dict[str, Any] = {"resolution": resolution, **options}
                    with self.subTest(**asked):
                        whole = self.client.columns("dehrprice", "first", "today+1", **asked)
                        self.assertEqual(short.columns("dehrprice", "first", "today+1", **asked), whole)

    def test_an_unchanged_answer_is_not_sent_again(self) -> None:
        seen: list[int] = []
        session = requests.Session()
        session.hooks["response"].append(lambda answer, **_: seen.append(answer.status_code))
        with gridtide.Client(
            URL, key=os.environ["GRIDTIDE_TEST_KEY"], session=session, cache_bytes=1_000_000
        ) as client:
            first = client.columns("quarters")
            self.assertEqual(client.columns("quarters"), first)
            self.assertNotEqual(client.columns("quarters", "2024-04-01"), first)
        self.assertEqual(seen, [200, 304, 200])

    def test_as_of_is_what_was_known(self) -> None:
        times = self.client.change_times("changed")
        before = self.client.columns("changed", as_of=times[1])
        self.assertEqual((before.values[0], self.client.columns("changed").values[0]), (1, 2))

    def test_a_refusal_has_its_code_and_fields(self) -> None:
        with self.assertRaises(gridtide.ApiError) as raised:
            self.client.columns("dehrprice", "todya")
        error = raised.exception
        self.assertEqual((error.status, error.code), (400, "date_unknown"))
        self.assertEqual(error.fields[0]["field"], "from")
        self.assertIsNotNone(error.request_id)


class Lists(ServerCase):
    def test_a_search_goes_through_all_pages(self) -> None:
        codes = [record["seriesId"] for record in self.client.search(limit=1)]
        self.assertEqual(codes, sorted(codes))
        self.assertIn("dehrprice", codes)
        self.assertGreaterEqual(len(codes), 3)

    def test_runs_come_newest_first_over_all_pages(self) -> None:
        issued = [run["analyzedTime"] for run in self.client.run_list("dehrprice", limit=2)]
        self.assertEqual(issued, sorted(issued, reverse=True))
        self.assertEqual(len(issued), 5)

    def test_feeds_go_through_all_pages(self) -> None:
        self.assertGreaterEqual(len(list(self.client.feeds(limit=1))), 3)

    def test_changes_are_told_in_order(self) -> None:
        seen = []
        for change in self.client.changes(after="0"):
            seen.append(int(change["id"]))
            if len(seen) == 4:
                break
        self.assertEqual(seen, [1, 2, 3, 4])

    def test_a_key_signs_in(self) -> None:
        with gridtide.Client(URL, key=os.environ["GRIDTIDE_TEST_KEY"]) as client:
            self.assertEqual(client.account()["credential"]["kind"], "key")


@needs_pandas
class Frames(ServerCase):
    def test_an_index_has_the_markets_zone_and_every_hour(self) -> None:
        for day, hours in (("2023-03-26", 23), ("2023-10-29", 25)):
            prices = self.client.series("dehrprice", day, day)
            self.assertEqual((str(prices.index.tz), len(prices)), ("Europe/Berlin", hours))
            self.assertTrue(prices.index.is_unique and prices.index.is_monotonic_increasing)
            self.assertEqual(prices.index[0].isoformat()[:16], f"{day}T00:00")
            self.assertEqual(prices.index[-1].isoformat()[:13], f"{day}T23")

    def test_days_begin_at_market_midnight(self) -> None:
        days = self.client.series("dehrprice", "2023-03", "2023-03", resolution="day")
        self.assertEqual(len(days), 31)
        self.assertEqual(set(days.index.hour), {0})
        self.assertEqual((days.name, days.attrs["unit"]), ("dehrprice", "EUR/MWh"))

    def test_gaps_are_nan_and_nothing_is_left_out(self) -> None:
        hours = self.client.series("dehrprice", "2023-03-01", "2023-03-01")
        self.assertEqual((len(hours), int(hours.isna().sum())), (24, 3))

    def test_an_empty_span_has_a_zone_too(self) -> None:
        empty = self.client.series("dehrprice", "1999-01-01", "1999-01-01")
        self.assertEqual((len(empty), str(empty.index.tz)), (0, "Europe/Berlin"))

    def test_another_zone_is_the_same_instants(self) -> None:
        with gridtide.Client(URL, tz="UTC", **LOGIN) as utc:
            there = utc.series("dehrprice", "2023-10-29", "2023-10-29")
        here = self.client.series("dehrprice", "2023-10-29", "2023-10-29")
        self.assertEqual(str(there.index.tz), "UTC")
        self.assertEqual(list(there.index), list(here.index))

    def test_several_series_stand_side_by_side(self) -> None:
        both = self.client.frame(["dehrprice", "quarters"], "2024-03-31", "2024-03-31", resolution="hour")
        self.assertEqual((list(both.columns), len(both)), (["dehrprice", "quarters"], 23))

    def test_counts_stand_beside_values(self) -> None:
        days = self.client.frame("dehrprice", "2023-03-01", "2023-03-01", resolution="day", counts=True)
        self.assertEqual(list(days.columns), ["value", "count", "expected"])
        self.assertEqual((days["count"].iloc[0], days["expected"].iloc[0]), (21, 24))

    def test_runs_are_rows_by_issue_time_and_time(self) -> None:
        runs = self.client.runs("dehrprice")
        self.assertEqual(runs.index.names, ["issued", "time"])
        issued = runs.index.get_level_values("issued")
        self.assertEqual((issued.nunique(), str(issued.tz)), (5, "Europe/Berlin"))
        self.assertEqual(len(runs), 5 * 72)
        with gridtide.Client(URL, username="short", password=LOGIN["password"]) as short:
            self.assertTrue(short.runs("dehrprice").equals(runs))

    def test_runs_of_any_series_are_rows_too(self) -> None:
        runs = self.client.runs("offshore")
        issued = runs.index.get_level_values("issued")
        self.assertEqual([time.day for time in issued.unique()], [15, 16])
        self.assertEqual(len(runs), 2 * 72)
        self.assertEqual(runs["value"].iloc[0], 115)
        one = self.client.runs("offshore", "2024-05-16", start="2024-05-18", end="2024-05-18", source="theirs")
        self.assertEqual((len(one), one["value"].iloc[0]), (1, 216.24))
        with gridtide.Client(URL, username="short", password=LOGIN["password"]) as short:
            self.assertTrue(short.runs("offshore").equals(runs))
        with self.assertRaisesRegex(ValueError, "currency"):
            self.client.runs("offshore", currency="NOK")

    def test_bands_are_columns(self) -> None:
        bands = self.client.bands("dehrprice", startDate="2024-05-14")
        self.assertEqual(list(bands.columns), ["value", "lower_80", "upper_80"])
        self.assertTrue((bands["upper_80"] > bands["lower_80"]).all())
        asked = self.client.bands("dehrprice", startDate="2024-05-14", level="80", quantile="10")
        self.assertEqual(list(asked.columns), ["value", "lower_80", "upper_80", "q10"])
        self.assertTrue((asked["q10"] == asked["lower_80"]).all())

    def test_a_slice_says_when_each_value_was_issued(self) -> None:
        ahead = self.client.slice("dehrprice", "2024-05-14", "2024-05-16", days_ahead=1, bands=True)
        names = ["value", "issued", "recorded", "source", "lead_hours"]
        self.assertEqual(list(ahead.columns[:5]), names)
        self.assertIn("upper80", ahead.columns)
        known = ahead[ahead["value"].notna()]
        self.assertGreater(len(known), 24)
        self.assertTrue((known["issued"] < known.index).all())
        self.assertTrue((known["source"] == "ours").all())
        lead = (known.index - known["issued"]).dt.total_seconds() / HOUR
        self.assertTrue((lead == known["lead_hours"]).all())

    def test_a_slice_with_quantiles_is_the_same_in_parts(self) -> None:
        asked: dict[str, Any] = {"days_ahead": 1, "level": "80", "quantile": "10,90"}
        whole = self.client.slice("dehrprice", "2024-05-10", "2024-05-20", **asked)
        self.assertGreater(int(whole["q90"].notna().sum()), 24)
        with gridtide.Client(URL, username="short", password=LOGIN["password"]) as short:
            found = short.slice("dehrprice", "2024-05-10", "2024-05-20", **asked)
        self.assertTrue(found.equals(whole))

    def test_accuracy_is_a_row_for_each_source(self) -> None:
        self.assertIn("mae", self.client.accuracy("dehrprice").columns)
        by_hour = self.client.accuracy("dehrprice", by="hour")
        self.assertEqual(by_hour["hour"].nunique(), 24)

    def test_a_series_without_runs_is_named(self) -> None:
        with self.assertRaisesRegex(ValueError, "quarters"):
            self.client.runs("quarters")

    def test_metadata_is_a_row_for_each_series(self) -> None:
        self.assertEqual(self.client.metadata(prefix="quart").loc["quarters", "resolution"], "QuarterHourly")


@needs_polars
class Polars(ServerCase):
    def test_a_frame_has_times_in_the_zone(self) -> None:
        frame = self.client.columns("dehrprice", "2023-10-29", "2023-10-29").to_polars("Europe/Berlin")
        self.assertEqual((frame.columns, frame.height), (["time", "value"], 25))
        self.assertEqual(str(frame["time"].dtype), "Datetime(time_unit='ms', time_zone='Europe/Berlin')")


if __name__ == "__main__":
    unittest.main()
