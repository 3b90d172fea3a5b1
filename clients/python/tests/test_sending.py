"""What the client does without a Gridtide server: keys, spans, and servers that refuse, hang or break off."""

from __future__ import annotations

import json
import os
import tempfile
import threading
import unittest
import warnings
from datetime import date, datetime, timedelta, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Callable
from unittest import mock

import gridtide
from gridtide.changes import follow
from gridtide.columns import columns_of, join
from gridtide.credentials import find_key
from gridtide.spans import Span, halve, moment_text, utc
from gridtide.transport import Transport

Answer = Callable[[BaseHTTPRequestHandler], None]


def answer(status: int, body: Any, **headers: str) -> Answer:
    def write(handler: BaseHTTPRequestHandler) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        handler.send_response(status)
        handler.send_header("content-length", str(len(content)))
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(content)

    return write


def break_off(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "100")
    handler.end_headers()
    handler.wfile.write(b'{"name":')
    handler.close_connection = True


class Server:
    """Gives answers in turn, the last one again and again, and remembers what was asked."""

    def __init__(self, *answers: Answer) -> None:
        self.seen: list[tuple[str, str, str | None]] = []
        seen = self.seen

        class Handler(BaseHTTPRequestHandler):
            def reply(self) -> None:
                length = int(self.headers.get("content-length", "0"))
                self.rfile.read(length)
                seen.append((self.command, self.path, self.headers.get("authorization")))
                answers[min(len(seen), len(answers)) - 1](self)

            do_GET = do_POST = do_DELETE = reply

            def log_message(self, *_: Any) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()


BUSY = {"code": "server_busy", "detail": "no"}
ABOUT = answer(200, {"name": "Gridtide"})


class Sending(unittest.TestCase):
    def serve(self, *answers: Answer) -> Server:
        server = Server(*answers)
        self.addCleanup(server.close)
        return server

    def transport(self, server: Server, **settings: Any) -> Transport:
        self.slept: list[float] = []
        transport = Transport(server.url, sleep=self.slept.append, **settings)
        self.addCleanup(transport.close)
        return transport

    def test_a_refusal_that_passes_is_asked_again_when_it_says(self) -> None:
        for status in (429, 502, 503, 504):
            with self.subTest(status=status):
                server = self.serve(answer(status, BUSY, retry_after="7"), ABOUT)
                found = self.transport(server).json("GET", "/api/v1/about")
                self.assertEqual(found, {"name": "Gridtide"})
                self.assertEqual(self.slept, [7.0])

    def test_without_retry_after_the_pauses_grow(self) -> None:
        busy = answer(503, BUSY)
        self.transport(self.serve(busy, busy, busy, ABOUT)).json("GET", "/")
        for tries, seconds in enumerate(self.slept):
            self.assertTrue(0.25 * 2**tries <= seconds <= 0.5 * 2**tries, self.slept)
        self.assertEqual(len(self.slept), 3)

    def test_a_wait_that_is_too_long_is_raised_at_once(self) -> None:
        server = self.serve(answer(429, BUSY, retry_after="61"))
        with self.assertRaises(gridtide.ApiError) as raised:
            self.transport(server).json("GET", "/")
        self.assertEqual((raised.exception.status, raised.exception.retry_after), (429, 61.0))
        self.assertEqual(len(server.seen), 1)

    def test_the_last_refusal_is_raised(self) -> None:
        server = self.serve(answer(503, BUSY))
        with self.assertRaises(gridtide.ApiError):
            self.transport(server, retries=2).json("GET", "/")
        self.assertEqual(len(server.seen), 3)

    def test_an_answer_that_breaks_off_is_read_again(self) -> None:
        server = self.serve(break_off, ABOUT)
        self.assertEqual(self.transport(server).json("GET", "/"), {"name": "Gridtide"})
        self.assertEqual(len(server.seen), 2)

    def test_a_server_that_hangs_is_left(self) -> None:
        leaving = threading.Event()
        self.addCleanup(leaving.set)
        server = self.serve(lambda handler: leaving.wait(10) and None)
        with self.assertRaises(gridtide.TimedOut):
            self.transport(server, timeout=0.1, retries=0).json("GET", "/")
        leaving.set()

    def test_no_server_is_a_failed_connection(self) -> None:
        with self.assertRaises(gridtide.ConnectionFailed):
            Transport("http://127.0.0.1:1", retries=0).json("GET", "/")

    def test_an_answer_that_is_not_json_is_no_server_of_ours(self) -> None:
        with self.assertRaises(gridtide.ConnectionFailed):
            self.transport(self.serve(answer(200, b"<html>")), retries=0).json("GET", "/")

    def test_a_write_is_not_sent_twice_unless_it_was_not_begun(self) -> None:
        broken = self.serve(answer(503, BUSY, retry_after="0"), ABOUT)
        with self.assertRaises(gridtide.ApiError):
            self.transport(broken).json("POST", "/api/operator/x")
        self.assertEqual(len(broken.seen), 1)
        rated = self.serve(answer(429, BUSY, retry_after="0"), ABOUT)
        self.transport(rated).json("POST", "/api/operator/x")
        self.assertEqual(len(rated.seen), 2)

    def test_reads_of_the_fundamental_interface_are_sent_again(self) -> None:
        server = self.serve(answer(503, BUSY, retry_after="0"), ABOUT)
        self.transport(server).json("POST", "/api/fundamental/meta", body={})
        self.assertEqual(len(server.seen), 2)

    def test_a_netrc_does_not_take_the_place_of_the_key(self) -> None:
        server = self.serve(ABOUT)
        with tempfile.TemporaryDirectory() as folder:
            netrc = Path(folder) / "netrc"
            netrc.write_text("machine 127.0.0.1 login me password secret\n")
            with mock.patch.dict(os.environ, NETRC=str(netrc)):
                self.transport(server, key="gtk_x").json("GET", "/")
                self.transport(server).json("GET", "/")
        self.assertEqual([sent for _, _, sent in server.seen], ["Bearer gtk_x", None])

    def test_changes_outlive_a_server_that_is_away(self) -> None:
        page = {"events": [{"id": "5"}], "next": "5", "more": False}
        busy = answer(503, BUSY)
        server = self.serve(busy, answer(200, page), answer(410, {"code": "cursor_gone"}))
        slept: list[float] = []
        events = follow(self.transport(server, retries=0), "4", {"series": "de*"}, slept.append)
        self.assertEqual(next(events), {"id": "5"})
        self.assertEqual(slept, [1.0])
        with self.assertRaises(gridtide.ApiError):
            next(events)
        self.assertIn("after=5", server.seen[-1][1])


class Keys(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        clean = {"XDG_CONFIG_HOME": folder.name}
        names = ("GRIDTIDE_KEY", "GRIDTIDE_KEY_FILE", "GRIDTIDE_URL")
        environment = {name: value for name, value in os.environ.items() if name not in names}
        patch = mock.patch.dict(os.environ, {**environment, **clean}, clear=True)
        patch.start()
        self.addCleanup(patch.stop)

    def write(self, name: str, text: str, mode: int = 0o600) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(mode)
        return path

    def test_a_key_comes_from_the_first_place_that_has_one(self) -> None:
        self.assertIsNone(find_key(None, None))
        self.write("gridtide/key", "usual\n")
        self.assertEqual(find_key(None, None), "usual")
        os.environ["GRIDTIDE_KEY_FILE"] = str(self.write("named", "of the named file"))
        self.assertEqual(find_key(None, None), "of the named file")
        os.environ["GRIDTIDE_KEY"] = "of the environment"
        self.assertEqual(find_key(None, None), "of the environment")
        self.assertEqual(find_key(None, self.write("given", "of the file")), "of the file")
        self.assertEqual(find_key("given", "no such file"), "given")

    def test_a_file_that_others_can_read_gets_a_warning(self) -> None:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            find_key(None, self.write("open", "x", 0o644))
        self.assertIn("chmod 600", str(seen[0].message))

    def test_a_file_that_is_missing_or_empty_is_named(self) -> None:
        for path in (self.folder / "nothing", self.write("empty", " \n")):
            with self.assertRaisesRegex(gridtide.GridtideError, str(path)):
                find_key(None, path)

    def test_a_client_needs_an_address(self) -> None:
        with self.assertRaisesRegex(gridtide.GridtideError, "GRIDTIDE_URL"):
            gridtide.Client()
        os.environ["GRIDTIDE_URL"] = "http://localhost:8080/"
        self.assertEqual(gridtide.Client().transport.url, "http://localhost:8080")


class Spans(unittest.TestCase):
    def test_moments_are_written_as_the_server_reads_them(self) -> None:
        berlin = timezone(timedelta(hours=2))
        for moment, text in (
            ("today-7", "today-7"),
            (None, None),
            (date(2024, 5, 17), "2024-05-17"),
            (datetime(2024, 5, 17, 10), "2024-05-17T10:00:00.000"),
            (datetime(2024, 5, 17, 10, tzinfo=berlin), "2024-05-17T08:00:00.000Z"),
        ):
            self.assertEqual(moment_text(moment), text)

    def test_a_span_is_cut_between_periods(self) -> None:
        first, last = utc("2016-02-03T23:00:00Z"), utc("2024-11-20T22:00:00Z")
        span = Span("first", "today", first, last)
        for resolution, day in (
            ("", "2020-06-28"),
            ("peak", "2020-06-28"),
            ("week", "2020-06-22"),
            ("month", "2020-06-01"),
            ("quarter", "2020-04-01"),
            ("year", "2020-01-01"),
        ):
            halves = halve(span, resolution)
            assert halves is not None
            left, right = halves
            self.assertEqual((left.start, right.start, right.end), ("first", day, "today"))
            self.assertEqual(date.fromisoformat(left.end or ""), date.fromisoformat(day) - timedelta(1))

    def test_a_span_without_such_a_day_is_not_cut(self) -> None:
        span = Span(None, None, utc("2024-05-01T00:00:00Z"), utc("2024-05-02T12:00:00Z"))
        self.assertIsNone(halve(span, ""))

    def test_parts_are_joined_in_order(self) -> None:
        observed = {"first": 0, "kind": "observed", "run": None}
        forecast = {"first": 1, "kind": "forecast", "run": "r"}
        one = {"from": "a", "to": "b", "times": [1, 2], "values": [1, None], "origins": [observed]}
        two = {"from": "c", "to": "d", "times": [3, 4], "values": [3, 4]}
        joined = join([columns_of(one), columns_of({**two, "origins": [observed, forecast]})])
        self.assertEqual((joined.times, joined.values), ([1, 2, 3, 4], [1, None, 3, 4]))
        self.assertEqual((joined.head["from"], joined.head["to"]), ("a", "d"))
        self.assertEqual(joined.head["origins"], [observed, {**forecast, "first": 3}])


if __name__ == "__main__":
    unittest.main()
