"""Sending a request: time limits, tries after refusals that pass, a sign-in that is renewed."""

from __future__ import annotations

import json
import random
import threading
import time
from typing import Any, Callable, Mapping
from urllib.parse import urlencode

import requests

from .errors import ApiError, ConnectionFailed, TimedOut
from .kept import KeptAnswers

FIRST_PAUSE_SECONDS = 0.5
PASSING = (502, 503, 504)
#: Requests that change nothing, besides GET.
READS = ("/api/fundamental/",)

Query = Mapping[str, Any]


class Transport:
    """Sends requests of one user to one server. Threads may share it as far as they may share the session."""

    def __init__(
        self,
        url: str,
        *,
        key: str | None = None,
        username: str | None = None,
        password: str | None = None,
        timeout: float = 60.0,
        retries: int = 4,
        longest_pause: float = 60.0,
        cache_bytes: int = 0,
        session: requests.Session | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = url
        self.timeout = timeout
        self.retries = retries
        self.longest_pause = longest_pause
        self._key = key
        self._login = (username, password) if username is not None and key is None else None
        self._token: str | None = None
        self._signing_in = threading.Lock()
        self._session = session if session is not None else requests.Session()
        self._sleep = sleep
        self._kept = KeptAnswers(cache_bytes) if cache_bytes > 0 else None

    def close(self) -> None:
        self._session.close()

    def json(self, method: str, path: str, query: Query | None = None, body: Any = None) -> Any:
        """The answer of a success, parsed."""
        return parse(self.send(method, path, query, body).content)

    def send(
        self,
        method: str,
        path: str,
        query: Query | None = None,
        body: Any = None,
        *,
        accept: str = "application/json",
        timeout: float | None = None,
    ) -> requests.Response:
        """The whole answer of a success, after as many tries as are allowed."""
        may_repeat = method == "GET" or path.startswith(READS)
        is_renewed = False
        tries = 0
        while True:
            token = self._current_token()
            try:
                return self._send_once(method, path, query, body, accept, timeout, token)
            except ApiError as error:
                if error.status == 401 and self._login is not None and not is_renewed:
                    is_renewed = True
                    if self._token == token:
                        self._token = None
                    continue
                # A refusal by rate comes before anything is done.
                is_passing = error.status == 429 or (may_repeat and error.status in PASSING)
                pause = self._pause(tries, error.retry_after) if is_passing else None
                if pause is None:
                    raise
            except ConnectionFailed:
                pause = self._pause(tries, None) if may_repeat else None
                if pause is None:
                    raise
            self._sleep(pause)
            tries += 1

    def _pause(self, tries: int, asked: float | None) -> float | None:
        """Seconds before the next try; None if there is none."""
        if tries >= self.retries:
            return None
        if asked is None:
            asked = FIRST_PAUSE_SECONDS * 2**tries * random.uniform(0.5, 1.0)
        return asked if asked <= self.longest_pause else None

    def _current_token(self) -> str | None:
        if self._login is None:
            return self._key
        with self._signing_in:
            if self._token is None:
                username, password = self._login
                body = {"UserName": username, "Password": password}
                path = "/api/user/login"
                answer = self._send_once("POST", path, None, body, "application/json", None, None)
                self._token = parse(answer.content)["Token"]
            return self._token

    def _send_once(
        self,
        method: str,
        path: str,
        query: Query | None,
        body: Any,
        accept: str,
        timeout: float | None,
        token: str | None,
    ) -> requests.Response:

        params = spelt(query or {})
        headers = {"accept": accept}
        place = f"{accept} {path}?{urlencode(params)}"
        kept = self._kept.find(place) if self._kept is not None and method == "GET" else None
        if kept is not None:
            headers["if-none-match"] = kept.headers["etag"]

        def authorize(request: requests.PreparedRequest) -> requests.PreparedRequest:
            # Without an authorization of its own, requests would send what ~/.netrc has for the host.
            if token is not None:
                request.headers["authorization"] = f"Bearer {token}"
            return request

        try:
            response = self._session.request(
                method,
                self.url + path,
                params=params,
                json=body,
                headers=headers,
                auth=authorize,
                timeout=timeout if timeout is not None else self.timeout,
                allow_redirects=False,
            )
        except requests.Timeout as error:
            raise TimedOut("the server did not answer in time") from error
        except requests.RequestException as error:
            raise ConnectionFailed(f"the server cannot be reached: {error}") from error
        if _is_cut(response):
            raise ConnectionFailed("the answer broke off")
        if kept is not None and response.status_code == 304:
            return kept
        if response.ok and response.status_code < 300:
            if self._kept is not None and method == "GET":
                self._kept.keep(place, response)
            return response
        raise ApiError(response.status_code, _problem(response), _retry_after(response))


def spelt(query: Query) -> dict[str, str]:
    """The query as the server takes it, without what is left out."""
    return {name: _text(value) for name, value in query.items() if value is not None}


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def parse(content: bytes) -> Any:
    try:
        return json.loads(content)
    except ValueError as error:
        message = "the answer is not JSON: is this a Gridtide server?"
        raise ConnectionFailed(message) from error


def _is_cut(response: requests.Response) -> bool:
    """Whether fewer bytes came than were promised; older versions of requests do not say so."""
    promised = response.headers.get("content-length", "")
    came = getattr(response.raw, "tell", lambda: None)()
    return promised.isdigit() and came is not None and came < int(promised)


def _problem(response: requests.Response) -> Mapping[str, Any]:
    try:
        problem = json.loads(response.content)
    except ValueError:
        return {}
    return problem if isinstance(problem, dict) else {}


def _retry_after(response: requests.Response) -> float | None:
    """Seconds; None if the header is missing, or a date, as a proxy may send it."""
    try:
        return float(response.headers["retry-after"])
    except (KeyError, ValueError):
        return None
