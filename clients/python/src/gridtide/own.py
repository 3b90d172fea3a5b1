"""What users keep on the server: alerts, boards, links and webhooks. They are read here, and changed on the web page."""

from __future__ import annotations

from typing import Iterator
from urllib.parse import quote

from .reads import PAGE, Reads, Record
from .spans import Moment, moment_text


def _path(group: str, id: str, *rest: str) -> str:
    return "/".join(("/api/v1", group, quote(id, safe=""), *rest))


class OwnReads(Reads):
    # Alerts.

    def alerts(self) -> list[Record]:
        """The caller's alerts: their conditions, and for how many series each fires."""
        answer: list[Record] = self.get("/api/v1/alerts")["alerts"]
        return answer

    def alert(self, id: str) -> Record:
        """One alert with its series and silences."""
        answer: Record = self.get(_path("alerts", id))
        return answer

    def alert_history(self, id: str, *, limit: int = PAGE) -> Iterator[Record]:
        """Every time that an alert fired or was resolved, the newest first."""
        before: int | None = None
        while True:
            page = self.get(_path("alerts", id, "history"), {"limit": limit, "before": before})
            yield from page["changes"]
            if not page["more"]:
                return
            before = page["changes"][-1]["id"]

    def try_alert(
        self,
        condition: str,
        start: Moment | None = None,
        end: Moment | None = None,
        *,
        wait: str | None = None,
    ) -> Record:
        """How often an alert would have fired, in the last year by default: ``"dehrprice < 0 within tomorrow"``."""
        span = {"from": moment_text(start), "to": moment_text(end)}
        answer: Record = self.get("/api/v1/alert-trial", {"condition": condition, "wait": wait, **span})
        return answer

    # Boards and links.

    def boards(self) -> list[Record]:
        """The caller's own boards, then those that others of the plan share."""
        answer: list[Record] = self.get("/api/v1/boards")["boards"]
        return answer

    def board(self, id: str) -> Record:
        """One board with its panels."""
        answer: Record = self.get(_path("boards", id))
        return answer

    def board_links(self, id: str) -> list[Record]:
        """The links to a board's picture. The server tells them to a signed-in user only, not to a key."""
        answer: list[Record] = self.get(_path("boards", id, "links"))["links"]
        return answer

    def links(self) -> list[Record]:
        """The caller's links for spreadsheets, the newest first, without their secrets."""
        answer: list[Record] = self.get("/api/v1/links")["links"]
        return answer

    # Webhooks.

    def webhooks(self) -> list[Record]:
        """The caller's webhooks: what each sends where, and how far it is behind."""
        answer: list[Record] = self.get("/api/v1/webhooks")["webhooks"]
        return answer

    def webhook(self, id: str) -> Record:
        answer: Record = self.get(_path("webhooks", id))
        return answer

    def deliveries(self, id: str) -> list[Record]:
        """The last 200 tries of a webhook, the newest first."""
        answer: list[Record] = self.get(_path("webhooks", id, "deliveries"))["deliveries"]
        return answer
