"""Deliver due notices from the outbox, retry with growing delays, and record the reason after the last attempt."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec
import sqlalchemy as sa

from ..live import Live
from ..store.database import Database
from ..tasks import lasting
from ..writer import Busy
from . import channels, outbox, ways
from .channels import Channel
from .kept import kept
from .notices import Notice, notice
from .outbox import Delivery
from .outside import Outside, Reply, Unreachable
from .post import Post, cause
from .push import Vapid, encrypted, new_key
from .settings import Settings
from .tokens import new_id, new_token

log = logging.getLogger(__name__)

LOOK_SECONDS = 0.5
"""The number of seconds between checks of the outbox."""
THREADS = 8
"""The number of simultaneous deliveries. Each spends most of its time waiting for another server."""
SLOW_SECONDS = 2.0
"""The number of seconds above which a delivery counts as slow. Most take 0.1 seconds."""
SLOW_REMEMBERED = 5_000
"""The number of slow channels that a server remembers."""
RENEW_SECONDS = 10.0
"""The number of seconds between renewals of a server's leases, which last three times as long."""
PUSH_SECONDS = 7 * 86400
"""The number of seconds for which a push service keeps a message for a browser that is offline."""
WEBHOOK_LETTERS = 1900
"""The maximum length of a webhook's text, in characters. Discord accepts 2,000."""
LINE = 600
"""The maximum length of the text in a push message, in characters. A message can have 3,000 bytes."""
UNSUBSCRIBE = "/api/club/unsubscribe/"


class NotDelivered(Exception):
    """A delivery failed. `again`: whether a retry can help. `off`: whether the channel no longer exists. `wait`: the
    delay that the receiver asks for, in seconds."""

    def __init__(self, why: str, *, again: bool = True, off: bool = False, wait: float = 0.0) -> None:
        super().__init__(why)
        self.again, self.off, self.wait = again and not off, off, wait


ACTIONS = (("open", "Open the game"), ("later", "In an hour"))
"""The buttons of a push about a turn: the action of the service worker, and the label."""


class _Job(NamedTuple):
    """The data for a delivery. `wanted`: its notices that are still valid."""

    channel: Channel | None
    mail: str
    wanted: list[tuple[Delivery, Notice]]
    lapsed: str


class Sender:
    """Sends the notices of a club."""

    def __init__(self, settings: Settings, database: Database, post: Post) -> None:
        self._settings, self._database, self._post = settings, database, post
        self._server = new_id()
        self._outside = Outside(settings.notices.inside)
        self._live = Live()
        key, self._secret = database.write(
            lambda connection: (
                kept(connection, "vapid", new_key()),
                kept(connection, "unsubscribe", new_token()),
            )
        )
        self.vapid = Vapid(key, settings.address)
        self._pool = ThreadPoolExecutor(THREADS, thread_name_prefix="notices")
        self._sending: dict[int, Delivery] = {}
        self._slow: dict[str, None] = {}
        """The channels whose last delivery was slow, the latest last."""
        self._renewed = time.monotonic()
        self._looked: set[tuple[str, str]] = set()  # and not noted yet

    def follow(self, live: Live) -> None:
        """Use this server's tabs to determine presence."""
        self._live = live
        live.seen.append(self._seen)

    def _seen(self, match_id: str, seat: str) -> None:
        if (match_id, seat) in self._looked:
            return
        self._looked.add((match_id, seat))
        with suppress(RuntimeError):  # the server is stopping
            self._pool.submit(self._note_look, match_id, seat)

    def _note_look(self, match_id: str, seat: str) -> None:
        """Record that the player of a seat has looked at its match."""
        self._looked.discard((match_id, seat))
        try:
            with self._database.engine.connect() as connection:
                if not outbox.is_told(connection, match_id):
                    return
            self._note(lambda connection: outbox.look_by_seat(connection, match_id, seat))
        except (Busy, sa.exc.SQLAlchemyError) as error:
            log.warning("could not note that a player has looked at a game: %s", error)

    # -------------------------------------------------------------- the loop

    async def run(self) -> None:
        """Send due notices until the task ends."""
        while True:
            with lasting("could not look into the outbox"):
                await asyncio.to_thread(self.look)
            await asyncio.sleep(LOOK_SECONDS)

    def stop(self) -> None:
        """Start no further deliveries. The leases of deliveries in progress expire on their own."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    def look(self) -> None:
        """Process the due notices, and start the due deliveries."""
        if self._sending and time.monotonic() > self._renewed + RENEW_SECONDS:
            numbers = [each.number for one in list(self._sending.values()) for each in (one, *one.others)]
            self._database.write(lambda connection: outbox.lease(connection, self._server, numbers))
            self._renewed = time.monotonic()
        with self._database.engine.connect() as connection:
            if not outbox.is_due(connection):
                return
        here = self._live.attendance.here()
        under_way = Counter(one.member for one in list(self._sending.values()))
        free = THREADS - under_way.total()
        slow, room = list(self._slow), outbox.SLOW_AT_ONCE - sum(one.slow for one in list(self._sending.values()))
        busy = [member for member, count in under_way.items() if count >= outbox.OF_ONE_MEMBER]

        def take(connection: sa.Connection) -> list[Delivery]:
            outbox.decide(connection, here)
            return outbox.claim(connection, self._server, free, busy, slow, room) if free > 0 else []

        for one in self._database.write(take):
            self._sending[one.number] = one
            self._pool.submit(self._send, one)

    def _send(self, one: Delivery) -> None:
        try:
            self._deliver(one)
        except (Busy, sa.exc.SQLAlchemyError) as error:
            # The lease ends, and another attempt follows.
            log.warning("a notice could not be sent: %s", error)
        except Exception:
            log.exception("a notice could not be sent")
            with lasting("could not note that a notice was not sent"):
                self._note(lambda connection: outbox.not_sent(connection, one, outbox.BROKEN))
        finally:
            del self._sending[one.number]

    def _note_pace(self, channel: Channel, seconds: float) -> None:
        """Record the duration of a delivery. A channel that was slow has to wait for the others next time. This
        excludes mail, because the mail server is the operator's own."""
        self._slow.pop(channel.id, None)
        if seconds > SLOW_SECONDS and channel.kind != "mail":
            self._slow[channel.id] = None
            if len(self._slow) > SLOW_REMEMBERED:
                self._slow.pop(next(iter(self._slow)), None)

    def _deliver(self, one: Delivery) -> None:
        """Send a delivery and record the outcome."""
        with self._database.engine.connect() as connection:
            job = self._job(connection, one)
        channel = job.channel
        if channel is None or not job.wanted:
            why = "The channel was removed or turned off." if channel is None else job.lapsed
            self._note(lambda connection: outbox.dropped(connection, one, why))
            return
        begins = time.monotonic()
        try:
            self._through(channel, job.mail, [found for _, found in job.wanted], one.name)
        except NotDelivered as error:
            self._note_pace(channel, time.monotonic() - begins)
            self._note_failure(channel, one, error)
        else:
            self._note_pace(channel, time.monotonic() - begins)
            self._note(lambda connection: outbox.sent(connection, one))

    def _job(self, connection: sa.Connection, one: Delivery) -> _Job:
        channel, lapsed = channels.find(connection, one.channel), ""
        who = ways.member(connection, one.member)
        if channel is None or channel.off is not None or who is None or (channel.kind == "mail" and not who.mail):
            return _Job(None, "", [], "")
        wanted: list[tuple[Delivery, Notice]] = []
        for each in (one, *one.others):
            why = outbox.lapsed(connection, each.match, each.seat, each.kind, each.about)
            if each.kind not in channel.takes:
                why = "The channel no longer accepts it."
            elif outbox.muting(connection, each.member, each.match).silences(channel.id):
                why = outbox.MUTED
            text = notice(connection, each, self._settings.address)
            if why or text is None:
                lapsed = why or outbox.DELETED
            else:
                wanted.append((each, text))
        return _Job(channel, who.mail, wanted, lapsed)

    def _note(self, change: Callable[[sa.Connection], None]) -> None:
        """Store the outcome of a delivery, retrying if the database is busy."""
        for pause in (0.1, 0.5, 1.0, 2.0, 5.0):
            with suppress(Busy):
                self._database.write(change)
                return
            time.sleep(pause)
        self._database.write(change)

    def _note_failure(self, channel: Channel, one: Delivery, error: NotDelivered) -> None:
        def note(connection: sa.Connection) -> None:
            outbox.not_sent(connection, one, str(error), again=error.again, wait=error.wait)
            if error.off:
                channels.switch_off(connection, channel.id, str(error))

        # Neither the addressee nor the game is logged: they are not the operator's to read. Whether a webhook answers
        # is its member's affair, and could fill the log.
        level = logging.INFO if channel.kind == "webhook" else logging.WARNING
        log.log(level, "a notice by %s was not delivered: %s", channel.kind, error)
        self._note(note)

    # -------------------------------------------------------------- channels

    def test_all(self, member_id: str) -> list[tuple[Channel, str]]:
        """Send a test notice through each channel of a member, and return the outcome of each (see `test`)."""
        with self._database.engine.connect() as connection:
            who, found = ways.member(connection, member_id), channels.of_member(connection, member_id)
        mail = "" if who is None else who.mail
        with ThreadPoolExecutor(max(1, len(found)), thread_name_prefix="test") as pool:
            return list(zip(found, pool.map(lambda one: self.test(one, mail), found), strict=True))

    def test(self, channel: Channel, mail: str) -> str:
        """Send a test notice, and return why it was not delivered, or ""."""
        text = Notice("Test notice", f"Notices from {self._settings.name} arrive here.", self._settings.address, "")
        try:
            self._through(channel, mail, [text], new_id())
        except NotDelivered as error:
            why = str(error)
            if error.off:
                self._note(lambda connection: channels.switch_off(connection, channel.id, why))
            return why
        self._note(lambda connection: channels.note_use(connection, channel.id))
        return ""

    def check(self, url: str) -> None:
        """Raise Refusal for the URL of a webhook or push service that this server may not contact."""
        self._outside.check(url)

    def channel_in(self, token: str) -> str | None:
        """Return the channel of a token in a mail, or None if the token is not ours."""
        return channels.channel_in(token, self._secret)

    def _through(self, channel: Channel, mail: str, found: list[Notice], name: str) -> None:
        """Send notices through a channel. `name`: the unique name of the delivery. Raises NotDelivered."""
        match channel.kind:
            case "push":
                self._push(channel, found[0], name)
            case "mail":
                self._mail(channel, mail, found, name)
            case "webhook":
                self._webhook(channel, found[0], name)

    def _push(self, channel: Channel, text: Notice, name: str) -> None:
        tag = text.about or "test"
        message: dict[str, Any] = {
            "id": name, "title": text.title, "body": text.line[:LINE], "url": text.url, "tag": tag,
            "actions": [{"action": action, "title": title} for action, title in ACTIONS if text.waits],
        }  # fmt: skip
        headers = {
            "Authorization": self.vapid.header(channel.address),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(PUSH_SECONDS),
            "Urgency": "normal",
            # A later notice of the game takes the place of one that the browser has not got yet.
            "Topic": tag,
        }
        body = encrypted(msgspec.json.encode(message), channel.browser)
        answer = self._post_to(channel.address, body, headers)
        if answer.status in (404, 410):
            raise NotDelivered("The browser has ended its subscription.", off=True)
        _check(answer, "The push service")

    def _webhook(self, channel: Channel, text: Notice, name: str) -> None:
        line = f"**{_plain(text.title)}**\n{_plain(text.line)}\n<{text.url}>"
        # Discord's form. The names of games are the players' own words, so they must not mention anybody.
        message = {"content": line[:WEBHOOK_LETTERS], "allowed_mentions": {"parse": []}}
        headers = {"Content-Type": "application/json", "Idempotency-Key": name}
        answer = self._post_to(channel.address, msgspec.json.encode(message), headers)
        if answer.status in (401, 404, 410):
            raise NotDelivered(f"The webhook no longer exists (status {answer.status}).", off=True)
        _check(answer, "The webhook")

    def _post_to(self, url: str, body: bytes, headers: dict[str, str]) -> Reply:
        try:
            return self._outside.post(url, body, headers)
        except Unreachable as error:
            raise NotDelivered(f"{error}.") from None

    def _mail(self, channel: Channel, mail: str, found: list[Notice], name: str) -> None:
        about = self._settings
        stop = f"{about.address}{UNSUBSCRIBE}{channels.token_of(channel.id, self._secret)}"
        headers = {"List-Unsubscribe": f"<{stop}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
        subject = found[0].title if len(found) == 1 else f"{about.name}: {len(found)} notices"
        parts = [f"{text.title}\n{text.line}\n{text.url}\n" for text in found]
        foot = f"-- \n{about.name}, {about.address}\nStop these emails: {stop}\n"
        try:
            self._post.deliver(self._post.mail(mail, subject, "\n".join([*parts, foot]), headers, name=name))
        except smtplib.SMTPRecipientsRefused as error:
            code = next((code for code, _ in error.recipients.values()), 0)
            gone = code >= 500
            said = f"The mailbox refuses mail (code {code})."
            raise NotDelivered(said, off=gone) from None
        except smtplib.SMTPResponseException as error:
            raise NotDelivered(f"{cause(error).capitalize()}.", again=error.smtp_code < 500) from None
        except (OSError, smtplib.SMTPException) as error:
            raise NotDelivered(f"The mail server could not be reached: {cause(error)}.") from None


def _check(answer: Reply, who: str) -> None:
    """Raise NotDelivered unless the answer confirms that the message was accepted."""
    status = answer.status
    if 200 <= status < 300:
        return
    if 300 <= status < 400:
        raise NotDelivered(f"{who} redirects to another address, which is not allowed.", again=False)
    raise NotDelivered(
        f"{who} answered with status {status}.", again=status in (408, 425, 429) or status >= 500, wait=answer.wait
    )


def _plain(text: str) -> str:
    """Escape the characters of a text that have a formatting effect."""
    return "".join(f"\\{letter}" if letter in "\\*_~`|>#[]()<@" else letter for letter in text)
