"""Mail from the club. One thread sends it, so no request waits for a mail server."""

from __future__ import annotations

import logging
import smtplib
import ssl
import time
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import format_datetime, make_msgid

from .settings import Mail, Settings

log = logging.getLogger(__name__)

PATIENCE = 20.0
"""Seconds to wait for the mail server."""
PAUSES = (0.0, 2.0, 10.0)
"""Seconds before each attempt. A code is good for ten minutes, so later ones help nobody."""
WAITING_MOST = 200
"""The maximum number of waiting mails. The rates of the club allow fewer."""

Sink = Callable[[EmailMessage], None]


class Post:
    """The club's mail. `sink` delivers one mail, or raises OSError or SMTPException."""

    def __init__(self, settings: Settings, sink: Sink | None = None) -> None:
        self._settings, self._mail = settings, settings.mail
        self._sink = sink or self._deliver
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="post")
        self._waiting = 0
        self._stopping = False

    @property
    def works(self) -> bool:
        """Whether the club has a mail server."""
        return self._mail is not None

    def send(self, to: str, subject: str, text: str) -> None:
        """Queue a mail for sending. It is dropped if too many are waiting."""
        if self._mail is None or self._waiting >= WAITING_MOST:
            log.warning("a mail was dropped, because %s", "too many wait" if self._mail else "there is no mail server")
            return
        self._waiting += 1
        self._thread.submit(self._send, self.mail(to, subject, text)).add_done_callback(self._sent)

    def mail(
        self, to: str, subject: str, text: str, headers: Mapping[str, str] | None = None, *, name: str = ""
    ) -> EmailMessage:
        """Return a mail. `name`: makes its id the same for every attempt, so that a mailbox can tell copies apart."""
        mail = EmailMessage()
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
        self._sink(mail)

    def stop(self) -> None:
        """Send the waiting mails, without further attempts, and stop."""
        self._stopping = True
        self._thread.shutdown(wait=False, cancel_futures=False)

    def _send(self, mail: EmailMessage) -> None:
        for number, pause in enumerate(PAUSES, start=1):
            if not self._stopping:
                time.sleep(pause)
            try:
                self._sink(mail)
            except (OSError, smtplib.SMTPException) as error:
                # The addressee is not logged: it is not the operator's to read.
                log.warning("attempt %d to send a mail failed: %s", number, cause(error))
                if self._stopping or isinstance(error, smtplib.SMTPRecipientsRefused):
                    return
            else:
                return

    def _sent(self, done: Future[None]) -> None:
        self._waiting -= 1
        if done.exception() is not None:
            log.error("a mail could not be sent", exc_info=done.exception())

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
    """Return the cause of a failure without the addresses in it."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return "the mail server refused the address"
    if isinstance(error, smtplib.SMTPResponseException):
        return f"the mail server answered with code {error.smtp_code}"
    if isinstance(error, smtplib.SMTPException):
        return type(error).__name__
    return error.strerror or str(error)
