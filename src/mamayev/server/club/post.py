"""Send the club's email. One thread sends it, so that no request waits for a mail server."""

from __future__ import annotations

import logging
import sched
import smtplib
import ssl
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.policy import EmailPolicy, Policy
from email.utils import format_datetime, make_msgid
from threading import Event, Lock, Thread
from typing import Any

from mamayev.engine.text import plain

from .settings import Mail, Settings

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""The number of seconds to wait for the mail server."""
PAUSES = (0.0, 2.0, 10.0)
"""The number of seconds before each attempt. A code is valid for ten minutes, so a later mail is useless."""
WAITING_MOST = 200
"""The maximum number of waiting emails. The club's rate limits allow fewer."""

HOPELESS = (smtplib.SMTPRecipientsRefused, smtplib.SMTPNotSupportedError)
"""Errors that a retry cannot fix: the mail server refuses the address, or does not support its characters."""

Sink = Callable[[EmailMessage], None]


class _Plain:
    """A header on one line. By default, a longer line becomes encoded words, in which mail programs find no URL."""

    max_count = 1

    @classmethod
    def parse(cls, value: str, kwds: dict[str, Any]) -> None:
        """Take the value without encoding it."""
        kwds["decoded"], kwds["parse_tree"] = value, None

    def fold(self, *, policy: Policy[Any]) -> str:
        """Return the line."""
        return f"{self.name}: {self}{policy.linesep}"  # type: ignore[attr-defined]  # see BaseHeader


_HEADERS = HeaderRegistry()
for _field in ("list-unsubscribe", "list-unsubscribe-post"):
    _HEADERS.map_to_type(_field, _Plain)  # type: ignore[arg-type]  # the registry makes it a BaseHeader
_POLICY = EmailPolicy(header_factory=_HEADERS)


class Post:
    """The club's mail. `sink` delivers one mail, or raises OSError or SMTPException."""

    def __init__(self, settings: Settings, sink: Sink | None = None) -> None:
        self._settings, self._mail = settings, settings.mail
        self._sink = sink or self._deliver
        self._due = sched.scheduler()
        self._news = Event()
        self._thread: Thread | None = None
        self._lock = Lock()
        self._stopping = False
        self.down = False
        """Whether the last mail failed for a reason that concerns every mail, such as a lost connection."""

    @property
    def works(self) -> bool:
        """Whether the club has a mail server."""
        return self._mail is not None

    def send(self, to: str, subject: str, text: str) -> None:
        """Queue a mail for sending. It is dropped if too many are waiting."""
        if self._mail is None or len(self._due.queue) >= WAITING_MOST:
            log.warning("a mail was dropped, because %s", "too many wait" if self._mail else "there is no mail server")
            return
        with self._lock:
            self._plan(self.mail(to, subject, text), 1)
            if self._thread is None:
                self._thread = Thread(target=self._run, name="post")
                self._thread.start()

    def mail(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None, *, name: str = ""
    ) -> EmailMessage:
        """Return a mail. `name`: gives it the same id on every attempt, so that a mailbox can recognize copies."""
        mail = EmailMessage(policy=_POLICY)
        mail["From"] = "" if self._mail is None else self._mail.sender
        mail["To"], mail["Subject"] = to, subject
        mail["Date"] = format_datetime(datetime.now(UTC))
        host = self._settings.host
        mail["Message-ID"] = f"<{name}@{host}>" if name else make_msgid(domain=host)
        mail["Auto-Submitted"] = "auto-generated"
        for field, value in (headers or {}).items():
            mail[field] = value
        mail.set_content(text)
        return mail

    def deliver(self, mail: EmailMessage) -> None:
        """Send a mail now, in one attempt. Raises OSError or SMTPException."""
        if self._mail is None:
            raise OSError("the club has no mail server")
        self._try(mail)

    def _try(self, mail: EmailMessage) -> None:
        try:
            self._sink(mail)
        except (*HOPELESS, smtplib.SMTPDataError):
            self.down = False  # the server does respond, and refuses this mail
            raise
        except (OSError, smtplib.SMTPException):
            self.down = True
            raise
        self.down = False

    def stop(self) -> None:
        """Send the waiting mails without retries, and stop."""
        self._stopping = True
        self._news.set()

    def wait(self) -> None:
        """Wait until the waiting mails are sent, after `stop`."""
        if self._thread is not None:
            self._thread.join()

    def _plan(self, mail: EmailMessage, attempt: int) -> None:
        self._due.enter(PAUSES[attempt - 1], 0, self._send, (mail, attempt))
        self._news.set()

    def _run(self) -> None:
        while not self._stopping:
            self._news.wait(self._due.run(blocking=False))
            self._news.clear()
        for waiting in self._due.queue:
            self._send(*waiting.argument)

    def _send(self, mail: EmailMessage, attempt: int) -> None:
        """Try to send a mail. If this fails, it is retried later, so that other mails do not wait for it."""
        try:
            self._try(mail)
        except (OSError, smtplib.SMTPException) as error:
            # The addressee is not logged: it is not the operator's to read.
            through = "no mail server" if self._mail is None else f"{self._mail.server}, port {self._mail.port}"
            log.warning("attempt %d to send a mail through %s failed: %s", attempt, through, cause(error))
            if not self._stopping and attempt < len(PAUSES) and not isinstance(error, HOPELESS):
                self._plan(mail, attempt + 1)
        except Exception:
            log.exception("a mail could not be sent")

    def _deliver(self, mail: EmailMessage) -> None:
        assert self._mail is not None
        with connected(self._mail) as server:
            server.send_message(mail)


def connected(mail: Mail) -> smtplib.SMTP:
    """Return a connection to the mail server, signed in."""
    secure = ssl.create_default_context()
    server: smtplib.SMTP
    if mail.security == "tls":
        server = smtplib.SMTP_SSL(mail.server, mail.port, timeout=PATIENCE, context=secure)
    else:
        server = smtplib.SMTP(mail.server, mail.port, timeout=PATIENCE)
        if mail.security == "starttls":
            server.starttls(context=secure)
    if mail.user:
        server.login(mail.user, mail.password)
    return server


def cause(error: OSError | smtplib.SMTPException) -> str:
    """Return the cause of a failure, without addresses."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "the mail server refused the address"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the mail server answered with code {error.smtp_code}"
    if isinstance(error, smtplib.SMTPException):
        return type(error).__name__
    return plain(error)
