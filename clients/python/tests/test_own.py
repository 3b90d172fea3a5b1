"""What a user keeps on the server, and whether the client has a method for each question of the server."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

import requests

import gridtide

from test_server import HAS_PANDAS, LOGIN, URL, ServerCase

#: Reads that the client leaves to others, and why.
LEFT_OUT = {
    "/healthz": "for monitors of the process",
    "/readyz": "for monitors of the process",
    "/metrics": "for Prometheus",
    "/api/v1/pictures/{picture}": "a link for web pages",
    "/api/v1/power-balance-forecast/short-term/areas": "the same list as /areas",
    "/api/v1/tables/{table}/{pattern}/{file}": "a file for pyarrow",
    "/api/v1/changes/stream": "for browsers; changes() has the same events",
}
#: Whole interfaces that have clients of their own, or that operators ask with ``get``.
OTHERS = re.compile(r"/(?:prometheus|mcp|l|powerquery|api/operator)\b")
#: Read as a frame, which needs pandas.
SLICED = "/api/v1/forecasts/{seriesId}/sliced"
AREA = {"area": "DE", "balanceCategory": "hrprice"}
LISTS = ("areas", "units", "resolutions", "datasets", "dataset-groups", "series")


class Own(ServerCase):
    def test_alerts_and_their_history_over_all_pages(self) -> None:
        (alert,) = self.client.alerts()
        self.assertEqual((alert["condition"], alert["state"]), ("alarm < 0 within today", "firing"))
        self.assertEqual(self.client.alert(alert["id"])["series"][0]["series"], "alarm")
        for limit in (1, 2, 100):
            states = [one["state"] for one in self.client.alert_history(alert["id"], limit=limit)]
            self.assertEqual(states, ["firing", "resolved", "firing"])

    def test_an_alert_is_tried_over_the_past(self) -> None:
        tried = self.client.try_alert("dehrprice > 0 within today", "2024-05-01", "2024-05-10", wait="0")
        self.assertEqual(tried["from"][:10], "2024-04-30")
        self.assertGreater(tried["fired"], 0)

    def test_boards_and_links(self) -> None:
        (board,) = self.client.boards()
        self.assertEqual((board["name"], board["panels"]), ("Morning", 1))
        self.assertEqual(self.client.board(board["id"])["panels"][0]["view"], "/s/dehrprice")
        self.assertEqual(len(self.client.board_links(board["id"])), 1)
        (link,) = self.client.links()
        self.assertEqual((link["name"], link["path"]), ("Prices", "/api/v1/series/dehrprice"))

    def test_webhooks_and_their_deliveries(self) -> None:
        (webhook,) = self.client.webhooks()
        self.assertEqual(self.client.webhook(webhook["id"])["failedTries"], 1)
        (tried,) = self.client.deliveries(webhook["id"])
        self.assertEqual((tried["status"], tried["delivered"]), (503, False))

    def test_what_does_not_exist_is_named(self) -> None:
        for read in (self.client.alert, self.client.board, self.client.webhook):
            with self.assertRaises(gridtide.ApiError) as raised:
                read("no/such id")
            self.assertEqual(raised.exception.status, 404)


class EveryRead(ServerCase):
    def test_the_client_has_a_method_for_each_operation_that_reads(self) -> None:
        session = requests.Session()
        asked: set[str] = set()
        session.hooks["response"].append(lambda answer, **_: asked.add(urlsplit(answer.url).path))
        with gridtide.Client(URL, session=session, **LOGIN) as client:
            self.ask_all(client)
            paths: dict[str, Any] = client.get("/openapi.json")["paths"]
        reads = {
            path
            for path, methods in paths.items()
            if ("get" in methods or path.startswith("/api/fundamental/")) and not OTHERS.match(path)
        }
        found = {path for path in reads if any(_form(path).fullmatch(one) for one in asked)}
        left_out = set(LEFT_OUT) | (set() if HAS_PANDAS else {SLICED})
        self.assertEqual(reads - found, left_out)

    def ask_all(self, client: gridtide.Client) -> None:
        code = "dehrprice"
        (alert,), (board,), (webhook,) = client.alerts(), client.boards(), client.webhooks()
        for read in (
            client.about,
            client.account,
            client.keys,
            client.areas,
            client.categories,
            client.tables,
            client.links,
            client.short_term_status,
            client.fundamental_meta_all,
            client.changed_areas,
            client.overview,
            client.days,
            lambda: list(client.search()),
            lambda: list(client.feeds()),
            lambda: list(client.run_list(code)),
            lambda: next(client.changes(after="0")),
            lambda: client.change_times(code),
            lambda: client.document(code, to="2023-03-01"),
            lambda: client.file(code, "csv", to="2023-03-01"),
            lambda: client.short_term(**AREA),
            lambda: client.short_term_runs(**AREA),
            lambda: client.short_term_bands(**AREA),
            lambda: client.day_ahead(**AREA),
            lambda: client.day_ahead_runs(**AREA),
            lambda: client.issue_times(**AREA),
            lambda: client.sources(code),
            lambda: client.scorecard(area="DE", category="hrprice"),
            lambda: client.series_scorecard(code),
            lambda: client.series_bands(code),
            lambda: [client.code_list(name) for name in LISTS],
            lambda: client.fundamental_meta(code),
            lambda: client.fundamental_series(SeriesId=code, ToDateTime="2023-03-01"),
            lambda: client.fundamental_multi(SeriesIds=[code], ToDateTime="2023-03-01"),
            lambda: client.alert(alert["id"]),
            lambda: list(client.alert_history(alert["id"])),
            lambda: client.try_alert(f"{code} < 0 within tomorrow"),
            lambda: client.board(board["id"]),
            lambda: client.board_links(board["id"]),
            lambda: client.webhook(webhook["id"]),
            lambda: client.deliveries(webhook["id"]),
        ):
            self.assertTrue(read())
        self.assertEqual(client.sessions(), [])
        if HAS_PANDAS:
            client.slice(code, "2024-05-14", "2024-05-16", days_ahead=1)


def _form(path: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", path))
